//! What the body of a dealt-out `forall` takes from its owner, and gives back.

use std::collections::{BTreeMap, BTreeSet};

use super::KernelRewriter;
use crate::ir::build::add_local;
use crate::ir::visit::{walk_exprs, walk_stmts};
use crate::ir::*;

/// A reduction into a local of the owner.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reduction {
    /// The owner's local.
    pub target: LocalId,
    /// How values are combined.
    pub op: AtomicOp,
    /// What others have found for each owner.
    pub partial_of: SharedId,
}

/// A `forall` that is dealt out.
pub(super) struct Work {
    /// The loop's variable.
    pub var: LocalId,
    /// What it ranges over.
    pub domain: Domain,
    /// Its body.
    pub body: Block,
    /// Where it stands in the source.
    pub origin: Origin,
    /// The owner's locals that the body uses, each with its copies in shared memory.
    pub captured: Vec<(LocalId, SharedId)>,
    /// What the body reduces into.
    pub reductions: Vec<Reduction>,
    /// Each owner's first element, in shared memory.
    pub first_of: SharedId,
    /// How many elements each owner has that is on a list.
    pub count_of: SharedId,
}

impl KernelRewriter<'_> {
    /// Finds out what a `forall` takes and gives, and where in shared memory that goes.
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
            .map(|(target, op)| Reduction {
                target,
                op,
                partial_of: self.memory_for(target, "found"),
            })
            .collect();
        let first_of = self.memory("first_of", Type::U32, SharedExtent::Item);
        let count_of = self.memory("count_of", Type::U32, SharedExtent::Item);
        Work { var, domain, body, origin, captured, reductions, first_of, count_of }
    }

    /// Shared memory with one element for each owner's local.
    fn memory_for(&mut self, id: LocalId, suffix: &str) -> SharedId {
        let Local { name, ty } = self.locals[id.index()].clone();
        self.memory(&format!("{name}_{suffix}"), ty, SharedExtent::Item)
    }

    /// New locals for what the body uses of an owner: each with its value, and what stands for what.
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
