//! What is computed: a problem, or a program.

use igc_compiler::data::DataError;
use igc_graph::WeightFacts;

use super::choose::Choice;
use super::plan::Plan;
use crate::arguments::Arguments;
use crate::error::Error;
use crate::graph::Graph;
use crate::problems::{self, Problem, find, unknown};
use crate::program::{Program, Source};

/// What a session computes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// A problem, for which a program is chosen.
    Problem(&'static Problem),
    /// One program, for which a configuration is chosen: that of a user, or a program of the library that the user
    /// named.
    Program(Source),
}

impl Task {
    /// Returns the task that a name means: a problem, or a program of the library.
    ///
    /// # Errors
    ///
    /// Returns an error with a suggestion if the name is unknown.
    pub fn named(name: &str) -> Result<Task, Error> {
        let named = find(name).ok_or_else(|| unknown(name))?;
        match named.is_pinned {
            true => Ok(Task::Program(Source::named(name)?)),
            false => Ok(Task::Problem(named.problem)),
        }
    }

    /// Returns the task that is solved on a graph. It is this task, or, if the problem needs whole numbers as weights and
    /// the graph has other weights, the problem for [real weights](Problem::real). Loads the graph first if it is lazy
    /// and if the answer depends on it.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded, or if a weight is negative and the problem does not take it.
    pub fn on(&self, graph: &Graph) -> Result<Task, Error> {
        match self {
            Task::Problem(Problem { real: Some(_), .. }) => self.on_weights(graph.weight_facts()?),
            Task::Problem(_) | Task::Program(_) => Ok(self.clone()),
        }
    }

    /// Returns the task that is solved on a graph with these weights, as [`Task::on`] does.
    ///
    /// # Errors
    ///
    /// Returns an error if a weight is negative and the problem does not take it.
    pub fn on_weights(&self, weights: Option<&WeightFacts>) -> Result<Task, Error> {
        let (Task::Problem(Problem { real: Some(real), .. }), Some(weights)) = (self, weights)
        else {
            return Ok(self.clone());
        };
        match weights.negative.clone().filter(|_| !real.takes_negative) {
            Some((edge, weight)) => {
                Err(Error::Run(DataError::NegativeWeight { edge, weight }.into()))
            }
            None if weights.are_real => Task::named(real.problem),
            None => Ok(self.clone()),
        }
    }

    /// Returns whether a plan runs a program of this task.
    pub fn has(&self, plan: &Plan) -> bool {
        match self {
            Task::Problem(problem) => problem.programs.contains(&&*plan.program),
            Task::Program(source) => plan.program.is_empty() || plan.program == source.name,
        }
    }

    /// Returns the program that a plan for this task runs.
    ///
    /// # Errors
    ///
    /// Returns an error if the plan names a program that does not exist.
    pub fn source(&self, plan: &Plan) -> Result<Source, Error> {
        match self {
            Task::Program(source) => Ok(source.clone()),
            Task::Problem(_) => {
                problems::source(&plan.program).ok_or_else(|| unknown(&plan.program))
            }
        }
    }

    /// Returns the program that runs without a plan: the default program of a problem.
    ///
    /// # Errors
    ///
    /// Returns an error if the program is not part of the library.
    pub fn default_source(&self) -> Result<Source, Error> {
        match self {
            Task::Program(source) => Ok(source.clone()),
            Task::Problem(problem) => {
                let program = problem.default_program();
                problems::source(program).ok_or_else(|| unknown(program))
            }
        }
    }

    /// Returns the plan if no plan is known: the first program that has the parameters of the arguments.
    pub(crate) fn usual(&self, arguments: &Arguments) -> Plan {
        let Task::Problem(problem) = self else { return Plan::default() };
        let of = |program: &&str| Plan { program: (*program).to_owned(), ..Plan::default() };
        let fitting = problem.programs.iter().map(of).find(|one| fits(self, one, arguments));
        // If no program has the parameters, the run says so.
        fitting.unwrap_or_else(|| of(&problem.default_program()))
    }

    /// Returns each program of a problem, without optimisations.
    pub(crate) fn every(&self) -> impl Iterator<Item = Plan> {
        let programs = match self {
            Task::Problem(problem) => problem.programs,
            Task::Program(_) => Default::default(),
        };
        programs.iter().map(|program| Plan { program: (*program).to_owned(), ..Plan::default() })
    }

    /// Returns the problem that the task solves, if it is known.
    pub fn problem(&self) -> Option<&'static Problem> {
        match self {
            Task::Problem(problem) => Some(problem),
            // The name alone does not say so: a user's program may have the name of another one.
            Task::Program(source) => {
                let known = problems::source(&source.name)?;
                let solves = |problem: &&Problem| problem.programs.contains(&&*source.name);
                (known.text == source.text).then(|| problems::problems().iter().find(solves))?
            }
        }
    }

    /// Returns the name by which a user can name the program of a plan: that of the program, or `cc:cc` if the program
    /// has the name of a problem, or the path of a user's program.
    pub fn name(&self, plan: &Plan) -> String {
        match (self, self.problem()) {
            (_, Some(problem)) => {
                let program = match self {
                    Task::Program(source) => &*source.name,
                    Task::Problem(_) if plan.program.is_empty() => problem.default_program(),
                    Task::Problem(_) => &*plan.program,
                };
                match find(program) {
                    Some(named) if named.is_pinned => program.to_owned(),
                    _ => format!("{}:{program}", problem.name),
                }
            }
            (Task::Program(source), None) => source.path.clone(),
            (Task::Problem(problem), None) => problem.name.to_owned(),
        }
    }
}

/// Returns whether a plan has all parameters that the user gave. If the user gave a program, the run says so.
pub(super) fn fits(task: &Task, plan: &Plan, arguments: &Arguments) -> bool {
    matches!(task, Task::Program(_)) || declares(task, plan, &arguments.params)
}

/// Returns whether the program of a plan declares these parameters.
pub(super) fn declares(task: &Task, plan: &Plan, params: &[(String, String)]) -> bool {
    if params.is_empty() {
        return true;
    }
    let program = match task {
        Task::Problem(_) => &plan.program,
        Task::Program(source) => &source.name,
    };
    // The parameters of a user's program are not known without compiling it, and no rule has one for it.
    let Some(Ok(facts)) = task.problem().map(|problem| problem.facts(program)) else {
        return false;
    };
    params.iter().all(|(name, _)| facts.parameters.iter().any(|known| known.name == *name))
}

/// The plans that a session has chosen, the programs that it has compiled for them, and the plans that the device
/// refuses.
#[derive(Default)]
pub(crate) struct Chosen {
    pub choices: Vec<Made>,
    pub programs: Vec<(Task, Plan, Program)>,
    pub refused: Vec<Plan>,
}

/// A choice that was made before.
pub(crate) struct Made {
    pub task: Task,
    /// The parameters that the user gave.
    pub params: Vec<(String, String)>,
    pub choice: Choice,
}
