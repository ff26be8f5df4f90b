"""Graphs of NetworkX in igc's form, and their conversion."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from itertools import chain
from typing import Any

import networkx as nx
import numpy as np

from .. import _arrays
from .._arrays import Array
from .._graph import Graph, Ids, _label_array, _sources
from .._program import Program, compile

#: A node that a search does not reach has this level, or this distance.
UNREACHED = 2**32 - 1


@dataclass(frozen=True)
class Weights:
    """The values of an attribute, in the order of the edges. `are_floats` says whether they are floats in Python."""

    values: Array
    default: Any

    @property
    def are_floats(self) -> bool:
        """Whether the values are floats. Otherwise, they are integers."""
        return self.values.dtype.kind == "f"

    @functools.cached_property
    def least(self) -> float | int:
        """The smallest value. It is NaN if a value is NaN."""
        return self.values.min().item() if len(self.values) else 0

    @functools.cached_property
    def most(self) -> float | int:
        """The largest value."""
        return self.values.max().item() if len(self.values) else 0

    @functools.cached_property
    def are_whole(self) -> bool:
        """Whether all values are whole numbers."""
        return not self.are_floats or bool(np.isfinite(self.values).all() and (self.values % 1 == 0).all())

    @functools.cached_property
    def are_ones(self) -> bool:
        """Whether all values are 1."""
        return bool((self.values == 1).all())


class BackendGraph:
    """A graph of NetworkX in igc's form. It does not change.

    The edges have the order of NetworkX's adjacency: `targets[offsets[u]:offsets[u + 1]]` are the neighbours of node
    number `u`. An undirected edge is stored in both directions, and an undirected self-loop once.
    """

    __networkx_backend__ = "igc"

    def __init__(
        self,
        offsets: Array,
        targets: Array,
        labels: list[Any],
        weights: dict[str, Weights],
        kind: type[Any],
        attributes: dict[str, Any],
    ) -> None:
        self.offsets = offsets
        self.targets = targets
        self.labels = labels
        self.weights = weights
        self.graph = attributes
        self._kind = kind
        self._ids = Ids(_label_array(labels))
        self._graphs: dict[Any, Graph] = {}
        self.__networkx_cache__: dict[str, Any] = {}

    def is_directed(self) -> bool:
        """Returns whether the edges have a direction."""
        return bool(self._kind().is_directed())

    def is_multigraph(self) -> bool:
        """Returns whether edges may be parallel."""
        return bool(self._kind().is_multigraph())

    def number_of_nodes(self) -> int:
        """Returns the number of nodes."""
        return len(self.labels)

    def number_of_edges(self) -> int:
        """Returns the number of edges. An undirected edge counts once."""
        stored = len(self.targets)
        return stored if self.is_directed() else (stored + self.number_of_loops) // 2

    @functools.cached_property
    def sources(self) -> Array:
        """The node that each edge starts from."""
        return _sources(self.offsets)

    @functools.cached_property
    def number_of_loops(self) -> int:
        """The number of self-loops."""
        return int((self.sources == self.targets).sum())

    def __len__(self) -> int:
        return len(self.labels)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.labels)

    def __contains__(self, node: object) -> bool:
        try:
            return node in self._ids.numbers
        except TypeError:
            return False

    def __str__(self) -> str:
        """Returns the text that NetworkX shows for the graph, because its errors contain it."""
        name = self.graph.get("name")
        named = f" named {name!r}" if name else ""
        return f"{self._kind.__name__}{named} with {len(self)} nodes and {self.number_of_edges()} edges"

    def number(self, node: Any) -> int:
        """Returns the number of a node."""
        return self._ids.number(node)

    def igc_graph(self, weight: str | None = None, *, reverse: bool = False, dtype: Any = np.uint32) -> Graph:
        """Returns the graph for igc. It is made once for each attribute, type of weights and direction."""
        reverse = reverse and self.is_directed()
        key = (weight, reverse, None if weight is None else np.dtype(dtype))
        if key not in self._graphs:
            weights = None if weight is None else self.weights[weight].values.astype(dtype)
            if reverse:
                made = Graph((self.targets, self.sources), weights=weights, nodes=len(self), ids=False)
            else:
                made = Graph.from_csr(self.offsets, self.targets, weights)
            self._graphs[key] = Graph._from_core(made._core, self._ids)
        return self._graphs[key]

    def weighted(self, weight: str | None) -> tuple[Graph, bool | None]:
        """Returns the graph for igc, and the argument `weight` of a problem: `None` if all weights are 1."""
        column = None if weight is None or self.weights[weight].are_ones else weight
        return self.igc_graph(column, dtype=np.float64), None if column is None else True

    def by_label(self, values: Array) -> dict[Any, Any]:
        """Returns a value of each node by its label, in the order of the nodes."""
        return dict(zip(self.labels, values.tolist(), strict=True))

    def to_networkx(self) -> Any:
        """Returns a graph of NetworkX with the same nodes and edges, and the weights that were converted."""
        made = self._kind()
        made.graph.update(self.graph)
        made.add_nodes_from(self.labels)
        kept = np.arange(len(self.targets)) if self.is_directed() else np.flatnonzero(self.sources <= self.targets)
        ends = (end[kept].tolist() for end in (self.sources, self.targets))
        columns = {name: weights.values[kept].tolist() for name, weights in self.weights.items()}
        for at, (u, v) in enumerate(zip(*ends, strict=True)):
            values = {name: column[at] for name, column in columns.items()}
            made.add_edge(self.labels[u], self.labels[v], **values)
        return made


def _kind(graph: Any) -> type[Any]:
    """Returns the class of NetworkX with the same properties."""
    kinds: dict[tuple[bool, bool], type[Any]] = {
        (False, False): nx.Graph,
        (True, False): nx.DiGraph,
        (False, True): nx.MultiGraph,
        (True, True): nx.MultiDiGraph,
    }
    return kinds[graph.is_directed(), graph.is_multigraph()]


def _attributes(graph: Any) -> Iterator[dict[str, Any]]:
    """Returns the attributes of each edge, in the order of the adjacency."""
    for neighbours in graph._adj.values():
        for attributes in neighbours.values():
            if graph.is_multigraph():
                yield from attributes.values()
            else:
                yield attributes


def _as_array(values: list[Any]) -> Array | None:
    """Returns numbers of one kind as an array of `int64` or `float64`, and `None` for other values."""
    kinds = set(map(type, values))
    if all(issubclass(kind, (int, np.integer)) for kind in kinds):
        try:
            return np.array(values, dtype=np.int64)
        except OverflowError:
            return None
    return np.array(values, dtype=np.float64) if all(issubclass(kind, float) for kind in kinds) else None


def _collect(graph: Any, attribute: str, default: Any) -> Weights | None:
    """Returns the values of an attribute, or `None` if igc cannot use them."""
    values = _as_array([attributes.get(attribute, default) for attributes in _attributes(graph)])
    return None if values is None else Weights(values, default)


def convert(
    graph: Any, edge_attrs: dict[str, Any] | None, preserve_edge_attrs: bool, preserve_graph_attrs: bool
) -> BackendGraph:
    """Converts a graph of NetworkX. Attributes of edges are kept if all their values are integers, or all floats."""
    labels = list(graph)
    adjacency = graph._adj.values()
    ends: Iterable[Any]
    if graph.is_multigraph():
        ends = (end for neighbours in adjacency for end, keys in neighbours.items() for _ in range(len(keys)))
        degrees = [sum(map(len, neighbours.values())) for neighbours in adjacency]
    else:
        ends = chain.from_iterable(adjacency)
        degrees = list(map(len, adjacency))
    offsets = np.zeros(len(labels) + 1, np.uint32 if sum(degrees) < 2**32 else np.uint64)
    np.cumsum(degrees, out=offsets[1:])
    if set(map(type, labels)) != {int} or labels != list(range(len(labels))):
        number = {node: at for at, node in enumerate(labels)}
        ends = map(number.__getitem__, ends)
    targets = _arrays.counted(np.fromiter(ends, np.uint32, int(offsets[-1])))
    wanted = {name: 1 if default is None else default for name, default in (edge_attrs or {}).items()}
    if preserve_edge_attrs:
        wanted.update({name: 1 for attributes in _attributes(graph) for name in attributes if isinstance(name, str)})
    collected = {name: _collect(graph, name, default) for name, default in wanted.items()}
    weights = {name: found for name, found in collected.items() if found is not None}
    attributes = dict(graph.graph) if preserve_graph_attrs else {}
    return BackendGraph(_arrays.counted(offsets), targets, labels, weights, _kind(graph), attributes)


def conversions(graph: Any) -> list[BackendGraph]:
    """Returns the conversions that NetworkX keeps with a graph."""
    cache = getattr(graph, "__networkx_cache__", None) or {}
    return [made for made in cache.get("backends", {}).get("igc", {}).values() if isinstance(made, BackendGraph)]


def weights_of(graph: Any, attribute: str, default: Any = 1) -> Weights | str:
    """Returns the values of an attribute, or the reason why igc cannot use them. An edge without it has the default."""
    if isinstance(graph, BackendGraph):
        known = graph.weights.get(attribute)
        return known or f"the converted graph has no attribute `{attribute}` with integers only or floats only"
    for made in conversions(graph):
        known = made.weights.get(attribute)
        if known is not None and known.default == default:
            return known
    found = _collect(graph, attribute, default)
    return found or f"the values of `{attribute}` are neither integers only nor floats only"


def finite_weights(graph: Any, attribute: Any) -> Weights | str:
    """Returns the values of an attribute, if none is negative and their sum is finite, or the reason why not."""
    if not isinstance(attribute, str):
        return "igc takes the name of an attribute as the weight"
    found = weights_of(graph, attribute)
    if isinstance(found, str):
        return found
    if not found.least >= 0:
        return "a weight is negative or not a number"
    return found if np.isfinite(found.values.sum(dtype=np.float64)) else "the sum of the weights is infinite"


def has_loops(graph: Any) -> bool:
    """Returns whether a graph of NetworkX, or a converted one, has self-loops."""
    if isinstance(graph, BackendGraph):
        return graph.number_of_loops > 0
    return any(node in neighbours for node, neighbours in graph._adj.items())


def has_seed(seed: Any) -> bool:
    """Returns whether a user chose random numbers. Otherwise, NetworkX passes the generator of the module `random`."""
    return seed is not None and seed is not random._inst


@functools.cache
def program(name: str, number: str = "u32", *, has_weights: bool = True) -> Program:
    """Returns a program of this folder, with another type of numbers instead of `u32`, or with the weight 1."""
    text = files(__package__).joinpath(f"{name}.ig").read_text(encoding="utf-8").replace("u32", number)
    return compile(text if has_weights else text.replace(f"weight: {number};", f"weight: {number} = 1;"), name=name)


def setting(name: str, default: Any) -> Any:
    """Returns a setting of the backend in the configuration of NetworkX."""
    config = getattr(nx.config.backends, "igc", None)
    return getattr(config, name, default)


def options() -> dict[str, Any]:
    """Returns the options of each run."""
    return {"device": setting("device", "auto")}


def bunch(graph: Any, nodes: Any) -> list[Any] | None:
    """Returns the nodes that an argument of NetworkX means, or `None` if only NetworkX knows what it means."""
    if nodes is None:
        return list(graph)
    if nodes in graph:
        return [nodes]
    if not isinstance(nodes, (list, tuple, set, frozenset, dict)):
        return None
    try:
        return [node for node in dict.fromkeys(nodes) if node in graph]
    except TypeError:
        return None
