//! Everything that the formatter knows about the language: the role of each token on its line. A
//! new token of the grammar needs at most one line here.

use crate::syntax::token::Token;

/// The role of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A name, a number or a type, which may end an operand.
    Operand,
    /// A keyword.
    Word,
    /// A prefix operator, or the `min` of `min=`. No space follows it.
    Prefix,
    /// A `.` or `::`, without a space before or after it.
    Joint,
    /// An operator between operands, before which a line may break.
    Infix(Level),
    /// A `:` or `;`.
    Separator,
    /// An opening bracket of a list. If the list does not fit on the line, each element gets its
    /// own line.
    OpenList {
        /// Whether there is no space before the bracket.
        clings: bool,
    },
    /// A bracket around one expression: a `(`, or the `[` of an index or a length.
    OpenGroup {
        /// Whether there is no space before the bracket.
        clings: bool,
    },
    /// A `)` or `]`.
    Close,
    /// A `{` that opens a block.
    OpenBlock,
    /// A `}` that closes a block.
    CloseBlock,
}

/// The precedence of operators, from the lowest to the highest. A line breaks first at the
/// operators of the lowest precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "each is the operator that its name says")]
pub enum Level {
    Comma,
    Assignment,
    Where,
    Range,
    Or,
    And,
    Comparison,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Cast,
}

/// Returns the role of each token of a program without syntax errors.
pub fn roles(tokens: &[Token<'_>]) -> Vec<Role> {
    let mut roles: Vec<Role> = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| (&tokens[before], roles[before]));
        let mut role = role(before, token, tokens.get(at + 1));
        if *token == Token::BracketOpen && is_index(&tokens[..at], before.map(|before| before.1)) {
            role = Role::OpenGroup { clings: true };
        }
        let returns = matches!(before, Some((Token::Return, _)));
        if *token == Token::ParenOpen && returns && has_comma(&tokens[at + 1..]) {
            role = Role::OpenList { clings: false };
        }
        roles.push(role);
    }
    roles
}

/// Whether a `[` is around an index, as in `u.out[k]`. In `pipe near [source]`, it starts a list.
fn is_index(before: &[Token<'_>], role: Option<Role>) -> bool {
    let names_worklist = matches!(before, [.., Token::Pipe, _]);
    matches!(role, Some(Role::Operand | Role::Close)) && !names_worklist
}

/// Whether a comma follows before the parenthesis closes, as in `return (a, b);`.
fn has_comma(tokens: &[Token<'_>]) -> bool {
    let mut depth = 0;
    for token in tokens {
        match token {
            Token::ParenOpen | Token::BracketOpen => depth += 1,
            Token::ParenClose | Token::BracketClose if depth == 0 => return false,
            Token::ParenClose | Token::BracketClose => depth -= 1,
            Token::Comma if depth == 0 => return true,
            _ => (),
        }
    }
    false
}

fn role(before: Option<(&Token<'_>, Role)>, token: &Token<'_>, after: Option<&Token<'_>>) -> Role {
    use Token::*;
    let after_operand = matches!(before, Some((_, Role::Operand | Role::Close)));
    match token {
        // After a dot, every word is a name.
        _ if matches!(before, Some((Dot, _))) => Role::Operand,
        Min | Max if after_operand && after == Some(&Assign) => Role::Prefix,
        Ident(_) | File(_) | Text(_) | Int(_) | Float(_) | True | False => Role::Operand,
        // In `a..b by s`, the word separates two operands.
        At | By if after_operand => Role::Word,
        At | By | Input | Original | Min | Max | Nodes | Node | Edge | Worklist => Role::Operand,
        Minus if after_operand => Role::Infix(Level::Sum),
        Minus | Bang | Tilde => Role::Prefix,
        // The range of a parameter may have no start: `in ..10`.
        DotDot | DotDotEqual if !after_operand => Role::Prefix,
        Dot | PathSeparator => Role::Joint,
        Colon | Semicolon => Role::Separator,
        ParenOpen if after_operand => Role::OpenList { clings: true },
        ParenOpen if matches!(before, Some((Exclusive, _))) => Role::OpenList { clings: true },
        // The locals of `let (a, b) = …`, and the types of several results.
        ParenOpen if matches!(before, Some((Let | Arrow, _))) => Role::OpenList { clings: false },
        ParenOpen => Role::OpenGroup { clings: false },
        BracketOpen => Role::OpenList { clings: false },
        ParenClose | BracketClose => Role::Close,
        BraceOpen => Role::OpenBlock,
        BraceClose => Role::CloseBlock,
        _ => level(token).map_or(Role::Word, Role::Infix),
    }
}

fn level(token: &Token<'_>) -> Option<Level> {
    use Token::*;
    Some(match token {
        Comma => Level::Comma,
        Assign | AddAssign | SubAssign | MulAssign | DivAssign | RemAssign => Level::Assignment,
        AndAssign | OrAssign | XorAssign | ShlAssign | ShrAssign => Level::Assignment,
        Where => Level::Where,
        DotDot | DotDotEqual | LessDotDot | LessDotDotEqual => Level::Range,
        OrOr => Level::Or,
        AndAnd => Level::And,
        EqualEqual | NotEqual | Less | LessEqual | Greater | GreaterEqual => Level::Comparison,
        Bar => Level::BitOr,
        Caret => Level::BitXor,
        Ampersand => Level::BitAnd,
        ShiftLeft | ShiftRight => Level::Shift,
        Plus => Level::Sum,
        Star | Slash | Percent => Level::Product,
        As => Level::Cast,
        _ => return None,
    })
}

/// Whether a space separates two tokens on one line.
pub fn space_between(before: Role, after: Role) -> bool {
    let clings_to_next = matches!(
        before,
        Role::Prefix
            | Role::Joint
            | Role::Infix(Level::Range)
            | Role::OpenList { .. }
            | Role::OpenGroup { .. }
    );
    let clings_to_previous = matches!(
        after,
        Role::Joint
            | Role::Separator
            | Role::Infix(Level::Comma | Level::Range)
            | Role::OpenList { clings: true }
            | Role::OpenGroup { clings: true }
            | Role::Close
    );
    let empty_block = before == Role::OpenBlock && after == Role::CloseBlock;
    !(clings_to_next || clings_to_previous || empty_block)
}

/// Whether a statement continues after one of its blocks. `first` is the first token of the
/// statement, and `next` is the token after the block.
pub fn continues(first: &str, next: &str) -> bool {
    next == "else" || (first, next) == ("iterate", "while")
}
