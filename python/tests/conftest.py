"""Graphs and devices for the tests."""

import os
from collections import deque

import numpy as np
import pytest

import igc


def has_opencl():
    return any(device.selector == "0" for device in igc.devices())


DEVICES = ["interpreter", "cpu:2", *(["0"] if has_opencl() else [])]
assert "0" in DEVICES or os.environ.get("IGC_REQUIRE_DEVICE") != "1", "no OpenCL device"


@pytest.fixture(params=DEVICES)
def device(request):
    return request.param


def random_edges(seed, nodes, edges, *, loops=True, parallel=True):
    """Returns the ends of random edges."""
    rng = np.random.default_rng(seed)
    sources, targets = rng.integers(0, nodes, (2, edges))
    if not loops:
        keep = sources != targets
        sources, targets = sources[keep], targets[keep]
    if not parallel:
        pairs = np.unique(np.stack([sources, targets]), axis=1)
        sources, targets = pairs
    return sources, targets


def hops(nodes, sources, targets, start):
    """Returns the number of edges on shortest paths, by a search that shares nothing with igc."""
    neighbours = [[] for _ in range(nodes)]
    for u, v in zip(sources, targets, strict=True):
        neighbours[int(u)].append(int(v))
    found = np.full(nodes, 2**32 - 1, np.uint32)
    found[start] = 0
    queue = deque([start])
    while queue:
        u = queue.popleft()
        for v in neighbours[u]:
            if found[v] == 2**32 - 1:
                found[v] = found[u] + 1
                queue.append(v)
    return found


HOPS = """
/// The number of edges from a node.
///
/// Each round visits the nodes that the round before has reached.

/// The node where the search starts.
param source: node = 0;
/// The number of edges.
node hops: u32 = MAX;
kernel visit(round: u32) {
    forall u in worklist {
        forall e in u.out {
            if e.dst.hops == MAX { e.dst.hops = round; push e.dst; }
        }
    }
}
main {
    source.hops = 0;
    let round = 1;
    pipe [source] { visit(round); round += 1; }
}
output hops;
check bfs(hops, source);
"""

ENDLESS = """
global on: bool = true;
node x: u32 = 0;
kernel step() { forall u in nodes { u.x += 1; } }
main { while on { step(); } }
output x;
"""
