//! Errors about graphs. An error names the location (file and line), the reason, and the valid
//! alternatives.
//!
//! A [`GraphError`] is a [`Problem`] and its location. Code that finds a problem often knows only
//! the problem; its callers add the line and the path.

use std::fmt;
use std::num::NonZeroU32;

use igc_visible as visible;
use igc_visible::suggest::nearest;
use thiserror::Error;

/// Largest number of nodes. Ids have 32 bits, and the largest value means "none".
pub const MAX_NODES: u32 = u32::MAX - 1;
/// Largest number of edges whose ids and offsets have 32 bits.
pub const MAX_NARROW_EDGES: u64 = MAX_NODES as u64;
/// Largest number of edges. No machine has the memory for more.
pub const MAX_EDGES: u64 = 1 << 44;

/// Returns the line of a message that suggests a key. Backticks surround the known keys.
fn did_you_mean(key: &str, known: &str) -> String {
    let near = nearest(key, known.split('`').skip(1).step_by(2));
    near.map_or(String::new(), |near| format!("\nhelp: did you mean `{near}`?"))
}

/// A problem with a graph, and the location of the problem.
#[derive(Debug, Error)]
pub struct GraphError {
    /// The file (or generator) as the user named it. Empty if the name is unknown.
    pub path: Box<str>,
    /// Line in a text file, counted from 1.
    pub line: Option<u64>,
    /// The first byte of the text within the line to which the problem refers, counted from 1. Unknown
    /// beyond 2^32 bytes.
    pub column: Option<NonZeroU32>,
    /// The problem.
    #[source]
    pub problem: Problem,
}

impl GraphError {
    /// Returns the error for a problem in a line. `column` is the place within the line, if it is
    /// known.
    pub(crate) fn in_line(line: u64, column: Option<NonZeroU32>, problem: Problem) -> Self {
        Self { path: Box::default(), line: Some(line), column, problem }
    }

    /// Adds the name of the file, unless the error already has one.
    pub fn in_file(mut self, path: &str) -> Self {
        if self.path.is_empty() {
            self.path = path.into();
        }
        self
    }
}

impl fmt::Display for GraphError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(out, "{}:", visible::name(&self.path))?;
        }
        match (self.line, self.column) {
            (Some(line), Some(column)) if self.path.is_empty() => {
                write!(out, "line {line}, column {column}: ")?;
            }
            (Some(line), None) if self.path.is_empty() => write!(out, "line {line}: ")?,
            (Some(line), Some(column)) => write!(out, "{line}:{column}: ")?,
            (Some(line), None) => write!(out, "{line}: ")?,
            (None, _) if self.path.is_empty() => {}
            (None, _) => write!(out, " ")?,
        }
        write!(out, "{}", self.problem)
    }
}

impl From<Problem> for GraphError {
    fn from(problem: Problem) -> Self {
        Self { path: Box::default(), line: None, column: None, problem }
    }
}

impl Problem {
    /// Adds the ways to go on to a problem with the text of a line.
    pub(crate) fn with_help(self, help: &str) -> Self {
        match self {
            Self::Unexpected { expected, found } => {
                Self::UnexpectedText { expected, found, help: help.into() }
            }
            other => other,
        }
    }
}

/// A problem with a graph, a graph file or a graph specification.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Problem {
    /// The system failed to read, to write or to allocate memory.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The machine has too little memory.
    #[error(
        "there is not enough memory: {bytes} bytes are needed\n\
         help: use a smaller graph, or a machine with more memory"
    )]
    OutOfMemory {
        /// Size of the allocation.
        bytes: u64,
    },
    /// Memory that was to be shared does not hold an array.
    #[error("the memory does not hold {what}")]
    Memory {
        /// The values, and what is wrong with the memory.
        what: String,
    },
    /// The path is not a file.
    #[error("this is {what}, not a file")]
    NotAFile {
        /// What the path names, such as "a directory".
        what: &'static str,
    },
    /// The path is a folder.
    #[error(
        "this is {what}, not a file\nhelp: name a file{}, or a generator with a size, such as `rmat:20`",
        match example {
            Some(example) => format!(", such as `{}`", visible::name(example)),
            None => " in it".to_string(),
        }
    )]
    Folder {
        /// What the path names.
        what: &'static str,
        /// A graph file in the folder.
        example: Option<String>,
    },
    /// More nodes than 32-bit ids allow.
    #[error("{0} nodes are too many: 32-bit ids allow at most {MAX_NODES} (2^32 - 2)")]
    TooManyNodes(u64),
    /// More edges than a graph may have.
    #[error("{0} edges are too many: a graph has at most {MAX_EDGES} (2^44)")]
    TooManyEdges(u64),
    /// More edges than 32-bit ids allow, for something that needs edge ids of 32 bits.
    #[error("{0} edges are too many for {1}: it allows at most {MAX_NARROW_EDGES} (2^32 - 2)")]
    TooManyEdgesFor(u64, &'static str),
    /// The source or target of an edge is not a node of the graph.
    #[error("node {node} does not exist: the graph has {nodes} nodes, numbered from {first}")]
    NodeOutOfRange {
        /// The id as written in the input.
        node: u64,
        /// Number of nodes.
        nodes: u64,
        /// Number of the first node, 0 or 1.
        first: u32,
    },
    /// The lists of a chunk of edges differ in length.
    #[error(
        "a chunk of edges has {sources} sources, {targets} targets and {weights} weights; \
         these numbers must be equal"
    )]
    UnevenChunk {
        /// Number of sources in the chunk.
        sources: usize,
        /// Number of targets in the chunk.
        targets: usize,
        /// Number of weights in the chunk.
        weights: usize,
    },
    /// Some edges have weights and others do not.
    #[error("some edges have a weight and others have none")]
    PartlyWeighted,
    /// The node ids are so sparse that the offsets would be much larger than the edges.
    #[error(
        "{nodes} nodes for only {edges} edges would take {bytes} bytes of offsets; \
         add the key `compact` to renumber the nodes that have edges, or `sparse` to keep all nodes"
    )]
    SparseIds {
        /// Number of nodes.
        nodes: u64,
        /// Number of edges.
        edges: u64,
        /// Bytes that the offsets would take.
        bytes: u64,
    },
    /// A text violates its format.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// The text that the format allows here.
        expected: String,
        /// The text found instead.
        found: String,
    },
    /// A text violates its format. The help says how to go on.
    #[error("expected {expected}, found {found}\nhelp: {help}")]
    UnexpectedText {
        /// The text that the format allows here.
        expected: String,
        /// The text found instead.
        found: String,
        /// The ways to go on.
        help: Box<str>,
    },
    /// The names of the columns of a table do not describe edges.
    #[error("{what}\nhelp: {help}")]
    Columns {
        /// The reason.
        what: String,
        /// The names that are allowed, and the ways to go on.
        help: String,
    },
    /// A record of a table that is too long.
    #[error(
        "the record is longer than {0} bytes\n\
         help: a quotation mark at the start of a field may have no counterpart"
    )]
    LongRecord(usize),
    /// A field of a table whose quotation mark has no counterpart.
    #[error(
        "the quotation mark at the start of a field has no counterpart\n\
         help: write `\"` within a field with quotation marks twice"
    )]
    OpenQuotes,
    /// Text between a closing quotation mark and the next separator.
    #[error(
        "expected a separator after the closing quotation mark, found {0}\n\
         help: write `\"` within a field with quotation marks twice"
    )]
    AfterQuotes(String),
    /// A number that is too large for its type.
    #[error("{token} is too large for {what}: the maximum is {most}")]
    TooLarge {
        /// The number as written.
        token: String,
        /// The meaning of the number.
        what: &'static str,
        /// The largest valid number.
        most: u64,
    },
    /// A weight that is infinite or not a number.
    #[error("the weight {0} is not a finite number")]
    NotFinite(String),
    /// More entries than the header announces.
    #[error("this exceeds the {announced} {what} that the header announces")]
    TooManyEntries {
        /// Number of entries that the header announces.
        announced: u64,
        /// The kind of entries.
        what: &'static str,
    },
    /// Fewer entries than the header announces.
    #[error("the header announces {announced} {what}, but the file has {found}")]
    TooFewEntries {
        /// Number of entries that the header announces.
        announced: u64,
        /// Number of entries in the file.
        found: u64,
        /// The kind of entries.
        what: &'static str,
    },
    /// A binary file ends too early.
    #[error("the file ends inside its {section}; it may be truncated")]
    Truncated {
        /// The section in which the file ends.
        section: &'static str,
    },
    /// A binary file has more bytes than its header announces.
    #[error("the file has more bytes after the end of the graph")]
    TrailingBytes,
    /// A binary file contradicts itself.
    #[error("{0}")]
    Corrupt(String),
    /// A problem with a row of a file that is not a text.
    #[error("row {row}: {problem}")]
    InRow {
        /// The number of the row, from 1.
        row: u64,
        /// The problem.
        problem: Box<Problem>,
    },
    /// A text that is not well-formed XML.
    #[error("the text is not well-formed XML: {0}")]
    Xml(String),
    /// A line that is longer than any line of a graph file.
    #[error("the line is longer than {0} bytes; the file may not be a text file")]
    LineTooLong(usize),
    /// An entry on the diagonal of a skew-symmetric matrix, which must be zero.
    #[error(
        "a skew-symmetric matrix has zeros on its diagonal, so this entry cannot be listed\n\
         help: remove the entry, or declare the matrix as `general` and list both halves"
    )]
    SkewDiagonal,
    /// An integer whose negative value, which a skew-symmetric matrix needs, does not fit 64 bits.
    #[error("the negative value of {0} does not fit 64 bits\nhelp: declare the values as `real`")]
    NotNegatable(i64),
    /// A file that is not a graph, or a variant of a format that this crate does not read.
    #[error("{what}; {help}")]
    Unsupported {
        /// The content of the file.
        what: String,
        /// The supported variants.
        help: String,
    },
    /// Neither content nor ending determines the format.
    #[error("{why}; name the format with the key `format`, for example `,format={example}`")]
    UnknownFormat {
        /// The reason why the format is unclear.
        why: String,
        /// A format name that the key accepts, as an example.
        example: &'static str,
    },
    /// A key has an invalid value.
    #[error(
        "`{}` is not a valid value for the key `{key}`: it must be {allowed}",
        visible::name(value)
    )]
    BadKey {
        /// The key.
        key: String,
        /// The value as the user gave it.
        value: String,
        /// The valid values.
        allowed: String,
    },
    /// An unknown key.
    #[error(
        "unknown key `{}` for graph files: the known keys are {allowed}{}",
        visible::name(key),
        did_you_mean(key, allowed)
    )]
    UnknownKey {
        /// The key as the user gave it.
        key: String,
        /// The known keys.
        allowed: &'static str,
    },
    /// The name is neither a file nor a generator.
    #[error("no file or generator has this name")]
    NoSuchGraph,
    /// The name of a generator without a size.
    #[error("the generator needs a size\nhelp: write `{example}`, for example")]
    NoSize {
        /// The generator with a size.
        example: String,
    },
    /// An unknown generator.
    #[error("unknown generator `{}`", visible::name(.0))]
    UnknownGenerator(String),
    /// A format that cannot represent the graph.
    #[error("{format} cannot represent {what}; {help}")]
    CannotHold {
        /// The name of the requested format.
        format: &'static str,
        /// The property that the format cannot represent.
        what: &'static str,
        /// The formats that can represent the property.
        help: &'static str,
    },
}
