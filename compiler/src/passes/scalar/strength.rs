//! Strength reduction: replaces multiplications by loop variables with additions.
//!
//! The index of a row-major matrix, `row * width + column`, contains a product that grows by the same
//! amount in each round of a loop over rows. The pass keeps the product in a local, and adds the
//! amount at the end of each round.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! for i: u32 = 0u32 to n by 1u32 {       let product: u32 = 0u32
//!   set sum = (sum + a[(i * width)])     for i: u32 = 0u32 to n by 1u32 {
//! }                                        set sum = (sum + a[product])
//!                                          set product = (product + width)
//!                                        }
//! ```
//!
//! # Why it is legal
//!
//! Integer arithmetic wraps, so it is arithmetic modulo 2ʷ, in which `(i + s) * m = i * m + s * m`
//! holds always. The factor is [invariant](super::super::invariant), and the loop has no `continue`
//! that skips the addition. A loop variable may be converted to another integer type before the
//! multiplication: the variable never wraps in a loop, so the conversion of the next value is the
//! converted value plus the converted step. The pass evaluates the factor and the start once more
//! before the loop, which may have no rounds. Their reads become checked (fact 1 of the
//! [list](super)).
//!
//! # Limits
//!
//! The pass applies to counted loops whose step is a constant or an invariant local. Floats do not
//! have this property.

use std::collections::BTreeSet;

use super::{Facts, rewrite_kernels};
use crate::ir::build::add_local;
use crate::ir::visit::{has_break_or_continue, walk_exprs, walk_exprs_mut};
use crate::ir::*;
use crate::options::ScalarPass;
use crate::passes::hoist::checked;
use crate::passes::invariant::{changed, is_invariant, same};
use crate::remarks::Remarks;

/// Replaces multiplications by loop variables with additions.
pub(super) fn reduce_strength(module: &mut Module, remarks: &mut Remarks) {
    rewrite_kernels(module, &mut |kernel, facts| {
        let Kernel { name, locals, body, .. } = kernel;
        reduce(body, locals, facts, &mut |origin| {
            let message = "products with the loop variable become sums";
            remarks.applied(ScalarPass::Strength, name, origin, message);
        });
    });
}

fn reduce(
    block: &mut Block,
    locals: &mut Locals,
    facts: &Facts<'_>,
    tell: &mut impl FnMut(Origin),
) {
    for mut stmt in std::mem::take(block) {
        for inner in stmt.blocks_mut() {
            reduce(inner, locals, facts, tell);
        }
        let origin = stmt.origin;
        let declared = sums(&mut stmt, locals, facts);
        if !declared.is_empty() {
            tell(origin);
        }
        for (id, start) in declared {
            block.push(StmtKind::Let(id, start).from(origin));
        }
        block.push(stmt);
    }
}

/// Replaces the products in a loop. Returns new locals, which stand for the products and for the
/// amounts by which they grow, with their first values.
fn sums(stmt: &mut Stmt, locals: &mut Locals, facts: &Facts<'_>) -> Vec<(LocalId, Expr)> {
    let changed = changed(stmt);
    let origin = stmt.origin;
    let StmtKind::For { var, start, step, body, .. } = &mut stmt.kind else { return vec![] };
    let is_fixed = |e: &Expr| is_invariant(e, &changed, &facts.written);
    let has_fixed_step = matches!(step.kind, ExprKind::Const(_) | ExprKind::Local(_));
    if !has_fixed_step
        || ![&*start, &*step].into_iter().all(is_fixed)
        || has_break_or_continue(body)
    {
        return vec![];
    }
    let found = products(body, *var, &changed, facts);
    let mut firsts = vec![];
    for (product, factor) in found {
        let id = add_local(locals, "product", product.ty);
        walk_exprs_mut(body, &mut |expr| {
            if same(expr, &product) {
                *expr = Expr::local(id, product.ty);
            }
        });
        let times = |count: &Expr| match count.kind {
            ExprKind::Const(value) if value.to_bits() == 0 => {
                Expr::constant(Value::zero(product.ty))
            }
            ExprKind::Const(value) if value.to_bits() == 1 => checked(&factor),
            _ => {
                let count = count.clone().cast(product.ty);
                checked(&Expr::binary(BinaryOp::Mul, count, factor.clone()))
            }
        };
        let amount = match times(step) {
            simple @ Expr { kind: ExprKind::Const(_) | ExprKind::Local(_), .. } => simple,
            value => {
                let amount = add_local(locals, "amount", product.ty);
                firsts.push((amount, value));
                Expr::local(amount, product.ty)
            }
        };
        let next = Expr::binary(BinaryOp::Add, Expr::local(id, product.ty), amount);
        body.push(StmtKind::Assign(id, next).from(origin));
        firsts.push((id, times(start)));
    }
    firsts
}

/// Returns the different products of the loop variable and an invariant factor, with the factor.
fn products(
    body: &Block,
    var: LocalId,
    changed: &BTreeSet<LocalId>,
    facts: &Facts<'_>,
) -> Vec<(Expr, Expr)> {
    let is_counter = |e: &Expr| match &e.kind {
        ExprKind::Local(id) => *id == var,
        ExprKind::Cast(inner) => inner.kind == ExprKind::Local(var),
        _ => false,
    };
    let mut found: Vec<(Expr, Expr)> = vec![];
    walk_exprs(body, &mut |expr| {
        let ExprKind::Binary(BinaryOp::Mul, a, b) = &expr.kind else { return };
        let is_integer = matches!(expr.ty, Type::I32 | Type::U32 | Type::I64 | Type::U64);
        let factor = match (is_counter(a), is_counter(b)) {
            (true, false) => b,
            (false, true) => a,
            _ => return,
        };
        let is_fixed = is_invariant(factor, changed, &facts.written);
        if is_integer && is_fixed && !found.iter().any(|(product, _)| same(product, expr)) {
            found.push((expr.clone(), (**factor).clone()));
        }
    });
    found
}
