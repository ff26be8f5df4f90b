//! Lowering of `main`.

use super::expr::{assign_op, infix};
use super::{Lowering, Result, Scope, Unsupported};
use crate::check::Meaning;
use crate::ir::*;
use crate::syntax::ast;

impl Lowering<'_> {
    pub(super) fn main(&self, block: &ast::Block) -> Result<Main> {
        let mut scope = Scope::default();
        let body = self.host_block(block, &mut scope)?;
        Ok(Main { locals: scope.locals, body })
    }

    fn host_block(&self, block: &ast::Block, scope: &mut Scope) -> Result<Vec<HostStmt>> {
        let mut out = vec![];
        for stmt in &block.stmts {
            match &stmt.kind {
                ast::StmtKind::Block(block) => out.extend(self.host_block(block, scope)?),
                _ => out.push(self.host_stmt(stmt, scope)?),
            }
        }
        Ok(out)
    }

    fn host_stmt(&self, stmt: &ast::Stmt, scope: &mut Scope) -> Result<HostStmt> {
        Ok(match &stmt.kind {
            ast::StmtKind::Let { binding, name, value, .. } => {
                let value = self.expr(value, scope)?;
                let ty = self.checked.bindings[binding.0 as usize];
                HostStmt::Let(scope.bind(*binding, &name.text, ty), value)
            }
            ast::StmtKind::Assign { place, op, value } => {
                let mut value = self.expr(value, scope)?;
                if let Some(op) = op {
                    value = infix(assign_op(*op), self.expr(place, scope)?, value);
                }
                match (self.meaning(place), self.expr(place, scope)?.kind) {
                    (Some(Meaning::Local(_)), ExprKind::Local(id)) => HostStmt::Assign(id, value),
                    _ => HostStmt::Store(self.place(place, scope)?, value),
                }
            }
            ast::StmtKind::If { cond, then, otherwise } => {
                let cond = self.expr(cond, scope)?;
                let then = self.host_block(then, scope)?;
                let otherwise = match otherwise {
                    Some(block) => self.host_block(block, scope)?,
                    None => vec![],
                };
                HostStmt::If(cond, then, otherwise)
            }
            ast::StmtKind::While { cond, body } => {
                HostStmt::While(self.expr(cond, scope)?, self.host_block(body, scope)?)
            }
            ast::StmtKind::For(the_loop) => self.host_for(the_loop, scope, stmt.span)?,
            ast::StmtKind::Break => HostStmt::Break,
            ast::StmtKind::Continue => HostStmt::Continue,
            ast::StmtKind::Iterate { body, cond } => {
                HostStmt::Iterate(self.host_block(body, scope)?, self.expr(cond, scope)?)
            }
            ast::StmtKind::Pipe { once, worklist, seed, body } => {
                let worklist = self.worklist(worklist.as_ref(), stmt.span)?;
                let seed = match seed {
                    None => None,
                    Some(ast::Seed::Nodes(_)) => Some(Seed::Nodes),
                    Some(ast::Seed::Items(items)) => {
                        let mut lowered = vec![];
                        for item in items {
                            lowered.push(self.expr(item, scope)?);
                        }
                        Some(Seed::Items(lowered))
                    }
                };
                let body = self.host_block(body, scope)?;
                HostStmt::Pipe { worklist, once: *once, seed, body }
            }
            ast::StmtKind::Swap(a, b) => {
                let worklist = |name: &ast::Name| {
                    self.module.worklists.iter().position(|w| w.name == name.text)
                };
                match (worklist(a), worklist(b)) {
                    (Some(a), Some(b)) => {
                        HostStmt::SwapWorklists(WorklistId(a as u32), WorklistId(b as u32))
                    }
                    _ => HostStmt::Swap(self.array_named(a)?, self.array_named(b)?),
                }
            }
            ast::StmtKind::Expr(call) => self.launch(call, scope)?,
            _ => {
                return Err(Unsupported { what: "this statement in `main`", span: stmt.span });
            }
        })
    }

    fn host_for(
        &self,
        the_loop: &ast::Loop,
        scope: &mut Scope,
        span: ast::Span,
    ) -> Result<HostStmt> {
        let ast::Domain::Range(start, end) = &the_loop.domain else {
            return Err(Unsupported { what: "a `for` in `main` over this", span });
        };
        let (start, end) = (self.expr(start, scope)?, self.expr(end, scope)?);
        let var = scope.bind(the_loop.binding, &the_loop.name.text, start.ty);
        let filter = match &the_loop.filter {
            Some(filter) => Some(self.expr(filter, scope)?),
            None => None,
        };
        let mut body = self.host_block(&the_loop.body, scope)?;
        if let Some(filter) = filter {
            body = vec![HostStmt::If(filter, body, vec![])];
        }
        Ok(HostStmt::For { var, start, end, body })
    }

    fn launch(&self, call: &ast::Expr, scope: &Scope) -> Result<HostStmt> {
        match (self.meaning(call), &call.kind) {
            (Some(Meaning::Kernel(i)), ast::ExprKind::Call(_, args)) => {
                let mut lowered = vec![];
                for arg in args {
                    lowered.push(self.expr(arg, scope)?);
                }
                Ok(HostStmt::Launch(KernelId(i as u32), lowered))
            }
            _ => Err(Unsupported { what: "this statement in `main`", span: call.span }),
        }
    }
}
