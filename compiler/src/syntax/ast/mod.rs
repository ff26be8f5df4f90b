//! The abstract syntax tree: a program as its author wrote it. Names are not resolved, and types
//! are not known.
//!
//! Every node has the [`Span`] of the source text that it came from. Every expression and every
//! binding has an id; the ids of a program are consecutive and start at 0. The checker stores its
//! results by these ids ([`crate::check::Checked`]) and does not change the tree.
//!
//! This file has programs and their items, `stmt` has statements, and `expr` has expressions.

mod expr;
mod stmt;

use std::collections::BTreeMap;

use crate::bundle::Content;
use crate::span::Span;
use serde::Serialize;

pub use expr::{BinaryOp, Expr, ExprKind, UnaryOp};
pub use stmt::{AssignOp, Block, Domain, Loop, ResultLocal, Seed, Stmt, StmtKind};

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
/// its arguments. The check `external` has the command of the user's own checker:
/// `check external "python3 check.py"(level);`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Check {
    /// The name of the oracle.
    pub oracle: Name,
    /// The command of an external checker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The names of outputs, properties, globals and parameters that the oracle receives.
    pub args: Vec<Name>,
}
