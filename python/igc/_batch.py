"""Searches from several nodes in one run."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import numpy as np

from . import _arrays
from ._arrays import Array
from ._errors import DeviceError
from ._graph import Graph
from ._program import Program, compile
from ._results import Result

#: Most searches of one run: a word has this many bits.
_SEARCHES = 64

# `python/benchmarks/sources.py` measures these limits. They were measured on two cores, and not on GPUs.

#: Fewest searches that take less time together, on graphs of up to `_MANY_NODES` nodes and on larger ones.
_LEAST, _LEAST_OF_LARGE = 16, 64
_MANY_NODES = 1 << 16

#: On graphs with at most this many nodes, searches one after the other take their time before and after the run.
_FEW_NODES = 1 << 14

#: On graphs with at least this many edges per node, searches meet after a few rounds.
_DENSE = 6

#: Most elements of an output, which has an element for each search and node.
_MOST = 1 << 28


@functools.cache
def _program() -> Program:
    return compile(files(__package__).joinpath("levels.ig").read_text(encoding="utf-8"), name="levels")


def levels(graph: Graph, sources: Sequence[Any], device: str) -> tuple[Array, list[Result]] | None:
    """Returns the levels of searches from several nodes, with a row for each, and the results of the runs.

    Returns `None` if searches one after the other take less time, or if the device cannot run them together.
    """
    nodes, edges = graph.num_nodes, graph.num_edges
    together = min(_SEARCHES, _MOST // max(nodes, 1))
    least = _LEAST if nodes <= _MANY_NODES else _LEAST_OF_LARGE
    if min(len(sources), together) < least or (nodes > _FEW_NODES and edges < _DENSE * nodes):
        return None
    numbers = [graph.number(one) for one in sources]
    runs: list[Result] = []
    for first in range(0, len(numbers), together):
        some = numbers[first : first + together]
        start = np.zeros(nodes, np.uint64)
        np.bitwise_or.at(start, some, np.left_shift(np.uint64(1), np.arange(len(some), dtype=np.uint64)))
        try:
            runs.append(_program()(graph, start=start, sources=len(some), device=device))
        except DeviceError:
            # The device may lack atomic operations of 64 bits, or memory.
            return None
    rows = [run.level.reshape(-1, nodes) for run in runs]
    return (rows[0] if len(rows) == 1 else _arrays.counted(np.concatenate(rows))), runs
