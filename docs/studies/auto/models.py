#!/usr/bin/env python3
"""Compares the rules of `igc/src/auto/plans.toml` with models that learn from the races, on graphs that were drawn after
the models are fixed (draw.py), and prints the table of the chapter "Choosing a plan".

    docs/studies/auto/models.py DRAW [--rules FILE]

DRAW is `drawn1` or `drawn2`. The models learn from all races before this draw, on the same kind of device:

* one fixed plan for each problem: the one with the least mean loss;
* trees: in each node, the fact and the limit after which the two best fixed plans have the least mean loss together. A
  leaf has at least MIN_LEAF graphs, and a comparison has to gain MIN_GAIN in the mean of all graphs.

Losses are logarithms. A plan that was not measured counts as PENALTY more than the slowest one. A plan that the draw did
not measure gives no loss; such cells are counted.
"""

import argparse
import collections
import math
import pathlib
import tomllib

from evaluate import DEFAULTS, FACTS, HERE, THREADS, choose, comparisons, loss, normal, read

MIN_LEAF = 4
MIN_GAIN = 0.01
PENALTY = 0.3
# For each device of a draw, the devices from whose races models learn, and the kind of its rules.
DEVICES = {"cuda": ({"gpu", "cuda"}, "gpu"), "cpu-16": ({"cpu-16"}, "cpu")}


def losses(cell):
    """The logarithm of the loss of each plan of a cell, and what a plan without a time counts."""
    judges = comparisons(cell)
    known = {plan: math.log(loss(plan, judges)) for plan in {plan for race, _ in judges for plan in race}}
    return collections.defaultdict(lambda: max(known.values()) + PENALTY, known)


def best(cells):
    """The sum of losses of the best fixed plan, and the plan."""
    plans = sorted({plan for _, known in cells for plan in known.keys()})
    return min((sum(known.get(plan, known.default_factory()) for _, known in cells), plan) for plan in plans)


def learn(cells, depth, count):
    """A tree: a plan, or a fact, a limit, and the trees for values up to it and above it."""
    total, plan = best(cells)
    splits = []
    # The facts of the earlier graphs lack the last one.
    for fact in FACTS[:-1] if depth else []:
        values = sorted({facts[fact] for facts, _ in cells})
        for low, high in zip(values, values[1:]):
            limit = math.sqrt(low * high)
            sides = [[c for c in cells if (c[0][fact] > limit) == above] for above in (False, True)]
            if min(map(len, sides)) >= MIN_LEAF:
                splits.append((sum(best(side)[0] for side in sides), fact, limit, sides))
    if not splits:
        return plan
    least, fact, limit, sides = min(splits, key=lambda split: split[0])
    if total - least < MIN_GAIN * count:
        return plan
    return fact, limit, *(learn(side, depth - 1, count) for side in sides)


def ask(tree, facts):
    """The plan of a tree for a graph."""
    while tree[0] in FACTS:
        tree = tree[2] if facts[tree[0]] <= tree[1] else tree[3]
    return tree


def summary(ratios):
    """The geometric mean, the share above 1.5, and the largest."""
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    return f"{len(ratios)} | {mean:.2f} | {sum(ratio > 1.5 for ratio in ratios) / len(ratios):.1%} | {max(ratios):.1f}"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("draw", choices=["drawn1", "drawn2"])
    arguments.add_argument("--rules", default=HERE / "../../../igc/src/auto/plans.toml")
    given = arguments.parse_args()
    table = tomllib.loads(pathlib.Path(given.rules).read_text(encoding="utf-8"))
    facts, races = read(lambda use: not use.startswith("drawn") or use <= given.draw)
    print("| device | choice | cells | loss | above 1.5 | largest |")
    print("| --- | --- | --- | --- | --- | --- |")
    for device, (learnt_from, kind) in DEVICES.items():
        ratios = collections.defaultdict(list)
        for problem in DEFAULTS:
            of_problem = [(key, cell) for key, cell in races.items() if key[2] == problem and comparisons(cell)]
            known = [(facts[key[3]], losses(cell)) for key, cell in of_problem
                     if key[0] in learnt_from and key[1] != given.draw]
            trees = {f"tree of depth {depth}" if depth else "one fixed plan per problem": learn(known, depth, len(known))
                     for depth in range(4)}
            for (where, use, _, graph), cell in of_problem:
                if (where, use) != (device, given.draw):
                    continue
                judges = comparisons(cell)
                plans = {"the rules": normal(choose(table[problem][kind]["rules"],
                                                    facts[graph] | {"threads": THREADS.get(device)}))}
                plans |= {name: ask(tree, facts[graph]) for name, tree in trees.items()}
                for name, plan in plans.items():
                    if (ratio := loss(plan, judges)) is not None:
                        ratios[name].append(ratio)
        for name, of_name in ratios.items():
            print(f"| {device} | {name} | {summary(of_name)} |")


main()
