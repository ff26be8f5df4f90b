//! `igc run` without a choice of the user: igc chooses the plan.

use igc::auto::{Choice, Facts};
use igc::{Arguments, Outcome, Program, Report, Session};
use serde::Serialize;

use crate::args::run::RunArguments;
use crate::failed::Failed;
use crate::output::{self, doing};
use crate::repeat::Run;
use crate::source;

/// The plan that igc chose.
pub struct Auto {
    /// The choice.
    pub choice: Choice,
    /// The program of the plan.
    pub program: Program,
    /// The name by which the command line knows the program.
    name: String,
}

/// Runs the plan that igc chooses for the program or problem of the arguments. Returns the outcome, and the plan if
/// there is an outcome.
///
/// # Errors
///
/// Returns an error if the program cannot be read.
pub fn solve(
    arguments: &RunArguments,
    session: &mut Session,
    given: &Arguments,
) -> Result<(Result<Outcome, igc::Error>, Option<Auto>), Failed> {
    let task = source::task(&arguments.file)?;
    let (outcome, choice) = match doing("running", || session.solve(&task, given)) {
        Ok(solved) => solved,
        Err(error) => return Ok((Err(error), None)),
    };
    let name = task.name(&choice.plan);
    match session.program(&task, &choice.plan) {
        Ok(program) => Ok((Ok(outcome), Some(Auto { choice, program, name }))),
        Err(error) => Ok((Err(error), None)),
    }
}

/// The report of a run with the plan, as JSON has it. Fields may be added.
#[derive(Serialize)]
struct WithPlan<'r> {
    #[serde(flatten)]
    report: &'r Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Planned<'r>>,
}

/// A plan that igc chose.
#[derive(Serialize)]
struct Planned<'r> {
    /// The command that repeats the run with the same plan.
    repeat: Vec<String>,
    reason: String,
    facts: Option<&'r Facts>,
}

/// Returns the report as JSON, with the plan if igc chose one.
pub fn json(arguments: &RunArguments, auto: Option<&Auto>, report: &Report) -> String {
    let plan = auto.map(|auto| Planned {
        repeat: repeat(arguments, auto, report),
        reason: auto.choice.reason.to_string(),
        facts: auto.choice.facts.as_ref(),
    });
    output::json(&WithPlan { report, plan })
}

/// Returns the command that repeats a run with the same plan. All parameters are explicit.
fn repeat(arguments: &RunArguments, auto: &Auto, report: &Report) -> Vec<String> {
    let params = report.params.iter();
    let params =
        params.map(|(name, value)| (name.clone(), value.as_deref().unwrap_or("none").to_owned()));
    let inputs = arguments.inputs.inputs.iter().cloned();
    let run = Run {
        program: &auto.name,
        graph: &arguments.graph,
        configuration: &report.options,
        params: params.collect(),
        inputs: inputs.map(|(name, file)| (name, file.display().to_string())).collect(),
        device: &arguments.device,
    };
    run.command()
}
