//! Opening what a user calls a study: its store, or the data that was exported from it.

use std::path::Path;

use igc_study::{Dataset, Store};

use crate::failed::Failed;
use crate::output::fail;

/// The results of a study, from its store or from the JSON that `igc study export` writes.
pub fn dataset(path: &Path) -> Result<Dataset, Failed> {
    if Store::is_store(path) {
        return store(path)?.dataset().or_else(|error| fail(Failed::Input, error));
    }
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .or_else(|error| fail(Failed::Input, format_args!("{shown}: {error}")))?;
    let dataset: Dataset = serde_json::from_str(&text).or_else(|error| {
        let what = "it is neither a store of a study nor what `igc study export` writes";
        fail(Failed::Input, format_args!("{shown}: {what}: {error}"))
    })?;
    match dataset.check() {
        Ok(()) => Ok(dataset),
        Err(error) => fail(Failed::Input, format_args!("{shown}: {error}")),
    }
}

/// A store that there is.
pub fn store(path: &Path) -> Result<Store, Failed> {
    Store::open(path).or_else(|error| fail(Failed::Input, error))
}
