//! `igc devices --calibrate --full`: measures the whole space of a publication on a device.
//!
//! Another process measures ([`igc_measure::worker`]), so that a crash of the driver or a kernel that
//! never ends loses only one configuration. The file keeps every measurement.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use igc_measure::calibration::full::{
    About, Element, Findings, Measurement, Outcome, Problem, Record, space,
};
use igc_measure::calibration::{OperationConfiguration, file_name};
use igc_measure::opencl::sizes;
use igc_measure::worker::{DeviceFacts, Launches, Workers};
use igc_opencl::DeviceInfo;
use igc_runtime::backend::DeviceName;
use igc_study::report::{self, model::Exhibit, table::Row};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::args::devices::DevicesArguments;
use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::{bar, fail, fail_with, grouped, json, print};
use crate::search::store::{Lines, lines_of};
use crate::worker;

/// The command that writes the files of measurements.
const WRITER: &str = "igc devices --calibrate --full";

/// Number of failures in a row after which nothing else is tried, because the device or its driver
/// no longer works.
const TOO_MANY: usize = 20;

/// The result, as `--json` prints it. Fields may be added, but never renamed or removed.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    about: About,
    /// Number of measurements in the file.
    measured: usize,
    /// Number of measurements with wrong results.
    wrong: usize,
    /// Number of configurations of an operation that the driver or a time limit ended whenever they
    /// were tried.
    failed: usize,
    /// The tables, with the names of their columns and their rows.
    tables: Vec<PrintedTable>,
}

/// A table, with all digits.
#[derive(Serialize)]
struct PrintedTable {
    id: String,
    title: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Measures what is missing, and prints the tables.
pub fn calibrate(arguments: &DevicesArguments) -> Result<(), Failed> {
    let findings = match (&arguments.calibration_file, arguments.full.report_only) {
        (Some(path), true) => read(path)?,
        (path, _) => measured(arguments, path.as_deref())?,
    };
    let about = findings.about.clone();
    let measured = findings.measurements.len();
    let wrong = findings.count(|outcome| matches!(outcome, Outcome::Timed { wrong: 1.., .. }));
    let failed = findings.failed().len();
    let others = arguments.full.with.iter().map(|path| read(path));
    let others = others.collect::<Result<Vec<_>, _>>()?;
    let attached: Vec<Findings> = [findings].into_iter().chain(others).collect();
    let section = report::full(&attached);
    if arguments.json {
        let exhibits = section.iter().flat_map(|section| &section.exhibits);
        let tables = exhibits.map(printed).collect();
        print(&json(&Report { about, measured, wrong, failed, tables }))?;
    } else {
        print(&section.map_or(String::new(), |section| section.text()))?;
    }
    match wrong {
        0 => Ok(()),
        wrong => fail(
            Failed::Check,
            format_args!("{} configurations gave wrong results", grouped(wrong as u64)),
        ),
    }
}

fn printed(exhibit: &Exhibit) -> PrintedTable {
    let Exhibit { table, .. } = exhibit;
    let row = |row: &Row| row.cells.iter().map(|cell| cell.value.raw()).collect();
    PrintedTable {
        id: exhibit.id.clone(),
        title: exhibit.title.clone(),
        columns: table.columns.clone(),
        rows: table.rows.iter().map(row).collect(),
    }
}

/// Reads a file, to which another process may still write.
fn read(path: &Path) -> Result<Findings, Failed> {
    parsed(path, &lines_of(path)?)
}

fn parsed(path: &Path, lines: &[String]) -> Result<Findings, Failed> {
    let findings = Findings::parse(lines.iter().map(String::as_str));
    findings.or_else(|error| fail(Failed::Input, format_args!("{}: {error}", shown(path))))
}

/// Measures what the file lacks, and returns all measurements.
fn measured(arguments: &DevicesArguments, path: Option<&Path>) -> Result<Findings, Failed> {
    let workers = worker::workers(arguments.device.opencl_request()?, arguments.timeout())?;
    let mut workers = workers.with_build_timeout(arguments.build_timeout());
    let device = workers.device().or_else(fail_with)?;
    let info = info(&workers.describe_device().or_else(fail_with)?)?;
    let about = About {
        igc: env!("CARGO_PKG_VERSION").into(),
        device: device.name.clone(),
        driver: device.driver.clone(),
        compute_units: info.compute_units,
        sizes: sizes(&info),
    };
    let path = path.map_or_else(|| usual_path(&device), Path::to_path_buf);
    let (lines, findings) = open(&path, about)?;
    let (failed, failures) = (HashSet::new(), 0);
    let mut bench = Bench { lines, findings, workers, bar: bar(0), failed, failures };
    let finished = bench.measure(arguments, &problems(&info));
    bench.bar.finish_and_clear();
    finished?;
    message::say(format_args!("measurements: {}", shown(&path)));
    Ok(bench.findings)
}

/// Returns the properties of the worker's device. This process does not open the device, because
/// some systems let only one process use a GPU.
fn info(facts: &DeviceFacts) -> Result<DeviceInfo, Failed> {
    let info = facts.device.get("platform_name").map(|_| facts.device.clone());
    match info.and_then(|info| serde_json::from_value(info).ok()) {
        Some(info) => Ok(info),
        None => fail(
            Failed::Device,
            "a full calibration needs an OpenCL device; `cpu` and `interpreter` have no driver\n\
             help: choose a device that `igc devices` lists by a number",
        ),
    }
}

/// Returns the file of a device in the current folder.
fn usual_path(device: &DeviceName) -> PathBuf {
    Path::new(&file_name(device)).with_extension("full")
}

/// Returns what a device can compute.
fn problems(info: &DeviceInfo) -> Vec<Problem> {
    if !info.fp64 {
        message::say(format_args!(
            "note: {} does not support double, which is left out",
            info.name
        ));
    }
    let supported = |element: &Element| info.fp64 || *element != Element::Double;
    let elements: Vec<Element> = Element::ALL.into_iter().filter(supported).collect();
    Problem::with(&elements)
}

/// Creates the file, or opens it to continue. Returns the earlier measurements.
fn open(path: &Path, about: About) -> Result<(Lines, Findings), Failed> {
    let (mut lines, earlier) = Lines::open::<Record>(path, WRITER)?;
    if earlier.is_empty() {
        lines.add(&Record::About(about.clone()))?;
        return Ok((lines, Findings { about, measurements: vec![] }));
    }
    let findings = parsed(path, &earlier)?;
    if findings.about != about {
        return fail(
            Failed::Input,
            format_args!(
                "{}: the measurements are of another device, driver or version of igc\n\
                 help: name another file with `--output`",
                shown(path)
            ),
        );
    }
    Ok((lines, findings))
}

/// Measures configurations with a worker process.
struct Bench {
    lines: Lines,
    findings: Findings,
    workers: Workers,
    bar: ProgressBar,
    /// The problems and configurations that failed in this run, which are not tried again in it.
    failed: HashSet<(Problem, OperationConfiguration)>,
    /// Number of failures since the last success.
    failures: usize,
}

impl Bench {
    /// Measures the configurations of a shard until all rounds are complete or the budget is spent.
    fn measure(&mut self, arguments: &DevicesArguments, all: &[Problem]) -> Result<(), Failed> {
        let start = Instant::now();
        let shard = arguments.conformance.shard;
        let space = space().into_iter().enumerate();
        let space = space.filter(|(at, _)| shard.has(*at, 0));
        let mut space: Vec<OperationConfiguration> =
            space.map(|(_, configuration)| configuration).collect();
        // These come last, because many failures in a row end the command.
        let failed = self.findings.failed();
        let has_failed = |configuration: &OperationConfiguration| {
            all.iter().any(|problem| failed.contains(&(*problem, *configuration)))
        };
        space.sort_by_key(has_failed);
        let rounds = arguments.full.rounds;
        let known = self.findings.rounds();
        self.bar.set_length(space.len() as u64 * u64::from(rounds));
        for round in 0..rounds {
            for &configuration in &space {
                if arguments.full.budget.is_some_and(|budget| start.elapsed() >= budget) {
                    return Ok(());
                }
                let is_missing = |problem: &Problem| {
                    let this = (*problem, configuration);
                    !self.failed.contains(&this) && known.get(&this).is_none_or(|&n| n <= round)
                };
                let problems = all.iter().copied().filter(is_missing).collect();
                self.bar.set_message(configuration.to_string());
                let runs = arguments.calibration_runs;
                self.launch(Launches { configuration, problems, runs })?;
                self.bar.inc(1);
            }
        }
        Ok(())
    }

    /// Measures problems in a configuration, and keeps the measurements.
    fn launch(&mut self, launches: Launches) -> Result<(), Failed> {
        let Bench { lines, findings, workers, failed, failures, .. } = self;
        let mut kept = Ok(());
        let mut last = None;
        let mut keep = |measurement: Measurement| {
            match &measurement.outcome {
                Outcome::Failed(failure) => {
                    failed.insert((measurement.problem, measurement.configuration));
                    *failures += 1;
                    last = Some(failure.clone());
                }
                _ => *failures = 0,
            }
            let line = Record::Measured(Box::new(measurement.clone()));
            if kept.is_ok() {
                kept = lines.add(&line);
            }
            findings.measurements.push(measurement);
        };
        workers.launch(launches, &mut keep).or_else(fail_with)?;
        kept?;
        match last.filter(|_| *failures >= TOO_MANY) {
            Some(failure) => fail(
                failure.kind.into(),
                format_args!(
                    "the last {} launches failed, and nothing else is tried\n{}",
                    grouped(*failures as u64),
                    failure.reason
                ),
            ),
            None => Ok(()),
        }
    }
}
