//! `igc compile --device-kind`: compiles a program with a plan that igc chooses for a device of another machine.
//!
//! igc needs the kind of the device for its choice, because it cannot ask the device. A graph is optional: without one,
//! the choice is the usual plan of the kind.

use std::path::Path;

use igc::auto::{Choice, Elsewhere, Target, usual};
use igc::{Arguments, Graph};
use igc_compiler::driver::{Artefact, Compilation};
use igc_runtime::params;

use crate::args::ahead;
use crate::args::compile::{CompileArguments, Emit};
use crate::args::plan::DeviceKind;
use crate::failed::Failed;
use crate::message;
use crate::output::{doing, fail, fail_with};
use crate::source::{self, Source, fail_in};
use crate::values::AutoOpts;

/// A program that was compiled with a plan.
pub struct Planned {
    /// The program of the plan.
    pub source: Source,
    /// The program in the configuration of the plan.
    pub compilation: Compilation,
    /// A sentence that states the plan and the reason.
    pub remark: String,
}

/// Returns the kind of device for which igc chooses a plan, if it chooses.
///
/// # Errors
///
/// Returns an error if the arguments contradict each other.
fn target(arguments: &CompileArguments) -> Result<Option<Target>, Failed> {
    let Some(kind) = arguments.plan.device_kind else {
        return match arguments.opts {
            Some(AutoOpts::Auto) => fail(
                Failed::Usage,
                "`--opts auto` needs the kind of the device\n\
                 help: add `--device-kind gpu` or `--device-kind cpu`",
            ),
            _ => Ok(None),
        };
    };
    let is_cuda = arguments.emit == Some(Emit::Cuda)
        || matches!(arguments.ahead.target, Some(ahead::Target::Cuda(_)));
    if is_cuda && kind == DeviceKind::Cpu {
        return fail(
            Failed::Usage,
            "CUDA has only GPUs\nhelp: write `--device-kind gpu`, or leave out `--emit` and `--for`",
        );
    }
    if matches!(arguments.opts, Some(AutoOpts::These(_))) {
        return fail(
            Failed::Usage,
            "with `--device-kind`, igc chooses the optimisations\n\
             help: leave out `--device-kind` or `--opts`",
        );
    }
    Ok(Some(match kind {
        DeviceKind::Gpu => Target::Gpu,
        DeviceKind::Cpu => Target::OpenclCpu,
    }))
}

/// Compiles a program with the plan that igc chooses, and says which one this is. Returns `None` if igc shall not choose.
///
/// # Errors
///
/// Returns an error if the arguments contradict each other, or if the program or the graph is wrong.
pub fn compile(arguments: &CompileArguments, file: &Path) -> Result<Option<Planned>, Failed> {
    let Some(target) = target(arguments)? else { return Ok(None) };
    let mut task = source::task(file)?;
    let given = source::read_program(file)?;
    let choice = match &arguments.plan.graph {
        None => usual(&task, target),
        Some(spec) => {
            let load = || -> Result<_, igc::Error> {
                let graph = Graph::load(spec)?;
                Ok((task.on(&graph)?, graph.facts()?))
            };
            let (on_graph, facts) = doing("loading the graph", load).or_else(fail_in(&given))?;
            task = on_graph;
            let elsewhere = Elsewhere { name: None, target: Some(target), threads: None };
            let choice = elsewhere.choose(&task, facts, &Arguments::new(), &[]);
            choice.or_else(fail_in(&given))?
        }
    };
    let source = task.source(&choice.plan).or_else(fail_in(&given))?;
    let mut compilation = source::build(&source, &choice.plan.options)?;
    set_defaults(&mut compilation.artefact, &choice)?;
    let Choice { mut plan, reason, .. } = choice;
    plan.program = source.name.clone();
    message::say(format_args!("plan: {plan} ({reason})"));
    let remark = format!("igc chose the plan {plan} ({reason}).");
    Ok(Some(Planned { source, compilation, remark }))
}

/// Makes the parameters of a plan the defaults in the schedule.
fn set_defaults(artefact: &mut Artefact, choice: &Choice) -> Result<(), Failed> {
    let declared = artefact.module.params.iter();
    for (param, declared) in artefact.schedule.params.iter_mut().zip(declared) {
        let given = choice.plan.params.iter().find(|(name, _)| *name == param.name);
        if let Some(given) = given.cloned() {
            let values =
                params::bind(std::slice::from_ref(declared), &[given], None).or_else(fail_with)?;
            param.default = values.first().copied();
        }
    }
    Ok(())
}
