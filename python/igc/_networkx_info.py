"""What NetworkX asks about the backend before it loads it: the functions, and the calls that igc takes over.

`python -m igc._networkx_info` prints the tables of the book.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Function:
    """A function of NetworkX. `calls` says which calls igc takes over, and `work` what its time depends on."""

    work: str
    calls: str = "all"


#: For each kind of work, the number of edges from which a conversion and the call take less time than NetworkX, or
#: `None` if they took more time on all graphs up to 256,000 edges. Measured with `python/benchmarks/networkx_costs.py`
#: in November 2026, with NetworkX 3.6.1 and Python 3.11, on two shared cores of an AMD EPYC server, and for communities
#: and the kinds with weights on two shared cores of an Intel Xeon. A call with weights that has no limit of its own has
#: the limit without weights.
LEAST_EDGES: dict[str, int | None] = {
    "one pass": None,
    "connected": None,
    "strongly connected": 256_000,
    "weights": 256_000,
    "ranks": 32_000,
    "ranks, weighted": 64_000,
    "cores": 64_000,
    "communities": 8_000,
    "communities, weighted": 8_000,
    "triangles": 16_000,
    "searches": 32_000,
    "searches, weighted": 8_000,
    "pairs": 2_000,
    "pairs, weighted": 1_000,
    "flows": 8_000,
}

_SUMS = (
    "`weight=None`, or an attribute whose values are integers only or floats only, and not negative or infinite. With "
    "integers, no path may be longer than 2⁵³ - 1"
)
_LENGTHS = (
    "without `k` and `endpoints`; no multigraphs; `weight=None`, or an attribute whose values are integers only or "
    "floats only, and neither 0 nor negative nor infinite, nor tiny beside the length of a path"
)
_EXTREME = "without `e` and `weight`; one node at least"
_TRIANGLES = "undirected graphs, not multigraphs"
_FLOW = (
    "capacities of an attribute that are whole numbers from 0 to 2³² - 2; no multigraphs; a `flow_func` of NetworkX, "
    "without further arguments"
)

#: The functions, with the calls that igc takes over.
FUNCTIONS: dict[str, Function] = {
    "all_pairs_bellman_ford_path_length": Function("searches", _SUMS),
    "all_pairs_dijkstra_path_length": Function("searches", _SUMS),
    "all_pairs_shortest_path_length": Function("searches"),
    "ancestors": Function("one pass"),
    "attracting_components": Function("strongly connected"),
    "average_clustering": Function("triangles", f"{_TRIANGLES}; without `weight`; `nodes` is not a single node"),
    "average_shortest_path_length": Function("pairs", "without `weight`; `method` is None or `unweighted`"),
    "barycenter": Function("pairs", "without `weight`, `attr` and `sp`; one node at least; no trees"),
    "bellman_ford_path_length": Function("weights", _SUMS),
    "betweenness_centrality": Function("pairs", _LENGTHS),
    "center": Function("pairs", f"{_EXTREME}; no trees"),
    "closeness_centrality": Function("pairs", "without `distance`"),
    "clustering": Function("triangles", f"{_TRIANGLES}; without `weight`"),
    "connected_components": Function("connected"),
    "core_number": Function("cores", "undirected graphs"),
    "descendants": Function("one pass"),
    "descendants_at_distance": Function("one pass"),
    "diameter": Function("pairs", _EXTREME),
    "dijkstra_path_length": Function("weights", _SUMS),
    "eccentricity": Function("pairs", "without `sp` and `weight`"),
    "efficiency": Function("one pass"),
    "flow_hierarchy": Function("strongly connected", "without `weight`"),
    "global_efficiency": Function("pairs"),
    "global_reaching_centrality": Function("pairs", "directed graphs; without `weight`"),
    "harmonic_centrality": Function("pairs", "without `nbunch`, `distance` and `sources`"),
    "has_path": Function("one pass"),
    "hits": Function(
        "ranks", "without `nstart`; `normalized=True`; two nodes and an edge at least; all values of `weight` are 1"
    ),
    "is_arborescence": Function("connected"),
    "is_attracting_component": Function("strongly connected"),
    "is_branching": Function("connected"),
    "is_connected": Function("connected"),
    "is_directed_acyclic_graph": Function("strongly connected"),
    "is_forest": Function("connected"),
    "is_strongly_connected": Function("strongly connected"),
    "is_tree": Function("connected"),
    "is_weakly_connected": Function("connected"),
    "louvain_communities": Function(
        "communities",
        "undirected graphs, not multigraphs; no self-loops; without `resolution`, `threshold`, `max_level` and `seed`; "
        "`weight=None`, or an attribute whose values are integers only or floats only, and neither all 0 nor negative "
        "nor infinite",
    ),
    "local_reaching_centrality": Function("one pass", "directed graphs; without `paths` and `weight`"),
    "maximal_independent_set": Function("one pass", "without `nodes` and `seed`; no self-loops; one node at least"),
    "maximum_flow_value": Function("flows", _FLOW),
    "minimum_cut_value": Function("flows", _FLOW),
    "multi_source_dijkstra_path_length": Function("weights", _SUMS),
    "node_connected_component": Function("one pass"),
    "number_attracting_components": Function("strongly connected"),
    "number_connected_components": Function("connected"),
    "number_strongly_connected_components": Function("strongly connected"),
    "number_weakly_connected_components": Function("connected"),
    "pagerank": Function(
        "ranks",
        "without `nstart` and `dangling`; the values of `personalization` are 0 or one positive number; "
        "`0 <= alpha < 1`; `tol > 0`; `weight=None`, or an attribute whose values are integers only or floats only, "
        "and not negative or infinite. Ranks have 32 bits",
    ),
    "periphery": Function("pairs", _EXTREME),
    "radius": Function("pairs", _EXTREME),
    "shortest_path_length": Function("weights", _SUMS),
    "single_source_bellman_ford_path_length": Function("weights", _SUMS),
    "single_source_dijkstra_path_length": Function("weights", _SUMS),
    "single_source_shortest_path_length": Function("one pass"),
    "single_target_shortest_path_length": Function("one pass"),
    "strongly_connected_components": Function("strongly connected"),
    "transitivity": Function("triangles", _TRIANGLES),
    "triangles": Function("triangles", _TRIANGLES),
    "weakly_connected_components": Function("connected"),
    "wiener_index": Function("pairs", "without `weight`"),
}


def table() -> str:
    """Returns the functions as a table of Markdown. Functions with the same calls share a row."""
    rows: dict[tuple[str, str], list[str]] = {}
    for name, one in FUNCTIONS.items():
        rows.setdefault((one.calls, one.work), []).append(f"`{name}`")
    lines = ["| functions | calls that igc takes over | work |", "| --- | --- | --- |"]
    lines += [f"| {', '.join(names)} | {calls} | {work} |" for (calls, work), names in rows.items()]
    return "\n".join(lines) + "\n"


def limits() -> str:
    """Returns the limits as a table of Markdown."""
    rows = [f"| {work} | {'none' if edges is None else f'{edges:,}'} |" for work, edges in LEAST_EDGES.items()]
    return "\n".join(["| work | edges |", "| --- | --- |", *rows]) + "\n"


def get_info() -> dict[str, Any]:
    """Returns the functions and the default configuration of the backend."""
    return {
        "backend_name": "igc",
        "project": "igc",
        "package": "igc",
        "short_summary": "Graph algorithms on CPUs and GPUs.",
        "default_config": {"device": "auto", "min_edges": None},
        "functions": {
            name: {"additional_docs": f"igc takes over these calls: {one.calls}."} for name, one in FUNCTIONS.items()
        },
    }


if __name__ == "__main__":
    print(table(), limits(), sep="\n", end="")
