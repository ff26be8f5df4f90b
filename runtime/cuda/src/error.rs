//! The errors of this crate, one variant for each kind.

use std::path::PathBuf;

use igc_visible as visible;

/// How to get NVRTC. Messages about a missing compiler end with it.
pub(crate) const NVRTC_HELP: &str =
    "`pip install nvidia-cuda-nvrtc` installs it, and so does NVIDIA's CUDA toolkit";

/// An error from CUDA, or a request that CUDA cannot fulfil.
#[derive(Debug, thiserror::Error)]
pub enum CudaError {
    /// libcuda is not installed.
    #[error(
        "no CUDA driver: the library libcuda.so.1 was not found\n\
         help: it is a part of NVIDIA's driver"
    )]
    NoDriver,

    /// The driver finds no device.
    #[error("no CUDA device: {reason}")]
    NoDevice {
        /// The driver's words.
        reason: String,
    },

    /// There are fewer devices than the request needs.
    #[error("there is no device `cuda:{ordinal}`; the devices are:\n{}", .choices.join("\n"))]
    NoMatch {
        /// The number that was requested.
        ordinal: usize,
        /// The available devices, one per line.
        choices: Vec<String>,
    },

    /// The code is not in the cache, and NVRTC is not installed.
    #[error(
        "the kernels for {device} are not in the cache, and NVRTC, which compiles them, was not \
         found\nhelp: {NVRTC_HELP}"
    )]
    NoNvrtc {
        /// The device's name.
        device: String,
    },

    /// NVRTC is installed, but cannot be used.
    #[error("NVRTC cannot be used: {}: {reason}\nhelp: {NVRTC_HELP}", visible::path(.library))]
    Nvrtc {
        /// The library.
        library: PathBuf,
        /// What failed.
        reason: String,
    },

    /// NVRTC does not know an architecture.
    #[error(
        "NVRTC {version} does not compile for {architecture}, but for {known}\n\
         help: another version may: `pip install nvidia-cuda-nvrtc-cu12` installs 12.9, which knows older \
         GPUs, and `pip install nvidia-cuda-nvrtc` the newest one"
    )]
    Architecture {
        /// NVRTC's version.
        version: String,
        /// The architecture, such as `sm_70`.
        architecture: String,
        /// The architectures that it knows.
        known: String,
    },

    /// NVRTC rejected a program.
    #[error(
        "NVRTC {version} failed to compile the program{}\noptions: {options}\n{log}",
        .source_file.as_ref().map(|p| format!(" (its source is in {})", visible::path(p))).unwrap_or_default()
    )]
    Compile {
        /// NVRTC's version.
        version: String,
        /// The options.
        options: String,
        /// NVRTC's messages.
        log: String,
        /// The file in which the program's source was stored; `None` if it could not be written.
        source_file: Option<PathBuf>,
    },

    /// The driver is older than the NVRTC that wrote the code.
    #[error(
        "the kernels for {device} are PTX {version}, and its driver (CUDA {cuda}) loads at most PTX {newest}\n\
         help: install a newer driver, or the NVRTC of the driver's version: `pip install \
         nvidia-cuda-nvrtc=={cuda}.*`"
    )]
    NewPtx {
        /// The device's name.
        device: String,
        /// The version of the PTX.
        version: String,
        /// The version of CUDA that the driver supports.
        cuda: String,
        /// The newest version of PTX that the driver loads.
        newest: String,
    },

    /// Memory of the caller cannot be used.
    #[error("the array on the device cannot be used: {reason}")]
    Foreign {
        /// Why.
        reason: String,
    },

    /// The program has no kernel of this name.
    #[error("the program has no kernel `{name}`")]
    NoKernel {
        /// The kernel name that was requested.
        name: String,
    },

    /// The device has too little memory.
    #[error("{device} cannot allocate {bytes} bytes: {free} of {total} bytes are free")]
    OutOfMemory {
        /// The device's name.
        device: String,
        /// The requested size in bytes.
        bytes: usize,
        /// The device's free memory in bytes.
        free: usize,
        /// The device's memory in bytes.
        total: usize,
    },

    /// A command failed, and this process cannot use CUDA any more.
    #[error(
        "{device} stopped: {reason}{}\n\
         note: after such a failure, CUDA works again only in a new process",
        .kernels.as_ref().map(|names| format!("; the kernels that ran last: {names}")).unwrap_or_default()
    )]
    Lost {
        /// The device's name.
        device: String,
        /// The driver's words.
        reason: String,
        /// The kernels since the last time that the host waited, the last one first.
        kernels: Option<String>,
    },

    /// A call of the driver failed.
    #[error("{doing} failed: {reason}")]
    Call {
        /// What the call was for, such as `a launch of the kernel visit`.
        doing: String,
        /// The driver's words.
        reason: String,
    },
}

impl CudaError {
    /// Returns whether no CUDA device is available at all.
    pub fn is_absence(&self) -> bool {
        matches!(self, CudaError::NoDriver | CudaError::NoDevice { .. })
    }
}
