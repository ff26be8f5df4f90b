//! `igc study watch`: a page with the progress of a study, which a browser loads again and again.
//!
//! The page is a file, so it needs no server and no open port. Another process measures the study, possibly on another
//! machine, and the store is their only connection.

use std::collections::BTreeMap;
use std::time::Duration;

use igc_study::report::figures::shares::Shares;
use igc_study::report::html;
use igc_study::report::model::{Exhibit, Report, Section};
use igc_study::report::table::{Table, Value};
use igc_study::store::Status;

use super::open;
use crate::args::study::WatchArguments;
use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::{counted, grouped, write};

/// Writes the page until the study is complete.
///
/// # Errors
///
/// Returns an error if the store cannot be read, or if the page cannot be written.
pub fn watch(arguments: &WatchArguments) -> Result<(), Failed> {
    let mut is_first = true;
    loop {
        let status = open::store(&arguments.store)?.status().or_else(open::fail_in_store)?;
        let is_complete = status.runs_left == 0;
        let page = page(&status);
        let text = match is_complete || arguments.once {
            true => html::charts(&page),
            false => html::live_charts(&page, arguments.every),
        };
        write(&arguments.output, text)?;
        if is_first && !is_complete && !arguments.once {
            message::say(format_args!(
                "{} shows the progress; Ctrl-C ends only this command",
                shown(&arguments.output)
            ));
        }
        is_first = false;
        if is_complete || arguments.once {
            return Ok(());
        }
        std::thread::sleep(Duration::from_secs(arguments.every.into()));
    }
}

/// Returns the page of a status.
fn page(status: &Status) -> Report {
    let Status { study, cells, done, failed, runs, runs_left, .. } = status;
    let mut summary = vec![
        format!(
            "{} of {} cells are done, and {} failed. A cell is a configuration of a test, or several \
             that compile to the same code",
            grouped(*done),
            grouped(*cells),
            grouped(*failed)
        ),
        format!("{} runs are done, and {} are left", grouped(*runs), grouped(*runs_left)),
    ];
    if *runs_left == 0 {
        summary.push("The study is complete: `igc study report` writes its report".into());
    }
    let mut exhibits = vec![devices(status), tests(status)];
    if !status.failures.is_empty() {
        exhibits.push(failures(status));
    }
    let section = Section { id: "progress", title: "Progress", text: vec![], exhibits };
    Report { study: format!("{study}: progress"), summary, sections: vec![section] }
}

/// Returns the share of finished cells, which failed ones are, too.
fn share(done: u64, failed: u64, cells: u64) -> Option<f64> {
    (cells > 0).then(|| (done + failed) as f64 / cells as f64)
}

/// Draws the progress of each application on each device.
fn devices(status: &Status) -> Exhibit {
    let mut sums: BTreeMap<(&str, &str), (u64, u64, u64)> = BTreeMap::new();
    let (mut applications, mut chips): (Vec<&str>, Vec<&str>) = (vec![], vec![]);
    for test in &status.tests {
        if !applications.contains(&&*test.application) {
            applications.push(&test.application);
        }
        if !chips.contains(&&*test.chip) {
            chips.push(&test.chip);
        }
        let sum = sums.entry((&test.application, &test.chip)).or_default();
        *sum = (sum.0 + test.done, sum.1 + test.failed, sum.2 + test.cells);
    }
    let mut table = Table::new(["application", "device", "done", "failed", "cells"]);
    for ((application, chip), (done, failed, cells)) in &sums {
        table.push(vec![
            (*application).into(),
            (*chip).into(),
            (*done).into(),
            (*failed).into(),
            (*cells).into(),
        ]);
    }
    let cell = |application: &str, chip: &str| {
        sums.get(&(application, chip))
            .and_then(|(done, failed, cells)| share(*done, *failed, *cells))
    };
    let rows = applications.iter();
    let cells = rows.map(|row| chips.iter().map(|chip| cell(row, chip)).collect()).collect();
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_string()).collect();
    let shares = Shares { rows: names(&applications), columns: names(&chips), cells };
    let title = format!("Progress on {}", counted(chips.len(), "device"));
    let caption =
        "The share of the cells of each application that are done or failed, on all graphs.";
    Exhibit::table("devices", &title, caption, table).with(shares.draw(&title, caption))
}

/// Lists the tests.
fn tests(status: &Status) -> Exhibit {
    let columns = ["application", "graph", "device", "done", "failed", "cells", "share"];
    let mut table = Table::new(columns);
    for test in &status.tests {
        let share = share(test.done, test.failed, test.cells);
        table.push(vec![
            test.application.clone().into(),
            test.graph.clone().into(),
            test.chip.clone().into(),
            test.done.into(),
            test.failed.into(),
            test.cells.into(),
            share.map_or(Value::Missing, Value::Share).into(),
        ]);
    }
    table.fold(20, 5);
    Exhibit::table(
        "tests",
        "Progress of each test",
        "A test is an application on a graph and a device.",
        table,
    )
}

/// Lists the kinds of failures.
fn failures(status: &Status) -> Exhibit {
    let mut table = Table::new(["kind", "cells", "example", "reason"]);
    for failure in &status.failures {
        let reason = failure.reason.lines().next().unwrap_or_default();
        table.push(vec![
            failure.kind.clone().into(),
            failure.cells.into(),
            failure.example.clone().into(),
            reason.into(),
        ]);
    }
    Exhibit::table(
        "failures",
        "Failures",
        "`igc study run --retry-failures` measures them again.",
        table,
    )
}
