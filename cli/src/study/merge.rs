//! `igc study merge`: stores of one study, brought together.

use igc_study::Store;

use super::arguments::MergeArguments;
use crate::failed::Failed;
use crate::output::{fail, grouped};

/// Brings the stores in, one after the other, and says what came of each.
pub fn merge(arguments: &MergeArguments) -> Result<(), Failed> {
    let mut out = Store::create(&arguments.out).or_else(|error| fail(Failed::Input, error))?;
    for path in &arguments.stores {
        let merged = out.merge(path).or_else(|error| fail(Failed::Input, error))?;
        let [runs, known, failures] =
            [merged.runs, merged.known, merged.failures].map(|count| grouped(count as u64));
        let shown = path.display();
        let steps = match merged.step_runs {
            0 => String::new(),
            count => format!(", and the steps of {} configurations", grouped(count as u64)),
        };
        eprintln!(
            "{shown}: {runs} runs and {failures} failures are new{steps}, {known} runs were there"
        );
    }
    Ok(())
}
