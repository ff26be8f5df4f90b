//! `igc compile`: compiles a program, and prints or writes the result.

use std::path::Path;

use igc_compiler::bundle;
use igc_compiler::driver::{Compilation, Executed};
use igc_compiler::syntax;
use igc_compiler::target::Language;
use igc_compiler::target::opencl;

use crate::args::{CompileArguments, Emit};
use crate::failed::Failed;
use crate::host_program;
use crate::message;
use crate::output::{self, fail, json, print};
use crate::source::{self, DiagnosticsForm, Source};
use crate::values::AutoOpts;

/// Compiles a program, and prints the requested stage or writes the artefact.
pub fn compile(arguments: &CompileArguments) -> Result<(), Failed> {
    if arguments.diagnostics == DiagnosticsForm::Json {
        message::use_json();
    }
    check_output(arguments)?;
    if arguments.emit == Some(Emit::Library) {
        return print(&opencl::library());
    }
    if host_program::with_plan(arguments)? {
        return Ok(());
    }
    let mut source = source::read_program(&arguments.file)?;
    arguments.model.add_to(&mut source.text)?;
    if arguments.emit == Some(Emit::Tokens) {
        let program = bundle::files(&source.text)[0];
        return print(&syntax::dump::tokens(program.text()));
    }
    let given = arguments.opts.as_ref().map(AutoOpts::or_none).unwrap_or_default();
    let chosen = arguments.policy.choose(&given, &source.name, None)?;
    let options = arguments.passes.apply(chosen);
    arguments.model.remark(&options);
    let compilation = source::build(&source, &options)?;
    source::say_without_effect(&compilation.without_effect(Executed::OpenCl));
    #[cfg(feature = "opencl")]
    if let Some(file) = &arguments.ahead.device {
        return arguments.ahead.compile(file, &compilation.artefact);
    }
    match &arguments.output {
        Some(folder) if arguments.emit == Some(Emit::HostC) => {
            host_program::write(&compilation, folder, "")
        }
        Some(folder) => write(&source, &compilation, folder),
        None => print(&emitted(&compilation, arguments.emit.as_ref().unwrap_or(&Emit::OpenCl))),
    }
}

/// Checks that `--output` is given for files, and only for files.
fn check_output(arguments: &CompileArguments) -> Result<(), Failed> {
    match (&arguments.emit, &arguments.output) {
        (Some(Emit::HostC), None) => fail(
            Failed::Usage,
            "`--emit host-c` writes several files\n\
             help: name a folder for them with `--output DIR`",
        ),
        (Some(Emit::HostC), Some(_)) | (None, _) | (_, None) => Ok(()),
        (Some(_), Some(_)) => fail(
            Failed::Usage,
            "`--emit` prints one stage, and `--output` writes the whole artefact\n\
             help: leave out one of them, or redirect the standard output",
        ),
    }
}

fn emitted(compilation: &Compilation, what: &Emit) -> String {
    let stage = |name: &str| {
        let at = compilation.stages.iter().rfind(|(stage, _)| *stage == name);
        at.map_or_else(
            || format!("// the pass {name} did not run, because its optimisation is off\n"),
            |(_, module)| module.to_string(),
        )
    };
    match what {
        Emit::Tokens | Emit::Library | Emit::HostC => String::new(),
        Emit::Ast => syntax::dump::program(&compilation.checked.program),
        Emit::Ir => stage("lower"),
        Emit::IrAfter(pass) => stage(pass),
        Emit::OpenCl => compilation.artefact.code(Language::OpenCl).to_string(),
        Emit::Schedule => schedule(compilation),
    }
}

fn schedule(compilation: &Compilation) -> String {
    json(&compilation.artefact.schedule)
}

/// Writes the artefact and the device library that it includes.
fn write(source: &Source, compilation: &Compilation, folder: &Path) -> Result<(), Failed> {
    let files = [
        (format!("{}.cl", source.name), compilation.artefact.code(Language::OpenCl).to_string()),
        (format!("{}.json", source.name), schedule(compilation)),
        ("igc.cl".to_string(), opencl::library()),
    ];
    output::create_folder(folder)?;
    for (name, text) in files {
        output::write(&folder.join(name), text)?;
    }
    Ok(())
}
