#!/usr/bin/env python3
"""Measures `igc run PROBLEM`, whose plans igc chooses, beside hand-written CUDA programs, and prints the table of the
chapter "Choosing a plan".

    PEERS=FOLDER docs/studies/auto/peers.py measure STORE    measures on the GPU, and appends lines of JSON to a file
    docs/studies/auto/peers.py table STORE                   prints the table of a file (.xz if it is compressed)

First, the oracles check a result of igc in every cell (not triangles on graphs with more than ten million edges, for
which this takes minutes). Then igc and the peers run in turns, one process at a time: in ROUNDS rounds (2), of which
every second one is in the reverse order. A process of igc runs the plan RUNS times (16). Each process of a peer runs
its program several times, and the first run of each process does not count.

The folder has the executables of docs/studies/peers/peers.tsv, and `gswitch-bfs`, `gswitch-sssp` and `gswitch-cc`. They
are built as docs/src/peers.md describes. Times are by the host's clock. Variables: IGC, the command (default
target/release/igc); DEVICE; DATA, the folder with the graphs from files (default ../shared/data).
"""

import collections
import json
import lzma
import math
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
IGC = os.environ.get("IGC", ROOT / "target/release/igc")
DEVICE = os.environ.get("DEVICE", "gpu")
DATA = pathlib.Path(os.environ.get("DATA", ROOT / "../shared/data"))
PEERS = pathlib.Path(os.environ.get("PEERS", "peers")).resolve()
ROUNDS = int(os.environ.get("ROUNDS", "2"))
RUNS = int(os.environ.get("RUNS", "16"))
# Seconds after which a process has failed.
PATIENCE = 120
POWER_LAW = "degrees:1000000,out=power:2.1:16:20000"
GRAPHS = {
    "4elt": DATA / "metis/4elt.graph", "NY": DATA / "road/USA-road-d.NY.gr.gz", "rmat:21,seed=5": "rmat:21,seed=5",
    "soc-Epinions1": DATA / "snap/soc-Epinions1.txt.gz", "web-NotreDame": DATA / "snap/web-NotreDame.txt.gz",
    POWER_LAW: POWER_LAW, "kout:21,degree=16": "kout:21,degree=16",
}
WEIGHTED = {"NY", "rmat:21,seed=5", POWER_LAW, "kout:21,degree=16"}
LARGE = WEIGHTED - {"NY"}
# No edge leaves the first node of this graph.
SOURCES = {POWER_LAW: "2"}
PROBLEMS = ["bfs", "sssp", "pr", "cc", "scc", "mis", "colouring", "mst", "tri"]
# Peers of each problem: name, executable and form of the graph.
ECL = {"cc": "undirected", "mis": "undirected", "colouring": "undirected", "mst": "undirected", "scc": "directed"}
EXECUTABLES = {
    ("ECL", "cc"): "ecl-cc", ("ECL", "mis"): "ecl-mis", ("ECL", "colouring"): "ecl-gc", ("ECL", "mst"): "ecl-mst",
    ("ECL", "scc"): "ecl-scc", ("GSWITCH", "bfs"): "gswitch-bfs", ("GSWITCH", "sssp"): "gswitch-sssp",
    ("GSWITCH", "cc"): "gswitch-cc",
}
WRONG = r"ERROR.*|failed|differ.*"


def cells():
    return [(graph, problem) for graph in GRAPHS for problem in PROBLEMS
            if graph in WEIGHTED or problem not in ("sssp", "mst")]


def path(folder, graph, end):
    return os.path.join(folder, re.sub(r"\W", "-", graph) + end)


def source(graph, problem):
    return SOURCES.get(graph, "0") if problem in ("bfs", "sssp") else None


def convert(graph, folder):
    """Writes a graph in the formats of igc and of the peers."""
    stored = path(folder, graph, ".igc")
    both = ",symmetric,parallel=least,loops=drop"
    for made, to in ((str(GRAPHS[graph]), stored), (stored, path(folder, graph, "-directed.egr")),
                     (stored + both, path(folder, graph, "-undirected.egr"))):
        subprocess.run([IGC, "graph", "convert", made, to], check=True, stdout=subprocess.DEVNULL)


def run_igc(graph, problem, folder, *more):
    """Runs the plan that igc chooses, and returns the report."""
    command = [IGC, "run", problem, "--graph", path(folder, graph, ".igc"), "--device", DEVICE, "--json", *more]
    if node := source(graph, problem):
        command += ["-p", f"source={node}"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def run_peer(name, graph, problem, folder):
    """Times a peer. Returns the times by the host's clock in milliseconds, and what it says about its result."""
    command = [PEERS / EXECUTABLES[name, problem]]
    if name == "ECL":
        command.append(path(folder, graph, f"-{ECL[problem]}.egr"))
    else:
        form = "undirected" if problem == "cc" else "directed"
        command += [path(folder, graph, f"-{form}.egr"), "-r", source(graph, problem) or "0"]
    # The check of a result may recurse deeply. Without lazy loading, no time contains the loading of a kernel.
    _, most = resource.getrlimit(resource.RLIMIT_STACK)
    unlimited = lambda: resource.setrlimit(resource.RLIMIT_STACK, (most, most))
    environment = dict(os.environ, CUDA_MODULE_LOADING="EAGER")
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE,
                              env=environment, preexec_fn=unlimited)
    except subprocess.TimeoutExpired:
        return [], ["no result in time"]
    times = [1000 * float(time) for time in re.findall(r"host clock: ([0-9.]+) s", done.stdout)]
    wrong = re.findall(WRONG, done.stdout) + [f"exit code {done.returncode}"] * (done.returncode != 0)
    return times[1:] if name == "GSWITCH" else times, wrong


def measure(store):
    with open(store, "a", encoding="utf-8") as out, tempfile.TemporaryDirectory() as folder:
        def record(**row):
            print(json.dumps(row), file=out, flush=True)

        for graph in GRAPHS:
            convert(graph, folder)
        for graph, problem in cells():
            if not (problem == "tri" and graph in LARGE):
                checks = run_igc(graph, problem, folder, "--check")["checks"]
                record(who="igc", kind="check", graph=graph, problem=problem, check=checks)
        for number in range(ROUNDS):
            for graph, problem in cells():
                names = ["igc"] + [name for (name, solved), executable in EXECUTABLES.items()
                                   if solved == problem and os.access(PEERS / executable, os.X_OK)]
                for name in names[::-1] if number % 2 else names:
                    start = time.time()
                    if name == "igc":
                        report = run_igc(graph, problem, folder, "--repeat", str(RUNS))
                        times = [1000 * one for one in report["seconds"]["compute_each"][1:]]
                        more = {key: report[key] for key in ("program", "options")}
                    else:
                        times, wrong = run_peer(name, graph, problem, folder)
                        more = {"wrong": wrong}
                    record(who=name, kind="time", graph=graph, problem=problem, round=number, host=times, **more)
                    print(f"{graph}, {problem}: {name}, {time.time() - start:.1f} s", file=sys.stderr)


def mean(ratios):
    """The geometric mean."""
    return math.exp(statistics.fmean(map(math.log, ratios)))


def spread(times):
    """Half of the distance between the quartiles, relative to the median."""
    low, median, high = statistics.quantiles(times, n=4)
    return (high - low) / 2 / median


def table(store):
    times, wrong, spreads = collections.defaultdict(list), set(), []
    with (lzma.open if store.endswith(".xz") else open)(store, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["kind"] == "time":
                times[row["graph"], row["problem"], row["who"]] += row["host"]
                if row.get("wrong"):
                    wrong.add((row["graph"], row["problem"], row["who"]))
            if row["kind"] == "check" and not all(check["passed"] for check in row["check"] or []):
                wrong.add((row["graph"], row["problem"], "igc"))
    columns = sorted(EXECUTABLES, key=lambda column: (PROBLEMS.index(column[1]), column[0]))
    columns = [column for column in columns if any((graph, column[1], column[0]) in times for graph in GRAPHS)]
    print("| graph |", " | ".join(f"{problem}, {name}" for name, problem in columns), "|")
    print("| --- " * (len(columns) + 1) + "|")
    ratios = collections.defaultdict(list)
    for graph in GRAPHS:
        row = [f"`{graph}`"]
        for name, problem in columns:
            ours, theirs = times.get((graph, problem, "igc")), times.get((graph, problem, name))
            if not ours or not theirs:
                row.append("")
            elif (graph, problem, name) in wrong:
                row.append("wrong")
            else:
                ratio = statistics.median(ours) / statistics.median(theirs)
                ratios[name, problem].append(ratio)
                spreads += [spread(ours), spread(theirs)]
                shown = f"{ratio:.2f}"
                row.append(f"{statistics.median(ours):.3g} : {statistics.median(theirs):.3g} = "
                           + (f"**{shown}**" if ratio <= 1 else shown))
        print("|", " | ".join(row), "|")
    print("| geometric mean |", " | ".join(f"{mean(ratios[column]):.2f}" for column in columns), "|\n")
    every = [ratio for column in columns for ratio in ratios[column]]
    print(f"{sum(ratio <= 1 for ratio in every)} of {len(every)} cells take at most the time of the peer. Geometric mean of "
          f"the ratios: {mean(every):.2f}")
    print(f"Spread: median {statistics.median(spreads):.1%}, largest {max(spreads):.1%}")
    if mine := [cell for cell in wrong if cell[2] == "igc"]:
        print("Wrong results of igc:", mine)


if len(sys.argv) != 3 or sys.argv[1] not in ("measure", "table"):
    sys.exit(__doc__)
(measure if sys.argv[1] == "measure" else table)(sys.argv[2])
