//! `igc bench`: times configurations of programs side by side on graphs.
//!
//! Another process runs the programs ([`igc_measure::worker`]). If a kernel never ends or a driver
//! crashes, only one configuration fails, and the times of the others are kept.

#[cfg(feature = "opencl")]
mod barrier;
mod effects;
#[cfg(feature = "opencl")]
mod host;
#[cfg(feature = "opencl")]
mod launch;
#[cfg(feature = "opencl")]
mod micro;
mod progress;
#[cfg(feature = "opencl")]
mod roofline;
mod samples;
mod table;

use std::io::IsTerminal;
use std::path::PathBuf;

use igc_compiler::configuration::Configuration;
use igc_compiler::diagnostics::visible;
use igc_measure::comparison::{
    Comparison, Fastest, ReferenceSettings, STEPS, Settings, is_judged_by_oracles,
};
use igc_measure::roofline::Roofline;
use igc_measure::worker::{Fault, Task, Workers};
use igc_runtime::backend::DeviceName;
use igc_runtime::limits::Limits;
use serde::Serialize;

use crate::args::BenchArguments;
#[cfg(feature = "opencl")]
use crate::args::bench::BenchCommand;
use crate::calibration::limits_on;
use crate::failed::Failed;
use crate::message;
use crate::output::{explained, fail, fail_with, json, print, spinner};
use crate::source;
use crate::worker;
use progress::Progress;
use samples::Samples;

/// All comparisons, as `--json` prints them. Fields may be added, but never renamed or removed.
#[derive(Serialize)]
struct Report {
    /// The version of igc.
    igc: &'static str,
    device: DeviceName,
    /// A comparison for each program and graph.
    comparisons: Vec<Compared>,
    /// Programs and graphs for which no comparison was possible.
    failures: Vec<NotCompared>,
    /// The greatest exit code of all failures.
    #[serde(skip)]
    worst: Option<Failed>,
}

/// The comparison of a program's configurations on a graph.
#[derive(Serialize)]
struct Compared {
    #[serde(flatten)]
    comparison: Comparison,
    /// The fastest configuration, if one can be named.
    #[serde(skip_serializing_if = "Option::is_none")]
    fastest: Option<Fastest>,
    /// The configuration that the policy chose, if there is a policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<String>,
    /// The limits of the configurations, with `--roofline`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    roofline: Vec<Roofline>,
}

/// A program without a comparison on a graph, or a graph that could not be loaded.
#[derive(Serialize)]
struct NotCompared {
    /// Name of the program; absent if the graph is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    graph: String,
    reason: String,
}

/// A program to compare.
struct Program {
    source: source::Source,
    /// The given parameters that the program has.
    params: Vec<(String, String)>,
    /// The inputs that the program declares, with their files.
    inputs: Vec<(String, PathBuf)>,
    /// Whether results are compared with the reference interpreter, because no oracle judges an
    /// output.
    needs_reference: bool,
    /// The policy's choice for the program, if there is a policy.
    chosen: Option<Configuration>,
}

/// Measures what the arguments ask for, and prints the result.
pub fn bench(arguments: &BenchArguments) -> Result<(), Failed> {
    match &arguments.command {
        #[cfg(feature = "opencl")]
        Some(BenchCommand::Barrier(arguments)) => barrier::barrier(arguments),
        #[cfg(feature = "opencl")]
        Some(BenchCommand::Host(arguments)) => host::host(arguments),
        #[cfg(feature = "opencl")]
        Some(BenchCommand::Launch(arguments)) => launch::launch(arguments),
        #[cfg(feature = "opencl")]
        Some(BenchCommand::Micro(arguments)) => micro::micro(arguments),
        #[cfg(not(feature = "opencl"))]
        Some(_) => fail_with(igc_runtime::Error::NoOpenCl),
        None => programs_side_by_side(arguments),
    }
}

/// Compares configurations of programs, and prints the result.
fn programs_side_by_side(arguments: &BenchArguments) -> Result<(), Failed> {
    let mut programs = programs(arguments)?;
    let mut samples = arguments.csv.as_deref().map(Samples::to).transpose()?;
    let workers = worker::workers(arguments.device.request()?, arguments.limits.timeout())?;
    let mut workers = workers.with_build_timeout(arguments.limits.build_timeout());
    let mut report = Report::on(workers.device().or_else(fail_with)?);
    ask_policy(arguments, &report.device, &mut programs)?;
    let limits = limits_on(&report.device, &arguments.limits, arguments.repeat);
    if limits.is_calibrated() {
        message::say(
            "note: the device's calibration determines the width of launches (`igc devices`)",
        );
    }
    #[cfg(feature = "opencl")]
    let rates = match arguments.roofline {
        true => Some(roofline::rates(arguments, &report.device)?),
        false => None,
    };
    for graph in &arguments.graphs {
        if let Err(fault) = load(&mut workers, graph) {
            report.fail(None, graph, fault);
            continue;
        }
        for program in &programs {
            let comparison = match compared(program, graph, arguments, &limits, &mut workers) {
                Ok(comparison) => comparison,
                Err(fault) => {
                    report.fail(Some(program), graph, fault);
                    continue;
                }
            };
            if let Some(samples) = &mut samples {
                samples.write(&comparison)?;
            }
            if !arguments.json {
                print(&table::table(&comparison, &report.device))?;
                effects::say_without_effect(&comparison);
            }
            #[cfg(feature = "opencl")]
            let limits = match &rates {
                Some(rates) => roofline::of(&comparison, (program, graph), rates)?,
                None => vec![],
            };
            #[cfg(not(feature = "opencl"))]
            let limits = vec![];
            #[cfg(feature = "opencl")]
            if !arguments.json && !limits.is_empty() {
                print(&roofline::table(&limits))?;
            }
            report.add(comparison, program, limits);
        }
    }
    if arguments.json {
        print(&json(&report))?;
    }
    report.worst.map_or(Ok(()), Err)
}

fn settings(program: &Program, arguments: &BenchArguments, limits: Limits) -> Settings {
    Settings {
        params: program.params.clone(),
        inputs: program.inputs.clone(),
        warmup: arguments.warmup,
        repeat: arguments.repeat,
        check: !arguments.no_check,
        reference: program.needs_reference.then(|| ReferenceSettings {
            program: program.source.name.clone(),
            text: program.source.text.clone(),
            steps: STEPS,
        }),
        repeat_identical: arguments.repeat_identical,
        limits,
        ..Settings::default()
    }
}

impl Report {
    fn on(device: DeviceName) -> Report {
        Report {
            igc: env!("CARGO_PKG_VERSION"),
            device,
            comparisons: vec![],
            failures: vec![],
            worst: None,
        }
    }

    /// Adds a comparison to the report, and prints every failure in full.
    fn add(&mut self, comparison: Comparison, program: &Program, roofline: Vec<Roofline>) {
        for (entry, failure) in comparison.failures() {
            let (program, graph) = (&comparison.program, &comparison.graph.name);
            message::error(format_args!(
                "{program} --opts {} on {graph}: {}",
                entry.options,
                explained(failure)
            ));
            self.worst = self.worst.max(Some(failure.kind.into()));
        }
        let (disturbed, runs) = comparison.disturbed();
        if let Some(what) = worker::disturbance(disturbed, runs) {
            message::say(format_args!("warning: {what}, so these times are not reliable"));
        }
        let policy = program.chosen.as_ref().map(Configuration::to_string);
        let fastest = comparison.fastest();
        self.comparisons.push(Compared { comparison, fastest, policy, roofline });
    }

    /// Prints and reports why no comparison was possible.
    fn fail(&mut self, program: Option<&Program>, graph: &str, fault: Fault) {
        self.failures.push(NotCompared {
            program: program.map(|program| program.source.name.clone()),
            graph: graph.to_string(),
            reason: fault.failure.reason.clone(),
        });
        self.worst = self.worst.max(fail_with::<()>(fault).err());
    }
}

/// Loads the graph. A graph that cannot be loaded is reported once, and not for every program.
fn load(workers: &mut Workers, graph: &str) -> Result<(), Fault> {
    let what = format!("loading {}", visible::name(graph));
    if !std::io::stderr().is_terminal() {
        message::say(&what);
    }
    let spinner = spinner(&what);
    let loaded = workers.load(graph, &mut |_| {});
    spinner.finish_and_clear();
    loaded.map(|_| ())
}

fn compared(
    program: &Program,
    graph: &str,
    arguments: &BenchArguments,
    limits: &Limits,
    workers: &mut Workers,
) -> Result<Comparison, Fault> {
    let task = Task {
        program: program.source.name.clone(),
        text: program.source.text.clone(),
        options: configurations(arguments, program.chosen.as_ref()),
        given_up: vec![],
        completed: vec![],
        graph: graph.to_string(),
        settings: settings(program, arguments, limits.clone()),
    };
    let mut progress = Progress::new(&program.source.name, graph, task.options.len());
    let comparison = workers.compare(task, &mut |news| progress.hear(news));
    progress.end();
    comparison
}

/// Asks the policy for each program, if there is a policy, and prints its choices.
fn ask_policy(
    arguments: &BenchArguments,
    device: &DeviceName,
    programs: &mut [Program],
) -> Result<(), Failed> {
    let Some(chooser) = arguments.policy.chooser(Some(device))? else { return Ok(()) };
    chooser.remark();
    for program in programs {
        let choice = chooser.choose(&program.source.name);
        message::say(format_args!("policy: {} {choice}", program.source.name));
        program.chosen = Some(choice.options);
    }
    Ok(())
}

/// Returns the requested configurations and the policy's choice, without duplicates.
fn configurations(
    arguments: &BenchArguments,
    chosen: Option<&Configuration>,
) -> Vec<Configuration> {
    let mut wanted = arguments.opts.clone();
    if arguments.each {
        wanted.extend(Configuration::each());
    }
    if arguments.all_configurations {
        wanted.extend(Configuration::all_configurations());
    }
    if wanted.is_empty() {
        wanted.extend(Configuration::each().first().cloned());
        if chosen.is_none() && arguments.passes.is_empty() {
            wanted.extend(Configuration::each().last().cloned());
        }
    }
    wanted.extend(chosen.cloned());
    if !arguments.passes.is_empty() {
        let with_each = |options: Configuration| {
            let orders = arguments.passes.iter().cloned();
            orders.map(move |passes| options.with_passes(passes))
        };
        wanted = wanted.into_iter().flat_map(with_each).collect();
    }
    let mut each: Vec<Configuration> = vec![];
    for options in wanted {
        if !each.contains(&options) {
            each.push(options);
        }
    }
    each
}

/// Reads and compiles every program without optimisations, to report errors once.
fn programs(arguments: &BenchArguments) -> Result<Vec<Program>, Failed> {
    let mut programs = vec![];
    for file in &arguments.files {
        let mut source = source::read_program(file)?;
        arguments.model.add_to(&mut source.text)?;
        let first = source::build(&source, &Configuration::default())?;
        let schedule = &first.artefact.schedule;
        let has = |name: &str| schedule.params.iter().any(|param| param.name == name);
        let params = arguments.param.iter().filter(|(name, _)| has(name)).cloned().collect();
        let declared = igc_runtime::data_file::names(schedule);
        let data = arguments.policy.data().into_iter();
        let inputs = data.filter(|(name, _)| declared.contains(&name.as_str())).collect();
        let needs_reference = !is_judged_by_oracles(schedule);
        programs.push(Program { source, params, inputs, needs_reference, chosen: None });
    }
    let taken =
        |name: &str| programs.iter().any(|p| p.params.iter().any(|(taken, _)| taken == name));
    let is_read =
        |name: &str| programs.iter().any(|p| p.inputs.iter().any(|(read, _)| read == name));
    if let Some((name, _)) = arguments.policy.data().iter().find(|(name, _)| !is_read(name)) {
        let message = format!("no program has an input `{}`", visible::name(name));
        return fail(Failed::Input, message);
    }
    match arguments.param.iter().find(|(name, _)| !taken(name)) {
        Some((name, _)) => fail(
            Failed::Input,
            format_args!("no program has a parameter `{}`", visible::name(name)),
        ),
        None => Ok(programs),
    }
}
