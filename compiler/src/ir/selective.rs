//! Estimates which loops have few iterations that do work.
//!
//! An iteration that does nothing takes less time than the start of its work-item. A launch of such a
//! loop is therefore faster with fewer work-items. No compiler knows how many elements satisfy a
//! condition. As the first optimisers of databases did, this estimate expects that few elements have
//! one certain value, and many lie in a range (Selinger et al., "Access path selection in a relational
//! database management system", SIGMOD 1979, Table 1).

use std::collections::BTreeSet;

use super::*;

impl Kernel {
    /// Returns whether the parallel loops of a kernel that is not distributed yet are expected to do
    /// work in few of their iterations: the whole body depends on a condition that demands one
    /// certain value of something that belongs to the element.
    pub fn expects_few_iterations(&self) -> bool {
        let mut found = false;
        self.body.iter().all(|stmt| match &stmt.kind {
            StmtKind::ForAll { var, domain: Domain::Nodes | Domain::Edges, body, .. } => {
                found = true;
                selects_few(*var, body)
            }
            StmtKind::ForAll { .. } => false,
            _ => true,
        }) && found
    }
}

/// Returns whether the body of a loop over elements is one conditional, behind declarations, that
/// compares a number of the element for equality with one that does not depend on the element.
fn selects_few(var: LocalId, body: &Block) -> bool {
    let Some((last, before)) = body.split_last() else { return false };
    let StmtKind::If(condition, _, otherwise) = &last.kind else { return false };
    let mut own = BTreeSet::from([var]);
    for stmt in before {
        let StmtKind::Let(id, value) = &stmt.kind else { return false };
        if value.mentions(|local| own.contains(&local)) {
            own.insert(*id);
        }
    }
    let is_own = |e: &Expr| e.mentions(|local| own.contains(&local));
    otherwise.is_empty()
        && condition.conjuncts().iter().any(|conjunct| match &conjunct.kind {
            ExprKind::Binary(BinaryOp::Eq, a, b) => a.ty != Type::Bool && is_own(a) != is_own(b),
            _ => false,
        })
}
