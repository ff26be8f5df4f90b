//! What can be wrong with a graph: where (file, line or byte) and why, with what would be right.
//!
//! A [`GraphError`] is a [`Problem`] and its place. Code that finds a problem often knows only
//! the problem; callers on the way out add the line and the path.

use std::fmt;

use thiserror::Error;

/// Largest number of nodes and of arcs: ids are 32 bits and the last value is kept as "none".
pub const MAX_NODES: u32 = u32::MAX - 1;

/// A problem with a graph and its place.
#[derive(Debug, Error)]
pub struct GraphError {
    /// The file (or generator) as the user named it; empty where there is none.
    pub path: String,
    /// Line, counted from 1, of a text.
    pub line: Option<u64>,
    /// What is wrong.
    #[source]
    pub problem: Problem,
}

impl GraphError {
    /// The same with the file's name, unless it already has one.
    pub fn in_file(mut self, path: &str) -> Self {
        if self.path.is_empty() {
            self.path = path.to_owned();
        }
        self
    }
}

impl fmt::Display for GraphError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(out, "{}:", self.path)?;
        }
        match self.line {
            Some(line) if self.path.is_empty() => write!(out, "line {line}: ")?,
            Some(line) => write!(out, "{line}: ")?,
            None if self.path.is_empty() => {}
            None => write!(out, " ")?,
        }
        write!(out, "{}", self.problem)
    }
}

impl From<Problem> for GraphError {
    fn from(problem: Problem) -> Self {
        Self {
            path: String::new(),
            line: None,
            problem,
        }
    }
}

/// What is wrong with a graph, a graph file or a graph specification.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Problem {
    /// The system refused a read, a write or memory.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// More nodes than 32-bit ids can name.
    #[error("{0} nodes: at most {MAX_NODES} (2^32 - 2) fit 32-bit ids")]
    TooManyNodes(u64),
    /// More arcs than 32-bit ids can name.
    #[error("{0} arcs: at most {MAX_NODES} (2^32 - 2) fit 32-bit ids")]
    TooManyArcs(u64),
    /// An arc's end is not a node.
    #[error("node {node} does not exist: the graph has {nodes} nodes, numbered from {first}")]
    NodeOutOfRange {
        /// The id as the input writes it.
        node: u64,
        /// Number of nodes.
        nodes: u64,
        /// Number of the first node, 0 or 1.
        first: u32,
    },
    /// Chunks of the same graph disagree, in length or on whether arcs weigh.
    #[error("a chunk of arcs has {sources} sources, {targets} targets and {weights} weights")]
    UnevenChunk {
        /// Number of sources.
        sources: usize,
        /// Number of targets.
        targets: usize,
        /// Number of weights.
        weights: usize,
    },
    /// Some arcs weigh and others don't.
    #[error("some arcs have a weight and others have none")]
    PartlyWeighted,
    /// Node ids so sparse that the offsets would dwarf the arcs.
    #[error(
        "{nodes} nodes for only {arcs} arcs would take {bytes} bytes of offsets; \
         add the key `compact` to renumber the nodes that have arcs, or `sparse` to keep them all"
    )]
    SparseIds {
        /// Number of nodes.
        nodes: u64,
        /// Number of arcs.
        arcs: u64,
        /// Bytes that the offsets would take.
        bytes: u64,
    },
}
