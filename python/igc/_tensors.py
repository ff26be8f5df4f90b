"""The operations of PyTorch and CuPy with which igc converts arrays on a GPU."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _igc
from ._errors import UnsupportedError

#: An array of PyTorch or CuPy.
Tensor = Any


class Library:
    """The operations of PyTorch or CuPy that igc needs. They run on the device of their arguments."""

    #: The type to which node numbers are cast. Kernels read its bits as a `uint32`.
    word = "uint32"

    def own(self, data: Any) -> Tensor:
        """Returns an array as one of this library, without a copy."""
        raise NotImplementedError

    def on(self, device: int | None) -> AbstractContextManager[Any]:
        """Makes a device the current one."""
        raise NotImplementedError

    def cast(self, array: Tensor, dtype: str) -> Tensor:
        """Returns a contiguous array with elements of another type."""
        raise NotImplementedError

    def reinterpret(self, array: Tensor, dtype: str) -> Tensor:
        """Returns the same memory with elements of another type of the same size."""
        raise NotImplementedError

    def copy(self, array: Tensor) -> Tensor:
        """Returns a contiguous copy."""
        raise NotImplementedError

    def order(self, array: Tensor) -> Tensor:
        """Returns the positions of the elements in a stable order."""
        raise NotImplementedError

    def search(self, array: Tensor, values: Tensor, side: str) -> Tensor:
        """Returns the positions of values in an array that is in order."""
        raise NotImplementedError

    def arange(self, count: int, like: Tensor) -> Tensor:
        """Returns the numbers from 0, with the type and the device of another array."""
        raise NotImplementedError

    def concatenate(self, arrays: Sequence[Tensor]) -> Tensor:
        """Returns one array of the elements of several."""
        raise NotImplementedError

    def to_host(self, array: Tensor) -> NDArray[Any]:
        """Returns a copy in the memory of the host."""
        raise NotImplementedError

    def to_device(self, array: NDArray[Any], device: int) -> Tensor:
        """Returns a copy in the memory of a device."""
        raise NotImplementedError


class _Torch(Library):
    word = "int32"

    def __init__(self, torch: Any) -> None:
        self.torch = torch

    def own(self, data: Any) -> Tensor:
        if isinstance(data, self.torch.Tensor):
            return data.detach()
        if hasattr(data, "__dlpack__"):
            return self.torch.from_dlpack(data)
        number = _igc.CudaView(data).device or 0
        return self.torch.as_tensor(data, device=f"cuda:{number}")

    def on(self, device: int | None) -> AbstractContextManager[Any]:
        # Operations run on the device of their arguments.
        return nullcontext()

    def cast(self, array: Tensor, dtype: str) -> Tensor:
        return array.to(getattr(self.torch, dtype)).contiguous()

    def reinterpret(self, array: Tensor, dtype: str) -> Tensor:
        return array.view(getattr(self.torch, dtype))

    def copy(self, array: Tensor) -> Tensor:
        return array.clone(memory_format=self.torch.contiguous_format)

    def order(self, array: Tensor) -> Tensor:
        return self.torch.argsort(array, stable=True)

    def search(self, array: Tensor, values: Tensor, side: str) -> Tensor:
        return self.torch.searchsorted(array, values, side=side)

    def arange(self, count: int, like: Tensor) -> Tensor:
        return self.torch.arange(count, dtype=like.dtype, device=like.device)

    def concatenate(self, arrays: Sequence[Tensor]) -> Tensor:
        return self.torch.cat(list(arrays))

    def to_host(self, array: Tensor) -> NDArray[Any]:
        if array.dtype == self.torch.bfloat16:
            array = array.float()
        copied: NDArray[Any] = array.cpu().numpy()
        return copied

    def to_device(self, array: NDArray[Any], device: int) -> Tensor:
        if array.dtype == np.uint32 and not hasattr(self.torch, "uint32"):
            array = array.astype(np.int64)
        return self.torch.from_numpy(np.array(array)).to(f"cuda:{device}")


class _CuPy(Library):
    def __init__(self, cupy: Any) -> None:
        self.cupy = cupy

    def own(self, data: Any) -> Tensor:
        if isinstance(data, self.cupy.ndarray):
            return data
        if hasattr(data, "detach"):
            data = data.detach()
        return self.cupy.from_dlpack(data) if hasattr(data, "__dlpack__") else self.cupy.asarray(data)

    def on(self, device: int | None) -> AbstractContextManager[Any]:
        context: AbstractContextManager[Any] = nullcontext() if device is None else self.cupy.cuda.Device(device)
        return context

    def cast(self, array: Tensor, dtype: str) -> Tensor:
        return self.cupy.ascontiguousarray(array.astype(dtype, copy=False))

    def reinterpret(self, array: Tensor, dtype: str) -> Tensor:
        return array.view(dtype)

    def copy(self, array: Tensor) -> Tensor:
        return array.copy(order="C")

    def order(self, array: Tensor) -> Tensor:
        # CuPy's sort is stable.
        return self.cupy.argsort(array)

    def search(self, array: Tensor, values: Tensor, side: str) -> Tensor:
        return self.cupy.searchsorted(array, values, side=side)

    def arange(self, count: int, like: Tensor) -> Tensor:
        return self.cupy.arange(count, dtype=like.dtype)

    def concatenate(self, arrays: Sequence[Tensor]) -> Tensor:
        return self.cupy.concatenate(list(arrays))

    def to_host(self, array: Tensor) -> NDArray[Any]:
        copied: NDArray[Any] = self.cupy.asnumpy(array)
        return copied

    def to_device(self, array: NDArray[Any], device: int) -> Tensor:
        with self.on(device):
            return self.cupy.array(array)


def is_of(data: Any, name: str) -> bool:
    """Returns whether an object is an array of a library."""
    kind = getattr(sys.modules.get(name), {"torch": "Tensor", "cupy": "ndarray"}[name], ())
    return isinstance(data, kind)


def library_of(data: Any, what: str) -> Library:
    """Returns the library of an array, or one that can use its memory."""
    makers: dict[str, type[Any]] = {"torch": _Torch, "cupy": _CuPy}
    for name in makers:
        if is_of(data, name):
            made: Library = makers[name](sys.modules[name])
            return made
    # A library that the program uses already is faster to load.
    for name in sorted(("cupy", "torch"), key=lambda name: name not in sys.modules):
        try:
            return makers[name](__import__(name))  # type: ignore[no-any-return]
        except ImportError:
            continue
    raise UnsupportedError(f"{what}: igc needs PyTorch or CuPy to convert this array on the GPU")


def dtype_of(array: Tensor) -> str:
    """Returns the name of the type of the elements."""
    return str(array.dtype).removeprefix("torch.")
