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

use igc_compiler::interface::{Argument, WorklistPart};
use igc_compiler::ir::{Local, Value, Work};
use igc_opencl::Binding;

use super::Machine;
use crate::Error;
use crate::backend::opencl::bound_kernel::BoundKernel;
use crate::backend::opencl::geometry::Geometry;

/// PoCL compiles one variant of a kernel for launches of fewer work-items, and another for the rest
/// (its `grid_width_specialization_limit`).
const SMALL_LAUNCH: usize = 1 << 16;

impl Machine {
    /// Launches the kernels that do nothing on an empty graph, and waits. All state must be
    /// initialised.
    ///
    /// # Errors
    ///
    /// Returns an error if the driver cannot build or launch a kernel, or if the device fails.
    pub fn finish_build(&self) -> Result<(), Error> {
        for (bound, locals) in self.with_locals().filter(|(bound, _)| !has_fixed_range(bound)) {
            let local = bound.geometry.local;
            self.launch_empty(bound, locals, local)?;
            if bound.geometry.global >= SMALL_LAUNCH {
                self.launch_empty(bound, locals, bound.geometry.global)?;
            }
        }
        if let (Some((kernel, geometry)), Some(worklist)) =
            (&self.seed_nodes, self.worklists.first())
        {
            worklist.bind_seed(kernel, 0, 0)?;
            kernel.launch(geometry.local, geometry.local)?;
            kernel.launch(geometry.global, geometry.local)?;
        }
        for (outlined, code) in self.outlined.iter().zip(&self.artefact.module.outlined) {
            let passed = zeros(&code.locals[..code.params.len()]);
            let mut kernel = outlined.kernel.bind();
            self.bind_outlined(&mut kernel, outlined, &passed, (0, 0))?;
            self.bind_empty(&mut kernel, &outlined.interface.arguments)?;
            let Geometry { global, local } = outlined.environment.launch();
            kernel.launch(global, local)?;
        }
        Ok(self.resident.session().finish()?)
    }

    /// Launches the other kernels, and waits.
    ///
    /// # Errors
    ///
    /// Returns an error as [`finish_build`](Machine::finish_build) does.
    pub fn finish_build_of_fixed_ranges(&self) -> Result<(), Error> {
        for (bound, locals) in self.with_locals().filter(|(bound, _)| has_fixed_range(bound)) {
            self.watch.heartbeat();
            self.launch_empty(bound, locals, bound.geometry.global)?;
            self.resident.session().finish()?;
        }
        Ok(())
    }

    /// Returns the kernels that the host launches, with their parameters.
    fn with_locals(&self) -> impl Iterator<Item = (&BoundKernel, &[Local])> {
        let kernels = self.kernels.iter().zip(&self.artefact.module.kernels);
        kernels.filter_map(|(bound, code)| Some((bound.as_ref()?, &code.locals[..code.params])))
    }

    fn launch_empty(
        &self,
        bound: &BoundKernel,
        params: &[Local],
        global: usize,
    ) -> Result<(), Error> {
        let passed = zeros(params);
        let mut kernel = bound.kernel.bind();
        for (at, argument) in (0u32..).zip(&bound.arguments) {
            self.bind(&mut kernel, at, argument, &passed)?;
        }
        self.bind_empty(&mut kernel, &bound.arguments)?;
        Ok(kernel.launch(global, bound.geometry.local)?)
    }

    /// Replaces the sizes among the arguments of a kernel by those of an empty graph.
    fn bind_empty(&self, kernel: &mut Binding<'_>, arguments: &[Argument]) -> Result<(), Error> {
        for (at, argument) in (0u32..).zip(arguments) {
            match argument {
                Argument::EdgeCount => {
                    let none = self.artefact.module.edges.number(0);
                    kernel.set_scalar_bytes(at, &none.to_le_bytes())?;
                }
                Argument::NodeCount
                | Argument::Length(_)
                | Argument::Worklist(_, WorklistPart::Phase | WorklistPart::Capacity) => {
                    kernel.set_scalar(at, 0u32)?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Returns a zero for each parameter.
fn zeros(params: &[Local]) -> Vec<Value> {
    params.iter().map(|param| Value::zero(param.ty)).collect()
}

/// Returns whether a kernel may have iterations on an empty graph.
fn has_fixed_range(bound: &BoundKernel) -> bool {
    bound.plan.work.contains(&Work::Other)
}
