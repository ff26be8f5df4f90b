//! The arguments of `igc tune`. The doc comments of fields are the texts of `--help`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::search::budget;
use crate::device::DeviceArguments;
use crate::limits::LimitArguments;
use crate::values::{GRAPH_HELP, graph_spec, name_and_value};

/// `igc tune`
#[derive(Debug, Args)]
pub struct TuneArguments {
    /// Problems or programs of igc (`igc problems`), or files, which end in .ig or contain a slash
    #[arg(required = true, value_name = "PROGRAM")]
    pub files: Vec<PathBuf>,
    /// The graph: a file or a generator
    #[arg(long, value_name = "SPEC", long_help = GRAPH_HELP, value_parser = graph_spec())]
    pub graph: String,
    /// Set a parameter; may be repeated. Plans whose program lacks the parameter are not measured
    #[arg(short, long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub param: Vec<(String, String)>,
    /// The device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// Time for the measurement of each problem, such as 30s or 5m
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = budget)]
    pub budget: Duration,
    /// Measure the plans of this file instead, one in each line, as `igc explain --auto` writes them
    #[arg(long, value_name = "FILE")]
    pub plans: Option<PathBuf>,
    /// Do not check the results
    #[arg(long)]
    pub no_check: bool,
    /// The launch geometry and the limits of the runs.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print a line of JSON for each problem
    #[arg(long)]
    pub json: bool,
}
