//! Software prefetch: asks for the memory that a loop over edges will access some edges later.
//!
//! A loop over edges reads the destinations in order, which processors recognise, and then the
//! properties of the destinations, which are anywhere in memory. A processor starts such reads
//! early only as far as it can look ahead, which is no further than the next branch that it
//! predicts wrongly. The pass reads the destination of an edge [`AHEAD`] positions later, and
//! prefetches its property. Edges of consecutive nodes are neighbours in memory, so that this also
//! helps in short rows.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! for e: edge = a to b by 1u32 {     for e: edge = a to b by 1u32 {
//!   let v: node = @targets[e]          let ahead: edge = min((e + 16edge), (… - 1edge))
//!   if (dist~[v] > d) {                prefetch dist[@targets[ahead]]
//!     …                                let v: node = @targets[e]
//!   }                                  if (dist~[v] > d) {
//! }                                      …
//!                                      }
//!                                    }
//! ```
//!
//! # Why it is legal
//!
//! A prefetch neither reads nor writes its element, whether other accesses to it are plain or
//! relaxed, so it changes no values and no order of accesses. The pass evaluates the destination
//! once more, from an array of the graph, which nothing writes. The indices are in range: the loop
//! ends at the number of edges or at the end of a row, so it has a round only if the graph has an
//! edge, and `ahead` is less than the number of edges. The ends of every edge are nodes. The sum
//! does not wrap (see [`MAX_EXTENT`]).
//!
//! # Limits
//!
//! The pass applies to loops over the edges of the graph or of a node with the step 1, but not to
//! loops over other ranges of edges, which may have rounds although the graph has no edge. It
//! prefetches the arrays that each round certainly accesses at an end of the edge or at the id of an
//! incoming edge, but at most [`MOST`]. Of a row with several elements, it prefetches an element
//! whose index does not change in the loop. OpenCL's `prefetch` is advice that drivers may ignore;
//! the device library has better ones for some devices (`stdlib/opencl/prefetch.cl`). Cranelift has
//! no instruction for it, so the native target loads the element and ignores the value.

use std::collections::{BTreeMap, BTreeSet};

use super::{Facts, rewrite_kernels};
use crate::ir::build::add_local;
use crate::ir::uniform_loop::is_distributed;
use crate::ir::visit::walk_stmts;
use crate::ir::*;
use crate::options::ScalarPass;
use crate::passes::invariant::{changed, is_invariant};
use crate::remarks::Remarks;

/// Number of edges between an access and its prefetch.
const AHEAD: u32 = 16;

/// Maximum number of arrays that a loop prefetches.
const MOST: usize = 2;

/// Prefetches the memory that loops over edges access.
pub(super) fn prefetch(module: &mut Module, remarks: &mut Remarks) {
    rewrite_kernels(module, &mut |kernel, facts| {
        let Kernel { name, locals, body, .. } = kernel;
        let bounds = ends_of_rows(body);
        Prefetching { locals, facts, bounds, kernel: name, remarks: &mut *remarks }.block(body);
    });
}

struct Prefetching<'k> {
    locals: &'k mut Locals,
    facts: &'k Facts<'k>,
    /// The locals that are at most the number of edges.
    bounds: BTreeSet<LocalId>,
    kernel: &'k str,
    remarks: &'k mut Remarks,
}

impl Prefetching<'_> {
    fn block(&mut self, block: &mut Block) {
        for stmt in block {
            for inner in stmt.blocks_mut() {
                self.block(inner);
            }
            self.loop_over_edges(stmt);
        }
    }

    /// Adds prefetches to the body of a loop over edges.
    fn loop_over_edges(&mut self, stmt: &mut Stmt) {
        let (origin, changed) = (stmt.origin, changed(stmt));
        let Some(var) = edge_variable(stmt, self.locals, &self.bounds) else { return };
        let Some(body) = stmt.blocks_mut().pop() else { return };
        let found = self.accesses(var, body, &changed);
        let is_done = body.iter().any(|stmt| matches!(stmt.kind, StmtKind::Prefetch(_)));
        if found.is_empty() || is_done {
            let reason = match is_done {
                true => "the loop prefetches already",
                false => "no round certainly accesses a property of an end of its edge",
            };
            return self.remarks.missed(ScalarPass::Prefetch, self.kernel, origin, reason);
        }
        let declare = |locals: &mut Locals, name: &str, value: Expr| {
            let ty = value.ty;
            let id = add_local(locals, name, ty);
            (StmtKind::Let(id, value).from(origin), Expr::local(id, ty))
        };
        let number = |value| Expr::constant(Value::Edge(value));
        let later = Expr::binary(BinaryOp::Add, Expr::local(var, Type::Edge), number(AHEAD));
        let last = Expr::binary(BinaryOp::Sub, Expr::edge_count(), number(1));
        let (ahead, position) =
            declare(self.locals, "ahead", Expr::binary(BinaryOp::Min, later, last));
        let mut added = vec![ahead];
        let mut ends: BTreeMap<GraphArray, Expr> = BTreeMap::new();
        for (list, place) in found {
            let index = ends.entry(list).or_insert_with(|| {
                let kind = ExprKind::Graph(list, Box::new(position.clone()), Bounds::Proven);
                let (end, local) = declare(self.locals, "end", Expr { ty: list.ty(), kind });
                added.push(end);
                local
            });
            let name = &self.facts.arrays[place.array.index()].name;
            let message = format!("`{name}` is prefetched {AHEAD} edges ahead");
            self.remarks.applied(ScalarPass::Prefetch, self.kernel, origin, message);
            let place = Place { index: index.clone(), ..place };
            added.push(StmtKind::Prefetch(place).from(origin));
        }
        body.splice(0..0, added);
    }

    /// Returns the places whose indices are an element, at the position of a loop variable, of an
    /// array of the graph, with this array.
    fn accesses(
        &self,
        var: LocalId,
        body: &Block,
        changed: &BTreeSet<LocalId>,
    ) -> Vec<(GraphArray, Place)> {
        let mut assigned = BTreeSet::new();
        walk_stmts(body, &mut |stmt| assigned.extend(stmt.assigned()));
        let mut ends: BTreeMap<LocalId, GraphArray> = BTreeMap::new();
        let mut found: Vec<(GraphArray, Place)> = vec![];
        for stmt in body {
            let mut note = |place: &Place| {
                let list = end_of(&place.index, var, &ends);
                let Some(list) = list.filter(|list| self.fits(*list, place, changed)) else {
                    return;
                };
                let is_new = found.iter().all(|(_, known)| known.array != place.array);
                if is_new && found.len() < MOST {
                    found.push((list, checked(place)));
                }
            };
            for expr in stmt.exprs() {
                expr.walk(&mut |e| {
                    if let ExprKind::Load(place) = &e.kind {
                        note(place);
                    }
                });
            }
            stmt.place().into_iter().for_each(&mut note);
            if let StmtKind::Let(id, value) = &stmt.kind
                && !assigned.contains(id)
                && let Some(list) = end_of(value, var, &ends)
            {
                ends.insert(*id, list);
            }
        }
        found
    }

    /// Whether the elements of a list are rows of the array of a place, and the element of the row
    /// is always the same one.
    fn fits(&self, list: GraphArray, place: &Place, changed: &BTreeSet<LocalId>) -> bool {
        let rows = match list {
            GraphArray::InEdges => Extent::Edges,
            GraphArray::Targets
            | GraphArray::Sources
            | GraphArray::InSources
            | GraphArray::InTargets => Extent::Nodes,
            GraphArray::OutOffsets | GraphArray::InOffsets | GraphArray::Reverse => return false,
        };
        let element = place.element.as_ref();
        let is_fixed = |e: &Element| is_invariant(&e.index, changed, &self.facts.written);
        self.facts.arrays[place.array.index()].extent == rows && element.is_none_or(is_fixed)
    }
}

/// Returns a place with a proven row, whose element of the row is checked.
fn checked(place: &Place) -> Place {
    let index = |e: &Element| crate::passes::hoist::checked(&e.index);
    let element =
        place.element.as_ref().map(|e| Element { index: index(e), bounds: Bounds::Checked });
    Place { element, bounds: Bounds::Proven, ..place.clone() }
}

/// Returns the locals that always are the end of a row of edges, or the number of edges.
fn ends_of_rows(body: &Block) -> BTreeSet<LocalId> {
    let (mut bounds, mut others) = (BTreeSet::new(), BTreeSet::new());
    walk_stmts(body, &mut |stmt| match &stmt.kind {
        StmtKind::Let(id, value) if is_end_of_row(value, &bounds) => _ = bounds.insert(*id),
        StmtKind::Let(id, _) => _ = others.insert(*id),
        _ => others.extend(stmt.assigned()),
    });
    bounds.retain(|id| !others.contains(id));
    bounds
}

/// Returns whether a value is at most the number of edges. A checked offset of a node that does not
/// exist is zero.
fn is_end_of_row(end: &Expr, bounds: &BTreeSet<LocalId>) -> bool {
    match &end.kind {
        ExprKind::EdgeCount
        | ExprKind::Graph(GraphArray::OutOffsets | GraphArray::InOffsets, ..) => true,
        ExprKind::Local(id) => bounds.contains(id),
        ExprKind::Binary(BinaryOp::Min, a, b) => {
            is_end_of_row(a, bounds) || is_end_of_row(b, bounds)
        }
        _ => false,
    }
}

/// Returns the variable of a loop over edges with the step 1, which is an edge or the position of
/// an incoming edge. The loop has a round only if the graph has an edge.
fn edge_variable(stmt: &Stmt, locals: &Locals, bounds: &BTreeSet<LocalId>) -> Option<LocalId> {
    match &stmt.kind {
        StmtKind::ForAll { var, domain, .. } => {
            let is_position =
                matches!(domain, Domain::Edges | Domain::OutEdges(..) | Domain::InPositions(..));
            is_position.then_some(*var)
        }
        StmtKind::For { var, end, step, .. } => {
            let by_one = matches!(step.kind, ExprKind::Const(value) if value.to_bits() == 1);
            let is_edge = locals[var.index()].ty == Type::Edge && is_end_of_row(end, bounds);
            (by_one && is_edge && !is_distributed(stmt)).then_some(*var)
        }
        _ => None,
    }
}

/// Returns the array of the graph of which an expression is the element at the position `var`.
/// `ends` has the locals that are such elements.
fn end_of(expr: &Expr, var: LocalId, ends: &BTreeMap<LocalId, GraphArray>) -> Option<GraphArray> {
    match &expr.kind {
        ExprKind::Local(id) => ends.get(id).copied(),
        ExprKind::Cast(inner) => end_of(inner, var, ends),
        ExprKind::Graph(list, index, _) if index.kind == ExprKind::Local(var) => Some(*list),
        _ => None,
    }
}
