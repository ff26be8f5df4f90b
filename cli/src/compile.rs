//! `igc compile`: compiles a program, and prints or writes the result.

use std::path::Path;

use igc_compiler::bundle;
use igc_compiler::codegen::{Language, library, with_library};
use igc_compiler::diagnostics::visible;
use igc_compiler::driver::{Compilation, Executed};
use igc_compiler::syntax;

use crate::ahead;
use crate::args::compile::{CompileArguments, Emit, LibraryFile};
use crate::failed::Failed;
use crate::host_program;
use crate::message::{self, shown};
use crate::output::{self, fail, json, print};
use crate::planned::{self, Planned};
use crate::source::{self, Source};
use crate::values::AutoOpts;

/// Compiles programs, and prints the requested stage or writes the artefacts.
///
/// # Errors
///
/// Returns an error if the arguments contradict each other, or if a program does not compile. If one
/// of several programs does not, the others are still written.
pub fn compile(arguments: &CompileArguments) -> Result<(), Failed> {
    check_output(arguments)?;
    if arguments.emit == Some(Emit::Library) {
        return print(&library(Language::OpenCl));
    }
    check_programs(arguments)?;
    let mut done = Ok(());
    let mut written: Vec<String> = vec![];
    for file in &arguments.files {
        let one = one(arguments, file, &mut written);
        done = done.and(one);
    }
    if done.is_ok() {
        say_default(arguments);
    }
    done
}

/// Compiles a program. `written` has the names of the programs whose files were written.
fn one(arguments: &CompileArguments, file: &Path, written: &mut Vec<String>) -> Result<(), Failed> {
    if let Some(planned) = planned::compile(arguments, file)? {
        let Planned { source, compilation, remark } = planned;
        if arguments.emit == Some(Emit::Tokens) {
            return print(&tokens(&source));
        }
        note_written(arguments, file, &source, written)?;
        return finish(arguments, &source, &compilation, &remark);
    }
    let mut source = source::read_program(file)?;
    arguments.model.add_to(&mut source.text)?;
    if arguments.emit == Some(Emit::Tokens) {
        return print(&tokens(&source));
    }
    note_written(arguments, file, &source, written)?;
    let given = arguments.opts.as_ref().map(AutoOpts::or_none).unwrap_or_default();
    let chosen = arguments.policy.choose(&given, &source.name, None)?;
    let options = arguments.passes.apply(chosen);
    arguments.model.remark(&options);
    let compilation = source::build(&source, &options)?;
    source::say_without_effect(&compilation.without_effect(Executed::OpenCl));
    finish(arguments, &source, &compilation, "")
}

/// Checks that no earlier program has the files of this one, and notes its name.
fn note_written(
    arguments: &CompileArguments,
    file: &Path,
    source: &Source,
    written: &mut Vec<String>,
) -> Result<(), Failed> {
    if arguments.output.is_none() {
        return Ok(());
    }
    if written.contains(&source.name) {
        return fail(
            Failed::Input,
            format_args!(
                "{}: another program also has the name `{}`, so their files would have the same names\n\
                 help: write one of them to another folder",
                shown(file),
                visible::name(&source.name)
            ),
        );
    }
    written.push(source.name.clone());
    Ok(())
}

/// Prints or writes what the arguments ask for. The remark is part of the comment of a host program.
fn finish(
    arguments: &CompileArguments,
    source: &Source,
    compilation: &Compilation,
    remark: &str,
) -> Result<(), Failed> {
    if let Some(target) = &arguments.ahead.target {
        return ahead::compile(arguments, target, &source.name, &compilation.artefact);
    }
    match &arguments.output {
        Some(folder) if arguments.emit == Some(Emit::HostC) => {
            host_program::write(compilation, folder, &host_program::naming(arguments, remark))
        }
        Some(folder) => {
            let is_cuda = arguments.emit == Some(Emit::Cuda);
            let language = if is_cuda { Language::Cuda } else { Language::OpenCl };
            write(source, compilation, folder, language, arguments)
        }
        None => print(&emitted(compilation, arguments)),
    }
}

/// Checks the number of programs.
fn check_programs(arguments: &CompileArguments) -> Result<(), Failed> {
    let is_host = arguments.emit == Some(Emit::HostC);
    match arguments.files.len() {
        0 => fail(Failed::Usage, "name a program\nhelp: `igc problems` lists those of igc"),
        1 => Ok(()),
        _ if is_host => fail(
            Failed::Usage,
            "`--emit host-c` writes one program\nhelp: call igc once for each program",
        ),
        _ if arguments.output.is_none() && !arguments.keeps_code() => fail(
            Failed::Usage,
            "several programs need a folder\nhelp: name it with `--output DIR`, or use `igc check`",
        ),
        _ => Ok(()),
    }
}

/// Says that code is not optimised, unless the user has chosen the configuration.
fn say_default(arguments: &CompileArguments) {
    let is_chosen = arguments.opts.is_some()
        || arguments.plan.device_kind.is_some()
        || arguments.policy.policy.is_some()
        || arguments.passes.are_given();
    let is_code = matches!(
        arguments.emit,
        None | Some(Emit::OpenCl | Emit::Cuda | Emit::Ptx | Emit::Cubin | Emit::HostC)
    );
    if is_code && !is_chosen {
        message::say(
            "note: the code has no optimisations (`--opts none`)\n\
             help: `--device-kind gpu` or `--device-kind cpu` lets igc choose them, and `igc help opts` lists \
             the flags of `--opts`",
        );
    }
}

/// Checks that the output is a folder, and not the file that other compilers write.
fn check_folder(arguments: &CompileArguments) -> Result<(), Failed> {
    let Some(output) = &arguments.output else { return Ok(()) };
    let ending = output.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let names_file = matches!(ending, "cl" | "cu" | "ptx" | "cubin" | "c" | "h" | "json" | "o");
    if output.is_dir() || !(names_file || output.exists()) {
        return Ok(());
    }
    let help = match arguments.emit {
        None | Some(Emit::OpenCl | Emit::Cuda | Emit::Ptx) => {
            "help: name a folder, as in `-o DIR`; or leave out `-o` and redirect the code: `igc compile … > FILE`"
        }
        _ => "help: name a folder, as in `-o DIR`",
    };
    let kind = if names_file { Failed::Usage } else { Failed::Input };
    fail(
        kind,
        format_args!(
            "{}: `--output` takes a folder, because igc writes several files\n{help}",
            shown(output)
        ),
    )
}

/// Checks that `--output` is given for files, and only for files, and names only for host programs.
fn check_output(arguments: &CompileArguments) -> Result<(), Failed> {
    ahead::check(arguments)?;
    check_folder(arguments)?;
    let is_named = arguments.plan.name.is_some() || arguments.plan.prefix.is_some();
    if is_named && arguments.emit != Some(Emit::HostC) {
        return fail(Failed::Usage, "`--name` and `--prefix` are for `--emit host-c`");
    }
    match (&arguments.emit, &arguments.output) {
        (Some(Emit::HostC), None) => fail(
            Failed::Usage,
            "`--emit host-c` writes several files\n\
             help: name a folder for them with `--output DIR`",
        ),
        (Some(Emit::HostC | Emit::OpenCl | Emit::Cuda | Emit::Ptx | Emit::Cubin), Some(_))
        | (None, _)
        | (_, None) => Ok(()),
        (Some(_), Some(_)) => fail(
            Failed::Usage,
            "`--emit` prints one stage, and `--output` writes the whole artefact\n\
             help: leave out one of them, or redirect the standard output",
        ),
    }
}

fn emitted(compilation: &Compilation, arguments: &CompileArguments) -> String {
    let code = |language| code(compilation, language, arguments.no_banner).to_string();
    let stage = |name: &str| {
        let at = compilation.stages.iter().rfind(|(stage, _)| *stage == name);
        at.map_or_else(
            || format!("// the pass {name} did not run, because its optimisation is off\n"),
            |(_, module)| module.to_string(),
        )
    };
    match arguments.emit.as_ref().unwrap_or(&Emit::OpenCl) {
        Emit::Tokens | Emit::Library | Emit::HostC | Emit::Ptx | Emit::Cubin => String::new(),
        Emit::Ast => syntax::dump::program(&compilation.checked.program),
        Emit::Ir => stage("lower"),
        Emit::IrAfter(pass) => stage(pass),
        Emit::OpenCl => code(Language::OpenCl),
        Emit::Cuda if arguments.library.is_some() => code(Language::Cuda),
        Emit::Cuda => with_library(Language::Cuda, &code(Language::Cuda)),
        Emit::Schedule => schedule(compilation),
    }
}

/// Returns the tokens of a program, without those of the files that it imports.
fn tokens(source: &Source) -> String {
    syntax::dump::tokens(bundle::files(&source.text)[0].text())
}

fn schedule(compilation: &Compilation) -> String {
    json(&compilation.artefact.schedule)
}

/// Returns the code in a language, with or without the comment at its top.
fn code(compilation: &Compilation, language: Language, no_banner: bool) -> &str {
    match no_banner {
        true => compilation.artefact.code_without_banner(language),
        false => compilation.artefact.code(language),
    }
}

/// Writes the artefact in a language, and the device library that it includes.
fn write(
    source: &Source,
    compilation: &Compilation,
    folder: &Path,
    language: Language,
    arguments: &CompileArguments,
) -> Result<(), Failed> {
    let kernels = code(compilation, language, arguments.no_banner).to_string();
    let mut files = vec![
        (format!("{}.{}", source.name, language.extension()), kernels),
        (format!("{}.json", source.name), schedule(compilation)),
    ];
    if arguments.library != Some(LibraryFile::None) {
        files.push((language.library_name().to_string(), library(language)));
    }
    output::create_folder(folder)?;
    for (name, text) in files {
        output::write(&folder.join(name), text)?;
    }
    Ok(())
}
