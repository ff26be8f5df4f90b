//! Divergence analysis: finds values and control flow that are the same for a group of work-items.
//!
//! Barriers and collectives must be in control flow that all work-items of a group reach equally
//! often, or none does ([`group`](super::group)). For each local, this analysis finds the largest
//! [`Scope`] whose work-items all see the same value. For each statement, it finds the largest
//! scope whose work-items all reach it. `None` means that there is no such group; it is less than
//! every scope. The [verifier](super::verify) and the passes that place barriers use the results.
//!
//! The analysis computes a greatest fixpoint. It starts with the assumption that everything is
//! uniform, and withdraws what a statement contradicts until nothing changes. A value is as uniform
//! as its least uniform operand and the control flow in which it is assigned. Control flow is as
//! uniform as the conditions and bounds around it. (After Coutinho et al., "Divergence Analysis and
//! Optimizations", PACT 2011, with three levels instead of one.)
//!
//! * If some work-items can leave a loop early, by a `break` or `continue` under a condition, all
//!   rounds of the loop are only as uniform as that condition. After the loop, control flow is as
//!   uniform as before it.
//! * An array that the kernel writes can change between two reads, so its elements are not uniform.
//! * The analysis assumes that shared memory has no races, as [`group`](super::group) requires. An
//!   element is then the same for all work-items of a workgroup that read it together. The
//!   interpreter finds such races; this analysis does not.

use std::collections::BTreeSet;

use super::visit::walk_stmts;
use super::*;

/// The largest group whose work-items agree, or `None` if there is none.
pub type Uniform = Option<Scope>;

/// The uniformity of the values and statements of a kernel in a distributed module.
#[derive(Debug, Clone)]
pub struct Uniformity {
    written: BTreeSet<ArrayId>,
    /// Uniformity of each local, by id.
    locals: Vec<Uniform>,
    /// Uniformity of the `break`s and `continue`s of each loop. Loops are in the order of the text,
    /// outer before inner.
    exits: Vec<Uniform>,
    changed: bool,
}

/// Is called with each statement and the uniformity of the control flow around it.
type Observer<'o> = dyn FnMut(&Stmt, Uniform) + 'o;

impl Uniformity {
    /// Analyses a kernel that is otherwise well-formed.
    pub fn find(kernel: &Kernel) -> Uniformity {
        let mut loops = 0;
        let mut written = BTreeSet::new();
        walk_stmts(&kernel.body, &mut |stmt| {
            written.extend(stmt.place().map(|place| place.array));
            match &stmt.kind {
                StmtKind::Exclusive { owners, .. } => {
                    written.insert(*owners);
                }
                StmtKind::While(..) | StmtKind::For { .. } => loops += 1,
                _ => {}
            }
        });
        let all = Some(Scope::Grid);
        let mut found = Uniformity {
            written,
            locals: vec![all; kernel.locals.len()],
            exits: vec![all; loops],
            changed: true,
        };
        while found.changed {
            found.round(kernel, &mut |_, _| {});
        }
        found
    }

    /// Returns the largest group whose work-items get the same value when they evaluate an
    /// expression together.
    pub fn of(&self, expr: &Expr) -> Uniform {
        let parts = || self.all(expr.operands());
        match &expr.kind {
            ExprKind::Local(id) => self.locals[id.index()],
            ExprKind::At(coordinate) => coordinate.uniform(),
            ExprKind::Load(place) if self.written.contains(&place.array) => None,
            ExprKind::Shared(..) | ExprKind::Search(..) => parts().min(Some(Scope::Workgroup)),
            _ => parts(),
        }
    }

    /// Calls `f` for each statement in the order of the text, outer before inner, with the largest
    /// group whose work-items all reach it.
    pub fn each(&self, kernel: &Kernel, f: &mut Observer) {
        self.clone().round(kernel, f);
    }

    fn all<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> Uniform {
        exprs.into_iter().map(|e| self.of(e)).fold(Some(Scope::Grid), Ord::min)
    }

    /// Traverses the kernel once, and withdraws the assumptions that it contradicts.
    fn round(&mut self, kernel: &Kernel, observe: &mut Observer) {
        self.changed = false;
        let mut walk = Walk { facts: self, loops: 0, observe };
        walk.block(&kernel.body, Some(Scope::Grid), None);
    }

    /// Lowers the uniformity of a local to at most `uniform`.
    fn lower(&mut self, id: LocalId, uniform: Uniform) {
        let known = &mut self.locals[id.index()];
        self.changed |= uniform < *known;
        *known = uniform.min(*known);
    }
}

/// One traversal of a kernel.
struct Walk<'f, 'o> {
    facts: &'f mut Uniformity,
    /// Number of loops visited so far.
    loops: usize,
    observe: &'f mut Observer<'o>,
}

impl Walk<'_, '_> {
    /// Visits a block. `flow` is the uniformity of the control flow, and `innermost` is the loop
    /// that a `break` ends.
    fn block(&mut self, block: &Block, flow: Uniform, innermost: Option<usize>) {
        for stmt in block {
            (self.observe)(stmt, flow);
            self.values(stmt, flow);
            self.control(stmt, flow, innermost);
        }
    }

    /// Handles the values that a statement assigns to locals, except the variables of loops.
    fn values(&mut self, stmt: &Stmt, flow: Uniform) {
        let facts = &mut *self.facts;
        match &stmt.kind {
            StmtKind::Let(id, e) | StmtKind::Assign(id, e) | StmtKind::Reduce(id, _, e) => {
                facts.lower(*id, facts.of(e).min(flow));
            }
            StmtKind::Atomic { old: Some(id), .. }
            | StmtKind::AtomicShared { old: Some(id), .. } => facts.lower(*id, None),
            StmtKind::Collective { scope, result, .. } => {
                facts.lower(*result, flow.min(Some(*scope)));
            }
            StmtKind::Scan { before, total, .. } => {
                facts.lower(*before, None);
                facts.lower(*total, flow.min(Some(Scope::Workgroup)));
            }
            _ => {}
        }
    }

    /// Handles the blocks of a statement.
    fn control(&mut self, stmt: &Stmt, flow: Uniform, innermost: Option<usize>) {
        match &stmt.kind {
            StmtKind::If(cond, then, otherwise) => {
                let flow = flow.min(self.facts.of(cond));
                self.block(then, flow, innermost);
                self.block(otherwise, flow, innermost);
            }
            // Each agent runs either the body or the alternative, depending on whether it gets the
            // nodes.
            StmtKind::Exclusive { body, otherwise, .. } => {
                self.block(body, None, None);
                self.block(otherwise, None, innermost);
            }
            StmtKind::While(cond, body) => {
                let flow = flow.min(self.facts.of(cond));
                self.rounds(body, flow, None);
            }
            StmtKind::For { var, start, end, step, body } => {
                let flow = flow.min(self.facts.all([start, end, step]));
                self.rounds(body, flow, Some(*var));
            }
            StmtKind::ForAll { var, domain, body, .. } => {
                let flow = flow.min(self.facts.all(domain.exprs()));
                self.facts.lower(*var, flow);
                self.block(body, flow, None);
            }
            StmtKind::Break | StmtKind::Continue => {
                if let Some(innermost) = innermost {
                    let exits = &mut self.facts.exits[innermost];
                    self.facts.changed |= flow < *exits;
                    *exits = flow.min(*exits);
                }
            }
            _ => {}
        }
    }

    /// Visits the body of a `while` or `for`. `flow` is the uniformity of its start.
    fn rounds(&mut self, body: &Block, flow: Uniform, var: Option<LocalId>) {
        let this = self.loops;
        self.loops += 1;
        let flow = flow.min(self.facts.exits[this]);
        if let Some(var) = var {
            self.facts.lower(var, flow);
        }
        self.block(body, flow, Some(this));
    }
}
