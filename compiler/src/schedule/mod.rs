//! The schedule: what the host does with the kernels, as versioned JSON.
//!
//! An artefact consists of OpenCL C and a schedule, which are the same for every device. The
//! schedule lists the buffers and their initial values, the kernels and the bindings of their
//! arguments, the host's control flow, and the outputs. It refers to everything by name and
//! contains nothing about devices: the runtime chooses the dialect, the launch geometry and the
//! buffer sizes when it loads the artefact for a device.
//!
//! `docs/src/schedule.md` documents the format for readers in other languages. If a change would
//! make an old reader misinterpret a schedule, [`VERSION`] increases.

mod arguments;
mod bindings;
mod steps;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::configuration::Configuration;
use crate::ir::{self, Type};
pub use arguments::{Argument, Ending, Output};
pub use steps::{Expr, PrintPart, Seed, Step};
pub use write::schedule;

/// The version of the format, in the field `schedule`.
pub const VERSION: u32 = 6;

/// Everything that a runtime needs in addition to the text of the kernels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The version of the format: [`VERSION`].
    pub schedule: u32,
    /// Name and version of the compiler that wrote the schedule.
    pub compiler: String,
    /// The program's name.
    pub program: String,
    /// The optimisation flags that are on, spelled as in `--opts`.
    pub options: Configuration,
    /// The intended number of work-items of a workgroup. Kernels work with any number.
    pub workgroup_size: u32,
    /// The size of the local arrays of a work-item in bytes, for the launch that has the most. A
    /// driver for CPUs may keep those of a whole workgroup on the stack of a thread.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub private_bytes: u64,
    /// The requirements on the graph.
    pub graph: GraphNeeds,
    /// The scalars that the user sets.
    pub params: Vec<Param>,
    /// The program's state on the device.
    pub buffers: Vec<Buffer>,
    /// The names of the worklists.
    pub worklists: Vec<String>,
    /// The types of the items of the worklists that do not hold nodes. An item of 64 bits has two
    /// words of its buffer, and a pair has four.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub items: BTreeMap<String, ir::ItemType>,
    /// The kernels that the host launches.
    pub kernels: Vec<Kernel>,
    /// The counts of frontiers that kernels of adaptive programs make.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frontiers: Vec<Frontier>,
    /// The steps of the host, in order.
    pub main: Vec<Step>,
    /// The names of the buffers that form the result.
    pub outputs: Vec<String>,
    /// The oracles that check the result.
    pub checks: Vec<Check>,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Schedule {
    /// Returns the schedule as JSON in one line.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("numbers and strings serialise")
    }

    /// Returns the type of the items of a worklist.
    pub fn item_type(&self, worklist: &str) -> ir::ItemType {
        self.items.get(worklist).copied().unwrap_or(ir::ItemType::One(Type::Node))
    }

    /// Returns the names of the worklists that start with the items of an input.
    pub fn input_worklists(&self) -> Vec<&str> {
        // Lowering puts these steps before all others.
        let input = |step: &Step| matches!(step, Step::Seed { seed: Seed::Input, .. });
        let seeds = self.main.iter().filter(|step| input(step));
        seeds
            .filter_map(|step| match step {
                Step::Seed { worklist, .. } => Some(worklist.as_str()),
                _ => None,
            })
            .collect()
    }
}

/// The counts of frontiers: the nodes whose edges a later kernel of the round visits. The counts
/// grow in each round, modulo 2³².
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frontier {
    /// The name of the kernel that counts.
    pub kernel: String,
    /// The buffer with the number of nodes: one `u32`.
    pub nodes: String,
    /// The buffer with the number of their edges: one `u32`.
    pub edges: String,
}

/// The requirements on the graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphNeeds {
    /// The properties that the graph must have: `undirected`, `simple`, `sorted`.
    pub requirements: Vec<String>,
    /// The width of edge ids, and of the number of edges: `narrow` for 32 bits, or `wide` for 64
    /// bits. The elements of `out_offsets`, `in_offsets`, `in_edges` and `reverse` are edge ids.
    #[serde(default, skip_serializing_if = "ir::EdgeWidth::is_narrow")]
    pub edges: ir::EdgeWidth,
    /// The arrays that kernels read: `out_offsets` (nodes + 1 elements), `targets`, `sources`,
    /// `in_edges`, `in_sources`, `in_targets`, `reverse` (one for each edge), `in_offsets`
    /// (nodes + 1).
    pub arrays: Vec<String>,
}

/// A scalar that the user sets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: Type,
    /// Its value if the user sets none. `None` means that the user must set it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<ir::Value>,
    /// The values that the user may set. `None` if every value of the type is valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<ir::ParamRange>,
}

impl Param {
    /// Returns whether the parameter is a node that may be missing.
    pub fn is_optional_node(&self) -> bool {
        ir::is_optional_node(self.default)
    }
}

/// An array on the device. Elements have OpenCL C's layout, and a `bool` is 32 bits: 0 or 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Buffer {
    /// Its name.
    pub name: String,
    /// The type of its elements.
    #[serde(rename = "type")]
    pub ty: Type,
    /// The number of bits of each element: those of the type, or 16 (`half`) or 8 (`byte`).
    #[serde(default, skip_serializing_if = "ir::ElementWidth::is_full")]
    pub width: ir::ElementWidth,
    /// The number of rows: one, one for each node, one for each edge, or one for each node of the
    /// input graph (`original`).
    pub length: ir::Extent,
    /// The number of elements of each row: a constant, or an expression that is evaluated before
    /// the run. A row without this field is a single element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<Expr>,
    /// The initial values.
    pub init: ir::Init,
    /// Whether `main` writes every element before it reads any, so that the initial values make no
    /// difference.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overwritten: bool,
}

impl Buffer {
    /// The number of elements of each row if it is a constant, as it is for nodes and edges.
    pub fn fixed_length(&self) -> Option<u32> {
        match self.elements.as_ref()? {
            Expr::Const(length) => Some(length.index()),
            _ => None,
        }
    }
}

/// A kernel that the host launches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kernel {
    /// Its name in the program.
    pub name: String,
    /// Its name in the OpenCL C.
    pub function: String,
    /// The binding of each argument, in order.
    pub arguments: Vec<Argument>,
    /// The domains of its parallel loops. A launch of any size is correct. A launch with one
    /// work-item per element, up to the capacity of the device, is fastest.
    pub work: Vec<Work>,
    /// Whether few elements of its loops are expected to do work. A launch with several elements for
    /// each work-item is then faster.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub selective: bool,
    /// Whether a launch has no more work-items than can be resident. More work-items would only
    /// wait, because work-items of the program may repeat their iterations.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resident: bool,
}

/// The domain of a parallel loop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// The nodes.
    Nodes,
    /// The edges.
    Edges,
    /// The front buffer of a worklist.
    Worklist(String),
    /// The numbers below the `u32` that a launch passes at this position, counted from 0.
    Launch(usize),
    /// A range that only the kernel can compute.
    Other,
}

/// An oracle and its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The oracle's name.
    pub oracle: String,
    /// The command of an external checker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The arguments of the oracle.
    pub args: Vec<CheckArg>,
}

/// An argument of an oracle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckArg {
    /// The final content of a buffer.
    Buffer(String),
    /// The value of a parameter.
    Param(String),
}
