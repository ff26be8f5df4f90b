//! The tokens of a program, prepared for the layout. Each token has the comments before it, and
//! each bracket has its partner. Each token also has its column in the program written as one line,
//! so the width of any part is the difference of two columns.

use super::rules::{self, Role};
use crate::syntax::lexer;
use crate::syntax::token::Token;
use std::ops::Range;

/// A comment: a plain one or a `///` line.
#[derive(Debug)]
pub struct Comment<'src> {
    /// The text of the comment, from its first slash to its last character.
    pub text: &'src str,
    /// Whether the comment follows a token on the same line.
    pub trailing: bool,
    /// Whether a blank line precedes the comment.
    pub blank_before: bool,
}

/// A token with its comments and position.
#[derive(Debug)]
pub struct Lexeme<'src> {
    /// The text of the token in the source.
    pub text: &'src str,
    /// The role of the token on its line.
    pub role: Role,
    /// The comments between the token and the previous token.
    pub comments: Vec<Comment<'src>>,
    /// Whether a blank line precedes the token, after its last comment.
    pub blank_before: bool,
    /// The index of the closing bracket for an opening bracket; otherwise the index of the token
    /// itself.
    pub partner: usize,
    /// Whether the token is a comma after the last element of a list. Such a comma is written if
    /// each element has its own line.
    pub optional: bool,
    /// The columns at which the token starts and ends, in the program written as one line.
    columns: Range<usize>,
    /// The number of comments up to this token.
    comments_so_far: usize,
}

/// The tokens of a program, followed by an empty token that has the comments at the end.
#[derive(Debug)]
pub struct Stream<'src> {
    lexemes: Vec<Lexeme<'src>>,
}

impl<'src> std::ops::Index<usize> for Stream<'src> {
    type Output = Lexeme<'src>;

    fn index(&self, at: usize) -> &Lexeme<'src> {
        &self.lexemes[at]
    }
}

impl<'src> Stream<'src> {
    /// Prepares the tokens of a program without syntax errors.
    pub fn new(source: &'src str) -> Stream<'src> {
        let mut stream = Stream { lexemes: lexemes(source) };
        stream.move_comments_after_separators();
        stream.find_partners();
        stream.measure();
        stream
    }

    /// Returns the number of tokens, without the empty token at the end.
    pub fn len(&self) -> usize {
        self.lexemes.len() - 1
    }

    /// Whether a space stands before a token that follows another one on a line.
    pub fn space_before(&self, at: usize) -> bool {
        at > 0 && rules::space_between(self[at - 1].role, self[at].role)
    }

    /// Returns the width of some tokens on one line, or `None` if comments between them need a new
    /// line.
    pub fn width(&self, range: &Range<usize>) -> Option<usize> {
        if range.is_empty() {
            return Some(0);
        }
        let (first, last) = (&self[range.start], &self[range.end - 1]);
        let one_line = first.comments_so_far == last.comments_so_far;
        one_line.then(|| last.columns.end - first.columns.start)
    }

    /// Moves comments from before a `,` or `;` to after it, where a line ends. A `///` before a `;`
    /// stays, because after the `;` it would document the next item.
    fn move_comments_after_separators(&mut self) {
        for at in 0..self.len() {
            let comments = &self[at].comments;
            let document = comments.iter().any(|comment| is_doc(comment.text));
            if self[at].text != "," && (self[at].text != ";" || document) {
                continue;
            }
            let mut moved = std::mem::take(&mut self.lexemes[at].comments);
            let there = &mut self.lexemes[at + 1].comments;
            if let (false, Some(first)) = (moved.is_empty(), there.first_mut()) {
                first.trailing = false;
            }
            moved.append(there);
            *there = moved;
        }
    }

    fn find_partners(&mut self) {
        let mut open = vec![];
        for at in 0..self.len() {
            match self[at].role {
                Role::OpenList { .. } | Role::OpenGroup { .. } | Role::OpenBlock => open.push(at),
                Role::Close | Role::CloseBlock => {
                    let opener = open.pop().expect("the parser found brackets in pairs");
                    self.lexemes[opener].partner = at;
                }
                _ => (),
            }
        }
    }

    fn measure(&mut self) {
        let (mut column, mut comments) = (0, 0);
        for at in 0..self.lexemes.len() {
            let closes = self.lexemes.get(at + 1).is_some_and(|next| next.role == Role::Close);
            let space = usize::from(self.space_before(at));
            let lexeme = &mut self.lexemes[at];
            lexeme.optional = lexeme.text == "," && closes;
            if !lexeme.optional {
                lexeme.columns = column + space..column + space + lexeme.text.len();
                column = lexeme.columns.end;
            } else {
                lexeme.columns = column..column;
            }
            comments += lexeme.comments.len();
            lexeme.comments_so_far = comments;
        }
    }
}

fn is_doc(comment: &str) -> bool {
    comment.starts_with("///") && !comment.starts_with("////")
}

/// Returns the tokens, with their comments and blank lines.
fn lexemes(source: &str) -> Vec<Lexeme<'_>> {
    let (mut tokens, mut places) = (vec![], vec![]);
    let mut comments = vec![];
    let mut end = 0;
    for (token, span) in lexer::lex_with_trivia(source).0 {
        let (start, before) = (span.start as usize, end);
        end = span.end as usize;
        let lines = source[before..start].matches('\n').count();
        let text = &source[start..end];
        if let Token::Comment(_) | Token::Doc(_) = token {
            let trailing = lines == 0 && !tokens.is_empty();
            let text = text.trim_end();
            comments.push(Comment { text, trailing, blank_before: lines > 1 });
        } else {
            tokens.push(token);
            places.push((text, std::mem::take(&mut comments), lines > 1));
        }
    }
    let roles = rules::roles(&tokens).into_iter().chain([Role::Word]);
    let places = places.into_iter().chain([("", comments, false)]);
    let lexeme = |(at, (role, (text, comments, blank_before)))| Lexeme {
        text,
        role,
        comments,
        blank_before,
        partner: at,
        optional: false,
        columns: 0..0,
        comments_so_far: 0,
    };
    roles.zip(places).enumerate().map(lexeme).collect()
}
