"""Graphs from other libraries, user ids, borrowed memory."""

import datetime
import gc
import pickle
import weakref
from types import SimpleNamespace

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
from conftest import hops, random_edges

import igc

NODES = 40


def same(graph, sources, targets, nodes=NODES, start=2):
    """Checks that a search on the graph finds what a search in Python finds."""
    assert graph.num_nodes == nodes
    expected = hops(nodes, sources, targets, start)
    assert np.array_equal(igc.bfs(graph, start, device="cpu:2").level, expected)


@pytest.fixture(params=range(2))
def edges(request):
    return random_edges(request.param, NODES, 100)


def test_scipy(edges):
    sources, targets = edges
    coo = sp.coo_array((np.ones(100), (sources, targets)), shape=(NODES, NODES))
    # Parallel edges of a COO matrix stay parallel.
    assert igc.Graph(coo).num_edges == 100
    for form in ("csr", "csc", "coo", "lil", "dok", "bsr", "dia"):
        same(igc.Graph(coo.asformat(form)), sources, targets)
    for matrix in (sp.csr_matrix(coo), sp.coo_matrix(coo)):
        same(igc.Graph(matrix), sources, targets)
    assert igc.Graph(coo, weights=None).weights is None
    with pytest.raises(igc.InputError, match="square"):
        igc.Graph(sp.csr_array((3, 4)))


def test_an_undirected_graph_of_directed_edges():
    matrix = sp.csr_array(np.array([[5, 7, 0], [0, 0, 2], [0, 0, 0]], np.uint32))
    graph = igc.Graph(matrix, directed=False)
    assert graph.num_edges == 5, "a self-loop is not doubled"
    expected = np.array([[5, 7, 0], [7, 0, 2], [0, 2, 0]])
    assert np.array_equal(graph.to_scipy().toarray(), expected)


def test_arrays(edges):
    sources, targets = edges
    for dtype in (np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64, ">i4", ">i8"):
        same(igc.Graph((sources.astype(dtype), targets.astype(dtype)), nodes=NODES), sources, targets)
    index = np.stack([sources, targets])
    same(igc.Graph(index, nodes=NODES), sources, targets)
    same(igc.Graph(index.T, nodes=NODES), sources, targets)
    same(igc.Graph(np.asfortranarray(index), nodes=NODES), sources, targets)
    same(igc.Graph([*zip(sources.tolist(), targets.tolist(), strict=True)], nodes=NODES), sources, targets)
    same(igc.Graph((sources.tolist(), targets.tolist()), nodes=NODES), sources, targets)
    wide = np.repeat(sources, 2)[::2], np.repeat(targets, 3)[::3]
    assert not wide[0].flags.c_contiguous
    same(igc.Graph(wide, nodes=NODES), sources, targets)
    locked = sources.copy(), targets.copy()
    for one in locked:
        one.flags.writeable = False
    same(igc.Graph.from_edges(*locked, nodes=NODES), sources, targets)


def test_csr_of_every_integer_type(edges):
    sources, targets = edges
    matrix = sp.csr_array((np.ones(100), (sources, targets)), shape=(NODES, NODES))
    for dtype in ("i2", "u2", "i4", "u4", "i8", "u8", ">i4", ">u8"):
        graph = igc.Graph.from_csr(matrix.indptr.astype(dtype), matrix.indices.astype(dtype))
        same(graph, sources, targets)
    unaligned = np.frombuffer(b"x" + matrix.indices.astype(np.int32).tobytes(), np.int32, offset=1)
    assert not unaligned.flags.aligned
    same(igc.Graph.from_csr(matrix.indptr, unaligned), sources, targets)
    strided = np.repeat(matrix.indices, 2)[::2]
    same(igc.Graph.from_csr(matrix.indptr, strided), sources, targets)
    for part in (matrix.indptr, matrix.indices):
        part.flags.writeable = False
    same(igc.Graph.from_csr(matrix.indptr, matrix.indices), sources, targets)


def test_empty_graphs_and_self_loops():
    for data in ([], (np.zeros(0, int), np.zeros(0, int)), sp.csr_array((0, 0)), nx.Graph(), igraph.Graph()):
        graph = igc.Graph(data)
        assert (graph.num_nodes, graph.num_edges) == (0, 0)
        assert igc.pagerank(graph, device="cpu:2").rank.shape == (0,)
        assert igc.cc(graph, device="cpu:2").to_dict() == {}
    for data in (sp.csr_array((3, 3)), nx.empty_graph(3), igraph.Graph(n=3)):
        graph = igc.Graph(data)
        assert (graph.num_nodes, graph.num_edges) == (3, 0)
        assert igc.bfs(graph, 1).reached.tolist() == [False, True, False]
    loops = igc.Graph(([0, 1, 1, 0, 0], [0, 1, 1, 1, 1]))
    assert loops.num_edges == 5
    assert igc.bfs(loops, 0, check=True).level.tolist() == [0, 1]
    assert igc.triangles(loops).triangles == 0


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_tables(library, edges):
    sources, targets = edges
    weights = np.arange(1, 101, dtype=np.int64)
    columns = {"source": sources, "target": targets, "weight": weights}
    make = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}[library]
    graph = igc.Graph(make(columns), nodes=NODES)
    same(graph, sources, targets)
    assert graph.weights is not None and graph.weights.sum() == weights.sum()
    renamed = make({"cost": weights, "to": targets, "from": sources})
    graph = igc.Graph(renamed, source="from", target="to", weights="cost", nodes=NODES)
    same(graph, sources, targets)
    expected = sp.coo_array((weights, (sources, targets)), shape=(NODES, NODES))
    assert np.array_equal(graph.to_scipy().sum(axis=1), expected.sum(axis=1))
    assert igc.Graph(make(columns), nodes=NODES, weights=None).weights is None
    names = np.array([f"n{one}" for one in range(NODES)])
    named = igc.Graph(make({"a": names[sources], "b": names[targets]}))
    assert named.ids is not None
    start = sources[0]
    found = igc.bfs(named, f"n{start}").to_dict()
    expected = hops(NODES, sources, targets, start)
    assert all(found[f"n{one}"] == expected[one] for one in {*sources, *targets} if expected[one] < NODES)
    with pytest.raises(igc.UnknownNameError, match="'nope'"):
        igc.Graph(make(columns), source="nope")


def test_missing_values_of_tables_are_errors():
    for table in (
        pd.DataFrame({"source": [1.0, np.nan], "target": [1.0, 2.0]}),
        pd.DataFrame({"source": ["a", None], "target": ["a", "b"]}),
        pl.DataFrame({"source": ["a", None], "target": ["a", "b"]}),
        pa.table({"source": [1, None], "target": [1, 2]}),
    ):
        with pytest.raises(igc.InputError, match="missing|NaN|None|nan"):
            igc.Graph(table)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_networkx(kind):
    rng = np.random.default_rng(11)
    graph = kind()
    graph.add_nodes_from("abcdefghij")
    for _ in range(25):
        u, v = rng.choice(list("abcdefghij"), 2)
        graph.add_edge(str(u), str(v), weight=int(rng.integers(1, 9)))
    made = igc.Graph(graph)
    assert list(made.ids.labels) == list(graph)
    found = igc.sssp(made, "c", check=True)
    assert all(found.checks)
    expected = nx.single_source_dijkstra_path_length(graph, "c")
    assert {key: value for key, value in found.to_dict().items() if np.isfinite(value)} == expected
    some = kind([(0, 1), (1, 2)])
    some.add_edge(0, 2, weight=5)
    weights = igc.Graph(some).weights
    assert sorted(weights.tolist()) == ([1, 1, 5] if some.is_directed() else [1, 1, 1, 1, 5, 5])
    assert igc.Graph(some).ids is None
    with pytest.raises(igc.UnknownNameError, match="cost"):
        igc.Graph(some, weights="cost")


def test_networkx_keeps_nodes_of_every_kind():
    graph = nx.DiGraph([((0, 1), frozenset("a")), (frozenset("a"), 3.5), (3.5, None or "x")])
    made = igc.Graph(graph)
    assert igc.bfs(made, (0, 1)).to_dict() == {(0, 1): 0, frozenset("a"): 1, 3.5: 2, "x": 3}


@pytest.mark.parametrize("directed", [False, True])
def test_igraph(directed, edges):
    sources, targets = edges
    graph = igraph.Graph(n=NODES, edges=[*zip(sources.tolist(), targets.tolist(), strict=True)], directed=directed)
    graph.es["weight"] = np.arange(1, 101).tolist()
    made = igc.Graph(graph)
    expected = graph.distances(2, weights="weight", mode="out")[0]
    assert igc.sssp(made, 2).with_inf("dist").tolist() == expected
    graph.vs["name"] = [f"n{one}" for one in range(NODES)]
    named = igc.Graph(graph)
    assert igc.sssp(named, "n2").to_dict()["n5"] == expected[5]
    assert igc.Graph(graph, ids=False).ids is None


class Foreign:
    """A tensor of another library, which only has the protocol of DLPack."""

    def __init__(self, array, device=1):
        self.array, self.device = array, device

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return (self.device, 0)


def test_dlpack_and_edge_index(edges):
    sources, targets = edges
    index = np.stack([sources, targets])
    same(igc.Graph(Foreign(index), nodes=NODES), sources, targets)
    same(igc.Graph((Foreign(index[0]), Foreign(index[1])), nodes=NODES), sources, targets)
    matrix = sp.csr_array((np.ones(100), (sources, targets)), shape=(NODES, NODES))
    matrix.indptr, matrix.indices = matrix.indptr.astype(np.int32), matrix.indices.astype(np.int32)
    before = igc.copied_bytes()
    graph = igc.Graph.from_csr(Foreign(matrix.indptr), Foreign(matrix.indices), Foreign(matrix.data))
    assert igc.copied_bytes() == before
    same(graph, sources, targets)
    data = SimpleNamespace(edge_index=Foreign(index), edge_attr=None, num_nodes=NODES)
    same(igc.Graph(data), sources, targets)
    data.edge_weight = np.arange(100)
    assert igc.Graph(data).weights.sum() == np.arange(100).sum()


def test_torch(edges):
    torch = pytest.importorskip("torch")
    sources, targets = edges
    index = torch.from_numpy(np.stack([sources, targets]))
    same(igc.Graph(index, nodes=NODES), sources, targets)
    coo = torch.sparse_coo_tensor(index, torch.ones(100), (NODES, NODES))
    same(igc.Graph(coo), sources, targets)
    same(igc.Graph(coo.to_sparse_csr()), sources, targets)


def test_wrong_data_is_refused():
    cases = [
        ((np.array([0, -1]), np.array([1, 0])), "-1 is negative"),
        ((np.array([0.5]), np.array([1.0])), None),
        ((np.array([0, 1]), np.array([1])), "2 sources and 1 targets"),
        ((np.array([[0]]), np.array([[1]])), "2 dimensions"),
        ((np.array([1j]), np.array([1])), "complex"),
        (np.zeros((3, 3), int), "shape"),
        (np.zeros((2, 2), int), "(2, 2)"),
        (7, "int"),
        ([(0, 1), (1,)], "two ids"),
    ]
    for data, message in cases:
        if message is None:
            assert igc.Graph(data).ids.labels.tolist() == [0.5, 1.0]
            continue
        with pytest.raises(igc.InputError) as caught:
            igc.Graph(data)
        assert message in str(caught.value), str(caught.value)
    with pytest.raises(igc.InputError, match="-3"):
        igc.Graph((np.array([0, -3]), np.array([0, 1])), nodes=5)
    with pytest.raises(igc.InputError, match="-3 is negative"):
        igc.Graph.from_csr(np.array([0, 1, 1], np.int32), np.array([-3], np.int32))
    with pytest.raises(igc.InputError, match="negative"):
        igc.Graph.from_csr(np.array([0, -1, 1], np.int32), np.array([0], np.int32))
    with pytest.raises(igc.InputError, match="points to node 9"):
        igc.Graph.from_csr([0, 1, 1], [9])
    with pytest.raises(igc.InputError, match="9"):
        igc.Graph(([0], [9]), nodes=3)
    with pytest.raises(igc.InputError, match="4294967295"):
        igc.Graph(([0], [2**32 - 1]), nodes=2**32 - 2)
    with pytest.raises(igc.InputError, match="float64"):
        igc.Graph.from_csr([0.0, 1.0], [0])


def test_wrong_weights_are_refused():
    ends = np.array([0, 1, 2]), np.array([1, 2, 0])
    cases = [
        (np.array([1.0, np.nan, 2.0]), "finite"),
        (np.array([1.0, np.inf, 2.0]), "finite"),
        (np.array([1, 2]), "2 weights for 3 edges"),
        (np.array([1j, 2, 3]), "complex"),
        (np.array([1, 2, 2**64 - 1], np.uint64), "too large"),
        (np.array(["a", "b", "c"]), "numbers"),
        (np.array(["a", 1, 2], object), "numbers"),
    ]
    for weights, message in cases:
        with pytest.raises(igc.InputError, match=message):
            igc.Graph(ends, weights=weights)
    csr = np.array([0, 1, 2, 3], np.int32), np.array([1, 2, 0], np.int32)
    with pytest.raises(igc.InputError, match="finite"):
        igc.Graph.from_csr(*csr, np.array([1.0, np.nan, 2.0]))
    with pytest.raises(igc.InputError, match="weights"):
        igc.Graph.from_csr(*csr, np.array([1.0]))
    negative = igc.Graph(ends, weights=np.array([-1, 2, 3], np.int32))
    assert negative.weights.tolist() == [-1, 2, 3]
    with pytest.raises(igc.InputError, match="-1"):
        igc.sssp(negative)
    with pytest.raises(igc.InputError, match="weight"):
        igc.sssp(ends)


# Ids


def test_ids_are_kept_and_come_back():
    dates = np.array(["2026-01-01", "2026-01-02", "2026-01-05"], "datetime64[D]")
    cases = [
        (["x", "y", "z"], None),
        (np.array([10**15, 5, 10**18]), None),
        (np.array([-5, 7, 9]), True),
        (np.array([0.25, 0.5, 4.0]), None),
        (dates, None),
        ([("a", 1), ("b", 2), ("c", 3)], None),
        (np.array([2**63 + 5, 7, 8], np.uint64), None),
    ]
    for labels, ids in cases:
        sources, targets = [labels[0], labels[1]], [labels[1], labels[2]]
        if isinstance(labels, np.ndarray):
            sources, targets = labels[[0, 1]], labels[[1, 2]]
        graph = igc.Graph((sources, targets), **({} if ids is None else {"ids": ids}))
        names = labels.tolist() if isinstance(labels, np.ndarray) else labels
        result = igc.bfs(graph, names[0])
        assert result.to_dict() == {names[0]: 0, names[1]: 1, names[2]: 2}, labels
        frame = result.to_pandas()
        assert frame["level"].tolist() == [0, 1, 2]
        assert result.to_polars()["level"].to_list() == [0, 1, 2]
    assert list(igc.bfs(igc.Graph((dates[:2], dates[1:])), datetime.date(2026, 1, 2)).to_dict())


def test_a_join_with_other_tables_is_right():
    calls = pd.DataFrame({"caller": [900, 17, 50_000_000], "callee": [17, 50_000_000, 4]})
    people = pd.DataFrame({"name": ["d", "c", "b", "a"]}, index=pd.Index([4, 50_000_000, 17, 900], name="node"))
    joined = people.join(igc.bfs(igc.Graph(calls), 900).to_pandas())
    assert joined["level"].to_dict() == {4: 3, 50_000_000: 2, 17: 1, 900: 0}


def test_small_numbers_are_node_numbers():
    graph = igc.Graph(([0, 5], [5, 9]))
    assert graph.ids is None and graph.num_nodes == 10
    assert igc.bfs(graph, 0).to_dict()[9] == 2
    assert igc.Graph(([0, 5], [5, 9]), ids=True).num_nodes == 3
    assert igc.Graph(([0, 5], [5, 1_000_000])).ids is not None
    assert igc.Graph(([0, 5], [5, 1_000_000]), ids=False).num_nodes == 1_000_001


def test_ids_can_be_given():
    graph = igc.Graph((["b"], ["a"]), ids=["a", "b", "c"])
    assert igc.bfs(graph, "b").to_dict() == {"a": 1, "b": 0, "c": float("inf")}
    matrix = sp.csr_array(([1], ([0], [1])), shape=(2, 2))
    assert igc.bfs(igc.Graph(matrix, ids=["p", "q"]), "p").to_dict() == {"p": 0, "q": 1}
    with pytest.raises(igc.InputError, match="3 ids for 2 nodes"):
        igc.Graph(matrix, ids=["p", "q", "r"])
    with pytest.raises(igc.InputError, match="same id"):
        igc.Graph(matrix, ids=["p", "p"])
    with pytest.raises(igc.UnknownNameError, match="'z'"):
        igc.bfs(graph, "z")
    with pytest.raises(igc.InputError, match="no ids"):
        igc.bfs(igc.Graph(([0], [1])), "a")
    for wrong in (-1, 2, True, 0.5):
        with pytest.raises(igc.InputError):
            igc.bfs(igc.Graph(([0], [1])), wrong)


def test_an_output_of_nodes_has_ids():
    program = igc.compile(
        "node parent: node = MAX; kernel set() { forall u in nodes { forall e in u.out { e.dst.parent = u; } } }"
        "main { set(); } output parent;"
    )
    result = program(igc.Graph([("a", "b"), ("b", "c")]))
    assert result.to_dict() == {"a": None, "b": "a", "c": "b"}
    assert program(igc.Graph([(0, 1), (1, 2)])).to_dict() == {0: -1, 1: 0, 2: 1}


# Memory


def big(dtype):
    sources, targets = random_edges(5, 2000, 20_000)
    # SciPy keeps the type of the numbers.
    sources, targets = sources.astype(np.int32), targets.astype(np.int32)
    matrix = sp.csr_array((np.ones(20_000, dtype), (sources, targets)), shape=(2000, 2000))
    matrix.data[:] = np.arange(len(matrix.data)) % 100
    return matrix


@pytest.mark.parametrize("index", [np.int32, np.uint32])
@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.float64])
def test_nothing_is_copied(dtype, index):
    matrix = big(dtype)
    matrix.indices, matrix.indptr = matrix.indices.astype(index), matrix.indptr.astype(index)
    before = igc.copied_bytes()
    graph = igc.Graph(matrix)
    result = igc.sssp(graph, 3, device="cpu:2")
    level = igc.bfs(graph, 3, device="cpu:2").level
    values = graph.offsets, graph.targets, graph.weights
    assert igc.copied_bytes() - before == 0
    for array, own in zip(values, (matrix.indptr, matrix.indices, matrix.data), strict=True):
        assert array.ctypes.data == own.ctypes.data
        assert not array.flags.writeable
    for array in (result.dist, level):
        assert isinstance(array.base, igc._igc.Memory) and array.flags.writeable
    expected = sp.csgraph.shortest_path(matrix, unweighted=True, indices=3)
    reached = np.isfinite(expected)
    assert np.array_equal(level[reached], expected[reached])


def test_copies_are_counted():
    matrix = big(np.float32)
    before = igc.copied_bytes()
    igc.Graph(matrix)
    assert igc.copied_bytes() - before == 8 * matrix.nnz, "the weights become float64"
    before = igc.copied_bytes()
    graph = igc.Graph(matrix, weights=None, copy=True)
    assert igc.copied_bytes() - before == 4 * (matrix.nnz + 2001)
    assert graph.targets.ctypes.data != matrix.indices.ctypes.data
    before = igc.copied_bytes()
    igc.Graph.from_csr(matrix.indptr.astype(np.int64), matrix.indices)
    assert igc.copied_bytes() - before == 4 * 2001


def test_memory_lives_as_long_as_it_is_used():
    matrix = big(np.float64)
    indices = matrix.indices
    alive = weakref.ref(indices)
    graph = igc.Graph(matrix)
    del matrix, indices
    gc.collect()
    assert alive() is not None
    targets = graph.targets
    level = igc.bfs(graph, 3, device="cpu:2").level
    del graph
    gc.collect()
    assert alive() is not None and level.sum() and targets.sum()
    del targets
    gc.collect()
    # A session of igc may have dropped its reference in another thread, which the next call completes.
    igc.copied_bytes()
    gc.collect()
    assert alive() is None


def test_files_and_generators(tmp_path):
    assert igc.Graph("grid:3x4").num_nodes == 12
    path = tmp_path / "a,b.txt"
    path.write_text("0 1\n1 2\n")
    assert igc.Graph(path).num_edges == 2
    assert igc.Graph.load(path).num_edges == 2
    for wrong in ("no-such-file", "rmat:x"):
        with pytest.raises(igc.InputError):
            igc.Graph(wrong)
    assert "nodes" in igc.Graph("grid:3x4")._repr_html_()
    assert repr(igc.Graph("grid:3x4")) == "<igc.Graph 'grid:3x4': 12 nodes, 34 edges, weighted>"
    assert igc.Graph("grid:3x4").sources.tolist()[:3] == [0, 0, 1]


def test_files_keep_the_ids_of_their_tables(tmp_path):
    path = tmp_path / "calls.csv"
    path.write_text('"",who,"to whom",minutes\n1,"Ann, A",Bob,2\n2,Bob,Carl,1\n3,Dan,Carl,4\n', "utf-8")
    spec = f"{path},source=who,target=to whom,weight=minutes"
    by_options = igc.Graph(path, source="who", target="to whom", weights="minutes")
    for graph in (igc.Graph(spec), by_options, pickle.loads(pickle.dumps(by_options))):
        assert graph.labels().tolist() == ["Ann, A", "Bob", "Carl", "Dan"]
        assert graph.weights is not None and graph.weights.tolist() == [2, 1, 4]
        found = igc.sssp(graph, source="Ann, A", check=True)
        assert found.to_dict() == {"Ann, A": 0, "Bob": 2, "Carl": 3, "Dan": np.inf}
        with pytest.raises(igc.UnknownNameError):
            igc.bfs(graph, source="Eve")
    # Without names, nothing tells that the first line is not an edge.
    with pytest.raises(igc.InputError, match="header=yes"):
        igc.Graph(path, source=2, target=3, weights=None)
    assert igc.Graph(f"{path},source=2,target=3,header=yes,weights=ignore").weights is None
    by_number = igc.Graph(spec, ids=False)
    assert by_number.ids is None
    assert igc.bfs(by_number, source=1, check=True).level.tolist()[1:3] == [0, 1]
    sparse = tmp_path / "sparse.csv"
    sparse.write_text("10000000000,7\n7,-5\n", "utf-8")
    graph = igc.Graph(f"{sparse},ids=names")
    assert graph.labels().tolist() == [-5, 7, 10_000_000_000]
    assert igc.bfs(graph, source=10_000_000_000).to_dict() == {-5: 2, 7: 1, 10_000_000_000: 0}
    plain = tmp_path / "plain.el"
    plain.write_text("400 30\n30 7\n", "utf-8")
    assert igc.bfs(igc.Graph(f"{plain},compact"), source=400).to_dict() == {7: 2, 30: 1, 400: 0}
    with pytest.raises(igc.InputError):
        igc.Graph(path, source="a,b", target="c")
