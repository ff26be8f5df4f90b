//! Reads the command line, and reports what is wrong with it.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, ValueEnum};
use igc_compiler::diagnostics::visible;

use super::Arguments;
use crate::failed::Failed;
use crate::message::{self, DiagnosticsForm};
use crate::output::{print, written};
use crate::topics;

/// Reads the command line. Returns `None` if it asked for help or for the version, which this
/// function then prints.
///
/// # Errors
///
/// Returns an error if the command line is invalid.
pub fn read() -> Result<Option<Arguments>, Failed> {
    let given = globals_first(std::env::args_os().collect());
    if let Some(topic) = given.get(1..).and_then(topics::asked) {
        return print(&topic).map(|()| None);
    }
    let wants_json = before_the_end(&given).any(|argument| argument == "--json");
    if wants_json {
        message::use_json_results();
    }
    let error = match Arguments::try_parse_from(&given) {
        Ok(arguments) => {
            message::use_form(arguments.diagnostics);
            return Ok(Some(arguments));
        }
        Err(error) => error,
    };
    if !error.use_stderr() {
        let printed = error.print().and_then(|()| std::io::stdout().flush());
        return written(printed).map(|()| None);
    }
    let form = wanted_form(&given);
    message::use_form(form);
    let is_safe = |argument: &OsString| !argument.to_string_lossy().contains(visible::is_unsafe);
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let is_text = form == DiagnosticsForm::Text && !wants_json;
    if let Some(right) = command_first(&given).filter(|_| is_about_arguments(&error)) {
        let command = shell_words::join(right);
        message::error(format!("{}\nhelp: write `{command}`", text.trim_end()));
    } else if is_text && std::io::stderr().is_terminal() && given.iter().all(is_safe) {
        let _ = error.print();
    } else {
        message::error(text);
    }
    Err(Failed::Usage)
}

/// The option that every command has.
const GLOBAL: &str = "--diagnostics";

/// Moves the option that every command has before the command. Some commands have both arguments and
/// commands of their own, as `bench` does; of these, clap reads no command after an option.
fn globals_first(given: Vec<OsString>) -> Vec<OsString> {
    let (mut globals, mut rest) = (vec![], vec![]);
    let mut given = given.into_iter();
    rest.extend(given.next());
    let mut given = given.peekable();
    while let Some(argument) = given.next() {
        let has_value = |next: &mut OsString| !next.to_string_lossy().starts_with('-');
        if argument == "--" {
            rest.push(argument);
            break;
        } else if argument == GLOBAL && given.peek_mut().is_some_and(has_value) {
            globals.push(argument);
            globals.extend(given.next());
        } else if argument.to_string_lossy().starts_with(&format!("{GLOBAL}=")) {
            globals.push(argument);
        } else {
            rest.push(argument);
        }
    }
    let at = rest.len().min(1);
    rest.splice(at..at, globals);
    rest.into_iter().chain(given).collect()
}

/// Whether an error may come from an option before a command.
fn is_about_arguments(error: &clap::Error) -> bool {
    matches!(error.kind(), ErrorKind::MissingRequiredArgument | ErrorKind::UnknownArgument)
}

/// If an option precedes a command of `bench` or `search`, so that clap takes the command for an
/// argument: returns the words in the right order.
fn command_first(given: &[OsString]) -> Option<Vec<String>> {
    let words: Option<Vec<&str>> = before_the_end(given).map(|word| word.to_str()).collect();
    let words: Vec<&str> = words?;
    let command = Arguments::command();
    let is_command = |word: &&str| command.find_subcommand(word).is_some();
    let at = words.iter().skip(1).position(is_command)? + 1;
    let outer = command.find_subcommand(words[at])?;
    if !outer.is_args_conflicts_with_subcommands_set() {
        return None;
    }
    let is_inner = |word: &&str| outer.find_subcommand(word).is_some();
    let inner = words.iter().skip(at + 1).position(is_inner).filter(|place| *place > 0)? + at + 1;
    let mut right: Vec<String> = words.iter().map(|word| word.to_string()).collect();
    let name = right.remove(inner);
    right.insert(at + 1, name);
    right[0] = "igc".into();
    Some(right)
}

/// Returns the arguments before `--`.
fn before_the_end(given: &[OsString]) -> impl Iterator<Item = &OsString> {
    given.iter().take_while(|argument| *argument != "--")
}

/// Returns the form of diagnostics that a command line asks for, even if another part of it is
/// invalid.
fn wanted_form(given: &[OsString]) -> DiagnosticsForm {
    let given: Vec<_> = before_the_end(given).map(|argument| argument.to_string_lossy()).collect();
    let joined = given.iter().find_map(|argument| argument.strip_prefix(GLOBAL)?.strip_prefix('='));
    let next = given.iter().position(|argument| argument == GLOBAL);
    let next = next.and_then(|at| given.get(at + 1)).map(|argument| &**argument);
    let form = joined.or(next).and_then(|name| DiagnosticsForm::from_str(name, false).ok());
    form.unwrap_or_default()
}
