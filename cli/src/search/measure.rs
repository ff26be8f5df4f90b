//! Measures orders of the scalar passes side by side with a worker process.

use igc_compiler::options::{Options, PassOrder};
use igc_measure::comparison::{Outcome, Settings};
use igc_measure::worker::{Task, Workers};
use igc_runtime::limits::Limits;
use igc_study::search::{Measured, Subject};

use crate::failed::Failed;
use crate::output::fail_with;
use crate::source::Source;

/// What is measured, and the limits of its runs.
pub struct Subjected<'a> {
    /// The program.
    pub source: &'a Source,
    /// The graph, the parameters and the flags.
    pub subject: &'a Subject,
    /// The limits.
    pub limits: &'a Limits,
}

impl Subjected<'_> {
    /// Returns the configuration with an order.
    pub fn options(&self, order: &PassOrder) -> Options {
        self.subject.options.with_passes(order.clone())
    }

    /// Measures orders with this number of runs each. The first order is the reference of the
    /// ratios. An order without time is missing in the result.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing can be measured.
    pub fn measure(
        &self,
        workers: &mut Workers,
        orders: &[PassOrder],
        runs: u32,
    ) -> Result<Vec<(PassOrder, Measured)>, Failed> {
        let task = Task {
            program: self.source.name.clone(),
            text: self.source.text.clone(),
            options: orders.iter().map(|order| self.options(order)).collect(),
            given_up: vec![],
            completed: vec![],
            graph: self.subject.graph.clone(),
            settings: Settings {
                params: self.subject.params.clone(),
                repeat: runs,
                check: true,
                limits: self.limits.clone(),
                random_inputs: true,
                ..Settings::default()
            },
        };
        let comparison = workers.compare(task, &mut |_| {}).or_else(fail_with)?;
        let mut measured: Vec<(PassOrder, Measured)> = vec![];
        for order in orders {
            let name = self.options(order).to_string();
            let find =
                |name: &str| comparison.configurations.iter().find(|entry| entry.options == name);
            let outcome = find(&name).map(|entry| match &entry.outcome {
                Outcome::Same { same_as } => find(same_as).map_or(&entry.outcome, |e| &e.outcome),
                outcome => outcome,
            });
            let found = match outcome {
                Some(Outcome::Timed(timed)) => Measured::Timed(timed.median, timed.ratio),
                Some(Outcome::Failed(failure)) => Measured::Failed(failure.clone()),
                Some(Outcome::Same { .. }) | None => continue,
            };
            measured.push((order.clone(), found));
        }
        Ok(measured)
    }
}
