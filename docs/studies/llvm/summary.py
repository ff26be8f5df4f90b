#!/usr/bin/env python3
"""Summarises the store of a study that run.sh measured: summary.py STUDY.db [DENSE.json]

A test is an application on a graph. The ratio of a configuration is its median time divided by that
of the driver's compiler with the same flags. The searched order of a test is the order with the
smallest median in the odd rounds, and its ratio comes from the even rounds only, because the choice
favours rounds that happened to be fast.
"""
import json
import math
import random
import sqlite3
import statistics
import sys

DRIVER = "none"


def times(path):
    """Returns {test: {configuration: {round: seconds}}}, and the number of failures."""
    store = sqlite3.connect(path)
    query = """SELECT applications.name, graphs.name, options, round, seconds
        FROM runs JOIN cells ON cells.id = runs.cell JOIN graphs ON graphs.id = cells.graph
        JOIN compiled ON compiled.artefact = cells.artefact
        JOIN applications ON applications.id = compiled.application
        JOIN configurations ON configurations.id = compiled.configuration"""
    found = {}
    for application, graph, options, at, seconds in store.execute(query):
        test = found.setdefault((application, graph), {})
        test.setdefault(options, {})[at] = seconds
    failures = store.execute("SELECT kind, count(*) FROM failures GROUP BY kind").fetchall()
    return found, failures


def median(runs, rounds=lambda at: True):
    chosen = [seconds for at, seconds in runs.items() if rounds(at)]
    return statistics.median(chosen) if chosen else None


def summary(ratios):
    """The geometric mean with its 95 % confidence interval over tests, and the extremes."""
    if not ratios:
        return "not measured"
    logs = [math.log(ratio) for ratio in ratios]
    draw = random.Random(0)
    means = sorted(statistics.mean(draw.choices(logs, k=len(logs))) for _ in range(2000))
    mean, low, high = (math.exp(x) for x in (statistics.mean(logs), means[50], means[1949]))
    extremes = f"{min(ratios):.2f} to {max(ratios):.2f}"
    return f"{mean:.3f} ({low:.3f}–{high:.3f}) | {extremes} | {len(ratios)}"


def ratios_of(tests, configuration, driver=DRIVER):
    pairs = [(runs.get(configuration), runs.get(driver)) for runs in tests.values()]
    return [median(one) / median(other) for one, other in pairs if one and other]


def searched(tests):
    """The ratios of the searched orders."""
    odd, even = (lambda at: at % 2 == 1), (lambda at: at % 2 == 0)
    own = []
    for runs in tests.values():
        orders = [o for o in runs if o.startswith("llvm=") and median(runs[o], odd)]
        if orders and DRIVER in runs:
            best = min(orders, key=lambda order: median(runs[order], odd))
            own.append(median(runs[best], even) / median(runs[DRIVER], even))
    return own


def main(path, dense=None):
    tests, failures = times(path)
    tests = {test: runs for test, runs in tests.items() if len(runs.get(DRIVER, {})) >= 3}
    print(f"{len(tests)} tests, failures: {failures}\n\n| kernels | ratio | range | tests |\n|---|---|---|---|")
    for sequence in ["O0", "O1", "O2", "O3"]:
        print(f"| {sequence} | {summary(ratios_of(tests, f'llvm={sequence}'))} |")
    both = ratios_of(tests, "all,llvm=O3", "all")
    for name, runs in list(tests.items()):
        flags = next((o for o in runs if "sz256" in o and "llvm" not in o), None)
        with_llvm = next((o for o in runs if "sz256" in o and "llvm=O3" in o), None)
        if flags and with_llvm:
            both.append(median(runs[with_llvm]) / median(runs[flags]))
    if both:
        print(f"| O3, all flags | {summary(both)} |")
    print(f"| searched | {summary(searched(tests))} |\n")
    print("| test | driver | O3 | best order in odd rounds, ratio in even rounds |\n|---|---|---|---|")
    for (name, graph), runs in sorted(tests.items()):
        own = searched({name: runs})
        o3 = ratios_of({name: runs}, "llvm=O3")
        text = [f"{x[0]:.2f}" if x else "" for x in (o3, own)]
        print(f"| {name}, {graph} | {median(runs[DRIVER]) * 1e3:.3f} ms | {text[0]} | {text[1]} |")
    if dense:
        for comparison in json.load(open(dense))["comparisons"]:
            print(f"\n{comparison['program']}:")
            for entry in comparison["configurations"]:
                ratio = entry.get("ratio") or {}
                print(f"  {entry['options'][:60]}: {entry.get('median', 0) * 1e3:.3f} ms, {ratio}")


main(*sys.argv[1:])
