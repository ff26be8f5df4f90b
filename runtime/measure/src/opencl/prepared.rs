//! Prepares a program for measurements of the calls that its `main` makes.

use igc_compiler::data::Inputs;
use igc_compiler::driver::Artefact;
use igc_compiler::ir::Value;
use igc_opencl::DeviceInfo;
use igc_runtime::backend::Prepared;
use igc_runtime::backend::opencl::{PreparedProgram, ResidentGraph};
use igc_runtime::input::Input;
use igc_runtime::params;
use igc_runtime::run_options::RunOptions;

use crate::Error;

/// Prepares a program on a graph, runs it once, and calls `measure` with the program and the values of
/// its parameters. The run enlarges the worklists and sets the arguments that never change.
///
/// # Errors
///
/// Returns an error if the program cannot run, or the error of `measure`.
pub(super) fn with_prepared<T>(
    device: &DeviceInfo,
    (artefact, input): (&Artefact, &Input),
    params: &[(String, String)],
    options: &RunOptions,
    measure: impl FnOnce(&ResidentGraph, &mut PreparedProgram, &[Value]) -> Result<T, Error>,
) -> Result<T, Error> {
    let params = params::bind(&artefact.module.params, params, input.graph.ids.as_deref())?;
    let params = match input.reordering()? {
        Some(reordering) => reordering.values(&params),
        None => params,
    };
    let resident = ResidentGraph::open(device, input.on_devices()?)?;
    let mut prepared =
        PreparedProgram::new(&resident, artefact, &params, &Inputs::default(), options)?;
    prepared.run_once()?;
    measure(&resident, &mut prepared, &params)
}
