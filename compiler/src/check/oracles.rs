//! The oracles that `check` can name, and their arguments.
//!
//! The oracles are part of the runtime. The compiler knows their names and arguments, so that a
//! wrong `check` is an error of the program and not of a run.
use crate::types::Type;

/// The kinds of arguments of an oracle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentKind {
    /// The name of a node property.
    NodeProperty,
    /// The name of an edge property.
    EdgeProperty,
    /// The name of a global.
    Global,
    /// The name of a node property that is an array of any length.
    NodeArray,
    /// The name of an edge property that is an array of any length.
    EdgeArray,
    /// The name of a global array.
    GlobalArray,
    /// The name of a parameter.
    Param,
}

/// One argument of an oracle.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    /// The role of the argument, in the words of messages.
    pub role: &'static str,
    /// The kind of the argument.
    pub kind: ArgumentKind,
    /// The types that the argument may have.
    pub types: &'static [Type],
}

/// An oracle.
#[derive(Debug, Clone, Copy)]
pub struct Oracle {
    /// The name in `check name(…);`.
    pub name: &'static str,
    /// The arguments, in order.
    pub arguments: &'static [Argument],
}

/// Types of labels of nodes. The values of labels are the choice of the program.
const LABELS: &[Type] = &[Type::U32, Type::Node, Type::I32, Type::U64, Type::I64];
/// Types of counts, which start at 0.
const COUNTS: &[Type] = &[Type::U32, Type::I32, Type::U64, Type::I64];
/// Real numbers.
const REALS: &[Type] = &[Type::F32, Type::F64];

const SOURCE: Argument = param("the source", &[Type::Node]);
const RANKS: &[Argument] = &[
    node_property("the ranks", REALS),
    param("the damping factor", REALS),
    param("the tolerance", REALS),
];

const SEEDED_RANKS: &[Argument] =
    &[RANKS[0], node_property("which nodes are seeds", &[Type::Bool]), RANKS[1], RANKS[2]];
const SCORES: &[Argument] =
    &[node_property("the scores", REALS), node_property("which nodes are sources", &[Type::Bool])];

const COMMUNITIES: &[Argument] =
    &[node_property("the communities", &[Type::Node]), global("the modularity", &[Type::F64])];
const LEVELS: &[Argument] = &[
    COMMUNITIES[0],
    global_array("the modularity after each level", &[Type::F64]),
    global("the number of levels", &[Type::U32]),
];

/// The name of the check by a command of the user, which is not an oracle.
pub const EXTERNAL: &str = "external";

/// Every oracle, in the order of the runtime.
pub const ORACLES: &[Oracle] = &[
    oracle("bfs", &[node_property("the levels", &[Type::U32]), SOURCE]),
    oracle(
        "sssp",
        &[node_property("the distances", &[Type::U32, Type::U64, Type::F32, Type::F64]), SOURCE],
    ),
    oracle("sssp_real", &[node_property("the distances", REALS), SOURCE]),
    oracle("cc", &[node_property("the components", LABELS)]),
    oracle("scc", &[node_property("the components", LABELS)]),
    oracle("mis", &[node_property("which nodes are in the set", &[Type::Bool])]),
    oracle("colouring", &[node_property("the colours", COUNTS)]),
    oracle("kcore", &[node_property("the core numbers", COUNTS)]),
    oracle(
        "label_propagation",
        &[node_property("the labels", LABELS), param("the number of rounds", &[Type::U32])],
    ),
    oracle("triangles", &[global("the count", COUNTS)]),
    oracle("pagerank", RANKS),
    oracle("pagerank_residual", RANKS),
    oracle("mst", &[edge_property("which edges are in the forest", &[Type::Bool])]),
    oracle("mst_real", &[edge_property("which edges are in the forest", &[Type::Bool])]),
    oracle(
        "mst_weight",
        &[global("the total", &[Type::U32, Type::I32, Type::U64, Type::I64, Type::F32, Type::F64])],
    ),
    oracle("betweenness", &[node_property("the scores", REALS), SOURCE]),
    oracle("betweenness_set", SCORES),
    oracle("betweenness_set_weighted", SCORES),
    oracle(
        "hits",
        &[
            node_property("the hub scores", REALS),
            node_property("the authorities", REALS),
            param("the number of rounds", &[Type::U32]),
            param("the tolerance", REALS),
        ],
    ),
    oracle("closeness", SCORES),
    oracle("pagerank_personalised", SEEDED_RANKS),
    oracle("pagerank_weighted", RANKS),
    oracle("pagerank_residual_weighted", RANKS),
    oracle("pagerank_personalised_weighted", SEEDED_RANKS),
    oracle(
        "ktruss",
        &[
            edge_property("which edges are in the truss", &[Type::Bool]),
            param("the number k", &[Type::U32]),
        ],
    ),
    oracle(
        "graphsage",
        &[
            node_array("the means", REALS),
            node_array("the features", REALS),
            param("the number of layers", &[Type::U32]),
        ],
    ),
    oracle(
        "gine",
        &[
            node_array("the states", REALS),
            node_array("the features of nodes", REALS),
            edge_array("the features of edges", REALS),
            param("the weight epsilon", REALS),
            param("the number of layers", &[Type::U32]),
        ],
    ),
    oracle(
        "walks",
        &[
            global_array("the nodes of all walks", &[Type::Node]),
            param("the length of a walk", &[Type::U32]),
        ],
    ),
    oracle(
        "max_flow",
        &[
            edge_property("the flow", &[Type::U32]),
            edge_property("the capacities", &[Type::U32]),
            global("the value of the flow", COUNTS),
            SOURCE,
            global("the sink", &[Type::Node]),
        ],
    ),
    oracle("louvain", LEVELS),
    oracle("leiden", COMMUNITIES),
    oracle("louvain_weighted", LEVELS),
    oracle("leiden_weighted", COMMUNITIES),
];

const fn oracle(name: &'static str, arguments: &'static [Argument]) -> Oracle {
    Oracle { name, arguments }
}

const fn node_property(role: &'static str, types: &'static [Type]) -> Argument {
    Argument { role, kind: ArgumentKind::NodeProperty, types }
}

const fn edge_property(role: &'static str, types: &'static [Type]) -> Argument {
    Argument { role, kind: ArgumentKind::EdgeProperty, types }
}

const fn node_array(role: &'static str, types: &'static [Type]) -> Argument {
    Argument { role, kind: ArgumentKind::NodeArray, types }
}

const fn edge_array(role: &'static str, types: &'static [Type]) -> Argument {
    Argument { role, kind: ArgumentKind::EdgeArray, types }
}

const fn global_array(role: &'static str, types: &'static [Type]) -> Argument {
    Argument { role, kind: ArgumentKind::GlobalArray, types }
}

const fn global(role: &'static str, types: &'static [Type]) -> Argument {
    Argument { role, kind: ArgumentKind::Global, types }
}

const fn param(role: &'static str, types: &'static [Type]) -> Argument {
    Argument { role, kind: ArgumentKind::Param, types }
}

/// The oracle with that name.
pub fn find(name: &str) -> Option<&'static Oracle> {
    ORACLES.iter().find(|oracle| oracle.name == name)
}
