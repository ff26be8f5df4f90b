"""Weights as arguments of problems: which weights are used, and results with real weights."""

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from conftest import random_edges
from scipy.sparse import csgraph

import igc


def graph_with(weights, seed=3, nodes=40, edges=160):
    """Returns a directed graph of NetworkX without parallel edges, whose attribute `cost` has weights."""
    sources, targets = random_edges(seed, nodes, edges, loops=False, parallel=False)
    made = nx.DiGraph()
    made.add_nodes_from(range(nodes))
    chosen = np.random.default_rng(seed).choice(weights, len(sources)).tolist()
    for u, v, weight in zip(sources.tolist(), targets.tolist(), chosen, strict=True):
        made.add_edge(u, v, cost=weight)
    return made


def ranks(found):
    return {node: float(rank) for node, rank in found.to_dict("rank").items()}


def assert_near(found, expected, tolerance):
    assert found.keys() == expected.keys()
    for node, value in expected.items():
        assert abs(found[node] - value) <= tolerance, (node, found[node], value)


@pytest.mark.parametrize("weights", [[1, 2, 50], [0.125, 0.5, 30.0], [0, 0, 3], [0.0, 0.1]])
@pytest.mark.parametrize("seed", range(3))
def test_weighted_pagerank_is_that_of_networkx(weights, seed):
    given = graph_with(weights, seed)
    options = {"tolerance": 1e-6, "device": "cpu:2", "check": True}
    expected = nx.pagerank(given, weight="cost", tol=1e-12, max_iter=1000)
    assert_near(ranks(igc.pr_normalised(given, weight="cost", **options)), expected, 1e-5)
    plain = nx.pagerank(given, weight=None, tol=1e-12, max_iter=1000)
    assert_near(ranks(igc.pr_normalised(given, **options)), plain, 1e-5)
    seeds = {2: 1, 5: 1, 9: 1}
    expected = nx.pagerank(given, personalization=seeds, weight="cost", tol=1e-12, max_iter=1000)
    found = igc.pr_personalised(given, seeds=list(seeds), weight="cost", **options)
    assert_near(ranks(found), expected, 1e-5)
    assert found.report["program"] == "pr_personalised_weighted"
    # The ranks that are not normalised are proportional to the others if no rank is lost.
    found = igc.pagerank(given, weight="cost", **options)
    assert found.report["program"] == "pr_weighted" and found.report["weights"] == ["weight"]


@pytest.mark.parametrize("weights", [[1, 2, 3], [0.25, 0.5, 1.0], [0.1, 0.2, 0.3]])
@pytest.mark.parametrize("is_directed", [True, False])
def test_weighted_betweenness_is_that_of_networkx(weights, is_directed):
    given = graph_with(weights)
    given = given if is_directed else given.to_undirected()
    expected = nx.betweenness_centrality(given, weight="cost", normalized=False)
    found = igc.betweenness(given, weight="cost", sources=len(given), device="cpu:2", check=True)
    # NetworkX halves the scores of undirected graphs.
    scale = 1.0 if is_directed else 0.5
    assert_near({node: score * scale for node, score in found.to_dict("score").items()}, expected, 1e-9)
    ignored = igc.betweenness(given, sources=len(given), device="cpu:2")
    plain = nx.betweenness_centrality(given, normalized=False)
    assert_near({node: score * scale for node, score in ignored.to_dict("score").items()}, plain, 1e-9)


def communities(result):
    """Returns the communities as sets of nodes."""
    found = {}
    for node, community in result.to_dict("community").items():
        found.setdefault(community, set()).add(node)
    return list(found.values())


@pytest.mark.parametrize("weights", [[1, 2, 50], [0.125, 0.5, 30.0], [0, 0, 3], [2**40, 2**41 + 1], [1e-9, 1.0]])
@pytest.mark.parametrize("seed", range(3))
def test_modularity_with_weights_is_that_of_networkx(weights, seed):
    directed = graph_with(weights, seed)
    given = nx.MultiGraph() if seed == 2 else nx.Graph()
    given.add_nodes_from(directed)
    given.add_edges_from(directed.edges(data=True))
    given.add_edges_from([(3, 3, {"cost": weights[-1]}), (4, 4, {"cost": weights[0]}), (3, 4, {"cost": weights[-1]})])
    options = {"weight": "cost", "device": "cpu:2", "check": True}
    modularity = nx.community.modularity
    seeds = (nx.community.louvain_communities(given, weight="cost", seed=one) for one in range(10))
    expected = min(modularity(given, one, weight="cost") for one in seeds)
    for function in (igc.louvain, igc.leiden):
        result = function(given, **options)
        assert result.report["program"].endswith("_weighted")
        quality = modularity(given, communities(result), weight="cost")
        reported = np.asarray(result.modularity).reshape(-1).max()
        assert abs(quality - reported) < 1e-9 and quality > expected - 0.02, (quality, reported, expected)
    plain = igc.louvain(given, device="cpu:2", check=True)
    assert plain.report["program"] == "louvain"


def test_edges_of_both_directions_count_with_their_mean():
    weights = np.array([3.0, 1.0, 0.5, 0.5, 2.0, 1.0])
    sources, targets = np.array([0, 1, 1, 2, 2, 2]), np.array([1, 0, 2, 1, 3, 3])
    mean = nx.Graph()
    mean.add_weighted_edges_from([(0, 1, 2.0), (1, 2, 0.5), (2, 3, 3.0)])
    for function in (igc.louvain, igc.leiden):
        result = function((sources, targets, weights), weight=True, device="interpreter", check=True)
        assert sorted(map(sorted, communities(result))) == [[0, 1], [2, 3]]
        found = nx.community.modularity(mean, communities(result))
        assert abs(np.asarray(result.modularity).reshape(-1).max() - found) < 1e-12


def test_the_report_names_the_column_of_a_file(tmp_path):
    file = tmp_path / "calls.csv"
    file.write_text("caller,callee,minutes,day\nAda,Bob,2.5,1\nBob,Ada,1,2\n")
    graph = igc.Graph(f"{file},source=caller,target=callee,weight=minutes")
    report = igc.pagerank(graph, weight=True, device="cpu:2").report
    assert report["weights"] == ["weight"] and report["weight_column"] == "minutes"
    assert report["unread_columns"] == ["day"]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("device", ["cpu:2", "interpreter"])
def test_distances_of_real_weights_are_those_of_scipy(dtype, device):
    sources, targets = random_edges(5, 60, 200, loops=False, parallel=False)
    values = np.random.default_rng(5).random(len(sources)).astype(dtype) + dtype(0.01)
    matrix = sp.csr_array((values, (sources, targets)), shape=(60, 60))
    result = igc.sssp(matrix, 3, device=device, check=True)
    expected = csgraph.dijkstra(matrix.astype(np.float64), indices=3)
    assert result.dist.dtype == np.float64
    assert np.allclose(result.dist, expected, rtol=1e-12)
    assert np.array_equal(result.reached, np.isfinite(expected)) and not result.reached.all()
    assert np.array_equal(result.with_inf("dist"), result.dist)
    assert result.to_pandas()["dist"].tolist() == result.dist.tolist()
    several = igc.sssp(matrix, sources=[3, 4], device=device)
    assert several.dist.shape == (2, 60) and np.array_equal(several.dist[0], result.dist)
    pinned = igc.sssp(matrix, 3, device=device, opts="none")
    assert np.array_equal(pinned.dist, result.dist)


def test_the_type_of_weights_decides_the_type_of_distances():
    sources, targets = np.array([0, 1]), np.array([1, 2])
    cases = [
        (np.array([1, 2], np.uint32), np.uint32),
        (np.array([1, 2], np.int64), np.uint32),
        (np.array([1, 2**32], np.int64), np.float64),
        (np.array([1.0, 2.0], np.float32), np.float64),
        (np.array([1.0, 2.0], np.float64), np.float64),
    ]
    for weights, dtype in cases:
        result = igc.sssp((sources, targets, weights), 0, device="cpu:2", check=True)
        assert result.dist.dtype == dtype, weights
        assert result.dist.tolist() == [0, 1, 1 + weights[1]]


def test_forests_of_real_weights_are_those_of_networkx():
    given = graph_with([-0.5, 0.1, 0.2, 0.7, 3.25]).to_undirected()
    result = igc.mst(given, weight="cost", device="cpu:2", check=True)
    edges = result.to_pandas("edges")
    chosen = edges[edges["in_forest"]]
    total = sum(given[u][v]["cost"] for u, v in zip(chosen["source"], chosen["target"], strict=True))
    expected = nx.minimum_spanning_tree(given, weight="cost").size(weight="cost")
    assert abs(total - expected) < 1e-9
    assert result.report["program"] == "mst_real"


def test_weights_are_chosen_by_name_or_given():
    frame = pd.DataFrame({"source": [0, 0, 1], "target": [1, 2, 0], "minutes": [3.0, 1.0, 1.0], "weight": [1, 1, 1]})
    options = {"device": "cpu:2", "tolerance": 1e-6}
    named = igc.pagerank(frame, weight="minutes", **options).rank
    assert np.array_equal(igc.pagerank((frame.source, frame.target), weight=frame.minutes, **options).rank, named)
    graph = igc.Graph(frame, weights="minutes")
    assert np.array_equal(igc.pagerank(graph, weight=True, **options).rank, named)
    equal = igc.pagerank(frame, weight=True, **options).rank
    assert np.allclose(equal, igc.pagerank(graph, weight=None, **options).rank, atol=1e-5)
    assert not np.allclose(equal, named, atol=1e-2)
    assert np.array_equal(igc.pagerank(graph, weight=np.ones(3), **options).rank, equal)
    other = graph.with_weights([1.0, 2.0, 3.0])
    assert np.shares_memory(other.targets, graph.targets) and other.weights.tolist() == [1.0, 2.0, 3.0]
    assert igc.sssp(other, 0).dist.tolist() == [0.0, 1.0, 2.0]
    assert igc.sssp(frame, 0, weight="minutes").dist.tolist() == [0.0, 3.0, 1.0]
    assert igc.sssp(graph, 0, weight=[5, 6, 7]).dist.tolist() == [0, 5, 6]


def test_wrong_weights_are_refused():
    edges = igc.Graph([(0, 1, 0.5), (1, 2, 0.25)])
    cases = [
        (lambda: igc.pagerank(edges, weight="cost"), "without a name"),
        (lambda: igc.pagerank(edges, weight=False), "is True, the name"),
        (lambda: igc.pagerank(edges, weight=[1.0]), "1 weights for 2 edges"),
        (lambda: igc.pagerank(edges, weight=[1.0, np.nan]), "finite"),
        (lambda: igc.pagerank(edges, weight=[1.0, np.inf]), "finite"),
        (lambda: igc.pagerank(edges, weight=[1.0, -1.0]), "no weight is negative"),
        (lambda: igc.sssp(edges, 0, weight=[1.0, -0.5]), "edge 1 has the weight -0.5"),
        (lambda: igc.sssp(edges, 0, weight=[1, -1]), "edge 1 has the weight -1"),
        (lambda: igc.sssp(edges, 0, weight=None), "needs weights"),
        (lambda: igc.betweenness(edges, weight=[1.0, 0.0]), "greater than 0"),
        (lambda: igc.pagerank([(0, 1)], weight=True), "weights"),
        (lambda: igc.louvain(edges, weight=[1.0, -1.0]), "no weight is negative"),
        (lambda: igc.leiden(edges, weight=[1e308, 1e308]), "sum that fits"),
    ]
    for call, message in cases:
        with pytest.raises(igc.InputError, match=message):
            call()
