"""Compares every function of the backend with NetworkX: values, types, order and errors."""

import functools
from collections.abc import Iterator

import numpy as np
import pytest

import igc

nx = pytest.importorskip("networkx")
pytestmark = pytest.mark.skipif("igc" not in nx.config.backends, reason="the backend is not installed")

from igc import _networkx, _networkx_info  # noqa: E402

KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]


def random_graph(kind, seed, edges, *, name=lambda at: f"n{at}", loops=True, nodes=25):
    """Returns a graph with integers, floats, capacities and ones as attributes, some of which are missing."""
    rng = np.random.default_rng(seed)
    made = kind(name="test")
    made.add_nodes_from(name(at) for at in range(nodes))
    for u, v in rng.integers(0, nodes, (edges, 2)).tolist():
        if loops or u != v:
            values = {"whole": int(rng.integers(0, 9)), "part": float(rng.random()), "large": 2**40 + u, "unit": 1}
            values["even"] = float(rng.integers(1, 9))
            values["capacity"] = int(rng.integers(0, 20))
            if rng.random() < 0.8:
                values["some"] = int(rng.integers(2, 5))
            made.add_edge(name(u), name(v), **values)
    return made


@functools.cache
def graphs(kind):
    """Returns special and random graphs. NetworkX keeps the conversions of a graph, so they are made once."""
    one = kind()
    one.add_node("n0")
    two = nx.disjoint_union(nx.path_graph(3, create_using=kind), nx.path_graph(4, create_using=kind))
    nx.set_edge_attributes(two, 3, "capacity")
    return [
        kind(),
        one,
        kind([("n0", "n0")]),
        kind([("n0", "n1"), ("n1", "n2"), ("n2", "n0"), ("n2", "n3"), ("n0", "n1")]),
        nx.cycle_graph(7, create_using=kind),
        two,
        random_graph(kind, 1, 24),
        random_graph(kind, 2, 70, loops=False, name=lambda at: 3 * at - 20, nodes=14),
        random_graph(kind, 3, 900, name=lambda at: (at, "x") if at % 3 else float(at) + 0.5, nodes=100),
    ]


def ends(graph):
    """Returns pairs of nodes, some of which are not in the graph."""
    nodes = list(graph)
    if not nodes:
        return [("absent", "absent")]
    return [("absent", nodes[0]), (nodes[0], "absent"), (nodes[0], nodes[0]), (nodes[0], nodes[-1])]


WEIGHTS = ["whole", "part", "even", "large", "some", "absent", None]


def alone(graph):
    yield (), {}


def with_node(graph):
    for _, node in ends(graph):
        yield (node,), {}


def with_ends(graph):
    for pair in ends(graph):
        yield pair, {}


def with_cutoff(graph):
    for cutoff in (None, -1, 0, 1, 1.5):
        yield (ends(graph)[-1][1], cutoff), {}


def with_weight(graph):
    if len(graph) < 20:
        for weight in ("whole", "part", None):
            yield (), {"weight": weight}


def with_node_and_weight(graph):
    for weight in WEIGHTS:
        yield (ends(graph)[-1][0],), {"weight": weight}
    yield ("absent",), {}


def with_cutoff_and_weight(graph):
    yield from with_node_and_weight(graph)
    for cutoff in (-1, 0, 0.7, 5):
        yield (ends(graph)[-1][0], cutoff), {"weight": "part"}
        yield (ends(graph)[-1][0], cutoff), {"weight": "whole"}


def with_ends_and_weight(graph):
    for pair in ends(graph):
        yield pair, {"weight": "whole"}
    for weight in WEIGHTS:
        yield ends(graph)[-1], {"weight": weight}


def with_sources(graph):
    some = list(graph)[:3]
    for sources in ([], set(some), [*some, "absent"]):
        yield (sources,), {"weight": "whole"}
    for weight in WEIGHTS:
        yield (some,), {"weight": weight}
    yield (some, 2), {"weight": "whole"}


def with_any(graph):
    for method in ("dijkstra", "bellman-ford"):
        for weight in ("whole", "part", None):
            options = {"weight": weight, "method": method}
            if len(graph) < 10:
                yield (), options
            for source, target in ends(graph)[-3:]:
                yield (), {"source": source, "target": target, **options}
            for node in ("absent", ends(graph)[-1][1]):
                yield (), {"source": node, **options}
                yield (), {"target": node, **options}


def with_distance(graph):
    for distance in (-1, 1, 2.0, 40):
        yield (ends(graph)[-1][1], distance), {}
    yield ("absent", 1), {}


def with_bunch(graph):
    yield (), {}
    nodes = list(graph)
    for some in (nodes[:1], set(nodes[3:5]), [*nodes[:2], "absent"], "absent", *nodes[-1:]):
        yield (some,), {}


def with_bounds(graph):
    for usebounds in (False, True):
        yield (), {"usebounds": usebounds}


def with_improved(graph):
    for improved in (True, False):
        yield (), {"wf_improved": improved}
        for _, node in ends(graph):
            yield (node,), {"wf_improved": improved}


def with_zeros(graph):
    yield (), {"count_zeros": False}
    yield from with_bunch(graph)


def with_normalized(graph):
    for normalized in (True, False):
        yield (), {"normalized": normalized}
    yield (), {"k": len(graph)}
    for weight in WEIGHTS:
        yield (), {"weight": weight, "normalized": False}


def with_restart(graph):
    nodes = list(graph)
    yield (), {"weight": None}
    yield (), {"weight": "unit", "alpha": 0.5}
    yield (), {"weight": None, "max_iter": 0}
    for some in (nodes[:1], nodes[:5], nodes):
        yield (), {"weight": None, "tol": 1e-8, "personalization": dict.fromkeys([*some, "absent"], 2)}
        yield (), {"weight": "part", "tol": 1e-8, "personalization": dict.fromkeys([*some, "absent"], 2)}
    for weight in WEIGHTS:
        yield (), {"weight": weight, "alpha": 0.7}


def with_capacity(graph):
    flows = nx.algorithms.flow
    for pair in ends(graph):
        yield pair, {}
        yield pair, {"capacity": "even", "flow_func": flows.edmonds_karp}


#: For each function, the calls that the test makes. The default is a call with nothing but the graph.
CALLS = {
    "all_pairs_bellman_ford_path_length": with_weight,
    "all_pairs_dijkstra_path_length": with_weight,
    "ancestors": with_node,
    "average_clustering": with_zeros,
    "bellman_ford_path_length": with_ends_and_weight,
    "betweenness_centrality": with_normalized,
    "center": with_bounds,
    "closeness_centrality": with_improved,
    "clustering": with_bunch,
    "descendants": with_node,
    "descendants_at_distance": with_distance,
    "diameter": with_bounds,
    "dijkstra_path_length": with_ends_and_weight,
    "eccentricity": with_bunch,
    "efficiency": with_ends,
    "has_path": with_ends,
    "local_reaching_centrality": with_node,
    "maximum_flow_value": with_capacity,
    "minimum_cut_value": with_capacity,
    "multi_source_dijkstra_path_length": with_sources,
    "node_connected_component": with_node,
    "pagerank": with_restart,
    "periphery": with_bounds,
    "radius": with_bounds,
    "shortest_path_length": with_any,
    "single_source_bellman_ford_path_length": with_node_and_weight,
    "single_source_dijkstra_path_length": with_cutoff_and_weight,
    "single_source_shortest_path_length": with_cutoff,
    "single_target_shortest_path_length": with_cutoff,
    "triangles": with_bunch,
}

#: These functions have no unique result. Tests of their own follow.
SEVERAL_RESULTS = {"hits", "louvain_communities", "maximal_independent_set"}

#: Ranks have 32 bits, and NetworkX stops at a tolerance.
TOLERANCE = {"pagerank": 1e-4}

#: NetworkX returns these nodes or components in an order that its documentation does not state.
ANY_ORDER = {"attracting_components", "strongly_connected_components"}

#: Dictionaries of lengths are sorted by the length, but nodes of the same length have no stated order.
BY_VALUE = {name for name in _networkx_info.FUNCTIONS if name.endswith("path_length") and "average" not in name}


def outcome(function, backend, graph, args, kwargs):
    """Returns the result of a call, or the type and the text of its error."""
    try:
        found = function(graph, *args, **kwargs, backend=backend)
        return list(found) if isinstance(found, Iterator) else found
    except Exception as error:
        return type(error), str(error)


def assert_same(name, found, expected):
    """Compares values, types and order."""
    assert type(found) is type(expected), (found, expected)
    if isinstance(expected, dict):
        assert found.keys() == expected.keys()
        if name not in BY_VALUE:
            assert list(found) == list(expected)
        elif "bellman" not in name and name != "shortest_path_length":
            assert_same("", list(found.values()), list(expected.values()))
        for key, value in expected.items():
            assert_same(name, found[key], value)
    elif isinstance(expected, (list, tuple)):
        assert len(found) == len(expected)
        if name in ANY_ORDER and isinstance(expected, list):
            assert {frozenset(one) for one in found} == {frozenset(one) for one in expected}
        else:
            for one, other in zip(found, expected, strict=True):
                assert_same(name, one, other)
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=1e-9, abs=TOLERANCE.get(name, 1e-12))
    else:
        assert found == expected


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", sorted(set(_networkx_info.FUNCTIONS) - SEVERAL_RESULTS))
def test_a_function_does_what_networkx_does(name, kind):
    function = getattr(nx, name)
    taken, is_implemented = 0, True
    for graph in graphs(kind):
        for args, kwargs in CALLS.get(name, alone)(graph):
            expected = outcome(function, "networkx", graph, args, kwargs)
            if isinstance(expected, tuple) and expected[0] is nx.NetworkXNotImplemented and name != "core_number":
                is_implemented = False
                break
            if _networkx.Backend.can_run(name, (graph, *args), kwargs) is not True:
                continue
            taken += 1
            found = outcome(function, "igc", graph, args, kwargs)
            if name == "single_target_shortest_path_length" and isinstance(expected, list):
                # Before version 3.5, NetworkX returns an iterator of the items.
                assert isinstance(found, list)
                found, expected = dict(found), dict(expected)
            try:
                assert_same(name, found, expected)
            except AssertionError as error:
                raise AssertionError(f"{graph}, {args}, {kwargs}: {found} is not {expected}") from error
    calls = _networkx_info.FUNCTIONS[name].calls
    is_refused = (kind().is_directed() and "undirected" in calls) or (kind().is_multigraph() and "multigraphs" in calls)
    is_refused |= not kind().is_directed() and calls.startswith("directed")
    assert taken or is_refused or not is_implemented, "igc takes over no call"


@pytest.mark.parametrize("kind", KINDS)
def test_independent_sets(kind):
    taken = 0
    for graph in graphs(kind):
        if kind().is_directed() or _networkx.Backend.can_run("maximal_independent_set", (graph,), {}) is not True:
            continue
        taken += 1
        found = nx.maximal_independent_set(graph, backend="igc")
        assert isinstance(found, list) and len(set(found)) == len(found)
        chosen = set(found)
        for node in graph:
            assert (node in chosen) != bool(chosen & set(graph[node])), "a node is in the set, or has a neighbour in it"
    assert taken or kind().is_directed()
    assert "seed" in _networkx.Backend.can_run("maximal_independent_set", (nx.Graph([(1, 2)]),), {"seed": 1})


@pytest.mark.parametrize("weights", [None, [1, 2, 50], [0.125, 30.0], [0, 3]])
def test_communities(weights):
    for seed in range(3):
        graph = random_graph(nx.Graph, seed, 60, nodes=30)
        graph.remove_edges_from(list(nx.selfloop_edges(graph)))
        for at, (_, _, values) in enumerate(graph.edges(data=True)):
            values.clear()
            values.update({} if weights is None else {"weight": weights[at % len(weights)]})
        assert _networkx.Backend.can_run("louvain_communities", (graph,), {}) is True
        found = nx.community.louvain_communities(graph, backend="igc")
        assert isinstance(found, list) and sorted(node for one in found for node in one) == sorted(graph)
        others = (nx.community.louvain_communities(graph, seed=one, backend="networkx") for one in range(10))
        least = min(nx.community.modularity(graph, one) for one in others)
        assert nx.community.modularity(graph, found) > least - 0.02
    alone = nx.community.louvain_communities(nx.empty_graph(3), backend="igc")
    assert alone == [{0}, {1}, {2}]


@pytest.mark.parametrize("kind", KINDS)
def test_hubs_and_authorities(kind):
    for seed in range(2):
        graph = random_graph(kind, seed, 300)
        assert _networkx.Backend.can_run("hits", (graph,), {}) is True
        found, expected = (nx.hits(graph, backend=backend) for backend in ("igc", "networkx"))
        for one, other in zip(found, expected, strict=True):
            assert list(one) == list(other)
            assert one == pytest.approx(other, abs=1e-6)
    for backend in ("igc", "networkx"):
        with pytest.raises(nx.PowerIterationFailedConvergence):
            nx.hits(graph, max_iter=0, backend=backend)


def test_a_program_of_the_backend_is_right_on_every_device(device):
    graph = random_graph(nx.Graph, 3, 120, nodes=70)
    nx.config.backends.igc.device, before = device, nx.config.backends.igc.device
    try:
        for name, kwargs in (("closeness_centrality", {}), ("triangles", {}), ("eccentricity", {"v": ["n1"]})):
            function = getattr(nx, name)
            expected = outcome(function, "networkx", graph, (), kwargs)
            assert_same(name, outcome(function, "igc", graph, (), kwargs), expected)
        sources = ["n1", "n2"]
        for weight in ("whole", "part", None):
            args = (graph, sources)
            found, expected = (
                nx.multi_source_dijkstra_path_length(*args, weight=weight, backend=backend)
                for backend in ("igc", "networkx")
            )
            assert found == expected
    finally:
        nx.config.backends.igc.device = before


def test_the_number_of_edges_is_that_of_networkx():
    for kind in KINDS:
        for graph in graphs(kind):
            made = _networkx.Backend.convert_from_nx(graph, preserve_graph_attrs=True)
            assert (len(made), made.number_of_edges()) == (len(graph), graph.number_of_edges())
            assert str(made) == str(graph)
            assert made.number_of_loops == nx.number_of_selfloops(graph)
            assert isinstance(made.igc_graph(), igc.Graph)
