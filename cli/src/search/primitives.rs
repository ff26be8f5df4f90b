//! `igc search primitives`: tunes the policies of primitives on a device.

use std::path::{Path, PathBuf};
use std::time::Duration;

use igc_measure::primitives::{Primitive, PrimitiveJob, PrimitiveOutcome};
use igc_measure::worker::{DeviceFacts, Workers};
#[cfg(feature = "opencl")]
use igc_opencl::{DeviceInfo, DeviceKind, Subgroups};
use igc_study::primitives::report::Report;
use igc_study::primitives::{About, DevicePolicy, Laboratory, Manner, OVER, Record, Search};
use indicatif::{HumanDuration, ProgressBar};

use super::store::{self, Lines};
use crate::args::primitives::{NOT_SEARCHED, PrimitiveArguments};
use crate::failed::Failed;
use crate::in_cache::make_room;
use crate::message::{self, shown};
use crate::output::{self, fail, fail_with, grouped, json, print, spinner};
use crate::primitives::usual_path;
use crate::worker;

/// The command that writes the files of these searches.
const WRITER: &str = "igc search primitives";

/// The file of the trials, if the user names none.
const STORE: &str = "primitives.search";

/// Searches, prints the report, and writes the policy.
pub fn primitives(arguments: &PrimitiveArguments) -> Result<(), Failed> {
    let mut others = vec![];
    for path in &arguments.others {
        others.push(read(path)?);
    }
    let path = arguments.store.clone().unwrap_or_else(|| PathBuf::from(STORE));
    let search = match arguments.report_only {
        true => read(&path)?,
        false => measured(arguments, &path, &others)?,
    };
    let report = Report::of(&search, &others);
    print(&if arguments.json { json(&report) } else { report.text() })?;
    match report.wrong() {
        0 => Ok(()),
        wrong => fail(
            Failed::Check,
            format_args!(
                "{} configurations had wrong results\n\
                 help: `igc devices --self-test` shows which intrinsics fail on this device",
                grouped(wrong as u64)
            ),
        ),
    }
}

/// Runs the search, and stores the policy.
fn measured(
    arguments: &PrimitiveArguments,
    path: &Path,
    others: &[Search],
) -> Result<Search, Failed> {
    let manner = manner(arguments, others);
    let names: Vec<&str> = manner.primitives.iter().map(|primitive| primitive.name()).collect();
    message::say(format_args!(
        "searching parameters of primitives: {}; budget: {}\nnote: {NOT_SEARCHED}",
        names.join(", "),
        HumanDuration(arguments.budget)
    ));
    let request = arguments.device.opencl_request()?;
    let workers = worker::workers(request, Duration::from_secs(arguments.timeout))?;
    let mut workers = workers.with_build_timeout(Duration::from_secs(arguments.build_timeout));
    let about = about(&mut workers, arguments)?;
    let (mut lines, earlier) = Lines::open::<Record>(path, WRITER)?;
    let records: Vec<Record> = store::records(path, &earlier, WRITER)?;
    match records.first() {
        None => lines.add(&Record::About(about.clone()))?,
        Some(Record::About(theirs)) if *theirs == about => {}
        Some(_) => {
            return fail(
                Failed::Input,
                format_args!(
                    "{}: the search is for another device, number of elements or version of igc\n\
                     help: name another file with `--store`",
                    shown(path)
                ),
            );
        }
    }
    let mut search = Search::resume(about, records);
    let bar = spinner("tuning primitives");
    let trials = search.trials.len();
    let mut bench = Bench { workers, lines, bar, trials };
    let done = search.run(&mut bench, &manner);
    bench.bar.finish_and_clear();
    done?;
    let policy = DevicePolicy::of(&search);
    let path = arguments.output.clone().or_else(|| usual_path(&search.about().device));
    match path {
        Some(path) => {
            if arguments.output.is_none() {
                make_room(&path)?;
            }
            output::write(&path, policy.text())?;
            message::say(format_args!("policy: {}", shown(&path)));
        }
        None => message::say("note: igc has no cache folder for the policy; use -o FILE"),
    }
    Ok(search)
}

fn manner(arguments: &PrimitiveArguments, others: &[Search]) -> Manner {
    let primitives = match &arguments.primitives[..] {
        [] => Primitive::ALL.map(|(_, primitive)| primitive).to_vec(),
        chosen => chosen.to_vec(),
    };
    let start = others.iter().flat_map(|other| DevicePolicy::of(other).primitives).collect();
    Manner {
        primitives,
        budget: arguments.budget,
        runs: arguments.repeat,
        final_runs: arguments.final_repeat,
        seed: arguments.seed,
        start,
    }
}

/// Describes the search on the device of the workers.
fn about(workers: &mut Workers, arguments: &PrimitiveArguments) -> Result<About, Failed> {
    let device = workers.device().or_else(fail_with)?;
    let facts = workers.describe_device().or_else(fail_with)?;
    let (is_gpu, has_subgroups) = kind(&facts);
    Ok(About {
        igc: env!("CARGO_PKG_VERSION").into(),
        over: OVER.into(),
        device,
        is_gpu,
        has_subgroups,
        elements: arguments.elements,
    })
}

/// Returns whether a device is a GPU, and whether it has subgroups.
#[cfg(feature = "opencl")]
fn kind(facts: &DeviceFacts) -> (bool, bool) {
    let info: Option<DeviceInfo> = serde_json::from_value(facts.device.clone()).ok();
    info.map_or((false, false), |info| {
        (info.kind == DeviceKind::Gpu, info.dialect.subgroups != Subgroups::None)
    })
}

/// Returns the facts about a device without OpenCL, which cannot be tuned.
#[cfg(not(feature = "opencl"))]
fn kind(_: &DeviceFacts) -> (bool, bool) {
    (false, false)
}

/// Reads the file of a search, which may still run.
fn read(path: &Path) -> Result<Search, Failed> {
    let records: Vec<Record> = store::records(path, &store::lines_of(path)?, WRITER)?;
    match records.first() {
        Some(Record::About(about)) => Ok(Search::resume(about.clone(), records)),
        _ => fail(Failed::Input, format_args!("{}: not the file of a search", shown(path))),
    }
}

/// Measures with a worker process.
struct Bench {
    workers: Workers,
    lines: Lines,
    bar: ProgressBar,
    /// Number of trials so far.
    trials: usize,
}

impl Laboratory for Bench {
    type Fault = Failed;

    fn measure(&mut self, job: &PrimitiveJob) -> Result<Vec<PrimitiveOutcome>, Failed> {
        self.bar.set_message(format!("{} trials; {}", self.trials, job.primitive.name()));
        self.workers.measure_primitives(job).or_else(fail_with)
    }

    fn keep(&mut self, record: &Record) -> Result<(), Failed> {
        self.trials += usize::from(matches!(record, Record::Trial(_)));
        self.lines.add(record)
    }
}
