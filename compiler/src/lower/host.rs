//! Lowers `main`.
//!
//! Primitives become kernels and statements ([`primitives`](super::primitives)). Functions are
//! inlined and [run by the host](super::hosted). If a primitive or a function is part of an
//! expression, it is computed before the statement that contains the expression. In the condition
//! of a loop, it is computed again in each round.

use super::expr::{assign_op, infix};
use super::inline::Inline;
use super::strided_ranges::{Stepped, Values};
use super::{Lowering, Result, Scope, Unsupported};
use crate::check::{Builtin, Meaning};
use crate::ir::build::add_local;
use crate::ir::*;
use crate::span::Span;
use crate::syntax::ast;

impl Lowering<'_> {
    pub(super) fn main(&mut self, block: &ast::Block) -> Result<Main> {
        let mut scope = Scope::default();
        let body = self.host_block(block, &mut scope)?;
        Ok(Main { locals: scope.locals, body, loops: LoopOrigins(scope.loops) })
    }

    fn host_block(&mut self, block: &ast::Block, scope: &mut Scope) -> Result<Vec<HostStmt>> {
        let mut out = vec![];
        for stmt in &block.stmts {
            self.host_stmt(stmt, scope, &mut out)?;
        }
        Ok(out)
    }

    /// Lowers a statement and appends it to `out`, after the statements that must precede it.
    fn host_stmt(
        &mut self,
        stmt: &ast::Stmt,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<()> {
        let lowered = match &stmt.kind {
            ast::StmtKind::Block(block) => {
                out.extend(self.host_block(block, scope)?);
                return Ok(());
            }
            ast::StmtKind::Let { binding, name, value, .. } => {
                let value = self.host_value(value, scope, out)?;
                let ty = self.checked.bindings[binding.0 as usize];
                HostStmt::Act(Action::Let(scope.bind(*binding, &name.text, ty), value))
            }
            ast::StmtKind::LetSeveral { locals, value } => {
                self.reductions_of(value, scope, out)?;
                let mut block = vec![];
                self.let_several(locals, value, scope, &mut block)?;
                return self.hosted(block, scope, out);
            }
            ast::StmtKind::Assign { place, op, value } => {
                self.host_assign(place, *op, value, scope, out)?
            }
            ast::StmtKind::If { cond, then, otherwise } => {
                let cond = self.host_value(cond, scope, out)?;
                let then = self.host_block(then, scope)?;
                let otherwise = match otherwise {
                    Some(block) => self.host_block(block, scope)?,
                    None => vec![],
                };
                HostStmt::If(cond, then, otherwise)
            }
            ast::StmtKind::While { cond, body } => {
                scope.loops.push(Origin::at(stmt.span));
                self.host_while(cond, body, scope)?
            }
            ast::StmtKind::For(the_loop) => self.host_for(the_loop, scope, stmt.span, out)?,
            ast::StmtKind::Break => HostStmt::Break,
            ast::StmtKind::Continue => HostStmt::Continue,
            ast::StmtKind::Iterate { body, cond } => {
                scope.loops.push(Origin::at(stmt.span));
                let mut body = self.host_block(body, scope)?;
                let rounds = body.len();
                self.host_prepare(cond, scope, &mut body)?;
                let mut cond = self.expr(cond, scope)?;
                if body.len() > rounds {
                    // The body computes the value of the condition, which is tested outside of the
                    // body.
                    let again = add_local(&mut scope.locals, "again", Type::Bool);
                    out.push(HostStmt::Act(Action::Let(again, Expr::constant(Value::Bool(false)))));
                    body.push(HostStmt::Act(Action::Assign(again, cond)));
                    cond = Expr::local(again, Type::Bool);
                }
                HostStmt::Iterate(body, cond)
            }
            ast::StmtKind::Pipe { once, worklist, seed, body } => {
                let worklist = self.worklist(worklist.as_ref(), stmt.span)?;
                let seed = match seed {
                    None => None,
                    Some(ast::Seed::Nodes(_)) => Some(Seed::Nodes),
                    Some(ast::Seed::Items(items)) => {
                        Some(self.seed_items(worklist, items, scope, out)?)
                    }
                };
                scope.loops.push(Origin::at(stmt.span));
                let body = self.host_block(body, scope)?;
                HostStmt::Pipe { worklist, once: *once, seed, body }
            }
            ast::StmtKind::Swap(a, b) => {
                let worklist = |name: &ast::Name| {
                    self.module.worklists.iter().position(|w| w.name == name.text)
                };
                match (worklist(a), worklist(b)) {
                    (Some(a), Some(b)) => HostStmt::Act(Action::SwapWorklists(
                        WorklistId(a as u32),
                        WorklistId(b as u32),
                    )),
                    _ => HostStmt::Act(Action::Swap(self.array_named(a)?, self.array_named(b)?)),
                }
            }
            ast::StmtKind::Require { cond, message } => {
                HostStmt::Require(self.host_value(cond, scope, out)?, message.clone())
            }
            ast::StmtKind::Print(parts) => {
                let is_text = |part: &&ast::Expr| matches!(part.kind, ast::ExprKind::Text(_));
                let values: Vec<&ast::Expr> = parts.iter().filter(|p| !is_text(p)).collect();
                let mut values = self.host_values(&values, scope, out)?.into_iter();
                let printed = parts.iter().filter_map(|part| match &part.kind {
                    ast::ExprKind::Text(text) => Some(PrintPart::Text(text.clone())),
                    _ => values.next().map(PrintPart::Value),
                });
                HostStmt::Print(printed.collect())
            }
            ast::StmtKind::Expr(call) => return self.host_call(call, scope, out),
            ast::StmtKind::Once { worklist, body } => {
                let worklist = self.worklist(worklist.as_ref(), stmt.span)?;
                out.push(HostStmt::Act(Action::Take(worklist)));
                scope.taken.push(worklist);
                let body = self.host_block(body, scope)?;
                scope.taken.pop();
                out.extend(body);
                return Ok(());
            }
            _ => {
                return Err(Unsupported { what: "this statement in `main`", span: stmt.span });
            }
        };
        out.push(lowered);
        Ok(())
    }

    /// Lowers an expression, after the reductions and calls inside it. The whole expression may
    /// also be a scan.
    pub(super) fn host_value(
        &mut self,
        expr: &ast::Expr,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<Expr> {
        if let Some(total) = self.scan_total(expr, scope, out)? {
            return Ok(total);
        }
        self.host_prepare(expr, scope, out)?;
        self.expr(expr, scope)
    }

    /// Lowers several expressions of `main`, in order. An expression that reads memory is read
    /// before the effects of later ones.
    pub(super) fn host_values(
        &mut self,
        exprs: &[&ast::Expr],
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<Vec<Expr>> {
        for (at, expr) in exprs.iter().enumerate() {
            self.host_prepare(expr, scope, out)?;
            if exprs[at + 1..].iter().any(|later| self.needs_statements(later)) {
                let mut read = vec![];
                self.name_read(expr, "before", scope, &mut read)?;
                self.hosted(read, scope, out)?;
            }
        }
        exprs.iter().map(|expr| self.expr(expr, scope)).collect()
    }

    fn host_assign(
        &mut self,
        place: &ast::Expr,
        op: Option<ast::AssignOp>,
        value: &ast::Expr,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<HostStmt> {
        self.host_prepare(place, scope, out)?;
        let mut value = self.host_value(value, scope, out)?;
        if let Some(op) = op {
            value = infix(assign_op(op), self.expr(place, scope)?, value);
        }
        Ok(match (self.meaning(place), self.expr(place, scope)?.kind) {
            (Some(Meaning::Local(_)), ExprKind::Local(id)) => {
                HostStmt::Act(Action::Assign(id, value))
            }
            _ => HostStmt::Act(Action::Store(self.place(place, scope)?, value)),
        })
    }

    /// Lowers a `while`. If its condition contains reductions or calls, each round starts by
    /// computing them, and a `break` leaves the loop.
    fn host_while(
        &mut self,
        cond: &ast::Expr,
        body: &ast::Block,
        scope: &mut Scope,
    ) -> Result<HostStmt> {
        let mut round = vec![];
        self.host_prepare(cond, scope, &mut round)?;
        let cond = self.expr(cond, scope)?;
        if round.is_empty() {
            return Ok(HostStmt::While(cond, self.host_block(body, scope)?));
        }
        let done = Expr::unary(UnaryOp::Not, cond);
        round.push(HostStmt::If(done, vec![HostStmt::Break], vec![]));
        round.extend(self.host_block(body, scope)?);
        Ok(HostStmt::While(Expr::constant(Value::Bool(true)), round))
    }

    fn host_for(
        &mut self,
        the_loop: &ast::Loop,
        scope: &mut Scope,
        span: Span,
        out: &mut Vec<HostStmt>,
    ) -> Result<HostStmt> {
        let ast::Domain::Range(start, end, step) = &the_loop.domain else {
            return Err(Unsupported { what: "a `for` in `main` over this", span });
        };
        let bounds: Vec<&ast::Expr> = [start, end].into_iter().chain(step).collect();
        let mut bounds = self.host_values(&bounds, scope, out)?.into_iter();
        let (Some(mut start), Some(mut end)) = (bounds.next(), bounds.next()) else {
            return Err(Unsupported { what: "a range without bounds", span });
        };
        let step = bounds.next().unwrap_or_else(|| Expr::constant(Value::U32(1)));
        let name = &the_loop.name.text;
        let mut round = vec![];
        let var = if Stepped::of(&the_loop.domain, start.ty).is_some() {
            let ty = start.ty;
            let rounds = self.host_rounds(Values { first: start, end, step }, scope, out);
            let count = add_local(&mut scope.locals, "round", rounds.count.ty);
            let var = scope.bind(the_loop.binding, name, ty);
            round.push(HostStmt::Act(Action::Let(var, rounds.element(count))));
            (start, end) = (Expr::constant(Value::zero(rounds.count.ty)), rounds.count);
            count
        } else {
            scope.bind(the_loop.binding, name, start.ty)
        };
        scope.loops.push(Origin::at(span));
        match &the_loop.filter {
            None => round.extend(self.host_block(&the_loop.body, scope)?),
            Some(filter) => {
                let filter = self.host_value(filter, scope, &mut round)?;
                let body = self.host_block(&the_loop.body, scope)?;
                round.push(HostStmt::If(filter, body, vec![]));
            }
        }
        Ok(HostStmt::For { var, start, end, body: round })
    }

    /// Lowers a call of a kernel, a primitive or a function that is used as a statement.
    fn host_call(
        &mut self,
        call: &ast::Expr,
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<()> {
        match (self.meaning(call), &call.kind) {
            (Some(Meaning::Kernel(i)), ast::ExprKind::Call(_, args)) => {
                let (kernel, values) = self.launched(i, args, call.span)?;
                let args = self.host_values(&values, scope, out)?;
                let used = uses::uses(&self.module, &self.module.kernels[kernel.index()]).worklists;
                let again =
                    scope.taken.iter().any(|id| used.get(id).is_some_and(|used| used.reads));
                out.push(HostStmt::Launch { kernel, args, again });
                Ok(())
            }
            (
                Some(Meaning::Builtin(Builtin::Primitive(primitive))),
                ast::ExprKind::Call(_, args),
            ) => self.primitive(primitive, args, call.span, scope, out),
            (Some(Meaning::Function(index)), ast::ExprKind::Call(_, args)) => {
                for arg in args {
                    self.reductions_of(arg, scope, out)?;
                }
                let mut block = vec![];
                let origin = Origin::at(call.span);
                self.inline(Inline { index, args, origin }, scope, &mut block)?;
                self.hosted(block, scope, out)
            }
            _ => Err(Unsupported { what: "this statement in `main`", span: call.span }),
        }
    }
}
