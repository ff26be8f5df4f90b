//! What the statements of an [outlined loop](OutlinedLoop) touch, and which of them may not run at the
//! same time.
//!
//! Every work-item goes through an outlined loop at its own pace; only grid barriers hold it back. So
//! a statement may still run in one workgroup when another has begun elsewhere. The two are right only if
//! no [`Location`] that one of them writes is touched by the other. Between two grid barriers this must hold
//! for all statements that can run: [`Pending`] is what has been touched since the last one. This file is
//! the model. [`oitergb`](crate::passes::oitergb) places barriers by it, and the verifier checks them.
//!
//! # Why all work-items take the same path
//!
//! The locals of an outlined loop are each work-item's own. They start equal and are assigned from locals,
//! from parameters, and from memory that no work-item writes while another may still read it. So they stay
//! equal, and every condition is the same for all work-items. That makes a barrier below it uniform.
//!
//! # Worklists
//!
//! The three sizes of a worklist are used in rotation (`stdlib/opencl/worklist.cl`). They are named by how
//! far they are from the front: size 0 is the front buffer's, 1 the back buffer's, 2 is spare; items
//! 0 are in the front buffer, 1 in the back buffer. When the buffers are swapped, what was touched before
//! keeps its memory and gets a new name ([`Effect`]). A call that reads a worklist comes after a
//! swap, and then touches
//!
//! | after the swap | before it | by the call |
//! | --- | --- | --- |
//! | size 0, items 0 | size 1, items 1 | reads |
//! | size 1, items 1 | size 2, items 0 | pushes, if it pushes |
//! | size 2 | size 0 | clears |
//!
//! `@waiting(w)` reads size 1. If a swap of `w` and a call that reads it follow, that is the call's size 0,
//! which it reads, too: no conflict, and no barrier between them. So a loop `while (@waiting(w) > 0)` with a
//! call that reads `w` and pushes to it needs one barrier a round, between the pushes and the next
//! `@waiting(w)`. A slow workgroup that still asks how many items wait runs beside, at most, the call of a
//! fast one in the same round, which clears the size before it and adds to the size after it. Without a
//! third size, that call would clear or raise what the slow one reads.

use std::collections::BTreeSet;

use super::uses::uses;
use super::*;

/// Memory that conflicts are about. The graph's own arrays are never written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// An array, by its present name.
    Array(ArrayId),
    /// A size of a worklist: of its front buffer (0), of its back buffer (1), or the spare one (2).
    Size(WorklistId, u8),
    /// The items of a worklist: in the front buffer (0) or in the back buffer (1).
    Items(WorklistId, u8),
}

/// What is done to a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// It is read.
    Read,
    /// It is written.
    Write,
    /// Items are added by atomics, beside which others may add theirs.
    Push,
}

/// Who does what to a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touch {
    /// What is touched.
    pub location: Location,
    /// How.
    pub act: Act,
    /// Whether the first work-item alone does it, whose own statements are in order.
    pub alone: bool,
}

impl Touch {
    fn all(location: Location, act: Act) -> Touch {
        Touch { location, act, alone: false }
    }

    /// Whether the two need a barrier between them.
    pub fn conflicts(&self, other: &Touch) -> bool {
        let harmless =
            self.act == other.act && self.act != Act::Write || (self.alone && other.alone);
        self.location == other.location && !harmless
    }
}

/// How a statement changes what names stand for, in all work-items alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Renaming {
    Buffers(WorklistId),
    Arrays(ArrayId, ArrayId),
    Worklists(WorklistId, WorklistId),
}

/// What a statement without statements inside does: it evaluates expressions, renames locations, and then
/// acts on memory.
#[derive(Debug, Clone, Default)]
pub struct Effect {
    evaluates: Vec<Touch>,
    renames: Vec<Renaming>,
    acts: Vec<Touch>,
}

/// Two touches with no barrier between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    /// The earlier one.
    pub before: Touch,
    /// The later one.
    pub after: Touch,
}

/// What may have been touched since the last grid barrier, on any way here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pending(BTreeSet<Touch>);

impl Pending {
    /// Adds what happens next.
    ///
    /// # Errors
    ///
    /// A conflict with what is pending; nothing is added then.
    pub fn touch(&mut self, touches: &[Touch]) -> Result<(), Conflict> {
        for after in touches {
            if let Some(before) = self.0.iter().find(|before| before.conflicts(after)) {
                return Err(Conflict { before: *before, after: *after });
            }
        }
        self.0.extend(touches);
        Ok(())
    }

    /// Adds a statement.
    ///
    /// # Errors
    ///
    /// A conflict with what is pending, or within the statement, where a fast work-item changes what a
    /// slow one has yet to evaluate. Nothing is added then.
    pub fn run(&mut self, effect: &Effect) -> Result<(), Conflict> {
        let mut next = self.clone();
        next.touch(&effect.evaluates)?;
        for renaming in &effect.renames {
            next.rename(*renaming);
        }
        next.touch(&effect.acts)?;
        *self = next;
        Ok(())
    }

    /// Adds what is pending on another way to the same place; whether that was more.
    pub fn join(&mut self, other: &Pending) -> bool {
        let before = self.0.len();
        self.0.extend(&other.0);
        self.0.len() > before
    }

    fn rename(&mut self, renaming: Renaming) {
        let renamed = |location| match (renaming, location) {
            (Renaming::Buffers(w), Location::Size(of, at)) if of == w => {
                Location::Size(w, (at + 2) % 3)
            }
            (Renaming::Buffers(w), Location::Items(of, at)) if of == w => {
                Location::Items(w, 1 - at)
            }
            (Renaming::Arrays(a, b), Location::Array(x)) => Location::Array(exchanged(x, a, b)),
            (Renaming::Worklists(a, b), Location::Size(of, at)) => {
                Location::Size(exchanged(of, a, b), at)
            }
            (Renaming::Worklists(a, b), Location::Items(of, at)) => {
                Location::Items(exchanged(of, a, b), at)
            }
            (_, location) => location,
        };
        let touches = std::mem::take(&mut self.0);
        self.0 = touches
            .into_iter()
            .map(|touch| Touch { location: renamed(touch.location), ..touch })
            .collect();
    }
}

/// The other of two that change places; anything else is itself.
fn exchanged<T: PartialEq>(x: T, a: T, b: T) -> T {
    if x == a {
        b
    } else if x == b {
        a
    } else {
        x
    }
}

/// What every work-item reads to evaluate expressions.
pub fn evaluated<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<Touch> {
    let mut touches = vec![];
    for expr in exprs {
        expr.walk(&mut |e| match &e.kind {
            ExprKind::Load(place) => {
                touches.push(Touch::all(Location::Array(place.array), Act::Read));
            }
            ExprKind::Waiting(w) => touches.push(Touch::all(Location::Size(*w, 1), Act::Read)),
            _ => {}
        });
    }
    touches
}

/// What a statement does itself, apart from statements inside.
pub fn effect(module: &Module, stmt: &OutlinedStmt) -> Effect {
    match stmt {
        OutlinedStmt::Act(action) => act(action),
        OutlinedStmt::SwapBuffers(w) => renaming(Renaming::Buffers(*w)),
        OutlinedStmt::Call { kernel, .. } => {
            let acts = call(module, &module.kernels[kernel.index()]);
            Effect { evaluates: evaluated(stmt.exprs()), acts, ..Effect::default() }
        }
        _ => Effect { evaluates: evaluated(stmt.exprs()), ..Effect::default() },
    }
}

impl Effect {
    /// The effect of the statement together with swaps of these worklists' buffers, which come after its
    /// expressions and before the rest of it.
    pub fn with_swaps(mut self, worklists: impl IntoIterator<Item = WorklistId>) -> Effect {
        self.renames.extend(worklists.into_iter().map(Renaming::Buffers));
        self
    }
}

fn renaming(renaming: Renaming) -> Effect {
    Effect { renames: vec![renaming], ..Effect::default() }
}

fn act(action: &Action) -> Effect {
    let evaluates = evaluated(action.exprs());
    let alone = |location, act| Touch { location, act, alone: true };
    match action {
        // The first work-item evaluates what it stores; the others evaluate nothing.
        Action::Store(place, _) => {
            let mut acts: Vec<Touch> =
                evaluates.into_iter().map(|touch| Touch { alone: true, ..touch }).collect();
            acts.push(alone(Location::Array(place.array), Act::Write));
            Effect { acts, ..Effect::default() }
        }
        Action::Fill(array, _) => {
            let acts = vec![Touch::all(Location::Array(*array), Act::Write)];
            Effect { evaluates, acts, ..Effect::default() }
        }
        Action::Swap(a, b) => renaming(Renaming::Arrays(*a, *b)),
        Action::SwapWorklists(a, b) => renaming(Renaming::Worklists(*a, *b)),
        Action::Clear(w) => {
            let acts = (0..3).map(|at| alone(Location::Size(*w, at), Act::Write)).collect();
            Effect { evaluates, acts, ..Effect::default() }
        }
        Action::Seed(w, seed) => {
            let mut acts: Vec<Touch> =
                (0..3).map(|at| alone(Location::Size(*w, at), Act::Write)).collect();
            acts.push(Touch {
                location: Location::Items(*w, 1),
                act: Act::Write,
                alone: matches!(seed, Seed::Items(_)),
            });
            Effect { evaluates, acts, ..Effect::default() }
        }
        Action::Let(..) | Action::Assign(..) => Effect { evaluates, ..Effect::default() },
    }
}

/// What a call of a kernel touches, after the swaps that come before it.
fn call(module: &Module, kernel: &Kernel) -> Vec<Touch> {
    let mut acts = vec![];
    let mut act = |location, act| acts.push(Touch::all(location, act));
    let uses = uses(module, kernel);
    for (array, written) in uses.arrays {
        act(Location::Array(array), if written { Act::Write } else { Act::Read });
    }
    for (w, used) in uses.worklists {
        if used.reads {
            act(Location::Size(w, 0), Act::Read);
            act(Location::Items(w, 0), Act::Read);
            act(Location::Size(w, 2), Act::Write);
        }
        if used.pushes {
            act(Location::Size(w, 1), Act::Push);
            act(Location::Items(w, 1), Act::Push);
        }
    }
    acts
}
