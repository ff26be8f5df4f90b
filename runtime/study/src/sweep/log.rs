//! Writes each finding of a comparison to the store as it arrives.

use std::collections::HashMap;

use igc_compiler::configuration::Configuration;
use igc_measure::comparison::{Failure, FailureKind, Observation, Progress};
use igc_measure::worker::Activity;

use super::{Event, Purpose};
use crate::error::StoreError;
use crate::store::{Left, Session, Store};

/// The cell of each configuration, and the number of runs that the cell lacks.
pub type Cells<'a> = HashMap<&'a Configuration, (i64, usize)>;

/// Writes the findings of a comparison to the store.
pub struct Log<'s, 'a> {
    store: &'s mut Store,
    session: Session,
    purpose: Purpose,
    /// The cells that take part in the comparison.
    pub cells: Cells<'a>,
    /// The runs written so far, by cell and round.
    noted: Vec<(i64, u32)>,
    is_building: bool,
    /// Whether the device failed while it ran a configuration.
    pub broken: bool,
    /// Number of runs that were added to the store.
    pub runs: usize,
    /// Number of these runs that other programs disturbed.
    pub disturbed: usize,
    /// Number of cells that failed.
    pub failures: usize,
    /// The error that stopped writing, if any.
    pub error: Option<StoreError>,
}

impl<'s, 'a> Log<'s, 'a> {
    /// Creates a log without findings.
    pub fn new(
        store: &'s mut Store,
        session: Session,
        purpose: Purpose,
        left: &'a [Left],
        repetitions: u32,
    ) -> Log<'s, 'a> {
        let lacks = |cell: &Left| (repetitions as usize).saturating_sub(cell.had.len());
        Log {
            store,
            session,
            purpose,
            cells: left.iter().map(|cell| (&cell.options, (cell.cell, lacks(cell)))).collect(),
            noted: vec![],
            is_building: false,
            broken: false,
            runs: 0,
            disturbed: 0,
            failures: 0,
            error: None,
        }
    }

    /// Notes the activity that the worker starts.
    pub fn activity(&mut self, activity: &Activity) {
        self.is_building = matches!(activity, Activity::Comparing(Progress::Building(_)));
    }

    /// Writes a finding, unless an earlier one could not be written.
    pub fn write(&mut self, observation: &Observation, tell: &mut dyn FnMut(Event<'_>)) {
        if self.error.is_none() {
            self.error = self.note(observation, tell).err();
        }
    }

    fn note(
        &mut self,
        observation: &Observation,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), StoreError> {
        let session = self.session;
        match observation {
            Observation::Ready { options, preparation } => match self.cells.get(options) {
                Some((cell, _)) => self.store.note_preparation(session, *cell, preparation),
                None => Ok(()),
            },
            // The cells of a study have different code, and only timed runs count.
            Observation::Same { .. } | Observation::FirstRun { .. } => Ok(()),
            Observation::Accepted { options, verdicts } => match self.cells.get(options) {
                Some((cell, _)) => self.store.note_verdicts(session, *cell, verdicts),
                None => Ok(()),
            },
            Observation::Timed { options, sample, counts } => {
                let Some((cell, lacks)) = self.cells.get_mut(options) else { return Ok(()) };
                self.store.note_run(session, *cell, sample, counts)?;
                self.noted.push((*cell, sample.round));
                *lacks = lacks.saturating_sub(1);
                self.runs += 1;
                self.disturbed += usize::from(sample.is_disturbed());
                tell(Event::Run);
                Ok(())
            }
            Observation::Recorded { options, sample, steps, .. } => {
                let Some((cell, _)) = self.cells.get(options) else { return Ok(()) };
                self.store.note_steps(session, *cell, sample, steps)?;
                // Steps are counted in configurations, which may have several runs.
                let is_first = !self.noted.iter().any(|(known, _)| known == cell);
                self.noted.push((*cell, sample.round));
                if is_first {
                    self.runs += 1;
                    tell(Event::Recorded);
                }
                Ok(())
            }
            Observation::Failed { options, failure } => self.note_failure(options, failure, tell),
            Observation::Restarted => {
                if self.purpose == Purpose::Steps {
                    // A restart with more memory does not change the steps; the next run replaces
                    // this one in the store.
                    self.runs = 0;
                    self.noted.clear();
                    return Ok(());
                }
                self.store.forget_runs(session, &self.noted)?;
                for (cell, lacks) in self.cells.values_mut() {
                    *lacks += self.noted.iter().filter(|(of, _)| of == cell).count();
                }
                self.runs -= self.noted.len();
                self.disturbed = 0;
                tell(Event::Anew { runs: self.noted.len() });
                self.noted.clear();
                Ok(())
            }
        }
    }

    /// Writes a failure of a cell. If the device failed earlier in the same process, a further
    /// failure of the device is not written, and the cell is tried again in another process.
    fn note_failure(
        &mut self,
        options: &Configuration,
        failure: &Failure,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), StoreError> {
        let Some((cell, lacks)) = self.cells.get(options) else { return Ok(()) };
        let is_device = failure.kind == FailureKind::Device;
        if is_device && self.broken {
            return Ok(());
        }
        self.broken |= is_device && !self.is_building;
        self.purpose.fail(self.store, self.session, *cell, failure)?;
        self.failures += 1;
        tell(self.purpose.failed(options, failure, *lacks));
        self.cells.remove(options);
        Ok(())
    }
}
