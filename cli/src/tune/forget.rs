//! `igc tune --forget`: forgets the fastest plans of programs, or all of them.

use igc::auto::tuned::{Key, TunedPlans};
use igc::{Device, Graph};
use serde::Serialize;

use crate::args::tune::TuneArguments;
use crate::failed::Failed;
use crate::output::{doing, fail, print};
use crate::source;

/// What was forgotten, as `--json` prints it.
#[derive(Serialize)]
struct Forgotten {
    forgotten: usize,
}

/// Forgets the plans of the programs of the arguments, or all plans if there is no program and no graph.
///
/// # Errors
///
/// Returns an error if a program, the graph or the device does not exist, if there is a program or a graph without the
/// other, or if a file cannot be removed.
pub fn forget(arguments: &TuneArguments) -> Result<(), Failed> {
    let forgotten = match (&arguments.graph, arguments.files.is_empty()) {
        (None, true) => {
            TunedPlans::of_user().forget_all().or_else(|error| fail(Failed::Input, error))?
        }
        (Some(graph), false) => forget_those_on(graph, arguments)?,
        _ => {
            return fail(
                Failed::Usage,
                "`--forget` needs a program and a graph, or neither of them to forget all plans",
            );
        }
    };
    if arguments.json {
        let text = serde_json::to_string(&Forgotten { forgotten });
        return print(&(text.expect("a number serialises") + "\n"));
    }
    print(&match forgotten {
        0 => "no plan was remembered\n".to_owned(),
        1 => "1 plan is forgotten\n".to_owned(),
        count => format!("{count} plans are forgotten\n"),
    })
}

/// Forgets the plans of the programs of the arguments on a graph.
fn forget_those_on(graph: &str, arguments: &TuneArguments) -> Result<usize, Failed> {
    let tasks = arguments.files.iter().map(|file| source::task(file));
    let tasks = tasks.collect::<Result<Vec<_>, _>>()?;
    let device = Device::request(&arguments.device.request()?);
    let device = device.or_else(|error| fail(Failed::Device, error))?;
    let graph = doing("loading the graph", || Graph::load(graph));
    let graph = graph.or_else(|error| fail(Failed::Input, error))?;
    let facts = graph.facts().or_else(|error| fail(Failed::Input, error))?;
    let mut count = 0;
    for task in &tasks {
        let task = task.on(&graph).or_else(|error| fail(Failed::Input, error))?;
        let key = Key::new(&task, &arguments.given(), device.name(), &facts);
        let was_there =
            TunedPlans::of_user().forget(&key).or_else(|error| fail(Failed::Input, error))?;
        count += usize::from(was_there);
    }
    Ok(count)
}
