//! What the statements of an [outlined](HostStmt::Outline) loop touch, and which of them may not run at
//! the same time.
//!
//! Every work-item goes through an outlined loop at its own pace; only grid barriers hold it back. So
//! a statement may still run somewhere when another has begun elsewhere, and the two are right only if
//! no [`Location`] that the one writes is touched by the other. Between two grid barriers that must hold
//! for all that can run: [`Pending`] is what has been touched since the last one. This file is the
//! model; [`oitergb`](crate::passes::oitergb) places barriers by it, and the verifier checks them.
//!
//! # Why all work-items go the same way
//!
//! The locals of `main` are each work-item's own. They start equal and are assigned from locals, from
//! parameters, and from memory that nobody writes while anybody may still read it; so they stay equal,
//! and every condition is the same for all. That makes a barrier under it uniform.
//!
//! # Worklists
//!
//! The three sizes of a worklist take turns (`stdlib/opencl/worklist.cl`), and so do its two sides. They
//! are named by how far they are from the front: size 0 is the front's, 1 the back's, 2 is spare; items
//! 0 are in front, 1 in the back. When the sides turn, each is one nearer to the front, and what was
//! touched before keeps its memory and gets a new name ([`Pending::turn`]). A call that reads a
//! worklist turns it first, and then touches
//!
//! | after the turn | before it | by the call |
//! | --- | --- | --- |
//! | size 0, items 0 | size 1, items 1 | reads |
//! | size 1, items 1 | size 2, items 0 | pushes, if it pushes |
//! | size 2 | size 0 | clears |
//!
//! `@waiting(w)` reads size 1. If a call that turns `w` follows, that is its size 0, which it reads, too:
//! no conflict, and no barrier between them. So `pipe w { launch k() }`, where `k` reads and pushes
//! `w`, needs one barrier a round, between the pushes and the next `@waiting(w)`: a slow workgroup that
//! still asks how many items wait meets, at most, the call of a fast one in the same round, which clears
//! the size before it and adds to the size behind it. Without a third size, that call would clear or
//! raise what the slow one reads.

use std::collections::BTreeSet;

use super::uses::uses;
use super::*;

/// Memory that conflicts are about. The graph's own arrays are never written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// An array, by its present name.
    Array(ArrayId),
    /// A size of a worklist: that of its front (0), of its back (1), or the spare one (2).
    Size(WorklistId, u8),
    /// The items of a worklist: in front (0) or in the back (1).
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
    Turn(WorklistId),
    Arrays(ArrayId, ArrayId),
    Worklists(WorklistId, WorklistId),
}

/// What a statement without statements inside does: it evaluates, changes names, and then acts.
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
    /// A conflict with what is pending, or within the statement: what every work-item evaluates, a
    /// faster one already changes. Nothing is added then.
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
            (Renaming::Turn(w), Location::Size(of, at)) if of == w => {
                Location::Size(w, (at + 2) % 3)
            }
            (Renaming::Turn(w), Location::Items(of, at)) if of == w => Location::Items(w, 1 - at),
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

/// What every work-item reads before each round of a pipe: how many items wait.
pub fn pipe_condition(worklist: WorklistId) -> Vec<Touch> {
    vec![Touch::all(Location::Size(worklist, 1), Act::Read)]
}

/// What a statement does itself, apart from statements inside.
pub fn effect(module: &Module, stmt: &HostStmt) -> Effect {
    let evaluates = evaluated(stmt.exprs());
    let alone = |location, act| Touch { location, act, alone: true };
    match stmt {
        // The first work-item evaluates what it stores, and nobody else.
        HostStmt::Act(Action::Store(place, _)) => {
            let mut acts: Vec<Touch> =
                evaluates.into_iter().map(|touch| Touch { alone: true, ..touch }).collect();
            acts.push(alone(Location::Array(place.array), Act::Write));
            Effect { acts, ..Effect::default() }
        }
        HostStmt::Act(Action::Fill(array, _)) => {
            let acts = vec![Touch::all(Location::Array(*array), Act::Write)];
            Effect { evaluates, acts, ..Effect::default() }
        }
        HostStmt::Act(Action::Swap(a, b)) => {
            Effect { renames: vec![Renaming::Arrays(*a, *b)], ..Effect::default() }
        }
        HostStmt::Act(Action::SwapWorklists(a, b)) => {
            Effect { renames: vec![Renaming::Worklists(*a, *b)], ..Effect::default() }
        }
        HostStmt::Act(Action::Clear(w)) => {
            let acts = (0..3).map(|at| alone(Location::Size(*w, at), Act::Write)).collect();
            Effect { evaluates, acts, ..Effect::default() }
        }
        HostStmt::Act(Action::Seed(w, seed)) => {
            let mut acts: Vec<Touch> =
                (0..3).map(|at| alone(Location::Size(*w, at), Act::Write)).collect();
            acts.push(Touch {
                location: Location::Items(*w, 1),
                act: Act::Write,
                alone: matches!(seed, Seed::Items(_)),
            });
            Effect { evaluates, acts, ..Effect::default() }
        }
        HostStmt::Launch(kernel, _) => {
            let mut effect = call(module, &module.kernels[kernel.index()]);
            effect.evaluates = evaluates;
            effect
        }
        _ => Effect { evaluates, ..Effect::default() },
    }
}

fn call(module: &Module, kernel: &Kernel) -> Effect {
    let (mut acts, mut renames) = (vec![], vec![]);
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
            renames.push(Renaming::Turn(w));
        }
        if used.pushes {
            act(Location::Size(w, 1), Act::Push);
            act(Location::Items(w, 1), Act::Push);
        }
    }
    Effect { evaluates: vec![], renames, acts }
}
