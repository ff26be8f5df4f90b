//! Finds out how a loop accesses an array, and which arrays a kernel accesses by iteration.

use std::collections::{BTreeMap, BTreeSet};

use super::Facts;
use crate::ir::uniform_loop::is_distributed;
use crate::ir::visit::{has_break_or_continue, walk_exprs, walk_stmts};
use crate::ir::*;
use crate::passes::invariant::{changed, is_invariant};

/// The accesses of a loop to an array.
#[derive(Debug, Clone)]
pub(super) struct Accesses {
    /// The first place.
    pub place: Place,
    /// Whether all accesses are to this place.
    pub is_one_place: bool,
    /// Whether an access is relaxed.
    pub is_relaxed: bool,
    /// Whether an access is plain.
    pub is_plain: bool,
    /// Whether an index may be past the end.
    pub is_checked: bool,
    pub loads: usize,
    /// Number of the loads whose only use is a value that is stored to the element.
    pub accumulated: usize,
    pub stores: usize,
    pub atomics: usize,
    /// The operator, if all accesses are atomics with the same operator, whose old values are unused.
    pub reduction: Option<AtomicOp>,
    /// Whether an access is inside of a `forall`, which may be the loop itself.
    pub in_forall: bool,
    /// Whether each round of a counted loop certainly accesses the element, or the condition of a
    /// `while` loop does.
    pub always_accessed: bool,
    /// Whether each round of a counted loop certainly stores.
    pub always_stored: bool,
}

/// Returns the accesses of a loop to each array with an invariant element that the loop writes, or
/// that another statement of the kernel writes.
pub(super) fn accesses(stmt: &Stmt, facts: &Facts<'_>) -> Vec<Accesses> {
    let mut found: BTreeMap<ArrayId, Accesses> = BTreeMap::new();
    let is_forall = matches!(stmt.kind, StmtKind::ForAll { .. });
    if let StmtKind::While(condition, _) = &stmt.kind {
        loads(condition, is_forall, &mut found);
    }
    for block in stmt.blocks() {
        collect(block, is_forall, &mut found);
    }
    let changed = changed(stmt);
    let is_fixed =
        |place: &Place| place.indices().all(|index| is_invariant(index, &changed, &facts.written));
    let mut all: Vec<Accesses> = found.into_values().collect();
    all.retain(|found| facts.written.contains(&found.place.array) && is_fixed(&found.place));
    // The bounds are evaluated before the loop. Their reads must stay before those of the loop.
    let bounds = if matches!(stmt.kind, StmtKind::While(..)) { vec![] } else { stmt.exprs() };
    all.retain(|found| !bounds.iter().any(|bound| loads_of(bound, found.place.array) > 0));
    all.iter_mut().for_each(|found| certain(stmt, found));
    all
}

/// Returns the number of loads of an array in an expression.
fn loads_of(expr: &Expr, array: ArrayId) -> usize {
    let mut found = 0;
    expr.walk(&mut |e| {
        found += usize::from(matches!(&e.kind, ExprKind::Load(p) if p.array == array));
    });
    found
}

/// Adds the accesses of a block.
fn collect(block: &Block, in_forall: bool, found: &mut BTreeMap<ArrayId, Accesses>) {
    for stmt in block {
        for expr in stmt.exprs() {
            loads(expr, in_forall, found);
        }
        if let Some(place) = stmt.place() {
            let entry = touch(place, in_forall, found);
            match &stmt.kind {
                StmtKind::Atomic { op, operands, old, .. } => {
                    let reduces = operands.len() == 1 && *op != AtomicOp::Swap && old.is_none();
                    let first = entry.atomics == 0;
                    entry.atomics += 1;
                    entry.reduction = match entry.reduction {
                        _ if !reduces => None,
                        None if first => Some(*op),
                        same => same.filter(|other| other == op),
                    };
                }
                StmtKind::Store(_, value) => {
                    entry.stores += 1;
                    entry.accumulated += loads_of(value, place.array);
                }
                _ => entry.stores += 1,
            }
        }
        let in_forall = in_forall || matches!(stmt.kind, StmtKind::ForAll { .. });
        for inner in stmt.blocks() {
            collect(inner, in_forall, found);
        }
    }
    for entry in found.values_mut() {
        if entry.loads + entry.stores > 0 || !entry.is_one_place {
            entry.reduction = None;
        }
    }
}

/// Adds the loads of an expression.
fn loads(expr: &Expr, in_forall: bool, found: &mut BTreeMap<ArrayId, Accesses>) {
    expr.walk(&mut |e| {
        if let ExprKind::Load(place) = &e.kind {
            touch(place, in_forall, found).loads += 1;
        }
    });
}

/// Notes an access to a place.
fn touch<'f>(
    place: &Place,
    in_forall: bool,
    found: &'f mut BTreeMap<ArrayId, Accesses>,
) -> &'f mut Accesses {
    let entry = found.entry(place.array).or_insert_with(|| Accesses {
        place: place.clone(),
        is_one_place: true,
        is_relaxed: false,
        is_plain: false,
        is_checked: false,
        loads: 0,
        accumulated: 0,
        stores: 0,
        atomics: 0,
        reduction: None,
        in_forall: false,
        always_accessed: false,
        always_stored: false,
    });
    entry.is_one_place &= is_same_element(&entry.place, place);
    entry.is_relaxed |= place.access == Access::Relaxed;
    entry.is_plain |= place.access == Access::Plain;
    let element = place.element.as_ref().map(|element| element.bounds);
    entry.is_checked |= place.bounds == Bounds::Checked || element == Some(Bounds::Checked);
    entry.in_forall |= in_forall;
    entry
}

/// Whether two places have the same indices.
pub(super) fn is_same_element(a: &Place, b: &Place) -> bool {
    a.array == b.array && a.indices().eq(b.indices())
}

/// Finds out which accesses are certain in each round. No condition may be put around a loop whose
/// rounds a launch shares, so nothing counts as certain there.
fn certain(stmt: &Stmt, found: &mut Accesses) {
    let place = found.place.clone();
    let is_element = |other: &Place| is_same_element(&place, other);
    match &stmt.kind {
        StmtKind::While(condition, _) => {
            found.always_accessed = certainly_loads(condition, &is_element);
        }
        StmtKind::For { body, .. } if !is_distributed(stmt) => {
            let ends = |stmt: &&Stmt| has_break_or_continue(std::slice::from_ref(*stmt));
            for inner in body.iter().take_while(|stmt| !ends(stmt)) {
                let stores = matches!(inner.kind, StmtKind::Store(..))
                    && inner.place().is_some_and(is_element);
                let loads = inner.exprs().into_iter().any(|e| certainly_loads(e, &is_element));
                found.always_stored |= stores;
                found.always_accessed |= stores || loads;
            }
        }
        _ => {}
    }
}

/// Whether the evaluation of an expression certainly loads an element.
fn certainly_loads(expr: &Expr, is_element: &dyn Fn(&Place) -> bool) -> bool {
    let is_lazy = matches!(
        expr.kind,
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) | ExprKind::Select(..)
    );
    let certain = if is_lazy { 1 } else { usize::MAX };
    matches!(&expr.kind, ExprKind::Load(place) if is_element(place))
        || expr.operands().into_iter().take(certain).any(|e| certainly_loads(e, is_element))
}

/// Returns the owner of each array: the loop variable that runs over all nodes or all edges, whose
/// values the launch shares, if every access of the kernel to the array has this index.
pub fn owned(kernel: &Kernel, arrays: &[Array]) -> Vec<Option<LocalId>> {
    let mut variables = vec![];
    for stmt in &kernel.body {
        let (var, is_over_all) = match &stmt.kind {
            StmtKind::ForAll { var, domain, mapping: Mapping::Parallel, .. } => {
                (*var, matches!(domain, Domain::Nodes | Domain::Edges))
            }
            StmtKind::For { var, start, end, .. } if is_distributed(stmt) => {
                let from_first = matches!(start.kind, ExprKind::At(Coordinate::GlobalId));
                let to_last = matches!(end.kind, ExprKind::NodeCount | ExprKind::EdgeCount);
                (*var, from_first && to_last)
            }
            _ => continue,
        };
        variables.extend(is_over_all.then_some(var));
    }
    // The index of each array, if all accesses so far have the same variable.
    let mut indices: Vec<Option<Option<LocalId>>> = vec![None; arrays.len()];
    let mut note = |place: &Place| {
        let var = place
            .index
            .local_read()
            .filter(|id| matches!(place.index.kind, ExprKind::Local(_)) && variables.contains(id));
        let index = &mut indices[place.array.index()];
        *index = match index {
            None => Some(var),
            Some(other) if *other == var => Some(var),
            Some(_) => Some(None),
        };
    };
    walk_exprs(&kernel.body, &mut |expr| {
        if let ExprKind::Load(place) = &expr.kind {
            note(place);
        }
    });
    let mut read = BTreeSet::new();
    walk_stmts(&kernel.body, &mut |stmt| {
        stmt.place().into_iter().for_each(&mut note);
        if let Some(Expr { kind: ExprKind::Load(place), .. }) = stmt.vector_read() {
            read.insert(place.array);
        }
    });
    // A vector load reads the elements of several iterations.
    read.into_iter().for_each(|array| indices[array.index()] = Some(None));
    indices.into_iter().map(Option::flatten).collect()
}
