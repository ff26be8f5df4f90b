"""Components, and properties that follow from them: the functions of NetworkX."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from .. import _problems
from .._arrays import Array
from .graph import BackendGraph, options
from .paths import hops


def _component(G: BackendGraph, problem: Callable[..., Any]) -> Array:
    """Returns the number of the component of each node."""
    return np.unique(problem(G.igc_graph(), **options()).component, return_inverse=True)[1]


def sets(G: BackendGraph, group: Array) -> list[set[Any]]:
    """Returns the sets of nodes with the same number."""
    members: list[set[Any]] = [set() for _ in range(int(group.max(initial=-1)) + 1)]
    for label, at in zip(G.labels, group.tolist(), strict=True):
        members[at].add(label)
    return members


def _groups(G: BackendGraph) -> list[set[Any]]:
    """Returns the connected components, in the order of their first nodes."""
    group = _component(G, _problems.cc)
    first = np.unique(group, return_index=True)[1]
    members = sets(G, group)
    return [members[at] for at in np.argsort(first).tolist()]


def count(G: BackendGraph, problem: Callable[..., Any]) -> int:
    """Returns the number of components."""
    return len(np.unique(problem(G.igc_graph(), **options()).component))


def is_one(G: BackendGraph, problem: Callable[..., Any]) -> bool:
    """Returns whether the graph is one component."""
    if not len(G):
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return count(G, problem) == 1


def connected_components(G: BackendGraph) -> Iterator[set[Any]]:
    yield from _groups(G)


def number_connected_components(G: BackendGraph) -> int:
    return count(G, _problems.cc)


def is_connected(G: BackendGraph) -> bool:
    return is_one(G, _problems.cc)


def node_connected_component(G: BackendGraph, n: Any) -> set[Any]:
    if n not in G:
        raise KeyError(n)
    return set(hops(G, n))


def weakly_connected_components(G: BackendGraph) -> Iterator[set[Any]]:
    yield from _groups(G)


def number_weakly_connected_components(G: BackendGraph) -> int:
    return count(G, _problems.cc)


def is_weakly_connected(G: BackendGraph) -> bool:
    return is_one(G, _problems.cc)


def strongly_connected_components(G: BackendGraph) -> Iterator[set[Any]]:
    group = _component(G, _problems.scc)
    members = sets(G, group)
    for at in _sinks_first(len(members), group[G.sources], group[G.targets]):
        yield members[at]


def _sinks_first(count: int, sources: Array, targets: Array) -> Iterator[int]:
    """Returns the nodes of an acyclic graph so that the target of each edge comes before its source.

    NetworkX returns components in such an order, and some of its functions depend on it.
    """
    differ = sources != targets
    sources, targets = sources[differ], targets[differ]
    waiting = np.bincount(sources, minlength=count)
    order = np.argsort(targets, kind="stable")
    starts = np.searchsorted(targets[order], np.arange(count + 1))
    before = sources[order]
    ready = np.flatnonzero(waiting == 0).tolist()
    while ready:
        node = ready.pop()
        yield node
        for source in before[starts[node] : starts[node + 1]].tolist():
            waiting[source] -= 1
            if not waiting[source]:
                ready.append(source)


def number_strongly_connected_components(G: BackendGraph) -> int:
    return count(G, _problems.scc)


def is_strongly_connected(G: BackendGraph) -> bool:
    return is_one(G, _problems.scc)


# Components that no edge leaves


def _attracting(G: BackendGraph) -> tuple[Array, Array]:
    """Returns the component of each node, and whether no edge leaves a component."""
    group = _component(G, _problems.scc)
    sources, targets = group[G.sources], group[G.targets]
    is_left = np.zeros(int(group.max(initial=-1)) + 1, np.bool_)
    is_left[sources[sources != targets]] = True
    return group, ~is_left


def attracting_components(G: BackendGraph) -> Iterator[set[Any]]:
    group, attracts = _attracting(G)
    members = sets(G, group)
    for at in np.flatnonzero(attracts).tolist():
        yield members[at]


def number_attracting_components(G: BackendGraph) -> int:
    return int(_attracting(G)[1].sum())


def is_attracting_component(G: BackendGraph) -> bool:
    return len(_attracting(G)[1]) == 1


# Cycles and trees


def is_directed_acyclic_graph(G: BackendGraph) -> bool:
    return G.is_directed() and not G.number_of_loops and count(G, _problems.scc) == len(G)


def flow_hierarchy(G: BackendGraph, weight: Any = None) -> float:
    if not G.number_of_edges():
        raise nx.NetworkXError("flow_hierarchy not applicable to empty graphs")
    if not G.is_directed():
        raise nx.NetworkXError("G must be a digraph in flow_hierarchy")
    group = _component(G, _problems.scc)
    inside = int((group[G.sources] == group[G.targets]).sum())
    return 1 - inside / G.number_of_edges()


def _refuse_empty(G: BackendGraph) -> None:
    if not len(G):
        raise nx.NetworkXPointlessConcept("G has no nodes.")


def is_tree(G: BackendGraph) -> bool:
    _refuse_empty(G)
    return len(G) - 1 == G.number_of_edges() and count(G, _problems.cc) == 1


def is_forest(G: BackendGraph) -> bool:
    _refuse_empty(G)
    # A component has at least as many edges as a tree with its nodes.
    return len(G) - G.number_of_edges() == count(G, _problems.cc)


def _has_one_parent(G: BackendGraph) -> bool:
    """Returns whether at most one edge leads to each node."""
    return int(np.bincount(G.targets, minlength=1).max()) <= 1


def is_arborescence(G: BackendGraph) -> bool:
    return is_tree(G) and _has_one_parent(G)


def is_branching(G: BackendGraph) -> bool:
    return is_forest(G) and _has_one_parent(G)


def _check_hierarchy(G: Any, weight: Any = None) -> bool | str:
    return weight is None or "igc takes over the flow hierarchy without `weight`"


CHECKS: dict[str, Callable[..., bool | str]] = {"flow_hierarchy": _check_hierarchy}
