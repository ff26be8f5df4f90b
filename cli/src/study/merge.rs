//! `igc study merge`: merges stores of one study.

use igc_study::Store;

use super::open;
use crate::args::study::MergeArguments;
use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::grouped;

/// Merges the stores into the first one, and prints the number of new results of each store.
///
/// # Errors
///
/// Returns an error if a store cannot be read or contradicts another. A store that did not exist
/// before is then removed.
pub fn merge(arguments: &MergeArguments) -> Result<(), Failed> {
    let is_new = !arguments.out.exists();
    let merged = merge_all(arguments);
    if is_new && merged.is_err() {
        // The error has been printed. If the file cannot be removed, it is an incomplete but valid
        // store.
        let _ = std::fs::remove_file(&arguments.out);
    }
    merged
}

fn merge_all(arguments: &MergeArguments) -> Result<(), Failed> {
    for path in &arguments.stores {
        // Before the output is created, check that there are stores.
        drop(Store::open(path).or_else(open::fail_in_store)?);
    }
    let mut out = Store::create(&arguments.out).or_else(open::fail_in_store)?;
    for path in &arguments.stores {
        let merged = out.merge(path).or_else(open::fail_in_store)?;
        let [runs, known, failures] =
            [merged.runs, merged.known, merged.failures].map(|count| grouped(count as u64));
        let shown = shown(path);
        let steps = match merged.step_runs {
            0 => String::new(),
            count => format!(", with the steps of {} configurations", grouped(count as u64)),
        };
        message::say(format_args!(
            "{shown}: {runs} new runs and {failures} new failures{steps}; {known} runs were known"
        ));
    }
    Ok(())
}
