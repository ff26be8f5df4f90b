//! Derives the form of a program that runs on several *ranks*, each of which has a part of the graph.
//!
//! A rank is a process or a device. Each node has one rank as its *owner*. A rank stores the edges of
//! the nodes that it owns, and *copies* of the nodes at the other ends of these edges. All ranks execute
//! the same `main`. A launch runs a kernel on every rank, over the nodes that the rank owns. Then the
//! ranks exchange what the kernel changed: updates of copies travel to the owners, where they are
//! combined, and new values of owners travel to the copies before a kernel reads them. This is the
//! scheme of Gluon (Dathathri and others, "Gluon: A Communication-Optimizing Substrate for
//! Distributed Heterogeneous Graph Analytics", PLDI 2018); as in the Abelian compiler (Gill and others,
//! Euro-Par 2018), the compiler finds out what to exchange.
//!
//! | module | task |
//! | --- | --- |
//! | `reductions` | replaces reductions over lanes by reductions over nodes |
//! | `keys` | finds worklists whose items travel to the owner of a node |
//! | `delegate` | moves the end of an iteration to the owner of a node |
//! | `classes` | finds out which nodes and edges of a kernel a rank stores |
//! | `exchanges` | derives what each kernel exchanges, and finds statements for which that is impossible |
//! | `layout` | packs values into the items that travel |
//! | `rewrite` | writes the module of a rank |
//! | `transport` | adds the kernels that collect and apply what travels |
//! | `compile` | compiles the module of a rank for devices that execute kernels |
//! | `explain` | describes the result for `igc explain --distributed` |
//!
//! # Why the result is the same
//!
//! An access of a kernel that other iterations may see is relaxed: only the end of the launch orders it
//! ([`ir`](crate::ir)). An iteration therefore never relies on the values that others write in the same
//! launch. A rank that receives them only after the launch is one of the executions that the language
//! allows. Atomic operations are the exception, because each sees all earlier ones of its element.
//! On copies they are allowed if the kernel does not use the old value, or uses it only to claim an element
//! ([`repeats::claim`](crate::ir::repeats::claim)) and may do so on several ranks at once. Otherwise, the end of the
//! iteration is moved to the owner, in a kernel of its own.
//!
//! # Numbers of nodes
//!
//! A rank numbers its nodes by itself: first those that it owns, then its copies, each in the order of
//! the graph. The module of a rank uses these *local* numbers where it accesses memory, and the numbers
//! of the graph wherever a number is visible to the program: in conversions, comparisons, parameters,
//! and values of type `node` in arrays and in `main`.

mod classes;
mod compile;
mod delegate;
mod exchanges;
mod explain;
mod keys;
mod layout;
mod reductions;
mod rewrite;
mod transport;

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::verify::verify;
use crate::ir::{
    ArrayId, AtomicOp, EdgeWidth, Extent, KernelId, Module, ParamId, Property, WorklistId,
};
use crate::span::Span;

pub use compile::compile;
pub use explain::explain;
pub use transport::{Combined, Landing, Routed, Transfer, Transport, Whole};

/// A program in the form that ranks execute.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// The module of a rank. Its parameters and arrays begin with those of the program.
    pub module: Module,
    /// What the launches of each kernel exchange.
    pub exchanges: Vec<Exchange>,
    /// The edges that a rank stores.
    pub edges: StoredEdges,
    /// The kernels that end the iterations of another kernel at the owners of nodes, each with that kernel.
    pub ends: BTreeMap<KernelId, KernelId>,
    /// The worklists whose items travel to the owner of a node that they contain: in the upper half of an item of 64
    /// bits, or in the lower half of the first value of a pair. The items have numbers of the graph.
    pub keyed: BTreeSet<WorklistId>,
    /// What the runtime supplies to the module of a rank.
    pub supplied: Supplied,
    /// The kernels that carry values between ranks. They follow those of the program.
    pub transport: Transport,
}

/// Which edges a rank stores. If both are false, a rank stores no edges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct StoredEdges {
    /// The outgoing edges of the nodes that the rank owns.
    pub outgoing: bool,
    /// The incoming edges of the nodes that the rank owns.
    pub incoming: bool,
}

/// The parameters and arrays of a rank's module whose values the runtime supplies.
#[derive(Debug, Clone, PartialEq)]
pub struct Supplied {
    /// A `u32`: the number of the rank.
    pub rank: ParamId,
    /// A `u32`: the number of ranks.
    pub ranks: ParamId,
    /// A `u32`: the number in the graph of the first node that the rank owns.
    pub first: ParamId,
    /// A `u32`: the number of nodes that the rank owns.
    pub owned: ParamId,
    /// A `u32`: the number of nodes of the graph.
    pub nodes: ParamId,
    /// A `u64`: the number of edges of the graph.
    pub edges: ParamId,
    /// A `u32`: the number of local nodes that the rank does not own.
    pub copies: ParamId,
    /// A `u32`: the length of `shared`.
    pub shared_count: ParamId,
    /// A `u32`: the length of `shared_edges`.
    pub shared_edge_count: ParamId,
    /// The local numbers of the nodes that the rank owns and of which others have copies, one rank after the other, as `u32`.
    pub shared: ArrayId,
    /// The local numbers of the edges that others store as incoming edges, one rank after the other, as `u32`.
    pub shared_edges: ArrayId,
    /// The number in the graph of each local node: a `node` for each node.
    pub numbers: ArrayId,
    /// The number of outgoing edges of each local node, as `u32`, if the module needs it.
    pub out_degrees: Option<ArrayId>,
    /// The number of incoming edges of each local node, as `u32`, if the module needs it.
    pub in_degrees: Option<ArrayId>,
    /// Globals that hold a statistic of the degrees of the graph.
    pub statistics: Vec<(ArrayId, Property)>,
}

/// What the ranks exchange before and after a launch of a kernel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exchange {
    /// Arrays of nodes whose copies must have the values of the owners before the launch, and arrays of edges whose
    /// incoming edges must have the values of the outgoing ones.
    pub refreshed: BTreeSet<ArrayId>,
    /// Arrays of nodes whose copies the kernel updates. After the launch, the updates are combined with
    /// the values of the owners.
    pub combined: BTreeMap<ArrayId, Combine>,
    /// Globals that the kernel updates. After the launch, all ranks have the combination.
    pub globals: BTreeMap<ArrayId, Combine>,
    /// Arrays of nodes that the kernel may change at owners, and arrays of edges that it may change.
    pub changed: BTreeSet<ArrayId>,
    /// Those of the changed arrays of which the kernel probably changes all elements, and which kernels read at copies. All
    /// of their values travel, without a comparison of each.
    pub rewritten: BTreeSet<ArrayId>,
    /// Worklists to which the kernel may push items of other owners. After the launch, these items travel to
    /// the owners.
    pub routed: BTreeSet<WorklistId>,
    /// Worklists to which the kernel pushes.
    pub pushed: BTreeSet<WorklistId>,
}

/// How updates of the same element by several ranks become one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Combine {
    /// One of the new values remains. Copies must be fresh, so that a change is visible.
    Assign,
    /// The values are combined: `Min`, `Max`, `And`, `Or`. Copies must be fresh.
    Monotone(AtomicOp),
    /// Copies start with the identity of the addition or of the exclusive or, and are added.
    Accumulate(AtomicOp),
}

/// A statement that has no distributed form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    /// The kernel, or `main`.
    pub function: String,
    /// The place in the source text, if it is known.
    pub span: Option<Span>,
    /// Why the statement has no distributed form, as a sentence without a full stop.
    pub reason: String,
}

impl std::fmt::Display for Obstacle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.function.as_str() {
            "main" => f.write_str(&self.reason),
            kernel => write!(f, "kernel `{kernel}`: {}", self.reason),
        }
    }
}

/// Derives the distributed form of a module of [`Stage::Parallel`](crate::ir::Stage::Parallel).
///
/// # Errors
///
/// Returns each statement that has no distributed form.
pub fn derive(module: &Module) -> Result<Ranked, Vec<Obstacle>> {
    let mut module = module.clone();
    reductions::replace(&mut module);
    let mut keyed = keys::keyed(&module);
    let ends = delegate::delegate(&mut module, &mut keyed);
    let module = &module;
    let mut obstacles = vec![];
    for array in module.arrays.iter().filter(|array| array.extent == Extent::Original) {
        obstacles.push(Obstacle {
            function: "main".into(),
            span: None,
            reason: format!("`{}` is an array of the nodes before a contraction", array.name),
        });
    }
    if module.edges == EdgeWidth::Wide {
        let reason = "the program was compiled with edges of 64 bits".into();
        obstacles.push(Obstacle { function: "main".into(), span: None, reason });
    }
    let edges = exchanges::stored_edges(module);
    let exchanges = exchanges::of_module(module, &keyed, &mut obstacles);
    if !obstacles.is_empty() {
        return Err(obstacles);
    }
    let parts = rewrite::Parts { edges, exchanges, ends, keyed };
    let mut ranked = rewrite::module(module, parts);
    transport::add(&mut ranked);
    match verify(&ranked.module) {
        Ok(()) => Ok(ranked),
        Err(violations) => Err(vec![Obstacle {
            function: "main".into(),
            span: None,
            reason: format!(
                "igc has an error: the module of a rank is invalid ({})",
                violations.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
            ),
        }]),
    }
}
