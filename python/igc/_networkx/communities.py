"""Communities: the function of NetworkX, with the check of its arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _problems
from .components import sets
from .graph import BackendGraph, finite_weights, has_loops, has_seed, options

#: The default of NetworkX. igc's programs end when the modularity does not rise any more.
_THRESHOLD = 1e-7


def louvain_communities(
    G: BackendGraph,
    weight: Any = "weight",
    resolution: Any = 1,
    threshold: Any = _THRESHOLD,
    max_level: Any = None,
    seed: Any = None,
) -> list[set[Any]]:
    if not G.number_of_edges():
        return [{node} for node in G]
    made, given = G.weighted(weight)
    found = _problems.louvain(made, weight=given, **options())
    return sets(G, np.unique(found.community, return_inverse=True)[1])


def _check_louvain(
    G: Any,
    weight: Any = "weight",
    resolution: Any = 1,
    threshold: Any = _THRESHOLD,
    max_level: Any = None,
    seed: Any = None,
) -> bool | str:
    if resolution != 1 or threshold != _THRESHOLD or max_level is not None or has_seed(seed):
        return "igc takes over communities without `resolution`, `threshold`, `max_level` and `seed`"
    if G.is_directed() or G.is_multigraph():
        return "igc takes over communities of undirected graphs, not multigraphs"
    if has_loops(G):
        return "igc leaves out self-loops"
    if weight is None or not G.number_of_edges():
        return True
    found = finite_weights(G, weight)
    if isinstance(found, str):
        return found
    return found.most > 0 or "all weights are 0"


CHECKS: dict[str, Callable[..., bool | str]] = {"louvain_communities": _check_louvain}
