"""The problems of igc as functions. `python -m igc._generate` writes this file; do not change it by hand."""

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


class BfsResult(Result):
    """The result of `bfs`."""

    #: Number of edges on a shortest path from `source`.
    level: NDArray[np.uint32]


class BfsCudaResult(Result):
    """The result of `bfs` with `arrays="cuda"`."""

    #: Number of edges on a shortest path from `source`.
    level: CudaArray


@overload
def bfs(
    graph: GraphLike,
    source: Any = None,
    *,
    sources: Iterable[Any] | None = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> BfsResult: ...

@overload
def bfs(
    graph: GraphLike,
    source: Any = None,
    *,
    sources: None = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> BfsCudaResult: ...

def bfs(
    graph: GraphLike,
    source: Any = None,
    *,
    sources: Iterable[Any] | None = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> BfsResult | BfsCudaResult:
    """The number of edges on a shortest path from a source to every node.

    The result is unique.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        source: The node where the search starts. An id of the graph, or a node number. The default is node number 0.
        sources: several sources instead of one. The first axis of each output is that of the sources.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    An element of `level` that the program does not reach has the value 4294967295. `reached` is a mask of the other
    nodes, and tables and `with_inf` have infinity instead.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `breadth_first_search`, `levels`, `hops`.
    """
    given = _changed(params, source=(source, None))
    inputs: dict[str, Any] = {}
    return run_problem((BfsResult, BfsCudaResult), "bfs", graph, given, inputs, sources, device, opts, check, arrays)


breadth_first_search = bfs
levels = bfs
hops = bfs


class SsspResult(Result):
    """The result of `sssp`."""

    #: The least sum of weights found so far.
    dist: NDArray[np.uint32] | NDArray[np.float64]


class SsspCudaResult(Result):
    """The result of `sssp` with `arrays="cuda"`."""

    #: The least sum of weights found so far.
    dist: CudaArray


@overload
def sssp(
    graph: GraphLike,
    source: Any = None,
    *,
    sources: Iterable[Any] | None = None,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> SsspResult: ...

@overload
def sssp(
    graph: GraphLike,
    source: Any = None,
    *,
    sources: None = None,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> SsspCudaResult: ...

def sssp(
    graph: GraphLike,
    source: Any = None,
    *,
    sources: Iterable[Any] | None = None,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> SsspResult | SsspCudaResult:
    """The least sum of weights on a path from a source to every node.

    The result is unique.

    The problem reads the weights of the graph. For weights that are not whole numbers from 0 to 2³² - 1, `sssp_real`
    runs.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        source: The node where paths start. An id of the graph, or a node number. The default is node number 0.
        sources: several sources instead of one. The first axis of each output is that of the sources.
        weight: `True` takes the weights of `graph`, a name is a column or attribute of `graph`, and an array has one
            weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    An element of `dist` that the program does not reach has the value 4294967295, or infinity for real weights.
    `reached` is a mask of the other nodes, and tables and `with_inf` have infinity instead.

    Raises:
        InputError: The graph or an argument is wrong, or the graph has no weights.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `shortest_paths`, `dijkstra`, `bellman_ford`, `delta_stepping`.
    """
    given = _changed(params, source=(source, None))
    inputs: dict[str, Any] = {}
    return run_problem((SsspResult, SsspCudaResult), "sssp", graph, given, inputs, sources, device, opts, check, arrays, weight, None)


shortest_paths = sssp
dijkstra = sssp
bellman_ford = sssp
delta_stepping = sssp


class SsspRealResult(Result):
    """The result of `sssp_real`."""

    #: The least sum of weights found so far.
    dist: NDArray[np.float64]


class SsspRealCudaResult(Result):
    """The result of `sssp_real` with `arrays="cuda"`."""

    #: The least sum of weights found so far.
    dist: CudaArray


@overload
def sssp_real(
    graph: GraphLike,
    source: Any = None,
    *,
    sources: Iterable[Any] | None = None,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> SsspRealResult: ...

@overload
def sssp_real(
    graph: GraphLike,
    source: Any = None,
    *,
    sources: None = None,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> SsspRealCudaResult: ...

def sssp_real(
    graph: GraphLike,
    source: Any = None,
    *,
    sources: Iterable[Any] | None = None,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> SsspRealResult | SsspRealCudaResult:
    """The least sum of weights on a path from a source to every node, for weights that are real numbers.

    The result is unique up to the rounding of floating-point numbers.

    The problem reads the weights of the graph.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        source: The node where paths start. An id of the graph, or a node number. The default is node number 0.
        sources: several sources instead of one. The first axis of each output is that of the sources.
        weight: `True` takes the weights of `graph`, a name is a column or attribute of `graph`, and an array has one
            weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    An element of `dist` that the program does not reach is infinity. `reached` is a mask of the other nodes.

    Raises:
        InputError: The graph or an argument is wrong, or the graph has no weights.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `shortest_paths_real`, `dijkstra_real`.
    """
    given = _changed(params, source=(source, None))
    inputs: dict[str, Any] = {}
    return run_problem((SsspRealResult, SsspRealCudaResult), "sssp_real", graph, given, inputs, sources, device, opts, check, arrays, weight, None)


shortest_paths_real = sssp_real
dijkstra_real = sssp_real


class CcResult(Result):
    """The result of `cc`."""

    #: A node in the same component, closer to the root of the component's tree.
    component: NDArray[np.uint32]


class CcCudaResult(Result):
    """The result of `cc` with `arrays="cuda"`."""

    #: A node in the same component, closer to the root of the component's tree.
    component: CudaArray


@overload
def cc(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> CcResult: ...

@overload
def cc(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> CcCudaResult: ...

def cc(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> CcResult | CcCudaResult:
    """Which nodes are connected, whatever the direction of the edges.

    The result is unique up to the numbers that name the components.

    Before the run, igc makes a form of the graph that is undirected.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `components`, `connected_components`, `wcc`, `weakly_connected_components`.
    """
    given = dict(params)
    inputs: dict[str, Any] = {}
    return run_problem((CcResult, CcCudaResult), "cc", graph, given, inputs, None, device, opts, check, arrays)


components = cc
connected_components = cc
wcc = cc
weakly_connected_components = cc


class SccResult(Result):
    """The result of `scc`."""

    #: A node of the same component; `MAX` if the component is not known yet.
    component: NDArray[np.uint32]


class SccCudaResult(Result):
    """The result of `scc` with `arrays="cuda"`."""

    #: A node of the same component; `MAX` if the component is not known yet.
    component: CudaArray


@overload
def scc(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> SccResult: ...

@overload
def scc(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> SccCudaResult: ...

def scc(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> SccResult | SccCudaResult:
    """Which nodes have paths to each other in both directions.

    The result is unique up to the numbers that name the components.

    Before the run, igc makes a form of the graph that is sorted.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    An element of `component` that the program does not reach has the value 4294967295. `reached` is a mask of the
    other nodes, and tables and `with_inf` have infinity instead.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `strongly_connected_components`, `strong_components`.
    """
    given = dict(params)
    inputs: dict[str, Any] = {}
    return run_problem((SccResult, SccCudaResult), "scc", graph, given, inputs, None, device, opts, check, arrays)


strongly_connected_components = scc
strong_components = scc


class PrResult(Result):
    """The result of `pr`."""

    #: How often the walker visits this node.
    rank: NDArray[np.float32]


class PrCudaResult(Result):
    """The result of `pr` with `arrays="cuda"`."""

    #: How often the walker visits this node.
    rank: CudaArray


@overload
def pr(
    graph: GraphLike,
    *,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> PrResult: ...

@overload
def pr(
    graph: GraphLike,
    *,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> PrCudaResult: ...

def pr(
    graph: GraphLike,
    *,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> PrResult | PrCudaResult:
    """PageRank: how often a walker visits each node if it follows edges and sometimes restarts; the ranks are not
    normalised.

    The result is unique up to the tolerance.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        damping: The probability that the walker follows an edge.
        tolerance: The program ends after a round that changes each rank by no more than this, or only in the last
            bits of an `f32`.
        weight: `None` ignores weights. Otherwise, `pr_weighted` runs: `True` takes the weights of `graph`, a name is
            a column or attribute of `graph`, and an array has one weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `pagerank`, `page_rank`.
    """
    given = _changed(params, damping=(damping, 0.85), tolerance=(tolerance, 0.0001))
    inputs: dict[str, Any] = {}
    return run_problem((PrResult, PrCudaResult), "pr", graph, given, inputs, None, device, opts, check, arrays, weight, "pr_weighted")


pagerank = pr
page_rank = pr


class PrWeightedResult(Result):
    """The result of `pr_weighted`."""

    #: How often the walker visits this node.
    rank: NDArray[np.float32]


class PrWeightedCudaResult(Result):
    """The result of `pr_weighted` with `arrays="cuda"`."""

    #: How often the walker visits this node.
    rank: CudaArray


@overload
def pr_weighted(
    graph: GraphLike,
    *,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> PrWeightedResult: ...

@overload
def pr_weighted(
    graph: GraphLike,
    *,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> PrWeightedCudaResult: ...

def pr_weighted(
    graph: GraphLike,
    *,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> PrWeightedResult | PrWeightedCudaResult:
    """PageRank of a walker that follows heavy edges more often than light ones; the ranks are not normalised.

    The result is unique up to the tolerance.

    The problem reads the weights of the graph.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        damping: The probability that the walker follows an edge.
        tolerance: The program ends after a round that changes each rank by no more than this, or only in the last
            bits of an `f32`.
        rounds: The largest number of rounds.
        weight: `True` takes the weights of `graph`, a name is a column or attribute of `graph`, and an array has one
            weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong, or the graph has no weights.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `pagerank_weighted`, `weighted_pagerank`.
    """
    given = _changed(params, damping=(damping, 0.85), tolerance=(tolerance, 0.0001), rounds=(rounds, 1000))
    inputs: dict[str, Any] = {}
    return run_problem((PrWeightedResult, PrWeightedCudaResult), "pr_weighted", graph, given, inputs, None, device, opts, check, arrays, weight, None)


pagerank_weighted = pr_weighted
weighted_pagerank = pr_weighted


class PrNormalisedResult(Result):
    """The result of `pr_normalised`."""

    #: The probability that the walker is at this node.
    rank: NDArray[np.float32]


class PrNormalisedCudaResult(Result):
    """The result of `pr_normalised` with `arrays="cuda"`."""

    #: The probability that the walker is at this node.
    rank: CudaArray


@overload
def pr_normalised(
    graph: GraphLike,
    *,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> PrNormalisedResult: ...

@overload
def pr_normalised(
    graph: GraphLike,
    *,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> PrNormalisedCudaResult: ...

def pr_normalised(
    graph: GraphLike,
    *,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> PrNormalisedResult | PrNormalisedCudaResult:
    """PageRank as a probability, as in NetworkX and LDBC: the ranks sum to 1.

    The result is unique up to the tolerance.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        damping: The probability that the walker follows an edge.
        tolerance: The program ends after a round in which the changes of all ranks sum to no more than this. Values
            below about 1e-6 exceed the precision of an `f32`.
        rounds: The largest number of rounds.
        weight: `None` ignores weights. Otherwise, `pr_normalised_weighted` runs: `True` takes the weights of `graph`,
            a name is a column or attribute of `graph`, and an array has one weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `pr_normalized`, `pagerank_normalised`, `pagerank_normalized`.
    """
    given = _changed(params, damping=(damping, 0.85), tolerance=(tolerance, 0.0001), rounds=(rounds, 1000))
    inputs: dict[str, Any] = {}
    return run_problem((PrNormalisedResult, PrNormalisedCudaResult), "pr_normalised", graph, given, inputs, None, device, opts, check, arrays, weight, "pr_normalised_weighted")


pr_normalized = pr_normalised
pagerank_normalised = pr_normalised
pagerank_normalized = pr_normalised


class PrNormalisedWeightedResult(Result):
    """The result of `pr_normalised_weighted`."""

    #: The probability that the walker is at this node.
    rank: NDArray[np.float32]


class PrNormalisedWeightedCudaResult(Result):
    """The result of `pr_normalised_weighted` with `arrays="cuda"`."""

    #: The probability that the walker is at this node.
    rank: CudaArray


@overload
def pr_normalised_weighted(
    graph: GraphLike,
    *,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> PrNormalisedWeightedResult: ...

@overload
def pr_normalised_weighted(
    graph: GraphLike,
    *,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> PrNormalisedWeightedCudaResult: ...

def pr_normalised_weighted(
    graph: GraphLike,
    *,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> PrNormalisedWeightedResult | PrNormalisedWeightedCudaResult:
    """PageRank of a walker that follows heavy edges more often than light ones; the ranks sum to 1.

    The result is unique up to the tolerance.

    The problem reads the weights of the graph.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        damping: The probability that the walker follows an edge.
        tolerance: The program ends after a round in which the changes of all ranks sum to no more than this. Values
            below about 1e-6 exceed the precision of an `f32`.
        rounds: The largest number of rounds.
        weight: `True` takes the weights of `graph`, a name is a column or attribute of `graph`, and an array has one
            weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong, or the graph has no weights.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `pr_normalized_weighted`, `pagerank_normalised_weighted`, `pagerank_normalized_weighted`.
    """
    given = _changed(params, damping=(damping, 0.85), tolerance=(tolerance, 0.0001), rounds=(rounds, 1000))
    inputs: dict[str, Any] = {}
    return run_problem((PrNormalisedWeightedResult, PrNormalisedWeightedCudaResult), "pr_normalised_weighted", graph, given, inputs, None, device, opts, check, arrays, weight, None)


pr_normalized_weighted = pr_normalised_weighted
pagerank_normalised_weighted = pr_normalised_weighted
pagerank_normalized_weighted = pr_normalised_weighted


class PrPersonalisedResult(Result):
    """The result of `pr_personalised`."""

    #: The probability that the walker is at this node.
    rank: NDArray[np.float32]
    #: Whether the node is a seed.
    is_seed: NDArray[np.bool_]


class PrPersonalisedCudaResult(Result):
    """The result of `pr_personalised` with `arrays="cuda"`."""

    #: The probability that the walker is at this node.
    rank: CudaArray
    #: Whether the node is a seed.
    is_seed: CudaArray


@overload
def pr_personalised(
    graph: GraphLike,
    *,
    seeds: Any = None,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    sources: Iterable[Any] | None = None,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> PrPersonalisedResult: ...

@overload
def pr_personalised(
    graph: GraphLike,
    *,
    seeds: Any = None,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    sources: None = None,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> PrPersonalisedCudaResult: ...

def pr_personalised(
    graph: GraphLike,
    *,
    seeds: Any = None,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    sources: Iterable[Any] | None = None,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> PrPersonalisedResult | PrPersonalisedCudaResult:
    """PageRank of a walker that restarts at a few seeds; the ranks sum to 1.

    The result is unique up to the tolerance.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        seeds: The seeds. A node that occurs several times counts once. Nodes.
        damping: The probability that the walker follows an edge.
        tolerance: The program ends after a round in which the changes of all ranks sum to no more than this. Values
            below about 1e-6 exceed the precision of an `f32`.
        rounds: The largest number of rounds.
        sources: several values of `seeds` instead of one: nodes, or lists of nodes. The first axis of each output is
            that of the sources.
        weight: `None` ignores weights. Otherwise, `pr_personalised_weighted` runs: `True` takes the weights of
            `graph`, a name is a column or attribute of `graph`, and an array has one weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `pr_personalized`, `personalised_pagerank`, `personalized_pagerank`, `ppr`.
    """
    given = _changed(params, damping=(damping, 0.85), tolerance=(tolerance, 0.0001), rounds=(rounds, 1000))
    inputs: dict[str, Any] = {"seeds": seeds}
    return run_problem((PrPersonalisedResult, PrPersonalisedCudaResult), "pr_personalised", graph, given, inputs, sources, device, opts, check, arrays, weight, "pr_personalised_weighted")


pr_personalized = pr_personalised
personalised_pagerank = pr_personalised
personalized_pagerank = pr_personalised
ppr = pr_personalised


class PrPersonalisedWeightedResult(Result):
    """The result of `pr_personalised_weighted`."""

    #: The probability that the walker is at this node.
    rank: NDArray[np.float32]
    #: Whether the node is a seed.
    is_seed: NDArray[np.bool_]


class PrPersonalisedWeightedCudaResult(Result):
    """The result of `pr_personalised_weighted` with `arrays="cuda"`."""

    #: The probability that the walker is at this node.
    rank: CudaArray
    #: Whether the node is a seed.
    is_seed: CudaArray


@overload
def pr_personalised_weighted(
    graph: GraphLike,
    *,
    seeds: Any = None,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    sources: Iterable[Any] | None = None,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> PrPersonalisedWeightedResult: ...

@overload
def pr_personalised_weighted(
    graph: GraphLike,
    *,
    seeds: Any = None,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    sources: None = None,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> PrPersonalisedWeightedCudaResult: ...

def pr_personalised_weighted(
    graph: GraphLike,
    *,
    seeds: Any = None,
    damping: float = 0.85,
    tolerance: float = 0.0001,
    rounds: int = 1000,
    sources: Iterable[Any] | None = None,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> PrPersonalisedWeightedResult | PrPersonalisedWeightedCudaResult:
    """PageRank of a walker that restarts at a few seeds, and follows heavy edges more often than light ones.

    The result is unique up to the tolerance.

    The problem reads the weights of the graph.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        seeds: The seeds. A node that occurs several times counts once. Nodes.
        damping: The probability that the walker follows an edge.
        tolerance: The program ends after a round in which the changes of all ranks sum to no more than this. Values
            below about 1e-6 exceed the precision of an `f32`.
        rounds: The largest number of rounds.
        sources: several values of `seeds` instead of one: nodes, or lists of nodes. The first axis of each output is
            that of the sources.
        weight: `True` takes the weights of `graph`, a name is a column or attribute of `graph`, and an array has one
            weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong, or the graph has no weights.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `pr_personalized_weighted`, `personalised_pagerank_weighted`, `personalized_pagerank_weighted`.
    """
    given = _changed(params, damping=(damping, 0.85), tolerance=(tolerance, 0.0001), rounds=(rounds, 1000))
    inputs: dict[str, Any] = {"seeds": seeds}
    return run_problem((PrPersonalisedWeightedResult, PrPersonalisedWeightedCudaResult), "pr_personalised_weighted", graph, given, inputs, sources, device, opts, check, arrays, weight, None)


pr_personalized_weighted = pr_personalised_weighted
personalised_pagerank_weighted = pr_personalised_weighted
personalized_pagerank_weighted = pr_personalised_weighted


class HitsResult(Result):
    """The result of `hits`."""

    #: How good the node is as a hub.
    hub: NDArray[np.float64]
    #: How good the node is as an authority.
    authority: NDArray[np.float64]


class HitsCudaResult(Result):
    """The result of `hits` with `arrays="cuda"`."""

    #: How good the node is as a hub.
    hub: CudaArray
    #: How good the node is as an authority.
    authority: CudaArray


@overload
def hits(
    graph: GraphLike,
    *,
    tolerance: float = 1e-09,
    rounds: int = 1000,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> HitsResult: ...

@overload
def hits(
    graph: GraphLike,
    *,
    tolerance: float = 1e-09,
    rounds: int = 1000,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> HitsCudaResult: ...

def hits(
    graph: GraphLike,
    *,
    tolerance: float = 1e-09,
    rounds: int = 1000,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> HitsResult | HitsCudaResult:
    """Hubs and authorities: good hubs lead to good authorities, and good authorities are reached from good hubs.

    The result is unique up to the tolerance.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        tolerance: The program ends after a round in which the changes of all hub scores sum to no more than this.
        rounds: The largest number of rounds.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `hubs_and_authorities`.
    """
    given = _changed(params, tolerance=(tolerance, 1e-09), rounds=(rounds, 1000))
    inputs: dict[str, Any] = {}
    return run_problem((HitsResult, HitsCudaResult), "hits", graph, given, inputs, None, device, opts, check, arrays)


hubs_and_authorities = hits


class BcResult(Result):
    """The result of `bc`."""

    #: The sum of the shares over all sources.
    score: NDArray[np.float64]


class BcCudaResult(Result):
    """The result of `bc` with `arrays="cuda"`."""

    #: The sum of the shares over all sources.
    score: CudaArray


@overload
def bc(
    graph: GraphLike,
    first: Any = None,
    *,
    sources: int = 1,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> BcResult: ...

@overload
def bc(
    graph: GraphLike,
    first: Any = None,
    *,
    sources: int = 1,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> BcCudaResult: ...

def bc(
    graph: GraphLike,
    first: Any = None,
    *,
    sources: int = 1,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> BcResult | BcCudaResult:
    """Betweenness centrality: the share of the shortest paths from some sources that pass through each node.

    The result is unique up to the rounding of floating-point numbers.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        first: The first source. An id of the graph, or a node number. The default is node number 0.
        sources: Number of sources: `first` and the nodes that follow it; node 0 follows the last node. With the
            number of nodes or more, every node is a source.
        weight: `None` ignores weights. Otherwise, `bc_weighted` runs: `True` takes the weights of `graph`, a name is
            a column or attribute of `graph`, and an array has one weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `betweenness`, `betweenness_centrality`.
    """
    given = _changed(params, first=(first, None), sources=(sources, 1))
    inputs: dict[str, Any] = {}
    return run_problem((BcResult, BcCudaResult), "bc", graph, given, inputs, None, device, opts, check, arrays, weight, "bc_weighted")


betweenness = bc
betweenness_centrality = bc


class BcWeightedResult(Result):
    """The result of `bc_weighted`."""

    #: The sum of the shares over all sources.
    score: NDArray[np.float64]


class BcWeightedCudaResult(Result):
    """The result of `bc_weighted` with `arrays="cuda"`."""

    #: The sum of the shares over all sources.
    score: CudaArray


@overload
def bc_weighted(
    graph: GraphLike,
    first: Any = None,
    *,
    sources: int = 1,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> BcWeightedResult: ...

@overload
def bc_weighted(
    graph: GraphLike,
    first: Any = None,
    *,
    sources: int = 1,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> BcWeightedCudaResult: ...

def bc_weighted(
    graph: GraphLike,
    first: Any = None,
    *,
    sources: int = 1,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> BcWeightedResult | BcWeightedCudaResult:
    """Betweenness centrality, if the length of a path is the sum of its weights.

    The result is unique up to the rounding of floating-point numbers.

    The problem reads the weights of the graph.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        first: The first source. An id of the graph, or a node number. The default is node number 0.
        sources: Number of sources: `first` and the nodes that follow it; node 0 follows the last node. With the
            number of nodes or more, every node is a source.
        weight: `True` takes the weights of `graph`, a name is a column or attribute of `graph`, and an array has one
            weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong, or the graph has no weights.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `betweenness_weighted`, `weighted_betweenness`.
    """
    given = _changed(params, first=(first, None), sources=(sources, 1))
    inputs: dict[str, Any] = {}
    return run_problem((BcWeightedResult, BcWeightedCudaResult), "bc_weighted", graph, given, inputs, None, device, opts, check, arrays, weight, None)


betweenness_weighted = bc_weighted
weighted_betweenness = bc_weighted


class ClosenessResult(Result):
    """The result of `closeness`."""

    #: The closeness of a source.
    closeness: NDArray[np.float32]
    #: Whether the node is a source.
    is_source: NDArray[np.bool_]


class ClosenessCudaResult(Result):
    """The result of `closeness` with `arrays="cuda"`."""

    #: The closeness of a source.
    closeness: CudaArray
    #: Whether the node is a source.
    is_source: CudaArray


@overload
def closeness(
    graph: GraphLike,
    first: Any = None,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> ClosenessResult: ...

@overload
def closeness(
    graph: GraphLike,
    first: Any = None,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> ClosenessCudaResult: ...

def closeness(
    graph: GraphLike,
    first: Any = None,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> ClosenessResult | ClosenessCudaResult:
    """Closeness centrality: how near each of 64 sources is to the nodes that it reaches.

    The result is unique up to the rounding of floating-point numbers.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        first: The first of the 64 sources, which have consecutive numbers. There are fewer if the graph ends. An id
            of the graph, or a node number. The default is node number 0.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `closeness_centrality`, `multi_source_bfs`, `ms_bfs`.
    """
    given = _changed(params, first=(first, None))
    inputs: dict[str, Any] = {}
    return run_problem((ClosenessResult, ClosenessCudaResult), "closeness", graph, given, inputs, None, device, opts, check, arrays)


closeness_centrality = closeness
multi_source_bfs = closeness
ms_bfs = closeness


class TriResult(Result):
    """The result of `tri`."""

    #: Number of triangles.
    triangles: int


def tri(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> TriResult:
    """The number of sets of three nodes that are all neighbours of each other.

    The result is unique.

    Before the run, igc makes a form of the graph that is undirected, simple, sorted.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `triangles`, `triangle_count`, `triangle_counting`.
    """
    given = dict(params)
    inputs: dict[str, Any] = {}
    return run_problem((TriResult, TriResult), "tri", graph, given, inputs, None, device, opts, check, arrays)


triangles = tri
triangle_count = tri
triangle_counting = tri


class KcoreResult(Result):
    """The result of `kcore`."""

    #: The node's core number; `MAX` until the node is removed.
    core: NDArray[np.uint32]


class KcoreCudaResult(Result):
    """The result of `kcore` with `arrays="cuda"`."""

    #: The node's core number; `MAX` until the node is removed.
    core: CudaArray


@overload
def kcore(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> KcoreResult: ...

@overload
def kcore(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> KcoreCudaResult: ...

def kcore(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> KcoreResult | KcoreCudaResult:
    """For each node, the largest k such that the node is in a subgraph where every node has at least k neighbours.

    The result is unique.

    Before the run, igc makes a form of the graph that is undirected, simple.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    An element of `core` that the program does not reach has the value 4294967295. `reached` is a mask of the other
    nodes, and tables and `with_inf` have infinity instead.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `k_core`, `kcores`, `cores`, `core_number`, `core_numbers`.
    """
    given = dict(params)
    inputs: dict[str, Any] = {}
    return run_problem((KcoreResult, KcoreCudaResult), "kcore", graph, given, inputs, None, device, opts, check, arrays)


k_core = kcore
kcores = kcore
cores = kcore
core_number = kcore
core_numbers = kcore


class KtrussResult(Result):
    """The result of `ktruss`."""

    #: Whether the edge remains.
    in_truss: NDArray[np.bool_]


class KtrussCudaResult(Result):
    """The result of `ktruss` with `arrays="cuda"`."""

    #: Whether the edge remains.
    in_truss: CudaArray


@overload
def ktruss(
    graph: GraphLike,
    *,
    k: int = 4,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> KtrussResult: ...

@overload
def ktruss(
    graph: GraphLike,
    *,
    k: int = 4,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> KtrussCudaResult: ...

def ktruss(
    graph: GraphLike,
    *,
    k: int = 4,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> KtrussResult | KtrussCudaResult:
    """The largest subgraph in which every edge is part of at least k - 2 triangles.

    The result is unique.

    Before the run, igc makes a form of the graph that is undirected, simple, sorted.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        k: An edge must be part of at least two triangles fewer than this.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `k_truss`, `truss`.
    """
    given = _changed(params, k=(k, 4))
    inputs: dict[str, Any] = {}
    return run_problem((KtrussResult, KtrussCudaResult), "ktruss", graph, given, inputs, None, device, opts, check, arrays)


k_truss = ktruss
truss = ktruss


class MisResult(Result):
    """The result of `mis`."""

    #: Whether the node is in the set.
    in_set: NDArray[np.bool_]


class MisCudaResult(Result):
    """The result of `mis` with `arrays="cuda"`."""

    #: Whether the node is in the set.
    in_set: CudaArray


@overload
def mis(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> MisResult: ...

@overload
def mis(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> MisCudaResult: ...

def mis(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> MisResult | MisCudaResult:
    """A set of nodes without neighbours in the set, to which no node can be added.

    The result is one of many: every maximal set is correct, and their sizes differ.

    Before the run, igc makes a form of the graph that is undirected, simple.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `maximal_independent_set`, `independent_set`.
    """
    given = dict(params)
    inputs: dict[str, Any] = {}
    return run_problem((MisResult, MisCudaResult), "mis", graph, given, inputs, None, device, opts, check, arrays)


maximal_independent_set = mis
independent_set = mis


class ColouringResult(Result):
    """The result of `colouring`."""

    #: The node's colour, `none`, or `undecided` with the colours that it could take.
    colour: NDArray[np.uint32]


class ColouringCudaResult(Result):
    """The result of `colouring` with `arrays="cuda"`."""

    #: The node's colour, `none`, or `undecided` with the colours that it could take.
    colour: CudaArray


@overload
def colouring(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> ColouringResult: ...

@overload
def colouring(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> ColouringCudaResult: ...

def colouring(
    graph: GraphLike,
    *,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> ColouringResult | ColouringCudaResult:
    """A colour for each node that none of its neighbours has, with few colours.

    The result is one of many: every colouring without conflicts is correct; the number of colours can differ.

    Before the run, igc makes a form of the graph that is undirected, simple.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    An element of `colour` that the program does not reach has the value 4294967295. `reached` is a mask of the other
    nodes, and tables and `with_inf` have infinity instead.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `coloring`, `graph_colouring`, `graph_coloring`.
    """
    given = dict(params)
    inputs: dict[str, Any] = {}
    return run_problem((ColouringResult, ColouringCudaResult), "colouring", graph, given, inputs, None, device, opts, check, arrays)


coloring = colouring
graph_colouring = colouring
graph_coloring = colouring


class MstResult(Result):
    """The result of `mst`."""

    #: Whether the edge is in the forest.
    in_forest: NDArray[np.bool_]


class MstCudaResult(Result):
    """The result of `mst` with `arrays="cuda"`."""

    #: Whether the edge is in the forest.
    in_forest: CudaArray


@overload
def mst(
    graph: GraphLike,
    *,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> MstResult: ...

@overload
def mst(
    graph: GraphLike,
    *,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> MstCudaResult: ...

def mst(
    graph: GraphLike,
    *,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> MstResult | MstCudaResult:
    """Edges of least total weight that connect everything the graph connects.

    The result is one of many: several forests can have the least total weight.

    The problem reads the weights of the graph. For weights that are not whole numbers from 0 to 2³² - 1, `mst_real`
    runs.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        weight: `True` takes the weights of `graph`, a name is a column or attribute of `graph`, and an array has one
            weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong, or the graph has no weights.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `msf`, `minimum_spanning_tree`, `minimum_spanning_forest`, `boruvka`, `kruskal`.
    """
    given = dict(params)
    inputs: dict[str, Any] = {}
    return run_problem((MstResult, MstCudaResult), "mst", graph, given, inputs, None, device, opts, check, arrays, weight, None)


msf = mst
minimum_spanning_tree = mst
minimum_spanning_forest = mst
boruvka = mst
kruskal = mst


class MstRealResult(Result):
    """The result of `mst_real`."""

    #: Whether the edge is in the forest.
    in_forest: NDArray[np.bool_]


class MstRealCudaResult(Result):
    """The result of `mst_real` with `arrays="cuda"`."""

    #: Whether the edge is in the forest.
    in_forest: CudaArray


@overload
def mst_real(
    graph: GraphLike,
    *,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> MstRealResult: ...

@overload
def mst_real(
    graph: GraphLike,
    *,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> MstRealCudaResult: ...

def mst_real(
    graph: GraphLike,
    *,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> MstRealResult | MstRealCudaResult:
    """Edges of least total weight that connect everything the graph connects, for weights that are real numbers.

    The result is one of many: several forests can have the least total weight.

    The problem reads the weights of the graph.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        weight: `True` takes the weights of `graph`, a name is a column or attribute of `graph`, and an array has one
            weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong, or the graph has no weights.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `minimum_spanning_tree_real`, `minimum_spanning_forest_real`.
    """
    given = dict(params)
    inputs: dict[str, Any] = {}
    return run_problem((MstRealResult, MstRealCudaResult), "mst_real", graph, given, inputs, None, device, opts, check, arrays, weight, None)


minimum_spanning_tree_real = mst_real
minimum_spanning_forest_real = mst_real


class MaxFlowResult(Result):
    """The result of `max_flow`."""

    #: The value of the flow.
    total: int
    #: The flow along the edge, which is 0 in at least one of its directions.
    flow: NDArray[np.uint32]
    #: The sink of this run.
    target: int


class MaxFlowCudaResult(Result):
    """The result of `max_flow` with `arrays="cuda"`."""

    #: The value of the flow.
    total: int
    #: The flow along the edge, which is 0 in at least one of its directions.
    flow: CudaArray
    #: The sink of this run.
    target: int


@overload
def max_flow(
    graph: GraphLike,
    source: Any = None,
    sink: Any = None,
    *,
    capacity: Any,
    period: int = 16,
    sources: Iterable[Any] | None = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> MaxFlowResult: ...

@overload
def max_flow(
    graph: GraphLike,
    source: Any = None,
    sink: Any = None,
    *,
    capacity: Any,
    period: int = 16,
    sources: None = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> MaxFlowCudaResult: ...

def max_flow(
    graph: GraphLike,
    source: Any = None,
    sink: Any = None,
    *,
    capacity: Any,
    period: int = 16,
    sources: Iterable[Any] | None = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> MaxFlowResult | MaxFlowCudaResult:
    """How much can flow from a source to a sink, if each edge carries at most its capacity.

    The result is one of many: the total is unique, but several flows can have it.

    Before the run, igc makes a form of the graph that is undirected, simple, sorted.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        source: The node from which everything flows. An id of the graph, or a node number. The default is node number
            0.
        sink: The node to which everything flows; by default, the last node. An id of the graph, or a node number. The
            default is none.
        capacity: The largest possible flow of each edge. Values of edges; see `Graph.edges_for`.
        period: Number of rounds between two computations of the distances.
        sources: several sources instead of one. The first axis of each output is that of the sources.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `maxflow`, `flow`, `maximum_flow`.
    """
    given = _changed(params, source=(source, None), sink=(sink, None), period=(period, 16))
    inputs: dict[str, Any] = {"capacity": capacity}
    return run_problem((MaxFlowResult, MaxFlowCudaResult), "max_flow", graph, given, inputs, sources, device, opts, check, arrays)


maxflow = max_flow
flow = max_flow
maximum_flow = max_flow


class LabelPropagationResult(Result):
    """The result of `label_propagation`."""

    #: The community of the node.
    label: NDArray[np.uint32]


class LabelPropagationCudaResult(Result):
    """The result of `label_propagation` with `arrays="cuda"`."""

    #: The community of the node.
    label: CudaArray


@overload
def label_propagation(
    graph: GraphLike,
    *,
    rounds: int = 10,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> LabelPropagationResult: ...

@overload
def label_propagation(
    graph: GraphLike,
    *,
    rounds: int = 10,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> LabelPropagationCudaResult: ...

def label_propagation(
    graph: GraphLike,
    *,
    rounds: int = 10,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> LabelPropagationResult | LabelPropagationCudaResult:
    """Communities: in each round, every node takes the most frequent label among its neighbours.

    The result is unique.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        rounds: Number of rounds.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `cdlp`, `lpa`.
    """
    given = _changed(params, rounds=(rounds, 10))
    inputs: dict[str, Any] = {}
    return run_problem((LabelPropagationResult, LabelPropagationCudaResult), "label_propagation", graph, given, inputs, None, device, opts, check, arrays)


cdlp = label_propagation
lpa = label_propagation


class LouvainResult(Result):
    """The result of `louvain`."""

    #: The community of each node.
    community: NDArray[np.uint32]
    #: The modularity of the communities after each level.
    modularity: NDArray[np.float64]
    #: Number of levels on which nodes moved.
    levels: int


class LouvainCudaResult(Result):
    """The result of `louvain` with `arrays="cuda"`."""

    #: The community of each node.
    community: CudaArray
    #: The modularity of the communities after each level.
    modularity: CudaArray
    #: Number of levels on which nodes moved.
    levels: int


@overload
def louvain(
    graph: GraphLike,
    *,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> LouvainResult: ...

@overload
def louvain(
    graph: GraphLike,
    *,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> LouvainCudaResult: ...

def louvain(
    graph: GraphLike,
    *,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> LouvainResult | LouvainCudaResult:
    """Communities: a partition of the nodes with a high modularity.

    The result is one of many: many partitions have a high modularity.

    Before the run, igc makes a form of the graph that is undirected, simple.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        weight: `None` ignores weights. Otherwise, `louvain_weighted` runs: `True` takes the weights of `graph`, a
            name is a column or attribute of `graph`, and an array has one weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `louvain_communities`.
    """
    given = dict(params)
    inputs: dict[str, Any] = {}
    return run_problem((LouvainResult, LouvainCudaResult), "louvain", graph, given, inputs, None, device, opts, check, arrays, weight, "louvain_weighted")


louvain_communities = louvain


class LouvainWeightedResult(Result):
    """The result of `louvain_weighted`."""

    #: The community of each node.
    community: NDArray[np.uint32]
    #: The modularity of the communities after each level.
    modularity: NDArray[np.float64]
    #: Number of levels on which nodes moved.
    levels: int


class LouvainWeightedCudaResult(Result):
    """The result of `louvain_weighted` with `arrays="cuda"`."""

    #: The community of each node.
    community: CudaArray
    #: The modularity of the communities after each level.
    modularity: CudaArray
    #: Number of levels on which nodes moved.
    levels: int


@overload
def louvain_weighted(
    graph: GraphLike,
    *,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> LouvainWeightedResult: ...

@overload
def louvain_weighted(
    graph: GraphLike,
    *,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> LouvainWeightedCudaResult: ...

def louvain_weighted(
    graph: GraphLike,
    *,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> LouvainWeightedResult | LouvainWeightedCudaResult:
    """Communities: a partition of the nodes with a high modularity, to which heavy edges contribute more.

    The result is one of many: many partitions have a high modularity.

    The problem reads the weights of the graph.

    Before the run, igc makes a form of the graph that is undirected.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        weight: `True` takes the weights of `graph`, a name is a column or attribute of `graph`, and an array has one
            weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong, or the graph has no weights.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `weighted_louvain`.
    """
    given = dict(params)
    inputs: dict[str, Any] = {}
    return run_problem((LouvainWeightedResult, LouvainWeightedCudaResult), "louvain_weighted", graph, given, inputs, None, device, opts, check, arrays, weight, None)


weighted_louvain = louvain_weighted


class LeidenResult(Result):
    """The result of `leiden`."""

    #: The community of each node.
    community: NDArray[np.uint32]
    #: The modularity of the communities.
    modularity: float


class LeidenCudaResult(Result):
    """The result of `leiden` with `arrays="cuda"`."""

    #: The community of each node.
    community: CudaArray
    #: The modularity of the communities.
    modularity: float


@overload
def leiden(
    graph: GraphLike,
    *,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> LeidenResult: ...

@overload
def leiden(
    graph: GraphLike,
    *,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> LeidenCudaResult: ...

def leiden(
    graph: GraphLike,
    *,
    weight: Weight = None,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> LeidenResult | LeidenCudaResult:
    """Communities: a partition of the nodes into connected communities with a high modularity.

    The result is one of many: many partitions have a high modularity.

    Before the run, igc makes a form of the graph that is undirected, simple.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        weight: `None` ignores weights. Otherwise, `leiden_weighted` runs: `True` takes the weights of `graph`, a name
            is a column or attribute of `graph`, and an array has one weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `communities`.
    """
    given = dict(params)
    inputs: dict[str, Any] = {}
    return run_problem((LeidenResult, LeidenCudaResult), "leiden", graph, given, inputs, None, device, opts, check, arrays, weight, "leiden_weighted")


communities = leiden


class LeidenWeightedResult(Result):
    """The result of `leiden_weighted`."""

    #: The community of each node.
    community: NDArray[np.uint32]
    #: The modularity of the communities.
    modularity: float


class LeidenWeightedCudaResult(Result):
    """The result of `leiden_weighted` with `arrays="cuda"`."""

    #: The community of each node.
    community: CudaArray
    #: The modularity of the communities.
    modularity: float


@overload
def leiden_weighted(
    graph: GraphLike,
    *,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> LeidenWeightedResult: ...

@overload
def leiden_weighted(
    graph: GraphLike,
    *,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> LeidenWeightedCudaResult: ...

def leiden_weighted(
    graph: GraphLike,
    *,
    weight: Weight = True,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> LeidenWeightedResult | LeidenWeightedCudaResult:
    """Communities: a partition of the nodes into connected communities with a high modularity, to which heavy edges
    contribute more.

    The result is one of many: many partitions have a high modularity.

    The problem reads the weights of the graph.

    Before the run, igc makes a form of the graph that is undirected.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        weight: `True` takes the weights of `graph`, a name is a column or attribute of `graph`, and an array has one
            weight for each edge.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong, or the graph has no weights.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `communities_weighted`, `weighted_leiden`.
    """
    given = dict(params)
    inputs: dict[str, Any] = {}
    return run_problem((LeidenWeightedResult, LeidenWeightedCudaResult), "leiden_weighted", graph, given, inputs, None, device, opts, check, arrays, weight, None)


communities_weighted = leiden_weighted
weighted_leiden = leiden_weighted


class WalksResult(Result):
    """The result of `walks`."""

    #: The nodes of all walks.
    walk: NDArray[np.uint32]


class WalksCudaResult(Result):
    """The result of `walks` with `arrays="cuda"`."""

    #: The nodes of all walks.
    walk: CudaArray


@overload
def walks(
    graph: GraphLike,
    *,
    walks: int = 2,
    length: int = 8,
    p: float = 4.0,
    q: float = 0.5,
    seed: int = 1,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> WalksResult: ...

@overload
def walks(
    graph: GraphLike,
    *,
    walks: int = 2,
    length: int = 8,
    p: float = 4.0,
    q: float = 0.5,
    seed: int = 1,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> WalksCudaResult: ...

def walks(
    graph: GraphLike,
    *,
    walks: int = 2,
    length: int = 8,
    p: float = 4.0,
    q: float = 0.5,
    seed: int = 1,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> WalksResult | WalksCudaResult:
    """Random walks of node2vec, which prefer to return, to stay near or to leave.

    The result is one of many: every walk along edges is correct; the seed selects the walks.

    Before the run, igc makes a form of the graph that is sorted.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        walks: Number of walks from each node.
        length: Number of nodes of a walk.
        p: The return parameter: with a large value, walks rarely return to the node before.
        q: The in-out parameter: with a large value, walks stay close to the node before.
        seed: With the same seed, walks are the same.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `random_walks`.
    """
    given = _changed(params, walks=(walks, 2), length=(length, 8), p=(p, 4.0), q=(q, 0.5), seed=(seed, 1))
    inputs: dict[str, Any] = {}
    return run_problem((WalksResult, WalksCudaResult), "walks", graph, given, inputs, None, device, opts, check, arrays)


random_walks = walks


class GraphsageResult(Result):
    """The result of `graphsage`."""

    #: The means of this layer.
    hidden: NDArray[np.float32]


class GraphsageCudaResult(Result):
    """The result of `graphsage` with `arrays="cuda"`."""

    #: The means of this layer.
    hidden: CudaArray


@overload
def graphsage(
    graph: GraphLike,
    *,
    feature: Any,
    layers: int = 2,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> GraphsageResult: ...

@overload
def graphsage(
    graph: GraphLike,
    *,
    feature: Any,
    layers: int = 2,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> GraphsageCudaResult: ...

def graphsage(
    graph: GraphLike,
    *,
    feature: Any,
    layers: int = 2,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> GraphsageResult | GraphsageCudaResult:
    """GraphSAGE: the mean features of each node and the nodes that lead to it, in several layers.

    The result is unique up to the rounding of floating-point numbers.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        feature: The features of each node. Values of nodes.
        layers: Number of times that nodes look at their neighbours.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `sage`, `mean_aggregation`.
    """
    given = _changed(params, layers=(layers, 2))
    inputs: dict[str, Any] = {"feature": feature}
    return run_problem((GraphsageResult, GraphsageCudaResult), "graphsage", graph, given, inputs, None, device, opts, check, arrays)


sage = graphsage
mean_aggregation = graphsage


class GineResult(Result):
    """The result of `gine`."""

    #: The state of each node in this layer.
    state: NDArray[np.float32]


class GineCudaResult(Result):
    """The result of `gine` with `arrays="cuda"`."""

    #: The state of each node in this layer.
    state: CudaArray


@overload
def gine(
    graph: GraphLike,
    *,
    feature: Any,
    relation: Any,
    layers: int = 2,
    epsilon: float = 0.5,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["numpy"] = "numpy",
    **params: Any,
) -> GineResult: ...

@overload
def gine(
    graph: GraphLike,
    *,
    feature: Any,
    relation: Any,
    layers: int = 2,
    epsilon: float = 0.5,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Literal["cuda"],
    **params: Any,
) -> GineCudaResult: ...

def gine(
    graph: GraphLike,
    *,
    feature: Any,
    relation: Any,
    layers: int = 2,
    epsilon: float = 0.5,
    device: DeviceLike = "auto",
    opts: str = "auto",
    check: bool = False,
    arrays: Arrays = "numpy",
    **params: Any,
) -> GineResult | GineCudaResult:
    """Message passing of GINE: sums of messages from features of nodes and edges, in several layers.

    The result is unique up to the rounding of floating-point numbers.

    Arguments:
        graph: a graph, or anything that `igc.Graph` takes.
        feature: The features of each node. Values of nodes.
        relation: The features of each edge. Values of edges; see `Graph.edges_for`.
        layers: Number of messages that pass along each edge.
        epsilon: The weight of a node's own state is 1 more than this.
        device: a device, as `igc run --device` takes it, or a list of GPUs such as `["cuda:0", "cuda:1"]`. `"auto"`
            is the first GPU, or the processor.
        opts: `"auto"`, or optimisations for the default program, such as `"fg8,sg"`.
        check: whether an oracle checks the result. The verdict is in `checks`.
        arrays: `"cuda"` leaves the outputs in the memory of the GPU, as `igc.CudaArray`. `"numpy"` copies them to the
            host.
        params: parameters that only some programs of the problem have.

    Raises:
        InputError: The graph or an argument is wrong.
        DeviceError: The device does not exist, lacks something that the program needs, or failed.

    Other names: `message_passing`.
    """
    given = _changed(params, layers=(layers, 2), epsilon=(epsilon, 0.5))
    inputs: dict[str, Any] = {"feature": feature, "relation": relation}
    return run_problem((GineResult, GineCudaResult), "gine", graph, given, inputs, None, device, opts, check, arrays)


message_passing = gine


__all__ = [
    "BcCudaResult",
    "BcResult",
    "BcWeightedCudaResult",
    "BcWeightedResult",
    "BfsCudaResult",
    "BfsResult",
    "CcCudaResult",
    "CcResult",
    "ClosenessCudaResult",
    "ClosenessResult",
    "ColouringCudaResult",
    "ColouringResult",
    "GineCudaResult",
    "GineResult",
    "GraphsageCudaResult",
    "GraphsageResult",
    "HitsCudaResult",
    "HitsResult",
    "KcoreCudaResult",
    "KcoreResult",
    "KtrussCudaResult",
    "KtrussResult",
    "LabelPropagationCudaResult",
    "LabelPropagationResult",
    "LeidenCudaResult",
    "LeidenResult",
    "LeidenWeightedCudaResult",
    "LeidenWeightedResult",
    "LouvainCudaResult",
    "LouvainResult",
    "LouvainWeightedCudaResult",
    "LouvainWeightedResult",
    "MaxFlowCudaResult",
    "MaxFlowResult",
    "MisCudaResult",
    "MisResult",
    "MstCudaResult",
    "MstRealCudaResult",
    "MstRealResult",
    "MstResult",
    "PrCudaResult",
    "PrNormalisedCudaResult",
    "PrNormalisedResult",
    "PrNormalisedWeightedCudaResult",
    "PrNormalisedWeightedResult",
    "PrPersonalisedCudaResult",
    "PrPersonalisedResult",
    "PrPersonalisedWeightedCudaResult",
    "PrPersonalisedWeightedResult",
    "PrResult",
    "PrWeightedCudaResult",
    "PrWeightedResult",
    "SccCudaResult",
    "SccResult",
    "SsspCudaResult",
    "SsspRealCudaResult",
    "SsspRealResult",
    "SsspResult",
    "TriResult",
    "WalksCudaResult",
    "WalksResult",
    "bc",
    "bc_weighted",
    "bellman_ford",
    "betweenness",
    "betweenness_centrality",
    "betweenness_weighted",
    "bfs",
    "boruvka",
    "breadth_first_search",
    "cc",
    "cdlp",
    "closeness",
    "closeness_centrality",
    "coloring",
    "colouring",
    "communities",
    "communities_weighted",
    "components",
    "connected_components",
    "core_number",
    "core_numbers",
    "cores",
    "delta_stepping",
    "dijkstra",
    "dijkstra_real",
    "flow",
    "gine",
    "graph_coloring",
    "graph_colouring",
    "graphsage",
    "hits",
    "hops",
    "hubs_and_authorities",
    "independent_set",
    "k_core",
    "k_truss",
    "kcore",
    "kcores",
    "kruskal",
    "ktruss",
    "label_propagation",
    "leiden",
    "leiden_weighted",
    "levels",
    "louvain",
    "louvain_communities",
    "louvain_weighted",
    "lpa",
    "max_flow",
    "maxflow",
    "maximal_independent_set",
    "maximum_flow",
    "mean_aggregation",
    "message_passing",
    "minimum_spanning_forest",
    "minimum_spanning_forest_real",
    "minimum_spanning_tree",
    "minimum_spanning_tree_real",
    "mis",
    "ms_bfs",
    "msf",
    "mst",
    "mst_real",
    "multi_source_bfs",
    "page_rank",
    "pagerank",
    "pagerank_normalised",
    "pagerank_normalised_weighted",
    "pagerank_normalized",
    "pagerank_normalized_weighted",
    "pagerank_weighted",
    "personalised_pagerank",
    "personalised_pagerank_weighted",
    "personalized_pagerank",
    "personalized_pagerank_weighted",
    "ppr",
    "pr",
    "pr_normalised",
    "pr_normalised_weighted",
    "pr_normalized",
    "pr_normalized_weighted",
    "pr_personalised",
    "pr_personalised_weighted",
    "pr_personalized",
    "pr_personalized_weighted",
    "pr_weighted",
    "random_walks",
    "sage",
    "scc",
    "shortest_paths",
    "shortest_paths_real",
    "sssp",
    "sssp_real",
    "strong_components",
    "strongly_connected_components",
    "tri",
    "triangle_count",
    "triangle_counting",
    "triangles",
    "truss",
    "walks",
    "wcc",
    "weakly_connected_components",
    "weighted_betweenness",
    "weighted_leiden",
    "weighted_louvain",
    "weighted_pagerank",
]
