//! What surrounds a position of a text, by tokens alone. While somebody types, the text around the cursor usually does
//! not parse, so that the tree lacks the statement at the cursor.

use crate::span::Span;
use crate::syntax::lexer::{Spanned, lex_with_trivia};
use crate::syntax::token::Token;

/// The item that contains a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// No item: a declaration may start here.
    TopLevel,
    /// A `kernel`.
    Kernel,
    /// A `fn`.
    Function,
    /// `main`.
    Main,
}

/// What can be written at a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place<'t> {
    /// Nothing: the position is in a comment, a text or a number.
    Nothing,
    /// A field of the value of this chain: `u`, or `e` and `dst` for `e.dst.`. It is empty for the value of another
    /// expression.
    Field(Vec<&'t str>),
    /// An item of a module, or a limit of a type: what follows `hash::`.
    Member(&'t str),
    /// A module of the standard library, after `use std::`.
    Module,
    /// An item of a module of the standard library, after `use std::hash::`.
    Import(&'t str),
    /// `std` or a file, after `use`.
    Used,
    /// A type, after `:`, `->` or `as`.
    Type,
    /// A requirement, after `graph`.
    Requirement,
    /// A property or global, after `output`.
    Output,
    /// An oracle, after `check`.
    Oracle,
    /// An argument of an oracle.
    OracleArgument,
    /// A new name, after `let`, `fn` and the like.
    NewName,
    /// A domain, after `in`.
    Domain,
    /// The start of an item.
    Item,
    /// The start of a statement.
    Statement,
    /// An expression.
    Expression,
}

/// A local that is visible at a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Local<'t> {
    /// The name.
    pub name: &'t str,
    /// The position of the name where it is declared.
    pub span: Span,
}

/// A call around a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call<'t> {
    /// The module, for `module::name(`.
    pub module: Option<&'t str>,
    /// The name of what is called.
    pub name: &'t str,
    /// The number of commas between the parenthesis and the position.
    pub argument: usize,
}

/// The surroundings of a position.
#[derive(Debug, Clone)]
pub struct Cursor<'t> {
    /// The word of which the position is in the middle or at the end. It is empty between words.
    pub word: Span,
    /// What can be written there.
    pub place: Place<'t>,
    /// The item that contains the position.
    pub within: Within,
    /// The locals that are visible, the innermost ones last.
    pub locals: Vec<Local<'t>>,
    /// The innermost call whose arguments contain the position.
    pub call: Option<Call<'t>>,
}

impl<'t> Cursor<'t> {
    /// Returns the surroundings of a position in one file.
    pub fn at(text: &'t str, position: u32) -> Cursor<'t> {
        let (tokens, _) = lex_with_trivia(text);
        let inside = |(token, span): &Spanned<'_>| match token {
            Token::Comment(_) | Token::Doc(_) => span.start < position && position <= span.end,
            Token::Text(_) | Token::Int(_) | Token::Float(_) => {
                span.start < position && position < span.end
                    || position == span.end && !matches!(token, Token::Text(_))
            }
            _ => false,
        };
        let nothing = tokens.iter().any(inside);
        let is_code =
            |(token, _): &Spanned<'_>| !matches!(token, Token::Comment(_) | Token::Doc(_));
        let before: Vec<Spanned<'t>> = tokens
            .into_iter()
            .filter(is_code)
            .take_while(|(_, span)| span.start < position)
            .collect();
        let (before, word) = without_word(text, before, position);
        let state = State::after(text, &before);
        let place = if nothing { Place::Nothing } else { place(text, &before, &state) };
        Cursor {
            word,
            place,
            within: state.within,
            call: call(text, &before),
            locals: state.locals(),
        }
    }
}

/// Removes the word that the position touches from the end of the tokens.
fn without_word<'t>(
    text: &str,
    mut before: Vec<Spanned<'t>>,
    position: u32,
) -> (Vec<Spanned<'t>>, Span) {
    let is_word = |span: &Span| {
        let first = text.get(span.start as usize..).and_then(|rest| rest.chars().next());
        first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
    };
    match before.last() {
        Some((_, span)) if is_word(span) && span.end >= position => {
            let span = *span;
            before.pop();
            (before, span)
        }
        _ => (before, Span { start: position, end: position }),
    }
}

/// The blocks around a position, and the locals in them.
struct State<'t> {
    within: Within,
    /// The locals of each open block.
    blocks: Vec<Vec<Local<'t>>>,
    /// The locals that the next block will have: parameters and loop variables.
    next: Vec<Local<'t>>,
}

impl<'t> State<'t> {
    fn after(text: &'t str, tokens: &[Spanned<'t>]) -> State<'t> {
        let mut state = State { within: Within::TopLevel, blocks: vec![], next: vec![] };
        let mut head = Within::TopLevel;
        let mut parentheses = 0usize;
        for (at, (token, span)) in tokens.iter().enumerate() {
            let after = |by: usize| tokens.get(at + by).map(|(token, _)| token);
            match token {
                Token::ParenOpen => parentheses += 1,
                Token::ParenClose => parentheses = parentheses.saturating_sub(1),
                Token::Kernel if state.blocks.is_empty() => head = Within::Kernel,
                Token::Fn if state.blocks.is_empty() => head = Within::Function,
                Token::Main if state.blocks.is_empty() => head = Within::Main,
                Token::BraceOpen => {
                    if state.blocks.is_empty() {
                        state.within = head;
                    }
                    let locals = std::mem::take(&mut state.next);
                    state.blocks.push(locals);
                    parentheses = 0;
                }
                Token::BraceClose => {
                    state.blocks.pop();
                    state.next.clear();
                    if state.blocks.is_empty() {
                        (state.within, head) = (Within::TopLevel, Within::TopLevel);
                    }
                }
                Token::Semicolon => {
                    state.next.clear();
                    if state.blocks.is_empty() {
                        head = Within::TopLevel;
                    }
                }
                // Parameters are the names before `:` between the parentheses of a head.
                _ if state.blocks.is_empty()
                    && matches!(head, Within::Kernel | Within::Function)
                    && parentheses > 0
                    && after(1) == Some(&Token::Colon) =>
                {
                    state.next.extend(local(text, *span));
                }
                Token::Let => {
                    let names = declared(text, &tokens[at + 1..]);
                    // The names of a `let` are visible after it.
                    let is_complete =
                        tokens[at..].iter().any(|(token, _)| *token == Token::Semicolon);
                    if let Some(block) = state.blocks.last_mut().filter(|_| is_complete) {
                        block.extend(names);
                    }
                }
                Token::For | Token::Forall => {
                    state.next.extend(declared(text, &tokens[at + 1..]));
                }
                _ => {}
            }
        }
        state
    }

    fn locals(self) -> Vec<Local<'t>> {
        self.blocks.into_iter().flatten().chain(self.next).collect()
    }
}

/// Returns the name at the start of the tokens, or the names in parentheses.
fn declared<'t>(text: &'t str, tokens: &[Spanned<'t>]) -> Vec<Local<'t>> {
    match tokens.first() {
        Some((Token::ParenOpen, _)) => {
            let inner = tokens[1..].iter().take_while(|(token, _)| *token != Token::ParenClose);
            let mut is_name = true;
            let mut found = vec![];
            for (token, span) in inner {
                match token {
                    Token::Comma => is_name = true,
                    _ => {
                        found.extend(local(text, *span).filter(|_| is_name));
                        is_name = false;
                    }
                }
            }
            found
        }
        Some((_, span)) => local(text, *span).into_iter().collect(),
        None => vec![],
    }
}

fn local(text: &str, span: Span) -> Option<Local<'_>> {
    let name = text.get(span.start as usize..span.end as usize)?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name != "_";
    is_name.then_some(Local { name, span })
}

fn word<'t>(text: &'t str, tokens: &[Spanned<'t>], from_end: usize) -> Option<&'t str> {
    let (_, span) = tokens.get(tokens.len().checked_sub(from_end)?)?;
    let word = text.get(span.start as usize..span.end as usize)?;
    word.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_').then_some(word)
}

fn place<'t>(text: &'t str, before: &[Spanned<'t>], state: &State<'t>) -> Place<'t> {
    let token = |from_end: usize| {
        let at = before.len().checked_sub(from_end)?;
        before.get(at).map(|(token, _)| token)
    };
    // The first token of the current item, if no block is open, or of the current statement.
    let starts = |(token, _): &Spanned<'_>| {
        matches!(token, Token::Semicolon | Token::BraceOpen | Token::BraceClose)
    };
    let start = before.iter().rposition(starts).map_or(0, |at| at + 1);
    let first = before.get(start).map(|(token, _)| token);
    let top_level = state.blocks.is_empty();
    match token(1) {
        Some(Token::Dot) => return Place::Field(chain(text, before)),
        Some(Token::PathSeparator) => {
            let name = word(text, before, 2).unwrap_or_default();
            return match (first, token(3), token(4)) {
                (Some(Token::Use), Some(Token::Use), _) if name == "std" => Place::Module,
                (Some(Token::Use), Some(Token::PathSeparator), _) => Place::Import(name),
                _ => Place::Member(name),
            };
        }
        Some(Token::Let | Token::Fn | Token::Kernel | Token::Const | Token::Param) => {
            return Place::NewName;
        }
        Some(Token::Forall | Token::For) => return Place::NewName,
        Some(Token::Node | Token::Edge | Token::Global)
            if top_level && before.len() == start + 1 =>
        {
            return Place::NewName;
        }
        Some(Token::Colon | Token::Arrow | Token::As) => return Place::Type,
        Some(Token::In) => return Place::Domain,
        _ => {}
    }
    if !top_level {
        return match first {
            None => Place::Statement,
            _ => Place::Expression,
        };
    }
    match first {
        None => Place::Item,
        Some(Token::Use) => Place::Used,
        Some(Token::Graph) => Place::Requirement,
        Some(Token::Output) => Place::Output,
        Some(Token::Check) if before.len() == start + 1 => Place::Oracle,
        Some(Token::Check) => Place::OracleArgument,
        Some(Token::Worklist) => Place::NewName,
        Some(Token::Async | Token::Racy | Token::Input | Token::Original)
            if before.len() <= start + 2 =>
        {
            Place::Item
        }
        _ => Place::Expression,
    }
}

/// Returns the names of `a.b.` at the end of the tokens. It is empty if the value is not a chain of names.
fn chain<'t>(text: &'t str, before: &[Spanned<'t>]) -> Vec<&'t str> {
    let mut names = vec![];
    let mut end = before.len();
    while end > 0 && before[end - 1].0 == Token::Dot {
        match word(text, &before[..end - 1], 1) {
            Some(name) if !name.starts_with(|c: char| c.is_ascii_digit()) => names.push(name),
            _ => return vec![],
        }
        end -= 2;
    }
    names.reverse();
    names
}

/// Returns the innermost call whose parenthesis is open at the end of the tokens.
fn call<'t>(text: &'t str, before: &[Spanned<'t>]) -> Option<Call<'t>> {
    let (mut depth, mut argument) = (0usize, 0);
    for (at, (token, _)) in before.iter().enumerate().rev() {
        match token {
            Token::ParenClose | Token::BracketClose => depth += 1,
            Token::BracketOpen => depth = depth.saturating_sub(1),
            Token::ParenOpen if depth > 0 => depth -= 1,
            Token::ParenOpen => {
                let name = word(text, &before[..at], 1);
                // A parenthesis after an operator or a keyword is not a call, but may be inside one.
                let declares = at.checked_sub(2).map(|at| &before[at].0);
                let is_declaration = matches!(declares, Some(Token::Fn | Token::Kernel));
                let is_keyword = name.is_none_or(|name| {
                    let key = super::language::find(name);
                    key.is_some_and(|key| key.kind == super::language::Kind::Keyword)
                });
                if is_declaration {
                    return None;
                }
                if is_keyword {
                    argument = 0;
                    continue;
                }
                let separator = at.checked_sub(2).map(|at| &before[at].0);
                let module = match separator {
                    Some(Token::PathSeparator) => word(text, &before[..at - 2], 1),
                    _ => None,
                };
                return name.map(|name| Call { module, name, argument });
            }
            Token::Comma if depth == 0 => argument += 1,
            Token::Semicolon | Token::BraceOpen | Token::BraceClose => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the surroundings of the `|` in a text.
    fn at(text: &str) -> (String, u32) {
        let position = text.find('|').expect("the text marks a position");
        (text.replacen('|', "", 1), position as u32)
    }

    #[test]
    fn places_are_found_in_texts_that_do_not_parse() {
        let in_kernel = |line: &str| format!("kernel f(d: u32) {{ forall u in nodes {{ {line}");
        for (text, expected) in [
            ("|".to_owned(), Place::Item),
            ("ker|".to_owned(), Place::Item),
            ("use |".to_owned(), Place::Used),
            ("use std::|".to_owned(), Place::Module),
            ("use std::hash::m|".to_owned(), Place::Import("hash")),
            ("node level: |".to_owned(), Place::Type),
            ("node |".to_owned(), Place::NewName),
            ("graph undirected, |;".to_owned(), Place::Requirement),
            ("output |".to_owned(), Place::Output),
            ("check b|".to_owned(), Place::Oracle),
            ("check bfs(|".to_owned(), Place::OracleArgument),
            (in_kernel("|"), Place::Statement),
            (in_kernel("pu|sh"), Place::Statement),
            (in_kernel("let x = |"), Place::Expression),
            (in_kernel("let |"), Place::NewName),
            (in_kernel("u.|"), Place::Field(vec!["u"])),
            (in_kernel("u.first.dst.le|"), Place::Field(vec!["u", "first", "dst"])),
            (in_kernel("f(u).|"), Place::Field(vec![])),
            (in_kernel("let x = hash::|"), Place::Member("hash")),
            (in_kernel("forall e in |"), Place::Domain),
            (in_kernel("// a |"), Place::Nothing),
            (in_kernel("print \"a|\";"), Place::Nothing),
            (in_kernel("let x = 12|"), Place::Nothing),
        ] {
            let (text, position) = at(&text);
            assert_eq!(Cursor::at(&text, position).place, expected, "{text} at {position}");
        }
    }

    #[test]
    fn locals_are_those_of_the_blocks_around() {
        let (text, position) = at("fn g(a: u32) { let b = a; }\n\
             kernel f(d: u32, node p: u32) { forall u in nodes { let x = 1; if x { let y = 2; } \
             forall (v, w) in near where |");
        let cursor = Cursor::at(&text, position);
        let names: Vec<&str> = cursor.locals.iter().map(|local| local.name).collect();
        assert_eq!(names, ["d", "p", "u", "x", "v", "w"]);
        assert_eq!(cursor.within, Within::Kernel);
        let (text, position) = at("main { let (a, b: u32) = f(); let c = |");
        let cursor = Cursor::at(&text, position);
        let names: Vec<&str> = cursor.locals.iter().map(|local| local.name).collect();
        assert_eq!((names, cursor.within), (vec!["a", "b"], Within::Main));
    }

    #[test]
    fn calls_are_found() {
        let call = |text: &str| {
            let (text, position) = at(text);
            let found = Cursor::at(&text, position).call;
            found.map(|call| (call.module.map(str::to_owned), call.name.to_owned(), call.argument))
        };
        let found = |name: &str, argument| Some((None, name.to_owned(), argument));
        assert_eq!(call("main { visit(|"), found("visit", 0));
        assert_eq!(call("main { visit(min(a, b), c[f(1, 2)], |"), found("visit", 2));
        assert_eq!(call("main { visit((a + |"), found("visit", 0));
        assert_eq!(
            call("main { let x = hash::mix(a, |"),
            Some((Some("hash".to_owned()), "mix".to_owned(), 1))
        );
        assert_eq!(call("main { visit(a); |"), None);
        assert_eq!(call("fn f(a: |"), None);
    }

    #[test]
    fn any_position_of_any_text_has_surroundings() {
        for text in ["", "é", "forall (", "a.b.\u{1F600}", "use ./x", "((((", "}}}}{", ". . ."] {
            for position in 0..=text.len() as u32 + 1 {
                Cursor::at(text, position);
            }
        }
    }
}
