//! `igc study`: measures a study, and exports, merges, compares and analyses its results.

mod compare;
mod export;
mod merge;
mod model;
mod new;
mod open;
mod policy;
mod progress;
mod report;
mod run;
mod status;
mod watch;

use crate::args::study::StudyCommand;
use crate::failed::Failed;

/// Runs a subcommand of `igc study`.
pub fn study(command: &StudyCommand) -> Result<(), Failed> {
    match command {
        StudyCommand::New(arguments) => new::new(arguments),
        StudyCommand::Run(arguments) => run::run(arguments),
        StudyCommand::Status(arguments) => status::status(arguments),
        StudyCommand::Watch(arguments) => watch::watch(arguments),
        StudyCommand::Export(arguments) => export::export(arguments),
        StudyCommand::Merge(arguments) => merge::merge(arguments),
        StudyCommand::Compare(arguments) => compare::compare(arguments),
        StudyCommand::Policy(arguments) => policy::policy(arguments),
        StudyCommand::Model(arguments) => model::model(arguments),
        StudyCommand::Report(arguments) => report::report(arguments),
    }
}
