"""Compares searches from several nodes in one run with searches one after the other.

python python/benchmarks/sources.py [GRAPH ...] [--device cpu] [--runs 5]

The table shows, for each number of sources, the median times of `igc.bfs(graph, sources=…)` with and without the runs
that search from up to 64 nodes. `igc/_batch.py` has the limits from which igc uses these runs.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np

import igc
from igc import _batch

GRAPHS = ("rmat:12", "grid:100x100", "chain:16000", "rmat:16", "uniform:16,degree=8", "rmat:18")


def seconds(call, runs: int) -> float:
    """Returns the median time of a call."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graphs", nargs="*", default=GRAPHS, help="graphs in any format of igc")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--runs", type=int, default=5, help="number of calls")
    given = parser.parse_args()
    print("| graph | nodes | edges | sources | one after the other, ms | together, ms |\n| " + "--- | " * 6)
    for spec in given.graphs:
        graph = igc.Graph(spec)
        for count in (4, 16, 64):
            sources = np.random.default_rng(1).integers(0, graph.num_nodes, count)
            times, found = [], []
            for least, few in ((count + 1, 0), (1, 2**32)):
                _batch._LEAST = _batch._LEAST_OF_LARGE = least
                _batch._FEW_NODES = few
                found.append(igc.bfs(graph, sources=sources, device=given.device).level)
                call = lambda: igc.bfs(graph, sources=sources, device=given.device)  # noqa: B023, E731
                times.append(seconds(call, given.runs) * 1000)
            assert np.array_equal(*found)
            shown = " | ".join(f"{one:,.1f}" for one in times)
            print(f"| {spec} | {graph.num_nodes:,} | {graph.num_edges:,} | {count} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
