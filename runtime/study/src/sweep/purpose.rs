//! What a comparison is made for: its results and failures go to different places of the store.

use igc_compiler::options::Options;
use igc_runtime::bench::Failure;

use super::Event;
use crate::error::StoreError;
use crate::store::{Session, Store};

/// What a comparison is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Times of runs.
    Times,
    /// The steps of one run each, which is no run whose time counts.
    Steps,
}

impl Purpose {
    /// Notes that a cell has failed at it.
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

    /// What is told of a configuration that has failed at it and lacked so many runs.
    pub fn failed<'a>(self, options: &'a Options, failure: &'a Failure, runs: usize) -> Event<'a> {
        match self {
            Purpose::Times => Event::Failed { options, failure, runs },
            Purpose::Steps => Event::NoSteps { options, failure },
        }
    }
}
