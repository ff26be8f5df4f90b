//! `igc check`: reports the errors and warnings of programs, and writes nothing.

use std::path::Path;

use igc::problems;
use igc_compiler::configuration::Configuration;
use igc_compiler::syntax;
use igc_compiler::syntax::ast::ItemKind;

use crate::args::CheckArguments;
use crate::failed::Failed;
use crate::message;
use crate::output::{counted, fail};
use crate::source::{self, Source};

/// What was found in all programs.
#[derive(Default)]
struct Found {
    programs: usize,
    with_errors: usize,
    warnings: usize,
    /// Files of folders that define no program.
    without_main: usize,
    failed: Option<Failed>,
}

/// Compiles programs without writing anything. If a program has errors, the others are still checked.
///
/// # Errors
///
/// Returns an error if a program cannot be read or compiled, or has warnings that are denied.
pub fn check(arguments: &CheckArguments) -> Result<(), Failed> {
    let mut found = Found::default();
    for argument in &arguments.programs {
        // A problem takes precedence over a folder of the same name, as in other commands.
        let is_name = argument.to_str().is_some_and(|name| problems::find(name).is_some());
        match argument.is_dir() && !is_name {
            true => match source::programs(argument) {
                Ok(files) => files.iter().for_each(|file| found.add_of_folder(file)),
                Err(failed) => found.fail(failed),
            },
            false => match source::read_program(argument) {
                Ok(source) => found.add(&source),
                Err(failed) => found.fail(failed),
            },
        }
    }
    found.report(arguments.deny_warnings)
}

impl Found {
    /// Checks a file of a folder, unless it is a library for other programs.
    fn add_of_folder(&mut self, file: &Path) {
        match source::read_program_file(file) {
            Ok(source) if is_library(&source) => self.without_main += 1,
            Ok(source) => self.add(&source),
            Err(failed) => self.fail(failed),
        }
    }

    /// Checks a program.
    fn add(&mut self, source: &Source) {
        self.programs += 1;
        match source::build(source, &Configuration::default()) {
            Ok(compilation) => self.warnings += compilation.warnings.len(),
            Err(failed) => {
                self.with_errors += 1;
                self.fail(failed);
            }
        }
    }

    /// Notes a failure. A bug of igc is worse than an error of a program.
    fn fail(&mut self, failed: Failed) {
        self.failed = self.failed.take().max(Some(failed));
    }

    /// Prints how many programs were checked, and returns the result of the command.
    fn report(self, deny_warnings: bool) -> Result<(), Failed> {
        if let Some(failed) = self.failed {
            if self.programs > 1 {
                message::say(format_args!(
                    "{}: {} with errors, {}",
                    counted(self.programs, "program"),
                    self.with_errors,
                    counted(self.warnings, "warning")
                ));
            }
            return Err(failed);
        }
        if deny_warnings && self.warnings > 0 {
            let text = format!(
                "{}\nhelp: without `--deny-warnings`, warnings are accepted",
                counted(self.warnings, "warning")
            );
            return fail(Failed::Input, text);
        }
        let left_out = match self.without_main {
            0 => String::new(),
            1 => "; 1 file without `main` is checked only as a part of programs that import it"
                .into(),
            n => format!(
                "; {n} files without `main` are checked only as parts of programs that import them"
            ),
        };
        message::say(format_args!(
            "{}: no errors, {}{left_out}",
            counted(self.programs, "program"),
            counted(self.warnings, "warning")
        ));
        Ok(())
    }
}

/// Returns whether a file parses, but has no `main`.
fn is_library(source: &Source) -> bool {
    let (program, errors) = syntax::parse(&source.text);
    let has_main = |program: &syntax::ast::Program| {
        program.items.iter().any(|item| matches!(item.kind, ItemKind::Main(_)))
    };
    errors.is_empty() && program.is_some_and(|program| !has_main(&program))
}
