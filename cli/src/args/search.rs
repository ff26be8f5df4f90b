//! The options of `igc search`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use igc_compiler::configuration::Configuration;

use super::primitives::PrimitiveArguments;
use crate::device::DeviceArguments;
use crate::limits::LimitArguments;
use crate::values::{GRAPH_HELP, graph_spec, name_and_value, opts};

/// What a search for an order does not try.
pub const NOT_SEARCHED: &str =
    "the search does not try other flags or programs; `igc bench` compares those";

const SCOPE: &str = "\
    The search tries orders of passes for one program, graph and device, with the flags of \
    --opts. It does not try other flags or programs: `igc bench` compares those. `igc search \
    primitives` searches for the parameters of primitives on a device.";

/// `igc search`
#[derive(Debug, Args)]
#[command(after_help = SCOPE)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(disable_help_subcommand = true)]
pub struct SearchArguments {
    /// Another search, or what to do with the files of earlier searches.
    #[command(subcommand)]
    pub command: Option<SearchCommand>,
    /// The program: a file, which ends in .ig or contains a slash; or the name of a problem or of a
    /// program that is part of igc (`igc problems`)
    #[arg(required = true, value_name = "PROGRAM")]
    pub file: Option<PathBuf>,
    /// The graph: a file or a generator
    #[arg(long, value_name = "SPEC", required = true, long_help = GRAPH_HELP, value_parser = graph_spec())]
    pub graph: Option<String>,
    /// Set a parameter of the program; may be repeated
    #[arg(short, long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub param: Vec<(String, String)>,
    /// The device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// The flags of all configurations, as for `igc run`
    #[arg(long, value_name = "FLAGS", default_value = "none", value_parser = opts)]
    pub opts: Configuration,
    /// The passes whose order is searched: scalar (those of igc) or llvm (those of LLVM's tools,
    /// which then compile the kernels)
    #[arg(long, value_enum, value_name = "PASSES", default_value_t)]
    pub over: Over,
    /// Time for the search, such as 90s, 20m or 2h
    #[arg(long, value_name = "TIME", default_value = "20m", value_parser = budget)]
    pub budget: Duration,
    /// Seed of the random orders
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Number of timed runs of each order
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub repeat: u32,
    /// Number of timed runs of each of the best orders at the end. One half chooses the best order and
    /// the other half judges it, so 95 % confidence intervals need at least 12
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub final_repeat: u32,
    /// The file that keeps every trial. If it exists, the search continues. By default, NAME.search
    /// in the current folder
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// The file of an earlier search, whose best orders are tried first if its program is similar;
    /// may be repeated
    #[arg(long, value_name = "FILE")]
    pub earlier: Vec<PathBuf>,
    /// Try the orders in this file instead of proposing orders. Each line has the passes of one
    /// order, separated by commas or plus signs. With --over llvm, a machine without LLVM's tools
    /// tries those orders whose kernels are in its cache
    #[arg(long, value_name = "FILE", conflicts_with_all = ["earlier", "seed"])]
    pub orders: Option<PathBuf>,
    /// Write a policy with the best order to this file, for --policy
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The launch geometry and the limits of the runs.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

/// The passes whose order is searched.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Over {
    /// The scalar passes of igc.
    #[default]
    Scalar,
    /// The passes of LLVM.
    Llvm,
}

/// Other searches, and what `igc search` does with the files of earlier searches.
#[derive(Debug, Subcommand)]
pub enum SearchCommand {
    /// Measure the best order of each search on the programs of all searches, and print the
    /// speedups as tables.
    Cross(CrossArguments),
    /// Tune primitives, such as scans and pushes, on an OpenCL device, and store the policy for runs.
    Primitives(PrimitiveArguments),
}

/// `igc search cross`
#[derive(Debug, Args)]
pub struct CrossArguments {
    /// The files of searches for orders of the same kind of passes. They may be of different
    /// programs, graphs and devices
    #[arg(required = true, value_name = "FILE.search")]
    pub stores: Vec<PathBuf>,
    /// The device on which to measure. The tables also contain the devices of earlier measurements
    /// in the file of --store
    #[command(flatten)]
    pub device: DeviceArguments,
    /// A program that has moved since its search; may be repeated
    #[arg(long = "program", value_name = "PROGRAM")]
    pub programs: Vec<PathBuf>,
    /// The file that keeps the measurements. If it exists, only missing ones are made. By default,
    /// cross.search in the current folder
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Number of timed runs of each order; 95 % confidence intervals need at least 6
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub repeat: u32,
    /// Print the tables of the measurements so far, and measure nothing
    #[arg(long)]
    pub report_only: bool,
    /// The launch geometry and the limits of the runs.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print the tables as JSON
    #[arg(long)]
    pub json: bool,
}

/// Parses a time such as `20m`.
pub(super) fn budget(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a number with a unit, such as 90s, 20m or 2h".to_string();
    let unit = text.chars().last().ok_or_else(wrong)?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        _ => return Err(wrong()),
    };
    let number: u64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    match number.checked_mul(seconds) {
        Some(seconds @ 1..=2_592_000) => Ok(Duration::from_secs(seconds)),
        _ => Err("expected a time from 1s to 720h".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_has_a_unit() {
        assert_eq!(budget("20m"), Ok(Duration::from_secs(1200)));
        assert_eq!(budget("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(budget("2h"), Ok(Duration::from_secs(7200)));
        for wrong in ["", "20", "m", "1.5m", "0s", "721h", "-1m", "9é", "99999999999999999999h"] {
            assert!(budget(wrong).is_err(), "{wrong}");
        }
    }
}
