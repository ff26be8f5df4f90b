//! Lowers ranges with a step, and ranges of edges.
//!
//! The loop counts the rounds, and computes the element from the count. The count cannot wrap,
//! whatever the step and the bounds are:
//!
//! ```text
//! forall i in a..b by s { … }       let rounds: u32 = (a < b) && (0u32 < s) ? (b - a - 1) / s + 1 : 0
//!                                   forall at in 0..rounds { let i = a + at * s … }
//! ```

use super::{Lowering, Result, Scope};
use crate::ir::build::add_local;
use crate::ir::*;
use crate::span::Span;
use crate::syntax::ast;

/// A range that is counted in rounds.
pub(super) struct Rounds {
    /// The number of rounds.
    pub count: Expr,
    first: Expr,
    step: Expr,
}

/// The values of the bounds and of the step of a range of `main`.
pub(super) struct Values {
    pub first: Expr,
    pub end: Expr,
    pub step: Expr,
}

/// The bounds and the step of a range.
pub(super) struct Stepped<'a> {
    pub from: &'a ast::Expr,
    pub to: &'a ast::Expr,
    pub step: Option<&'a ast::Expr>,
}

impl<'a> Stepped<'a> {
    /// Returns the parts of a range that is counted in rounds. `None` for all other domains.
    pub fn of(domain: &'a ast::Domain, ty: Type) -> Option<Stepped<'a>> {
        match domain {
            ast::Domain::Range(from, to, step) if step.is_some() || ty == Type::Edge => {
                Some(Stepped { from, to, step: step.as_ref() })
            }
            _ => None,
        }
    }
}

impl Lowering<'_> {
    /// Evaluates the bounds and the step of a range once, before the loop of a kernel.
    pub(super) fn rounds(
        &self,
        range: &Stepped<'_>,
        scope: &mut Scope,
        span: Span,
        out: &mut Block,
    ) -> Result<Rounds> {
        let parts = [Some(range.from), Some(range.to), range.step];
        self.prepare_all(parts.into_iter().flatten(), scope, out)?;
        let mut keep = |value: Expr, name: &str, scope: &mut Scope| {
            keep(value, name, &mut scope.locals, |id, value| {
                out.push(StmtKind::Let(id, value).from(Origin::at(span)));
            })
        };
        let first = self.expr(range.from, scope)?;
        let first = keep(first, "from", scope);
        let end = self.expr(range.to, scope)?;
        let end = keep(end, "to", scope);
        let step = self.step(range, scope)?;
        let step = keep(step, "step", scope);
        let rounds = keep(count(&first, &end, &step), "rounds", scope);
        Ok(Rounds { count: rounds, first, step })
    }

    /// The same for a loop of `main`. The values were evaluated by earlier statements.
    pub(super) fn host_rounds(
        &self,
        Values { first, end, step }: Values,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Rounds {
        let mut keep = |value: Expr, name: &str| {
            keep(value, name, &mut scope.locals, |id, value| {
                out.push(HostStmt::Act(Action::Let(id, value)));
            })
        };
        let (first, end, step) = (keep(first, "from"), keep(end, "to"), keep(step, "step"));
        Rounds { count: count(&first, &end, &step), first, step }
    }

    fn step(&self, range: &Stepped<'_>, scope: &Scope) -> Result<Expr> {
        match range.step {
            Some(step) => self.expr(step, scope),
            None => Ok(Expr::constant(Value::U32(1))),
        }
    }
}

impl Rounds {
    /// Returns the element of the round with this number, in the type of the range.
    pub fn element(&self, round: LocalId) -> Expr {
        let ty = self.first.ty;
        let number = number(ty);
        let round = Expr::local(round, number);
        let offset = match self.step.kind {
            ExprKind::Const(step) if step.index() == 1 => round,
            _ => Expr::binary(BinaryOp::Mul, round, as_number(&self.step, number)),
        };
        match self.first.kind {
            ExprKind::Const(first) if !first.truth() => offset.cast(ty),
            _ => Expr::binary(BinaryOp::Add, as_number(&self.first, number), offset).cast(ty),
        }
    }
}

/// Assigns a value to a new local, unless it is a constant. Later statements cannot change it.
fn keep(value: Expr, name: &str, locals: &mut Locals, declare: impl FnOnce(LocalId, Expr)) -> Expr {
    if let ExprKind::Const(_) = value.kind {
        return value;
    }
    let ty = value.ty;
    let local = add_local(locals, name, ty);
    declare(local, value);
    Expr::local(local, ty)
}

/// Returns the type in which the rounds of a range of this type are counted.
fn number(ty: Type) -> Type {
    if ty == Type::Edge { Type::Edge } else { Type::U32 }
}

/// Returns a value as a number of a type.
fn as_number(value: &Expr, ty: Type) -> Expr {
    match value.kind {
        ExprKind::Const(value) => Expr::constant(value.cast(ty)),
        _ => value.clone().cast(ty),
    }
}

/// Returns the number of rounds. The difference of two bounds in order fits the type in which
/// rounds are counted.
fn count(first: &Expr, end: &Expr, step: &Expr) -> Expr {
    let ty = number(first.ty);
    let number = |value: &Expr| as_number(value, ty);
    let mut some = Expr::binary(BinaryOp::Lt, first.clone(), end.clone());
    let zero = Expr::constant(Value::zero(step.ty));
    if !matches!(step.kind, ExprKind::Const(_)) {
        some = Expr::binary(BinaryOp::And, some, Expr::binary(BinaryOp::Lt, zero, step.clone()));
    }
    let length = match first.kind {
        ExprKind::Const(first) if !first.truth() => number(end),
        _ => Expr::binary(BinaryOp::Sub, number(end), number(first)),
    };
    let count = match step.kind {
        ExprKind::Const(step) if step.index() == 1 => length,
        _ => {
            let one = Expr::constant(Value::U32(1).cast(ty));
            let last = Expr::binary(BinaryOp::Sub, length, one.clone());
            let before = Expr::binary(BinaryOp::Div, last, number(step));
            Expr::binary(BinaryOp::Add, before, one)
        }
    };
    let none = Box::new(Expr::constant(Value::zero(ty)));
    Expr { ty, kind: ExprKind::Select(Box::new(some), Box::new(count), none) }
}
