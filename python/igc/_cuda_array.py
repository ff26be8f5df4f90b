"""Outputs of runs that stay in the memory of a GPU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _igc
from ._errors import UnsupportedError

#: The number of CUDA devices in DLPack.
CUDA_DEVICE = 2


class CudaArray:
    """An output of a run in the memory of a GPU.

    `torch.from_dlpack(array)`, `torch.as_tensor(array, device="cuda")` and `cupy.asarray(array)` use this memory
    without a copy, on every stream. The memory is freed when nothing uses it any more. `numpy()` copies it to the host.
    """

    __slots__ = ("__weakref__", "_memory", "shape")

    #: The number of elements of each dimension.
    shape: tuple[int, ...]

    def __init__(self, memory: _igc.CudaMemory, shape: Sequence[int] | None = None) -> None:
        self._memory = memory
        self.shape = (memory.elements,) if shape is None else tuple(shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the elements."""
        return np.dtype(self._memory.kind)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return self._memory.elements

    @property
    def nbytes(self) -> int:
        """The size in bytes."""
        return self.size * self.dtype.itemsize

    @property
    def device(self) -> str:
        """The device, as the argument `device` of a run takes it."""
        return selector(self._memory.device)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "version": 3,
            "shape": self.shape,
            "typestr": self._memory.kind,
            "data": (self._memory.address, False),
            "strides": None,
            # The device has finished the run, so no stream has to wait.
            "stream": None,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return (CUDA_DEVICE, self._memory.device)

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        if copy:
            raise BufferError("igc does not copy an array that it exports")
        if dl_device is not None and tuple(int(part) for part in dl_device) != self.__dlpack_device__():
            raise BufferError(f"the array is on {self.device}\nhelp: `numpy()` copies it to the host")
        return self._memory.capsule(self.shape)

    def numpy(self) -> NDArray[Any]:
        """Returns a copy in the memory of the host, after all streams of the device have ended their work."""
        return np.asarray(self._memory.to_host()).reshape(self.shape)

    def __array__(self, *_: Any, **__: Any) -> NDArray[Any]:
        raise UnsupportedError("the array is in the memory of a GPU\nhelp: `numpy()` copies it to the host")

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("the array has no dimensions")
        return self.shape[0]

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process gets a copy in the memory of the host.
        return (np.asarray, (self.numpy(),))

    def __repr__(self) -> str:
        return f"<igc.CudaArray: {self.dtype}{list(self.shape)} on {self.device}>"


def selector(number: int) -> str:
    """Returns the selector of a CUDA device, as `igc.devices` lists it."""
    return f"cuda:{number}" if number else "cuda"
