"""Compares igc with other packages on the same graphs: the first call with a conversion, and further calls.

python python/benchmarks/peers.py [FILE] [--runs 5] [--scale 13] [--side 90] [--only bfs,sssp]

The graphs are `rmat:SCALE` without self-loops and parallel edges, a grid with SIDE² nodes as a road network, and FILE
in any format of igc. All are undirected, and their weights are whole numbers from 1 to 100. NetworkX, nx-parallel and
igc's backend start from a graph of NetworkX, and all other packages from the same NumPy arrays of edges. The first call
includes the conversion of a new graph, and further calls use the converted graph. A package that is not
installed is left out. Results are compared with those of igc.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import os
import statistics
import time
import warnings

import networkx as nx
import numpy as np

import igc

warnings.filterwarnings("ignore")


class Edges:
    """The edges of an undirected graph, of which each is stored once."""

    def __init__(self, name: str, sources, targets, nodes: int, seed: int = 1) -> None:
        kept = sources != targets
        low = np.minimum(sources, targets)[kept].astype(np.int64)
        high = np.maximum(sources, targets)[kept].astype(np.int64)
        keys = np.unique(low * nodes + high)
        self.name, self.nodes = name, nodes
        self.sources, self.targets = keys // nodes, keys % nodes
        self.weights = np.random.default_rng(seed).integers(1, 101, len(keys))

    def networkx(self):
        """Returns a new graph of NetworkX."""
        made = nx.empty_graph(self.nodes)
        columns = (one.tolist() for one in (self.sources, self.targets, self.weights))
        made.add_weighted_edges_from(zip(*columns, strict=True))
        return made

    def start(self) -> int:
        """Returns the node with the most edges."""
        return int(np.bincount(np.concatenate([self.sources, self.targets]), minlength=self.nodes).argmax())


def labels_of(components, nodes: int):
    """Returns the least node of the component of each node."""
    found = np.empty(nodes, np.int64)
    for members in components:
        members = list(members)
        found[members] = min(members)
    return found


def canonical(labels):
    """Returns the least node with the same label for each node."""
    _, first, inverse = np.unique(np.asarray(labels), return_index=True, return_inverse=True)
    return first[inverse]


def dense(lengths, nodes: int):
    """Returns lengths by node as an array, with infinity for nodes that are not reached."""
    found = np.full(nodes, np.inf)
    found[list(lengths)] = list(lengths.values())
    return found


def ordered(values: dict, nodes: int):
    """Returns values by node as an array."""
    return np.fromiter((values[node] for node in range(nodes)), float, nodes)


def networkx_calls(edges: Edges, backend: str | None):
    """Returns the functions of NetworkX with a backend."""
    count, source = edges.nodes, edges.start()
    options = {"backend": backend}
    return {
        "bfs": lambda g: dense(nx.single_source_shortest_path_length(g, source, **options), count),
        "sssp": lambda g: dense(nx.single_source_dijkstra_path_length(g, source, **options), count),
        "pagerank": lambda g: ordered(nx.pagerank(g, weight=None, tol=1e-9, max_iter=500, **options), count),
        "components": lambda g: labels_of(nx.connected_components(g, **options), count),
        "transitivity": lambda g: nx.transitivity(g, **options),
        "betweenness": lambda g: ordered(nx.betweenness_centrality(g, **options), count),
    }


def igc_calls(edges: Edges):
    """Returns the functions of igc."""
    count, source = edges.nodes, edges.start()

    def transitivity(g):
        degree = np.diff(g.offsets.astype(np.int64))
        return 6 * igc.triangles(g).triangles / max(int((degree * (degree - 1)).sum()), 1)

    return {
        "bfs": lambda g: igc.bfs(g, source).with_inf("level"),
        "sssp": lambda g: igc.sssp(g, source).with_inf("dist"),
        "pagerank": lambda g: igc.pr_normalised(g, tolerance=1e-6).rank,
        "components": lambda g: canonical(igc.cc(g).component),
        "transitivity": transitivity,
        "betweenness": lambda g: igc.bc(g, sources=count).score / max((count - 1) * (count - 2), 1),
    }


def igraph_calls(edges: Edges):
    """Returns a conversion to igraph, and its functions."""
    import igraph

    count, source = edges.nodes, edges.start()

    def convert(_problem):
        made = igraph.Graph(count, np.stack([edges.sources, edges.targets], axis=1))
        made.es["weight"] = edges.weights.tolist()
        return made

    scale = 2 / max((count - 1) * (count - 2), 1)
    return convert, {
        "bfs": lambda g: np.array(g.distances(source)[0]),
        "sssp": lambda g: np.array(g.distances(source, weights="weight")[0]),
        "pagerank": lambda g: np.array(g.pagerank()),
        "components": lambda g: canonical(g.connected_components().membership),
        "transitivity": lambda g: g.transitivity_undirected(mode="zero"),
        "betweenness": lambda g: np.array(g.betweenness()) * scale,
    }


def networkit_calls(edges: Edges):
    """Returns a conversion to NetworKit, and its functions."""
    import networkit as nk

    count, source = edges.nodes, edges.start()

    def convert(problem):
        # The edges have numbers for the count of triangles. Ranks would depend on weights.
        data = (edges.weights.astype(float), (edges.sources, edges.targets))
        made = nk.GraphFromCoo(data, n=count, weighted=problem == "sssp", directed=False)
        if problem == "transitivity":
            made.indexEdges()
        return made

    def lengths(g, kind):
        found = np.array(kind(g, source, storePaths=False).run().getDistances())
        found[found > 1e300] = np.inf
        return found

    def pagerank(g):
        ranks = nk.centrality.PageRank(g, damp=0.85, tol=1e-9)
        ranks.norm = nk.centrality.Norm.L1_NORM
        # NetworKit drops the rank of nodes without edges. The other packages distribute it.
        scores = np.array(ranks.run().scores())
        return scores / scores.sum()

    def transitivity(g):
        triangles = nk.sparsification.TriangleEdgeScore(g).run().scores()
        degree = np.bincount(np.concatenate([edges.sources, edges.targets]))
        return 2 * sum(triangles) / max(int((degree * (degree - 1)).sum()), 1)

    def betweenness(g):
        return np.array(nk.centrality.Betweenness(g, normalized=True).run().scores())

    def components(g):
        found = nk.components.ConnectedComponents(g)
        return labels_of(found.run().getComponents(), count)

    return convert, {
        "bfs": lambda g: lengths(g, nk.distance.BFS),
        "sssp": lambda g: lengths(g, nk.distance.Dijkstra),
        "pagerank": pagerank,
        "components": components,
        "transitivity": transitivity,
        "betweenness": betweenness,
    }


def rustworkx_calls(edges: Edges):
    """Returns a conversion to rustworkx, and its functions."""
    import rustworkx as rx

    count, source = edges.nodes, edges.start()

    def convert(_problem):
        made = rx.PyGraph(multigraph=False)
        made.add_nodes_from(range(count))
        columns = (one.tolist() for one in (edges.sources, edges.targets, edges.weights.astype(float)))
        made.add_edges_from(list(zip(*columns, strict=True)))
        return made

    def lengths(g, weight):
        found = dict(rx.dijkstra_shortest_path_lengths(g, source, weight))
        return dense({**found, source: 0.0}, count)

    def pagerank(g):
        both = g.to_directed()
        return ordered(dict(rx.pagerank(both, tol=1e-9, max_iter=500, weight_fn=lambda _: 1.0)), count)

    return convert, {
        "bfs": lambda g: lengths(g, lambda _: 1.0),
        "sssp": lambda g: lengths(g, float),
        "pagerank": pagerank,
        "components": lambda g: labels_of(rx.connected_components(g), count),
        "transitivity": lambda g: rx.transitivity(g),
        "betweenness": lambda g: ordered(dict(rx.betweenness_centrality(g)), count),
    }


def scipy_calls(edges: Edges):
    """Returns a conversion to SciPy, and its functions."""
    from scipy.sparse import csgraph, csr_array

    count, source = edges.nodes, edges.start()

    def convert(_problem):
        ends = (np.concatenate([edges.sources, edges.targets]), np.concatenate([edges.targets, edges.sources]))
        return csr_array((np.tile(edges.weights, 2).astype(float), ends), shape=(count, count))

    def transitivity(g):
        ones = csr_array((np.ones(len(g.indices), np.int64), g.indices, g.indptr), shape=g.shape)
        degree = np.diff(g.indptr).astype(np.int64)
        return int((ones @ ones).multiply(ones).sum()) / max(int((degree * (degree - 1)).sum()), 1)

    return convert, {
        "bfs": lambda g: csgraph.dijkstra(g, indices=source, unweighted=True),
        "sssp": lambda g: csgraph.dijkstra(g, indices=source),
        "components": lambda g: canonical(csgraph.connected_components(g, directed=False)[1]),
        "transitivity": transitivity,
    }


def packages(edges: Edges):
    """Returns the name, the conversion and the functions of each package that is installed."""

    def graph(_problem):
        both = (edges.sources.astype(np.uint32), edges.targets.astype(np.uint32))
        return igc.Graph(both, weights=edges.weights, nodes=edges.nodes, directed=False, ids=False)

    yield "igc", graph, igc_calls(edges)
    shared = edges.networkx()

    def fresh(_problem):
        # NetworkX keeps conversions in this cache.
        shared.__networkx_cache__.clear()
        return shared

    yield "igc, from NetworkX", fresh, networkx_calls(edges, "igc")
    yield "NetworkX", lambda _: shared, networkx_calls(edges, "networkx")
    try:
        importlib.import_module("nx_parallel")
        nx.config.backends.parallel.active = True
        # It has no other of the functions.
        yield "nx-parallel", lambda _: shared, {"betweenness": networkx_calls(edges, "parallel")["betweenness"]}
    except ImportError:
        pass
    for name, make in (
        ("NetworKit", networkit_calls),
        ("igraph", igraph_calls),
        ("SciPy", scipy_calls),
        ("rustworkx", rustworkx_calls),
    ):
        try:
            yield name, *make(edges)
        except ImportError:
            continue


def measured(problem: str, convert, call, runs: int):
    """Returns the time of the first call with the conversion, those of further calls, and the result."""
    start = time.perf_counter()
    graph = convert(problem)
    result = call(graph)
    first = time.perf_counter() - start
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        call(graph)
        times.append(time.perf_counter() - start)
    return first, times, result


def agree(found, expected) -> bool:
    """Returns whether two results are the same, up to the tolerance of ranks."""
    return bool(np.allclose(np.asarray(found, float), np.asarray(expected, float), rtol=1e-3, atol=2e-5))


def row(problem: str, edges: Edges, runs: int) -> None:
    """Prints a row for each package."""
    expected = None
    for name, convert, calls in packages(edges):
        if problem not in calls:
            continue
        if name.startswith("igc"):
            # The first run of a program in a process builds it. The table does not contain this time.
            calls[problem](convert(problem))
        try:
            first, times, result = measured(problem, convert, calls[problem], runs)
        except (TypeError, ImportError) as error:
            # nx-parallel calls functions of NetworkX that are not public, and differ between versions.
            print(f"| {problem} | {edges.name} | {name} | | | failed: {error} |", flush=True)
            continue
        expected = result if expected is None else expected
        verdict = "same" if agree(result, expected) else "DIFFERENT"
        median, low, high = (f(times) * 1000 for f in (statistics.median, min, max))
        shown = f"{median:.3g} ({low:.3g} to {high:.3g})"
        print(f"| {problem} | {edges.name} | {name} | {first * 1000:.3g} | {shown} | {verdict} |", flush=True)


def main() -> None:
    """Prints the versions and the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", help="a graph in any format of igc")
    parser.add_argument("--runs", type=int, default=5, help="number of calls after the first")
    parser.add_argument("--scale", type=int, default=13, help="the R-MAT graph has 2^SCALE nodes")
    parser.add_argument("--side", type=int, default=90, help="the grid has SIDE² nodes")
    parser.add_argument("--only", help="problems, separated by commas")
    given = parser.parse_args()
    graphs = [edges_of(f"rmat:{given.scale}"), edges_of(f"grid:{given.side}x{given.side}")]
    if given.file:
        graphs.append(edges_of(given.file))
    names = ("networkx", "nx-parallel", "networkit", "igraph", "scipy", "rustworkx")
    print(f"igc {igc.__version__}", *(f"{name} {version(name)}" for name in names), f"{os.cpu_count()} cores", sep=", ")
    for edges in graphs:
        print(f"{edges.name}: {edges.nodes:,} nodes, {len(edges.sources):,} undirected edges")
    print("\n| problem | graph | package | first call, ms | further calls, ms | result |")
    print("| --- | --- | --- | --- | --- | --- |")
    wanted = given.only.split(",") if given.only else list(igc_calls(graphs[0]))
    for problem in wanted:
        # Most packages compute betweenness from all nodes only, so its graph is small.
        for edges in graphs if problem != "betweenness" else [edges_of("rmat:9")]:
            row(problem, edges, given.runs)


def edges_of(spec: str) -> Edges:
    """Returns the edges of a graph that igc makes or loads."""
    made = igc.Graph(spec)
    name = os.path.basename(spec) if os.path.exists(spec) else spec
    return Edges(name, made.sources, made.targets, made.num_nodes)


def version(name: str) -> str:
    """Returns the version of a package."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


if __name__ == "__main__":
    main()
