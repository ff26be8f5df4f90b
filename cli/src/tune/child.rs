//! The process in which plans run. It executes one order after the other, on the same device and graph.

use std::io::{Write, stdin};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::Builder;
use std::time::Duration;

use igc::auto::tuned::{Key, TunedPlans};
use igc::auto::{GraphFacts, Plan, Plans, Task};
use igc::race::{Event, Race, Rules, Runner};
use igc::{Device, Error, Graph, RunOptions, Session};

use super::protocol::{Message, RaceRequest, Ready};
use crate::args::tune::TuneArguments;
use crate::calibration::run_options_on;
#[cfg(unix)]
use crate::crash::explain_crashes;
use crate::failed::Failed;
use crate::message::shown;
use crate::output::fail;
use crate::source::{self, fail_in};
use crate::watchdog;
use crate::worker::own_stdout;

/// As soon as a plan has run, another plan is given up if the device makes no progress for this many times as long, and
/// for [`LEAST_SILENCE`].
const SILENCE_RATIO: f64 = 20.0;
const LEAST_SILENCE: Duration = Duration::from_secs(10);

/// Executes orders until standard input ends.
///
/// # Errors
///
/// Returns an error if an order has no result. The reason is on standard error.
pub fn serve(arguments: &TuneArguments) -> Result<(), Failed> {
    let mut messages = own_stdout()
        .or_else(|error| fail(Failed::Device, format_args!("standard output: {error}")))?;
    let orders = orders()?;
    let mut session = None;
    for order in orders {
        let done = execute(arguments, order, &mut session, &mut messages);
        if let Err(failed) = done {
            send(&mut messages, &Message::Failed(failed));
            return Err(failed);
        }
    }
    Ok(())
}

/// Reads orders in another thread. If standard input ends, so does the process, even if a kernel runs.
fn orders() -> Result<Receiver<RaceRequest>, Failed> {
    let (sender, orders) = channel();
    let read = move || {
        for line in stdin().lines().map_while(Result::ok) {
            let Ok(order) = serde_json::from_str(&line) else { break };
            if sender.send(order).is_err() {
                break;
            }
        }
        // SAFETY: `_exit` takes a number and does not return. It does not wait for other threads.
        unsafe { libc::_exit(0) }
    };
    match Builder::new().spawn(read) {
        Ok(_) => Ok(orders),
        Err(error) => fail(Failed::Device, format_args!("a thread cannot start: {error}")),
    }
}

/// Sends a message. If nobody listens any more, standard input ends, too.
fn send(messages: &mut dyn Write, message: &Message) {
    let line = serde_json::to_string(message).expect("numbers and strings serialise") + "\n";
    let _ = messages.write_all(line.as_bytes());
}

/// The device with the graph, and the median of the best plan in nanoseconds, which is 0 if no plan has run.
struct Opened {
    session: Session,
    least: Arc<AtomicU64>,
}

fn open(arguments: &TuneArguments) -> Result<Opened, Failed> {
    let device = Device::request(&arguments.device.request()?);
    let device = device.or_else(|error| fail(Failed::Device, error))?;
    // A driver may have replaced the handlers when it was loaded.
    #[cfg(unix)]
    explain_crashes(true);
    let graph = Graph::lazy(arguments.spec()).or_else(|error| fail(Failed::Input, error))?;
    let run_options = run_options_on(device.name(), &arguments.limits, 1);
    let least = Arc::new(AtomicU64::new(0));
    watch(arguments, &run_options, &graph, &least)?;
    let session = Session::with_options(&device, &graph, run_options);
    Ok(Opened { session, least })
}

/// Starts the threads that end the process if a build or a run takes too long.
fn watch(
    arguments: &TuneArguments,
    run_options: &RunOptions,
    graph: &Graph,
    least: &Arc<AtomicU64>,
) -> Result<(), Failed> {
    watchdog::guard_builds(&run_options.watch, arguments.limits.build_timeout())?;
    let (limits_given, graph, least) = (arguments.limits.clone(), graph.clone(), least.clone());
    watchdog::guard_runs(&run_options.watch, move || {
        let usual = match graph.size_if_loaded() {
            Some((nodes, edges)) => limits_given.timeout_for(u64::from(nodes) + edges),
            None => limits_given.timeout(),
        };
        match least.load(Ordering::Relaxed) {
            0 => usual,
            least => {
                let long = Duration::from_nanos(least).mul_f64(SILENCE_RATIO);
                usual.min(long.max(LEAST_SILENCE))
            }
        }
    })
}

/// Runs a race.
fn execute(
    arguments: &TuneArguments,
    order: RaceRequest,
    opened: &mut Option<Opened>,
    messages: &mut dyn Write,
) -> Result<(), Failed> {
    let Some(file) = arguments.files.get(order.program) else {
        return fail(Failed::Bug, "an order has an invalid program");
    };
    let task = source::task(file)?;
    let source = source::read_program(file)?;
    let new = if opened.is_none() { Some(open(arguments)?) } else { None };
    let Opened { session, least } = opened.get_or_insert_with(|| new.expect("it was opened"));
    least.store(0, Ordering::Relaxed);
    let task = session.task_on_graph(&task).or_else(fail_in(&source))?;
    let own = match &task {
        Task::Program(source) => Some(source.clone()),
        Task::Problem(_) => None,
    };
    let rules = Rules {
        budget: Duration::try_from_secs_f64(order.seconds).unwrap_or_default(),
        check: !arguments.no_check,
    };
    let given = arguments.given();
    let plans = plans(arguments, file, &task, session.device())?;
    // Mistakes in the arguments are found before the graph is loaded.
    let programs = programs(&plans);
    let mut check = Race::new(session, programs, own.clone(), given.clone(), rules.clone());
    check.compile().or_else(fail_in(&source))?;
    let ready = ready(arguments, &task, session, plans).or_else(fail_in(&source))?;
    let runners = match order.runners.is_empty() {
        true => ready.runners.clone(),
        false => order.runners,
    };
    send(messages, &Message::Ready(ready));
    let mut race = Race::new(session, runners, own, given, rules);
    let raced = race.run(&mut |race, event| {
        let best = race.best().and_then(|best| race.runners()[best].median());
        least.store((best.unwrap_or(0.0) * 1e9) as u64, Ordering::Relaxed);
        let (Event::Starting(at) | Event::Running(at, _) | Event::Changed(at)) = event;
        send(messages, &Message::Event { event, runner: race.runners()[at].clone() });
    });
    raced.or_else(fail_in(&source))?;
    send(messages, &Message::Done { runners: race.runners().to_vec() });
    Ok(())
}

/// Returns the plans of the file of the arguments for a program, or else those of igc.
fn plans(
    arguments: &TuneArguments,
    file: &Path,
    task: &Task,
    device: &Device,
) -> Result<Vec<Plan>, Failed> {
    let Some(path) = &arguments.plans else {
        return Ok(match Plans::of(task, device) {
            Some(plans) => plans.all().to_vec(),
            None => plans_without_rules(task),
        });
    };
    let mut plans = read(path)?;
    plans.retain(|plan| task.has(plan));
    for plan in &mut plans {
        if task.problem().is_none() {
            plan.program.clear();
        }
    }
    if plans.is_empty() {
        let reason = format!("{} has no plans for {}", shown(path), shown(file));
        return fail(Failed::Input, reason);
    }
    Ok(plans)
}

/// Returns the plans for a device that ignores configurations: every program.
fn plans_without_rules(task: &Task) -> Vec<Plan> {
    let of = |program: &&str| Plan { program: (*program).to_owned(), ..Plan::default() };
    match task {
        Task::Problem(problem) => problem.programs.iter().map(of).collect(),
        Task::Program(_) => vec![Plan::default()],
    }
}

fn read(path: &Path) -> Result<Vec<Plan>, Failed> {
    let text = std::fs::read_to_string(path);
    let text =
        text.or_else(|error| fail(Failed::Input, format_args!("{}: {error}", shown(path))))?;
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let plan = |(number, line): (usize, &str)| {
        line.parse().or_else(|error: String| {
            fail(Failed::Input, format_args!("{}:{number}: {error}", shown(path)))
        })
    };
    lines.map(plan).collect()
}

/// Returns each program of the plans once, without a configuration and parameters.
fn programs(plans: &[Plan]) -> Vec<Runner> {
    let mut programs: Vec<Plan> = vec![];
    for plan in plans {
        let program = Plan { program: plan.program.clone(), ..Plan::default() };
        if !programs.contains(&program) {
            programs.push(program);
        }
    }
    programs.into_iter().map(Runner::new).collect()
}

/// Loads the graph, and returns the plans in the order in which they win ties: first the one that `auto` would choose
/// without measurements. The winner of an earlier race is measured again.
fn ready(
    arguments: &TuneArguments,
    task: &Task,
    session: &mut Session,
    mut plans: Vec<Plan>,
) -> Result<Ready, Error> {
    let device = session.device().clone();
    let rules = Plans::of(task, &device).filter(|_| arguments.plans.is_none());
    let facts: GraphFacts = match &rules {
        Some(rules) => {
            let facts = session.facts_for(task, rules)?;
            if let Some(choice) = rules.choose(&facts, |_| true) {
                plans.retain(|plan| *plan != choice.plan);
                plans.insert(0, choice.plan);
            }
            facts.graph
        }
        None => session.graph().facts()?,
    };
    let key = Key::new(task, &arguments.given(), device.name(), &facts);
    let earlier = TunedPlans::of_user().recall(&key).filter(|_| arguments.plans.is_none());
    if let Some(earlier) = earlier.filter(|earlier| !plans.contains(&earlier.plan)) {
        plans.push(earlier.plan);
    }
    let runners = plans.into_iter().map(Runner::new).collect();
    Ok(Ready { device: device.name().clone(), facts, runners })
}
