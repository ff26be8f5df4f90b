//! Notes which [`Engine`] runs programs in this process: the interpreter, igc's own machine code, or a
//! driver. If the process crashes, the handler of the signal reads this note (`cli/src/crash.rs`), so that
//! the message can name the driver and say how to avoid it.
//!
//! The note is a single atomic number, because a signal handler must not take a lock. Nothing else
//! depends on it.

use std::sync::atomic::{AtomicU8, Ordering};

/// What executes the code of programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// The interpreter.
    Interpreter,
    /// The native target: machine code that igc generates.
    Native,
    /// The driver of CUDA.
    Cuda,
    /// The OpenCL driver with this name and version.
    OpenCl(&'static str),
}

/// No engine, or an OpenCL driver, which `igc-opencl` notes.
const OTHER: u8 = 0;
const INTERPRETER: u8 = 1;
const NATIVE: u8 = 2;
const CUDA: u8 = 3;

static CURRENT: AtomicU8 = AtomicU8::new(OTHER);

/// Notes that the interpreter runs programs from now on.
pub(crate) fn interpreter_starts() {
    CURRENT.store(INTERPRETER, Ordering::Release);
}

/// Notes that the native target runs programs from now on.
#[cfg(feature = "native")]
pub(crate) fn native_starts() {
    CURRENT.store(NATIVE, Ordering::Release);
}

/// Notes that the driver of CUDA runs programs from now on.
#[cfg(feature = "cuda")]
pub(crate) fn cuda_starts() {
    CURRENT.store(CUDA, Ordering::Release);
}

/// Notes that an OpenCL driver runs programs from now on.
#[cfg(feature = "opencl")]
pub(crate) fn opencl_starts() {
    CURRENT.store(OTHER, Ordering::Release);
}

/// Returns the engine that this process started last, or `None` if it has not started any. A signal
/// handler may call this function.
pub fn current() -> Option<Engine> {
    match CURRENT.load(Ordering::Acquire) {
        INTERPRETER => Some(Engine::Interpreter),
        NATIVE => Some(Engine::Native),
        CUDA => Some(Engine::Cuda),
        _ => driver().map(Engine::OpenCl),
    }
}

#[cfg(feature = "opencl")]
fn driver() -> Option<&'static str> {
    igc_opencl::driver_in_use()
}

#[cfg(not(feature = "opencl"))]
fn driver() -> Option<&'static str> {
    None
}
