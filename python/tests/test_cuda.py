"""Arrays in the memory of a GPU: graphs of PyTorch and CuPy, and outputs that stay on the GPU.

These tests need a CUDA device. `test_cuda_conversions.py` tests the conversions on the processor.
"""

import gc
import os
import pickle
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest
from conftest import random_edges

import igc

HAS_CUDA = any(device.selector == "cuda" for device in igc.devices())
pytestmark = pytest.mark.skipif(not HAS_CUDA, reason="this machine has no CUDA device")

NODES, EDGES = 2000, 9000


class Torch:
    name = "torch"

    def __init__(self):
        self.module = pytest.importorskip("torch")
        if not self.module.cuda.is_available():
            pytest.skip("PyTorch has no CUDA")

    def put(self, array, device=0):
        """Copies an array of NumPy to a GPU."""
        if array.dtype.kind == "u" and array.dtype.itemsize > 1 and not hasattr(self.module, "uint32"):
            pytest.skip("this PyTorch has no unsigned integers")
        return self.module.from_numpy(np.ascontiguousarray(array)).to(f"cuda:{device}")

    def address(self, array):
        return array.data_ptr()

    def host(self, array):
        return array.cpu().numpy()

    def take(self, output):
        """Takes an output without a copy, in each way that the library has."""
        return [self.module.from_dlpack(output), self.module.as_tensor(output, device=output.device)]

    def side_stream(self, device=0):
        return self.module.cuda.stream(self.module.cuda.Stream(device))

    def wait(self):
        self.module.cuda.synchronize()

    def used(self):
        """Returns the number of bytes of all arrays."""
        return self.module.cuda.memory_allocated()


class CuPy:
    name = "cupy"

    def __init__(self):
        self.module = pytest.importorskip("cupy")

    def put(self, array, device=0):
        with self.module.cuda.Device(device):
            return self.module.array(array, order="C")

    def address(self, array):
        return array.data.ptr

    def host(self, array):
        return self.module.asnumpy(array)

    def take(self, output):
        return [self.module.from_dlpack(output), self.module.asarray(output)]

    def side_stream(self, device=0):
        with self.module.cuda.Device(device):
            return self.module.cuda.Stream(non_blocking=True)

    def wait(self):
        self.module.cuda.Device().synchronize()

    def used(self):
        return self.module.get_default_memory_pool().used_bytes()


@pytest.fixture(params=[Torch, CuPy], ids=["torch", "cupy"])
def gpu(request):
    return request.param()


@pytest.fixture
def torch():
    return Torch().module


class OnlyInterface:
    """An array that only has `__cuda_array_interface__`."""

    def __init__(self, array):
        self.__cuda_array_interface__ = array.__cuda_array_interface__
        self.array = array


class OnlyDlpack:
    """An array that only has DLPack."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def host_graph(weights=None):
    """Returns a graph in the memory of the host."""
    sources, targets = random_edges(5, NODES, EDGES)
    return igc.Graph((sources, targets) if weights is None else (sources, targets, weights), nodes=NODES)


def rows(graph, gpu, dtype=np.int32, device=0):
    """Returns the offsets and targets of a graph on a GPU."""
    return tuple(gpu.put(one.astype(dtype), device) for one in (graph.offsets, graph.targets))


def same(found, expected):
    """Checks that two graphs have the same arrays."""
    for name in ("offsets", "targets", "weights"):
        ours, theirs = getattr(found, name), getattr(expected, name)
        assert (ours is None) == (theirs is None), name
        if ours is not None:
            assert (name, ours.dtype, ours.tolist()) == (name, theirs.dtype, theirs.tolist())


class Copies:
    """Counts the bytes that are copied."""

    def __enter__(self):
        self.before = igc.copied_bytes()
        return self

    def __exit__(self, *_):
        self.bytes = igc.copied_bytes() - self.before


def eventually(condition):
    """Waits until a condition holds. Python frees some objects in another thread later."""
    for _ in range(100):
        gc.collect()
        if condition():
            return True
        time.sleep(0.05)
    return False


# Borrowed graphs, and outputs that stay on the GPU


@pytest.mark.parametrize("wrap", [lambda array: array, OnlyInterface, OnlyDlpack], ids=["own", "interface", "dlpack"])
def test_nothing_is_copied(gpu, wrap):
    expected = host_graph()
    wanted = igc.bfs(expected, 7, device="cpu").level
    given = rows(expected, gpu)
    with Copies() as copies:
        graph = igc.Graph.from_csr(*map(wrap, given))
        result = igc.bfs(graph, 7, arrays="cuda")
        taken = gpu.take(result.level)
    assert copies.bytes == 0
    assert (graph.device, graph.num_nodes, graph.num_edges) == ("cuda", NODES, EDGES)
    for array in taken:
        assert gpu.address(array) == result.level.__cuda_array_interface__["data"][0]
        assert gpu.host(array).astype(np.uint32).tolist() == wanted.tolist()
    assert igc.copied_bytes() - copies.before == 0
    assert result.level.numpy().tolist() == wanted.tolist()
    assert igc.copied_bytes() - copies.before == wanted.nbytes


def test_a_plan_of_igc_on_a_borrowed_graph(gpu):
    expected = host_graph()
    graph = igc.Graph.from_csr(*rows(expected, gpu))
    result = igc.bfs(graph, 7)
    assert result.level.tolist() == igc.bfs(expected, 7, device="cpu").level.tolist()
    assert result.plan is not None
    # The graph decides the device.
    assert "CUDA" in result.report["device"]["driver"]


@pytest.mark.parametrize("dtype", [np.uint32, np.int32, np.int64, np.float64])
def test_borrowed_weights(gpu, dtype):
    weights = np.random.default_rng(1).integers(1, 100, EDGES).astype(dtype)
    expected = host_graph(weights)
    wanted = igc.sssp(expected, 3, device="cpu").dist
    given = (*rows(expected, gpu), gpu.put(expected.weights.astype(dtype)))
    with Copies() as copies:
        graph = igc.Graph.from_csr(*given)
        result = igc.sssp(graph, 3, arrays="cuda")
    found = result.dist.numpy()
    assert (found.dtype, found.tolist()) == (wanted.dtype, wanted.tolist())
    # The host converts whole numbers of 64 bits to those that the program reads.
    assert copies.bytes == (8 * EDGES if dtype == np.int64 else 0)


def test_weights_are_checked_on_the_gpu(gpu):
    expected = host_graph()
    weights = np.ones(EDGES)
    weights[[17, 40]] = -2.5
    graph = igc.Graph.from_csr(*rows(expected, gpu), gpu.put(weights))
    with Copies() as copies, pytest.raises(igc.InputError, match=r"edge 17 has the weight -2.5"):
        igc.sssp(graph, 0)
    assert copies.bytes == 0
    assert igc.mst(graph, check=True).checks
    whole = np.ones(EDGES, np.int64)
    whole[9] = -3
    with pytest.raises(igc.InputError, match="edge 9 has the weight -3"):
        igc.sssp(igc.Graph.from_csr(*rows(expected, gpu), gpu.put(whole)), 0)
    whole[9] = 2**40
    large = igc.sssp(igc.Graph.from_csr(*rows(expected, gpu), gpu.put(whole)), 0)
    assert large.dist.dtype == np.float64
    zero = np.ones(EDGES)
    zero[3] = -0.0
    igc.sssp(igc.Graph.from_csr(*rows(expected, gpu), gpu.put(zero)), 0)
    for wrong in (np.nan, np.inf, -np.inf):
        weights[40] = wrong
        with pytest.raises(igc.InputError, match="a weight is not a finite number"):
            igc.Graph.from_csr(*rows(expected, gpu), gpu.put(weights))


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int8, np.int16, np.uint8, np.bool_])
@pytest.mark.parametrize("low", [0, -3])
def test_converted_weights(gpu, dtype, low):
    weights = np.random.default_rng(1).integers(low, 5, EDGES).astype(dtype)
    expected = host_graph()
    expected = igc.Graph.from_csr(expected.offsets, expected.targets, weights)
    with Copies() as copies:
        graph = igc.Graph.from_csr(*rows(expected, gpu), gpu.put(weights))
    assert copies.bytes == expected.weights.nbytes
    same(graph, expected)


@pytest.mark.parametrize("problem", ["bfs", "sssp", "cc", "kcore", "pr", "hits", "mis", "scc", "ktruss"])
def test_outputs_of_each_type(gpu, problem):
    graph = igc.Graph("rmat:8,weights=1..100")
    run = getattr(igc, problem)
    wanted = run(graph, device="cuda")
    result = run(graph, arrays="cuda", check=True)
    assert all(result.checks)
    for name in wanted:
        ours, theirs = result[name], wanted[name]
        assert isinstance(ours, igc.CudaArray)
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
        for array in gpu.take(ours):
            found = gpu.host(array)
            assert found.tolist() == ours.numpy().tolist()
            # Several independent sets are right.
            if problem != "mis":
                assert np.allclose(found.astype(np.float64), theirs.astype(np.float64), rtol=1e-3)
    assert all(igc.check(result))


def test_single_values_are_numbers():
    graph = igc.Graph("rmat:8")
    found = igc.tri(graph, arrays="cuda").triangles
    assert isinstance(found, int)
    assert found == igc.tri(graph, device="cpu").triangles


def test_outputs_with_rows(gpu):
    graph = igc.Graph("grid:5x5")
    features = np.random.default_rng(1).random((25, 16), np.float32)
    wanted = igc.graphsage(graph, feature=features, device="cuda").hidden
    with Copies() as copies:
        found = igc.graphsage(graph, feature=gpu.put(features), arrays="cuda").hidden
    # The input is copied to the host, and then into the memory of igc.
    assert copies.bytes == 2 * features.nbytes
    assert found.shape == wanted.shape
    for array in gpu.take(found):
        assert np.allclose(gpu.host(array), wanted, rtol=1e-4)


def test_graphs_without_edges_or_nodes(gpu):
    graph = igc.Graph.from_csr(gpu.put(np.zeros(4, np.int32)), gpu.put(np.zeros(0, np.int32)))
    assert igc.bfs(graph, 1).level.tolist() == [2**32 - 1, 0, 2**32 - 1]
    nothing = igc.Graph.from_csr(gpu.put(np.zeros(1, np.int32)), gpu.put(np.zeros(0, np.int32)))
    assert nothing.num_nodes == 0
    result = igc.cc(nothing, arrays="cuda")
    assert result.component.shape == (0,)
    for array in gpu.take(result.component):
        assert array.shape[0] == 0


# Conversions on the GPU


@pytest.mark.parametrize("dtype", [np.int64, np.uint64, np.int16, np.uint16])
def test_rows_of_other_types(gpu, dtype):
    expected = host_graph()
    given = rows(expected, gpu, dtype)
    with Copies() as copies:
        graph = igc.Graph.from_csr(*given)
    assert copies.bytes == 4 * (NODES + 1 + EDGES)
    same(graph, expected)


def test_arrays_with_gaps(gpu):
    expected = host_graph()
    offsets, targets = expected.offsets.astype(np.int32), expected.targets.astype(np.int32)
    wide = gpu.put(np.stack([targets, targets], axis=1))
    same(igc.Graph.from_csr(gpu.put(offsets), wide[:, 1]), expected)


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint32])
@pytest.mark.parametrize("is_sorted", [False, True])
@pytest.mark.parametrize("directed", [None, False])
def test_edges(gpu, dtype, is_sorted, directed):
    sources, targets = (end.astype(dtype) for end in random_edges(2, NODES, EDGES))
    sources = np.sort(sources) if is_sorted else sources
    for weights in (np.arange(EDGES, dtype=np.float64), np.arange(EDGES, dtype=np.uint32), np.arange(EDGES)):
        expected = igc.Graph((sources, targets, weights), nodes=NODES, directed=directed)
        on_gpu = tuple(map(gpu.put, (sources, targets, weights)))
        graph = igc.Graph(on_gpu, nodes=NODES, directed=directed)
        assert graph.device == "cuda"
        same(graph, expected)
    index = np.stack([sources, targets])
    plain = igc.Graph((sources, targets), nodes=NODES, directed=directed)
    same(igc.Graph(gpu.put(index), nodes=NODES, directed=directed), plain)
    same(igc.Graph(gpu.put(index.T), nodes=NODES, directed=directed), plain)
    data = SimpleNamespace(edge_index=gpu.put(index), edge_weight=on_gpu[2], num_nodes=NODES)
    same(igc.Graph(data, directed=directed), igc.Graph((sources, targets, weights), nodes=NODES, directed=directed))


def test_edges_without_the_host(gpu):
    index = gpu.put(np.stack(random_edges(3, NODES, EDGES)))
    graph = igc.Graph(index)
    with Copies() as copies:
        igc.bfs(graph, 0, arrays="cuda")
    assert copies.bytes == 0


def test_sparse_tensors_of_pytorch(torch):
    sources, targets = random_edges(2, NODES, EDGES, parallel=False)
    index = torch.from_numpy(np.stack([sources, targets])).cuda()
    coo = torch.sparse_coo_tensor(index, torch.ones(len(sources), device="cuda"), (NODES, NODES))
    expected = igc.Graph((sources, targets, np.ones(len(sources))), nodes=NODES)
    found = igc.Graph(coo)
    assert found.device == "cuda"
    assert igc.bfs(found, 3).level.tolist() == igc.bfs(expected, 3, device="cpu").level.tolist()
    csr = coo.coalesce().to_sparse_csr()
    same(igc.Graph(csr), found)
    narrow = torch.sparse_csr_tensor(
        csr.crow_indices().int(), csr.col_indices().int(), csr.values().double(), (NODES, NODES)
    )
    with Copies() as copies:
        graph = igc.Graph(narrow)
    assert copies.bytes == 0
    same(graph, found)


def test_sparse_matrices_of_cupy():
    cupy = pytest.importorskip("cupy")
    sparse = pytest.importorskip("cupyx.scipy.sparse")
    sources, targets = random_edges(2, NODES, EDGES, parallel=False)
    ends = (cupy.asarray(sources.astype(np.int32)), cupy.asarray(targets.astype(np.int32)))
    coo = sparse.coo_matrix((cupy.ones(len(sources)), ends), shape=(NODES, NODES))
    csr = coo.tocsr()
    with Copies() as copies:
        graph = igc.Graph(csr)
    assert copies.bytes == 0
    assert graph.device == "cuda"
    expected = igc.Graph((sources, targets), nodes=NODES)
    for made in (graph, igc.Graph(coo), igc.Graph(coo.tocsc())):
        assert igc.bfs(made, 3).level.tolist() == igc.bfs(expected, 3, device="cpu").level.tolist()


def test_tensors_with_gradients(torch):
    expected = host_graph()
    weights = torch.rand(EDGES, dtype=torch.float64, device="cuda", requires_grad=True)
    with Copies() as copies:
        graph = igc.Graph.from_csr(*rows(expected, Torch()), weights)
    assert copies.bytes == 0
    assert graph.weights.tolist() == weights.detach().cpu().tolist()
    half = weights.detach().to(torch.bfloat16)
    same(graph.with_weights(half), graph.with_weights(half.double()))


def test_ids(gpu):
    sources, targets = np.array([70_000, 3, 3]), np.array([3, 90_000, 70_000])
    graph = igc.Graph((gpu.put(sources), gpu.put(targets)))
    assert graph.device is None
    assert igc.bfs(graph, 70_000).to_dict() == {70_000: 0, 3: 1, 90_000: 2}
    kept = igc.Graph.from_csr(*rows(host_graph(), gpu), ids=[f"n{number}" for number in range(NODES)])
    assert igc.bfs(kept, "n7", arrays="cuda").to_dict()["n7"] == 0


# Errors


def test_wrong_graphs(gpu):
    def made(offsets, targets, *weights):
        return igc.Graph.from_csr(*(gpu.put(np.array(one, np.int32)) for one in (offsets, targets)), *weights)

    for offsets, targets, reason in (
        ([0, 2, 1, 3], [0, 1, 2], "an offset is smaller than the one before"),
        ([0, 1, 2, 3], [0, 1, 3], "points to a node that is not one of the 3 nodes"),
        ([0, 1, 2, 3], [0, -1, 2], "points to a node that is not one of the 3 nodes"),
        ([0, -1, 2, 3], [0, 1, 2], "an offset is smaller than the one before"),
        ([0, 1, 2, 2], [0, 1, 2], "end with 2, but there are 3 edges"),
    ):
        with pytest.raises(igc.InputError, match=reason):
            made(offsets, targets)
    with pytest.raises(igc.InputError, match="2 weights for 3 edges"):
        made([0, 1, 2, 3], [0, 1, 2], gpu.put(np.ones(2)))
    with pytest.raises(igc.InputError, match="must be integers"):
        igc.Graph.from_csr(gpu.put(np.zeros(2, np.int32)), gpu.put(np.zeros(0, np.float32)))
    wrong = gpu.put(np.array([[0, 1, -1], [1, 2, 0]]))
    with pytest.raises(igc.InputError, match="-1 is negative"):
        igc.Graph(wrong)
    with pytest.raises(igc.InputError, match="2 is not a node of a graph with 2 nodes"):
        igc.Graph(gpu.put(np.array([[0, 1, 1], [1, 2, 0]])), nodes=2)


def test_an_address_that_is_not_of_cuda():
    array = SimpleNamespace(
        __cuda_array_interface__={"version": 3, "shape": (3,), "typestr": "<i4", "data": (64, False), "strides": None}
    )
    with pytest.raises(igc.DeviceError, match="is not memory of CUDA"):
        igc.Graph.from_csr(array, array)


def test_only_cuda_devices_keep_outputs(gpu):
    graph = igc.Graph.from_csr(*rows(host_graph(), gpu))
    with pytest.raises(igc.InputError, match="they can on a CUDA device"):
        igc.bfs(graph, 0, device="cpu", arrays="cuda")


# Other devices, streams, threads


def test_another_device_copies_the_graph_once(gpu):
    expected = host_graph()
    graph = igc.Graph.from_csr(*rows(expected, gpu))
    with Copies() as copies:
        found = igc.bfs(graph, 7, device="cpu").level
    assert copies.bytes == 4 * (NODES + 1 + EDGES)
    assert found.tolist() == igc.bfs(expected, 7, device="cpu").level.tolist()
    with Copies() as copies:
        igc.bfs(graph, 8, device="cpu")
        same(graph, expected)
    assert copies.bytes == 0


def test_problems_that_need_another_form_of_the_graph(gpu):
    expected = host_graph()
    graph = igc.Graph.from_csr(*rows(expected, gpu))
    assert igc.tri(graph).triangles == igc.tri(expected, device="cpu").triangles
    assert igc.kcore(graph, arrays="cuda", check=True).checks
    assert np.allclose(igc.pr(graph).rank, igc.pr(expected, device="cpu").rank, rtol=1e-3)


def test_arrays_of_another_stream(gpu):
    expected = host_graph()
    wanted = igc.bfs(expected, 7, device="cpu").level.tolist()
    right = rows(expected, gpu)
    slow = gpu.put(np.random.default_rng(1).random((4000, 4000)))
    for _ in range(3):
        offsets, targets = (gpu.put(np.zeros(len(one), np.int32)) for one in (expected.offsets, expected.targets))
        gpu.wait()
        with gpu.side_stream():
            product = slow
            for _ in range(4):
                product = product @ slow
            # The copies begin when the products have ended.
            nothing = (product[0, :1] * 0).astype(np.int32) if gpu.name == "cupy" else (product[0, :1] * 0).int()
            offsets[:] = right[0] + nothing
            targets[:] = right[1] + nothing
            level = igc.bfs(igc.Graph.from_csr(offsets, targets), 7, arrays="cuda").level
            # This stream need not wait.
            found = [gpu.host(array).astype(np.uint32).tolist() for array in gpu.take(level)]
        assert found == [wanted, wanted]
        gpu.wait()


def test_outputs_that_another_stream_still_reads(gpu):
    """The memory of an output is used again only after all streams have ended their work."""
    graph = igc.Graph.from_csr(*rows(host_graph(), gpu))
    wanted = igc.bfs(graph, 7).level.astype(np.int64).sum()
    slow = gpu.put(np.random.default_rng(1).random((4000, 4000)))
    gpu.wait()
    with gpu.side_stream():
        product = slow
        for _ in range(4):
            product = product @ slow
        [array, _] = gpu.take(igc.bfs(graph, 7, arrays="cuda").level)
        wide = array.astype(np.int64) if gpu.name == "cupy" else array.view(gpu.module.int32).long() & 0xFFFFFFFF
        total = wide.sum()
        del array, _
        gc.collect()
        for source in range(5):
            igc.bfs(graph, source, arrays="cuda")
        assert int(total) == wanted


def test_the_current_device_stays(gpu):
    current = gpu.module.cuda.current_device if gpu.name == "torch" else gpu.module.cuda.runtime.getDevice
    graph = igc.Graph.from_csr(*rows(host_graph(), gpu))
    result = igc.bfs(graph, 0, arrays="cuda")
    result.to_dict()
    del graph, result
    gc.collect()
    assert current() == 0


def test_two_devices(gpu):
    if not any(device.selector == "cuda:1" for device in igc.devices()):
        pytest.skip("there is one CUDA device")
    expected = host_graph()
    wanted = igc.bfs(expected, 7, device="cpu").level.tolist()
    current = gpu.module.cuda.current_device if gpu.name == "torch" else gpu.module.cuda.runtime.getDevice
    given = rows(expected, gpu, device=1)
    with Copies() as copies:
        graph = igc.Graph.from_csr(*given)
        result = igc.bfs(graph, 7, arrays="cuda")
    assert (copies.bytes, graph.device, result.level.device) == (0, "cuda:1", "cuda:1")
    assert result.level.numpy().tolist() == wanted
    for array in gpu.take(result.level):
        assert gpu.host(array).astype(np.uint32).tolist() == wanted
    with Copies() as copies:
        assert igc.bfs(graph, 7, device="cuda").level.tolist() == wanted
    assert copies.bytes == 4 * (NODES + 1 + EDGES)
    index = gpu.put(np.stack(random_edges(5, NODES, EDGES)), device=1)
    same(igc.Graph(index, nodes=NODES), expected)
    with pytest.raises(igc.InputError, match="on several devices: `cuda` and `cuda:1`"):
        igc.Graph.from_csr(given[0], rows(expected, gpu)[1])
    del graph, result, array
    gc.collect()
    assert current() == 0


def test_threads(gpu):
    expected = host_graph()
    graph = igc.Graph.from_csr(*rows(expected, gpu))
    wanted = [igc.bfs(expected, source, device="cpu").level.tolist() for source in range(4)]
    found = {}

    def work(source):
        for _ in range(5):
            level = igc.bfs(graph, source, arrays="cuda").level
            found[source] = [gpu.host(array).astype(np.uint32).tolist() for array in gpu.take(level)]

    threads = [threading.Thread(target=work, args=(source,)) for source in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[source] for source in range(4)] == [[one, one] for one in wanted]


# Lifetimes


def test_a_graph_keeps_its_arrays_and_no_longer(gpu):
    expected = host_graph()
    wanted = igc.bfs(expected, 7, device="cpu").level.tolist()
    gc.collect()
    before = gpu.used()
    given = rows(expected, gpu)
    used = gpu.used()
    assert used - before >= 4 * (NODES + 1 + EDGES)
    graph = igc.Graph.from_csr(*given)
    result = igc.bfs(graph, 7, arrays="cuda")
    del given
    gc.collect()
    assert gpu.used() == used
    # Other arrays would overwrite memory that nobody keeps.
    others = [gpu.put(np.full(EDGES, -1, np.int32)) for _ in range(50)]
    assert igc.bfs(graph, 7).level.tolist() == wanted
    del others, graph
    # The result keeps the graph.
    assert eventually(lambda: gpu.used() == used)
    del result
    assert eventually(lambda: gpu.used() == before)


@pytest.mark.parametrize("way", [0, 1])
def test_an_output_outlives_everything_else(gpu, way):
    expected = host_graph()
    wanted = igc.bfs(expected, 7, device="cpu").level.tolist()
    graph = igc.Graph.from_csr(*rows(expected, gpu))
    result = igc.bfs(graph, 7, arrays="cuda")
    level = result.level
    array = gpu.take(level)[way]
    del result, graph, level
    gc.collect()
    again = igc.Graph("rmat:10")
    for source in range(5):
        igc.bfs(again, source, arrays="cuda")
    assert gpu.host(array).astype(np.uint32).tolist() == wanted
    # The last user frees the memory, in another thread.
    held = [array]
    del array
    thread = threading.Thread(target=held.clear)
    thread.start()
    thread.join()


def test_changes_of_an_output_are_shared(gpu):
    result = igc.bfs(igc.Graph("grid:5x5"), 0, arrays="cuda")
    one, other = gpu.take(result.level)
    changed = one.view(gpu.module.int32)
    changed[3] = 77
    assert int(gpu.host(other)[3]) == 77
    assert result.level.numpy()[3] == 77
    assert result.reached.all()


def test_capsules_that_nobody_takes():
    level = igc.bfs(igc.Graph("grid:50x50"), 0, arrays="cuda").level
    for _ in range(100):
        level.__dlpack__()
    assert level.numpy()[0] == 0


def test_memory_is_freed(torch):
    graph = igc.Graph("rmat:18")
    free = []
    for round_ in range(60):
        igc.bfs(graph, 0, arrays="cuda")
        if round_ in (10, 59):
            torch.cuda.synchronize()
            free.append(torch.cuda.mem_get_info()[0])
    assert free[0] - free[1] < 16 << 20


def test_a_copy_is_independent(gpu):
    expected = host_graph()
    offsets, targets = rows(expected, gpu)
    graph = igc.Graph.from_csr(offsets, targets, copy=True)
    targets[:] = 0
    gpu.wait()
    same(graph, expected)


def test_pickles(gpu):
    weights = np.arange(EDGES, dtype=np.float64)
    expected = host_graph(weights)
    graph = igc.Graph.from_csr(*rows(expected, gpu), gpu.put(expected.weights))
    same(pickle.loads(pickle.dumps(graph)), expected)
    result = igc.bfs(graph, 7, arrays="cuda")
    again = pickle.loads(pickle.dumps(result))
    assert again.level.tolist() == result.level.numpy().tolist()


def test_other_weights(gpu):
    expected = host_graph(np.arange(EDGES, dtype=np.float64))
    graph = igc.Graph.from_csr(*rows(expected, gpu))
    weights = gpu.put(expected.weights)
    with Copies() as copies:
        weighted = graph.with_weights(weights)
    assert copies.bytes == 0
    same(weighted, expected)
    with Copies() as copies:
        same(graph.with_weights(expected.weights), expected)
    # One copy to the GPU, and those of `same` back.
    assert copies.bytes >= 8 * EDGES
    assert igc.pagerank(graph, weight=weights).rank.sum() > 0


def test_tables(gpu):
    expected = host_graph()
    graph = igc.Graph.from_csr(*rows(expected, gpu))
    plain = igc.bfs(graph, 7)
    result = igc.bfs(graph, 7, arrays="cuda")
    with Copies() as copies:
        assert result.to_dict() == plain.to_dict()
    assert copies.bytes == plain.level.nbytes
    assert result.reached.tolist() == plain.reached.tolist()
    assert result.with_inf("level").tolist() == plain.with_inf("level").tolist()
    assert all(igc.check(result))


def test_inputs_of_a_gpu(gpu):
    graph = igc.Graph.from_csr(*rows(host_graph(), gpu))
    seeds = np.array([3, 5])
    wanted = igc.pr_personalised(graph, seeds=seeds).rank
    assert np.allclose(igc.pr_personalised(graph, seeds=gpu.put(seeds)).rank, wanted)
    many = igc.bfs(graph, sources=gpu.put(seeds))
    assert many.level.tolist() == igc.bfs(graph, sources=seeds).level.tolist()


def run_script(text):
    """Runs a program in another process, and returns what it prints."""
    folder = os.path.dirname(os.path.dirname(igc.__file__))
    path = os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", text],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


SCRIPT = """
import numpy, igc
import {library}
offsets, targets = numpy.array([0, 1, 2, 3], numpy.int32), numpy.array([1, 2, 0], numpy.int32)
put = {put}
graph = igc.Graph.from_csr(put(offsets), put(targets))
result = igc.bfs(graph, 0, arrays="cuda")
array = {take}(result.level)
capsule = result.level.__dlpack__()
print(result.level.numpy().tolist())
"""


def test_the_end_of_the_interpreter(gpu):
    """Objects that are alive at the end do no harm, and neither do those in a reference cycle."""
    put = "lambda array: torch.from_numpy(array).cuda()" if gpu.name == "torch" else "cupy.asarray"
    text = SCRIPT.format(library=gpu.name, put=put, take=f"{gpu.name}.from_dlpack")
    assert run_script(text) == "[0, 1, 2]\n"
    assert run_script(text + "cycle = [result, graph, array]\ncycle.append(cycle)\ndel result, graph, array\n") == (
        "[0, 1, 2]\n"
    )


def test_a_forked_process(gpu):
    put = "lambda array: torch.from_numpy(array).cuda()" if gpu.name == "torch" else "cupy.asarray"
    text = SCRIPT.format(library=gpu.name, put=put, take="id")
    text += """
import os, sys
sys.stdout.flush()
child = os.fork()
if child == 0:
    del result, capsule
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
print(result.level.numpy().tolist())
"""
    assert run_script(text) == "[0, 1, 2]\n" * 2
