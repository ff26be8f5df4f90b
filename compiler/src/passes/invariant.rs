//! Expressions that have the same value in each round of a loop.
//!
//! An expression is invariant if
//!
//! * the loop neither declares nor assigns any of its locals, and
//! * it reads only arrays of the graph, arrays that the kernel never writes, and values that are
//!   the same during the whole launch, such as the number of nodes.
//!
//! No other kernel runs during a launch, and a grid barrier separates the calls of an
//! [outlined loop](crate::ir::outlined) if one of them writes what the other one reads. An array
//! that the kernel never writes is therefore constant. The pass [`access`](super::access) has made
//! all accesses to such an array plain; a relaxed read is never invariant here.

#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeSet;

use crate::ir::visit::walk_stmts;
use crate::ir::*;

/// Returns the locals that a statement declares or assigns, at any depth.
pub(super) fn changed(stmt: &Stmt) -> BTreeSet<LocalId> {
    let mut changed = BTreeSet::new();
    walk_stmts(std::slice::from_ref(stmt), &mut |stmt| {
        changed.extend(stmt.declares());
        changed.extend(stmt.assigned());
    });
    changed
}

/// Whether an expression has the same value in each round of a loop that changes some locals, in a
/// kernel that writes some arrays.
pub(super) fn is_invariant(
    expr: &Expr,
    changed: &BTreeSet<LocalId>,
    written: &BTreeSet<ArrayId>,
) -> bool {
    let mut invariant = true;
    expr.walk(&mut |e| {
        invariant &= match &e.kind {
            ExprKind::Local(id) => !changed.contains(id),
            ExprKind::Load(place) => {
                place.access == Access::Plain && !written.contains(&place.array)
            }
            ExprKind::Const(_)
            | ExprKind::Param(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Select(..)
            | ExprKind::Graph(..)
            | ExprKind::NodeCount
            | ExprKind::EdgeCount
            | ExprKind::Length(_)
            | ExprKind::WorklistSize(_)
            | ExprKind::At(_) => true,
            // An item exists only below the size of its worklist, which a condition may ensure.
            ExprKind::WorklistItem(..)
            | ExprKind::Waiting(_)
            | ExprKind::Element(_)
            | ExprKind::Shared(..)
            | ExprKind::Search(..) => false,
        };
    });
    invariant
}

/// Whether two expressions have the same text, and therefore the same value if they are evaluated at
/// the same place. In contrast to `==`, this distinguishes the two zeros of floats.
pub(super) fn same(a: &Expr, b: &Expr) -> bool {
    let constants = |expr: &Expr| {
        let mut bits = vec![];
        expr.walk(&mut |e| {
            if let ExprKind::Const(value) = e.kind {
                bits.push(value.to_bits());
            }
        });
        bits
    };
    a == b && constants(a) == constants(b)
}
