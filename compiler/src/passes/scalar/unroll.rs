//! Unrolling: copies the bodies of innermost loops, so that one round does the work of several.
//!
//! Fewer rounds mean fewer tests and jumps, and the compiler of the device can overlap the memory
//! accesses of the copies. The loop becomes two loops: the first one runs as long as a whole number
//! of copies remains, and the second one runs the rest.
//!
//! Before and after `unroll2`, in the IR's text:
//!
//! ```text
//! for i: u32 = a to b by 1u32 {          let from: u32 = a
//!   …                                    let to: u32 = b
//! }                                      let count: u32 = select((from < to), (to - from), 0u32)
//!                                        let middle: u32 = (to - (count & 1u32))
//!                                        for i: u32 = from to middle by 2u32 {
//!                                          …
//!                                          let i_2: u32 = (i + 1u32)
//!                                          …
//!                                        }
//!                                        for i_3: u32 = middle to (middle + (count & 1u32)) … {
//!                                          …
//!                                        }
//! ```
//!
//! # Why it is legal
//!
//! The copies run the rounds in the same order as the loop, so each access has the same value and
//! order. The number of rounds is the difference of the bounds in the unsigned type of the same
//! width, which is right for signed bounds, too. `middle` is at most `to`, so that the counter of the
//! first loop ends at `middle` and never wraps, and the second loop ends at `to`. The mask has the
//! low bits only, so that it stays right when [edges get 64 bits](super::super::widen). The bounds
//! are evaluated once, as the loop does. A body with `break` or `continue`, or with statements that
//! synchronise work-items, stays. Serial `forall`s become [counted loops](super::rounds) first.
//!
//! # Limits
//!
//! Only innermost loops with the step 1 are unrolled, and only if the copies together have at most
//! [`MAX_SIZE`] statements and operations. A loop with fewer rounds than copies stays if its bounds
//! show this: the second loop has the form that [`most_rounds`] recognises.

use std::collections::BTreeMap;

use super::rounds::{Rounds, count_innermost, has_loop, most_rounds};
use super::{rewrite_kernels, size_of, synchronises};
use crate::configuration::ScalarPass;
use crate::ir::build::add_local;
use crate::ir::visit::has_break_or_continue;
use crate::ir::*;
use crate::passes::copy::copy;
use crate::remarks::Remarks;

/// Maximum number of statements and expressions of the copies of a body.
const MAX_SIZE: usize = 600;

/// Unrolls innermost loops by the factor of a pass.
pub(super) fn unroll(module: &mut Module, pass: ScalarPass, remarks: &mut Remarks) {
    let copies: u32 = match pass {
        ScalarPass::Unroll4 => 4,
        ScalarPass::Unroll8 => 8,
        _ => 2,
    };
    rewrite_kernels(module, &mut |kernel, _| {
        count_innermost(kernel, &|body| obstacle(body, copies).is_none());
        let Kernel { name, locals, body, .. } = kernel;
        unroll_in(body, locals, copies, &mut |origin, obstacle| match obstacle {
            None => {
                let message = format!("{copies} rounds of the loop become one");
                remarks.applied(pass, name, origin, message);
            }
            Some(reason) => remarks.missed(pass, name, origin, reason),
        });
    });
}

/// Unrolls the innermost loops of a block that have the step 1. Calls `tell` for each of them with
/// the reason why the loop stays, if it does.
fn unroll_in(
    block: &mut Block,
    locals: &mut Locals,
    copies: u32,
    tell: &mut dyn FnMut(Origin, Option<&'static str>),
) {
    for mut stmt in std::mem::take(block) {
        for inner in stmt.blocks_mut() {
            unroll_in(inner, locals, copies, tell);
        }
        let origin = stmt.origin;
        match stmt.kind {
            StmtKind::For { var, start, end, step, body } if counts_by_one(&step, &body) => {
                let is_short = most_rounds(&start, &end).is_some_and(|most| most < copies.into());
                let short = is_short.then_some("it has fewer rounds");
                let obstacle = short.or_else(|| obstacle(&body, copies));
                tell(origin, obstacle);
                if obstacle.is_some() {
                    block.push(StmtKind::For { var, start, end, step, body }.from(origin));
                } else {
                    block.extend(Unrolled { locals, var, copies, origin }.loops(start, end, body));
                }
            }
            kind => block.push(kind.from(origin)),
        }
    }
}

/// Whether a counted loop has the step 1 and no loops inside.
fn counts_by_one(step: &Expr, body: &Block) -> bool {
    !has_loop(body) && matches!(step.kind, ExprKind::Const(value) if value.to_bits() == 1)
}

/// Returns why a body cannot be copied.
fn obstacle(body: &Block, copies: u32) -> Option<&'static str> {
    if has_break_or_continue(body) {
        Some("a `break` or `continue` may end a round early")
    } else if synchronises(body) {
        Some("the work-items of a group run the rounds together")
    } else if size_of(body) * copies as usize > MAX_SIZE {
        Some("the copies of the loop's body would be too large")
    } else {
        None
    }
}

struct Unrolled<'l> {
    locals: &'l mut Locals,
    /// The variable of the loop.
    var: LocalId,
    copies: u32,
    origin: Origin,
}

impl Unrolled<'_> {
    /// Returns the statements that replace the loop.
    fn loops(mut self, start: Expr, end: Expr, body: Block) -> Block {
        let mut out = vec![];
        let ty = self.locals[self.var.index()].ty;
        let rounds = Rounds::declare(self.locals, self.var, (start, end), self.origin, &mut out);
        let (from, counted) = (rounds.from.clone(), rounds.counted);
        let mask = u64::from(self.copies - 1);
        let middle = add_local(self.locals, "middle", counted);
        out.push(StmtKind::Let(middle, rounds.before_last(mask)).from(self.origin));
        let middle = Expr::local(middle, counted);
        let end = rounds.after(&middle, mask);
        let rest_var = self.locals.add_copy(self.var);
        let rest = copy(self.locals, &body, BTreeMap::from([(self.var, rest_var)]));
        let step = |value: u32| Expr::constant(Value::from_bits(counted, value.into()));
        let main = StmtKind::For {
            var: self.var,
            start: from,
            end: middle.clone(),
            step: step(self.copies),
            body: self.copies_of(body, ty, counted),
        };
        let rest = StmtKind::For { var: rest_var, start: middle, end, step: step(1), body: rest };
        out.extend([main.from(self.origin), rest.from(self.origin)]);
        out
    }

    /// Returns the copies of the body, each with the next value of the loop variable.
    fn copies_of(&mut self, body: Block, ty: Type, counted: Type) -> Block {
        let mut all = vec![];
        for number in 1..self.copies {
            let next = self.locals.add_copy(self.var);
            let offset = Expr::constant(Value::from_bits(counted, number.into()));
            let var = Expr::local(self.var, ty).cast(counted);
            let value = Expr::binary(BinaryOp::Add, var, offset).cast(ty);
            all.push(StmtKind::Let(next, value).from(self.origin));
            all.extend(copy(self.locals, &body, BTreeMap::from([(self.var, next)])));
        }
        let mut out = body;
        out.append(&mut all);
        out
    }
}
