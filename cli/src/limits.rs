//! The launch geometry and the limits of runs: options that `igc run`, `igc bench` and `igc bench
//! host` share.

use std::time::Duration;

use clap::Args;
use igc_runtime::grid_options::{GridBarrier, GridOptions, MAX_GRID_GROUPS};
use igc_runtime::run_options::{ArrayLayout, Distribution, RunOptions};

use crate::external::ExternalArguments;
use crate::watchdog::BUILD_TIMEOUT;

/// The shortest and the longest time limit if the user chooses none, in seconds.
const MIN_TIMEOUT: u64 = 120;
const MAX_TIMEOUT: u64 = 600;

/// Number of nodes and edges that add a second to the time limit. Kernels are thousands of times
/// faster, but some devices and algorithms are slow.
const ELEMENTS_PER_SECOND: u64 = 50_000;

/// The launch geometry and the limits of a run.
#[derive(Debug, Clone, Args)]
pub struct LimitArguments {
    /// Maximum number of rounds of the program's loops
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub max_rounds: u64,
    /// Maximum time to wait for the device, in seconds. Builds of kernels do not count. By default,
    /// `igc run` waits for 2 to 10 minutes, depending on the size of the graph, and `igc bench` for
    /// 10 minutes
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: Option<u64>,
    /// Maximum time for the driver to build the kernels of a configuration, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = BUILD_TIMEOUT.as_secs(), value_parser = clap::value_parser!(u64).range(1..))]
    pub build_timeout: u64,
    /// Initial capacity of each worklist. If a run needs more, igc restarts it with a larger
    /// capacity
    #[arg(long, value_name = "ITEMS", value_parser = clap::value_parser!(u32).range(1..))]
    pub worklist_capacity: Option<u32>,
    /// Maximum capacity of each worklist; by default, the memory of the device is the limit
    #[arg(long, value_name = "ITEMS", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_worklist: Option<u32>,
    /// Number of work-items per workgroup, up to the limit of the device; by default, 128, or 256
    /// with sz256
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub workgroup_size: Option<u32>,
    /// Maximum number of workgroups per launch; by default, from the device's calibration, or a
    /// value that suits its kind
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub launch_groups: Option<u32>,
    /// Positions of the elements of arrays for each node or edge: by-row (the default) or
    /// by-element. Only OpenCL devices have a choice
    #[arg(long, value_name = "LAYOUT")]
    pub array_layout: Option<ArrayLayout>,
    /// Distribution of the iterations of loops over nodes and edges: block (consecutive iterations for
    /// each workgroup; the default on GPUs) or cyclic. Only OpenCL devices have a choice
    #[arg(long, value_name = "DISTRIBUTION")]
    pub distribution: Option<Distribution>,
    #[command(flatten)]
    pub external: ExternalArguments,
    /// Ignore the device's calibration, which `igc devices --calibrate` stored
    #[arg(long)]
    pub no_calibration: bool,
    /// The options of outlined loops.
    #[command(flatten)]
    pub grid: GridArguments,
}

const OUTLINED_LOOPS: &str = "Options of outlined loops (oitergb)";

/// Options of outlined loops (`--opts oitergb`), for experiments.
#[derive(Debug, Clone, Args)]
pub struct GridArguments {
    /// Number of workgroups to launch; those that are resident at the same time execute the loop.
    /// By default, a number that suits the device, the loop and the graph
    #[arg(long, help_heading = OUTLINED_LOOPS, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_GRID_GROUPS)))]
    pub grid_groups: Option<u32>,
    /// Implementation of the grid barrier: counter, flags or sense; by default, the one that suits the
    /// device
    #[arg(long, help_heading = OUTLINED_LOOPS, value_name = "BARRIER")]
    pub grid_barrier: Option<GridBarrier>,
    /// Number of times that a workgroup polls for other workgroups before the loop starts without
    /// them
    #[arg(long, help_heading = OUTLINED_LOOPS, value_name = "POLLS")]
    pub grid_patience: Option<u32>,
}

impl GridArguments {
    /// Converts the options to the runtime's type.
    fn options(&self) -> GridOptions {
        GridOptions {
            groups: self.grid_groups,
            barrier: self.grid_barrier,
            patience: self.grid_patience,
        }
    }
}

impl LimitArguments {
    /// Converts the options to the runtime's type. `repeat` is the number of runs.
    pub fn run_options(&self, repeat: u32) -> RunOptions {
        RunOptions {
            repeat,
            max_rounds: self.max_rounds,
            worklist_capacity: self.worklist_capacity,
            max_worklist: self.max_worklist,
            workgroup_size: self.workgroup_size,
            launch_groups: self.launch_groups,
            array_layout: self.array_layout,
            distribution: self.distribution,
            grid: self.grid.options(),
            ..RunOptions::default()
        }
    }

    /// Returns the maximum time to wait for the device, for graphs of any size.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout.unwrap_or(MAX_TIMEOUT))
    }

    /// Returns the maximum time to wait for the device, for a graph with this number of nodes and
    /// edges. Kernels on small graphs are fast, so a kernel that never ends is found earlier.
    pub fn timeout_for(&self, elements: u64) -> Duration {
        let by_size = (elements / ELEMENTS_PER_SECOND).clamp(MIN_TIMEOUT, MAX_TIMEOUT);
        Duration::from_secs(self.timeout.unwrap_or(by_size))
    }

    /// Returns the maximum time for the driver to build the kernels of a configuration.
    pub fn build_timeout(&self) -> Duration {
        Duration::from_secs(self.build_timeout)
    }
}
