//! Chooses plans without a session: for a device that belongs to another process or machine, and for graphs of which
//! nothing is known.

use igc_graph::GraphFacts;
use igc_runtime::backend::DeviceName;

use super::choose::{Choice, Facts, Plans, Reason};
use super::plan::Plan;
use super::table::Target;
use super::task::Task;
use crate::arguments::Arguments;
use crate::error::Error;
use crate::program::Program;

/// A device of another process or machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Elsewhere {
    /// The names of the device and its driver, if they are known. They tell whether this machine has measured plans for
    /// the device.
    pub name: Option<DeviceName>,
    /// The kind of the device. The interpreter has none.
    pub target: Option<Target>,
    /// Number of threads of the device, if it is a processor and if the number is known.
    pub threads: Option<usize>,
}

impl Elsewhere {
    /// Chooses a plan for a task by facts about the graph, as [`Session::choose`](crate::Session::choose) does. Of the
    /// arguments, the parameters and the names of the inputs count. The plans that the device has refused are not chosen
    /// again.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not compile, or if no program has the parameters of the arguments.
    pub fn choose(
        &self,
        task: &Task,
        graph: GraphFacts,
        arguments: &Arguments,
        refused: &[Plan],
    ) -> Result<Choice, Error> {
        let choice = match self.target {
            Some(target) => self.choose_for(target, task, graph, arguments, refused)?,
            None => Choice::without_plans(task, arguments),
        };
        let program = Program::from_source(task.source(&choice.plan)?, &choice.plan.options)?;
        program.accepts_on_some_graph(&arguments.params)?;
        Ok(choice)
    }

    fn choose_for(
        &self,
        target: Target,
        task: &Task,
        graph: GraphFacts,
        arguments: &Arguments,
        refused: &[Plan],
    ) -> Result<Choice, Error> {
        let plans = Plans::on(task, target);
        let usual = plans.usual();
        let program = Program::from_source(task.source(&usual)?, &usual.options)?;
        let facts = Facts::new(graph, &program, self.threads);
        Ok(plans.decide((task, arguments), self.name.as_ref(), &facts, refused))
    }
}

/// Returns the usual plan for a task on a kind of device: the plan for a graph of which nothing is known.
pub fn usual(task: &Task, target: Target) -> Choice {
    let plan = Plans::on(task, target).usual();
    Choice { plan, reason: Reason::Usual(target), facts: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Device, Graph, Session};

    /// The choice for a device of another process is that of a session on the same device.
    #[test]
    fn the_choice_does_not_depend_on_the_process() {
        let graph = Graph::generate("grid:20x20,weights=1..9").expect("it is a graph");
        let device = Device::open("cpu:2").expect("there is a processor");
        let mut session = Session::new(&device, &graph);
        let name = Some(device.name().clone());
        let elsewhere = Elsewhere { name, target: Some(Target::Cpu), threads: Some(2) };
        let facts = graph.facts().expect("it is loaded");
        for name in ["bfs", "sssp", "bfs_wl", "hits"] {
            let task = Task::named(name).expect("it is known");
            let here = session.choose(&task, &Arguments::new()).expect("there is a plan");
            let there = elsewhere.choose(&task, facts, &Arguments::new(), &[]);
            assert_eq!(there.expect("there is a plan"), here, "{name}");
            let unknown = Arguments::new().param("nobody_has_it", 1);
            let here = session.choose(&task, &unknown).expect_err("no program has it");
            let there =
                elsewhere.choose(&task, facts, &unknown, &[]).expect_err("no program has it");
            assert_eq!(there.to_string(), here.to_string(), "{name}");
        }
        let task = Task::named("bfs").expect("it is known");
        let host = Elsewhere { name: None, target: None, threads: None };
        let choice = host.choose(&task, facts, &Arguments::new(), &[]).expect("there is one");
        assert_eq!(
            (choice.plan.to_string(), choice.reason),
            ("bfs_hybrid --opts none".into(), Reason::NoPlans)
        );
    }

    #[test]
    fn refused_plans_are_not_chosen_again() {
        let graph = Graph::generate("grid:10x10").expect("it is a graph");
        let facts = graph.facts().expect("it is loaded");
        let elsewhere = Elsewhere { name: None, target: Some(Target::Gpu), threads: None };
        let task = Task::named("mis").expect("it is known");
        let mut refused = vec![];
        loop {
            let choice = elsewhere.choose(&task, facts, &Arguments::new(), &refused);
            let Choice { plan, reason, .. } = choice.expect("there is one");
            if reason == Reason::NothingElse {
                assert_eq!(plan.to_string(), "mis_degree --opts none");
                break;
            }
            assert!(!refused.contains(&plan), "{plan} was refused");
            refused.push(plan);
        }
        assert!(refused.len() > 1);
    }

    #[test]
    fn the_usual_plan_needs_no_graph() {
        let task = Task::named("bfs").expect("it is known");
        let choice = usual(&task, Target::Gpu);
        assert_eq!(choice.plan.program, "bfs_wl");
        assert_eq!(choice.reason.to_string(), "the usual plan for GPUs");
        assert_eq!(choice.facts, None);
    }
}
