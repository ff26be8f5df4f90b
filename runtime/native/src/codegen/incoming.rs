//! The ids of incoming edges.
//!
//! A loop over incoming edges counts positions in the list of their ids. Many iterations do not
//! need the id, so the code reads it from the list where it is used.

use std::collections::BTreeSet;

use igc_compiler::ir::visit::walk_stmts;
use igc_compiler::ir::{Bounds, Domain, Expr, ExprKind, GraphArray, Kernel, LocalId, StmtKind};

/// Returns the position in the list of incoming edges, if an expression reads this list.
pub fn position(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Graph(GraphArray::InEdges, position, Bounds::Proven) => Some(position),
        _ => None,
    }
}

/// Finds the locals that are always the incoming edge at a known position. `assigned` has the locals that are assigned
/// to after their declaration.
pub fn incoming_edges(kernel: &Kernel, assigned: &BTreeSet<LocalId>) -> BTreeSet<LocalId> {
    let mut found = BTreeSet::new();
    walk_stmts(&kernel.body, &mut |stmt| match &stmt.kind {
        StmtKind::ForAll { var, domain: Domain::InEdges(..), .. } => {
            found.insert(*var);
        }
        StmtKind::Let(id, value) if position(value).is_some() => {
            found.insert(*id);
        }
        _ => {}
    });
    &found - assigned
}

/// Returns the locals that are assigned to after their declaration.
pub fn assigned(kernel: &Kernel) -> BTreeSet<LocalId> {
    let mut found = BTreeSet::new();
    walk_stmts(&kernel.body, &mut |stmt| found.extend(stmt.assigned()));
    found
}
