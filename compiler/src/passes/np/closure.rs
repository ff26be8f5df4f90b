//! The values that the body of a distributed `forall` takes from its owner, and the values that it
//! returns.

use std::collections::{BTreeMap, BTreeSet};

use super::{KernelRewriter, Purpose};
use crate::ir::build::add_local;
use crate::ir::visit::{walk_exprs, walk_stmts};
use crate::ir::*;

/// A reduction into a local of the owner.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reduction {
    /// The local of the owner into which the body reduces.
    pub target: LocalId,
    /// The operator of the reduction.
    pub op: AtomicOp,
    /// The shared memory with the combined value of the other work-items, for each owner.
    pub partial_of: SharedId,
}

/// A `forall` that is distributed, with its closure.
pub(super) struct Work {
    /// The variable of the loop.
    pub var: LocalId,
    /// The domain of the loop.
    pub domain: Domain,
    /// The body of the loop.
    pub body: Block,
    /// The origin of the loop in the source.
    pub origin: Origin,
    /// The locals of the owner that the body uses, each with the shared memory for its copies.
    pub captured: Vec<(LocalId, SharedId)>,
    /// The reductions of the body.
    pub reductions: Vec<Reduction>,
    /// The shared memory with the position of the first element of each owner.
    pub first_of: SharedId,
    /// The shared memory with the number of elements of each owner on a list.
    pub count_of: SharedId,
}

impl KernelRewriter<'_> {
    /// Finds the values that a `forall` takes and returns, and allocates shared memory for them.
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
            // A `forall` that uses an array of its owner is not distributed.
            used.extend(expr.local_read());
        });
        used.retain(|id| !own.contains(id) && !self.everywhere.contains(id));
        let captured =
            used.into_iter().map(|id| (id, self.memory_for(id, Purpose::Copy))).collect();
        let reductions = reduced
            .into_iter()
            .map(|(target, op)| Reduction {
                target,
                op,
                partial_of: self.memory_for(target, Purpose::Partial),
            })
            .collect();
        let first_of = self.memory(Purpose::Of("first_of"), Type::Edge, SharedExtent::Item);
        let count_of = self.memory(Purpose::Of("count_of"), Type::U32, SharedExtent::Item);
        Work { var, domain, body, origin, captured, reductions, first_of, count_of }
    }

    /// Returns shared memory for a local, with one element for each owner.
    fn memory_for(&mut self, id: LocalId, purpose: fn(LocalId) -> Purpose) -> SharedId {
        self.memory(purpose(id), self.ty(id), SharedExtent::Item)
    }

    /// Creates locals for the values that the body takes from an owner. Returns these locals with
    /// their values, and the new local for each local of the owner.
    pub(super) fn read_closure(
        &mut self,
        work: &Work,
        owner: &Expr,
    ) -> (Vec<(LocalId, Expr)>, BTreeMap<LocalId, LocalId>) {
        let (mut values, mut renamed) = (vec![], BTreeMap::new());
        for (id, memory) in &work.captured {
            let Local { name, ty, .. } = self.locals[id.index()].clone();
            let copy = add_local(self.locals, &name, ty);
            let kind = ExprKind::Shared(*memory, Box::new(owner.clone()));
            values.push((copy, Expr { ty, kind }));
            renamed.insert(*id, copy);
        }
        (values, renamed)
    }
}
