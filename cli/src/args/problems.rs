//! The options of `igc problems`, `igc show` and `igc new`.

use std::path::PathBuf;

use clap::Args;

/// `igc problems`
#[derive(Debug, Args)]
pub struct ProblemsArguments {
    /// A problem, or a program: describe only this problem, with more details. By default, igc
    /// describes all problems
    pub name: Option<String>,
    /// Print the description as JSON
    #[arg(long)]
    pub json: bool,
}

/// `igc show`
#[derive(Debug, Args)]
pub struct ShowArguments {
    /// A program that is part of igc, such as bfs_hybrid, or a problem, whose default program is
    /// printed
    pub name: String,
}

/// `igc new`
#[derive(Debug, Args)]
pub struct NewArguments {
    /// The file to write, which must not exist. By default, the name of the program of --from, with
    /// the ending .ig, in the current folder
    #[arg(required_unless_present = "from")]
    pub file: Option<PathBuf>,
    /// Copy a program that is part of igc, or the default program of a problem, with the files that
    /// it imports. By default, igc writes a small program with comments
    #[arg(long, value_name = "NAME")]
    pub from: Option<String>,
}
