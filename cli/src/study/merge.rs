//! `igc study merge`: merges stores of one study.

use igc_study::Store;

use crate::args::study::MergeArguments;
use crate::failed::Failed;
use crate::output::{fail, grouped};

/// Merges the stores into the first one, and prints the number of new results of each store.
pub fn merge(arguments: &MergeArguments) -> Result<(), Failed> {
    let mut out = Store::create(&arguments.out).or_else(|error| fail(Failed::Input, error))?;
    for path in &arguments.stores {
        let merged = out.merge(path).or_else(|error| fail(Failed::Input, error))?;
        let [runs, known, failures] =
            [merged.runs, merged.known, merged.failures].map(|count| grouped(count as u64));
        let shown = path.display();
        let steps = match merged.step_runs {
            0 => String::new(),
            count => format!(", with the steps of {} configurations", grouped(count as u64)),
        };
        eprintln!(
            "{shown}: {runs} new runs and {failures} new failures{steps}; {known} runs were known"
        );
    }
    Ok(())
}
