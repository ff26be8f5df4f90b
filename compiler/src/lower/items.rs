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
        let ty = |binding: ast::BindingId| self.checked.bindings[binding.0 as usize];
        let (first, first_type) = (&forall.name.text, ty(forall.binding));
        let (Some((binding, second)), Domain::Worklist(worklist)) = (&forall.second, &domain)
        else {
            let var = scope.bind(forall.binding, first, first_type);
            return LoopVariables {
                domain,
                var,
                lets: vec![],
                item: vec![Expr::local(var, first_type)],
            };
        };
        let worklist = *worklist;
        let is_packed = self.module.worklists[worklist.index()].ty != ItemType::Pair;
        let (var, values) = if is_packed { unpacked(scope) } else { read(worklist, scope) };
        let first = scope.bind(forall.binding, first, first_type);
        let second_type = ty(*binding);
        let second = scope.bind(*binding, &second.text, second_type);
        let locals = [(first, first_type), (second, second_type)];
        let lets = locals.iter().zip(values);
        let lets = lets.map(|((id, ty), value)| StmtKind::Let(*id, value.cast(*ty)));
        let lets = lets.map(|stmt| stmt.from(Origin::at(span))).collect();
        if is_packed {
            return LoopVariables { domain, var, lets, item: vec![Expr::local(var, Type::U64)] };
        }
        let item = locals.map(|(id, ty)| Expr::local(id, ty).cast(Type::U64)).into();
        LoopVariables { domain: Domain::Positions(worklist), var, lets, item }
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

/// Declares a variable for a pair that is a single value. Returns it, and the values of the pair,
/// which must be cast to their types.
fn unpacked(scope: &mut Scope) -> (LocalId, [Expr; 2]) {
    let item = add_local(&mut scope.locals, "item", Type::U64);
    let pair = || Expr::local(item, Type::U64);
    let bits = Expr::constant(Value::U32(SECOND_BITS));
    (item, [Expr::binary(BinaryOp::Shr, pair(), bits), pair()])
}

/// Declares a variable for the position of a pair. Returns it, and the values of the pair, which
/// must be cast to their types.
fn read(worklist: WorklistId, scope: &mut Scope) -> (LocalId, [Expr; 2]) {
    let position = add_local(&mut scope.locals, "i", Type::U32);
    let value = |part| {
        let position = Box::new(Expr::local(position, Type::U32));
        Expr { ty: Type::U64, kind: ExprKind::WorklistItem(worklist, part, position) }
    };
    (position, [ItemPart::First, ItemPart::Second].map(value))
}

/// Returns the values of an item.
fn values(item: &ast::Expr) -> Vec<&ast::Expr> {
    match &item.kind {
        ast::ExprKind::Pair(first, second) => vec![first, second],
        _ => vec![item],
    }
}
