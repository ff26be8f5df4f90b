//! The client's requests for measurements of primitives.

use super::protocol::{Activity, Fault, Message, Request};
use super::workers::{Unanswered, Workers, unexpected};
use crate::primitives::{PrimitiveConfiguration, PrimitiveJob, PrimitiveOutcome};

impl Workers {
    /// Measures configurations of a primitive. If a worker is lost, the configuration that it
    /// measured fails with that reason, and a new worker measures the others.
    ///
    /// # Errors
    ///
    /// Returns an error if the device cannot measure primitives, or if a worker is lost before it
    /// measured a configuration.
    pub fn measure_primitives(
        &mut self,
        job: &PrimitiveJob,
    ) -> Result<Vec<PrimitiveOutcome>, Fault> {
        let mut lost: Vec<(PrimitiveConfiguration, String)> = vec![];
        loop {
            let is_lost = |configuration: &PrimitiveConfiguration| {
                lost.iter().find(|(other, _)| other == configuration)
            };
            let all = job.configurations.iter();
            let configurations = all.filter(|one| is_lost(one).is_none()).copied().collect();
            let rest = PrimitiveJob { configurations, ..job.clone() };
            match self.ask(&Request::Primitives(rest), &mut |_| {})? {
                Ok(Message::Primitives(outcomes)) => {
                    let mut outcomes = outcomes.into_iter();
                    let of_each = job.configurations.iter().map(|configuration| {
                        match is_lost(configuration) {
                            Some((_, reason)) => Some(PrimitiveOutcome::Failed(reason.clone())),
                            None => outcomes.next(),
                        }
                    });
                    let all: Option<Vec<PrimitiveOutcome>> = of_each.collect();
                    return all.ok_or_else(|| Fault::internal("a worker left an outcome out"));
                }
                Ok(other) => return Err(unexpected(&other)),
                Err(Unanswered::Failed(fault)) => return Err(fault),
                Err(Unanswered::Lost(worker)) => match worker.activity {
                    Some(Activity::Tuning(_, configuration))
                        if is_lost(&configuration).is_none() =>
                    {
                        lost.push((configuration, worker.failure.reason));
                    }
                    _ => return Err(worker.into()),
                },
            }
        }
    }
}
