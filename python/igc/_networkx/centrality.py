"""Ranks, cores, triangles, sets and flows: the functions of NetworkX, with the checks of their arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
from networkx.algorithms import flow

from .. import _problems
from .._arrays import Array
from .._graph import Graph
from .._program import core_of
from .graph import UNREACHED, BackendGraph, bunch, finite_weights, has_loops, has_seed, options, program, weights_of
from .paths import can_sum

# Cores and betweenness


def core_number(G: BackendGraph) -> dict[Any, int]:
    if G.number_of_loops:
        message = "Input graph has self loops which is not permitted; Consider using G.remove_edges_from"
        raise nx.NetworkXNotImplemented(f"{message}(nx.selfloop_edges(G)).")
    return G.by_label(_problems.kcore(G.igc_graph(), **options()).core)


def betweenness_centrality(
    G: BackendGraph,
    k: Any = None,
    normalized: bool = True,
    weight: Any = None,
    endpoints: bool = False,
    seed: Any = None,
) -> dict[Any, float]:
    count = len(G)
    if not count:
        return {}
    made = G.igc_graph(weight, dtype=np.float64)
    score = _problems.bc(made, sources=count, weight=None if weight is None else True, **options()).score
    scale = 1.0 if count < 3 or G.is_directed() else 0.5
    if normalized and count > 2:
        scale = 1.0 / ((count - 1) * (count - 2))
    return G.by_label(score * scale)


# Ranks


def pagerank(
    G: BackendGraph,
    alpha: float = 0.85,
    personalization: Any = None,
    max_iter: int = 100,
    tol: float = 1.0e-6,
    nstart: Any = None,
    weight: Any = "weight",
    dangling: Any = None,
) -> dict[Any, float]:
    if not len(G):
        return {}
    if max_iter < 1:
        raise nx.PowerIterationFailedConvergence(max_iter)
    # The condition of NetworkX, as far as ranks of 32 bits can fulfil it.
    given: dict[str, Any] = {"damping": alpha, "tolerance": max(len(G) * tol, 1e-6), "rounds": max_iter}
    made, given["weight"] = G.weighted(weight)
    restart = np.ones(len(G))
    if personalization is None:
        rank = _problems.pr_normalised(made, **given, **options()).rank
    else:
        restart = np.array([personalization.get(node, 0) > 0 for node in G], np.float64)
        seeds = [G.labels[node] for node in np.flatnonzero(restart).tolist()]
        rank = _problems.pr_personalised(made, seeds=seeds, **given, **options()).rank
    if _change(made, rank, alpha, restart / restart.sum()) > given["tolerance"]:
        raise nx.PowerIterationFailedConvergence(max_iter)
    return G.by_label(rank)


def _change(graph: Graph, rank: Array, alpha: float, restart: Array) -> float:
    """Returns by how much another round would change the ranks in sum."""
    sources = graph.sources
    weights = np.ones(len(sources)) if graph.weights is None else graph.weights
    strength = np.bincount(sources, weights=weights, minlength=len(rank))
    given = rank.astype(np.float64)
    share = np.divide(given, strength, out=np.zeros(len(given)), where=strength > 0)
    gathered = np.bincount(graph.targets, weights=share[sources] * weights, minlength=len(given))
    restarts = (1 - alpha + alpha * given[strength == 0].sum()) * restart
    return float(np.abs(restarts + alpha * gathered - given).sum())


def hits(
    G: BackendGraph, max_iter: int = 100, tol: float = 1.0e-8, nstart: Any = None, normalized: bool = True
) -> tuple[dict[Any, float], dict[Any, float]]:
    if max_iter <= 0:
        raise nx.PowerIterationFailedConvergence(max_iter)
    # A round costs less than an iteration of NetworkX's solver, which converges in fewer.
    rounds, tolerance = 100 * max_iter, min(tol, 1e-8) / 10
    found = _problems.hits(G.igc_graph(), tolerance=tolerance, rounds=rounds, **options())
    authority = np.bincount(G.targets, weights=found.hub[G.sources], minlength=len(G))
    hub = np.bincount(G.sources, weights=authority[G.targets], minlength=len(G))
    if not np.abs(hub / hub.sum() - found.hub).sum() <= 10 * tolerance:
        raise nx.PowerIterationFailedConvergence(rounds)
    return G.by_label(found.hub), G.by_label(found.authority)


# Triangles


def _triangles(G: BackendGraph) -> Array:
    """Returns the number of triangles of each node."""
    return np.asarray(program("triangles")(G.igc_graph(), **options()).triangles)


def _degrees(G: BackendGraph) -> Array:
    """Returns the number of neighbours of each node. A node is not a neighbour of itself."""
    offsets, _, _ = G.igc_graph()._core.arrays_for(core_of("tri"))
    return np.diff(np.asarray(offsets).astype(np.int64))


def triangles(G: BackendGraph, nodes: Any = None) -> Any:
    found = G.by_label(_triangles(G))
    if nodes is None:
        return found
    return found[nodes] if nodes in G else {node: found[node] for node in bunch(G, nodes) or []}


def clustering(G: BackendGraph, nodes: Any = None, weight: Any = None) -> Any:
    counts = zip(G.labels, _triangles(G).tolist(), _degrees(G).tolist(), strict=True)
    found = {node: 2 * count / (degree * (degree - 1)) if count else 0 for node, count, degree in counts}
    if nodes is None:
        return found
    return found[nodes] if nodes in G else {node: found[node] for node in bunch(G, nodes) or []}


def average_clustering(G: BackendGraph, nodes: Any = None, weight: Any = None, count_zeros: bool = True) -> float:
    found = list(clustering(G, nodes).values())
    if not count_zeros:
        found = [value for value in found if value > 0]
    return float(sum(found) / len(found))


def transitivity(G: BackendGraph) -> float:
    count = _problems.tri(G.igc_graph(), **options()).triangles if len(G) else 0
    degree = _degrees(G) if count else np.zeros(0, np.int64)
    return 6 * count / int((degree * (degree - 1)).sum()) if count else 0


# Sets and flows


def maximal_independent_set(G: BackendGraph, nodes: Any = None, seed: Any = None) -> list[Any]:
    chosen = np.flatnonzero(_problems.mis(G.igc_graph(), **options()).in_set)
    return [G.labels[node] for node in chosen.tolist()]


def maximum_flow_value(
    flowG: BackendGraph, _s: Any, _t: Any, capacity: str = "capacity", flow_func: Any = None, **kwargs: Any
) -> Any:
    for node in (_s, _t):
        if node not in flowG:
            raise nx.NetworkXError(f"node {node} not in graph")
    if _s == _t:
        raise nx.NetworkXError("source and sink are the same node")
    made = flowG.igc_graph()
    # The flow needs both directions of each edge. One that does not exist has the capacity 0.
    own = flowG.sources.astype(np.int64) * len(flowG) + flowG.targets
    order = np.argsort(own)
    sources, targets = made.edges_for("max_flow")
    keys = sources.astype(np.int64) * len(flowG) + targets
    place = np.searchsorted(own, keys, sorter=order)
    edge = order[np.minimum(place, len(own) - 1)] if len(own) else np.zeros(0, np.int64)
    values = flowG.weights[capacity].values
    found = np.where(own[edge] == keys, values[edge], 0).astype(np.uint32)
    total = _problems.max_flow(made, _s, _t, capacity=found, **options()).total
    return float(total) if total and flowG.weights[capacity].are_floats else total


def minimum_cut_value(
    flowG: BackendGraph, _s: Any, _t: Any, capacity: str = "capacity", flow_func: Any = None, **kwargs: Any
) -> Any:
    return maximum_flow_value(flowG, _s, _t, capacity)


# Checks of arguments


def _check_core(G: Any) -> bool | str:
    return not G.is_directed() or "igc ignores the directions of edges, and NetworkX counts both"


def _check_betweenness(
    G: Any, k: Any = None, normalized: bool = True, weight: Any = None, endpoints: bool = False, seed: Any = None
) -> bool | str:
    if (k is not None and k != len(G)) or endpoints:
        return "igc takes over betweenness centrality without `k` and `endpoints`"
    if G.is_multigraph():
        return "parallel edges are different paths to igc"
    can = can_sum(G, weight)
    if weight is None or can is not True:
        return can
    found = weights_of(G, weight)
    if isinstance(found, str):
        return found
    if len(found.values) and not found.least > found.most * len(G) * _ROUNDED:
        return "a weight is 0, or tiny beside the length of a path"
    return True


#: A float changes if a number is added that is more than this share of the float.
_ROUNDED = 2.0**-52


def _has_other_weights(G: Any, weight: Any) -> bool:
    """Returns whether an edge has another weight than 1."""
    if weight is None:
        return False
    found = weights_of(G, weight) if isinstance(weight, str) else ""
    return isinstance(found, str) or not found.are_ones


def _check_pagerank(
    G: Any,
    alpha: float = 0.85,
    personalization: Any = None,
    max_iter: int = 100,
    tol: float = 1.0e-6,
    nstart: Any = None,
    weight: Any = "weight",
    dangling: Any = None,
) -> bool | str:
    if nstart is not None or dangling is not None:
        return "igc takes over PageRank without `nstart` and `dangling`"
    if personalization is not None:
        if not isinstance(personalization, dict):
            return "igc takes a dictionary as `personalization`"
        values = {value for node, value in personalization.items() if node in G} - {0}
        if len(values) != 1 or not min(values) > 0:
            return "igc takes a `personalization` whose values are 0 or one positive number"
    if not 0 <= alpha < 1:
        return "`alpha` is not from 0 to 1"
    if not tol > 0:
        return "`tol` is not positive"
    found = None if weight is None else finite_weights(G, weight)
    return found if isinstance(found, str) else True


def _check_hits(
    G: Any, max_iter: int = 100, tol: float = 1.0e-8, nstart: Any = None, normalized: bool = True
) -> bool | str:
    if nstart is not None or not normalized:
        return "igc takes over HITS without `nstart`, and with `normalized=True`"
    if len(G) < 2 or not G.number_of_edges():
        return "the graph has fewer than two nodes, or no edges"
    if not tol >= 0:
        return "`tol` is negative"
    return not _has_other_weights(G, "weight") or "igc does not take weights into account for HITS"


def _check_simple(G: Any) -> bool | str:
    return not (G.is_directed() or G.is_multigraph()) or "igc counts triangles of undirected graphs, not multigraphs"


def _check_triangles(G: Any, nodes: Any = None) -> bool | str:
    if bunch(G, nodes) is None:
        return "igc takes a node, list, tuple, set or dictionary as `nodes`"
    return _check_simple(G)


def _check_clustering(G: Any, nodes: Any = None, weight: Any = None) -> bool | str:
    if weight is not None:
        return "igc takes over clustering without `weight`"
    return _check_triangles(G, nodes)


def _check_average(G: Any, nodes: Any = None, weight: Any = None, count_zeros: bool = True) -> bool | str:
    if nodes is not None and nodes in G:
        return "a single node has no average"
    return _check_clustering(G, nodes, weight)


def _check_independent(G: Any, nodes: Any = None, seed: Any = None) -> bool | str:
    if nodes or has_seed(seed):
        return "igc takes over independent sets without `nodes` and `seed`"
    if has_loops(G):
        return "NetworkX refuses some self-loops"
    return len(G) > 0 or "the graph has no nodes"


def _check_flow(
    flowG: Any, _s: Any, _t: Any, capacity: str = "capacity", flow_func: Any = None, **kwargs: Any
) -> bool | str:
    known = (flow.boykov_kolmogorov, flow.dinitz, flow.edmonds_karp, flow.preflow_push, flow.shortest_augmenting_path)
    if kwargs or (flow_func is not None and flow_func not in known):
        return "igc takes over flows without further arguments, and without a `flow_func` of your own"
    if flowG.is_multigraph():
        return "NetworkX refuses multigraphs"
    found = weights_of(flowG, capacity, float("inf")) if isinstance(capacity, str) else "`capacity` is not a text"
    if isinstance(found, str):
        return found
    if not (found.are_whole and found.least >= 0 and found.most < UNREACHED):
        return "a capacity is not a whole number from 0 to 2³² - 2"
    return True


CHECKS: dict[str, Callable[..., bool | str]] = {
    "average_clustering": _check_average,
    "betweenness_centrality": _check_betweenness,
    "clustering": _check_clustering,
    "core_number": _check_core,
    "hits": _check_hits,
    "maximal_independent_set": _check_independent,
    "maximum_flow_value": _check_flow,
    "minimum_cut_value": _check_flow,
    "pagerank": _check_pagerank,
    "transitivity": _check_simple,
    "triangles": _check_triangles,
}
