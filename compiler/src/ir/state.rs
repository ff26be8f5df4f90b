//! What a program is given and what it keeps: the properties of its graph, its parameters, its arrays
//! and its worklists.

use serde::{Deserialize, Serialize};

use super::{ElementWidth, Expr, ItemType, ParamRange, Property, Type, Value};

/// A property that the graph must have. The loader establishes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphRequirement {
    /// For every edge, the reverse edge exists.
    Undirected,
    /// There are no self-loops and no parallel edges.
    Simple,
    /// The edges of each node are sorted by target.
    Sorted,
}

impl GraphRequirement {
    /// All requirements with their names in source text.
    pub const ALL: [(&'static str, GraphRequirement); 3] = [
        ("undirected", GraphRequirement::Undirected),
        ("simple", GraphRequirement::Simple),
        ("sorted", GraphRequirement::Sorted),
    ];

    /// Returns the name in source text.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, r)| *r == self).map_or("", |(n, _)| n)
    }
}

/// A scalar that the user sets before the run (`-p source=17`). The runtime first checks that a
/// parameter of type `node` is a node of the graph.
#[derive(Debug, Clone, PartialEq)]
pub struct Param {
    /// Name of the parameter.
    pub name: String,
    /// Type of the parameter.
    pub ty: Type,
    /// Value if the user sets none. A parameter without a default must be set.
    pub default: Option<Value>,
    /// The values that the user may set; `None` if every value of the type is valid. The range
    /// contains the default.
    pub range: Option<ParamRange>,
}

impl Param {
    /// Returns whether the parameter is a node that may be missing.
    pub fn is_optional_node(&self) -> bool {
        is_optional_node(self.default)
    }
}

/// Returns whether a parameter with this default is a node that may be missing: the default is the
/// largest id, which is not a node.
pub fn is_optional_node(default: Option<Value>) -> bool {
    default == Some(Value::Node(u32::MAX))
}

/// Typed elements in device memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Array {
    /// Name of the array.
    pub name: String,
    /// Type of the elements.
    pub ty: Type,
    /// Number of bits of each element in memory.
    pub width: ElementWidth,
    /// Number of rows: what the elements belong to.
    pub extent: Extent,
    /// Number of elements of each row; `None` if a row is a single value. A [`Place`](super::Place) has an
    /// [`Element`](super::Element) if and only if its array has a length.
    pub length: Option<Length>,
    /// Content when `main` starts.
    pub init: Init,
}

impl Array {
    /// Whether the array is a global with a single value.
    pub fn is_scalar_global(&self) -> bool {
        self.extent == Extent::One && self.length.is_none()
    }

    /// The number of elements of each row if it is a constant, as it is for nodes and edges. `None` if a row is a
    /// single value, or if the number is computed before the run.
    pub fn fixed_length(&self) -> Option<u32> {
        match self.length {
            Some(Length::Fixed(length)) => Some(length),
            Some(Length::Computed(_)) | None => None,
        }
    }

    /// Whether two arrays have the same type and the same numbers of bits and of elements.
    pub fn is_like(&self, other: &Array) -> bool {
        (self.ty, self.width, self.extent, &self.length)
            == (other.ty, other.width, other.extent, &other.length)
    }

    /// The size of an element in memory, in bytes.
    pub fn element_size(&self) -> usize {
        self.width.size(self.ty)
    }
}

/// Number of rows of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// One row: a global.
    One,
    /// One row per node.
    Nodes,
    /// One row per edge.
    Edges,
    /// One row per node of the input graph, whatever a [contraction](super::Contraction) does. Only
    /// contractions access such arrays, and a run may return them.
    Original,
}

/// Number of elements of each row of an array.
#[derive(Debug, Clone, PartialEq)]
pub enum Length {
    /// A number that is known when the program is compiled.
    Fixed(u32),
    /// A `u32` or `u64` that is computed before the run from literals, parameters, and the numbers
    /// of nodes and edges. The run fails if it exceeds [`MAX_ARRAY_LENGTH`](super::MAX_ARRAY_LENGTH). Only globals have such
    /// lengths.
    Computed(Expr),
}

/// Content of an array when `main` starts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Init {
    /// This value in every element.
    Fill(Value),
    /// The weights of the graph, converted to the type of the array. Weights that do not fit are an
    /// error.
    Weights,
    /// The input of the run with the name of the array. Without such an input, the run fails.
    Input,
    /// The number of the row, in an array of nodes of [`Extent::Original`].
    Itself,
    /// A statistic of the degrees of the graph, in an `f32` global.
    Degrees(Property),
}

/// A double-buffered bag of items that kernels push to.
#[derive(Debug, Clone, PartialEq)]
pub struct Worklist {
    /// Name of the worklist.
    pub name: String,
    /// Type of its items. A single value is a `node`, an `edge`, a `u32` or a `u64`.
    pub ty: ItemType,
}
