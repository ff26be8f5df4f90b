"""Graphs, and their conversion from the containers of other libraries."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _arrays, _cuda, _igc
from ._arrays import Array, as_numpy
from ._cuda_array import selector
from ._errors import InputError, UnknownNameError, UnsupportedError

if TYPE_CHECKING:
    from ._program import Program

#: A weight of `"auto"` takes the weights that the data has.
Weight = Any


class Ids:
    """The ids that a user gave to nodes. Node number `i` has the id `labels[i]`."""

    def __init__(self, labels: Array) -> None:
        self.labels = labels
        self._numbers: dict[Any, int] | None = None

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def numbers(self) -> dict[Any, int]:
        """The number of each id."""
        if self._numbers is None:
            self._numbers = {label: number for number, label in enumerate(self.labels.tolist())}
            if len(self._numbers) != len(self.labels):
                raise InputError("two nodes have the same id")
        return self._numbers

    def number(self, label: Any) -> int:
        """Returns the number of the node with an id."""
        if isinstance(label, np.generic):
            label = label.item()
        try:
            return self.numbers[label]
        except (KeyError, TypeError):
            raise UnknownNameError(f"no node has the id {label!r}") from None

    def of(self, numbers: Array) -> Array:
        """Returns the ids of nodes. A number that is not a node becomes `None`."""
        numbers = np.asarray(numbers)
        is_node = numbers < len(self.labels)
        if bool(is_node.all()):
            return self.labels[numbers]
        found = np.empty(numbers.shape, dtype=object)
        found[is_node] = self.labels[numbers[is_node]]
        return found


class Graph:
    """A directed graph that programs of igc run on. It does not change after it is made.

    `data` can be one of these:

    - a sparse matrix or array of SciPy or CuPy. Row `u` has the edges that leave node `u`, and the values are weights.
    - a pair `(sources, targets)` or a triple `(sources, targets, weights)` of arrays, series or tensors.
    - an array of integers of the shape `(2, edges)`, such as `edge_index` of PyTorch Geometric, or `(edges, 2)`.
    - a data frame of pandas or Polars, or a table of PyArrow, with columns for sources and targets.
    - a graph of NetworkX or igraph, a sparse tensor of PyTorch, or data of PyTorch Geometric.
    - the name of a generator or a file such as `"rmat:20"`, or a path. Keys may follow, such as
      `"calls.csv,source=caller,target=callee"`. The graph keeps the ids of such a table.
    - a list of edges, which are tuples of two ids or of two ids and a weight.

    An array of `int32` or `uint32` in compressed sparse rows is *borrowed*: igc reads the memory of the array. Do not
    change such an array while the graph exists. If you do, results are unspecified, and igc may read outside of its
    arrays. Pass `copy=True` to be independent of later changes.

    The graph of arrays in the memory of a GPU stays there, and CUDA devices read it there.

    Arguments:
        weights: `"auto"` takes the weights of `data`; `None` ignores them. An array has one weight for each edge. For a
            table, a graph of NetworkX or igraph, it is the name of a column or attribute.
        nodes: The number of nodes. By default, one more than the largest node number.
        directed: `False` adds the reverse of each edge. By default, edges are as in `data`, and each edge of an
            undirected graph of NetworkX or igraph becomes two.
        ids: `"auto"` keeps the ids of nodes if they are names, or integers so large that most of them are not used.
            `True` always keeps them; `False` takes integers as node numbers. A sequence has one id for each node.
        source, target: The names of the columns of a table or of a file with a table. Without names, the numbers of the
            columns of a file, from 1.
        copy: Whether to copy arrays that could be borrowed.
    """

    __slots__ = ("__weakref__", "_core", "_rows", "_spec", "ids")

    #: The ids of the nodes, or `None` if they are the numbers from 0.
    ids: Ids | None
    _core: _igc.Graph
    #: The offsets and targets, if they are in the memory of a GPU.
    _rows: _cuda.Rows | None
    _spec: str | None

    def __init__(
        self,
        data: Any,
        *,
        weights: Weight = "auto",
        nodes: int | None = None,
        directed: bool | None = None,
        ids: Any = "auto",
        source: Hashable = None,
        target: Hashable = None,
        copy: bool = False,
    ) -> None:
        self._rows = None
        self._spec = None
        self.ids = None
        _Maker(self, weights, nodes, directed, ids, source, target, copy).make(data)

    @classmethod
    def _from_core(cls, core: _igc.Graph, ids: Ids | None = None) -> Graph:
        made = cls.__new__(cls)
        made._core = core
        made._rows = None
        made._spec = None
        made.ids = ids
        return made

    @classmethod
    def from_csr(cls, offsets: Any, targets: Any, weights: Any = None, *, ids: Any = None, copy: bool = False) -> Graph:
        """Makes a graph of compressed sparse rows: the edges of node `u` are `targets[offsets[u]:offsets[u + 1]]`.

        Offsets and targets of `int32` or `uint32` are borrowed, and so are weights of `uint32`, `int64` and `float64`,
        and of `int32` if they are not negative. If offsets and targets are in the memory of a GPU, the graph is there.
        """
        core, rows = _from_csr(offsets, targets, weights, copy)
        made = cls._from_core(core, _given_ids(ids, core.nodes))
        made._rows = rows
        return made

    @classmethod
    def from_edges(cls, sources: Any, targets: Any, weights: Any = None, **options: Any) -> Graph:
        """Makes a graph of edges from `sources[i]` to `targets[i]`. The options are those of `Graph`."""
        return cls((sources, targets) if weights is None else (sources, targets, weights), **options)

    @classmethod
    def load(cls, spec: str | os.PathLike[str]) -> Graph:
        """Loads or generates a graph: a path, or a text as `igc run --graph` takes it, such as `"rmat:20"`."""
        return cls(spec)

    @property
    def num_nodes(self) -> int:
        """The number of nodes."""
        return self._core.nodes

    @property
    def num_edges(self) -> int:
        """The number of edges. An undirected edge counts twice."""
        return self._core.edges

    @property
    def name(self) -> str:
        """The text that the graph was loaded from, or `memory`."""
        return self._core.name

    @property
    def device(self) -> str | None:
        """The CUDA device that has the arrays of the graph, such as `"cuda:1"`, or `None` if the host has them."""
        number = self._core.device
        return None if number is None else selector(number)

    @property
    def offsets(self) -> Array:
        """The index of the first edge of each node, followed by the number of edges. It cannot be written.

        The host copies an array that is in the memory of a GPU, once.
        """
        return np.asarray(self._core.arrays()[0])

    @property
    def targets(self) -> Array:
        """The node that each edge leads to. It cannot be written."""
        return np.asarray(self._core.arrays()[1])

    @property
    def sources(self) -> Array:
        """The node that each edge starts from."""
        return _sources(self.offsets)

    @property
    def weights(self) -> Array | None:
        """The weight of each edge, if the graph has weights. It cannot be written."""
        weights = self._core.arrays()[2]
        return None if weights is None else np.asarray(weights)

    def with_weights(self, weights: Any) -> Graph:
        """Returns this graph with other weights: one for each edge, in the order of `targets`.

        Both graphs share the memory of the edges.
        """
        if self._rows is not None:
            if not _cuda.is_cuda(weights, "weights"):
                weights = _cuda.to_device(_arrays.weights(as_numpy(weights, "weights")), self._rows[1])
            core, rows = _cuda.weights_of(self._core, self._rows, weights)
            made = Graph._from_core(core, self.ids)
            made._rows = rows
            return made
        given = as_numpy(weights, "weights")
        if len(given.reshape(-1)) != self.num_edges:
            raise InputError(f"there are {given.size} weights for {self.num_edges} edges")
        return Graph._from_core(_host_csr(self.offsets, self.targets, given, copy=False), self.ids)

    def edges_for(self, program: str | Program) -> tuple[Array, Array]:
        """Returns the sources and targets of the edges in the form that a program requires, such as undirected.

        Inputs and outputs of a program that belong to edges have this order.
        """
        from ._program import core_of

        offsets, targets, _ = self._core.arrays_for(core_of(program))
        return _sources(np.asarray(offsets)), np.asarray(targets)

    def number(self, node: Any) -> int:
        """Returns the number of a node: of its id, if the graph has ids."""
        if self.ids is not None:
            return self.ids.number(node)
        if isinstance(node, (bool, np.bool_)) or not isinstance(node, (int, np.integer)):
            several = isinstance(node, (list, tuple, set, np.ndarray))
            hint = "\nhelp: pass several nodes as `sources`, if the function has this argument" if several else ""
            raise InputError(f"{node!r} is not a node number, and the nodes of the graph have no ids{hint}")
        if not 0 <= int(node) < self.num_nodes:
            raise InputError(f"{int(node)} is not a node of a graph with {self.num_nodes} nodes")
        return int(node)

    def labels(self) -> Array:
        """Returns the id of each node, which is its number if the graph has no ids."""
        return np.arange(self.num_nodes) if self.ids is None else self.ids.labels

    def to_scipy(self) -> Any:
        """Returns the graph as a sparse array of SciPy. A weight of 1 stands for a graph without weights."""
        from scipy.sparse import csr_array

        weights = self.weights
        values = np.ones(self.num_edges, np.uint32) if weights is None else weights
        return csr_array((values, self.targets, self.offsets), shape=(self.num_nodes, self.num_nodes))

    def release(self) -> None:
        """Frees the memory of devices that hold the graph. The next run copies the graph again."""
        self._core.release()

    def __reduce__(self) -> tuple[Any, ...]:
        labels = None if self.ids is None else self.ids.labels
        if self._spec is not None:
            return (_rebuilt, (self._spec, None, labels))
        arrays = tuple(None if one is None else np.asarray(one) for one in (self.offsets, self.targets, self.weights))
        return (_rebuilt, (None, arrays, labels))

    def __repr__(self) -> str:
        weighted = "" if self._core.arrays()[2] is None else ", weighted"
        ids = "" if self.ids is None else ", with ids"
        name = "" if self.name == "memory" else f" {self.name!r}"
        place = "" if self.device is None else f", on {self.device}"
        return f"<igc.Graph{name}: {self.num_nodes} nodes, {self.num_edges} edges{weighted}{ids}{place}>"

    def _repr_html_(self) -> str:
        from ._display import table

        rows = [("nodes", f"{self.num_nodes:,}"), ("edges", f"{self.num_edges:,}")]
        if self.device is None:
            weights = self.weights
            rows.append(("weights", "none" if weights is None else str(weights.dtype)))
        else:
            rows.append(("device", self.device))
        rows.append(("ids", "node numbers" if self.ids is None else f"{self.ids.labels.dtype}"))
        return table(f"igc.Graph {self.name}", ["", ""], rows)


def _rebuilt(spec: str | None, arrays: tuple[Any, ...] | None, labels: Array | None) -> Graph:
    ids = None if labels is None else Ids(labels)
    if spec is not None:
        made = Graph._from_core(_igc.Graph.load(spec), ids)
        made._spec = spec
        return made
    assert arrays is not None
    return Graph._from_core(_igc.Graph.from_csr(*arrays), ids)


def _sources(offsets: Array) -> Array:
    return np.repeat(np.arange(len(offsets) - 1, dtype=np.uint32), np.diff(offsets))


def _optional(weights: Any) -> Array | None:
    return None if weights is None else as_numpy(weights, "weights")


def _given_ids(ids: Any, nodes: int) -> Ids | None:
    if ids is None or ids is False or (isinstance(ids, str) and ids == "auto"):
        return None
    if ids is True:
        return Ids(np.arange(nodes))
    labels = _label_array(ids)
    if len(labels) != nodes:
        raise InputError(f"there are {len(labels)} ids for {nodes} nodes")
    made = Ids(labels)
    _ = made.numbers
    return made


def _label_array(ids: Any) -> Array:
    """Returns ids as an array of one dimension, whose elements may be tuples."""
    if isinstance(ids, np.ndarray):
        return ids
    if hasattr(ids, "to_numpy"):
        return np.asarray(ids.to_numpy())
    items = list(ids)
    if items and all(type(item) is int for item in items):
        try:
            return np.array(items, dtype=np.int64)
        except OverflowError:
            pass
    if items and all(type(item) is str for item in items):
        return np.array(items, dtype=object)
    made = np.empty(len(items), dtype=object)
    for at, item in enumerate(items):
        made[at] = item
    return made


def _from_csr(offsets: Any, targets: Any, weights: Any, copy: bool) -> tuple[_igc.Graph, _cuda.Rows | None]:
    """Makes a graph of compressed sparse rows: on a GPU if its offsets and targets are there."""
    if _cuda.is_cuda(offsets, "offsets") and _cuda.is_cuda(targets, "targets"):
        return _cuda.from_csr(offsets, targets, _beside(targets, weights), copy)
    offsets, targets = as_numpy(offsets, "offsets"), as_numpy(targets, "targets")
    return _host_csr(offsets, targets, _optional(weights), copy), None


def _beside(edges: Any, weights: Any) -> Any:
    """Returns weights on the device of edges, to which those of the host are copied."""
    if weights is None or _cuda.is_cuda(weights, "weights"):
        return weights
    return _cuda.to_device(_arrays.weights(as_numpy(weights, "weights")), edges)


def _host_csr(offsets: Array, targets: Array, weights: Array | None, copy: bool) -> _igc.Graph:
    """Makes a graph of compressed sparse rows in the memory of the host."""
    offsets = _arrays.offsets(offsets, "offsets")
    targets = _arrays.node_numbers(targets, "targets")
    if weights is not None:
        weights = _arrays.weights(weights)
    if copy:
        offsets, targets = (_arrays.counted(one.copy()) for one in (offsets, targets))
        weights = None if weights is None else _arrays.counted(weights.copy())
    if len(offsets) > 2**31:
        _arrays.refuse_negative(targets, "targets")
    try:
        return _igc.Graph.from_csr(offsets, targets, weights)
    except InputError:
        _arrays.refuse_negative(offsets, "offsets")
        _arrays.refuse_negative(targets, "targets")
        raise


class _Maker:
    """Makes the graph of an object of some library."""

    def __init__(
        self,
        graph: Graph,
        weights: Any,
        nodes: int | None,
        directed: bool | None,
        ids: Any,
        source: Hashable,
        target: Hashable,
        copy: bool,
    ) -> None:
        self.graph = graph
        self.weights = weights
        self.nodes = nodes
        self.directed = directed
        self.ids = ids
        self.source = source
        self.target = target
        self.copy = copy

    @property
    def is_auto(self) -> bool:
        """Whether the weights are those of the data."""
        return isinstance(self.weights, str) and self.weights == "auto"

    def make(self, data: Any) -> None:
        if isinstance(data, Graph):
            raise UnsupportedError("the object is a graph of igc already")
        if isinstance(data, (str, os.PathLike)):
            return self.load(data)
        module = type(data).__module__.partition(".")[0]
        kind = type(data).__name__
        if module in ("scipy", "cupyx") and hasattr(data, "format"):
            return self.sparse(data)
        if hasattr(data, "edge_index") and not isinstance(data, np.ndarray):
            return self.geometric(data)
        if hasattr(data, "is_multigraph") and hasattr(data, "adj"):
            return self.networkx(data)
        if module == "igraph" or (hasattr(data, "get_edgelist") and hasattr(data, "vcount")):
            return self.igraph(data)
        if module == "torch" and str(getattr(data, "layout", "")) in ("torch.sparse_csr", "torch.sparse_coo"):
            return self.torch_sparse(data)
        if kind in ("DataFrame", "Table", "RecordBatch") and module in ("pandas", "polars", "pyarrow"):
            return self.table(data)
        if isinstance(data, tuple) and len(data) in (2, 3) and all(_is_column(end) for end in data[:2]):
            return self.edges(data[0], data[1], data[2] if len(data) == 3 else None)
        if isinstance(data, (list, tuple)):
            return self.listed(data)
        if any(hasattr(data, name) for name in ("__array_interface__", "__dlpack__", "__cuda_array_interface__")):
            return self.matrix(_own(data, "the graph"))
        if isinstance(data, Mapping):
            raise UnsupportedError(
                "a dictionary is not a graph that igc can convert\n"
                "help: use `igc.Graph((sources, targets))`, a list of edges, or `networkx.Graph(dictionary)`"
            )
        if isinstance(data, Iterable):
            return self.listed(list(data))
        raise UnsupportedError(f"an object of the type `{module}.{kind}` is not a graph that igc can convert")

    def load(self, spec: str | os.PathLike[str]) -> None:
        if self.directed is False or self.nodes is not None:
            raise InputError("`directed` and `nodes` are not options of a file or a generator")
        keys = self.table_keys()
        if keys:
            # The keys of a table are part of the text.
            spec = os.fspath(spec) + keys
        if isinstance(spec, str):
            self.graph._core = _igc.Graph.load(spec)
            # A file may change, but a generator makes the same graph again.
            is_file = Path(spec.partition(",")[0]).exists()
            self.graph._spec = None if is_file else spec
        else:
            self.graph._core = _igc.Graph.from_file(spec)
        self.graph.ids = _given_ids(self.ids, self.graph.num_nodes)
        if isinstance(self.ids, str) and self.ids == "auto":
            numbers, texts = self.graph._core.ids()
            if numbers is not None:
                self.graph.ids = Ids(np.asarray(numbers))
            elif texts is not None:
                self.graph.ids = Ids(_label_array(texts))

    def table_keys(self) -> str:
        """Returns the keys that name the columns of a file."""
        named = {"source": self.source, "target": self.target}
        if isinstance(self.weights, str) and not self.is_auto:
            named["weight"] = self.weights
        keys = {name: str(column) for name, column in named.items() if column is not None}
        if keys and self.weights is None:
            keys["weights"] = "ignore"
        for column in keys.values():
            if "," in column:
                raise InputError(f"the name of a column of a file must not contain a comma: {column!r}")
        return "".join(f",{name}={column}" for name, column in keys.items())

    def csr(self, offsets: Any, targets: Any, weights: Any) -> None:
        """Makes a graph of compressed sparse rows, whose weights the options may replace."""
        weights = self.chosen_weights(weights)
        nodes = int(offsets.shape[0]) - 1
        if self.nodes is not None and self.nodes != nodes:
            raise InputError(f"the graph has {nodes} nodes, not {self.nodes}")
        if self.directed is False:
            return self.both_directions(offsets, targets, weights, nodes)
        self.graph._core, self.graph._rows = _from_csr(offsets, targets, weights, self.copy)
        self.graph.ids = _given_ids(self.ids, nodes)

    def both_directions(self, offsets: Any, targets: Any, weights: Any, nodes: int) -> None:
        """Makes a graph of the edges of compressed sparse rows, and of their reverse edges."""
        if _cuda.is_cuda(offsets) and _cuda.is_cuda(targets):
            # The rows must be valid before they become edges.
            core, _ = _cuda.from_csr(offsets, targets, None, copy=False)
            if core.edges:
                sources = _cuda.sources_of(offsets, core.edges)
                edges = _cuda.Edges(sources, targets)
                self.graph._core, self.graph._rows = edges.graph(nodes, _beside(targets, weights), both=True)
                return
        offsets, targets = as_numpy(offsets, "the graph"), as_numpy(targets, "the graph")
        self.numbered(_sources(offsets), targets, _optional(weights), nodes)

    def chosen_weights(self, own: Any) -> Any:
        """Returns the weights that the options ask for, of which `own` are those of the data."""
        if isinstance(self.weights, str) and not self.is_auto:
            raise InputError(
                f"`{self.weights}` is not a name of weights, because the edges have no columns or attributes\n"
                "help: give an array with one weight for each edge"
            )
        return own if self.is_auto else self.weights

    def sparse(self, data: Any) -> None:
        """Takes a sparse matrix of SciPy or CuPy."""
        if len(data.shape) != 2 or data.shape[0] != data.shape[1]:
            raise InputError(f"the matrix of a graph must be square, and this one is {data.shape}")
        if data.format == "coo":
            row, column = data.coords if hasattr(data, "coords") else (data.row, data.col)
            self.nodes = data.shape[0]
            self.ids = False if isinstance(self.ids, str) else self.ids
            return self.edges(row, column, data.data)
        if data.format != "csr":
            data = data.tocsr()
            for part in (data.indptr, data.indices, data.data):
                _arrays.counted(part)
        self.csr(data.indptr, data.indices, data.data)

    def torch_sparse(self, data: Any) -> None:
        if str(data.layout) == "torch.sparse_csr":
            return self.csr(data.crow_indices(), data.col_indices(), data.values())
        rows, columns = data.coalesce().indices()
        self.nodes = int(data.shape[0])
        self.ids = False
        self.edges(rows, columns, data.coalesce().values())

    def geometric(self, data: Any) -> None:
        index = _own(data.edge_index, "edge_index")
        if index.ndim != 2 or index.shape[0] != 2:
            raise InputError(f"`edge_index` must have the shape (2, edges), not {tuple(index.shape)}")
        own = getattr(data, "edge_weight", None)
        if own is None:
            attributes = getattr(data, "edge_attr", None)
            # Features of several dimensions are not weights.
            own = attributes if attributes is not None and attributes.ndim == 1 else None
        self.nodes = self.nodes if self.nodes is not None else int(data.num_nodes)
        self.ids = False if isinstance(self.ids, str) else self.ids
        self.edges(index[0], index[1], own)

    def matrix(self, array: Any) -> None:
        """Takes an array of two dimensions: `(2, edges)` or `(edges, 2)`."""
        shape = tuple(array.shape)
        if len(shape) != 2 or 2 not in shape:
            raise InputError(
                f"an array of edges must have the shape (2, edges) or (edges, 2), not {shape}\n"
                "help: make an adjacency matrix sparse with `scipy.sparse.csr_array`"
            )
        if shape == (2, 2):
            raise InputError(
                "an array of the shape (2, 2) can be (2, edges) or (edges, 2)\n"
                "help: use `igc.Graph((sources, targets))`"
            )
        rows = array if shape[0] == 2 else array.T
        self.edges(rows[0], rows[1], None)

    def listed(self, data: Sequence[Any]) -> None:
        """Takes a list of tuples."""
        edges = list(data)
        if any(len(edge) != len(edges[0]) or len(edge) not in (2, 3) for edge in edges):
            raise InputError("each edge of a list must have two ids, or two ids and a weight")
        sources = _label_array(edge[0] for edge in edges)
        targets = _label_array(edge[1] for edge in edges)
        weights = np.asarray([edge[2] for edge in edges]) if edges and len(edges[0]) == 3 else None
        for part in (sources, targets, weights):
            if part is not None:
                _arrays.counted(part)
        if not edges:
            sources = targets = np.zeros(0, np.int64)
        self.edges(sources, targets, weights)

    def table(self, data: Any) -> None:
        names = [str(name) for name in (data.column_names if hasattr(data, "column_names") else data.columns)]
        keys = list(data.column_names if hasattr(data, "column_names") else data.columns)

        def column(key: Hashable, default: str, position: int) -> Any:
            if key is None:
                at = names.index(default) if default in names else position
                if at >= len(keys):
                    raise InputError(f"the table has no column `{default}`, and only {len(keys)} columns")
                key = keys[at]
            elif key not in keys:
                raise UnknownNameError(f"the table has no column {key!r}; it has {', '.join(names)}")
            return data[key] if not hasattr(data, "column_names") else data.column(key)

        weights = None
        if isinstance(self.weights, str) and not self.is_auto:
            weights, self.weights = column(self.weights, "", 0), "auto"
        elif self.is_auto and "weight" in names:
            weights = column(None, "weight", 2)
        self.edges(column(self.source, "source", 0), column(self.target, "target", 1), weights)

    def networkx(self, data: Any) -> None:
        number = {node: at for at, node in enumerate(data)}
        sources = np.fromiter((number[u] for u, _ in data.edges()), np.uint32, data.number_of_edges())
        targets = np.fromiter((number[v] for _, v in data.edges()), np.uint32, data.number_of_edges())
        attribute = "weight" if self.is_auto else self.weights
        weights: Array | None = None
        if isinstance(attribute, str):
            found = [values for _, _, values in data.edges(data=attribute)]
            if any(value is not None for value in found):
                weights = np.asarray([1 if value is None else value for value in found])
            elif not self.is_auto and found:
                raise UnknownNameError(f"no edge has the attribute `{attribute}`")
        elif attribute is not None:
            weights = _optional(attribute)
        for part in (sources, targets, weights):
            if part is not None:
                _arrays.counted(part)
        self.weights = "auto"
        self.directed = data.is_directed() if self.directed is None else self.directed
        labels = list(number)
        is_numbered = all(type(node) is int and node == at for at, node in enumerate(labels))
        if isinstance(self.ids, (str, bool)):
            keeps = self.ids is True or (self.ids == "auto" and not is_numbered)
            self.graph.ids = Ids(_label_array(labels)) if keeps else None
        else:
            self.graph.ids = _given_ids(self.ids, len(labels))
        self.numbered(sources, targets, weights, len(labels))

    def igraph(self, data: Any) -> None:
        edges = np.asarray(data.get_edgelist(), dtype=np.int64).reshape(-1, 2)
        attribute = "weight" if self.is_auto else self.weights
        weights: Array | None = None
        if isinstance(attribute, str):
            if attribute in data.es.attributes():
                weights = np.asarray(data.es[attribute])
            elif not self.is_auto:
                raise UnknownNameError(f"no edge has the attribute `{attribute}`")
        elif attribute is not None:
            weights = _optional(attribute)
        self.weights = "auto"
        self.directed = data.is_directed() if self.directed is None else self.directed
        if isinstance(self.ids, (str, bool)):
            has_names = self.ids is not False and "name" in data.vs.attributes()
            self.graph.ids = _given_ids(data.vs["name"] if has_names else self.ids, data.vcount())
        else:
            self.graph.ids = _given_ids(self.ids, data.vcount())
        self.numbered(_arrays.counted(edges[:, 0]), edges[:, 1], weights, data.vcount())

    def edges(self, sources: Any, targets: Any, weights: Any) -> None:
        """Makes a graph of edges between ids or node numbers."""
        weights = self.chosen_weights(weights)
        is_cuda = _cuda.is_cuda(sources, "sources") and _cuda.is_cuda(targets, "targets")
        if is_cuda and self.on_gpu(sources, targets, weights):
            return
        weights = _optional(weights)
        sources, targets = (_end(end, what) for end, what in ((sources, "sources"), (targets, "targets")))
        if len(sources) != len(targets):
            raise InputError(f"there are {len(sources)} sources and {len(targets)} targets")
        if not isinstance(self.ids, (str, bool)) and self.ids is not None:
            ids = _given_ids(self.ids, len(_label_array(self.ids)))
            assert ids is not None
            numbers = [np.fromiter((ids.number(one) for one in end.tolist()), np.uint32) for end in (sources, targets)]
            self.graph.ids = ids
            return self.numbered(_arrays.counted(numbers[0]), _arrays.counted(numbers[1]), weights, len(ids))
        if self.keeps_ids(sources, targets):
            labels, inverse = _unique(sources, targets)
            if self.nodes is not None and self.nodes != len(labels):
                raise InputError(f"the edges have {len(labels)} different ids, but `nodes` is {self.nodes}")
            self.graph.ids = Ids(labels)
            numbers = [_arrays.counted(inverse[0::2].copy()), _arrays.counted(inverse[1::2].copy())]
            return self.numbered(numbers[0], numbers[1], weights, len(labels))
        most = max((int(end.max()) for end in (sources, targets) if end.size), default=-1)
        nodes = most + 1 if self.nodes is None else self.nodes
        self.numbered(sources, targets, weights, nodes)

    def on_gpu(self, sources: Any, targets: Any, weights: Any) -> bool:
        """Makes a graph of edges on a GPU. Returns `False` if the host has to make it, because the nodes have ids."""
        if not (self.ids is None or self.ids is False or (isinstance(self.ids, str) and self.ids == "auto")):
            return False
        edges = _cuda.Edges(sources, targets)
        if not edges.are_integers:
            return False
        if self.ids == "auto" and self.are_ids(edges.count, edges.least, edges.largest):
            return False
        nodes = edges.largest + 1 if self.nodes is None else self.nodes
        if not 0 <= nodes < 2**32 - 1:
            raise InputError(f"a graph cannot have {nodes} nodes")
        _cuda.refuse_outside(edges.least, edges.largest, "edges", _cuda.MAX_NARROW_EDGES)
        if edges.largest >= nodes:
            raise InputError(f"{edges.largest} is not a node of a graph with {nodes} nodes")
        both = self.directed is False
        self.graph._core, self.graph._rows = edges.graph(nodes, _beside(sources, weights), both)
        return True

    def are_ids(self, count: int, least: int, largest: int) -> bool:
        """Returns whether the integers of `count` edges are ids, because most numbers are not used."""
        if self.nodes is not None or not count:
            return False
        if least < 0:
            raise InputError(f"{least} is negative\nhelp: pass `ids=True` if negative numbers are ids of nodes")
        # With more unused numbers than ends of edges, the numbers are ids.
        return largest >= max(4 * count, 1024)

    def keeps_ids(self, sources: Array, targets: Array) -> bool:
        """Returns whether the ends of edges are ids instead of node numbers."""
        are_integers = all(end.dtype.kind in "iu" for end in (sources, targets))
        if self.ids is True:
            return True
        if self.ids is False or self.ids is None:
            if not are_integers:
                raise InputError(f"node numbers must be integers, not `{sources.dtype}`")
            return False
        if not isinstance(self.ids, str) or self.ids != "auto":
            raise InputError(f'`ids` must be "auto", True, False or a sequence, not {self.ids!r}')
        if not are_integers:
            return True
        if not len(sources):
            return False
        least = min(int(sources.min()), int(targets.min()))
        return self.are_ids(len(sources), least, max(int(sources.max()), int(targets.max())))

    def numbered(self, sources: Array, targets: Array, weights: Array | None, nodes: int) -> None:
        """Makes a graph of edges between node numbers."""
        if not 0 <= nodes < 2**32 - 1:
            raise InputError(f"a graph cannot have {nodes} nodes")
        for end, what in ((sources, "sources"), (targets, "targets")):
            if end.size and end.dtype.kind == "i":
                _arrays.refuse_negative(end, what)
        sources, targets = (
            _arrays.node_numbers(end, what) for end, what in ((sources, "sources"), (targets, "targets"))
        )
        # The concatenation of signed and unsigned numbers would have 64 bits.
        sources, targets = sources.view(np.uint32), targets.view(np.uint32)
        if weights is not None:
            weights = _arrays.weights(weights)
            if len(weights) != len(sources):
                raise InputError(f"there are {len(weights)} weights for {len(sources)} edges")
        if self.directed is False:
            is_loop = sources == targets
            both = (np.concatenate([sources, targets[~is_loop]]), np.concatenate([targets, sources[~is_loop]]))
            sources, targets = (_arrays.counted(end) for end in both)
            if weights is not None:
                weights = _arrays.counted(np.concatenate([weights, weights[~is_loop]]))
        self.graph._core = _igc.Graph.from_edges(nodes, sources, targets, weights)


def _is_column(data: Any) -> bool:
    """Returns whether an object has one end of each edge."""
    names = ("__array_interface__", "__dlpack__", "__cuda_array_interface__", "__array__", "to_numpy")
    return isinstance(data, (list, range)) or any(hasattr(data, name) for name in names)


def _own(data: Any, what: str) -> Any:
    """Returns an array that can be indexed: of NumPy, or of the library of an array in the memory of a GPU."""
    return _cuda.tensor(data, what) if _cuda.is_cuda(data, what) else as_numpy(data, what)


def _end(values: Any, what: str) -> Array:
    """Returns one end of each edge as an array of numbers, texts, dates or objects."""
    module = type(values).__module__.partition(".")[0]
    if module == "pandas" and str(values.dtype) not in ("object",) and getattr(values, "hasnans", False):
        raise InputError(f"{what}: the column has missing values")
    if module in ("polars", "pyarrow"):
        if int(values.null_count() if callable(values.null_count) else values.null_count):
            raise InputError(f"{what}: the column has missing values")
        array: Array = values.to_numpy()
    elif isinstance(values, (list, tuple)):
        array = _label_array(values)
        if not len(array):
            array = np.zeros(0, np.int64)
        _arrays.counted(array)
    else:
        array = as_numpy(values, what)
    if array.ndim != 1:
        raise InputError(f"{what}: an array of {array.ndim} dimensions, but one dimension is needed")
    if array.dtype.kind == "f" and bool(np.isnan(array).any()):
        raise InputError(f"{what}: NaN is not an id")
    if array.dtype.kind in "cVb" and array.size:
        raise InputError(f"{what}: values of the type `{array.dtype}` are not ids of nodes")
    if array.dtype.kind in "US" or array.dtype.name.startswith("String"):
        array = array.astype(object)
    return array


def _unique(sources: Array, targets: Array) -> tuple[Array, Array]:
    """Returns the different ids in the order of the edges, and the number of the id of both ends of each edge.

    Numbers of different kinds, such as signed and unsigned, are compared one by one, because they have no common type.
    """
    kinds = {sources.dtype.kind, targets.dtype.kind}
    if "O" in kinds or len(kinds) > 1:
        numbers: dict[Any, int] = {}
        objects = [end for edge in zip(sources.tolist(), targets.tolist(), strict=True) for end in edge]
        try:
            each = (numbers.setdefault(one, len(numbers)) for one in objects)
            inverse: Array = np.fromiter(each, np.uint32, len(objects))
        except TypeError as error:
            raise InputError(f"an id of a node must be hashable: {error}") from error
        for missing in (None, float("nan")):
            if missing in numbers:
                raise InputError(f"{missing} is not an id")
        if any(isinstance(label, float) and label != label for label in numbers):
            raise InputError("NaN is not an id")
        return _label_array(numbers), inverse
    ends = np.stack([sources, targets], axis=1).reshape(-1)
    labels, first, places = np.unique(ends, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    position = np.empty(len(order), np.uint32)
    position[order] = np.arange(len(order), dtype=np.uint32)
    return labels[order], position[places.reshape(-1)]


#: Everything that a function for a problem takes as its graph.
GraphLike = Any


def as_graph(data: GraphLike, weight: Weight = True) -> Graph:
    """Returns a graph as it is, and converts everything else.

    `weight` chooses the weights: `True` takes those of the data, a name is a column or attribute, and an array has one
    weight for each edge.
    """
    if weight is True or weight is None:
        return data if isinstance(data, Graph) else Graph(data)
    if weight is False:
        raise InputError("`weight` is True, the name of a column or attribute, an array, or None")
    if not isinstance(data, Graph):
        return Graph(data, weights=weight)
    if isinstance(weight, str):
        raise InputError(
            f"`weight={weight!r}`: a graph of igc has at most one column of weights, without a name\n"
            f"help: pass `weight=True`, or make the graph with `igc.Graph(data, weights={weight!r})`"
        )
    return data.with_weights(weight)
