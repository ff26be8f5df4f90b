//! Kernels with what they are bound to, and their launches.

use igc_compiler::ir::Value;
use igc_compiler::schedule::{Argument, Expr, Schedule, Work};
use igc_opencl::{Kernel, OpenClError, Session};

use super::{Machine, Stop};
use crate::Error;
use crate::expression::Surroundings;
use crate::opencl::build::Built;
use crate::opencl::geometry::{Geometry, geometry};
use crate::run::Limits;

/// How many launches the host gives before it waits for them, so that what the driver and the session
/// keep for them stays small, and a device that is stuck is soon found out.
const MOST_UNFINISHED: u32 = 256;

/// A kernel that the host launches.
pub(super) struct BoundKernel {
    kernel: Kernel,
    arguments: Vec<Argument>,
    pub(super) geometry: Geometry,
    /// What its parallel loops range over.
    work: Vec<Work>,
    /// Which worklists it reads, by their position.
    reads: Vec<usize>,
    /// Which worklists it pushes to, by their position.
    pushes: Vec<usize>,
}

impl BoundKernel {
    pub(super) fn new(
        schedule: &Schedule,
        session: &Session,
        built: &Built,
        entry: &igc_compiler::schedule::Kernel,
        limits: &Limits,
    ) -> Result<BoundKernel, OpenClError> {
        let kernel = built.program.kernel(&entry.function)?;
        let position = |name: &String| schedule.worklists.iter().position(|w| w == name);
        let reads = entry.arguments.iter().filter_map(|argument| match argument {
            Argument::WorklistFront(name) => position(name),
            _ => None,
        });
        let pushes = entry.arguments.iter().filter_map(|argument| match argument {
            Argument::WorklistBack(name) => position(name),
            _ => None,
        });
        let (reads, pushes) = (reads.collect(), pushes.collect());
        let geometry = geometry(session.device(), built.workgroup_size, limits);
        let (arguments, work) = (entry.arguments.clone(), entry.work.clone());
        Ok(BoundKernel { kernel, arguments, geometry, work, reads, pushes })
    }
}

impl Machine<'_> {
    pub(in crate::opencl) fn launch(&mut self, name: &str, args: &[Expr]) -> Result<(), Stop> {
        let values: Vec<Value> =
            args.iter().map(|arg| self.value(arg)).collect::<Result<_, Stop>>()?;
        let bound = self.kernels.get(name).ok_or_else(|| Error::missing("kernel", name))?;
        for &worklist in &bound.reads {
            self.worklists[worklist].turn_over();
        }
        for (at, argument) in (0u32..).zip(&bound.arguments) {
            self.bind(&bound.kernel, at, argument, &values)?;
        }
        bound.kernel.launch(self.work_items(bound, &values), bound.geometry.local)?;
        for &worklist in &bound.pushes {
            self.worklists[worklist].may_be_pushed();
        }
        self.launches += 1;
        self.watch.heard();
        self.unfinished += 1;
        if self.unfinished == MOST_UNFINISHED {
            self.settle()?;
        }
        Ok(())
    }

    /// How many work-items a launch has: one for each element that its loops range over, if that is
    /// known and less than what fits the device. A small frontier is not worth a large launch.
    fn work_items(&self, bound: &BoundKernel, values: &[Value]) -> usize {
        let Geometry { global, local } = bound.geometry;
        let elements = bound.work.iter().map(|work| match work {
            Work::Nodes => Some(self.node_count()),
            Work::Edges => Some(self.edge_count()),
            Work::Worklist(name) => self.worklists.iter().find(|w| w.name == *name)?.front_size(),
            Work::Launch(position) => values.get(*position).and_then(|value| match value {
                Value::U32(count) => Some(*count),
                _ => None,
            }),
            Work::Other => None,
        });
        let most = elements.collect::<Option<Vec<u32>>>().and_then(|all| all.into_iter().max());
        most.map_or(global, |most| (most as usize).next_multiple_of(local).clamp(local, global))
    }

    /// Sets one argument; the kernel forgets nothing, so that what did not change costs no call.
    pub(in crate::opencl) fn bind(
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
            Argument::WorklistTurn(name) => kernel.set_scalar(at, worklist(name)?.turn())?,
            Argument::WorklistCapacity(name) => kernel.set_scalar(at, worklist(name)?.capacity)?,
            Argument::NodeCount => kernel.set_scalar(at, self.node_count())?,
            Argument::EdgeCount => kernel.set_scalar(at, self.edge_count())?,
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
