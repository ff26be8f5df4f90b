//! Errors, and the guard that no panic passes.

use std::any::Any;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use facade::Error;
use facade::diagnostics::render;

use crate::status::igc_status;

/// An empty text.
pub const EMPTY: &CStr = c"";

/// A failure of a call. A call that fails gives it to the caller, who frees it. It does not change, so any number of
/// threads may read it at the same time.
#[derive(Debug)]
pub struct igc_error {
    status: igc_status,
    code: CString,
    message: CString,
    help: CString,
    rendered: CString,
    diagnostics: CString,
}

/// The reason why a call fails.
pub struct Failure(Box<igc_error>);

impl Failure {
    /// Returns the failure of a call with an argument that is not possible.
    pub fn argument(message: String) -> Failure {
        Failure::new(igc_status::IGC_INVALID_ARGUMENT, "argument", message)
    }

    /// Returns the failure of a bug.
    pub fn internal(message: &str) -> Failure {
        Failure::new(
            igc_status::IGC_INTERNAL_ERROR,
            "internal",
            format!("internal error: {message}"),
        )
    }

    fn new(status: igc_status, code: &str, message: String) -> Failure {
        Failure(Box::new(igc_error {
            status,
            code: c_text(code),
            rendered: c_text(&message),
            message: c_text(&message),
            help: CString::default(),
            diagnostics: c_text("[]"),
        }))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let diagnostics = match &error {
            Error::Program { path, text, diagnostics } => render::json(path, text, diagnostics),
            _ => "[]".to_owned(),
        };
        Failure(Box::new(igc_error {
            status: error.kind().into(),
            code: c_text(error.code()),
            message: c_text(&error.message()),
            help: c_text(&error.help()),
            rendered: c_text(&error.to_string()),
            diagnostics: c_text(&diagnostics),
        }))
    }
}

/// Does the work of a function. An error or a panic goes to `error`, unless that is NULL.
///
/// # Safety
///
/// `error` is NULL, or a pointer to which the function may write.
pub unsafe fn call(
    error: *mut *mut igc_error,
    work: impl FnOnce() -> Result<(), Failure>,
) -> igc_status {
    // What a panic leaves behind is either dropped, or guarded by the facade.
    let result = catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|payload| Err(Error::Panic(panic_text(&*payload)).into()));
    let (status, given) = match result {
        Ok(()) => (igc_status::IGC_OK, std::ptr::null_mut()),
        Err(Failure(failure)) => (failure.status, Box::into_raw(failure)),
    };
    // SAFETY: the caller promises that the pointer is NULL or valid. `given` is from a box.
    unsafe {
        match (error.is_null(), given.is_null()) {
            (false, _) => error.write(given),
            (true, false) => drop(Box::from_raw(given)),
            (true, true) => {}
        }
    }
    status
}

/// Does the work of a function that cannot fail. After a panic, which is a bug, it returns `otherwise`.
pub fn quietly<T>(otherwise: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(otherwise)
}

/// Returns a text for the caller. A zero byte, which C cannot represent, becomes a replacement character.
pub fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a message").to_owned()
}

/// Returns a text of an error, or an empty text if there is no error.
unsafe fn part(error: *const igc_error, of: impl FnOnce(&igc_error) -> &CString) -> *const c_char {
    // SAFETY: the caller of the library gives NULL or an error that it has not freed.
    unsafe { error.as_ref() }.map_or(EMPTY.as_ptr(), |error| of(error).as_ptr())
}

/// Returns the status of the call that failed, or IGC_OK for NULL. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_error_status(error: *const igc_error) -> igc_status {
    // SAFETY: as in `part`.
    unsafe { error.as_ref() }.map_or(igc_status::IGC_OK, |error| error.status)
}

/// Returns the name of the cause: the code of the first diagnostic of a program that does not compile, such as `E0101`,
/// and otherwise a word such as `parameter` or `no-device`. The text lives as long as the error. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_error_code(error: *const igc_error) -> *const c_char {
    // SAFETY: as in `part`.
    unsafe { part(error, |error| &error.code) }
}

/// Returns what is wrong, in UTF-8, without excerpts of a program and without help. The text lives as long as the error.
/// Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_error_message(error: *const igc_error) -> *const c_char {
    // SAFETY: as in `part`.
    unsafe { part(error, |error| &error.message) }
}

/// Returns what can be done about the error, or an empty text. The text lives as long as the error. Any thread may call
/// this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_error_help(error: *const igc_error) -> *const c_char {
    // SAFETY: as in `part`.
    unsafe { part(error, |error| &error.help) }
}

/// Returns the whole error as text for a person: all diagnostics of a program, with excerpts, and help. The text lives as
/// long as the error. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_error_rendered(error: *const igc_error) -> *const c_char {
    // SAFETY: as in `part`.
    unsafe { part(error, |error| &error.rendered) }
}

/// Returns the diagnostics of a program that does not compile as a JSON array, in the form of `igc check --diagnostics json`. The
/// array is empty for other errors. The text lives as long as the error. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_error_diagnostics(error: *const igc_error) -> *const c_char {
    // SAFETY: as in `part`.
    unsafe { part(error, |error| &error.diagnostics) }
}

/// Frees an error. NULL is accepted. No other thread may use the error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_error_free(error: *mut igc_error) {
    if !error.is_null() {
        // SAFETY: the caller owns the error, which is from a box.
        quietly((), || drop(unsafe { Box::from_raw(error) }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error() {
        let mut error = std::ptr::null_mut();
        // SAFETY: the pointers are valid, and the error is freed once.
        unsafe {
            let status = call(&raw mut error, || panic!("too large: {}", 7));
            assert_eq!(status, igc_status::IGC_INTERNAL_ERROR);
            assert_eq!(igc_error_status(error), status);
            let rendered = CStr::from_ptr(igc_error_rendered(error)).to_str().unwrap();
            assert!(rendered.starts_with("internal error: too large: 7\nhelp: "), "{rendered}");
            igc_error_free(error);
            assert_eq!(call(std::ptr::null_mut(), || panic!("again")), status);
        }
        assert_eq!(quietly(3, || panic!("again")), 3);
    }
}
