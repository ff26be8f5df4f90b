//! Remarks: what the optimisations changed, and why they did not apply elsewhere. `igc explain`
//! shows them.

use super::Flag;
use crate::ir::Origin;

/// The outcome of an optimisation at one place of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The optimisation was applied.
    Applied,
    /// The optimisation does not apply here.
    NotApplied,
}

/// A remark on one place of a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Remark {
    /// The optimisation.
    pub flag: Flag,
    /// Whether the optimisation was applied.
    pub outcome: Outcome,
    /// Name of the kernel, or `main`.
    pub place: String,
    /// Origin of the statement.
    pub origin: Origin,
    /// The result or the reason, in one sentence without a full stop.
    pub message: String,
}

/// All remarks of a compilation, in the order in which the passes emitted them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Remarks(pub Vec<Remark>);

impl Remarks {
    /// Adds a remark that an optimisation was applied. `message` describes the result.
    pub fn applied(&mut self, flag: Flag, place: &str, origin: Origin, message: impl Into<String>) {
        self.note(flag, Outcome::Applied, place, origin, message.into());
    }

    /// Adds a remark that an optimisation does not apply. `message` states the reason.
    pub fn missed(&mut self, flag: Flag, place: &str, origin: Origin, message: impl Into<String>) {
        self.note(flag, Outcome::NotApplied, place, origin, message.into());
    }

    /// Adds a remark, unless the same remark exists for a copy of the statement.
    fn note(&mut self, flag: Flag, outcome: Outcome, place: &str, origin: Origin, message: String) {
        let remark = Remark { flag, outcome, place: place.into(), origin, message };
        let same = |other: &Remark| *other == remark && other.origin.span == origin.span;
        if origin.span.is_none() || !self.0.iter().any(same) {
            self.0.push(remark);
        }
    }
}
