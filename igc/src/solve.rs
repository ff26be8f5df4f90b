//! Sessions that run a problem with a plan that [`auto`](crate::auto) chooses.

use crate::Outcome;
use crate::arguments::Arguments;
use crate::auto::{Choice, Facts, Made, Plan, Plans, Reason, Task};
use crate::error::Error;
use crate::program::Program;
use crate::session::Session;

/// Most choices that a session keeps.
const MOST_CHOICES: usize = 64;

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
        let ids = self.graph().ids()?;
        self.program(task, &choice.plan)?.accepts(&arguments.params, ids.as_deref())?;
        let (params, made) = (arguments.params.clone(), choice.clone());
        // A caller may run a program from each node of a graph.
        let too_many = self.chosen.choices.len().saturating_sub(MOST_CHOICES - 1);
        self.chosen.choices.drain(..too_many);
        self.chosen.choices.push(Made { task: task.clone(), params, choice: made });
        Ok(choice)
    }

    fn choose_anew(&mut self, task: &Task, arguments: &Arguments) -> Result<Choice, Error> {
        let task = &self.task_on_graph(task)?;
        let Some(plans) = Plans::of(task, self.device()) else {
            return Ok(Choice::without_plans(task, arguments));
        };
        let facts = self.facts_for(task, &plans)?;
        let (device, refused) = (Some(self.device().name()), &self.chosen.refused);
        Ok(plans.decide((task, arguments), device, &facts, refused))
    }

    /// Returns the task that is solved on the graph of this session, which [`Task::on`] describes. Loads the graph first if
    /// it is lazy and if the answer depends on it, and opens the device meanwhile.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph cannot be loaded.
    pub fn task_on_graph(&mut self, task: &Task) -> Result<Task, Error> {
        if let Task::Problem(problem) = task
            && problem.real.is_some()
        {
            let program = self.program(task, &task.usual(&Arguments::new()))?;
            self.open_and_load(&program)?;
        }
        task.on(self.graph())
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
    /// plan needs, another plan is chosen, and in the end a program without optimisations. If the device consists of
    /// ranks, this is the first program of the problem that has a distributed form.
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
                Err(error)
                    if error.is_refusal()
                        && !self.chosen.refused.contains(&choice.plan)
                        && (choice.reason != Reason::NothingElse || is_undistributed(&error)) =>
                {
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

/// Returns whether a program has no distributed form, which another program of the same problem may have.
fn is_undistributed(error: &Error) -> bool {
    matches!(error, Error::Run(igc_runtime::Error::Undistributed { .. }))
}

#[cfg(test)]
mod tests {
    use igc_compiler::data::ArrayData;

    use super::*;
    use crate::{Device, Graph, Weights};

    /// Each plan that the device refuses is replaced by another one, and in the end by each program without
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
            if seen.contains(&choice.plan) {
                // Every program was refused.
                assert_eq!(choice.reason, Reason::NothingElse, "{} was refused", choice.plan);
                break;
            }
            seen.push(choice.plan.clone());
            session.chosen.refused.push(choice.plan);
        }
        for program in crate::problems::find("mis").expect("it is known").problem.programs {
            let plain = format!("{program} --opts none");
            assert!(seen.iter().any(|plan| plan.to_string() == plain), "{plain} was not tried");
        }
        assert!(seen.len() > 1);
    }

    #[test]
    fn a_parameter_that_no_program_has_is_an_error() {
        for device in ["cpu", "interpreter"] {
            let device = Device::open(device).expect("there is a processor");
            let graph = Graph::generate("grid:10x10").expect("it is a graph");
            let mut session = Session::new(&device, &graph);
            let task = Task::named("bfs").expect("it is a problem");
            let unknown = session.choose(&task, &Arguments::new().param("unknown", "1"));
            assert!(unknown.expect_err("it is unknown").to_string().contains("`unknown`"));
            let wrong = session.choose(&task, &Arguments::new().param("source", "x"));
            assert!(wrong.expect_err("it is not a node").to_string().contains("`source`"));
        }
    }

    /// A problem for whole numbers becomes the one for real weights if the type of the weights, or the sign or size of
    /// whole numbers, demands it.
    #[test]
    fn weights_choose_the_problem() {
        let weights = [
            (Weights::U32(vec![1, 2].into()), "sssp", "mst"),
            (Weights::I64(vec![1, 2].into()), "sssp", "mst"),
            (Weights::I64(vec![1, 1 << 32].into()), "sssp_real", "mst_real"),
            (Weights::I64(vec![1, -1].into()), "", "mst_real"),
            (Weights::F64(vec![0.5, -1.0].into()), "", "mst_real"),
            (Weights::F64(vec![1.0, 2.0].into()), "sssp_real", "mst_real"),
            (Weights::F64(vec![0.5, 2.0].into()), "sssp_real", "mst_real"),
        ];
        for (weights, sssp, mst) in weights {
            let graph = Graph::from_csr(vec![0u32, 2, 2, 2], vec![1, 2], Some(weights.clone()));
            let graph = graph.expect("it is a graph");
            for device in ["cpu", "interpreter"] {
                let device = Device::open(device).expect("there is a processor");
                let mut session = Session::new(&device, &graph);
                for (name, expected) in [("sssp", sssp), ("mst", mst), ("bfs", "bfs")] {
                    let task = Task::named(name).expect("it is a problem");
                    let choice = session.choose(&task, &Arguments::new());
                    if expected.is_empty() {
                        let error = choice.expect_err("a weight is negative").to_string();
                        assert!(error.starts_with("edge 1 has the weight -1"), "{error}");
                        continue;
                    }
                    let program = choice.expect("there is a choice").plan.program;
                    let found = crate::problems::find(&program).expect("it is known").problem.name;
                    assert_eq!(found, expected, "{name} on {weights:?}: {program}");
                }
            }
        }
    }

    /// Real weights are used as they are, and a node without a path has the distance infinity.
    #[test]
    fn real_weights_have_real_distances() {
        let weights = Weights::F64(vec![0.1, 0.75, 0.5].into());
        let graph = Graph::from_csr(vec![0u32, 2, 3, 3, 3], vec![1, 2, 2], Some(weights));
        let graph = graph.expect("it is a graph");
        let device = Device::open("cpu").expect("there is a processor");
        let task = Task::named("sssp").expect("it is a problem");
        let arguments = Arguments::new().check(true);
        let solved = Session::new(&device, &graph).solve(&task, &arguments).expect("it runs");
        let expected = ArrayData::F64(vec![0.0, 0.1, 0.1 + 0.5, f64::INFINITY]);
        assert_eq!(solved.0.outputs, [("dist".to_owned(), expected)]);
        assert!(!solved.0.is_refused());
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

    #[test]
    fn few_choices_are_kept() {
        let device = Device::open("cpu").expect("there is a processor");
        let graph = Graph::generate("grid:10x10").expect("it is a graph");
        let mut session = Session::new(&device, &graph);
        let task = Task::named("bfs").expect("it is a problem");
        for source in 0..100 {
            let arguments = Arguments::new().param("source", source.to_string());
            session.choose(&task, &arguments).expect("there is a choice");
        }
        assert_eq!(session.chosen.choices.len(), MOST_CHOICES);
        assert_eq!(session.chosen.choices[MOST_CHOICES - 1].params[0].1, "99");
    }
}
