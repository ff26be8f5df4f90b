//! Problems, and the programs that solve them.
//!
//! A problem is what a program promises: programs with the same `check`, and the same inputs, outputs and parameters of
//! the check, solve one problem. The *portfolio* is the set of programs that are part of the library: those of
//! `examples/`. A user names a problem (`bfs`), or pins one of its programs (`bfs_wl`). The module [`auto`](crate::auto)
//! chooses a program for a problem. Where nothing is chosen, the problem has a default program.
//!
//! | file | content |
//! | --- | --- |
//! | `table` | the problems: names, meanings, programs, defaults |
//! | `portfolio` | the texts of the programs |
//! | `facts` | what the programs themselves state about their problem |
//! | `names` | finds what a user means by a name, and suggests names |
//!
//! # Limits
//!
//! The default program of a problem is the same for all graphs and devices.

mod facts;
mod names;
mod portfolio;
mod table;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::error::{Error, guarded};
use crate::program::Source;

pub use facts::{Declaration, Facts};
pub(crate) use names::unknown;
pub use names::{Named, find, nearest};

/// A problem, and the programs that solve it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The name, such as `bfs`.
    pub name: &'static str,
    /// Other names that people use.
    pub aliases: &'static [&'static str],
    /// What a result is, in one sentence without a full stop.
    pub meaning: &'static str,
    /// Whether all correct results are the same.
    pub uniqueness: Uniqueness,
    /// The names of the programs. The first one is the default.
    pub programs: &'static [&'static str],
    /// Why the first program is the default. Empty if there is only one program.
    pub reason: &'static str,
    /// The name of the problem that uses the weights of the graph, if this problem ignores them and such a problem
    /// exists.
    pub weighted: Option<&'static str>,
    /// The problem for real weights, if this problem takes only whole numbers that fit a `u32`. A
    /// [`Task`](crate::auto::Task) of this problem becomes one of that problem on a graph with other weights.
    pub real: Option<Real>,
}

/// A problem for real weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Real {
    /// The name of the problem.
    pub problem: &'static str,
    /// Whether weights may be negative.
    pub takes_negative: bool,
}

/// Whether all correct results of a problem are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Uniqueness {
    /// There is one correct result.
    Unique,
    /// Correct results differ only in this.
    UpTo(&'static str),
    /// There are several correct results, in this sense.
    OneOfMany(&'static str),
}

/// Returns all problems.
pub fn problems() -> &'static [Problem] {
    table::PROBLEMS
}

impl Problem {
    /// Returns the name of the program that solves the problem if neither the user nor [`auto`](crate::auto) chooses one.
    pub fn default_program(&self) -> &'static str {
        self.programs[0]
    }

    /// Returns the parameters of the problem: those that all its programs declare in the same way. A program may have
    /// further parameters.
    ///
    /// # Errors
    ///
    /// Returns an error if a program is not part of the portfolio.
    pub fn parameters(&self) -> Result<Vec<Declaration>, Error> {
        let mut shared = self.facts(self.default_program())?.parameters;
        for program in &self.programs[1..] {
            let facts = self.facts(program)?;
            shared.retain(|one| facts.parameters.iter().any(|other| other.text == one.text));
        }
        Ok(shared)
    }

    /// Returns what the program promises and needs.
    ///
    /// # Errors
    ///
    /// Returns an error if the program is not part of the portfolio.
    pub fn facts(&self, program: &str) -> Result<Facts, Error> {
        let source = source(program).ok_or_else(|| names::unknown(program))?;
        Facts::of(&source)
    }
}

impl fmt::Display for Uniqueness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Uniqueness::Unique => write!(f, "unique"),
            Uniqueness::UpTo(sense) => write!(f, "unique up to {sense}"),
            Uniqueness::OneOfMany(sense) => write!(f, "one of many: {sense}"),
        }
    }
}

impl Source {
    /// Returns the program that a name means: the default program of a problem (`bfs`, or the alias `dijkstra`), a
    /// program (`bfs_wl`), or a program of a problem (`cc:cc`), which tells them apart if both have the same name.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Name`] with a suggestion if the name is unknown.
    pub fn named(name: &str) -> Result<Source, Error> {
        let unknown = || names::unknown(name);
        source(find(name).ok_or_else(unknown)?.program).ok_or_else(unknown)
    }

    /// Returns what the program states about itself: its declarations with their comments, and its requirements.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Program`] if the program is wrong.
    pub fn facts(&self) -> Result<Facts, Error> {
        guarded(|| Facts::of(self))
    }

    /// Returns the programs of the portfolio, ordered by the paths of their files.
    pub fn portfolio() -> impl Iterator<Item = Source> {
        let known = |program: &&str| problems().iter().any(|one| one.programs.contains(program));
        let programs = portfolio::FILES.iter().map(|(path, _)| portfolio::stem(path));
        programs.filter(known).filter_map(source)
    }
}

/// Returns a program of the portfolio by its own name, even if that is also the name of a problem.
pub(crate) fn source(program: &str) -> Option<Source> {
    let text = portfolio::text(program)?;
    Some(Source { name: program.to_owned(), path: format!("{program}.ig"), text })
}
