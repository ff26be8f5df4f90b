//! Launches kernels and binds their arguments.

use igc_compiler::interface::{Argument, WorklistPart};
use igc_compiler::ir::{KernelId, Value, Work};
use igc_opencl::Binding;

use super::{Machine, Stop};
use crate::Error;
use crate::backend::opencl::bound_kernel::BoundKernel;
use crate::host::Memory;

/// Maximum number of launches before the host waits for them. It keeps the driver's and the
/// session's lists short, and a device that hangs is soon detected.
const MAX_UNFINISHED: u32 = 256;

impl Machine {
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
        let mut kernel = bound.kernel.bind();
        for (at, argument) in (0u32..).zip(&bound.arguments) {
            self.bind(&mut kernel, at, argument, values)?;
        }
        kernel.launch(self.work_items(bound, values), bound.geometry.local)?;
        drop(kernel);
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
    fn work_items(&self, bound: &BoundKernel, values: &[Value]) -> usize {
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

    /// Sets one argument. A kernel keeps its arguments, so an argument that has not changed costs
    /// no call. `passed` has the values of the kernel's parameters.
    pub(super) fn bind(
        &self,
        kernel: &mut Binding<'_>,
        at: u32,
        argument: &Argument,
        passed: &[Value],
    ) -> Result<(), Error> {
        match argument {
            Argument::Graph(array) => {
                let buffer = self.graph[*array as usize].as_ref();
                let missing = || Error::Internal("a kernel reads an unknown graph array".into());
                kernel.set_buffer(at, buffer.ok_or_else(missing)?)?
            }
            Argument::Array { id, .. } => kernel.set_buffer(at, &self.state[id.index()].memory)?,
            Argument::Worklist(id, part) => {
                let worklist = &self.worklists[id.index()];
                match part {
                    WorklistPart::Front => kernel.set_buffer(at, worklist.front())?,
                    WorklistPart::Back => kernel.set_buffer(at, worklist.back())?,
                    WorklistPart::Sizes => kernel.set_buffer(at, worklist.sizes())?,
                    WorklistPart::Phase => kernel.set_scalar(at, worklist.phase())?,
                    WorklistPart::Capacity => kernel.set_scalar(at, worklist.capacity)?,
                }
            }
            Argument::NodeCount => kernel.set_scalar(at, self.nodes())?,
            Argument::EdgeCount => {
                let edges = self.artefact.module.edges.number(self.edges());
                kernel.set_scalar_bytes(at, &edges.to_le_bytes())?
            }
            Argument::Length(id) => kernel.set_scalar(at, self.row_length(*id))?,
            Argument::Param(id) => {
                kernel.set_scalar_bytes(at, &self.params[id.index()].to_le_bytes())?
            }
            Argument::Passed(id) => {
                kernel.set_scalar_bytes(at, &passed[id.index()].to_le_bytes())?
            }
            Argument::Locks => kernel.set_buffer(at, &self.locks)?,
            Argument::Rounds
            | Argument::MostRounds
            | Argument::Environment
            | Argument::Patience
            | Argument::Results => {
                return Err(Error::Internal(format!("{argument:?} of a kernel that is no loop")));
            }
        }
        Ok(())
    }
}
