"""Ranks and shortest paths of a table, with kernels of one's own in Warp, which has no algorithms for graphs."""

import numpy as np
import pandas as pd
import warp as wp


@wp.kernel
def spread(
    source: wp.array(dtype=int), target: wp.array(dtype=int), share: wp.array(dtype=float), found: wp.array(dtype=float)
):
    """Adds the share of each edge to its target."""
    e = wp.tid()
    wp.atomic_add(found, target[e], share[source[e]])


@wp.kernel
def relax(
    source: wp.array(dtype=int),
    target: wp.array(dtype=int),
    weight: wp.array(dtype=float),
    dist: wp.array(dtype=float),
    changed: wp.array(dtype=int),
):
    """Offers a path through each edge."""
    e = wp.tid()
    far = dist[source[e]] + weight[e]
    if wp.atomic_min(dist, target[e], far) > far:
        changed[0] = 1


table = pd.read_csv("calls.csv")
numbers, names = pd.factorize(pd.concat([table["caller"], table["callee"]]))
numbers, n, m = numbers.astype(np.int32), len(names), len(table)
source, target = wp.array(numbers[:m], dtype=int), wp.array(numbers[m:], dtype=int)
weight = wp.array(table["minutes"].to_numpy(np.float32), dtype=float)
degree = np.bincount(numbers[:m], minlength=n)
rank = np.full(n, 1 / n, np.float32)
for _ in range(100):
    new = wp.full(n, 0.15 / n, dtype=float)
    share = wp.array(0.85 * rank / degree, dtype=float)
    wp.launch(spread, m, inputs=[source, target, share, new])
    error, rank = np.abs(new.numpy() - rank).sum(), new.numpy()
    if error < 1e-6:
        break
start = np.full(n, np.inf, np.float32)
start[np.flatnonzero(names == "p0")] = 0
dist, changed = wp.array(start, dtype=float), wp.ones(1, dtype=int)
while changed.numpy()[0]:
    changed.zero_()
    wp.launch(relax, m, inputs=[source, target, weight, dist, changed])
people = pd.DataFrame({"person": names, "rank": rank, "minutes": dist.numpy()})
people.to_csv("people.csv", index=False)
