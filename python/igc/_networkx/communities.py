"""Communities: the function of NetworkX, with the check of its arguments."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _problems
from .components import sets
from .graph import BackendGraph, options, weights_of

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
    column = None if weight is None or G.weights[weight].are_ones else weight
    made = G.igc_graph(column, dtype=np.float64)
    found = _problems.louvain(made, weight=None if column is None else True, **options())
    return sets(G, np.unique(found.community, return_inverse=True)[1])


def _check_louvain(
    G: Any,
    weight: Any = "weight",
    resolution: Any = 1,
    threshold: Any = _THRESHOLD,
    max_level: Any = None,
    seed: Any = None,
) -> bool | str:
    # Without a seed, NetworkX passes the generator of the module `random`.
    has_seed = seed is not None and seed is not random._inst
    if resolution != 1 or threshold != _THRESHOLD or max_level is not None or has_seed:
        return "igc takes over communities without `resolution`, `threshold`, `max_level` and `seed`"
    if G.is_directed() or G.is_multigraph():
        return "igc takes over communities of undirected graphs, not multigraphs"
    loops = G.number_of_loops if isinstance(G, BackendGraph) else sum(node in near for node, near in G._adj.items())
    if loops:
        return "igc leaves out self-loops"
    if weight is None or not G.number_of_edges():
        return True
    if not isinstance(weight, str):
        return "igc takes the name of an attribute as `weight`"
    weights = weights_of(G, weight)
    if isinstance(weights, str):
        return weights
    is_known = weights.least >= 0 and 0 < weights.most < math.inf
    return is_known or f"the values of `{weight}` are negative, infinite, NaN or all 0"


CHECKS: dict[str, Callable[..., bool | str]] = {"louvain_communities": _check_louvain}
