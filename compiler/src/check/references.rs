//! Names, paths and fields in expressions: their meanings and types.

use super::arrays::ArrayKind;
use super::builtins;
use super::checker::{Checker, Context};
use super::infer::{Mismatch, TypeSet, Var};
use super::meaning::{Builtin, Meaning};
use super::scopes::{Local, LocalKind, kind_words};
use crate::diagnostics::suggest::did_you_mean;
use crate::diagnostics::{Advice, Diagnostic};
use crate::syntax::ast::*;
use crate::types::Type;

impl<'p> Checker<'p> {
    // ---- Names --------------------------------------------------------------------------------

    pub(super) fn path(&mut self, expr: &'p Expr, path: &'p [Name]) -> Var {
        match path {
            [name] => self.name(expr, name),
            [ty, limit] if Type::from_name(&ty.text).is_some() => self.type_limit(expr, ty, limit),
            _ => match self.in_module(path) {
                Some(meaning) => {
                    self.means(expr, meaning);
                    self.item_value(&path[path.len() - 1], meaning)
                }
                None => self.infer.error(),
            },
        }
    }

    /// Checks `u32::MAX`.
    fn type_limit(&mut self, expr: &'p Expr, ty: &Name, limit: &Name) -> Var {
        let builtin = match limit.text.as_str() {
            "MAX" => Builtin::Max,
            "MIN" => Builtin::Min,
            _ => {
                let message = format!("the type `{}` has no `{}`", ty.text, limit.text);
                let diagnostic = Diagnostic::error("E0101", limit.span, message)
                    .note("a type has only `MAX` and `MIN`")
                    .help(format!("write `{0}::MAX` or `{0}::MIN`", ty.text));
                return self.reject(diagnostic);
            }
        };
        self.means(expr, Meaning::Builtin(builtin));
        match Type::from_name(&ty.text) {
            Some(Type::Bool) => {
                let message = "the type `bool` has no `MAX` and no `MIN`";
                let diagnostic = Diagnostic::error("E0101", expr.span, message)
                    .note("`bool` values have no order")
                    .help("write `true` or `false`");
                self.reject(diagnostic)
            }
            Some(ty) => self.infer.known(ty),
            None => self.infer.error(),
        }
    }

    fn name(&mut self, expr: &'p Expr, name: &'p Name) -> Var {
        if let Some(local) = self.scopes.find(&name.text).cloned() {
            return self.local(expr, &local);
        }
        if let Some(meaning) = self.item(&name.text) {
            self.means(expr, meaning);
            if let Meaning::Global(_) = meaning {
                self.reads(meaning, expr.span);
            }
            let var = self.item_value(name, meaning);
            return self.element_or_scalar(expr, meaning, var);
        }
        match builtins::value(&name.text) {
            Some(builtin) => {
                self.means(expr, Meaning::Builtin(builtin));
                self.builtin_value(name, builtin)
            }
            None => self.unknown_name(name),
        }
    }

    fn local(&mut self, expr: &'p Expr, local: &Local<'p>) -> Var {
        let (binding, name) = (local.binding, &local.name.text);
        let meaning = match local.kind {
            LocalKind::Property(ParameterKind::Global) => {
                let state = Meaning::PropertyParameter(binding);
                self.means(expr, state);
                self.reads(state, expr.span);
                state
            }
            LocalKind::Property(_) => {
                let message = format!("`{name}` is a property, not a value");
                let diagnostic = Diagnostic::error("E0205", expr.span, message)
                    .note("a property has a value for each node or edge")
                    .help(format!("write `u.{name}` for the node or edge `u`"));
                return self.reject(diagnostic);
            }
            _ => {
                self.means(expr, Meaning::Local(binding));
                self.share(binding, local.depth, None, expr.span);
                Meaning::Local(binding)
            }
        };
        let var = self.binding_type(binding);
        self.element_or_scalar(expr, meaning, var)
    }

    /// The type of a local. After an error it may be unknown.
    fn binding_type(&mut self, binding: BindingId) -> Var {
        match self.binding_types[binding.0 as usize] {
            Some(var) => var,
            None => self.infer.error(),
        }
    }

    fn item_value(&mut self, name: &Name, meaning: Meaning) -> Var {
        if let Some(reason) = self.not_constant(meaning) {
            return self.reject(reason(name));
        }
        match meaning {
            Meaning::Const(_) | Meaning::Param(_) | Meaning::Global(_) => {
                match self.items.field_type(meaning) {
                    Some(ty) => self.infer.known(ty),
                    None => self.infer.error(),
                }
            }
            Meaning::Original(_) => self.reject(self.of_input_graph(name.span, &name.text)),
            _ => {
                let message = format!("`{}` is {}, not a value", name.text, kind_words(meaning));
                let help = match meaning {
                    Meaning::NodeProperty(_) => {
                        Some(format!("write `u.{}` for a node `u`", name.text))
                    }
                    Meaning::EdgeProperty(_) => {
                        Some(format!("write `e.{}` for an edge `e`", name.text))
                    }
                    Meaning::Worklist(_) if self.context == Context::Main => {
                        Some(format!("write `{}.size` for the number of its items", name.text))
                    }
                    Meaning::Worklist(_) => {
                        Some(format!("write `forall u in {} {{ … }}`", name.text))
                    }
                    Meaning::Kernel(_) => Some(format!("call it in `main`: `{}(…);`", name.text)),
                    Meaning::Function(_) => Some(format!("call it: `{}(…)`", name.text)),
                    _ => None,
                };
                self.reject(Diagnostic::error("E0205", name.span, message).help_if(help))
            }
        }
    }

    /// Returns the diagnostic for an item that cannot be used in the current initial value, or
    /// `None` if it can be used there.
    fn not_constant(&self, meaning: Meaning) -> Option<fn(&Name) -> Diagnostic> {
        match (self.context, meaning) {
            (Context::Const(own), Meaning::Const(index)) if index >= own => Some(|name| {
                let message =
                    format!("the constant `{}` is used before its declaration", name.text);
                Diagnostic::error("E0108", name.span, message)
                    .note("a constant can only use constants that are declared before it")
                    .help("move its declaration up")
            }),
            (
                Context::Length(ArrayKind::Local | ArrayKind::Property),
                Meaning::Param(_) | Meaning::Global(_),
            ) => Some(|name| {
                let message = format!("the length of this array cannot depend on `{}`", name.text);
                Diagnostic::error("E0503", name.span, message)
                    .note("the length must be known when the program is compiled")
                    .help("use a constant; only the length of a global array can be computed")
            }),
            (Context::Const(_) | Context::ParamDefault, Meaning::Param(_)) => Some(|name| {
                let message = format!("`{}` is not known when the program is compiled", name.text);
                Diagnostic::error("E0211", name.span, message)
                    .note("constants, and the defaults and ranges of parameters, consist of literals and constants")
                    .help("use a constant, or compute the value in `main`")
            }),
            (
                Context::Const(_)
                | Context::ParamDefault
                | Context::InitialValue
                | Context::Length(_),
                Meaning::Global(_),
            ) => Some(|name| {
                let message = format!("an initial value cannot read the global `{}`", name.text);
                Diagnostic::error("E0211", name.span, message)
                    .note("initial values cannot depend on the state of the program")
                    .help("assign the value in `main`")
            }),
            _ => None,
        }
    }

    fn builtin_value(&mut self, name: &Name, builtin: Builtin) -> Var {
        match builtin {
            Builtin::NodeCount | Builtin::EdgeCount => {
                if let Context::Length(ArrayKind::Local | ArrayKind::Property) = self.context {
                    let message =
                        format!("the length of this array cannot depend on `{}`", name.text);
                    let diagnostic = Diagnostic::error("E0503", name.span, message)
                        .note("the length must be known when the program is compiled")
                        .help("use a constant; only the length of a global array can be computed");
                    self.report(diagnostic);
                }
                if matches!(self.context, Context::Const(_) | Context::ParamDefault) {
                    let message = format!("`{}` is not known before a run", name.text);
                    let diagnostic = Diagnostic::error("E0211", name.span, message)
                        .note("constants, and the defaults and ranges of parameters, consist of literals and constants")
                        .help("use it in the initial value of a property or global, or in `main`");
                    self.report(diagnostic);
                }
                self.infer.known(Type::U32)
            }
            _ => self.infer.fresh(TypeSet::ORDERED),
        }
    }

    fn unknown_name(&mut self, name: &Name) -> Var {
        let text = name.text.as_str();
        if builtins::DOMAINS.contains(&text) {
            let message = format!("`{text}` can be looped over, but is not a value");
            let help = match text {
                "nodes" => "write `forall u in nodes { … }`, or `node_count` for their number",
                "edges" => "write `forall e in edges { … }`, or `edge_count` for their number",
                _ => "write `forall u in worklist { … }`",
            };
            return self.reject(Diagnostic::error("E0205", name.span, message).help(help));
        }
        if builtins::function(text).is_some() || builtins::primitive(text).is_some() {
            let message = format!("`{text}` is a function, not a value");
            let help = format!("call it: `{text}(…)`");
            return self.reject(Diagnostic::error("E0205", name.span, message).help(help));
        }
        let values = self.names_of(|meaning| {
            matches!(meaning, Meaning::Const(_) | Meaning::Param(_) | Meaning::Global(_))
        });
        let known = builtins::VALUES.iter().map(|value| value.0);
        let help = super::habits::value(text)
            .or_else(|| did_you_mean(text, self.scopes.names().chain(values).chain(known)))
            .unwrap_or_else(|| format!("declare it, for example with `let {text} = …;`").into());
        let diagnostic = Diagnostic::error("E0101", name.span, format!("unknown name `{text}`"))
            .label("no visible item or local has this name")
            .help(help);
        self.reject(diagnostic)
    }

    // ---- Fields -------------------------------------------------------------------------------

    pub(super) fn field(&mut self, expr: &'p Expr, base: &'p Expr, name: &'p Name) -> Var {
        if let Some(worklist) = self.worklist_named(base) {
            return self.worklist_field(expr, base, name, worklist);
        }
        if let Some(length) = self.array_field(expr, base, name) {
            return length;
        }
        let indexed = self.indexed.take();
        let owner = self.value(base);
        self.indexed = indexed;
        if let Context::Length(kind) = self.context {
            let (known, help) = match kind {
                ArrayKind::Global => (
                    "before the run",
                    "use literals, constants, parameters, `node_count` and `edge_count`",
                ),
                _ => (
                    "when the program is compiled",
                    "use a constant that is large enough, or an edge property, which has one value \
                     for each edge of a node",
                ),
            };
            let message = "the length of an array cannot read a property";
            let diagnostic = Diagnostic::error("E0503", expr.span, message)
                .note(format!("the length must be known {known}, and is the same everywhere"))
                .help(help);
            return self.reject(diagnostic);
        }
        if self.context.is_before_run() {
            let message = "an initial value cannot read a property";
            let diagnostic = Diagnostic::error("E0211", expr.span, message)
                .note("initial values cannot depend on the state of the program")
                .help("compute the value in a kernel");
            return self.reject(diagnostic);
        }
        let Some((meaning, owner_type)) = self.field_meaning(&name.text) else {
            if let Some(Meaning::Original(_)) = self.item(&name.text) {
                return self.reject(self.of_input_graph(name.span, &name.text));
            }
            return self.unknown_field(owner, base, name);
        };
        self.means(expr, meaning);
        if let Err(Mismatch { first, .. }) = self.infer.restrict(owner, TypeSet::of(&[owner_type]))
        {
            let message = format!("{} has no field `{}`", first.words(), name.text);
            let diagnostic = Diagnostic::error("E0209", name.span, message)
                .label(format!("`{}` is a field of `{owner_type}`", name.text))
                .also(base.span, format!("this is {}", first.words()))
                .help(match (first.single(), owner_type) {
                    (Some(Type::Edge), _) => {
                        format!(
                            "write `e.src.{0}` or `e.dst.{0}` for an end of the edge",
                            name.text
                        )
                    }
                    (Some(Type::Node), _) => {
                        format!("write `e.{}` for an edge `e` of the node", name.text)
                    }
                    _ => format!("convert the value with `as {owner_type}`"),
                });
            return self.reject(diagnostic);
        }
        match meaning {
            Meaning::OutEdges | Meaning::InEdges => {
                let message = format!("`{}` can be looped over, but is not a value", name.text);
                let help = match meaning {
                    Meaning::InEdges => {
                        "write `forall e in u.in { … }`, `u.in[k]` for one of them, or `u.in_degree` \
                         for their number"
                    }
                    _ => {
                        "write `forall e in u.out { … }`, `u.out[k]` for one of them, or `u.degree` \
                         for their number"
                    }
                };
                self.reject(Diagnostic::error("E0205", name.span, message).help(help))
            }
            Meaning::Builtin(Builtin::Source | Builtin::Target) => self.infer.known(Type::Node),
            Meaning::Builtin(Builtin::OutBegin | Builtin::OutEnd | Builtin::Reverse) => {
                self.infer.known(Type::Edge)
            }
            Meaning::Builtin(_) => self.infer.known(Type::U32),
            Meaning::PropertyParameter(binding) => {
                self.reads(meaning, expr.span);
                self.reads_element(meaning, base, expr.span);
                let var = self.binding_type(binding);
                self.element_or_scalar(expr, meaning, var)
            }
            _ => {
                self.reads(meaning, expr.span);
                self.reads_element(meaning, base, expr.span);
                let var = match self.items.field_type(meaning) {
                    Some(ty) => self.infer.known(ty),
                    None => self.infer.error(),
                };
                self.element_or_scalar(expr, meaning, var)
            }
        }
    }

    /// The worklist that an expression names, or `None` for any other expression. The inner `None`
    /// means that the program has several worklists and the expression does not name one, which is
    /// reported.
    pub(super) fn worklist_named(&mut self, expr: &Expr) -> Option<Option<usize>> {
        let ExprKind::Path(path) = &expr.kind else { return None };
        let [name] = &path[..] else { return None };
        if self.scopes.find(&name.text).is_some() {
            return None;
        }
        let found = match self.item(&name.text) {
            Some(Meaning::Worklist(index)) => Some(index),
            None if name.text == "worklist" => self.default_worklist(name.span),
            _ => return None,
        };
        if let Some(index) = found {
            self.means(expr, Meaning::Worklist(index));
        }
        Some(found)
    }

    /// Checks `near.size`.
    fn worklist_field(
        &mut self,
        expr: &Expr,
        base: &Expr,
        name: &Name,
        worklist: Option<usize>,
    ) -> Var {
        if worklist.is_none() {
            return self.infer.error();
        }
        let shown = crate::syntax::print::expr(base);
        if name.text != "size" {
            let message = format!("a worklist has no field `{}`", name.text);
            let diagnostic = Diagnostic::error("E0105", name.span, message)
                .note("the only field of a worklist is `size`")
                .help(format!("write `{shown}.size` for the number of its items"));
            return self.reject(diagnostic);
        }
        if self.context != Context::Main {
            let message = "the size of a worklist can only be read in `main`";
            let diagnostic = Diagnostic::error("E0307", expr.span, message)
                .note("the iterations of a kernel may push, so the size is only known between kernels")
                .help(format!("pass it to the kernel: `visit({shown}.size)`"));
            return self.reject(diagnostic);
        }
        self.means(expr, Meaning::Builtin(Builtin::Waiting));
        self.infer.known(Type::U32)
    }

    /// The meaning of the name of a field, and the type that has this field.
    pub(super) fn field_meaning(&self, name: &str) -> Option<(Meaning, Type)> {
        let builtin = |builtin, owner| Some((Meaning::Builtin(builtin), owner));
        match name {
            "src" => builtin(Builtin::Source, Type::Edge),
            "dst" => builtin(Builtin::Target, Type::Edge),
            "reverse" => builtin(Builtin::Reverse, Type::Edge),
            "degree" | "out_degree" => builtin(Builtin::OutDegree, Type::Node),
            "in_degree" => builtin(Builtin::InDegree, Type::Node),
            "out_begin" => builtin(Builtin::OutBegin, Type::Node),
            "out_end" => builtin(Builtin::OutEnd, Type::Node),
            "out" => Some((Meaning::OutEdges, Type::Node)),
            "in" => Some((Meaning::InEdges, Type::Node)),
            _ if let Some((binding, owner)) = self.scopes.property(name) => {
                Some((Meaning::PropertyParameter(binding), owner))
            }
            _ => match self.item(name)? {
                meaning @ Meaning::NodeProperty(_) => Some((meaning, Type::Node)),
                meaning @ Meaning::EdgeProperty(_) => Some((meaning, Type::Edge)),
                _ => None,
            },
        }
    }

    fn unknown_field(&mut self, owner: Var, base: &Expr, name: &Name) -> Var {
        let types = self.infer.types(owner);
        if types.is_error() {
            return self.infer.error();
        }
        let (of_nodes, of_edges) = (types.contains(Type::Node), types.contains(Type::Edge));
        if !of_nodes && !of_edges {
            let message = format!("{} has no fields", types.words());
            let diagnostic = Diagnostic::error("E0209", name.span, message)
                .also(base.span, format!("this is {}", types.words()))
                .note("only nodes, edges and worklists have fields")
                .help("remove the field, or convert the value with `as node` or `as edge`");
            return self.reject(diagnostic);
        }
        let message = format!("{} has no field `{}`", types.words(), name.text);
        let properties = self.names_of(move |meaning| match meaning {
            Meaning::NodeProperty(_) => of_nodes,
            Meaning::EdgeProperty(_) => of_edges,
            _ => false,
        });
        let node_fields = builtins::NODE_FIELDS.iter().filter(|_| of_nodes);
        let edge_fields = builtins::EDGE_FIELDS.iter().filter(|_| of_edges);
        let similar = did_you_mean(
            &name.text,
            properties.into_iter().chain(node_fields.chain(edge_fields).copied()),
        );
        let keyword = if of_nodes { "node" } else { "edge" };
        let shown = crate::syntax::print::expr(base);
        let help = of_other_systems(&shown, &name.text, of_nodes)
            .or(similar)
            .unwrap_or_else(|| format!("declare it: `{keyword} {}: u32 = 0;`", name.text).into());
        let diagnostic = Diagnostic::error("E0105", name.span, message)
            .label("this is neither a built-in field nor a property")
            .help(help);
        self.reject(diagnostic)
    }
}

/// Advice for a field that nodes or edges have in other systems.
fn of_other_systems(base: &str, field: &str, of_node: bool) -> Option<Advice> {
    let renamed = |to: &str| Some(Advice::replacing(format!("write `{base}.{to}`"), to));
    let text = match (of_node, field) {
        (true, "id" | "index" | "number") => {
            format!("a node is its own number: write `{base} as u32`")
        }
        (false, "id" | "index" | "number") => {
            format!("an edge is its own number: write `{base} as u32`")
        }
        (
            true,
            "neighbours" | "neighbors" | "neighbour" | "neighbor" | "neighborhood" | "adj"
            | "adjacent" | "edges" | "out_edges" | "outgoing",
        ) => {
            format!("write `forall e in {base}.out {{ … }}`; `e.dst` is the neighbour")
        }
        (true, "in_edges" | "incoming" | "in_neighbours" | "in_neighbors") => {
            format!("write `forall e in {base}.in {{ … }}`; `e.src` is the neighbour")
        }
        (true, "indegree" | "inDegree") => return renamed("in_degree"),
        (true, "outdegree" | "outDegree") => return renamed("degree"),
        (false, "source" | "from" | "tail") => return renamed("src"),
        (false, "target" | "destination" | "to" | "head") => return renamed("dst"),
        (false, "weight" | "w" | "cost" | "length") => {
            format!(
                "declare it without a value, to read the weights of the graph: `edge {field}: u32;`"
            )
        }
        _ => return None,
    };
    Some(text.into())
}
