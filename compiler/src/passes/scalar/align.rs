//! Alignment: makes innermost loops begin at an element whose address is aligned.
//!
//! GPUs load several elements with one instruction only from an address that is a multiple of their
//! total size. The first edge of a node has any position, so a loop over edges reads its elements
//! one by one even if [`vector`](super::vector) joins the reads. This pass makes two loops of it: the
//! first one runs up to three rounds, and the second one begins at a multiple of four. If the second
//! loop is unrolled then, its vector loads are aligned.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! for e: edge = a to b by 1edge {    let from: edge = a
//!   …                                let to: edge = b
//! }                                  let count: edge = select((from < to), (to - from), 0edge)
//!                                    for e_2: edge = from to (from + min(count, gap)) by 1edge {
//!                                      …
//!                                    }
//!                                    for e: edge = (from + gap) to select((count > gap), to, 0edge) …
//!                                      …
//!                                    }
//! ```
//!
//! `gap` stands for `((0edge - from) & 3edge)`, the distance to the next multiple of four.
//!
//! # Why it is legal
//!
//! Both loops together run the rounds of the loop, in the same order. If there are more rounds than
//! `gap`, the first loop ends at `from + gap`, which is less than `to`, so that the sum does not wrap,
//! and the second loop runs from there to `to`. Otherwise, the first loop runs all rounds, and the
//! second one none, because its end is zero. The bounds are evaluated once, as the loop does. A body
//! with `break` or `continue`, or with statements that synchronise work-items, stays. Serial
//! `forall`s become [counted loops](super::rounds) first.
//!
//! # Limits
//!
//! The pass applies to innermost loops with the step 1 and an unsigned variable that read an element
//! at the position of the variable, unless they already begin at a multiple of four, or have at most
//! seven rounds by their bounds. In a row with fewer than seven elements, the second loop may have
//! no round of four. Alone, the pass only makes a program larger.

use std::collections::BTreeMap;

use super::multiples::Definitions;
use super::rewrite_kernels;
use super::rounds::{CountedLoop, Division, Rounds, count_innermost, most_rounds};
use super::unroll::obstacle;
use crate::ir::visit::walk_exprs;
use crate::ir::*;
use crate::options::ScalarPass;
use crate::passes::copy::copy;
use crate::remarks::Remarks;

/// The number of which the second loop's first position is a multiple. A power of two: the largest
/// number of elements of a vector.
const ALIGNED: u64 = 4;

/// Number of loops into which a loop is divided, each with a copy of its body.
const COPIES: u32 = 2;

/// Makes innermost loops begin at aligned elements.
pub(super) fn align(module: &mut Module, remarks: &mut Remarks) {
    rewrite_kernels(module, &mut |kernel, _| {
        count_innermost(kernel, &|body| obstacle(body, COPIES).is_none());
        let definitions = Definitions::of(&kernel.body);
        let division = Division {
            pass: ScalarPass::Align,
            message: "the loop begins at an aligned element".into(),
            is_divided: &|_| false,
            obstacle: &|CountedLoop { var, start, end, body, .. }, locals| {
                if locals[var.index()].ty.is_signed() {
                    Some("its variable is signed")
                } else if !reads_at(body, *var) {
                    Some("it reads no element at the position of its variable")
                } else if definitions.is_multiple(start, ALIGNED) {
                    Some("it begins at an aligned element")
                } else if most_rounds(start, end).is_some_and(|most| most < 2 * ALIGNED) {
                    Some("it has few rounds")
                } else {
                    obstacle(body, COPIES)
                }
            },
            divide: &aligned,
        };
        division.apply(kernel, remarks);
    });
}

/// Whether statements read an element whose index is a local.
fn reads_at(body: &[Stmt], var: LocalId) -> bool {
    let is_var = |index: &Expr| match &index.kind {
        ExprKind::Cast(inner) => inner.kind == ExprKind::Local(var),
        kind => *kind == ExprKind::Local(var),
    };
    let mut found = false;
    walk_exprs(body, &mut |expr| {
        found |= match &expr.kind {
            ExprKind::Graph(_, index, _) => is_var(index),
            ExprKind::Load(place) => is_var(&place.index),
            _ => false,
        };
    });
    found
}

/// Returns both loops for a loop, with the locals of its bounds.
fn aligned(counted: CountedLoop, locals: &mut Locals) -> Block {
    let CountedLoop { var, start, end, body, origin } = counted;
    let mut out = vec![];
    let Rounds { from, to, count, counted } =
        Rounds::declare(locals, var, (start, end), origin, &mut out);
    let number = |value: u64| Expr::constant(Value::from_bits(counted, value));
    let negated = Expr::binary(BinaryOp::Sub, number(0), from.clone());
    let gap = Expr::binary(BinaryOp::BitAnd, negated, number(ALIGNED - 1));
    let first = locals.add_copy(var);
    let head = copy(locals, &body, BTreeMap::from([(var, first)]));
    let rounds = Expr::binary(BinaryOp::Min, count.clone(), gap.clone());
    let middle = Expr::binary(BinaryOp::Add, from.clone(), rounds);
    let has_more = Expr::binary(BinaryOp::Gt, count, gap.clone());
    let end = ExprKind::Select(Box::new(has_more), Box::new(to), Box::new(number(0)));
    let end = Expr { ty: counted, kind: end };
    let start = Expr::binary(BinaryOp::Add, from.clone(), gap);
    let mut push = |var, start, end, body| {
        out.push(StmtKind::For { var, start, end, step: number(1), body }.from(origin));
    };
    push(first, from, middle, head);
    push(var, start, end, body);
    out
}
