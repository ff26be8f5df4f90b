//! How the interpreter runs a module: the order of execution, the shape of launches, and limits.

use super::error::RunError;
use super::findings::Watched;
use super::item::{Geometry, MAX_WORK_ITEMS};
use super::perturbation::Perturbation;
use crate::data::Inputs;
use crate::ir::MAX_EXTENT;

/// How to run a module.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Chooses the order of the iterations of each `forall`, and which work-item of a launch runs
    /// next. With 0, iterations run from first to last, and each work-item runs as far as it can.
    /// Any other seed chooses another order for each of them. The same seed gives the same orders.
    pub seed: u64,
    /// The number of workgroups of a launch of a distributed module, at least 1.
    pub groups: u32,
    /// The number of work-items of a workgroup, at least 1. A launch has at most
    /// [`MAX_WORK_ITEMS`].
    pub workgroup_size: u32,
    /// The number of work-items of a subgroup, at least 1. The last subgroup of a workgroup may be
    /// smaller.
    pub subgroup_size: u32,
    /// The largest number of launches. One more ends the run with an error.
    pub max_launches: Option<u64>,
    /// The largest number of rounds of the loops of `main`. One more ends the run with an error.
    pub max_rounds: Option<u64>,
    /// The largest number of steps. One more ends the run with an error. Each statement of a kernel
    /// or of `main` is a step, and so is each round of a loop. Without a limit, a program that does
    /// not terminate runs forever, and may fill the memory with pushed items.
    pub max_steps: Option<u64>,
    /// The largest number of items that wait on a worklist, at most [`MAX_EXTENT`]. One more ends
    /// the run with an error; an outlined loop continues to its next capacity check.
    pub max_items: u32,
    /// The data for the inputs of the module.
    pub inputs: Inputs,
    /// Whether to report accesses that break the promise of a plain access. This takes 104 bytes
    /// for each element of each array.
    pub check_access: bool,
    /// Changes the results of inexact operations on floats, to show how much rounding affects the
    /// result of the run.
    pub perturbation: Option<Perturbation>,
    /// Reports mistakes of the program that devices ignore silently, as
    /// [`findings`](super::findings) explains. [`watched`](crate::driver::Compilation::watched)
    /// returns this, and the module to run. This takes about 200 bytes for each element of each
    /// array.
    pub watched: Option<Watched>,
    /// Whether to run a module that is [well formed](crate::ir::verify::well_formed) but that the
    /// verifier does not accept, because it cannot prove that work-items reach barriers and
    /// collectives together. Tests use this to compare the verifier with real executions.
    /// Work-items that wait for each other without success are reported. Races show in the results.
    pub unproven: bool,
}

impl Default for Settings {
    /// Settings that run everything in order, with one work-item, without limits and without checks
    /// of accesses.
    fn default() -> Settings {
        Settings {
            seed: 0,
            groups: 1,
            workgroup_size: 1,
            subgroup_size: 1,
            max_launches: None,
            max_rounds: None,
            max_steps: None,
            max_items: MAX_EXTENT,
            inputs: Inputs::default(),
            check_access: false,
            perturbation: None,
            watched: None,
            unproven: false,
        }
    }
}

impl Settings {
    /// The shape of launches of a distributed module.
    pub(super) fn geometry(&self) -> Geometry {
        let Settings { groups, workgroup_size, subgroup_size, .. } = *self;
        // If the subgroup size is larger than the workgroup, the workgroup is one subgroup.
        Geometry { groups, workgroup_size, subgroup_size: subgroup_size.min(workgroup_size) }
    }

    /// Checks that launches have this shape.
    pub(super) fn check_geometry(&self) -> Result<(), RunError> {
        let Settings { groups, workgroup_size, subgroup_size, .. } = *self;
        let all = groups as u64 * workgroup_size as u64;
        if groups == 0 || subgroup_size == 0 || !(1..=MAX_WORK_ITEMS as u64).contains(&all) {
            return Err(RunError::Geometry { groups, workgroup_size, subgroup_size });
        }
        Ok(())
    }
}
