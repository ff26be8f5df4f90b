//! Divergence analysis: finds values and control flow that are the same for a group of work-items.
//!
//! All work-items of a group must reach a barrier or collective of the group equally often, or none
//! of them ([`group`]). For each local, this analysis finds the largest [`Scope`]
//! whose work-items all see the same value. For each statement, it finds the largest scope whose
//! work-items all reach the statement together. `None` means that there is no such scope, and is
//! less than every scope. The [verifier](super::verify) checks kernels with this analysis, and
//! passes use it before they place a barrier.
//!
//! The analysis computes a greatest fixpoint. A value is as uniform as the least uniform of its
//! operands and of the control flow in which it is assigned. Control flow is as uniform as the
//! conditions and bounds around it. (After Coutinho et al., "Divergence Analysis and
//! Optimizations", PACT 2011, with three levels instead of one.) One traversal of the kernel
//! collects these limits as a graph. Then the limits propagate along its edges, so the time is
//! linear in the size of the kernel.
//!
//! * If some work-items leave a loop earlier than others, by a `break` or `continue` in a
//!   conditional, all rounds of the loop are only as uniform as the condition. After the loop,
//!   control flow is as uniform as before it.
//! * Elements of arrays that the kernel writes are not uniform, because they may change between two
//!   reads.
//! * Elements of local arrays are not uniform.
//! * Shared memory is assumed to be free of races, as [`group`] demands. An element
//!   is therefore the same for all work-items of a workgroup that read it together. This analysis
//!   does not find races; the interpreter does.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

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
    /// The uniformity of the control flow that reaches each statement, in the order of
    /// [`walk_stmts`].
    reached: Vec<Uniform>,
}

impl Uniformity {
    /// Analyses a kernel that is otherwise well-formed.
    pub fn find(kernel: &Kernel) -> Uniformity {
        let mut written = BTreeSet::new();
        walk_stmts(&kernel.body, &mut |stmt| {
            written.extend(stmt.place().map(|place| place.array));
            if let StmtKind::Exclusive { owners, .. } = &stmt.kind {
                written.insert(*owners);
            }
        });
        let locals = vec![Fact::new(); kernel.locals.len()];
        let mut limits = Limits { written: &written, facts: locals, reached: vec![] };
        let flow = limits.fact([]);
        limits.block(&kernel.body, flow, None);
        limits.propagate();
        let Limits { facts, reached, .. } = limits;
        let locals = facts.iter().take(kernel.locals.len()).map(|fact| fact.uniform).collect();
        let reached = reached.into_iter().map(|flow| facts[flow].uniform).collect();
        Uniformity { written, locals, reached }
    }

    /// The largest group whose work-items get the same value if they evaluate an expression
    /// together.
    pub fn of(&self, expr: &Expr) -> Uniform {
        let mut uniform = Some(Scope::Grid);
        each_source(expr, &self.written, &mut |source| {
            uniform = uniform.min(match source {
                Source::Local(id) => self.locals[id.index()],
                Source::Constant(constant) => constant,
            });
        });
        uniform
    }

    /// Calls `f` for each statement, in order and outer before inner, with the largest group whose
    /// work-items all reach the statement. `kernel` must be the analysed kernel.
    pub fn each(&self, kernel: &Kernel, f: &mut dyn FnMut(&Stmt, Uniform)) {
        let mut reached = self.reached.iter();
        walk_stmts(&kernel.body, &mut |stmt| f(stmt, reached.next().copied().flatten()));
    }
}

/// Something that limits the uniformity of an expression.
enum Source {
    Local(LocalId),
    Constant(Uniform),
}

/// Calls `f` for everything that limits the uniformity of an expression. `written` are the arrays
/// that the kernel writes.
fn each_source(expr: &Expr, written: &BTreeSet<ArrayId>, f: &mut dyn FnMut(Source)) {
    match &expr.kind {
        ExprKind::Local(id) => return f(Source::Local(*id)),
        ExprKind::At(coordinate) => return f(Source::Constant(coordinate.uniform())),
        ExprKind::Load(place) if written.contains(&place.array) => {
            return f(Source::Constant(None));
        }
        ExprKind::Element(_) => return f(Source::Constant(None)),
        ExprKind::Shared(..) | ExprKind::Search(..) => {
            f(Source::Constant(Some(Scope::Workgroup)));
        }
        ExprKind::Const(_)
        | ExprKind::Param(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::Select(..)
        | ExprKind::Load(_)
        | ExprKind::Graph(..)
        | ExprKind::NodeCount
        | ExprKind::EdgeCount
        | ExprKind::Length(_)
        | ExprKind::WorklistSize(_)
        | ExprKind::Waiting(_)
        | ExprKind::WorklistItem(..) => {}
    }
    for part in expr.operands() {
        each_source(part, written, f);
    }
}

/// The uniformity of a local, of control flow, or of the `break`s and `continue`s of a loop.
#[derive(Clone)]
struct Fact {
    uniform: Uniform,
    /// The facts that are at most as uniform as this one.
    limited: Vec<usize>,
}

impl Fact {
    /// Creates a fact without limits.
    fn new() -> Fact {
        Fact { uniform: Some(Scope::Grid), limited: vec![] }
    }
}

/// The limits that the statements of a kernel place on its facts.
struct Limits<'k> {
    written: &'k BTreeSet<ArrayId>,
    /// The facts of the locals come first.
    facts: Vec<Fact>,
    /// The control flow that reaches each statement.
    reached: Vec<usize>,
}

impl Limits<'_> {
    /// Creates a fact that is at most as uniform as some others.
    fn fact(&mut self, by: impl IntoIterator<Item = usize>) -> usize {
        let fact = self.facts.len();
        self.facts.push(Fact::new());
        by.into_iter().for_each(|by| self.limit(fact, by));
        fact
    }

    /// Limits a fact by another one.
    fn limit(&mut self, fact: usize, by: usize) {
        self.facts[by].limited.push(fact);
    }

    /// Limits a fact by a constant.
    fn limit_to(&mut self, fact: usize, most: Uniform) {
        let known = &mut self.facts[fact].uniform;
        *known = most.min(*known);
    }

    /// Limits a fact by the values of expressions.
    fn limit_by<'e>(&mut self, fact: usize, exprs: impl IntoIterator<Item = &'e Expr>) {
        for expr in exprs {
            each_source(expr, self.written, &mut |source| match source {
                Source::Local(id) => self.limit(fact, id.index()),
                Source::Constant(constant) => self.limit_to(fact, constant),
            });
        }
    }

    /// Creates the control flow inside a statement, which is limited by expressions.
    fn inside<'e>(&mut self, flow: usize, exprs: impl IntoIterator<Item = &'e Expr>) -> usize {
        let inside = self.fact([flow]);
        self.limit_by(inside, exprs);
        inside
    }

    /// Lowers every fact to its limits. A fact is lowered at most once for each scope.
    fn propagate(&mut self) {
        let is_limited = |fact: &usize| self.facts[*fact].uniform < Some(Scope::Grid);
        let mut lowered: Vec<usize> = (0..self.facts.len()).filter(is_limited).collect();
        while let Some(fact) = lowered.pop() {
            let Fact { uniform, limited } = self.facts[fact].clone();
            for other in limited {
                if uniform < self.facts[other].uniform {
                    self.facts[other].uniform = uniform;
                    lowered.push(other);
                }
            }
        }
    }

    /// Traverses a block. `flow` is the control flow that reaches the block, and `exits` is the
    /// fact of the loop that a `break` ends.
    fn block(&mut self, block: &Block, flow: usize, exits: Option<usize>) {
        for stmt in block {
            self.reached.push(flow);
            self.values(stmt, flow);
            self.control(stmt, flow, exits);
        }
    }

    /// Limits the locals that a statement assigns, except for the variables of loops.
    fn values(&mut self, stmt: &Stmt, flow: usize) {
        match &stmt.kind {
            StmtKind::Let(id, e) | StmtKind::Assign(id, e) | StmtKind::Reduce(id, _, e) => {
                self.limit_by(id.index(), [e]);
                self.limit(id.index(), flow);
            }
            StmtKind::Atomic { old: Some(id), .. }
            | StmtKind::AtomicShared { old: Some(id), .. } => self.limit_to(id.index(), None),
            // The elements from a position on are as uniform as the first of them.
            StmtKind::LetVector(locals, read) => {
                for id in locals {
                    self.limit_by(id.index(), [read]);
                    self.limit(id.index(), flow);
                }
            }
            StmtKind::Collective { scope, result, .. } => {
                self.limit(result.index(), flow);
                self.limit_to(result.index(), Some(*scope));
            }
            StmtKind::Scan { before, total, .. } => {
                self.limit_to(before.index(), None);
                self.limit(total.index(), flow);
                self.limit_to(total.index(), Some(Scope::Workgroup));
            }
            StmtKind::LetArray(..)
            | StmtKind::StoreElement(..)
            | StmtKind::Store(..)
            | StmtKind::Atomic { .. }
            | StmtKind::Push(..)
            | StmtKind::Exclusive { .. }
            | StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_)
            | StmtKind::Print(_)
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::PathStart
            | StmtKind::ForAll { .. }
            | StmtKind::For { .. } => {}
        }
    }

    /// Traverses the blocks inside a statement.
    fn control(&mut self, stmt: &Stmt, flow: usize, exits: Option<usize>) {
        match &stmt.kind {
            StmtKind::If(cond, then, otherwise) => {
                let flow = self.inside(flow, [cond]);
                self.block(then, flow, exits);
                self.block(otherwise, flow, exits);
            }
            // Work-items that own the nodes execute the body. The others execute the other block.
            StmtKind::Exclusive { body, otherwise, .. } => {
                let flow = self.fact([]);
                self.limit_to(flow, None);
                self.block(body, flow, None);
                self.block(otherwise, flow, exits);
            }
            StmtKind::While(cond, body) => {
                let flow = self.inside(flow, [cond]);
                self.rounds(body, flow, None);
            }
            StmtKind::For { var, start, end, step, body } => {
                let flow = self.inside(flow, [start, end, step]);
                self.rounds(body, flow, Some(*var));
            }
            StmtKind::ForAll { var, domain, body, .. } => {
                let flow = self.inside(flow, domain.exprs());
                self.limit(var.index(), flow);
                self.block(body, flow, None);
            }
            StmtKind::Break | StmtKind::Continue => {
                if let Some(exits) = exits {
                    self.limit(exits, flow);
                }
            }
            StmtKind::Let(..)
            | StmtKind::Assign(..)
            | StmtKind::LetArray(..)
            | StmtKind::StoreElement(..)
            | StmtKind::LetVector(..)
            | StmtKind::Store(..)
            | StmtKind::Atomic { .. }
            | StmtKind::Reduce(..)
            | StmtKind::Push(..)
            | StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_)
            | StmtKind::Print(_)
            | StmtKind::PathStart => {}
        }
    }

    /// Traverses the body of a `while` or `for`. `flow` is the control flow that enters the loop.
    fn rounds(&mut self, body: &Block, flow: usize, var: Option<LocalId>) {
        let exits = self.fact([]);
        let flow = self.fact([flow, exits]);
        if let Some(var) = var {
            self.limit(var.index(), flow);
        }
        self.block(body, flow, Some(exits));
    }
}
