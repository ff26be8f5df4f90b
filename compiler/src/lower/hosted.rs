//! Converts the inlined body of a function that `main` calls to statements of the host.
//!
//! The host runs statements sequentially, so an atomic becomes a read and a write.

use super::{Lowering, Result, Scope, Unsupported};
use crate::ir::build::{add_local, combine};
use crate::ir::*;
use crate::span::Span;
use crate::syntax::ast;

impl Lowering<'_> {
    /// Appends the statements that an expression of `main` needs: first its reductions, then the
    /// functions that it calls.
    pub(super) fn host_prepare(
        &mut self,
        expr: &ast::Expr,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<()> {
        self.reductions_of(expr, scope, out)?;
        let mut block = vec![];
        self.prepare(expr, scope, &mut block)?;
        self.hosted(block, scope, out)
    }

    /// Converts statements of a kernel to statements of the host.
    pub(super) fn hosted(
        &self,
        block: Block,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<()> {
        for stmt in block {
            self.hosted_stmt(stmt, scope, out)?;
        }
        Ok(())
    }

    fn hosted_block(&self, block: Block, scope: &mut Scope) -> Result<Vec<HostStmt>> {
        let mut out = vec![];
        self.hosted(block, scope, &mut out)?;
        Ok(out)
    }

    fn hosted_stmt(&self, stmt: Stmt, scope: &mut Scope, out: &mut Vec<HostStmt>) -> Result<()> {
        let span = stmt.origin.span.unwrap_or_default();
        let hosted = match stmt.kind {
            StmtKind::Let(id, value) => HostStmt::Act(Action::Let(id, value)),
            StmtKind::Assign(id, value) => HostStmt::Act(Action::Assign(id, value)),
            StmtKind::Store(place, value) => HostStmt::Act(Action::Store(place, value)),
            StmtKind::Atomic { op, place, operands, old } => {
                let ty = self.module.arrays[place.array.index()].ty;
                let old = old.unwrap_or_else(|| add_local(&mut scope.locals, "old", ty));
                let current = Expr { ty, kind: ExprKind::Load(Box::new(place.clone())) };
                out.push(HostStmt::Act(Action::Let(old, current)));
                updated(op, Expr::local(old, ty), place, operands, span)?
            }
            StmtKind::Print(parts) => HostStmt::Print(parts),
            StmtKind::If(cond, then, otherwise) => HostStmt::If(
                cond,
                self.hosted_block(then, scope)?,
                self.hosted_block(otherwise, scope)?,
            ),
            StmtKind::While(cond, body) => {
                scope.loops.push(stmt.origin);
                HostStmt::While(cond, self.hosted_block(body, scope)?)
            }
            StmtKind::Break => HostStmt::Break,
            StmtKind::Continue => HostStmt::Continue,
            StmtKind::For { var, start, end, body, .. } => {
                scope.loops.push(stmt.origin);
                // The host counts with numbers, but the elements may be nodes.
                let ty = scope.locals[var.index()].ty;
                let number = ty.counter();
                let count = add_local(&mut scope.locals, "i", number);
                let mut round =
                    vec![HostStmt::Act(Action::Let(var, Expr::local(count, number).cast(ty)))];
                self.hosted(body, scope, &mut round)?;
                let (start, end) = (start.cast(number), end.cast(number));
                HostStmt::For { var: count, start, end, body: round }
            }
            // The other statements occur only in kernels.
            _ => {
                return Err(Unsupported { what: "this statement of a function in `main`", span });
            }
        };
        out.push(hosted);
        Ok(())
    }
}

/// Returns the statement that writes the result of an atomic to a place that contained `old`.
fn updated(
    op: AtomicOp,
    old: Expr,
    place: Place,
    operands: Vec<Expr>,
    span: Span,
) -> Result<HostStmt> {
    let mut operands = operands.into_iter();
    match (op, operands.next(), operands.next()) {
        (AtomicOp::Cas, Some(expected), Some(new)) => {
            let same = Expr::binary(BinaryOp::Eq, old, expected);
            Ok(HostStmt::If(same, vec![HostStmt::Act(Action::Store(place, new))], vec![]))
        }
        (AtomicOp::Swap, Some(new), None) => Ok(HostStmt::Act(Action::Store(place, new))),
        (AtomicOp::Cas, ..) | (_, None, _) | (_, _, Some(_)) => {
            Err(Unsupported { what: "an atomic without its operands", span })
        }
        (op, Some(operand), None) => {
            Ok(HostStmt::Act(Action::Store(place, combine(op, old, operand))))
        }
    }
}
