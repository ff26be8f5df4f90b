//! `igc study`: measuring a study, and what was measured.

mod arguments;
mod export;
mod merge;
mod new;
mod open;
mod policy;
mod progress;
mod run;
mod status;

pub use arguments::StudyCommand;

use crate::Failed;

/// Does what is asked of a study.
pub fn study(command: &StudyCommand) -> Result<(), Failed> {
    match command {
        StudyCommand::New(arguments) => new::new(arguments),
        StudyCommand::Run(arguments) => run::run(arguments),
        StudyCommand::Status(arguments) => status::status(arguments),
        StudyCommand::Export(arguments) => export::export(arguments),
        StudyCommand::Merge(arguments) => merge::merge(arguments),
        StudyCommand::Policy(arguments) => policy::policy(arguments),
    }
}
