//! Measures orders of passes side by side with a worker process.

use igc_compiler::configuration::{Configuration, OrderOf, PassKind};
use igc_measure::comparison::{Outcome, Settings};
use igc_measure::worker::{Task, Workers};
use igc_runtime::run_options::RunOptions;
use igc_study::search::{Measured, Subject, Times};

use super::checks::Checks;
use crate::failed::Failed;
use crate::output::fail_with;
use crate::source::Source;

/// What is measured, and the options of its runs.
pub struct Subjected<'a> {
    /// The program.
    pub source: &'a Source,
    /// The graph, the parameters and the flags.
    pub subject: &'a Subject,
    /// The options of the runs.
    pub run_options: &'a RunOptions,
}

impl Subjected<'_> {
    /// Returns the configuration with an order.
    pub fn options<P: PassKind>(&self, order: &OrderOf<P>) -> Configuration {
        P::choose(&self.subject.options, order.clone())
    }

    /// Measures orders with this number of runs each. The first order is the reference of the
    /// ratios. An order without time is missing in the result. An order whose result differs from
    /// the reference interpreter fails. With `is_last`, results are compared on further graphs.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing can be measured.
    pub fn measure<P: PassKind>(
        &self,
        (workers, checks): (&mut Workers, &mut Checks),
        orders: &[OrderOf<P>],
        runs: u32,
        is_last: bool,
    ) -> Result<Vec<(OrderOf<P>, Measured)>, Failed> {
        let options: Vec<Configuration> = orders.iter().map(|order| self.options(order)).collect();
        let settings = Settings { repeat: runs, ..self.settings() };
        let task = Task { settings, ..self.task(options.clone()) };
        let comparison = workers.compare(task, &mut |_| {}).or_else(fail_with)?;
        let wrong = checks.failures(self, &options, is_last)?;
        let mut measured: Vec<(OrderOf<P>, Measured)> = vec![];
        for order in orders {
            let name = self.options(order).to_string();
            let find =
                |name: &str| comparison.configurations.iter().find(|entry| entry.options == name);
            let outcome = find(&name).map(|entry| match &entry.outcome {
                Outcome::Same { same_as } => find(same_as).map_or(&entry.outcome, |e| &e.outcome),
                outcome => outcome,
            });
            let found = match (outcome, wrong.iter().find(|(wrong, _)| *wrong == name)) {
                (Some(Outcome::Failed(failure)), _) => Measured::Failed(failure.clone()),
                (_, Some((_, failure))) => Measured::Failed(failure.clone()),
                (Some(Outcome::Timed(timed)), None) => {
                    let runs = timed.runs.iter().map(|run| run.compute).collect();
                    Measured::Timed(Times { runs, ratio: timed.ratio })
                }
                (Some(Outcome::Same { .. }) | None, None) => continue,
            };
            measured.push((order.clone(), found));
        }
        Ok(measured)
    }
}
