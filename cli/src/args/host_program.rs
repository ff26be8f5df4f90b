//! The arguments of `igc compile --emit host-c` that let igc choose a plan. The doc comments of fields are the texts of
//! `--help`.

use clap::{Args, ValueEnum};

use crate::values::{GRAPH_HELP, graph_spec};

/// What igc knows when it chooses the plan of a host program.
#[derive(Debug, Args)]
pub struct PlanArguments {
    /// With --emit host-c: let igc choose the optimisations, and for a problem also the program, for
    /// this kind of device
    #[arg(long, value_enum, value_name = "KIND", conflicts_with_all = ["policy", "passes", "model"])]
    pub device_kind: Option<DeviceKind>,
    /// With --device-kind: a graph like those of the host program. By default, igc chooses the usual
    /// plan of the kind
    #[arg(long, value_name = "SPEC", long_help = GRAPH_HELP, value_parser = graph_spec(), requires = "device_kind")]
    pub graph: Option<String>,
}

/// The kinds of devices on which host programs run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DeviceKind {
    /// A GPU
    Gpu,
    /// A processor, through its driver for OpenCL
    Cpu,
}
