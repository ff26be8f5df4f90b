//! The tokens of the language.

use logos::Logos;

/// A token of the language. `'src` is the lifetime of the source text, to which names and comments
/// refer.
#[derive(Debug, Clone, PartialEq, Logos)]
#[logos(skip r"[ \t\r\n\f]+")]
#[allow(missing_docs, reason = "keywords and operators are what their patterns say")]
pub enum Token<'src> {
    /// A documentation comment, `/// …`, for the item that follows. Four slashes start a plain
    /// comment.
    #[regex(r"///([^/\n][^\n]*)?", allow_greedy = true)]
    Doc(&'src str),
    /// A plain comment: `// …`
    #[regex(r"//([^/\n][^\n]*)?", allow_greedy = true)]
    #[regex(r"////[^\n]*", allow_greedy = true)]
    Comment(&'src str),

    /// A name that is not a keyword.
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Ident(&'src str),
    /// The path of a file of a program: `./lib.ig`, `../sets/lib.ig`.
    #[regex(r"\.\.?/(\.\./)*[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*\.ig")]
    File(&'src str),
    /// Text that resembles a number. The lexer replaces it with `Int` or `Float`.
    #[regex(r"[0-9][0-9_]*(\.[0-9][0-9_]*)?([eE][+-]?[0-9][0-9_]*)?[A-Za-z0-9_]*")]
    Number(&'src str),
    /// Text with its quotation marks, for `print`. The second mark can be missing; the lexer
    /// reports this.
    #[regex(r#""[^"\n]*"?"#)]
    Text(&'src str),
    /// A whole number with its suffix.
    Int((u64, Option<&'src str>)),
    /// The digits of a floating-point number without `_`, and its suffix.
    Float((String, Option<&'src str>)),

    #[token("as")]
    As,
    #[token("async")]
    Async,
    #[token("at")]
    At,
    #[token("break")]
    Break,
    #[token("by")]
    By,
    #[token("check")]
    Check,
    #[token("const")]
    Const,
    #[token("continue")]
    Continue,
    #[token("edge")]
    Edge,
    #[token("else")]
    Else,
    #[token("exclusive")]
    Exclusive,
    #[token("false")]
    False,
    #[token("fn")]
    Fn,
    #[token("for")]
    For,
    #[token("forall")]
    Forall,
    #[token("global")]
    Global,
    #[token("graph")]
    Graph,
    #[token("if")]
    If,
    #[token("in")]
    In,
    #[token("input")]
    Input,
    #[token("iterate")]
    Iterate,
    #[token("kernel")]
    Kernel,
    #[token("let")]
    Let,
    #[token("main")]
    Main,
    #[token("max")]
    Max,
    #[token("min")]
    Min,
    #[token("node")]
    Node,
    #[token("nodes")]
    Nodes,
    #[token("once")]
    Once,
    #[token("original")]
    Original,
    #[token("output")]
    Output,
    #[token("param")]
    Param,
    #[token("pipe")]
    Pipe,
    #[token("print")]
    Print,
    #[token("push")]
    Push,
    #[token("racy")]
    Racy,
    #[token("require")]
    Require,
    #[token("retry")]
    Retry,
    #[token("return")]
    Return,
    #[token("swap")]
    Swap,
    #[token("true")]
    True,
    #[token("use")]
    Use,
    #[token("where")]
    Where,
    #[token("while")]
    While,
    #[token("worklist")]
    Worklist,

    #[token("{")]
    BraceOpen,
    #[token("}")]
    BraceClose,
    #[token("(")]
    ParenOpen,
    #[token(")")]
    ParenClose,
    #[token("[")]
    BracketOpen,
    #[token("]")]
    BracketClose,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("::")]
    PathSeparator,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token("..")]
    DotDot,
    #[token("..=")]
    DotDotEqual,
    #[token("<..")]
    LessDotDot,
    #[token("<..=")]
    LessDotDotEqual,
    #[token("->")]
    Arrow,
    #[token("=")]
    Assign,
    #[token("+=")]
    AddAssign,
    #[token("-=")]
    SubAssign,
    #[token("*=")]
    MulAssign,
    #[token("/=")]
    DivAssign,
    #[token("%=")]
    RemAssign,
    #[token("&=")]
    AndAssign,
    #[token("|=")]
    OrAssign,
    #[token("^=")]
    XorAssign,
    #[token("<<=")]
    ShlAssign,
    #[token(">>=")]
    ShrAssign,
    #[token("||")]
    OrOr,
    #[token("&&")]
    AndAnd,
    #[token("==")]
    EqualEqual,
    #[token("!=")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("|")]
    Bar,
    #[token("^")]
    Caret,
    #[token("&")]
    Ampersand,
    #[token("<<")]
    ShiftLeft,
    #[token(">>")]
    ShiftRight,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("!")]
    Bang,
    #[token("~")]
    Tilde,
}
