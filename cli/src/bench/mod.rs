//! `igc bench`: configurations of programs, timed side by side on graphs.
//!
//! Another process does it ([`igc_runtime::worker`]), so that a kernel that does not end, or a driver
//! that crashes, costs one configuration and not the others' times.

pub mod arguments;
#[cfg(feature = "opencl")]
mod barrier;
#[cfg(feature = "opencl")]
pub mod columns;
#[cfg(feature = "opencl")]
mod host;
#[cfg(feature = "opencl")]
mod launch;
#[cfg(feature = "opencl")]
mod micro;
mod samples;
mod table;

use igc_compiler::options::Options;
use igc_runtime::bench::{Comparison, Order, Progress, Settings};
use igc_runtime::device::DeviceName;
use igc_runtime::run::Limits;
use igc_runtime::worker::{Fault, News, Step, Task, Workers};
use serde::Serialize;

use crate::args::{BenchArguments, DiagnosticsForm};
use crate::calibration::limits_on;
use crate::output::{fail, json, print, spinner};
use crate::run::explain;
use crate::{Failed, source, worker};
#[cfg(feature = "opencl")]
use arguments::BenchCommand;
use samples::Samples;

/// All that was found, as `--json` prints it. Fields may be added; none is renamed or removed.
#[derive(Serialize)]
struct Found {
    /// The version of igc.
    igc: &'static str,
    device: DeviceName,
    /// One for each program and graph.
    comparisons: Vec<Compared>,
    /// Programs and graphs that could not be compared at all.
    failures: Vec<NotCompared>,
    /// The greatest exit code that anything calls for.
    #[serde(skip)]
    worst: Option<Failed>,
}

/// A program's configurations on a graph.
#[derive(Serialize)]
struct Compared {
    #[serde(flatten)]
    comparison: Comparison,
    /// The configuration that the policy chose, if one was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<String>,
}

/// A program that could not be compared on a graph, or a graph that could not be had.
#[derive(Serialize)]
struct NotCompared {
    /// The program, unless it was the graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    graph: String,
    reason: String,
}

/// A program.
struct Program {
    source: source::Source,
    /// The parameters given that it has.
    params: Vec<(String, String)>,
    /// What the policy chooses for it, if one is asked.
    chosen: Option<Options>,
}

/// Measures what is asked for and reports.
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
        Some(_) => explain(igc_runtime::Error::NoOpenCl),
        None => programs_side_by_side(arguments),
    }
}

/// Compares configurations and reports.
fn programs_side_by_side(arguments: &BenchArguments) -> Result<(), Failed> {
    let mut programs = programs(arguments)?;
    let mut samples = arguments.csv.as_deref().map(Samples::create).transpose()?;
    let mut workers = worker::workers(arguments.device.request(), arguments.limits.timeout())?;
    let mut found = Found::on(workers.device().or_else(explain)?);
    ask_policy(arguments, &found.device, &mut programs)?;
    let limits = limits_on(&found.device, &arguments.limits, arguments.repeat);
    if limits.is_calibrated() {
        eprintln!("note: launches are as wide as the device's calibration says (`igc devices`)");
    }
    for graph in &arguments.graphs {
        if let Err(fault) = load(&mut workers, graph) {
            found.fail(None, graph, fault);
            continue;
        }
        for program in &programs {
            let comparison = match compared(program, graph, arguments, &limits, &mut workers) {
                Ok(comparison) => comparison,
                Err(fault) => {
                    found.fail(Some(program), graph, fault);
                    continue;
                }
            };
            if let Some(samples) = &mut samples {
                samples.write(&comparison)?;
            }
            if !arguments.json {
                print(&table::table(&comparison, &found.device))?;
            }
            found.add(comparison, program);
        }
    }
    if arguments.json {
        print(&json(&found))?;
    }
    found.worst.map_or(Ok(()), Err)
}

fn settings(program: &Program, arguments: &BenchArguments, limits: Limits) -> Settings {
    Settings {
        params: program.params.clone(),
        warmup: arguments.warmup,
        repeat: arguments.repeat,
        check: !arguments.no_check,
        repeat_identical: arguments.repeat_identical,
        limits,
        order: Order::default(),
        budget: None,
    }
}

impl Found {
    fn on(device: DeviceName) -> Found {
        Found {
            igc: env!("CARGO_PKG_VERSION"),
            device,
            comparisons: vec![],
            failures: vec![],
            worst: None,
        }
    }

    /// Notes a comparison, and says in full what failed in it.
    fn add(&mut self, comparison: Comparison, program: &Program) {
        for (entry, failure) in comparison.failures() {
            let (program, graph) = (&comparison.program, &comparison.graph.name);
            eprintln!("error: {program} --opts {} on {graph}: {}", entry.options, failure.reason);
            self.worst = self.worst.max(Some(failure.kind.into()));
        }
        let policy = program.chosen.as_ref().map(Options::to_string);
        self.comparisons.push(Compared { comparison, policy });
    }

    /// Says and notes why something could not be compared at all.
    fn fail(&mut self, program: Option<&Program>, graph: &str, fault: Fault) {
        self.failures.push(NotCompared {
            program: program.map(|program| program.source.name.clone()),
            graph: graph.to_string(),
            reason: fault.failure.reason.clone(),
        });
        self.worst = self.worst.max(explain::<()>(fault).err());
    }
}

/// Loads the graph, to say what is wrong with it once and not of every program.
fn load(workers: &mut Workers, graph: &str) -> Result<(), Fault> {
    let spinner = spinner("loading the graph");
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
        had: vec![],
        graph: graph.to_string(),
        settings: settings(program, arguments, limits.clone()),
    };
    let place = format!("{} on {graph}", program.source.name);
    let spinner = spinner(&place);
    let mut progress = |news: News<'_>| {
        if let News::Step(step) = news
            && let Some(words) = words(step)
        {
            spinner.set_message(format!("{place}: {words}"));
        }
    };
    let comparison = workers.compare(task, &mut progress);
    spinner.finish_and_clear();
    comparison
}

/// What is being done. Of a single run there is nothing to say.
fn words(step: &Step) -> Option<String> {
    Some(match step {
        Step::Opening => "opening the device".into(),
        Step::Loading => "loading the graph".into(),
        Step::Compiling => "compiling".into(),
        Step::Preparing => "bringing the graph to the device".into(),
        Step::Comparing(Progress::Building(options)) => format!("building {options}"),
        Step::Comparing(Progress::WarmingUp(options)) => format!("first runs of {options}"),
        Step::Comparing(Progress::Round(round, of)) => format!("round {round} of {of}"),
        Step::Comparing(Progress::Running(_)) => return None,
    })
}

/// Asks the policy, if there is one, for each program, and says what it chooses.
fn ask_policy(
    arguments: &BenchArguments,
    device: &DeviceName,
    programs: &mut [Program],
) -> Result<(), Failed> {
    let Some(chooser) = arguments.policy.chooser(Some(device))? else { return Ok(()) };
    chooser.remark();
    for program in programs {
        let choice = chooser.choose(&program.source.name);
        eprintln!("policy: {} {choice}", program.source.name);
        program.chosen = Some(choice.options);
    }
    Ok(())
}

/// The configurations asked for and the one that a policy chose, each once.
fn configurations(arguments: &BenchArguments, chosen: Option<&Options>) -> Vec<Options> {
    let mut wanted = arguments.opts.clone();
    if arguments.each {
        wanted.extend(Options::each());
    }
    if arguments.all_configurations {
        wanted.extend(Options::all_configurations());
    }
    if wanted.is_empty() {
        wanted.extend(Options::each().first().cloned());
        if chosen.is_none() {
            wanted.extend(Options::each().last().cloned());
        }
    }
    wanted.extend(chosen.cloned());
    let mut each: Vec<Options> = vec![];
    for options in wanted {
        if !each.contains(&options) {
            each.push(options);
        }
    }
    each
}

/// Reads every program, and says what is wrong with it: the same in all configurations.
fn programs(arguments: &BenchArguments) -> Result<Vec<Program>, Failed> {
    let mut programs = vec![];
    for file in &arguments.files {
        let source = source::read(file)?;
        let first = source::build(&source, &Options::default(), DiagnosticsForm::Text)?;
        let schedule = &first.artefact.schedule;
        let has = |name: &str| schedule.params.iter().any(|param| param.name == name);
        let params = arguments.param.iter().filter(|(name, _)| has(name)).cloned().collect();
        programs.push(Program { source, params, chosen: None });
    }
    let taken =
        |name: &str| programs.iter().any(|p| p.params.iter().any(|(taken, _)| taken == name));
    match arguments.param.iter().find(|(name, _)| !taken(name)) {
        Some((name, _)) => fail(Failed::Input, format_args!("no program has a parameter `{name}`")),
        None => Ok(programs),
    }
}
