//! Finds the `forall`s that nested parallelism can distribute, and the reasons why it cannot
//! distribute others.

use std::collections::BTreeSet;

use super::Schemes;
use crate::ir::uniform_loop::obstacle;
use crate::ir::uniformity::Uniformity;
use crate::ir::visit::{has_break_or_continue, walk_exprs, walk_stmts};
use crate::ir::*;
use crate::remarks::Remarks;

/// Whether a statement is or contains a `forall` that can be distributed from its position.
pub(super) fn contains_candidate(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::ForAll { body, .. } => own_obstacle(body).is_none(),
        StmtKind::If(_, then, otherwise) => then.iter().chain(otherwise).any(contains_candidate),
        StmtKind::While(_, body) | StmtKind::For { body, .. } => {
            !has_break_or_continue(body) && body.iter().any(contains_candidate)
        }
        _ => false,
    }
}

/// Whether a statement at the outermost level of a kernel is a loop that contains a `forall` that
/// can be distributed.
pub(super) fn loop_contains_candidate(stmt: &Stmt, uniformity: &Uniformity) -> bool {
    let StmtKind::For { body, .. } = &stmt.kind else { return false };
    obstacle(stmt, uniformity).is_none() && body.iter().any(contains_candidate)
}

/// Why the iterations of a `forall` with this body cannot be distributed, in the words of a remark.
fn own_obstacle(body: &Block) -> Option<&'static str> {
    if reads_what_it_reduces(body) {
        return Some("its iterations read the local that they reduce into");
    }
    uses_array_of_owner(body).then_some("its iterations use a local array around it")
}

/// Whether iterations use a local array that is declared outside of the loop. A copy of the array
/// for each owner would need too much shared memory.
fn uses_array_of_owner(body: &Block) -> bool {
    let (mut own, mut used) = (BTreeSet::new(), BTreeSet::new());
    walk_stmts(body, &mut |stmt| match &stmt.kind {
        StmtKind::LetArray(id, _) => _ = own.insert(*id),
        StmtKind::StoreElement(element, _) => _ = used.insert(element.array),
        _ => {}
    });
    walk_exprs(body, &mut |expr| {
        if let ExprKind::Element(element) = &expr.kind {
            used.insert(element.array);
        }
    });
    !used.is_subset(&own)
}

/// Whether iterations read a local that they reduce into. Each iteration would then need the values
/// of the others.
fn reads_what_it_reduces(body: &Block) -> bool {
    let mut reduced = BTreeSet::new();
    walk_stmts(body, &mut |stmt| {
        if let StmtKind::Reduce(id, ..) = stmt.kind {
            reduced.insert(id);
        }
    });
    let mut reads = false;
    walk_exprs(body, &mut |expr| {
        reads |= matches!(expr.kind, ExprKind::Local(id) if reduced.contains(&id));
    });
    reads
}

/// Makes remarks on every loop of a kernel that a user might expect nested parallelism to change.
pub(super) fn remark(
    kernel: &Kernel,
    uniformity: &Uniformity,
    schemes: Schemes,
    remarks: &mut Remarks,
) {
    let mut remarker = Remarker { kernel: &kernel.name, schemes, remarks };
    for stmt in &kernel.body {
        let why_not = obstacle(stmt, uniformity);
        match &stmt.kind {
            StmtKind::For { body, .. } => remarker.block(body, why_not),
            _ => remarker.stmt(stmt, why_not),
        }
    }
}

struct Remarker<'a> {
    kernel: &'a str,
    schemes: Schemes,
    remarks: &'a mut Remarks,
}

impl Remarker<'_> {
    fn block(&mut self, block: &Block, why_not: Option<&str>) {
        for stmt in block {
            self.stmt(stmt, why_not);
        }
    }

    /// Makes remarks on a statement and its parts. `why_not` is the reason why the `forall`s within
    /// the statement cannot be distributed, if they cannot.
    fn stmt(&mut self, stmt: &Stmt, why_not: Option<&str>) {
        let within = match &stmt.kind {
            StmtKind::ForAll { body, .. } => {
                let own = own_obstacle(body);
                match why_not.or(own) {
                    None => self.applied(stmt.origin),
                    Some(reason) => self.missed(stmt.origin, reason),
                }
                why_not.or(own).or(Some("it is inside a `forall` that is already distributed"))
            }
            StmtKind::While(_, body) | StmtKind::For { body, .. } => {
                let row = matches!(&stmt.kind, StmtKind::For { end, .. }
                    if matches!(end.kind, ExprKind::Graph(..)));
                if row && !body.iter().any(contains_candidate) {
                    self.missed(stmt.origin, "a `for` processes its elements in order");
                }
                let left = has_break_or_continue(body);
                why_not.or(left.then_some("a `break` or `continue` leaves the surrounding loop"))
            }
            StmtKind::Exclusive { .. } => {
                why_not.or(Some("it is inside an `exclusive`, which a single work-item executes"))
            }
            _ => why_not,
        };
        for block in stmt.blocks() {
            self.block(block, within);
        }
    }

    fn applied(&mut self, origin: Origin) {
        for (choice, message) in self.schemes.effects() {
            self.remarks.applied(choice, self.kernel, origin, message);
        }
    }

    fn missed(&mut self, origin: Origin, reason: &str) {
        for (choice, _) in self.schemes.effects() {
            self.remarks.missed(choice, self.kernel, origin, reason);
        }
    }
}
