"""The results of runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np

from . import _arrays, _igc
from ._arrays import Array
from ._cuda_array import CudaArray
from ._errors import CheckError, InputError
from ._graph import Graph

if TYPE_CHECKING:
    import pandas as pandas_types
    import polars as polars_types

R = TypeVar("R", bound="Result")


@dataclass(frozen=True)
class Output:
    """An output of a program.

    `extent` says what the rows belong to: `nodes`, `edges` or `one`. `unreached` is the value of an element that the
    program has not reached, if there is such a value.
    """

    name: str
    type: str
    extent: Literal["nodes", "edges", "one"]
    has_rows: bool
    unreached: int | float | None
    meaning: str

    @classmethod
    def _of(cls, given: dict[str, Any]) -> Output:
        # An array of the original nodes has a row for each node of the graph, whatever a program does with the graph.
        extents: dict[str, Literal["nodes", "edges", "one"]] = {"edges": "edges", "one": "one"}
        extent = extents.get(given["extent"], "nodes")
        return cls(given["name"], given["type"], extent, given["has_rows"], given["unreached"], given["meaning"])

    @property
    def is_array(self) -> bool:
        """Whether the output is an array. Otherwise, it is a number."""
        return self.extent != "one" or self.has_rows


@dataclass(frozen=True)
class Verdict:
    """What an oracle says about a result. `reason` is the reason for a rejection."""

    oracle: str
    passed: bool
    reason: str | None

    def __bool__(self) -> bool:
        return self.passed


@dataclass(frozen=True)
class _Run:
    """Everything by which a run can be judged or repeated."""

    graph: Graph
    program: _igc.Program
    device: str
    params: tuple[tuple[str, str], ...]
    inputs: tuple[tuple[str, Array], ...]

    def __reduce__(self) -> tuple[Any, ...]:
        program = (self.program.name, self.program.path, self.program.text, self.program.opts)
        return (_run_again, (self.graph, program, self.device, self.params, self.inputs))


def _run_again(graph: Graph, program: tuple[str, str, str, str], *others: Any) -> _Run:
    """Returns the run of a result that was pickled."""
    return _Run(graph, _igc.Program.compile(*program), *others)


class Result:
    """The outputs of a run.

    An output is an attribute and an item: `result.level` is `result["level"]`. An output of nodes or edges is an array
    of NumPy, which uses the memory of igc. With `arrays="cuda"`, it is a `CudaArray`. Tables, `reached`, `with_inf` and
    `igc.check` then copy it to the host each time. An output that is one value is a number of Python.

    A node that a search does not reach has a special value, the largest of its type, in the arrays. `reached` is a mask
    of the other nodes. Tables contain infinity instead of this value.
    """

    _outputs: tuple[Output, ...]
    _values: dict[str, Any]
    _run: _Run
    _sources: tuple[Any, ...] | None

    #: The report of the run, as `igc run --json` prints it.
    report: dict[str, Any]
    #: The program and the configuration that igc has chosen, or `None` if the caller did.
    plan: str | None
    #: Why igc has chosen them.
    reason: str | None
    #: The verdicts of the oracles, if the run was checked.
    checks: tuple[Verdict, ...] | None

    @classmethod
    def _of(cls: type[R], run: _Run, outcome: _igc.Outcome) -> R:
        made = cls.__new__(cls)
        described = outcome.program.describe()["outputs"]
        made._outputs = tuple(Output._of(one) for one in described)
        made._values = {}
        returned: Sequence[tuple[str, _igc.Memory | _igc.CudaMemory]] = outcome.on_device or outcome.outputs
        for output, (name, memory) in zip(made._outputs, returned, strict=True):
            assert output.name == name
            made._values[name] = _value(output, memory, run.graph)
        made._run = run
        made._sources = None
        made.report = json.loads(outcome.report)
        made.plan, made.reason = outcome.choice if outcome.choice is not None else (None, None)
        checks = made.report.get("checks")
        made.checks = None
        if checks is not None:
            made.checks = tuple(Verdict(one["oracle"], one["passed"], one.get("reason")) for one in checks)
        return made

    @classmethod
    def _batch(
        cls: type[R], sources: tuple[Any, ...], runs: Sequence[Result], values: dict[str, Array], run: _Run
    ) -> R:
        """Makes the result for several sources. The first axis of each output is that of sources."""
        made = cls.__new__(cls)
        made._outputs = tuple(Output._of(one) for one in run.program.describe()["outputs"])
        made._values, made._run, made._sources = dict(values), run, sources
        made.report = {"runs": [one.report for one in runs]}
        made.plan, made.reason = runs[0].plan, runs[0].reason
        verdicts = [one.checks for one in runs]
        made.checks = None if verdicts[0] is None else tuple(one for some in verdicts for one in some or ())
        return made

    def __getattr__(self, name: str) -> Any:
        values = self.__dict__.get("_values", {})
        if name in values:
            return values[name]
        raise AttributeError(f"the result has no output `{name}`; it has {', '.join(values) or 'none'}")

    def __getitem__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise KeyError(f"the result has no output `{name}`; it has {', '.join(self._values)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._values]

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The outputs, with their types and meanings."""
        return self._outputs

    @property
    def graph(self) -> Graph:
        """The graph of the run."""
        return self._run.graph

    @property
    def sources(self) -> tuple[Any, ...] | None:
        """The sources of a run with several sources, in the order of the first axis."""
        return self._sources

    @property
    def seconds(self) -> float:
        """The time of the computation, in seconds. It does not contain transfers and the build of kernels."""
        reports = self.report.get("runs", [self.report])
        return float(sum(one["seconds"]["compute"] for one in reports))

    @property
    def reached(self) -> Array:
        """Whether the program has reached each node. All nodes are reached if no output has a value for others."""
        for output in self._outputs:
            if output.extent == "nodes" and output.unreached is not None and not output.has_rows:
                return np.asarray(self._host(output.name) != output.unreached)
        shape: tuple[int, ...] = (self.graph.num_nodes,)
        return np.ones(shape if self._sources is None else (len(self._sources), *shape), np.bool_)

    def with_inf(self, name: str) -> Array:
        """Returns an output of numbers as `float64`, with infinity for nodes that are not reached."""
        output = self._output(name)
        own = self._host(name)
        values = own.astype(np.float64)
        if output.unreached is not None:
            values[own == output.unreached] = np.inf
        return _arrays.counted(values)

    def _host(self, name: str) -> Array:
        """Returns an output in the memory of the host, to which one of a GPU is copied."""
        value = self._values[name]
        return value.numpy() if isinstance(value, CudaArray) else np.asarray(value)

    def _output(self, name: str) -> Output:
        for output in self._outputs:
            if output.name == name:
                return output
        raise KeyError(f"the result has no output `{name}`; it has {', '.join(self._values)}")

    def _cells(self, output: Output, values: Array) -> Array:
        """Returns values for a table: ids instead of node numbers, and infinity instead of the largest value."""
        if output.type == "node":
            if self.graph.ids is not None:
                return self.graph.ids.of(values)
            if output.unreached is not None and bool((values == output.unreached).any()):
                return np.where(values == output.unreached, -1, values.astype(np.int64))
            return values
        if output.unreached is None or not bool((values == output.unreached).any()):
            return values
        cells = values.astype(np.float64)
        cells[values == output.unreached] = np.inf
        return cells

    def _columns(self, kind: Literal["nodes", "edges"]) -> dict[str, Array]:
        """Returns the columns of a table of nodes or edges."""
        outputs = [one for one in self._outputs if one.extent == kind]
        batch = 1 if self._sources is None else len(self._sources)
        columns: dict[str, Array] = {}
        if self._sources is not None:
            count = self.graph.num_nodes if kind == "nodes" else len(self.graph.edges_for(_name(self))[0])
            from ._graph import _label_array

            columns["source_node"] = np.repeat(_label_array(self._sources), count)
        labels = self.graph.labels()
        if kind == "nodes":
            columns["node"] = np.tile(labels, batch)
        else:
            sources, targets = self._ends()
            columns["source"], columns["target"] = np.tile(labels[sources], batch), np.tile(labels[targets], batch)
        for output in outputs:
            values = self._host(output.name)
            if not output.has_rows:
                columns[output.name] = self._cells(output, values.reshape(-1))
                continue
            rows = values.reshape(-1, values.shape[-1]) if values.shape[-1] else values.reshape(len(labels), 0)
            for at in range(rows.shape[1]):
                columns[f"{output.name}_{at}"] = self._cells(output, rows[:, at])
        return columns

    def _ends(self) -> tuple[Array, Array]:
        from ._graph import _sources as sources_of

        offsets, targets, _ = self.graph._core.arrays_for(self._run.program)
        return sources_of(np.asarray(offsets)), np.asarray(targets)

    def _kind(self, of: str | None) -> Literal["nodes", "edges"]:
        kinds = [one.extent for one in self._outputs]
        if of is None:
            of = "nodes" if "nodes" in kinds or "edges" not in kinds else "edges"
        if of not in kinds:
            raise InputError(f"the result has no outputs of {of}; its outputs are {', '.join(self._values)}")
        return "nodes" if of == "nodes" else "edges"

    def to_pandas(self, of: Literal["nodes", "edges"] | None = None) -> pandas_types.DataFrame:
        """Returns a data frame with the outputs of nodes or of edges.

        A table of nodes has the ids of the nodes as its index, and a table of edges has columns with both ends. With
        several sources, the index has two levels.
        """
        import pandas

        kind = self._kind(of)
        frame = pandas.DataFrame(self._columns(kind))
        if kind == "nodes":
            frame = frame.set_index(["source_node", "node"] if self._sources is not None else "node")
        return frame

    def to_polars(self, of: Literal["nodes", "edges"] | None = None) -> polars_types.DataFrame:
        """Returns a data frame with a column `node`, or with columns for both ends of edges, and the outputs."""
        import polars

        columns = self._columns(self._kind(of))
        return polars.DataFrame([_series(name, column) for name, column in columns.items()])

    def to_dict(self, name: str | None = None) -> dict[Any, Any]:
        """Returns the values of an output by the ids of the nodes. By default, it is the first output of nodes.

        With several sources, the result has such a dictionary for each source.
        """
        if name is None:
            name = next((one.name for one in self._outputs if one.extent == "nodes"), None)
            if name is None:
                raise InputError("the result has no outputs of nodes")
        output = self._output(name)
        if output.extent != "nodes":
            raise InputError(f"`{name}` is not an output of nodes")
        labels = self.graph.labels().tolist()
        values = self._host(name)

        def one(some: Array) -> dict[Any, Any]:
            return dict(zip(labels, self._cells(output, some).tolist(), strict=True))

        if self._sources is None:
            return one(values)
        return {source: one(row) for source, row in zip(self._sources, values, strict=True)}

    def __repr__(self) -> str:
        parts = []
        for name, value in self._values.items():
            is_array = isinstance(value, (np.ndarray, CudaArray))
            shown = f"{value.dtype}{list(value.shape)}" if is_array else repr(value)
            shown += f" on {value.device}" if isinstance(value, CudaArray) else ""
            parts.append(f"{name}={shown}")
        return f"<{type(self).__name__}: {', '.join(parts)}>"

    def _repr_html_(self) -> str:
        from ._display import table

        rows: list[tuple[str, ...]] = []
        for output in self._outputs:
            value = self._values[output.name]
            if isinstance(value, np.ndarray):
                shown = ", ".join(str(one) for one in value.reshape(-1)[:8].tolist())
                shown += ", …" if value.size > 8 else ""
                rows.append((output.name, f"{value.dtype}{list(value.shape)}", output.extent, shown, output.meaning))
            elif isinstance(value, CudaArray):
                kind = f"{value.dtype}{list(value.shape)}"
                rows.append((output.name, kind, output.extent, f"on {value.device}", output.meaning))
            else:
                rows.append((output.name, output.type, "", str(value), output.meaning))
        plan = f" · {self.plan}" if self.plan else ""
        title = f"{_name(self)} · {self._run.graph.num_nodes:,} nodes · {self.seconds * 1000:.3g} ms{plan}"
        return table(title, ["output", "type", "of", "values", "meaning"], rows)


def _name(result: Result) -> str:
    return result._run.program.name


def _value(output: Output, memory: _igc.Memory | _igc.CudaMemory, graph: Graph) -> Any:
    """Returns an array with a row for each node or edge, or the value of an output that is one value."""
    if isinstance(memory, _igc.CudaMemory):
        if output.is_array:
            return CudaArray(memory, _shape(output, memory.elements, graph))
        memory = memory.to_host()
    array = np.asarray(memory)
    if not output.is_array:
        return array[0].item()
    shape = _shape(output, array.size, graph)
    return array if array.shape == shape else array.reshape(shape)


def _shape(output: Output, size: int, graph: Graph) -> tuple[int, ...]:
    """Returns the shape of an output with this number of elements."""
    if not output.has_rows or output.extent != "nodes":
        return (size,)
    nodes = graph.num_nodes
    return (nodes, size // nodes) if nodes else (0, 0)


def _series(name: str, column: Array) -> polars_types.Series:
    """Returns a column for Polars, which finds out the type of ids."""
    import polars

    if column.dtype != object:
        return polars.Series(name, column)
    try:
        return polars.Series(name, column.tolist())
    except TypeError:
        return polars.Series(name, column.tolist(), dtype=polars.Object)


def check(result: R, by: Callable[[R], bool | str | None] | None = None) -> tuple[Verdict, ...]:
    """Lets the oracles of the program judge a result. An oracle shares no code with the program.

    With `by`, a function judges the result instead. It returns nothing or `True` if the result is right, and `False` or
    the reason if it is wrong. An exception of the function is not a verdict, and passes to the caller.

    Returns the verdicts. If an oracle needs values that are not outputs, the program runs again for them.

    Raises:
        CheckError: An oracle or the function rejects the result.
    """
    if by is not None:
        return _judged_by(by, result)
    if not result._run.program.has_check:
        raise InputError(f"the program `{_name(result)}` names no oracle")
    verdicts = result.checks if result._sources is not None else _judged(result)
    if verdicts is None:
        raise InputError("pass `check=True` to the run to check a result for several sources")
    wrong = [one for one in verdicts if not one.passed]
    if wrong:
        raise CheckError(f"the oracle `{wrong[0].oracle}` rejects the result: {wrong[0].reason}", verdicts)
    return verdicts


def _judged_by(by: Callable[[R], bool | str | None], result: R) -> tuple[Verdict, ...]:
    answer = by(result)
    if isinstance(answer, (bool, np.bool_)):
        passed, reason = bool(answer), None
    elif answer is None or isinstance(answer, str):
        passed, reason = answer is None, answer
    else:
        raise InputError(f"a checker returns nothing, a truth value or a reason, not {type(answer).__name__}")
    name = getattr(by, "__name__", type(by).__name__)
    verdicts = (Verdict(name, passed, reason),)
    if not passed:
        why = "" if reason is None else f": {reason}"
        raise CheckError(f"`{name}` rejects the result{why}", verdicts)
    return verdicts


def _judged(result: Result) -> tuple[Verdict, ...]:
    run = result._run
    outputs = []
    for output in result._outputs:
        dtype = _arrays.DTYPES[output.type]
        values = result._host(output.name).astype(dtype, copy=False).reshape(-1)
        outputs.append((output.name, _arrays.flat(values, output.name)))
    judged = _igc.judge(run.graph._core, run.program, run.device, list(run.params), list(run.inputs), outputs)
    return tuple(Verdict(*one) for one in judged)
