//! Explains why the process ends at once: an allocation failed, or a driver crashed.
//!
//! Rust aborts when an allocation fails, and some drivers abort on a damaged cache. Neither can be
//! caught, so this module handles the signals of a crash: it prints an error that names the engine
//! that ran, and exits with a documented code. The allocator notes a failed allocation, because only
//! that distinguishes a lack of memory from an abort of the driver.
//!
//! A worker process ends by the signal, which its client reports.
//!
//! A write beyond the limit on the size of files is an error instead of a signal.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use igc_runtime::crash_note::{self, Engine};

use crate::failed::Failed;
use crate::message::NO_MEMORY;

/// The system's allocator, which also notes when an allocation has failed.
pub struct NotingAllocator;

/// Whether an allocation has failed. Code that can handle the failure may have gone on.
static OUT_OF_MEMORY: AtomicBool = AtomicBool::new(false);

/// The cache of a driver.
struct Cache {
    /// A part of the driver's name.
    platform: &'static str,
    /// The folder, for a message.
    folder: String,
}

/// The caches of drivers, found in advance because a signal handler must not allocate.
static CACHES: OnceLock<Vec<Cache>> = OnceLock::new();

/// The help for a bug.
const REPORT: &str =
    "help: this is a bug in igc; please report it, and attach the command and its files\n";

/// Whether the process ends by the signal after the message.
static KEEP_SIGNAL: AtomicBool = AtomicBool::new(false);

/// The signals of a crash.
const SIGNALS: [i32; 5] = [libc::SIGABRT, libc::SIGBUS, libc::SIGSEGV, libc::SIGILL, libc::SIGFPE];

fn noted(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        OUT_OF_MEMORY.store(true, Ordering::Relaxed);
    }
    memory
}

// SAFETY: every method calls the system's allocator with its own arguments, and returns its result.
unsafe impl GlobalAlloc for NotingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller fulfils the requirements of this method.
        noted(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller fulfils the requirements of this method.
        noted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller fulfils the requirements of this method.
        noted(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller fulfils the requirements of this method.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Handles the signals of a crash from now on. If `keep_signal` is set, the process still ends by
/// the signal, except if memory ran out.
pub fn explain_crashes(keep_signal: bool) {
    KEEP_SIGNAL.store(keep_signal, Ordering::Relaxed);
    CACHES.get_or_init(caches);
    // SAFETY: the function takes numbers.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    for signal in SIGNALS {
        // SAFETY: the structure is plain data, and zero is valid for every field. The handler is a
        // function of the right type. It runs on the alternative stack of the thread, which Rust
        // provides, because the cause may be a stack overflow.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handle as *const () as usize;
            action.sa_flags = libc::SA_ONSTACK | libc::SA_RESETHAND;
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
}

/// Finds the caches of drivers that messages may name.
#[cfg(feature = "opencl")]
fn caches() -> Vec<Cache> {
    let caches = igc_opencl::driver_caches().into_iter();
    caches.map(|cache| Cache { platform: cache.platform, folder: cache.folder }).collect()
}

#[cfg(not(feature = "opencl"))]
fn caches() -> Vec<Cache> {
    vec![]
}

/// Prints the error and ends the process. Calls only functions that are safe in a signal handler.
extern "C" fn handle(signal: i32) {
    if signal == libc::SIGABRT && OUT_OF_MEMORY.load(Ordering::Relaxed) {
        write(NO_MEMORY);
        // SAFETY: `_exit` takes a number and does not return.
        unsafe { libc::_exit(Failed::Input as i32) }
    }
    let failed = explain(crash_note::current());
    if KEEP_SIGNAL.load(Ordering::Relaxed) {
        // SAFETY: the functions take numbers. The signal has its default effect again.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
        return;
    }
    // SAFETY: as above.
    unsafe { libc::_exit(failed as i32) }
}

/// Prints which engine ran and what the user can do. Returns the exit code.
fn explain(engine: Option<Engine>) -> Failed {
    match engine {
        None => {
            write("error: igc has crashed; it ran no program and used no OpenCL driver\n");
            write(REPORT);
            Failed::Bug
        }
        Some(Engine::Interpreter) => {
            write(
                "error: igc has crashed while its interpreter (`--device interpreter`) was in use\n",
            );
            write(REPORT);
            Failed::Bug
        }
        Some(Engine::Native) => {
            write(
                "error: the process has crashed, probably in the machine code of igc's native \
                 target (`--device cpu`)\n",
            );
            write(REPORT);
            write(
                "help: to see whether the program reads or writes outside of its arrays, run it \
                 with `--device interpreter --checked`\n",
            );
            Failed::Device
        }
        Some(Engine::Cuda) => {
            write("error: the process has crashed, probably inside the driver of CUDA\n");
            write("help: `--device cpu` runs the program without CUDA\n");
            Failed::Device
        }
        Some(Engine::OpenCl(driver)) => {
            write("error: the process has crashed, probably inside the OpenCL driver ");
            write(driver);
            write("\n");
            let caches = CACHES.get().into_iter().flatten();
            for cache in caches.filter(|cache| driver.contains(cache.platform)) {
                write("help: if the driver's cache of kernels is damaged, delete ");
                write(&cache.folder);
                write("\n");
            }
            write("help: `--device cpu` runs the program without OpenCL\n");
            Failed::Device
        }
    }
}

fn write(text: &str) {
    // SAFETY: the pointer and the length belong to the text. A failure cannot be reported.
    let _ = unsafe { libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), text.len()) };
}
