#!/usr/bin/env python3
"""Prints the effect of each policy for generated code on applications, from the files that run.sh writes.

    summary.py OUT [STATISTIC]

A cell is the time with the policy divided by the time without a policy. STATISTIC is `median` (the median of each pass;
the cell is the geometric mean over the passes, with the least and the greatest of them) or `minimum` (the least time of
all runs of all passes), which depends less on what else runs on the machine.
"""

import json
import math
import sys
from collections import defaultdict
from pathlib import Path


def times(path, statistic):
    """Returns the time of each program and configuration in a file, which may be incomplete."""
    try:
        report = json.loads(path.read_text())
    except json.JSONDecodeError:
        return {}
    found = {}
    for comparison in report["comparisons"]:
        for entry in comparison["configurations"]:
            if entry.get(statistic):
                found[comparison["program"], entry["options"]] = entry[statistic]
    return found


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def cell(measured, variant, statistic):
    """Returns the ratio of a policy and its text, or None."""
    both = [number for name, number in measured if name == variant and ("off", number) in measured]
    if not both:
        return None
    if statistic == "minimum":
        least = [min(measured[name, number] for number in both) for name in (variant, "off")]
        return least[0] / least[1], f"{least[0] / least[1]:.2f}"
    ratios = [measured[variant, number] / measured["off", number] for number in both]
    return mean(ratios), f"{mean(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})"


def main():
    out, statistic = Path(sys.argv[1]), (sys.argv[2:] or ["median"])[0]
    tests = defaultdict(dict)
    for path in sorted(out.glob("*.*.*.json")):
        graph, variant, number, _ = path.name.split(".")
        for test, seconds in times(path, statistic).items():
            tests[graph, *test][variant, number] = seconds
    variants = sorted({variant for all in tests.values() for variant, _ in all} - {"off"})
    all_ratios = defaultdict(list)
    print("| graph | application | flags |", " | ".join(variants), "|")
    print("| --- | --- | --- |", " | ".join("---" for _ in variants), "|")
    for test, measured in sorted(tests.items()):
        cells = []
        for variant in variants:
            found = cell(measured, variant, statistic)
            cells.append(found[1] if found else "-")
            if found:
                all_ratios[variant, test[2]].append(found[0])
        print("|", " | ".join([*test, *cells]), "|")
    for flags in sorted({flags for _, flags in all_ratios}):
        ratios = [all_ratios[variant, flags] for variant in variants]
        means = [f"{mean(of):.2f}" if of else "-" for of in ratios]
        print("|", " | ".join(["geometric mean", "", flags, *means]), "|")


if __name__ == "__main__":
    main()
