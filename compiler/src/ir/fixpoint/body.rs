//! Proves for each statement of a kernel that its offers are monotone, that its changes are
//! announced, and that it does nothing else.

use std::collections::BTreeSet;

use super::State;
use super::flatten::flattened;
use super::loops::Loop;
use super::trend::Trend;
use super::values::Values;
use crate::atomics::AtomicOp;
use crate::ir::visit::{mentions, walk_exprs, walk_stmts};
use crate::ir::{
    ArrayId, Domain, Expr, ExprKind, ItemPart, Kernel, LocalId, Module, Place, SharedLoop, Stmt,
    StmtKind, UnaryOp, Value,
};

/// A proof about the kernels of a loop.
pub struct Proof<'m> {
    pub module: &'m Module,
    pub candidate: &'m Loop,
    pub state: &'m State,
    /// The arrays that the kernels write.
    pub written: &'m BTreeSet<ArrayId>,
}

impl Proof<'_> {
    /// Proves the properties of one kernel. With `own_only`, this includes that an iteration over
    /// nodes or edges reads state only at its own element, except in conditions that compare an
    /// offer with the element to which it goes.
    ///
    /// # Errors
    ///
    /// Returns the reason why the proof fails.
    pub fn of(&self, kernel: &Kernel, own_only: bool) -> Result<(), String> {
        let mut kernel = kernel.clone();
        kernel.body = flattened(&kernel.body);
        let found = kernel.shared_loop().filter(|found| found.worklist == self.candidate.worklist);
        let Some(SharedLoop { at, var, body, worklist }) = found else {
            let elements = match self.candidate.worklist {
                None => "nodes or edges",
                Some(_) => "items of the worklist of its `pipe`",
            };
            return Err(format!("its work-items do not share a loop over all {elements}"));
        };
        let item = match (worklist, body.first().map(|stmt| &stmt.kind)) {
            (None, _) => None,
            (Some(_), Some(StmtKind::Let(item, value)))
                if matches!(value.kind, ExprKind::WorklistItem(_, ItemPart::Whole, _)) =>
            {
                Some(*item)
            }
            _ => return Err("the items of the worklist are pairs".into()),
        };
        if item.is_some() && mentions(&body[1..], var) {
            return Err("the positions of the items on the worklist are used".into());
        }
        let element = item.unwrap_or(var);
        let own = (item.is_some() || own_only).then_some(element);
        let values = Values::of(&kernel, (self.state, self.written), (element, own));
        let mut walk = Walk {
            proof: self,
            kernel: &kernel,
            values,
            owned: item.is_none().then_some(var),
            conditions: vec![],
            depths: vec![0; kernel.locals.len()],
            announced: vec![],
            changed: vec![],
        };
        let (before, inside) = (&kernel.body[..at], &body[usize::from(item.is_some())..]);
        walk.settle(before, inside)
    }

    /// Returns the only array of the state that an iteration over nodes or edges reads, if it reads
    /// it only at its own element.
    pub fn own_array(&self, kernel: &Kernel) -> Option<ArrayId> {
        self.of(kernel, true).ok()?;
        let SharedLoop { var, body, .. } = kernel.shared_loop()?;
        let values = Values::of(kernel, (self.state, self.written), (var, Some(var)));
        let mut found = BTreeSet::new();
        walk_exprs(body, &mut |expr| {
            if let ExprKind::Load(place) = &expr.kind
                && self.state.contains_key(&place.array)
                && values.is_own(place)
            {
                found.insert((place.array, place.element.is_some()));
            }
        });
        match found.into_iter().collect::<Vec<_>>()[..] {
            [(array, false)] => Some(array),
            _ => None,
        }
    }
}

/// The walk through the statements of a kernel.
pub(super) struct Walk<'p> {
    pub(super) proof: &'p Proof<'p>,
    kernel: &'p Kernel,
    pub(super) values: Values<'p>,
    /// The node or edge that only one iteration has. Nested `forall`s have none.
    pub(super) owned: Option<LocalId>,
    /// The conditions around the statement, resolved, with their trends.
    pub(super) conditions: Vec<(Expr, Trend)>,
    /// The number of conditions around the declaration of each local.
    pub(super) depths: Vec<usize>,
    /// What the blocks around the statement announce in any case.
    pub(super) announced: Vec<Vec<Announced>>,
    /// The indices whose elements have changed, for each block around the statement.
    pub(super) changed: Vec<Vec<Expr>>,
}

/// What a statement announces.
#[derive(Clone, PartialEq)]
pub(super) enum Announced {
    /// That something has changed.
    Flag,
    /// That the element of a node or edge has changed. The expression is resolved.
    Element(Expr),
}

pub(super) type Checked = Result<(), String>;

impl Walk<'_> {
    /// Walks until the trends of all locals are known. Only the last walk sees all of them, so its
    /// result counts.
    fn settle(&mut self, before: &[Stmt], body: &[Stmt]) -> Checked {
        loop {
            let known = self.values.trends().clone();
            let result = before
                .iter()
                .try_for_each(|stmt| match &stmt.kind {
                    StmtKind::Let(..) => self.stmt(stmt),
                    _ => Err("it has statements outside of its loop".into()),
                })
                .and_then(|()| self.block(body));
            if result.is_err() || *self.values.trends() == known {
                return result;
            }
        }
    }

    fn block(&mut self, block: &[Stmt]) -> Checked {
        let announced = block.iter().filter_map(|stmt| self.announces(stmt)).collect();
        self.announced.push(announced);
        self.changed.push(vec![]);
        let result = (0..block.len()).try_for_each(|at| self.at(block, at));
        self.announced.pop();
        self.changed.pop();
        result
    }

    /// Returns what a statement announces whenever it is executed.
    pub(super) fn announces(&self, stmt: &Stmt) -> Option<Announced> {
        match &stmt.kind {
            StmtKind::Push(id, item) if self.proof.candidate.worklist == Some(*id) => {
                Some(Announced::Element(self.values.resolved(item.first()?)))
            }
            _ => self.sets_flag(stmt).then_some(Announced::Flag),
        }
    }

    fn sets_flag(&self, stmt: &Stmt) -> bool {
        let is_true = |value: &Expr| value.kind == ExprKind::Const(Value::Bool(true));
        let sets = match &stmt.kind {
            StmtKind::Store(_, value) => is_true(value),
            StmtKind::Atomic { op: AtomicOp::Or, operands, .. } => operands.iter().all(is_true),
            _ => false,
        };
        sets && stmt.place().is_some_and(|place| self.is_flag(place))
    }

    fn is_flag(&self, place: &Place) -> bool {
        self.proof.candidate.flags.contains(&place.array)
    }

    fn at(&mut self, block: &[Stmt], at: usize) -> Checked {
        let stmt = &block[at];
        match &stmt.kind {
            StmtKind::Atomic { place, operands, old, .. } if !self.is_flag(place) => {
                let [value] = &operands[..] else { return Err("it replaces values".into()) };
                self.atomic(place, value, *old, &block[at + 1..])
            }
            StmtKind::If(condition, then, otherwise) => {
                let claimed = self.claimed(condition, &block[..at]);
                self.conditional(condition, (then, otherwise), claimed)
            }
            _ => self.stmt(stmt),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) -> Checked {
        match &stmt.kind {
            StmtKind::Let(id, value) => {
                self.depths[id.index()] = self.conditions.len();
                self.values.declare(*id, value);
            }
            StmtKind::Assign(id, value) => self.assign(*id, value, None),
            StmtKind::Reduce(id, op, value) => self.assign(*id, value, Some(*op)),
            StmtKind::Store(place, value) if !self.is_flag(place) => {
                return self.store(place, value);
            }
            StmtKind::Store(..) | StmtKind::Atomic { .. } => {
                if !self.sets_flag(stmt) {
                    return Err("it does more with a flag than to set it".into());
                }
            }
            StmtKind::Push(id, item) => return self.push(*id, item),
            StmtKind::While(condition, body) => {
                if self.values.trend(condition) != Trend::Fixed {
                    return Err("the rounds of a `while` depend on state that changes".into());
                }
                self.forget_guards(body);
                return self.block(body);
            }
            StmtKind::For { var, start, end, step, body } => {
                return self.inner_loop(*var, &[start, end, step], body);
            }
            StmtKind::ForAll { domain: Domain::Worklist(_) | Domain::Positions(_), .. } => {
                return Err("it reads a worklist in an inner loop".into());
            }
            StmtKind::ForAll { var, domain, body, .. } => {
                let owned = self.owned.take();
                let result = self.inner_loop(*var, &domain.exprs(), body);
                self.owned = owned;
                return result;
            }
            StmtKind::LetArray(..) | StmtKind::StoreElement(..) => {}
            StmtKind::Break | StmtKind::Continue => {
                return Err("an iteration may end a loop early".into());
            }
            StmtKind::Print(_) => return Err("it prints".into()),
            StmtKind::Exclusive { .. } => return Err("it owns nodes".into()),
            StmtKind::If(..)
            | StmtKind::LetVector(..)
            | StmtKind::StoreShared(..)
            | StmtKind::AtomicShared { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Collective { .. }
            | StmtKind::Scan { .. }
            | StmtKind::Enqueue(..)
            | StmtKind::Flush(_)
            | StmtKind::PathStart => return Err("its work-items work together".into()),
        }
        Ok(())
    }

    fn inner_loop(&mut self, var: LocalId, bounds: &[&Expr], body: &[Stmt]) -> Checked {
        if bounds.iter().any(|bound| self.values.trend(bound) != Trend::Fixed) {
            return Err("the rounds of a loop depend on state that changes".into());
        }
        self.values.add(var, self.kernel.locals[var.index()].ty, Trend::Fixed);
        self.forget_guards(body);
        self.block(body)
    }

    /// Forgets the conditions around a loop with locals that its rounds assign, except whether they
    /// continue to hold.
    fn forget_guards(&mut self, body: &[Stmt]) {
        let mut assigned = BTreeSet::new();
        walk_stmts(body, &mut |stmt| assigned.extend(stmt.assigned()));
        for id in assigned {
            self.forget_guards_with(id);
        }
    }

    /// Forgets the conditions with a local that is assigned.
    pub(super) fn forget_guards_with(&mut self, id: LocalId) {
        for (condition, _) in &mut self.conditions {
            if condition.mentions(|local| local == id) {
                *condition = Expr::constant(Value::Bool(true));
            }
        }
    }

    /// Walks through a conditional. If the condition holds, the elements with the index `claimed`
    /// have changed.
    fn conditional(
        &mut self,
        condition: &Expr,
        (then, otherwise): (&[Stmt], &[Stmt]),
        claimed: Option<Expr>,
    ) -> Checked {
        let (outside, ensured) = (self.conditions.len(), self.values.ensured.len());
        for part in condition.conjuncts() {
            self.conditions.push((self.values.resolved(part), self.values.trend(part)));
        }
        let bounds = self.values.bounds(condition);
        self.values.ensured.extend(bounds);
        self.changed.push(claimed.into_iter().collect());
        let result = self.block(then);
        self.changed.pop();
        self.values.ensured.truncate(ensured);
        self.conditions.truncate(outside);
        result?;
        let negated = Expr::unary(UnaryOp::Not, condition.clone());
        self.conditions.push((self.values.resolved(&negated), self.values.trend(&negated)));
        let result = self.block(otherwise);
        self.conditions.truncate(outside);
        result
    }
}
