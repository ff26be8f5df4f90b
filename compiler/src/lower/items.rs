//! Lowering of the items of worklists. A pair becomes a single value of 64 bits if both of its
//! values have 32 bits, and otherwise two values of 64 bits.

use super::{Lowering, Result, Scope, Unsupported};
use crate::check::Meaning;
use crate::ir::build::add_local;
use crate::ir::*;
use crate::span::Span;
use crate::syntax::ast;

/// The variables of a `forall`.
pub(super) struct LoopVariables {
    /// The domain in the IR.
    pub(super) domain: Domain,
    /// The variable of the domain.
    pub(super) var: LocalId,
    /// The first statements of the body, which compute the values of a pair from the variable.
    pub(super) lets: Block,
    /// The item of an iteration over a worklist.
    pub(super) item: Item,
}

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
        let item = self.packed(worklist, lowered.collect::<Result<Item>>()?, span)?;
        Ok(StmtKind::Push(worklist, item))
    }

    /// Lowers the items with which a `pipe` starts.
    pub(super) fn seed_items(
        &mut self,
        worklist: WorklistId,
        items: &[ast::Expr],
        scope: &mut Scope,
        out: &mut Vec<HostStmt>,
    ) -> Result<Seed> {
        let parts: Vec<Vec<&ast::Expr>> = items.iter().map(values).collect();
        let mut lowered = self.host_values(&parts.concat(), scope, out)?.into_iter();
        let mut seed = vec![];
        for (item, parts) in items.iter().zip(&parts) {
            let item_values = lowered.by_ref().take(parts.len()).collect();
            seed.push(self.packed(worklist, item_values, item.span)?);
        }
        Ok(Seed::Items(seed))
    }

    /// Returns the type of the items of declared worklists.
    pub(super) fn item_type(&self, worklists: &ast::Worklists) -> ItemType {
        let ty = |name: &ast::TypeName| Type::from_name(&name.name.text).unwrap_or(Type::Node);
        let size = |value: &ast::TypeName| self.width.of(ty(value)).size();
        match &worklists.items[..] {
            [] => ItemType::One(Type::Node),
            [one] => ItemType::One(ty(one)),
            values if values.iter().all(|value| size(value) == 4) => ItemType::One(Type::U64),
            _ => ItemType::Pair,
        }
    }

    /// Declares the variables of a `forall` over a domain.
    pub(super) fn loop_variables(
        &self,
        forall: &ast::Loop,
        domain: Domain,
        scope: &mut Scope,
        span: Span,
    ) -> LoopVariables {
        let type_of = |binding: ast::BindingId| self.checked.bindings[binding.0 as usize];
        let worklist = match &domain {
            Domain::Worklist(worklist) if forall.second.is_some() || forall.position.is_some() => {
                *worklist
            }
            _ => {
                let ty = type_of(forall.binding);
                let var = scope.bind(forall.binding, &forall.name.text, ty);
                let item = vec![Expr::local(var, ty)];
                return LoopVariables { domain, var, lets: vec![], item };
            }
        };
        let ty = self.module.worklists[worklist.index()].ty;
        // The variable of the domain is the position of the item or, if nobody needs it, the item.
        let (var, has_position) = match (&forall.position, ty) {
            (Some((binding, name)), _) => (scope.bind(*binding, &name.text, Type::U32), true),
            (None, ItemType::Pair) => (add_local(&mut scope.locals, "i", Type::U32), true),
            (None, ItemType::One(ty)) => (add_local(&mut scope.locals, "item", ty), false),
        };
        let read = |part| {
            let position = Box::new(Expr::local(var, Type::U32));
            Expr { ty: ty.value(), kind: ExprKind::WorklistItem(worklist, part, position) }
        };
        let mut lets = vec![];
        let mut packed = None;
        let values: Vec<Expr> = match (&forall.second, ty) {
            (_, ItemType::Pair) => [ItemPart::First, ItemPart::Second].map(read).into(),
            (None, ItemType::One(_)) => vec![read(ItemPart::Whole)],
            (Some(_), ItemType::One(_)) => {
                let mut item = var;
                if has_position {
                    item = add_local(&mut scope.locals, "item", ty.value());
                    lets.push(StmtKind::Let(item, read(ItemPart::Whole)));
                }
                packed = Some(item);
                unpacked(item).into()
            }
        };
        let names = std::iter::once((forall.binding, &forall.name))
            .chain(forall.second.as_ref().map(|(binding, name)| (*binding, name)));
        let mut item = vec![];
        for ((binding, name), value) in names.zip(values) {
            let ty = type_of(binding);
            let local = scope.bind(binding, &name.text, ty);
            lets.push(StmtKind::Let(local, value.cast(ty)));
            item.push(Expr::local(local, ty));
        }
        let item = match packed {
            Some(packed) => vec![Expr::local(packed, ty.value())],
            None => item.into_iter().map(|value| value.cast(ty.value())).collect(),
        };
        let lets = lets.into_iter().map(|stmt| stmt.from(Origin::at(span))).collect();
        let domain = if has_position { Domain::Positions(worklist) } else { domain };
        LoopVariables { domain, var, lets, item }
    }

    /// Returns an item of a worklist with these values.
    fn packed(&self, worklist: WorklistId, values: Vec<Expr>, span: Span) -> Result<Item> {
        let ty = self.module.worklists[worklist.index()].ty;
        match (ty, <[Expr; 2]>::try_from(values)) {
            (ItemType::Pair, Ok(values)) => Ok(values.map(|value| value.cast(Type::U64)).into()),
            (ItemType::One(_), Ok([first, second])) => Ok(vec![packed(first, second)]),
            (ItemType::One(_), Err(value)) if value.len() == 1 => Ok(value),
            _ => Err(Unsupported { what: "an item", span }),
        }
    }
}

/// Returns the values of a pair that is a single value. They must be cast to their types.
fn unpacked(item: LocalId) -> [Expr; 2] {
    let pair = || Expr::local(item, Type::U64);
    let bits = Expr::constant(Value::U32(SECOND_BITS));
    [Expr::binary(BinaryOp::Shr, pair(), bits), pair()]
}

/// Returns the values of an item.
fn values(item: &ast::Expr) -> Vec<&ast::Expr> {
    match &item.kind {
        ast::ExprKind::Pair(first, second) => vec![first, second],
        _ => vec![item],
    }
}
