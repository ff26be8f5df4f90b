//! Completion of command lines by shells, with values of options: optimisations, and the [names](names) of programs,
//! graphs, devices and codes.
//!
//! `igc completions bash` prints a script, which runs `igc` with the variable `COMPLETE`, as `clap_complete` describes.
//! The optimisations come from the [table of choices](igc_compiler::configuration::CHOICES).

mod names;

use std::ffi::OsStr;

use clap::builder::StyledStr;
use clap::{Arg, Command, CommandFactory, Id};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};
use clap_complete::env::{CompleteEnv, Shells};
use igc_compiler::configuration::PassKind;
use igc_compiler::configuration::{CHOICES, Flag};
use igc_compiler::passes::scalar::SCALAR_PASSES;

use crate::args::{Arguments, Shell};
use crate::failed::Failed;
use crate::output::print;

/// Answers a shell that completes a command line, and then ends the process. Otherwise, nothing happens.
pub fn answer() {
    CompleteEnv::with_factory(|| with_values(Arguments::command())).complete();
}

/// The variable with which a script asks igc for completions.
const VARIABLE: &str = "COMPLETE";

/// Prints the script with which a shell asks the `igc` in its path for completions.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn script(shell: Shell) -> Result<(), Failed> {
    let name = match shell {
        Shell::Bash => "bash",
        Shell::Elvish => "elvish",
        Shell::Fish => "fish",
        Shell::Powershell => "powershell",
        Shell::Zsh => "zsh",
    };
    let shells = Shells::builtins();
    let completer = shells.completer(name).expect("clap_complete knows these shells");
    let mut script = vec![];
    let written = completer.write_registration(VARIABLE, "igc", "igc", "igc", &mut script);
    written.expect("writing to memory succeeds");
    print(&String::from_utf8_lossy(&script))
}

/// Adds the completion of values to a command and its subcommands.
fn with_values(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let ids: Vec<(Id, ArgValueCompleter)> = command
        .get_arguments()
        .filter_map(|argument| Some((argument.get_id().clone(), completer(&name, argument)?)))
        .collect();
    let names: Vec<String> = command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    let command = ids.into_iter().fold(command, |command, (id, completer)| {
        command.mut_arg(id, |argument| argument.add(completer))
    });
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, with_values))
}

/// Returns what completes the values of an argument of a command. The names of values say what they are.
fn completer(command: &str, argument: &Arg) -> Option<ArgValueCompleter> {
    let value = argument.get_value_names().and_then(|names| names.first()).map(|name| &**name);
    Some(match (command, argument.get_id().as_str(), value) {
        (_, "opts", _) => ArgValueCompleter::new(opts),
        (_, "passes", _) => ArgValueCompleter::new(passes),
        (_, "device", _) => ArgValueCompleter::new(names::devices),
        (_, "graph" | "graphs" | "generator", _) => ArgValueCompleter::new(names::graphs),
        ("explain", "subject", _) => ArgValueCompleter::new(names::subjects),
        ("new", "from", _) | ("show" | "problems", "name", _) => {
            ArgValueCompleter::new(names::programs)
        }
        (_, _, Some("PROGRAM")) => ArgValueCompleter::new(names::programs_and_files),
        ("compile", "emit", _) => ArgValueCompleter::new(names::emitted),
        _ => return None,
    })
}

/// Completes the last flag of a list. The flags before it, and other values of their choices, are left out.
fn opts(text: &OsStr) -> Vec<CompletionCandidate> {
    let Some((before, last)) = divided(text) else { return vec![] };
    let given: Vec<Flag> = before.split(',').filter_map(Flag::of_name).collect();
    let flags = CHOICES
        .iter()
        .flat_map(|row| row.flags)
        .filter(|flag| given.iter().all(|known| known.choice() != flag.choice()));
    let flags = flags.map(|flag| (flag.name(), flag.row().summary));
    let alone = [
        ("auto", "igc chooses them"),
        ("none", "no optimisation"),
        ("all", "the flags of the paper that can be combined"),
    ];
    let alone = alone.into_iter().filter(|_| before.is_empty());
    candidates(before, last, alone.chain(flags))
}

/// Completes the last pass of a list.
fn passes(text: &OsStr) -> Vec<CompletionCandidate> {
    let Some((before, last)) = divided(text) else { return vec![] };
    let passes = SCALAR_PASSES.iter().map(|row| (row.pass.name(), row.summary));
    let alone = [("none", "no pass"), ("standard", "the usual order")];
    candidates(before, last, alone.into_iter().filter(|_| before.is_empty()).chain(passes))
}

/// Divides a list after its last comma. Returns `None` if it is not text.
fn divided(text: &OsStr) -> Option<(&str, &str)> {
    let text = text.to_str()?;
    Some(text.split_at(text.rfind(',').map_or(0, |comma| comma + 1)))
}

/// Returns the values that begin with the last part of a text, with the part before it. Values have a line of help
/// each.
fn candidates<N: AsRef<str>, H: Into<StyledStr>>(
    before: &str,
    last: &str,
    values: impl Iterator<Item = (N, H)>,
) -> Vec<CompletionCandidate> {
    let fitting = values.filter(|(name, _)| name.as_ref().starts_with(last));
    let whole = |(name, summary): (N, H)| {
        CompletionCandidate::new(format!("{before}{}", name.as_ref())).help(Some(summary.into()))
    };
    fitting.map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(candidates: &[CompletionCandidate]) -> Vec<&str> {
        candidates.iter().filter_map(|it| it.get_value().to_str()).collect()
    }

    #[test]
    fn every_flag_completes_and_choices_have_one_value() {
        let all = opts("".as_ref());
        for flag in Flag::every() {
            assert!(names(&all).contains(&flag.name()), "{}", flag.name());
        }
        assert_eq!(names(&opts("fg".as_ref())), ["fg1", "fg8"]);
        assert_eq!(names(&opts("sz256,vwarp=8,order=pul".as_ref())), ["sz256,vwarp=8,order=pull"]);
        let rest = opts("fg8,".as_ref());
        assert!(names(&rest).iter().all(|name| name.starts_with("fg8,") && *name != "fg8,fg1"));
        assert!(!names(&rest).contains(&"fg8,none"));
    }

    #[test]
    fn passes_complete_and_may_repeat() {
        assert_eq!(names(&passes("gvn,g".as_ref())), ["gvn,gvn"]);
        assert_eq!(names(&passes("un".as_ref())), ["unroll2", "unroll4", "unroll8"]);
    }
}
