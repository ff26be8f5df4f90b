//! `igc study status`: prints the progress and the failures of a study.

use igc_study::store::{FailureCount, Status, StepStatus};

use super::open;
use crate::args::study::StatusArguments;
use crate::failed::Failed;
use crate::output::{grouped, json, print};

/// Prints the status of a study.
pub fn status(arguments: &StatusArguments) -> Result<(), Failed> {
    let store = open::store(&arguments.store)?;
    let status = store.status().or_else(open::fail_in_store)?;
    print(&match arguments.json {
        true => json(&status),
        false => text(&status, arguments.tests),
    })
}

fn text(status: &Status, each: bool) -> String {
    let Status { study, repetitions, configurations, cells, done, failed, .. } = status;
    let left = cells.saturating_sub(done + failed);
    let [configurations, cells, done, failed, left, runs, runs_left] =
        [*configurations, *cells, *done, *failed, left, status.runs, status.runs_left].map(grouped);
    let mut out = format!(
        "{study}: {} tests with {configurations} configurations in total ({cells} distinct), \
         {repetitions} runs of each\n\
         done   {done}\nfailed {failed}\nleft   {left}\n\
         runs   {runs} done, {runs_left} left\n",
        status.tests.len()
    );
    if let Some(StepStatus { cells, done, failed, .. }) = &status.steps {
        let left = cells.saturating_sub(done + failed);
        let [done, failed, left] = [*done, *failed, left].map(grouped);
        out.push_str(&format!("steps  {done} timed, {failed} failed, {left} left\n"));
    }
    for failure in &status.failures {
        out.push_str(&failures(failure, ""));
    }
    for failure in status.steps.iter().flat_map(|steps| &steps.failures) {
        out.push_str(&failures(failure, "steps, "));
    }
    if each {
        out.push('\n');
        for test in &status.tests {
            let (application, graph, chip) = (&test.application, &test.graph, &test.chip);
            let (done, cells) = (grouped(test.done), grouped(test.cells));
            let failed = match test.failed {
                0 => String::new(),
                failed => format!(", {} failed", grouped(failed)),
            };
            out.push_str(&format!(
                "{application} on {graph} on {chip}: {done} of {cells}{failed}\n"
            ));
        }
    }
    out
}

/// Formats the failures of one kind. `at` is a prefix.
fn failures(failure: &FailureCount, at: &str) -> String {
    let FailureCount { kind, cells, example, reason } = failure;
    let (cells, reason) = (grouped(*cells), reason.lines().next().unwrap_or_default());
    format!("\n{at}{kind}: {cells}, for example {example}\n  {reason}\n")
}
