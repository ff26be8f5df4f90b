"""Conversion of arrays to the types that igc reads. Every copy is counted."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _cuda, _igc
from ._errors import InputError, UnsupportedError

Array = NDArray[Any]


def counted(array: Array) -> Array:
    """Adds the bytes of a copy to the number that `igc.copied_bytes` returns."""
    _igc.count_copied(array.nbytes)
    return array


def as_numpy(data: Any, what: str) -> Array:
    """Returns an array, a tensor, a series or a list as an array of NumPy, without a copy where that is possible.

    An array in the memory of a GPU is copied to the host.
    """
    if isinstance(data, np.ndarray):
        return data
    if _cuda.is_cuda(data, what):
        return _cuda.to_host(data, what)
    if isinstance(data, (list, tuple, range)):
        made = np.asarray(data)
        if made.size == 0:
            made = made.astype(np.int64)
        return counted(made)
    if hasattr(data, "detach") and hasattr(data, "numpy"):
        data = data.detach()
    for name in ("to_numpy", "numpy"):
        convert = getattr(data, name, None)
        if convert is not None and not hasattr(data, "__dlpack__"):
            made = np.asarray(convert())
            own = getattr(data, "__array_interface__", None)
            return made if own is not None else counted(made)
    if hasattr(data, "__array_interface__"):
        return np.asarray(data)
    if hasattr(data, "__dlpack__"):
        try:
            return np.from_dlpack(data)
        except (BufferError, RuntimeError, TypeError) as error:
            raise UnsupportedError(f"{what}: {error}") from error
    if hasattr(data, "__array__"):
        return counted(np.asarray(data))
    raise UnsupportedError(f"{what}: an object of the type `{type(data).__name__}` is not an array")


def flat(array: Array, what: str) -> Array:
    """Returns an array whose elements follow each other, aligned and in the byte order of this machine."""
    if array.ndim != 1:
        raise InputError(f"{what}: an array of {array.ndim} dimensions, but one dimension is needed")
    is_usable = array.flags.c_contiguous and array.flags.aligned and array.dtype.isnative
    if is_usable:
        return array
    return counted(np.array(array, dtype=array.dtype.newbyteorder("="), order="C"))


def convert(array: Array, dtype: Any) -> Array:
    """Returns an array with elements of another type."""
    if array.dtype == dtype:
        return array
    return counted(array.astype(dtype))


def is_integer(array: Array) -> bool:
    """Returns whether the elements are integers."""
    return array.dtype.kind in "iu"


def refuse_negative(array: Array, what: str) -> None:
    """Raises an error if an integer is negative."""
    if array.dtype.kind == "i" and array.size and int(array.min()) < 0:
        raise InputError(f"{what}: {int(array.min())} is negative")


def node_numbers(array: Array, what: str) -> Array:
    """Returns node numbers of 32 bits. Arrays of `int32` and `uint32` are not copied.

    A negative number of `int32` stays as it is. It is at least 2³¹ to igc, which refuses it if the graph is smaller.
    """
    array = flat(array, what)
    if not is_integer(array):
        if array.size == 0:
            return np.zeros(0, np.uint32)
        raise InputError(f"{what}: node numbers must be integers, not `{array.dtype}`")
    if array.dtype in (np.dtype(np.int32), np.dtype(np.uint32)):
        return array
    refuse_negative(array, what)
    if array.size and int(array.max()) >= 2**32 - 1:
        raise InputError(f"{what}: {int(array.max())} is too large for a node number")
    return convert(array, np.uint32)


def offsets(array: Array, what: str) -> Array:
    """Returns the offsets of rows: 32 bits if the number of edges allows it, and otherwise 64 bits."""
    array = flat(array, what)
    if not is_integer(array):
        raise InputError(f"{what}: offsets must be integers, not `{array.dtype}`")
    if array.dtype in (np.dtype(np.int32), np.dtype(np.uint32)):
        return array
    refuse_negative(array, what)
    last = int(array[-1]) if array.size else 0
    if array.dtype.itemsize == 8 and (
        last > _cuda.MAX_NARROW_EDGES or int(array.max(initial=0)) > _cuda.MAX_NARROW_EDGES
    ):
        return array
    return convert(array, np.uint32)


def weights(array: Array, what: str = "weights") -> Array:
    """Returns weights of the type `uint32`, `int64` or `float64`.

    Arrays of these types, and of `int32` without negative numbers, are not copied.
    """
    array = flat(array, what)
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "O":
        array = _numbers(array, what)
        kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "b":
        return convert(array, np.uint32)
    if kind == "u":
        if size < 8:
            return convert(array, np.uint32)
        if array.size and int(array.max()) > 2**63 - 1:
            raise InputError(f"{what}: {int(array.max())} is too large for a weight")
        return array.view(np.int64)
    if kind == "i":
        if size == 8:
            return array
        if array.size and int(array.min()) < 0:
            return convert(array, np.int64)
        return array.view(np.uint32) if size == 4 else convert(array, np.uint32)
    if kind == "f" and size <= 8:
        return convert(array, np.float64)
    raise InputError(f"{what}: weights must be numbers of at most 64 bits, not `{array.dtype}`")


def _numbers(array: Array, what: str) -> Array:
    """Returns an array of Python's numbers as an array of a number type."""
    try:
        made = np.array(array.tolist())
    except (ValueError, OverflowError) as error:
        raise InputError(f"{what}: {error}") from error
    if made.dtype.kind not in "biuf":
        raise InputError(f"{what}: weights must be numbers, not `{made.dtype}`")
    return counted(made)


#: The NumPy type of each type of the language.
DTYPES: dict[str, Any] = {
    "bool": np.dtype(np.bool_),
    "i32": np.dtype(np.int32),
    "u32": np.dtype(np.uint32),
    "i64": np.dtype(np.int64),
    "u64": np.dtype(np.uint64),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "node": np.dtype(np.uint32),
    "edge": np.dtype(np.uint32),
}


def input_values(data: Any, type_name: str, what: str) -> Array:
    """Returns the values of an input in the type that the program declares. Values must fit this type exactly,
    except that floating-point numbers are rounded."""
    dtype = DTYPES[type_name]
    array = as_numpy(data, what)
    if array.dtype == dtype:
        return flat(array.reshape(-1), what)
    kind = array.dtype.kind
    if kind not in "biuf" or (dtype.kind in "iub" and kind == "f") or (dtype.kind == "b" and kind != "b"):
        raise InputError(f"{what}: values of the type `{array.dtype}` do not fit `{type_name}`")
    if dtype.kind in "iu" and array.size:
        limits = np.iinfo(dtype)
        least, most = int(array.min()), int(array.max())
        if least < limits.min or most > limits.max:
            wrong = least if least < limits.min else most
            raise InputError(f"{what}: {wrong} does not fit `{type_name}`")
    return flat(convert(array, dtype).reshape(-1), what)
