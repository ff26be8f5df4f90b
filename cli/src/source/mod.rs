//! Finds, reads and compiles programs, and prints their diagnostics.

mod folder;
mod suggest;

use std::path::Path;

pub use folder::programs;
pub use igc::Source;
use igc::auto::Task;
use igc::diagnostics::{Diagnostic, visible};
use igc::problems::{self, Named};
use igc::{Configuration, Graph, Program};
use igc_compiler::driver::{Compilation, Failure, compile};
use igc_compiler::effects::WithoutEffect;
use igc_runtime::source;

use crate::failed::Failed;
use crate::message;
use crate::output::{doing, fail, fail_with};

/// The code of the warning about a `print` in a kernel.
const PRINT_IN_KERNEL: &str = "W0105";

/// Returns the program that an argument names: a file if it ends in `.ig` or contains a slash, and otherwise a problem
/// or a program of igc.
///
/// # Errors
///
/// Returns an error if the name is unknown, if the program cannot be read, or if it is not UTF-8.
pub fn read_program(argument: &Path) -> Result<Source, Failed> {
    match argument.to_str().filter(|_| !is_file(argument)) {
        Some(name) => named(name),
        None => read_program_file(argument),
    }
}

/// Returns what an argument means for igc's choice of a plan: a problem, or a program.
///
/// # Errors
///
/// Returns an error as [`read_program`] does.
pub fn task(argument: &Path) -> Result<Task, Failed> {
    match argument.to_str().filter(|_| !is_file(argument)) {
        Some(name) => {
            find(name)?;
            Task::named(name).or_else(|error| fail(Failed::Input, error))
        }
        None => read_program_file(argument).map(Task::Program),
    }
}

/// Returns the program that an argument names for a graph: the default program of a problem, or of the problem for
/// real weights if the graph has such weights. Loads the graph only if the answer depends on it.
///
/// # Errors
///
/// Returns an error as [`read_program`] does, if the graph cannot be loaded, or if the problem does not take a weight.
pub fn read_program_on(argument: &Path, graph: &Graph) -> Result<Source, Failed> {
    let task = task(argument)?;
    if let Task::Problem(problem) = &task
        && problem.real.is_some()
    {
        let found = doing("loading the graph", || task.on(graph));
        return found
            .and_then(|task| task.default_source())
            .or_else(fail_in(&read_program(argument)?));
    }
    read_program(argument)
}

/// Returns whether an argument is the path of a program and not the name of a problem.
pub fn is_file(argument: &Path) -> bool {
    let text = argument.to_string_lossy();
    text.ends_with(".ig") || text.contains('/') || text.contains(std::path::MAIN_SEPARATOR)
}

/// Reads a program from a file, with the files that it imports.
///
/// # Errors
///
/// Returns an error if the program cannot be read, or if it is not UTF-8.
pub fn read_program_file(path: &Path) -> Result<Source, Failed> {
    Source::read(path).or_else(|error| match &error {
        igc::Error::Source { error: reason, .. } if reason.is_missing() => {
            let help = suggest::help(suggest::for_file(path));
            fail(Failed::Input, format_args!("{error}{help}"))
        }
        _ if path.is_dir() => {
            let help = suggest::help(suggest::for_folder(path));
            let path = message::shown(path);
            fail(Failed::Input, format_args!("{path}: this is a folder, not a program{help}"))
        }
        _ => fail(Failed::Input, error),
    })
}

/// Returns what a name means.
///
/// # Errors
///
/// Returns an error with a suggestion if the name is unknown.
pub fn find(name: &str) -> Result<Named, Failed> {
    problems::find(name).ok_or_else(|| {
        message::error(format_args!(
            "`{}` is not the name of a problem or program{}",
            visible::name(name),
            suggest::help(suggest::for_name(name))
        ));
        Failed::Input
    })
}

/// Returns the line of help for an unknown subject of `igc explain`, or nothing.
pub fn did_you_mean(name: &str, further: impl Iterator<Item = &'static str>) -> String {
    let near = problems::nearest(name, further).map(|near| format!("did you mean `{near}`?"));
    suggest::help(near)
}

/// Returns the program that a name means.
///
/// # Errors
///
/// Returns an error with a suggestion if the name is unknown.
pub fn named(name: &str) -> Result<Source, Failed> {
    find(name)?;
    Source::named(name).or_else(|error| fail(Failed::Input, error))
}

/// Reads one file of a program.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or if it is not UTF-8.
pub fn read_file(path: &Path) -> Result<Source, Failed> {
    Source::read_alone(path).or_else(|error| fail(Failed::Input, error))
}

/// Reads a program from standard input.
///
/// # Errors
///
/// Returns an error if standard input cannot be read, or if it is not UTF-8.
pub fn read_stdin() -> Result<Source, Failed> {
    let path = "<stdin>";
    match source::read(std::io::stdin().lock()) {
        Ok(text) => Ok(Source { name: "stdin".into(), path: path.into(), text }),
        Err(error) => fail(Failed::Input, format_args!("{path}: {error}")),
    }
}

/// Compiles a program, and prints its errors and warnings.
///
/// # Errors
///
/// Returns an error if the program does not compile.
pub fn build(source: &Source, options: &Configuration) -> Result<Compilation, Failed> {
    match compile(&source.name, &source.text, options) {
        Ok(compilation) => {
            message::diagnostics(&source.path, &source.text, &compilation.warnings);
            Ok(compilation)
        }
        Err(failure) => Err(reject(source, failure)),
    }
}

/// Tells the user which of the enabled optimisations have no effect on the program or the device.
/// Those with the same reason share a line.
pub fn say_without_effect(flags: &[WithoutEffect]) {
    let mut reasons: Vec<&str> = vec![];
    for WithoutEffect { reason, .. } in flags {
        if !reasons.contains(&&**reason) {
            reasons.push(reason);
        }
    }
    for reason in reasons {
        let of_reason: Vec<&WithoutEffect> =
            flags.iter().filter(|one| one.reason == reason).collect();
        message::say(format_args!("note: {}: {reason}", without_effect(&of_reason)));
    }
}

/// States that flags have no effect, as a sentence without a full stop.
pub fn without_effect(flags: &[&WithoutEffect]) -> String {
    let names: Vec<String> = flags.iter().map(|one| format!("`{}`", one.flag)).collect();
    let verb = if names.len() == 1 { "has" } else { "have" };
    let place = if flags.iter().all(|one| one.of_device) { "device" } else { "program" };
    format!("{} {verb} no effect on this {place}", names.join(", "))
}

/// Compiles a program whose warnings have been printed before.
///
/// # Errors
///
/// Returns an error if the program does not compile.
pub fn build_again(source: &Source, options: &Configuration) -> Result<Compilation, Failed> {
    compile(&source.name, &source.text, options).map_err(|failure| reject(source, failure))
}

/// Compiles a program for the library, and prints its errors and warnings. The warning about the prints
/// of kernels is left out if the device executes them.
///
/// # Errors
///
/// Returns an error if the program does not compile.
pub fn program(
    source: &Source,
    options: &Configuration,
    kernels_print: bool,
) -> Result<Program, Failed> {
    let program = Program::from_source(source.clone(), options).or_else(fail_in(source))?;
    let is_shown = |warning: &&Diagnostic| !(kernels_print && warning.code == PRINT_IN_KERNEL);
    let warnings: Vec<_> = program.warnings().iter().filter(is_shown).cloned().collect();
    message::diagnostics(&source.path, &source.text, &warnings);
    Ok(program)
}

/// Returns a function that prints an error of the library, and returns the failure.
pub fn fail_in<T>(source: &Source) -> impl FnOnce(igc::Error) -> Result<T, Failed> {
    move |error| match error {
        igc::Error::Program { diagnostics, .. } => {
            Err(reject(source, Failure::Program(diagnostics)))
        }
        igc::Error::Compiler(failure) => Err(reject(source, failure)),
        igc::Error::Run(error) => fail_with(error),
        igc::Error::Source { .. } | igc::Error::Name { .. } => fail(Failed::Input, error),
        igc::Error::Panic(_) => fail(Failed::Bug, error),
    }
}

/// Prints why a program does not compile.
pub fn reject(source: &Source, failure: Failure) -> Failed {
    match failure {
        Failure::Program(diagnostics) => {
            message::diagnostics(&source.path, &source.text, &diagnostics);
            Failed::Input
        }
        failure @ Failure::Model(..) => {
            message::error(failure);
            Failed::Input
        }
        Failure::Bug(reason) => {
            message::error(format_args!(
                "internal error in the compiler: {reason}\n\
                 help: this is a bug in igc; please report it, and attach the program"
            ));
            Failed::Bug
        }
    }
}
