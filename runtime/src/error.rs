//! What can go wrong between a compiled program and its result.

use igc_compiler::interp::RunError;
use igc_compiler::ir::Type;

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The graph cannot be had.
    #[error(transparent)]
    Graph(#[from] igc_graph::GraphError),
    /// The graph cannot be generated.
    #[error(transparent)]
    Generate(#[from] igc_graph::generate::GenerateError),
    /// A `-p` that the program does not have, or whose value is not of its type.
    #[error("{0}")]
    Param(String),
    /// The program, the graph and the parameters do not go together.
    #[error("{0}")]
    Run(#[from] RunError),
    /// An item that a worklist is to start with is no node.
    #[error("`{worklist}` starts with node {node}, and the graph has {nodes} nodes, from 0")]
    SeedNode {
        /// The worklist.
        worklist: String,
        /// The item.
        node: u32,
        /// How many nodes there are.
        nodes: u32,
    },
    /// Loops of the host went on for longer than allowed.
    #[error(
        "the program was not done after {0} rounds of its loops\n\
         help: if it is right, allow more with --max-rounds"
    )]
    Rounds(u64),
    /// A worklist would need more room than it may have.
    #[error(
        "worklist `{worklist}` needs room for more than {most} items\n\
         help: perhaps the program pushes without end; if it is right, allow more with --max-worklist"
    )]
    Worklist {
        /// The worklist.
        worklist: String,
        /// The most that it may have.
        most: u32,
    },
    /// The device has no memory for what a worklist needs.
    #[error(
        "worklist `{worklist}` needs room for {items} items, which the device does not have: {error}\n\
         help: perhaps the program pushes without end"
    )]
    WorklistMemory {
        /// The worklist.
        worklist: String,
        /// How many items it would get room for, on each of its two sides.
        items: u32,
        /// What the device said.
        error: DeviceError,
    },
    /// Workgroups of the device cannot wait for each other, as outlined loops have it.
    #[error(
        "{device} has no barrier of all workgroups: {reason}\n\
         help: go without `oitergb`, with which loops run on the device"
    )]
    NoGridBarrier {
        /// The device.
        device: String,
        /// What it lacks.
        reason: &'static str,
    },
    /// Values of 64 bits would be under locks, for which the device's work-items cannot wait.
    #[error(
        "{device} has no 64-bit atomics, and no locks in their place: {reason}\n\
         help: use 32-bit types, or another device (`igc devices`)"
    )]
    NoLocks {
        /// The device.
        device: String,
        /// Why there are no locks.
        reason: &'static str,
    },
    /// The loops of a kernel may go round more often than the device lets them.
    #[error(
        "{device} ends the loops of a kernel after {limit} rounds, and a graph of {nodes} nodes and \
         {edges} edges may need more\n\
         help: use a graph with fewer nodes and edges, or another device (`igc devices`)"
    )]
    LoopLimit {
        /// The device.
        device: String,
        /// The most rounds of all loops of a work-item in one launch.
        limit: u32,
        /// The graph's nodes.
        nodes: u32,
        /// The graph's edges.
        edges: u32,
    },
    /// The device lacks a type that the program has.
    #[error(
        "`{buffer}` holds {ty}, and {device} has no {feature}\n\
         help: use a 32-bit type, or another device (`igc devices`)"
    )]
    Unsupported {
        /// The program's state.
        buffer: String,
        /// The type of its elements.
        ty: Type,
        /// The device.
        device: String,
        /// What the device lacks.
        feature: &'static str,
    },
    /// The device runs no workgroups of the size that was asked for.
    #[error(
        "{device} runs workgroups of at most {most} work-items of this program, not of {wanted}"
    )]
    WorkgroupSize {
        /// The size that was asked for.
        wanted: usize,
        /// The largest that is possible.
        most: usize,
        /// The device.
        device: String,
    },
    /// The rounds of a run by the interpreter were to be timed.
    #[error(
        "`--device host` does not time the rounds of loops\n\
         help: choose an OpenCL device (`igc devices`)"
    )]
    NoSteps,
    /// There are too many rounds to be recorded.
    #[error("the rounds of a run can be recorded up to {0}, and this one has more")]
    Steps(usize),
    /// This build has no OpenCL.
    #[error("this igc was built without OpenCL: `--device host` is the only device")]
    NoOpenCl,
    /// A dialect was asked for, and the device is the interpreter.
    #[error("`--device host` is the interpreter, which has no dialect of OpenCL C")]
    HostDialect,
    /// The text of a dialect is wrong.
    #[error("{0}")]
    Dialect(String),
    /// A device or its driver failed, or there is none.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// The oracle cannot judge: its reader refuses the graph, or it does not know the check.
    #[error("the result cannot be checked: {0}")]
    Oracle(String),
    /// The schedule or the IR is not what it should be: a bug of ours.
    #[error("internal error: {0}\nhelp: this is a bug of igc; please report it with the program")]
    Internal(String),
}

impl Error {
    /// Returns whether a device is missing or failed, rather than the program or its input.
    pub fn is_device(&self) -> bool {
        matches!(
            self,
            Error::NoOpenCl
                | Error::Unsupported { .. }
                | Error::WorkgroupSize { .. }
                | Error::NoGridBarrier { .. }
                | Error::NoLocks { .. }
                | Error::LoopLimit { .. }
                | Error::Device(_)
        )
    }

    /// Returns whether a working device lacks what the program needs.
    pub fn is_refusal(&self) -> bool {
        match self {
            Error::Unsupported { .. }
            | Error::WorkgroupSize { .. }
            | Error::NoGridBarrier { .. }
            | Error::NoLocks { .. }
            | Error::LoopLimit { .. } => true,
            // This is memory for the graph and the program's state. `WorklistMemory` is different: a
            // program that pushes without end is wrong on any device.
            Error::Device(error) => error.kind == DeviceErrorKind::OutOfMemory,
            _ => false,
        }
    }

    /// Returns whether no OpenCL device is available at all.
    pub fn is_absence(&self) -> bool {
        match self {
            Error::NoOpenCl => true,
            Error::Device(error) => error.kind == DeviceErrorKind::Absent,
            _ => false,
        }
    }

    /// Reports a schedule that names something that does not exist.
    pub(crate) fn missing(what: &str, name: &str) -> Error {
        Error::Internal(format!("the schedule names a {what} `{name}` that does not exist"))
    }
}

/// An error of a backend's driver, with what the runtime needs to know about it.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct DeviceError {
    /// What is to blame.
    pub kind: DeviceErrorKind,
    /// The backend's own error.
    pub error: Box<dyn std::error::Error + Send + Sync>,
}

/// The kinds of failures of devices that callers treat differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceErrorKind {
    /// No device is available at all.
    Absent,
    /// The device has too little memory.
    OutOfMemory,
    /// The device or its driver failed in another way.
    Failed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_a_device_lacks_is_a_refusal_unless_pushes_ask_for_it() {
        let too_large = || DeviceError {
            kind: DeviceErrorKind::OutOfMemory,
            error: "1 GiB is too much".into(),
        };
        let state = Error::Device(too_large());
        assert!(state.is_refusal() && state.is_device(), "{state}");
        let (worklist, error) = ("worklist".into(), too_large());
        let pushes = Error::WorklistMemory { worklist, items: 1 << 28, error };
        assert!(!pushes.is_refusal(), "{pushes}");
    }
}
