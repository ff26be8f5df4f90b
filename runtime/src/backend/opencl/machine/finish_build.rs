//! Makes the driver complete the build of all kernels before the first run.
//!
//! Some drivers (PoCL, rusticl) compile a kernel only when it is first launched, and PoCL compiles
//! it again for another workgroup size, or for much larger launches. That time is neither part of
//! the computation nor a sign of a kernel that never ends. Each kernel is therefore launched once
//! as if the graph were empty: with the workgroup size, the parameters and the buffers of the run,
//! but with zero nodes, edges and items. The launch may change the program's state, which the next
//! run initialises anyway.
//!
//! **Limit.** A kernel over a range that does not depend on the graph, such as `0..100`, has
//! iterations on an empty graph, too. Such an iteration may never end, so the launch is watched as
//! a run and not as a build. It still does not count as part of the computation.

use igc_compiler::ir::Value;
use igc_compiler::schedule::{Argument, Work};
use igc_opencl::Kernel;

use super::Machine;
use crate::Error;
use crate::backend::opencl::bound_kernel::BoundKernel;
use crate::backend::opencl::geometry::Geometry;
use crate::backend::opencl::outlined_loop::OutlinedLoop;

/// PoCL compiles one variant of a kernel for launches of fewer work-items, and another for the rest
/// (its `grid_width_specialization_limit`).
const SMALL_LAUNCH: usize = 1 << 16;

impl Machine<'_> {
    /// Launches the kernels that do nothing on an empty graph, and waits. All state must be
    /// initialised.
    ///
    /// # Errors
    ///
    /// Returns an error if the driver cannot build or launch a kernel, or if the device fails.
    pub fn finish_build(&self) -> Result<(), Error> {
        for bound in self.kernels.values().filter(|bound| !has_fixed_range(bound)) {
            let local = bound.geometry.local;
            self.launch_empty(bound, local)?;
            if bound.geometry.global >= SMALL_LAUNCH {
                self.launch_empty(bound, bound.geometry.global)?;
            }
        }
        if let (Some((kernel, geometry)), Some(worklist)) =
            (&self.seed_nodes, self.worklists.first())
        {
            worklist.bind_seed(kernel, 0, 0)?;
            kernel.launch(geometry.local, geometry.local)?;
            kernel.launch(geometry.global, geometry.local)?;
        }
        for OutlinedLoop { kernel, arguments, environment, results } in self.outlined.values() {
            self.bind_empty(kernel, arguments)?;
            for (at, argument) in (0u32..).zip(arguments) {
                match argument {
                    Argument::Environment => kernel.set_buffer(at, environment.words())?,
                    Argument::Patience => kernel.set_scalar(at, environment.patience())?,
                    Argument::Results => kernel.set_buffer(at, results)?,
                    _ => {}
                }
            }
            let Geometry { global, local } = environment.launch();
            kernel.launch(global, local)?;
        }
        Ok(self.session.finish()?)
    }

    /// Launches the other kernels, and waits.
    ///
    /// # Errors
    ///
    /// Returns an error as [`finish_build`](Machine::finish_build) does.
    pub fn finish_build_of_fixed_ranges(&self) -> Result<(), Error> {
        for bound in self.kernels.values().filter(|bound| has_fixed_range(bound)) {
            self.watch.heartbeat();
            self.launch_empty(bound, bound.geometry.global)?;
            self.session.finish()?;
        }
        Ok(())
    }

    fn launch_empty(&self, bound: &BoundKernel, global: usize) -> Result<(), Error> {
        self.bind_empty(&bound.kernel, &bound.arguments)?;
        Ok(bound.kernel.launch(global, bound.geometry.local)?)
    }

    /// Binds the arguments of a kernel as on an empty graph. The arguments of the environment of an
    /// outlined loop are left to the caller.
    fn bind_empty(&self, kernel: &Kernel, arguments: &[Argument]) -> Result<(), Error> {
        for (at, argument) in (0u32..).zip(arguments) {
            match argument {
                Argument::EdgeCount => {
                    let none = self.schedule.graph.edges.number(0);
                    kernel.set_scalar_bytes(at, &none.to_le_bytes())?;
                }
                Argument::NodeCount
                | Argument::Length(_)
                | Argument::WorklistPhase(_)
                | Argument::WorklistCapacity(_) => kernel.set_scalar(at, 0u32)?,
                Argument::Rounds | Argument::MostRounds => kernel.set_scalar(at, 0u64)?,
                Argument::Launch(_, ty) | Argument::Local(_, ty) => {
                    kernel.set_scalar_bytes(at, &Value::zero(*ty).to_le_bytes())?;
                }
                Argument::Environment | Argument::Patience | Argument::Results => {}
                _ => self.bind(kernel, at, argument, &[])?,
            }
        }
        Ok(())
    }
}

/// Returns whether a kernel may have iterations on an empty graph.
fn has_fixed_range(bound: &BoundKernel) -> bool {
    bound.work.contains(&Work::Other)
}
