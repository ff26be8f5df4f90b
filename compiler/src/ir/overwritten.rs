//! Finds arrays whose initial values no statement can read, because `main` writes all elements first.
//!
//! A program often declares `node state: u32 = 0;` and starts with a kernel that writes `u.state` for
//! every node. The runtime would fill the array, and on a small graph this takes as long as the kernel.
//! With this analysis, the schedule marks the buffer as [overwritten](crate::schedule::Buffer), and the
//! runtime does not fill it.
//!
//! # Proof
//!
//! The analysis follows the statements of `main` in order, and keeps the arrays that no statement has
//! accessed so far. It marks an array at the first statement that accesses it, if this statement
//! *covers* the array: it writes each element, and reads none before it has written it. All later
//! statements then see values that the program has written, and so does the host at the end. Every
//! other first access makes the analysis keep the initial values. These statements cover an array:
//!
//! * a fill, and a store to a global with a single value;
//! * a conditional of which both branches cover the array;
//! * a launch of a kernel whose only accesses to the array are in one parallel `forall` over the
//!   nodes (or edges) of the array, at the element of the iteration. In the iteration, the first
//!   statement that accesses the element is a store to it, or a conditional of which both branches
//!   start with one. Iterations of other elements do not access this element, so the order of the
//!   iterations does not matter. A `forall` has no early end, so every iteration reaches this statement.
//!
//! Loops of `main` may run no round, so an array that is first accessed in a loop keeps its values. A
//! program that contracts the graph gives arrays their initial values again, so none of them is marked.
//!
//! # Limits
//!
//! The analysis is for modules before distribution. Passes keep the order of the accesses to an element,
//! so the result holds for the module that they produce.

use std::collections::BTreeSet;

use super::uses::uses;
use super::visit::{walk_host, walk_host_exprs, walk_stmts};
use super::*;

/// Returns the arrays whose initial values are never read.
pub fn overwritten(module: &Module) -> BTreeSet<ArrayId> {
    if module.contracts() {
        return BTreeSet::new();
    }
    let is_filled = |array: &Array| matches!(array.init, Init::Fill(_)) && array.length.is_none();
    let ids = (0u32..).map(ArrayId).zip(&module.arrays);
    let untouched = ids.filter(|(_, array)| is_filled(array)).map(|(id, _)| id).collect();
    let mut arrays = Arrays { module, untouched, covered: BTreeSet::new() };
    arrays.block(&module.main.body);
    arrays.covered
}

/// The arrays at a point of `main`.
#[derive(Clone)]
struct Arrays<'m> {
    module: &'m Module,
    /// The arrays that no statement has accessed so far.
    untouched: BTreeSet<ArrayId>,
    /// The arrays that a statement has covered.
    covered: BTreeSet<ArrayId>,
}

impl Arrays<'_> {
    fn block(&mut self, block: &[HostStmt]) {
        block.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &HostStmt) {
        for expr in stmt.exprs() {
            expr.walk(&mut |e| self.read(e));
        }
        match stmt {
            HostStmt::If(_, then, otherwise) => {
                let mut other = self.clone();
                self.block(then);
                other.block(otherwise);
                self.untouched.retain(|array| other.untouched.contains(array));
                self.covered.retain(|array| other.covered.contains(array));
            }
            HostStmt::Launch { .. } | HostStmt::Act(_) => {
                for array in self.accessed(stmt) {
                    self.access(array, self.is_covered(stmt, array));
                }
            }
            _ => self.maybe(stmt),
        }
    }

    /// Follows a statement whose blocks may not run.
    fn maybe(&mut self, stmt: &HostStmt) {
        let stmts = std::slice::from_ref(stmt);
        walk_host_exprs(stmts, &mut |e| self.read(e));
        walk_host(stmts, &mut |stmt| {
            for array in self.accessed(stmt) {
                self.access(array, false);
            }
        });
    }

    /// Returns the arrays that a statement accesses, without its expressions and the statements
    /// inside of it.
    fn accessed(&self, stmt: &HostStmt) -> Vec<ArrayId> {
        match stmt {
            HostStmt::Launch { kernel, .. } => {
                let kernel = &self.module.kernels[kernel.index()];
                uses(self.module, kernel).arrays.into_keys().collect()
            }
            HostStmt::Act(Action::Fill(array, _) | Action::Store(Place { array, .. }, _)) => {
                vec![*array]
            }
            HostStmt::Act(Action::Swap(one, other)) => vec![*one, *other],
            _ => vec![],
        }
    }

    /// Whether a statement covers an array that it accesses.
    fn is_covered(&self, stmt: &HostStmt, array: ArrayId) -> bool {
        let declared = &self.module.arrays[array.index()];
        match stmt {
            HostStmt::Launch { kernel, .. } => {
                covers(&self.module.kernels[kernel.index()], array, declared.extent)
            }
            HostStmt::Act(Action::Fill(..)) => true,
            HostStmt::Act(Action::Store(..)) => declared.is_scalar_global(),
            _ => false,
        }
    }

    fn read(&mut self, expr: &Expr) {
        if let ExprKind::Load(place) = &expr.kind {
            self.access(place.array, false);
        }
    }

    /// Notes an access to an array. Only the first access matters.
    fn access(&mut self, array: ArrayId, covers: bool) {
        if self.untouched.remove(&array) && covers {
            self.covered.insert(array);
        }
    }
}

/// Whether a kernel covers an array that it accesses.
fn covers(kernel: &Kernel, array: ArrayId, extent: Extent) -> bool {
    let mut accessing = kernel.body.iter().filter(|stmt| stmt_accesses(stmt, array));
    let (Some(stmt), None) = (accessing.next(), accessing.next()) else { return false };
    let StmtKind::ForAll { var, domain, mapping: Mapping::Parallel, body } = &stmt.kind else {
        return false;
    };
    let is_whole =
        matches!((domain, extent), (Domain::Nodes, Extent::Nodes) | (Domain::Edges, Extent::Edges));
    is_whole && is_own(body, array, *var) && starts_with_store(body, array)
}

/// Whether all accesses to an array in a block are at this element.
fn is_own(block: &[Stmt], array: ArrayId, element: LocalId) -> bool {
    let mut is_own = true;
    let mut check = |place: &Place| {
        let is_element = place.index.kind == ExprKind::Local(element);
        is_own &= place.array != array || is_element;
    };
    let mut owns = false;
    walk_stmts(block, &mut |stmt| {
        places(stmt, &mut check);
        owns |= matches!(stmt.kind, StmtKind::Exclusive { owners, .. } if owners == array);
        owns |= stmt.assigned() == Some(element);
    });
    is_own && !owns
}

/// Whether the first access of a block to an array is a store, on every path.
fn starts_with_store(block: &[Stmt], array: ArrayId) -> bool {
    let Some(at) = block.iter().position(|stmt| stmt_accesses(stmt, array)) else { return false };
    let reads = |expr: &Expr| {
        let mut found = false;
        expr.walk(&mut |e| found |= matches!(&e.kind, ExprKind::Load(p) if p.array == array));
        found
    };
    let stmt = &block[at];
    if stmt.exprs().into_iter().any(reads) {
        return false;
    }
    match &stmt.kind {
        StmtKind::Store(..) => true,
        StmtKind::If(_, then, otherwise) => {
            [then, otherwise].into_iter().all(|branch| starts_with_store(branch, array))
        }
        _ => false,
    }
}

/// Whether a statement, or a statement inside of it, accesses an array.
fn stmt_accesses(stmt: &Stmt, array: ArrayId) -> bool {
    accesses(std::slice::from_ref(stmt), array)
}

fn accesses(block: &[Stmt], array: ArrayId) -> bool {
    let mut found = false;
    walk_stmts(block, &mut |stmt| {
        places(stmt, &mut |place| found |= place.array == array);
        found |= matches!(stmt.kind, StmtKind::Exclusive { owners, .. } if owners == array);
    });
    found
}

/// Calls `f` for each place that a statement accesses, without the statements inside of it.
fn places<'a>(stmt: &'a Stmt, f: &mut impl FnMut(&'a Place)) {
    stmt.place().into_iter().for_each(&mut *f);
    for expr in stmt.exprs().into_iter().chain(stmt.vector_read()) {
        expr.walk(&mut |e| {
            if let ExprKind::Load(place) = &e.kind {
                f(place);
            }
        });
    }
}
