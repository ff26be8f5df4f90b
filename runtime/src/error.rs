//! What can go wrong between a compiled program and its result.

use igc_compiler::data::DataError;
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
    /// The graph, its weights or the values of the parameters do not fit the program.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The interpreter ended the run early.
    #[error(transparent)]
    Run(#[from] RunError),
    /// An item that a worklist is to start with is no node.
    #[error(
        "`{worklist}` starts with node {node}, but the graph has only {nodes} nodes, numbered from 0"
    )]
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
        "the program has not ended after {0} rounds of its loops\n\
         help: check whether a loop never ends; if the program only needs more rounds, raise --max-rounds"
    )]
    Rounds(u64),
    /// The cost of a round was asked for, and there is none.
    #[error(
        "the time of a round cannot be measured: the loops of the program have no rounds on this graph\n\
         help: choose a graph on which the loops run, such as chain:1001"
    )]
    NoRounds,
    /// A worklist would need more room than it may have.
    #[error(
        "worklist `{worklist}` needs a capacity of more than {most} items\n\
         help: check whether the program pushes endlessly; if it only needs a larger worklist, raise \
         --max-worklist"
    )]
    Worklist {
        /// The worklist.
        worklist: String,
        /// The most that it may have.
        most: u32,
    },
    /// The device has no memory for what a worklist needs.
    #[cfg(feature = "opencl")]
    #[error(
        "the device cannot allocate worklist `{worklist}` with a capacity of {items} items: {error}\n\
         help: check whether the program pushes endlessly"
    )]
    WorklistMemory {
        /// The worklist.
        worklist: String,
        /// How many items it would get room for, on each of its two sides.
        items: u32,
        /// What the device said.
        error: Box<igc_opencl::OpenClError>,
    },
    /// Workgroups of the device cannot wait for each other, as outlined loops have it.
    #[error(
        "{device} does not support the grid barrier, which `oitergb` needs: {reason}\n\
         help: remove `oitergb` from the optimisations"
    )]
    NoGridBarrier {
        /// The device.
        device: String,
        /// What it lacks.
        reason: &'static str,
    },
    /// Values of 64 bits would be under locks, for which the device's work-items cannot wait.
    #[error(
        "{device} does not support 64-bit atomics, and locks cannot replace them: {reason}\n\
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
        "{device} ends the loops of a kernel after {limit} rounds, but a graph of {nodes} nodes and \
         {edges} edges may need more\n\
         help: use a smaller graph, or another device (`igc devices`)"
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
        "`{buffer}` has the type {ty}, but {device} does not support {feature}\n\
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
        "{device} supports workgroups of at most {most} work-items for this program, but {wanted} were \
         requested\n\
         help: choose a smaller size with --workgroup-size"
    )]
    WorkgroupSize {
        /// The size that was asked for.
        wanted: usize,
        /// The largest that is possible.
        most: usize,
        /// The device.
        device: String,
    },
    /// Workgroups that run at the same time did not find each other as they should.
    #[error("{device}: the occupancy discovery of {groups} workgroups failed: {reason}")]
    Environment {
        /// The device.
        device: String,
        /// How many were launched.
        groups: usize,
        /// What was wrong.
        reason: String,
    },
    /// What a microbenchmark measures cannot be measured there.
    #[error("{device}: {reason}")]
    Measurement {
        /// The device.
        device: String,
        /// Why not.
        reason: String,
    },
    /// The rounds of a run by the interpreter were to be timed.
    #[error(
        "`--device host` cannot time the rounds of loops, because it is the interpreter\n\
         help: choose an OpenCL device (`igc devices`)"
    )]
    NoSteps,
    /// There are too many rounds to be recorded.
    #[error(
        "at most {0} rounds of a run can be recorded, and this run has more\n\
         help: use a graph on which the program needs fewer rounds"
    )]
    Steps(usize),
    /// This build has no OpenCL.
    #[error("this igc was built without OpenCL, so `--device host` is the only device")]
    NoOpenCl,
    /// A dialect was asked for, and the device is the interpreter.
    #[error(
        "`--device host` has no dialect, because it is the interpreter\n\
         help: remove --dialect, or choose an OpenCL device (`igc devices`)"
    )]
    HostDialect,
    /// The device or its driver failed, or there is none.
    #[cfg(feature = "opencl")]
    #[error(transparent)]
    OpenCl(#[from] igc_opencl::OpenClError),
    /// The oracle cannot judge: its reader refuses the graph, or it does not know the check.
    #[error("the result cannot be checked: {0}")]
    Oracle(String),
    /// The schedule or the IR is not what it should be: a bug of ours.
    #[error(
        "internal error: {0}\nhelp: this is a bug in igc; please report it, and attach the program"
    )]
    Internal(String),
}

impl Error {
    /// Whether a device is missing or failed, rather than the program or its input.
    pub fn is_device(&self) -> bool {
        match self {
            Error::NoOpenCl
            | Error::Unsupported { .. }
            | Error::WorkgroupSize { .. }
            | Error::NoGridBarrier { .. }
            | Error::NoLocks { .. }
            | Error::LoopLimit { .. }
            | Error::Environment { .. }
            | Error::Measurement { .. } => true,
            #[cfg(feature = "opencl")]
            Error::OpenCl(_) => true,
            _ => false,
        }
    }

    /// Whether a device that works lacks what the program needs.
    pub fn is_refusal(&self) -> bool {
        match self {
            Error::Unsupported { .. }
            | Error::WorkgroupSize { .. }
            | Error::NoGridBarrier { .. }
            | Error::NoLocks { .. }
            | Error::LoopLimit { .. } => true,
            // Memory for the graph and the program's state. That of a worklist is another matter: a
            // program that pushes without end is wrong on any device.
            #[cfg(feature = "opencl")]
            Error::OpenCl(igc_opencl::OpenClError::TooLarge { .. }) => true,
            _ => false,
        }
    }

    /// Whether there is no OpenCL device to be had at all.
    pub fn is_absence(&self) -> bool {
        match self {
            Error::NoOpenCl => true,
            #[cfg(feature = "opencl")]
            Error::OpenCl(error) => error.is_absence(),
            _ => false,
        }
    }

    /// A schedule that names what is not there.
    pub(crate) fn missing(what: &str, name: &str) -> Error {
        Error::Internal(format!("the schedule refers to a {what} `{name}` that does not exist"))
    }
}

#[cfg(all(test, feature = "opencl"))]
mod tests {
    use igc_opencl::OpenClError;

    use super::*;

    #[test]
    fn memory_that_a_device_lacks_is_a_refusal_unless_pushes_ask_for_it() {
        let too_large = || OpenClError::TooLarge {
            bytes: 1 << 30,
            device: "a small one".into(),
            max_allocation: 1 << 20,
            global_memory: 1 << 22,
            allocated: 0,
        };
        let state = Error::OpenCl(too_large());
        assert!(state.is_refusal() && state.is_device(), "{state}");
        let (worklist, error) = ("worklist".into(), Box::new(too_large()));
        let pushes = Error::WorklistMemory { worklist, items: 1 << 28, error };
        assert!(!pushes.is_refusal(), "{pushes}");
    }
}
