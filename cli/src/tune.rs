//! `igc tune`: measures plans for a problem on a graph and a device.

use std::path::Path;

use igc::auto::Plan;
use igc::auto::race::{Event, Race, Rules, Runner, Standing};
use igc::{Arguments, Device, Graph, Session, Watch};
use serde::Serialize;

use crate::args::tune::TuneArguments;
use crate::calibration::limits_on;
use crate::failed::Failed;
use crate::output::{fail, print, spinner, time};
use crate::source;
use crate::watchdog;

/// The result of a race, as `--json` prints it.
#[derive(Serialize)]
struct Report<'r> {
    program: &'r str,
    graph: &'r str,
    device: &'r str,
    plans: Vec<Line<'r>>,
}

/// A plan of a race.
#[derive(Serialize)]
struct Line<'r> {
    plan: &'r Plan,
    standing: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    median: Option<f64>,
    runs: usize,
    times: &'r [f64],
    checked: bool,
}

/// Measures plans, and prints the result.
pub fn tune(arguments: &TuneArguments) -> Result<(), Failed> {
    let device =
        Device::request(&arguments.device.request()?).or_else(|e| fail(Failed::Device, e))?;
    let graph = Graph::lazy(&arguments.graph).or_else(|e| fail(Failed::Input, e))?;
    let limits = limits_on(device.name(), &arguments.limits, 1);
    watch(arguments, &limits.watch)?;
    let mut session = Session::with_limits(&device, &graph, limits);
    let plans = arguments.plans.as_deref().map(read).transpose()?.unwrap_or_default();
    for file in &arguments.files {
        let name = file.to_string_lossy();
        let is_file = source::is_file(file);
        let own = is_file.then(|| source::read_program(file)).transpose()?;
        let named = if is_file { None } else { Some(source::find(&name)?) };
        let of_problem = |plan: &&Plan| match named {
            None => plan.program.is_empty(),
            Some(named) => named.problem.programs.contains(&&*plan.program),
        };
        let chosen: Vec<Plan> = plans.iter().filter(of_problem).cloned().collect();
        let params = arguments.param.iter();
        let given = params.fold(Arguments::new(), |given, (name, value)| given.param(name, value));
        let rules = Rules { budget: arguments.budget, check: !arguments.no_check };
        let mut race = Race::new(&mut session, chosen, own, given, rules);
        let spinner = spinner(&name);
        let raced = race.run(&mut |race, event| {
            if let Event::Building(at) | Event::Running(at, _) = event {
                spinner.set_message(race.runners()[at].plan.to_string());
            }
        });
        spinner.finish_and_clear();
        raced.or_else(|e| fail(Failed::Input, e))?;
        let best = race.best();
        if arguments.json {
            let plans = race.runners().iter().map(line).collect();
            let (graph, device) = (&*arguments.graph, &*device.name().name);
            let report = Report { program: &name, graph, device, plans };
            print(&(serde_json::to_string(&report).expect("it serialises") + "\n"))?;
            continue;
        }
        for (at, runner) in race.runners().iter().enumerate() {
            let mark = if best == Some(at) { "*" } else { " " };
            let median = runner.median().map_or("-".into(), time);
            let Line { standing, reason, .. } = line(runner);
            let reason = reason.unwrap_or_default();
            print(&format!("{mark} {median:>10} {standing:<10} {} {reason}\n", runner.plan))?;
        }
    }
    Ok(())
}

fn line(runner: &Runner) -> Line<'_> {
    let (standing, reason) = match &runner.standing {
        Standing::Waiting => ("waiting", None),
        Standing::Racing => ("racing", None),
        Standing::Dropped => ("dropped", None),
        Standing::Cancelled => ("cancelled", None),
        Standing::Same(_) => ("same", None),
        Standing::Failed(reason) => ("failed", Some(&**reason)),
        Standing::Wrong(reason) => ("wrong", Some(&**reason)),
    };
    let (plan, median, runs) = (&runner.plan, runner.median(), runner.times.len());
    Line { plan, standing, reason, median, runs, times: &runner.times, checked: runner.is_checked }
}

fn read(path: &Path) -> Result<Vec<Plan>, Failed> {
    let text = std::fs::read_to_string(path).or_else(|e| fail(Failed::Input, e))?;
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines
        .map(|line| line.parse().or_else(|e: String| fail(Failed::Input, format!("{line}: {e}"))))
        .collect()
}

fn watch(arguments: &TuneArguments, watch: &Watch) -> Result<(), Failed> {
    watchdog::guard_builds(watch, arguments.limits.build_timeout())?;
    let limits = arguments.limits.clone();
    watchdog::guard_runs(watch, move || limits.timeout())
}
