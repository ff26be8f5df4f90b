//! Tests whether a device runs compiled programs correctly. Every application runs in every
//! configuration on small graphs, and in a few configurations on larger graphs, and the oracles
//! judge each result.
//!
//! A [`Plan`] lists the cases. One [`Case`] covers all configurations of an application that
//! compile to the same OpenCL C and the same schedule. [`attempt`] lets a worker run a case, and
//! returns a [`Record`] even if the driver crashes or hangs. A [`Matrix`] counts records.

mod matrix;
mod plan;
mod record;

use std::time::Instant;

pub use matrix::{Count, Group, Matrix, Row};
pub use plan::{Application, Case, Configurations, Plan, Unfit, UnfitReason};
pub use record::{Finding, Record};

use crate::comparison::{Outcome, Settings};
use crate::worker::{Fault, News, Task, Workers};

/// Runs a case `times` times, or until it fails.
///
/// # Errors
///
/// Returns an error if no worker can be started. This says nothing about the case.
pub fn attempt(
    case: &Case,
    application: &Application,
    times: u32,
    workers: &mut Workers,
    on_news: &mut dyn FnMut(News<'_>),
) -> Result<Record, Fault> {
    let start = Instant::now();
    let mut finding = Finding::Passed;
    for _ in 0..times {
        if finding == Finding::Passed {
            finding = attempt_once(case, application, workers, on_news)?;
        }
    }
    Ok(Record {
        program: application.name.clone(),
        graph: case.graph.clone(),
        options: case.options.iter().map(ToString::to_string).collect(),
        artefact: case.artefact.clone(),
        seconds: start.elapsed().as_secs_f64(),
        finding,
    })
}

fn attempt_once(
    case: &Case,
    application: &Application,
    workers: &mut Workers,
    on_news: &mut dyn FnMut(News<'_>),
) -> Result<Finding, Fault> {
    let task = Task {
        program: application.name.clone(),
        text: application.text.clone(),
        options: case.options.first().cloned().into_iter().collect(),
        given_up: vec![],
        completed: vec![],
        graph: case.graph.clone(),
        settings: Settings { random_inputs: true, warmup: 0, repeat: 1, ..Settings::default() },
    };
    let failure = match workers.compare(task, on_news) {
        Ok(comparison) => comparison.configurations.into_iter().find_map(|e| match e.outcome {
            Outcome::Failed(failure) => Some(failure),
            _ => None,
        }),
        Err(fault) => {
            workers.device()?;
            Some(fault.failure)
        }
    };
    Ok(failure.map_or(Finding::Passed, Finding::Failed))
}
