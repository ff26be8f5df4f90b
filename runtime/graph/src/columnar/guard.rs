//! Turns panics of a decoder into errors: the decoders of Parquet and Arrow panic on some damaged files.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::Problem;

thread_local! {
    static IS_DECODING: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether this thread runs a decoder whose panics become errors. A panic hook need not print them.
pub fn is_decoding() -> bool {
    IS_DECODING.get()
}

/// Runs a decoder. It must not be used again after an error, because it may be in any state.
pub(super) fn decoding<T>(work: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    IS_DECODING.set(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    IS_DECODING.set(false);
    result.unwrap_or_else(|_| {
        Err(Problem::Corrupt("the file is not valid: its decoder stopped".into()))
    })
}
