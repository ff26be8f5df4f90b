//! `igc study policy`: writes the recommendations of a study as a policy file.

use std::path::PathBuf;

use clap::Args;
use igc_study::policy::Policy;

use super::open;
use crate::failed::Failed;
use crate::message;
use crate::output::{print, write};

/// `igc study policy`
#[derive(Debug, Args)]
pub struct PolicyArguments {
    /// The study: its store, or the JSON file that `igc study export` wrote
    #[arg(value_name = "STUDY")]
    pub study: PathBuf,
    /// The file to write; by default, standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

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
