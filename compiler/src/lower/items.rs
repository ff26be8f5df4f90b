//! Lowering of the items of worklists. A pair becomes one item of 64 bits.

use super::{Lowering, Result, Scope, Unsupported};
use crate::check::Meaning;
use crate::ir::build::add_local;
use crate::ir::*;
use crate::span::Span;
use crate::syntax::ast;

/// The number of bits of the second value of a pair, which are the lower ones.
const SECOND_BITS: u32 = 32;

impl Lowering<'_> {
    /// Lowers a `push`.
    pub(super) fn push(
        &self,
        worklist: Option<&ast::Name>,
        item: &ast::Expr,
        span: Span,
        scope: &mut Scope,
        out: &mut Block,
    ) -> Result<StmtKind> {
        let (worklist, values) = match (self.meaning(item), &item.kind) {
            (Some(Meaning::Worklist(index)), ast::ExprKind::Call(_, args)) => {
                (WorklistId(index as u32), args.iter().collect())
            }
            _ => (self.worklist(worklist, span)?, values(item)),
        };
        self.prepare_all(values.iter().copied(), scope, out)?;
        let lowered = values.iter().map(|value| self.expr(value, scope));
        let item = packed(lowered.collect::<Result<Vec<Expr>>>()?);
        Ok(StmtKind::Push(worklist, item.ok_or(Unsupported { what: "an item", span })?))
    }

    /// Lowers the items with which a `pipe` starts.
    pub(super) fn seed_items(
        &mut self,
        items: &[ast::Expr],
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<Seed> {
        let parts: Vec<Vec<&ast::Expr>> = items.iter().map(values).collect();
        let mut lowered = self.host_values(&parts.concat(), scope, out)?.into_iter();
        let mut seed = vec![];
        for (item, parts) in items.iter().zip(&parts) {
            let item_values = lowered.by_ref().take(parts.len()).collect();
            seed.push(packed(item_values).ok_or(Unsupported { what: "an item", span: item.span })?);
        }
        Ok(Seed::Items(seed))
    }

    /// Returns the type of the items of declared worklists.
    pub(super) fn item_type(worklists: &ast::Worklists) -> Type {
        match &worklists.items[..] {
            [] => Type::Node,
            [one] => Type::from_name(&one.name.text).unwrap_or(Type::Node),
            _ => Type::U64,
        }
    }

    /// Declares the variables of a `forall`. Returns the variable of the domain, and statements that
    /// take the values of a pair from it.
    pub(super) fn loop_variables(
        &self,
        forall: &ast::Loop,
        scope: &mut Scope,
        span: Span,
    ) -> (LocalId, Block) {
        let ty = |binding: ast::BindingId| self.checked.bindings[binding.0 as usize];
        let (first, first_type) = (&forall.name.text, ty(forall.binding));
        let Some((binding, second)) = &forall.second else {
            return (scope.bind(forall.binding, first, first_type), vec![]);
        };
        let item = add_local(&mut scope.locals, "item", Type::U64);
        let pair = || Expr::local(item, Type::U64);
        let bits = Expr::constant(Value::U32(SECOND_BITS));
        let upper = Expr::binary(BinaryOp::Shr, pair(), bits).cast(first_type);
        let first = scope.bind(forall.binding, first, first_type);
        let second_type = ty(*binding);
        let second = scope.bind(*binding, &second.text, second_type);
        let lower = pair().cast(second_type);
        let lets = [(first, upper), (second, lower)];
        let lets = lets.map(|(id, value)| StmtKind::Let(id, value).from(Origin::at(span)));
        (item, lets.into())
    }
}

/// Returns the values of an item.
fn values(item: &ast::Expr) -> Vec<&ast::Expr> {
    match &item.kind {
        ast::ExprKind::Pair(first, second) => vec![first, second],
        _ => vec![item],
    }
}

/// Returns the item with these values, or `None` if there are not one or two of them.
fn packed(mut values: Vec<Expr>) -> Option<Expr> {
    let last = values.pop()?;
    let Some(first) = values.pop() else { return Some(last) };
    let bits = Expr::constant(Value::U32(SECOND_BITS));
    let upper = Expr::binary(BinaryOp::Shl, first.cast(Type::U64), bits);
    Some(Expr::binary(BinaryOp::BitOr, upper, last.cast(Type::U64)))
}
