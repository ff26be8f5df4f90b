//! Finds the OpenCL loader library at run time.
//!
//! A binary that is linked with `libOpenCL` does not start without the library. Therefore nothing
//! is linked, and the library is opened on first use. The loader uses the first library of this
//! list that can be opened:
//!
//! 1. The file that the environment variable `IGC_OPENCL_LIBRARY` names. If the variable is set, no
//!    other library is tried.
//! 2. A library that is already in the process and has the OpenCL functions, such as a preloaded
//!    simulator or tracer (`oclgrind igc run …` works this way).
//! 3. `libOpenCL.so.1`, then `libOpenCL.so`; on macOS the framework; on Windows `OpenCL.dll`.
//!
//! The library stays open as long as the process runs, because drivers start threads and may crash
//! when they are unloaded.

mod trampolines;

use std::env;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::OnceLock;

use igc_visible as visible;
use libloading::Library;

use trampolines::Api;

/// The environment variable that names a loader library to use instead of the system's library.
pub const LIBRARY_VARIABLE: &str = "IGC_OPENCL_LIBRARY";

#[cfg(target_os = "macos")]
const SYSTEM_LIBRARIES: &[&str] = &["/System/Library/Frameworks/OpenCL.framework/OpenCL"];
#[cfg(windows)]
const SYSTEM_LIBRARIES: &[&str] = &["OpenCL.dll"];
#[cfg(not(any(target_os = "macos", windows)))]
const SYSTEM_LIBRARIES: &[&str] = &["libOpenCL.so.1", "libOpenCL.so"];

/// The result of the search for the library.
pub(crate) struct Loader {
    /// The functions that were found. All are absent if there is no library.
    pub(crate) api: Api,
    /// The reasons why no library could be opened, one line per name. Empty if a library was
    /// opened.
    pub(crate) failures: Vec<String>,
    /// The open library, which keeps the code of its functions mapped.
    _library: Option<Library>,
}

/// Returns the loader. The first call opens the library.
pub(crate) fn loader() -> &'static Loader {
    static LOADER: OnceLock<Loader> = OnceLock::new();
    LOADER.get_or_init(open)
}

/// Returns whether a loader library was found and opened.
pub(crate) fn is_present() -> bool {
    loader().failures.is_empty()
}

fn open() -> Loader {
    let names: Vec<OsString> = match env::var_os(LIBRARY_VARIABLE).filter(|name| !name.is_empty()) {
        Some(name) => vec![name],
        None => {
            if let Some(library) = already_in_process() {
                return loader_with(library);
            }
            SYSTEM_LIBRARIES.iter().map(OsString::from).collect()
        }
    };
    let mut failures = Vec::new();
    for name in names {
        // SAFETY: opening a library runs its initialisers. Users of this crate expect the
        // initialisers of an OpenCL loader to run.
        match unsafe { Library::new(&name) } {
            Ok(library) if has_opencl(&library) => return loader_with(library),
            Ok(_) => failures.push(format!(
                "{}: the library does not define clGetPlatformIDs",
                visible::path(Path::new(&name))
            )),
            Err(error) => failures.push(failure(&name, &error)),
        }
    }
    Loader { api: Api::absent(), failures, _library: None }
}

/// Returns whether the library has the OpenCL functions, and is not another library of the same
/// name.
fn has_opencl(library: &Library) -> bool {
    // SAFETY: only the existence of the symbol is checked.
    unsafe { library.get::<*const ()>("clGetPlatformIDs") }.is_ok()
}

/// Returns the reason why a library could not be opened, in the system's words if available.
fn failure(name: &OsStr, error: &libloading::Error) -> String {
    match error.source() {
        Some(cause) => visible::name(&cause.to_string()).into_owned(),
        None => format!("{}: {error}", visible::path(Path::new(name))),
    }
}

fn loader_with(library: Library) -> Loader {
    // SAFETY: the types in the table are those of the OpenCL headers (through `cl-sys`), and the
    // returned value keeps the library open as long as the functions.
    let api = unsafe { Api::of(&library) };
    Loader { api, failures: Vec::new(), _library: Some(library) }
}

/// Returns the process itself as a library if it contains OpenCL functions other than this crate's
/// trampolines. Otherwise returns `None`.
#[cfg(unix)]
fn already_in_process() -> Option<Library> {
    let process = Library::from(libloading::os::unix::Library::this());
    // SAFETY: only the address is used.
    let found = unsafe { process.get::<*const ()>("clGetPlatformIDs") }.ok().map(|f| *f)?;
    (found != trampolines::clGetPlatformIDs as *const ()).then_some(process)
}

#[cfg(not(unix))]
fn already_in_process() -> Option<Library> {
    None
}
