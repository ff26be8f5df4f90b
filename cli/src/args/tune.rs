//! The arguments of `igc tune`. The doc comments of fields are the texts of `--help`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use igc::Arguments;

use super::search::budget;
use crate::device::DeviceArguments;
use crate::limits::LimitArguments;
use crate::values::{GRAPH_HELP, graph_spec, name_and_value};

/// `igc tune`
#[derive(Debug, Args)]
pub struct TuneArguments {
    /// Problems or programs of igc (`igc problems`), or files, which end in .ig or contain a slash
    #[arg(required_unless_present = "forget", value_name = "PROGRAM")]
    pub files: Vec<PathBuf>,
    /// The graph: a file or a generator
    #[arg(long, value_name = "SPEC", required_unless_present = "forget", long_help = GRAPH_HELP, value_parser = graph_spec())]
    pub graph: Option<String>,
    /// Set a parameter; may be repeated. Plans whose program lacks the parameter are not measured
    #[arg(short, long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub param: Vec<(String, String)>,
    /// An input of the program and its file (NumPy .npy, tab-separated text or MatrixMarket), or
    /// `random` for random values; may be repeated
    #[arg(long, value_name = "NAME=FILE", value_parser = name_and_value)]
    pub input: Vec<(String, String)>,
    /// The device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// Time for the measurement of each problem, such as 30s or 5m. At least one plan is measured
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = budget)]
    pub budget: Duration,
    /// Measure the plans of this file instead, one in each line, as `igc explain --auto` writes them
    #[arg(long, value_name = "FILE")]
    pub plans: Option<PathBuf>,
    /// Do not check the results
    #[arg(long)]
    pub no_check: bool,
    /// Measure nothing; forget the fastest plans of these programs on this graph and device with these
    /// parameters. Without a program and a graph, forget all plans
    #[arg(long, conflicts_with_all = ["plans", "no_check"])]
    pub forget: bool,
    /// The launch geometry and the limits of the runs.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print a line of JSON for each problem
    #[arg(long)]
    pub json: bool,
    /// Run plans for the process that started this one.
    #[arg(long, hide = true)]
    pub child: bool,
}

impl TuneArguments {
    /// Returns the specification of the graph. Only the arguments that forget all plans have none.
    pub fn spec(&self) -> &str {
        self.graph.as_deref().unwrap_or_default()
    }

    /// Returns the parameters and inputs that the user gave.
    pub fn given(&self) -> Arguments {
        let params = self.param.iter();
        let given = params.fold(Arguments::new(), |given, (name, value)| given.param(name, value));
        self.input.iter().fold(given, |given, (name, file)| given.file(name, file.as_ref()))
    }
}
