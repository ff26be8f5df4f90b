//! `igc explain --auto`: shows which plan igc chooses, and why.

use std::fmt::Write;
use std::path::Path;

use igc::auto::tuned::{Key, Remembered, TunedPlans};
use igc::auto::{Choice, FACTS, Facts, Finding, Plan, Plans, Tried};
use igc::{Arguments, Device, Graph, Session};
use serde::Serialize;

use crate::args::explain::ExplainArguments;
use crate::failed::Failed;
use crate::output::{doing, grouped, json, print, time};
use crate::source::{self, fail_in};

/// The choice of a plan, as `--json` prints it. Fields may be added.
#[derive(Serialize)]
struct Explanation<'e> {
    graph: &'e str,
    device: &'e str,
    plan: &'e Plan,
    reason: String,
    facts: Option<&'e Facts>,
    rules: Vec<RuleJson<'e>>,
    /// Plans that `igc tune` measures, besides those of the rules.
    also: Vec<&'e Plan>,
    /// What `igc tune` has measured.
    tuned: Option<&'e Remembered>,
}

/// A rule.
#[derive(Serialize)]
struct RuleJson<'e> {
    plan: &'e Plan,
    applies: bool,
    comparisons: Vec<ComparisonJson<'e>>,
}

/// A comparison of a rule.
#[derive(Serialize)]
struct ComparisonJson<'e> {
    fact: &'e str,
    value: f64,
    operator: &'static str,
    number: f64,
    holds: bool,
}

/// Prints which plan igc chooses for a problem or a program, and why.
///
/// # Errors
///
/// Returns an error if the program, the graph or the device does not exist.
pub fn explain(given: &Path, spec: &str, arguments: &ExplainArguments) -> Result<(), Failed> {
    let task = source::task(given)?;
    let source = source::read_program(given)?;
    let device = Device::request(&arguments.device.request()?).or_else(fail_in(&source))?;
    let graph = Graph::lazy(spec).or_else(fail_in(&source))?;
    let mut session = Session::new(&device, &graph);
    let params = arguments.param.iter();
    let given = params.fold(Arguments::new(), |given, (name, value)| given.param(name, value));
    let choice = doing("loading the graph", || session.choose(&task, &given));
    let choice = choice.or_else(fail_in(&source))?;
    let task = session.task_on_graph(&task).or_else(fail_in(&source))?;
    let plans = Plans::of(&task, &device);
    let facts = choice.facts.as_ref();
    let tried = plans.as_ref().zip(facts).map_or(vec![], |(plans, facts)| plans.tried(facts));
    let also = plans.as_ref().map_or(&[][..], Plans::all).iter();
    let also: Vec<&Plan> = also.filter(|plan| tried.iter().all(|one| one.plan != **plan)).collect();
    let key = facts.map(|facts| Key::new(&task, &given, device.name(), &facts.graph));
    let tuned = key.and_then(|key| TunedPlans::of_user().recall(&key));
    if !arguments.json {
        let device = &device.name().name;
        let tuned = tuned.as_ref();
        return print(&text(&Described {
            graph: spec,
            device,
            choice: &choice,
            tried: &tried,
            also: &also,
            tuned,
        }));
    }
    print(&json(&Explanation {
        graph: spec,
        device: &device.name().name,
        plan: &choice.plan,
        reason: choice.reason.to_string(),
        facts,
        rules: tried.iter().map(RuleJson::of).collect(),
        also,
        tuned: tuned.as_ref(),
    }))
}

impl<'e> RuleJson<'e> {
    fn of(tried: &'e Tried) -> RuleJson<'e> {
        let comparisons = tried.findings.iter().map(ComparisonJson::of).collect();
        RuleJson { plan: &tried.plan, applies: tried.applies(), comparisons }
    }
}

impl<'e> ComparisonJson<'e> {
    fn of(finding: &'e Finding) -> ComparisonJson<'e> {
        let Finding { comparison, value, holds } = finding;
        let operator = if comparison.is_greater { ">" } else { "<=" };
        let (fact, number) = (&*comparison.fact, comparison.number);
        ComparisonJson { fact, value: *value, operator, number, holds: *holds }
    }
}

/// What the text describes.
struct Described<'a> {
    graph: &'a str,
    device: &'a str,
    choice: &'a Choice,
    tried: &'a [Tried],
    /// The plans that `igc tune` measures besides those of rules.
    also: &'a [&'a Plan],
    tuned: Option<&'a Remembered>,
}

/// Describes a choice: the plan, the facts, the rules in their order, further plans, and measured times.
fn text(described: &Described<'_>) -> String {
    let Described { graph, device, choice, tried, also, tuned } = *described;
    let mut out = format!("graph     {graph}\ndevice    {device}\n");
    writeln!(out, "plan      {}\nreason    {}", choice.plan, choice.reason)
        .expect("a string takes all that is written");
    let Some(facts) = &choice.facts else { return out };
    out += "\nfacts\n";
    for (name, meaning) in FACTS {
        if let Some(value) = facts.get(name) {
            out += &format!("  {name:<10}{:>14}  {meaning}\n", number(value));
        }
    }
    let first = tried.iter().position(Tried::applies);
    // Programs that lack a parameter that the user gave are not possible.
    let decides = tried.iter().position(|rule| rule.applies() && rule.plan == choice.plan);
    out += match tuned {
        None if decides == first => "\nrules, of which the first one that applies decides\n",
        None => {
            "\nrules, of which the first one decides that applies and whose program has the parameters\n"
        }
        Some(_) => "\nrules, which do not decide, because `igc tune` has measured\n",
    };
    for (at, rule) in tried.iter().enumerate() {
        let mark = if decides == Some(at) && tuned.is_none() { "->" } else { "  " };
        let findings: Vec<String> = rule.findings.iter().map(verdict).collect();
        let findings = if findings.is_empty() { "always".into() } else { findings.join(", ") };
        out += &format!("{mark} {}. {findings}\n      {}\n", at + 1, rule.plan);
    }
    if !also.is_empty() {
        out += "\nfurther plans that `igc tune` measures\n";
        out.extend(also.iter().map(|plan| format!("      {plan}\n")));
    }
    if let Some(Remembered { plan, median, others, date, .. }) = tuned {
        out += &format!("\ntimes that `igc tune` measured, {date}\n");
        let all =
            [(plan, median)].into_iter().chain(others.iter().map(|(plan, time)| (plan, time)));
        out.extend(all.map(|(plan, median)| format!("{:>12}  {plan}\n", time(*median))));
    }
    out
}

/// Returns a comparison, and whether it is true.
fn verdict(finding: &Finding) -> String {
    format!("{} ({})", finding.comparison, if finding.holds { "yes" } else { "no" })
}

/// Formats a fact.
fn number(value: f64) -> String {
    if value.fract() == 0.0 && value >= 0.0 {
        return grouped(value as u64);
    }
    // A small negative number is not `-0.0`.
    let shown = (value * 10.0).round() / 10.0 + 0.0;
    format!("{shown:.1}")
}
