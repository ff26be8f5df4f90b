//! Hoisting: moves reads in front of a loop if they return the same value in each round.
//!
//! A loop such as a merge of two lists tests the ends of both lists in each round. The ends do not
//! change, but the code generator does not know that: it reads them, with a check of the index, in
//! each round. The pass gives them locals. It does so for `while` loops, and for the loops of one
//! work-item over elements.
//!
//! An expression is moved if
//!
//! * each round evaluates it: it is in the condition, or directly in a statement of the body, not in
//!   a branch. Where a branch has the same expression, it uses the same local;
//! * it is [invariant](super::invariant): its locals do not change in the loop, and it reads arrays
//!   of the graph, or arrays that the kernel does not write.
//!
//! If the loop might not have evaluated it at all, its indices are checked from now on, because a
//! proof that they are in range may rest on a condition. A read cannot fail otherwise.
//!
//! The native target always moves reads, because the compilers of OpenCL drivers move plain reads
//! themselves. The scalar pass [`licm`](super::scalar) moves other expressions as well.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! while (i < end[u]) {                  let read: u32 = end[u]
//!   set i = (i + 1u32)                  while (i < read) {
//! }                                       set i = (i + 1u32)
//!                                       }
//! ```

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeSet;

use super::invariant::{changed, is_invariant, same};
use crate::ir::build::add_local;
use crate::ir::uses::uses;
use crate::ir::visit::{has_break_or_continue, walk_exprs_mut};
use crate::ir::*;

/// Moves reads in front of loops.
pub fn hoist_reads(module: &mut Module) {
    for at in 0..module.kernels.len() {
        let written = uses(module, &module.kernels[at]).written();
        let Kernel { locals, body, .. } = &mut module.kernels[at];
        let mut hoist = Hoist { written, locals, name: "read", is_worthwhile: reads };
        hoist.block(body, &mut |_, _| {});
    }
}

/// Moves expressions in front of the loops in which they have the same value.
pub(super) struct Hoist<'a> {
    /// The arrays that the kernel writes.
    pub(super) written: BTreeSet<ArrayId>,
    pub(super) locals: &'a mut Locals,
    /// The preferred name of the new locals.
    pub(super) name: &'static str,
    /// Whether it pays to move an expression.
    pub(super) is_worthwhile: fn(&Expr) -> bool,
}

/// A loop, and the expressions that move in front of it.
struct Loop {
    /// The locals that the loop declares or assigns.
    changed: BTreeSet<LocalId>,
    moved: Vec<(LocalId, Expr)>,
}

impl Hoist<'_> {
    /// Moves expressions in front of the loops of a block. Calls `tell` with the origin of each
    /// loop and the number of its expressions that move.
    pub(super) fn block(&mut self, block: &mut Block, tell: &mut impl FnMut(Origin, usize)) {
        for mut stmt in std::mem::take(block) {
            let moved = self.invariants(&mut stmt);
            if !moved.is_empty() {
                tell(stmt.origin, moved.len());
            }
            for (id, value) in moved {
                block.push(StmtKind::Let(id, value).from(stmt.origin));
            }
            for inner in stmt.blocks_mut() {
                self.block(inner, tell);
            }
            block.push(stmt);
        }
    }

    /// Replaces the expressions that a loop need not repeat. Returns the locals that stand for them:
    /// none if the statement is not a loop.
    fn invariants(&mut self, stmt: &mut Stmt) -> Vec<(LocalId, Expr)> {
        let mut around = match stmt.kind {
            StmtKind::While(..)
            | StmtKind::For { .. }
            | StmtKind::ForAll { mapping: Mapping::Serial, .. } => {
                Loop { changed: changed(stmt), moved: vec![] }
            }
            StmtKind::ForAll { mapping: Mapping::Parallel, .. }
            | StmtKind::If(..)
            | StmtKind::Exclusive { .. }
            | StmtKind::Let(..)
            | StmtKind::Assign(..)
            | StmtKind::LetArray(..)
            | StmtKind::StoreElement(..)
            | StmtKind::LetVector(..)
            | StmtKind::Store(..)
            | StmtKind::Atomic { .. }
            | StmtKind::Reduce(..)
            | StmtKind::Push(..)
            | StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_)
            | StmtKind::Print(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart => return vec![],
        };
        if let StmtKind::While(condition, _) = &mut stmt.kind {
            self.expr(condition, true, &mut around);
        }
        let (StmtKind::While(_, body) | StmtKind::ForAll { body, .. } | StmtKind::For { body, .. }) =
            &mut stmt.kind
        else {
            return vec![];
        };
        for stmt in &mut *body {
            for expr in stmt.exprs_mut() {
                self.expr(expr, false, &mut around);
            }
            if has_break_or_continue(std::slice::from_ref(stmt)) {
                // Not every round reaches what follows.
                break;
            }
        }
        let moved: Vec<_> = around.moved.iter().map(|(id, value)| (*id, checked(value))).collect();
        if !moved.is_empty() {
            let is_worthwhile = self.is_worthwhile;
            walk_exprs_mut(body, &mut |expr| {
                let is_moved = |(_, value): &&(LocalId, Expr)| {
                    value.ty == expr.ty && is_worthwhile(expr) && same(value, &checked(expr))
                };
                if let Some((id, _)) = moved.iter().find(is_moved) {
                    *expr = Expr::local(*id, expr.ty);
                }
            });
        }
        around.moved
    }

    /// Replaces the largest parts of an expression that can move. `always` says whether the loop
    /// evaluates the expression at least once.
    fn expr(&mut self, expr: &mut Expr, always: bool, around: &mut Loop) {
        if is_invariant(expr, &around.changed, &self.written) {
            if (self.is_worthwhile)(expr) {
                let value = checked(expr);
                let known = around.moved.iter().find(|(_, moved)| same(&checked(moved), &value));
                let id =
                    known.map_or_else(|| add_local(self.locals, self.name, expr.ty), |(id, _)| *id);
                if known.is_none() {
                    around.moved.push((id, if always { expr.clone() } else { value }));
                }
                *expr = Expr::local(id, expr.ty);
            }
            return;
        }
        // The right operand of `and` counts as evaluated in each round, because the loop usually
        // ends where the left one is false.
        let is_and = matches!(expr.kind, ExprKind::Binary(BinaryOp::And, ..));
        let is_lazy =
            matches!(expr.kind, ExprKind::Binary(BinaryOp::Or, ..) | ExprKind::Select(..));
        for (at, operand) in expr.operands_mut().into_iter().enumerate() {
            if at == 0 || !is_lazy {
                self.expr(operand, always && (at == 0 || !is_and), around);
            }
        }
    }
}

/// Whether an expression reads memory.
pub(super) fn reads(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |e| found |= matches!(e.kind, ExprKind::Load(_) | ExprKind::Graph(..)));
    found
}

/// Returns an expression whose reads check their indices. It has the same value.
pub(super) fn checked(expr: &Expr) -> Expr {
    let mut checked = expr.clone();
    checked.walk_mut(&mut check_bounds);
    checked
}

/// Lets a read check its index.
fn check_bounds(expr: &mut Expr) {
    match &mut expr.kind {
        ExprKind::Load(place) => {
            place.bounds = Bounds::Checked;
            if let Some(element) = &mut place.element {
                element.bounds = Bounds::Checked;
            }
        }
        ExprKind::Graph(_, _, bounds) => *bounds = Bounds::Checked,
        // These have no index, or are never invariant.
        ExprKind::Element(_)
        | ExprKind::Const(_)
        | ExprKind::Local(_)
        | ExprKind::Param(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::Select(..)
        | ExprKind::NodeCount
        | ExprKind::EdgeCount
        | ExprKind::Length(_)
        | ExprKind::WorklistSize(_)
        | ExprKind::Waiting(_)
        | ExprKind::WorklistItem(..)
        | ExprKind::At(_)
        | ExprKind::Shared(..)
        | ExprKind::Search(..) => {}
    }
}
