//! Opens a study: its store, or the JSON file that was exported from it.

use std::path::Path;

use igc_runtime::source::{LARGE, read_text};
use igc_study::{Dataset, Store, SweepError};

use crate::failed::Failed;
use crate::message::shown;
use crate::output::{fail, with_help};

/// Reads the results of a study from its store, or from the JSON file that `igc study export`
/// writes.
///
/// # Errors
///
/// Returns an error if the file is neither, or if its data are inconsistent.
pub fn dataset(path: &Path) -> Result<Dataset, Failed> {
    if Store::is_store(path) {
        return store(path)?.dataset().or_else(fail_in_store);
    }
    let shown = shown(path);
    let text = read_text(path, LARGE)
        .or_else(|error| fail(Failed::Input, format_args!("{shown}: {error}")))?;
    let dataset: Dataset = serde_json::from_str(&text).or_else(|error| {
        let what = "the file is neither a study's store nor the JSON of `igc study export`";
        fail(Failed::Input, format_args!("{shown}: {what}: {error}"))
    })?;
    match dataset.check() {
        Ok(()) => Ok(dataset),
        Err(error) => fail(Failed::Input, format_args!("{shown}: {error}")),
    }
}

/// Opens an existing store.
///
/// # Errors
///
/// Returns an error if the file does not exist or is not a store.
pub fn store(path: &Path) -> Result<Store, Failed> {
    Store::open(path).or_else(fail_in_store)
}

/// Prints an error of a store, with what the user can do, and returns the failure.
pub fn fail_in_store<T>(error: impl Into<SweepError>) -> Result<T, Failed> {
    let error = error.into();
    fail(Failed::Input, with_help(&error, error.code()))
}
