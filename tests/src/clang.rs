//! Clang as a compiler of OpenCL C, for dialects that no device of the machine supports.

use std::path::Path;
use std::process::Command;

/// The first version that declares the built-in functions of OpenCL C by default.
const LEAST_VERSION: u32 = 13;

/// The command that runs clang.
pub const CLANG: &str = "clang";

/// Returns whether a suitable clang is installed, and prints a line if it is not.
pub fn is_there() -> bool {
    let output = Command::new(CLANG).arg("-dumpversion").output();
    let found = output.ok().filter(|output| output.status.success());
    let text = found.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let version = text.as_deref().and_then(|text| text.split('.').next()?.trim().parse().ok());
    let is_there = version.is_some_and(|version: u32| version >= LEAST_VERSION);
    if !is_there {
        println!("not tested, there is no {CLANG} {LEAST_VERSION} or later");
    }
    is_there
}

/// Checks files as separate OpenCL C programs, with warnings as errors.
///
/// # Errors
///
/// Returns clang's messages if it rejects a file.
pub fn check(files: &[impl AsRef<Path>], options: &[String]) -> Result<(), String> {
    let mut command = Command::new(CLANG);
    command.args(["-x", "cl", "-fsyntax-only", "-Wall", "-Wextra", "-Wundef", "-Werror"]);
    // A program uses only a part of a library, and not all dialects need the locks.
    command.args(["-Wno-unused-function", "-Wno-unused-parameter"]);
    command.args(options).args(files.iter().map(AsRef::as_ref));
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
