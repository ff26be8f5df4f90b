//! `igc run`: compiles a program, runs it on a graph, and prints a report.

mod auto;
mod findings;
mod oracles;
mod outputs;
mod plot;
mod steps;
mod weights;

use std::fmt::Write as _;
use std::mem::ManuallyDrop;
use std::path::Path;

use igc::memory::MemoryUse;
use igc::problems;
use igc::report::Verdict;
use igc::traffic::Traffic;
use igc::{
    Arguments, Bytes, Device, Graph, Outcome, Prints, Program, Report, RunOptions, Session, Watch,
};
use igc_compiler::diagnostics::visible;
use igc_runtime::graph::GraphSpec;

use crate::args::run::RunArguments;
use crate::calibration::run_options_on;
#[cfg(unix)]
use crate::crash::explain_crashes;
use crate::failed::Failed;
use crate::message;
use crate::output::{doing, fail, fail_with, grouped, print, time};
use crate::rank;
use crate::source::{self, fail_in};
use crate::watchdog;
use auto::Auto;
use outputs::is_stdout;
use steps::Steps;

/// Compiles a program, runs it on a graph, and prints a report.
pub fn run(arguments: &RunArguments) -> Result<(), Failed> {
    // A plan is chosen for the weights of the graph anyway.
    let early = if arguments.is_auto() { None } else { Some(lazy_graph(arguments)?) };
    let mut source = match &early {
        Some(graph) => source::read_program_on(&arguments.file, graph)?,
        None => source::read_program(&arguments.file)?,
    };
    arguments.model.add_to(&mut source.text)?;
    let select = || Device::request(&arguments.device.request()?).or_else(fail_in(&source));
    let device = if arguments.policy.needs_device() { Some(select()?) } else { None };
    let name = device.as_ref().map(Device::name);
    let chosen = arguments.policy.choose(&arguments.opts.or_none(), &source.name, name)?;
    let options = arguments.passes.apply(chosen);
    arguments.model.remark(&options);
    let is_interpreter = arguments.device.is_interpreter()?;
    let program = source::program(&source, &options, is_interpreter)?;
    findings::check_device(arguments, is_interpreter)?;
    let program = if arguments.checked { program.watched() } else { program };
    let steps = check_request(arguments, &program)?;
    let graph = early.map_or_else(|| lazy_graph(arguments), Ok)?;
    let device = device.map_or_else(select, Ok)?;
    arguments.device.remark_default()?;
    // A driver may have replaced the handlers when it was loaded (PoCL, through LLVM).
    #[cfg(unix)]
    explain_crashes(false);
    let run_options = RunOptions {
        record_steps: arguments.steps.is_some() || arguments.plot.is_some(),
        prints: Prints::to(message::print),
        ..run_options_on(device.name(), &arguments.limits, arguments.repeat)
    };
    watch(arguments, &run_options.watch, &graph)?;
    // The device stays open until the process ends, because closing it may take a driver longer.
    let mut session = ManuallyDrop::new(Session::with_options(&device, &graph, run_options));
    let given = given(arguments);
    let (outcome, auto) = match arguments.is_auto() {
        true => auto::solve(arguments, &mut session, &given)?,
        false => {
            if !arguments.json {
                source::say_without_effect(&program.without_effect(&device));
            }
            (doing("running", || session.run(&program, &given)), None)
        }
    };
    let outcome = outcome.or_else(|error| {
        let is_file = source::is_file(&arguments.file);
        weights::fail_at_declaration(&source, is_file, &arguments.graph, error)
    })?;
    if !rank::is_first() {
        return Ok(());
    }
    let program = auto.as_ref().map_or(&program, |auto| &auto.program);
    write_results(arguments, (program, &graph), steps.as_ref(), &outcome)?;
    if arguments.checked && !arguments.json {
        findings::print(&source, &outcome.findings);
    }
    let report = match (arguments.json, arguments.checked) {
        (true, true) => findings::report(&source, &outcome.findings, &outcome.report),
        (true, false) => auto::json(arguments, auto.as_ref(), &outcome.report),
        (false, _) => {
            let problem = default_of(&arguments.file, &outcome.report.program);
            text(&outcome.report, auto.as_ref(), problem)
        }
    };
    match arguments.files_of_all().any(is_stdout) {
        true => message::say(report),
        false => print(&report)?,
    }
    // The charts come last, because there may be nothing to draw.
    if let Some(path) = &arguments.plot {
        plot::charts(&outcome.report).write(path)?;
    }
    if outcome.is_refused() {
        return fail(Failed::Check, "the result did not pass its check");
    }
    Ok(())
}

/// Returns the graph, which is loaded later.
fn lazy_graph(arguments: &RunArguments) -> Result<Graph, Failed> {
    Graph::lazy(&arguments.graph).or_else(|error| match error {
        igc::Error::Run(error) => fail_with(error),
        error => fail(Failed::Input, error),
    })
}

/// Checks what can be wrong before anything is loaded or opened. Returns the file for the rounds.
fn check_request(arguments: &RunArguments, program: &Program) -> Result<Option<Steps>, Failed> {
    if arguments.check && !program.has_check() {
        return fail(
            Failed::Input,
            format_args!(
                "the result cannot be checked, because the program names no oracle\n{}",
                oracles::advice(program)
            ),
        );
    }
    if !rank::is_first() {
        // This rank writes no files.
        return Ok(None);
    }
    let steps = arguments.steps.as_deref().map(Steps::to).transpose()?;
    if arguments.plot.is_some() {
        plot::check(program)?;
    }
    crate::plot::check(arguments.plot.as_deref())?;
    outputs::check_all(arguments.files_of_all())?;
    outputs::check(arguments.files_of_one(), &program.outputs())?;
    Ok(steps)
}

/// Returns the arguments of the program.
fn given(arguments: &RunArguments) -> Arguments {
    let params = arguments.param.iter();
    let given = params.fold(Arguments::new(), |given, (name, value)| given.param(name, value));
    let files = arguments.inputs.inputs.iter().cloned();
    let given = files.fold(given, |given, (name, path)| given.file(&name, &path));
    given.check(arguments.check)
}

/// Starts the threads that end the process if a build or a run takes too long, and that show the
/// progress of a long run.
fn watch(arguments: &RunArguments, watch: &Watch, graph: &Graph) -> Result<(), Failed> {
    watchdog::guard_builds(watch, arguments.limits.build_timeout())?;
    let (limits, graph) = (arguments.limits.clone(), graph.clone());
    watchdog::guard_runs(watch, move || match graph.size_if_loaded() {
        Some((nodes, edges)) => limits.timeout_for(u64::from(nodes) + edges),
        None => limits.timeout(),
    })?;
    watchdog::report_progress(watch)
}

/// Writes the outputs and the rounds to the files that the arguments name.
fn write_results(
    arguments: &RunArguments,
    (program, graph): (&Program, &Graph),
    steps: Option<&Steps>,
    outcome: &Outcome,
) -> Result<(), Failed> {
    let module = &program.artefact().module;
    let graph = graph.arrays_for(program).or_else(fail_in(program.source()))?;
    for path in arguments.files_of_all() {
        outputs::write_all(path, module, &graph, outcome)?;
    }
    outputs::write_each(arguments.files_of_one(), module, &graph, outcome)?;
    let writes_all = arguments.files_of_all().next().is_some();
    let is_written =
        |name: &str| writes_all || arguments.files_of_one().any(|(wanted, _)| wanted == name);
    outputs::say_unreached(&program.output_fields(), outcome, is_written);
    steps.map_or(Ok(()), |steps| steps.write(&outcome.report))
}

/// Returns the problem that the program solves, if the argument names a problem, so that igc chose the program. It is
/// the problem for real weights if the graph has such weights.
fn default_of(argument: &Path, program: &str) -> Option<&'static str> {
    let name = argument.to_str().filter(|_| !source::is_file(argument))?;
    let problem = problems::find(name).filter(|named| !named.is_pinned)?.problem;
    match problem.real {
        Some(real) if !problem.programs.contains(&program) => Some(real.problem),
        _ => Some(problem.name),
    }
}

/// Formats the report as text. `problem` is the problem that the user named, if igc has a default program for it.
fn text(report: &Report, auto: Option<&Auto>, problem: Option<&str>) -> String {
    let mut out = String::new();
    let mut line = |name: &str, value: String| {
        writeln!(out, "{name:<10}{value}").expect("a string takes all that is written");
    };
    let Report { seconds, graph, device, .. } = report;
    let param = |(name, value): &(String, Option<String>)| {
        let value = shell_words::quote(value.as_deref().unwrap_or("none"));
        format!(" -p {name}={value}")
    };
    let params: Vec<String> = report.params.iter().map(param).collect();
    let program = format!("{} --opts {}{}", report.program, report.options, params.concat());
    match (auto, problem) {
        (Some(auto), _) => line("plan", format!("{program} ({})", auto.choice.reason)),
        (None, Some(problem)) => line("program", format!("{program} (the default of {problem})")),
        (None, None) => line("program", program),
    }
    line(
        "graph",
        format!("{}: {} nodes, {} edges", graph.name, grouped(graph.nodes), grouped(graph.edges)),
    );
    let is_file = matches!(GraphSpec::parse(&graph.name), Ok(GraphSpec::File { .. }));
    if let Some(text) = weights_text(report).filter(|_| is_file) {
        line("weights", text);
    }
    line("device", format!("{} ({}), {}", device.name, device.driver, device.dialect));
    if let Some((global, local)) = report.geometry {
        let (global, local) = (grouped(global as u64), grouped(local as u64));
        let how = if report.calibrated { ", as calibrated" } else { "" };
        line("launches", format!("{global} work-items in workgroups of {local}{how}"));
    }
    line("compile", time(seconds.compile));
    line("open", time(seconds.open));
    line("load", time(seconds.load));
    if let Some(reorder) = seconds.reorder {
        line("reorder", time(reorder));
    }
    if report.geometry.is_some() {
        let cached = if seconds.build_cached { " (from the cache)" } else { "" };
        line("build", format!("{}{cached}", time(seconds.build)));
        let (to, from) = (time(seconds.transfer_in), time(seconds.transfer_out));
        line("transfer", format!("{to} to the device, {from} back"));
    }
    if let Some(memory) = &report.memory {
        line("memory", memory_text(memory));
    }
    if let Some(traffic) = &report.traffic {
        line("exchange", traffic_text(traffic));
    }
    let each = &seconds.compute_each;
    let spread = match each.len() {
        1 => " (one cold run; `--repeat N` reports medians)".into(),
        n => {
            let least = each.iter().copied().fold(f64::INFINITY, f64::min);
            let most = each.iter().copied().fold(0.0, f64::max);
            format!(" (median of {n}, from {} to {})", time(least), time(most))
        }
    };
    let part = match seconds.initialise {
        0.0 => String::new(),
        part => format!(", of which {} to initialise state", time(part)),
    };
    let rounds =
        format!("{} rounds, {} launches", grouped(report.rounds), grouped(report.launches));
    line("compute", format!("{}{spread}{part}, {rounds}", time(seconds.compute)));
    line("rate", format!("{:.1} million edges/s", report.edges_per_second / 1e6));
    if report.restarts > 0 {
        line("restarts", format!("{}, because a worklist was too small", report.restarts));
    }
    let took = seconds.check.map_or(String::new(), |s| format!(" ({})", time(s)));
    for verdict in report.checks.iter().flatten() {
        line("check", format!("{}{took}", verdict_text(verdict)));
    }
    out
}

/// Number of names of columns that the report lists.
const LISTED: usize = 5;

/// States which property has the weights of a graph file and which column they come from, or which columns the
/// loader did not read. Returns `None` if there is nothing to state.
fn weights_text(report: &Report) -> Option<String> {
    let column = |used: String| match &report.weight_column {
        Some(column) => format!("{used} (column {})", visible::name(column)),
        None => used,
    };
    match report.weights.as_deref() {
        Some([]) => Some(column(unused_weights(&report.program))),
        Some(used) => Some(column(format!("values of {}", used.join(" and ")))),
        None if report.unread_columns.is_empty() => None,
        None => {
            let names = report.unread_columns.iter().take(LISTED).map(|name| visible::name(name));
            let names: Vec<String> = names.map(|name| name.to_string()).collect();
            let dots = if report.unread_columns.len() > LISTED { ", …" } else { "" };
            let plural = if report.unread_columns.len() == 1 { "" } else { "s" };
            Some(format!("none (column{plural} not read: {}{dots})", names.join(", ")))
        }
    }
}

/// States that a program ignores the weights of the graph, and which problem uses them.
fn unused_weights(program: &str) -> String {
    let problem = problems::find(program).map(|named| named.problem);
    match problem.and_then(|problem| problem.weighted) {
        Some(weighted) => format!("not used by {program}, but by the problem {weighted}"),
        None => format!("not used by {program}"),
    }
}

fn memory_text(memory: &MemoryUse) -> String {
    let MemoryUse { graph, state, worklists, temporaries, total, peak } = *memory;
    let [graph, state, worklists, temporaries, total] =
        [graph, state, worklists, temporaries, total].map(Bytes);
    let most =
        if peak > memory.total { format!(", at most {}", Bytes(peak)) } else { String::new() };
    format!(
        "{total}{most}: {graph} for the graph, {state} for state, {worklists} for worklists, \
         {temporaries} for temporaries"
    )
}

fn traffic_text(traffic: &Traffic) -> String {
    let Traffic { exchanges, messages, bytes, most_bytes } = *traffic;
    let (exchanges, messages) = (grouped(exchanges), grouped(messages));
    let [bytes, most] = [bytes, most_bytes].map(Bytes);
    format!("{exchanges} exchanges, {messages} messages with {bytes}, at most {most} from a rank")
}

fn verdict_text(verdict: &Verdict) -> String {
    let Verdict { oracle, .. } = verdict;
    let graph = match verdict.independent {
        true => "",
        false => " (on the graph that igc loaded)",
    };
    match &verdict.reason {
        None => format!("passed: {oracle} agrees{graph}"),
        Some(reason) => format!("FAILED: {oracle} disagrees{graph}: {reason}"),
    }
}
