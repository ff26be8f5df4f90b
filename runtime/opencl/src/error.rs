//! What can go wrong between this crate and a device, each kind its own variant.

use std::path::PathBuf;

use crate::status;

/// How to get an OpenCL device on Debian and Ubuntu, which every message about a missing one ends with.
const INSTALL_HELP: &str = "on Debian or Ubuntu, `apt-get install ocl-icd-libopencl1 pocl-opencl-icd` \
     gives a loader and a driver for the CPU";

/// An error from OpenCL, or from a request that OpenCL can't serve.
#[derive(Debug, thiserror::Error)]
pub enum OpenClError {
    /// There is no OpenCL loader library on this machine.
    #[error("no OpenCL loader library found ({})\nhelp: {INSTALL_HELP}", .tried.join("; "))]
    NoLoader {
        /// Each library name tried, with why it did not open.
        tried: Vec<String>,
    },

    /// There is a loader, and it knows no driver.
    #[error(
        "the OpenCL loader is installed and knows no platform: no driver is registered\n\
         help: {INSTALL_HELP}; a GPU's driver registers itself with a file in /etc/OpenCL/vendors"
    )]
    NoPlatform,

    /// There are drivers, and none has a device.
    #[error(
        "no OpenCL device: {} found, without a device\n\
         help: a GPU may be invisible to this user or container; {INSTALL_HELP}",
        .platforms.join(", ")
    )]
    NoDevice {
        /// The names of the platforms asked.
        platforms: Vec<String>,
    },

    /// No device answers to what was asked for.
    #[error("no OpenCL device matches `{request}`; there are:\n{}", .choices.join("\n"))]
    NoMatch {
        /// What was asked for.
        request: String,
        /// The devices there are, a line each.
        choices: Vec<String>,
    },

    /// Several devices answer to what was asked for.
    #[error("`{request}` matches several OpenCL devices; choose by number:\n{}", .choices.join("\n"))]
    Ambiguous {
        /// What was asked for.
        request: String,
        /// The devices that match, a line each.
        choices: Vec<String>,
    },

    /// Calls were to be made again, among them one that is not kept well enough for that.
    #[error("calls with {call} among them can't be made again")]
    NotRecorded {
        /// The call.
        call: &'static str,
    },

    /// A dialect was asked for that the device can't have.
    #[error("{device} can't have `{choice}`: it lacks {lacks}")]
    Dialect {
        /// The device's name.
        device: String,
        /// The choice that it can't have, as it is asked for.
        choice: String,
        /// What it lacks.
        lacks: String,
    },

    /// The facts were not read from a device of this process, so there is no device to open.
    #[error("`{name}` was not listed by this process, so it can't be opened")]
    NotListed {
        /// The device's name.
        name: String,
    },

    /// The driver refused to build a program.
    #[error(
        "{device} does not build the program{}\noptions: {options}\n{log}",
        .source_file.as_ref().map(|p| format!(" (its source is kept in {})", p.display())).unwrap_or_default()
    )]
    Build {
        /// The device's name.
        device: String,
        /// The build options given.
        options: String,
        /// The driver's log, as it gave it.
        log: String,
        /// Where the program's source was kept, if it could be written.
        source_file: Option<PathBuf>,
    },

    /// A program source or a kernel name holds a zero byte, which OpenCL's C interface can't express.
    #[error("{what} holds a zero byte")]
    ZeroByte {
        /// What holds it.
        what: String,
    },

    /// The program has no kernel of this name.
    #[error("the program has no kernel `{name}`")]
    NoKernel {
        /// The name asked for.
        name: String,
    },

    /// A buffer is larger than the device allows.
    #[error(
        "a buffer of {bytes} bytes is larger than {device} allows: \
         {max_allocation} bytes at once, {global_memory} in all, of which {allocated} are taken"
    )]
    TooLarge {
        /// The size asked for, in bytes.
        bytes: u64,
        /// The device's name.
        device: String,
        /// The device's largest single allocation, in bytes.
        max_allocation: u64,
        /// The device's global memory, in bytes.
        global_memory: u64,
        /// What the session's buffers take already, in bytes.
        allocated: u64,
    },

    /// A read, write or fill reaches outside its buffer.
    #[error("{what} of {bytes} bytes at {offset} is outside a buffer of {size} bytes")]
    OutOfRange {
        /// Read, write or fill.
        what: &'static str,
        /// Where it starts, in bytes.
        offset: usize,
        /// How much it covers, in bytes.
        bytes: usize,
        /// The buffer's size, in bytes.
        size: usize,
    },

    /// A fill's pattern is of a size that OpenCL does not take, or does not divide the range.
    #[error(
        "a fill pattern of {pattern} bytes can't fill {bytes} bytes at {offset}: its size must be a power \
         of two up to 128 and divide both"
    )]
    Pattern {
        /// The pattern's size, in bytes.
        pattern: usize,
        /// Where the range starts, in bytes.
        offset: usize,
        /// The range's size, in bytes.
        bytes: usize,
    },

    /// A kernel's argument is missing, out of range or of the wrong kind.
    #[error("kernel `{kernel}`, argument {index}: {reason}")]
    Argument {
        /// The kernel's name.
        kernel: String,
        /// The argument's position, from 0.
        index: u32,
        /// What is wrong with it.
        reason: String,
    },

    /// A launch's sizes are not ones that the kernel can have on this device.
    #[error(
        "kernel `{kernel}` can't be launched with {global} work-items in groups of {local}: {reason}"
    )]
    Geometry {
        /// The kernel's name.
        kernel: String,
        /// Work-items in all.
        global: usize,
        /// Work-items in a workgroup.
        local: usize,
        /// What is wrong with them.
        reason: String,
    },

    /// Objects of two sessions were used together.
    #[error("{what} belongs to another session")]
    ForeignObject {
        /// The object.
        what: &'static str,
    },

    /// The device stopped answering, or a kernel faulted or ran out of the device's resources. The
    /// session is of no further use; a new one may work.
    #[error(
        "the device failed while {doing}: {function} answered {}",
        status::name(*.code)
    )]
    DeviceLost {
        /// The OpenCL function called.
        function: &'static str,
        /// What was being done.
        doing: String,
        /// The status code.
        code: i32,
    },

    /// Any other error that a call answered with.
    #[error("{function} answered {} while {doing}", status::name(*.code))]
    Api {
        /// The OpenCL function called.
        function: &'static str,
        /// What was being done.
        doing: String,
        /// The status code.
        code: i32,
    },
}

impl OpenClError {
    /// True where there is no device to be had, rather than a failure of one.
    pub fn is_absence(&self) -> bool {
        matches!(self, Self::NoLoader { .. } | Self::NoPlatform | Self::NoDevice { .. })
    }
}
