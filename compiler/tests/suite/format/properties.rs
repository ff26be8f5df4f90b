//! Properties that hold for every program: formatting changes neither the program nor its comments,
//! and formatting twice has the same result as formatting once. The tests use every program of the
//! repository, both as it is and with additional comments, line breaks and commas between its
//! tokens.

use std::path::Path;

use igc_compiler::driver::Failure;
use igc_compiler::format::{MAX_WIDTH, format};
use igc_compiler::syntax::{ast::Program, dump, lexer, parse};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::FileFailurePersistence;

/// Returns the tree of a program without spans and ids, or `None` if the text is not a program.
fn tree(source: &str) -> Option<String> {
    let (program, found) = parse(source);
    let without_errors = |_: &Program| found.is_empty();
    program.filter(without_errors).map(|program| dump::program(&program))
}

/// Returns the comments of a program, in order. The language has no strings, so `//` always starts
/// a comment.
fn comments(source: &str) -> Vec<&str> {
    source.lines().filter_map(|line| Some(line[line.find("//")?..].trim_end())).collect()
}

/// Returns the code of a program without comments, white space and commas.
fn code(source: &str) -> String {
    let lines = source.lines().map(|line| line.split("//").next().unwrap_or(line));
    lines.flat_map(str::chars).filter(|c| !c.is_whitespace() && *c != ',').collect()
}

/// Formats a text and checks the result. Returns `None` if the text is not a program.
fn checked(source: &str) -> Option<String> {
    let text = match format(source) {
        Ok(text) => text,
        Err(Failure::Program(_)) => return None,
        Err(failure) => panic!("{failure}:\n{source}"),
    };
    assert_eq!(format(&text).ok().as_ref(), Some(&text), "formatted twice");
    assert_eq!(tree(&text), tree(source), "the program changed:\n{source}\n{text}");
    assert_eq!(comments(&text), comments(source), "comments changed:\n{source}\n{text}");
    assert_eq!(code(&text), code(source), "code changed:\n{source}\n{text}");
    assert!(text.lines().all(|line| line == line.trim_end()), "trailing space:\n{text}");
    assert!(!text.replace('\r', "").contains("\n\n\n"), "two blank lines:\n{text}");
    Some(text)
}

/// Returns every program of the repository with its path.
fn programs() -> Vec<(String, String)> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let folders = ["examples", "stdlib", "tests", "compiler/tests"];
    let files = folders.iter().flat_map(|folder| walkdir::WalkDir::new(repository.join(folder)));
    let files = files.map(|entry| entry.unwrap().into_path());
    let programs: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "ig"))
        .map(|path| {
            let shown = path.strip_prefix(repository).unwrap().display().to_string();
            (shown, std::fs::read_to_string(&path).unwrap())
        })
        .collect();
    assert!(programs.len() > 20, "{} programs", programs.len());
    programs
}

#[test]
fn programs_of_the_repository_keep_their_meaning() {
    for (path, source) in programs() {
        let Some(text) = checked(&source) else { continue };
        for line in text.lines().filter(|line| !line.contains("//")) {
            assert!(line.len() <= MAX_WIDTH, "{path}: a line of {}: {line}", line.len());
        }
    }
}

/// Checks that the examples of the repository are formatted, because readers copy them.
#[test]
fn examples_are_formatted() {
    let held = ["examples/", "stdlib/", "tests/"];
    let mut wrong = programs();
    wrong.retain(|(path, source)| {
        let held = held.iter().any(|folder| path.starts_with(folder));
        held && format(source).ok().as_ref() != Some(source)
    });
    let wrong: Vec<String> = wrong.into_iter().map(|(path, _)| path).collect();
    assert!(wrong.is_empty(), "`igc fmt` formats {wrong:#?}");
}

/// Texts that are inserted between two tokens. None of them joins the tokens.
const GAPS: [&str; 14] = [
    " ",
    "\n",
    "\n\n\n",
    "\t",
    "\r\n",
    " \x0c ",
    " // a comment\n",
    "\n// a comment  \n",
    "\n\n// a\r\n\n\n// b\n\n",
    " // a\n// b\n",
    " ///a\n",
    "\n/// a\n\n\n/// b\n",
    " //\n",
    "\n//// ü ///\t\r\n",
];

/// Generates a program of the repository with additional text between its tokens. It may have an
/// additional comma before a `)`; it is then not always valid.
fn mutated() -> impl Strategy<Value = (String, bool)> {
    let programs = programs().into_iter().map(|(_, source)| source);
    let right: Vec<String> = programs.filter(|source| tree(source).is_some()).collect();
    let gaps = prop_oneof![
        prop::collection::vec((any::<Index>(), 0..GAPS.len()), 0..8),
        prop::collection::vec((any::<Index>(), 0..GAPS.len()), 100..400),
    ];
    let comma = prop::option::of(any::<Index>());
    (prop::sample::select(right), gaps, comma).prop_map(|(source, gaps, comma)| {
        let (tokens, _) = lexer::lex_with_trivia(&source);
        let spans: Vec<_> = tokens.iter().map(|(_, s)| s.start as usize..s.end as usize).collect();
        let mut words: Vec<String> = vec![];
        let mut end = 0;
        for span in spans {
            words.push(source[end..span.start].to_owned());
            words.push(source[span.clone()].to_owned());
            end = span.end;
        }
        words.push(source[end..].to_owned());
        for (at, gap) in gaps {
            // The additional text is between words. A comment must end with a line break.
            let at = at.index(words.len()) / 2 * 2;
            let behind_comment = at > 0 && words[at - 1].starts_with("//");
            words[at] = format!("{}{}", if behind_comment { "\n" } else { "" }, GAPS[gap]);
        }
        let closers: Vec<usize> = (0..words.len()).filter(|at| words[*at] == ")").collect();
        if let (Some(at), false) = (comma, closers.is_empty()) {
            words[at.get(&closers) - 1] += ",";
        }
        (words.concat(), comma.is_none())
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("seeds"))),
        ..ProptestConfig::with_cases(600)
    })]

    #[test]
    fn comments_and_line_ends_may_stand_anywhere((source, program) in mutated()) {
        let text = checked(&source);
        prop_assert!(text.is_some() || !program, "no program any more:\n{}", source);
    }
}
