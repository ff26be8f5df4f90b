//! Execution on an OpenCL device: the host's side of a schedule.
//!
//! Buffers are allocated once and kernels built once; what repeats is launches and, for each round
//! of a `pipe`, one read of four bytes: how many items were pushed. Worklists turn their sides by
//! rebinding arguments ([`worklist`]); no memory is copied and nothing else is enqueued.
//!
//! A worklist that ran out of room lost items, so the run is worthless: it is started anew with
//! more room, and that is reported. The kernels keep count of what they would have needed.

pub(crate) mod build;
pub(crate) mod environment;
pub(crate) mod geometry;
mod machine;
mod obstacles;
mod outlined;
mod prepared;
mod recorder;
mod resident;
pub mod self_test;
mod state;
mod steps;
mod worklist;

use std::time::Instant;

use igc_compiler::data::ArrayData;
use igc_compiler::driver::Artefact;
use igc_compiler::ir::Value;
use igc_opencl::DeviceInfo;

use crate::Error;
use crate::input::Input;
use crate::report::Execution;
use crate::run::Limits;
use crate::supersteps::StepRecord;
pub use prepared::{Prepared, Ran};
pub use resident::Resident;

pub use build::build_options;

/// Runs the artefact's kernels on the graph.
///
/// # Errors
///
/// The device or its driver fails, the graph or the parameters do not fit the program, or a limit is
/// reached.
pub fn execute(
    artefact: &Artefact,
    input: &Input,
    params: &[Value],
    device: &DeviceInfo,
    limits: &Limits,
) -> Result<Execution, Error> {
    let resident = Resident::open(device, input)?;
    let mut prepared = Prepared::new(&resident, artefact, params, limits)?;
    let mut execution = Execution {
        build: prepared.build_time(),
        build_cached: prepared.was_cached(),
        transfer_in: prepared.transfer_time(),
        geometry: Some(prepared.geometry()),
        ..Execution::default()
    };
    while execution.timings.len() < limits.repeat as usize {
        let ran = prepared.run_once()?;
        if ran.restarts > 0 {
            // Repetitions are compared with each other: they all run with the same room.
            execution.timings.clear();
            execution.steps.clear();
        }
        let repetition = execution.timings.len() as u32;
        let steps = ran.steps.into_iter().flatten().map(|step| StepRecord { repetition, ..step });
        execution.steps.extend(steps);
        execution.timings.push(ran.timings);
        execution.restarts += ran.restarts;
        execution.calls = ran.calls;
    }
    let start = Instant::now();
    execution.arrays = prepared.arrays()?;
    execution.transfer_out = start.elapsed();
    execution.launches = prepared.launches();
    execution.rounds = prepared.rounds();
    Ok(execution)
}

/// The room that a worklist gets after it ran out: what the run needed so far, and some more, since it
/// did not come to its end. `None` where it had the most already.
fn more_room(capacity: u32, needed: u32, most: u32) -> Option<u32> {
    let doubled = capacity.saturating_mul(2);
    let wanted = doubled.max(needed.saturating_add(needed / 4));
    (capacity < most).then(|| wanted.min(most))
}

/// The content of an array whose elements have these bits.
fn array_data(
    ty: igc_compiler::ir::Type,
    buffer: &igc_opencl::Buffer,
    length: usize,
) -> Result<ArrayData, Error> {
    use igc_compiler::ir::Type;
    let words = || -> Result<Vec<u32>, Error> { take(buffer, length) };
    Ok(match ty {
        Type::Bool => ArrayData::Bool(words()?.into_iter().map(|word| word != 0).collect()),
        Type::U32 => ArrayData::U32(words()?),
        Type::Node => ArrayData::Node(words()?),
        Type::Edge => ArrayData::Edge(words()?),
        Type::I32 => ArrayData::I32(take(buffer, length)?),
        Type::I64 => ArrayData::I64(take(buffer, length)?),
        Type::U64 => ArrayData::U64(take(buffer, length)?),
        Type::F32 => ArrayData::F32(take(buffer, length)?),
        Type::F64 => ArrayData::F64(take(buffer, length)?),
    })
}

fn take<T: bytemuck::Pod>(buffer: &igc_opencl::Buffer, length: usize) -> Result<Vec<T>, Error> {
    let mut data = vec![T::zeroed(); length];
    buffer.read(0, &mut data)?;
    Ok(data)
}
