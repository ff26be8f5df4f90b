//! Finds outlined loops and seeds in a schedule.

use igc_compiler::schedule::{Argument, Output, Seed, Step};

/// The step that runs an outlined loop.
pub struct OutlinedStep<'s> {
    pub function: &'s str,
    pub arguments: &'s [Argument],
    pub results: &'s [Output],
    pub groups_per_unit: Option<u32>,
}

/// Returns the functions of the outlined loops in these steps.
pub fn outlined_functions(steps: &[Step]) -> impl Iterator<Item = &str> {
    outlined_steps(steps).into_iter().map(|step| step.function)
}

/// Returns the arguments of all outlined loops in these steps.
pub fn outlined_arguments(steps: &[Step]) -> impl Iterator<Item = &Argument> {
    outlined_steps(steps).into_iter().flat_map(|step| step.arguments)
}

/// Returns the outlined loops in these steps.
pub fn outlined_steps<'s>(steps: &'s [Step]) -> Vec<OutlinedStep<'s>> {
    let of = |step: &'s Step| match step {
        Step::Outlined { function, arguments, results, groups_per_unit } => {
            vec![OutlinedStep { function, arguments, results, groups_per_unit: *groups_per_unit }]
        }
        Step::If { then, otherwise, .. } => {
            let (mut all, more) = (outlined_steps(then), outlined_steps(otherwise));
            all.extend(more);
            all
        }
        Step::While { body, .. }
        | Step::For { body, .. }
        | Step::Iterate { body, .. }
        | Step::Pipe { body, .. } => outlined_steps(body),
        _ => vec![],
    };
    steps.iter().flat_map(of).collect()
}

/// Returns whether the host pushes every node to a worklist in one of these steps.
pub fn seeds_nodes(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Seed { seed, .. } => *seed == Seed::AllNodes,
        Step::Pipe { seed, body, .. } => *seed == Some(Seed::AllNodes) || seeds_nodes(body),
        Step::If { then, otherwise, .. } => seeds_nodes(then) || seeds_nodes(otherwise),
        Step::While { body, .. } | Step::For { body, .. } | Step::Iterate { body, .. } => {
            seeds_nodes(body)
        }
        _ => false,
    })
}
