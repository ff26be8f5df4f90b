//! Declarations: items and locals, with the text that a tool shows about them.

use crate::span::Span;
use crate::syntax::ast::{Field, Function, ParameterKind, Worklists};
use crate::syntax::print;
use crate::types::Type;

/// The kinds of declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the item or local that its name says")]
pub enum Kind {
    Const,
    Param,
    Global,
    NodeProperty,
    EdgeProperty,
    OriginalProperty,
    Worklist,
    Kernel,
    Function,
    Let,
    LoopVariable,
    /// A parameter of a kernel or function.
    Parameter(ParameterKind),
}

impl Kind {
    /// Whether the declaration is visible only in one kernel, function or `main`.
    pub fn is_local(self) -> bool {
        matches!(self, Kind::Let | Kind::LoopVariable | Kind::Parameter(_))
    }

    /// Returns the type of the values that have this declaration as a field.
    pub fn owner(self) -> Option<Type> {
        match self {
            Kind::NodeProperty | Kind::Parameter(ParameterKind::NodeProperty) => Some(Type::Node),
            Kind::EdgeProperty | Kind::Parameter(ParameterKind::EdgeProperty) => Some(Type::Edge),
            _ => None,
        }
    }

    /// Returns the kind in the words of messages, without an article.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Const => "constant",
            Kind::Param => "parameter of the program",
            Kind::Global => "global",
            Kind::NodeProperty => "node property",
            Kind::EdgeProperty => "edge property",
            Kind::OriginalProperty => "property of the input graph",
            Kind::Worklist => "worklist",
            Kind::Kernel => "kernel",
            Kind::Function => "function",
            Kind::Let => "local",
            Kind::LoopVariable => "loop variable",
            Kind::Parameter(_) => "parameter",
        }
    }
}

/// A declaration of a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    /// The name, without the name of its module.
    pub name: String,
    /// The kind.
    pub kind: Kind,
    /// The position of the name.
    pub span: Span,
    /// The position of the whole item, statement or parameter.
    pub whole: Span,
    /// The lines of its documentation.
    pub doc: Vec<String>,
    /// The module that contains it; `None` for the program itself.
    pub module: Option<String>,
    /// The type of its values. `None` for worklists, kernels and functions, and after an error.
    pub ty: Option<Type>,
    /// The declaration as a line of text: `node level: u32 = MAX`, `fn find(n: node) -> node`.
    pub text: String,
    /// The parameters of a kernel or function, as they are written.
    pub parameters: Vec<String>,
}

/// Returns the text of a constant, parameter, property or global. `keyword` precedes it.
pub(super) fn field(keyword: &str, field: &Field, name: &str) -> String {
    let input = if field.is_input { "input " } else { "" };
    let length = field.length.as_ref().map(|length| format!("[{}]", print::expr(length)));
    let init = field.init.as_ref().map(|init| format!(" = {}", print::expr(init)));
    let range = field.range.as_ref().map(|range| {
        let end = |end: &Option<_>| end.as_ref().map(print::expr).unwrap_or_default();
        format!(" in {}{}{}", end(&range.start), range.operator(), end(&range.end))
    });
    let [length, init, range] = [length, init, range].map(Option::unwrap_or_default);
    format!("{input}{keyword} {name}: {}{length}{init}{range}", field.ty.name.text)
}

/// Returns the text of one worklist of a declaration.
pub(super) fn worklist(worklists: &Worklists, name: &str) -> String {
    let input = if worklists.is_input { "input " } else { "" };
    let items: Vec<&str> = worklists.items.iter().map(|ty| ty.name.text.as_str()).collect();
    let items = match &items[..] {
        [] => String::new(),
        [item] => format!(": {item}"),
        several => format!(": ({})", several.join(", ")),
    };
    format!("{input}worklist {name}{items}")
}

/// Returns the text of a kernel or function without its body, and its parameters.
pub(super) fn function(keyword: &str, function: &Function, name: &str) -> (String, Vec<String>) {
    let signature = print::signature(function);
    // The name of an item of a module contains the name of the module.
    let rest = signature.strip_prefix(&function.name.text).unwrap_or(&signature);
    let racy = if function.racy { "racy " } else { "" };
    let asynchronous = if function.asynchronous { "async " } else { "" };
    let params = function.params.iter().map(|param| {
        let brackets = if param.array { "[]" } else { "" };
        format!("{}{}: {}{brackets}", param.kind.prefix(), param.name.text, param.ty.name.text)
    });
    (format!("{racy}{asynchronous}{keyword} {name}{rest}"), params.collect())
}
