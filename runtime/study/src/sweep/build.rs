//! Compiles the kernels of missing cells before the measurements.

use std::collections::HashSet;

use igc_compiler::configuration::Configuration;
use igc_measure::worker::{Kernels, Workers, build_ahead};

use super::Event;
use crate::plan::Plan;
use crate::store::Todo;

/// Compiles the kernels of all missing cells in advance, with one process for each element of
/// `builders`.
pub fn build(plan: &Plan, todo: &[Todo], builders: Vec<Workers>, tell: &mut dyn FnMut(Event<'_>)) {
    if builders.is_empty() {
        return;
    }
    let missing = missing(plan, todo);
    tell(Event::Builds { programs: missing.iter().map(|kernels| kernels.options.len()).sum() });
    build_ahead(&missing, builders, |programs| tell(Event::Built { programs }));
}

/// Returns each application with the configurations that are missing for some graph.
fn missing(plan: &Plan, todo: &[Todo]) -> Vec<Kernels> {
    let of = |(application, program): (usize, &crate::study::Application)| {
        let mut seen = HashSet::new();
        let tests = todo.iter().filter(|test| test.application == application);
        let left =
            tests.flat_map(|test| test.left.iter().chain(&test.steps)).map(|cell| &cell.options);
        let options: Vec<Configuration> =
            left.filter(|options| seen.insert(*options)).cloned().collect();
        Kernels {
            program: program.name.clone(),
            text: program.text.clone(),
            params: plan.programs[application].params.clone(),
            options,
        }
    };
    plan.study.applications.iter().enumerate().map(of).collect()
}
