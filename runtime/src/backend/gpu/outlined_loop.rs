//! An outlined loop on a device: its kernel, its arguments, and the environment of its workgroups.

use std::sync::Arc;

use igc_compiler::driver::Artefact;
use igc_compiler::interface::OutlinedInterface;

use super::api::{Gpu, Launch};
use super::build::Built;
use super::environment::Environment;
use super::geometry::Geometry;
use super::memory::{Memory, Opened};
use crate::Error;

/// A loop that runs on the device as one kernel.
pub struct OutlinedLoop<G: Gpu> {
    pub kernel: G::Kernel,
    pub interface: Arc<OutlinedInterface>,
    pub environment: Environment<G>,
    pub results: Memory<G>,
}

impl<G: Gpu> OutlinedLoop<G> {
    /// Returns the size of the next launch.
    pub fn geometry(&self) -> Geometry {
        self.environment.launch()
    }

    /// Returns the next launch, whose workgroups wait for each other.
    pub fn launch(&self) -> Launch {
        Launch { geometry: self.geometry(), is_cooperative: true }
    }
}

/// Creates the outlined loops of a program, in order, for a graph with this number of edges.
pub fn outlined_loops<G: Gpu>(
    artefact: &Artefact,
    device: &Arc<Opened<G>>,
    built: &Built<G>,
    edges: usize,
) -> Result<Vec<OutlinedLoop<G>>, Error> {
    let mut loops = vec![];
    for (interface, outlined) in artefact.interface.outlined.iter().zip(&artefact.module.outlined) {
        let kernel = device.gpu().kernel(&built.code.program, &interface.entry)?;
        let limits = device.gpu().limits(&kernel, built.workgroup_size);
        let policy = built.policy.for_loop(outlined.width, edges, built.workgroup_size);
        let policy = policy.within(limits.resident_groups);
        let environment = Environment::new(device, &policy, built.workgroup_size)?;
        let results = device.allocate(interface.results.len() * size_of::<u64>())?;
        let interface = Arc::new(interface.clone());
        loops.push(OutlinedLoop { kernel, interface, environment, results });
    }
    Ok(loops)
}
