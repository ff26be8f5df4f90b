"""Files that NetworkX, igraph, pandas, Polars and PyArrow write."""

import igraph
import networkx as nx
import pytest

import igc


def edges(graph):
    """Returns the edges with the ids of their ends and their weights, in order."""
    labels = [str(label) for label in graph.labels().tolist()]
    weights = [None] * graph.num_edges if graph.weights is None else graph.weights.tolist()
    ends = zip(graph.sources.tolist(), graph.targets.tolist(), strict=True)
    return sorted((labels[u], labels[v], w) for (u, v), w in zip(ends, weights, strict=True))


def wanted(graph, weight="weight"):
    """Returns the edges of a graph of NetworkX in the same form."""
    both = [(u, v, data.get(weight)) for u, v, data in graph.edges(data=True)]
    if not graph.is_directed():
        both += [(v, u, w) for u, v, w in both if u != v]
    return sorted((str(u), str(v), w) for u, v, w in both)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("writer", [nx.write_graphml_xml, nx.write_graphml_lxml])
def test_graphml_of_networkx(tmp_path, kind, writer):
    graph = kind()
    graph.add_node("alone", colour="red", weight=3)
    graph.add_edge("ann <&>", 'bob "b"', weight=2.5, note="x & y", kind="a")
    graph.add_edge("bob \"b\"", "caf\u00e9", weight=7, kind="b")
    graph.add_edge("caf\u00e9", "caf\u00e9", weight=-1, kind="a")
    if graph.is_multigraph():
        graph.add_edge("bob \"b\"", "caf\u00e9", weight=8, kind="c")
    path = tmp_path / "graph.graphml"
    try:
        writer(graph, path)
    except ImportError:
        pytest.skip("lxml is not available")
    read = igc.Graph(path)
    assert read.num_nodes == graph.number_of_nodes()
    assert edges(read) == wanted(graph)
    assert igc.sssp(igc.Graph(f"{path},weights=ignore"), source="ann <&>", check=True) is not None


def test_graphml_of_networkx_with_numbers(tmp_path):
    graph = nx.gnm_random_graph(30, 60, seed=1, directed=True)
    for number, (u, v) in enumerate(graph.edges):
        graph[u][v]["km"] = number / 4
    path = tmp_path / "graph.graphml"
    nx.write_graphml(graph, path)
    read = igc.Graph(f"{path},weight=km")
    # The numbers of all nodes are ids from 0, so the graph has none.
    assert read.ids is None
    assert edges(read) == wanted(graph, "km")
    assert igc.Graph(path).weights is None


@pytest.mark.parametrize("directed", [False, True])
def test_graphml_of_igraph(tmp_path, directed):
    graph = igraph.Graph.Erdos_Renyi(n=20, m=40, directed=directed, loops=True)
    graph.es["weight"] = [float(n) / 8 for n in range(40)]
    graph.vs["name"] = [f"v {n}" for n in range(20)]
    path = tmp_path / "graph.graphml"
    graph.write_graphml(str(path))
    read = igc.Graph(path)
    assert read.labels().tolist() == [f"n{n}" for n in range(20)]
    both = [(f"n{e.source}", f"n{e.target}", e["weight"]) for e in graph.es]
    if not directed:
        both += [(v, u, w) for u, v, w in both if u != v]
    assert edges(read) == sorted(both)
