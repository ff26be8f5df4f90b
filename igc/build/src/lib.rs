//! Compiles igc programs in build scripts to typed structs.
//!
//! A build script names the file of a program:
//!
//! ```no_run
//! igc_build::Program::new("src/hops.ig").build();
//! ```
//!
//! It then writes `hops.rs` into cargo's output folder, which the crate includes as a module:
//!
//! ```text
//! mod hops {
//!     include!(concat!(env!("OUT_DIR"), "/hops.rs"));
//! }
//! ```
//!
//! The module has these items. The crate needs [`igc`] as a dependency.
//!
//! | item | content |
//! | --- | --- |
//! | `Program` | the compiled program: `Program::new()`, `run`, `arguments`, and `igc`, the program as [`igc::Program`] |
//! | `Parameters` | a field for each parameter; `Parameters::default()` unless a parameter has no default |
//! | `Inputs` | a field for each input, if there are inputs |
//! | `Outputs` | a field for each output: a vector, or a number for a global |
//!
//! If a program is wrong, the build fails, and cargo shows the diagnostics with excerpts of the program. Warnings are
//! warnings of cargo. If a file of the program changes, cargo runs the build script again.
//!
//! # Limits
//!
//! The module contains the text of the program, which is checked when the crate is built. `Program::new` compiles the
//! text, which takes some milliseconds.

mod fields;
mod module;

use std::path::{Path, PathBuf};
use std::{env, fs, process};

use igc::diagnostics::render;
use igc::{Configuration, Error, Source};
use igc_compiler::bundle;

/// A program that a build script compiles.
#[derive(Debug, Clone)]
pub struct Program {
    path: PathBuf,
    options: String,
}

/// What a program becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The module in Rust.
    pub code: String,
    /// The warnings about the program, with excerpts, or an empty text.
    pub warnings: String,
    /// The files of the program.
    pub files: Vec<PathBuf>,
}

impl Program {
    /// Names the file of a program. A relative path starts at the folder of the crate.
    pub fn new(path: impl AsRef<Path>) -> Program {
        Program { path: path.as_ref().to_owned(), options: "none".into() }
    }

    /// Sets the optimisations, as `--opts` of the command line takes them. Without this, there are none.
    #[must_use]
    pub fn options(mut self, options: &str) -> Program {
        options.clone_into(&mut self.options);
        self
    }

    /// Compiles the program, and returns its module.
    ///
    /// # Errors
    ///
    /// Returns the reason as text for a person if the file cannot be read, or if the program or the optimisations are
    /// wrong.
    pub fn generate(&self) -> Result<Generated, String> {
        let options = Configuration::parse(&self.options).map_err(|error| error.to_string())?;
        let shown = |error: Error| error.to_string();
        let source = Source::read(&self.path).map_err(shown)?;
        let program = igc::Program::from_source(source, &options).map_err(shown)?;
        let manifest = program.manifest().map_err(shown)?;
        let Source { path, text, .. } = program.source();
        let warnings = match program.warnings() {
            [] => String::new(),
            warnings => render::plain(path, text, warnings),
        };
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let imported = bundle::files(text).into_iter().filter(|file| !file.path.is_empty());
        let imported = imported.map(|file| folder.join(file.path));
        let files = std::iter::once(self.path.clone()).chain(imported).collect();
        Ok(Generated { code: module::module(&program, &manifest), warnings, files })
    }

    /// Compiles the program in a build script, and writes the module into cargo's output folder, as a file with the name of
    /// the program. If this fails, ends the build script with an error.
    pub fn build(&self) {
        if let Err(error) = self.try_build() {
            tell("error", &error);
            process::exit(1);
        }
    }

    fn try_build(&self) -> Result<(), String> {
        // The program may be missing now, and exist later.
        rerun_if_changed(&self.path);
        let generated = self.generate()?;
        generated.files.iter().for_each(|file| rerun_if_changed(file));
        tell("warning", &generated.warnings);
        let folder = env::var_os("OUT_DIR").ok_or("cargo has not set OUT_DIR")?;
        let name = self.path.file_stem().ok_or("the program has no name")?;
        let path = Path::new(&folder).join(name).with_extension("rs");
        fs::write(&path, generated.code).map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// Returns the lines with which cargo shows a text. Cargo takes one line at a time.
fn instructions(kind: &str, text: &str) -> String {
    text.lines().map(|line| format!("cargo::{kind}={line}\n")).collect()
}

#[expect(clippy::print_stdout, reason = "cargo reads the standard output of a build script")]
fn tell(kind: &str, text: &str) {
    print!("{}", instructions(kind, text));
}

#[expect(clippy::print_stdout, reason = "cargo reads the standard output of a build script")]
fn rerun_if_changed(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_shows_every_line_of_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("wrong.ig");
        fs::write(&path, "node x: u32 = 0;\nmain { y(); }\noutput x;\n").expect("a file");
        let error = Program::new(&path).generate().expect_err("it is wrong");
        let lines = instructions("error", &error);
        assert!(lines.starts_with("cargo::error=error[E"), "{lines}");
        assert!(lines.contains("main { y(); }"), "{lines}");
        assert!(lines.lines().all(|line| line.starts_with("cargo::error=")), "{lines}");
        assert!(
            Program::new(&path).options("fg9").generate().expect_err("no flag").contains("fg9")
        );
        assert!(Program::new("missing.ig").generate().expect_err("no file").contains("missing.ig"));
        assert_eq!(instructions("warning", ""), "");
    }

    #[test]
    fn imported_files_are_watched() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("main.ig");
        let text = "use ./part.ig;\nnode x: u32 = 0;\n\
                    kernel k() { forall u in nodes { u.x = part::one; } }\nmain { k(); }\noutput x;\n";
        fs::write(&path, text).expect("a file");
        fs::write(folder.path().join("part.ig"), "const one: u32 = 1;\n").expect("a file");
        let generated = Program::new(&path).generate().expect("it compiles");
        assert_eq!(generated.files, [path, folder.path().join("./part.ig")]);
        assert_eq!(generated.warnings, "");
        assert!(generated.code.contains("const one: u32 = 1;"));
    }
}
