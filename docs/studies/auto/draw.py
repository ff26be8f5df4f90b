#!/usr/bin/env python3
"""Draws generated graphs on which rules and models are judged after they are frozen, and prints their specs.

    docs/studies/auto/draw.py [SEED] [COUNT]

Each graph has a random family, parameters of the family, and a number of edges between 10^4 and 2 * 10^7, whose
logarithm is uniform. A seed is in the repository before any of its graphs is measured: 20261129 for the rules of commit
a24b3631, and 20261130 for those that the first draw has changed.
"""

import math
import random
import sys

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 20261129
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 20
draw = random.Random(SEED)


def scale(edges, degree):
    """The logarithm of the number of nodes."""
    return max(8, round(math.log2(edges / degree)))


def rmat(edges):
    degree = draw.randint(4, 40)
    a = draw.uniform(0.35, 0.65)
    b = draw.uniform(0.1, (1 - a) / 2)
    return f"rmat:{scale(edges, degree)},degree={degree},a={a:.2f},b={b:.2f},c={b:.2f}"


def uniform(edges):
    degree = draw.randint(3, 40)
    return f"uniform:{scale(edges, degree)},degree={degree}"


def kout(edges):
    degree = draw.randint(2, 24)
    return f"kout:{scale(edges, degree)},degree={degree}"


def road(edges):
    degree = draw.uniform(2.2, 3.2)
    return f"road:{int(edges / degree)},degree={degree:.1f}"


def grid(edges):
    rows = max(2, int((edges / 4) ** draw.uniform(0.1, 0.5)))
    return f"grid:{rows}x{max(2, int(edges / 4 / rows))}"


def power(edges):
    degree, exponent = draw.randint(4, 30), draw.uniform(2.0, 3.0)
    largest = int(degree * 10 ** draw.uniform(1.5, 3))
    nodes = max(int(edges / degree), 2 * largest)
    return f"degrees:{nodes},out=power:{exponent:.1f}:{degree}:{largest}{clustering()}"


def normal(edges):
    degree = draw.randint(4, 40)
    return f"degrees:{int(edges / degree)},out=normal:{degree}:{max(1, degree // draw.randint(3, 8))}{clustering()}"


def tree(edges):
    return f"tree:{int(edges / 2)}"


def clustering():
    return f",clustering={draw.uniform(0.1, 0.5):.1f}" if draw.random() < 0.4 else ""


def main():
    families = [rmat, uniform, kout, road, grid, power, normal, tree]
    for index in range(COUNT):
        # Every family appears, and the others are random.
        family = families[index] if index < len(families) else draw.choice(families[:-1])
        spec = family(10 ** draw.uniform(4, 7.3))
        seed = "" if family in (grid, tree) else f",seed={draw.randint(2, 99)}"
        order = ",order=degree" if draw.random() < 0.15 else ""
        print(spec + seed + order)


main()
