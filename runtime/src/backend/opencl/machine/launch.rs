//! Launches kernels and binds their arguments.

use igc_compiler::ir::Value;
use igc_compiler::schedule::{Argument, Expr, Work};
use igc_opencl::Kernel;

use super::{Machine, Stop};
use crate::Error;
use crate::backend::opencl::bound_kernel::BoundKernel;
use crate::backend::opencl::expression::Surroundings;

/// Maximum number of launches before the host waits for them. It keeps the driver's and the
/// session's lists short, and a device that hangs is soon detected.
const MAX_UNFINISHED: u32 = 256;

impl Machine<'_> {
    /// Launches a kernel. If it runs `again`, it reads the items that the previous kernel read.
    pub(super) fn launch(&mut self, name: &str, args: &[Expr], again: bool) -> Result<(), Stop> {
        let values: Vec<Value> =
            args.iter().map(|arg| self.value(arg)).collect::<Result<_, Stop>>()?;
        let bound = self.kernels.get(name).ok_or_else(|| Error::missing("kernel", name))?;
        for &worklist in bound.reads.iter().filter(|_| !again) {
            self.worklists[worklist].swap();
        }
        for (at, argument) in (0u32..).zip(&bound.arguments) {
            self.bind(&bound.kernel, at, argument, &values)?;
        }
        bound.kernel.launch(self.work_items(bound, &values), bound.geometry.local)?;
        for &worklist in &bound.pushes {
            self.worklists[worklist].note_pushes();
        }
        self.launches += 1;
        if let Some(recorder) = &mut self.recorder
            && let Some(at) = self.schedule.frontiers.iter().position(|f| f.kernel == name)
        {
            recorder.count(at);
        }
        self.watch.launched(name);
        self.unfinished += 1;
        if self.unfinished == MAX_UNFINISHED {
            self.settle()?;
        }
        Ok(())
    }

    /// Returns the number of work-items of a launch: one for each element of the kernel's loops, if
    /// the host knows the number of elements, up to a maximum that depends on the kind of loop. A
    /// small frontier does not need a large launch. If the host does not know the number, the
    /// launch has the usual number for the device.
    fn work_items(&self, bound: &BoundKernel, values: &[Value]) -> usize {
        let usual = bound.geometry;
        let elements = bound.work.iter().map(|work| match work {
            Work::Nodes => Some(self.node_count()),
            Work::Edges => Some(u32::try_from(self.edge_count().to_bits()).unwrap_or(u32::MAX)),
            Work::Worklist(name) => self.worklists.iter().find(|w| w.name == *name)?.front_size(),
            Work::Launch(position) => values.get(*position).and_then(|value| match value {
                Value::U32(count) => Some(*count),
                _ => None,
            }),
            Work::Other => None,
        });
        let most = elements.collect::<Option<Vec<u32>>>().and_then(|all| all.into_iter().max());
        let of_worklists = bound.work.iter().any(|work| matches!(work, Work::Worklist(_)));
        let limit = if of_worklists { usual.global } else { bound.widest };
        most.map_or(usual.global, |most| usual.work_items(most, limit))
    }

    /// Sets one argument. A kernel keeps its arguments, so an argument that has not changed costs
    /// no call.
    pub(super) fn bind(
        &self,
        kernel: &Kernel,
        at: u32,
        argument: &Argument,
        values: &[Value],
    ) -> Result<(), Error> {
        let worklist = |name: &str| self.worklist(name).map(|i| &self.worklists[i]);
        match argument {
            Argument::Graph(name) => {
                let buffer = self.graph.get(name);
                kernel.set_buffer(at, buffer.ok_or_else(|| Error::missing("graph array", name))?)?
            }
            Argument::Buffer(name) => kernel.set_buffer(at, &self.state(name)?.memory)?,
            Argument::WorklistFront(name) => kernel.set_buffer(at, worklist(name)?.front())?,
            Argument::WorklistBack(name) => kernel.set_buffer(at, worklist(name)?.back())?,
            Argument::WorklistSizes(name) => kernel.set_buffer(at, worklist(name)?.sizes())?,
            Argument::WorklistPhase(name) => kernel.set_scalar(at, worklist(name)?.phase())?,
            Argument::WorklistCapacity(name) => kernel.set_scalar(at, worklist(name)?.capacity)?,
            Argument::NodeCount => kernel.set_scalar(at, self.node_count())?,
            Argument::EdgeCount => kernel.set_scalar_bytes(at, &self.edge_count().to_le_bytes())?,
            Argument::Length(name) => kernel.set_scalar(at, self.state(name)?.row_length())?,
            Argument::Param(name) => {
                let value = self.param(name).ok_or_else(|| Error::missing("parameter", name))?;
                kernel.set_scalar_bytes(at, &value.to_le_bytes())?
            }
            Argument::Launch(position, _) => {
                let value = values.get(*position);
                let missing = || Error::missing("launch argument", &position.to_string());
                kernel.set_scalar_bytes(at, &value.ok_or_else(missing)?.to_le_bytes())?
            }
            Argument::Local(name, _) => {
                let value = self.locals.get(name).ok_or_else(|| Error::missing("local", name))?;
                kernel.set_scalar_bytes(at, &value.to_le_bytes())?
            }
            Argument::Locks => kernel.set_buffer(at, &self.locks)?,
            Argument::Rounds => kernel.set_scalar(at, self.rounds)?,
            Argument::MostRounds => kernel.set_scalar(at, self.max_rounds)?,
            Argument::Environment | Argument::Patience | Argument::Results => {
                return Err(Error::Internal(format!("{argument:?} of a kernel that is no loop")));
            }
        }
        Ok(())
    }
}
