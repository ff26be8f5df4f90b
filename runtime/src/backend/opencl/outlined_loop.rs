//! An outlined loop on a device: its kernel, its arguments, and the environment of its workgroups.

use std::sync::Arc;

use igc_compiler::driver::Artefact;
use igc_compiler::interface::OutlinedInterface;
use igc_opencl::{Buffer, Kernel, Session};

use super::build::Built;
use super::environment::Environment;
use super::geometry::Geometry;
use crate::Error;

/// A loop that runs on the device as one kernel.
pub struct OutlinedLoop {
    pub kernel: Kernel,
    pub interface: Arc<OutlinedInterface>,
    pub environment: Environment,
    pub results: Buffer,
}

impl OutlinedLoop {
    /// Returns the size of the next launch.
    pub fn geometry(&self) -> Geometry {
        self.environment.launch()
    }
}

/// Creates the outlined loops of a program, in order, for a graph with this number of edges.
pub fn outlined_loops(
    artefact: &Artefact,
    session: &Session,
    built: &Built,
    edges: usize,
) -> Result<Vec<OutlinedLoop>, Error> {
    let mut loops = vec![];
    for (interface, outlined) in artefact.interface.outlined.iter().zip(&artefact.module.outlined) {
        let kernel = built.program.kernel(&interface.entry)?;
        let policy = built.policy.for_loop(outlined.width, edges, built.workgroup_size);
        let environment = Environment::new(session, &policy, built.workgroup_size)?;
        let results = session.buffer(interface.results.len() * size_of::<u64>())?;
        let interface = Arc::new(interface.clone());
        loops.push(OutlinedLoop { kernel, interface, environment, results });
    }
    Ok(loops)
}
