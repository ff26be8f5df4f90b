//! A dataflow traversal of all paths through an outlined loop, which the analyses of the verifier
//! share.
//!
//! An [`Analysis`] defines how a statement changes its state. The traversal passes the state from
//! statement to statement, and joins the states where paths join. It keeps the states at the heads
//! of loops, and traverses the whole outlined loop again until no head grows. The number of
//! traversals is about the depth of the nested loops, so an analysis sees each statement several
//! times.
//!
//! # Paths that exclude each other
//!
//! [`legalise`](crate::passes::legalise) rewrites the arms of a conditional to two loops of at most
//! one round, one after the other, and stores the condition in a local:
//!
//! ```text
//! scope {
//!   let holds: bool = …
//!   single now: bool = holds { … }
//!   single now_2: bool = not(holds) { … }
//! }
//! ```
//!
//! No path takes both loops. The traversal therefore keeps a separate state for each set of
//! [`Facts`]: the known values of the locals that a `scope` declares. If the condition of a
//! `single` is such a local or its negation, the local has a known value on each of the two paths.
//! At the end of the scope, the facts about its locals are dropped, and the states are joined. The
//! number of sets of facts therefore grows with the nesting of scopes, but not with the number of
//! scopes.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::value::{binary, unary};
use crate::ir::*;

/// A dataflow analysis of an outlined loop.
pub(super) trait Analysis {
    /// The result of the analysis at one point of a path.
    type State: Clone;

    /// Joins the state of another path to the same point into a state. Returns whether it grew.
    fn join(into: &mut Self::State, other: &Self::State) -> bool;

    /// Analyses a statement that contains no other statements.
    fn statement(&mut self, stmt: &OutlinedStmt, state: &mut Self::State);

    /// Analyses the condition of a conditional, or the expressions that a loop evaluates outside of
    /// its head.
    fn evaluates(&mut self, _exprs: &[&Expr], _state: &mut Self::State) {}

    /// Analyses the head of a loop, which runs before each round, and the condition that it
    /// evaluates.
    fn head(&mut self, stmt: &OutlinedStmt, condition: Option<&Expr>, state: &mut Self::State);
}

/// The known values of locals that scopes declare.
type Facts = BTreeMap<LocalId, Value>;

/// The states at one point, each with the facts of the paths that lead there. If it is empty, the
/// point is unreachable.
#[derive(Clone)]
pub(super) struct Paths<S>(Vec<(Facts, S)>);

impl<S> Default for Paths<S> {
    fn default() -> Self {
        Paths(vec![])
    }
}

impl<S: Clone> Paths<S> {
    /// Returns the states of all paths.
    pub fn states(&self) -> impl Iterator<Item = &S> {
        self.0.iter().map(|(_, state)| state)
    }

    fn each(&mut self, mut f: impl FnMut(&mut S)) {
        self.0.iter_mut().for_each(|(_, state)| f(state));
    }

    /// Joins other paths to the same point. Returns whether a state was added or grew.
    fn join<A: Analysis<State = S>>(&mut self, other: Paths<S>) -> bool {
        let mut grown = false;
        for (facts, state) in other.0 {
            match self.0.iter_mut().find(|(known, _)| *known == facts) {
                Some((_, known)) => grown |= A::join(known, &state),
                None => {
                    self.0.push((facts, state));
                    grown = true;
                }
            }
        }
        grown
    }
}

/// The paths that leave a round of a loop early.
struct Exits<S> {
    breaks: Paths<S>,
    continues: Paths<S>,
}

/// The traversal for one analysis.
pub(super) struct Walk<A: Analysis> {
    /// The analysis.
    pub analysis: A,
    /// The locals that the enclosing scopes declare.
    scoped: BTreeSet<LocalId>,
    loops: Vec<Exits<A::State>>,
    /// The paths to the head of each loop, in the order in which a walk comes to them.
    heads: Vec<Paths<A::State>>,
    /// The position in `heads` of the next loop of this walk.
    next_head: usize,
    /// Whether this walk has added anything to `heads`.
    has_grown: bool,
}

impl<A: Analysis> Walk<A> {
    /// Traverses an outlined loop. Returns the analysis and the paths to the end of the outlined
    /// loop.
    pub fn run(analysis: A, body: &[OutlinedStmt], start: A::State) -> (A, Paths<A::State>) {
        let mut walk = Walk {
            analysis,
            scoped: BTreeSet::new(),
            loops: vec![],
            heads: vec![],
            next_head: 0,
            has_grown: false,
        };
        loop {
            (walk.next_head, walk.has_grown) = (0, false);
            let end = walk.block(body, Paths(vec![(Facts::new(), start.clone())]));
            if !walk.has_grown {
                return (walk.analysis, end);
            }
        }
    }

    /// Comes to the head of a loop from before it. Returns the head, and all paths that lead there.
    fn enter(&mut self, paths: Paths<A::State>) -> (usize, Paths<A::State>) {
        let head = self.next_head;
        self.next_head += 1;
        if head == self.heads.len() {
            self.heads.push(Paths::default());
        }
        self.goes_round(head, paths);
        (head, self.heads[head].clone())
    }

    /// Comes to the head of a loop from the end of a round.
    fn goes_round(&mut self, head: usize, paths: Paths<A::State>) {
        self.has_grown |= self.heads[head].join::<A>(paths);
    }

    fn block(&mut self, block: &[OutlinedStmt], paths: Paths<A::State>) -> Paths<A::State> {
        block.iter().fold(paths, |paths, stmt| self.stmt(stmt, paths))
    }

    fn stmt(&mut self, stmt: &OutlinedStmt, mut paths: Paths<A::State>) -> Paths<A::State> {
        match stmt {
            OutlinedStmt::If(condition, then, otherwise) => {
                paths.each(|state| self.analysis.evaluates(&[condition], state));
                let (then_paths, otherwise_paths) = branch(condition, paths);
                let mut end = self.block(then, then_paths);
                end.join::<A>(self.block(otherwise, otherwise_paths));
                end
            }
            OutlinedStmt::While { condition, body, .. } => {
                self.rounds(stmt, Some(condition), body, paths)
            }
            OutlinedStmt::For { start, end, body, .. } => {
                paths.each(|state| self.analysis.evaluates(&[start, end], state));
                self.rounds(stmt, None, body, paths)
            }
            OutlinedStmt::Iterate { condition, body, .. } => {
                self.iterate(stmt, condition, body, paths)
            }
            OutlinedStmt::Once(body) => {
                paths.each(|state| self.analysis.head(stmt, None, state));
                self.block(body, paths)
            }
            OutlinedStmt::Single { taken, body, .. } => self.single(stmt, taken, body, paths),
            OutlinedStmt::Scope(body) => self.scope(body, paths),
            OutlinedStmt::Break | OutlinedStmt::Continue => {
                // A jump outside of a loop has been reported before.
                if let Some(exits) = self.loops.last_mut() {
                    let is_break = matches!(stmt, OutlinedStmt::Break);
                    let exit = if is_break { &mut exits.breaks } else { &mut exits.continues };
                    exit.join::<A>(paths);
                }
                Paths::default()
            }
            OutlinedStmt::Act(_)
            | OutlinedStmt::SwapBuffers(_)
            | OutlinedStmt::Call { .. }
            | OutlinedStmt::Barrier(_)
            | OutlinedStmt::PathStart
            | OutlinedStmt::PathEnd => {
                paths.each(|state| self.analysis.statement(stmt, state));
                self.learn(stmt, &mut paths);
                paths
            }
        }
    }

    /// Traverses a loop that tests its condition before each round.
    fn rounds(
        &mut self,
        stmt: &OutlinedStmt,
        condition: Option<&Expr>,
        body: &[OutlinedStmt],
        start: Paths<A::State>,
    ) -> Paths<A::State> {
        let (head, mut tested) = self.enter(start);
        tested.each(|state| self.analysis.head(stmt, condition, state));
        let (again, mut end) = match condition {
            Some(condition) => branch(condition, tested),
            None => (tested.clone(), tested),
        };
        let (round, breaks) = self.round(body, again);
        self.goes_round(head, round);
        end.join::<A>(breaks);
        end
    }

    /// Traverses a loop that tests its condition after each round.
    fn iterate(
        &mut self,
        stmt: &OutlinedStmt,
        condition: &Expr,
        body: &[OutlinedStmt],
        start: Paths<A::State>,
    ) -> Paths<A::State> {
        let (head, mut round) = self.enter(start);
        round.each(|state| self.analysis.head(stmt, None, state));
        let mut round = self.block(body, round);
        round.each(|state| self.analysis.evaluates(&[condition], state));
        let (again, end) = branch(condition, round);
        self.goes_round(head, again);
        end
    }

    /// Traverses a loop of at most one round. Its head runs again after the round.
    fn single(
        &mut self,
        stmt: &OutlinedStmt,
        taken: &Expr,
        body: &[OutlinedStmt],
        mut start: Paths<A::State>,
    ) -> Paths<A::State> {
        start.each(|state| {
            self.analysis.evaluates(&[taken], state);
            self.analysis.head(stmt, None, state);
        });
        let (mut into, mut end) = branch(taken, start);
        self.tell(taken, true, &mut into);
        self.tell(taken, false, &mut end);
        let (mut round, breaks) = self.round(body, into);
        round.each(|state| self.analysis.head(stmt, None, state));
        end.join::<A>(round);
        end.join::<A>(breaks);
        end
    }

    /// Traverses one round of a loop. Returns the paths to the end of the round, and the paths that
    /// leave the loop by a `break`.
    fn round(
        &mut self,
        body: &[OutlinedStmt],
        start: Paths<A::State>,
    ) -> (Paths<A::State>, Paths<A::State>) {
        self.loops.push(Exits { breaks: Paths::default(), continues: Paths::default() });
        let mut end = self.block(body, start);
        let exits = self.loops.pop().expect("it was pushed above");
        end.join::<A>(exits.continues);
        (end, exits.breaks)
    }

    fn scope(&mut self, body: &[OutlinedStmt], start: Paths<A::State>) -> Paths<A::State> {
        let declared: Vec<LocalId> = body.iter().filter_map(OutlinedStmt::declares).collect();
        self.scoped.extend(&declared);
        let end = self.block(body, start);
        let forget = |paths: Paths<A::State>| {
            let mut kept = Paths::default();
            for (mut facts, state) in paths.0 {
                facts.retain(|id, _| !declared.contains(id));
                kept.join::<A>(Paths(vec![(facts, state)]));
            }
            kept
        };
        self.scoped.retain(|id| !declared.contains(id));
        // A jump out of the scope also ends the lifetime of its locals.
        if let Some(exits) = self.loops.last_mut() {
            exits.breaks = forget(std::mem::take(&mut exits.breaks));
            exits.continues = forget(std::mem::take(&mut exits.continues));
        }
        forget(end)
    }

    /// Updates the facts if a statement gives a value to a local.
    #[allow(clippy::wildcard_enum_match_arm, reason = "other expressions give no facts")]
    fn learn(&self, stmt: &OutlinedStmt, paths: &mut Paths<A::State>) {
        let OutlinedStmt::Act(Action::Let(id, value) | Action::Assign(id, value)) = stmt else {
            return;
        };
        for (facts, _) in &mut paths.0 {
            match value.kind {
                // Legalised conditions only compare locals with values of these types.
                ExprKind::Const(value @ (Value::Bool(_) | Value::U32(_)))
                    if self.scoped.contains(id) =>
                {
                    facts.insert(*id, value);
                }
                _ => {
                    facts.remove(id);
                }
            }
        }
    }

    /// Adds the fact that a condition has the value `holds`, if the condition is a local of an
    /// enclosing scope or its negation.
    #[allow(clippy::wildcard_enum_match_arm, reason = "other expressions give no facts")]
    fn tell(&self, condition: &Expr, holds: bool, paths: &mut Paths<A::State>) {
        let (id, value) = match &condition.kind {
            ExprKind::Local(id) => (id, holds),
            ExprKind::Unary(UnaryOp::Not, inner) => match &inner.kind {
                ExprKind::Local(id) => (id, !holds),
                _ => return,
            },
            _ => return,
        };
        if self.scoped.contains(id) {
            for (facts, _) in &mut paths.0 {
                facts.insert(*id, Value::Bool(value));
            }
        }
    }
}

/// Returns the paths on which a condition may be true, and those on which it may be false.
fn branch<S: Clone>(condition: &Expr, paths: Paths<S>) -> (Paths<S>, Paths<S>) {
    let (mut holds, mut fails) = (Paths(vec![]), Paths(vec![]));
    for (facts, state) in paths.0 {
        let known = known(condition, &facts).map(Value::truth);
        if known != Some(false) {
            holds.0.push((facts.clone(), state.clone()));
        }
        if known != Some(true) {
            fails.0.push((facts, state));
        }
    }
    (holds, fails)
}

/// Returns the value of an expression, or `None` if the facts do not determine it.
#[allow(clippy::wildcard_enum_match_arm, reason = "other expressions give no facts")]
fn known(expr: &Expr, facts: &Facts) -> Option<Value> {
    match &expr.kind {
        ExprKind::Const(value) => Some(*value),
        ExprKind::Local(id) => facts.get(id).copied(),
        ExprKind::Unary(op, a) => unary(*op, known(a, facts)?),
        ExprKind::Binary(op, a, b) => binary(*op, known(a, facts)?, known(b, facts)?),
        _ => None,
    }
}
