//! Merge path: each workgroup gets an equal share of the nodes and edges together.
//!
//! If each work-item visits the edges of one node, the launch waits for the node with the most
//! edges. Nested parallelism (`wg`, `fg8`) balances a workgroup, but the workgroup with a hub still
//! has more edges than the others. This pass balances the whole launch. The *merge path* is the
//! sequence of all edges and row ends: after the edges of a node (its row) comes the end of the
//! row. Each workgroup takes an equal part of this sequence. It finds the start and the end of its
//! part by a binary search in the offsets (Merrill and Garland, "Merge-based parallel sparse
//! matrix-vector multiplication", SC 2016; there, the search finds where a diagonal crosses the
//! path of a merge).
//!
//! The pass applies to [edge maps](EdgeMap) over all nodes whose path several work-items may take
//! ([`EdgeMap::has_divisible_rows`]). [`orders`](super::orders) gives other edge maps this
//! form: a selecting kernel runs their paths first.
//!
//! * **Tiles.** A workgroup goes through its rows in tiles of one row for each work-item
//!   ([`share`]). The starts of the rows of a tile are in local memory. If some nodes have no
//!   visits, a scan of the counts leaves their edges out.
//! * **Visits.** The work-items share the edges of the tile equally ([`visits`]). If visits reduce
//!   into locals, each work-item takes consecutive edges, and sums each segment of a row in a
//!   register ([`segments`]). If all edges of a tile belong to one row, a collective of the
//!   workgroup combines their values. These segmented sums need no atomics, and exist for every
//!   operator of reductions.
//! * **Ends.** After a barrier, each work-item runs the end of its row, with the sum of the row
//!   ([`ends`]). At most two rows of a workgroup cross the bounds of its share. Their sums are
//!   combined in memory by atomics, and the workgroup that has the end of such a row pushes its
//!   node to a hidden worklist. A further kernel then runs the ends of these nodes.
//!
//! Without reductions and ends, only the search for the node of an edge remains.
//!
//! # Why the result stays the same
//!
//! Each edge is at exactly one position of the path, so it is visited once. The visits of a node
//! may run in any order and concurrently, and all paths may run before the first visit. No visit
//! and no end writes what a path reads, so every work-item that takes the path of a node has the
//! same values. An end runs once, after a barrier or in a later kernel, so after all visits of its
//! node. Reductions may combine values in any order. An access that is plain at the node of an
//! iteration stays valid: paths only read, and the barrier is between the visits and the end.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! for v: node = @global_id to @node_count      … the share of the workgroup: rows first to last,
//!     by @global_size {                            edges low to high
//!   let sum: f64 = 0.0f64                      for base: u32 = first to rows_end by @local_size {
//!   forall serial e: edge in in v {              let row: u32 = (base + @local_id)    …
//!     reduce add sum, …                          %start_of[@local_id] = …
//!   }                                            %sum_of[@local_id] = -0.0f64
//!   rank[v] = f(sum)                             barrier workgroup
//! }                                              … the visits of the tile
//!                                                barrier workgroup
//!                                                if (row < rows_end) {
//!                                                  let v: node = node(row)
//!                                                  if whole { … rank[v] = f(sum) } else {
//!                                                    atomic add gather_sum~[v], sum_of
//!                                                    if (row < last) { push gather_split v }
//!                                                  } } }
//! ```
//!
//! # Limits
//!
//! A pull does not end early. Rows are those of all nodes, so a loop over a worklist goes through
//! all nodes in each launch. Tiles of nodes with few edges leave work-items without edges. The rows
//! of a tile must have fewer than 2³² edges together, also if edges have 64 bits; the runtime refuses
//! graphs with more edges.

mod ends;
mod segments;
mod share;
mod visits;

use crate::configuration::{Configuration, Sharing};
use crate::ir::build::{identity, unique_name};
use crate::ir::*;
use crate::passes::orders::{Direction, EdgeMap};
use crate::passes::serialise::serialise_kernel;
use crate::passes::simplify::remove_unread;
use ends::Split;
pub use segments::coalesces;

/// Gives the workgroups shares of the merge path in every kernel for which the flag is on.
pub fn share_rows(module: &mut Module, options: &Configuration) {
    for id in (0..module.kernels.len() as u32).map(KernelId) {
        let kernel = &module.kernels[id.index()];
        let is_on = kernel.options.as_ref().unwrap_or(options).sharing() == Some(Sharing::Merge);
        match EdgeMap::of_distributed(kernel) {
            Ok(map) if is_on && map.has_divisible_rows() => share_kernel(module, id, &map),
            _ => {}
        }
    }
}

/// Gives the workgroups shares of the merge path of one kernel.
fn share_kernel(module: &mut Module, id: KernelId, map: &EdgeMap) {
    let split = (!map.end.is_empty()).then(|| Split::add(module, id, map));
    let kernel = &mut module.kernels[id.index()];
    let mut body = map.constants.clone();
    let mut rows = Rows::new(kernel, map);
    let share = rows.share(&mut body);
    let mut round = vec![];
    let tile = rows.inspect(&share, &mut round);
    rows.visit(&tile, &mut round);
    rows.barrier(&mut round);
    if let Some(split) = &split {
        rows.end(split, &share, &tile, &mut round);
    }
    let (var, start, end) = (tile.base, value(share.first), value(share.rows_end));
    let note = "merge: the rows of the share, one for each work-item";
    let step = Expr::at(Coordinate::LocalSize);
    body.push(StmtKind::For { var, start, end, step, body: round }.from(map.origin.noted(note)));
    kernel.body = body;
    // There is a row for each node.
    kernel.plan.work = vec![Work::Nodes];
    serialise_kernel(kernel);
    remove_unread(kernel);
    if let Some(split) = split {
        split.launch(&mut module.main, id);
    }
}

/// The state while a kernel is rewritten.
struct Rows<'k> {
    locals: &'k mut Locals,
    shared: &'k mut Vec<Shared>,
    map: &'k EdgeMap,
    /// The reductions of the visits.
    sums: Vec<Sum>,
}

/// A reduction of visits into a local of the iteration.
#[derive(Debug, Clone, Copy)]
struct Sum {
    /// The local.
    target: LocalId,
    op: AtomicOp,
    ty: Type,
    /// The shared memory with the combined value of each row of a tile.
    of_row: SharedId,
    /// The shared memory with the value of the first segment of each work-item.
    of_first: SharedId,
}

impl Sum {
    fn identity(&self) -> Expr {
        Expr::constant(identity(self.op, self.ty))
    }
}

impl<'k> Rows<'k> {
    fn new(kernel: &'k mut Kernel, map: &'k EdgeMap) -> Rows<'k> {
        let Kernel { locals, shared, .. } = kernel;
        let mut rows = Rows { locals, shared, map, sums: vec![] };
        for (target, op) in &map.reductions {
            let Local { name, ty, .. } = rows.locals[target.index()].clone();
            let of_row = rows.memory(&format!("{name}_of"), ty, SharedExtent::Item);
            let of_first = rows.memory(&format!("{name}_first"), ty, SharedExtent::Item);
            rows.sums.push(Sum { target: *target, op: *op, ty, of_row, of_first });
        }
        rows
    }

    /// Adds shared memory.
    fn memory(&mut self, name: &str, ty: Type, extent: SharedExtent) -> SharedId {
        let is_taken = |name: &str| {
            self.shared.iter().any(|memory| memory.name == name)
                || self.locals.iter().any(|local| local.name == name)
        };
        let name = unique_name(name, is_taken);
        self.shared.push(Shared { name, ty, extent });
        SharedId(self.shared.len() as u32 - 1)
    }

    /// Adds a local of type `u32`.
    fn number(&mut self, name: &str) -> LocalId {
        self.locals.add(name, Type::U32)
    }

    /// Adds a local with a value.
    fn declare(&mut self, name: &str, value: Expr, out: &mut Block) -> LocalId {
        let id = self.locals.add(name, value.ty);
        self.push(StmtKind::Let(id, value), out);
        id
    }

    /// The arrays with the starts of the rows.
    fn offsets(&self) -> GraphArray {
        match self.map.direction {
            Direction::Out => GraphArray::OutOffsets,
            Direction::In => GraphArray::InOffsets,
        }
    }

    fn push(&self, kind: StmtKind, out: &mut Block) {
        out.push(self.stmt(kind));
    }

    fn stmt(&self, kind: StmtKind) -> Stmt {
        kind.from(self.map.origin)
    }

    fn barrier(&self, out: &mut Block) {
        self.push(StmtKind::Barrier(Scope::Workgroup), out);
    }
}

/// A `u32` literal.
fn constant(number: u32) -> Expr {
    Expr::constant(Value::U32(number))
}

/// The value of a local of type `u32`.
fn value(id: LocalId) -> Expr {
    Expr::local(id, Type::U32)
}

/// The value of a local of type `edge`.
fn edge_value(id: LocalId) -> Expr {
    Expr::local(id, Type::Edge)
}

/// An element of shared memory.
fn element(memory: SharedId, ty: Type, index: Expr) -> Expr {
    Expr { ty, kind: ExprKind::Shared(memory, Box::new(index)) }
}

/// The number of the work-item in its workgroup.
fn own() -> Expr {
    Expr::at(Coordinate::LocalId)
}

fn plus(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Add, left, right)
}

fn minus(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Sub, left, right)
}

fn times(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Mul, left, right)
}

fn least(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Min, left, right)
}

fn is_less(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::Lt, left, right)
}

fn both(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::And, left, right)
}
