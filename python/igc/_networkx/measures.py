"""Measures of distance: the functions of NetworkX that need the distances between all nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import networkx as nx
import numpy as np

from .. import _problems
from .._arrays import Array
from .components import is_one
from .graph import UNREACHED, BackendGraph, bunch, options, program
from .paths import levels

#: Number of sources of one run of the program `distances`.
_SOURCES = 64


@dataclass(frozen=True)
class _Distances:
    """Facts about the distances from each node of a part of the graph. The node itself does not count."""

    #: Number of nodes that the node reaches.
    reached: Array
    #: Sum of their distances.
    total: Array
    #: Sum of the reciprocals of their distances.
    harmonic: Array
    #: The largest distance.
    farthest: Array


def _batches(G: BackendGraph, *, reverse: bool = False) -> Iterator[_Distances]:
    """Returns facts about the distances from 64 nodes at a time."""
    made = G.igc_graph(reverse=reverse)
    for first in range(0, len(G), _SOURCES):
        found = program("distances")(made, first=G.labels[first], **options())
        count = min(_SOURCES, len(G) - first)
        yield _Distances(*(found[name][:count] for name in ("reached", "total", "harmonic", "farthest")))


def _every(G: BackendGraph, *, reverse: bool = False) -> _Distances:
    """Returns facts about the distances from all nodes."""
    parts = list(_batches(G, reverse=reverse))
    columns = ([part.reached, part.total, part.harmonic, part.farthest] for part in parts)
    return _Distances(*(np.concatenate(column) for column in zip(*columns, strict=True)))


def _sums(G: BackendGraph) -> list[int] | None:
    """Returns the sum of the distances from each node, or `None` if a node does not reach all others."""
    sums: list[int] = []
    for part in _batches(G):
        if int(part.reached.min()) != len(G) - 1:
            return None
        sums += part.total.tolist()
    return sums


# Eccentricity


def _eccentricities(G: BackendGraph, usebounds: Any = False) -> dict[Any, int]:
    """Returns the largest distance from each node."""
    far: list[int] = []
    for part in _batches(G):
        if int(part.reached.min()) != len(G) - 1:
            if usebounds is True and not G.is_directed():
                raise nx.NetworkXError("Cannot compute metric because graph is not connected.")
            raise nx.NetworkXError(_infinite(G))
        far += part.farthest.tolist()
    return dict(zip(G.labels, far, strict=True))


def _infinite(G: BackendGraph) -> str:
    if G.is_directed():
        return "Found infinite path length because the digraph is not strongly connected"
    return "Found infinite path length because the graph is not connected"


def eccentricity(G: BackendGraph, v: Any = None, sp: Any = None, weight: Any = None) -> Any:
    if v is None:
        return _eccentricities(G)
    found: dict[Any, int] = {}
    for node in bunch(G, v) or []:
        level = levels(G, node)
        if int(level.max()) == UNREACHED:
            raise nx.NetworkXError(_infinite(G))
        found[node] = int(level.max())
    return found[v] if v in G else found


def diameter(G: BackendGraph, e: Any = None, usebounds: Any = False, weight: Any = None) -> int:
    return max(_eccentricities(G, usebounds).values())


def radius(G: BackendGraph, e: Any = None, usebounds: Any = False, weight: Any = None) -> int:
    return min(_eccentricities(G, usebounds).values())


def center(G: BackendGraph, e: Any = None, usebounds: Any = False, weight: Any = None) -> list[Any]:
    found = _eccentricities(G, usebounds)
    least = min(found.values())
    return [node for node, far in found.items() if far == least]


def periphery(G: BackendGraph, e: Any = None, usebounds: Any = False, weight: Any = None) -> list[Any]:
    found = _eccentricities(G, usebounds)
    most = max(found.values())
    return [node for node, far in found.items() if far == most]


# Sums of distances


def barycenter(G: BackendGraph, weight: Any = None, attr: Any = None, sp: Any = None) -> list[Any]:
    sums = _sums(G)
    if sums is None:
        text = f"Input graph {G} is disconnected, so every induced subgraph has infinite barycentricity."
        raise nx.NetworkXNoPath(text)
    return [node for node, total in zip(G.labels, sums, strict=True) if total == min(sums)]


def average_shortest_path_length(G: BackendGraph, weight: Any = None, method: Any = None) -> float:
    if not len(G):
        text = "the null graph has no paths, thus there is no average shortest path length"
        raise nx.NetworkXPointlessConcept(text)
    if len(G) == 1:
        return 0
    sums = _sums(G)
    if sums is None:
        raise nx.NetworkXError(f"Graph is not {'strongly ' if G.is_directed() else ''}connected.")
    return sum(sums) / (len(G) * (len(G) - 1))


def wiener_index(G: BackendGraph, weight: Any = None) -> float:
    if not is_one(G, _problems.scc if G.is_directed() else _problems.cc):
        return float("inf")
    total = sum(_sums(G) or [])
    return total if G.is_directed() else total / 2


def global_efficiency(G: BackendGraph) -> float:
    if len(G) < 2:
        return 0
    return float(_every(G).harmonic.sum()) / (len(G) * (len(G) - 1))


# Centrality


def closeness_centrality(G: BackendGraph, u: Any = None, distance: Any = None, wf_improved: Any = True) -> Any:
    if u is not None:
        if u not in G:
            raise nx.NodeNotFound(f"Source {u} is not in G")
        level = levels(G, u, reverse=True)
        level = level[level != UNREACHED]
        return _closeness(len(G), len(level) - 1, int(level.sum(dtype=np.uint64)), wf_improved)
    if not len(G):
        return {}
    every = _every(G, reverse=True)
    facts = zip(G.labels, every.reached.tolist(), every.total.tolist(), strict=True)
    return {node: _closeness(len(G), reached, total, wf_improved) for node, reached, total in facts}


def _closeness(nodes: int, reached: int, total: int, wf_improved: Any) -> float:
    if not total or nodes < 2:
        return 0.0
    near = reached / total
    return near * (reached / (nodes - 1)) if wf_improved else near


def harmonic_centrality(
    G: BackendGraph, nbunch: Any = None, distance: Any = None, sources: Any = None
) -> dict[Any, float]:
    if not len(G):
        return {}
    every = _every(G, reverse=True)
    facts = zip(G.labels, every.harmonic.tolist(), every.reached.tolist(), strict=True)
    # A node that no other node reaches has the integer 0 in NetworkX, and the order is that of a set.
    found = {node: harmonic if reached else 0 for node, harmonic, reached in facts}
    return {node: found[node] for node in set(G.labels)}


def _refuse_without_edges(G: BackendGraph) -> None:
    if not G.number_of_edges():
        raise nx.NetworkXError("Size of G must be positive")


def _refuse_one_node(G: BackendGraph) -> None:
    if len(G) == 1 and G.number_of_edges():
        text = "local_reaching_centrality of a single node with self-loop not well-defined"
        raise nx.NetworkXError(text)


def local_reaching_centrality(
    G: BackendGraph, v: Any, paths: Any = None, weight: Any = None, normalized: Any = True
) -> float:
    _refuse_one_node(G)
    _refuse_without_edges(G)
    if v not in G:
        raise nx.NodeNotFound(f"Source {v} not in G")
    return (int((levels(G, v) != UNREACHED).sum()) - 1) / (len(G) - 1)


def global_reaching_centrality(G: BackendGraph, weight: Any = None, normalized: Any = True) -> float:
    _refuse_without_edges(G)
    _refuse_one_node(G)
    shares = [reached / (len(G) - 1) for reached in _every(G).reached.tolist()]
    most = max(shares)
    return float(sum(most - share for share in shares) / (len(G) - 1))


# Checks of arguments


def _check_eccentricity(G: Any, v: Any = None, sp: Any = None, weight: Any = None) -> bool | str:
    if sp is not None or weight is not None:
        return "igc takes over the eccentricity without `sp` and `weight`"
    return bunch(G, v) is not None or "igc takes a node, list, tuple, set or dictionary as `v`"


def _check_extreme(G: Any, e: Any = None, usebounds: Any = False, weight: Any = None) -> bool | str:
    if e is not None or weight is not None:
        return "igc takes over measures of the eccentricity without `e` and `weight`"
    return len(G) > 0 or "the graph has no nodes"


def _check_center(G: Any, e: Any = None, usebounds: Any = False, weight: Any = None) -> bool | str:
    if not G.is_directed() and G.number_of_edges() == len(G) - 1:
        return "NetworkX has an algorithm for trees"
    return _check_extreme(G, e, usebounds, weight)


def _check_barycenter(G: Any, weight: Any = None, attr: Any = None, sp: Any = None) -> bool | str:
    if weight is not None or attr is not None or sp is not None:
        return "igc takes over the barycenter without `weight`, `attr` and `sp`"
    return _check_center(G)


def _check_average(G: Any, weight: Any = None, method: Any = None) -> bool | str:
    is_known = weight is None and method in (None, "unweighted")
    return is_known or "igc takes over the average of numbers of edges, without `weight`"


def _check_wiener(G: Any, weight: Any = None) -> bool | str:
    return weight is None or "igc takes over the Wiener index without `weight`"


def _check_closeness(G: Any, u: Any = None, distance: Any = None, wf_improved: Any = True) -> bool | str:
    return distance is None or "igc takes over closeness centrality without `distance`"


def _check_harmonic(G: Any, nbunch: Any = None, distance: Any = None, sources: Any = None) -> bool | str:
    is_known = nbunch is None and distance is None and sources is None
    return is_known or "igc takes over harmonic centrality without `nbunch`, `distance` and `sources`"


def _check_local(G: Any, v: Any, paths: Any = None, weight: Any = None, normalized: Any = True) -> bool | str:
    if paths is not None or weight is not None:
        return "igc takes over reaching centrality without `paths` and `weight`"
    return G.is_directed() or "the reaching centrality of undirected graphs needs the paths"


def _check_global(G: Any, weight: Any = None, normalized: Any = True) -> bool | str:
    return _check_local(G, None, None, weight)


CHECKS: dict[str, Callable[..., bool | str]] = {
    "average_shortest_path_length": _check_average,
    "barycenter": _check_barycenter,
    "center": _check_center,
    "closeness_centrality": _check_closeness,
    "diameter": _check_extreme,
    "eccentricity": _check_eccentricity,
    "global_reaching_centrality": _check_global,
    "harmonic_centrality": _check_harmonic,
    "local_reaching_centrality": _check_local,
    "periphery": _check_extreme,
    "radius": _check_extreme,
    "wiener_index": _check_wiener,
}
