//! Chooses a plan, which is a program and its optimisations, by facts about the graph and the device: a plan that tuning
//! found on this machine, or the first one in `plans.toml` whose condition holds.

use std::fmt;

use igc_compiler::ir::{Stmt, StmtKind};
use igc_graph::GraphFacts;
use igc_runtime::backend::DeviceName;
use serde::Serialize;

use super::plan::Plan;
use super::table::{Comparison, Entry, Rule, Target, entry, own};
use super::task::{Task, declares, fits};
use super::tuned::{Key, Remembered, TunedPlans};
use crate::arguments::Arguments;
use crate::device::Device;
use crate::program::Program;

/// Everything by which a plan is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Facts {
    /// The graph, as the user gave it.
    #[serde(flatten)]
    pub graph: GraphFacts,
    /// Number of worklists of the program. For a problem, of the program of the [usual](Plans::usual) plan.
    pub worklists: usize,
    /// The most loops within each other in a kernel of this program. Parallel loops count, too.
    pub loops: usize,
    /// Number of threads of the device, if it is a processor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
}

impl Facts {
    /// Returns the facts about a graph, a program and a device with this number of threads.
    pub(crate) fn new(graph: GraphFacts, program: &Program, threads: Option<usize>) -> Facts {
        let module = &program.artefact().parallel;
        let loops = module.kernels.iter().map(|kernel| loops(&kernel.body)).max().unwrap_or(0);
        Facts { graph, worklists: module.worklists.len(), loops, threads }
    }

    /// Returns the fact with this name, if it is known.
    pub fn get(&self, name: &str) -> Option<f64> {
        match name {
            "worklists" => Some(self.worklists as f64),
            "loops" => Some(self.loops as f64),
            "threads" => self.threads.map(|threads| threads as f64),
            _ => self.graph.get(name),
        }
    }
}

/// Returns the most loops that are within each other in a block.
fn loops(block: &[Stmt]) -> usize {
    let within = |stmt: &Stmt| {
        let is_loop = matches!(
            stmt.kind,
            StmtKind::While(..) | StmtKind::ForAll { .. } | StmtKind::For { .. }
        );
        let inside = stmt.blocks().into_iter().map(|block| loops(block)).max();
        usize::from(is_loop) + inside.unwrap_or(0)
    };
    block.iter().map(within).max().unwrap_or(0)
}

/// A plan that was chosen, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The plan.
    pub plan: Plan,
    /// Why this plan was chosen.
    pub reason: Reason,
    /// The facts by which it was chosen. The interpreter needs none.
    pub facts: Option<Facts>,
}

impl Choice {
    /// Returns the choice for the interpreter, which has no plans.
    pub(crate) fn without_plans(task: &Task, arguments: &Arguments) -> Choice {
        Choice { plan: task.usual(arguments), reason: Reason::NoPlans, facts: None }
    }
}

/// Why a plan was chosen.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// The conditions of a rule for this kind of device hold. There are none if the rule is for all graphs.
    Rule(Target, Vec<Finding>),
    /// No rule has a plan that is possible, and this is the first plan of the list that is.
    FirstPossible(Target),
    /// It was the fastest in a measurement on this machine, on this date.
    Tuned(String),
    /// Nothing is known about the graph.
    Usual(Target),
    /// The device has no plans.
    NoPlans,
    /// No plan has the parameters that the user gave, or the device lacks what all plans need.
    NothingElse,
}

/// A comparison of a rule, and the value of the fact.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The comparison.
    pub comparison: Comparison,
    /// The value of its fact.
    pub value: f64,
    /// Whether the comparison is true. A rule is also chosen because rules before it do not apply.
    pub holds: bool,
}

impl Finding {
    /// Evaluates a comparison. A fact that is not known makes it false.
    fn of(comparison: &Comparison, facts: &Facts) -> Finding {
        let value = facts.get(&comparison.fact).unwrap_or(f64::NAN);
        let holds = match comparison.is_greater {
            true => value > comparison.number,
            false => value <= comparison.number,
        };
        Finding { comparison: comparison.clone(), value, holds }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Comparison { fact, number, is_greater } = &self.comparison;
        let operator = if *is_greater == self.holds { ">" } else { "<=" };
        write!(f, "{fact} {} {operator} {number}", number_text(self.value))
    }
}

/// Formats a fact: a whole number if it is large, and with one digit after the point otherwise.
fn number_text(value: f64) -> String {
    if value.fract() == 0.0 || value >= 100.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Rule(target, findings) if findings.is_empty() => {
                write!(f, "the rule for all graphs on {target}")
            }
            Reason::Rule(target, findings) => {
                let findings: Vec<String> = findings.iter().map(Finding::to_string).collect();
                write!(f, "a rule for {target}: {}", findings.join(", "))
            }
            Reason::FirstPossible(target) => {
                write!(f, "the first plan for {target} that fits, because no rule does")
            }
            Reason::Tuned(date) => write!(f, "the fastest in a measurement of {date}"),
            Reason::Usual(target) => write!(f, "the usual plan for {target}"),
            Reason::NoPlans => write!(f, "the interpreter has no plans"),
            Reason::NothingElse => write!(f, "no plan fits the device and the parameters"),
        }
    }
}

/// A rule of the table, and whether it applies.
#[derive(Debug, Clone)]
pub struct Tried {
    /// The plan of the rule.
    pub plan: Plan,
    /// Its comparisons with the facts.
    pub findings: Vec<Finding>,
}

impl Tried {
    fn of(rule: &Rule, facts: &Facts) -> Tried {
        let findings = rule.when.0.iter().map(|one| Finding::of(one, facts)).collect();
        Tried { plan: rule.plan.clone(), findings }
    }

    /// Returns whether the rule applies.
    pub fn applies(&self) -> bool {
        self.findings.iter().all(|finding| finding.holds)
    }
}

/// The rules and plans for a task on a device.
pub struct Plans {
    target: Target,
    /// The rules, in the order in which they are tried. The last one may have a condition, too.
    rules: Vec<Rule>,
    /// Each plan once.
    plans: Vec<Plan>,
}

impl Plans {
    /// Returns the rules and plans for a task on a device. There are none for the interpreter, which ignores
    /// configurations.
    ///
    /// A program of the library has the plans of its problem that run it. If there are none, and for programs of users,
    /// the rules are those for programs that nobody has measured.
    pub fn of(task: &Task, device: &Device) -> Option<Plans> {
        Target::of(device.backend()).map(|target| Plans::on(task, target))
    }

    /// Returns the rules and plans for a task on a kind of device.
    pub fn on(task: &Task, target: Target) -> Plans {
        let named = task.problem().and_then(|problem| entry(problem.name, target));
        match (task, named) {
            (Task::Problem(_), Some(entry)) => Plans::new(target, entry, |_| true, ""),
            (Task::Problem(problem), None) => {
                Plans::new(target, own(target), |_| true, problem.default_program())
            }
            (Task::Program(source), Some(entry))
                if entry.plans().iter().any(|plan| plan.program == source.name) =>
            {
                Plans::new(target, entry, |plan| plan.program == source.name, "")
            }
            (Task::Program(source), _) => {
                let program = if task.problem().is_some() { &*source.name } else { "" };
                Plans::new(target, own(target), |_| true, program)
            }
        }
    }

    /// Takes the plans of an entry that are `wanted`. Those without a program get the given one.
    fn new(target: Target, entry: &Entry, wanted: impl Fn(&Plan) -> bool, program: &str) -> Plans {
        let whole = |plan: &Plan| {
            let mut plan = plan.clone();
            if plan.program.is_empty() {
                program.clone_into(&mut plan.program);
            }
            plan
        };
        let rules = entry.rules.iter().filter(|rule| wanted(&rule.plan));
        let rules = rules.map(|rule| Rule { when: rule.when.clone(), plan: whole(&rule.plan) });
        let plans = entry.plans().into_iter().filter(|plan| wanted(plan)).map(whole);
        Plans { target, rules: rules.collect(), plans: plans.collect() }
    }

    /// Returns each plan once, in the order of the table.
    pub fn all(&self) -> &[Plan] {
        &self.plans
    }

    /// Returns the plan for graphs of which nothing is known.
    pub fn usual(&self) -> Plan {
        let last = self.rules.last().map(|rule| &rule.plan).or(self.plans.first());
        last.cloned().unwrap_or_default()
    }

    /// Returns the rules in the order in which they are tried, with their comparisons.
    pub fn tried(&self, facts: &Facts) -> Vec<Tried> {
        self.rules.iter().map(|rule| Tried::of(rule, facts)).collect()
    }

    /// Chooses the plan of the first rule that applies and whose plan is `possible`. If there is none, chooses the first
    /// possible plan.
    pub fn choose(&self, facts: &Facts, possible: impl Fn(&Plan) -> bool) -> Option<Choice> {
        let tried = self.tried(facts);
        let at = tried.iter().position(|rule| rule.applies() && possible(&rule.plan));
        let (plan, reason) = match at {
            Some(at) => (tried[at].plan.clone(), Reason::Rule(self.target, path(&tried, at))),
            None => {
                let plan = self.plans.iter().find(|plan| possible(plan))?.clone();
                (plan, Reason::FirstPossible(self.target))
            }
        };
        Some(Choice { plan, reason, facts: Some(*facts) })
    }

    /// Chooses a plan for a task: the fastest one of a measurement on the device, if the device is known and was measured,
    /// or else by rules. Plans that the device refuses are not chosen. If none is left, returns a program that has the
    /// parameters, without optimisations, and then other programs of the problem, each by the rules for any program and
    /// without optimisations.
    pub(crate) fn decide(
        &self,
        (task, arguments): (&Task, &Arguments),
        device: Option<&DeviceName>,
        facts: &Facts,
        refused: &[Plan],
    ) -> Choice {
        let is_refused = |plan: &Plan| refused.contains(plan);
        let key = device.map(|device| Key::new(task, arguments, device, &facts.graph));
        let is_sound = |plan: &Plan| !is_refused(plan) && declares(task, plan, &plan.params);
        let tuned = key.and_then(|key| TunedPlans::of_user().recall(&key));
        if let Some(Remembered { plan, date, .. }) = tuned.filter(|tuned| is_sound(&tuned.plan)) {
            return Choice { plan, reason: Reason::Tuned(date), facts: Some(*facts) };
        }
        let is_possible = |plan: &Plan| !is_refused(plan) && fits(task, plan, arguments);
        self.choose(facts, is_possible).unwrap_or_else(|| {
            let usual = Plan { program: self.usual().program, ..Plan::default() };
            let is_fitting = fits(task, &usual, arguments);
            let usual = if is_fitting { usual } else { task.usual(arguments) };
            // A session comes here again only if a device of ranks has refused the usual program.
            let by_rule = |plan: &Plan| {
                let rules = Plans::new(self.target, own(self.target), |_| true, &plan.program);
                rules.choose(facts, |_| true).map_or_else(|| plan.clone(), |choice| choice.plan)
            };
            let all = task.every().flat_map(|plan| [by_rule(&plan), plan]);
            let mut others = std::iter::once(usual.clone()).chain(all);
            let plan = others.find(|plan| is_possible(plan)).unwrap_or(usual);
            Choice { plan, reason: Reason::NothingElse, facts: Some(*facts) }
        })
    }
}

/// Returns the findings that led to the rule at this position: its own, and of each rule before it, the first that is
/// false. A finding that another one implies occurs once.
fn path(tried: &[Tried], at: usize) -> Vec<Finding> {
    let before = tried[..at].iter().filter_map(|rule| rule.findings.iter().find(|one| !one.holds));
    let mut path: Vec<Finding> = vec![];
    for finding in tried[at].findings.iter().chain(before) {
        if !path.iter().any(|known| known.comparison.fact == finding.comparison.fact) {
            path.push(finding.clone());
        }
    }
    path
}
