"""The functions of problems: none is missing, and their results are right."""

import inspect

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from conftest import HOPS, hops, random_edges
from scipy.sparse import csgraph

import igc


def weighted(seed=1, nodes=60, edges=300):
    sources, targets = random_edges(seed, nodes, edges, loops=False, parallel=False)
    values = np.random.default_rng(seed).integers(1, 20, len(sources)).astype(np.uint32)
    return sp.csr_array((values, (sources, targets)), shape=(nodes, nodes))


def test_every_problem_and_alias_is_a_function():
    from igc import _igc

    for problem in _igc.problems():
        function = getattr(igc, problem["name"])
        parameters = inspect.signature(function).parameters
        assert {*problem["shared"], *(one["name"] for one in problem["inputs"])} < set(parameters)
        for alias in problem["aliases"]:
            assert getattr(igc, alias) is function
            assert alias in igc.__all__
        assert problem["name"] in igc.__all__
    assert [one.name for one in igc.problems()] == [one["name"] for one in _igc.problems()]


def test_the_generated_file_is_current():
    from pathlib import Path

    from igc import _generate, _problems

    assert Path(_problems.__file__).read_text(encoding="utf-8") == _generate.text()


@pytest.mark.parametrize("name", [one.name for one in igc.problems()])
def test_every_problem_runs_and_is_checked(name):
    graph = igc.Graph("grid:5x6,weights=1..9")
    described = igc._igc.Program.named(name, "none").describe()
    inputs = {}
    for one in described["inputs"]:
        if one["extent"] == "items":
            inputs[one["name"]] = [0, 3]
            continue
        rows = graph.num_nodes if one["extent"] == "nodes" else len(graph.edges_for(name)[0])
        rng = np.random.default_rng(0)
        width = {"feature": 16, "relation": 8}.get(one["name"], 1)
        width = 8 if name == "gine" else width
        values = rng.random((rows, width)) if one["type"].startswith("f") else rng.integers(1, 9, rows)
        inputs[one["name"]] = values
    result = getattr(igc, name)(graph, device="cpu:2", check=True, **inputs)
    assert result.checks and all(result.checks), (name, result.checks)
    assert all(igc.check(result))
    annotations = type(result).__annotations__
    assert set(annotations) == {one.name for one in result.outputs}
    for one in result.outputs:
        value = result[one.name]
        assert getattr(result, one.name) is value
        if one.extent == "nodes":
            assert len(value) == graph.num_nodes
        kind = annotations[one.name]
        is_right = f"np.{value.dtype.name}" in kind.replace("bool_", "bool") if hasattr(value, "dtype") else True
        assert is_right, (kind, value)
    assert "<table>" in result._repr_html_()
    assert name[:3] in repr(result).lower() or repr(result)


@pytest.mark.parametrize("seed", range(3))
def test_bfs_is_that_of_scipy(device, seed):
    matrix = weighted(seed, 40, 90)
    result = igc.bfs(matrix, 3, device=device)
    expected = csgraph.shortest_path(matrix, unweighted=True, indices=3)
    assert np.array_equal(result.with_inf("level"), expected)
    assert np.array_equal(result.reached, np.isfinite(expected))
    assert result.level.dtype == np.uint32


@pytest.mark.parametrize("seed", range(3))
def test_sssp_is_that_of_scipy(device, seed):
    matrix = weighted(seed, 40, 120)
    result = igc.dijkstra(matrix, 5, device=device)
    assert np.array_equal(result.with_inf("dist"), csgraph.dijkstra(matrix, indices=5))


@pytest.mark.parametrize("dtype", ["bool", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"])
def test_weights_of_every_type(dtype):
    matrix = weighted(4)
    values = np.minimum(matrix.data, 1) if dtype == "bool" else matrix.data
    given = sp.csr_array((values.astype(dtype), matrix.indices, matrix.indptr), shape=matrix.shape)
    result = igc.sssp(given, 5, device="cpu:2", check=True)
    expected = csgraph.dijkstra(sp.csr_array((values, matrix.indices, matrix.indptr), shape=matrix.shape), indices=5)
    assert np.array_equal(result.with_inf("dist"), expected)
    edges = igc.Graph((*given.tocoo().coords, given.data), nodes=60)
    assert np.array_equal(igc.sssp(edges, 5, device="cpu:2").dist, result.dist)


def test_components_are_those_of_scipy(device):
    sources, targets = random_edges(7, 80, 60)
    matrix = sp.csr_array((np.ones(60), (sources, targets)), shape=(80, 80))
    for function, connection in ((igc.cc, "weak"), (igc.scc, "strong")):
        count, labels = csgraph.connected_components(matrix, connection=connection)
        found = function(matrix, device=device).component
        pairs = {*zip(found.tolist(), labels.tolist(), strict=True)}
        assert len(pairs) == count == len(np.unique(found))


def test_pagerank_is_that_of_networkx():
    graph = nx.gnp_random_graph(50, 0.1, seed=3, directed=True)
    found = igc.pr_normalised(graph, tolerance=1e-7, device="cpu:2").to_dict()
    expected = nx.pagerank(graph, tol=1e-10)
    assert all(abs(found[node] - expected[node]) < 1e-5 for node in graph)


def test_undirected_problems_are_those_of_networkx():
    graph = nx.gnp_random_graph(60, 0.12, seed=5)
    assert igc.triangles(graph).triangles == sum(nx.triangles(graph).values()) // 3
    assert igc.core_number(graph).to_dict() == nx.core_number(graph)
    weighted_graph = nx.Graph()
    for at, (u, v) in enumerate(graph.edges):
        weighted_graph.add_edge(u, v, weight=at * 7 % 23 + 1)
    given = igc.Graph(weighted_graph)
    forest = igc.kruskal(given)
    frame = forest.to_pandas("edges")
    chosen = frame[frame["in_forest"]]
    total = sum(weighted_graph[u][v]["weight"] for u, v in zip(chosen["source"], chosen["target"], strict=True))
    expected = nx.minimum_spanning_tree(weighted_graph).size(weight="weight")
    assert total == expected


def test_maximum_flow_takes_a_matrix_of_capacities():
    matrix = weighted(2, 30, 150)
    symmetric = matrix.maximum(matrix.T).tocsr()
    result = igc.maximum_flow(symmetric, 0, 29, capacity=matrix.astype(np.int32), check=True)
    graph = nx.from_scipy_sparse_array(matrix, create_using=nx.DiGraph, edge_attribute="capacity")
    assert result.total == nx.maximum_flow_value(graph, 0, 29)
    assert all(result.checks)
    frame = result.to_pandas("edges")
    assert frame.loc[frame["source"] == 0, "flow"].clip(lower=0).sum() >= result.total


def test_personalised_pagerank_takes_ids():
    graph = igc.Graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "a")])
    result = igc.ppr(graph, seeds=["c"], check=True)
    assert all(result.checks)
    assert result.to_dict("is_seed") == {"a": False, "b": False, "c": True, "d": False}
    assert igc.ppr(graph, seeds="c").rank.tolist() == result.rank.tolist()


def test_several_sources_have_an_axis(device):
    sources, targets = random_edges(9, 30, 70)
    graph = igc.Graph((sources, targets), nodes=30)
    result = igc.bfs(graph, sources=[4, 7, 4], device=device, check=True)
    assert result.level.shape == (3, 30) and result.reached.shape == (3, 30)
    for row, start in enumerate([4, 7, 4]):
        assert np.array_equal(result.level[row], hops(30, sources, targets, start))
    assert result.sources == (4, 7, 4)
    assert len(result.checks) == 3 and all(igc.check(result))
    frame = igc.bfs(graph, sources=np.array([4, 7]), device=device).to_pandas()
    assert frame.index.names == ["source_node", "node"] and len(frame) == 60
    assert frame.loc[(7, 7), "level"] == 0
    assert result.to_dict()[7][7] == 0
    with pytest.raises(igc.InputError, match="either"):
        igc.bfs(graph, 1, sources=[2])
    with pytest.raises(igc.InputError, match="no sources"):
        igc.bfs(graph, sources=[])


def test_several_lists_of_seeds_have_an_axis():
    graph = igc.Graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    result = igc.ppr(graph, sources=["c", ["a", "b"]], check=True)
    assert result.rank.shape == (2, 4) and result.sources == (("c",), ("a", "b")) and all(igc.check(result))
    for row, seeds in enumerate(["c", ["a", "b"]]):
        assert np.array_equal(result.rank[row], igc.ppr(graph, seeds=seeds).rank)
    assert result.to_dict("is_seed")["a", "b"] == {"a": True, "b": True, "c": False, "d": False}
    assert len(result.to_pandas()) == 8
    assert igc.ppr(graph, weight=None, sources=np.array([["a"], ["b"]])).rank.shape == (2, 4)
    for wrong in ({}, {"seeds": "c", "sources": ["c"]}, {"sources": []}):
        with pytest.raises(igc.InputError, match=r"is missing|either `seeds`|no sources"):
            igc.ppr(graph, **wrong)


@pytest.mark.parametrize("count", [16, 64, 70])
def test_many_searches_in_one_run(device, count, monkeypatch):
    from igc import _batch

    sources, targets = random_edges(count, 150, 400)
    graph = igc.Graph((sources, targets), nodes=150)
    starts = np.random.default_rng(count).integers(0, 150, count)
    result = igc.bfs(graph, sources=starts, device=device)
    assert len(result.report["runs"]) == (count + 63) // 64 and result.level.shape == (count, 150)
    for row, start in enumerate(starts.tolist()):
        assert np.array_equal(result.level[row], hops(150, sources, targets, start))
    assert result.sources == tuple(starts.tolist()) and result.reached.shape == (count, 150)
    assert len(result.to_pandas()) == count * 150 and result.seconds > 0
    checked = igc.bfs(graph, sources=starts[:16], device=device, check=True)
    assert len(checked.report["runs"]) == 16 and len(checked.checks) == 16
    # A large sparse graph, a graph with many nodes, and a large output.
    monkeypatch.setattr(_batch, "_FEW_NODES", 10)
    assert len(igc.bfs(graph, sources=starts[:16], device=device).report["runs"]) == 16
    monkeypatch.setattr(_batch, "_FEW_NODES", 1000)
    monkeypatch.setattr(_batch, "_MANY_NODES", 10)
    assert (len(igc.bfs(graph, sources=starts, device=device).report["runs"]) == count) == (count < 64)
    monkeypatch.setattr(_batch, "_MANY_NODES", 1000)
    monkeypatch.setattr(_batch, "_MOST", 150 * 16)
    parts = igc.bfs(graph, sources=starts, device=device)
    assert len(parts.report["runs"]) == (count + 15) // 16 and np.array_equal(parts.level, result.level)


def test_many_searches_take_ids_and_survive_a_device_without_atomics(monkeypatch):
    from igc import _batch

    graph = igc.Graph([(f"n{at}", f"n{at + 1}") for at in range(20)])
    names = [f"n{at}" for at in range(18)]
    result = igc.bfs(graph, sources=names)
    assert len(result.report["runs"]) == 1 and result.to_dict()["n3"]["n20"] == 17
    assert result.to_dict()["n3"]["n2"] == float("inf")
    with pytest.raises(igc.UnknownNameError):
        igc.bfs(graph, sources=[*names, "n99"])

    def fail(*_, **__):
        raise igc.DeviceError("no atomics")

    monkeypatch.setattr(_batch, "_program", lambda: fail)
    again = igc.bfs(graph, sources=names)
    assert len(again.report["runs"]) == 18 and np.array_equal(again.level, result.level)


def test_a_program_has_a_signature_and_a_stub():
    program = igc.compile(HOPS, name="hops")
    assert program.name == "hops"
    parameters = inspect.signature(program).parameters
    assert list(parameters) == ["graph", "source", "device", "opts", "check", "arrays"]
    assert parameters["source"].default == 0
    assert "Each round visits the nodes" in program.__doc__
    assert "source: `param source: node = 0`. The node where the search starts." in program.__doc__
    assert "hops: NDArray[np.uint32]" in program.stub() and "def hops(" in program.stub()
    compile(program.stub(), "stub", "exec")
    assert "param source: node = 0" in program._repr_html_()
    needs = igc.compile("param n: u32; node x: u32 = 0; main { } output x;")
    assert inspect.signature(needs).parameters["n"].default is inspect.Parameter.empty


def test_names_that_python_uses(tmp_path):
    path = tmp_path / "2-my search.ig"
    path.write_text("param class: u32; param opts: u32 = 1; node def: u32 = 0; main { } output def;")
    program = igc.compile(path)
    parameters = inspect.signature(program).parameters
    assert list(parameters) == ["graph", "class_", "opts_", "device", "opts", "check", "arrays"]
    compile(program.stub(), "stub", "exec")
    assert "def _2_my_search(" in program.stub() and "def:" not in program.stub()
    assert program("grid:2x2", class_=3, opts_=2)["def"].tolist() == [0] * 4
    assert program("grid:2x2", **{"class": 3}).to_dict() == dict.fromkeys(range(4), 0)
    with pytest.raises(igc.InputError, match="class"):
        program("grid:2x2")


def test_a_program_runs(device):
    program = igc.compile(HOPS)
    sources, targets = random_edges(3, 50, 120)
    graph = igc.Graph((sources, targets), nodes=50)
    for opts in ("auto", "none", "fg8,coop-cv"):
        result = program(graph, source=np.int64(7), device=device, opts=opts, check=True)
        assert np.array_equal(result.hops, hops(50, sources, targets, 7))
        assert all(result.checks)
        assert (result.plan is None) == (opts != "auto")
        assert isinstance(result.report["seconds"]["compute"], float)
    with pytest.raises(igc.InputError, match="unknown parameter `target`"):
        program(graph, target=1)
    with pytest.raises(igc.InputError):
        program(graph, opts="no-such-flag")
    with pytest.raises(igc.Error, match="no-such-device"):
        program(graph, device="no-such-device")


def test_inputs_are_converted_to_their_types():
    program = igc.compile(
        "input node feature: i32; input node friend: node; node sum: i32 = 0;"
        "kernel add() { forall u in nodes { u.sum = u.feature + u.friend.feature; } }"
        "main { add(); } output sum;"
    )
    graph = igc.Graph([("a", "b"), ("b", "c")])
    for values in (
        [1, 2, 4],
        np.array([1, 2, 4], np.int64),
        np.array([1, 2, 4], ">i2"),
        np.arange(1, 7)[::1][[0, 1, 3]],
    ):
        assert program(graph, feature=values, friend=["b", "c", "a"]).sum.tolist() == [3, 6, 5]
    for wrong, message in (([1.5, 2, 3], "float64"), ([2**31, 0, 0], "2147483648"), (["x", "y", "z"], "<U1")):
        with pytest.raises(igc.InputError, match=message):
            program(graph, feature=wrong, friend=["a", "a", "a"])
    with pytest.raises(igc.InputError, match="feature"):
        program(graph, feature=[1], friend=["a", "a", "a"])
    with pytest.raises(igc.InputError, match="`friend` is missing"):
        program(graph, feature=[1, 2, 3])
    with pytest.raises(igc.UnknownNameError, match="'z'"):
        program(graph, feature=[1, 2, 3], friend=["z", "a", "a"])


def test_a_result_that_was_changed_is_rejected():
    result = igc.bfs("grid:4x4")
    assert all(igc.check(result))
    result.level[5] += 1
    with pytest.raises(igc.CheckError, match="bfs") as caught:
        igc.check(result)
    assert not caught.value.verdicts[0]
    plain = igc.compile("node x: u32 = 1; main { } output x;")("grid:2x2")
    with pytest.raises(igc.InputError, match="no oracle"):
        igc.check(plain)


def test_results_say_what_they_have():
    result = igc.hits("grid:3x3")
    assert list(result) == ["hub", "authority"] and len(result) == 2 and "hub" in result
    assert "authority" in dir(result)
    with pytest.raises(AttributeError, match="`rank`"):
        _ = result.rank
    with pytest.raises(KeyError):
        result["rank"]
    assert list(result.to_pandas().columns) == ["hub", "authority"]
    assert result.to_polars().columns == ["node", "hub", "authority"]
    with pytest.raises(igc.InputError, match="no outputs of edges"):
        result.to_pandas("edges")
    features = np.arange(9 * 16, dtype=np.float32).reshape(9, 16)
    hidden = igc.graphsage("grid:3x3", feature=features)
    assert hidden.hidden.shape == (9, 16)
    assert list(hidden.to_pandas().columns)[:2] == ["hidden_0", "hidden_1"]


def test_a_function_of_the_user_checks_results():
    result = igc.bfs(igc.Graph([(0, 1), (1, 2)]))
    seen = []

    def right(given):
        seen.append(given)

    assert igc.check(result, by=right) == (igc.Verdict("right", True, None),)
    assert seen == [result]
    assert igc.check(result, by=lambda given: bool((given.level == [0, 1, 2]).all()))[0].passed
    assert igc.check(result, by=lambda given: (given.level == [0, 1, 2]).all())[0].passed
    with pytest.raises(igc.CheckError, match="node 0 is wrong") as caught:
        igc.check(result, by=lambda given: "node 0 is wrong")
    assert caught.value.verdicts[0].reason == "node 0 is wrong"
    with pytest.raises(igc.CheckError):
        igc.check(result, by=lambda given: False)
    with pytest.raises(igc.InputError):
        igc.check(result, by=lambda given: 7)
    with pytest.raises(ZeroDivisionError):
        igc.check(result, by=lambda given: 1 / 0)


def test_wrong_arguments_have_reasons():
    graph = igc.Graph([(0, 1), (1, 2)])
    wrong = [
        (lambda: igc.bfs(graph, opts=["fg8"]), "`opts` is a text"),
        (lambda: igc.bfs(graph, weight="w"), "the problem `bfs` does not use weights"),
        (lambda: igc.bfs(graph, sources=1), "help: pass one node as `source`"),
        (lambda: igc.bfs(graph, sources="ab"), "`sources` is a list of nodes"),
        (lambda: igc.bfs(graph, [0, 1]), "help: pass several nodes as `sources`"),
        (lambda: igc.sssp([(0, 1, 2.5)], weight="w"), "`w` is not a name of weights"),
        (lambda: igc.Graph({"ab": 1}), "help: use `igc.Graph"),
        (lambda: igc.Graph({"a": ["b", "c"]}), "a dictionary is not a graph"),
    ]
    for call, reason in wrong:
        with pytest.raises(igc.InputError, match=reason):
            call()
    with pytest.raises(KeyError, match="it has level"):
        igc.bfs(graph).to_dict("depth")


def test_rounds_have_a_table_and_a_chart(device):
    from xml.etree import ElementTree

    result = igc.program("bfs_wl")("grid:20x20", opts="none", device=device)
    if device == "interpreter":
        with pytest.raises(igc.InputError, match="the interpreter cannot time"):
            igc.rounds(result)
        return
    rounds = igc.rounds(result)
    # A search of a grid finds one diagonal in each round.
    assert [one.items for one in rounds[:19]] == list(range(1, 20))
    assert [one.discovered for one in rounds[:18]] == list(range(2, 20))
    assert rounds[0].edges == 2 and rounds[0].kind == "pipe" and all(one.launches >= 1 for one in rounds)
    assert all(one.seconds > 0 for one in rounds)
    frame = rounds.to_pandas()
    assert len(frame) == len(rounds) and frame.loc[1, "items"] == 1
    chart = ElementTree.fromstring(rounds.svg())
    lines = chart.findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 2 and len(lines[0].get("points").split()) == sum(one.items > 0 for one in rounds)
    html = rounds._repr_html_()
    assert "<table>" in html and "<svg" in html and "discovered" in html
    assert "39 rounds" in repr(rounds) or "38 rounds" in repr(rounds)


def test_rounds_of_loops_without_a_worklist():
    program = igc.compile(
        "node x: u32 = 0; kernel step() { forall u in nodes { u.x += 1; } }"
        "main { for i in 0..5 { step(); } } output x;",
        name="a<b",
    )
    result = program("grid:3x3", opts="none")
    rounds = igc.rounds(result)
    assert [(one.kind, one.items, one.launches) for one in rounds] == [("for", None, 1)] * 5
    assert "a&lt;b" in rounds._repr_html_() and "a<b" not in rounds._repr_html_()
    assert rounds.svg().count("<polyline") == 1
    straight = igc.rounds(igc.compile("node x: u32 = 0; main { } output x;")("grid:3x3"))
    assert len(straight) == 0 and "<svg" not in straight._repr_html_()
    with pytest.raises(igc.InputError, match="several sources"):
        igc.rounds(igc.bfs("grid:3x3", sources=[0, 1]))


def test_several_devices_are_one_device_of_ranks() -> None:
    from igc._program import _joined

    assert _joined(["cuda:0", "cuda:2"]) == "cuda:0,2"
    assert _joined(("opencl:0", "opencl:0")) == "opencl:0,0"
    assert _joined(["cpu"]) == "cpu"
    assert _joined("cuda:0-3") == "cuda:0-3"
    for wrong in [[], ["cuda:0", "opencl:0"], ["cpu", "cpu"], ["cuda:0", 1], 3]:
        with pytest.raises(
            igc.InputError, match='is not a device\nhelp: write a text such as "cpu" or "cuda:1", or a list'
        ):
            _joined(wrong)  # type: ignore[arg-type]
    graph = igc.Graph("rmat:7")
    with pytest.raises(igc.InputError, match="is not a device"):
        igc.bfs(graph, 0, device=["cpu", "cpu"])
    expected = igc.pagerank(graph, device="cpu").rank
    if any("-cl-std" in device.dialect for device in igc.devices()):
        found = igc.pagerank(graph, device=["opencl:0", "opencl:0"], check=True)
        assert np.allclose(found.rank, expected, rtol=1e-2)
        levels = igc.bfs(graph, sources=[0, 5, 9], device=["opencl:0", "opencl:0"]).level
        assert np.array_equal(levels, igc.bfs(graph, sources=[0, 5, 9], device="cpu").level)
