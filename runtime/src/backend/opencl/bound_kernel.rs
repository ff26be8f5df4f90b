//! A kernel that the host launches, with its arguments and its worklists.

use igc_compiler::driver::Artefact;
use igc_compiler::interface::{Argument, WorklistPart};
use igc_compiler::ir::{KernelId, Plan};
use igc_opencl::{DeviceInfo, Kernel, OpenClError, Session};

use super::build::Built;
use super::geometry::{Geometry, geometry, resident_geometry, widest};
use crate::limits::Limits;

/// A kernel of the program on a device.
pub struct BoundKernel {
    pub kernel: Kernel,
    pub arguments: Box<[Argument]>,
    /// The usual launch.
    pub geometry: Geometry,
    /// Largest number of work-items if the loop is over nodes, edges or a range.
    pub widest: usize,
    pub plan: Plan,
    /// Positions of the worklists that it reads.
    pub reads: Vec<usize>,
    /// Positions of the worklists that it pushes to.
    pub pushes: Vec<usize>,
}

impl BoundKernel {
    /// Creates a kernel, or returns `None` if only outlined loops run it.
    pub fn new(
        artefact: &Artefact,
        id: KernelId,
        session: &Session,
        built: &Built,
        limits: &Limits,
    ) -> Result<Option<BoundKernel>, OpenClError> {
        let interface = artefact.interface.kernel(id);
        let Some(entry) = &interface.entry else { return Ok(None) };
        let kernel = built.program.kernel(entry)?;
        let plan = artefact.module.kernels[id.index()].plan.clone();
        let arguments: Box<[Argument]> = interface.arguments.as_slice().into();
        let with = |part| {
            let worklists = arguments.iter().filter_map(move |argument| match argument {
                Argument::Worklist(id, bound) if *bound == part => Some(id.index()),
                _ => None,
            });
            worklists.collect()
        };
        let (reads, pushes) = (with(WorklistPart::Front), with(WorklistPart::Back));
        let width = if plan.resident { resident_geometry } else { geometry };
        let geometry = width(session.device(), built.workgroup_size, limits);
        let DeviceInfo { kind, compute_units, .. } = *session.device();
        let widest = widest(kind, compute_units, geometry, plan.selective, limits);
        Ok(Some(BoundKernel { kernel, arguments, geometry, widest, plan, reads, pushes }))
    }
}
