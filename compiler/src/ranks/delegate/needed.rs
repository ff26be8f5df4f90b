//! The locals that moved statements read: which of them travel, and which are computed again.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::uses::uses;
use crate::ir::visit::{walk_exprs, walk_stmts};
use crate::ir::*;

/// The locals that moved statements need from the first part of the iteration.
pub struct Needed<'m> {
    module: &'m Module,
    params: usize,
    locals: &'m Locals,
    /// The values of the locals that a single `let` declares and nothing assigns.
    values: BTreeMap<LocalId, &'m Expr>,
    /// The arrays that the kernel writes.
    written: BTreeSet<ArrayId>,
    /// The locals that the moved statements read and do not declare.
    free: BTreeSet<LocalId>,
    /// The locals that are computed again, in the order in which they need each other.
    again: Vec<LocalId>,
}

impl<'m> Needed<'m> {
    pub fn new(
        module: &'m Module,
        kernel: &'m Kernel,
        first: &'m Kernel,
        moved: &Block,
        node: LocalId,
    ) -> Needed<'m> {
        let (mut values, mut assigned) = (BTreeMap::new(), BTreeSet::new());
        walk_stmts(&first.body, &mut |stmt| {
            if let StmtKind::Let(id, value) = &stmt.kind {
                values.insert(*id, value);
            }
            assigned.extend(stmt.assigned());
        });
        values.retain(|id, _| !assigned.contains(id));
        let (mut free, mut declared) = (BTreeSet::new(), BTreeSet::from([node]));
        walk_exprs(moved, &mut |expr| free.extend(expr.local_read()));
        walk_stmts(moved, &mut |stmt| declared.extend(stmt.declares()));
        free.retain(|id| !declared.contains(id) && id.index() >= kernel.params);
        let locals = &first.locals;
        Needed {
            module,
            params: kernel.params,
            locals,
            values,
            written: uses(module, kernel).written(),
            free,
            again: vec![],
        }
    }

    /// Returns the locals that must travel, with their types. Others are computed again ([`lets`](Needed::lets)).
    /// Returns `None` if a local array or an edge would have to travel.
    pub fn travelling(&mut self) -> Option<Vec<(LocalId, Type)>> {
        let mut travelling = BTreeSet::new();
        for local in self.free.clone() {
            let mut again = self.again.clone();
            let leaves = self.leaves(local, &mut again);
            // What depends on nothing else than parameters and on locals that travel anyway is computed again.
            if leaves.is_subset(&self.free) {
                travelling.extend(leaves);
                self.again = again;
            } else {
                travelling.insert(local);
            }
        }
        self.again.retain(|id| !travelling.contains(id));
        let typed = travelling.into_iter().map(|id| {
            let local = &self.locals[id.index()];
            (local.length.is_none() && local.ty != Type::Edge).then_some((id, local.ty))
        });
        typed.collect()
    }

    /// Returns the locals from which the value of a local can be computed again, and adds the locals that are then
    /// computed again. A local that is not computed from others is its own leaf.
    fn leaves(&self, local: LocalId, again: &mut Vec<LocalId>) -> BTreeSet<LocalId> {
        let value = self.values.get(&local).copied().filter(|value| self.is_constant(value));
        let Some(value) = value else { return BTreeSet::from([local]) };
        let mut read = BTreeSet::new();
        value.walk(&mut |expr| read.extend(expr.local_read()));
        let mut leaves = BTreeSet::new();
        for id in read.into_iter().filter(|id| id.index() >= self.params) {
            leaves.extend(self.leaves(id, again));
        }
        if !again.contains(&local) {
            again.push(local);
        }
        leaves
    }

    /// Whether an expression has the same value on all ranks and until the end of the launch, if its locals have.
    fn is_constant(&self, expr: &Expr) -> bool {
        let mut is_constant = true;
        expr.walk(&mut |expr| {
            is_constant &= match &expr.kind {
                ExprKind::Load(place) => {
                    let is_global = self.module.arrays[place.array.index()].extent == Extent::One;
                    is_global && !self.written.contains(&place.array)
                }
                kind => matches!(
                    kind,
                    ExprKind::Const(_)
                        | ExprKind::Local(_)
                        | ExprKind::Param(_)
                        | ExprKind::Unary(..)
                        | ExprKind::Binary(..)
                        | ExprKind::Cast(_)
                        | ExprKind::Select(..)
                        | ExprKind::NodeCount
                        | ExprKind::EdgeCount
                        | ExprKind::Length(_)
                ),
            };
        });
        is_constant
    }

    /// Returns the declarations of the locals that are computed again.
    pub fn lets(&self) -> Block {
        let again = self.again.iter();
        again
            .map(|id| StmtKind::Let(*id, self.values[id].clone()).from(Origin::default()))
            .collect()
    }
}
