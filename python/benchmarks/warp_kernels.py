"""Kernels in Warp for `libraries.py`. Warp compiles the kernels of a module."""

import warp as wp

wp.config.quiet = True


@wp.kernel
def gather(
    offsets: wp.array(dtype=int),
    targets: wp.array(dtype=int),
    share: wp.array(dtype=wp.float64),
    least: wp.float64,
    found: wp.array(dtype=wp.float64),
):
    """Adds the shares of the neighbours of each node."""
    u = wp.tid()
    total = least
    for e in range(offsets[u], offsets[u + 1]):
        total += share[targets[e]]
    found[u] = total


@wp.kernel
def relax(
    offsets: wp.array(dtype=int),
    targets: wp.array(dtype=int),
    weights: wp.array(dtype=wp.float64),
    dist: wp.array(dtype=wp.float64),
    changed: wp.array(dtype=int),
):
    """Offers a path through each node to its neighbours."""
    u = wp.tid()
    near = dist[u]
    for e in range(offsets[u], offsets[u + 1]):
        far = near + weights[e]
        if wp.atomic_min(dist, targets[e], far) > far:
            changed[0] = 1
