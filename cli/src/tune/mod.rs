//! `igc tune`: measures plans for a problem on a graph and a device, and remembers the fastest.
//!
//! | file | content |
//! | --- | --- |
//! | this one | the tuning of one program after the other |
//! | `measure` | measures the plans of one program, with another child whenever one is lost |
//! | `child` | the process that runs plans, because their kernels may crash or hang the driver |
//! | `process` | starts a child, and notices how it ends |
//! | `protocol` | the messages between the two |
//! | `interrupt` | Ctrl-C, which ends the measurement but keeps its result |
//! | `others` | how much of the machine other processes use meanwhile |
//! | `screen` | the progress on standard error |
//! | `table` | the results as a table |
//! | `report` | the results, and what is remembered |
//! | `forget` | `--forget` |

mod child;
mod forget;
mod interrupt;
mod measure;
mod others;
mod process;
mod protocol;
mod report;
mod screen;
mod table;

use igc::auto::Task;
use igc_compiler::configuration::Configuration;

use crate::args::tune::TuneArguments;
use crate::failed::Failed;
use crate::message::{self, DiagnosticsForm};
use crate::source;
use measure::{End, measure};
use report::Report;

/// Measures plans, prints the results, and remembers the fastest plans.
///
/// # Errors
///
/// Returns an error if a program, the graph or the device does not exist, if the arguments do not fit, or if no plan
/// runs.
pub fn tune(arguments: &TuneArguments) -> Result<(), Failed> {
    if arguments.child {
        // The process that started this one gives the messages their form.
        message::use_form(DiagnosticsForm::Text);
        return child::serve(arguments);
    }
    if arguments.forget {
        return forget::forget(arguments);
    }
    // A mistyped name of the last program must not cost the time for the others.
    let tasks = arguments.files.iter().map(|file| source::task(file));
    let tasks = tasks.collect::<Result<Vec<_>, _>>()?;
    let programs = tasks.iter().filter_map(|task| match task {
        Task::Program(source) => Some(source),
        _ => None,
    });
    for source in programs {
        source::build(source, &Configuration::default())?;
    }
    interrupt::catch();
    let mut child = None;
    let mut failures = vec![];
    for (at, task) in tasks.iter().enumerate() {
        let measured = measure(arguments, at, &mut child)?;
        if let End::Failed(failed) = measured.end {
            failures.push(failed);
            continue;
        }
        let is_interrupted = measured.end == End::Interrupted;
        let report = Report::new(arguments, at, task, measured);
        failures.extend(report.finish().err());
        if is_interrupted {
            interrupt::end();
        }
    }
    failures.into_iter().max().map_or(Ok(()), Err)
}
