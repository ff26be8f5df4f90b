//! The `igc` command: parses arguments, calls the libraries, and prints results.
//!
//! Results go to stdout, everything else to stderr. `igc --help` lists the exit codes
//! ([`failed::Failed`]).

mod ahead;
mod args;
mod bench;
mod calibration;
mod check;
mod columns;
mod compile;
mod completion;
mod conformance;
#[cfg(feature = "opencl")]
mod connections;
#[cfg(unix)]
mod crash;
mod device;
mod devices;
mod error_help;
mod explain;
mod external;
mod failed;
mod fmt;
mod graph;
mod host_program;
mod in_cache;
mod limits;
mod links;
mod lsp;
mod man;
mod message;
mod model;
mod new;
mod output;
mod passes;
mod planned;
mod plot;
mod policy;
mod primitives;
mod problems;
mod rank;
mod ranks;
mod repeat;
mod run;
mod search;
mod source;
mod study;
mod topics;
mod tune;
mod values;
mod watchdog;
mod worker;

use args::{Arguments, Command};
use failed::Failed;

#[cfg(unix)]
#[global_allocator]
static ALLOCATOR: crash::NotingAllocator = crash::NotingAllocator;

fn main() {
    std::panic::set_hook(Box::new(message::panicked));
    // SAFETY: no thread was started yet.
    #[cfg(feature = "opencl")]
    unsafe {
        connections::request_two();
    }
    completion::answer();
    ranks::silence_others();
    let done = args::read().and_then(|arguments| arguments.map_or(Ok(()), execute));
    message::end(done.err().map_or(0, |failed| failed as i32))
}

/// Executes a command.
fn execute(arguments: Arguments) -> Result<(), Failed> {
    let command = arguments.command;
    #[cfg(unix)]
    crash::explain_crashes(matches!(command, Command::Worker));
    #[cfg(feature = "opencl")]
    if command.uses_devices() {
        in_cache::warn();
    }
    command.permit_external_checks()?;
    if !ranks::start(&command)? {
        return Ok(());
    }
    match command {
        Command::Compile(arguments) => compile::compile(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
        Command::Tune(arguments) => tune::tune(&arguments),
        Command::Search(arguments) => search::search(&arguments),
        Command::Devices(arguments) if arguments.conformance.conformance => {
            conformance::conformance(&arguments)
        }
        Command::Devices(arguments) => devices::devices(&arguments),
        Command::Graph(command) => graph::graph(&command),
        Command::Problems(arguments) => problems::problems(&arguments),
        Command::Show(arguments) => problems::show(&arguments),
        Command::New(arguments) => new::new(&arguments),
        Command::Fmt(arguments) => fmt::fmt(&arguments),
        Command::Explain(arguments) => explain::explain(&arguments),
        Command::Lsp(_) => lsp::lsp(),
        Command::Study(command) => study::study(&command),
        Command::Completions(arguments) => completion::script(arguments.shell),
        Command::Man(arguments) => man::man(&arguments),
        Command::Worker => worker::worker(),
    }
}
