//! The closure of a distributed `forall`: values that its body reads from the owner, and results
//! that it returns.

use std::collections::{BTreeMap, BTreeSet};

use super::Dealer;
use crate::ir::build::add_local;
use crate::ir::visit::{walk_exprs, walk_stmts};
use crate::ir::*;

/// A reduction into a local of the owner.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reduction {
    /// The owner's local.
    pub target: LocalId,
    /// The operator.
    pub op: AtomicOp,
    /// Shared memory for the result of other work-items, by owner.
    pub found: SharedId,
}

/// A `forall` that is distributed.
pub(super) struct Work {
    /// Variable of the loop.
    pub var: LocalId,
    /// Domain of the loop.
    pub domain: Domain,
    /// Body of the loop.
    pub body: Block,
    /// Origin of the loop.
    pub origin: Origin,
    /// Locals of the owner that the body uses, with the shared memory that holds their copies.
    pub captured: Vec<(LocalId, SharedId)>,
    /// Reductions of the body into locals of the owner.
    pub reductions: Vec<Reduction>,
    /// Shared memory for the first element of each owner.
    pub first_of: SharedId,
    /// Shared memory for the number of elements of each owner on a list.
    pub count_of: SharedId,
}

impl Dealer<'_> {
    /// Analyses the closure of a `forall`, and allocates its shared memory.
    pub(super) fn work(
        &mut self,
        var: LocalId,
        domain: Domain,
        body: Block,
        origin: Origin,
    ) -> Work {
        let mut own: BTreeSet<LocalId> = BTreeSet::from([var]);
        let mut reduced = vec![];
        walk_stmts(&body, &mut |stmt| own.extend(stmt.declares()));
        walk_stmts(&body, &mut |stmt| {
            if let StmtKind::Reduce(id, op, _) = stmt.kind
                && !own.contains(&id)
                && !reduced.contains(&(id, op))
            {
                reduced.push((id, op));
            }
        });
        let mut used = BTreeSet::new();
        walk_exprs(&body, &mut |expr| {
            if let ExprKind::Local(id) = expr.kind {
                used.insert(id);
            }
        });
        used.retain(|id| !own.contains(id) && !self.everywhere.contains(id));
        let captured = used.into_iter().map(|id| (id, self.memory_for(id, "of"))).collect();
        let reductions = reduced
            .into_iter()
            .map(|(target, op)| Reduction { target, op, found: self.memory_for(target, "found") })
            .collect();
        let first_of = self.memory("first_of", Type::U32, SharedExtent::Item);
        let count_of = self.memory("count_of", Type::U32, SharedExtent::Item);
        Work { var, domain, body, origin, captured, reductions, first_of, count_of }
    }

    /// Returns shared memory with one element per owner for a local.
    fn memory_for(&mut self, id: LocalId, suffix: &str) -> SharedId {
        let Local { name, ty } = self.locals[id.index()].clone();
        self.memory(&format!("{name}_{suffix}"), ty, SharedExtent::Item)
    }

    /// Creates locals for the values that the body reads from an owner. Returns each new local with
    /// its value, and a map from the owner's locals to the new ones.
    pub(super) fn read_closure(
        &mut self,
        work: &Work,
        owner: &Expr,
    ) -> (Vec<(LocalId, Expr)>, BTreeMap<LocalId, LocalId>) {
        let (mut values, mut renamed) = (vec![], BTreeMap::new());
        for (id, memory) in &work.captured {
            let Local { name, ty } = self.locals[id.index()].clone();
            let copy = add_local(self.locals, &name, ty);
            let kind = ExprKind::Shared(*memory, Box::new(owner.clone()));
            values.push((copy, Expr { ty, kind }));
            renamed.insert(*id, copy);
        }
        (values, renamed)
    }
}
