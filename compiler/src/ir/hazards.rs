//! Determines which memory the statements of an [outlined loop](OutlinedLoop) access, and which
//! statements need a grid barrier between them.
//!
//! Only grid barriers synchronise the workgroups of an outlined loop. Between two grid barriers, a
//! statement may still run in one workgroup while a later statement already runs in another. This
//! is correct only if neither statement writes a [`Location`] that the other one accesses.
//! [`Pending`] is the set of accesses since the last grid barrier.
//! [`oitergb`](crate::passes::oitergb) uses this model to place barriers, and the verifier uses it
//! to check them.
//!
//! # Why all work-items take the same path
//!
//! Each work-item has its own copy of the locals of an outlined loop. The copies are equal at the
//! start. They are assigned from locals, from parameters, and from memory that no work-item writes
//! while another may still read it. The copies therefore stay equal, every condition has the same
//! value for all work-items, and control flow is uniform at each barrier.
//!
//! # Worklists
//!
//! A worklist has three sizes, which are used in rotation (`stdlib/device/worklist.cl`). This
//! module numbers them relative to the front buffer: size 0 is that of the front buffer, size 1 is
//! that of the back buffer, and size 2 is a spare. Items 0 are those of the front buffer, and items
//! 1 are those of the back buffer. A swap of the buffers renames the memory of earlier accesses
//! ([`Effect`]). A call that reads a worklist comes after a swap, and accesses the following
//! memory:
//!
//! | name after the swap | name before the swap | access by the call |
//! | --- | --- | --- |
//! | size 0, items 0 | size 1, items 1 | read |
//! | size 1, items 1 | size 2, items 0 | pushed to, if the kernel pushes |
//! | size 2 | size 0 | cleared |
//!
//! The expression `@waiting(w)` reads size 1. After a swap of `w`, this is size 0, which a call
//! that reads `w` only reads. There is no conflict, so no barrier is needed between `@waiting(w)`
//! and the call. If a loop `while (@waiting(w) > 0)` contains one call that reads `w` and pushes to
//! it, the loop needs one barrier per round: between the pushes and the next `@waiting(w)`.
//!
//! The third size makes this possible. While a slow workgroup still evaluates `@waiting(w)`, a fast
//! workgroup may already run the call of the same round. The call clears one of the other two sizes
//! and increases the other. With only two sizes, it would change the size that the slow workgroup
//! reads.

// A new statement or choice must be considered here.
#![deny(clippy::wildcard_enum_match_arm)]

use std::collections::BTreeSet;

use super::uses::uses;
use super::*;

/// Memory that two statements may both access. The arrays of the graph are not included, because
/// they are never written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// An array, by its current name.
    Array(ArrayId),
    /// A size of a worklist: of the front buffer (0), of the back buffer (1), or the spare one (2).
    Size(WorklistId, u8),
    /// The items of a worklist: in the front buffer (0) or in the back buffer (1).
    Items(WorklistId, u8),
}

/// A kind of access to a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// A read.
    Read,
    /// A write.
    Write,
    /// The addition of items by atomics. Two pushes do not conflict.
    Push,
}

/// An access to a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touch {
    /// The location.
    pub location: Location,
    /// The kind of access.
    pub act: Act,
    /// Whether only the first work-item accesses the location. Two such accesses do not conflict,
    /// because one work-item executes its statements in order.
    pub alone: bool,
}

impl Touch {
    fn all(location: Location, act: Act) -> Touch {
        Touch { location, act, alone: false }
    }

    /// Whether the two accesses need a barrier between them.
    pub fn conflicts(&self, other: &Touch) -> bool {
        let harmless =
            self.act == other.act && self.act != Act::Write || (self.alone && other.alone);
        self.location == other.location && !harmless
    }
}

/// A swap, after which names stand for other memory. All work-items execute the swap alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Renaming {
    Buffers(WorklistId),
    Arrays(ArrayId, ArrayId),
    Worklists(WorklistId, WorklistId),
}

/// The effect of a statement that contains no other statements. The statement evaluates
/// expressions, then renames locations, and then accesses memory.
#[derive(Debug, Clone, Default)]
pub struct Effect {
    evaluates: Vec<Touch>,
    renames: Vec<Renaming>,
    acts: Vec<Touch>,
}

/// Two accesses that need a barrier between them and have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    /// The earlier access.
    pub before: Touch,
    /// The later access.
    pub after: Touch,
}

/// The accesses that may have happened since the last grid barrier, on any path to this point.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pending(BTreeSet<Touch>);

impl Pending {
    /// Adds accesses.
    ///
    /// # Errors
    ///
    /// Returns the first conflict with a pending access. In this case, nothing is added.
    pub fn touch(&mut self, touches: &[Touch]) -> Result<(), Conflict> {
        for after in touches {
            if let Some(before) = self.0.iter().find(|before| before.conflicts(after)) {
                return Err(Conflict { before: *before, after: *after });
            }
        }
        self.0.extend(touches);
        Ok(())
    }

    /// Adds the accesses of a statement.
    ///
    /// # Errors
    ///
    /// Returns a conflict with a pending access, or a conflict of the statement with itself: a fast
    /// work-item may change memory that a slow one has not read yet. In this case, nothing is
    /// added.
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

    /// Adds the accesses that are pending on another path to the same point. Returns whether this
    /// adds any.
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

/// Returns `b` for `a`, `a` for `b`, and `x` otherwise.
fn exchanged<T: PartialEq>(x: T, a: T, b: T) -> T {
    if x == a {
        b
    } else if x == b {
        a
    } else {
        x
    }
}

/// Returns the memory that every work-item reads to evaluate expressions.
pub fn evaluated<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<Touch> {
    let mut touches = vec![];
    for expr in exprs {
        expr.walk(&mut |e| match &e.kind {
            ExprKind::Load(place) => {
                touches.push(Touch::all(Location::Array(place.array), Act::Read));
            }
            ExprKind::Waiting(w) => touches.push(Touch::all(Location::Size(*w, 1), Act::Read)),
            ExprKind::Const(_)
            | ExprKind::Local(_)
            | ExprKind::Element(_)
            | ExprKind::Param(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Select(..)
            | ExprKind::Graph(..)
            | ExprKind::NodeCount
            | ExprKind::EdgeCount
            | ExprKind::Length(_)
            | ExprKind::WorklistSize(_)
            | ExprKind::WorklistItem(..)
            | ExprKind::At(_)
            | ExprKind::Shared(..)
            | ExprKind::Search(..) => {}
        });
    }
    touches
}

/// Returns the effect of a statement, without the effects of the statements inside it.
pub fn effect(module: &Module, stmt: &OutlinedStmt) -> Effect {
    match stmt {
        OutlinedStmt::Act(action) => act(action),
        OutlinedStmt::SwapBuffers(w) => renaming(Renaming::Buffers(*w)),
        OutlinedStmt::Call { kernel, .. } => {
            let acts = call(module, &module.kernels[kernel.index()]);
            Effect { evaluates: evaluated(stmt.exprs()), acts, ..Effect::default() }
        }
        OutlinedStmt::Barrier(_)
        | OutlinedStmt::If(..)
        | OutlinedStmt::While { .. }
        | OutlinedStmt::For { .. }
        | OutlinedStmt::Iterate { .. }
        | OutlinedStmt::Once(_)
        | OutlinedStmt::Single { .. }
        | OutlinedStmt::Scope(_)
        | OutlinedStmt::Break
        | OutlinedStmt::Continue
        | OutlinedStmt::PathStart
        | OutlinedStmt::PathEnd => {
            Effect { evaluates: evaluated(stmt.exprs()), ..Effect::default() }
        }
    }
}

impl Effect {
    /// Adds swaps of the buffers of worklists. The swaps happen after the expressions are
    /// evaluated, and before the accesses to memory.
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
        // Only the first work-item evaluates the index and the value.
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
        // The first work-item clears the spare size, in case that no kernel reads the items.
        Action::Take(w) => Effect {
            acts: vec![alone(Location::Size(*w, 2), Act::Write)],
            ..renaming(Renaming::Buffers(*w))
        },
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

/// Returns the accesses of a called kernel. The names are those after the buffer swaps that precede
/// the call.
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
