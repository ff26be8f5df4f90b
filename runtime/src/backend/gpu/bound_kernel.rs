//! A kernel that the host launches, with its arguments and its worklists.

use igc_compiler::driver::Artefact;
use igc_compiler::interface::{Argument, WorklistPart};
use igc_compiler::ir::{KernelId, Plan};

use super::api::Gpu;
use super::build::Built;
use super::geometry::{Geometry, geometry, resident_geometry, widest};
use super::memory::Opened;
use crate::error::DeviceError;
use crate::run_options::RunOptions;

/// A kernel of the program on a device.
pub struct BoundKernel<G: Gpu> {
    pub kernel: G::Kernel,
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

impl<G: Gpu> BoundKernel<G> {
    /// Creates a kernel, or returns `None` if only outlined loops run it.
    pub fn new(
        artefact: &Artefact,
        id: KernelId,
        device: &Opened<G>,
        built: &Built<G>,
        options: &RunOptions,
    ) -> Result<Option<BoundKernel<G>>, DeviceError> {
        let interface = artefact.interface.kernel(id);
        let Some(entry) = &interface.entry else { return Ok(None) };
        let kernel = device.gpu().kernel(&built.code.program, entry)?;
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
        let geometry = width(device.facts(), built.workgroup_size, options);
        let widest = widest(device.facts(), geometry, plan.selective, options);
        Ok(Some(BoundKernel { kernel, arguments, geometry, widest, plan, reads, pushes }))
    }
}
