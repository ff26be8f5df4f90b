"""Programs, and how they are called."""

from __future__ import annotations

import inspect
import keyword
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeVar

import numpy as np

from . import _arrays, _igc
from ._arrays import Array, as_numpy
from ._cuda import is_cuda
from ._errors import Diagnostic, InputError, UnknownNameError
from ._graph import Graph, GraphLike, Weight, as_graph
from ._results import Output, Result, _Run

R = TypeVar("R", bound=Result)
C = TypeVar("C", bound=Result)

#: Where a run leaves its outputs: in arrays of NumPy, or on the GPU.
Arrays = Literal["numpy", "cuda"]

#: A device, or the GPUs of a run on several of them.
DeviceLike = str | Sequence[str]

#: The types of the language in Python.
PYTHON_TYPES = {
    "bool": "bool",
    "i32": "int",
    "u32": "int",
    "i64": "int",
    "u64": "int",
    "f32": "float",
    "f64": "float",
    "node": "Any",
    "edge": "int",
}


#: The arguments of every program, with their defaults.
OPTIONS: tuple[tuple[str, Any], ...] = (("device", "auto"), ("opts", "auto"), ("check", False), ("arrays", "numpy"))


def python_name(name: str) -> str:
    """Returns the name of an argument for a parameter or input.

    It has an underscore at its end if Python or the call of a program uses the name itself.
    """
    is_taken = keyword.iskeyword(name) or name == "graph" or name in dict(OPTIONS)
    return f"{name}_" if is_taken else name


@dataclass(frozen=True)
class Parameter:
    """A parameter of a program. `text` is its declaration."""

    name: str
    type: str
    required: bool
    default: Any
    text: str
    meaning: str


@dataclass(frozen=True)
class Input:
    """An input of a program: values of `nodes` or `edges`, or the `items` of a worklist."""

    name: str
    type: str
    extent: str
    has_rows: bool
    text: str
    meaning: str


class Program:
    """A compiled program. `help(program)` and `program.stub()` show its parameters, inputs and outputs.

    Call the program with a graph to run it: `program(graph, source=0)`.
    """

    def __init__(self, core: _igc.Program) -> None:
        self._core = core
        described = core.describe()
        self.parameters: tuple[Parameter, ...] = tuple(
            Parameter(*(one[key] for key in ("name", "type", "required", "default", "text", "meaning")))
            for one in described["parameters"]
        )
        self.inputs: tuple[Input, ...] = tuple(
            Input(*(one[key] for key in ("name", "type", "extent", "has_rows", "text", "meaning")))
            for one in described["inputs"]
        )
        self.outputs: tuple[Output, ...] = tuple(Output._of(one) for one in described["outputs"])
        self.__name__ = core.name
        self.__doc__ = _documentation(core, described, self)
        self.__signature__ = _signature(self)

    @property
    def name(self) -> str:
        """The name."""
        return self._core.name

    @property
    def text(self) -> str:
        """The text of the program, with the files that it imports."""
        return self._core.text

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The warnings of the compiler."""
        return tuple(Diagnostic._of(one) for one in self._core.warnings)

    def __call__(
        self,
        graph: GraphLike,
        *,
        device: DeviceLike = "auto",
        opts: str = "auto",
        check: bool = False,
        arrays: Arrays = "numpy",
        **arguments: Any,
    ) -> Result:
        inputs = {one.name for one in self.inputs}
        declared = [one.name for one in self.inputs] + [one.name for one in self.parameters]
        names = {python_name(name): name for name in declared}
        named = {names.get(name, name): value for name, value in arguments.items()}
        params = {name: value for name, value in named.items() if name not in inputs}
        given = {name: value for name, value in named.items() if name in inputs}
        return execute(Result, as_graph(graph), self._core, None, params, given, device, opts, check, arrays)

    def stub(self) -> str:
        """Returns the signature of the program, and the types of its results, as the text of a stub file."""
        results = {"numpy": _class_name(self.name, "")}
        if any(one.is_array for one in self.outputs):
            results["cuda"] = _class_name(self.name, "Cuda")
        lines = ["from typing import Any, Literal, overload", "", "import igc", "import numpy as np"]
        lines += ["from numpy.typing import NDArray", ""]
        for arrays, result in results.items():
            types = {one.name: annotation(one, arrays).replace("CudaArray", "igc.CudaArray") for one in self.outputs}
            # An output whose name is a keyword of Python is an item of the result, and not an attribute.
            fields = [f"    {name}: {kind}" for name, kind in types.items() if not keyword.iskeyword(name)]
            fields = fields or ["    pass"]
            lines += [f"class {result}(igc.Result):", *fields, ""]
        arguments = [f"    {python_name(one.name)}: Any," for one in self.inputs]
        arguments += [
            f"    {python_name(one.name)}: {PYTHON_TYPES[one.type]}" + ("," if one.required else f" = {one.default!r},")
            for one in self.parameters
        ]
        options = [(name, default) for name, default in OPTIONS if name != "arrays"]
        types = {"device": "igc.DeviceLike"}
        arguments += [
            f"    {name}: {types.get(name, type(default).__name__)} = {_literal(default)}," for name, default in options
        ]
        for arrays, result in results.items():
            kinds = f'Literal["{arrays}"]' if len(results) > 1 else 'Literal["numpy", "cuda"]'
            default = ' = "numpy"' if arrays == "numpy" else ""
            lines += ["@overload"] if len(results) > 1 else []
            lines += [f"def {_identifier(self.name)}(", "    graph: igc.GraphLike,", "    *,", *arguments]
            lines += [f"    arrays: {kinds}{default},", f") -> {result}: ..."]
        return "\n".join(lines) + "\n"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, (self._core.name, self._core.path, self._core.text))

    def __repr__(self) -> str:
        return f"<igc.Program {self.name}{self.__signature__}>"

    def _repr_html_(self) -> str:
        from ._display import table

        rows = [("parameter", one.name, one.text or one.type, one.meaning) for one in self.parameters]
        rows += [("input", one.name, one.text or one.type, one.meaning) for one in self.inputs]
        rows += [("output", one.name, f"{one.type} of {one.extent}", one.meaning) for one in self.outputs]
        return table(f"igc.Program {self.name}", ["", "name", "declaration", "meaning"], rows)


def _rebuilt(name: str, path: str, text: str) -> Program:
    return Program(_igc.Program.compile(name, path, text, "none"))


def _literal(value: Any) -> str:
    """Returns a value in Python's text, as formatters write it."""
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _identifier(name: str) -> str:
    """Returns the name of a program as a name of Python. The name of a file may contain other characters."""
    name = re.sub(r"\W", "_", name)
    return python_name(name) if name.isidentifier() else f"_{name}"


def _class_name(name: str, kind: str) -> str:
    made = "".join(part.capitalize() for part in _identifier(name).split("_")) + f"{kind}Result"
    return made if made.isidentifier() else f"_{made}"


def annotation(output: Output, arrays: str = "numpy") -> str:
    """Returns the type of an output in Python for an argument `arrays`. The class `CudaArray` stands in `igc`."""
    if not output.is_array:
        return PYTHON_TYPES[output.type] if output.type != "node" else "int"
    if arrays == "cuda":
        return "CudaArray"
    dtype = _arrays.DTYPES[output.type].name
    return "NDArray[np.bool_]" if dtype == "bool" else f"NDArray[np.{dtype}]"


def _signature(program: Program) -> inspect.Signature:
    kind = inspect.Parameter.KEYWORD_ONLY
    made = [inspect.Parameter("graph", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    made += [inspect.Parameter(python_name(one.name), kind) for one in program.inputs]
    types = {"bool": bool, "int": int, "float": float, "Any": inspect.Parameter.empty}
    for one in program.parameters:
        default = inspect.Parameter.empty if one.required else one.default
        annotation = types[PYTHON_TYPES[one.type]]
        made.append(inspect.Parameter(python_name(one.name), kind, default=default, annotation=annotation))
    made += [inspect.Parameter(name, kind, default=option, annotation=type(option)) for name, option in OPTIONS]
    return inspect.Signature(made, return_annotation=Result)


def _documentation(core: _igc.Program, described: dict[str, Any], program: Program) -> str:
    lines = [f"{described['method'] or core.name}.", ""]

    def section(title: str, rows: Iterable[tuple[str, str, str]]) -> None:
        rows = list(rows)
        if rows:
            lines.append(f"{title}:")
            lines.extend(f"    {name}: `{text}`. {meaning}".rstrip() for name, text, meaning in rows)
            lines.append("")

    section("Parameters", ((one.name, one.text or one.type, one.meaning) for one in program.parameters))
    section("Inputs", ((one.name, one.text or one.type, one.meaning) for one in program.inputs))
    section("Outputs", ((one.name, f"{one.type} of {one.extent}", one.meaning) for one in program.outputs))
    if described["requirements"]:
        lines.append(f"The graph gets these properties before the run: {', '.join(described['requirements'])}.")
    return "\n".join(lines).strip() + "\n"


def compile(source: str | os.PathLike[str], *, name: str | None = None) -> Program:
    """Compiles a program: the path of a file, or the text of the program itself.

    A text that ends with `.ig` and has one line is a path.

    Raises:
        CompileError: The program is wrong. The message shows excerpts of the text, with carets below the positions.
    """
    if not isinstance(source, str) or ("\n" not in source and source.endswith(".ig")):
        return Program(_igc.Program.from_file(os.fspath(source), "none"))
    name = name or "program"
    return Program(_igc.Program.compile(name, f"{name}.ig", source, "none"))


@lru_cache(maxsize=256)
def _named(name: str, opts: str) -> _igc.Program:
    return _igc.Program.named(name, opts)


@lru_cache(maxsize=64)
def _configured(name: str, path: str, text: str, opts: str) -> _igc.Program:
    return _igc.Program.compile(name, path, text, opts)


def core_of(program: str | Program) -> _igc.Program:
    """Returns the program of a name, or of an object."""
    return program._core if isinstance(program, Program) else _named(program, "none")


def program(name: str) -> Program:
    """Returns a program of the library, such as `bfs_wl`, or the default program of a problem, such as `bfs`.

    Raises:
        UnknownNameError: No program or problem has this name.
    """
    return Program(_named(name, "none"))


def run_problem(
    results: tuple[type[R], type[C]],
    name: str,
    data: GraphLike,
    params: Mapping[str, Any],
    inputs: Mapping[str, Any],
    sources: Iterable[Any] | None,
    device: DeviceLike,
    opts: str,
    check: bool,
    arrays: str,
    weight: Weight = True,
    weighted: str | None = None,
) -> R | C:
    """Solves a problem. The functions of the module `igc` call this function.

    `results` has the types of results with arrays of NumPy, and with arrays on a GPU. `weighted` is the problem that
    uses weights, if this one ignores them: it is solved unless `weight` is `None`.
    """
    if weighted is None and weight is None:
        raise InputError(f"the problem `{name}` needs weights: `weight` must not be None")
    if "weight" in params:
        raise InputError(f"the problem `{name}` does not use weights, so it has no argument `weight`")
    graph = as_graph(data, weight)
    # Real weights can need another problem, whose programs compute real numbers.
    problem = graph._core.problem(name if weighted is None or weight is None else weighted)
    core = _named(problem, "none" if opts == "auto" or not isinstance(opts, str) else opts)
    inputs = {name: value for name, value in inputs.items() if value is not None}
    if sources is None:
        of_run: type[R] | type[C] = results[1] if arrays == "cuda" else results[0]
        return execute(of_run, graph, core, problem, params, inputs, device, opts, check, arrays)
    lists = [one["name"] for one in core.describe()["inputs"] if one["extent"] == "items"]
    one_source = lists[0] if lists else "source"
    if one_source in params or one_source in inputs:
        raise InputError(f"give either `{one_source}` or `sources`")
    if arrays != "numpy":
        raise InputError(
            "the outputs for several sources are arrays of NumPy\nhelp: call the function once for each source"
        )
    sources = as_numpy(sources, "sources") if is_cuda(sources, "sources") else sources
    if isinstance(sources, str) or not isinstance(sources, Iterable):
        raise InputError(f"`sources` is a list of nodes, not {sources!r}\nhelp: pass one node as `{one_source}`")
    each = tuple(sources.tolist() if isinstance(sources, np.ndarray) else sources)
    if lists:
        each = tuple(tuple(_items(one)) for one in each)
    joined = _joined(device)
    # The searches of one run share an array, which ranks on several devices cannot.
    if problem == "bfs" and opts == "auto" and "," not in joined and not (check or params or inputs):
        from ._batch import levels

        together = levels(graph, each, joined)
        if together is not None:
            rows, runs_together = together
            run = _Run(graph, core, joined, (), ())
            return results[0]._batch(each, runs_together, {"level": rows}, run)
    runs = []
    for one in each:
        own = {one_source: one}
        values, fields = (params, {**inputs, **own}) if lists else ({**params, **own}, inputs)
        runs.append(execute(results[0], graph, core, problem, values, fields, device, opts, check, arrays))
    if not runs:
        raise InputError("there are no sources")
    stacked = {name: _arrays.counted(np.stack([one[name] for one in runs])) for name in runs[0]}
    return results[0]._batch(each, runs, stacked, runs[0]._run)


def execute(
    result: type[R],
    graph: Graph,
    core: _igc.Program,
    problem: str | None,
    params: Mapping[str, Any],
    inputs: Mapping[str, Any],
    device: DeviceLike,
    opts: str,
    check: bool,
    arrays: str,
) -> R:
    """Runs a program, or solves a problem with the plan that igc chooses."""
    if not isinstance(opts, str):
        raise InputError(f'`opts` is a text such as "fg8,sg", not {opts!r}')
    device = _device(graph, device, arrays)
    described = core.describe()
    declared = {one["name"]: one for one in described["parameters"]}
    texts = [(name, _text(graph, name, value, declared)) for name, value in params.items()]
    fields = {one["name"]: one for one in described["inputs"]}
    values = [(name, _input(graph, core, fields, name, value)) for name, value in inputs.items()]
    missing = [name for name in fields if name not in inputs]
    if missing:
        raise InputError(f"the input `{missing[0]}` is missing: {fields[missing[0]]['meaning']}")
    is_auto = opts == "auto"
    if problem is None and not is_auto:
        core = _configured(core.name, core.path, core.text, opts)
    task, stays = problem if is_auto else None, arrays == "cuda"
    outcome = _igc.run(graph._core, core, task, is_auto, device, texts, values, check, stays)
    # Another program of the problem may not have the parameters that only the chosen one has.
    run = _Run(graph, outcome.program, device, tuple(texts), tuple(values))
    return result._of(run, outcome)


def _device(graph: Graph, device: DeviceLike, arrays: str) -> str:
    """Returns the device of a run. By default, a graph in the memory of a GPU is used there."""
    if arrays not in ("numpy", "cuda"):
        raise InputError(f'`arrays` must be "numpy" or "cuda", not {arrays!r}')
    device = _joined(device)
    if device != "auto":
        return device
    return graph.device or ("cuda" if arrays == "cuda" else "auto")


def _joined(device: DeviceLike) -> str:
    """Returns the devices of a list as one text: `["cuda:0", "cuda:1"]` are `"cuda:0,1"`."""
    if isinstance(device, str):
        return device
    devices = list(device) if isinstance(device, Iterable) else []
    named = [one.partition(":") for one in devices if isinstance(one, str)]
    apis = {api for api, _, _ in named}
    are_numbered = all(number.isdecimal() for _, _, number in named)
    if not named or len(named) < len(devices) or len(apis) > 1 or not (are_numbered or len(named) == 1):
        raise InputError(
            f"{device!r} is not a device\n"
            'help: write a text such as "cpu" or "cuda:1", or a list of GPUs of one API such as ["cuda:0", "cuda:1"]'
        )
    if len(named) == 1:
        return "".join(named[0])
    return f"{apis.pop()}:{','.join(number for _, _, number in named)}"


def _text(graph: Graph, name: str, value: Any, declared: Mapping[str, Any]) -> str:
    """Returns the value of a parameter as the language writes it."""
    if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and value.ndim == 0):
        value = value.item()
    kind = declared[name]["type"] if name in declared else None
    if value is None:
        return "none"
    if kind == "node":
        return graph._core.parameter(graph.number(value))
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value)
    if hasattr(value, "__index__"):
        return str(value.__index__())
    if hasattr(value, "__float__"):
        return repr(float(value))
    raise InputError(f"parameter `{name}`: {value!r} is not a number")


def _input(graph: Graph, core: _igc.Program, fields: Mapping[str, Any], name: str, value: Any) -> Array:
    """Returns the values of an input as an array of one dimension."""
    field = fields.get(name)
    if field is None:
        known = ", ".join(f"`{one}`" for one in fields) or "no inputs"
        raise UnknownNameError(f"unknown input `{name}`; the program has {known}")
    if field["extent"] == "items":
        return np.fromiter((graph.number(node) for node in _items(value)), np.uint32)
    if field["extent"] == "edges" and hasattr(value, "tocsr"):
        offsets, targets, _ = graph._core.arrays_for(core)
        from ._graph import _sources

        ends = _sources(np.asarray(offsets)), np.asarray(targets)
        looked_up = np.asarray(value.tocsr()[ends]).reshape(-1)
        return _arrays.input_values(looked_up, field["type"], f"input `{name}`")
    if field["type"] == "node" and graph.ids is not None:
        labels = as_numpy(value, f"input `{name}`").reshape(-1)
        return np.fromiter((graph.number(node) for node in labels.tolist()), np.uint32)
    return _arrays.input_values(value, field["type"], f"input `{name}`")


def _items(value: Any) -> Iterable[Any]:
    """Returns the nodes of a worklist. One node is a list of one."""
    if isinstance(value, (str, bytes, tuple)) or not hasattr(value, "__iter__"):
        # A tuple may be the id of one node, but is then not a list.
        return value if isinstance(value, tuple) else [value]
    value = as_numpy(value, "nodes") if is_cuda(value, "nodes") else value
    nodes: Iterable[Any] = value.tolist() if isinstance(value, np.ndarray) else value
    return nodes
