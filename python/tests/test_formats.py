"""Files that NetworkX, igraph, pandas, Polars and PyArrow write."""

import igraph
import networkx as nx
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
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
    graph.add_edge('bob "b"', "caf\u00e9", weight=7, kind="b")
    graph.add_edge("caf\u00e9", "caf\u00e9", weight=-1, kind="a")
    if graph.is_multigraph():
        graph.add_edge('bob "b"', "caf\u00e9", weight=8, kind="c")
    path = tmp_path / "graph.graphml"
    try:
        writer(graph, path)
    except ImportError:
        pytest.skip("lxml is not available")
    read = igc.Graph(path)
    assert read.num_nodes == graph.number_of_nodes()
    assert edges(read) == wanted(graph)
    level = igc.bfs(read, "ann <&>", check=True).level
    assert level[read.number("caf\u00e9")] == 2


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


CALLS = {
    "minutes": [12.5, 3.0, 8.0, 21.0],
    "caller": ["Ada", "Bob", "Cl\u00e9o", "Dan"],
    "callee": ["Bob", "Cl\u00e9o", "Ada", "Cl\u00e9o"],
    "note": [None, "x", None, None],
}
KEYS = "source=caller,target=callee,weight=minutes"


def by_pandas(path):
    frame = pd.DataFrame(CALLS).astype({"caller": "category"})
    frame.to_parquet(path) if path.suffix == ".parquet" else frame.to_feather(path)


def by_polars(path):
    frame = pl.DataFrame(CALLS).with_columns(pl.col("callee").cast(pl.Categorical))
    frame.write_parquet(path) if path.suffix == ".parquet" else frame.write_ipc(path)


def by_pyarrow(path):
    table = pa.table(CALLS).cast(
        pa.schema(
            [
                ("minutes", pa.float32()),
                ("caller", pa.large_string()),
                ("callee", pa.dictionary(pa.int8(), pa.string())),
                ("note", pa.string()),
            ]
        )
    )
    if path.suffix == ".parquet":
        pyarrow.parquet.write_table(table, path, compression="zstd", data_page_version="2.0")
    else:
        pyarrow.feather.write_feather(table, path, compression="lz4")


def by_stream(path):
    table = pa.table(CALLS)
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=3)


@pytest.mark.parametrize(
    ("writer", "ending"),
    [(writer, ending) for writer in (by_pandas, by_polars, by_pyarrow) for ending in ("parquet", "feather")]
    + [(by_stream, "arrows")],
)
def test_tables_with_types(tmp_path, writer, ending):
    path = tmp_path / f"calls.{ending}"
    writer(path)
    read = igc.Graph(f"{path},{KEYS}")
    assert read.labels().tolist() == ["Ada", "Bob", "Cl\u00e9o", "Dan"]
    expected = zip(CALLS["caller"], CALLS["callee"], CALLS["minutes"], strict=True)
    assert edges(read) == sorted(expected)
    result = igc.bfs(read, "Dan", check=True).to_pandas()
    assert list(result.index) == ["Ada", "Bob", "Cl\u00e9o", "Dan"]


def test_missing_values_are_named(tmp_path):
    path = tmp_path / "calls.parquet"
    pd.DataFrame({"source": [1, 2], "target": pd.array([0, None], "Int64")}).to_parquet(path)
    with pytest.raises(igc.InputError, match="row 2: the column `target` has no value"):
        igc.Graph(path)
