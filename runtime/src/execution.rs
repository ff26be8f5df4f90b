//! Executes a program on a device as often as wanted, without judging or reporting the result. The
//! [backends](crate::backend) measure the times of runs (`prepared.rs` of each); this file measures building and opening.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::driver::Artefact;
use igc_compiler::interp::findings::Finding;
use igc_compiler::ir::Value;

use crate::Error;
use crate::backend::{Build, Device, Prepared, Timings, open};
use crate::input::Input;
use crate::memory::MemoryUse;
use crate::params::RunInputs;
use crate::run_options::RunOptions;
use crate::supersteps::{StepRecord, sort_by_start};
use crate::traffic::Traffic;

/// What the runs of a program did.
#[derive(Debug, Clone, Default)]
pub struct Execution {
    /// The final content of the arrays that the caller reads, in the caller's order.
    pub arrays: Vec<ArrayData>,
    /// Time to open the device.
    pub open: Duration,
    /// How the kernels were built.
    pub build: Build,
    /// Time to copy the graph to the device.
    pub transfer_in: Duration,
    /// Time to copy the results back.
    pub transfer_out: Duration,
    /// Durations of the parts of each repetition.
    pub timings: Vec<Timings>,
    /// Number of kernels that the last repetition launched.
    pub launches: u64,
    /// Number of rounds of the loops of the last repetition.
    pub rounds: u64,
    /// Number of times that a run was restarted because a worklist was too small.
    pub restarts: u32,
    /// Number of work-items of a launch, and of a workgroup.
    pub geometry: Option<(usize, usize)>,
    /// Memory that the program used on the device, if the backend manages memory.
    pub memory: Option<MemoryUse>,
    /// What the ranks exchanged in the last repetition, if the device is several ranks.
    pub traffic: Option<Traffic>,
    /// What the last repetition found, if it was checked.
    pub findings: Vec<Finding>,
    /// The rounds of the loops of every repetition, sorted by their start, if they were recorded.
    pub steps: Vec<StepRecord>,
}

/// Runs a program without inputs, and reads all of its arrays, as [`execute_with`] does.
///
/// # Errors
///
/// Returns the errors of [`execute_with`].
pub fn execute(
    artefact: &Artefact,
    input: &Input,
    params: &[Value],
    device: &dyn Device,
    options: &RunOptions,
) -> Result<Execution, Error> {
    execute_with(artefact, input, params, &Inputs::default(), device, options)
}

/// Runs a program, and reads all of its arrays in the order of the module, as
/// [`execute_reading`] does. Arrays that only the distributed program has come after all others, and
/// are not read, because not every device has them. A comparison of two runs needs the whole state.
/// Otherwise, read only the results: state that is not a result can be much larger.
///
/// # Errors
///
/// Returns the errors of [`execute_reading`].
pub fn execute_with(
    artefact: &Artefact,
    input: &Input,
    params: &[Value],
    inputs: &Inputs,
    device: &dyn Device,
    options: &RunOptions,
) -> Result<Execution, Error> {
    let all = 0..artefact.parallel.arrays.len();
    execute_reading(artefact, input, RunInputs { params, inputs }, device, options, all)
}

/// Runs a program [`RunOptions::repeat`] times on a graph, with a value for each of its parameters
/// and data for each of its inputs. Then reads the arrays at these positions in the module.
///
/// # Errors
///
/// Returns an error if the device cannot be opened, or if the program cannot be
/// [prepared](crate::backend::Resident::prepare) or [run](crate::backend::Prepared::run_once).
pub fn execute_reading(
    artefact: &Artefact,
    input: &Input,
    RunInputs { params, inputs }: RunInputs<'_>,
    device: &dyn Device,
    options: &RunOptions,
    read: impl IntoIterator<Item = usize>,
) -> Result<Execution, Error> {
    // The time of the reordering is not part of any phase here.
    input.reordering()?;
    let start = Instant::now();
    let resident = open(device, input)?;
    let opened = start.elapsed();
    let mut prepared = resident.prepare(artefact, params, inputs, options)?;
    let execution = execute_prepared(&mut *prepared, options, read)?;
    Ok(Execution { open: opened, ..execution })
}

/// Runs a prepared program [`RunOptions::repeat`] times. Then reads the arrays at these positions in
/// the module.
///
/// # Errors
///
/// Returns an error if the program cannot be [run](crate::backend::Prepared::run_once).
pub fn execute_prepared(
    prepared: &mut dyn Prepared,
    options: &RunOptions,
    read: impl IntoIterator<Item = usize>,
) -> Result<Execution, Error> {
    let mut execution = Execution {
        build: prepared.build(),
        transfer_in: prepared.transfer_time(),
        geometry: prepared.geometry(),
        ..Execution::default()
    };
    while execution.timings.len() < options.repeat as usize {
        let ran = prepared.run_once()?;
        if ran.restarts > 0 {
            // Repetitions are compared with each other, so all of them need the same capacities.
            execution.timings.clear();
            execution.steps.clear();
        }
        let repetition = execution.timings.len() as u32;
        let steps = ran.steps.into_iter().flatten().map(|step| StepRecord { repetition, ..step });
        execution.steps.extend(steps);
        execution.timings.push(ran.timings);
        execution.restarts += ran.restarts;
        (execution.launches, execution.rounds) = (ran.launches, ran.rounds);
        execution.findings = ran.findings;
    }
    sort_by_start(&mut execution.steps);
    execution.memory = prepared.memory();
    execution.traffic = prepared.traffic();
    let start = Instant::now();
    let arrays: Vec<_> =
        read.into_iter().map(|position| prepared.array(position)).collect::<Result<_, _>>()?;
    if arrays.iter().any(|array| matches!(array, Cow::Owned(_))) {
        execution.transfer_out = start.elapsed();
    }
    execution.arrays = arrays.into_iter().map(Cow::into_owned).collect();
    Ok(execution)
}
