//! Converts syntax errors to diagnostics: the token that was found, the tokens that would have been
//! valid, and the probable intention.
use super::token::Token;
use crate::diagnostics::{Advice, Diagnostic};
use crate::span::Span;
use lalrpop_util::ParseError;
use std::convert::Infallible;

/// Returns the diagnostic for a parse error. `ends` has the end of each token.
pub fn diagnostic(
    source: &str,
    ends: &[u32],
    error: ParseError<u32, Token<'_>, Infallible>,
) -> Diagnostic {
    let (start, end, expected) = match error {
        ParseError::UnrecognizedToken { token: (start, _, end), expected } => {
            (start, end, expected)
        }
        ParseError::UnrecognizedEof { location, expected } => (location, location, expected),
        ParseError::ExtraToken { token: (start, _, end) } => (start, end, Vec::new()),
        ParseError::InvalidToken { location } => (location, location, Vec::new()),
        ParseError::User { error } => match error {},
    };
    unexpected(source, ends, Span { start, end }, &expected)
}

/// Whether the error is at a position where an item may start.
pub fn item_expected(error: &ParseError<u32, Token<'_>, Infallible>) -> bool {
    let ParseError::UnrecognizedToken { expected, .. } = error else {
        return false;
    };
    let has = |token: &str| expected.iter().any(|e| e.trim_matches('"') == token);
    has("kernel") && has("param") && !has("let")
}

fn unexpected(source: &str, ends: &[u32], span: Span, expected: &[String]) -> Diagnostic {
    let text = &source[span.start as usize..span.end as usize];
    let found =
        if text.is_empty() { "the end of the file".to_owned() } else { format!("`{text}`") };
    let expected: Vec<&str> = expected.iter().map(|e| e.trim_matches('"')).collect();
    let wanted = Wanted::of(&expected);
    if wanted.name_only() && is_keyword(text) {
        let message = format!("`{text}` is a keyword and cannot be a name");
        if text == "worklist" {
            return Diagnostic::error("E0007", span, message)
                .note("`worklist` is the worklist that a program uses without a declaration")
                .help("choose another name, or leave the name out, as in `push u;` and `pipe [source]`");
        }
        if text == "main" {
            return Diagnostic::error("E0007", span, message)
                .note("`main` is not a function, and has no parameters")
                .help("write `main { … }`");
        }
        return Diagnostic::error("E0007", span, message).help(Advice::replacing(
            format!("choose another name, for example `{text}_`"),
            format!("{text}_"),
        ));
    }
    if let Some(diagnostic) = super::habits::diagnostic(source, span, &expected) {
        return diagnostic;
    }
    let before = &source[..span.start as usize];
    let last = ends.partition_point(|end| *end <= span.start);
    let end = last.checked_sub(1).map_or(0, |last| ends[last]);
    if expected.contains(&";") && (text.is_empty() || text == "}" || starts_line(before)) {
        return missing_semicolon(end, &found);
    }
    let is_body = expected.contains(&"{") && !expected.contains(&"let");
    if is_body && starts_line(before) && previous_word(before) != "else" {
        return missing_brace(end, &found);
    }
    let what = wanted.words();
    let message = match what.is_empty() {
        true => format!("unexpected {found}"),
        false => format!("expected {what}, found {found}"),
    };
    let previous = previous_word(before);
    let help = advice(previous, text, &expected).unwrap_or_else(|| match what.is_empty() {
        true => "remove it".to_owned(),
        false => format!("write {what} here"),
    });
    Diagnostic::error("E0004", span, message).help(help)
}

/// Returns a diagnostic for a missing `;`. It points to the end of the previous token, where the
/// `;` belongs, instead of the next line.
fn missing_semicolon(end: u32, found: &str) -> Diagnostic {
    let span = Span { start: end.saturating_sub(1), end };
    Diagnostic::error("E0004", span, format!("expected `;`, found {found}"))
        .label("a `;` is missing after this")
        .help("add `;`")
        .correction(Span { start: end, end }, ";")
}

/// Returns a diagnostic for a body without a `{`. It points to the end of the previous token, where the
/// `{` belongs, instead of the next line.
fn missing_brace(end: u32, found: &str) -> Diagnostic {
    let span = Span { start: end.saturating_sub(1), end };
    Diagnostic::error("E0004", span, format!("expected `{{`, found {found}"))
        .label("a `{` is missing after this")
        .help("add `{`, and `}` after the last statement of the block")
        .correction(Span { start: end, end }, " {")
}

fn starts_line(before: &str) -> bool {
    let spaces = before.len() - before.trim_end().len();
    before[before.len() - spaces..].contains('\n')
}

fn previous_word(before: &str) -> &str {
    let before = before.trim_end();
    let word = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    match &before[word.len()..] {
        "" => before.char_indices().next_back().map_or("", |(i, _)| &before[i..]),
        word => word,
    }
}

/// The tokens that would have been valid, in groups that a user knows.
struct Wanted<'a> {
    item: bool,
    statement: bool,
    expression: bool,
    name: bool,
    operator: bool,
    assignment: bool,
    /// The tokens that belong to no group.
    others: Vec<&'a str>,
}

const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "&&", "||", "==", "!=", "<", "<=", ">",
    ">=", "as", ".", "(", "[", "::",
];
const ASSIGNMENTS: &[&str] =
    &["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "min", "max"];
const EXPRESSION_STARTS: &[&str] =
    &["integer", "float", "text", "true", "false", "(", "-", "!", "~", "worklist", "node", "edge"];
const STATEMENT_STARTS: &[&str] = &[
    "let",
    "print",
    "require",
    "push",
    "retry",
    "break",
    "continue",
    "return",
    "if",
    "while",
    "for",
    "forall",
    "exclusive",
    "once",
    "pipe",
    "iterate",
    "swap",
    "{",
];
const ITEM_STARTS: &[&str] = &[
    "use", "const", "param", "input", "original", "node", "edge", "global", "worklist", "graph",
    "async", "racy", "fn", "kernel", "main", "output", "check",
];

impl<'a> Wanted<'a> {
    fn of(expected: &[&'a str]) -> Wanted<'a> {
        let has = |token: &str| expected.contains(&token);
        let item = has("kernel") && has("param");
        let statement = has("let") && has("forall") && !item;
        let expression = has("integer");
        let name = has("name") && !expression;
        let operator = has("&&") && has("|");
        let mut others: Vec<&str> = expected.to_vec();
        let mut without = |group: bool, tokens: &[&str]| {
            if group {
                others.retain(|token| !tokens.contains(token));
            }
        };
        without(item, ITEM_STARTS);
        without(statement, STATEMENT_STARTS);
        without(expression || statement, EXPRESSION_STARTS);
        without(
            expression || name,
            &["name", "at", "by", "input", "min", "max", "nodes", "original"],
        );
        without(name && has("forall"), STATEMENT_STARTS);
        without(name && has("as") && has("use"), ITEM_STARTS);
        without(operator, OPERATORS);
        let assignment = has("+=") && has("=");
        without(assignment, ASSIGNMENTS);
        without(assignment, &["="]);
        without(name && has("node"), &["node", "edge"]);
        // A name, or several names in parentheses.
        without(name, &["("]);
        without(true, &["error", "file"]);
        Wanted { item, statement, expression, name, operator, assignment, others }
    }

    fn name_only(&self) -> bool {
        self.name && !self.expression && !self.statement && !self.item
    }

    /// Returns a list such as "a name, `;` or an operator".
    fn words(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        let groups = [
            (self.item, "an item (`param`, `node`, `kernel`, `main`, …)"),
            (self.statement, "a statement"),
            (self.expression && !self.statement, "an expression"),
            (self.name, "a name"),
        ];
        words.extend(
            groups.iter().filter(|(holds, _)| *holds).map(|(_, words)| (*words).to_owned()),
        );
        let shown = self.others.iter().filter(|token| **token != "where" || self.others.len() < 3);
        words.extend(shown.take(5).map(|token| format!("`{token}`")));
        if self.assignment {
            words.push("an assignment".to_owned());
        }
        if self.operator && words.len() < 3 {
            words.push("an operator".to_owned());
        }
        match words.split_last() {
            None => String::new(),
            Some((last, [])) => last.clone(),
            Some((last, init)) => format!("{} or {last}", init.join(", ")),
        }
    }
}

fn is_keyword(text: &str) -> bool {
    use logos::Logos;
    let is_word = text.starts_with(|c: char| c.is_ascii_alphabetic());
    is_word && !matches!(Token::lexer(text).next(), Some(Ok(Token::Ident(_))) | None)
}

/// Returns the probable intention of the author, for typical errors of users of other languages.
/// Returns `None` for other errors.
fn advice(previous: &str, found: &str, expected: &[&str]) -> Option<String> {
    let text = match (previous, found) {
        ("use", text) if text.starts_with(['.', '/', '"']) => {
            "write the path of a file as in `use ./lib.ig;`"
        }
        (_, "." | "/") if expected.contains(&"::") && expected.contains(&";") => {
            "write the path of a file as in `use ./lib.ig;`, and an item of it as in `use ./lib.ig::f;`"
        }
        ("let", "mut") | ("mut", _) => "remove `mut`: every local can be assigned to",
        ("+", "+") | ("+", ";") => "write `x += 1;`",
        ("-", "-") => "write `x -= 1;`",
        ("/", "*") => "write comments with `//`, up to the end of the line",
        ("forall" | "for", "(") => "write `forall u in nodes { … }` without parentheses",
        ("else", _) if expected.contains(&"{") => "write `else { … }` or `else if … { … }`",
        (_, "/") if !expected.contains(&"*") => {
            "write comments with `//`, up to the end of the line"
        }
        (_, "[") => {
            "write `u.property` to read a value of a node, and `u.property[i]` for an element of an array"
        }
        (_, "=") if expected.contains(&"{") => "write `==` to compare",
        (_, ")") if expected.contains(&",") => {
            "several values or types have parentheses around them; write a single one without"
        }
        (_, ",") if expected.contains(&")") => {
            "an expression has one value; functions return several: `let (a, b) = f(…);`"
        }
        (_, "<" | "<=" | ">" | ">=" | "==" | "!=") => {
            "comparisons do not chain: write `a < b && b < c`"
        }
        (_, "else") => "write `else` directly after the `}` of its `if`",
        (_, "forall" | "push" | "let" | "if" | "while" | "for") if expected.contains(&"kernel") => {
            "move the statement into a `kernel`, a `fn` or `main`"
        }
        (_, "param" | "kernel" | "output" | "check" | "global") if expected.contains(&"let") => {
            "declare items at the top level; perhaps a `}` is missing before this one"
        }
        _ => return None,
    };
    Some(text.to_owned())
}
