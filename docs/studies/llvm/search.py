#!/usr/bin/env python3
"""Searches for orders of passes for many programs on one device, and prints a table.

    search.py run DEVICE OUT     searches for each program; continues after an interruption
    search.py table OUT          prints the results so far
    search.py compile FACTS      compiles the listed orders of LLVM's passes for another machine;
                                 FACTS is the output of `igc devices --json --device DEVICE` there
    search.py build DEVICE OUT   builds the listed orders before the searches, in parallel

Run it in the root of the repository. The programs are the 17 applications and the dense kernels of
the book. IGC is the command. With --listed, a search tries only the orders of this script, as on a
machine without LLVM's tools, whose cache (IGC_CACHE_DIR) `compile` has filled on another machine.
"""
import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import random
import re
import subprocess
import time

import make

IGC = os.environ.get("IGC", "target/release/igc")
DENSE = pathlib.Path("docs/src/optimisations/dense")

# The kernels of PolyBench/GPU, with the number of rows on CPUs and on GPUs, and with the power of this
# number that is the number of nodes.
POLYBENCH = {
    "conv2d": (512, 2048, 2), "mm2": (256, 1024, 2), "conv3d": (64, 128, 3), "mm3": (256, 1024, 2),
    "atax": (512, 4096, 1), "bicg": (512, 4096, 1), "correlation": (256, 512, 1),
    "covariance": (256, 512, 1), "fdtd2d": (256, 1024, 2), "gemm": (256, 1024, 2),
    "gesummv": (512, 4096, 1), "gramschmidt": (256, 512, 1), "mvt": (512, 4096, 1),
    "syr2k": (256, 1024, 2), "syrk": (256, 1024, 2),
}
# Further kernels. Vector operations have as many elements as nodes.
OTHERS = {"gemv": (512, 4096, 1), "copy": None, "axpy": None, "dot": None}
VECTOR = "chain:4000000"

# Orders of scalar passes: each way to promote and unroll, each other pass with promotion, and passes
# alone. A search whose budget ends has not tried the last ones.
SCALAR = """promote promote,unroll4 promote,unroll8 unroll4,promote promote,licm,gvn,unroll8,gvn,dce promote,unroll2
fuse,promote,unroll4 fission,promote,unroll4 promote,gvn gvn unroll4 promote,licm unroll8,promote unroll2,promote
promote,licm,gvn,unroll4,gvn,dce unroll4,promote,unroll8 fuse,unroll4,promote,unroll2 unroll8,promote,unroll4,unroll2
promote,unroll4,vector,dce promote,unroll8,vector,dce promote,gvn,licm,unroll4,vector,dce unroll8 licm""".split()


def listed(over):
    """The orders that a search with --listed tries. The random ones are those of make.py."""
    if over == "scalar":
        return SCALAR
    configurations = [c for c in make.configurations() if c.startswith("llvm=")]
    return [c.removeprefix("llvm=").replace("+", ",") for c in configurations]


def programs(size, folder):
    """Yields (name, group, file, graph) of each program. The files of dense kernels are copies with
    another number of rows."""
    graph = {"cpu": "rmat:14", "gpu": "rmat:18"}[size]
    for kind, kernels in (("PolyBench", POLYBENCH), ("dense", OTHERS)):
        for name, sizes in kernels.items():
            source = DENSE / f"{name}.ig"
            if sizes is None:
                yield name, kind, source, VECTOR
                continue
            cpu, gpu, power = sizes
            rows = cpu if size == "cpu" else gpu
            copy = folder / "programs" / f"{name}.ig"
            copy.parent.mkdir(parents=True, exist_ok=True)
            text, count = re.subn(r"const n: u32 = \d+;", f"const n: u32 = {rows};", source.read_text())
            assert count == 1, f"{source} has no number of rows"
            copy.write_text(text)
            yield name, kind, copy, f"chain:{rows ** power}"
    for application in make.APPLICATIONS:
        file = pathlib.Path("examples") / f"{application}.ig"
        yield file.stem, "application", file, graph


def chosen(arguments, folder):
    """The programs that the arguments select."""
    groups = arguments.groups.split(",")
    names = arguments.programs.split(",") if arguments.programs else None
    for program in programs(arguments.size, folder):
        if program[1] in groups and (names is None or program[0] in names):
            yield program


def run(arguments):
    """Searches for each program that has no result yet."""
    out = pathlib.Path(arguments.out)
    folder = out / arguments.over
    folder.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    for name, group, file, graph in chosen(arguments, out):
        result = folder / f"{name}.json"
        if result.exists():
            continue
        if arguments.deadline and time.monotonic() - start > arguments.deadline:
            print("the time is used up")
            break
        command = [IGC, "search", file, "--graph", graph, "--device", arguments.device]
        command += ["--over", arguments.over, "--budget", arguments.budget, "--json"]
        command += ["--repeat", str(arguments.repeat)]
        command += ["--final-repeat", str(arguments.final_repeat)]
        command += ["--store", folder / f"{name}.search", "-o", folder / f"{name}.toml"]
        command += arguments.options
        if arguments.listed:
            orders = folder / "orders.txt"
            orders.write_text("\n".join(listed(arguments.over)) + "\n")
            command += ["--orders", orders]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            report = json.loads(done.stdout) | {"group": group}
            result.write_text(json.dumps(report))
        print(f"{time.monotonic() - start:.0f} s: {name}: {outcome(done)}", flush=True)


def outcome(done):
    return "done" if done.returncode == 0 else done.stderr.strip().splitlines()[-1]


def configuration(over, order):
    return ("passes=" if over == "scalar" else "llvm=") + order.replace(",", "+")


def in_parallel(jobs, commands):
    """Runs commands, and prints those that fail."""
    def attempt(command):
        return command, subprocess.run(command, capture_output=True, text=True, check=False)

    commands = list(commands)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for command, done in pool.map(attempt, commands):
            if done.returncode != 0:
                print(" ".join(map(str, command[1:]))[:100], outcome(done))
    print(f"{len(commands)} commands")


def compile_listed(arguments):
    """Compiles every program with every listed order of LLVM's passes."""
    folder = pathlib.Path(arguments.out)
    orders = ["O3", *listed("llvm")]
    in_parallel(arguments.jobs, (
        [IGC, "compile", file, "--opts", configuration("llvm", order), "--for", arguments.facts]
        for _, _, file, _ in chosen(arguments, folder) for order in orders
    ))


def build(arguments):
    """Fills the caches of igc and of the driver: runs every order on a graph with almost no work."""
    folder = pathlib.Path(arguments.out)
    orders = ["none", configuration(arguments.over, "standard")]
    orders += [configuration(arguments.over, order) for order in listed(arguments.over)]
    opts = [part for order in orders for part in ("--opts", order)]
    in_parallel(arguments.jobs, (
        [IGC, "bench", file, "--graph", "chain:2", "--device", arguments.device, "--repeat", "1",
         "--json", *inputs(file), *opts] for _, _, file, _ in chosen(arguments, folder)
    ))


def inputs(file):
    """Gives each input of a program random values."""
    names = re.findall(r"^input node (\w+):", pathlib.Path(file).read_text(), re.MULTILINE)
    return [part for name in names for part in ("--input", f"{name}=random")]


def speedup(finalist):
    ratio = finalist.get("ratio")
    return 1 / ratio["value"] if ratio else 1.0


def row(report):
    """The speedups of the standard order and of the best order, and a line of the table."""
    first, standard = report["finalists"][:2]
    best = next(entry for entry in report["finalists"] if entry["order"] == report["best"])
    ratio = best.get("ratio")
    interval = ratio and ratio.get("interval")
    shown = f"{speedup(best):.2f}"
    if interval:
        low, high = interval
        shown += f" ({1 / high:.2f}–{1 / low:.2f})"
    time_of = f"{first['seconds'] * 1e3:.3f} ms" if first.get("seconds") else "failed"
    trials = report["trials"]
    order = "none" if best["order"] == "none" else f"`{best['order']}`"
    cells = [f"`{report['program']}`", time_of, f"{speedup(standard):.2f}", shown, order,
             str(trials["timed"]), str(trials["failed"]), str(report.get("trials_to_reach") or "")]
    return speedup(standard), speedup(best), "| " + " | ".join(cells) + " |"


def summary(values):
    """The geometric mean with its 95 % confidence interval over programs."""
    logs = [math.log(value) for value in values]
    draw = random.Random(0)
    mean = lambda sample: sum(sample) / len(sample)
    means = sorted(mean(draw.choices(logs, k=len(logs))) for _ in range(2000))
    mean, low, high = (math.exp(x) for x in (mean(logs), means[50], means[1949]))
    return f"{mean:.2f} ({low:.2f}–{high:.2f})"


def table(arguments):
    """Prints a table for each kind of passes and each group of programs."""
    for over in ("scalar", "llvm"):
        folder = pathlib.Path(arguments.out) / over
        reports = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
        for group in dict.fromkeys(report["group"] for report in reports):
            rows = [row(report) for report in reports if report["group"] == group]
            print(f"\n{over}, {group}: geometric mean of {len(rows)} programs:", end=" ")
            print(f"standard {summary([r[0] for r in rows])}, best {summary([r[1] for r in rows])}\n")
            print("| program | none | standard | best | order | timed | failed | until 95 % |")
            print("| --- | --- | --- | --- | --- | --- | --- | --- |")
            print("\n".join(r[2] for r in rows))


def main():
    parser = argparse.ArgumentParser(description="Searches for orders of passes.")
    parser.set_defaults(options=[])
    commands = parser.add_subparsers(required=True)
    for name, action, names in (
        ("run", run, ["device", "out"]), ("table", table, ["out"]),
        ("compile", compile_listed, ["facts", "out"]), ("build", build, ["device", "out"]),
    ):
        command = commands.add_parser(name)
        command.set_defaults(action=action)
        for argument in names:
            command.add_argument(argument)
        if name == "table":
            continue
        command.add_argument("--groups", default="PolyBench,dense,application")
        command.add_argument("--programs", help="names, separated by commas")
        command.add_argument("--size", choices=["cpu", "gpu"], default="cpu")
        if name != "compile":
            command.add_argument("--over", choices=["scalar", "llvm"], default="llvm")
        if name != "run":
            command.add_argument("--jobs", type=int, default=os.cpu_count())
            continue
        command.add_argument("--listed", action="store_true")
        command.add_argument("--budget", default="20s", help="time for each program")
        command.add_argument("--deadline", type=float, help="start no search after these seconds")
        command.add_argument("--repeat", type=int, default=7)
        command.add_argument("--final-repeat", type=int, default=21)
    arguments, rest = parser.parse_known_args()
    arguments.options = rest
    arguments.action(arguments)


if __name__ == "__main__":
    main()
