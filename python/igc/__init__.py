"""Graph algorithms on CPUs and GPUs.

    import igc

    graph = igc.Graph("rmat:16")
    result = igc.bfs(graph, source=0)
    result.level

Each problem of igc is a function: `igc.bfs`, `igc.pagerank`, `igc.sssp`. `igc.compile` compiles a program in igc's own
language. `igc.Graph` takes the graphs and arrays of other libraries.
"""

from ._cuda_array import CudaArray
from ._errors import (
    Cancelled,
    CheckError,
    CompileError,
    DeviceError,
    Diagnostic,
    Error,
    ForkError,
    InputError,
    InternalError,
    Span,
    UnknownNameError,
    UnsupportedError,
)
from ._graph import Graph, GraphLike, Ids
from ._igc import __version__, copied_bytes, explain
from ._info import Device, Problem, devices, problems
from ._magic import load_ipython_extension
from ._problems import *  # noqa: F403
from ._problems import __all__ as _names
from ._program import DeviceLike, Input, Parameter, Program, compile, program
from ._results import Output, Result, Verdict, check
from ._rounds import Round, Rounds, rounds

__all__ = [
    "Cancelled",
    "CheckError",
    "CompileError",
    "CudaArray",
    "Device",
    "DeviceError",
    "DeviceLike",
    "Diagnostic",
    "Error",
    "ForkError",
    "Graph",
    "GraphLike",
    "Ids",
    "Input",
    "InputError",
    "InternalError",
    "Output",
    "Parameter",
    "Problem",
    "Program",
    "Result",
    "Round",
    "Rounds",
    "Span",
    "UnknownNameError",
    "UnsupportedError",
    "Verdict",
    "__version__",
    "check",
    "compile",
    "copied_bytes",
    "devices",
    "explain",
    "load_ipython_extension",
    "problems",
    "program",
    "rounds",
]
__all__ += _names
