//! The errors of a run. Each has a code, by which the command line finds a line of help (`cli/src/error_help.rs`).

use std::time::Duration;

use igc_compiler::data::DataError;
use igc_compiler::diagnostics::visible;
use igc_compiler::interp::RunError;
use igc_compiler::ir::Type;

use crate::bytes::Bytes;

/// The devices of a build without OpenCL.
const WITHOUT_OPENCL: &str = match cfg!(feature = "native") {
    true => "its devices are `cpu` and `interpreter`",
    false => "its only device is `interpreter`",
};

/// The reason why a run has no result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The graph cannot be loaded.
    #[error(transparent)]
    Graph(#[from] igc_graph::GraphError),
    /// The graph cannot be generated.
    #[error(transparent)]
    Generate(#[from] igc_graph::generate::GenerateError),
    /// A value for a parameter that the program does not have, or a value that does not have the
    /// parameter's type.
    #[error("{0}")]
    Param(String),
    /// A parameter without a default has no value.
    #[error("parameter `{0}` has no value and no default")]
    MissingParam(String),
    /// The file of an input cannot be read, or does not fit the program and the graph.
    #[error(transparent)]
    DataFile(#[from] DataFileError),
    /// The graph, its weights or the values of the parameters do not fit the program.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The program was compiled with edge ids of 32 bits, and the graph has too many edges for them.
    #[error(
        "the program was compiled for graphs with at most {} edges, but the graph has {edges}\n\
         help: add `wide-edges` to the optimisations",
        igc_compiler::ir::MAX_EXTENT
    )]
    NarrowEdges {
        /// Number of edges of the graph.
        edges: u64,
    },
    /// The program cannot run on a graph with so many edges.
    #[error(
        "the program cannot run on a graph with {edges} edges, because {reason}\n\
         note: on a graph with more than {} edges, edge ids have 64 bits\n\
         help: use a smaller graph, or change the program",
        igc_compiler::ir::MAX_EXTENT
    )]
    WideEdges {
        /// Number of edges of the graph.
        edges: u64,
        /// What the program does.
        reason: &'static str,
    },
    /// The nodes of the graph have another order on devices, and the program has wide edges.
    #[error(
        "the key `order` needs edge ids of 32 bits\n\
         help: remove `order` from the graph, or `wide-edges` from the optimisations"
    )]
    WideOrder,
    /// The interpreter ended the run early, or a `require` of the program does not hold.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The initial item of a worklist is not a valid node.
    #[error(
        "`{worklist}` starts with node {node}, but the graph has only {nodes} nodes, numbered from 0"
    )]
    SeedNode {
        /// Name of the worklist.
        worklist: String,
        /// The item.
        node: u32,
        /// Number of nodes of the graph.
        nodes: u32,
    },
    /// The caller cancelled the run.
    #[error("the run was cancelled")]
    Cancelled,
    /// The run reached the time limit of the caller.
    #[error("the run has not ended within {} s, which is its time limit", .0.as_secs_f64())]
    TimedOut(Duration),
    /// The loops of `main` reached the maximum number of rounds.
    #[error(
        "the program has not ended after {0} rounds of its loops\n\
         help: check whether a loop never ends"
    )]
    Rounds(u64),
    /// A worklist reached its maximum capacity.
    #[error(
        "worklist `{worklist}` needs a capacity of more than {most} items\n\
         help: check whether the program pushes endlessly"
    )]
    Worklist {
        /// Name of the worklist.
        worklist: String,
        /// Maximum capacity, in items.
        most: u32,
    },
    /// The device has too little memory for a larger worklist.
    #[error(
        "the device cannot allocate worklist `{worklist}` with a capacity of {items} items: {error}\n\
         help: check whether the program pushes endlessly"
    )]
    WorklistMemory {
        /// Name of the worklist.
        worklist: String,
        /// Number of items that each of the two buffers would have room for.
        items: u32,
        /// The device's error.
        error: DeviceError,
    },
    /// The graph and the program's state do not fit into the memory of the device.
    #[error(
        "the program needs {needed} of memory on this graph, but {device} has {available}: {graph} for \
         the graph, {state} for the program's state, and {worklists} for worklists\n\
         help: use a smaller graph, or a device with more memory"
    )]
    Memory {
        /// Name of the device.
        device: String,
        /// All memory that is needed before the run.
        needed: Bytes,
        /// The memory of the device.
        available: Bytes,
        /// The part for the graph.
        graph: Bytes,
        /// The part for the program's arrays.
        state: Bytes,
        /// The part for the worklists.
        worklists: Bytes,
    },
    /// An array is larger than any that the device can allocate.
    #[error(
        "`{name}` needs {needed} of memory, but {device} allows arrays of at most {most}\n\
         help: use a smaller graph, or another device"
    )]
    ArrayMemory {
        /// Name of the device.
        device: String,
        /// Name of the array or worklist.
        name: String,
        /// Its size.
        needed: Bytes,
        /// The largest possible size.
        most: Bytes,
    },
    /// The workgroups of the device cannot synchronise, which outlined loops require.
    #[error(
        "{device} does not support the grid barrier, which `oitergb` needs: {reason}\n\
         help: remove `oitergb` from the optimisations"
    )]
    NoGridBarrier {
        /// Name of the device.
        device: String,
        /// What the device lacks.
        reason: &'static str,
    },
    /// The program would access 64-bit values under locks, and the work-items of the device cannot
    /// wait for a lock.
    #[error(
        "{device} does not support 64-bit atomics, and locks cannot replace them: {reason}\n\
         help: use 32-bit types, or another device"
    )]
    NoLocks {
        /// Name of the device.
        device: String,
        /// The reason why locks do not work.
        reason: &'static str,
    },
    /// The loops of a kernel may need more rounds than the device allows.
    #[error(
        "{device} ends the loops of a kernel after {limit} rounds, but a graph of {nodes} nodes and \
         {edges} edges may need more\n\
         help: use a smaller graph, or another device"
    )]
    LoopLimit {
        /// Name of the device.
        device: String,
        /// Maximum number of rounds of all loops of a work-item in one launch.
        limit: u32,
        /// Number of nodes of the graph.
        nodes: u32,
        /// Number of edges of the graph.
        edges: u64,
    },
    /// The device does not support a type of the program.
    #[error(
        "`{buffer}` has the type {ty}, but {device} does not support {feature}\n\
         help: use a 32-bit type, or another device"
    )]
    Unsupported {
        /// Name of the array.
        buffer: String,
        /// Type of its elements.
        ty: Type,
        /// Name of the device.
        device: String,
        /// The feature that the device lacks.
        feature: &'static str,
    },
    /// The device does not support workgroups of the requested size.
    #[error(
        "{device} supports workgroups of at most {most} work-items for this program, but {wanted} were \
         requested\n\
         help: choose a smaller size"
    )]
    WorkgroupSize {
        /// The requested size.
        wanted: usize,
        /// The largest possible size.
        most: usize,
        /// Name of the device.
        device: String,
    },
    /// The local arrays of a work-item do not fit the memory of a thread of the driver.
    #[error(
        "the local arrays of a work-item have {bytes} with these optimisations, but {device} has room \
         for {most}\n\
         help: use fewer optimisations or shorter arrays, or raise the limit on the size of stacks \
         (`ulimit -s`)"
    )]
    PrivateMemory {
        /// The size of the local arrays.
        bytes: Bytes,
        /// The largest possible size.
        most: Bytes,
        /// Name of the device.
        device: String,
    },
    /// The rounds of a run were to be recorded, but the device is the interpreter.
    #[error(
        "the interpreter cannot time the rounds of loops\n\
         help: choose another device"
    )]
    NoSteps,
    /// The run has more rounds than can be recorded.
    #[error(
        "at most {0} rounds of a run can be recorded, and this run has more\n\
         help: use a graph on which the program needs fewer rounds"
    )]
    Steps(usize),
    /// No backend recognises the selector of the device, because this build has no OpenCL.
    #[error("this igc was built without OpenCL; {WITHOUT_OPENCL}")]
    NoOpenCl,
    /// No backend has the device.
    #[error(
        "no device matches `{}`; the devices are:\n{}",
        visible::name(.selector), .devices.join("\n")
    )]
    NoSuchDevice {
        /// The selector as the user wrote it.
        selector: String,
        /// The devices of every backend, one per line.
        devices: Vec<String>,
    },
    /// The selector is the one that the interpreter had in earlier versions.
    #[error("no device matches `{selector}`\nhelp: the device `host` is called `interpreter`")]
    FormerSelector {
        /// The selector as the user wrote it.
        selector: String,
    },
    /// A dialect was requested, but the device is the interpreter.
    #[error(
        "the interpreter has no dialect\n\
         help: request no dialect, or choose an OpenCL device"
    )]
    InterpreterDialect,
    /// A dialect was requested, but the device is the native CPU target.
    #[error(
        "the native CPU target has no dialect, because igc generates its machine code\n\
         help: request no dialect, or choose an OpenCL device"
    )]
    NativeDialect,
    /// A dialect was requested, but the device is used through CUDA.
    #[error(
        "a CUDA device has no dialect, because its architecture decides how code is written\n\
         help: request no dialect, or choose an OpenCL device"
    )]
    CudaDialect,
    /// Outputs cannot stay on the device.
    #[error(
        "outputs cannot stay in the memory of this device\n\
         help: they can on a CUDA device, if the graph has no key `order`"
    )]
    NoDeviceArrays,
    /// The number of threads in a selector is not a positive number.
    #[error(
        "`{}` is not a number of threads\n\
         help: write `cpu` for one thread for each core, or `cpu:4` for 4 threads", visible::name(.0)
    )]
    Threads(String),
    /// The number of ranks in a selector is not valid.
    #[error(
        "`{}` is not a number of ranks\n\
         help: write `ranks:4` for 4 ranks; at most {most}",
        visible::name(given)
    )]
    Ranks {
        /// What the selector says.
        given: String,
        /// The largest number of ranks of a process.
        most: usize,
    },
    /// A list of GPUs in a selector is not valid.
    #[error(
        "`{}` is not a list of GPUs\n\
         help: write `cuda:0-3` for the first four, or `cuda:0,2`; at most {most}",
        visible::name(given)
    )]
    RankNumbers {
        /// The selector.
        given: String,
        /// The largest number of ranks of a process.
        most: usize,
    },
    /// The device of the ranks of MPI is not valid.
    #[error(
        "`mpi:{}` is not a device of ranks\n\
         help: write `mpi` for processors, `mpi:4` for four threads of each rank, or `mpi:cuda`, `mpi:gpu` or \
         `mpi:opencl` for a device of each rank",
        visible::name(.0)
    )]
    MpiDevice(String),
    /// A list names a GPU that the machine does not have.
    #[error(
        "there is no GPU with the number {number}\n\
         help: `opencl:0,0` is two ranks on the OpenCL device 0, which need not be a GPU"
    )]
    NoSuchGpu {
        /// The number in the list.
        number: usize,
    },
    /// A dialect was requested for several ranks.
    #[error(
        "several ranks have no dialect\n\
         help: request no dialect, or choose one OpenCL device"
    )]
    RanksDialect,
    /// The program has no distributed form.
    #[error("`{program}` cannot run on several ranks\n{}", notes(reasons))]
    Undistributed {
        /// Name of the program.
        program: String,
        /// The statements without a distributed form, each with the reason.
        reasons: Vec<String>,
    },
    /// Another rank has ended the run.
    #[error("another rank ended the run")]
    OtherRank,
    /// A rank of MPI has failed.
    #[error("rank {rank}: {error}")]
    Rank {
        /// The number of the rank.
        rank: usize,
        /// Its error, in words for the user.
        error: String,
        /// Whether a device is missing or failed, if this is the error of this rank.
        is_device: bool,
    },
    /// The ranks of MPI do not run the same command.
    #[error(
        "ranks 0 and {rank} have different {what}: {} and {}\n\
         help: start all ranks with the same igc, the same command line and the same files",
        visible::name(first),
        visible::name(other)
    )]
    RanksDiffer {
        /// What differs, in the plural.
        what: String,
        /// The value of rank 0.
        first: String,
        /// Another rank.
        rank: usize,
        /// The value of that rank.
        other: String,
    },
    /// MPI cannot be used.
    #[error("{0}")]
    Mpi(String),
    /// The text of a dialect is malformed.
    #[error("{0}")]
    Dialect(String),
    /// A device or its driver failed, or no device is available.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// The oracle cannot judge the result: its reader rejects the graph, the check does not exist,
    /// or the check does not accept its arguments or this graph.
    #[error("the result cannot be checked: {0}")]
    Oracle(String),
    /// A program names a command that checks its results, but commands are not permitted.
    #[error(
        "the program has its results checked by the command `{0}`, which is not permitted\n\
         help: permit it only if you trust the program"
    )]
    ExternalCheck(String),
    /// A bug of igc: the IR is malformed, or a part of igc names something that does not exist.
    #[error(
        "internal error: {0}\nhelp: this is a bug in igc; please report it, and attach the program"
    )]
    Internal(String),
}

impl Error {
    /// Returns the name of the kind of error. Whoever offers options to a user can tell by it which
    /// option changes the outcome.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Graph(_) => "graph",
            Error::Generate(_) => "generate",
            Error::Param(_) => "parameter",
            Error::MissingParam(_) => "missing-parameter",
            Error::DataFile(_) => "data-file",
            Error::Data(DataError::NoInput { .. }) => "no-input",
            Error::Data(_) => "data",
            Error::NarrowEdges { .. } => "narrow-edges",
            Error::WideEdges { .. } => "wide-edges",
            Error::WideOrder => "wide-order",
            Error::Run(RunError::Data(DataError::NoInput { .. })) => "no-input",
            Error::Run(_) => "run",
            Error::SeedNode { .. } => "seed-node",
            Error::Cancelled => "cancelled",
            Error::TimedOut(_) => "timed-out",
            Error::Rounds(_) => "rounds",
            Error::Worklist { .. } => "worklist",
            Error::WorklistMemory { .. } => "worklist-memory",
            Error::Memory { .. } => "memory",
            Error::ArrayMemory { .. } => "array-memory",
            Error::NoGridBarrier { .. } => "no-grid-barrier",
            Error::NoLocks { .. } => "no-locks",
            Error::LoopLimit { .. } => "loop-limit",
            Error::Unsupported { .. } => "unsupported",
            Error::WorkgroupSize { .. } => "workgroup-size",
            Error::PrivateMemory { .. } => "private-memory",
            Error::NoSteps => "no-steps",
            Error::Steps(_) => "steps",
            Error::NoOpenCl => "no-opencl",
            Error::NoSuchDevice { .. } | Error::FormerSelector { .. } | Error::NoSuchGpu { .. } => {
                "no-device"
            }
            Error::InterpreterDialect
            | Error::NativeDialect
            | Error::CudaDialect
            | Error::RanksDialect => "no-dialect",
            Error::NoDeviceArrays => "no-device-arrays",
            Error::Threads(_) => "threads",
            Error::Ranks { .. } | Error::RankNumbers { .. } | Error::MpiDevice(_) => "ranks",
            Error::Undistributed { .. } => "undistributed",
            Error::OtherRank => "other-rank",
            Error::Rank { .. } => "rank",
            Error::RanksDiffer { .. } => "ranks-differ",
            Error::Mpi(_) => "mpi",
            Error::Dialect(_) => "dialect",
            Error::Device(error) => match error.kind {
                DeviceErrorKind::Absent => "absent",
                DeviceErrorKind::OutOfMemory => "device-memory",
                DeviceErrorKind::LocalMemory => "local-memory",
                DeviceErrorKind::Lost => "device-lost",
                DeviceErrorKind::Failed => "device",
            },
            Error::Oracle(_) => "oracle",
            Error::ExternalCheck(_) => "external-check",
            Error::Internal(_) => "internal",
        }
    }

    /// Returns whether a device is missing or failed, rather than the program or its input.
    pub fn is_device(&self) -> bool {
        matches!(
            self,
            Error::NoOpenCl
                | Error::Mpi(_)
                | Error::Rank { is_device: true, .. }
                | Error::NoSuchDevice { .. }
                | Error::FormerSelector { .. }
                | Error::Unsupported { .. }
                | Error::WorkgroupSize { .. }
                | Error::NoGridBarrier { .. }
                | Error::NoLocks { .. }
                | Error::LoopLimit { .. }
                | Error::Memory { .. }
                | Error::ArrayMemory { .. }
                | Error::PrivateMemory { .. }
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
            | Error::Undistributed { .. }
            | Error::LoopLimit { .. }
            | Error::Memory { .. }
            | Error::ArrayMemory { .. }
            | Error::PrivateMemory { .. } => true,
            // This is memory for the graph and the program's state. `WorklistMemory` is different:
            // a program that pushes without end is wrong on any device.
            Error::Device(error) => {
                matches!(error.kind, DeviceErrorKind::OutOfMemory | DeviceErrorKind::LocalMemory)
            }
            _ => false,
        }
    }

    /// Returns whether a backend has no device on this machine at all.
    pub fn is_absence(&self) -> bool {
        match self {
            Error::NoOpenCl => true,
            Error::Device(error) => error.kind == DeviceErrorKind::Absent,
            _ => false,
        }
    }

    /// Reports a request for something that the program does not have.
    pub(crate) fn missing(what: &str, name: &str) -> Error {
        Error::Internal(format!("the program has no {what} `{name}`"))
    }
}

/// Returns a line for each of the first reasons.
fn notes(reasons: &[String]) -> String {
    /// Number of reasons that are listed. More would hide the help.
    const MOST: usize = 4;
    let mut lines: Vec<String> =
        reasons.iter().take(MOST).map(|reason| format!("note: {reason}")).collect();
    if reasons.len() > MOST {
        lines.push(format!("note: and {} more", reasons.len() - MOST));
    }
    lines.join("\n")
}

/// A problem with a data file, and its location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFileError {
    /// The file, as the user named it.
    pub path: String,
    /// The line, counted from 1; `None` for a binary file, or if the problem is the whole file.
    pub line: Option<u64>,
    /// The problem.
    pub problem: String,
}

impl std::fmt::Display for DataFileError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:", self.path)?;
        match self.line {
            Some(line) => write!(out, "{line}: {}", self.problem),
            None => write!(out, " {}", self.problem),
        }
    }
}

impl std::error::Error for DataFileError {}

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
    /// The kernels need more local memory than a workgroup of this size has.
    LocalMemory,
    /// A command failed, and the open device is of no further use. It may be opened again.
    Lost,
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
