//! The lexer: it turns source text into tokens with spans.
//!
//! Lexing never stops early. Characters that do not start a token become a diagnostic and are
//! skipped. A malformed number becomes a diagnostic and the number zero. [`lex`] returns the tokens
//! for the parser; [`lex_with_trivia`] also returns the comments, for tools that must keep them.
use super::number::{self, Number};
use super::token::Token;
use crate::diagnostics::visible::{is_bidirectional, is_unsafe};
use crate::diagnostics::{Advice, Diagnostic};
use crate::span::Span;
use logos::Logos;

/// The byte order mark, which some editors put at the start of a file. Anywhere else it is not part
/// of the language.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The longest text of a program, in bytes. It bounds the time of a compilation. Spans after this
/// length belong to the modules of the standard library.
pub const MAX_TEXT: u32 = 1 << 20;

/// Whether a text is a name that is not a keyword and has no special meaning in the grammar.
pub fn is_name(text: &str) -> bool {
    let mut tokens = Token::lexer(text);
    matches!(tokens.next(), Some(Ok(Token::Ident(name))) if name == text)
}

/// A token with its span.
pub type Spanned<'src> = (Token<'src>, Span);

/// Returns the tokens of a source text, without plain comments.
pub fn lex(source: &str) -> (Vec<Spanned<'_>>, Vec<Diagnostic>) {
    let (mut tokens, diagnostics) = lex_with_trivia(source);
    tokens.retain(|(token, _)| !matches!(token, Token::Comment(_)));
    (tokens, diagnostics)
}

/// Returns the tokens of a source text, including comments. Only white space is between the spans.
pub fn lex_with_trivia(source: &str) -> (Vec<Spanned<'_>>, Vec<Diagnostic>) {
    let mut lexing = Lexing { tokens: Vec::new(), diagnostics: Vec::new(), unknown: None };
    if source.len() > MAX_TEXT as usize {
        let whole = Span { start: 0, end: 0 };
        let limit = MAX_TEXT / 1024;
        let message = format!("the program is larger than {limit} KiB");
        let diagnostic = Diagnostic::error("E0006", whole, message)
            .note(
                "the limit bounds the time and the memory of a compilation; imported files count as \
                 parts of the program",
            )
            .help("check that this file is a program; split a generated program in several");
        lexing.diagnostics.push(diagnostic);
        return (lexing.tokens, lexing.diagnostics);
    }
    let mut lexer = Token::lexer(source);
    if source.starts_with(BYTE_ORDER_MARK) {
        lexer.bump(BYTE_ORDER_MARK.len_utf8());
    }
    for (token, range) in lexer.spanned() {
        let span = Span { start: range.start as u32, end: range.end as u32 };
        match token {
            Ok(Token::Number(text)) => lexing.number(text, span),
            Ok(Token::Text(text)) => {
                lexing.bidirectional(text, span, "a text");
                lexing.closed(text, span);
                lexing.tokens.push((Token::Text(text), span));
            }
            Ok(token) => {
                if let Token::Comment(text) | Token::Doc(text) = token {
                    lexing.bidirectional(text, span, "a comment");
                }
                lexing.tokens.push((token, span));
            }
            Err(()) => lexing.unknown(source, span),
        }
    }
    lexing.finish_unknown(source);
    (lexing.tokens, lexing.diagnostics)
}

struct Lexing<'src> {
    tokens: Vec<Spanned<'src>>,
    diagnostics: Vec<Diagnostic>,
    /// The range of unknown characters so far. Adjacent unknown characters are reported together.
    unknown: Option<Span>,
}

impl<'src> Lexing<'src> {
    fn number(&mut self, text: &'src str, span: Span) {
        let token = match number::parse(text) {
            Ok(Number::Int(value, suffix)) => Token::Int((value, suffix)),
            Ok(Number::Float(digits, suffix)) => Token::Float((digits, suffix)),
            Err(error) => {
                self.diagnostics.push(error.diagnostic(text, span));
                Token::Int((0, None))
            }
        };
        self.tokens.push((token, span));
    }

    /// Reports the first bidirectional control character of a comment or a string.
    fn bidirectional(&mut self, text: &str, span: Span, place: &str) {
        let Some((at, c)) = text.char_indices().find(|(_, c)| is_bidirectional(*c)) else { return };
        let start = span.start + at as u32;
        let span = Span { start, end: start + c.len_utf8() as u32 };
        let message = format!("bidirectional control character U+{:04X} in {place}", u32::from(c));
        let diagnostic = Diagnostic::error("E0008", span, message)
            .label("changes the order in which editors show this line")
            .note("the program that a reader sees could differ from the program that igc compiles")
            .help(Advice::replacing("remove the character", ""));
        self.diagnostics.push(diagnostic);
    }

    /// Reports a text without a second quotation mark.
    fn closed(&mut self, text: &str, span: Span) {
        if text.len() < 2 || !text.ends_with('"') {
            let message = "a text without a closing quotation mark";
            let diagnostic = Diagnostic::error("E0001", span, message)
                .note("a text ends on the line on which it starts")
                .help("add `\"`")
                .correction(Span { start: span.end, end: span.end }, "\"");
            self.diagnostics.push(diagnostic);
        }
    }

    fn unknown(&mut self, source: &str, span: Span) {
        match &mut self.unknown {
            Some(before) if before.end == span.start => before.end = span.end,
            _ => {
                self.finish_unknown(source);
                self.unknown = Some(span);
            }
        }
    }

    fn finish_unknown(&mut self, source: &str) {
        let Some(span) = self.unknown.take() else {
            return;
        };
        let text = &source[span.start as usize..span.end as usize];
        let shown: String = text.chars().take(16).flat_map(escape).collect();
        let count = text.chars().count();
        let plural = if count > 1 { "s" } else { "" };
        let dots = if count > 16 { "…" } else { "" };
        let message = format!("invalid character{plural} `{shown}{dots}`");
        let diagnostic = Diagnostic::error("E0001", span, message)
            .label("not part of the language")
            .help(match replacement(text) {
                Some(new) => Advice::replacing(advice(text), new),
                None => advice(text).into(),
            });
        self.diagnostics.push(diagnostic);
    }
}

/// Formats control characters, also bidirectional ones, as `\u{…}`, and all other characters as
/// they are.
fn escape(c: char) -> impl Iterator<Item = char> {
    let (control, other) = if is_unsafe(c) { (Some(c), None) } else { (None, Some(c)) };
    control.into_iter().flat_map(char::escape_default).chain(other)
}

/// Returns the text that characters stand for, if they are not part of the language but have one meaning.
fn replacement(text: &str) -> Option<&'static str> {
    Some(match text {
        "#" => "//",
        "≤" => "<=",
        "≥" => ">=",
        "≠" => "!=",
        "∞" => "MAX",
        _ if advice(text) == "remove it" => "",
        _ => return None,
    })
}

/// Returns advice for characters that are not part of the language.
fn advice(text: &str) -> &'static str {
    match text.chars().next() {
        Some('\'') => "write text in `\"`; only `print` uses text",
        Some('#') => "write comments with `//`",
        Some('?') => "write `select(condition, a, b)` or an `if`",
        Some('≤') => "write `<=`",
        Some('≥') => "write `>=`",
        Some('≠') => "write `!=`",
        Some('∞') => "write `MAX`, the largest value of the type",
        Some('“' | '”' | '‘' | '’') => "remove the quotation marks of a word processor",
        Some(c) if c.is_alphabetic() => "write names with the letters a–z, A–Z, digits and `_`",
        _ => "remove it",
    }
}
