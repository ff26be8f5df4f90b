//! What `igc bench barrier`, `host`, `launch` and `micro` take. The help texts are the reference.

use std::path::PathBuf;
#[cfg(feature = "opencl")]
use std::time::Duration;

use clap::{Args, Subcommand};
use igc_compiler::options::Options;
use igc_measure::opencl::{MAX_BARRIERS, Microbenchmark};
use igc_runtime::grid::{GridBarrier, MAX_GRID_GROUPS};
#[cfg(feature = "opencl")]
use igc_runtime::watch::Watch;

use crate::device::DeviceArguments;
use crate::limits::LimitArguments;
use crate::values::{GRAPH_HELP, name_and_value};
#[cfg(feature = "opencl")]
use crate::watchdog;

/// What `igc bench` measures beside programs.
#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Time the grid barrier of outlined loops (oitergb), and check that messages pass it.
    Barrier(BarrierArguments),
    /// Time the rounds of a program's loops against the same calls of the driver, and against launches
    /// that do nothing.
    Host(HostArguments),
    /// Time launches, and how much of its time the device is at work where the host reads four bytes
    /// between two kernels.
    Launch(LaunchArguments),
    /// Time two microbenchmarks: atomics that are combined before they are sent (sg-cmb), and reads held
    /// together by barriers (m-divg).
    Micro(MicroArguments),
}

/// `igc bench host`
#[derive(Debug, Args)]
pub struct HostArguments {
    /// A program with loops that the host drives; by default the breadth-first search bfs_wl
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The graph; its rounds should have little work
    #[arg(long, value_name = "SPEC", default_value = "chain:1001", long_help = GRAPH_HELP)]
    pub graph: String,
    /// A parameter of the program
    #[arg(short, long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub param: Vec<(String, String)>,
    /// Optimisations, separated by commas, as `igc run` takes them
    #[arg(long, value_name = "FLAGS", default_value = "none", value_parser = Options::parse)]
    pub opts: Options,
    /// Which device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// Measure everything N times; from six on, medians have 95 % intervals
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub runs: u32,
    /// How the program is run, and when it is given up.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print the measurements as JSON
    #[arg(long)]
    pub json: bool,
}

/// How kernels of igc's own are measured.
#[derive(Debug, Args)]
pub struct MeasuringArguments {
    /// Measure everything N times; from six on, medians have 95 % intervals
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub runs: u32,
    /// Give up when the device has not finished a launch for so long
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
    /// Print the measurements as JSON
    #[arg(long)]
    pub json: bool,
}

#[cfg(feature = "opencl")]
impl MeasuringArguments {
    /// Ends the process when the device is silent for too long.
    pub fn guard(&self, watch: &Watch) {
        watchdog::guard(watch, Duration::from_secs(self.timeout));
    }
}

/// `igc bench barrier`
#[derive(Debug, Args)]
pub struct BarrierArguments {
    /// Which device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// Workgroups of a launch, separated by commas; by default one, and 1, 2, 4 and 8 for each compute
    /// unit
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_GRID_GROUPS)))]
    pub groups: Vec<u32>,
    /// Work-items of a workgroup, separated by commas; by default 128 and 256
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    pub workgroup_size: Vec<u32>,
    /// Implementations of the barrier, separated by commas: counter, flags; by default both
    #[arg(long, value_name = "BARRIER", value_delimiter = ',')]
    pub implementation: Vec<GridBarrier>,
    /// How often a workgroup looks whether others have started before it goes on without them; by
    /// default as suits the device
    #[arg(long, value_name = "LOOKS")]
    pub patience: Option<u32>,
    /// Time launches with N and with 2 N barriers
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_BARRIERS)))]
    pub rounds: u32,
    /// How it is measured.
    #[command(flatten)]
    pub measuring: MeasuringArguments,
}

/// `igc bench launch`
#[derive(Debug, Args)]
pub struct LaunchArguments {
    /// Which device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// How long kernels are to take, separated by commas; by default from 0 to 1000
    #[arg(long, value_name = "MICROSECONDS", value_delimiter = ',', value_parser = microseconds)]
    pub kernel_time: Vec<f64>,
    /// How it is measured.
    #[command(flatten)]
    pub measuring: MeasuringArguments,
}

/// `igc bench micro`
#[derive(Debug, Args)]
pub struct MicroArguments {
    /// Which of them: sg-cmb, m-divg; by default both
    #[arg(value_name = "BENCHMARK")]
    pub benchmarks: Vec<Microbenchmark>,
    /// Which device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// How it is measured.
    #[command(flatten)]
    pub measuring: MeasuringArguments,
}

/// The longest kernel that is asked for: no driver ends one for that.
const MAX_MICROSECONDS: f64 = 100_000.0;

fn microseconds(text: &str) -> Result<f64, String> {
    let time: f64 = text.parse().map_err(|_| "expected a number".to_string())?;
    let fits = (0.0..=MAX_MICROSECONDS).contains(&time);
    fits.then_some(time).ok_or(format!("choose from 0 to {MAX_MICROSECONDS}"))
}
