//! `igc study run`: measures the missing runs of a study.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use igc_compiler::diagnostics::visible;
use igc_measure::comparison::FailureKind;
use igc_measure::worker::Fault;
use igc_study::plan::Unfit;
use igc_study::study::{Device, Place};
use igc_study::sweep::{Manner, StepSummary, Summary, sweep};
use igc_study::{Plan, Store, Study, SweepError};

use super::open;
use super::progress::Progress;
use crate::args::study::RunArguments;
use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::{doing, fail, fail_with, grouped};
use crate::source;
use crate::worker;

/// Measures on each device, and prints a summary of each.
///
/// # Errors
///
/// Returns the worst failure of all devices.
pub fn run(arguments: &RunArguments) -> Result<(), Failed> {
    let runner = runner(arguments.runner.as_deref())?;
    let place = if runner.is_empty() { Place::Here } else { Place::Elsewhere };
    let study = Study::read(&arguments.study, place);
    let study = study.or_else(|error| fail(Failed::Input, error))?;
    let devices = devices(&study, &arguments.device)?;
    say_scope(&study, devices.len());
    if place == Place::Here {
        doing("looking for the devices", || devices.iter().try_for_each(|it| find(it, &study)))?;
    }
    let plan = compiled(study)?;
    let path = arguments.store.clone().unwrap_or_else(|| beside(&arguments.study));
    let mut store = Store::create(&path).or_else(open::fail_in_store)?;
    store.set_plan(&plan).or_else(open::fail_in_store)?;
    let mut worst = None;
    for device in &devices {
        let done = measure(device, &plan, &mut store, &runner, arguments);
        worst = worst.max(done.err());
    }
    worst.map_or(Ok(()), Err)
}

/// Tells the user what the study measures, and what it does not search for.
fn say_scope(study: &Study, devices: usize) {
    let name = visible::name(&study.name);
    let configurations = counted(study.configurations.of(0).len(), "configuration");
    let programs = counted(study.applications.len(), "program");
    let (graphs, devices) = (counted(study.graphs.len(), "graph"), counted(devices, "device"));
    message::say(format_args!(
        "study {name}: times {configurations} of {programs} on {graphs}, on {devices}, as the study file \
         lists them\n\
         note: a study does not search for passes, other configurations or other programs; `igc search` \
         searches for orders of passes"
    ));
}

fn counted(count: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count as u64), if count == 1 { "" } else { "s" })
}

/// Checks that this machine has a device.
///
/// # Errors
///
/// Returns an error if the device does not exist, or if its driver fails.
fn find(device: &Device, study: &Study) -> Result<(), Failed> {
    let mut workers = worker::workers(device.request.clone(), study.timeout)?;
    match workers.device() {
        Ok(_) => Ok(()),
        Err(mut fault) => {
            let reason = &fault.failure.reason;
            fault.failure.reason = format!("device `{}` of the study: {reason}", device.name);
            fail_with(fault)
        }
    }
}

/// Compiles the programs of a study. This can take a minute, so it prints what it does.
fn compiled(study: Study) -> Result<Plan, Failed> {
    let programs = counted(study.applications.len(), "program");
    let each = counted(study.configurations.of(0).len(), "configuration");
    let what = format!("compiling {programs} in {each}");
    if !std::io::stderr().is_terminal() {
        message::say(&what);
    }
    doing(&what, || Plan::new(study)).or_else(reject)
}

/// Measures on one device, and prints a summary.
fn measure(
    device: &Device,
    plan: &Plan,
    store: &mut Store,
    runner: &[String],
    arguments: &RunArguments,
) -> Result<(), Failed> {
    let Study { timeout, build_timeout, .. } = plan.study;
    let workers = || {
        let workers = worker::workers_behind(runner, device.request.clone(), timeout)?;
        Ok::<_, Failed>(workers.with_build_timeout(build_timeout))
    };
    let builders = (0..arguments.builders).map(|_| workers()).collect::<Result<_, _>>()?;
    let manner = Manner { retry: arguments.retry_failures, builders, shard: arguments.shard };
    let mut workers = workers()?;
    if !runner.is_empty() {
        // The runner may wait for a free machine, and its output is not shown.
        message::say(format_args!(
            "{}: waiting for `{}` to start a process",
            device.name,
            shell_words::join(runner)
        ));
        workers.device().or_else(|fault| no_worker(fault, runner))?;
    }
    let mut progress = Progress::new(&device.name);
    let mut tell = |event: igc_study::sweep::Event<'_>| progress.hear(&event);
    let swept = sweep(store, plan, device, &mut workers, manner, &mut tell);
    progress.end();
    match swept {
        Ok(Summary { runs, failures, left, disturbed, steps, trouble }) => {
            say_disturbed(&device.name, disturbed, runs);
            let [runs, failures, left] = [runs, failures, left].map(|count| grouped(count as u64));
            let (name, store) = (&device.name, shown(store.path()));
            message::say(format_args!(
                "{name}: {runs} runs, {failures} failures, {left} runs left; in {store}"
            ));
            say_steps(name, steps);
            trouble.map_or(Ok(()), |kind| Err(kind.into()))
        }
        Err(SweepError::Worker(fault)) => {
            let (name, store) = (&device.name, shown(store.path()));
            message::say(format_args!(
                "{name}: interrupted; {store} has the results so far, and the same command continues \
                 the study"
            ));
            no_worker(fault, runner)
        }
        Err(error @ (SweepError::Store(_) | SweepError::Busy { .. })) => open::fail_in_store(error),
    }
}

/// Prints why there is no measuring process, and returns the failure. If the runner's process does
/// not answer, names the runner.
fn no_worker<T>(mut fault: Fault, runner: &[String]) -> Result<T, Failed> {
    let kind = fault.failure.kind;
    let is_lost = matches!(kind, FailureKind::Crashed | FailureKind::Killed | FailureKind::Hung);
    if is_lost && !runner.is_empty() {
        let (runner, reason) = (shell_words::join(runner), fault.failure.reason);
        fault.failure.reason =
            format!("`{runner}` has not started a process that answers: {reason}");
    }
    fail_with(fault)
}

/// Prints how many runs other programs disturbed, if they are more than a few.
fn say_disturbed(device: &str, disturbed: usize, runs: usize) {
    if let Some(what) = worker::disturbance(disturbed, runs) {
        message::say(format_args!(
            "warning: {device}: {what}, so their times are not reliable\n\
             help: end the other programs, and measure into a new store"
        ));
    }
}

/// Prints the number of configurations whose steps were timed, if the study times steps.
fn say_steps(device: &str, steps: StepSummary) {
    if steps != StepSummary::default() {
        let StepSummary { recorded, failures, left } = steps;
        let [recorded, failures, left] =
            [recorded, failures, left].map(|count| grouped(count as u64));
        message::say(format_args!(
            "{device}: steps of {recorded} configurations, {failures} failures, {left} left"
        ));
    }
}

/// Splits the command of `--runner` into words, as a shell does.
fn runner(text: Option<&str>) -> Result<Vec<String>, Failed> {
    let words = shell_words::split(text.unwrap_or_default());
    words.or_else(|error| fail(Failed::Input, format_args!("--runner: {error}")))
}

/// Returns the devices of `--device`, or all devices of the study by default.
///
/// # Errors
///
/// Returns an error if the study does not have one of the devices.
fn devices(study: &Study, asked: &[String]) -> Result<Vec<Device>, Failed> {
    let all = || study.devices.iter();
    if let Some(unknown) = asked.iter().find(|name| all().all(|device| device.name != **name)) {
        let names: Vec<&str> = all().map(|device| device.name.as_str()).collect();
        let names = names.join(", ");
        let unknown = visible::name(unknown);
        let error = format_args!("the study has no device `{unknown}`; its devices are {names}");
        return fail(Failed::Input, error);
    }
    let is_asked = |device: &&Device| asked.is_empty() || asked.contains(&device.name);
    Ok(all().filter(is_asked).cloned().collect())
}

/// Returns the default path of the store.
fn beside(study: &Path) -> PathBuf {
    study.with_extension("db")
}

/// Prints why an application cannot be measured.
fn reject<T>(unfit: Unfit) -> Result<T, Failed> {
    match unfit {
        Unfit::Program { application, failure } => {
            let path = shown(&application.path);
            let (name, text) = (application.name, application.text);
            let source = source::Source { name, text, path };
            Err(source::reject(&source, failure))
        }
        other => fail(Failed::Input, other),
    }
}
