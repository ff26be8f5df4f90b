//! The results of `igc tune` for one program: the table or JSON, the winner, and what is remembered.

use igc::auto::tuned::{self, Key, Remembered, TunedPlans};
use igc::auto::{GraphFacts, Plan, Task};
use igc::race::{Runner, Standing, best};
use igc_compiler::diagnostics::visible;
use igc_runtime::backend::DeviceName;
use igc_runtime::backend::interpreter;
use serde::Serialize;

use super::measure::{End, Measured};
use super::others::Others;
use super::protocol::Ready;
use super::table::{ranking, ratio, reason, standing, table};
use crate::args::tune::TuneArguments;
use crate::failed::Failed;
use crate::message;
use crate::output::{counted, fail, grouped, print, time};
use crate::repeat::Run;

/// Most plans besides the winner that are remembered.
const MOST_OTHERS: usize = 50;

/// The results for a program.
pub struct Report<'a> {
    arguments: &'a TuneArguments,
    /// The name of the program, as the user gave it.
    name: String,
    task: &'a Task,
    measured: Measured,
}

/// The results as `--json` prints them. Fields may be added.
#[derive(Serialize)]
struct Line<'r> {
    program: &'r str,
    graph: &'r str,
    facts: &'r GraphFacts,
    device: &'r DeviceName,
    /// Whether a signal has ended the measurement.
    interrupted: bool,
    /// How long it took.
    seconds: f64,
    /// Average number of processors that other processes kept busy meanwhile.
    other_processes: Option<f64>,
    winner: Option<Winner<'r>>,
    /// The plans, the best one first.
    plans: Vec<PlanLine<'r>>,
}

/// The fastest plan.
#[derive(Serialize)]
struct Winner<'r> {
    plan: &'r Plan,
    median: Option<f64>,
    checked: bool,
    /// Whether igc uses the plan from now on.
    remembered: bool,
    /// The command that runs it.
    repeat: Vec<String>,
}

/// A plan.
#[derive(Serialize)]
struct PlanLine<'r> {
    plan: &'r Plan,
    standing: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    median: Option<f64>,
    spread: Option<f64>,
    ratio: Option<f64>,
    checked: bool,
    /// Times in seconds of the runs by which slow plans were dropped.
    choosing: &'r [f64],
    /// Times in seconds of the runs by which the last plans were judged.
    judging: &'r [f64],
}

impl<'a> Report<'a> {
    /// Returns the report for the program at this position of the arguments.
    pub fn new(
        arguments: &'a TuneArguments,
        at: usize,
        task: &'a Task,
        measured: Measured,
    ) -> Report<'a> {
        let name = arguments.files[at].to_string_lossy().into_owned();
        Report { arguments, name, task, measured }
    }

    /// Remembers the winner, and prints the results.
    ///
    /// # Errors
    ///
    /// Returns an error if no plan has run, or if the results cannot be printed.
    pub fn finish(&self) -> Result<(), Failed> {
        let Some(ready) = &self.measured.ready else {
            message::say(format_args!("{}: nothing was measured", self.name));
            return Ok(());
        };
        let (runners, facts, device) = (&self.measured.runners, &ready.facts, &ready.device);
        let best = best(runners);
        let remembered = best.map(|best| self.remember(&runners[best], facts, device));
        let is_remembered = remembered.as_ref().is_some_and(Result::is_ok);
        match self.arguments.json {
            true => print(&self.json(ready, best, is_remembered))?,
            false => print(&self.text(ready, best, is_remembered))?,
        }
        if let Some(others) = self.measured.others.filter(Others::is_noted) {
            message::say(format_args!(
                "note: other processes kept {:.1} of {} processors busy during the measurement, so plans that are \
                 about as fast may change places in the next one\n\
                 help: end them, and measure again",
                others.busy, others.processors
            ));
        }
        if let Some(Err(reason)) = &remembered {
            message::say(format_args!("note: the plan is not remembered: {reason}"));
        }
        if best.is_none() && self.measured.end == End::Finished {
            let is_wrong = |runner: &Runner| matches!(runner.standing, Standing::Wrong(_));
            let (failed, reason) = match runners.iter().any(is_wrong) {
                true => (Failed::Check, "no plan has a correct result"),
                false => (Failed::Device, "no plan can run"),
            };
            return fail(failed, format_args!("{}: {reason}", visible::name(&self.name)));
        }
        Ok(())
    }

    /// Returns the task that a plan solves: the problem for real weights, if the graph has such weights.
    fn solved_by(&self, plan: &Plan) -> Task {
        let real = match self.task {
            Task::Problem(problem) if !self.task.has(plan) => problem.real,
            _ => None,
        };
        real.and_then(|real| Task::named(real.problem).ok()).unwrap_or_else(|| self.task.clone())
    }

    /// Remembers the winner. If a signal has ended the measurement, a plan that was compared with more plans stays.
    fn remember(
        &self,
        winner: &Runner,
        facts: &GraphFacts,
        device: &DeviceName,
    ) -> Result<(), String> {
        if self.arguments.no_check {
            return Err("its result was not checked".to_owned());
        }
        if !winner.is_checked {
            return Err(
                "no oracle judges its result, and the reference interpreter does not, either"
                    .to_owned(),
            );
        }
        if device.name == interpreter::SELECTOR {
            return Err("igc chooses no plans for the interpreter".to_owned());
        }
        let key = Key::new(&self.solved_by(&winner.plan), &self.arguments.given(), device, facts);
        let others = self.others(winner);
        if self.measured.end == End::Interrupted {
            let is_better = |earlier: &Remembered| earlier.others.len() > others.len();
            if let Some(earlier) = TunedPlans::of_user().recall(&key).filter(is_better) {
                return Err(format!(
                    "`{}` was compared with more plans on {}",
                    earlier.plan, earlier.date
                ));
            }
        }
        let remembered = Remembered {
            plan: winner.plan.clone(),
            median: winner.median().unwrap_or(0.0),
            others,
            date: tuned::now(),
            is_checked: winner.is_checked,
            graph: self.arguments.spec().to_owned(),
            device: device.name.clone(),
        };
        TunedPlans::of_user().remember(&key, &remembered).map_err(|error| error.to_string())
    }

    /// Returns the other plans that were measured, with their medians, the fastest first.
    fn others(&self, winner: &Runner) -> Vec<(Plan, f64)> {
        let others = self.measured.runners.iter().filter(|runner| runner.plan != winner.plan);
        let timed = others.filter_map(|runner| Some((runner.plan.clone(), runner.median()?)));
        let mut timed: Vec<_> = timed.collect();
        timed.sort_by(|a, b| a.1.total_cmp(&b.1));
        timed.truncate(MOST_OTHERS);
        timed
    }

    /// Returns the command that runs a plan, as words.
    fn repeat(&self, plan: &Plan) -> Vec<String> {
        let run = Run {
            program: &self.task.name(plan),
            graph: self.arguments.spec(),
            configuration: &plan.options.to_string(),
            params: plan.params.iter().chain(&self.arguments.param).cloned().collect(),
            inputs: self.arguments.input.clone(),
            device: &self.arguments.device,
        };
        run.command()
    }

    fn text(&self, ready: &Ready, best: Option<usize>, is_remembered: bool) -> String {
        let (Ready { facts, device, .. }, runners) = (ready, &self.measured.runners);
        let line = |name: &str, value: &str| format!("{name:<10}{value}\n");
        let (nodes, edges) = (grouped(facts.nodes), grouped(facts.edges));
        let graph = format!("{}: {nodes} nodes, {edges} edges", self.arguments.spec());
        let device = format!("{} ({})", device.name, device.driver);
        let mut out =
            line("program", &self.name) + &line("graph", &graph) + &line("device", &device);
        out += &format!("\n{}\n", table(runners, None, true));
        let Some(at) = best else { return out };
        let Runner { plan, .. } = &runners[at];
        let median = time(runners[at].median().unwrap_or(0.0));
        let how =
            if self.measured.end == End::Interrupted { ", before the end of the race" } else { "" };
        let unchecked = if runners[at].is_checked { "" } else { ", not checked" };
        let ties = (0..runners.len()).filter(|at| standing(runners, *at) == "tie").count();
        let tied = match ties {
            0 => String::new(),
            _ => format!(", tied with {}", counted(ties, "other plan")),
        };
        out += &line("fastest", &format!("{plan}: {median}{how}{tied}{unchecked}"));
        if is_remembered {
            let use_it = "igc uses it for this program on this graph and device from now on";
            out += &line("memory", use_it);
        }
        out + &line("repeat", &shell_words::join(self.repeat(plan)))
    }

    fn json(&self, ready: &Ready, best: Option<usize>, is_remembered: bool) -> String {
        let (Ready { facts, device, .. }, runners) = (ready, &self.measured.runners);
        let winner = best.map(|at| Winner {
            plan: &runners[at].plan,
            median: runners[at].median(),
            checked: runners[at].is_checked,
            remembered: is_remembered,
            repeat: self.repeat(&runners[at].plan),
        });
        let plan = |at: usize| {
            let runner = &runners[at];
            PlanLine {
                plan: &runner.plan,
                standing: standing(runners, at),
                reason: reason(runners, at),
                median: runner.median(),
                spread: runner.spread(),
                ratio: ratio(runners, at),
                checked: runner.is_checked,
                choosing: &runner.choosing,
                judging: &runner.judging,
            }
        };
        let line = Line {
            program: &self.name,
            graph: self.arguments.spec(),
            facts,
            device,
            interrupted: self.measured.end == End::Interrupted,
            seconds: self.measured.time.as_secs_f64(),
            other_processes: self.measured.others.map(|others| others.busy),
            winner,
            plans: ranking(runners).into_iter().map(plan).collect(),
        };
        let text = serde_json::to_string(&line).expect("numbers and strings serialise");
        visible::json(&text).into_owned() + "\n"
    }
}
