#!/usr/bin/env python3
"""Turns races of `igc tune PROBLEM... --graph GRAPH --plans FILE --no-check --json` into lines of races.tsv.

    docs/studies/auto/collect.py DEVICE USE < races.jsonl >> races.tsv

DEVICE is one of the names in evaluate.py, and USE says what the race was for: `rules`, `evaluation` or `later`. Several
races of a problem on a graph follow each other: the next race begins where a plan appears again. A race in which the
time was over before every plan had run is left out. Facts about the graphs are printed to standard error, in the form
of graphs.tsv.
"""

import json
import sys

DEVICE, USE = sys.argv[1:]
seen = set()
for line in sys.stdin:
    race = json.loads(line)
    graph = race["graph"].rsplit("/", 1)[-1]
    if graph not in seen:
        seen.add(graph)
        facts = (f"{fact:.4f}" if isinstance(fact, float) else fact for fact in race["facts"].values())
        print(graph, *facts, sep="\t", file=sys.stderr)
    if any(plan["standing"] == "not run" for plan in race["plans"]):
        continue
    for plan in race["plans"]:
        if "the graph has no weights" in (plan.get("reason") or ""):
            continue
        times = plan["judging"] or plan["choosing"]
        median = "-" if plan["median"] is None else f"{plan['median'] * 1e6:.4g}"
        print(DEVICE, USE, race["program"], graph, plan["plan"], median, len(times), plan["standing"], sep="\t")
