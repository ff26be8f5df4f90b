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
//! * it reads an array of the graph, or an array that the kernel does not write. Other kernels do not
//!   run at the same time;
//! * the loop neither declares nor assigns any of its locals.
//!
//! If the loop might not have evaluated it at all, its indices are checked from now on, because a
//! proof that they are in range may rest on a condition. A read cannot fail otherwise.
//!
//! The pass is not one of [`PASSES`](super::PASSES): only the native target runs it, because the
//! compilers of OpenCL drivers move plain reads themselves.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! while (i < end[u]) {                  let read: u32 = end[u]
//!   set i = (i + 1u32)                  while (i < read) {
//! }                                       set i = (i + 1u32)
//!                                       }
//! ```

use std::collections::BTreeSet;

use crate::ir::build::add_local;
use crate::ir::uses::uses;
use crate::ir::visit::{has_break_or_continue, walk_exprs_mut, walk_stmts};
use crate::ir::*;

/// Moves reads in front of loops.
pub fn hoist_reads(module: &mut Module) {
    for at in 0..module.kernels.len() {
        let arrays = uses(module, &module.kernels[at]).arrays;
        let written = arrays.into_iter().filter_map(|(id, is_written)| is_written.then_some(id));
        let Kernel { locals, body, .. } = &mut module.kernels[at];
        Hoist { written: written.collect(), locals }.block(body);
    }
}

struct Hoist<'a> {
    /// The arrays that the kernel writes.
    written: BTreeSet<ArrayId>,
    locals: &'a mut Locals,
}

/// A loop, and the reads that move in front of it.
struct Loop {
    /// The locals that the loop declares or assigns.
    changed: BTreeSet<LocalId>,
    moved: Vec<(LocalId, Expr)>,
}

impl Hoist<'_> {
    fn block(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(block) {
            for (id, read) in self.loop_reads(&mut stmt) {
                block.push(StmtKind::Let(id, read).from(stmt.origin));
            }
            for inner in stmt.blocks_mut() {
                self.block(inner);
            }
            block.push(stmt);
        }
    }

    /// Replaces the reads that a loop need not repeat. Returns the locals that stand for them: none
    /// if the statement is not a loop.
    fn loop_reads(&mut self, stmt: &mut Stmt) -> Vec<(LocalId, Expr)> {
        let is_loop = match &stmt.kind {
            StmtKind::ForAll { mapping, .. } => *mapping == Mapping::Serial,
            StmtKind::While(..) | StmtKind::For { .. } => true,
            _ => false,
        };
        if !is_loop {
            return vec![];
        }
        let mut around = Loop { changed: changed(stmt), moved: vec![] };
        let body = match &mut stmt.kind {
            StmtKind::While(condition, body) => {
                self.expr(condition, true, &mut around);
                body
            }
            StmtKind::ForAll { body, .. } | StmtKind::For { body, .. } => body,
            _ => return vec![],
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
        let moved: Vec<_> = around.moved.iter().map(|(id, read)| (*id, checked(read))).collect();
        if !moved.is_empty() {
            walk_exprs_mut(body, &mut |expr| {
                let same = |(_, read): &&(LocalId, Expr)| reads(expr) && *read == checked(expr);
                if let Some((id, _)) = moved.iter().find(same) {
                    *expr = Expr::local(*id, expr.ty);
                }
            });
        }
        around.moved
    }

    /// Replaces the largest parts of an expression that can move. `always` says whether the loop
    /// evaluates the expression at least once.
    fn expr(&mut self, expr: &mut Expr, always: bool, around: &mut Loop) {
        if self.is_invariant(expr, &around.changed) {
            if reads(expr) {
                let value = checked(expr);
                let known = around.moved.iter().find(|(_, moved)| checked(moved) == value);
                let id =
                    known.map_or_else(|| add_local(self.locals, "read", expr.ty), |(id, _)| *id);
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

    /// Whether an expression has the same value in each round.
    fn is_invariant(&self, expr: &Expr, changed: &BTreeSet<LocalId>) -> bool {
        let mut invariant = true;
        expr.walk(&mut |e| {
            invariant &= match &e.kind {
                ExprKind::Local(id) => !changed.contains(id),
                ExprKind::Load(place) => !self.written.contains(&place.array),
                ExprKind::Const(_)
                | ExprKind::Param(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Cast(_)
                | ExprKind::Select(..)
                | ExprKind::Graph(..)
                | ExprKind::NodeCount
                | ExprKind::EdgeCount => true,
                _ => false,
            };
        });
        invariant
    }
}

/// Returns the locals that a loop declares or assigns.
fn changed(stmt: &Stmt) -> BTreeSet<LocalId> {
    let mut changed = BTreeSet::new();
    walk_stmts(std::slice::from_ref(stmt), &mut |stmt| {
        changed.extend(stmt.declares());
        changed.extend(stmt.assigned());
    });
    changed
}

/// Whether an expression reads memory.
fn reads(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |e| found |= matches!(e.kind, ExprKind::Load(_) | ExprKind::Graph(..)));
    found
}

/// Returns an expression whose reads check their indices. It has the same value.
fn checked(expr: &Expr) -> Expr {
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
        _ => {}
    }
}
