//! The schedule: what the host does with the kernels, as versioned JSON.
//!
//! An artefact is OpenCL C and a schedule, the same for every device. The schedule names the
//! buffers and what they hold at the start, the kernels and what each argument is bound to, the
//! host's control flow, and what comes out. It refers to everything by name and says nothing about
//! devices: dialect, launch geometry and buffer sizes are bound when a device loads it.
//!
//! `docs/src/schedule.md` documents the format for readers in other languages. A change that an old
//! reader would misread raises [`VERSION`].

mod arguments;
mod bindings;
mod steps;
mod write;

use serde::{Deserialize, Serialize};

use crate::ir::{self, Type};
use crate::options::Options;
pub use arguments::{Argument, Ending, Output};
pub use steps::{Expr, Seed, Step};
pub use write::schedule;

/// The version of the format, in the field `schedule`.
pub const VERSION: u32 = 3;

/// What a runtime needs to know beside the kernels' text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The version of the format: [`VERSION`].
    pub schedule: u32,
    /// The compiler that wrote it, with its version.
    pub compiler: String,
    /// The program's name.
    pub program: String,
    /// The optimisations, as `--opts` takes them.
    pub options: Options,
    /// How many work-items a workgroup should have; kernels work with any number.
    pub workgroup_size: u32,
    /// What is needed of the graph.
    pub graph: GraphNeeds,
    /// The scalars to be set from outside.
    pub params: Vec<Param>,
    /// The program's state on the device.
    pub buffers: Vec<Buffer>,
    /// The worklists' names.
    pub worklists: Vec<String>,
    /// The kernels.
    pub kernels: Vec<Kernel>,
    /// What the host does, in order.
    pub main: Vec<Step>,
    /// Names of the buffers that are the result.
    pub outputs: Vec<String>,
    /// The oracles that judge the result.
    pub checks: Vec<Check>,
}

/// What is needed of the graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphNeeds {
    /// What must hold of it: `undirected`, `simple`, `sorted`.
    pub requirements: Vec<String>,
    /// The arrays that kernels read: `out_offsets` (nodes + 1 elements), `targets`, `sources`,
    /// `in_edges` (one for each edge), `in_offsets` (nodes + 1).
    pub arrays: Vec<String>,
}

/// A scalar to be set from outside.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: Type,
    /// Its value where none is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<ir::Value>,
}

/// State on the device. Elements lie as OpenCL C lays them out: `bool` as 32 bits, 0 or 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Buffer {
    /// Its name.
    pub name: String,
    /// The type of its elements.
    #[serde(rename = "type")]
    pub ty: Type,
    /// How many there are.
    pub length: ir::Extent,
    /// What it holds at the start.
    pub init: ir::Init,
}

/// A function of the OpenCL C.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kernel {
    /// Its name in the program.
    pub name: String,
    /// Its name in the OpenCL C.
    pub function: String,
    /// What each argument is bound to, in order.
    pub arguments: Vec<Argument>,
    /// What its parallel loops range over. A launch of any size is right; one that has a work-item
    /// for each element, up to what fits the device, is best.
    pub work: Vec<Work>,
}

/// What a parallel loop ranges over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// The nodes.
    Nodes,
    /// The edges.
    Edges,
    /// The front buffer of a worklist.
    Worklist(String),
    /// The numbers below the value that a launch passes at this position, counted from 0.
    Launch(usize),
    /// As much as the kernel finds out.
    Other,
}

/// An oracle, and what it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The oracle's name.
    pub oracle: String,
    /// What it is shown.
    pub args: Vec<CheckArg>,
}

/// Something that an oracle is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckArg {
    /// The content of a buffer at the end.
    Buffer(String),
    /// The value of a parameter.
    Param(String),
}
