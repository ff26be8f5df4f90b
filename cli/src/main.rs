//! The `igc` command line: arguments in, library calls, words and exit codes out.
//!
//! Results go to stdout, everything else to stderr. Exit codes: 0 done; 1 the program, the graph or
//! the parameters are wrong; 2 usage; 3 no such device, or the device failed; 4 the result did not
//! pass its check; 5 the device did not answer in time.

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

/// Why a command did not do what it was asked to; what there is to say has been said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Failed {
    /// The program, the graph, the parameters or a file.
    Input = 1,
    /// The device, or there is none.
    Device = 3,
    /// The result.
    Check = 4,
    /// The device, which did not answer in time.
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
