//! Prints a schedule as a host program in C11, which runs the kernels on OpenCL without igc.
//!
//! An artefact is OpenCL C and a schedule. The runtime of igc interprets the schedule. This backend
//! instead prints it as C: tables of the program's parts, and `main` as a function. Everything that
//! does not depend on the program is in a library of C files (`stdlib/host/`), which igc copies
//! beside the generated code: devices and their dialects, memory, launches, outlined loops, graph
//! files, and the command line. The two meet in `stdlib/host/igc_internal.h`.
//!
//! | module | content |
//! | --- | --- |
//! | `header` | the header of a program: its parameters, its outputs, and the function that runs it |
//! | `program` | the C file of a program |
//! | `tables` | the tables of parameters, arrays, kernels and outlined loops |
//! | `steps` | the steps of `main` |
//! | `expr` | expressions, with types |
//! | `locals` | the locals of `main`, with types |
//! | `names` | the names of the generated code, and the spelling of types |
//! | `text` | texts as arrays of C strings |
//! | `prefix` | another prefix for the names of the library |
//! | `library` | the files that do not depend on the program |
//!
//! # Limits
//!
//! The C code runs one program on one device. It does not check results, record rounds, calibrate,
//! or cache built kernels (drivers have caches of their own).

mod expr;
mod header;
mod library;
mod locals;
mod names;
mod prefix;
mod program;
mod steps;
mod tables;
mod text;

pub use prefix::check_name;

use crate::schedule::Schedule;

/// A file of generated code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The path in the folder of the generated code. `/` separates its parts.
    pub path: String,
    /// The content.
    pub text: String,
}

/// How the generated code is named, and what it says about itself. The default are the usual names and no remark.
#[derive(Debug, Clone, Default)]
pub struct Naming {
    /// The name of the program in C, which must be a [name of C](check_name); by default, its own name.
    pub program: Option<String>,
    /// What the names of the library begin with, in place of `igc_`. It must be a [name of C](check_name). All programs of a
    /// folder must have the same prefix.
    pub prefix: Option<String>,
    /// A line of the comment at the top of the C file, or empty.
    pub remark: String,
}

/// Returns the files of a program: first those of the program itself, and then those that every
/// program shares. Several programs can be in the same folder. `kernels` is the OpenCL C of the
/// schedule's artefact.
pub fn files(kernels: &str, schedule: &Schedule, naming: &Naming) -> Vec<File> {
    let files = usual_files(kernels, schedule, naming);
    match &naming.prefix {
        None => files,
        Some(prefix) => files.into_iter().map(|file| prefix::replaced(file, prefix)).collect(),
    }
}

/// Returns the files with the usual prefix.
fn usual_files(kernels: &str, schedule: &Schedule, naming: &Naming) -> Vec<File> {
    let renamed =
        naming.program.as_ref().map(|name| Schedule { program: name.clone(), ..schedule.clone() });
    let schedule = renamed.as_ref().unwrap_or(schedule);
    let remark = &naming.remark;
    let name = &schedule.program;
    let own = [
        (format!("{name}.h"), header::header(schedule)),
        (format!("{name}.c"), program::program(kernels, schedule, remark)),
        (format!("main/{name}.c"), program::main_file(schedule)),
    ];
    let own = own.into_iter().map(|(path, text)| File { path, text });
    own.chain(library::files()).collect()
}

/// Returns the comment at the start of a generated file. `content` says what the file contains, and `remark` is a line of
/// the comment if it is not empty.
fn opening(schedule: &Schedule, content: &str, remark: &str) -> String {
    let Schedule { compiler, program, options, .. } = schedule;
    let remark = if remark.is_empty() { String::new() } else { format!("// {remark}\n") };
    format!(
        "// {program}: {content}, made by {compiler} with --opts {options}.\n\
         {remark}// Do not edit: change the program and compile it again.\n\n"
    )
}
