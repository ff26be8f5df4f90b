//! The abstract syntax tree: a program as its author wrote it. Names are not resolved, and types
//! are not known.
//!
//! Every node has the [`Span`] of the source text that it came from. Every expression and every
//! binding has an id; the ids of a program are consecutive and start at 0. The checker stores its
//! results by these ids ([`crate::check::Checked`]) and does not change the tree.

use std::collections::BTreeMap;

use crate::bundle::Content;
use crate::span::Span;
use serde::Serialize;

/// A name, with its position in the source text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Name {
    /// The identifier.
    pub text: String,
    /// The name's position in the source text.
    pub span: Span,
}

/// The id of an expression, unique within one program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct ExprId(pub u32);

/// The id of a binding of a local name (a `let`, a loop variable or a parameter), unique within one
/// program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct BindingId(pub u32);

/// The syntax tree of a whole file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Program {
    /// The modules that the program uses, directly or indirectly: first those of the standard
    /// library, then files. Empty after parsing; [`library::resolve`](crate::library::resolve)
    /// fills it.
    pub modules: Vec<Module>,
    /// The `///` lines before the first item, without the slashes, if a blank line separates them
    /// from the item. Otherwise they belong to the item.
    pub doc: Vec<String>,
    /// Items in source order.
    pub items: Vec<Item>,
    /// The files that the program can import, from its [bundle](crate::bundle).
    #[serde(skip)]
    pub files: Vec<ImportedFile>,
    /// The name of the module of each file that a `use` names, by the position of the path.
    /// [`library::resolve`](crate::library::resolve) fills it.
    #[serde(skip)]
    pub file_modules: BTreeMap<u32, String>,
    /// The number of [`ExprId`]s of the program.
    pub expr_count: u32,
    /// The number of [`BindingId`]s of the program.
    pub binding_count: u32,
}

/// A file that a program can import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedFile {
    /// The path from the folder of the program.
    pub path: String,
    /// The position of the text in the bundle.
    pub start: u32,
    /// The text, or what there is instead.
    pub content: Content<String>,
}

/// A module that a program uses: a part of the standard library, or a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Module {
    /// The name of the module, such as `union_find`. That of a file is its path from the folder of
    /// the program, without `./` and `.ig`.
    pub name: String,
    /// The items of the module. Their names contain the name of the module: `union_find::find`. The
    /// spans of the standard library are after the text of the program: see
    /// [`library::locate`](crate::library::locate).
    pub items: Vec<Item>,
}

impl Program {
    /// Returns the items of all modules, each with the name of its module, and then the items of
    /// the program itself.
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
    /// The `///` lines before the item, without the slashes.
    pub doc: Vec<String>,
    /// The kind of declaration, with its parts.
    pub kind: ItemKind,
    /// The item's range in the source text, from its keyword to its end.
    pub span: Span,
}

/// The kinds of top-level declarations.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum ItemKind {
    /// Uses a module of the standard library, or a file: `use std::union_find;`, `use ./lib.ig;`
    /// The first name of a file is its path.
    Use(Vec<Name>),
    /// Declares a constant: `const scale: u32 = 16;`
    Const(Field),
    /// Declares a parameter of the program: `param source: node = 0;`
    Param(Field),
    /// Declares a property with one value per node: `node level: u32 = MAX;`
    NodeProperty(Field),
    /// Declares a property of the nodes of the input graph: their nodes in the current graph.
    /// `original node member: node;`
    Original(Field),
    /// Declares a property with one value per edge: `edge weight: u32;` Without an initial value,
    /// it contains the graph's weights.
    EdgeProperty(Field),
    /// Declares a global: `global changed: bool = false;`
    Global(Field),
    /// Declares worklists: `worklist near, far: (node, u32);`
    Worklists(Worklists),
    /// Lists the required properties of the graph: `graph undirected, simple;`
    Graph(Vec<Name>),
    /// Declares a function: `fn find(n: node) -> node { … }`
    Function(Function),
    /// Declares a kernel: `kernel visit(depth: u32) { … }`
    Kernel(Function),
    /// Defines the program of the host: `main { … }`
    Main(Block),
    /// Lists the results of the program: `output level;`
    Output(Vec<Name>),
    /// Names the oracle of the program: `check bfs(level, source);`
    Check(Check),
}

/// Worklists with items of the same type.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Worklists {
    /// The names of the worklists.
    pub names: Vec<Name>,
    /// The type of the items, or the two types of pairs. Empty if the declaration has none; the
    /// items are then nodes.
    pub items: Vec<TypeName>,
    /// Whether the worklists start with items from files: `input worklist seeds;`
    pub is_input: bool,
}

/// A named and typed piece of state, which may have an initial value: a constant, a parameter, a
/// property or a global.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Field {
    /// The name of the constant, parameter, property or global.
    pub name: Name,
    /// The type of the constant, parameter, property or global.
    pub ty: TypeName,
    /// The number of elements of an array; `None` for a single value.
    pub length: Option<Expr>,
    /// The initial value, of every element of an array; `None` if the declaration has none.
    pub init: Option<Expr>,
    /// Whether the values come from a file: `input node feature: f32;` Only for properties.
    pub is_input: bool,
    /// The values that a user may set: `param damping: f32 = 0.85 in 0..1;` Only for parameters.
    pub range: Option<ParamRange>,
}

/// The range of a parameter. At least one of its ends is there.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ParamRange {
    /// The start. It is excluded from the range in `a<..b`.
    pub start: Option<Expr>,
    /// Whether the range excludes its start.
    pub excludes_start: bool,
    /// The end.
    pub end: Option<Expr>,
    /// Whether the range includes its end, as in `a..=b`.
    pub includes_end: bool,
    /// The position of the range, from its start to its end.
    pub span: Span,
}

impl ParamRange {
    /// Returns the operator between the start and the end.
    pub fn operator(&self) -> &'static str {
        match (self.excludes_start, self.includes_end) {
            (false, false) => "..",
            (false, true) => "..=",
            (true, false) => "<..",
            (true, true) => "<..=",
        }
    }

    /// Returns the ends that the range has.
    pub fn ends(&self) -> impl Iterator<Item = &Expr> {
        self.start.iter().chain(&self.end)
    }
}

/// The name of a type as written in the source: `u32`, `node`, …
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TypeName {
    /// The type's name. The checker rejects names of types that do not exist.
    pub name: Name,
}

/// The declaration of a `fn` or a `kernel`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Function {
    /// Whether `racy` precedes it: the program accepts lost updates and mixtures of old and new
    /// values.
    pub racy: bool,
    /// Whether `async` precedes the kernel: an iteration that retries may run again at once.
    pub asynchronous: bool,
    /// The name of the function or kernel.
    pub name: Name,
    /// The parameters of the function or kernel.
    pub params: Vec<Parameter>,
    /// The types after `->`: none for kernels and for functions without a result, and several for
    /// `-> (u32, bool)`.
    pub results: Vec<TypeName>,
    /// The statements of the function or kernel.
    pub body: Block,
}

/// A parameter of a function or kernel.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Parameter {
    /// The binding that the parameter introduces.
    pub binding: BindingId,
    /// The kind of argument that the parameter takes.
    pub kind: ParameterKind,
    /// The name of the parameter.
    pub name: Name,
    /// The type of the parameter.
    pub ty: TypeName,
    /// Whether the parameter takes an array, as for `node mask: u64[]`.
    pub array: bool,
}

/// The kind of argument that a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum ParameterKind {
    /// A value, as for `x: u32`.
    Value,
    /// The name of a node property, as for `node parent: node`.
    NodeProperty,
    /// The name of an edge property, as for `edge weight: u32`.
    EdgeProperty,
    /// The name of a global, as for `global count: u32`.
    Global,
}

impl ParameterKind {
    /// Returns a description of the kind for messages.
    pub fn words(self) -> &'static str {
        match self {
            ParameterKind::Value => "a value",
            ParameterKind::NodeProperty => "a node property",
            ParameterKind::EdgeProperty => "an edge property",
            ParameterKind::Global => "a global",
        }
    }

    /// Returns the keyword before the parameter's name, with a space. The text is empty for a
    /// value.
    pub fn prefix(self) -> &'static str {
        match self {
            ParameterKind::Value => "",
            ParameterKind::NodeProperty => "node ",
            ParameterKind::EdgeProperty => "edge ",
            ParameterKind::Global => "global ",
        }
    }
}

/// A check, such as `check bfs(level, source);`: the oracle that validates a run, and the names of
/// its arguments.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Check {
    /// The name of the oracle.
    pub oracle: Name,
    /// The names of outputs, properties, globals and parameters that the oracle receives.
    pub args: Vec<Name>,
}

/// A block: statements between braces.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Block {
    /// The statements, in order.
    pub stmts: Vec<Stmt>,
    /// The block's range in the source text, from `{` to `}`.
    pub span: Span,
}

/// A statement with its position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stmt {
    /// The kind of statement, with its parts.
    pub kind: StmtKind,
    /// The statement's range in the source text, including the `;`.
    pub span: Span,
}

impl Stmt {
    /// The blocks directly in the statement.
    pub fn blocks(&self) -> Vec<&Block> {
        match &self.kind {
            StmtKind::If { then: first, otherwise, .. }
            | StmtKind::Exclusive { body: first, otherwise, .. } => {
                std::iter::once(first).chain(otherwise.as_ref()).collect()
            }
            StmtKind::While { body, .. }
            | StmtKind::Pipe { body, .. }
            | StmtKind::Once { body, .. }
            | StmtKind::Iterate { body, .. }
            | StmtKind::Block(body) => vec![body],
            StmtKind::For(the_loop) | StmtKind::ForAll(the_loop) => vec![&the_loop.body],
            _ => vec![],
        }
    }
}

/// The kinds of statements.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum StmtKind {
    /// Declares a local: `let v: node = e.dst;`
    Let {
        /// The binding that the `let` introduces.
        binding: BindingId,
        /// The name of the local.
        name: Name,
        /// The type of the local; `None` if it is not written.
        ty: Option<TypeName>,
        /// The initial value of the local.
        value: Expr,
    },
    /// Declares a local for each result of a function: `let (a, b: u32, _) = f();`
    LetSeveral {
        /// The locals, in the order of the results. There are at least two.
        locals: Vec<ResultLocal>,
        /// The call of the function.
        value: Expr,
    },
    /// Declares a local array: `let best: u32[4] = MAX;`
    LetArray {
        /// The binding that the `let` introduces.
        binding: BindingId,
        /// The name of the array.
        name: Name,
        /// The type of the elements.
        ty: TypeName,
        /// The number of elements.
        length: Expr,
        /// The initial value of every element; `None` means zero.
        value: Option<Expr>,
    },
    /// Assigns a value: `place = value;` or `place op= value;`
    Assign {
        /// The place that is written.
        place: Expr,
        /// The operator of a compound assignment; `None` for `=`.
        op: Option<AssignOp>,
        /// The right side of the assignment.
        value: Expr,
    },
    /// Pushes an item to a worklist: `push near v;`
    Push {
        /// The name of the worklist. `None` means the program's only worklist or the unnamed one.
        /// It is also `None` for `push near(v, d);`, whose item is a call.
        worklist: Option<Name>,
        /// The item to push.
        item: Expr,
    },
    /// Prints a line of texts and values: `print "round", round;`
    Print(Vec<Expr>),
    /// Ends the run with an error unless a condition holds: `require total < limit, "…";`
    Require {
        /// The condition.
        cond: Expr,
        /// The requirement in words.
        message: String,
    },
    /// Puts the current item back on its worklist: `retry;`
    Retry,
    /// Leaves the loop: `break;`
    Break,
    /// Starts the next iteration of the loop: `continue;`
    Continue,
    /// Returns from the function: `return;`, `return value;` or `return (a, b);`
    Return(Vec<Expr>),
    /// Runs one of two blocks: `if cond { … } else { … }`. An `else if` is represented as an `else`
    /// block that contains one `if`.
    If {
        /// The condition of the `if`.
        cond: Expr,
        /// The block that runs if the condition holds.
        then: Block,
        /// The block that runs if the condition does not hold; `None` without an `else`.
        otherwise: Option<Block>,
    },
    /// Repeats a block: `while cond { … }`
    While {
        /// The condition, which is evaluated before each round.
        cond: Expr,
        /// The body of the loop.
        body: Block,
    },
    /// Runs iterations one after the other, in the order of the domain: `for e in u.out where c { …
    /// }`. The body may contain `break`.
    For(Loop),
    /// Runs iterations concurrently, in any order: `forall e in u.out where c { … }`
    ForAll(Loop),
    /// Runs a block while the iteration owns some nodes: `exclusive(a, b) { … } else { … }`
    Exclusive {
        /// The nodes that the iteration must own.
        nodes: Vec<Expr>,
        /// The block that runs while the iteration owns the nodes.
        body: Block,
        /// The block that runs if another iteration owns one of the nodes. `None` means `retry`.
        otherwise: Option<Block>,
    },
    /// Repeats a block until a worklist is empty, in `main`: `pipe near [source] { … }`, or `once
    /// pipe { … }`.
    Pipe {
        /// Whether the keyword `once` precedes `pipe`.
        once: bool,
        /// The name of the worklist that the `pipe` empties. `None` means the program's only
        /// worklist or the unnamed one.
        worklist: Option<Name>,
        /// The initial content of the worklist; `None` if the worklist keeps its content.
        seed: Option<Seed>,
        /// The body of the `pipe`.
        body: Block,
    },
    /// Takes the items of a worklist for all kernels of a block, in `main`: `once near { … }`
    Once {
        /// The name of the worklist. `None` for `once worklist { … }`.
        worklist: Option<Name>,
        /// The body, whose kernels over the worklist process the same items.
        body: Block,
    },
    /// Repeats a block while a condition holds, in `main`: `iterate { … } while cond;`
    Iterate {
        /// The body of the loop, which runs at least once.
        body: Block,
        /// The condition, which is evaluated after each round.
        cond: Expr,
    },
    /// Exchanges two properties or two worklists, in `main`: `swap a, b;`
    Swap(Name, Name),
    /// Evaluates an expression for its effect: `visit(depth);`, `atomic_min(v.dist, d);`
    Expr(Expr),
    /// Runs a nested block: `{ … }`
    Block(Block),
}

/// A local that takes one of the results of a function: `a` or `b: u32` in `let (a, b: u32) = f();`
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ResultLocal {
    /// The binding that the `let` introduces.
    pub binding: BindingId,
    /// The name of the local; `_` ignores the result.
    pub name: Name,
    /// The type of the local; `None` if it is not written.
    pub ty: Option<TypeName>,
}

impl ResultLocal {
    /// Whether the result is ignored, so that there is no local.
    pub fn is_ignored(&self) -> bool {
        self.name.text == "_"
    }
}

/// The initial content of the worklist of a `pipe`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Seed {
    /// The items of a list: `[source, other]`
    Items(Vec<Expr>),
    /// Every node once: `nodes`
    Nodes(Span),
}

/// The head and the body of a loop: `x in domain where filter { body }`
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Loop {
    /// The binding that the loop introduces.
    pub binding: BindingId,
    /// The name of the loop variable.
    pub name: Name,
    /// The variable for the second value of a pair: `forall (v, d) in near`
    pub second: Option<(BindingId, Name)>,
    /// The domain, whose elements the loop variable takes.
    pub domain: Domain,
    /// The filter: the body runs only for elements for which it holds. `None` without a filter.
    pub filter: Option<Expr>,
    /// The body of the loop.
    pub body: Block,
}

/// The domain of a loop.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Domain {
    /// A range `a..b`: the whole numbers from `a` up to, but excluding, `b`. With a step, `a..b by
    /// s`: `a`, `a + s`, `a + 2 * s`, ….
    Range(Expr, Expr, Option<Expr>),
    /// A set of nodes, edges or items: `nodes`, `edges`, `worklist`, a worklist's name, `u.out` or
    /// `u.in`.
    Of(Expr),
}

/// Operators of compound assignments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum AssignOp {
    /// An operator with an infix form, such as `+=`.
    Binary(BinaryOp),
    /// The minimum: `min=`
    Min,
    /// The maximum: `max=`
    Max,
}

/// An expression with its id and position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Expr {
    /// The key under which the checker stores the expression's type.
    pub id: ExprId,
    /// The kind of expression, with its parts.
    pub kind: ExprKind,
    /// The expression's position in the source text.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum ExprKind {
    /// An integer literal, such as `42`, `0xff` or `1_000u64`: the value and the suffix.
    Int(u64, Option<String>),
    /// A floating-point literal, such as `0.85` or `1e-4f64`: the digits as written (without `_`)
    /// and the suffix.
    Float(String, Option<String>),
    /// A text, without its quotation marks: `"round"`. Only as a part of a `print`.
    Text(String),
    /// A truth value: `true` or `false`
    Bool(bool),
    /// A name or a path: `x`, `worklist`, `nodes`, `MAX`, `std::hash::mix`, `u64::MAX`
    Path(Vec<Name>),
    /// A field of a node, an edge or another value: `v.level`, `e.dst`, `u.out`
    Field(Box<Expr>, Name),
    /// A call: `f(x, y)`
    Call(Box<Expr>, Vec<Expr>),
    /// An element of an array, or an edge by its position: `v.best[i]`, `histogram[i]`, `u.out[k]`
    Index(Box<Expr>, Box<Expr>),
    /// A prefix operator with its operand: `-x`, `!x`, `~x`
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator with its operands: `a + b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A cast: `x as u64`
    Cast(Box<Expr>, TypeName),
    /// A pair: `(v, d)`. Only as the item of a `push` or of a seed.
    Pair(Box<Expr>, Box<Expr>),
    /// A placeholder for text that the parser skipped after a syntax error. A diagnostic was
    /// reported for it.
    Error,
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum UnaryOp {
    /// Arithmetic negation: `-`
    Neg,
    /// Logical negation: `!`
    Not,
    /// Bitwise negation: `~`
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
    /// Returns the operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Neg => "-",
            UnaryOp::Not => "!",
            UnaryOp::BitNot => "~",
        }
    }
}

impl BinaryOp {
    /// Returns the operator as it is written.
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
