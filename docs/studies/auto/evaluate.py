#!/usr/bin/env python3
"""Evaluates the rules of `igc/src/auto/plans.toml` on the races in races.tsv.xz, and prints the tables of the chapter
"Choosing a plan".

    docs/studies/auto/evaluate.py [--rules FILE] [--use rules|evaluation|later|drawn1|drawn2] [--graphs REGEX] [--worst N]

Each race is `igc tune PROBLEM --graph GRAPH --device DEVICE --plans FILE --json` with all plans of a problem. A cell is a
problem on a graph and a device. Its loss is the median time of the plan that the rules choose, divided by that of the
fastest plan. If a cell has one race, both times are from this race, so the fastest plan was partly lucky. If a cell has
several races of the same plans, one race says which plan is the fastest, and another race has both times. The loss is
then the geometric mean over all pairs of races. Races of different plans count as one race, in which the first time of
a plan counts. Cells whose plan was not measured are counted.
"""

import argparse
import collections
import lzma
import math
import pathlib
import re
import tomllib

HERE = pathlib.Path(__file__).parent
FACTS = ["nodes", "edges", "degree", "skew", "largest", "rounds", "ordered"]
# The default programs of the problems, which ran without optimisations before there were rules.
DEFAULTS = {
    "bfs": "bfs_hybrid", "sssp": "sssp_nf", "cc": "cc_afforest", "scc": "scc_signatures", "pr": "pr_extrapolated",
    "tri": "tri_ordered", "mis": "mis_degree", "colouring": "colouring_classes", "mst": "mst_filtered",
}
KINDS = {"gpu": "gpu", "cuda": "gpu", "cpu-2": "cpu", "cpu-16": "cpu", "opencl-cpu": "opencl-cpu"}
THREADS = {"cpu-2": 2, "cpu-16": 16, "opencl-cpu": 2}


def lines(text):
    return (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))


def normal(plan):
    """A plan with its flags in one order, so that spellings do not matter."""
    words = plan.split()
    at = words.index("--opts")
    flags = tuple(sorted(words[at + 1].split(",")))
    return (words[0], flags, tuple(words[at + 2:]))


def applies(condition, facts):
    for comparison in filter(None, condition.split(" and ")):
        fact, operator, number = comparison.split()
        # Facts that are newer than the races are 0 for their graphs: none was ordered by degree.
        value = facts.get(fact, 0)
        if not (value > float(number) if operator == ">" else value <= float(number)):
            return False
    return True


def choose(rules, facts):
    return next(rule["plan"] for rule in rules if applies(rule.get("when", ""), facts))


def mean(ratios):
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


def comparisons(races):
    """The races of a cell that judge, each with the time of the plan that is the fastest according to another race."""
    if any(race.keys() != races[0].keys() for race in races):
        races = [{plan: time for race in reversed(races) for plan, time in race.items()}]
    known = [{plan: time for plan, time in race.items() if time} for race in races]
    known = [race for race in known if race]
    if len(known) == 1:
        return [(known[0], min(known[0].values()))]
    pairs = ((judge, min(race, key=race.get)) for judge in known for race in known if race is not judge)
    return [(judge, judge[fastest]) for judge, fastest in pairs if fastest in judge]


def loss(plan, judges):
    """The loss of a plan, or None if it was not measured."""
    ratios = [race[plan] / best for race, best in judges if plan in race]
    return mean(ratios) if ratios else None


def summary(ratios):
    above = [sum(ratio > limit for ratio in ratios) for limit in (1.3, 3)]
    return f"{mean(ratios):.2f} | {above[0]} | {above[1]} | {max(ratios):.2f}"


def read(is_used, graphs="."):
    """The facts of each graph, and the races of each cell (device, use, problem, graph): the times of its plans."""
    facts = {row[0]: dict(zip(FACTS, map(float, row[1:]))) for row in lines((HERE / "graphs.tsv").read_text())}
    races = collections.defaultdict(list)
    with lzma.open(HERE / "races.tsv.xz", "rt", encoding="utf-8") as text:
        for device, use, problem, graph, plan, median, _, standing in lines(text.read()):
            if standing in ("failed", "wrong") or not is_used(use):
                continue
            if problem in DEFAULTS and re.search(graphs, graph):
                # A plan that runs the same code as another one has no time of its own.
                time = None if median == "-" else float(median)
                cell = races[device, use, problem, graph]
                if not cell or normal(plan) in cell[-1]:
                    cell.append({})
                cell[-1][normal(plan)] = time
    return facts, races


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--rules", default=HERE / "../../../igc/src/auto/plans.toml")
    arguments.add_argument("--use")
    arguments.add_argument("--graphs", default=".")
    arguments.add_argument("--worst", type=int, default=0)
    given = arguments.parse_args()
    table = tomllib.loads(pathlib.Path(given.rules).read_text(encoding="utf-8"))
    facts, races = read(lambda use: not given.use or use == given.use, given.graphs)
    print("| device | cells | loss | above 1.3 | above 3 | largest | one fixed plan per problem | default program without flags |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    worst = []
    for device in sorted({key[0] for key in races}):
        chosen, default, unknown = [], [], 0
        fixed = collections.defaultdict(lambda: collections.defaultdict(list))
        for (where, use, problem, graph), cell in races.items():
            judges = comparisons(cell)
            if where != device or not judges:
                continue
            plan = choose(table[problem][KINDS[device]]["rules"], facts[graph] | {"threads": THREADS.get(device)})
            for other in {plan for race, _ in judges for plan in race}:
                fixed[problem][other].append(loss(other, judges))
            if without := loss(normal(f"{DEFAULTS[problem]} --opts none"), judges):
                default.append(without)
            ratio = loss(normal(plan), judges)
            if ratio is None:
                unknown += 1
                continue
            chosen.append(ratio)
            worst.append((ratio, device, problem, graph, plan))
        most = {problem: max(map(len, plans.values())) for problem, plans in fixed.items()}
        of_plans = [
            min((ratios for ratios in plans.values() if len(ratios) == most[problem]), key=mean)
            for problem, plans in fixed.items()
        ]
        one = mean([ratio for ratios in of_plans for ratio in ratios])
        cells = f"{len(chosen)}" + (f" ({unknown} not measured)" if unknown else "")
        print(f"| {device} | {cells} | {summary(chosen)} | {one:.2f} | {mean(default):.2f} |")
    for ratio, device, problem, graph, plan in sorted(worst, reverse=True)[:given.worst]:
        print(f"{ratio:.2f}\t{device}\t{problem}\t{graph}\t{plan}")


if __name__ == "__main__":
    main()
