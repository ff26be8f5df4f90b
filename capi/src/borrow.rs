//! Pointers of the caller as references, texts and slices, and texts for the caller.

use std::ffi::{CStr, CString, c_char};

use crate::error::{Failure, quietly};
use crate::status::igc_type;

/// Returns what a pointer points to.
///
/// # Safety
///
/// The pointer is NULL, or valid while the reference is used.
pub unsafe fn reference<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    // SAFETY: the caller promises it.
    unsafe { pointer.as_ref() }.ok_or_else(|| null(name))
}

/// Returns what a pointer points to, which the function may change.
///
/// # Safety
///
/// The pointer is NULL, or valid and not used by others while the reference is used.
pub unsafe fn changed<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Failure> {
    // SAFETY: the caller promises it.
    unsafe { pointer.as_mut() }.ok_or_else(|| null(name))
}

/// Returns a text.
///
/// # Safety
///
/// The pointer is NULL, or a text that ends with a zero byte and does not change.
pub unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller promises it.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| Failure::argument(format!("`{name}` is not UTF-8")))
}

/// Returns `count` elements. A pointer to no elements may be NULL.
///
/// # Safety
///
/// The pointer is NULL, or points to `count` elements that do not change.
pub unsafe fn slice<'a, T>(
    pointer: *const T,
    count: usize,
    name: &str,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    check_array(pointer, count, name)?;
    // SAFETY: the caller promises it, and the pointer is aligned.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Checks that an array can exist at an address.
pub fn check_array<T>(pointer: *const T, count: usize, name: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(null(name));
    }
    if !pointer.is_aligned() {
        return Err(Failure::argument(format!("`{name}` is not aligned for its elements")));
    }
    let fits =
        count.checked_mul(size_of::<T>()).is_some_and(|bytes| isize::try_from(bytes).is_ok());
    match fits {
        true => Ok(()),
        false => Err(Failure::argument(format!("`{name}` cannot have {count} elements"))),
    }
}

/// Returns the place for a result, which is NULL until there is a result.
///
/// # Safety
///
/// The pointer is NULL, or the function may write to it.
pub unsafe fn place<'a, T>(out: *mut *mut T, name: &str) -> Result<&'a mut *mut T, Failure> {
    if out.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller promises it. The memory may be uninitialised, so it is written first.
    unsafe {
        out.write(std::ptr::null_mut());
        Ok(&mut *out)
    }
}

/// Gives a handle to the caller.
pub fn give<T>(place: &mut *mut T, value: T) {
    *place = Box::into_raw(Box::new(value));
}

/// Frees a handle.
///
/// # Safety
///
/// The pointer is NULL, or from [`give`] and not freed.
pub unsafe fn free<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: the caller promises it.
        quietly((), || drop(unsafe { Box::from_raw(pointer) }));
    }
}

/// Returns the type of a number of the caller, which may be any number.
pub fn type_of(number: i32, name: &str) -> Result<igc_type, Failure> {
    use igc_type::*;
    let all = [
        IGC_TYPE_NONE,
        IGC_TYPE_BOOL,
        IGC_TYPE_I32,
        IGC_TYPE_U32,
        IGC_TYPE_I64,
        IGC_TYPE_U64,
        IGC_TYPE_F32,
        IGC_TYPE_F64,
    ];
    let found = all.into_iter().find(|one| *one as i32 == number);
    found
        .ok_or_else(|| Failure::argument(format!("`{name}` is {number}, which is not an igc_type")))
}

fn null(name: &str) -> Failure {
    Failure::argument(format!("`{name}` is NULL"))
}

/// Frees a text that a function has given to the caller. NULL is accepted. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_string_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the text is from `CString::into_raw`.
        quietly((), || drop(unsafe { CString::from_raw(text) }));
    }
}
