//! Host programs in C: compiles the files that igc emits, runs them, and reads their outputs.

use std::path::{Path, PathBuf};
use std::process::Command;

use igc_compiler::codegen::Language;
use igc_compiler::codegen::host_c::{self, Naming};
use igc_compiler::data::ArrayData;
use igc_compiler::driver::Artefact;
use igc_compiler::ir::{Extent, Type, Value};
use igc_compiler::schedule::Buffer;
use igc_opencl::DeviceInfo;

/// The options with which the code must compile. Tests do not need optimised code.
const OPTIONS: [&str; 7] =
    ["-std=c11", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O0"];

/// A C compiler.
#[derive(Debug, Clone, Copy)]
pub struct Compiler(&'static str);

/// Returns the C compilers of this machine that find the header of OpenCL, and gcc before clang. If
/// there is none, prints a line.
pub fn compilers() -> Vec<Compiler> {
    let folder = tempfile::tempdir().expect("a folder");
    let trial = folder.path().join("trial.c");
    let text =
        "#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\nint main(void) { return 0; }\n";
    std::fs::write(&trial, text).expect("a file");
    let compiles = |compiler: &Compiler| {
        let program = folder.path().join("trial");
        let mut command = Command::new(compiler.0);
        command.arg(&trial).arg("-lOpenCL").arg("-o").arg(program);
        command.output().is_ok_and(|output| output.status.success())
    };
    let found: Vec<Compiler> =
        ["gcc", "clang"].map(Compiler).into_iter().filter(compiles).collect();
    if found.is_empty() {
        println!("not tested: there is no C compiler with OpenCL's header and library");
    }
    found
}

/// Number of the files of a program that it does not share with other programs. They come first.
pub const OWN_FILES: usize = 3;

/// Writes the files of a program into a folder, and the shared files if `library`.
pub fn write(artefact: &Artefact, folder: &Path, library: bool) {
    write_named(artefact, folder, library, &Naming::default());
}

/// Writes the files of a program as [`write`] does, with other names.
pub fn write_named(artefact: &Artefact, folder: &Path, library: bool, naming: &Naming) {
    let count = if library { usize::MAX } else { OWN_FILES };
    let files = host_c::files(artefact.code(Language::OpenCl), &artefact.schedule, naming);
    for file in files.into_iter().take(count) {
        let path = folder.join(&file.path);
        std::fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("a folder");
        std::fs::write(path, file.text).expect("a file");
    }
}

/// Runs a command.
///
/// # Panics
///
/// Panics with the output of the command if it fails.
pub fn succeeds(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{command:?}: {}\n{said}", output.status);
    said
}

impl Compiler {
    /// Compiles the shared files of a folder, and returns the objects.
    pub fn library(self, folder: &Path) -> Vec<PathBuf> {
        let sources = std::fs::read_dir(folder.join("igc")).expect("the shared files");
        let sources = sources.map(|entry| entry.expect("a file").path());
        let sources = sources.filter(|path| path.extension().is_some_and(|ending| ending == "c"));
        let object = |source: PathBuf| {
            let object = source.with_extension("o");
            succeeds(self.with_options().arg("-c").arg(&source).arg("-o").arg(&object));
            object
        };
        sources.map(object).collect()
    }

    /// Compiles a program of a folder, and links it with the objects of the library.
    pub fn program(self, folder: &Path, name: &str, library: &[PathBuf]) -> PathBuf {
        let (code, main) =
            (folder.join(format!("{name}.c")), folder.join(format!("main/{name}.c")));
        let executable = folder.join(format!("{name}.run"));
        let mut command = self.with_options();
        command.args([&code, &main]).args(library).args(["-lOpenCL", "-lm"]);
        succeeds(command.arg("-o").arg(&executable));
        executable
    }

    /// Checks a file for errors and warnings.
    pub fn check(self, file: &Path) {
        succeeds(self.with_options().arg("-fsyntax-only").arg(file));
    }

    /// Returns a command with the options, to which the caller adds files.
    pub fn with_options(self) -> Command {
        let mut command = Command::new(self.0);
        command.args(OPTIONS);
        command
    }
}

/// Returns the command that runs an executable on a graph and a device, and writes its outputs.
pub fn command(executable: &Path, graph: &Path, device: &DeviceInfo, outputs: &Path) -> Command {
    let mut command = Command::new(executable);
    command.arg(graph).args(["--device", &device.index.to_string()]);
    command.arg("--outputs").arg(outputs);
    command
}

/// Replaces the outputs in the arrays of a run by those that a host program wrote.
///
/// # Panics
///
/// Panics if the text is not the table of these outputs.
pub fn replace_outputs(artefact: &Artefact, arrays: &mut [ArrayData], text: &str) {
    let schedule = &artefact.schedule;
    for (at, buffer) in schedule.buffers.iter().enumerate() {
        if schedule.outputs.contains(&buffer.name) {
            let values = column(text, buffer).into_iter().map(|text| parse(text, buffer.ty));
            let mut found = ArrayData::fill(Value::zero(buffer.ty), arrays[at].len());
            let count = values.enumerate().map(|(i, value)| assert!(found.set(i, value))).count();
            assert_eq!(count, found.len(), "`{}` has all its elements", buffer.name);
            arrays[at] = found;
        }
    }
}

/// Returns the texts of the elements of an output.
fn column<'t>(text: &'t str, buffer: &Buffer) -> Vec<&'t str> {
    // An array has one column for each element, and a global array has all of them in one line.
    let of_buffer = |name: &str| {
        let index = name.strip_prefix(&*buffer.name);
        index.is_some_and(|index| index.is_empty() || index.starts_with('['))
    };
    let global = |line: &'t str| {
        let (name, values) = line.strip_prefix("# ")?.split_once('\t')?;
        (name == &*buffer.name).then_some(values)
    };
    let first = match buffer.length {
        Extent::One => {
            return text.lines().filter_map(global).flat_map(|line| line.split('\t')).collect();
        }
        Extent::Nodes | Extent::Original => "node\t",
        Extent::Edges => "edge\t",
    };
    let mut lines = text.lines().skip_while(|line| !line.starts_with(first));
    let names = lines.next().expect("the table has a head").split('\t');
    let names = names.enumerate().filter(|(_, name)| of_buffer(name));
    let columns: Vec<usize> = names.map(|(at, _)| at).collect();
    assert!(!columns.is_empty(), "the output has a column");
    let rows = lines.take_while(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    rows.flat_map(|row| {
        let values: Vec<&str> = row.split('\t').collect();
        columns.iter().map(|at| values[*at]).collect::<Vec<_>>()
    })
    .collect()
}

fn parse(text: &str, ty: Type) -> Value {
    let value = match ty {
        Type::Bool => text.parse().ok().map(Value::Bool),
        Type::I32 => text.parse().ok().map(Value::I32),
        Type::U32 => text.parse().ok().map(Value::U32),
        Type::I64 => text.parse().ok().map(Value::I64),
        Type::U64 => text.parse().ok().map(Value::U64),
        Type::F32 => text.parse().ok().map(Value::F32),
        Type::F64 => text.parse().ok().map(Value::F64),
        Type::Node => text.parse().ok().map(Value::Node),
        Type::Edge => text.parse().ok().map(Value::Edge),
    };
    value.unwrap_or_else(|| panic!("`{text}` is not a {ty}"))
}
