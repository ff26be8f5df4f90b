//! Recognises what other languages write differently: `elif`, `and`, `foreach`, `x = if …`, `3.`. The module
//! [`foreign`] recognises symbols and declarations.
//!
//! The grammar finds an error only after the word that is not part of the language, because this
//! word could be a name. The diagnostics of this module point to the word itself.

use super::foreign::{self, Place};
use crate::diagnostics::suggest::did_you_mean;
use crate::diagnostics::{Advice, Diagnostic};
use crate::span::Span;

/// Words that start a statement in other languages, and what to write instead.
const WORDS: &[(&str, &str)] = &[
    ("foreach", "write `forall u in nodes { … }`; `for` runs the iterations one after the other"),
    ("parfor", "write `forall u in nodes { … }`"),
    ("elif", "write `else if … { … }`"),
    ("elseif", "write `else if … { … }`"),
    ("elsif", "write `else if … { … }`"),
    ("unless", "write `if !(…) { … }`"),
    ("until", "write `while !(…) { … }`"),
    ("loop", "write `while true { … }`"),
    ("var", "write `let x = …;`"),
    ("mut", "write `let x = …;`: every local can be assigned to"),
    ("auto", "write `let x = …;`"),
    ("do", "write `while … { … }`, or `iterate { … } while …;` in `main`"),
    ("switch", "write `if … { … } else if … { … }`"),
    ("match", "write `if … { … } else if … { … }`"),
    ("parallel", "write `forall u in nodes { … }`"),
    ("assert", "write `require condition, \"text\";` in `main`"),
    ("begin", "write `{ … }` for a block"),
];

/// The keywords that start a statement with a block or a name.
const KEYWORDS: &[&str] = &[
    "forall",
    "for",
    "while",
    "let",
    "print",
    "require",
    "push",
    "return",
    "pipe",
    "iterate",
    "swap",
    "exclusive",
];

/// Returns the diagnostic for an error at `span` if the text shows a habit of another language.
/// `expected` has the tokens that would have been valid.
pub fn diagnostic(source: &str, span: Span, expected: &[&str]) -> Option<Diagnostic> {
    let text = &source[span.start as usize..span.end as usize];
    let before = source[..span.start as usize].trim_end();
    number(source, before, text, span, expected)
        .or_else(|| push(before, text))
        .or_else(|| swap(source, before, text, span))
        .or_else(|| range(text, span, expected))
        .or_else(|| operator(before, text, span, expected))
        .or_else(|| value(text, span, expected))
        .or_else(|| statement(before, text, expected))
        .or_else(|| foreign::diagnostic(&Place { source, text, span, expected }))
}

/// `3.` and `.5`: the point of a number needs a digit on both sides.
fn number(
    source: &str,
    before: &str,
    text: &str,
    span: Span,
    expected: &[&str],
) -> Option<Diagnostic> {
    let message = "a number needs a digit before and after its point";
    let note = "otherwise, the point starts the name of a field, as in `u.level`";
    if let Some(number) = before.strip_suffix('.') {
        let digits = number.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
        let digits = &number[digits.len()..];
        let is_word = number[..number.len() - digits.len()]
            .ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'));
        if digits.is_empty() || is_word {
            return None;
        }
        let end = before.len() as u32;
        let span = Span { start: end - digits.len() as u32 - 1, end };
        let help = Advice::replacing(format!("write `{digits}.0`"), format!("{digits}.0"));
        return Some(Diagnostic::error("E0004", span, message).note(note).help(help));
    }
    let after = &source[span.end as usize..];
    let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if text == "." && expected.contains(&"integer") && digits > 0 {
        let number = format!("0.{}", &after[..digits]);
        let help = Advice::replacing(format!("write `{number}`"), number);
        let span = Span { end: span.end + digits as u32, ..span };
        return Some(Diagnostic::error("E0004", span, message).note(note).help(help));
    }
    None
}

/// `push worklist u;`: the worklist that a program does not declare has no name.
fn push(before: &str, item: &str) -> Option<Diagnostic> {
    let (word, span) = last_word(before);
    let (keyword, start) = last_word(before[..before.len() - word.len()].trim_end());
    let is_item = item.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '('));
    if word != "worklist" || keyword != "push" || !is_item {
        return None;
    }
    let span = Span { start: start.start, end: span.end };
    let diagnostic =
        Diagnostic::error("E0004", span, "`worklist` is not the name of a worklist after `push`")
            .note("only worklists that the program declares have names")
            .help("write `push u;` for the worklist that is not declared, and `push near u;` for `worklist near;`");
    Some(diagnostic)
}

/// `swap(a, b);`: a statement takes no parentheses.
fn swap(source: &str, before: &str, text: &str, span: Span) -> Option<Diagnostic> {
    let (word, start) = last_word(before);
    if text != "(" || word != "swap" {
        return None;
    }
    let after = &source[span.end as usize..];
    let inner = after.split([')', ';', '\n']).next().unwrap_or_default().trim();
    let arguments = if inner.contains(',') { inner } else { "a, b" };
    let span = Span { start: start.start, end: span.end };
    let diagnostic =
        Diagnostic::error("E0004", span, "`swap` is a statement and takes no parentheses")
            .note("it exchanges two properties or two worklists")
            .help(format!("write `swap {arguments};`"));
    Some(diagnostic)
}

/// `for i in 0..=n`: the range of a loop does not include its end.
fn range(text: &str, span: Span, expected: &[&str]) -> Option<Diagnostic> {
    if !text.starts_with("..=") && !text.starts_with("<..") || !expected.contains(&"..") {
        return None;
    }
    let message = format!("`{text}` is not the range of a loop");
    let diagnostic = Diagnostic::error("E0004", span, message)
        .note("the range `a..b` of a loop has the numbers from `a` up to `b`, without `b`; only ranges of \
               parameters have other ends")
        .help("write `a..b + 1` to include `b`, and `a + 1..b` to exclude `a`");
    Some(diagnostic)
}

/// `a and b`, `a or b` and `not a`.
fn operator(before: &str, text: &str, span: Span, expected: &[&str]) -> Option<Diagnostic> {
    let (word, span) = match text {
        "and" | "or" if expected.contains(&"&&") => (text, span),
        _ => {
            let (word, span) = last_word(before);
            (word == "not" && expected.contains(&"&&")).then_some((word, span))?
        }
    };
    let (sign, example) = match word {
        "and" => ("&&", "a && b"),
        "or" => ("||", "a || b"),
        _ => ("!", "!a"),
    };
    let diagnostic =
        Diagnostic::error("E0004", span, format!("`{word}` is not an operator of the language"))
            .note("the logical operators are `&&`, `||` and `!`")
            .help(Advice::replacing(format!("write `{sign}`, as in `{example}`"), sign));
    Some(diagnostic)
}

/// `x = if …`: an `if` has no value.
fn value(text: &str, span: Span, expected: &[&str]) -> Option<Diagnostic> {
    if text != "if" || !expected.contains(&"integer") || expected.contains(&"let") {
        return None;
    }
    let message = "an `if` is a statement and has no value";
    let diagnostic = Diagnostic::error("E0004", span, message)
        .note("`select(condition, a, b)` is `a` if the condition holds, and `b` otherwise")
        .help("write `select(condition, a, b)`, or assign in both blocks of the `if`");
    Some(diagnostic)
}

/// A word that looks like the start of a statement: `foreach`, `elif`, or a misspelt keyword.
fn statement(before: &str, text: &str, expected: &[&str]) -> Option<Diagnostic> {
    let (word, span) = last_word(before);
    let starts = before[..before.len() - word.len()].trim_end();
    let at_start = starts.is_empty() || starts.ends_with(['{', '}', ';']);
    let goes_on = text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '{');
    if word.is_empty() || !at_start || !goes_on || !expected.contains(&"+=") {
        return None;
    }
    let message = format!("`{word}` does not start a statement");
    let known = WORDS.iter().find(|(known, _)| *known == word).map(|(_, help)| {
        let replacement = REPLACEMENTS.iter().find(|(known, _)| *known == word);
        match replacement {
            Some((_, new)) => Advice::replacing(*help, *new),
            None => Advice::from(*help),
        }
    });
    let help = known.or_else(|| did_you_mean(word, KEYWORDS.iter().copied()))?;
    let note = "the language has no such keyword, so this is read as a name";
    Some(Diagnostic::error("E0004", span, message).note(note).help(help))
}

/// Words of other languages, and the words that can replace them without other changes.
const REPLACEMENTS: &[(&str, &str)] = &[
    ("foreach", "forall"),
    ("parfor", "forall"),
    ("elif", "else if"),
    ("elseif", "else if"),
    ("elsif", "else if"),
    ("loop", "while true"),
    ("var", "let"),
    ("mut", "let"),
    ("auto", "let"),
];

/// The word at the end of a text. It is empty if the text does not end with a word.
pub(super) fn last_word(before: &str) -> (&str, Span) {
    let start = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
    (&before[start..], Span { start: start as u32, end: before.len() as u32 })
}
