"""Searches and shortest paths: the functions of NetworkX, with the checks of their arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from .. import _problems
from .._arrays import Array
from .graph import UNREACHED, BackendGraph, options, program, weights_of

#: Before version 3.5, `single_target_shortest_path_length` of NetworkX returns an iterator.
_RETURNS_DICTIONARY = tuple(int(part) for part in nx.__version__.split(".")[:2]) >= (3, 5)

#: A sum of floats is exact up to this if the floats are whole numbers.
_EXACT = 2**53


def levels(graph: BackendGraph, source: Any, *, reverse: bool = False) -> Array:
    """Returns the number of edges on a shortest path to each node."""
    return np.asarray(_problems.bfs(graph.igc_graph(reverse=reverse), source, **options()).level)


def hops(graph: BackendGraph, source: Any, cutoff: Any = None, *, reverse: bool = False) -> dict[Any, int]:
    """Returns the numbers of edges on shortest paths, from the shortest to the longest."""
    level = levels(graph, source, reverse=reverse)
    return _sorted(graph, level, level != UNREACHED, None if cutoff is None else np.ceil(cutoff))


def distances(
    graph: BackendGraph, sources: list[Any], weight: Any, cutoff: Any = None, *, reverse: bool = False
) -> dict[Any, Any]:
    """Returns the lengths of shortest paths from the nearest source, from the shortest to the longest.

    The length to a source is the integer 0, also if the weights are floats, as in NetworkX.
    """
    is_small = weight is None or _longest(graph, graph.weights[weight]) < UNREACHED
    made = graph.igc_graph(weight, reverse=reverse, dtype=np.uint32 if is_small else np.float64)
    if is_small and len(sources) == 1:
        run = _problems.bfs if weight is None else _problems.sssp
        dist = run(made, sources[0], **options())["level" if weight is None else "dist"]
    else:
        nearest = program("paths", "u32" if is_small else "f64", has_weights=weight is not None)
        dist = nearest(made, sources=sources, **options()).dist
    is_reached = dist < (UNREACHED if is_small else np.inf)
    are_floats = weight is not None and graph.weights[weight].are_floats
    lengths = np.where(is_reached, dist, 0).astype(np.float64 if are_floats else np.int64)
    found = _sorted(graph, lengths, is_reached, cutoff)
    return {**dict.fromkeys(sources, 0), **found, **dict.fromkeys(sources, 0)}


def _sorted(graph: BackendGraph, lengths: Array, is_reached: Array, cutoff: Any) -> dict[Any, Any]:
    """Returns lengths from the shortest to the longest, and nodes of equal length in the order of the graph."""
    if cutoff is not None:
        is_reached = is_reached & (lengths <= cutoff)
    nodes = np.flatnonzero(is_reached)
    nodes = nodes[np.argsort(lengths[nodes], kind="stable")]
    return dict(zip((graph.labels[node] for node in nodes.tolist()), lengths[nodes].tolist(), strict=True))


def _longest(graph: Any, weights: Any) -> float:
    """Returns a limit for the length of a path if the weights are whole numbers, and infinity otherwise."""
    return float(weights.most) * max(len(graph) - 1, 1) if weights.are_whole else float("inf")


# Numbers of edges


def single_source_shortest_path_length(G: BackendGraph, source: Any, cutoff: Any = None) -> dict[Any, int]:
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} is not in G")
    return {source: 0, **hops(G, source, cutoff)}


def single_target_shortest_path_length(G: BackendGraph, target: Any, cutoff: Any = None) -> Any:
    if target not in G:
        raise nx.NodeNotFound(f"Target {target} is not in G")
    lengths = {target: 0, **hops(G, target, cutoff, reverse=True)}
    return lengths if _RETURNS_DICTIONARY else iter(lengths.items())


def all_pairs_shortest_path_length(G: BackendGraph, cutoff: Any = None) -> Iterator[tuple[Any, dict[Any, int]]]:
    for node in G:
        yield node, {node: 0, **hops(G, node, cutoff)}


def has_path(G: BackendGraph, source: Any, target: Any) -> bool:
    return _between(G, source, target) is not None


def _between(graph: BackendGraph, source: Any, target: Any) -> int | None:
    """Returns the number of edges on a shortest path between two nodes, or `None` if there is no path."""
    if source not in graph:
        raise nx.NodeNotFound(f"Source {source} is not in G")
    if target not in graph:
        raise nx.NodeNotFound(f"Target {target} is not in G")
    level = levels(graph, source)[graph.number(target)].item()
    return None if level == UNREACHED else int(level)


def _connected_to(graph: BackendGraph, source: Any, *, reverse: bool) -> set[Any]:
    """Returns the nodes on paths from a node, or on paths to it. The node is not part of them."""
    if source not in graph:
        raise nx.NetworkXError(f"The node {source} is not in the {'digraph' if graph.is_directed() else 'graph'}.")
    return set(hops(graph, source, reverse=reverse)) - {source}


def descendants(G: BackendGraph, source: Any) -> set[Any]:
    return _connected_to(G, source, reverse=False)


def ancestors(G: BackendGraph, source: Any) -> set[Any]:
    return _connected_to(G, source, reverse=True)


def descendants_at_distance(G: BackendGraph, source: Any, distance: Any) -> set[Any]:
    if source not in G:
        raise nx.NetworkXError(f"The node {source} is not in the graph.")
    level = levels(G, source)
    nodes = np.flatnonzero((level == distance) & (level != UNREACHED))
    return {G.labels[node] for node in nodes.tolist()}


def efficiency(G: BackendGraph, u: Any, v: Any) -> float:
    length = _between(G, u, v)
    return 0 if length is None else 1 / length


# Sums of weights


def single_source_dijkstra_path_length(
    G: BackendGraph, source: Any, cutoff: Any = None, weight: Any = "weight"
) -> dict[Any, Any]:
    return multi_source_dijkstra_path_length(G, {source}, cutoff, weight)


def multi_source_dijkstra_path_length(
    G: BackendGraph, sources: Any, cutoff: Any = None, weight: Any = "weight"
) -> dict[Any, Any]:
    if not sources:
        raise ValueError("sources must not be empty")
    for source in sources:
        if source not in G:
            raise nx.NodeNotFound(f"Node {source} not found in graph")
    return distances(G, list(sources), weight, cutoff)


def all_pairs_dijkstra_path_length(
    G: BackendGraph, cutoff: Any = None, weight: Any = "weight"
) -> Iterator[tuple[Any, dict[Any, Any]]]:
    for node in G:
        yield node, distances(G, [node], weight, cutoff)


def dijkstra_path_length(G: BackendGraph, source: Any, target: Any, weight: Any = "weight") -> Any:
    if source not in G:
        raise nx.NodeNotFound(f"Node {source} not found in graph")
    lengths = distances(G, [source], weight)
    if target not in lengths:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return lengths[target]


def single_source_bellman_ford_path_length(G: BackendGraph, source: Any, weight: Any = "weight") -> dict[Any, Any]:
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} not in G")
    return distances(G, [source], weight)


def all_pairs_bellman_ford_path_length(G: BackendGraph, weight: Any = "weight") -> Iterator[tuple[Any, dict[Any, Any]]]:
    for node in G:
        yield node, distances(G, [node], weight)


def bellman_ford_path_length(G: BackendGraph, source: Any, target: Any, weight: Any = "weight") -> Any:
    if source not in G:
        text = f"Node {source} not found in graph" if source == target else f"Source {source} not in G"
        raise nx.NodeNotFound(text)
    lengths = distances(G, [source], weight)
    if target not in lengths:
        raise nx.NetworkXNoPath(f"node {target} not reachable from {source}")
    return lengths[target]


def shortest_path_length(
    G: BackendGraph, source: Any = None, target: Any = None, weight: Any = None, method: str = "dijkstra"
) -> Any:
    is_dijkstra = method == "dijkstra"
    if source is None and target is None:
        if weight is None:
            return all_pairs_shortest_path_length(G)
        every = all_pairs_dijkstra_path_length if is_dijkstra else all_pairs_bellman_ford_path_length
        return every(G, weight=weight)
    if source is not None and target is not None:
        if weight is not None:
            return (dijkstra_path_length if is_dijkstra else bellman_ford_path_length)(G, source, target, weight)
        length = _between(G, source, target)
        if length is None:
            raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
        return length
    node = target if source is None else source
    if node not in G:
        if weight is None:
            raise nx.NodeNotFound(f"Source {node} is not in G")
        raise nx.NodeNotFound(f"Node {node} not found in graph" if is_dijkstra else f"Source {node} not in G")
    return distances(G, [node], weight, reverse=source is None)


# Checks of arguments


def can_sum(graph: Any, weight: Any) -> bool | str:
    """Returns whether igc can sum the weights of an attribute, or the reason why not."""
    if weight is None:
        return True
    if not isinstance(weight, str):
        return "igc takes the name of an attribute as the weight, not a function"
    found = weights_of(graph, weight)
    if isinstance(found, str):
        return found
    if not found.least >= 0:
        return "a weight is negative or not a number"
    if found.most == float("inf"):
        return "a weight is infinite"
    if not found.are_floats and _longest(graph, found) >= _EXACT:
        return "a path may be longer than 2⁵³ - 1"
    return True


def _check_source(G: Any, source: Any, cutoff: Any = None, weight: Any = "weight") -> bool | str:
    return can_sum(G, weight)


def _check_sources(G: Any, sources: Any, cutoff: Any = None, weight: Any = "weight") -> bool | str:
    if not isinstance(sources, (list, tuple, set, frozenset, dict)):
        return "igc takes a list, tuple, set or dictionary of sources"
    return can_sum(G, weight)


def _check_cutoff(G: Any, cutoff: Any = None, weight: Any = "weight") -> bool | str:
    return can_sum(G, weight)


def _check_ends(G: Any, source: Any, target: Any, weight: Any = "weight") -> bool | str:
    return can_sum(G, weight)


def _check_weight(G: Any, weight: Any = "weight") -> bool | str:
    return can_sum(G, weight)


def _check_bellman_ford(G: Any, source: Any, weight: Any = "weight") -> bool | str:
    return can_sum(G, weight)


def _check_any(
    G: Any, source: Any = None, target: Any = None, weight: Any = None, method: Any = "dijkstra"
) -> bool | str:
    if method not in ("dijkstra", "bellman-ford"):
        return f"igc does not know the method {method!r}"
    return can_sum(G, weight)


CHECKS: dict[str, Callable[..., bool | str]] = {
    "all_pairs_bellman_ford_path_length": _check_weight,
    "all_pairs_dijkstra_path_length": _check_cutoff,
    "bellman_ford_path_length": _check_ends,
    "dijkstra_path_length": _check_ends,
    "multi_source_dijkstra_path_length": _check_sources,
    "shortest_path_length": _check_any,
    "single_source_bellman_ford_path_length": _check_bellman_ford,
    "single_source_dijkstra_path_length": _check_source,
}
