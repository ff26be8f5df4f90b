//! The `igc` command: parses arguments, calls the libraries, and prints results.
//!
//! Results go to stdout, everything else to stderr. `igc --help` lists the exit codes ([`Failed`]).

mod args;
mod bench;
#[cfg(feature = "opencl")]
mod calibrate;
mod calibration;
mod compile;
mod conformance;
mod device;
mod devices;
mod explain;
mod fmt;
mod graph;
mod limits;
mod output;
mod policy;
mod run;
#[cfg(feature = "opencl")]
mod self_test;
mod source;
mod study;
mod watchdog;
mod worker;

use std::process::ExitCode;

use clap::Parser;
use igc_runtime::bench::FailureKind;

use args::{Arguments, Command};

/// Why a command failed, as an exit code. The error message has already been printed. Clap exits
/// with code 2 if the command line is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Failed {
    /// The program, the graph, a parameter or a file is invalid.
    Input = 1,
    /// The device does not exist, or it failed.
    Device = 3,
    /// The result did not pass its check.
    Check = 4,
    /// The device did not finish in time.
    Silence = 5,
}

impl From<FailureKind> for Failed {
    fn from(kind: FailureKind) -> Failed {
        match kind {
            FailureKind::Input => Failed::Input,
            FailureKind::Refused
            | FailureKind::Device
            | FailureKind::Crashed
            | FailureKind::Killed => Failed::Device,
            FailureKind::Check => Failed::Check,
            FailureKind::Hung => Failed::Silence,
        }
    }
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Compile(arguments) => compile::compile(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
        Command::Devices(arguments) if arguments.conformance.conformance => {
            conformance::conformance(&arguments)
        }
        Command::Devices(arguments) => devices::devices(&arguments),
        Command::Graph(command) => graph::graph(&command),
        Command::Fmt(arguments) => fmt::fmt(&arguments),
        Command::Explain(arguments) => explain::explain(&arguments),
        Command::Study(command) => study::study(&command),
        Command::Worker => worker::worker(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => ExitCode::from(failed as u8),
    }
}
