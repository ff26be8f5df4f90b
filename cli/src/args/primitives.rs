//! The options of `igc search primitives`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use igc_measure::primitives::Primitive;

use super::search::budget;
use crate::device::DeviceArguments;
use crate::watchdog::BUILD_TIMEOUT;

/// What a search for policies does not try.
pub const NOT_SEARCHED: &str = "the search does not try flags, orders of passes or programs";

const SCOPE: &str = "\
    The search tries parameters of primitives on a device. It does not try flags, orders of \
    passes or programs: `igc bench` compares flags and programs, and `igc search PROGRAM` \
    searches for orders.";

/// `igc search primitives`
#[derive(Debug, Args)]
#[command(after_help = SCOPE)]
pub struct PrimitiveArguments {
    /// The OpenCL device; by default, the first one
    #[command(flatten)]
    pub device: DeviceArguments,
    /// A primitive to tune: copy, reduction, scan, reduction-by-key, segmented-reduction, compaction
    /// or push; may be repeated. By default, all of them
    #[arg(long = "primitive", value_name = "NAME")]
    pub primitives: Vec<Primitive>,
    /// Time for the search, such as 90s, 20m or 2h
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = budget)]
    pub budget: Duration,
    /// Number of elements of the sequences; by default, 2²⁴ on GPUs and 2²⁰ on other devices, or
    /// fewer on devices with little memory
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 28))]
    pub elements: Option<u32>,
    /// Seed of the random trials
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Number of timed runs of each trial
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub repeat: u32,
    /// Number of timed runs of each of the best configurations at the end
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub final_repeat: u32,
    /// The file that keeps every trial. If it exists, the search continues. By default,
    /// primitives.search in the current folder
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// The file of a search on another device: its best configurations are measured too, and the
    /// report compares the devices; may be repeated
    #[arg(long = "other", value_name = "FILE")]
    pub others: Vec<PathBuf>,
    /// Print the report of the file of --store, and measure nothing
    #[arg(long)]
    pub report_only: bool,
    /// Write the policy to this file. By default, igc stores it for the runs on this device
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Maximum time to wait for the device, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
    /// Maximum time for the driver to build a configuration, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = BUILD_TIMEOUT.as_secs(), value_parser = clap::value_parser!(u64).range(1..))]
    pub build_timeout: u64,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}
