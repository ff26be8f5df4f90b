//! The arguments of `igc compile` that let igc choose a plan for a device of another machine. The doc comments of fields
//! are the texts of `--help`.

use clap::{Args, ValueEnum};

use igc_compiler::codegen::host_c::check_name;

use crate::values::{GRAPH_HELP, graph_spec};

/// What igc knows when it chooses the plan.
#[derive(Debug, Args)]
pub struct PlanArguments {
    /// Let igc choose the optimisations, and for a problem also the program, for this kind of device
    #[arg(long, value_enum, value_name = "KIND", conflicts_with_all = ["policy", "passes", "model"])]
    pub device_kind: Option<DeviceKind>,
    /// With --device-kind: a graph like those of later runs. By default, igc chooses the usual
    /// plan of the kind
    #[arg(long, value_name = "SPEC", long_help = GRAPH_HELP, value_parser = graph_spec(), requires = "device_kind")]
    pub graph: Option<String>,
    /// With --emit host-c: the name of the program in C, so that an application can contain a program
    /// in several configurations. By default, its own name
    #[arg(long, value_name = "NAME", value_parser = c_name)]
    pub name: Option<String>,
    /// With --emit host-c: what the names of the host library begin with, so that an application can
    /// contain the files of several folders. By default, igc_
    #[arg(long, value_name = "PREFIX", value_parser = c_name)]
    pub prefix: Option<String>,
}

/// Reads a name of C.
fn c_name(text: &str) -> Result<String, String> {
    check_name(text).map(|()| text.to_owned())
}

/// The kinds of devices for which igc chooses plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DeviceKind {
    /// A GPU
    Gpu,
    /// A processor, through its driver for OpenCL
    Cpu,
}
