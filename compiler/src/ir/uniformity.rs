//! Divergence analysis: for which groups of work-items a value is the same, and control flow is
//! uniform.
//!
//! What work-items do together must stand where all of a group come, or none, and as often
//! ([`group`](super::group)). For each local this finds the largest [`Scope`] whose work-items all
//! see the same value, and for each statement the largest whose work-items all come there;
//! `None` where there is no such group, which is below every scope. The
//! [verifier](super::verify) holds kernels to it, and passes ask before they place a barrier.
//!
//! The analysis assumes the best of everything and takes back what a statement contradicts, until
//! nothing changes: the greatest fixpoint. A value is as uniform as the least uniform of what it is
//! made of and of the control flow in which it is given; control flow is as uniform as the
//! conditions and bounds around it. (After Coutinho et al., "Divergence Analysis and
//! Optimizations", PACT 2011, with three levels for their one.)
//!
//! * A loop that some leave earlier than others, by a `break` or `continue` under a condition, is
//!   as uniform as that condition, in all of its rounds. Behind the loop all are together again.
//! * What the kernel writes may change between two reads: such an array's elements are not uniform.
//! * Shared memory is assumed to be free of races, as [`group`](super::group) demands, so that an
//!   element is the same for all of a workgroup that read it together; the interpreter finds the
//!   races, this analysis does not.

use std::collections::BTreeSet;

use super::visit::walk_stmts;
use super::*;

/// The largest group whose work-items agree, `None` where there is none.
pub type Uniform = Option<Scope>;

/// What is uniform in a kernel of a distributed module.
#[derive(Debug, Clone)]
pub struct Uniformity {
    written: BTreeSet<ArrayId>,
    /// By local.
    locals: Vec<Uniform>,
    /// By loop, outer before inner, in order: where its `break`s and `continue`s stand.
    exits: Vec<Uniform>,
    changed: bool,
}

/// Shown each statement and the control flow that it stands in.
type Observer<'o> = dyn FnMut(&Stmt, Uniform) + 'o;

impl Uniformity {
    /// Finds what is uniform in a kernel that is otherwise well-formed.
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

    /// The largest group whose work-items get the same value where they evaluate an expression
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

    /// Calls `f` for each statement, outer before inner, in order, with the largest group whose
    /// work-items all come there.
    pub fn each(&self, kernel: &Kernel, f: &mut Observer) {
        self.clone().round(kernel, f);
    }

    fn all<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> Uniform {
        exprs.into_iter().map(|e| self.of(e)).fold(Some(Scope::Grid), Ord::min)
    }

    /// Goes through the kernel once and takes back what it contradicts.
    fn round(&mut self, kernel: &Kernel, observe: &mut Observer) {
        self.changed = false;
        let mut walk = Walk { facts: self, loops: 0, observe };
        walk.block(&kernel.body, Some(Scope::Grid), None);
    }

    /// A local is at most so uniform.
    fn lower(&mut self, id: LocalId, uniform: Uniform) {
        let known = &mut self.locals[id.index()];
        self.changed |= uniform < *known;
        *known = uniform.min(*known);
    }
}

/// One way through a kernel.
struct Walk<'f, 'o> {
    facts: &'f mut Uniformity,
    /// How many loops were come to.
    loops: usize,
    observe: &'f mut Observer<'o>,
}

impl Walk<'_, '_> {
    /// `flow`: who comes here together; `innermost`: the loop that a `break` ends.
    fn block(&mut self, block: &Block, flow: Uniform, innermost: Option<usize>) {
        for stmt in block {
            (self.observe)(stmt, flow);
            self.values(stmt, flow);
            self.control(stmt, flow, innermost);
        }
    }

    /// What a statement gives to locals, but for the variables of loops.
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

    /// What is inside of a statement.
    fn control(&mut self, stmt: &Stmt, flow: Uniform, innermost: Option<usize>) {
        match &stmt.kind {
            StmtKind::If(cond, then, otherwise) => {
                let flow = flow.min(self.facts.of(cond));
                self.block(then, flow, innermost);
                self.block(otherwise, flow, innermost);
            }
            // Who owns the nodes comes to the body, who does not, to the other.
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

    /// The rounds of a `while` or `for`, of which `flow` says who begins them together.
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
