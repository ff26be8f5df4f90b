//! The errors of this crate, one variant for each kind.

use std::path::PathBuf;

use cl_sys::cl_int;
use igc_visible as visible;
use num_traits::FromPrimitive;
use ocl::core::Status;

use crate::driver_cache;
use crate::status;

/// A text that says how to install an OpenCL driver on Debian and Ubuntu. Messages about a missing
/// device end with it.
const INSTALL_HELP: &str = "on Debian or Ubuntu, `apt-get install ocl-icd-libopencl1 \
                            pocl-opencl-icd` installs a loader and a driver for the CPU";

/// An error from OpenCL, or a request that OpenCL cannot fulfil.
#[derive(Debug, thiserror::Error)]
pub enum OpenClError {
    /// No OpenCL loader library was found on this machine.
    #[error("no OpenCL loader library found ({})\nhelp: {INSTALL_HELP}", .tried.join("; "))]
    NoLoader {
        /// Each library name that was tried, with the reason why it could not be opened.
        tried: Vec<String>,
    },

    /// A loader library exists, but no driver is registered with it.
    #[error(
        "the OpenCL loader is installed, but no driver is registered\n\
         help: {INSTALL_HELP}; a GPU's driver registers itself with a file in /etc/OpenCL/vendors"
    )]
    NoPlatform,

    /// Drivers exist, but none of them has a device.
    #[error(
        "no OpenCL device: the installed platforms ({}) do not have one\n\
         help: a GPU may not be accessible to this user or container; {INSTALL_HELP}",
        .platforms.join(", ")
    )]
    NoDevice {
        /// The names of the platforms.
        platforms: Vec<String>,
    },

    /// No device matches the request.
    #[error(
        "no OpenCL device matches `{}`; the devices are:\n{}",
        visible::name(.request), .choices.join("\n")
    )]
    NoMatch {
        /// The request as the user wrote it.
        request: String,
        /// The available devices, one per line.
        choices: Vec<String>,
    },

    /// Several devices match the request.
    #[error(
        "`{}` matches several OpenCL devices; choose by number:\n{}",
        visible::name(.request), .choices.join("\n")
    )]
    Ambiguous {
        /// The request as the user wrote it.
        request: String,
        /// The matching devices, one per line.
        choices: Vec<String>,
    },

    /// A trace cannot be replayed because it contains a call that was not recorded completely.
    #[error("the recorded calls cannot be replayed because they include {call}")]
    NotRecorded {
        /// The name of the call that was not recorded.
        call: &'static str,
    },

    /// The device does not support the requested dialect.
    #[error("{device} does not support `{choice}`: it lacks {lacks}")]
    Dialect {
        /// The device's name.
        device: String,
        /// The choice that it does not support, as written in the request.
        choice: String,
        /// The feature that the device lacks.
        lacks: String,
    },

    /// The properties do not belong to a device that this process has listed.
    #[error("`{name}` was not listed by this process, so it cannot be opened")]
    NotListed {
        /// The device's name.
        name: String,
    },

    /// The driver failed to build a program.
    #[error(
        "the driver of {device} failed to build the program{}\noptions: {options}\n{log}{}",
        .source_file.as_ref().map(|p| format!(" (its source is in {})", visible::path(p))).unwrap_or_default(),
        driver_cache::damaged_cache_help()
    )]
    Build {
        /// The device's name.
        device: String,
        /// The build options.
        options: String,
        /// The driver's log.
        log: String,
        /// The file in which the program's source was stored; `None` if it could not be written.
        source_file: Option<PathBuf>,
    },

    /// LLVM's tools are not installed, and the cache does not have the code.
    #[error(
        "the kernels for {device} are not in the cache, and LLVM's tools cannot compile them here: \
         {lacks}\n\
         help: install the tools, or fill the cache on another machine"
    )]
    NoLlvm {
        /// The device's name.
        device: String,
        /// What is missing, and how to install it.
        lacks: String,
    },

    /// One of LLVM's tools failed.
    #[error(
        "{tool} of {version} failed: {log}{}",
        .source_file.as_ref().map(|p| format!(" (the source is in {})", visible::path(p))).unwrap_or_default()
    )]
    Llvm {
        /// The tool.
        tool: String,
        /// The version of LLVM.
        version: String,
        /// The tool's messages.
        log: String,
        /// The file in which the program's source was stored; `None` if it could not be written.
        source_file: Option<PathBuf>,
    },

    /// A text contains a zero byte, which OpenCL's C interface cannot represent.
    #[error("{what} contains a zero byte")]
    ZeroByte {
        /// The kind of text.
        what: String,
    },

    /// The system refuses the threads that drivers need.
    #[error(
        "the system cannot start the {wanted} threads that an OpenCL driver may need: {reason}\n\
         help: end other processes, or raise the limit (`ulimit -u`)"
    )]
    NoThreads {
        /// Number of threads that were tried.
        wanted: usize,
        /// The reason that the system gave.
        reason: String,
    },

    /// The program has no kernel of this name.
    #[error("the program has no kernel `{name}`{}", driver_cache::damaged_cache_help())]
    NoKernel {
        /// The kernel name that was requested.
        name: String,
    },

    /// A buffer is larger than the device allows.
    #[error(
        "a buffer of {bytes} bytes is too large for {device}, which allows {max_allocation} bytes \
         per buffer and {global_memory} bytes in total, of which {allocated} are in use"
    )]
    TooLarge {
        /// The requested size in bytes.
        bytes: u64,
        /// The device's name.
        device: String,
        /// The device's largest single allocation in bytes.
        max_allocation: u64,
        /// The size of the device's global memory in bytes.
        global_memory: u64,
        /// The total size of the session's existing buffers in bytes.
        allocated: u64,
    },

    /// A read, write, fill or copy is partly outside its buffer.
    #[error("{what} of {bytes} bytes at {offset} is outside a buffer of {size} bytes")]
    OutOfRange {
        /// The operation, such as `a read`.
        what: &'static str,
        /// Start of the range in bytes.
        offset: usize,
        /// Length of the range in bytes.
        bytes: usize,
        /// Size of the buffer in bytes.
        size: usize,
    },

    /// OpenCL does not allow a fill pattern of this size, or the pattern does not divide the range.
    #[error(
        "a fill pattern of {pattern} bytes cannot fill {bytes} bytes at {offset}: its size must be \
         a power of two up to 128 and divide both numbers"
    )]
    Pattern {
        /// Size of the pattern in bytes.
        pattern: usize,
        /// Start of the range in bytes.
        offset: usize,
        /// Length of the range in bytes.
        bytes: usize,
    },

    /// A kernel argument is missing, has an invalid index, or is of the wrong kind.
    #[error("kernel `{kernel}`, argument {index}: {reason}")]
    Argument {
        /// The kernel's name.
        kernel: String,
        /// The argument's position, from 0.
        index: u32,
        /// The reason why the argument is invalid.
        reason: String,
    },

    /// The kernel cannot be launched with these sizes on this device.
    #[error(
        "kernel `{kernel}` cannot be launched with {global} work-items in workgroups of {local}: \
         {reason}"
    )]
    Geometry {
        /// The kernel's name.
        kernel: String,
        /// Number of work-items in total.
        global: usize,
        /// Number of work-items in a workgroup.
        local: usize,
        /// The reason why the sizes are invalid.
        reason: String,
    },

    /// Objects of two sessions were used together.
    #[error("{what} belongs to another session")]
    ForeignObject {
        /// The kind of object.
        what: &'static str,
    },

    /// The device stopped responding, or a kernel faulted or exhausted the device's resources. The
    /// session cannot be used any more; a new one may work.
    #[error(
        "the device failed while {doing}: {function} returned {}",
        status::name(*.code)
    )]
    DeviceLost {
        /// The OpenCL function that failed.
        function: &'static str,
        /// A description of the activity during the call.
        doing: String,
        /// The status code that the function returned.
        code: i32,
    },

    /// An OpenCL function returned an error that has no variant of its own.
    #[error("{function} returned {} while {doing}", status::name(*.code))]
    Api {
        /// The OpenCL function that failed.
        function: &'static str,
        /// A description of the activity during the call.
        doing: String,
        /// The status code that the function returned.
        code: i32,
    },
}

impl OpenClError {
    /// Returns whether the error means that no device is available. Returns `false` if an available
    /// device failed.
    pub fn is_absence(&self) -> bool {
        matches!(self, Self::NoLoader { .. } | Self::NoPlatform | Self::NoDevice { .. })
    }
}

/// Returns an error if `function` returned a failure `code`. `doing` describes the activity.
pub(crate) fn check(
    code: cl_int,
    function: &'static str,
    doing: impl FnOnce() -> String,
) -> Result<(), OpenClError> {
    if code == Status::CL_SUCCESS as cl_int {
        return Ok(());
    }
    Err(OpenClError::Api { function, doing: doing(), code })
}

/// Checks the status of a call on a queue like [`check`], but some codes mean that the device is
/// lost. NVIDIA's drivers report a fault of an earlier kernel as `CL_OUT_OF_RESOURCES`, as
/// `CL_INVALID_COMMAND_QUEUE` (the queue is dead) or as their own code -9999.
pub(crate) fn check_queue(
    code: cl_int,
    function: &'static str,
    doing: impl FnOnce() -> String,
) -> Result<(), OpenClError> {
    match Status::from_i32(code) {
        Some(
            Status::CL_DEVICE_NOT_AVAILABLE
            | Status::CL_INVALID_COMMAND_QUEUE
            | Status::CL_OUT_OF_RESOURCES
            | Status::CL_NV_INVALID_MEM_ACCESS,
        ) => Err(OpenClError::DeviceLost { function, doing: doing(), code }),
        _ => check(code, function, doing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_on_a_queue_is_a_lost_device_and_elsewhere_is_not() {
        let lost = check_queue(-5, "clFinish", || "waiting".into());
        assert!(matches!(lost, Err(OpenClError::DeviceLost { code: -5, .. })));
        let plain = check(-5, "clCreateBuffer", || "allocating".into());
        assert!(matches!(plain, Err(OpenClError::Api { code: -5, .. })));
        assert!(check_queue(0, "clFinish", || unreachable!()).is_ok());
    }
}
