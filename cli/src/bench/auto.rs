//! The plan that igc chooses, as a row of a comparison.
//!
//! A comparison has one program and one set of parameters. For a problem, its program is that of the plan, and the
//! parameters of the plan apply to all rows. The rows then differ in nothing but their configuration.
//!
//! The graph and the device belong to the worker, which sends the facts by which this process chooses.

use igc::Arguments;
use igc::auto::{Choice, Elsewhere, Facts, Plan, Reason, Target, Task};
use igc::problems::{self, Problem};
use igc_compiler::configuration::Configuration;
use igc_measure::comparison::{Comparison, Failure, FailureKind};
use igc_measure::worker::{Fault, Workers};
use serde::{Serialize, Serializer};

use super::programs::Program;
use crate::args::bench::BenchArguments;
use crate::failed::Failed;
use crate::source::fail_in;
use crate::values::AutoOpts;

/// A plan that igc chose, as `--json` prints it. Fields may be added.
#[derive(Debug, Clone, Serialize)]
pub struct Auto {
    /// The configuration of the plan, which names its row.
    #[serde(serialize_with = "as_text")]
    options: Configuration,
    plan: Plan,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<Facts>,
    /// Whether there may be another plan if the device refuses this one.
    #[serde(skip)]
    is_replaceable: bool,
}

impl Auto {
    /// Returns the configuration of the plan.
    pub fn options(&self) -> &Configuration {
        &self.options
    }

    /// Returns the plan if the device lacked what it needs, and if there may be another plan.
    pub fn refused_in(&self, comparison: &Comparison) -> Option<&Plan> {
        let options = self.options.to_string();
        let is_refused = comparison.failures().any(|(entry, failure)| {
            entry.options == options && failure.kind == FailureKind::Refused
        });
        (is_refused && self.is_replaceable).then_some(&self.plan)
    }

    /// States the plan of a program, and the reason, in one line.
    pub fn line(&self, program: &str) -> String {
        let Auto { plan, reason, .. } = self;
        let named = Plan { program: program.to_owned(), ..plan.clone() };
        format!("auto: {named} ({reason})\n")
    }
}

/// Writes a configuration in the form of `--opts`, as the rows of the comparison have it.
fn as_text<S: Serializer>(options: &Configuration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(options)
}

/// Returns the name of a configuration in a table, which says whether igc chose it.
pub fn row_name(options: &str, auto: Option<&Auto>) -> String {
    match auto.is_some_and(|auto| auto.options.to_string() == options) {
        true => format!("auto: {options}"),
        false => options.to_owned(),
    }
}

/// Returns whether the configuration that igc chooses is compared: if the user asks for it, or for nothing in particular.
pub fn is_wanted(arguments: &BenchArguments) -> bool {
    let BenchArguments { opts, passes, each, all_configurations, .. } = arguments;
    let is_default = opts.is_empty() && passes.is_empty() && !each && !all_configurations;
    is_default || opts.contains(&AutoOpts::Auto)
}

/// Returns whether a program that igc may choose for a task has a parameter.
pub fn may_take(task: &Task, parameter: &str) -> bool {
    let Task::Problem(problem) = task else { return false };
    let real = problem.real.and_then(|real| problems::find(real.problem));
    declares(problem, parameter) || real.is_some_and(|real| declares(real.problem, parameter))
}

/// Returns whether a program of a problem has a parameter.
fn declares(problem: &Problem, parameter: &str) -> bool {
    problem.programs.iter().any(|program| {
        let facts = problem.facts(program);
        facts.is_ok_and(|facts| facts.parameters.iter().any(|known| known.name == parameter))
    })
}

/// Returns the program for a graph, which the worker loads: the given one, or the default program of the problem for
/// real weights if the graph has such weights.
///
/// # Errors
///
/// Returns an error if the program does not compile. The inner error means that the worker could not describe the graph,
/// or that the problem does not take a weight.
pub fn on_graph(
    given: &Program,
    graph: &str,
    arguments: &BenchArguments,
    workers: &mut Workers,
) -> Result<Result<Program, Fault>, Failed> {
    if !matches!(given.task, Task::Problem(Problem { real: Some(_), .. })) {
        return Ok(Ok(given.clone()));
    }
    let facts = match workers.describe_for_plan(graph) {
        Ok(facts) => facts,
        Err(fault) => return Ok(Err(fault)),
    };
    match given.task.on_weights(facts.weights.as_ref()) {
        Ok(task) if task == given.task => Ok(Ok(given.clone())),
        Ok(task) => {
            let source = task.default_source().or_else(fail_in(&given.source))?;
            Program::of(task, source, arguments).map(Ok)
        }
        Err(error) => Ok(Err(Failure::new(FailureKind::Input, error.to_string()).into())),
    }
}

/// Returns the arguments that a run of the task would have, because the choice depends on them.
fn as_of_a_run(given: &Program, arguments: &BenchArguments) -> Arguments {
    let params = match &given.task {
        Task::Program(_) => given.params.clone(),
        Task::Problem(_) => {
            let params = arguments.param.iter().cloned();
            params.filter(|(name, _)| may_take(&given.task, name)).collect()
        }
    };
    let run = params.iter().fold(Arguments::new(), |run, (name, value)| run.param(name, value));
    given.inputs.iter().fold(run, |run, (name, file)| run.file(name, file))
}

/// A program for which a plan is wanted.
pub struct Wanted<'a> {
    pub given: &'a Program,
    /// The graph, which the worker loads.
    pub graph: &'a str,
    /// The plans that the device refuses.
    pub refused: &'a [Plan],
}

/// Chooses a plan for a program on a graph, which the worker loads, apart from the plans that the device refuses. Returns
/// the program of the plan.
///
/// # Errors
///
/// Returns an error if the program of the plan does not compile. The inner error means that the worker could not describe
/// the graph.
pub fn choose(
    Wanted { given, graph, refused }: Wanted<'_>,
    arguments: &BenchArguments,
    workers: &mut Workers,
) -> Result<Result<Program, Fault>, Failed> {
    let known = workers.device().and_then(|name| Ok((name, workers.describe_for_plan(graph)?)));
    let (name, facts) = match known {
        Ok(known) => known,
        Err(fault) => return Ok(Err(fault)),
    };
    let (task, target) = (&given.task, Target::of_kind(facts.kind, facts.executed));
    let elsewhere = Elsewhere { name: Some(name), target, threads: facts.threads };
    let choice = elsewhere.choose(task, facts.graph, &as_of_a_run(given, arguments), refused);
    let Choice { plan, reason, facts } = choice.or_else(fail_in(&given.source))?;
    let mut program = match task {
        Task::Problem(_) if plan.program != given.source.name => {
            let source = task.source(&plan).or_else(fail_in(&given.source))?;
            Program::of(task.clone(), source, arguments)?
        }
        _ => given.clone(),
    };
    for (name, value) in &plan.params {
        if !program.params.iter().any(|(given, _)| given == name) {
            program.params.push((name.clone(), value.clone()));
        }
    }
    let is_replaceable = !matches!(reason, Reason::NoPlans | Reason::NothingElse);
    let (options, reason) = (plan.options.clone(), reason.to_string());
    program.auto = Some(Auto { options, plan, reason, facts, is_replaceable });
    Ok(Ok(program))
}

#[cfg(test)]
mod tests {
    use igc_measure::comparison::{Entry, Outcome};
    use igc_runtime::report::GraphSummary;

    use super::*;

    fn comparison(failures: &[(&str, FailureKind)]) -> Comparison {
        let entry = |(options, kind): &(&str, FailureKind)| Entry {
            options: (*options).into(),
            without_effect: vec![],
            compile: 0.0,
            outcome: Outcome::Failed(Failure::new(*kind, "a reason".into())),
        };
        Comparison {
            program: "p".into(),
            graph: GraphSummary { name: "g".into(), nodes: 1, edges: 1 },
            reorder: None,
            params: vec![],
            warmup: 1,
            repeat: 1,
            checked: true,
            unchecked: None,
            compared: false,
            configurations: failures.iter().map(entry).collect(),
        }
    }

    /// Only a refusal of the plan itself makes igc choose again. A wrong result, for example, must be visible.
    #[test]
    fn a_plan_that_the_device_refuses_is_replaced() {
        let plan: Plan = "bfs_wl --opts wg".parse().expect("it is a plan");
        let options = plan.options.clone();
        let auto = Auto { options, plan, reason: "r".into(), facts: None, is_replaceable: true };
        let refused = comparison(&[("wg", FailureKind::Refused)]);
        assert_eq!(auto.refused_in(&refused), Some(&auto.plan));
        let last = Auto { is_replaceable: false, ..auto.clone() };
        assert_eq!(last.refused_in(&refused), None);
        for others in [&[][..], &[("wg", FailureKind::Check)], &[("none", FailureKind::Refused)]] {
            assert_eq!(auto.refused_in(&comparison(others)), None);
        }
    }
}
