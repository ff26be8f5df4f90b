"""The types of results, as type checkers find them."""

import pytest
from conftest import HOPS

import igc

#: mypy must accept this file.
RIGHT = """
from typing import Any, Literal, assert_type

import igc
import numpy as np
from hops import HopsCudaResult, HopsResult, hops
from numpy.typing import NDArray
from totals import totals

def uses(graph: igc.Graph, arrays: Literal["numpy", "cuda"]) -> None:
    assert_type(igc.bfs(graph, 0).level, NDArray[np.uint32])
    assert_type(igc.bfs(graph, 0, arrays="numpy").level, NDArray[np.uint32])
    assert_type(igc.bfs(graph, 0, arrays="cuda").level, igc.CudaArray)
    assert_type(igc.bfs(graph, sources=[0, 1]).level, NDArray[np.uint32])
    assert_type(igc.bfs(graph, 0, arrays=arrays), igc.BfsResult | igc.BfsCudaResult)
    assert_type(igc.pagerank(graph, weight="w", arrays="cuda").rank.device, str)
    assert_type(igc.triangles(graph, arrays="cuda").triangles, int)
    assert_type(igc.sssp(graph).dist, NDArray[np.uint32] | NDArray[np.float64])
    assert_type(hops(graph, source=0), HopsResult)
    assert_type(hops(graph, source=0).hops, NDArray[np.uint32])
    assert_type(hops(graph, arrays="cuda"), HopsCudaResult)
    assert_type(hops(graph, arrays="cuda").hops.numpy(), NDArray[Any])
    assert_type(totals(graph, arrays="cuda").total, int)
"""

#: mypy must reject each of these lines.
WRONG = [
    'igc.bfs("grid:2x2", 0, arrays="cuda").level.sum()',
    'igc.bfs("grid:2x2", sources=[0, 1], arrays="cuda")',
    'igc.bfs("grid:2x2", arrays="torch")',
    'igc.compile("main { }")("grid:2x2", arrays="torch")',
    'hops.hops("grid:2x2", depth=3)',
]


def test_type_checkers_know_results(tmp_path, monkeypatch):
    mypy = pytest.importorskip("mypy.api")
    totals = igc.compile("global total: u32 = 0; main { total = 1; } output total;", name="totals")
    (tmp_path / "hops.pyi").write_text(igc.compile(HOPS, name="hops").stub())
    (tmp_path / "totals.pyi").write_text(totals.stub())
    (tmp_path / "right.py").write_text(RIGHT)
    (tmp_path / "wrong.py").write_text("\n".join(["import hops", "import igc", *WRONG]))
    monkeypatch.chdir(tmp_path)
    options = ["--strict", "--python-version=3.12", "--cache-dir=cache", "--no-error-summary"]
    found, problems, _ = mypy.run([*options, "right.py", "wrong.py"])
    assert not problems
    errors = [line.split(":")[:2] for line in found.splitlines() if ": error:" in line]
    lines = range(3, 3 + len(WRONG))
    assert {(file, int(line)) for file, line in errors} == {("wrong.py", line) for line in lines}, found
