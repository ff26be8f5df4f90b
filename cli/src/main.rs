//! The `igc` command line: arguments in, library calls, words and exit codes out.
//!
//! Results go to stdout, everything else to stderr. Exit codes: 0 done; 1 the program, the graph or
//! the parameters are wrong; 2 usage; 3 no such device, or the device failed; 4 the result did not
//! pass its check; 5 the device did not answer in time.

mod args;
mod bench;
mod calibration;
#[cfg(feature = "opencl")]
mod columns;
mod compile;
mod conformance;
mod device;
mod devices;
mod explain;
mod failed;
mod fmt;
mod graph;
mod limits;
mod output;
mod policy;
mod run;
mod source;
mod study;
mod values;
mod watchdog;
mod worker;

use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};

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
