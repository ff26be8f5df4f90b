//! What can be wrong with a graph: where (file, line or byte) and why, with what would be right.
//!
//! A [`GraphError`] is a [`Problem`] and its place. Code that finds a problem often knows only
//! the problem; callers on the way out add the line and the path.

use std::fmt;

use thiserror::Error;

/// Largest number of nodes and of edges: ids are 32 bits and the last value is kept as "none".
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
        Self { path: String::new(), line: None, problem }
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
    /// More edges than 32-bit ids can name.
    #[error("{0} edges: at most {MAX_NODES} (2^32 - 2) fit 32-bit ids")]
    TooManyEdges(u64),
    /// An edge's end is not a node.
    #[error("node {node} does not exist: the graph has {nodes} nodes, numbered from {first}")]
    NodeOutOfRange {
        /// The id as the input writes it.
        node: u64,
        /// Number of nodes.
        nodes: u64,
        /// Number of the first node, 0 or 1.
        first: u32,
    },
    /// Chunks of the same graph disagree, in length or on whether edges weigh.
    #[error("a chunk of edges has {sources} sources, {targets} targets and {weights} weights")]
    UnevenChunk {
        /// Number of sources.
        sources: usize,
        /// Number of targets.
        targets: usize,
        /// Number of weights.
        weights: usize,
    },
    /// Some edges weigh and others don't.
    #[error("some edges have a weight and others have none")]
    PartlyWeighted,
    /// Node ids so sparse that the offsets would dwarf the edges.
    #[error(
        "{nodes} nodes for only {edges} edges would take {bytes} bytes of offsets; \
         add the key `compact` to renumber the nodes that have edges, or `sparse` to keep them all"
    )]
    SparseIds {
        /// Number of nodes.
        nodes: u64,
        /// Number of edges.
        edges: u64,
        /// Bytes that the offsets would take.
        bytes: u64,
    },
    /// A text does not go on as its format says.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What would be right.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// A number that its type can't hold.
    #[error("{token} is too large for {what}: at most {most}")]
    TooLarge {
        /// The number as written.
        token: String,
        /// What the number is for.
        what: &'static str,
        /// The largest that would be right.
        most: u64,
    },
    /// A weight that is infinite or not a number.
    #[error("the weight {0} is not finite: weights are whole or real numbers")]
    NotFinite(String),
    /// More entries than the header says.
    #[error("this is one more than the {announced} {what} that the header announces")]
    TooManyEntries {
        /// Number in the header.
        announced: u64,
        /// What is counted.
        what: &'static str,
    },
    /// Fewer entries than the header says.
    #[error("the header announces {announced} {what}, the file has {found}")]
    TooFewEntries {
        /// Number in the header.
        announced: u64,
        /// Number in the file.
        found: u64,
        /// What is counted.
        what: &'static str,
    },
    /// A binary file that ends early.
    #[error("the file ends inside its {section}: is it truncated?")]
    Truncated {
        /// The part in which it ends.
        section: &'static str,
    },
    /// A binary file with more bytes than its header says.
    #[error("more bytes follow the end of the graph")]
    TrailingBytes,
    /// A binary file that contradicts itself.
    #[error("{0}")]
    Corrupt(String),
    /// A line that no format's lines come near.
    #[error("the line is longer than {0} bytes: is this a text?")]
    LineTooLong(usize),
    /// Something that is not a graph or that this crate does not read.
    #[error("{what}; {help}")]
    Unsupported {
        /// What the file is.
        what: String,
        /// What would be right.
        help: String,
    },
    /// Neither content nor ending say what the format is.
    #[error("{why}; say which with the key `format`, such as `,format={example}`")]
    UnknownFormat {
        /// What made it unclear.
        why: String,
        /// A name that the key takes.
        example: &'static str,
    },
    /// A key whose value is not allowed.
    #[error("`{value}` is no value for the key `{key}`: it takes {allowed}")]
    BadKey {
        /// The key.
        key: String,
        /// Its value as given.
        value: String,
        /// What would be right.
        allowed: String,
    },
    /// A key that does not exist.
    #[error("there is no key `{key}` for graph files: the keys are {allowed}")]
    UnknownKey {
        /// The key as given.
        key: String,
        /// The keys that exist.
        allowed: &'static str,
    },
    /// Neither a file nor a generator.
    #[error("there is no file and no generator of this name")]
    NoSuchGraph,
    /// A generator that does not exist.
    #[error("there is no generator `{0}`")]
    UnknownGenerator(String),
    /// A format that can't hold the graph.
    #[error("{format} can't hold {what}; {help}")]
    CannotHold {
        /// The format asked for.
        format: crate::format::Format,
        /// What it can't hold.
        what: &'static str,
        /// What would do.
        help: &'static str,
    },
}
