//! The errors for a graph, its weights or values of parameters that do not fit a program.

use crate::ir::{MAX_ARRAY_LENGTH, MAX_EXTENT, ParamRange};
use crate::types::Type;

/// The reason why a graph, its weights or the values of the parameters do not fit a program.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DataError {
    /// The number of values is not the number of parameters.
    #[error("the program has {wanted} parameters, but {found} values were given")]
    ParameterCount {
        /// The number of parameters.
        wanted: usize,
        /// The number of values that were given.
        found: usize,
    },
    /// The value of a parameter has another type than the parameter.
    #[error("parameter `{name}` has the type {wanted}, but its value has the type {found}")]
    ParameterType {
        /// The name of the parameter.
        name: String,
        /// The type of the parameter.
        wanted: Type,
        /// The type of the given value.
        found: Type,
    },
    /// A parameter of type `node` is not a node of the graph.
    #[error(
        "parameter `{name}` is node {node}, but the graph has only {nodes} nodes, numbered from 0"
    )]
    ParameterNode {
        /// The name of the parameter.
        name: String,
        /// The value of the parameter.
        node: u32,
        /// The number of nodes of the graph.
        nodes: u32,
    },
    /// The value of a parameter is outside of the range of the parameter.
    #[error(
        "parameter `{name}` is {value}, but it must be {}\n\
         help: set it to a value in the range {}",
        .range.in_words(),
        .range.shown()
    )]
    ParameterRange {
        /// The name of the parameter.
        name: String,
        /// The value of the parameter.
        value: String,
        /// The range of the parameter.
        range: ParamRange,
    },
    /// The arrays of the graph contradict each other.
    #[error("the graph is malformed: {0}")]
    Graph(String),
    /// The graph has more nodes or edges than strided loops of 32 bits can count.
    #[error("the graph has {count} {what}, but the maximum is {MAX_EXTENT}")]
    TooLarge {
        /// The word `nodes` or `edges`.
        what: String,
        /// The number of nodes or edges.
        count: u64,
    },
    /// The computed length of an array is too large.
    #[error(
        "the array `{array}` would have {length} elements, but the maximum is {MAX_ARRAY_LENGTH}"
    )]
    ArrayLength {
        /// The name of the array.
        array: String,
        /// The computed length.
        length: u64,
    },
    /// The run has no data for an input of the program.
    #[error("the input `{name}` has no data")]
    NoInput {
        /// The name of the input.
        name: String,
    },
    /// The data for an input does not fit the program.
    #[error("the input `{name}` must have {wanted}, but has {found}")]
    Input {
        /// The name of the input.
        name: String,
        /// What the program needs.
        wanted: String,
        /// What the run supplies.
        found: String,
    },
    /// The program needs weights, and the graph has none.
    #[error(
        "`{array}` holds the weights of the graph, but the graph has no weights\n\
         note: an edge property without an initial value, as in `edge {array}: {ty};`, holds the weights\n\
         help: use a graph with weights (the key `weights=1..100` of a generator makes some), or give every \
         edge the same weight: `edge {array}: {ty} = 1;`"
    )]
    NoWeights {
        /// The array that should contain the weights.
        array: String,
        /// The type of its elements.
        ty: Type,
    },
    /// The type that the program gives weights does not have the value of a weight.
    #[error(
        "`{array}` has the type {ty}, which cannot represent {weight}, the weight of edge {edge}\n\
         help: give `{array}` a type that can represent every weight, such as `i64` for whole numbers or `f64`"
    )]
    Weight {
        /// The array that should contain the weight.
        array: String,
        /// The type of the array's elements.
        ty: Type,
        /// The first edge with such a weight.
        edge: u32,
        /// The weight of that edge, as decimal digits.
        weight: String,
    },
    /// A weight is negative, and the problem takes weights from 0.
    #[error("edge {edge} has the weight {weight}, but no weight may be negative")]
    NegativeWeight {
        /// The first edge with such a weight.
        edge: u64,
        /// The weight of that edge, as decimal digits.
        weight: String,
    },
    /// A contraction adds up the values of edges, and the type of the property does not have the
    /// sum.
    #[error(
        "`{array}` has the type {ty}, which cannot represent the sum over the {edges} edges that a contraction combines"
    )]
    SumOfEdges {
        /// The property of the edges.
        array: String,
        /// The type of its elements.
        ty: Type,
        /// The number of edges that become one edge.
        edges: usize,
    },
}
