//! Measures launches of streaming operations with workers. A launch that ends a worker has failed,
//! and a new worker measures the others.

use super::protocol::{Fault, Launches, Message, News, Request};
use super::workers::{Unanswered, Workers, unexpected};
use crate::calibration::full::{Measurement, Outcome};

impl Workers {
    /// Measures problems in a configuration. Calls `keep` with each measurement as soon as it is
    /// made.
    ///
    /// # Errors
    ///
    /// Returns an error if no worker can be started, or if it is lost before a launch.
    pub fn launch(
        &mut self,
        mut launches: Launches,
        keep: &mut dyn FnMut(Measurement),
    ) -> Result<(), Fault> {
        while !launches.problems.is_empty() {
            let (mut measured, mut is_launch) = (0, false);
            let answer = self.ask(&Request::Launch(launches.clone()), &mut |news| match news {
                News::Measured(measurement) => {
                    measured += 1;
                    is_launch = false;
                    keep(measurement.clone());
                }
                News::Activity(activity) => is_launch = activity.is_launch(),
                News::Observation(_) => {}
            })?;
            let failure = match answer {
                Ok(Message::Launched) => return Ok(()),
                Ok(other) => return Err(unexpected(&other)),
                Err(unanswered) if !is_launch => return Err(unanswered.into()),
                Err(Unanswered::Failed(fault)) => fault.failure,
                Err(Unanswered::Lost(lost)) => lost.failure,
            };
            // The device may be unusable in this process.
            self.dismiss();
            let Some(&problem) = launches.problems.get(measured) else { return Ok(()) };
            let configuration = launches.configuration;
            keep(Measurement { problem, configuration, outcome: Outcome::Failed(failure) });
            launches.problems.drain(..=measured);
        }
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Duration;

    use super::super::protocol::Activity;
    use super::super::workers::tests::{line, scripted};
    use super::*;
    use crate::calibration::full::{Element, Problem, space};
    use crate::comparison::FailureKind;

    fn launches() -> Launches {
        let problems = Problem::with(&[Element::Float]);
        Launches { configuration: space()[0], problems, runs: 1 }
    }

    fn measured(problem: Problem) -> String {
        let outcome = Outcome::Timed { nanoseconds: vec![1], wrong: 0, parts: 1 };
        let configuration = space()[0];
        let measurement = Measurement { problem, configuration, outcome };
        line(&Message::Activity(Activity::Launching))
            + &line(&Message::Measured(Box::new(measurement)))
    }

    #[test]
    fn a_launch_that_ends_a_worker_has_failed_and_the_others_run() {
        let problems = launches().problems;
        let ends = line(&Message::Activity(Activity::Launching)) + "kill -SEGV $$";
        let rest = problems[2..].iter().map(|problem| measured(*problem)).collect::<String>();
        let others = format!("{rest}{}read request", line(&Message::Launched));
        let mut workers = scripted(measured(problems[0]) + &ends, others, Duration::from_secs(20));
        let mut kept = vec![];
        workers.launch(launches(), &mut |measurement| kept.push(measurement)).expect("it ends");
        let found: Vec<Problem> = kept.iter().map(|measurement| measurement.problem).collect();
        assert_eq!(found, problems);
        let failed = |m: &Measurement| match &m.outcome {
            Outcome::Failed(failure) => Some(failure.kind),
            _ => None,
        };
        let failed: Vec<_> = kept.iter().map(failed).collect();
        assert_eq!(failed, [None, Some(FailureKind::Crashed), None, None]);
    }

    #[test]
    fn a_worker_that_is_lost_before_a_launch_is_an_error() {
        let ends = line(&Message::Activity(Activity::Preparing)) + "exit 3";
        let mut workers = scripted(ends.clone(), ends, Duration::from_secs(20));
        let fault = workers.launch(launches(), &mut |_| panic!("nothing is measured"));
        assert_eq!(fault.expect_err("it is lost").failure.kind, FailureKind::Crashed);
    }
}
