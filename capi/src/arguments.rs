//! The arguments of runs: parameters, inputs, places for outputs, and limits.

use std::ffi::{c_char, c_void};
use std::fmt::Display;
use std::time::Duration;

use facade::{Arguments, ArrayData};

use crate::borrow::{changed, free, give, place, reference, slice, text, type_of};
use crate::cancel::igc_cancel;
use crate::error::{Failure, call, igc_error};
use crate::outcome::Wanted;
use crate::status::igc_status;
use crate::status::igc_type::{self, *};

/// The arguments of a run. They can be used for any number of runs, and changed between runs. Several threads may use them
/// at the same time as long as none changes them.
#[derive(Default)]
pub struct igc_arguments {
    pub arguments: Arguments,
    /// Where the caller wants outputs.
    pub wanted: Vec<Wanted>,
}

/// Makes arguments without parameters, inputs and outputs. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_arguments_new(
    arguments: *mut *mut igc_arguments,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or a place for the result.
        give(unsafe { place(arguments, "arguments") }?, igc_arguments::default());
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Changes arguments.
unsafe fn change(
    arguments: *mut igc_arguments,
    error: *mut *mut igc_error,
    work: impl FnOnce(Arguments) -> Result<Arguments, Failure>,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or arguments that it has not freed.
        let given = unsafe { changed(arguments, "arguments") }?;
        given.arguments = work(given.arguments.clone())?;
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

unsafe fn parameter(
    arguments: *mut igc_arguments,
    name: *const c_char,
    value: impl Display,
    error: *mut *mut igc_error,
) -> igc_status {
    // SAFETY: the caller gives NULL or valid pointers.
    unsafe {
        change(arguments, error, |arguments| {
            let name = text(name, "name")?;
            Ok(arguments.without(name).param(name, value))
        })
    }
}

/// Sets a parameter of type `bool`. The last value of a parameter counts. The run checks its name, type and range. No other
/// thread may use the arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_arguments_set_bool(
    arguments: *mut igc_arguments,
    name: *const c_char,
    value: bool,
    error: *mut *mut igc_error,
) -> igc_status {
    // SAFETY: the caller gives NULL or valid pointers.
    unsafe { parameter(arguments, name, value, error) }
}

/// Sets a parameter of a whole number, as igc_arguments_set_bool does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_arguments_set_i64(
    arguments: *mut igc_arguments,
    name: *const c_char,
    value: i64,
    error: *mut *mut igc_error,
) -> igc_status {
    // SAFETY: the caller gives NULL or valid pointers.
    unsafe { parameter(arguments, name, value, error) }
}

/// Sets a parameter of a whole number, a node or an edge, as igc_arguments_set_bool does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_arguments_set_u64(
    arguments: *mut igc_arguments,
    name: *const c_char,
    value: u64,
    error: *mut *mut igc_error,
) -> igc_status {
    // SAFETY: the caller gives NULL or valid pointers.
    unsafe { parameter(arguments, name, value, error) }
}

/// Sets a parameter of type `f32` or `f64`, as igc_arguments_set_bool does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_arguments_set_f64(
    arguments: *mut igc_arguments,
    name: *const c_char,
    value: f64,
    error: *mut *mut igc_error,
) -> igc_status {
    // SAFETY: the caller gives NULL or valid pointers.
    unsafe { parameter(arguments, name, value, error) }
}

/// Sets a parameter of any type to a value as a program writes it, such as `3`, `0.85` or `true`, or `none` for a node that
/// may be missing, as igc_arguments_set_bool does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_arguments_set_text(
    arguments: *mut igc_arguments,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut igc_error,
) -> igc_status {
    // SAFETY: the caller gives NULL or valid pointers.
    unsafe {
        change(arguments, error, |arguments| {
            let (name, value) = (text(name, "name")?, text(value, "value")?);
            Ok(arguments.without(name).param(name, value))
        })
    }
}

/// Sets an input of nodes or edges: `count` elements of the type `type`, row by row. Nodes and edges are IGC_TYPE_U32. The
/// array is copied. The run checks the name, the type and the count. No other thread may use the arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_arguments_set_input(
    arguments: *mut igc_arguments,
    name: *const c_char,
    r#type: i32,
    data: *const c_void,
    count: usize,
    error: *mut *mut igc_error,
) -> igc_status {
    // SAFETY: the caller gives NULL or an array of this length and type.
    unsafe {
        change(arguments, error, |arguments| {
            let name = text(name, "name")?;
            let values = copied(type_of(r#type, "type")?, data, count)?;
            Ok(arguments.without(name).input(name, values))
        })
    }
}

unsafe fn copied(ty: igc_type, data: *const c_void, count: usize) -> Result<ArrayData, Failure> {
    unsafe fn values<T: Copy>(data: *const c_void, count: usize) -> Result<Vec<T>, Failure> {
        // SAFETY: the caller of the outer function promises it.
        Ok(unsafe { slice(data.cast::<T>(), count, "data") }?.to_vec())
    }
    // SAFETY: the caller gives an array of this length and type. A `bool` is read as a byte, which may have any value.
    unsafe {
        Ok(match ty {
            IGC_TYPE_NONE => return Err(Failure::argument("an input needs a type".into())),
            IGC_TYPE_BOOL => {
                let bytes = slice(data.cast::<u8>(), count, "data")?;
                ArrayData::Bool(bytes.iter().map(|byte| *byte != 0).collect())
            }
            IGC_TYPE_I32 => ArrayData::I32(values(data, count)?),
            IGC_TYPE_U32 => ArrayData::U32(values(data, count)?),
            IGC_TYPE_I64 => ArrayData::I64(values(data, count)?),
            IGC_TYPE_U64 => ArrayData::U64(values(data, count)?),
            IGC_TYPE_F32 => ArrayData::F32(values(data, count)?),
            IGC_TYPE_F64 => ArrayData::F64(values(data, count)?),
        })
    }
}

/// Sets the items of an input worklist: `count` nodes, which are copied. No other thread may use the arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_arguments_set_nodes(
    arguments: *mut igc_arguments,
    name: *const c_char,
    nodes: *const u32,
    count: usize,
    error: *mut *mut igc_error,
) -> igc_status {
    // SAFETY: the caller gives NULL or an array of this length.
    unsafe {
        change(arguments, error, |arguments| {
            let name = text(name, "name")?;
            Ok(arguments.without(name).items(name, slice(nodes, count, "nodes")?.to_vec()))
        })
    }
}

/// Names the array of the caller into which runs write an output: `data` has room for `capacity` elements of the type
/// `type`. Each run writes at most so many elements; a run with more elements fails with IGC_INVALID_ARGUMENT. NULL removes
/// the place. The caller keeps the array as long as runs use it. No other thread may use the arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_arguments_set_output(
    arguments: *mut igc_arguments,
    name: *const c_char,
    r#type: i32,
    data: *mut c_void,
    capacity: usize,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        let (given, name) = unsafe { (changed(arguments, "arguments")?, text(name, "name")?) };
        given.wanted.retain(|known| known.name != name);
        if !data.is_null() {
            let ty = type_of(r#type, "type")?;
            given.wanted.push(Wanted { name: name.to_owned(), ty, data, capacity });
        }
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Sets whether the oracles of the program check the results of runs: see igc_outcome_is_refused. No other thread may use
/// the arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_arguments_set_check(
    arguments: *mut igc_arguments,
    check: bool,
    error: *mut *mut igc_error,
) -> igc_status {
    // SAFETY: the caller gives NULL or valid pointers.
    unsafe { change(arguments, error, |arguments| Ok(arguments.check(check))) }
}

/// Lets a request end the runs. NULL removes the request. The arguments keep what they need of the request. No other thread
/// may use the arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_arguments_set_cancel(
    arguments: *mut igc_arguments,
    cancel: *const igc_cancel,
    error: *mut *mut igc_error,
) -> igc_status {
    // SAFETY: the caller gives NULL or valid pointers.
    unsafe {
        let cancel = cancel.as_ref().map(|cancel| cancel.0.clone()).unwrap_or_default();
        change(arguments, error, |arguments| Ok(arguments.cancel(&cancel)))
    }
}

/// Gives runs a time limit in seconds, after which a run ends before its next kernel or the next round of a loop, with
/// IGC_TIMED_OUT. Loading a graph and building kernels are not interrupted. The limit must be positive. No other thread may
/// use the arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_arguments_set_timeout(
    arguments: *mut igc_arguments,
    seconds: f64,
    error: *mut *mut igc_error,
) -> igc_status {
    // SAFETY: the caller gives NULL or valid pointers.
    unsafe {
        change(arguments, error, |arguments| match Duration::try_from_secs_f64(seconds) {
            Ok(limit) if limit > Duration::ZERO => Ok(arguments.timeout(limit)),
            _ => Err(Failure::argument(format!("{seconds} s is not a time limit"))),
        })
    }
}

/// Frees arguments. NULL is accepted. No other thread may use them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_arguments_free(arguments: *mut igc_arguments) {
    // SAFETY: the caller owns the arguments.
    unsafe { free(arguments) }
}

/// Returns the arguments of a run. NULL stands for none.
///
/// # Safety
///
/// The pointer is NULL, or valid and not changed while the result is used.
pub unsafe fn given<'a>(arguments: *const igc_arguments) -> Option<&'a igc_arguments> {
    // SAFETY: the caller promises it.
    unsafe { reference(arguments, "arguments") }.ok()
}
