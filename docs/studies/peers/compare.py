#!/usr/bin/env python3
"""Measures igc through one or several devices beside hand-written CUDA programs. scripts/compare-peers runs it, and
lists its arguments and variables.

**Clock.** All times are by the host's clock, of whole runs with the graph on the device: from the initialisation of
state until the host knows that the last kernel has ended. If a peer prints only times by the device's clock, the table
says so. A time is a median.

**Order.** First, many programs run at a time: igc writes the graphs as files, builds its kernels and, unless
CHECKS=no, the oracles check the result of every cell on every device. Then the programs are timed, one at a time. In
each round, every device and plan of a cell has a process of igc, and every peer has one. They run in the reverse order
in every second round. The first run of a process of igc does not count. Each row is printed as soon as it is measured.

**Peers.** peers.tsv lists the executables. A process gets the file of the graph, and `-r NODE` if the problem has a
source. It may read two variables: PEER_RUNS, the number of runs, and PEER_CHECK, which is 0 if it should not check its
result. A peer that runs in one round only gets an extra process before, with PEER_PREPARE=1, which may store what it
computes beside the file. Peers that are missing or fail keep their earlier times from the file of cells, and the table
says `earlier`. If several peers of a problem run, the ratio is that of the fastest.

**Errors.** The error of a ratio is its relative standard error: the standard deviation of the logarithms of the ratios
of the medians of 1,000 bootstrap samples. An earlier time of a peer counts as exact.
"""

import collections
import concurrent.futures
import csv
import json
import math
import os
import pathlib
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path("docs/studies/peers")
IGC = os.environ.get("IGC", "target/release/igc")
POLICY = os.environ.get("POLICY", str(HERE / "policy.toml"))
CELLS = os.environ.get("CELLS", str(HERE / "cells.tsv"))
DATA = os.environ.get("DATA", "../shared/data")
PEERS = os.environ.get("PEERS")
PLANS = os.environ.get("PLANS", "picked").split(",")
ROUNDS = int(os.environ.get("ROUNDS", "3" if PEERS else "1"))
CHECKS = os.environ.get("CHECKS") != "no"
LIMITS = os.environ.get("LIMITS") == "yes"
BUDGET = float(os.environ.get("BUDGET", "inf"))
RECORDS = os.environ.get("RECORDS")
# Seconds after which a process of a peer has failed.
PATIENCE = float(os.environ.get("PATIENCE", "120"))
# Keys of the forms of graphs in peers.tsv.
BOTH = ",symmetric,parallel=least,loops=drop"
FORMS = {"directed": ",weights=ignore", "undirected": ",weights=ignore" + BOTH, "weighted": BOTH,
         "directed-weighted": ""}
SOURCES = ("breadth-first search", "shortest paths")
START = time.monotonic()


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def over():
    return time.monotonic() - START > BUDGET


def record(**row):
    """Appends a measurement to the file of records."""
    if RECORDS:
        with open(RECORDS, "a", encoding="utf-8") as out:
            out.write(json.dumps(row) + "\n")


def read_table(path, fields):
    with open(path, encoding="utf-8") as text:
        lines = csv.reader((line for line in text if not line.startswith("#")), delimiter="\t")
        return [dict(zip(fields, line)) for line in lines]


class Cell:
    """A problem on a graph, with the program that was picked for it and the peer with the best earlier time."""

    def __init__(self, row):
        self.problem, self.graph, self.kind = row["problem"], row["graph"], row["kind"]
        self.name, self.program = row["program"].split("/")
        self.peer = row["peer"]
        self.earlier = None if row["peer_ms"] == "-" else float(row["peer_ms"])
        self.params = [] if row["params"] == "-" else row["params"].split(",")
        self.source = next((param.split("=")[1] for param in self.params if param.startswith("source=")), "0")
        # The form of the graph that the keys of the specification do not change: it is stored once for all programs.
        self.base = re.sub(",order=[a-z]+$", "", self.graph)
        self.order = self.graph[len(self.base):]
        self.options = None

    def plans(self):
        return [plan for plan in PLANS if plan == "auto" or self.program != "-"]

    def target(self, plan, device, folder):
        """The arguments of `igc run` for a plan."""
        graph = stored(self.base, folder) + self.order
        program = self.name if plan == "auto" else f"examples/{self.name}/{self.program}.ig"
        params = [param for param in self.params if plan == "picked" or param.startswith("source=")]
        made = [program, "--graph", graph, "--device", device]
        made += [word for param in params for word in ("-p", param)]
        return made + (["--opts", self.options] if plan == "picked" and self.options else [])


def read_cells():
    graphs, problems = (re.compile(os.environ.get(name, ".")) for name in ("GRAPHS", "PROBLEMS"))
    fields = ["problem", "graph", "kind", "program", "params", "peer", "peer_ms"]
    cells = [Cell(row) for row in read_table(CELLS, fields)]
    return [cell for cell in cells if graphs.search(cell.graph) and problems.search(cell.problem) and cell.plans()]


def read_peers():
    """The peers whose executables are in the folder, by problem."""
    found = collections.defaultdict(list)
    if not PEERS:
        return found
    fields = ["problem", "name", "executable", "form", "rounds", "pattern", "host_pattern", "result_pattern"]
    for peer in read_table(HERE / "peers.tsv", fields):
        peer["executable"] = os.path.abspath(os.path.join(PEERS, peer["executable"]))
        if os.access(peer["executable"], os.X_OK):
            found[peer["problem"]].append(peer)
        else:
            say(f"{peer['executable']} is missing, so {peer['name']} has no new time")
    return found


def igc(arguments):
    """Runs igc, and returns its JSON. Raises RuntimeError if igc fails."""
    done = subprocess.run([IGC, *arguments, "--json"], capture_output=True, text=True, check=False)
    if not done.stdout.startswith("{") or done.returncode != 0:
        raise RuntimeError(f"igc {' '.join(arguments)}:\n{(done.stderr or done.stdout)[-2000:]}")
    return json.loads(done.stdout)


def stored(base, folder):
    return os.path.join(folder, re.sub(r"\W", "-", base) + ".igc")


def egr(base, form, folder):
    return os.path.join(folder, re.sub(r"\W", "-", f"{base}-{form}") + ".egr")


def convert(graph, to):
    """Writes a graph to a file, unless the file exists."""
    if not os.path.exists(to):
        stem, end = os.path.splitext(to)
        part = f"{stem}.part{end}"
        subprocess.run([IGC, "graph", "convert", graph, part], check=True, stdout=subprocess.DEVNULL)
        os.rename(part, to)


def write_graph(base, forms, folder):
    """Writes a graph in igc's format and in the forms that the peers read."""
    given = os.path.join(DATA, base[5:]) if base.startswith("DATA/") else base
    convert(given, stored(base, folder))
    for form in sorted(forms):
        convert(stored(base, folder) + FORMS[form], egr(base, form, folder))


def prepare(cell, plan, device, folder):
    """Builds the kernels of a plan, and checks the result of a run. Returns an error, or nothing."""
    check = ["--check"] if CHECKS else []
    try:
        report = igc(["run", *cell.target(plan, device, folder), *check])
    except RuntimeError as error:
        return str(error)
    record(kind="check", problem=cell.problem, graph=cell.graph, plan=plan, device=device, checks=report.get("checks"))
    return None


def choose_options(cell, folder, device):
    """Lets the policy choose the configuration of a cell, with a run whose result is not used. Returns an error, or
    nothing."""
    command = ["run", *cell.target("picked", device, folder), "--policy", POLICY, "--class", cell.kind]
    try:
        cell.options = igc(command)["options"]
    except RuntimeError as error:
        return str(error)
    return None


def prepare_peer(peer, path):
    """Lets a peer prepare a graph on the host. Returns whether it ended in time."""
    try:
        subprocess.run([peer["executable"], path], env=dict(os.environ, PEER_PREPARE="1"), stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        say(f"{peer['executable']} {path}: not prepared within {PATIENCE} s")
        return False
    return True


def prepare_all(cells, devices, peers, folder):
    """Writes the graphs, builds kernels and checks results, many at a time. Returns the plans and devices that fail,
    and the peers that fail, with the file of the graph."""
    forms = collections.defaultdict(set)
    for cell in cells:
        forms[cell.base] |= {peer["form"] for peer in peers[cell.problem]}
    say(f"Writing {len(forms)} graphs ...")
    failed = set()
    with concurrent.futures.ThreadPoolExecutor(len(forms)) as pool:
        list(pool.map(lambda base: write_graph(base, forms[base], folder), forms))
    say(f"Preparing {len(cells)} cells, after {time.monotonic() - START:.0f} s ...")
    with concurrent.futures.ThreadPoolExecutor(2 * len(os.sched_getaffinity(0))) as pool:
        slow = {peer["executable"] + egr(cell.base, peer["form"], folder): (peer, egr(cell.base, peer["form"], folder))
                for cell in cells for peer in peers[cell.problem] if peer["rounds"] == "1"}
        waiting = {one: pool.submit(prepare_peer, *slow[one]) for one in slow}
        picked = [cell for cell in cells if "picked" in cell.plans()]
        for cell, error in zip(picked, pool.map(lambda cell: choose_options(cell, folder, devices[0]), picked)):
            if error:
                say(error)
                failed |= {(cell, "picked", device) for device in devices}
        jobs = [(cell, plan, device) for cell in cells for plan in cell.plans() for device in devices]
        jobs = [job for job in jobs if job not in failed]
        for job, error in zip(jobs, pool.map(lambda job: prepare(*job, folder), jobs)):
            if error:
                say(error)
                failed.add(job)
        say(f"Waiting for the peers, after {time.monotonic() - START:.0f} s ...")
        failed |= {one for one, prepared in waiting.items() if not prepared.result()}
    return failed


def unlimited_stack():
    """Lets a peer recurse as deeply as its check of the result needs."""
    _, most = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (most, most))


def run_peer(peer, cell, path, runs, check):
    """Times a peer in one or more processes. Returns at least `runs` times in milliseconds by the host's clock, if the
    peer prints any, and the times by the device's clock. Returns nothing if the peer fails."""
    # Without lazy loading, no time contains the loading of a kernel.
    environment = dict(os.environ, CUDA_MODULE_LOADING="EAGER", PEER_RUNS=str(2 * runs + 1), PEER_CHECK=str(int(check)))
    command = [peer["executable"], path] + (["-r", cell.source] if cell.problem in SOURCES else [])
    by_host, by_device, result = [], [], None
    while max(len(by_host), len(by_device)) < runs:
        start = time.monotonic()
        try:
            done = subprocess.run(command, env=environment, preexec_fn=unlimited_stack, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, errors="replace", timeout=PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            say(f"{' '.join(command)}: no result within {PATIENCE} s")
            return [], []
        found = [float(found) * 1000 for found in re.findall(peer["pattern"], done.stdout)]
        host = [float(found) * 1000 for found in re.findall(peer["host_pattern"], done.stdout)]
        if done.returncode != 0 or not found + host or re.search("error|failed", done.stdout, re.IGNORECASE):
            say(f"{' '.join(command)} failed ({done.returncode}):\n{done.stdout[-2000:]}")
            record(kind="failure", who=peer["name"], problem=cell.problem, graph=cell.graph, output=done.stdout[-2000:])
            return [], []
        # The first time by the device's clock is that of a warm-up.
        by_device += found[1:] or found
        by_host += host
        result = re.findall(peer["result_pattern"], done.stdout) or result
        record(kind="time", who=peer["name"], problem=cell.problem, graph=cell.graph, host=host, device_clock=found,
               result=result, seconds=time.monotonic() - start)
    shown = by_host or by_device
    say(f"  {peer['name']}: {statistics.median_low(shown):.4g} ms in {len(shown)} runs, {time.monotonic() - start:.1f} s,",
        *(result or []))
    return by_host, by_device


def measure(cell, variants, peers, runs, folder):
    """Times the plans and devices of a cell, and its peers, in turns. Returns the times of igc and its last report by
    plan and device, and the times by the host's and by the device's clock by peer."""
    share = -(-runs // ROUNDS)
    times, reports, theirs, failed = collections.defaultdict(list), {}, {}, set()
    turns = variants + [peer["name"] for peer in peers]
    by_name = {peer["name"]: peer for peer in peers}
    for number in range(ROUNDS):
        if number and over():
            break
        for turn in turns[::-1] if number % 2 else turns:
            if turn in failed or (turn in by_name and number >= int(by_name[turn]["rounds"])):
                continue
            if turn in by_name:
                peer = by_name[turn]
                host, device = run_peer(peer, cell, egr(cell.base, peer["form"], folder), share, CHECKS and number == 0)
                before = theirs.setdefault(turn, ([], []))
                theirs[turn] = (before[0] + host, before[1] + device)
                if not host + device:
                    failed.add(turn)
                    del theirs[turn]
                continue
            plan, device = turn
            try:
                report = igc(["run", *cell.target(plan, device, folder), "--repeat", str(share + 1)])
            except RuntimeError as error:
                say(error)
                failed.add(turn)
                times.pop(turn, None)
                continue
            found = [1000 * seconds for seconds in report["seconds"]["compute_each"][1:]]
            times[turn] += found
            reports[turn] = report
            record(kind="time", who="igc", problem=cell.problem, graph=cell.graph, plan=plan, device=device, round=number,
                   host=found, program=report["program"], options=report["options"],
                   initialise=1000 * report["seconds"]["initialise"])
    return times, reports, theirs


def median(times):
    return statistics.median_low(times)


def spread(times):
    return f"{min(times):.3g} – {max(times):.3g}"


def relative_error(ours, theirs):
    """The relative standard error of the ratio of two medians, of a bootstrap."""
    if len(ours) < 2:
        return "unknown"
    source = random.Random(1)
    draw = lambda times: median(source.choices(times, k=len(times)))
    error = statistics.stdev(math.log(draw(ours) / draw(theirs)) for _ in range(1000))
    return f"{error * 100:.1f} %"


def best_peer(cell, theirs):
    """The name and the times of the fastest peer, and a remark about them. A peer that ran has no earlier time."""
    measured = sorted((median(host or device), name, host or device, not host) for name, (host, device) in theirs.items())
    others = "; ".join(f"{name} {time:.3g}" for time, name, _, _ in measured[1:])
    if cell.earlier is not None and cell.peer not in theirs and (not measured or cell.earlier < measured[0][0]):
        all_measured = "; ".join(f"{name} {time:.3g}" for time, name, _, _ in measured)
        return cell.peer, [cell.earlier], "earlier" + (f"; {all_measured}" if all_measured else "")
    if not measured:
        return None
    _, name, times, by_device = measured[0]
    return name, times, spread(times) + ("; device's clock" if by_device else "") + (f"; {others}" if others else "")


def find_limit(cell, plan, device, folder):
    """Computes the limit of the hardware for a plan of a cell in seconds, and what limits it."""
    arguments = cell.target(plan, device, folder)
    if plan == "auto":
        arguments += ["--opts", "auto"]
    result = igc(["bench", *arguments, "--no-check", "--repeat", "1", "--roofline"])
    return result["comparisons"][0]["roofline"][0]


class Table:
    """Prints rows, and keeps the ratios for the means at the end."""

    def __init__(self, devices, folder):
        self.devices, self.folder = devices, folder
        self.ratios = collections.defaultdict(list)
        self.shares, self.reordered = [], {}
        heads = ["problem", "graph", "plan", "program", "configuration"]
        for device in devices:
            heads += [f"{device}, ms", "least – greatest"]
        heads += [f"{devices[0]} / {device}" for device in devices[1:]]
        heads += ["peer, ms", "least – greatest", "ratio", "error"] + ["limit, ms", "limited by", "reached"] * LIMITS
        print("|", " | ".join(heads), "|")
        print("| --- " * len(heads) + "|", flush=True)

    def row(self, cell, plan, times, reports, theirs):
        first = next((report for (of, _), report in reports.items() if of == plan), None)
        if first is None:
            print(f"| {cell.problem} | `{cell.graph}` | {plan} | failed |", flush=True)
            return
        mine = {device: times.get((plan, device)) for device in self.devices}
        row = [cell.problem, f"`{cell.graph}`", plan, f"`{first['program']}`", f"`{first['options']}`"]
        peer = best_peer(cell, theirs)
        for device, found in mine.items():
            if not found:
                row += ["failed", ""]
                continue
            shown = f"{median(found):.3g}"
            if peer:
                ratio = median(found) / median(peer[1])
                self.ratios[plan, device, "the peer"].append(ratio)
                if not peer[2].startswith("earlier"):
                    self.ratios[plan, device, "a peer that ran"].append(ratio)
                shown = f"**{shown}**" if ratio <= 1 else shown
            row += [shown, spread(found)]
        start = mine[self.devices[0]]
        for device in self.devices[1:]:
            if start and mine[device]:
                ratio = median(start) / median(mine[device])
                self.ratios[plan, self.devices[0], device].append(ratio)
                row.append(f"{ratio:.2f} ({relative_error(start, mine[device])})")
            else:
                row.append("")
        row += [f"{peer[0]} {median(peer[1]):.3g}", peer[2]] if peer else ["", ""]
        row += [f"{median(start) / median(peer[1]):.2f}", relative_error(start, peer[1])] if peer and start else ["", ""]
        if LIMITS and start:
            limit = find_limit(cell, plan, self.devices[0], self.folder)
            self.shares.append(limit["limit"] * 1000 / median(start))
            row += [f"{limit['limit'] * 1000:.3g}", limit["term"], f"{self.shares[-1]:.0%}".replace("%", " %")]
        print("|", " | ".join(row), "|", flush=True)
        for report in reports.values():
            if "reorder" in report["seconds"]:
                self.reordered[cell.graph] = f"{report['seconds']['reorder'] * 1000:.3g} ms"

    def means(self):
        print()
        for (plan, device, other), ratios in self.ratios.items():
            mean = math.exp(statistics.fmean(map(math.log, ratios)))
            most = sum(ratio <= 1 for ratio in ratios)
            print(f"Plan {plan}, {device}: in {most} of {len(ratios)} cells at most the time of {other}. Geometric mean of "
                  f"the ratios: {mean:.3f}, largest: {max(ratios):.2f}")
        if self.shares:
            third = sum(share >= 1 / 3 for share in self.shares)
            print(f"{third} of {len(self.shares)} cells reach a third of the limit.")
        for graph, seconds in self.reordered.items():
            print(f"Reordering, not part of the time: {graph}: {seconds}")
        sys.stdout.flush()


def main():
    devices = (sys.argv[1] if len(sys.argv) > 1 else "opencl:gpu").split(",")
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    cells, peers = read_cells(), read_peers()
    if not cells or not set(PLANS) <= {"picked", "auto"}:
        sys.exit("no cell is selected, or PLANS is neither `picked`, `auto` nor `picked,auto`")
    with tempfile.TemporaryDirectory() as temporary:
        folder = os.environ.get("FOLDER") or temporary
        os.makedirs(folder, exist_ok=True)
        if LIMITS:
            calibrated = next((device for device in devices if device.startswith("opencl")), devices[0])
            os.environ["IGC_CALIBRATION"] = os.path.join(temporary, "calibration.json")
            say("Measuring the rates of the device ...")
            command = [IGC, "devices", "--calibrate", "--device", calibrated, "-o", os.environ["IGC_CALIBRATION"]]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        failed = prepare_all(cells, devices, peers, folder)
        table, left = Table(devices, folder), []
        for cell in cells:
            if over():
                left.append(f"{cell.problem} on {cell.graph}")
                continue
            say(f"{cell.problem}, {cell.graph}, after {time.monotonic() - START:.0f} s")
            variants = [(plan, device) for plan in cell.plans() for device in devices
                        if (cell, plan, device) not in failed]
            able = [peer for peer in peers[cell.problem]
                    if peer["executable"] + egr(cell.base, peer["form"], folder) not in failed]
            times, reports, theirs = measure(cell, variants, able, runs, folder)
            for plan in cell.plans():
                table.row(cell, plan, times, reports, theirs)
        table.means()
        if left:
            print(f"Not measured within {BUDGET:.0f} s:", ", ".join(left))


main()
