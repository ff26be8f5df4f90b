//! `igc man`: writes manual pages, which `clap_mangen` makes from the command line's own description.

use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::{Arguments, ManArguments};
use crate::failed::Failed;
use crate::output;

/// Writes the page of `igc` and of each command.
///
/// # Errors
///
/// Returns an error if a file cannot be written.
pub fn man(arguments: &ManArguments) -> Result<(), Failed> {
    output::create_folder(&arguments.folder)?;
    let mut command = Arguments::command().disable_help_subcommand(true);
    command.build();
    write(&command, &arguments.folder)
}

/// Writes the page of a command, and the pages of its commands.
fn write(command: &Command, folder: &Path) -> Result<(), Failed> {
    // Such as `igc-graph-info`, which `build` has set.
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let mut page = vec![];
    Man::new(command.clone()).render(&mut page).expect("writing to memory succeeds");
    output::write(&folder.join(format!("{name}.1")), page)?;
    let shown = |inner: &&Command| !inner.is_hide_set() && inner.get_name() != "help";
    command.get_subcommands().filter(shown).try_for_each(|inner| write(inner, folder))
}
