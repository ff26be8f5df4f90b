//! `igc compile --emit host-c`: writes a host program in C, in a configuration that the user or igc has chosen.
//!
//! igc needs the kind of the device for its choice (`--device-kind`), because the device belongs to another machine. A
//! graph is optional: without one, the choice is the usual plan of the kind.

use std::path::Path;

use igc::auto::{Choice, Elsewhere, Target, usual};
use igc::{Arguments, Graph};
use igc_compiler::driver::{Artefact, Compilation};
use igc_compiler::target::Language;
use igc_compiler::target::host_c;
use igc_runtime::params;

use crate::args::host_program::DeviceKind;
use crate::args::{CompileArguments, Emit};
use crate::failed::Failed;
use crate::message;
use crate::output::{self, doing, fail, fail_with};
use crate::source::{self, fail_in};
use crate::values::AutoOpts;

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
                 help: add `--emit host-c` and `--device-kind gpu` or `--device-kind cpu`",
            ),
            _ => Ok(None),
        };
    };
    if arguments.emit != Some(Emit::HostC) {
        return fail(Failed::Usage, "`--device-kind` is for `--emit host-c`");
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

/// Writes the host program of a plan that igc chooses, if it shall choose one. Returns whether it did.
///
/// # Errors
///
/// Returns an error if the arguments contradict each other, if the program or the graph is wrong, or if a file cannot be
/// written.
pub fn with_plan(arguments: &CompileArguments) -> Result<bool, Failed> {
    let Some(target) = target(arguments)? else { return Ok(false) };
    let Some(folder) = &arguments.output else { return Ok(false) };
    let task = source::task(&arguments.file)?;
    let given = source::read_program(&arguments.file)?;
    let choice = match &arguments.plan.graph {
        None => usual(&task, target),
        Some(spec) => {
            let facts = || Graph::load(spec)?.facts();
            let facts = doing("loading the graph", facts).or_else(fail_in(&given))?;
            let elsewhere = Elsewhere { name: None, target: Some(target), threads: None };
            let choice = elsewhere.choose(&task, facts, &Arguments::new(), &[]);
            choice.or_else(fail_in(&given))?
        }
    };
    let source = task.source(&choice.plan).or_else(fail_in(&given))?;
    let mut compilation = source::build(&source, &choice.plan.options)?;
    set_defaults(&mut compilation.artefact, &choice)?;
    let Choice { mut plan, reason, .. } = choice;
    plan.program = source.name;
    message::say(format_args!("plan: {plan} ({reason})"));
    write(&compilation, folder, &format!("igc chose the plan {plan} ({reason})."))?;
    Ok(true)
}

/// Makes the parameters of a plan the defaults of the host program.
fn set_defaults(artefact: &mut Artefact, choice: &Choice) -> Result<(), Failed> {
    for param in &mut artefact.schedule.params {
        let given = choice.plan.params.iter().find(|(name, _)| *name == param.name);
        if let Some(given) = given.cloned() {
            let values = params::bind(std::slice::from_ref(param), &[given]).or_else(fail_with)?;
            param.default = values.first().copied();
        }
    }
    Ok(())
}

/// Writes a host program in C, with everything that it needs. The remark is part of the comment at its top.
///
/// # Errors
///
/// Returns an error if a file cannot be written.
pub fn write(compilation: &Compilation, folder: &Path, remark: &str) -> Result<(), Failed> {
    let artefact = &compilation.artefact;
    output::create_folder(folder)?;
    let files = host_c::files(artefact.code(Language::OpenCl), &artefact.schedule, remark);
    for host_c::File { path, text } in files {
        let path = folder.join(path);
        output::create_folder(path.parent().unwrap_or(folder))?;
        output::write(&path, text)?;
    }
    Ok(())
}
