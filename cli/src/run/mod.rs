//! `igc run`: compiles a program, runs it on a graph, and prints a report.

mod findings;
mod loading;
mod outputs;
mod steps;
mod weights;

use std::fmt::Write as _;
use std::mem::ManuallyDrop;
use std::time::Instant;

use igc_compiler::configuration::{Configuration, Flag};
use igc_compiler::driver::Artefact;
use igc_compiler::ir::EdgeWidth;
use igc_runtime::bytes::Bytes;
use igc_runtime::devices;
use igc_runtime::input::Input;
use igc_runtime::limits::Limits;
use igc_runtime::memory::MemoryUse;
use igc_runtime::prints::Prints;
use igc_runtime::report::{Report, Verdict};
use igc_runtime::run as runtime;
use igc_runtime::run::Request;

use crate::args::RunArguments;
use crate::calibration::limits_on;
#[cfg(unix)]
use crate::crash::explain_crashes;
use crate::failed::Failed;
use crate::message;
use crate::output::{doing, fail, fail_with, grouped, json, not_written, print, time};
use crate::source::{self, Source};
use crate::watchdog;
use loading::Loading;
use outputs::is_stdout;
use steps::Steps;

/// Compiles a program, runs it on a graph, and prints a report.
pub fn run(arguments: &RunArguments) -> Result<(), Failed> {
    let mut source = source::read_program(&arguments.file)?;
    arguments.model.add_to(&mut source.text)?;
    let select = || devices::select(&arguments.device.request()?).or_else(fail_with);
    let device = if arguments.policy.needs_device() { Some(select()?) } else { None };
    let name = device.as_ref().map(|device| device.name());
    let chosen = arguments.policy.choose(&arguments.opts, &source.name, name.as_ref())?;
    let options = arguments.passes.apply(chosen);
    arguments.model.remark(&options);
    let start = Instant::now();
    let kernels_print = arguments.device.is_interpreter()?;
    let compilation = source::build_for(&source, &options, kernels_print)?;
    let compile_time = start.elapsed();
    findings::check_device(arguments, kernels_print)?;
    let checked = arguments.checked.then(|| findings::watched(&compilation));
    let artefact = checked.as_ref().map_or(&compilation.artefact, |(artefact, _)| artefact);
    if arguments.check && artefact.schedule.checks.is_empty() {
        return fail(
            Failed::Input,
            "the result cannot be checked, because the program names no oracle\n\
             help: add a `check` declaration such as `check bfs(level, source);`",
        );
    }
    let steps = arguments.steps.as_deref().map(Steps::to).transpose()?;
    if let Some(path) = arguments.outputs.as_deref().filter(|path| !is_stdout(path)) {
        not_written(path, igc_output::check(path))?;
    }
    outputs::check(&arguments.output, &artefact.schedule)?;
    let loading = Loading::start(&arguments.graph, &artefact.schedule);
    let start = Instant::now();
    // The device stays open until the process ends, because closing it may take a driver longer.
    let device = ManuallyDrop::new(device.map_or_else(select, Ok)?);
    let mut open_time = start.elapsed();
    let without_effect = compilation.without_effect(device.executed());
    if !arguments.json {
        source::say_without_effect(&without_effect);
    }
    // A driver may have replaced the handlers when it was opened (PoCL, through LLVM).
    #[cfg(unix)]
    explain_crashes(false);
    let limits = Limits {
        record_steps: steps.is_some(),
        watched: checked.as_ref().map(|(_, watched)| watched.clone()),
        prints: Prints::to(message::print),
        ..limits_on(&device.name(), &arguments.limits, arguments.repeat)
    };
    watchdog::guard_builds(&limits.watch, arguments.limits.build_timeout())?;
    open_time += device.start_early(artefact, &limits);
    let input = loading.finish()?;
    let wide = wide_artefact(&source, &options, artefact, &input)?;
    let artefact = wide.as_ref().unwrap_or(artefact);
    let elements = u64::from(input.graph.nodes()) + input.graph.edges();
    watchdog::guard_runs(&limits.watch, arguments.limits.timeout_for(elements))?;
    watchdog::report_progress(&limits.watch)?;
    let request = Request {
        params: arguments.param.clone(),
        inputs: arguments.policy.data(),
        check: arguments.check,
        limits,
        compile_time,
        open_time,
    };
    let outcome = doing("running", || runtime::run(artefact, &input, &**device, &request));
    let mut outcome = outcome.or_else(|error| weights::fail_at_declaration(&source, error))?;
    outcome.report.without_effect = without_effect;
    if let Some(path) = &arguments.outputs {
        outputs::write_all(path, &artefact.schedule, &input.graph, &outcome)?;
    }
    outputs::write_each(&arguments.output, &artefact.schedule, &input.graph, &outcome)?;
    if let Some(steps) = &steps {
        steps.write(&outcome.report)?;
    }
    if arguments.checked && !arguments.json {
        findings::print(&source, &outcome.findings);
    }
    let report = match (arguments.json, arguments.checked) {
        (true, true) => findings::report(&source, &outcome.findings, &outcome.report),
        (true, false) => json(&outcome.report),
        (false, _) => text(&outcome.report),
    };
    match arguments.outputs.as_deref().is_some_and(is_stdout) {
        true => message::say(report),
        false => print(&report)?,
    }
    if outcome.is_refused() {
        return fail(Failed::Check, "the result did not pass its check");
    }
    Ok(())
}

/// Compiles the program again, with wide edges, if the graph has too many edges for the artefact.
fn wide_artefact(
    source: &Source,
    options: &Configuration,
    artefact: &Artefact,
    input: &Input,
) -> Result<Option<Artefact>, Failed> {
    if input.edge_width() == artefact.module.edges || artefact.module.edges == EdgeWidth::Wide {
        return Ok(None);
    }
    let wide = options.choosing(Flag::WideEdges);
    Ok(Some(source::build_again(source, &wide)?.artefact))
}

/// Formats the report as text.
fn text(report: &Report) -> String {
    let mut out = String::new();
    let mut line = |name: &str, value: String| {
        writeln!(out, "{name:<10}{value}").expect("a string takes all that is written");
    };
    let Report { seconds, graph, device, .. } = report;
    let param = |(name, value): &(String, Option<String>)| {
        format!(" -p {name}={}", value.as_deref().unwrap_or("none"))
    };
    let params: Vec<String> = report.params.iter().map(param).collect();
    line("program", format!("{} --opts {}{}", report.program, report.options, params.concat()));
    line(
        "graph",
        format!("{}: {} nodes, {} edges", graph.name, grouped(graph.nodes), grouped(graph.edges)),
    );
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
    let each = &seconds.compute_each;
    let spread = match each.len() {
        1 => String::new(),
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
