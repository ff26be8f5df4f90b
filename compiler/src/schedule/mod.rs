//! The schedule: what the host does with the kernels, as versioned JSON.
//!
//! An artefact is OpenCL C and a schedule, the same for every device. The schedule names the
//! buffers and what they hold at the start, the kernels and what each argument is bound to, the
//! host's control flow, and what comes out. It refers to everything by name and says nothing about
//! devices: dialect, launch geometry and buffer sizes are bound when a device loads it.
//!
//! `docs/src/schedule.md` documents the format for readers in other languages. A change that an old
//! reader would misread raises [`VERSION`].

mod outlined;

use serde::{Deserialize, Serialize};

use crate::ir::uses::{Uses, uses};
use crate::ir::visit::walk_host;
use crate::ir::{self, ExprKind, HostStmt, Module, StmtKind, Type};
use crate::opencl::{function_name, outlined_name};
use crate::passes::Options;
pub use outlined::{called_on_device, launched_by_host, outline_arguments, outline_results};

/// The version of the format, in the field `schedule`.
pub const VERSION: u32 = 2;

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
    /// `in_arcs` (one for each arc), `in_offsets` (nodes + 1).
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
    /// The arcs.
    Arcs,
    /// The front side of a worklist.
    Worklist(String),
    /// The numbers below the value that a launch passes at this position, counted from 0.
    Launch(usize),
    /// As much as the kernel finds out.
    Other,
}

/// What an argument of a kernel is bound to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Argument {
    /// One of the graph's arrays.
    Graph(String),
    /// A buffer.
    Buffer(String),
    /// The buffer with the front side's items of a worklist.
    WorklistFront(String),
    /// The buffer with the back side's items.
    WorklistBack(String),
    /// The worklist's four `uint`: three sizes that take turns, and how much room was missing.
    WorklistSizes(String),
    /// Which of the three sizes is the front side's: 0, 1 or 2 (`uint`). The back side's is the
    /// next, the spare one follows it.
    WorklistTurn(String),
    /// How many items a side has room for (`uint`).
    WorklistCapacity(String),
    /// The number of nodes (`uint`).
    NodeCount,
    /// The number of arcs (`uint`).
    ArcCount,
    /// A parameter of the program.
    Param(String),
    /// The locks of atomic accesses to 64 bits, all open: `IGC_LOCKS` words of `uint`, of which nothing
    /// is used on a device that has such atomics.
    Locks,
    /// The value that a launch passes at this position, with its type.
    Launch(usize, Type),
    /// The present value of a local of the host, with its type.
    Local(String, Type),
    /// How many rounds the host's loops have had so far (`ulong`).
    Rounds,
    /// How many rounds they may have (`ulong`).
    MostRounds,
    /// The words by which workgroups find each other: all zero, and left so.
    Environment,
    /// How often a workgroup looks whether others come before it goes on without them (`uint`).
    Patience,
    /// Where the results go.
    Results,
}

/// What one of the results of an outlined loop says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Output {
    /// How the loop ended: see [`Ending`].
    Ending,
    /// Where a seed was no node of the graph: the node.
    Node,
    /// Where a seed was no node of the graph: the worklist, by its position in the schedule.
    SeededWorklist,
    /// How many workgroups took part.
    Groups,
    /// How many rounds the host's loops have had, with those before.
    Rounds,
    /// How many calls of kernels took the place of launches.
    Launches,
    /// The value of a local of the host, as the bits of its type.
    Local(String, Type),
    /// Which buffer of the schedule, by its position, has become this one.
    BufferPlace(String),
    /// Which worklist of the schedule, by its position, has become this one.
    WorklistPlace(String),
    /// Which of the three sizes is this worklist's front's.
    WorklistTurn(String),
    /// Whether its two sides have changed places.
    WorklistTurned(String),
}

/// How an outlined loop ended: the device library's `igc_status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// As it should.
    Done = 0,
    /// A worklist ran out of room.
    Overflow = 1,
    /// After more rounds than allowed.
    Rounds = 2,
    /// A worklist was to start with what is no node.
    SeedNode = 3,
}

impl Ending {
    /// The ending that a result stands for.
    pub fn from_word(word: u64) -> Option<Ending> {
        let all = [Ending::Done, Ending::Overflow, Ending::Rounds, Ending::SeedNode];
        all.into_iter().find(|ending| *ending as u64 == word)
    }
}

/// A step of the host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Step {
    /// Gives a local of the host a value, its first or another.
    Set {
        /// The local.
        local: String,
        /// Its value.
        value: Expr,
    },
    /// Writes one element of a buffer.
    Store {
        /// The buffer.
        buffer: String,
        /// The element; past the end, nothing is written.
        index: Expr,
        /// The value.
        value: Expr,
    },
    /// Writes every element of a buffer.
    Fill {
        /// The buffer.
        buffer: String,
        /// The value.
        value: Expr,
    },
    /// Exchanges the contents of two buffers of one type and length.
    Swap {
        /// The one.
        first: String,
        /// The other.
        second: String,
    },
    /// Exchanges the contents of two worklists.
    SwapWorklists {
        /// The one.
        first: String,
        /// The other.
        second: String,
    },
    /// Empties both sides of a worklist.
    Clear {
        /// The worklist.
        worklist: String,
    },
    /// Empties a worklist and fills its back side.
    Seed {
        /// The worklist.
        worklist: String,
        /// With what.
        seed: Seed,
    },
    /// Runs a loop on the device: one launch, whose workgroups find out which of them run at the same
    /// time.
    Outlined {
        /// The kernel's name in the OpenCL C.
        function: String,
        /// What each argument is bound to, in order.
        arguments: Vec<Argument>,
        /// What the kernel leaves in the buffer of results, one `ulong` each, in order.
        results: Vec<Output>,
    },
    /// Runs a kernel. If it reads a worklist, the worklist's sides turn first.
    Launch {
        /// The kernel's name in the program.
        kernel: String,
        /// What it passes.
        args: Vec<Expr>,
    },
    /// Runs one of two lists.
    If {
        /// Decides which.
        condition: Expr,
        /// Run where it holds.
        then: Vec<Step>,
        /// Run where it does not.
        #[serde(rename = "else", default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Step>,
    },
    /// Repeats a list while a condition holds, tested before each round.
    While {
        /// The condition.
        condition: Expr,
        /// The list.
        body: Vec<Step>,
    },
    /// Counts a local from one number up to another, not included, and runs a list for each.
    For {
        /// The local.
        local: String,
        /// Its first value.
        from: Expr,
        /// Its bound, of the same type; both are evaluated once.
        to: Expr,
        /// The list.
        body: Vec<Step>,
    },
    /// Ends the innermost `while` or `for`.
    Break,
    /// Goes on with the next round of the innermost `while` or `for`.
    Continue,
    /// Repeats a list while a condition holds, tested after each round.
    Iterate {
        /// The list.
        body: Vec<Step>,
        /// The condition.
        condition: Expr,
    },
    /// Seeds a worklist and repeats a list until the worklist's back side is empty.
    Pipe {
        /// The worklist.
        worklist: String,
        /// One round only, whatever the worklist holds.
        once: bool,
        /// What the worklist is emptied and filled with first; if absent, it stays as it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<Seed>,
        /// The list.
        body: Vec<Step>,
    },
}

/// What a worklist is filled with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seed {
    /// Every node once.
    AllNodes,
    /// These nodes; one that the graph does not have is an error.
    Items(Vec<Expr>),
}

/// An expression that the host evaluates, with the arithmetic of [`ir::value`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expr {
    /// A literal, as the IR's text has it: `1u32`.
    Const(ir::Value),
    /// A local of the host.
    Local(String),
    /// A parameter of the program.
    Param(String),
    /// The number of nodes.
    NodeCount,
    /// The number of arcs.
    ArcCount,
    /// A prefix operator: `neg`, `not`, `bitnot`, `abs`.
    Unary(String, Box<Expr>),
    /// An infix operator, `min` or `max`.
    Binary(String, Box<Expr>, Box<Expr>),
    /// Conversion.
    Cast(Type, Box<Expr>),
    /// The second where the first holds, else the third.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// One element of a buffer; past the end, zero.
    Load(String, Box<Expr>),
    /// One element of a graph array; past the end, zero.
    Graph(String, Box<Expr>),
    /// How many items the back side of a worklist has (`u32`).
    Waiting(String),
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

/// What each argument of a kernel is bound to, in the order in which the OpenCL C declares them.
pub fn arguments(module: &Module, kernel: &ir::Kernel) -> Vec<Argument> {
    let Uses { graph, arrays, worklists, params, node_count, arc_count, locks } =
        uses(module, kernel);
    let mut list = vec![];
    list.extend(graph.iter().map(|array| Argument::Graph(array.name().into())));
    let name = |id: &ir::ArrayId| module.arrays[id.index()].name.clone();
    list.extend(arrays.keys().map(|id| Argument::Buffer(name(id))));
    for (id, used) in &worklists {
        let name = || module.worklists[id.index()].name.clone();
        list.extend(used.reads.then(|| Argument::WorklistFront(name())));
        list.extend(used.pushes.then(|| Argument::WorklistBack(name())));
        list.push(Argument::WorklistSizes(name()));
        list.push(Argument::WorklistTurn(name()));
        list.push(Argument::WorklistCapacity(name()));
    }
    list.extend(node_count.then_some(Argument::NodeCount));
    list.extend(arc_count.then_some(Argument::ArcCount));
    list.extend(params.iter().map(|id| Argument::Param(module.params[id.index()].name.clone())));
    list.extend(locks.then_some(Argument::Locks));
    let passed = kernel.locals[..kernel.params].iter().enumerate();
    list.extend(passed.map(|(i, local)| Argument::Launch(i, local.ty)));
    list
}

/// What the parallel loops of a distributed kernel range over: they stride by the launch's size.
fn work(module: &Module, kernel: &ir::Kernel) -> Vec<Work> {
    let mut list = vec![];
    for stmt in &kernel.body {
        let StmtKind::For { end, .. } = &stmt.kind else { continue };
        // A range that starts at zero is counted in 64 bits.
        let count = match &end.kind {
            ExprKind::Cast(count) => &count.kind,
            count => count,
        };
        let work = match count {
            ExprKind::NodeCount => Work::Nodes,
            ExprKind::ArcCount => Work::Arcs,
            ExprKind::WorklistSize(id) => Work::Worklist(module.worklists[id.index()].name.clone()),
            ExprKind::Local(id) if id.index() < kernel.params => Work::Launch(id.index()),
            _ => Work::Other,
        };
        if !list.contains(&work) {
            list.push(work);
        }
    }
    list
}

/// The schedule of a distributed module.
pub fn schedule(module: &Module, options: &Options) -> Schedule {
    let launched = (0..).zip(&module.kernels);
    let launched = launched.filter(|(at, _)| launched_by_host(module, ir::KernelId(*at)));
    let kernels: Vec<Kernel> = launched
        .map(|(_, kernel)| Kernel {
            name: kernel.name.clone(),
            function: function_name(&module.name, &kernel.name),
            arguments: arguments(module, kernel),
            work: work(module, kernel),
        })
        .collect();
    let writer = Writer { module, locals: &module.main.locals };
    let main: Vec<Step> = writer.block(&module.main.body);
    let mut arrays: Vec<String> = vec![];
    let mut bound: Vec<Argument> = kernels.iter().flat_map(|k| k.arguments.clone()).collect();
    walk_host(&module.main.body, &mut |stmt| {
        if let HostStmt::Outline(body) = stmt {
            bound.extend(outline_arguments(module, body));
        }
    });
    for argument in bound {
        if let Argument::Graph(name) = argument {
            arrays.push(name);
        }
    }
    arrays.sort();
    arrays.dedup();
    Schedule {
        schedule: VERSION,
        compiler: format!("igc {}", env!("CARGO_PKG_VERSION")),
        program: module.name.clone(),
        options: options.clone(),
        workgroup_size: options.workgroup_size(),
        graph: GraphNeeds {
            requirements: module.requirements.iter().map(|r| r.name().into()).collect(),
            arrays,
        },
        params: module
            .params
            .iter()
            .map(|p| Param { name: p.name.clone(), ty: p.ty, default: p.default })
            .collect(),
        buffers: module
            .arrays
            .iter()
            .map(|a| Buffer { name: a.name.clone(), ty: a.ty, length: a.extent, init: a.init })
            .collect(),
        worklists: module.worklists.iter().map(|w| w.name.clone()).collect(),
        kernels,
        main,
        outputs: module.outputs.iter().map(|id| module.arrays[id.index()].name.clone()).collect(),
        checks: module.checks.iter().map(|check| writer.check(check)).collect(),
    }
}

struct Writer<'m> {
    module: &'m Module,
    locals: &'m [ir::Local],
}

impl Writer<'_> {
    fn array(&self, id: ir::ArrayId) -> String {
        self.module.arrays[id.index()].name.clone()
    }

    fn worklist(&self, id: ir::WorklistId) -> String {
        self.module.worklists[id.index()].name.clone()
    }

    fn local(&self, id: ir::LocalId) -> String {
        self.locals[id.index()].name.clone()
    }

    fn check(&self, check: &ir::Check) -> Check {
        let name = |arg: &ir::CheckArg| self.module.check_arg_name(*arg).to_string();
        let args = check.args.iter().map(|arg| match arg {
            ir::CheckArg::Array(_) => CheckArg::Buffer(name(arg)),
            ir::CheckArg::Param(_) => CheckArg::Param(name(arg)),
        });
        Check { oracle: check.oracle.clone(), args: args.collect() }
    }

    fn block(&self, stmts: &[HostStmt]) -> Vec<Step> {
        stmts.iter().map(|stmt| self.step(stmt)).collect()
    }

    fn step(&self, stmt: &HostStmt) -> Step {
        match stmt {
            HostStmt::Let(id, value) | HostStmt::Assign(id, value) => {
                Step::Set { local: self.local(*id), value: self.expr(value) }
            }
            HostStmt::Store(place, value) => Step::Store {
                buffer: self.array(place.array),
                index: self.expr(&place.index),
                value: self.expr(value),
            },
            HostStmt::Fill(array, value) => {
                Step::Fill { buffer: self.array(*array), value: self.expr(value) }
            }
            HostStmt::Swap(a, b) => Step::Swap { first: self.array(*a), second: self.array(*b) },
            HostStmt::SwapWorklists(a, b) => {
                Step::SwapWorklists { first: self.worklist(*a), second: self.worklist(*b) }
            }
            HostStmt::Clear(worklist) => Step::Clear { worklist: self.worklist(*worklist) },
            HostStmt::Launch(kernel, args) => Step::Launch {
                kernel: self.module.kernels[kernel.index()].name.clone(),
                args: args.iter().map(|arg| self.expr(arg)).collect(),
            },
            HostStmt::If(condition, then, otherwise) => Step::If {
                condition: self.expr(condition),
                then: self.block(then),
                otherwise: self.block(otherwise),
            },
            HostStmt::While(condition, body) => {
                Step::While { condition: self.expr(condition), body: self.block(body) }
            }
            HostStmt::For { var, start, end, body } => Step::For {
                local: self.local(*var),
                from: self.expr(start),
                to: self.expr(end),
                body: self.block(body),
            },
            HostStmt::Break => Step::Break,
            HostStmt::Continue => Step::Continue,
            HostStmt::Iterate(body, condition) => {
                Step::Iterate { body: self.block(body), condition: self.expr(condition) }
            }
            HostStmt::Seed(worklist, seed) => {
                Step::Seed { worklist: self.worklist(*worklist), seed: self.seed(seed) }
            }
            HostStmt::Outline(body) => Step::Outlined {
                function: outlined_name(self.module, body),
                arguments: outline_arguments(self.module, body),
                results: outline_results(self.module, body),
            },
            HostStmt::GridBarrier => unreachable!("the verifier allows it in an outline only"),
            HostStmt::Pipe { worklist, once, seed, body } => Step::Pipe {
                worklist: self.worklist(*worklist),
                once: *once,
                seed: seed.as_ref().map(|seed| self.seed(seed)),
                body: self.block(body),
            },
        }
    }

    fn seed(&self, seed: &ir::Seed) -> Seed {
        match seed {
            ir::Seed::Nodes => Seed::AllNodes,
            ir::Seed::Items(items) => {
                Seed::Items(items.iter().map(|item| self.expr(item)).collect())
            }
        }
    }

    fn expr(&self, expr: &ir::Expr) -> Expr {
        let boxed = |e: &ir::Expr| Box::new(self.expr(e));
        match &expr.kind {
            ExprKind::Const(value) => Expr::Const(*value),
            ExprKind::Local(id) => Expr::Local(self.local(*id)),
            ExprKind::Param(id) => Expr::Param(self.module.params[id.index()].name.clone()),
            ExprKind::NodeCount => Expr::NodeCount,
            ExprKind::ArcCount => Expr::ArcCount,
            ExprKind::Unary(op, a) => Expr::Unary(op.spelling().into(), boxed(a)),
            ExprKind::Binary(op, a, b) => Expr::Binary(op.spelling().into(), boxed(a), boxed(b)),
            ExprKind::Cast(a) => Expr::Cast(expr.ty, boxed(a)),
            ExprKind::Select(c, a, b) => Expr::Select(boxed(c), boxed(a), boxed(b)),
            ExprKind::Load(place) => Expr::Load(self.array(place.array), boxed(&place.index)),
            ExprKind::Graph(array, index, _) => Expr::Graph(array.name().into(), boxed(index)),
            ExprKind::Waiting(id) => Expr::Waiting(self.worklist(*id)),
            // The verifier keeps these out of `main`.
            ExprKind::WorklistSize(_)
            | ExprKind::WorklistItem(..)
            | ExprKind::At(_)
            | ExprKind::Shared(..)
            | ExprKind::Search(..) => Expr::Const(ir::Value::zero(expr.ty)),
        }
    }
}
