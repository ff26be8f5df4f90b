//! Finds the loops of `main` that compute a least fixed point, so that their kernels may repeat
//! iterations at will.
//!
//! In a loop such as `iterate { changed = false; relax(); } while changed`, the values of `dist`
//! only fall, and each new value is a monotone function of values that only fall. Such a loop ends
//! with the same result in whatever order, how often and with however old values the iterations run.
//! The pass [`async`](crate::passes::asynchronous) uses this freedom: a work-item repeats its iterations
//! within one launch.
//!
//! # What is proven
//!
//! The *state* of a loop is the set of arrays to which its kernels only offer values: with
//! `atomic min` and `and` they fall, with `max` and `or` they rise. A later value of an element is
//! *further* than an earlier one. Integers are ordered as numbers or, for `and` and `or`, as sets of
//! bits. For each kernel, the analysis proves:
//!
//! 1. **Each offer is monotone.** The element of an offer does not depend on state. Its value is
//!    built from state and fixed values by operations that give a further result for further
//!    operands ([`Values`](values::Values)). An addition must saturate, or a condition must exclude
//!    that it wraps around. A condition around the offer is fixed, or it continues to hold as the
//!    state moves, or it holds whenever the offer would change the element.
//! 2. **Each change is announced.** If an offer changes an element, the iteration sets a flag that
//!    ends the loop only if it is not set, or pushes the node or edge whose element it changed.
//! 3. **Nothing else happens.** The kernels write no other memory, and `main` only launches the
//!    kernels and resets the flags before the first launch of a round.
//!
//! # Why the result is unique
//!
//! Let `F(s)` be what all iterations offer if they read state `s`, combined with `s`. By 1, `F` is
//! monotone, and the state has finitely many values, so there is a least fixed point `t` of `F` that
//! is not before the initial state (Tarski's theorem; Cousot, "Asynchronous iterative methods for
//! solving a fixed point system of monotone equations in a complete lattice", 1977, calls the
//! following a chaotic iteration).
//!
//! * *No run goes past `t`.* Each value that is read, however old, is not further than `t`, if this
//!   holds for all earlier offers. Then by 1 the offered value is not further than `F(t) = t`.
//! * *No run ends before `t`.* In the last round, no flag was set, so by 2 nothing changed and all
//!   iterations read the same state `s`. By 1, an offer that a condition prevented would have
//!   changed nothing. So `F(s) = s`, and `t` is not further than `s`.
//!
//! In a loop over a worklist, an iteration reads state only at its item. An item is on the worklist
//! if it is in the seed, or if its element has changed: only then may the kernel push it. So `F`
//! offers what the items of the seed and the changed items offer, which is monotone, too. By 2, the
//! last visit of each of them reads its final value, so that again `F(s) = s` at the end.
//!
//! None of this mentions how often an iteration runs within a round, in which order, or by which
//! work-item. An iteration may therefore run any number of times in a launch, and an item that it
//! pushes may run in the same launch. The number of rounds does change, so a loop in which anything
//! depends on this number is not recognised.
//!
//! # Limits
//!
//! Floats are not recognised, because comparisons with NaN are not monotone. Loops inside of an
//! iteration must have bounds that do not depend on state, and no `break` or `continue`. An offer
//! to an element whose index is state (as in pointer jumping) is not recognised.

mod body;
mod conditions;
mod flatten;
mod loops;
mod offers;
mod trend;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use super::uses::uses;
use super::visit::walk_stmts;
use super::*;
use body::Proof;
use loops::Loop;
pub use trend::Direction;
use trend::IntegerOrder;

/// The direction of each array of the state of a loop, and the order of its values.
type State = BTreeMap<ArrayId, (Direction, IntegerOrder)>;

/// What the proof says about a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedPoint {
    /// The arrays of the state that the kernel changes.
    pub state: Vec<(ArrayId, Direction)>,
    /// The worklist over whose items the kernel loops, or `None` if it loops over all nodes or
    /// edges.
    pub worklist: Option<WorklistId>,
    /// The flags that the kernel sets if it changes the state, if it loops over all nodes or edges.
    pub flags: BTreeSet<ArrayId>,
    /// The only array of the state that an iteration over nodes or edges reads, if it reads it only
    /// at its own element, and if a round launches the kernel once. Then an iteration offers nothing
    /// new until this element has changed.
    pub own: Option<ArrayId>,
}

/// Returns, for each kernel of a distributed module that a loop of `main` launches, what the proof
/// says, or why there is none, in the words of a remark.
pub fn fixed_points(module: &Module) -> BTreeMap<KernelId, Result<FixedPoint, String>> {
    let mut found: BTreeMap<KernelId, Result<FixedPoint, String>> = BTreeMap::new();
    for (kernels, candidate) in loops::of_main(module) {
        let proven = candidate
            .and_then(|candidate| prove(module, &candidate).map(|state| (candidate, state)));
        for id in kernels {
            let own = match &proven {
                Ok((candidate, proven)) => Ok(of_kernel(module, id, candidate, proven)),
                Err(reason) => Err(reason.clone()),
            };
            // Every loop that launches the kernel must be a fixed point.
            let is_refused = found.get(&id).is_some_and(Result::is_err);
            if !is_refused {
                found.insert(id, own);
            }
        }
    }
    found
}

fn of_kernel(module: &Module, id: KernelId, candidate: &Loop, proven: &Proven) -> FixedPoint {
    let kernel = &module.kernels[id.index()];
    let Proven { state, written } = proven;
    let changed = uses(module, kernel).written().into_iter();
    let changed = changed.filter_map(|id| Some((id, state.get(&id)?.0))).collect();
    let proof = Proof { module, candidate, state, written };
    let visits_once = candidate.worklist.is_none() && !candidate.several.contains(&id);
    let own = if visits_once { proof.own_array(kernel) } else { None };
    FixedPoint { state: changed, worklist: candidate.worklist, flags: candidate.flags.clone(), own }
}

/// What is known about a loop that computes a fixed point.
struct Proven {
    state: State,
    /// The arrays that its kernels write.
    written: BTreeSet<ArrayId>,
}

/// Proves that a loop computes a least fixed point. Returns what is known about it.
///
/// # Errors
///
/// Returns the reason why there is no proof.
fn prove(module: &Module, candidate: &Loop) -> Result<Proven, String> {
    let kernels = || candidate.kernels.iter().map(|id| &module.kernels[id.index()]);
    let mut state = State::new();
    let mut written = BTreeSet::new();
    for kernel in kernels() {
        written.extend(uses(module, kernel).written());
        find_state(module, kernel, &candidate.flags, &mut state)?;
    }
    for kernel in kernels() {
        Proof { module, candidate, state: &state, written: &written }.of(kernel, false)?;
    }
    Ok(Proven { state, written })
}

/// Adds the arrays to which a kernel offers values.
fn find_state(
    module: &Module,
    kernel: &Kernel,
    flags: &BTreeSet<ArrayId>,
    state: &mut State,
) -> Result<(), String> {
    let mut reason = None;
    walk_stmts(&kernel.body, &mut |stmt| {
        let Some(place) = stmt.place().filter(|place| !flags.contains(&place.array)) else {
            return;
        };
        let Array { name, ty, .. } = &module.arrays[place.array.index()];
        let movement = match &stmt.kind {
            _ if ty.is_float() => Err(format!("`{name}` has floats, which may be NaN")),
            StmtKind::Atomic { op, .. } => trend::of_atomic(*op)
                .ok_or_else(|| format!("`{name}` may both rise and fall: {}", changed_by(*op))),
            _ => trend::of_store(kernel, stmt)
                .ok_or_else(|| format!("a store to `{name}` may make it rise or fall")),
        };
        match movement {
            Ok(movement) if *state.entry(place.array).or_insert(movement) == movement => {}
            Ok(_) => reason = Some(format!("`{name}` both rises and falls")),
            Err(other) => reason = Some(other),
        }
    });
    reason.map_or(Ok(()), Err)
}

fn changed_by(op: AtomicOp) -> &'static str {
    match op {
        AtomicOp::Add => "a kernel adds to it",
        AtomicOp::Xor => "a kernel flips its bits",
        _ => "a kernel replaces it",
    }
}
