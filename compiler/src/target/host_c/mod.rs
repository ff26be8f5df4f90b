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
mod program;
mod steps;
mod tables;
mod text;

use crate::schedule::Schedule;

/// A file of generated code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The path in the folder of the generated code. `/` separates its parts.
    pub path: String,
    /// The content.
    pub text: String,
}

/// Returns the files of a program: first those of the program itself, and then those that every
/// program shares. Several programs can be in the same folder. `kernels` is the OpenCL C of the
/// schedule's artefact. The comment at the top of the C file contains `remark`, which is one line or empty.
pub fn files(kernels: &str, schedule: &Schedule, remark: &str) -> Vec<File> {
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
