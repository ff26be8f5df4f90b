//! The results of runs.

use std::ffi::{CString, c_char, c_void};
use std::sync::OnceLock;

use facade::auto::Choice;
use facade::{ArrayData, Outcome};

use crate::borrow::{check_array, free, place, reference, text};
use crate::error::{EMPTY, Failure, c_text, call, igc_error, quietly};
use crate::status::igc_status;
use crate::status::igc_type;

/// The result of a run. It does not change, so any number of threads may use it at the same time.
pub struct igc_outcome {
    outcome: Outcome,
    plan: CString,
    reason: CString,
    report: OnceLock<CString>,
}

impl igc_outcome {
    /// Returns the result of a run, with the choice if igc has chosen the plan.
    pub fn of(outcome: Outcome, choice: Option<&Choice>) -> igc_outcome {
        let plan = choice.map_or(String::new(), |choice| choice.plan.to_string());
        let reason = choice.map_or(String::new(), |choice| choice.reason.to_string());
        let (plan, reason) = (c_text(&plan), c_text(&reason));
        igc_outcome { outcome, plan, reason, report: OnceLock::new() }
    }
}

/// An array that belongs to igc.
#[repr(C)]
pub struct igc_array {
    /// The elements.
    pub data: *const c_void,
    /// Number of elements.
    pub count: usize,
    /// The type of the elements.
    pub r#type: igc_type,
}

/// Returns the place of the elements of an output.
fn start(data: &ArrayData) -> *const c_void {
    match data {
        ArrayData::Bool(values) => values.as_ptr().cast(),
        ArrayData::I32(values) => values.as_ptr().cast(),
        ArrayData::U32(values) | ArrayData::Node(values) | ArrayData::Edge(values) => {
            values.as_ptr().cast()
        }
        ArrayData::I64(values) => values.as_ptr().cast(),
        ArrayData::U64(values) => values.as_ptr().cast(),
        ArrayData::F32(values) => values.as_ptr().cast(),
        ArrayData::F64(values) => values.as_ptr().cast(),
    }
}

/// An array of the caller for an output.
pub struct Wanted {
    pub name: String,
    pub ty: igc_type,
    pub data: *mut c_void,
    pub capacity: usize,
}

impl Wanted {
    /// Checks the type of the output.
    pub fn check(&self, ty: igc_type) -> Result<(), Failure> {
        let Wanted { name, ty: wanted, .. } = self;
        match ty == *wanted {
            true => Ok(()),
            false => Err(Failure::argument(format!(
                "the output `{name}` has the type {ty:?}, but its array has the type {wanted:?}"
            ))),
        }
    }

    /// Writes an output into the array of the caller.
    ///
    /// # Safety
    ///
    /// The array has room for as many elements as its capacity.
    pub unsafe fn write(&self, outcome: &Outcome) -> Result<(), Failure> {
        let Wanted { name, capacity, .. } = self;
        let data = outcome.output(name).ok_or_else(|| unknown(name))?;
        self.check(data.ty().into())?;
        let count = data.len();
        if count > *capacity {
            return Err(Failure::argument(format!(
                "the output `{name}` has {count} elements, but its array has room for {capacity}"
            )));
        }
        let bytes = count * element_size(data);
        check_array(self.data.cast::<u8>(), bytes, name)?;
        // SAFETY: the caller promises that the array is so large. It is not part of the outcome. Bytes need no alignment.
        unsafe { std::ptr::copy_nonoverlapping(start(data).cast::<u8>(), self.data.cast(), bytes) };
        Ok(())
    }
}

fn element_size(data: &ArrayData) -> usize {
    match data {
        ArrayData::Bool(_) => 1,
        ArrayData::I64(_) | ArrayData::U64(_) | ArrayData::F64(_) => 8,
        _ => 4,
    }
}

/// Returns the failure of a caller that names an output that does not exist.
pub fn unknown(name: &str) -> Failure {
    Failure::argument(format!("the program has no output `{name}`"))
}

/// Writes the place of an output to `array`. The elements live as long as the outcome. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_outcome_output(
    outcome: *const igc_outcome,
    name: *const c_char,
    array: *mut igc_array,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        unsafe {
            reference(array, "array")?;
            array.write(igc_array {
                data: std::ptr::null(),
                count: 0,
                r#type: igc_type::IGC_TYPE_NONE,
            });
            let (outcome, name) = (reference(outcome, "outcome")?, text(name, "name")?);
            let data = outcome.outcome.output(name).ok_or_else(|| unknown(name))?;
            array.write(igc_array {
                data: start(data),
                count: data.len(),
                r#type: data.ty().into(),
            });
        }
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Returns whether an oracle rejected the result, or false for NULL and for a run without a check. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_outcome_is_refused(outcome: *const igc_outcome) -> bool {
    // SAFETY: the caller gives NULL or an outcome that it has not freed.
    let outcome = unsafe { outcome.as_ref() };
    quietly(false, || outcome.is_some_and(|outcome| outcome.outcome.is_refused()))
}

/// Returns the time of the run on the device in seconds, or 0 for NULL: the initialisation of state, and `main`. Any thread
/// may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_outcome_seconds(outcome: *const igc_outcome) -> f64 {
    // SAFETY: as in `igc_outcome_is_refused`.
    let outcome = unsafe { outcome.as_ref() };
    outcome.map_or(0.0, |outcome| outcome.outcome.report.seconds.compute)
}

/// Returns the plan that igc has chosen, such as `bfs_wl --opts fg8`, or an empty text if igc has not chosen. The text lives
/// as long as the outcome. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_outcome_plan(outcome: *const igc_outcome) -> *const c_char {
    // SAFETY: as in `igc_outcome_is_refused`.
    unsafe { outcome.as_ref() }.map_or(EMPTY.as_ptr(), |outcome| outcome.plan.as_ptr())
}

/// Returns the reason for the plan, or an empty text if igc has not chosen. The text lives as long as the outcome. Any
/// thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_outcome_reason(outcome: *const igc_outcome) -> *const c_char {
    // SAFETY: as in `igc_outcome_is_refused`.
    unsafe { outcome.as_ref() }.map_or(EMPTY.as_ptr(), |outcome| outcome.reason.as_ptr())
}

/// Describes a run as a JSON object, in the form of `igc run --json`: times, counts, and what oracles said. The text lives as
/// long as the outcome. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_outcome_report(
    outcome: *const igc_outcome,
    json: *mut *const c_char,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or valid pointers.
        unsafe {
            let place = place(json.cast::<*mut c_char>(), "json")?;
            let outcome = reference(outcome, "outcome")?;
            let known = match outcome.report.get() {
                Some(known) => known,
                None => {
                    let report = serde_json::to_string(&outcome.outcome.report);
                    let made = report.map_err(|error| Failure::internal(&error.to_string()))?;
                    outcome.report.get_or_init(|| c_text(&made))
                }
            };
            *place = known.as_ptr().cast_mut();
        }
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Frees an outcome, and with it the outputs. NULL is accepted. No other thread may use the outcome.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_outcome_free(outcome: *mut igc_outcome) {
    // SAFETY: the caller owns the outcome.
    unsafe { free(outcome) }
}
