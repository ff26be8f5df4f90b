//! Requests to end runs.

use facade::Cancel;

use crate::borrow::{free, give, place};
use crate::error::{call, igc_error, quietly};
use crate::status::igc_status;

/// A request to end runs early. Any number of threads may use it at the same time.
pub struct igc_cancel(pub Cancel);

/// Makes a request to end runs, which has no effect until igc_cancel_now is called. Any thread may call this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_cancel_new(
    cancel: *mut *mut igc_cancel,
    error: *mut *mut igc_error,
) -> igc_status {
    let work = || {
        // SAFETY: the caller gives NULL or a place for the result.
        let place = unsafe { place(cancel, "cancel") }?;
        give(place, igc_cancel(Cancel::default()));
        Ok(())
    };
    // SAFETY: likewise.
    unsafe { call(error, work) }
}

/// Ends the runs whose arguments have this request, now and in the future. A run ends before the next kernel or the next
/// round of a loop, with IGC_CANCELLED. NULL is accepted. Any thread may call this at any time, and so may a handler of a
/// signal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_cancel_now(cancel: *const igc_cancel) {
    // SAFETY: the caller gives NULL or a request that it has not freed.
    if let Some(igc_cancel(cancel)) = unsafe { cancel.as_ref() } {
        cancel.cancel();
    }
}

/// Returns whether igc_cancel_now was called, or false for NULL. Any thread may call this at any time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_cancel_requested(cancel: *const igc_cancel) -> bool {
    // SAFETY: as in `igc_cancel_now`.
    let cancel = unsafe { cancel.as_ref() };
    quietly(false, || cancel.is_some_and(|igc_cancel(cancel)| cancel.is_cancelled()))
}

/// Frees a request. Runs that have it go on. NULL is accepted. No other thread may use the request.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_cancel_free(cancel: *mut igc_cancel) {
    // SAFETY: the caller owns the request.
    unsafe { free(cancel) }
}
