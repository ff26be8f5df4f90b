"""Conversions of arrays of a GPU, on the processor.

Arrays that pretend to be on a GPU have memory of the host. A stand-in for the kernel that checks a graph reads it
there, and one for CuPy does what CuPy does on a GPU. `test_cuda.py` tests the same on a GPU.
"""

import ctypes
import pickle
import sys
from contextlib import nullcontext
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from conftest import random_edges

import igc
from igc import _arrays, _cuda, _graph, _igc

NODES = 40

HAS_CUDA = any(device.selector == "cuda" for device in igc.devices())


class OnGpu:
    """An array that says that it is on a GPU, with the operations of CuPy that igc uses."""

    def __init__(self, array, device=0, **changes):
        self.array, self.number, self.changes = np.asarray(array), device, changes

    @property
    def __cuda_array_interface__(self):
        interface = dict(self.array.__array_interface__)
        return {key: interface[key] for key in ("shape", "typestr", "data", "strides", "version")} | self.changes

    def __dlpack_device__(self):
        return (2, self.number)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        value = getattr(self.array, name)
        if not callable(value):
            return wrapped(value, self.number)
        return lambda *given, **options: wrapped(value(*map(plain, given), **options), self.number)

    def __getitem__(self, key):
        return wrapped(self.array[plain(key)], self.number)

    def __iter__(self):
        return (wrapped(row, self.number) for row in self.array)

    def __bool__(self):
        return bool(self.array)

    def __int__(self):
        return int(self.array)


def operation(name):
    return lambda self, other: wrapped(getattr(self.array, name)(plain(other)), self.number)


for operator in ("__ne__", "__ge__", "__mul__", "__sub__"):
    setattr(OnGpu, operator, operation(operator))
OnGpu.__hash__ = object.__hash__


def plain(value):
    if isinstance(value, (list, tuple)):
        return type(value)(map(plain, value))
    return value.array if isinstance(value, OnGpu) else value


def wrapped(value, device=0):
    return OnGpu(value, device) if isinstance(value, (np.ndarray, np.generic)) else value


def stand_in_for_cupy():
    """Returns a module with the functions of CuPy that igc uses."""
    cupy = ModuleType("cupy")
    cupy.ndarray = OnGpu
    cupy.cuda = SimpleNamespace(Device=lambda number: nullcontext())
    cupy.asnumpy = lambda array: array.array.copy()
    cupy.argsort = lambda array: OnGpu(np.argsort(array.array, kind="stable"))
    for name in ("searchsorted", "arange", "concatenate", "ascontiguousarray", "isfinite", "array"):
        function = getattr(np, name)
        setattr(cupy, name, lambda *given, _does=function, **options: OnGpu(_does(*map(plain, given), **options)))
    return cupy


def content(view):
    """Returns the elements of an array that pretends to be on a GPU."""
    count, dtype = view.shape[0], np.dtype(view.kind)
    assert view.is_contiguous
    if not count:
        return np.zeros(0, dtype)
    memory = (ctypes.c_byte * (count * dtype.itemsize)).from_address(view.address)
    return np.frombuffer(memory, dtype)


@pytest.fixture
def gpu(monkeypatch):
    """Pretends that this machine has a GPU. Returns the views of each graph that was made."""
    made = []

    def from_cuda(*views):
        made.append([None if view is None else view for view in views])
        arrays = [None if view is None else content(view) for view in views]
        if arrays[2] is not None and arrays[2].dtype == np.int32:
            arrays[2] = arrays[2].view(np.uint32)
        return _igc.Graph.from_csr(*arrays)

    library = SimpleNamespace(
        CudaView=_igc.CudaView,
        Graph=SimpleNamespace(from_cuda=from_cuda),
        count_copied=_igc.count_copied,
        require_cuda=lambda: None,
    )
    monkeypatch.setattr(_cuda, "_igc", library)
    monkeypatch.setitem(sys.modules, "cupy", stand_in_for_cupy())
    return made


def same(found, expected):
    """Checks that two graphs have the same arrays."""
    for name in ("offsets", "targets", "weights"):
        ours, theirs = getattr(found, name), getattr(expected, name)
        assert (ours is None) == (theirs is None)
        if ours is not None:
            assert (name, ours.dtype, ours.tolist()) == (name, theirs.dtype, theirs.tolist())


def rows(seed=0, dtype=np.int32):
    """Returns a graph on the host, and its offsets and targets."""
    graph = igc.Graph(random_edges(seed, NODES, 100), nodes=NODES)
    return graph, graph.offsets.astype(dtype), graph.targets.astype(dtype)


@pytest.mark.parametrize("dtype", [np.int32, np.uint32])
def test_rows_of_32_bits_are_borrowed(gpu, dtype):
    expected, offsets, targets = rows(dtype=dtype)
    before = igc.copied_bytes()
    graph = igc.Graph.from_csr(OnGpu(offsets), OnGpu(targets))
    assert igc.copied_bytes() == before
    assert [view.address for view in gpu[0][:2]] == [one.ctypes.data for one in (offsets, targets)]
    same(graph, expected)


@pytest.mark.parametrize("dtype", [np.int64, np.uint64, np.uint16, np.int8])
def test_rows_of_other_types_are_converted_on_the_gpu(gpu, dtype):
    expected, offsets, targets = rows(dtype=dtype)
    before = igc.copied_bytes()
    graph = igc.Graph.from_csr(OnGpu(offsets), OnGpu(targets))
    assert igc.copied_bytes() - before == 4 * (NODES + 1 + 100)
    same(graph, expected)


def test_arrays_with_gaps_are_copied(gpu):
    expected, offsets, targets = rows()
    wide = np.zeros(200, np.int32)
    wide[::2] = targets
    before = igc.copied_bytes()
    same(igc.Graph.from_csr(OnGpu(offsets), OnGpu(wide[::2])), expected)
    assert igc.copied_bytes() - before == 400


def test_a_copy_is_independent(gpu):
    expected, offsets, targets = rows()
    before = igc.copied_bytes()
    graph = igc.Graph.from_csr(OnGpu(offsets), OnGpu(targets), copy=True)
    assert igc.copied_bytes() - before == offsets.nbytes + targets.nbytes
    targets[:] = 0
    same(graph, expected)


@pytest.mark.parametrize(
    ("dtype", "low", "bytes_copied", "result"),
    [
        (np.uint32, 0, 0, np.uint32),
        (np.int32, 0, 0, np.uint32),
        (np.int32, -5, 800, np.int64),
        (np.int64, -5, 0, np.int64),
        (np.float64, -5, 0, np.float64),
        (np.float32, -5, 800, np.float64),
        (np.float16, 0, 800, np.float64),
        (np.uint8, 0, 400, np.uint32),
        (np.int16, -5, 800, np.int64),
        (np.uint64, 0, 800, np.int64),
        (np.bool_, 0, 400, np.uint32),
    ],
)
def test_weights(gpu, dtype, low, bytes_copied, result):
    _, offsets, targets = rows()
    weights = np.random.default_rng(1).integers(low, 9, 100).astype(dtype)
    before = igc.copied_bytes()
    graph = igc.Graph.from_csr(OnGpu(offsets), OnGpu(targets), OnGpu(weights))
    assert igc.copied_bytes() - before == bytes_copied
    assert graph.weights.dtype == result
    assert graph.weights.tolist() == weights.tolist()


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint32])
@pytest.mark.parametrize("is_sorted", [False, True])
@pytest.mark.parametrize("directed", [None, False])
def test_edges_have_the_order_of_the_host(gpu, dtype, is_sorted, directed):
    sources, targets = (end.astype(dtype) for end in random_edges(2, NODES, 100))
    sources = np.sort(sources) if is_sorted else sources
    weights = np.arange(100, dtype=np.float64)
    expected = igc.Graph((sources, targets, weights), nodes=NODES, directed=directed)
    given = (OnGpu(sources), OnGpu(targets), OnGpu(weights))
    same(igc.Graph(given, nodes=NODES, directed=directed), expected)
    assert len(gpu) == 1
    index = np.stack([sources, targets])
    plain = igc.Graph((sources, targets), nodes=NODES, directed=directed)
    same(igc.Graph(OnGpu(index), nodes=NODES, directed=directed), plain)
    same(igc.Graph(OnGpu(np.ascontiguousarray(index.T)), nodes=NODES, directed=directed), plain)
    data = SimpleNamespace(edge_index=OnGpu(index), edge_attr=OnGpu(weights), num_nodes=NODES)
    same(igc.Graph(data, directed=directed), expected)


def test_sorted_edges_of_32_bits_share_their_targets(gpu):
    sources, targets = (end.astype(np.int32) for end in random_edges(2, NODES, 100))
    sources = np.sort(sources)
    before = igc.copied_bytes()
    igc.Graph((OnGpu(sources), OnGpu(targets)), nodes=NODES)
    assert igc.copied_bytes() - before == 4 * (NODES + 1)
    assert gpu[0][1].address == targets.ctypes.data


def test_both_directions_of_rows(gpu):
    _, offsets, targets = rows()
    weights = np.arange(100)
    expected = igc.Graph((_graph._sources(offsets), targets, weights), nodes=NODES, directed=False)

    class Matrix:
        shape, format = (NODES, NODES), "csr"
        indptr, indices, data = OnGpu(offsets), OnGpu(targets), OnGpu(weights)

    Matrix.__module__ = "cupyx.scipy.sparse._csr"
    same(igc.Graph(Matrix(), directed=False), expected)
    same(igc.Graph(Matrix()), igc.Graph.from_csr(offsets, targets, weights))
    same(igc.Graph(Matrix(), weights=None), igc.Graph.from_csr(offsets, targets))


def test_graphs_without_edges(gpu):
    nothing = OnGpu(np.zeros(0, np.int64))
    graph = igc.Graph((nothing, nothing), nodes=3)
    assert (graph.num_nodes, graph.num_edges, graph.offsets.tolist()) == (3, 0, [0, 0, 0, 0])
    assert igc.Graph((nothing, nothing)).num_nodes == 0
    assert igc.Graph.from_csr(OnGpu(np.zeros(4, np.int64)), nothing).num_nodes == 3
    with pytest.raises(igc.InputError, match="at least one offset"):
        igc.Graph.from_csr(nothing, nothing)


def test_ids_are_kept_on_the_host(gpu):
    sources, targets = np.array([70_000, 3, 3]), np.array([3, 90_000, 70_000])
    before = igc.copied_bytes()
    graph = igc.Graph((OnGpu(sources), OnGpu(targets)))
    assert graph.labels().tolist() == [70_000, 3, 90_000]
    assert igc.copied_bytes() - before >= sources.nbytes + targets.nbytes
    assert not gpu
    assert igc.Graph((OnGpu(sources % 5), OnGpu(targets % 5)), ids=True).ids is not None
    numbered = igc.Graph((OnGpu(sources), OnGpu(targets)), ids=False)
    assert numbered.num_nodes == 90_001


def test_wrong_numbers(gpu):
    good = OnGpu(np.array([0, 1, 2]))
    for wrong, reason in (([0, -1, 2], "-1 is negative"), ([0, 7, 2], "7 is not a node of a graph with 3 nodes")):
        for ends in ((good, OnGpu(np.array(wrong))), (OnGpu(np.array(wrong)), good)):
            with pytest.raises(igc.InputError, match=reason):
                igc.Graph(ends, nodes=3)
    with pytest.raises(igc.InputError, match="-1 is negative"):
        igc.Graph((good, OnGpu(np.array([0, -1, 2]))))
    with pytest.raises(igc.InputError, match="3 sources and 2 targets"):
        igc.Graph((good, good[:2]))
    with pytest.raises(igc.InputError, match="2 weights for 3 edges"):
        igc.Graph((good, good, good[:2]))
    offsets = OnGpu(np.array([0, 1, 2, 3]))
    for targets, reason in (([0, -1, 2], "-1 is negative"), ([0, 2**32, 2], "4294967296 is too large")):
        with pytest.raises(igc.InputError, match=reason):
            igc.Graph.from_csr(offsets, OnGpu(np.array(targets)))
    with pytest.raises(igc.InputError, match="must be integers, not `f8`"):
        igc.Graph.from_csr(offsets, OnGpu(np.zeros(3)))
    with pytest.raises(igc.InputError, match="must be numbers of at most 64 bits"):
        igc.Graph.from_csr(offsets, good, OnGpu(np.zeros(3, np.complex128)))
    with pytest.raises(igc.InputError, match="2 dimensions, but one"):
        igc.Graph.from_csr(offsets, OnGpu(np.zeros((1, 3), np.int32)))
    with pytest.raises(igc.InputError, match=r"at most 64 bits, not `M8\[ns\]`"):
        igc.Graph.from_csr(offsets, good, OnGpu(np.zeros(3, np.int64), typestr="<M8[ns]"))
    with pytest.raises(igc.UnsupportedError, match="mask"):
        igc.Graph.from_csr(offsets, OnGpu(np.zeros(3, np.int32), mask=good))


def test_several_devices(gpu):
    _, offsets, targets = rows()
    with pytest.raises(igc.InputError, match="on several devices: `cuda` and `cuda:1`"):
        igc.Graph.from_csr(OnGpu(offsets), OnGpu(targets, device=1))
    with pytest.raises(igc.InputError, match="different devices"):
        igc.Graph((OnGpu(targets), OnGpu(targets, device=1)))


def test_weights_of_the_host_join_edges_of_the_gpu(gpu):
    _, offsets, targets = rows()
    weights = np.arange(100)
    before = igc.copied_bytes()
    graph = igc.Graph.from_csr(OnGpu(offsets), OnGpu(targets), weights)
    assert igc.copied_bytes() - before == weights.nbytes
    changed = graph.with_weights(OnGpu(weights * 2.0))
    assert changed.weights.tolist() == (weights * 2.0).tolist()
    assert gpu[1][0].address == offsets.ctypes.data
    assert changed.with_weights(weights).weights.tolist() == weights.tolist()
    with pytest.raises(igc.InputError, match="3 weights for 100 edges"):
        graph.with_weights(OnGpu(weights[:3]))


def test_inputs_are_copied_to_the_host(gpu):
    array = np.arange(5, dtype=np.int64)
    before = igc.copied_bytes()
    assert _arrays.as_numpy(OnGpu(array), "it").tolist() == array.tolist()
    assert igc.copied_bytes() - before == array.nbytes


def test_descriptions_of_arrays():
    array = np.zeros((4, 6), np.float32)
    view = _igc.CudaView(OnGpu(array, device=3))
    assert (view.shape, view.kind, view.is_contiguous, view.device) == ([4, 6], "<f4", True, 3)
    assert view.address == array.ctypes.data
    assert not _igc.CudaView(OnGpu(array.T)).is_contiguous
    assert not _igc.CudaView(OnGpu(array[:, ::2])).is_contiguous
    # The stride of a dimension with one element has no effect.
    assert _igc.CudaView(OnGpu(array[:, :1][:1])).is_contiguous
    assert _igc.CudaView(OnGpu(array[:0])).is_contiguous
    for missing in ("shape", "typestr", "data"):
        with pytest.raises(TypeError, match=f"no `{missing}`"):
            _igc.CudaView(OnGpu(array, **{missing: None}))


class OnDevice:
    """A tensor that only has DLPack, with memory of the host but another device."""

    def __init__(self, array, device):
        self.array, self.device, self.stream = array, device, None

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, *, stream=None):
        self.stream = stream
        return self.array.__dlpack__()


def test_arrays_that_are_not_on_a_gpu():
    pyarrow = pytest.importorskip("pyarrow")
    for data in (np.zeros(2), [1, 2], None, pyarrow.array(["a", "b"]), pyarrow.array([1, None])):
        assert not _cuda.is_cuda(data)


def test_memory_of_other_devices_is_refused():
    with pytest.raises(igc.UnsupportedError, match="number 10 of DLPack"):
        igc.Graph(OnDevice(np.zeros((2, 5), np.int64), (10, 0)))
    # The device of the tensor itself decides.
    lie = OnDevice(np.zeros(3, np.int32), (2, 0))
    with pytest.raises(TypeError, match="not in the memory of a CUDA device"):
        _igc.CudaView(lie)
    assert lie.stream == 1


def capsule(address, shape, strides, kind, device, released):
    """Returns a capsule of DLPack, as a library for GPUs makes it."""
    release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

    class Tensor(ctypes.Structure):
        _fields_ = (
            ("data", ctypes.c_void_p),
            ("device", ctypes.c_int32 * 2),
            ("dimensions", ctypes.c_int32),
            ("code", ctypes.c_uint8),
            ("bits", ctypes.c_uint8),
            ("lanes", ctypes.c_uint16),
            ("shape", ctypes.POINTER(ctypes.c_int64)),
            ("strides", ctypes.POINTER(ctypes.c_int64)),
            ("offset", ctypes.c_uint64),
            ("context", ctypes.c_void_p),
            ("release", release),
        )

    numbers = ctypes.c_int64 * len(shape)
    far = None if strides is None else numbers(*strides)
    tensor = Tensor(address, device, len(shape), *kind, 1, numbers(*shape), far, 8, None, release(released.append))
    make = ctypes.pythonapi.PyCapsule_New
    make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    # The list keeps the tensor.
    released.append(tensor)
    return make(ctypes.addressof(tensor), b"dltensor", None)


@pytest.mark.parametrize(
    ("shape", "strides", "kind", "expected"),
    [
        ((3,), None, (0, 32), ("<i4", True)),
        ((3,), (1,), (1, 32), ("<u4", True)),
        ((3,), (2,), (0, 64), ("<i8", False)),
        ((2, 3), (3, 1), (2, 64), ("<f8", True)),
        ((2, 3), (1, 2), (2, 16), ("<f2", False)),
        ((4,), (1,), (6, 8), ("|b1", True)),
        ((4,), (1,), (4, 16), ("<E2", True)),
    ],
)
def test_tensors_of_dlpack(shape, strides, kind, expected):
    released = []
    tensor = SimpleNamespace(__dlpack__=lambda stream: capsule(4096, shape, strides, kind, (2, 1), released))
    view = _igc.CudaView(tensor)
    assert (view.address, view.shape, view.device) == (4096 + 8, list(shape), 1)
    assert (view.kind, view.is_contiguous) == expected
    assert len(released) == 1
    del view
    # The tensor was released once.
    assert released[1:] == [ctypes.addressof(released[0])]


@pytest.mark.skipif(HAS_CUDA, reason="this machine has CUDA")
def test_a_machine_without_cuda():
    # The addresses do not exist, so nothing may read them.
    array = OnGpu(np.zeros(3, np.int32), data=(64, False))
    wide = OnGpu(np.zeros((2, 3), np.int64), data=(64, False))
    graph = igc.Graph("grid:3x3")
    attempts = [
        lambda: igc.Graph.from_csr(array, array),
        lambda: igc.Graph((array, array)),
        lambda: igc.Graph(wide),
        lambda: igc.Graph(SimpleNamespace(edge_index=wide, num_nodes=3)),
        lambda: graph.with_weights(array),
        lambda: igc.bfs(graph, 0, device="cuda"),
        lambda: igc.bfs(graph, 0, arrays="cuda"),
    ]
    for attempt in attempts:
        with pytest.raises(igc.DeviceError, match="no CUDA"):
            attempt()


def test_the_argument_arrays():
    graph = igc.Graph("grid:3x3")
    with pytest.raises(igc.InputError, match='`arrays` must be "numpy" or "cuda"'):
        igc.bfs(graph, 0, arrays="torch")
    with pytest.raises(igc.InputError, match="they can on a CUDA device"):
        igc.bfs(graph, 0, device="cpu", arrays="cuda")
    with pytest.raises(igc.InputError, match="call the function once for each source"):
        igc.bfs(graph, sources=[0, 1], arrays="cuda")
    assert igc.bfs(graph, 0, arrays="numpy").level.max() == 4
    assert graph.device is None


def output(array):
    """Returns an output that pretends to be on the second GPU."""

    def to_host():
        _igc.count_copied(array.nbytes)
        return array.copy()

    memory = SimpleNamespace(
        address=array.ctypes.data, elements=array.size, kind=array.dtype.str, device=1, to_host=to_host
    )
    return igc.CudaArray(memory, array.shape)


def test_outputs():
    array = np.arange(6, dtype=np.uint32).reshape(2, 3)
    made = output(array)
    assert (made.shape, made.dtype, made.ndim, made.size, made.nbytes) == ((2, 3), np.uint32, 2, 6, 24)
    assert (len(made), made.device, made.__dlpack_device__()) == (2, "cuda:1", (2, 1))
    assert repr(made) == "<igc.CudaArray: uint32[2, 3] on cuda:1>"
    view = _igc.CudaView(made)
    assert (view.address, view.shape, view.kind) == (array.ctypes.data, [2, 3], "<u4")
    before = igc.copied_bytes()
    assert made.numpy().tolist() == array.tolist()
    assert igc.copied_bytes() - before == 24
    assert pickle.loads(pickle.dumps(made)).tolist() == array.tolist()
    with pytest.raises(igc.UnsupportedError, match="copies it to the host"):
        np.asarray(made)
    with pytest.raises(BufferError, match="does not copy"):
        made.__dlpack__(copy=True)
    with pytest.raises(BufferError, match="on cuda:1"):
        made.__dlpack__(dl_device=(1, 0))


def test_tables_of_outputs_on_a_gpu():
    graph = igc.Graph([("a", "b"), ("b", "c"), ("d", "d")])
    plain = igc.bfs(graph, "a")
    result = igc.bfs(graph, "a")
    result._values = {"level": output(plain.level)}
    before = igc.copied_bytes()
    assert result.to_dict() == plain.to_dict()
    assert igc.copied_bytes() - before == plain.level.nbytes
    assert result.reached.tolist() == plain.reached.tolist()
    assert result.with_inf("level").tolist() == plain.with_inf("level").tolist()
    assert all(igc.check(result))
    assert repr(result) == "<BfsResult: level=uint32[4] on cuda:1>"
    assert "on cuda:1" in result._repr_html_()
    assert pickle.loads(pickle.dumps(result)).level.tolist() == plain.level.tolist()
    pytest.importorskip("pandas")
    assert result.to_pandas().equals(plain.to_pandas())
