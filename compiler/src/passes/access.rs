//! Race analysis: finds accesses that cannot race with an access of another iteration.
//!
//! Lowering makes every access a relaxed atomic access. This is always correct: values are never
//! torn, and no program has undefined behaviour. However, device compilers may not merge, hoist or
//! vectorise such accesses, and a pointer that is also written cannot be `const`. This pass makes
//! an access plain if it can prove that no other iteration touches the element meanwhile:
//!
//! * If a kernel never writes an array, its accesses to the array become plain.
//! * If a kernel accesses an array only at the variable of one parallel `forall` over nodes or
//!   edges, the values of the variable are distinct, and the accesses become plain. This does not
//!   apply if a nested `forall` writes the array, because its iterations share the variable.
//!
//! The analysis is conservative. An access stays relaxed if its index only equals the variable, or
//! is an item of a worklist, because items may repeat.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! forall parallel u: node in nodes {        forall parallel u: node in nodes {
//!   rank~?[u] = sum~?[u]                      rank?[u] = sum?[u]
//! }                                         }
//! ```

use std::collections::BTreeMap;

use crate::ir::visit::{walk_exprs_mut, walk_stmts_mut};
use crate::ir::*;

/// Makes accesses plain if no other iteration can touch the element.
pub fn prove_access(module: &mut Module) {
    let arrays = module.arrays.len();
    for kernel in &mut module.kernels {
        let mut summary = vec![Summary::default(); arrays];
        summarise(&kernel.body, Owner::default(), &mut summary);
        let plain: Vec<bool> = summary.iter().map(Summary::is_exclusive).collect();
        let make_plain = |place: &mut Place| {
            if plain[place.array.index()] {
                place.access = Access::Plain;
            }
        };
        walk_exprs_mut(&mut kernel.body, &mut |expr| {
            if let ExprKind::Load(place) = &mut expr.kind {
                make_plain(place);
            }
        });
        walk_stmts_mut(&mut kernel.body, &mut |stmt| {
            if let StmtKind::Store(place, _) = &mut stmt.kind {
                make_plain(place);
            }
        });
    }
}

/// The way in which a kernel accesses one array.
#[derive(Debug, Clone, Default)]
struct Summary {
    written: bool,
    /// Whether the array is accessed by an atomic operation, by the iterations of a nested
    /// `forall`, or outside of any `forall`.
    shared: bool,
    /// The loop variables that are used as indices, with the number of occurrences; `None` stands
    /// for any other index.
    indices: BTreeMap<Option<LocalId>, usize>,
}

impl Summary {
    fn is_exclusive(&self) -> bool {
        let owned = self.indices.len() == 1 && !self.indices.contains_key(&None);
        !self.written || (owned && !self.shared)
    }
}

/// The iteration that executes a statement.
#[derive(Debug, Clone, Copy, Default)]
struct Owner {
    /// The variable of the parallel `forall`, if its values are distinct.
    var: Option<LocalId>,
    /// Whether a nested `forall` is between the parallel `forall` and the statement.
    nested: bool,
}

impl Owner {
    fn touch(self, place: &Place, summary: &mut [Summary]) {
        let index = match place.index.kind {
            ExprKind::Local(id) if self.var == Some(id) => Some(id),
            _ => None,
        };
        *summary[place.array.index()].indices.entry(index).or_default() += 1;
    }

    fn read(self, expr: &Expr, summary: &mut [Summary]) {
        expr.walk(&mut |e| {
            if let ExprKind::Load(place) = &e.kind {
                self.touch(place, summary);
            }
        });
    }
}

fn summarise(block: &Block, owner: Owner, summary: &mut [Summary]) {
    for stmt in block {
        for expr in stmt.exprs() {
            owner.read(expr, summary);
        }
        if let Some(place) = stmt.place() {
            owner.touch(place, summary);
            let touched = &mut summary[place.array.index()];
            touched.written = true;
            touched.shared |= owner.nested || matches!(stmt.kind, StmtKind::Atomic { .. });
        }
        let inner = match &stmt.kind {
            StmtKind::ForAll { var, domain, mapping: Mapping::Parallel, .. } => {
                let distinct = matches!(domain, Domain::Nodes | Domain::Edges);
                Owner { var: distinct.then_some(*var), nested: false }
            }
            StmtKind::ForAll { .. } => Owner { nested: true, ..owner },
            _ => owner,
        };
        for inner_block in stmt.blocks() {
            summarise(inner_block, inner, summary);
        }
    }
}
