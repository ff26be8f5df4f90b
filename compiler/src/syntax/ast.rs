//! The abstract syntax tree: a program as its author wrote it. Names are not resolved, and types
//! are not known.
//!
//! Every node has the [`Span`] of the source text that it came from. Every expression and every
//! binding has an id; the ids of a program are consecutive and start at 0. The checker stores its
//! results by these ids ([`crate::check::Checked`]) and does not change the tree.

use crate::span::Span;
use serde::Serialize;

/// A name, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Name {
    /// The identifier.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// Identifies an expression within one program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct ExprId(pub u32);

/// Identifies a binding of a local name: a `let`, a loop variable or a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct BindingId(pub u32);

/// A whole file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Program {
    /// The modules of the standard library that the program uses, directly or indirectly. Empty
    /// after parsing; [`library::resolve`](crate::library::resolve) fills it.
    pub modules: Vec<Module>,
    /// The `///` lines before the first item, without the slashes, if a blank line separates them
    /// from the item. Otherwise they belong to the item.
    pub doc: Vec<String>,
    /// Items in source order.
    pub items: Vec<Item>,
    /// The number of [`ExprId`]s of the program.
    pub expr_count: u32,
    /// The number of [`BindingId`]s of the program.
    pub binding_count: u32,
}

/// A module of the standard library that a program uses.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Module {
    /// Its name: `union_find`.
    pub name: String,
    /// Its items. Their names contain the name of the module: `union_find::find`. Their spans are
    /// after the text of the program: see [`library::locate`](crate::library::locate).
    pub items: Vec<Item>,
}

impl Program {
    /// The items of all modules, each with the name of its module, and then the items of the
    /// program itself.
    pub fn all_items(&self) -> impl Iterator<Item = (Option<&str>, &Item)> {
        let modules = self.modules.iter().map(|module| (Some(module.name.as_str()), &module.items));
        modules
            .chain(std::iter::once((None, &self.items)))
            .flat_map(|(module, items)| items.iter().map(move |item| (module, item)))
    }
}

/// A top-level declaration.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Item {
    /// Its `///` lines, without the slashes.
    pub doc: Vec<String>,
    /// What it declares.
    pub kind: ItemKind,
    /// From its keyword to its end.
    pub span: Span,
}

/// The kinds of top-level declarations.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum ItemKind {
    /// `use std::union_find;`
    Use(Vec<Name>),
    /// `const scale: u32 = 16;`
    Const(Field),
    /// `param source: node = 0;`
    Param(Field),
    /// `node level: u32 = MAX;` — one value per node.
    NodeProperty(Field),
    /// `edge weight: u32;` — one value per edge; without an initial value, the graph's weights.
    EdgeProperty(Field),
    /// `global changed: bool = false;`
    Global(Field),
    /// `worklist near, far;`
    Worklists(Vec<Name>),
    /// `graph undirected, simple;`
    Graph(Vec<Name>),
    /// `fn find(n: node) -> node { … }`
    Function(Function),
    /// `kernel visit(depth: u32) { … }`
    Kernel(Function),
    /// `main { … }`
    Main(Block),
    /// `output level;`
    Output(Vec<Name>),
    /// `check bfs(level, source);`
    Check(Check),
}

/// A named, typed and perhaps initialised piece of state.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: TypeName,
    /// Its initial value.
    pub init: Option<Expr>,
}

/// A type as written: `u32`, `node`, …
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TypeName {
    /// The type's name; the checker knows which exist.
    pub name: Name,
}

/// A `fn` or a `kernel`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Parameter>,
    /// The type after `->`; kernels have none.
    pub result: Option<TypeName>,
    /// Its statements.
    pub body: Block,
}

/// A parameter of a function or kernel.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Parameter {
    /// The binding that it introduces.
    pub binding: BindingId,
    /// What is passed for it.
    pub kind: ParameterKind,
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: TypeName,
}

/// What is passed for a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum ParameterKind {
    /// `x: u32`: a value.
    Value,
    /// `node parent: node`: a property of nodes, by its name.
    NodeProperty,
    /// `edge weight: u32`: a property of edges, by its name.
    EdgeProperty,
    /// `global count: u32`: a global, by its name.
    Global,
}

impl ParameterKind {
    /// What it is, in a message.
    pub fn words(self) -> &'static str {
        match self {
            ParameterKind::Value => "a value",
            ParameterKind::NodeProperty => "a node property",
            ParameterKind::EdgeProperty => "an edge property",
            ParameterKind::Global => "a global",
        }
    }

    /// The keyword before the name, with a space; empty for a value.
    pub fn prefix(self) -> &'static str {
        match self {
            ParameterKind::Value => "",
            ParameterKind::NodeProperty => "node ",
            ParameterKind::EdgeProperty => "edge ",
            ParameterKind::Global => "global ",
        }
    }
}

/// `check bfs(level, source);` — the oracle that validates a run, and what it is shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Check {
    /// The oracle's name.
    pub oracle: Name,
    /// Names of outputs, properties, globals and parameters.
    pub args: Vec<Name>,
}

/// Statements between braces.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Block {
    /// The statements in order.
    pub stmts: Vec<Stmt>,
    /// From `{` to `}`.
    pub span: Span,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// From its first to its last character, the `;` included.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum StmtKind {
    /// `let v: node = e.dst;`
    Let {
        /// The binding that it introduces.
        binding: BindingId,
        /// The name bound.
        name: Name,
        /// The type, where written.
        ty: Option<TypeName>,
        /// The value.
        value: Expr,
    },
    /// `place = value;` or `place op= value;`
    Assign {
        /// What is written.
        place: Expr,
        /// The operator of a compound assignment.
        op: Option<AssignOp>,
        /// The right-hand side.
        value: Expr,
    },
    /// `push near v;`
    Push {
        /// The worklist; without one, the program's only or unnamed one.
        worklist: Option<Name>,
        /// The item.
        item: Expr,
    },
    /// `retry;` — puts the current item back.
    Retry,
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return value;`
    Return(Option<Expr>),
    /// `if cond { … } else { … }`; an `else if` is an `else` block of one `if`.
    If {
        /// The condition.
        cond: Expr,
        /// Taken where it holds.
        then: Block,
        /// Taken where it does not.
        otherwise: Option<Block>,
    },
    /// `while cond { … }`
    While {
        /// Tested before each round.
        cond: Expr,
        /// The round.
        body: Block,
    },
    /// `for e in u.out where c { … }`: one after the other, in the domain's order; may `break`.
    For(Loop),
    /// `forall e in u.out where c { … }`: in any order, at the same time.
    ForAll(Loop),
    /// `exclusive(a, b) { … } else { … }`
    Exclusive {
        /// The nodes to own.
        nodes: Vec<Expr>,
        /// What is done with them.
        body: Block,
        /// What is done where another iteration owns one of them; without it, `retry`.
        otherwise: Option<Block>,
    },
    /// `pipe near [source] { … }`, `once pipe { … }` (in `main`).
    Pipe {
        /// Whether `once` stands before it.
        once: bool,
        /// The worklist that it feeds.
        worklist: Option<Name>,
        /// What the worklist starts with.
        seed: Option<Seed>,
        /// The body.
        body: Block,
    },
    /// `iterate { … } while cond;` (in `main`).
    Iterate {
        /// The body, run at least once.
        body: Block,
        /// Tested after each round.
        cond: Expr,
    },
    /// `swap a, b;` (in `main`): exchanges two properties or worklists.
    Swap(Name, Name),
    /// `visit(depth);`, `atomic_min(v.dist, d);`
    Expr(Expr),
    /// `{ … }`
    Block(Block),
}

/// What a `pipe` starts with.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Seed {
    /// `[source, other]`
    Items(Vec<Expr>),
    /// `nodes`: every node once.
    Nodes(Span),
}

/// `x in domain where filter { body }`
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Loop {
    /// The binding that it introduces.
    pub binding: BindingId,
    /// The loop variable.
    pub name: Name,
    /// What it ranges over.
    pub domain: Domain,
    /// Only elements for which this holds.
    pub filter: Option<Expr>,
    /// The body.
    pub body: Block,
}

/// What a loop ranges over.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Domain {
    /// `a..b`: the whole numbers from a up to b, without b.
    Range(Expr, Expr),
    /// `nodes`, `edges`, `worklist`, a worklist's name, `u.out`, `u.in`.
    Of(Expr),
}

/// Operators of compound assignments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum AssignOp {
    /// `+=` and the like.
    Binary(BinaryOp),
    /// `min=`
    Min,
    /// `max=`
    Max,
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Expr {
    /// By which the checker files its type.
    pub id: ExprId,
    /// What it computes.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum ExprKind {
    /// `42`, `0xff`, `1_000u64`: the value and the suffix.
    Int(u64, Option<String>),
    /// `0.85`, `1e-4f64`: the digits as written (without `_`) and the suffix.
    Float(String, Option<String>),
    /// `true`, `false`
    Bool(bool),
    /// `x`, `worklist`, `nodes`, `MAX`, `std::hash::mix`, `u64::MAX`
    Path(Vec<Name>),
    /// `v.level`, `e.dst`, `u.out`
    Field(Box<Expr>, Name),
    /// `f(x, y)`
    Call(Box<Expr>, Vec<Expr>),
    /// `-x`, `!x`, `~x`
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `x as u64`
    Cast(Box<Expr>, TypeName),
    /// Stands where the parser gave up and went on; a diagnostic was reported there.
    Error,
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `!`: logical
    Not,
    /// `~`: bitwise
    BitNot,
}

/// Infix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[allow(missing_docs, reason = "each is the operator that its name says")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl UnaryOp {
    /// The operator as written.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Neg => "-",
            UnaryOp::Not => "!",
            UnaryOp::BitNot => "~",
        }
    }
}

impl BinaryOp {
    /// The operator as written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
        }
    }
}
