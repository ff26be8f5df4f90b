//! The table of problems. It has what the programs do not state: the names that people type, whether a result is
//! unique, and the program that is the default. Parameters, inputs, outputs, requirements and checks come from the
//! programs ([`facts`](super::facts)).

use super::{Problem, Real, Uniqueness};
use Uniqueness::{OneOfMany, Unique, UpTo};

/// A problem that one program solves, so that there is no choice to explain.
const fn single(
    name: &'static str,
    aliases: &'static [&'static str],
    meaning: &'static str,
    uniqueness: Uniqueness,
    programs: &'static [&'static str; 1],
) -> Problem {
    let (weighted, real) = (None, None);
    Problem { name, aliases, meaning, uniqueness, programs, reason: "", weighted, real }
}

impl Problem {
    /// Names the problem that uses the weights of the graph, which this problem ignores.
    const fn weighted(self, name: &'static str) -> Problem {
        Problem { weighted: Some(name), ..self }
    }
}

const ROUNDING: Uniqueness = UpTo("the rounding of floating-point numbers");
const TOLERANCE: Uniqueness = UpTo("the tolerance");
const NAMES_OF_COMPONENTS: Uniqueness = UpTo("the numbers that name the components");
const COMMUNITIES: Uniqueness = OneOfMany("many partitions have a high modularity");

/// Every problem.
pub(super) const PROBLEMS: &[Problem] = &[
    Problem {
        name: "bfs",
        aliases: &["breadth_first_search", "levels", "hops"],
        meaning: "the number of edges on a shortest path from a source to every node",
        uniqueness: Unique,
        programs: &["bfs_hybrid", "bfs_wl", "bfs_topo", "bfs_cx", "bfs_tp"],
        reason: "it follows the fewest edges on skewed graphs; `bfs_wl` can be faster on road networks",
        weighted: None,
        real: None,
    },
    Problem {
        name: "sssp",
        aliases: &["shortest_paths", "dijkstra", "bellman_ford", "delta_stepping"],
        meaning: "the least sum of weights on a path from a source to every node",
        uniqueness: Unique,
        programs: &["sssp_nf", "sssp_adaptive", "sssp_async", "sssp_delta", "sssp_wl", "sssp_topo"],
        reason: "it relaxes few nodes twice on every kind of graph, and its limits do not depend on the device",
        weighted: None,
        real: Some(Real { problem: "sssp_real", takes_negative: false }),
    },
    Problem {
        name: "sssp_real",
        aliases: &["shortest_paths_real", "dijkstra_real"],
        meaning: "the least sum of weights on a path from a source to every node, for weights that are real numbers",
        uniqueness: ROUNDING,
        programs: &["sssp_real_adaptive", "sssp_real_wl"],
        reason: "it relaxes few nodes twice on every kind of graph",
        weighted: None,
        real: None,
    },
    Problem {
        name: "cc",
        aliases: &["components", "connected_components", "wcc", "weakly_connected_components"],
        meaning: "which nodes are connected, whatever the direction of the edges",
        uniqueness: NAMES_OF_COMPONENTS,
        programs: &["cc_afforest", "cc_sampled", "cc_hooking", "cc", "cc_labels"],
        reason: "it joins only a few edges of each node if there is a giant component, as there mostly is",
        weighted: None,
        real: None,
    },
    Problem {
        name: "scc",
        aliases: &["strongly_connected_components", "strong_components"],
        meaning: "which nodes have paths to each other in both directions",
        uniqueness: NAMES_OF_COMPONENTS,
        programs: &["scc_signatures", "scc"],
        reason: "it has fewer rounds, because one search finds the largest component",
        weighted: None,
        real: None,
    },
    Problem {
        name: "pr",
        aliases: &["pagerank", "page_rank"],
        meaning: "PageRank: how often a walker visits each node if it follows edges and sometimes restarts; the ranks \
                  are not normalised",
        uniqueness: TOLERANCE,
        programs: &[
            "pr_extrapolated",
            "pr_async",
            "pr_pull",
            "pr_tp",
            "pr_residual",
            "pr_residual_wl",
        ],
        reason: "it needs the fewest rounds for a tolerance",
        weighted: Some("pr_weighted"),
        real: None,
    },
    single(
        "pr_weighted",
        &["pagerank_weighted", "weighted_pagerank"],
        "PageRank of a walker that follows heavy edges more often than light ones; the ranks are not normalised",
        TOLERANCE,
        &["pr_weighted"],
    ),
    single(
        "pr_normalised",
        &["pr_normalized", "pagerank_normalised", "pagerank_normalized"],
        "PageRank as a probability, as in NetworkX and LDBC: the ranks sum to 1",
        TOLERANCE,
        &["pr_normalised"],
    )
    .weighted("pr_normalised_weighted"),
    single(
        "pr_normalised_weighted",
        &["pr_normalized_weighted", "pagerank_normalised_weighted", "pagerank_normalized_weighted"],
        "PageRank of a walker that follows heavy edges more often than light ones; the ranks sum to 1",
        TOLERANCE,
        &["pr_normalised_weighted"],
    ),
    single(
        "pr_personalised",
        &["pr_personalized", "personalised_pagerank", "personalized_pagerank", "ppr"],
        "PageRank of a walker that restarts at a few seeds; the ranks sum to 1",
        TOLERANCE,
        &["pr_personalised"],
    )
    .weighted("pr_personalised_weighted"),
    single(
        "pr_personalised_weighted",
        &[
            "pr_personalized_weighted",
            "personalised_pagerank_weighted",
            "personalized_pagerank_weighted",
        ],
        "PageRank of a walker that restarts at a few seeds, and follows heavy edges more often than light ones",
        TOLERANCE,
        &["pr_personalised_weighted"],
    ),
    single(
        "hits",
        &["hubs_and_authorities"],
        "hubs and authorities: good hubs lead to good authorities, and good authorities are reached from good hubs",
        TOLERANCE,
        &["hits"],
    ),
    Problem {
        name: "bc",
        aliases: &["betweenness", "betweenness_centrality"],
        meaning: "betweenness centrality: the share of the shortest paths from some sources that pass through each node",
        uniqueness: ROUNDING,
        programs: &["bc", "bc_levels"],
        reason: "it visits only the nodes of the level in each round",
        weighted: Some("bc_weighted"),
        real: None,
    },
    single(
        "bc_weighted",
        &["betweenness_weighted", "weighted_betweenness"],
        "betweenness centrality, if the length of a path is the sum of its weights",
        ROUNDING,
        &["bc_weighted"],
    ),
    single(
        "closeness",
        &["closeness_centrality", "multi_source_bfs", "ms_bfs"],
        "closeness centrality: how near each of 64 sources is to the nodes that it reaches",
        ROUNDING,
        &["bfs_multi"],
    ),
    Problem {
        name: "tri",
        aliases: &["triangles", "triangle_count", "triangle_counting"],
        meaning: "the number of sets of three nodes that are all neighbours of each other",
        uniqueness: Unique,
        programs: &["tri_ordered", "tri"],
        reason: "its lists stay short in skewed graphs, and it makes no lists for graphs with few edges",
        weighted: None,
        real: None,
    },
    single(
        "kcore",
        &["k_core", "kcores", "cores", "core_number", "core_numbers"],
        "for each node, the largest k such that the node is in a subgraph where every node has at least k neighbours",
        Unique,
        &["kcore"],
    ),
    single(
        "ktruss",
        &["k_truss", "truss"],
        "the largest subgraph in which every edge is part of at least k - 2 triangles",
        Unique,
        &["ktruss"],
    ),
    Problem {
        name: "mis",
        aliases: &["maximal_independent_set", "independent_set"],
        meaning: "a set of nodes without neighbours in the set, to which no node can be added",
        uniqueness: OneOfMany("every maximal set is correct, and their sizes differ"),
        programs: &["mis_degree", "mis_worklist", "mis_pannotia"],
        reason: "nodes wait for their neighbours without rounds, and nodes with few edges come first",
        weighted: None,
        real: None,
    },
    Problem {
        name: "colouring",
        aliases: &["coloring", "graph_colouring", "graph_coloring"],
        meaning: "a colour for each node that none of its neighbours has, with few colours",
        uniqueness: OneOfMany(
            "every colouring without conflicts is correct; the number of colours can differ",
        ),
        programs: &["colouring_classes", "colouring_shortcuts", "colouring"],
        reason: "nodes choose without waiting for each other, so it has the fewest rounds on skewed graphs",
        weighted: None,
        real: None,
    },
    Problem {
        name: "mst",
        aliases: &["msf", "minimum_spanning_tree", "minimum_spanning_forest", "boruvka", "kruskal"],
        meaning: "edges of least total weight that connect everything the graph connects",
        uniqueness: OneOfMany("several forests can have the least total weight"),
        programs: &["mst_filtered", "mst_multiple_wl", "mst_single_wl"],
        reason: "most heavy edges are dropped at their first look, because light edges come first",
        weighted: None,
        real: Some(Real { problem: "mst_real", takes_negative: true }),
    },
    single(
        "mst_real",
        &["minimum_spanning_tree_real", "minimum_spanning_forest_real"],
        "edges of least total weight that connect everything the graph connects, for weights that are real numbers",
        OneOfMany("several forests can have the least total weight"),
        &["mst_real"],
    ),
    single(
        "max_flow",
        &["maxflow", "flow", "maximum_flow"],
        "how much can flow from a source to a sink, if each edge carries at most its capacity",
        OneOfMany("the total is unique, but several flows can have it"),
        &["push_relabel"],
    ),
    single(
        "label_propagation",
        &["cdlp", "lpa"],
        "communities: in each round, every node takes the most frequent label among its neighbours",
        Unique,
        &["label_propagation"],
    ),
    single(
        "louvain",
        &["louvain_communities"],
        "communities: a partition of the nodes with a high modularity",
        COMMUNITIES,
        &["louvain"],
    )
    .weighted("louvain_weighted"),
    single(
        "louvain_weighted",
        &["weighted_louvain"],
        "communities: a partition of the nodes with a high modularity, to which heavy edges contribute more",
        COMMUNITIES,
        &["louvain_weighted"],
    ),
    single(
        "leiden",
        &["communities"],
        "communities: a partition of the nodes into connected communities with a high modularity",
        COMMUNITIES,
        &["leiden"],
    )
    .weighted("leiden_weighted"),
    single(
        "leiden_weighted",
        &["communities_weighted", "weighted_leiden"],
        "communities: a partition of the nodes into connected communities with a high modularity, to which heavy \
         edges contribute more",
        COMMUNITIES,
        &["leiden_weighted"],
    ),
    single(
        "walks",
        &["random_walks"],
        "random walks of node2vec, which prefer to return, to stay near or to leave",
        OneOfMany("every walk along edges is correct; the seed selects the walks"),
        &["node2vec"],
    ),
    single(
        "graphsage",
        &["sage", "mean_aggregation"],
        "GraphSAGE: the mean features of each node and the nodes that lead to it, in several layers",
        ROUNDING,
        &["graphsage"],
    ),
    single(
        "gine",
        &["message_passing"],
        "message passing of GINE: sums of messages from features of nodes and edges, in several layers",
        ROUNDING,
        &["gine"],
    ),
];
