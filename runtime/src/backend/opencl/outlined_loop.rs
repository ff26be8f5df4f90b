//! An outlined loop on a device: its kernel, its arguments, and the environment of its workgroups.

use std::collections::HashMap;

use igc_compiler::options::Options;
use igc_compiler::schedule::{Argument, Schedule};
use igc_opencl::{Buffer, Kernel, Session};

use super::build::Built;
use super::environment::{Environment, LoopWidth};
use super::geometry::Geometry;
use super::loops::{OutlinedStep, outlined_steps};
use crate::Error;

/// A loop that runs on the device as one kernel.
pub struct OutlinedLoop {
    pub kernel: Kernel,
    pub arguments: Vec<Argument>,
    pub environment: Environment,
    pub results: Buffer,
}

impl OutlinedLoop {
    /// Returns the size of the next launch.
    pub fn geometry(&self) -> Geometry {
        self.environment.launch()
    }
}

/// Whether work-items may repeat their iterations. Many items then wait at the same
/// time, so that wide launches suit worklists, too.
fn repeats(options: &Options) -> bool {
    options.repetition.is_some()
}

/// Creates the outlined loops of a schedule, by their functions, for a graph with this number of
/// edges.
pub fn outlined_loops<'s>(
    schedule: &'s Schedule,
    session: &Session,
    built: &Built,
    edges: usize,
) -> Result<HashMap<&'s str, OutlinedLoop>, Error> {
    let mut loops = HashMap::new();
    for step in outlined_steps(&schedule.main) {
        let kernel = built.program.kernel(step.function)?;
        let width = width(&step, &schedule.options);
        let policy = built.policy.for_loop(width, edges, built.workgroup_size);
        let environment = Environment::new(session, &policy, built.workgroup_size)?;
        let results = session.buffer(step.results.len() * size_of::<u64>())?;
        let arguments = step.arguments.to_vec();
        loops.insert(step.function, OutlinedLoop { kernel, arguments, environment, results });
    }
    Ok(loops)
}

/// Returns the number of workgroups that a loop asks for.
fn width(step: &OutlinedStep<'_>, options: &Options) -> LoopWidth {
    let over_worklists = step.arguments.iter().any(|a| matches!(a, Argument::WorklistFront(_)));
    match step.groups_per_unit {
        Some(groups) => LoopWidth::PerUnit(groups),
        None if over_worklists && !repeats(options) => LoopWidth::Narrow,
        None => LoopWidth::Wide,
    }
}
