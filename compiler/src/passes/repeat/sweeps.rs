//! Sweeps: a work-item repeats its nodes or edges as long as it changes something.
//!
//! In the IR's text, before and after, with `async8`:
//!
//! ```text
//! for u: node = @global_id to        let idle: u32 = 0u32
//!     @node_count by @global_size {  let left: u32 = 512u32
//!   …                                while ((idle < 8u32) && (left > 0u32)) {
//!   atomic or changed~[0u32], true     set idle = (idle + 1u32)
//! }                                    set left = (left - 1u32)
//!                                      let progress: bool = false
//!                                      for u: node = … {
//!                                        …
//!                                        atomic or changed~[0u32], true
//!                                        set progress = true
//!                                      }
//!                                      if progress {
//!                                        set idle = 0u32
//!                                      }
//!                                    }
//! ```
//!
//! A sweep visits each node or edge of the work-item once. `idle` counts the sweeps in vain since
//! the last change. `left` ends the launch in any case, because a flag may be set without a change.

use std::collections::BTreeSet;

use super::{local, new_local, number};
use crate::ir::*;

/// The most sweeps of a launch for each sweep in vain that is allowed.
const MOST: u32 = 64;

/// Lets the work-items of a kernel repeat their nodes or edges until this many sweeps in vain. The
/// loop over the elements is the last statement, and the kernel has no `forall`s. A statement that
/// sets one of the flags says that something has changed.
pub(super) fn sweep(kernel: &mut Kernel, sweeps: u32, flags: &BTreeSet<ArrayId>) {
    let Some(mut elements) = kernel.body.pop() else { return };
    let origin = elements.origin;
    let [idle, left] = ["idle", "left"].map(|name| new_local(&mut kernel.locals, name, Type::U32));
    let progress = new_local(&mut kernel.locals, "progress", Type::Bool);
    let truth = |value| Expr::constant(Value::Bool(value));
    let declare = |name: &Expr, value| StmtKind::Let(local(name), value).from(origin);
    let assign = |name: &Expr, value| StmtKind::Assign(local(name), value).from(origin);
    for block in elements.blocks_mut() {
        note(block, flags, &assign(&progress, truth(true)));
    }
    let one_less = Expr::binary(BinaryOp::Sub, left.clone(), number(1));
    let sweep = vec![
        assign(&idle, idle.clone().plus_one()),
        assign(&left, one_less),
        declare(&progress, truth(false)),
        elements,
        StmtKind::If(progress, vec![assign(&idle, number(0))], vec![]).from(origin),
    ];
    let is_patient = Expr::binary(BinaryOp::Lt, idle.clone(), number(sweeps));
    let is_left = Expr::binary(BinaryOp::Gt, left.clone(), number(0));
    kernel.body.extend([
        declare(&idle, number(0)),
        declare(&left, number(sweeps * MOST)),
        StmtKind::While(Expr::binary(BinaryOp::And, is_patient, is_left), sweep).from(origin),
    ]);
}

/// Adds a statement after each statement that sets a flag.
fn note(block: &mut Block, flags: &BTreeSet<ArrayId>, noted: &Stmt) {
    for mut stmt in std::mem::take(block) {
        let sets = stmt.place().is_some_and(|place| flags.contains(&place.array));
        for inner in stmt.blocks_mut() {
            note(inner, flags, noted);
        }
        block.push(stmt);
        block.extend(sets.then(|| noted.clone()));
    }
}
