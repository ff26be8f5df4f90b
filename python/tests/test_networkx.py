"""The backend of NetworkX."""

import inspect

import networkx as nx
import pytest

import igc

pytestmark = pytest.mark.skipif("igc" not in nx.config.backends, reason="the backend is not installed")

from igc import _networkx, _networkx_info  # noqa: E402

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]


def graph(kind, seed, nodes=25, edges=45):
    import numpy as np

    rng = np.random.default_rng(seed)
    made = kind()
    made.add_nodes_from(f"n{at}" for at in range(nodes))
    for u, v in rng.integers(0, nodes, (edges, 2)):
        made.add_edge(f"n{u}", f"n{v}", weight=int(rng.integers(0, 9)), cost=float(rng.integers(1, 9)))
    return made


def test_every_function_exists_and_has_the_parameters_of_networkx():
    for name in _networkx_info.FUNCTIONS:
        function = getattr(nx if hasattr(nx, name) else nx.community, name)
        expected = inspect.signature(function.orig_func).parameters
        assert list(inspect.signature(getattr(_networkx.Backend, name)).parameters) == list(expected), name
        assert "igc" in function.backends
        check = _networkx.CHECKS.get(name)
        assert check is None or list(inspect.signature(check).parameters) == list(expected), name
    assert len(_networkx_info.FUNCTIONS) >= 40


def test_components_come_before_those_that_lead_to_them():
    for seed in range(3):
        given = graph(nx.DiGraph, seed, edges=35)
        seen = set()
        for component in nx.strongly_connected_components(given, backend="igc"):
            seen |= component
            assert {v for u in component for v in given[u]} <= seen


def test_reasons_are_given():
    given = graph(nx.Graph, 1)
    can_run = _networkx.Backend.can_run
    cases = [
        ("pagerank", (given,), {"weight": lambda *_: 1}, "the name"),
        ("pagerank", (given,), {"weight": None, "personalization": {"n1": 1, "n2": 2}}, "personalization"),
        ("pagerank", (given,), {"weight": None, "alpha": 1.0}, "alpha"),
        ("betweenness_centrality", (given,), {"k": 3}, "without `k`"),
        ("betweenness_centrality", (nx.MultiGraph(),), {}, "parallel"),
        ("single_source_dijkstra_path_length", (given, "n1"), {"weight": lambda *_: 1}, "function"),
        ("single_source_dijkstra_path_length", (nx.path_graph(3), 0), {"bad": 1}, "arguments"),
        ("core_number", (nx.DiGraph(),), {}, "directions"),
        ("greedy_modularity_communities", (given,), {}, "no function"),
        ("louvain_communities", (given,), {"seed": 1}, "`seed`"),
        ("louvain_communities", (nx.DiGraph(),), {}, "undirected"),
        ("louvain_communities", (nx.Graph([(1, 1)]),), {}, "self-loops"),
        ("louvain_communities", (nx.Graph([(1, 2, {"weight": -1})]),), {}, "negative"),
        ("louvain_communities", (nx.path_graph(3),), {"weight": lambda *_: 1}, "the name"),
        ("hits", (given,), {}, "weights"),
        ("hits", (nx.path_graph(3),), {"nstart": {}}, "nstart"),
        ("hits", (nx.empty_graph(3),), {}, "no edges"),
        ("transitivity", (nx.DiGraph(),), {}, "undirected"),
        ("clustering", (nx.Graph(),), {"weight": "weight"}, "without `weight`"),
        ("clustering", (nx.path_graph(3),), {"nodes": iter([1])}, "a node, list"),
        ("average_clustering", (nx.path_graph(3), 1), {}, "single node"),
        ("diameter", (given,), {"weight": "weight"}, "without `e`"),
        ("radius", (nx.Graph(),), {}, "no nodes"),
        ("center", (nx.path_graph(3),), {}, "trees"),
        ("barycenter", (given,), {"attr": "x"}, "without `weight`, `attr`"),
        ("eccentricity", (given,), {"sp": {}}, "without `sp`"),
        ("average_shortest_path_length", (given,), {"method": "floyd-warshall"}, "without `weight`"),
        ("wiener_index", (given,), {"weight": "weight"}, "without `weight`"),
        ("closeness_centrality", (given,), {"distance": "weight"}, "without `distance`"),
        ("harmonic_centrality", (given,), {"nbunch": ["n1"]}, "without `nbunch`"),
        ("local_reaching_centrality", (given, "n1"), {}, "undirected"),
        ("global_reaching_centrality", (given,), {"weight": "weight"}, "without `paths`"),
        ("flow_hierarchy", (given,), {"weight": "weight"}, "without `weight`"),
        ("maximal_independent_set", (given, ["n1"]), {}, "without `nodes`"),
        ("maximal_independent_set", (nx.Graph([(1, 1)]),), {}, "self-loops"),
        ("maximum_flow_value", (nx.Graph([(0, 1, {"capacity": 1}), (1, 2)]), 0, 1), {}, "neither"),
        ("maximum_flow_value", (nx.path_graph(3), 0, 1), {}, "whole number"),
        ("maximum_flow_value", (given, "n1", "n2"), {"flow_func": lambda *_: 0}, "of your own"),
        ("minimum_cut_value", (nx.MultiGraph(), 0, 1), {}, "multigraphs"),
        ("multi_source_dijkstra_path_length", (given, iter(["n1"])), {}, "a list"),
        ("shortest_path_length", (given,), {"method": "astar"}, "method"),
    ]
    for name, args, kwargs, reason in cases:
        found = can_run(name, args, kwargs)
        assert isinstance(found, str) and reason in found, (name, found)
    reasons = (0.5, "neither"), (-1, "negative"), (2**51, "longer"), (2**70, "neither"), ("x", "neither")
    for weight, reason in reasons:
        path = nx.path_graph(5)
        path[0][1]["weight"] = weight
        found = can_run("dijkstra_path_length", (path, 0, 1), {})
        assert isinstance(found, str) and reason in found, (weight, found)
    for weight, reason in ((-0.5, "negative"), (float("nan"), "negative"), (float("inf"), "infinite")):
        path = nx.path_graph(5)
        nx.set_edge_attributes(path, weight, "weight")
        calls = [("dijkstra_path_length", (path, 0, 1), {}), ("pagerank", (path,), {})]
        calls.append(("betweenness_centrality", (path,), {"weight": "weight"}))
        for call in calls:
            found = can_run(*call)
            assert isinstance(found, str) and reason in found, (weight, found)
    for weights in ([0, 1, 1, 1], [1e-20, 1.0, 1.0, 1.0]):
        path = nx.path_graph(5)
        nx.set_edge_attributes(path, dict(zip(path.edges, weights, strict=True)), "weight")
        assert "tiny" in str(can_run("betweenness_centrality", (path,), {"weight": "weight"}))
        assert can_run("pagerank", (path,), {}) is True


def test_a_small_graph_is_left_to_networkx():
    should_run = _networkx.Backend.should_run
    given = graph(nx.MultiGraph, 1)
    assert "45 edges" in str(should_run("pagerank", (given,), {}))
    assert should_run("pagerank", (nx.gnm_random_graph(1200, 200_000, seed=1),), {}) is True
    assert "less time than a conversion" in str(should_run("descendants", (nx.path_graph(3), 0), {}))
    some = nx.gnm_random_graph(250, 2_000, seed=1)
    assert should_run("closeness_centrality", (some,), {}) is True
    for args, kwargs in (((some, 0), {}), ((some,), {"u": 0})):
        found = should_run("closeness_centrality", args, kwargs)
        assert "less time" in str(found), "one node needs one search"
    nx.config.backends.igc.min_edges = 45
    try:
        assert should_run("descendants", (given, "n1"), {}) is True
        assert "from 45 edges" in str(should_run("descendants", (nx.path_graph(3), 0), {}))
    finally:
        nx.config.backends.igc.min_edges = None
    nx.number_connected_components(given, backend="igc")
    assert should_run("descendants", (given, "n1"), {}) is True, "the graph is converted already"


def test_weights_and_arguments_decide_what_a_call_costs():
    work = lambda name, *args, **kwargs: _networkx._work(name, _networkx._arguments(name, (None, *args), kwargs))  # noqa: E731
    assert work("single_source_dijkstra_path_length", 0) == "weights"
    assert work("single_source_dijkstra_path_length", 0, weight=None) == "one pass"
    assert work("single_source_dijkstra_path_length", 0, None, None) == "one pass"
    assert work("shortest_path_length", 0, 1) == work("shortest_path_length", target=1) == "one pass"
    assert work("shortest_path_length", 0, weight="weight") == "weights"
    assert work("shortest_path_length") == "searches"
    assert work("shortest_path_length", weight="weight") == "searches, weighted"
    assert work("all_pairs_shortest_path_length") == "searches"
    assert work("all_pairs_dijkstra_path_length") == "searches, weighted"
    assert work("pagerank") == "ranks, weighted" and work("pagerank", weight=None) == "ranks"
    assert work("betweenness_centrality") == work("closeness_centrality") == "pairs"
    assert work("betweenness_centrality", weight="weight") == "pairs, weighted"
    assert work("louvain_communities", weight=None) == "communities"
    assert work("louvain_communities") == "communities, weighted"
    assert work("closeness_centrality", 3) == work("eccentricity", v=3) == "one pass"
    assert work("maximum_flow_value", 0, 1) == "flows"


def test_a_conversion_without_the_weights_does_not_count():
    given = nx.path_graph(5)
    nx.set_edge_attributes(given, 2, "length")
    should_run = _networkx.Backend.should_run
    nx.number_connected_components(given, backend="igc")
    assert should_run("descendants", (given, 0), {}) is True
    assert "4 edges" in str(should_run("pagerank", (given,), {"weight": "length"}))
    nx.pagerank(given, weight="length", backend="igc")
    assert should_run("pagerank", (given,), {"weight": "length"}) is True


def test_errors_are_those_of_networkx():
    given = graph(nx.DiGraph, 1)
    calls = [
        (nx.single_source_shortest_path_length, (given, "z")),
        (nx.single_target_shortest_path_length, (given, "z")),
        (nx.has_path, (given, "z", "n1")),
        (nx.descendants, (given, "z")),
        (nx.ancestors, (given, "z")),
        (nx.single_source_dijkstra_path_length, (given, "z")),
        (nx.dijkstra_path_length, (nx.empty_graph(2), 0, 1)),
        (nx.is_strongly_connected, (nx.DiGraph(),)),
        (nx.is_weakly_connected, (nx.DiGraph(),)),
        (nx.is_connected, (nx.Graph(),)),
        (nx.core_number, (nx.Graph([(1, 1)]),)),
    ]
    for function, args in calls:
        found = []
        for backend in ("igc", "networkx"):
            with pytest.raises(nx.NetworkXException) as caught:
                function(*args, backend=backend)
            found.append(caught.type)
        assert found[0] is found[1], (function.__name__, found)
    with pytest.raises(nx.PowerIterationFailedConvergence):
        nx.pagerank(given, weight=None, max_iter=1, backend="igc")


def test_a_graph_is_converted_once(monkeypatch):
    given = nx.gnm_random_graph(300, 900, seed=1)
    calls = []
    convert = _networkx.Backend.convert_from_nx
    monkeypatch.setattr(
        _networkx.Backend,
        "convert_from_nx",
        staticmethod(lambda *args, **kwargs: (calls.append(1), convert(*args, **kwargs))[1]),
    )
    for _ in range(3):
        nx.core_number(given, backend="igc")
        nx.number_connected_components(given, backend="igc")
    assert len(calls) == 1
    given.add_edge(0, 299)
    nx.core_number(given, backend="igc")
    assert len(calls) == 2


def test_a_graph_can_be_converted_and_given():
    given = graph(nx.DiGraph, 2)
    made = _networkx.Backend.convert_from_nx(given, edge_attrs={"weight": 1})
    assert (made.number_of_nodes(), made.number_of_edges()) == (25, given.number_of_edges())
    assert nx.descendants(made, "n5") == nx.descendants(given, "n5")
    found = nx.single_source_dijkstra_path_length(made, "n5")
    assert found == nx.single_source_dijkstra_path_length(given, "n5")
    again = _networkx.Backend.convert_to_nx(made)
    assert nx.utils.graphs_equal(again, nx.DiGraph((u, v, {"weight": w}) for u, v, w in given.edges(data="weight")))
    assert "n5" in made and [] not in made and "z" not in made
    assert isinstance(made.igc_graph("weight"), igc.Graph)


def test_automatic_dispatch(monkeypatch):
    called = []
    run = _networkx.Backend.number_connected_components
    monkeypatch.setattr(
        _networkx.Backend, "number_connected_components", staticmethod(lambda G: (called.append(1), run(G))[1])
    )
    nx.config.backends.igc.min_edges = 10_000
    try:
        with nx.config.backend_priority(algos=["igc"]):
            assert nx.number_connected_components(nx.path_graph(5)) == 1
            assert not called, "the graph is too small"
            assert nx.number_connected_components(nx.gnm_random_graph(500, 12_000, seed=1)) == 1
            assert called == [1]
    finally:
        nx.config.backends.igc.min_edges = None
