"""Writes `_problems.py`: a function and a type of results for each problem of igc.

python -m igc._generate            write the file
python -m igc._generate --check    fail if the file is not current
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import Any

from . import _igc
from ._program import PYTHON_TYPES, annotation
from ._results import Output

HEAD = '''"""The problems of igc as functions. `python -m igc._generate` writes this file; do not change it by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from ._cuda_array import CudaArray
from ._graph import GraphLike, Weight
from ._program import Arrays, DeviceLike, run_problem
from ._results import Result


def _changed(params: Mapping[str, Any], **given: tuple[Any, Any]) -> dict[str, Any]:
    """Returns the parameters whose values are not the defaults."""
    changed = {name: value for name, (value, default) in given.items() if value is not default and value != default}
    return {**params, **changed}

'''


def wrapped(text: str, indent: int, first: str = "") -> str:
    """Returns a text in lines of at most 120 characters."""
    spaces = " " * indent
    rest = spaces + " " * 4 if first else spaces
    return textwrap.fill(first + text, 118, initial_indent=spaces, subsequent_indent=rest, break_long_words=False)


def sentence(text: str) -> str:
    """Returns a text with a capital letter and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else text + "."


def python_default(one: dict[str, Any]) -> str:
    """Returns the default of a parameter as Python's text."""
    return "None" if one["type"] == "node" else repr(one["default"])


def python_type(one: dict[str, Any]) -> str:
    """Returns the type of a parameter in Python."""
    return "Any" if one["type"] == "node" else PYTHON_TYPES[one["type"]]


def output_types(problem: dict[str, Any], problems: list[dict[str, Any]], arrays: str) -> dict[str, str]:
    """Returns the type of each output for an argument `arrays`. With real weights, an output can have another type."""
    found: dict[str, str] = {}
    for name in (problem["name"], problem["real"]):
        for one in next((other["outputs"] for other in problems if other["name"] == name), []):
            output = Output._of(one)
            known = found.get(output.name)
            new = annotation(output, arrays)
            found[output.name] = new if known in (None, new) else f"{known} | {new}"
    return found


def weight_of(problem: dict[str, Any]) -> tuple[str, str] | None:
    """Returns the default of the argument `weight` and its meaning, if the problem has this argument."""
    chosen = "a name is a column or attribute of `graph`, and an array has one weight for each edge."
    if problem["weighted"] is not None:
        text = f"`None` ignores weights. Otherwise, `{problem['weighted']}` runs: `True` takes the weights of `graph`, "
        return "None", text + chosen
    if problem["reads_weights"]:
        return "True", f"`True` takes the weights of `graph`, {chosen}"
    return None


def result_classes(problem: dict[str, Any]) -> list[str]:
    """Returns the names of the types of results. If an output is an array, there is another type for `arrays="cuda"`."""
    base = "".join(part.capitalize() for part in problem["name"].split("_"))
    has_arrays = any(Output._of(one).is_array for one in problem["outputs"])
    return [f"{base}Result", f"{base}CudaResult"] if has_arrays else [f"{base}Result"]


def function(problem: dict[str, Any], problems: list[dict[str, Any]]) -> str:
    """Returns the class and the function of a problem."""
    name = problem["name"]
    outputs = [Output._of(one) for one in problem["outputs"]]
    params = [one for one in problem["parameters"] if one["name"] in problem["shared"]]
    positional = [one for one in params if one["type"] == "node"]
    keyword = [one for one in params if one["type"] != "node"]
    # Several sources, or several lists of nodes, can be the leading axis of a result.
    lists = [one["name"] for one in problem["inputs"] if one["extent"] == "items"]
    has_source = any(one["name"] == "source" for one in positional) or bool(lists)
    weight = weight_of(problem)

    lines = []
    for arrays, result in zip(("numpy", "cuda"), result_classes(problem), strict=False):
        types = output_types(problem, problems, arrays)
        suffix = "" if arrays == "numpy" else ' with `arrays="cuda"`'
        lines += [f"class {result}(Result):", f'    """The result of `{name}`{suffix}."""', ""]
        for one in outputs:
            lines += [f"    #: {line}" for line in textwrap.wrap(sentence(one.meaning), 110)]
            lines.append(f"    {one.name}: {types[one.name]}")
        lines += ["", ""]

    def signature(arrays: str, sources: str, returned: str) -> list[str]:
        """Returns the head of the function, without the last character."""
        made = [f"def {name}(", "    graph: GraphLike,"]
        made += [f"    {one['name']}: {python_type(one)} = {python_default(one)}," for one in positional]
        made.append("    *,")
        made += [f"    {one['name']}: Any{' = None' if one['name'] in lists else ''}," for one in problem["inputs"]]
        made += [f"    {one['name']}: {python_type(one)} = {python_default(one)}," for one in keyword]
        if has_source:
            made.append(f"    sources: {sources} = None,")
        if weight is not None:
            made.append(f"    weight: Weight = {weight[0]},")
        made += ['    device: DeviceLike = "auto",', '    opts: str = "auto",', "    check: bool = False,"]
        return [*made, f"    arrays: {arrays},", "    **params: Any,", f") -> {returned}:"]

    classes = result_classes(problem)
    several = "Iterable[Any] | None"
    if len(classes) > 1:
        for arrays, sources, result in (
            ('Literal["numpy"] = "numpy"', several, classes[0]),
            ('Literal["cuda"]', "None", classes[1]),
        ):
            head = signature(arrays, sources, result)
            lines += ["@overload", *head[:-1], f"{head[-1]} ...", ""]
    lines += signature('Arrays = "numpy"', several, " | ".join(classes))
    doc = [wrapped(sentence(problem["meaning"]), 4).replace("    ", '    """', 1), ""]
    doc.append(wrapped(sentence(f"The result is {problem['uniqueness']}"), 4))
    if problem["real"] is not None:
        text = "The problem reads the weights of the graph. For weights that are not whole numbers from 0 to 2³² - 1, "
        text += f"`{problem['real']}` runs."
        doc += ["", wrapped(text, 4)]
    elif problem["reads_weights"]:
        doc += ["", wrapped("The problem reads the weights of the graph.", 4)]
    if problem["requirements"]:
        names = ", ".join(problem["requirements"])
        doc += ["", wrapped(f"Before the run, igc makes a form of the graph that is {names}.", 4)]
    doc += ["", "    Arguments:"]
    doc.append(wrapped("a graph, or anything that `igc.Graph` takes.", 8, "graph: "))
    for one in positional:
        default = "none" if one["optional"] else f"node number {one['default']}"
        text = f"{sentence(one['meaning'])} An id of the graph, or a node number. The default is {default}."
        doc.append(wrapped(text, 8, f"{one['name']}: "))
    for one in problem["inputs"]:
        per = {"nodes": "Values of nodes.", "edges": "Values of edges; see `Graph.edges_for`.", "items": "Nodes."}
        doc.append(wrapped(f"{sentence(one['meaning'])} {per[one['extent']]}", 8, f"{one['name']}: "))
    doc += [wrapped(sentence(one["meaning"]), 8, f"{one['name']}: ") for one in keyword]
    if has_source:
        text = "several sources instead of one. The first axis of each output is that of the sources."
        if lists:
            text = f"several values of `{lists[0]}` instead of one: nodes, or lists of nodes. The first axis of each "
            text += "output is that of the sources."
        doc.append(wrapped(text, 8, "sources: "))
    if weight is not None:
        doc.append(wrapped(weight[1], 8, "weight: "))
    doc.append(
        wrapped(
            'a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"` is the '
            "first GPU, or the processor.",
            8,
            "device: ",
        )
    )
    doc.append(wrapped('`"auto"`, or optimisations for the default program, such as `"fg8,sg"`.', 8, "opts: "))
    doc.append(wrapped("whether an oracle checks the result. The verdict is in `checks`.", 8, "check: "))
    text = (
        '`"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the host.'
    )
    doc.append(wrapped(text, 8, "arrays: "))
    doc.append(wrapped("parameters that only some programs of the problem have.", 8, "params: "))
    unreached = [one for one in outputs if one.unreached is not None and one.extent == "nodes"]
    if unreached:
        names = " and ".join(f"`{one.name}`" for one in unreached)
        text = f"An element of {names} that the program does not reach "
        if unreached[0].unreached == float("inf"):
            text += "is infinity. `reached` is a mask of the other nodes."
        else:
            real = ", or infinity for real weights" if problem["real"] is not None else ""
            text += (
                f"has the value {unreached[0].unreached}{real}. `reached` is a mask of the other nodes, and tables and "
                "`with_inf` have infinity instead."
            )
        doc += ["", wrapped(text, 4)]
    doc += ["", "    Raises:"]
    wrong = "The graph or an argument is wrong."
    if problem["reads_weights"]:
        wrong = "The graph or an argument is wrong, or the graph has no weights."
    doc.append(wrapped(wrong, 8, "InputError: "))
    doc.append(
        wrapped("The device does not exist, lacks something that the program needs, or failed.", 8, "DeviceError: ")
    )
    aliases = ", ".join(f"`{alias}`" for alias in problem["aliases"])
    doc += ["", wrapped(f"Other names: {aliases}.", 4), '    """']
    lines += doc
    given = ", ".join(f"{one['name']}=({one['name']}, {python_default(one)})" for one in [*positional, *keyword])
    inputs = ", ".join(f'"{one["name"]}": {one["name"]}' for one in problem["inputs"])
    lines += [
        f"    given = _changed(params, {given})" if given else "    given = dict(params)",
        f"    inputs: dict[str, Any] = {{{inputs}}}",
        f'    return run_problem(({classes[0]}, {classes[-1]}), "{name}", graph, given, inputs, '
        f"{'sources' if has_source else 'None'}, device, opts, check, arrays"
        + ("" if weight is None else f", weight, {problem['weighted']!r}".replace("'", '"'))
        + ")",
        "",
        "",
    ]
    lines += [f"{alias} = {name}" for alias in problem["aliases"]]
    return "\n".join(lines) + "\n\n\n"


def text() -> str:
    """Returns the text of `_problems.py`."""
    problems = _igc.problems()
    names = []
    for one in problems:
        names += [one["name"], *one["aliases"]]
        names += result_classes(one)
    body = "".join("\n" + function(one, problems).rstrip() + "\n\n" for one in problems)
    listed = "".join(f'    "{name}",\n' for name in sorted(names))
    return f"{HEAD}{body}\n__all__ = [\n{listed}]\n"


def main() -> int:
    """Writes the file, or checks it."""
    path = Path(__file__).with_name("_problems.py")
    made = text()
    if "--check" in sys.argv[1:]:
        if path.read_text(encoding="utf-8") != made:
            sys.stderr.write(f"{path} is not current; run `python -m igc._generate`\n")
            return 1
        return 0
    path.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
