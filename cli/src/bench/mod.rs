//! `igc bench`: times configurations of programs side by side on graphs.
//!
//! Another process runs the programs ([`igc_measure::worker`]). If a kernel never ends or a driver
//! crashes, only one configuration fails, and the times of the others are kept.

mod auto;
#[cfg(feature = "opencl")]
mod barrier;
mod effects;
#[cfg(feature = "opencl")]
mod host;
#[cfg(feature = "opencl")]
mod launch;
#[cfg(feature = "opencl")]
mod micro;
mod plot;
mod programs;
mod progress;
#[cfg(feature = "opencl")]
mod roofline;
mod samples;
mod table;

use std::io::IsTerminal;

use igc::auto::Plan;
use igc_compiler::configuration::Configuration;
use igc_compiler::diagnostics::visible;
use igc_measure::comparison::{Comparison, Fastest, ReferenceSettings, STEPS, Settings};
#[cfg(feature = "opencl")]
use igc_measure::roofline::Rates;
use igc_measure::roofline::Roofline;
use igc_measure::worker::{Fault, Task, Workers};
use igc_runtime::backend::DeviceName;
use igc_runtime::run_options::RunOptions;
use serde::Serialize;

use crate::args::bench::BenchArguments;
#[cfg(feature = "opencl")]
use crate::args::bench::BenchCommand;
use crate::calibration::run_options_on;
use crate::failed::Failed;
use crate::message;
use crate::output::{explained, fail_with, json, print, spinner};
use crate::values::AutoOpts;
use crate::worker;
use auto::Auto;
use programs::{Policies, Program};
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
    /// The plan that igc chose, if its configuration is compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    auto: Option<Auto>,
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
    let programs = programs::read(arguments)?;
    let samples = arguments.csv.as_deref().map(Samples::to).transpose()?;
    crate::plot::check(arguments.plot.as_deref())?;
    arguments.device.remark_default()?;
    let workers = worker::workers(arguments.device.request()?, arguments.limits.timeout())?;
    let mut workers = workers.with_build_timeout(arguments.limits.build_timeout());
    let report = Report::on(workers.device().or_else(fail_with)?);
    let policies = Policies::new(arguments.policy.chooser(Some(&report.device))?);
    let run_options = run_options_on(&report.device, &arguments.limits, arguments.repeat);
    if run_options.is_calibrated() {
        message::say(
            "note: the device's calibration determines the width of launches (`igc devices`)",
        );
    }
    #[cfg(feature = "opencl")]
    let rates = match arguments.roofline {
        true => Some(roofline::rates(arguments, &report.device)?),
        false => None,
    };
    let mut bench = Bench {
        arguments,
        workers,
        policies,
        run_options,
        samples,
        #[cfg(feature = "opencl")]
        rates,
        report,
    };
    for graph in &arguments.graphs {
        if let Err(fault) = load(&mut bench.workers, graph) {
            bench.report.fail(None, graph, fault);
            continue;
        }
        for program in &programs {
            bench.compare(program, graph)?;
        }
    }
    if let Some(path) = &arguments.plot {
        let comparisons = bench.report.comparisons.iter().map(|one| &one.comparison);
        let comparisons: Vec<_> = comparisons.collect();
        plot::charts(&bench.report.device.name, &comparisons).write(path)?;
    }
    if arguments.json {
        print(&json(&bench.report))?;
    }
    bench.report.worst.map_or(Ok(()), Err)
}

/// Everything that the comparisons share.
struct Bench<'a> {
    arguments: &'a BenchArguments,
    workers: Workers,
    policies: Policies,
    run_options: RunOptions,
    samples: Option<Samples>,
    /// The rates of the device, with `--roofline`.
    #[cfg(feature = "opencl")]
    rates: Option<Rates>,
    report: Report,
}

impl Bench<'_> {
    /// Compares configurations of a program on a graph, and prints the table. If the device lacks what igc's plan needs,
    /// igc chooses another one, as for a run.
    fn compare(&mut self, given: &Program, graph: &str) -> Result<(), Failed> {
        let given = match auto::on_graph(given, graph, self.arguments, &mut self.workers)? {
            Ok(given) => &given.clone(),
            Err(fault) => {
                self.report.fail(Some(given), graph, fault);
                return Ok(());
            }
        };
        let mut refused = vec![];
        loop {
            let chosen = match auto::is_wanted(self.arguments) {
                true => {
                    let wanted = auto::Wanted { given, graph, refused: &refused };
                    auto::choose(wanted, self.arguments, &mut self.workers)?
                }
                false => Ok(given.clone()),
            };
            let program = match chosen {
                Ok(program) => program,
                Err(fault) => {
                    self.report.fail(Some(given), graph, fault);
                    return Ok(());
                }
            };
            match self.compare_program(program, graph)? {
                Some(plan) => refused.push(plan),
                None => return Ok(()),
            }
        }
    }

    /// Compares configurations of the program that was chosen. Returns igc's plan if the device refuses it, and prints
    /// the table otherwise.
    fn compare_program(
        &mut self,
        mut program: Program,
        graph: &str,
    ) -> Result<Option<Plan>, Failed> {
        let arguments = self.arguments;
        program.chosen = self.policies.choose(&program.source.name);
        let program = &program;
        let comparison =
            match compared(program, graph, arguments, &self.run_options, &mut self.workers) {
                Ok(comparison) => comparison,
                Err(fault) => {
                    self.report.fail(Some(program), graph, fault);
                    return Ok(None);
                }
            };
        if let Some(plan) = program.auto.as_ref().and_then(|auto| auto.refused_in(&comparison)) {
            message::say(format_args!("  the device refuses {plan}, so igc chooses another plan"));
            return Ok(Some(plan.clone()));
        }
        if let Some(samples) = &mut self.samples {
            samples.write(&comparison)?;
        }
        if !arguments.json {
            print(&table::table(&comparison, &self.report.device, program.auto.as_ref()))?;
            effects::say_without_effect(&comparison, program.auto.as_ref());
        }
        #[cfg(feature = "opencl")]
        let limits = match &self.rates {
            Some(rates) => roofline::of(&comparison, (program, graph), rates)?,
            None => vec![],
        };
        #[cfg(not(feature = "opencl"))]
        let limits = vec![];
        #[cfg(feature = "opencl")]
        if !arguments.json && !limits.is_empty() {
            print(&roofline::table(&limits, program.auto.as_ref()))?;
        }
        self.report.add(comparison, program, limits);
        Ok(None)
    }
}

fn settings(program: &Program, arguments: &BenchArguments, run_options: RunOptions) -> Settings {
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
        run_options,
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
        let auto = program.auto.clone();
        self.comparisons.push(Compared { comparison, fastest, auto, policy, roofline });
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
    run_options: &RunOptions,
    workers: &mut Workers,
) -> Result<Comparison, Fault> {
    let task = Task {
        program: program.source.name.clone(),
        text: program.source.text.clone(),
        options: configurations(arguments, program),
        given_up: vec![],
        completed: vec![],
        graph: graph.to_string(),
        settings: settings(program, arguments, run_options.clone()),
    };
    let mut progress = Progress::new(&program.source.name, graph, task.options.len());
    let comparison = workers.compare(task, &mut |news| progress.hear(news));
    progress.end();
    comparison
}

/// Returns the requested configurations, that of igc's plan, and the policy's choice, without duplicates.
fn configurations(arguments: &BenchArguments, program: &Program) -> Vec<Configuration> {
    let auto = program.auto.as_ref().map(Auto::options);
    let given = |options: &AutoOpts| match options {
        AutoOpts::Auto => auto.cloned(),
        AutoOpts::These(options) => Some(options.clone()),
    };
    let mut wanted: Vec<Configuration> = arguments.opts.iter().filter_map(given).collect();
    if arguments.each {
        wanted.extend(Configuration::each());
    }
    if arguments.all_configurations {
        wanted.extend(Configuration::all_configurations());
    }
    if wanted.is_empty() {
        wanted.extend(auto.cloned());
        wanted.push(Configuration::default());
    }
    wanted.extend(program.chosen.clone());
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
