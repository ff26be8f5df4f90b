//! `igc devices --conformance`: tests whether the device runs correctly what igc compiles.
//!
//! [`igc_measure::conformance`] plans and runs the cases. This module handles the files, the
//! progress and the output.

mod applications;
mod journal;
mod table;

use std::collections::HashSet;

use igc_compiler::driver::Executed;
use igc_measure::comparison::FailureKind;
use igc_measure::conformance::{Application, Case, Finding, Matrix, Plan, Record, attempt};
use igc_measure::worker::{Kernels, Workers, build_ahead};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::args::conformance::ConformanceArguments;
use crate::args::devices::DevicesArguments;
use crate::failed::Failed;
use crate::message;
use crate::output::{bar, builds_bar, doing, fail, fail_with, json, print};
use crate::worker;
use journal::{About, Journal};

/// The whole result, as `--json` prints it. Fields may be added, but never renamed or removed.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    about: &'a About,
    matrix: Matrix,
    records: &'a [Record],
}

/// Runs all cases and prints the result. It is not a failure if the device lacks what a program
/// needs.
pub fn conformance(all: &DevicesArguments) -> Result<(), Failed> {
    let arguments = &all.conformance;
    let start = || {
        let workers = worker::workers(all.device.request()?, all.timeout())?;
        Ok::<_, Failed>(workers.with_build_timeout(all.build_timeout()))
    };
    let mut workers = start()?;
    let device = workers.device().or_else(fail_with)?;
    let executed = workers.describe_device().or_else(fail_with)?.executed;
    let plan = plan(arguments, executed)?;
    let about = About { igc: env!("CARGO_PKG_VERSION").to_string(), device };
    let mut journal = match (&arguments.out, &arguments.resume) {
        (Some(path), _) => Journal::create(path, &about)?,
        (None, Some(path)) => Journal::resume(path, &about)?,
        (None, None) => Journal::nowhere(),
    };
    if arguments.builders > 0 {
        let builders = (0..arguments.builders).map(|_| start()).collect::<Result<_, _>>()?;
        build(&plan, &journal, builders);
    }
    let bar = bar(plan.cases.len());
    let done = run_all(&plan, arguments.repeat, &mut workers, &mut journal, &bar);
    bar.finish_and_clear();
    done?;
    let records = journal.records(&plan.cases);
    print(&match all.json {
        true => {
            let report = Report { about: &about, matrix: Matrix::new(&records), records: &records };
            json(&report)
        }
        false => table::table(&about, &plan, &records),
    })?;
    match records.iter().filter_map(failed).max() {
        Some(failed) => Err(failed),
        None => Ok(()),
    }
}

fn plan(arguments: &ConformanceArguments, executed: Executed) -> Result<Plan, Failed> {
    let mut applications = match &arguments.programs[..] {
        [] => applications::built_in(),
        paths => applications::read(paths)?,
    };
    for application in &mut applications {
        arguments.model.add_to(&mut application.text)?;
    }
    let plan = doing("compiling", || Plan::new(applications, &arguments.all_graphs(), executed));
    let plan = plan.or_else(|unfit| fail(Failed::Input, unfit))?;
    Ok(plan.shard(arguments.shard))
}

/// Builds the kernels of every case that is not in the journal yet.
fn build(plan: &Plan, journal: &Journal, builders: Vec<Workers>) {
    let mut seen = HashSet::new();
    let left = plan.cases.iter().filter(|case| journal.find(case).is_none());
    let left: Vec<&Case> = left.filter(|case| seen.insert(&case.artefact)).collect();
    let of = |(at, application): (usize, &Application)| Kernels {
        program: application.name.clone(),
        text: application.text.clone(),
        params: vec![],
        options: (left.iter().filter(|case| case.application == at))
            .filter_map(|case| case.options.first().cloned())
            .collect(),
    };
    let missing: Vec<Kernels> = plan.applications.iter().enumerate().map(of).collect();
    let bar = builds_bar(missing.iter().map(|kernels| kernels.options.len()).sum());
    build_ahead(&missing, builders, |programs| bar.inc(programs as u64));
    bar.finish_and_clear();
}

/// Runs every case that is not in the journal yet.
fn run_all(
    plan: &Plan,
    times: u32,
    workers: &mut Workers,
    journal: &mut Journal,
    bar: &ProgressBar,
) -> Result<(), Failed> {
    let mut graph = "";
    for case in &plan.cases {
        if journal.find(case).is_none() {
            let application = &plan.applications[case.application];
            let options = case.options.first().map_or(String::new(), ToString::to_string);
            bar.set_message(format!("{} --opts {options} on {}", application.name, case.graph));
            if case.graph != graph {
                // A graph that cannot be loaded says nothing about the device.
                workers.load(&case.graph, &mut |_| {}).or_else(fail_with)?;
                graph = &case.graph;
            }
            let record = attempt(case, application, times, workers, &mut |_| {});
            let record = record.or_else(fail_with)?;
            if let Some(failure) = table::failure_text(&record) {
                bar.suspend(|| message::say(&failure));
            }
            journal.add(record)?;
        }
        bar.inc(1);
    }
    Ok(())
}

/// Returns the exit code for a record.
fn failed(record: &Record) -> Option<Failed> {
    match &record.finding {
        Finding::Passed => None,
        Finding::Failed(failure) if failure.kind == FailureKind::Refused => None,
        Finding::Failed(failure) => Some(failure.kind.into()),
    }
}
