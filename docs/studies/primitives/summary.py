#!/usr/bin/env python3
"""Prints the effect of each policy for generated code on applications, from the files that run.sh writes.

    summary.py OUT

A cell is the time with the policy divided by the time without a policy: the geometric mean over the passes, with the
least and the greatest of them.
"""

import json
import math
import sys
from collections import defaultdict
from pathlib import Path


def medians(path):
    """Returns the median time of each program and configuration."""
    try:
        reports = json.loads(path.read_text())
    except json.JSONDecodeError:
        return {}
    times = {}
    for program in reports["comparisons"]:
        for entry in program["configurations"]:
            seconds = entry.get("median")
            if seconds:
                times[program["program"], entry["options"]] = seconds
    return times


def main():
    out = Path(sys.argv[1])
    times = defaultdict(dict)
    for path in sorted(out.glob("*.*.*.json")):
        graph, variant, number, _ = path.name.split(".")
        for test, seconds in medians(path).items():
            times[graph, *test][variant, number] = seconds
    variants = sorted({variant for all in times.values() for variant, _ in all} - {"off"})
    all_ratios = defaultdict(list)
    print("| graph | application | flags |", " | ".join(variants), "|")
    print("| --- | --- | --- |", " | ".join("---" for _ in variants), "|")
    for test, measured in sorted(times.items()):
        cells = []
        for variant in variants:
            numbers = [number for name, number in measured if name == variant and ("off", number) in measured]
            ratios = [measured[variant, number] / measured["off", number] for number in numbers]
            if not ratios:
                cells.append("-")
                continue
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            all_ratios[variant].append(mean)
            cells.append(f"{mean:.2f} ({min(ratios):.2f}–{max(ratios):.2f})")
        print("|", " | ".join([*test, *cells]), "|")
    means = []
    for variant in variants:
        ratios = all_ratios[variant]
        means.append(f"{math.exp(sum(map(math.log, ratios)) / len(ratios)):.3f}" if ratios else "-")
    print("| geometric mean | | |", " | ".join(means), "|")


if __name__ == "__main__":
    main()
