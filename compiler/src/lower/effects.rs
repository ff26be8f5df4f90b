//! Turns the effects in expressions into statements before the expressions.
//!
//! Expressions of the IR have no effects, and emitted code may evaluate a part of an expression
//! twice: it compares an index with the extent, and then uses it. Three kinds of expressions
//! therefore become locals, which earlier statements assign in the order of the source: atomics,
//! calls of functions, and indices that are read from memory, because another iteration may change
//! them between the two evaluations. Operands to the left of such an expression are read before it
//! if they read memory. The right operand of `&&` and `||`, and the condition of a `while`, are
//! still evaluated only if control flow reaches them.

use super::inline::Inline;
use super::{Lowering, Result, Scope, Unsupported};
use crate::check::{Builtin, Meaning};
use crate::ir::build::add_local;
use crate::ir::*;
use crate::syntax::ast;

impl Lowering<'_> {
    /// Lowers an expression of a kernel. Statements that must precede the expression are appended
    /// to `out`.
    pub(super) fn value(
        &self,
        expr: &ast::Expr,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<Expr> {
        self.prepare(expr, scope, out)?;
        self.expr(expr, scope)
    }

    /// Lowers a place that a kernel reads or writes.
    pub(super) fn target(
        &self,
        expr: &ast::Expr,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<Place> {
        self.prepare_indices(expr, scope, out)?;
        self.place(expr, scope)
    }

    /// Writes the statements that the indices of a place need.
    pub(super) fn prepare_indices(
        &self,
        expr: &ast::Expr,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<()> {
        let (named, element) = match &expr.kind {
            ast::ExprKind::Index(named, element) => (&**named, Some(&**element)),
            _ => (expr, None),
        };
        let row = match &named.kind {
            ast::ExprKind::Field(base, name) => Some((&**base, name)),
            _ => None,
        };
        self.prepare_all(row.map(|row| row.0).into_iter().chain(element), scope, out)?;
        if let Some((base, name)) = row {
            self.name_index(base, name, scope, out)?;
        }
        match element {
            Some(element) => self.name_read(element, "at", scope, out),
            None => Ok(()),
        }
    }

    /// Returns whether an expression needs statements before it.
    pub(super) fn needs_statements(&self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            _ if self.is_length(expr) => false,
            ast::ExprKind::Call(_, args) => {
                self.has_effects(expr) || args.iter().any(|arg| self.needs_statements(arg))
            }
            ast::ExprKind::Field(base, _) => {
                self.reads_memory(base)
                    || self.is_found(base)
                    || (self.is_found(expr) && !self.is_simple(base))
                    || self.is_nested_degree(expr)
                    || self.needs_statements(base)
            }
            ast::ExprKind::Index(list, index) => match &list.kind {
                ast::ExprKind::Field(node, _) if self.is_found(expr) => {
                    !self.is_simple(node) || !self.is_simple(index)
                }
                _ => {
                    self.reads_memory(index)
                        || self.needs_statements(list)
                        || self.needs_statements(index)
                }
            },
            ast::ExprKind::Unary(_, a) | ast::ExprKind::Cast(a, _) => self.needs_statements(a),
            ast::ExprKind::Binary(_, a, b) => self.needs_statements(a) || self.needs_statements(b),
            _ => false,
        }
    }

    /// Returns whether an expression is the length of an array, which names the array but does not
    /// read it.
    fn is_length(&self, expr: &ast::Expr) -> bool {
        self.meaning(expr) == Some(Meaning::Builtin(Builtin::Length))
    }

    fn has_effects(&self, call: &ast::Expr) -> bool {
        match self.meaning(call) {
            Some(Meaning::Builtin(builtin)) => builtin.atomic().is_some(),
            meaning => matches!(meaning, Some(Meaning::Function(_))),
        }
    }

    /// Returns whether the value depends on memory that other iterations may write.
    fn reads_memory(&self, expr: &ast::Expr) -> bool {
        let state = matches!(
            self.meaning(expr),
            Some(
                Meaning::Global(_)
                    | Meaning::NodeProperty(_)
                    | Meaning::EdgeProperty(_)
                    | Meaning::PropertyParameter(_)
            )
        );
        state
            || match &expr.kind {
                _ if self.is_length(expr) => false,
                ast::ExprKind::Call(_, args) => {
                    self.has_effects(expr) || args.iter().any(|arg| self.reads_memory(arg))
                }
                ast::ExprKind::Field(a, _)
                | ast::ExprKind::Unary(_, a)
                | ast::ExprKind::Cast(a, _) => self.reads_memory(a),
                ast::ExprKind::Binary(_, a, b) | ast::ExprKind::Index(a, b) => {
                    self.reads_memory(a) || self.reads_memory(b)
                }
                _ => false,
            }
    }

    /// Writes the statements that an expression needs, and records the values that replace its
    /// parts.
    pub(super) fn prepare(
        &self,
        expr: &ast::Expr,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<()> {
        if !self.needs_statements(expr) {
            return Ok(());
        }
        let origin = Origin::at(expr.span);
        match &expr.kind {
            ast::ExprKind::Call(_, args) => match self.meaning(expr) {
                Some(Meaning::Builtin(builtin)) if builtin.atomic().is_some() => {
                    let ty = self.ty(expr)?;
                    let old =
                        self.atomic(expr, scope, out, |locals| Some(add_local(locals, "old", ty)))?;
                    scope.prepared.extend(old.map(|old| (expr.id, Expr::local(old, ty))));
                }
                Some(Meaning::Function(index)) => {
                    let results = self.inline(Inline { index, args, origin }, scope, out)?;
                    scope.prepared.extend(results.into_iter().map(|result| (expr.id, result)));
                }
                _ => self.prepare_all(args, scope, out)?,
            },
            ast::ExprKind::Field(base, _) if self.is_found(expr) => {
                self.prepare(base, scope, out)?;
                self.name_value(base, "edge", scope, out)?;
            }
            ast::ExprKind::Field(base, _) if self.is_nested_degree(expr) => {
                self.prepare(base, scope, out)?;
                self.name_value(base, "node", scope, out)?;
            }
            ast::ExprKind::Index(list, index) if self.is_found(expr) => {
                let ast::ExprKind::Field(node, _) = &list.kind else { return Ok(()) };
                self.prepare_all([node.as_ref(), index.as_ref()], scope, out)?;
                self.name_value(node, "node", scope, out)?;
                self.name_value(index, "position", scope, out)?;
            }
            ast::ExprKind::Field(..) | ast::ExprKind::Index(..) => {
                self.prepare_indices(expr, scope, out)?;
            }
            ast::ExprKind::Unary(_, a) | ast::ExprKind::Cast(a, _) => {
                self.prepare(a, scope, out)?
            }
            ast::ExprKind::Binary(op @ (ast::BinaryOp::And | ast::BinaryOp::Or), a, b)
                if self.needs_statements(b) =>
            {
                let left = self.value(a, scope, out)?;
                let holds = add_local(&mut scope.locals, "holds", Type::Bool);
                out.push(StmtKind::Let(holds, left).from(origin));
                let mut right = vec![];
                let value = self.value(b, scope, &mut right)?;
                right.push(StmtKind::Assign(holds, value).from(origin));
                let holds = Expr::local(holds, Type::Bool);
                let reached = match op {
                    ast::BinaryOp::And => holds.clone(),
                    _ => Expr::unary(UnaryOp::Not, holds.clone()),
                };
                out.push(StmtKind::If(reached, right, vec![]).from(origin));
                scope.prepared.insert(expr.id, holds);
            }
            ast::ExprKind::Binary(_, a, b) => {
                self.prepare_all([a.as_ref(), b.as_ref()], scope, out)?
            }
            _ => {}
        }
        Ok(())
    }

    /// Prepares operands from left to right. An operand that reads memory is read before the
    /// effects of later operands.
    pub(super) fn prepare_all<'e>(
        &self,
        operands: impl IntoIterator<Item = &'e ast::Expr>,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<()> {
        let operands: Vec<&ast::Expr> = operands.into_iter().collect();
        for (at, operand) in operands.iter().enumerate() {
            self.prepare(operand, scope, out)?;
            let effects_follow =
                operands[at + 1..].iter().any(|later| self.needs_statements(later));
            if effects_follow && self.reads_memory(operand) {
                self.name_value(operand, "before", scope, out)?;
            }
        }
        Ok(())
    }

    /// Assigns an index that is read from memory to a local, so that it has one value. Also assigns
    /// an edge that takes several steps to find, so that it is found once.
    fn name_index(
        &self,
        base: &ast::Expr,
        field: &ast::Name,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<()> {
        let preferred_name = match &base.kind {
            ast::ExprKind::Field(_, name) => &name.text,
            _ => &field.text,
        };
        match self.is_found(base) {
            true => self.name_value(base, "edge", scope, out),
            false => self.name_read(base, &format!("{preferred_name}_now"), scope, out),
        }
    }

    /// Assigns a value to a local if the value is read from memory.
    pub(super) fn name_read(
        &self,
        expr: &ast::Expr,
        preferred_name: &str,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<()> {
        match self.reads_memory(expr) {
            true => self.name_value(expr, preferred_name, scope, out),
            false => Ok(()),
        }
    }

    /// Assigns a value to a local, unless the value is already a local.
    fn name_value(
        &self,
        expr: &ast::Expr,
        preferred_name: &str,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<()> {
        let value = self.expr(expr, scope)?;
        if let ExprKind::Local(_) | ExprKind::Const(_) = value.kind {
            return Ok(());
        }
        let ty = value.ty;
        let local = add_local(&mut scope.locals, preferred_name, ty);
        out.push(StmtKind::Let(local, value).from(Origin::at(expr.span)));
        scope.prepared.insert(expr.id, Expr::local(local, ty));
        Ok(())
    }

    /// Writes an atomic operation. `old` creates the local for the old value, if the program uses
    /// the old value.
    pub(super) fn atomic(
        &self,
        expr: &ast::Expr,
        scope: &mut Scope,
        out: &mut Block,
        old: impl FnOnce(&mut Locals) -> Option<LocalId>,
    ) -> Result<Option<LocalId>> {
        let unsupported = |what| Unsupported { what, span: expr.span };
        let (Some(Meaning::Builtin(builtin)), ast::ExprKind::Call(_, args)) =
            (self.meaning(expr), &expr.kind)
        else {
            return Err(unsupported("this statement"));
        };
        let Some(op) = builtin.atomic() else {
            return Err(unsupported("this statement"));
        };
        let [place, rest @ ..] = &args[..] else {
            return Err(unsupported("an atomic without a place"));
        };
        let place = self.target(place, scope, out)?;
        self.prepare_all(rest, scope, out)?;
        let operand = |arg| {
            let value = self.expr(arg, scope)?;
            let is_subtracted = builtin == Builtin::AtomicSub;
            Ok(if is_subtracted { Expr::unary(UnaryOp::Neg, value) } else { value })
        };
        let operands = rest.iter().map(operand).collect::<Result<_>>()?;
        let old = old(&mut scope.locals);
        let atomic = StmtKind::Atomic { op, place, operands, old };
        out.push(atomic.from(Origin::at(expr.span)));
        Ok(old)
    }
}
