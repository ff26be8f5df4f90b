//! Launches kernels and binds their arguments.

use igc_compiler::interface::{Argument, WorklistPart};
use igc_compiler::ir::{KernelId, Value, Work};

use smallvec::SmallVec;

use super::{Machine, Stop};
use crate::Error;
use crate::backend::gpu::api::{Bound, Gpu};
use crate::backend::gpu::bound_kernel::BoundKernel;
use crate::backend::gpu::geometry::Geometry;
use crate::main_machine::Memory;

/// Maximum number of launches before the host waits for them. It keeps the driver's and the
/// session's lists short, and a device that hangs is soon detected.
const MAX_UNFINISHED: u32 = 256;

/// The values of a kernel's parameters. Few kernels have more than this number, so that a launch
/// allocates no memory.
pub(super) type Arguments<'m, G> = SmallVec<[Bound<'m, <G as Gpu>::Buffer>; 16]>;

impl<G: Gpu> Machine<G> {
    /// Launches a kernel. If it runs `again`, it reads the items that the previous kernel read.
    pub(super) fn launch_kernel(
        &mut self,
        id: KernelId,
        values: &[Value],
        again: bool,
    ) -> Result<(), Stop> {
        let missing = || Error::Internal("`main` launches a kernel without an entry".into());
        let bound = self.kernels[id.index()].as_ref().ok_or_else(missing)?;
        for &worklist in bound.reads.iter().filter(|_| !again) {
            self.worklists[worklist].swap();
        }
        let is_elsewhere = |worklist: &usize| self.worklists[*worklist].waits_elsewhere();
        if let Some(&worklist) = bound.pushes.iter().find(|at| is_elsewhere(at)) {
            // The launch swaps nothing again.
            self.push_all_nodes(worklist, self.nodes())?;
            return self.launch_kernel(id, values, true);
        }
        let mut arguments = Arguments::<G>::new();
        for argument in &bound.arguments {
            arguments.push(self.argument(argument, values)?);
        }
        let geometry = Geometry { global: self.work_items(bound, values), ..bound.geometry };
        self.gpu().launch(&bound.kernel, &arguments, geometry.into())?;
        drop(arguments);
        for &worklist in &bound.pushes {
            self.worklists[worklist].note_pushes();
        }
        self.watch.launched(&self.artefact.module.kernels[id.index()].name);
        self.unfinished += 1;
        if self.unfinished == MAX_UNFINISHED {
            self.wait()?;
        }
        Ok(())
    }

    /// Returns the number of work-items of a launch: one for each element of the kernel's loops, if
    /// the host knows the number of elements, up to a maximum that depends on the kind of loop. A
    /// small frontier does not need a large launch. If the host does not know the number, the
    /// launch has the usual number for the device.
    fn work_items(&self, bound: &BoundKernel<G>, values: &[Value]) -> usize {
        let usual = bound.geometry;
        let (mut most, mut limit) = (None, bound.widest);
        for work in &bound.plan.work {
            let elements = match work {
                Work::Nodes => Some(self.nodes()),
                Work::Edges => Some(u32::try_from(self.edges()).unwrap_or(u32::MAX)),
                Work::Worklist(id) => self.worklists[id.index()].front_size(),
                Work::Passed(id) => values.get(id.index()).map(|count| count.index()),
                Work::Other => None,
            };
            let Some(elements) = elements else { return usual.global };
            most = most.max(Some(elements));
            if matches!(work, Work::Worklist(_)) {
                limit = usual.global;
            }
        }
        most.map_or(usual.global, |most| usual.work_items(most, limit))
    }

    /// Returns the value of a parameter of a kernel. `passed` has the values that the caller passes.
    pub(super) fn argument(
        &self,
        argument: &Argument,
        passed: &[Value],
    ) -> Result<Bound<'_, G::Buffer>, Error> {
        Ok(match argument {
            Argument::Graph(array) => {
                let memory = self.graph[*array as usize].as_ref();
                let missing = || Error::Internal("a kernel reads an unknown graph array".into());
                memory.ok_or_else(missing)?.bound()
            }
            Argument::Array { id, .. } => self.state[id.index()].memory.bound(),
            Argument::Worklist(id, part) => {
                let worklist = &self.worklists[id.index()];
                match part {
                    WorklistPart::Front => worklist.front().bound(),
                    WorklistPart::Back => worklist.back().bound(),
                    WorklistPart::Sizes => worklist.sizes().bound(),
                    WorklistPart::Phase => Bound::Scalar(worklist.phase().into()),
                    WorklistPart::Capacity => Bound::Scalar(worklist.capacity.into()),
                }
            }
            Argument::NodeCount => Bound::Scalar(self.nodes().into()),
            Argument::EdgeCount => {
                Bound::Scalar(self.artefact.module.edges.number(self.edges()).into())
            }
            Argument::Length(id) => Bound::Scalar(self.row_length(*id).into()),
            Argument::Param(id) => Bound::Scalar(self.params[id.index()].into()),
            Argument::Passed(id) => Bound::Scalar(passed[id.index()].into()),
            Argument::Locks => self.locks.bound(),
            Argument::Rounds
            | Argument::MostRounds
            | Argument::Environment
            | Argument::Patience
            | Argument::Results => {
                return Err(Error::Internal(format!("{argument:?} of a kernel that is no loop")));
            }
        })
    }
}
