//! Every code with its title, an explanation, a wrong program and a right one: what `igc explain`
//! shows and what the reference lists. The tests hold each wrong program to its code and each right
//! one to none, and every code that the compiler can report to being here.

mod arrays;
mod calls;
mod levels;
mod names;
mod placement;
mod program;
mod runs;
mod syntax;
mod types;
mod updates;
mod warnings;
mod worklists;

use super::visible;

/// What a code means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Explanation {
    /// Such as `E0101`.
    pub code: &'static str,
    /// What it stands for, as a noun.
    pub title: &'static str,
    /// Why it is an error and what to do, in Markdown.
    pub text: &'static str,
    /// A whole program that has the error.
    pub wrong: &'static str,
    /// A whole program that has it no longer.
    pub right: &'static str,
}

/// Every code in order: errors, then findings of checked runs, then warnings.
pub fn all() -> impl Iterator<Item = &'static Explanation> {
    let groups = [
        syntax::CODES,
        names::CODES,
        types::CODES,
        placement::CODES,
        updates::CODES,
        calls::CODES,
        program::CODES,
        arrays::CODES,
        worklists::CODES,
        runs::CODES,
        levels::CODES,
        warnings::CODES,
    ];
    let mut all: Vec<&Explanation> = groups.into_iter().flatten().collect();
    all.sort_by_key(|explanation| explanation.code);
    all.into_iter()
}

/// The meaning of a code, whatever its case.
pub fn find(code: &str) -> Option<&'static Explanation> {
    all().find(|explanation| explanation.code.eq_ignore_ascii_case(code))
}

impl std::fmt::Display for Explanation {
    /// The explanation as Markdown. It shows unsafe characters of the wrong program as escapes.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "# {}: {}\n\n{}\n", self.code, self.title, self.text)?;
        writeln!(f, "Wrong:\n\n```igc\n{}```\n", visible::text(self.wrong))?;
        writeln!(f, "Right:\n\n```igc\n{}```", self.right)
    }
}
