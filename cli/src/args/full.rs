//! The arguments of `igc devices --calibrate --full`. The doc comments of fields are the texts of
//! `--help`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::search::budget;

const HEADING: &str = "Options of a full calibration";

/// The options that only a full calibration has.
#[derive(Debug, Args)]
pub struct FullArguments {
    /// End after this time, such as 90s, 20m or 2h. The next run continues
    #[arg(long, value_name = "TIME", value_parser = budget, requires = "full", conflicts_with = "conformance", help_heading = HEADING)]
    pub budget: Option<Duration>,
    /// Number of rounds. A round measures all configurations before the next round begins, so that a
    /// machine that is busy for a while affects only one of the rounds
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100), requires = "full", conflicts_with = "conformance", help_heading = HEADING)]
    pub rounds: u32,
    /// The file of a full calibration of another device, which the tables also contain; may be
    /// repeated
    #[arg(long = "with", value_name = "FILE", requires = "full", conflicts_with = "conformance", help_heading = HEADING)]
    pub with: Vec<PathBuf>,
    /// Print the tables of the file of --output and of the files of --with, and measure nothing
    #[arg(long, requires_all = ["full", "calibration_file"], conflicts_with = "conformance", help_heading = HEADING)]
    pub report_only: bool,
}
