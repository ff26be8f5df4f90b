//! The options of `igc explain`.

use std::ffi::OsString;

use clap::Args;
use igc_compiler::configuration::Configuration;

use crate::device::DeviceArguments;
use crate::model::ModelArguments;
use crate::passes::PassArguments;
use crate::policy::PolicyArguments;
use crate::values::{GRAPH_HELP, graph_spec, name_and_value, opts, opts_help};

/// `igc explain`
#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// An error code such as E0101, a pass, an optimisation, or a program: a file, or the name of a
    /// problem or program of `igc problems`. For a program, igc lists
    /// where each optimisation applies, where it does not, and why. By default, igc lists all codes
    /// and passes
    pub subject: Option<OsString>,
    /// Optimisations to apply to the program.
    #[arg(
        long,
        value_name = "FLAGS",
        help = explain_opts_help(),
        value_parser = opts,
        conflicts_with = "policy"
    )]
    pub opts: Option<Configuration>,
    /// The scalar passes.
    #[command(flatten)]
    pub passes: PassArguments,
    /// The policy that chooses the optimisations instead.
    #[command(flatten)]
    pub policy: PolicyArguments,
    /// The model of adaptive runs.
    #[command(flatten)]
    pub model: ModelArguments,
    /// Count the memory accesses of each kernel in each order of visits on a graph, and estimate
    /// which order is cheapest
    #[arg(long, requires = "graph", conflicts_with_all = ["opts", "policy"])]
    pub workload: bool,
    /// Show which plan igc chooses for a problem or a program on a graph and a device, the facts and the rules that
    /// decide, and the alternatives
    #[arg(long, requires = "graph", conflicts_with_all = ["opts", "policy", "workload"])]
    pub auto: bool,
    /// Show what a program exchanges between ranks, or the statements that cannot run on several ranks. With --graph,
    /// also how the graph is divided
    #[arg(long, conflicts_with_all = ["opts", "passes", "policy", "workload", "auto"])]
    pub distributed: bool,
    /// With --distributed and --graph: the numbers of ranks, separated by commas
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "2,4,8,16,64,256,1024",
        value_parser = clap::value_parser!(u32).range(1..=65536)
    )]
    pub ranks: Vec<u32>,
    /// The graph of --auto, --distributed or --workload: a file or a generator
    #[arg(long, value_name = "SPEC", long_help = GRAPH_HELP, value_parser = graph_spec())]
    pub graph: Option<String>,
    /// Set a parameter, for --auto; may be repeated
    #[arg(short, long = "param", value_name = "NAME=VALUE", requires = "auto", value_parser = name_and_value)]
    pub param: Vec<(String, String)>,
    /// The device of --auto.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// Print the explanation of a program as JSON
    #[arg(long)]
    pub json: bool,
}

/// Returns the help of `--opts` of `igc explain`.
fn explain_opts_help() -> String {
    format!(
        "{}. By default, all, and igc also lists the orders, virtual warps and frontiers \
         that each loop can have",
        opts_help()
    )
}
