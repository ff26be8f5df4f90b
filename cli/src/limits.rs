//! How programs are run, and when they are given up: what `igc run`, `igc bench` and `igc bench host`
//! have in common.

use std::time::Duration;

use clap::Args;
use igc_runtime::grid::{GridBarrier, GridOptions, MAX_GRID_GROUPS};
use igc_runtime::limits::Limits;

/// How a program is run, and when it is given up.
#[derive(Debug, Args)]
pub struct LimitArguments {
    /// Give up after this many rounds of the program's loops
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub max_rounds: u64,
    /// Give up when the device has not finished for so long what it was given
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
    /// Room of a worklist at first; a run that needs more is repeated with more
    #[arg(long, value_name = "ITEMS", value_parser = clap::value_parser!(u32).range(1..))]
    pub worklist_capacity: Option<u32>,
    /// Give up when a worklist needs more room than this; by default, than there is memory
    #[arg(long, value_name = "ITEMS", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_worklist: Option<u32>,
    /// How many work-items a workgroup has, any number that the device allows; by default 128, or 256
    /// with sz256
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub workgroup_size: Option<u32>,
    /// How many workgroups a launch has, at most; by default as the device's calibration says, or as
    /// suits its kind
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub launch_groups: Option<u32>,
    /// Make launches as wide as suits the device's kind, whatever `igc devices --calibrate` found
    #[arg(long)]
    pub no_calibration: bool,
    /// How wide outlined loops are, and how they wait.
    #[command(flatten)]
    pub grid: GridArguments,
}

const OUTLINED_LOOPS: &str = "Options of outlined loops (oitergb)";

/// What is asked of outlined loops (`--opts oitergb`), for experiments.
#[derive(Debug, Args)]
pub struct GridArguments {
    /// How many workgroups are launched, of which those take part that run at the same time; by
    /// default as suits the device, the loop and the graph
    #[arg(long, help_heading = OUTLINED_LOOPS, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_GRID_GROUPS)))]
    pub grid_groups: Option<u32>,
    /// How workgroups wait for each other: counter or flags; by default as suits the device
    #[arg(long, help_heading = OUTLINED_LOOPS, value_name = "BARRIER")]
    pub grid_barrier: Option<GridBarrier>,
    /// How often a workgroup looks whether others have started before the loop begins without them
    #[arg(long, help_heading = OUTLINED_LOOPS, value_name = "LOOKS")]
    pub grid_patience: Option<u32>,
}

impl GridArguments {
    /// As the runtime takes them.
    fn options(&self) -> GridOptions {
        GridOptions {
            groups: self.grid_groups,
            barrier: self.grid_barrier,
            patience: self.grid_patience,
        }
    }
}

impl LimitArguments {
    /// As the runtime takes them, with the number of runs.
    pub fn limits(&self, repeat: u32) -> Limits {
        Limits {
            repeat,
            max_rounds: self.max_rounds,
            worklist_capacity: self.worklist_capacity,
            max_worklist: self.max_worklist,
            workgroup_size: self.workgroup_size,
            launch_groups: self.launch_groups,
            grid: self.grid.options(),
            ..Limits::default()
        }
    }

    /// How long the device may be silent.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }
}
