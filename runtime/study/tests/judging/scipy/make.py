#!/usr/bin/env python3
"""Writes vectors.json: samples, and their statistics from SciPy.

The test `scipy` of igc-study compares its statistics with this file. To write it again:

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1
    venv/bin/python make.py > vectors.json
"""

import json
import math
import random
import statistics

from scipy import stats

RANDOM = random.Random(7)


def draw(size, kind):
    """A sample of a kind. Each kind is difficult in another way."""
    uniform = RANDOM.uniform
    return {
        "normal": lambda: [RANDOM.gauss(1.0, 0.1) for _ in range(size)],
        "tailed": lambda: [math.exp(RANDOM.gauss(0.0, 2.0)) for _ in range(size)],
        "ties": lambda: [float(RANDOM.randint(1, 4)) for _ in range(size)],
        "constant": lambda: [0.1] * size,
        "huge": lambda: [uniform(1.0, 2.0) * 1e300 for _ in range(size)],
        "tiny": lambda: [uniform(1.0, 2.0) * 1e-300 for _ in range(size)],
        "wide": lambda: [10.0 ** uniform(-12.0, 12.0) for _ in range(size)],
        "close": lambda: [1e6 + uniform(0.0, 1e-6) for _ in range(size)],
    }[kind]()


KINDS = ["normal", "tailed", "ties", "constant", "huge", "tiny", "wide", "close"]


def sample(values):
    """A sample with its moments, in exact arithmetic, because SciPy's sums of squares overflow."""
    mean = statistics.mean(values)
    entry = {"values": values, "mean": mean, "median": statistics.median(values)}
    entry["geometric_mean"] = math.exp(math.fsum(map(math.log, values)) / len(values))
    if len(values) > 1:
        deviation = statistics.stdev(values)
        half = float(stats.t.ppf(0.975, len(values) - 1)) * (deviation / math.sqrt(len(values)))
        entry["standard_deviation"] = deviation
        entry["interval"] = [mean - half, mean + half]
    return entry


def pair(a, b):
    """Two samples and their comparison. SciPy returns U of the first sample."""
    automatic = stats.mannwhitneyu(a, b)
    return {
        "a": a,
        "b": b,
        "p": float(automatic.pvalue),
        "effect": 1.0 - float(automatic.statistic) / (len(a) * len(b)),
    }


def correlation(a, b):
    """Pairs of values with their correlations."""
    return {
        "a": a,
        "b": b,
        "pearson": float(stats.pearsonr(a, b).statistic),
        "spearman": float(stats.spearmanr(a, b).statistic),
    }


def correlations():
    """Pairs with weak, strong and negative correlations."""
    for kind in ["normal", "tailed", "ties"]:
        for size in [2, 3, 4, 7, 12, 48, 140]:
            for slope in [-2.0, 0.0, 0.3, 5.0]:
                a, noise = draw(size, kind), draw(size, kind)
                b = [slope * x + y for x, y in zip(a, noise)]
                if min(a) < max(a) and min(b) < max(b):
                    yield correlation(a, b)


def analysis(groups):
    """Values in groups. F is the variance between the groups divided by the variance within."""
    found = stats.f_oneway(*groups)
    values = [value for group in groups for value in group]
    total = statistics.variance(values) * (len(values) - 1)
    within = sum(statistics.variance(group) * (len(group) - 1) for group in groups)
    return {
        "groups": groups,
        "f": float(found.statistic),
        "within": within / (len(values) - len(groups)),
        "explained": 1.0 - within / total,
    }


def analyses():
    """Groups with similar and with different means."""
    for count in [2, 3, 7]:
        for size in [2, 5, 20]:
            for apart in [0.0, 0.05, 1.0]:
                sizes = [size + group % 3 for group in range(count)]
                yield analysis(
                    [[group * apart + x for x in draw(sizes[group], "normal")] for group in range(count)]
                )


def main():
    sizes = [1, 2, 3, 4, 5, 7, 8, 9, 10, 15, 20, 31, 40]
    samples = [sample(draw(size, kind)) for kind in KINDS for size in sizes]
    pairs = []
    for first in [1, 2, 3, 5, 8, 9, 14, 40]:
        for second in [1, 2, 3, 6, 8, 9, 13, 40]:
            for kind in ["normal", "ties", "wide"]:
                pairs.append(pair(draw(first, kind), draw(second, kind)))
            shifted = [value * 0.8 for value in draw(first, "normal")]
            pairs.append(pair(shifted, draw(second, "normal")))
    # Algorithm 1 compares ratios with an equal number of ones.
    for size in range(1, 41):
        for scale in [0.1, 0.5, 2.0]:
            ratios = [scale * value for value in draw(size, "tailed")]
            pairs.append(pair(ratios, [1.0] * size))
    for size in [2, 9, 40]:
        same = draw(size, "normal")
        pairs.append(pair(same, same))
        pairs.append(pair([1.0] * size, [1.0] * size))
    # Far tails, where one minus a distribution function loses all digits.
    for size in [50, 120, 400]:
        pairs.append(pair([0.5 + i * 1e-6 for i in range(size)], [1.0] * size))
    vectors = {"samples": samples, "pairs": pairs}
    # These come last, so that the random numbers above do not change.
    vectors["correlations"] = list(correlations())
    vectors["analyses"] = list(analyses())
    print(json.dumps(vectors, separators=(",", ":")))


if __name__ == "__main__":
    main()
