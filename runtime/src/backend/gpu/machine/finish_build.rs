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

use super::Machine;
use super::launch::Arguments;
use crate::Error;
use crate::backend::gpu::api::{Bound, Gpu};
use crate::backend::gpu::bound_kernel::BoundKernel;
use crate::backend::gpu::geometry::Geometry;

/// PoCL compiles one variant of a kernel for launches of fewer work-items, and another for the rest
/// (its `grid_width_specialization_limit`).
const SMALL_LAUNCH: usize = 1 << 16;

impl<G: Gpu> Machine<G> {
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
        if let (Some(seed), Some(worklist)) = (&self.seed_nodes, self.worklists.first()) {
            let arguments = worklist.seed_arguments(0, 0);
            for global in [seed.geometry.local, seed.geometry.global] {
                let geometry = Geometry { global, ..seed.geometry };
                self.gpu().launch(&seed.kernel, &arguments, geometry.into())?;
            }
        }
        for (outlined, code) in self.outlined.iter().zip(&self.artefact.module.outlined) {
            let passed = zeros(&code.locals[..code.params.len()]);
            let of_loop = |argument| self.outlined_argument(outlined, argument, &passed, 0, 0);
            let arguments = self.of_empty_graph(&outlined.interface.arguments, of_loop)?;
            self.gpu().launch(&outlined.kernel, &arguments, outlined.launch())?;
        }
        Ok(self.gpu().wait()?)
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
            self.gpu().wait()?;
        }
        Ok(())
    }

    /// Returns the kernels that the host launches, with their parameters.
    fn with_locals(&self) -> impl Iterator<Item = (&BoundKernel<G>, &[Local])> {
        let kernels = self.kernels.iter().zip(&self.artefact.module.kernels);
        kernels.filter_map(|(bound, code)| Some((bound.as_ref()?, &code.locals[..code.params])))
    }

    fn launch_empty(
        &self,
        bound: &BoundKernel<G>,
        params: &[Local],
        global: usize,
    ) -> Result<(), Error> {
        let passed = zeros(params);
        let of_kernel = |argument| self.argument(argument, &passed);
        let arguments = self.of_empty_graph(&bound.arguments, of_kernel)?;
        let geometry = Geometry { global, ..bound.geometry };
        Ok(self.gpu().launch(&bound.kernel, &arguments, geometry.into())?)
    }

    /// Returns the values of a kernel's parameters, in which the sizes are those of an empty graph.
    fn of_empty_graph<'m, 'p>(
        &'m self,
        arguments: &'p [Argument],
        usual: impl Fn(&'p Argument) -> Result<Bound<'m, G::Buffer>, Error>,
    ) -> Result<Arguments<'m, G>, Error> {
        let value = |argument: &'p Argument| {
            Ok(match argument {
                Argument::EdgeCount => Bound::Scalar(self.artefact.module.edges.number(0).into()),
                Argument::NodeCount
                | Argument::Length(_)
                | Argument::Worklist(_, WorklistPart::Phase | WorklistPart::Capacity) => {
                    Bound::Scalar(0u32.into())
                }
                _ => usual(argument)?,
            })
        };
        arguments.iter().map(value).collect()
    }
}

/// Returns a zero for each parameter.
fn zeros(params: &[Local]) -> Vec<Value> {
    params.iter().map(|param| Value::zero(param.ty)).collect()
}

/// Returns whether a kernel may have iterations on an empty graph.
fn has_fixed_range<G: Gpu>(bound: &BoundKernel<G>) -> bool {
    bound.plan.work.contains(&Work::Other)
}
