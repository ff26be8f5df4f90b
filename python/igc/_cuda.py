"""Arrays in the memory of a GPU, through CUDA.

igc borrows arrays in compressed sparse rows if kernels can read them as they are. Otherwise, the library of the array,
PyTorch or CuPy, makes arrays that igc can borrow, on the GPU. Their bytes are counted, but not those of intermediate
results.

igc waits for all streams of the device before it uses an array, so it does not matter on which stream the array was
written. A run returns when the device has finished, so its outputs can be used on every stream.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _igc
from ._cuda_array import CUDA_DEVICE, CudaArray, selector
from ._errors import InputError, UnsupportedError
from ._tensors import Library, Tensor, dtype_of, is_of, library_of

#: The types of DLPack's devices whose memory CUDA can read, and those of memory of the host.
CUDA_DEVICES, HOST_DEVICES = (CUDA_DEVICE, 13), (1, 3)

#: The types of node numbers and offsets that igc reads as they are.
WORDS = ("<u4", "<i4")

#: The largest number of edges for which offsets have 32 bits, and the largest node number.
MAX_NARROW_EDGES = 2**32 - 2

#: The views of offsets and targets.
Rows = tuple[_igc.CudaView, _igc.CudaView]


def is_cuda(data: Any, what: str = "the array") -> bool:
    """Returns whether an object is an array in the memory of a CUDA device.

    Raises:
        UnsupportedError: The array is in the memory of another kind of device.
    """
    if isinstance(data, np.ndarray):
        return False
    # PyTorch raises errors for some tensors, about which DLPack knows more. PyArrow raises errors for texts.
    with suppress(Exception):
        if hasattr(data, "__cuda_array_interface__"):
            return True
    kind = HOST_DEVICES[0]
    with suppress(Exception):
        kind = int(data.__dlpack_device__()[0])
    if kind not in CUDA_DEVICES + HOST_DEVICES:
        raise UnsupportedError(
            f"{what}: igc cannot read arrays of this device (number {kind} of DLPack)\n"
            "help: copy the array to the CPU first, for example with `.cpu()`"
        )
    return kind in CUDA_DEVICES


def _counted(array: Tensor) -> Tensor:
    """Adds the bytes of a copy on the GPU to the number that `igc.copied_bytes` returns."""
    size = array.element_size() if hasattr(array, "element_size") else array.itemsize
    _igc.count_copied(size * math.prod(array.shape))
    return array


def view(data: Any, what: str) -> _igc.CudaView:
    """Returns the description of an array of one dimension on a CUDA device, without a copy.

    Raises:
        DeviceError: This machine has no CUDA device.
        InputError: The array has another number of dimensions.
    """
    _igc.require_cuda()
    if is_of(data, "torch"):
        # A tensor with a gradient does not show its memory.
        data = data.detach()
    try:
        made = _igc.CudaView(data)
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        raise UnsupportedError(f"{what}: {error}") from error
    if len(made.shape) != 1:
        raise InputError(f"{what}: an array of {len(made.shape)} dimensions, but one dimension is needed")
    return made


def tensor(data: Any, what: str) -> Tensor:
    """Returns an array as one of PyTorch or CuPy, without a copy."""
    _igc.require_cuda()
    return library_of(data, what).own(data)


def to_host(data: Any, what: str) -> NDArray[Any]:
    """Returns a copy of an array in the memory of the host."""
    if isinstance(data, CudaArray):
        return data.numpy()
    _igc.require_cuda()
    library = library_of(data, what)
    array = library.own(data)
    copied = library.to_host(array)
    _igc.count_copied(copied.nbytes)
    return copied


def _integers(library: Library, array: Tensor, what: str) -> Tensor:
    """Returns integers as `int32` or `int64`, with which all operations work."""
    if dtype_of(array) in ("int32", "int64"):
        return array
    wide = library.cast(array, "int64")
    if dtype_of(array) == "uint64" and wide.shape[0] and int(wide.min()) < 0:
        raise InputError(f"{what}: a number is at least 2⁶³")
    return wide


def _word_view(data: Any, what: str, most: int) -> _igc.CudaView:
    """Returns integers from 0 to `most` with 32 bits. Contiguous arrays of `int32` and `uint32` are not copied: the
    kernel that checks a graph refuses their negative numbers, which are at least 2³¹ to igc.
    """
    seen = view(data, what)
    if seen.kind in WORDS and seen.is_contiguous:
        return seen
    if seen.kind[1] not in "iu":
        raise InputError(f"{what}: the elements must be integers, not `{seen.kind[1:]}`")
    library = library_of(data, what)
    with library.on(seen.device):
        array = library.own(data)
        if seen.kind in WORDS:
            return view(_counted(library.copy(array)), what)
        array = _integers(library, array, what)
        if seen.shape[0]:
            refuse_outside(int(array.min()), int(array.max()), what, most)
        return view(_counted(library.cast(array, library.word)), what)


def refuse_outside(least: int, largest: int, what: str, most: int) -> None:
    """Raises an error if numbers are negative or too large."""
    if least < 0:
        raise InputError(f"{what}: {least} is negative")
    if largest > most:
        raise InputError(f"{what}: {largest} is too large")


def _weight_view(data: Any, what: str = "weights") -> _igc.CudaView:
    """Returns weights of the type `uint32`, `int64` or `float64`.

    Contiguous arrays of these types, and of `int32` without negative numbers, are not copied.
    """
    seen = view(data, what)
    if seen.kind in ("<u4", "<i8", "<f8") and seen.is_contiguous:
        return seen
    # PyTorch writes `bfloat16` as two bytes of any type.
    letter = "E" if seen.kind == "<V2" else seen.kind[1]
    if letter not in "biufE":
        raise InputError(f"{what}: weights must be numbers of at most 64 bits, not `{seen.kind[1:]}`")
    library = library_of(data, what)
    with library.on(seen.device):
        array = library.own(data)
        if letter in "fE":
            return view(_counted(library.cast(array, "float64")), what)
        if letter == "b":
            return view(_counted(library.cast(array, library.word)), what)
        if seen.kind == "<u4":
            return view(_counted(library.copy(array)), what)
        signed = _integers(library, array, what)
        is_negative = bool(seen.shape[0]) and int(signed.min()) < 0
        if seen.kind == "<i4" and seen.is_contiguous and not is_negative:
            return seen
        dtype = "int64" if is_negative or seen.kind[2:] == "8" else library.word
        return view(_counted(library.cast(signed, dtype)), what)


def _copied_view(data: Any, seen: _igc.CudaView, what: str) -> _igc.CudaView:
    """Returns a view of a copy, unless the view already is one."""
    own = view(data, what)
    if own.address != seen.address or not own.shape[0]:
        return seen
    library = library_of(data, what)
    with library.on(seen.device):
        return view(_counted(library.copy(library.own(data))), what)


def from_csr(offsets: Any, targets: Any, weights: Any, copy: bool) -> tuple[_igc.Graph, Rows]:
    """Makes a graph of compressed sparse rows on a GPU. Returns the views of its offsets and targets, too."""
    given = [
        (offsets, _word_view(offsets, "offsets", MAX_NARROW_EDGES), "offsets"),
        (targets, _word_view(targets, "targets", MAX_NARROW_EDGES), "targets"),
    ]
    if not given[0][1].shape[0]:
        raise InputError("a graph needs at least one offset")
    if given[0][1].shape[0] > 2**31 and given[1][1].kind == "<i4":
        # The kernel that checks a graph would take a negative number as a node.
        least = int(library_of(targets, "targets").own(targets).min())
        refuse_outside(least, 0, "targets", MAX_NARROW_EDGES)
    if weights is not None:
        given.append((weights, _weight_view(weights), "weights"))
    views = [_copied_view(data, seen, what) if copy else seen for data, seen, what in given]
    return with_weights((views[0], views[1]), views[2] if weights is not None else None)


def with_weights(rows: Rows, weights: _igc.CudaView | None) -> tuple[_igc.Graph, Rows]:
    """Makes a graph of the views of its arrays."""
    views = [one for one in (*rows, weights) if one is not None and one.shape[0]]
    numbers = {one.device for one in views if one.device is not None}
    if len(numbers) > 1:
        names = " and ".join(f"`{selector(number)}`" for number in sorted(numbers))
        raise InputError(f"the arrays are on several devices: {names}")
    return _igc.Graph.from_cuda(*rows, weights), rows


def to_device(array: NDArray[Any], like: Any) -> Tensor:
    """Returns a copy of an array of the host on the device of another array."""
    seen = like if isinstance(like, _igc.CudaView) else view(like, "the array")
    return _counted(library_of(like, "weights").to_device(array, seen.device or 0))


def weights_of(graph: _igc.Graph, rows: Rows, weights: Any) -> tuple[_igc.Graph, Rows]:
    """Makes a graph with the rows of another graph and weights on the GPU."""
    seen = _weight_view(weights)
    if seen.shape[0] != graph.edges:
        raise InputError(f"there are {seen.shape[0]} weights for {graph.edges} edges")
    return with_weights(rows, seen)


def sources_of(offsets: Any, edges: int) -> Tensor:
    """Returns the source of each edge of compressed sparse rows, which have at least one edge."""
    library = library_of(offsets, "offsets")
    with library.on(view(offsets, "offsets").device):
        array = library.cast(library.own(offsets), "int64")
        return _counted(library.search(array, library.arange(edges, array), "right") - 1)


class Edges:
    """Edges on a GPU, by the numbers of their ends."""

    def __init__(self, sources: Any, targets: Any) -> None:
        seen = [view(end, what) for end, what in ((sources, "sources"), (targets, "targets"))]
        #: The number of edges.
        self.count = seen[0].shape[0]
        if self.count != seen[1].shape[0]:
            raise InputError(f"there are {self.count} sources and {seen[1].shape[0]} targets")
        self._device = seen[0].device
        if None not in (seen[0].device, seen[1].device) and seen[0].device != seen[1].device:
            raise InputError("the sources and targets are on different devices")
        #: Whether the ends are integers. If not, they are ids of nodes, and there are no other attributes.
        self.are_integers = all(one.kind[1] in "iu" for one in seen)
        if not self.are_integers:
            return
        self._library = library_of(sources, "sources")
        with self._library.on(self._device):
            self._sources = _integers(self._library, self._library.own(sources), "sources")
            self._targets = _integers(self._library, self._library.own(targets), "targets")
            ends = (self._sources, self._targets) if self.count else ()
            #: The smallest and the largest number.
            self.least = min((int(end.min()) for end in ends), default=0)
            self.largest = max((int(end.max()) for end in ends), default=-1)

    def graph(self, nodes: int, weights: Any, both: bool) -> tuple[_igc.Graph, Rows]:
        """Makes a graph of edges between node numbers, which are valid. With `both`, the reverse of each edge is added.

        As on the host, the edges of a node keep their order.
        """
        library = self._library
        with library.on(self._device):
            sources, targets = self._sources, self._targets
            # `nodes + 1` numbers are compared with the sources.
            sources = library.cast(sources, "int64" if nodes >= 2**31 - 1 else dtype_of(sources))
            if weights is not None:
                weights = library.own(weights)
                if weights.shape[0] != self.count:
                    raise InputError(f"there are {weights.shape[0]} weights for {self.count} edges")
            if both:
                others = sources != targets
                weights = None if weights is None else self._with(weights, lambda one: [one, one[others]])
                ends = ([sources, targets[others]], [targets, sources[others]])
                sources, targets = (_counted(library.concatenate(end)) for end in ends)
            # Edges in the order of their sources are the common case, such as `edge_index` after `coalesce`.
            if sources.shape[0] and not bool((sources[1:] >= sources[:-1]).all()):
                order = library.order(sources)
                sources, targets = sources[order], _counted(targets[order])
                weights = None if weights is None else self._with(weights, lambda one: [one[order]])
            numbers = library.arange(nodes + 1, sources)
            offsets = library.search(sources, numbers, "left") if sources.shape[0] else numbers * 0
            return from_csr(offsets, targets, weights, copy=False)

    def _with(self, weights: Tensor, change: Callable[[Tensor], list[Tensor]]) -> Tensor:
        """Returns the concatenation of other arrangements of weights."""
        name = dtype_of(weights)
        is_unsigned = name in ("uint16", "uint32", "uint64")
        if is_unsigned:
            # PyTorch has few operations for unsigned integers.
            weights = self._library.reinterpret(weights, name.removeprefix("u"))
        changed = _counted(self._library.concatenate(change(weights)))
        return self._library.reinterpret(changed, name) if is_unsigned else changed
