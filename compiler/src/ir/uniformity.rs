//! Divergence analysis: finds values and control flow that are the same for a group of work-items.
//!
//! All work-items of a group must reach a barrier or collective of the group equally often, or none
//! of them ([`group`]). For each local, this analysis finds the largest [`Scope`]
//! whose work-items all see the same value. For each statement, it finds the largest scope whose
//! work-items all reach the statement together. `None` means that there is no such scope, and is
//! less than every scope. The [verifier](super::verify) checks kernels with this analysis, and
//! passes use it before they place a barrier.
//!
//! The analysis computes a greatest fixpoint: it starts with the assumption that everything is
//! uniform for the grid, and removes what a statement contradicts until nothing changes. A value is
//! as uniform as the least uniform of its operands and of the control flow in which it is assigned.
//! Control flow is as uniform as the conditions and bounds around it. (After Coutinho et al.,
//! "Divergence Analysis and Optimizations", PACT 2011, with three levels instead of one.)
//!
//! * If some work-items leave a loop earlier than others, by a `break` or `continue` in a
//!   conditional, all rounds of the loop are only as uniform as the condition. After the loop,
//!   control flow is as uniform as before it.
//! * Elements of arrays that the kernel writes are not uniform, because they may change between two
//!   reads.
//! * Shared memory is assumed to be free of races, as [`group`] demands. An element
//!   is therefore the same for all work-items of a workgroup that read it together. This analysis
//!   does not find races; the interpreter does.

use std::collections::BTreeSet;

use super::visit::walk_stmts;
use super::*;

/// The largest group whose work-items agree, or `None`.
pub type Uniform = Option<Scope>;

/// The uniform values and statements of a kernel of a distributed module.
#[derive(Debug, Clone)]
pub struct Uniformity {
    written: BTreeSet<ArrayId>,
    /// The uniformity of each local.
    locals: Vec<Uniform>,
    /// The uniformity of the `break`s and `continue`s of each loop. An outer loop comes before its
    /// inner loops.
    exits: Vec<Uniform>,
    changed: bool,
}

/// Called with each statement and the uniformity of the control flow that reaches it.
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
        let mut uniformity = Uniformity {
            written,
            locals: vec![all; kernel.locals.len()],
            exits: vec![all; loops],
            changed: true,
        };
        while uniformity.changed {
            uniformity.round(kernel, &mut |_, _| {});
        }
        uniformity
    }

    /// The largest group whose work-items get the same value if they evaluate an expression
    /// together.
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

    /// Calls `f` for each statement, in order and outer before inner, with the largest group whose
    /// work-items all reach the statement.
    pub fn each(&self, kernel: &Kernel, f: &mut Observer) {
        self.clone().round(kernel, f);
    }

    fn all<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> Uniform {
        exprs.into_iter().map(|e| self.of(e)).fold(Some(Scope::Grid), Ord::min)
    }

    /// Traverses the kernel once and removes what it contradicts.
    fn round(&mut self, kernel: &Kernel, observe: &mut Observer) {
        self.changed = false;
        let mut walk = Walk { facts: self, loops: 0, observe };
        walk.block(&kernel.body, Some(Scope::Grid), None);
    }

    /// Limits the uniformity of a local.
    fn lower(&mut self, id: LocalId, uniform: Uniform) {
        let known = &mut self.locals[id.index()];
        self.changed |= uniform < *known;
        *known = uniform.min(*known);
    }
}

/// One traversal of a kernel.
struct Walk<'f, 'o> {
    facts: &'f mut Uniformity,
    /// The number of loops seen so far.
    loops: usize,
    observe: &'f mut Observer<'o>,
}

impl Walk<'_, '_> {
    /// Traverses a block. `flow` is the group that reaches the block together, and `innermost` is
    /// the loop that a `break` ends.
    fn block(&mut self, block: &Block, flow: Uniform, innermost: Option<usize>) {
        for stmt in block {
            (self.observe)(stmt, flow);
            self.values(stmt, flow);
            self.control(stmt, flow, innermost);
        }
    }

    /// Applies a statement's assignments to locals, except to the variables of loops.
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

    /// Traverses the blocks inside a statement.
    fn control(&mut self, stmt: &Stmt, flow: Uniform, innermost: Option<usize>) {
        match &stmt.kind {
            StmtKind::If(cond, then, otherwise) => {
                let flow = flow.min(self.facts.of(cond));
                self.block(then, flow, innermost);
                self.block(otherwise, flow, innermost);
            }
            // Work-items that own the nodes execute the body. The others execute the other block.
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

    /// Traverses the body of a `while` or `for`. `flow` is the group that enters the loop together.
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
