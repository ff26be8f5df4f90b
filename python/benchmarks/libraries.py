"""Compares igc with Warp, python-graphblas, NetworKit and igraph as libraries, and prints the table of the book.

python python/benchmarks/libraries.py [--runs 7] [--small rmat:10] [--large rmat:18] [--wheel igc.whl]

- **Lines**: the programs in `python/benchmarks/table`, which read a table and write ranks, communities and the shortest
  paths from a person, without comments and empty lines. Each program runs, and its ranks and paths are compared with
  those of igc.
- **First call**: a new process imports the package, makes the small graph from arrays of NumPy, and computes ranks.
  "Empty caches" means that nothing that the package has compiled is on the disk.
- **Further calls**: PageRank until a round changes the ranks by 10⁻⁶ in sum, and shortest paths with whole weights from
  1 to 100, on undirected graphs. The results of all packages are compared.
- **Copied**: how much the memory of the process grows when the package makes the large graph from arrays in compressed
  sparse rows, with `int32` for offsets and targets, and `float64` for weights.
- **Installation**: the folder of packages of a new virtual environment, without pip, after `pip install PACKAGE`. This
  needs `--wheel` for igc, and the network.

A package that is not installed is left out. The package `warp` is `warp-lang`.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

TABLE = Path(__file__).parent / "table"

#: The name of each package in a table, its module, and its name for pip.
PACKAGES = {
    "igc": ("igc", "igc"),
    "warp": ("Warp", "warp-lang"),
    "graphblas": ("python-graphblas", "python-graphblas[default]"),
    "networkit": ("NetworKit", "networkit"),
    "igraph": ("igraph", "igraph"),
}

#: Sum of the changes of ranks in the last round.
TOLERANCE = 1e-6


class Igc:
    """igc on the processor."""

    def __init__(self, offsets, targets, weights) -> None:
        import igc

        self.igc = igc
        self.graph = igc.Graph.from_csr(offsets, targets, weights)

    def ranks(self):
        """Returns the rank of each node."""
        return self.igc.pr_normalised(self.graph, tolerance=TOLERANCE, device="cpu").rank

    def paths(self, source: int):
        """Returns the length of the shortest path to each node."""
        return self.igc.sssp(self.graph, source, device="cpu").dist


class Igraph:
    """igraph, whose PageRank solves the equations directly."""

    def __init__(self, offsets, targets, weights) -> None:
        import igraph

        sources = np.repeat(np.arange(len(offsets) - 1, dtype=np.int32), np.diff(offsets))
        self.graph = igraph.Graph(len(offsets) - 1, np.stack([sources, targets], axis=1), directed=True)
        self.graph.es["weight"] = weights

    def ranks(self):
        """Returns the rank of each node."""
        return np.array(self.graph.pagerank())

    def paths(self, source: int):
        """Returns the length of the shortest path to each node."""
        return np.array(self.graph.distances(source, weights="weight")[0])


class Networkit:
    """NetworKit. Its PageRank needs a graph without weights."""

    def __init__(self, offsets, targets, weights) -> None:
        import networkit as nk

        self.nk = nk
        n = len(offsets) - 1
        sources = np.repeat(np.arange(n, dtype=targets.dtype), np.diff(offsets))
        self.graph = nk.GraphFromCoo((weights, (sources, targets)), n=n, weighted=True, directed=True)
        self.plain = None

    def ranks(self):
        """Returns the rank of each node."""
        if self.plain is None:
            self.plain = self.nk.graphtools.toUnweighted(self.graph)
        found = self.nk.centrality.PageRank(self.plain, tol=TOLERANCE)
        found.norm = self.nk.centrality.Norm.L1_NORM
        scores = np.array(found.run().scores())
        # The other packages distribute the rank of nodes without edges.
        return scores / scores.sum()

    def paths(self, source: int):
        """Returns the length of the shortest path to each node."""
        found = np.array(self.nk.distance.Dijkstra(self.graph, source, storePaths=False).run().getDistances())
        return np.where(found > 1e300, np.inf, found)


class Graphblas:
    """python-graphblas, with loops of one's own."""

    def __init__(self, offsets, targets, weights) -> None:
        import graphblas as gb

        self.gb = gb
        self.n = len(offsets) - 1
        self.graph = gb.Matrix.from_csr(offsets, targets, weights, ncols=self.n)
        self.degree = None

    def ranks(self):
        """Returns the rank of each node."""
        gb, n = self.gb, self.n
        if self.degree is None:
            self.degree = self.graph.reduce_rowwise(gb.agg.count).new(dtype=float)
        rank = gb.Vector.from_scalar(1 / n, n)
        while True:
            share = (rank / self.degree).new()
            lost = 1 - (share * self.degree).new().reduce().new().value
            new = gb.Vector.from_scalar((0.15 + 0.85 * lost) / n, n)
            new(accum=gb.binary.plus) << gb.semiring.plus_first((share * 0.85).new() @ self.graph)
            error = gb.unary.abs(new - rank).new().reduce().new().value
            rank = new
            if error < TOLERANCE:
                return rank.to_dense()

    def paths(self, source: int):
        """Returns the length of the shortest path to each node."""
        gb = self.gb
        found = gb.Vector.from_coo([source], [0.0], size=self.n)
        while True:
            before = found.dup()
            found(accum=gb.binary.min) << gb.semiring.min_plus(found @ self.graph)
            if found.isequal(before):
                return found.to_dense(np.inf)


class Warp:
    """Warp on the processor, with kernels and loops of one's own."""

    def __init__(self, offsets, targets, weights) -> None:
        import warp as wp
        from warp_kernels import gather, relax

        self.wp, self.gather, self.relax = wp, gather, relax
        self.n = len(offsets) - 1
        arrays = ((offsets, wp.int32), (targets, wp.int32), (weights, wp.float64))
        self.graph = [wp.array(one, dtype=kind, copy=False, device="cpu") for one, kind in arrays]
        self.degree = np.diff(offsets)

    def ranks(self):
        """Returns the rank of each node."""
        wp, n = self.wp, self.n
        rank = np.full(n, 1 / n)
        ends = self.degree == 0
        while True:
            share = wp.array(0.85 * rank / np.maximum(self.degree, 1), dtype=wp.float64, device="cpu")
            new = wp.empty(n, dtype=wp.float64, device="cpu")
            least = wp.float64((0.15 + 0.85 * rank[ends].sum()) / n)
            # The graph is undirected, so the edges that lead to a node are those that leave it.
            wp.launch(self.gather, n, inputs=[*self.graph[:2], share, least, new], device="cpu")
            error, rank = np.abs(new.numpy() - rank).sum(), new.numpy()
            if error < TOLERANCE:
                return rank

    def paths(self, source: int):
        """Returns the length of the shortest path to each node."""
        wp = self.wp
        start = np.full(self.n, np.inf)
        start[source] = 0
        found = wp.array(start, dtype=wp.float64, device="cpu")
        changed = wp.ones(1, dtype=int, device="cpu")
        while changed.numpy()[0]:
            changed.zero_()
            wp.launch(self.relax, self.n, inputs=[*self.graph, found, changed], device="cpu")
        return found.numpy()


CLASSES = {"igc": Igc, "warp": Warp, "graphblas": Graphblas, "networkit": Networkit, "igraph": Igraph}


def resident() -> int:
    """Returns the bytes of memory that belong to this process alone."""
    with open("/proc/self/smaps_rollup") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("Anonymous:"))


def child(package: str, path: str, task: str, runs: int) -> None:
    """Measures one package in this process, and prints the results as JSON."""
    began = time.perf_counter()
    loaded = np.load(path)
    offsets, targets, weights = (loaded[name] for name in ("offsets", "targets", "weights"))
    source = int(np.diff(offsets).argmax())
    loading = time.perf_counter() - began
    found: dict[str, object] = {}
    if task == "copied":
        # The small graph loads the package and its libraries.
        small = CLASSES[package](np.array([0, 1, 2], np.int32), np.array([1, 0], np.int32), np.array([1.0, 1.0]))
        small.paths(0)
        before = resident()
        kept = CLASSES[package](offsets, targets, weights)
        found["copied"] = max(resident() - before, 0)
        found["arrays"] = offsets.nbytes + targets.nbytes + weights.nbytes
        del kept
    elif task == "first":
        CLASSES[package](offsets, targets, weights).ranks()
        # The time since the process has started, without that of the arrays.
        with open("/proc/self/stat") as file:
            ticks = int(file.read().rpartition(")")[2].split()[19])
        now = time.clock_gettime(time.CLOCK_BOOTTIME)
        found["first"] = now - ticks / os.sysconf("SC_CLK_TCK") - loading
    else:
        graph = CLASSES[package](offsets, targets, weights)
        for name, call in (("ranks", graph.ranks), ("paths", lambda: graph.paths(source))):
            np.save(f"{path}.{package}.{name}.npy", np.asarray(call(), float))
            times = []
            for _ in range(runs):
                start = time.perf_counter()
                call()
                times.append(time.perf_counter() - start)
            found[name] = times
    print("\n" + json.dumps(found), flush=True)


def measure(package: str, path: Path, task: str, runs: int, caches: Path) -> dict:
    """Measures one package in a new process."""
    folders = {"IGC_CACHE_DIR": caches, "WARP_CACHE_PATH": caches, "NUMBA_CACHE_DIR": caches, "XDG_CACHE_HOME": caches}
    command = [sys.executable, __file__, "--child", package, str(path), task, str(runs)]
    environment = {**os.environ, **{name: str(folder) for name, folder in folders.items()}}
    ended = subprocess.run(command, capture_output=True, text=True, env=environment)
    if ended.returncode:
        raise RuntimeError(f"{package}: {ended.stderr[-2000:]}")
    return json.loads(ended.stdout.splitlines()[-1])


def write_graph(spec: str, path: Path) -> None:
    """Writes an undirected graph without self-loops and parallel edges, with weights from 1 to 100."""
    import igc

    made = igc.Graph(spec)
    n = made.num_nodes
    low, high = np.minimum(made.sources, made.targets), np.maximum(made.sources, made.targets)
    keys = np.unique(low[low != high].astype(np.int64) * n + high[low != high])
    low, high = keys // n, keys % n
    weights = np.random.default_rng(1).integers(1, 101, len(keys)).astype(float)
    sources, targets = np.concatenate([low, high]), np.concatenate([high, low])
    order = np.lexsort((targets, sources))
    offsets = np.concatenate([[0], np.cumsum(np.bincount(sources, minlength=n))]).astype(np.int32)
    columns = {"targets": targets[order].astype(np.int32), "weights": np.concatenate([weights, weights])[order]}
    np.savez(path, offsets=offsets, **columns)
    print(f"{spec}: {n:,} nodes, {len(keys):,} undirected edges", file=sys.stderr, flush=True)


def lines(package: str, folder: Path) -> int:
    """Runs the program of a package on a table, and returns its number of lines."""
    program = TABLE / f"with_{package}.py"
    subprocess.run([sys.executable, str(program)], cwd=folder, check=True, capture_output=True)
    with open(folder / "people.csv") as file:
        people = {row["person"]: (float(row["rank"]), float(row["minutes"])) for row in csv.DictReader(file)}
    known = folder / "expected.json"
    if package == "igc":
        known.write_text(json.dumps(people))
    for person, (rank, minutes) in json.loads(known.read_text()).items():
        found = people[person]
        assert abs(found[0] - rank) < 1e-5 and found[1] == minutes, (package, person, found, rank, minutes)
    texts = [line.strip() for line in program.read_text().splitlines()]
    return sum(bool(line) and not line.startswith(("#", '"""')) for line in texts)


def write_table(path: Path, people: int = 1000, calls: int = 5000) -> None:
    """Writes a table of calls in which every person calls somebody."""
    rng = random.Random(1)
    pairs = {(one, (one + 1) % people) for one in range(people)}
    while len(pairs) < calls:
        pairs.add(tuple(rng.sample(range(people), 2)))
    rows = [f"p{caller},p{callee},{rng.randint(1, 100)}\n" for caller, callee in sorted(pairs)]
    path.write_text("caller,callee,minutes\n" + "".join(rows))


def installed_size(package: str, wheel: str | None) -> int:
    """Returns the bytes of the packages in a new virtual environment, without pip."""
    wanted = wheel if package == "igc" else PACKAGES[package][1]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        install = [f"{folder}/bin/pip", "install", "-q", "--no-compile", "--disable-pip-version-check", wanted]
        subprocess.run(install, check=True)
        packages = next(Path(folder).glob("lib/python*/site-packages"))
        files = [one for one in packages.rglob("*") if one.is_file() and not one.is_symlink()]
        without = [one for one in files if not one.relative_to(packages).parts[0].startswith(("pip", "setuptools"))]
        return sum(one.stat().st_size for one in without if "__pycache__" not in one.parts)


def milliseconds(times: list[float]) -> str:
    """Returns a median with the range of the times."""
    median, low, high = (f(times) * 1000 for f in (statistics.median, min, max))
    return f"{number(median)} ({number(low)} to {number(high)})"


def number(value: float) -> str:
    """Returns a number with three digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7, help="number of further calls, and of first calls")
    parser.add_argument("--small", default="rmat:10", help="the small graph")
    parser.add_argument("--large", default="rmat:18", help="the large graph")
    parser.add_argument("--wheel", help="a wheel of igc, whose installation is measured")
    parser.add_argument("--only", help="packages, separated by commas")
    given = parser.parse_args()
    wanted = given.only.split(",") if given.only else list(PACKAGES)
    wanted = [package for package in wanted if importlib.util.find_spec(package)]
    columns: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        write_table(folder / "calls.csv")
        graphs = {"small": folder / "small.npz", "large": folder / "large.npz"}
        for size, path in graphs.items():
            write_graph(getattr(given, size), path)
        for package in wanted:
            caches = folder / f"caches of {package}"
            cold = []
            for at in range(given.runs):
                cold.append(measure(package, graphs["small"], "first", 0, folder / f"{package} {at}")["first"])
            measure(package, graphs["small"], "first", 0, caches)
            warm = [measure(package, graphs["small"], "first", 0, caches)["first"] for _ in range(given.runs)]
            times = {size: measure(package, path, "times", given.runs, caches) for size, path in graphs.items()}
            for size, path in graphs.items():
                for name in ("ranks", "paths"):
                    found, expected = (np.load(f"{path}.{one}.{name}.npy") for one in (package, wanted[0]))
                    # igc marks nodes that cannot be reached by infinity, because the weights are real numbers.
                    same = np.allclose(found, expected, rtol=1e-2, atol=1e-6)
                    assert same, (package, size, name, np.abs(found - expected).max())
            copied = measure(package, graphs["large"], "copied", 0, caches)
            share = f"{copied['copied'] / 1e6:.1f} of {copied['arrays'] / 1e6:.1f}"
            size = "–"
            if package != "igc" or given.wheel:
                size = f"{installed_size(package, given.wheel) / 1e6:,.0f}"
            columns[package] = [
                str(lines(package, folder)),
                milliseconds(cold),
                milliseconds(warm),
                *(milliseconds(times[size][name]) for name in ("ranks", "paths") for size in graphs),
                share,
                size,
            ]
            print(package, columns[package], file=sys.stderr, flush=True)
    names = [
        "lines for a table",
        "first call with empty caches, ms",
        "first call, ms",
        "PageRank, small graph, ms",
        "PageRank, large graph, ms",
        "shortest paths, small graph, ms",
        "shortest paths, large graph, ms",
        "copied, MB",
        "installation, MB",
    ]
    print("| | " + " | ".join(PACKAGES[package][0] for package in wanted) + " |")
    print("| --- " * (len(wanted) + 1) + "|")
    for at, name in enumerate(names):
        print(f"| {name} | " + " | ".join(columns[package][at] for package in wanted) + " |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(*sys.argv[2:5], int(sys.argv[5]))
    else:
        main()
