//! `igc study policy`: writes the recommendations of a study as a policy file.

use igc_study::policy::Policy;

use super::open;
use crate::args::study::PolicyArguments;
use crate::failed::Failed;
use crate::message;
use crate::output::{print, write};

/// Analyses a study, and writes the policy that it recommends.
pub fn policy(arguments: &PolicyArguments) -> Result<(), Failed> {
    let dataset = open::dataset(&arguments.study)?;
    let policy = Policy::of(&dataset);
    if policy.rules.is_empty() {
        message::say(
            "note: the policy has no rules, because the study does not have enough results to decide \
             about any optimisation",
        );
    }
    let text = policy.to_string();
    match &arguments.output {
        Some(path) => write(path, &text),
        None => print(&text),
    }
}
