//! The arguments of `igc bench` and of its commands. The doc comments of fields are the texts of `--help`.

use std::path::PathBuf;
#[cfg(feature = "opencl")]
use std::time::Duration;

use clap::{Args, Subcommand};
use igc_compiler::configuration::{Configuration, PassOrder};
use igc_measure::opencl::{MAX_BARRIERS, Microbenchmark};
use igc_runtime::grid_options::{GridBarrier, MAX_GRID_GROUPS};
#[cfg(feature = "opencl")]
use igc_runtime::watch::Watch;

use crate::device::DeviceArguments;
#[cfg(feature = "opencl")]
use crate::failed::Failed;
use crate::limits::LimitArguments;
use crate::model::ModelArguments;
use crate::passes::passes_help;
use crate::plot;
use crate::policy::{InputArguments, PolicyArguments};
use crate::values::{AutoOpts, GRAPH_HELP, auto_opts, graph_spec, name_and_value, opts};
#[cfg(feature = "opencl")]
use crate::watchdog;
use crate::watchdog::BUILD_TIMEOUT;

/// The benchmarks of `igc bench` that measure something other than programs.
#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Time the grid barrier of outlined loops (oitergb), and check that it orders memory accesses.
    Barrier(BarrierArguments),
    /// Measure the overhead of the host: time the rounds of a program's loops, the driver calls of
    /// these rounds alone, and launches of an empty kernel.
    Host(HostArguments),
    /// Time kernel launches, and measure the device's utilisation if the host reads four bytes
    /// after each kernel.
    Launch(LaunchArguments),
    /// Time two microbenchmarks: atomics combined per subgroup (sg-cmb), and divergent reads with
    /// barriers (m-divg).
    Micro(MicroArguments),
}

/// `igc bench`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(disable_help_subcommand = true)]
pub struct BenchArguments {
    /// A benchmark that measures something other than programs.
    #[command(subcommand)]
    pub command: Option<BenchCommand>,
    /// Programs: files, which end in .ig or contain a slash; or names of problems or of programs
    /// that are part of igc (`igc problems`)
    #[arg(required = true, value_name = "PROGRAM")]
    pub files: Vec<PathBuf>,
    /// A graph: a file or a generator. Each program runs on each graph; may be repeated
    #[arg(long = "graph", value_name = "SPEC", required = true, long_help = GRAPH_HELP, value_parser = graph_spec())]
    pub graphs: Vec<String>,
    /// Set a parameter in all programs that declare it; may be repeated
    #[arg(short, long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub param: Vec<(String, String)>,
    /// The device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// A configuration: optimisations separated by commas, as for `igc run`; may be repeated. The
    /// other configurations are compared with the first one. By default, `auto` and `none`. With
    /// `auto`, igc chooses a plan as `igc run` does, and compares configurations of the program of
    /// this plan, with its parameters
    #[arg(long, value_name = "FLAGS", value_parser = auto_opts)]
    pub opts: Vec<AutoOpts>,
    /// Scalar passes to run.
    #[arg(
        long,
        value_name = "LIST",
        help = passes_help("may be repeated. Each configuration is measured with each order"),
        value_parser = PassOrder::parse
    )]
    pub passes: Vec<PassOrder>,
    /// Add the baseline, each optimisation alone, and all optimisations together
    #[arg(long)]
    pub each: bool,
    /// Add all 96 configurations
    #[arg(long)]
    pub all_configurations: bool,
    /// A policy, which adds the configuration that it chooses.
    #[command(flatten)]
    pub policy: PolicyArguments,
    /// The inputs of the program.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// The model of adaptive runs.
    #[command(flatten)]
    pub model: ModelArguments,
    /// Number of timed runs of each configuration; 95 % confidence intervals need at least 6
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub repeat: u32,
    /// Number of runs of each configuration before the timed runs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub warmup: u32,
    /// Check the first result of each configuration with the program's oracles (the default)
    #[arg(long, overrides_with = "no_check")]
    pub check: bool,
    /// Do not check results
    #[arg(long)]
    pub no_check: bool,
    /// Also time configurations that compile to the same code as an earlier one
    #[arg(long)]
    pub repeat_identical: bool,
    /// The launch geometry and the limits of the runs.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Also state the limit of the hardware for each configuration, and the share of it that the
    /// configuration reaches. Needs an OpenCL device, whose rates are those of its calibration, or
    /// are measured first
    #[cfg(feature = "opencl")]
    #[arg(long)]
    pub roofline: bool,
    /// Print the comparisons as JSON
    #[arg(long)]
    pub json: bool,
    /// Write the time of every run to this CSV file
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Draw the distribution of the times of each configuration to this file. The ending selects the
    /// form: .svg, or .html for a page that also has the numbers
    #[arg(long, value_name = "FILE", value_parser = plot::file)]
    pub plot: Option<PathBuf>,
}

/// `igc bench host`
#[derive(Debug, Args)]
pub struct HostArguments {
    /// A program whose loops the host executes; by default, the breadth-first search bfs_wl
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The graph: a file or a generator. Choose a graph whose rounds have little work
    #[arg(long, value_name = "SPEC", default_value = "chain:1001", long_help = GRAPH_HELP, value_parser = graph_spec())]
    pub graph: String,
    /// Set a parameter of the program; may be repeated
    #[arg(short, long = "param", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub param: Vec<(String, String)>,
    /// Optimisations to apply, separated by commas, as for `igc run`
    #[arg(long, value_name = "FLAGS", default_value = "none", value_parser = opts)]
    pub opts: Configuration,
    /// The model of adaptive runs.
    #[command(flatten)]
    pub model: ModelArguments,
    /// The device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// Number of runs of each measurement; 95 % confidence intervals need at least 6
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub runs: u32,
    /// The launch geometry and the limits of the runs.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Time each call of the driver in a run of the program, and each kernel, instead of the rounds
    #[arg(long)]
    pub timeline: bool,
    /// Print the measurements as JSON
    #[arg(long)]
    pub json: bool,
}

/// Options of the benchmarks that run igc's own kernels.
#[derive(Debug, Args)]
pub struct MeasuringArguments {
    /// Number of runs of each measurement; 95 % confidence intervals need at least 6
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub runs: u32,
    /// Maximum time to wait for a launch, in seconds. Builds of kernels do not count
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
    /// Maximum time for the driver to build the kernels of a measurement, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = BUILD_TIMEOUT.as_secs(), value_parser = clap::value_parser!(u64).range(1..))]
    pub build_timeout: u64,
    /// Print the measurements as JSON
    #[arg(long)]
    pub json: bool,
}

#[cfg(feature = "opencl")]
impl MeasuringArguments {
    /// Ends the process if the device does not finish in time.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot start the thread that checks the time.
    pub fn guard(&self, watch: &Watch) -> Result<(), Failed> {
        let [timeout, build_timeout] = [self.timeout, self.build_timeout].map(Duration::from_secs);
        watchdog::guard(watch, timeout, build_timeout)
    }
}

/// `igc bench barrier`
#[derive(Debug, Args)]
pub struct BarrierArguments {
    /// The device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// Numbers of workgroups per launch, separated by commas; by default, one workgroup, and 1, 2,
    /// 4 and 8 workgroups per compute unit
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_GRID_GROUPS)))]
    pub groups: Vec<u32>,
    /// Workgroup sizes in work-items, separated by commas; by default, 128 and 256
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    pub workgroup_size: Vec<u32>,
    /// Implementations of the barrier, separated by commas: counter, flags; by default, both
    #[arg(long, value_name = "BARRIER", value_delimiter = ',')]
    pub implementation: Vec<GridBarrier>,
    /// Number of times that a workgroup polls for other workgroups before discovery ends; by
    /// default, a value that suits the device
    #[arg(long, value_name = "POLLS")]
    pub patience: Option<u32>,
    /// Number of barriers per launch; igc times launches with N and with 2 N barriers
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_BARRIERS)))]
    pub rounds: u32,
    /// The options of the measurement.
    #[command(flatten)]
    pub measuring: MeasuringArguments,
}

/// `igc bench launch`
#[derive(Debug, Args)]
pub struct LaunchArguments {
    /// The device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// Run times of the kernels in microseconds, separated by commas; by default, several from 0 to
    /// 1000
    #[arg(long, value_name = "MICROSECONDS", value_delimiter = ',', value_parser = microseconds)]
    pub kernel_time: Vec<f64>,
    /// The options of the measurement.
    #[command(flatten)]
    pub measuring: MeasuringArguments,
}

/// `igc bench micro`
#[derive(Debug, Args)]
pub struct MicroArguments {
    /// The benchmarks to run: sg-cmb, m-divg; by default, both
    #[arg(value_name = "BENCHMARK")]
    pub benchmarks: Vec<Microbenchmark>,
    /// The device.
    #[command(flatten)]
    pub device: DeviceArguments,
    /// The options of the measurement.
    #[command(flatten)]
    pub measuring: MeasuringArguments,
}

/// The longest kernel that can be requested. No driver ends a kernel after so short a time.
const MAX_MICROSECONDS: f64 = 100_000.0;

fn microseconds(text: &str) -> Result<f64, String> {
    let time: f64 = text.parse().map_err(|_| "expected a number".to_string())?;
    let fits = (0.0..=MAX_MICROSECONDS).contains(&time);
    fits.then_some(time).ok_or(format!("expected a number from 0 to {MAX_MICROSECONDS}"))
}
