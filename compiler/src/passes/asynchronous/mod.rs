//! Asynchronous repetition (`async=8`, `async=64`): a work-item repeats iterations within
//! one launch, instead of leaving them to the next round.
//!
//! Each round of a loop of `main` has a launch or a grid barrier, and often few nodes change in a
//! round. The accesses of kernels are relaxed atomics of the whole device, so changes by other
//! work-items become visible without a barrier. There are three forms, each in its own module:
//!
//! | form | kernels | a work-item repeats |
//! | --- | --- | --- |
//! | `packets` | `async`, with items that are put back | the items that its iterations put back |
//! | `sweeps` | over all nodes or edges, in loops that compute fixed points | all of its nodes or edges |
//! | `kept` | over worklists, in such loops | an item that it would push |
//!
//! (Burtscher, Devale, Azimi, Jaiganesh and Powers, "A high-quality and fast maximal independent set
//! implementation for GPUs", TOPC 2018; Alabandi, Powers and Burtscher, "Increasing the parallelism
//! of graph coloring via shortcutting", PPoPP 2020; Hassaan, Burtscher and Pingali, "Ordered vs.
//! unordered: a comparison of parallelism and work-efficiency in irregular algorithms", PPoPP 2011,
//! on the order of the work.)
//!
//! # Why it is legal
//!
//! *Packets.* The word `async` before a kernel states that an iteration that puts its item back may
//! run again in the same launch, at the same time as the iterations of other items, and that several
//! `retry`s of one iteration count as one. This is what the pass does:
//!
//! * The items are those of the worklist or, in a [first round](super::peel), all nodes.
//! * Each item runs at least once. It runs again only after its previous run has ended and has put
//!   the item back. The same work-item runs it, so an item never runs twice at the same time, and the
//!   proofs of earlier passes about the iterations of the kernel stay valid.
//! * An item that is still put back after the last sweep is pushed, so no item is lost.
//! * Other pushes, and the items of the worklist themselves, stay as they are.
//!
//! *Sweeps and kept items.* The analysis [`fixpoint`] proves that the result of the loop does not
//! depend on how often and in which order iterations run. A node or edge is still visited by one
//! work-item only, and an item that is kept is processed as if the next round had processed it.
//!
//! Every launch ends, whatever the other work-items do, because the numbers of sweeps and of kept
//! items are bounded. The pass therefore assumes nothing about the progress of other workgroups.
//!
//! # Limits
//!
//! The loops inside the kernel are not distributed over other work-items: the pass suits nodes with
//! few edges. It does not change kernels that have another order of visits, virtual warps, or a
//! frontier.

mod kept;
mod packets;
mod sweeps;

use super::serialise::serialise_kernel;
use crate::configuration::{Choice, Configuration};
use crate::ir::build::add_local;
use crate::ir::fixpoint::{Direction, FixedPoint, fixed_points};
use crate::ir::*;
use crate::remarks::Remarks;

/// Lets the work-items of asynchronous kernels, and of kernels in loops that compute fixed points,
/// repeat iterations.
pub fn repeat_items(module: &mut Module, options: &Configuration, remarks: &mut Remarks) {
    let Some(sweeps) = options.repetition.map(|sweeps| sweeps as u32) else { return };
    let mut proofs = fixed_points(module);
    for id in (0..module.kernels.len() as u32).map(KernelId) {
        let kernel = &mut module.kernels[id.index()];
        let proof = proofs.remove(&id);
        let origin = kernel.body.last().map_or_else(Origin::default, |stmt| stmt.origin);
        let is_proven = matches!(proof, Some(Ok(_)));
        let repeated = kernel.asynchronous.map(|items| put_back(kernel, items, sweeps, is_proven));
        let outcome = match (repeated, proof) {
            (Some(Ok(effect)), _) => Ok(effect),
            (None, Some(Ok(proof))) if proof.state.is_empty() => continue,
            (_, Some(Ok(proof))) => Ok(repeat_proven(module, id, sweeps, &proof)),
            (Some(Err(reason)), _) => Err(reason.to_owned()),
            (None, Some(Err(reason))) => Err(format!("{UNPROVEN}: {reason}")),
            (None, None) => continue,
        };
        let Kernel { name, plan, .. } = &mut module.kernels[id.index()];
        match outcome {
            Ok(effect) => {
                plan.resident = true;
                remarks.applied(Choice::Repetition, name, origin, effect);
            }
            Err(reason) => remarks.missed(Choice::Repetition, name, origin, reason),
        }
    }
}

const UNPROVEN: &str = "there is no proof that its iterations may repeat within a launch";

/// Lets the work-items of an asynchronous kernel repeat the items that they put back on this
/// worklist. Returns a remark about the effect.
///
/// # Errors
///
/// Returns the reason why the kernel stays as it is.
fn put_back(
    kernel: &mut Kernel,
    worklist: WorklistId,
    sweeps: u32,
    is_proven: bool,
) -> Result<String, &'static str> {
    packets::repeat_put_back(kernel, worklist, sweeps)?;
    let warrant = match is_proven {
        true => "the compiler has proven that this is right",
        false => "the word `async` promises that this is right",
    };
    Ok(format!("a work-item repeats its items that are put back, without a new round; {warrant}"))
}

/// Lets the work-items of a kernel in a loop that computes a fixed point repeat their iterations.
/// Returns a remark about the effect.
fn repeat_proven(module: &mut Module, id: KernelId, most: u32, proof: &FixedPoint) -> String {
    let movement = |(id, direction): &(ArrayId, Direction)| {
        let verb = match direction {
            Direction::Rises => "rises",
            Direction::Falls => "falls",
        };
        format!("`{}` only {verb}", module.arrays[id.index()].name)
    };
    let movements: Vec<String> = proof.state.iter().map(movement).collect();
    let kernel = &mut module.kernels[id.index()];
    serialise_kernel(kernel);
    let effect = match proof.worklist {
        Some(worklist) => {
            kept::keep(kernel, worklist, most);
            "a work-item processes items that it pushes, without a new round"
        }
        None => {
            sweeps::sweep(module, id, most, proof);
            "a work-item repeats its nodes or edges, without a new round"
        }
    };
    let movements = movements.join(" and ");
    format!("{effect}; the compiler has proven that the loop has the same result: {movements}")
}

fn new_local(locals: &mut Locals, name: &str, ty: Type) -> Expr {
    Expr::local(add_local(locals, name, ty), ty)
}

fn local(expr: &Expr) -> LocalId {
    expr.local_read().expect("the expression reads a local")
}

fn number(value: u32) -> Expr {
    Expr::constant(Value::U32(value))
}
