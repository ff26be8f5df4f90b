//! Sessions that choose plans.

use super::choose::{Choice, Facts, Plans, Reason};
use super::plan::Plan;
use crate::Outcome;
use crate::arguments::Arguments;
use crate::error::Error;
use crate::problems::{self, Problem, find, unknown};
use crate::program::{Program, Source};
use crate::session::Session;

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

    /// Returns the plan if no plan is known: the first program that has the parameters of the arguments.
    pub(super) fn usual(&self, arguments: &Arguments) -> Plan {
        let Task::Problem(problem) = self else { return Plan::default() };
        let of = |program: &&str| Plan { program: (*program).to_owned(), ..Plan::default() };
        let fitting = problem.programs.iter().map(of).find(|one| fits(self, one, arguments));
        // If no program has the parameters, the run says so.
        fitting.unwrap_or_else(|| of(&problem.default_program()))
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

/// The plans that a session has chosen, the programs that it has compiled for them, and the plans that the device
/// refuses.
#[derive(Default)]
pub(crate) struct Chosen {
    choices: Vec<Made>,
    programs: Vec<(Task, Plan, Program)>,
    refused: Vec<Plan>,
}

/// A choice that was made before.
struct Made {
    task: Task,
    /// The parameters that the user gave.
    params: Vec<(String, String)>,
    choice: Choice,
}

impl Session {
    /// Chooses a plan for a task on the graph and the device of this session. Loads the graph first if it is lazy. The
    /// choice is always the same for the same graph, device, arguments and measurements of this machine.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded, or if no program has the parameters of the arguments.
    pub fn choose(&mut self, task: &Task, arguments: &Arguments) -> Result<Choice, Error> {
        let is_known = |made: &&Made| made.task == *task && made.params == arguments.params;
        if let Some(made) = self.chosen.choices.iter().find(is_known) {
            return Ok(made.choice.clone());
        }
        let choice = self.choose_anew(task, arguments)?;
        let (params, made) = (arguments.params.clone(), choice.clone());
        self.chosen.choices.push(Made { task: task.clone(), params, choice: made });
        Ok(choice)
    }

    fn choose_anew(&mut self, task: &Task, arguments: &Arguments) -> Result<Choice, Error> {
        let Some(plans) = Plans::of(task, self.device()) else {
            return Ok(Choice::without_plans(task, arguments));
        };
        let facts = self.facts_for(task, &plans)?;
        let (device, refused) = (Some(self.device().name()), &self.chosen.refused);
        Ok(plans.decide((task, arguments), device, &facts, refused))
    }

    /// Returns everything by which one of the plans is chosen. Loads the graph first if it is lazy, and opens the device
    /// meanwhile.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded, or if the program is wrong.
    pub fn facts_for(&mut self, task: &Task, plans: &Plans) -> Result<Facts, Error> {
        // Most plans of a problem require the same form of the graph as the usual one.
        let program = self.program(task, &plans.usual())?;
        self.open_and_load(&program)?;
        Ok(Facts::new(self.graph().facts()?, &program, self.device().backend().threads()))
    }

    /// Runs the plan that is [chosen](Session::choose) for a task. Returns the choice, too. If the device lacks what the
    /// plan needs, another plan is chosen, and in the end a program without optimisations.
    ///
    /// # Errors
    ///
    /// Returns an error as [`choose`](Session::choose) and [`run`](Session::run) do.
    pub fn solve(
        &mut self,
        task: &Task,
        arguments: &Arguments,
    ) -> Result<(Outcome, Choice), Error> {
        loop {
            let choice = self.choose(task, arguments)?;
            let program = self.program(task, &choice.plan)?;
            match self.run(&program, &choice.plan.complete(arguments)) {
                Ok(outcome) => return Ok((outcome, choice)),
                Err(error) if error.is_refusal() && choice.reason != Reason::NothingElse => {
                    self.chosen.choices.retain(|made| made.choice.plan != choice.plan);
                    self.chosen.refused.push(choice.plan);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the program of a plan, which is compiled once.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not compile.
    pub fn program(&mut self, task: &Task, plan: &Plan) -> Result<Program, Error> {
        let is_known = |(known, its, _): &&(Task, Plan, Program)| known == task && its == plan;
        if let Some((_, _, program)) = self.chosen.programs.iter().find(is_known) {
            return Ok(program.clone());
        }
        let program = Program::from_source(task.source(plan)?, &plan.options)?;
        self.chosen.programs.push((task.clone(), plan.clone(), program.clone()));
        Ok(program)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Device, Graph};

    /// Each plan that the device refuses is replaced by another one, and in the end by the program without
    /// optimisations.
    #[test]
    fn refused_plans_are_not_chosen_again() {
        let device = Device::open("cpu").expect("there is a processor");
        let graph = Graph::generate("grid:10x10").expect("it is a graph");
        let mut session = Session::new(&device, &graph);
        let task = Task::named("mis").expect("it is a problem");
        let mut seen = vec![];
        loop {
            session.chosen.choices.clear();
            let choice = session.choose(&task, &Arguments::new()).expect("there is a choice");
            if choice.reason == Reason::NothingElse {
                assert_eq!(choice.plan.to_string(), "mis_degree --opts none");
                break;
            }
            assert!(!seen.contains(&choice.plan), "{} was refused", choice.plan);
            seen.push(choice.plan.clone());
            session.chosen.refused.push(choice.plan);
        }
        assert!(seen.len() > 1);
    }

    #[test]
    fn a_choice_is_made_once() {
        let device = Device::open("cpu").expect("there is a processor");
        let graph = Graph::generate("grid:10x10").expect("it is a graph");
        let mut session = Session::new(&device, &graph);
        let task = Task::named("bfs").expect("it is a problem");
        let first = session.choose(&task, &Arguments::new()).expect("there is a choice");
        assert_eq!(session.choose(&task, &Arguments::new()).expect("there is a choice"), first);
        assert_eq!(session.chosen.choices.len(), 1, "the second choice is the first one");
    }
}
