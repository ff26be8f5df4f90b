//! Programs.

use std::ffi::{CString, c_char};
use std::path::Path;
use std::sync::OnceLock;

use facade::diagnostics::render;
use facade::{Configuration, Program, Source};

use crate::borrow::{free, give, place, reference, text};
use crate::error::{EMPTY, Failure, c_text, call, igc_error};
use crate::status::igc_status;

/// A compiled program. It is the same for every graph and device, and any number of threads may use it at the same time.
pub struct igc_program {
    pub program: Program,
    warnings: CString,
    manifest: OnceLock<CString>,
}

/// Reads a configuration. NULL is the one without optimisations.
unsafe fn configuration(options: *const c_char) -> Result<Configuration, Failure> {
    if options.is_null() {
        return Ok(Configuration::default());
    }
    // SAFETY: the caller gives NULL or a text.
    let options = unsafe { text(options, "options") }?;
    Configuration::parse(options).map_err(|error| Failure::argument(error.to_string()))
}

/// Gives a compiled program to the caller.
unsafe fn compiled(
    source: impl FnOnce() -> Result<Source, Failure>,
    options: *const c_char,
    out: *mut *mut igc_program,
) -> Result<(), Failure> {
    // SAFETY: the caller gives NULL or valid pointers.
    unsafe {
        let place = place(out, "program")?;
        let configuration = configuration(options)?;
        let program = Program::from_source(source()?, &configuration)?;
        let Source { path, text, .. } = program.source();
        let warnings = match program.warnings() {
            [] => CString::default(),
            warnings => c_text(&render::plain(path, text, warnings)),
        };
        give(place, igc_program { program, warnings, manifest: OnceLock::new() });
    }
    Ok(())
}

/// Compiles the text of a program. `name` is the name of the program in errors and reports. `options` are the optimisations,
/// as `--opts` of the command line takes them, such as `all` or `fg8,coop-cv`; NULL is `none`. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_program_compile(
    name: *const c_char,
    text: *const c_char,
    options: *const c_char,
    program: *mut *mut igc_program,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        let source = || unsafe {
            let name = crate::borrow::text(name, "name")?.to_owned();
            let text = crate::borrow::text(text, "text")?.to_owned();
            Ok(Source { path: name.clone(), name, text })
        };
        // SAFETY: likewise.
        unsafe { compiled(source, options, program) }
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Compiles the program of a file, with the files that it imports. `options` are those of igc_program_compile. Any thread
/// may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_program_load(
    path: *const c_char,
    options: *const c_char,
    program: *mut *mut igc_program,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        let source = || Ok(Source::read(Path::new(unsafe { text(path, "path") }?))?);
        // SAFETY: likewise.
        unsafe { compiled(source, options, program) }
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Compiles a program of the library: the default program of a problem, such as `bfs`, or a program, such as `bfs_wl`.
/// `options` are those of igc_program_compile. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_program_named(
    name: *const c_char,
    options: *const c_char,
    program: *mut *mut igc_program,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        let source = || Ok(Source::named(unsafe { text(name, "name") }?)?);
        // SAFETY: likewise.
        unsafe { compiled(source, options, program) }
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Describes a program as a JSON object: its name, options, method, requirements on the graph and check, and its
/// `parameters`, `inputs` and `outputs` with their types, extents and meanings. The text lives as long as the program. Any
/// thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_program_manifest(
    program: *const igc_program,
    json: *mut *const c_char,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        unsafe {
            let place = place(json.cast::<*mut c_char>(), "json")?;
            let program = reference(program, "program")?;
            let known = match program.manifest.get() {
                Some(known) => known,
                None => {
                    let manifest = serde_json::to_string(&program.program.manifest()?);
                    let made = manifest.map_err(|error| Failure::internal(&error.to_string()))?;
                    program.manifest.get_or_init(|| c_text(&made))
                }
            };
            *place = known.as_ptr().cast_mut();
        }
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Returns the warnings about a program as text for a person, or an empty text for a program without warnings and for NULL.
/// The text lives as long as the program. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_program_warnings(program: *const igc_program) -> *const c_char {
    // SAFETY: the caller gives NULL or a program that it has not freed.
    unsafe { program.as_ref() }.map_or(EMPTY.as_ptr(), |program| program.warnings.as_ptr())
}

/// Frees a program. NULL is accepted. No other thread may use the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_program_free(program: *mut igc_program) {
    // SAFETY: the caller owns the program.
    unsafe { free(program) }
}
