//! Refuses a process that was forked after igc was used.
//!
//! igc starts threads and opens drivers. A forked process has none of these threads, so a run would wait for them
//! forever.

use std::sync::OnceLock;

use pyo3::prelude::*;

use crate::errors;

/// The process that used igc first.
static USER: OnceLock<u32> = OnceLock::new();

/// Returns whether this process was forked from one that had used igc.
pub fn is_forked() -> bool {
    USER.get().is_some_and(|user| *user != std::process::id())
}

/// Notes that this process uses igc.
///
/// # Errors
///
/// Returns an error if the process was forked from one that had used igc.
pub fn enter(py: Python<'_>) -> PyResult<()> {
    USER.get_or_init(std::process::id);
    if !is_forked() {
        return Ok(());
    }
    let message = "this process was forked from a process that had used igc\n\
                   help: start processes with `multiprocessing.get_context(\"spawn\")`, or use igc only after the fork";
    Err(errors::make(py, "fork", message))
}
