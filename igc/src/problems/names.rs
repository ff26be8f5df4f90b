//! What a user means by a name, and the known names that are near to it.

use igc_compiler::diagnostics::suggest;

use super::{Problem, problems};
use crate::error::Error;

/// What a name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// The problem.
    pub problem: &'static Problem,
    /// The name of the program: the default one of the problem, or the pinned one.
    pub program: &'static str,
    /// Whether the name is that of a program.
    pub is_pinned: bool,
}

/// Returns what a name means: a problem, one of its aliases, a program, or a program of a problem (`cc:cc`). A name that
/// is both a problem and a program means the problem. Upper case and hyphens make no difference.
pub fn find(name: &str) -> Option<Named> {
    let name = normal(name);
    if let Some((problem, program)) = name.split_once(':') {
        return pinned(of_name(problem)?, program);
    }
    match of_name(&name) {
        Some(problem) => {
            Some(Named { problem, program: problem.default_program(), is_pinned: false })
        }
        None => problems().iter().find_map(|problem| pinned(problem, &name)),
    }
}

/// Returns the problem with this name or alias.
fn of_name(name: &str) -> Option<&'static Problem> {
    problems().iter().find(|problem| problem.name == name || problem.aliases.contains(&name))
}

fn pinned(problem: &'static Problem, program: &str) -> Option<Named> {
    let program = problem.programs.iter().find(|known| **known == program)?;
    Some(Named { problem, program, is_pinned: true })
}

fn normal(name: &str) -> String {
    name.to_lowercase().replace('-', "_")
}

/// Returns the nearest name of a problem or program, or the nearest of some further names, if one is near enough to be
/// meant.
pub fn nearest<'a>(name: &str, further: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known = all().map(|name| -> &'a str { name });
    suggest::nearest(&normal(name), known.chain(further))
}

/// Returns the names and aliases of all problems, and the names of all programs.
fn all() -> impl Iterator<Item = &'static str> {
    let of_problems = problems().iter().map(|problem| problem.name);
    let aliases = problems().iter().flat_map(|problem| problem.aliases).copied();
    let programs = problems().iter().flat_map(|problem| problem.programs).copied();
    of_problems.chain(aliases).chain(programs)
}

/// Returns the error about an unknown name.
pub(crate) fn unknown(name: &str) -> Error {
    let suggestion = nearest(name, []).map(str::to_owned);
    Error::Name { name: name.to_owned(), suggestion }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(name: &str) -> Option<(&'static str, bool)> {
        find(name).map(|named| (named.program, named.is_pinned))
    }

    #[test]
    fn names_mean_problems_or_programs() {
        assert_eq!(program("bfs"), Some(("bfs_hybrid", false)));
        assert_eq!(program("bfs_wl"), Some(("bfs_wl", true)));
        assert_eq!(program("Page-Rank"), program("pr"));
        assert_eq!(program("bfs_multi"), Some(("bfs_multi", true)));
        assert_eq!(program("bfs:bfs_multi"), None);
        assert_eq!(program("bfs:"), None);
        assert_eq!(program(""), None);
    }

    #[test]
    fn a_program_with_the_name_of_its_problem_can_be_pinned() {
        assert_eq!(program("cc"), Some(("cc_afforest", false)));
        assert_eq!(program("cc:cc"), Some(("cc", true)));
        assert_eq!(program("wcc:cc"), Some(("cc", true)));
    }

    #[test]
    fn misspelt_names_have_a_suggestion() {
        assert_eq!(nearest("pagernak", []), Some("pagerank"));
        assert_eq!(nearest("bfs_hybird", []), Some("bfs_hybrid"));
        assert_eq!(nearest("mine2.ig", ["mine.ig"]), Some("mine.ig"));
        assert_eq!(nearest("something else", []), None);
        let error = unknown("dijkstar").to_string();
        assert_eq!(
            error,
            "`dijkstar` is not the name of a problem or program\nhelp: did you mean `dijkstra`?"
        );
    }
}
