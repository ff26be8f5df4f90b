//! Finds the OpenCL loader library while the program runs.
//!
//! A binary that names `libOpenCL` among the libraries it needs does not start where there is none. So
//! nothing is linked; the library is opened on first use, from the first of these that opens:
//!
//! 1. the file that the environment variable `IGC_OPENCL_LIBRARY` names: it alone, when it is set;
//! 2. a library that is in the process already and has the OpenCL functions, as a simulator or tracer
//!    that was preloaded (`oclgrind igc run …` works this way);
//! 3. `libOpenCL.so.1`, then `libOpenCL.so`; on macOS the framework; on Windows `OpenCL.dll`.
//!
//! It stays open for the life of the process: drivers start threads and do not take unloading well.

use std::env;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::sync::OnceLock;

use libloading::Library;

use crate::trampolines::Api;

/// The environment variable that names the loader library to use instead of the system's.
pub const LIBRARY_VARIABLE: &str = "IGC_OPENCL_LIBRARY";

#[cfg(target_os = "macos")]
const SYSTEM_LIBRARIES: &[&str] = &["/System/Library/Frameworks/OpenCL.framework/OpenCL"];
#[cfg(windows)]
const SYSTEM_LIBRARIES: &[&str] = &["OpenCL.dll"];
#[cfg(not(any(target_os = "macos", windows)))]
const SYSTEM_LIBRARIES: &[&str] = &["libOpenCL.so.1", "libOpenCL.so"];

/// What became of the search for the library.
pub(crate) struct Loader {
    /// The functions found; all absent where there is no library.
    pub(crate) api: Api,
    /// Why no library could be opened, a line for each name tried; empty where one was.
    pub(crate) failures: Vec<String>,
    /// Keeps the functions' code mapped.
    _library: Option<Library>,
}

/// The library, opened on the first call.
pub(crate) fn loader() -> &'static Loader {
    static LOADER: OnceLock<Loader> = OnceLock::new();
    LOADER.get_or_init(open)
}

/// True where a loader library was found and opened.
pub(crate) fn is_present() -> bool {
    loader().failures.is_empty()
}

fn open() -> Loader {
    let names: Vec<OsString> = match env::var_os(LIBRARY_VARIABLE).filter(|name| !name.is_empty()) {
        Some(name) => vec![name],
        None => {
            if let Some(library) = already_in_process() {
                return with(library);
            }
            SYSTEM_LIBRARIES.iter().map(OsString::from).collect()
        }
    };
    let mut failures = Vec::new();
    for name in names {
        // SAFETY: opening a library runs its initialisers; that of an OpenCL loader is what the user
        // asks for by using this crate.
        match unsafe { Library::new(&name) } {
            Ok(library) if has_opencl(&library) => return with(library),
            Ok(_) => failures.push(format!("{}: it has no clGetPlatformIDs", name.display())),
            Err(error) => failures.push(failure(&name, &error)),
        }
    }
    Loader { api: Api::absent(), failures, _library: None }
}

/// True where the library is an OpenCL loader, not something else of that name.
fn has_opencl(library: &Library) -> bool {
    // SAFETY: only whether there is such a symbol is looked at.
    unsafe { library.get::<*const ()>("clGetPlatformIDs") }.is_ok()
}

/// Why a library did not open, in the words of the system where it gives any.
fn failure(name: &OsStr, error: &libloading::Error) -> String {
    match error.source() {
        Some(cause) => cause.to_string(),
        None => format!("{}: {error}", name.display()),
    }
}

fn with(library: Library) -> Loader {
    // SAFETY: the table's types are those of the OpenCL headers (through `cl-sys`), and the library is
    // kept open in the same value as the functions.
    let api = unsafe { Api::of(&library) };
    Loader { api, failures: Vec::new(), _library: Some(library) }
}

/// The process's own symbols, where something other than this crate's trampolines defines OpenCL there.
#[cfg(unix)]
fn already_in_process() -> Option<Library> {
    let process = Library::from(libloading::os::unix::Library::this());
    // SAFETY: only the address is looked at.
    let found = unsafe { process.get::<*const ()>("clGetPlatformIDs") }.ok().map(|f| *f)?;
    (found != crate::trampolines::clGetPlatformIDs as *const ()).then_some(process)
}

#[cfg(not(unix))]
fn already_in_process() -> Option<Library> {
    None
}
