//! The purpose of a comparison, which decides where the store keeps its results and failures.

use igc_compiler::configuration::Configuration;
use igc_measure::comparison::Failure;

use super::Event;
use crate::error::StoreError;
use crate::store::{Session, Store};

/// The purpose of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Measures the times of runs.
    Times,
    /// Times the steps of extra runs of each configuration. These runs are not part of the timings.
    Steps,
}

impl Purpose {
    /// Writes that a cell has failed in a comparison of this purpose.
    pub fn fail(
        self,
        store: &mut Store,
        session: Session,
        cell: i64,
        failure: &Failure,
    ) -> Result<(), StoreError> {
        match self {
            Purpose::Times => store.note_failure(session, cell, failure),
            Purpose::Steps => store.note_step_failure(session, cell, failure),
        }
    }

    /// Returns the event for a configuration that has failed. `runs` is the number of runs that it
    /// lacked.
    pub fn failed<'a>(
        self,
        options: &'a Configuration,
        failure: &'a Failure,
        runs: usize,
    ) -> Event<'a> {
        match self {
            Purpose::Times => Event::Failed { options, failure, runs },
            Purpose::Steps => Event::NoSteps { options, failure },
        }
    }
}
