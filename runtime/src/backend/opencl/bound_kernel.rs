//! A kernel that the host launches, with its arguments and its worklists.

use igc_compiler::schedule::{self, Argument, Schedule, Work};
use igc_opencl::{DeviceInfo, Kernel, OpenClError, Session};

use super::build::Built;
use super::geometry::{Geometry, geometry, resident_geometry, widest};
use crate::limits::Limits;

/// A kernel of the schedule on a device.
pub struct BoundKernel {
    pub kernel: Kernel,
    pub arguments: Vec<Argument>,
    /// The usual launch.
    pub geometry: Geometry,
    /// Largest number of work-items if the loop is over nodes, edges or a range.
    pub widest: usize,
    /// The domains of its parallel loops.
    pub work: Vec<Work>,
    /// Positions of the worklists that it reads.
    pub reads: Vec<usize>,
    /// Positions of the worklists that it pushes to.
    pub pushes: Vec<usize>,
}

impl BoundKernel {
    pub fn new(
        schedule: &Schedule,
        session: &Session,
        built: &Built,
        entry: &schedule::Kernel,
        limits: &Limits,
    ) -> Result<BoundKernel, OpenClError> {
        let kernel = built.program.kernel(&entry.function)?;
        let position = |name: &String| schedule.worklists.iter().position(|w| w == name);
        let reads = entry.arguments.iter().filter_map(|argument| match argument {
            Argument::WorklistFront(name) => position(name),
            _ => None,
        });
        let pushes = entry.arguments.iter().filter_map(|argument| match argument {
            Argument::WorklistBack(name) => position(name),
            _ => None,
        });
        let (reads, pushes) = (reads.collect(), pushes.collect());
        let repeats = schedule.options.repetition.is_some();
        let width = if repeats { resident_geometry } else { geometry };
        let geometry = width(session.device(), built.workgroup_size, limits);
        let DeviceInfo { kind, compute_units, .. } = *session.device();
        let widest = widest(kind, compute_units, geometry, entry.selective, limits);
        let (arguments, work) = (entry.arguments.clone(), entry.work.clone());
        Ok(BoundKernel { kernel, arguments, geometry, widest, work, reads, pushes })
    }
}
