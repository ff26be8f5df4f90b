//! Versioning: makes one version of an innermost loop for few rounds and another one for many.
//!
//! Unrolling, prefetching and vector loads pay in long loops. In a graph, however, most loops over
//! edges are short: half of the nodes of a road network have two edges, and a loop that is unrolled
//! eight times only runs its remainder for them. The pass copies the loop. The version for fewer
//! than [`SHORT`] rounds has bounds that [show its number of rounds](super::rounds::most_rounds),
//! so that later passes in the order leave it as it is, and rewrite the other version.
//!
//! Before and after, in the IR's text:
//!
//! ```text
//! for i: u32 = a to b by 1u32 {      let from: u32 = a
//!   …                                let to: u32 = b
//! }                                  let count: u32 = select((from < to), (to - from), 0u32)
//!                                    if (count < 8u32) {
//!                                      for i: u32 = from to (from + (count & 7u32)) by 1u32 {
//!                                        …
//!                                      }
//!                                    } else {
//!                                      for i_2: u32 = from to to by 1u32 {
//!                                        …
//!                                      }
//!                                    }
//! ```
//!
//! # Why it is legal
//!
//! Each run executes exactly one version, with the same rounds in the same order as the loop, so
//! all accesses, plain and relaxed, stay as they are. The bounds are evaluated once, as the loop
//! does. In the version for few rounds, `count & 7` is `count`, and `from + count` is `to`. A body
//! with statements that synchronise work-items stays, because work-items of a group could take
//! different versions. `break` and `continue` still belong to the loop that contains them. Serial
//! `forall`s become [counted loops](super::rounds) first.
//!
//! # Limits
//!
//! The pass applies to innermost loops with the step 1 whose number of rounds is unknown, and whose
//! body has at most [`MAX_SIZE`] statements and operations. It does not divide its own versions
//! again. Alone, it only makes a program larger.

use std::collections::BTreeMap;

use super::rounds::{CountedLoop, Division, Rounds, count_innermost, most_rounds};
use super::{rewrite_kernels, size_of, synchronises};
use crate::ir::*;
use crate::options::ScalarPass;
use crate::passes::copy::copy;
use crate::remarks::Remarks;

/// Number of rounds from which a loop is long. A power of two.
const SHORT: u64 = 8;

/// Maximum number of statements and expressions of a body.
const MAX_SIZE: usize = 300;

/// Makes two versions of innermost loops.
pub(super) fn version(module: &mut Module, remarks: &mut Remarks) {
    rewrite_kernels(module, &mut |kernel, _| {
        count_innermost(kernel, &|body| obstacle(body).is_none());
        let division = Division {
            pass: ScalarPass::Version,
            message: format!("the loop gets a version for fewer than {SHORT} rounds"),
            is_divided: &are_versions,
            obstacle: &|CountedLoop { start, end, body, .. }, _| match most_rounds(start, end) {
                Some(_) => Some("the number of rounds is known"),
                None => obstacle(body),
            },
            divide: &versions,
        };
        division.apply(kernel, remarks);
    });
}

/// Whether a statement consists of two versions that the pass has written and no pass has changed.
fn are_versions(stmt: &Stmt) -> bool {
    let StmtKind::If(condition, short, long) = &stmt.kind else { return false };
    let ([Stmt { kind: StmtKind::For { start, end, .. }, .. }], [Stmt { kind: other, .. }]) =
        (&short[..], &long[..])
    else {
        return false;
    };
    let is_short = matches!(&condition.kind, ExprKind::Binary(BinaryOp::Lt, _, most)
        if matches!(most.kind, ExprKind::Const(most) if most.to_bits() == SHORT));
    let is_limited = most_rounds(start, end) == Some(SHORT - 1);
    is_short && is_limited && matches!(other, StmtKind::For { .. })
}

/// Returns why a loop cannot have two versions.
fn obstacle(body: &Block) -> Option<&'static str> {
    if synchronises(body) {
        Some("the work-items of a group run the rounds together")
    } else if size_of(body) > MAX_SIZE {
        Some("the loop's body is too large")
    } else {
        None
    }
}

/// Returns both versions of a loop, with the locals of its bounds.
fn versions(counted: CountedLoop, locals: &mut Locals) -> Block {
    let CountedLoop { var, start, end, body, origin } = counted;
    let mut out = vec![];
    let rounds = Rounds::declare(locals, var, (start, end), origin, &mut out);
    let copied = locals.add_copy(var);
    let long = copy(locals, &body, BTreeMap::from([(var, copied)]));
    let version = |var, end, body| {
        let step = Expr::constant(Value::from_bits(rounds.counted, 1));
        vec![StmtKind::For { var, start: rounds.from.clone(), end, step, body }.from(origin)]
    };
    let short = version(var, rounds.after(&rounds.from, SHORT - 1), body);
    let long = version(copied, rounds.to.clone(), long);
    let is_short = Expr::binary(BinaryOp::Lt, rounds.count.clone(), rounds.number(SHORT));
    out.push(StmtKind::If(is_short, short, long).from(origin));
    out
}
