//! Remarks: what each optimisation did, and where and why it did not apply. `igc explain` shows
//! them.

use crate::configuration::Optimisation;
use crate::ir::{Origin, Stage};

/// Whether an optimisation was applied at one place of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The optimisation was applied.
    Applied,
    /// It was not applied.
    NotApplied,
}

/// A remark about one place of a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Remark {
    /// The optimisation.
    pub by: Optimisation,
    /// Whether the optimisation was applied.
    pub outcome: Outcome,
    /// The stage of the module that the pass rewrote. Targets that distribute work themselves start
    /// from the parallel stage.
    pub stage: Stage,
    /// Name of the kernel, or `main`.
    pub place: String,
    /// Where the statement stands in the source.
    pub origin: Origin,
    /// What the statement became, or why the optimisation does not apply, in one sentence without a
    /// full stop.
    pub message: String,
}

/// All remarks of a compilation, in the order in which passes made them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Remarks(pub Vec<Remark>);

impl Remarks {
    /// States the stage of the module that the pass rewrote which made the remarks from this number
    /// on.
    pub fn set_stage(&mut self, from: usize, stage: Stage) {
        self.0.iter_mut().skip(from).for_each(|remark| remark.stage = stage);
    }

    /// Adds a remark that an optimisation was applied, and what the statement became.
    pub fn applied(
        &mut self,
        by: impl Into<Optimisation>,
        place: &str,
        origin: Origin,
        message: impl Into<String>,
    ) {
        self.note((by.into(), Outcome::Applied), place, origin, message.into());
    }

    /// Adds a remark that an optimisation was not applied, and why.
    pub fn missed(
        &mut self,
        by: impl Into<Optimisation>,
        place: &str,
        origin: Origin,
        message: impl Into<String>,
    ) {
        self.note((by.into(), Outcome::NotApplied), place, origin, message.into());
    }

    /// Adds a remark, unless it is already there: passes copy statements, and the copies get no
    /// remarks of their own.
    fn note(
        &mut self,
        (by, outcome): (Optimisation, Outcome),
        place: &str,
        origin: Origin,
        message: String,
    ) {
        let stage = Stage::Parallel;
        let remark = Remark { by, outcome, stage, place: place.into(), origin, message };
        let same = |other: &Remark| *other == remark && other.origin.span == origin.span;
        if origin.span.is_none() || !self.0.iter().any(same) {
            self.0.push(remark);
        }
    }
}
