//! What the optimisations did where, and why not elsewhere: what `igc explain` shows.

use crate::ir::Origin;
use crate::options::Flag;

/// What came of an optimisation at one place of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was applied.
    Applied,
    /// It does not apply there.
    NotApplied,
}

/// A remark on one place.
#[derive(Debug, Clone, PartialEq)]
pub struct Remark {
    /// The optimisation.
    pub flag: Flag,
    /// Whether it was applied.
    pub outcome: Outcome,
    /// The kernel, or `main`.
    pub place: String,
    /// The statement.
    pub origin: Origin,
    /// What the statement became, or why it stayed, in one sentence without a full stop.
    pub message: String,
}

/// All remarks of a compilation, in the order in which they were made.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Remarks(pub Vec<Remark>);

impl Remarks {
    /// Notes that an optimisation was applied, and what became of the statement.
    pub fn applied(&mut self, flag: Flag, place: &str, origin: Origin, message: impl Into<String>) {
        self.note(flag, Outcome::Applied, place, origin, message.into());
    }

    /// Notes that an optimisation does not apply, and why.
    pub fn missed(&mut self, flag: Flag, place: &str, origin: Origin, message: impl Into<String>) {
        self.note(flag, Outcome::NotApplied, place, origin, message.into());
    }

    /// Passes copy statements; what is said of one is not repeated of its copies.
    fn note(&mut self, flag: Flag, outcome: Outcome, place: &str, origin: Origin, message: String) {
        let remark = Remark { flag, outcome, place: place.into(), origin, message };
        let same = |other: &Remark| *other == remark && other.origin.span == origin.span;
        if origin.span.is_none() || !self.0.iter().any(same) {
            self.0.push(remark);
        }
    }
}
