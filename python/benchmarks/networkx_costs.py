"""Measures from which number of edges igc is worth a conversion of NetworkX's graph, for each kind of work.

python python/benchmarks/networkx_costs.py [--seconds 10] [--only ranks,cores]

For each kind of work, the script calls one function on random graphs with 8 edges per node. It doubles the number of
edges, and compares NetworkX's time with igc's time for a new conversion and the call. It prints the smallest number of
edges from which igc is faster on this and all larger graphs. `LEAST_EDGES` in `igc/_networkx_info.py` has the numbers.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
import warnings

import networkx as nx

warnings.filterwarnings("ignore", message="Note: conversions to backend graphs")


def first_pairs(graph: nx.Graph, backend: str) -> None:
    """Searches from 32 nodes, one after the other."""
    for _ in itertools.islice(nx.all_pairs_shortest_path_length(graph, backend=backend), 32):
        pass


def first_weighted_pairs(graph: nx.Graph, backend: str) -> None:
    """Finds the shortest paths from 32 nodes, one after the other."""
    for _ in itertools.islice(nx.all_pairs_dijkstra_path_length(graph, backend=backend), 32):
        pass


#: A function of each kind of work, whether its graph is directed, and its arguments.
FUNCTIONS = {
    "one pass": (nx.single_source_shortest_path_length, False, {"source": 0}),
    "connected": (nx.number_connected_components, False, {}),
    "strongly connected": (nx.number_strongly_connected_components, True, {}),
    "weights": (nx.single_source_dijkstra_path_length, False, {"source": 0}),
    "ranks": (nx.pagerank, True, {"weight": None}),
    "ranks, weighted": (nx.pagerank, True, {}),
    "cores": (nx.core_number, False, {}),
    "communities": (nx.community.louvain_communities, False, {"weight": None}),
    "communities, weighted": (nx.community.louvain_communities, False, {}),
    "triangles": (nx.transitivity, False, {}),
    "searches": (first_pairs, False, {}),
    "searches, weighted": (first_weighted_pairs, False, {}),
    "pairs": (nx.closeness_centrality, False, {}),
    "pairs, weighted": (nx.betweenness_centrality, False, {"weight": "weight"}),
    "flows": (nx.maximum_flow_value, True, {"_s": 0, "_t": 1}),
}


def graph(edges: int, is_directed: bool) -> nx.Graph:
    """Returns a random graph with weights and capacities."""
    made = nx.gnm_random_graph(edges // 8, edges, seed=1, directed=is_directed)
    for at, (_, _, values) in enumerate(made.edges(data=True)):
        values["weight"] = values["capacity"] = at % 100 + 1
    return made


def seconds(function, graph: nx.Graph, arguments: dict, backend: str, runs: int = 3) -> float:
    """Returns the median time of a call. Each call of igc converts the graph again."""
    times = []
    for _ in range(runs):
        graph.__networkx_cache__.clear()
        start = time.perf_counter()
        function(graph, **arguments, backend=backend)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Prints a table of the measurements and the limits."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10, help="time after which a function gets no larger graph")
    parser.add_argument("--most", type=int, default=256_000, help="number of edges of the largest graph")
    parser.add_argument("--only", help="kinds of work, separated by commas")
    given = parser.parse_args()
    print("| work | function | edges | NetworkX, ms | igc with conversion, ms |\n| --- | --- | --- | --- | --- |")
    limits: dict[str, int | None] = {}
    for work in given.only.split(",") if given.only else FUNCTIONS:
        function, is_directed, arguments = FUNCTIONS[work]
        # The first call builds the program.
        function(graph(64, is_directed), **arguments, backend="igc")
        limit, edges, began = None, 250, time.perf_counter()
        while edges <= given.most and time.perf_counter() - began < given.seconds:
            made = graph(edges, is_directed)
            plain, igc = (seconds(function, made, arguments, backend) for backend in ("networkx", "igc"))
            print(f"| {work} | `{function.__name__}` | {edges:,} | {plain * 1000:.1f} | {igc * 1000:.1f} |", flush=True)
            limit = None if igc > plain else (limit or edges)
            edges *= 2
        limits[work] = limit
    print("\nLEAST_EDGES =", limits)


if __name__ == "__main__":
    main()
