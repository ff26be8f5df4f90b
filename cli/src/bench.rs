//! `igc bench`: configurations of programs, timed side by side on graphs.

#[cfg(feature = "opencl")]
mod barrier;
mod samples;
mod table;

use std::time::Instant;

use igc_compiler::driver::{Failure, compile};
use igc_compiler::passes::Options;
use igc_runtime::bench::{Candidate, Comparison, FailureKind, Progress, Settings, compare};
use igc_runtime::device::{self, Device, DeviceName};
use igc_runtime::input::Input;
use serde::Serialize;

use crate::args::{BenchArguments, BenchCommand, DiagnosticsForm};
use crate::output::{doing, fail, print, spinner};
use crate::run::explain;
use crate::{Failed, source, watchdog};
use samples::Samples;

/// All that was found, as `--json` prints it. Fields may be added; none is renamed or removed.
#[derive(Serialize)]
struct Found {
    /// The version of igc.
    igc: &'static str,
    device: DeviceName,
    /// One for each program and graph.
    comparisons: Vec<Comparison>,
    /// Programs and graphs that could not be compared at all.
    failures: Vec<NotCompared>,
    /// The greatest exit code that anything calls for.
    #[serde(skip)]
    worst: Option<Failed>,
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

/// A program with its configurations.
struct Program {
    name: String,
    /// What it requires of its graph.
    requirements: Vec<String>,
    candidates: Vec<Candidate>,
    /// The parameters given that it has.
    params: Vec<(String, String)>,
}

/// Measures what is asked for and reports.
pub fn bench(arguments: &BenchArguments) -> Result<(), Failed> {
    match &arguments.command {
        #[cfg(feature = "opencl")]
        Some(BenchCommand::Barrier(arguments)) => barrier::barrier(arguments),
        #[cfg(not(feature = "opencl"))]
        Some(BenchCommand::Barrier(_)) => explain(igc_runtime::Error::NoOpenCl),
        None => programs_side_by_side(arguments),
    }
}

/// Compares configurations and reports.
fn programs_side_by_side(arguments: &BenchArguments) -> Result<(), Failed> {
    let programs = programs(arguments)?;
    let mut samples = arguments.csv.as_deref().map(Samples::create).transpose()?;
    #[cfg(feature = "opencl")]
    let device = device::select_with(arguments.device.as_deref(), arguments.dialect.as_ref());
    #[cfg(not(feature = "opencl"))]
    let device = device::select(arguments.device.as_deref());
    let device = device.or_else(explain)?;
    let settings = settings(arguments);
    watchdog::guard(&settings.limits.watch, arguments.limits.timeout());
    let mut found = Found::on(&device);
    for spec in &arguments.graphs {
        let mut graphs = match Graphs::load(spec) {
            Ok(graphs) => graphs,
            Err(error) => {
                found.fail(None, spec, error);
                continue;
            }
        };
        for program in &programs {
            let input = graphs.with(&program.requirements);
            let comparison =
                match input.and_then(|input| compared(program, input, &device, &settings)) {
                    Ok(comparison) => comparison,
                    Err(error) => {
                        found.fail(Some(program), spec, error);
                        continue;
                    }
                };
            if let Some(samples) = &mut samples {
                samples.write(&comparison)?;
            }
            if !arguments.json {
                print(&table::table(&comparison, &found.device))?;
            }
            found.add(comparison);
        }
    }
    if arguments.json {
        let json = serde_json::to_string_pretty(&found).expect("numbers and strings serialise");
        print(&(json + "\n"))?;
    }
    found.worst.map_or(Ok(()), Err)
}

/// What holds for every program and graph; parameters are the programs' own.
fn settings(arguments: &BenchArguments) -> Settings {
    Settings {
        params: vec![],
        warmup: arguments.warmup,
        repeat: arguments.repeat,
        check: !arguments.no_check,
        repeat_identical: arguments.repeat_identical,
        limits: arguments.limits.limits(arguments.repeat),
    }
}

impl Found {
    fn on(device: &Device) -> Found {
        Found {
            igc: env!("CARGO_PKG_VERSION"),
            device: device.name(),
            comparisons: vec![],
            failures: vec![],
            worst: None,
        }
    }

    /// Notes a comparison, and says in full what failed in it.
    fn add(&mut self, comparison: Comparison) {
        for (entry, failure) in comparison.failures() {
            let (program, graph) = (&comparison.program, &comparison.graph.name);
            eprintln!("error: {program} --opts {} on {graph}: {}", entry.options, failure.reason);
            let failed = match failure.kind {
                FailureKind::Input => Failed::Input,
                FailureKind::Device => Failed::Device,
                FailureKind::Check => Failed::Check,
            };
            self.worst = self.worst.max(Some(failed));
        }
        self.comparisons.push(comparison);
    }

    /// Says and notes why something could not be compared at all.
    fn fail(&mut self, program: Option<&Program>, graph: &str, error: igc_runtime::Error) {
        self.failures.push(NotCompared {
            program: program.map(|program| program.name.clone()),
            graph: graph.to_string(),
            reason: error.to_string(),
        });
        self.worst = self.worst.max(explain::<()>(error).err());
    }
}

fn compared(
    program: &Program,
    input: &Input,
    device: &Device,
    settings: &Settings,
) -> Result<Comparison, igc_runtime::Error> {
    let place = format!("{} on {}", program.name, input.name);
    let spinner = spinner(&place);
    let mut progress = |progress: Progress<'_>| {
        spinner.set_message(match progress {
            Progress::Building(options) => format!("{place}: building {options}"),
            Progress::WarmingUp(options) => format!("{place}: first runs of {options}"),
            Progress::Round(round, of) => format!("{place}: round {round} of {of}"),
        });
    };
    let settings = Settings { params: program.params.clone(), ..settings.clone() };
    let comparison = compare(&program.candidates, input, device, &settings, &mut progress);
    spinner.finish_and_clear();
    comparison
}

/// The configurations asked for, each once.
fn configurations(arguments: &BenchArguments) -> Vec<Options> {
    let mut wanted = arguments.opts.clone();
    if arguments.each {
        wanted.extend(Options::each());
    }
    if arguments.all_configurations {
        wanted.extend(Options::all_configurations());
    }
    if wanted.is_empty() {
        wanted.extend(Options::each().first().cloned());
        wanted.extend(Options::each().last().cloned());
    }
    let mut each: Vec<Options> = vec![];
    for options in wanted {
        if !each.contains(&options) {
            each.push(options);
        }
    }
    each
}

/// Compiles every configuration of every program. A program that is wrong is wrong in all of them.
fn programs(arguments: &BenchArguments) -> Result<Vec<Program>, Failed> {
    let configurations = configurations(arguments);
    let mut programs = vec![];
    for file in &arguments.files {
        let source = source::read(file)?;
        // For its warnings, and what is wrong with it.
        let first = source::build(&source, &Options::default(), DiagnosticsForm::Text)?;
        let schedule = &first.artefact.schedule;
        let has = |name: &str| schedule.params.iter().any(|param| param.name == name);
        let params = arguments.param.iter().filter(|(name, _)| has(name)).cloned().collect();
        let compile_all = || configurations.iter().map(|options| candidate(&source, options));
        programs.push(Program {
            name: source.name.clone(),
            requirements: schedule.graph.requirements.clone(),
            candidates: doing("compiling", || compile_all().collect()),
            params,
        });
    }
    let taken =
        |name: &str| programs.iter().any(|p| p.params.iter().any(|(taken, _)| taken == name));
    match arguments.param.iter().find(|(name, _)| !taken(name)) {
        Some((name, _)) => fail(Failed::Input, format_args!("no program has a parameter `{name}`")),
        None => Ok(programs),
    }
}

fn candidate(source: &source::Source, options: &Options) -> Candidate {
    let start = Instant::now();
    let artefact = match compile(&source.name, &source.text, options) {
        Ok(compilation) => Ok(compilation.artefact),
        Err(Failure::Bug(message)) => Err(format!(
            "internal error in the compiler: {message}\n\
             help: this is a bug of igc; please report it with the program"
        )),
        Err(Failure::Program(_)) => Err("the program is wrong with these options only".into()),
    };
    Candidate { options: options.clone(), artefact, compile_time: start.elapsed() }
}

/// A graph as it was loaded, and as programs require it: each made once.
struct Graphs {
    loaded: Input,
    derived: Vec<(Vec<String>, Input)>,
}

impl Graphs {
    fn load(spec: &str) -> Result<Graphs, igc_runtime::Error> {
        let loaded = doing("loading the graph", || Input::load(spec))?;
        Ok(Graphs { loaded, derived: vec![] })
    }

    /// The graph with what a program requires of it.
    fn with(&mut self, requirements: &[String]) -> Result<&Input, igc_runtime::Error> {
        if requirements.is_empty() {
            return Ok(&self.loaded);
        }
        let made = self.derived.iter().position(|(made, _)| made == requirements);
        let at = match made {
            Some(at) => at,
            None => {
                let derive = || self.loaded.clone().require(requirements);
                let input = doing("changing the graph to what the program requires", derive)?;
                self.derived.push((requirements.to_vec(), input));
                self.derived.len() - 1
            }
        };
        Ok(&self.derived[at].1)
    }
}
