//! `igc compile`: compiles a program, and prints or writes the result.

use std::path::Path;

use igc_compiler::driver::Compilation;
use igc_compiler::syntax;
use igc_compiler::target::opencl;

use crate::args::{CompileArguments, Emit};
use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::{self, fail, json, print};
use crate::source::{self, DiagnosticsForm, Source};

/// Compiles a program, and prints the requested stage or writes the artefact.
pub fn compile(arguments: &CompileArguments) -> Result<(), Failed> {
    if arguments.diagnostics == DiagnosticsForm::Json {
        message::use_json();
    }
    if arguments.emit == Some(Emit::Library) {
        return print(&opencl::library());
    }
    let source = source::read(&arguments.file)?;
    if arguments.emit == Some(Emit::Tokens) {
        return print(&syntax::dump::tokens(&source.text));
    }
    let options = arguments.policy.choose(&arguments.opts, &source.name, None)?;
    let compilation = source::build(&source, &options)?;
    match &arguments.output {
        Some(folder) => write(&source, &compilation, folder),
        None => print(&emitted(&compilation, arguments.emit.as_ref().unwrap_or(&Emit::OpenCl))),
    }
}

fn emitted(compilation: &Compilation, what: &Emit) -> String {
    let stage = |name: &str| {
        let at = compilation.stages.iter().find(|(stage, _)| *stage == name);
        at.map_or_else(
            || format!("// the pass {name} did not run, because its optimisation is off\n"),
            |(_, module)| module.to_string(),
        )
    };
    match what {
        Emit::Tokens | Emit::Library => String::new(),
        Emit::Ast => syntax::dump::program(&compilation.checked.program),
        Emit::Ir => stage("lower"),
        Emit::IrAfter(pass) => stage(pass),
        Emit::OpenCl => compilation.artefact.kernels.clone(),
        Emit::Schedule => schedule(compilation),
    }
}

fn schedule(compilation: &Compilation) -> String {
    json(&compilation.artefact.schedule)
}

/// Writes the artefact and the device library that it includes.
fn write(source: &Source, compilation: &Compilation, folder: &Path) -> Result<(), Failed> {
    let files = [
        (format!("{}.cl", source.name), compilation.artefact.kernels.clone()),
        (format!("{}.json", source.name), schedule(compilation)),
        ("igc.cl".to_string(), opencl::library()),
    ];
    if let Err(e) = std::fs::create_dir_all(folder) {
        return fail(Failed::Input, format_args!("{}: {e}", shown(folder)));
    }
    for (name, text) in files {
        output::write(&folder.join(name), text)?;
    }
    Ok(())
}
