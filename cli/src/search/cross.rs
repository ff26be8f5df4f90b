//! `igc search cross`: measures the best order of each search on the programs of all searches.
//!
//! All searches must be for orders of the same kind of passes: the scalar passes, or LLVM's.

use std::path::{Path, PathBuf};

use igc::problems;
use igc_compiler::configuration::{LlvmPass, PassKind, ScalarPass};
use igc_measure::worker::Workers;
use igc_runtime::backend::DeviceName;
use igc_study::search::cross::{CrossRecord, CrossReport, Origin, orders, subjects};
use igc_study::search::{About, Subject, hash};

use super::checks::Checks;
use super::measure::Subjected;
use super::store::{self, Lines};
use crate::args::search::CrossArguments;
use crate::calibration::run_options_on;
use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::{fail, fail_with, json, print, spinner};
use crate::source::{self, Source};

/// The file of the measurements, if the user names none.
const STORE: &str = "cross.search";

/// Compares the orders of searches.
pub fn cross(arguments: &CrossArguments) -> Result<(), Failed> {
    let is_of_llvm = match arguments.stores.first() {
        Some(path) => store::over(path)? == LlvmPass::OPTION,
        None => false,
    };
    if is_of_llvm {
        cross_orders::<LlvmPass>(arguments)
    } else {
        cross_orders::<ScalarPass>(arguments)
    }
}

/// Measures what is missing, and prints the tables.
fn cross_orders<P: PassKind>(arguments: &CrossArguments) -> Result<(), Failed> {
    let mut searches = vec![];
    for path in &arguments.stores {
        searches.push(store::read::<P>(path)?);
    }
    let origins: Vec<Origin<P>> = searches.iter().filter_map(store::Kept::origin).collect();
    if origins.len() < searches.len() {
        message::say("note: a search without timed orders is left out");
    }
    let abouts: Vec<&About> = searches.iter().map(|kept| &kept.about).collect();
    let path = arguments.store.clone().unwrap_or_else(|| PathBuf::from(STORE));
    let (mut lines, earlier) = Lines::open::<store::CrossLine>(&path, store::CROSS_WRITER)?;
    let mut records = store::cross_records(&path, &earlier)?;
    if !arguments.report_only {
        measure(arguments, &origins, &abouts, (&mut lines, &mut records))?;
    }
    let report = CrossReport::of(&origins, &records);
    print(&if arguments.json { json(&report) } else { report.text() })
}

/// Measures each program that has no record with all orders on the device.
fn measure<P: PassKind>(
    arguments: &CrossArguments,
    origins: &[Origin<P>],
    abouts: &[&About],
    (lines, records): (&mut Lines, &mut Vec<CrossRecord<P>>),
) -> Result<(), Failed> {
    let (orders_of, programs) = (origins.len(), subjects(origins).len());
    message::say(format_args!(
        "measuring the best orders of {orders_of} searches on their {programs} programs; the command \
         searches nothing"
    ));
    let mut workers = super::workers(&arguments.device, &arguments.limits)?;
    let device = workers.device().or_else(fail_with)?;
    let wanted = orders(origins);
    let bar = spinner("comparing orders");
    for subject in subjects(origins) {
        if records.iter().any(|record| record.has(&subject, &device, &wanted)) {
            continue;
        }
        bar.set_message(format!("{} on {}", subject.program, subject.graph));
        let source = source_of(&subject, abouts, &arguments.programs)?;
        let record = record(arguments, &mut workers, (&source, &subject), &device, origins)?;
        lines.add(&record)?;
        records.push(record);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Measures all orders on a program.
fn record<P: PassKind>(
    arguments: &CrossArguments,
    workers: &mut Workers,
    (source, subject): (&Source, &Subject),
    device: &DeviceName,
    origins: &[Origin<P>],
) -> Result<CrossRecord<P>, Failed> {
    let run_options = run_options_on(device, &arguments.limits, arguments.repeat);
    let subjected = Subjected { source, subject, run_options: &run_options };
    let others = super::workers(&arguments.device, &arguments.limits)?;
    let mut checks = Checks::find::<P>(&subjected, workers, others)?;
    let (orders, runs) = (orders(origins), arguments.repeat);
    let measured = subjected.measure((workers, &mut checks), &orders, runs, true)?;
    Ok(CrossRecord {
        igc: env!("CARGO_PKG_VERSION").into(),
        over: P::OPTION.into(),
        subject: subject.clone(),
        device: device.clone(),
        compared: true,
        runs: arguments.repeat,
        measured: measured.into_iter().map(Into::into).collect(),
    })
}

/// Reads the program of a search: one of the given files, or the file that the search read.
fn source_of(subject: &Subject, abouts: &[&About], given: &[PathBuf]) -> Result<Source, Failed> {
    let recorded = abouts.iter().filter(|about| about.subject == *subject);
    let is_known = |path: &&Path| match source::is_file(path) {
        true => path.is_file(),
        false => path.to_str().is_some_and(|name| problems::find(name).is_some()),
    };
    let recorded = recorded.map(|about| Path::new(&about.file)).filter(is_known);
    for path in given.iter().map(PathBuf::as_path).chain(recorded) {
        let source = source::read_program(path)?;
        if hash(&source.text) == subject.text {
            return Ok(source);
        }
    }
    fail(
        Failed::Input,
        format_args!(
            "the program `{}` is not where the search read it, or has changed\n\
             help: name its file with `--program`, for example `--program {}.ig`",
            subject.program,
            shown(Path::new(&subject.program))
        ),
    )
}
