//! Items: collects all declarations, and then checks each of them.

use super::arrays::ArrayKind;
use super::builtins;
use super::checker::{Checker, Context};
use super::effects::Body;
use super::meaning::Meaning;
use super::scopes::LocalKind;
use super::statements::always_returns;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;

impl<'p> Checker<'p> {
    /// Collects every declaration, so that items can be used before their declaration.
    pub(super) fn collect(&mut self) {
        for (_, item) in self.program.all_items() {
            match &item.kind {
                ItemKind::Const(field) => {
                    let meaning = Meaning::Const(self.items.consts.len());
                    self.items.consts.push(field);
                    self.declare_item(&field.name, meaning);
                }
                ItemKind::Param(field) => {
                    let meaning = Meaning::Param(self.items.params.len());
                    self.items.params.push(field);
                    self.declare_item(&field.name, meaning);
                }
                ItemKind::Global(field) => {
                    let meaning = Meaning::Global(self.items.globals.len());
                    self.items.globals.push(field);
                    self.declare_item(&field.name, meaning);
                }
                ItemKind::NodeProperty(field) => {
                    let meaning = Meaning::NodeProperty(self.items.node_properties.len());
                    self.items.node_properties.push(field);
                    self.declare_property(&field.name, meaning);
                }
                ItemKind::Original(field) => {
                    let meaning = Meaning::Original(self.items.originals.len());
                    self.items.originals.push(field);
                    self.declare_property(&field.name, meaning);
                }
                ItemKind::EdgeProperty(field) => {
                    let meaning = Meaning::EdgeProperty(self.items.edge_properties.len());
                    self.items.edge_properties.push(field);
                    self.declare_property(&field.name, meaning);
                }
                ItemKind::Worklists(Worklists { names, items, .. }) => {
                    for name in names {
                        let meaning = Meaning::Worklist(self.items.worklists.len());
                        self.items.worklists.push((name, items));
                        self.declare_item(name, meaning);
                    }
                }
                ItemKind::Function(function) => {
                    let meaning = Meaning::Function(self.items.functions.len());
                    self.items.functions.push(function);
                    self.declare_item(&function.name, meaning);
                }
                ItemKind::Kernel(kernel) => {
                    let meaning = Meaning::Kernel(self.items.kernels.len());
                    self.items.kernels.push(kernel);
                    self.declare_item(&kernel.name, meaning);
                }
                ItemKind::Use(_)
                | ItemKind::Graph(_)
                | ItemKind::Main(_)
                | ItemKind::Output(_)
                | ItemKind::Check(_) => (),
            }
        }
        for (module, item) in self.program.all_items() {
            if let ItemKind::Use(path) = &item.kind {
                self.module = module;
                self.use_item(item.span, path);
            }
        }
        self.module = None;
    }

    pub(super) fn declare_item(&mut self, name: &'p Name, meaning: Meaning) {
        self.not_a_builtin(name.text.rsplit("::").next().unwrap_or_default(), name.span);
        if let Some((_, before)) = self.items.names.get(name.text.as_str()).copied() {
            self.declared_twice(&name.text, name.span, before);
            return;
        }
        self.items.names.insert(&name.text, (meaning, name.span));
    }

    pub(super) fn declared_twice(&mut self, name: &str, span: Span, before: Span) {
        let message = format!("`{name}` is declared twice");
        let diagnostic = Diagnostic::error("E0103", span, message)
            .also(before, "first declared here")
            .note("all items of a program must have different names")
            .help("choose another name");
        self.report(diagnostic);
    }

    fn declare_property(&mut self, name: &'p Name, meaning: Meaning) {
        let mut fields = builtins::NODE_FIELDS.iter().chain(builtins::EDGE_FIELDS);
        if fields.any(|field| *field == name.text) {
            let message = format!("`{}` cannot be declared", name.text);
            let diagnostic = Diagnostic::error("E0104", name.span, message)
                .note("it is a field of the nodes or edges of every graph")
                .help("choose another name");
            self.report(diagnostic);
        }
        self.declare_item(name, meaning);
    }

    /// Checks every item.
    pub(super) fn items(&mut self) {
        let (mut consts, mut functions, mut kernels) = (0, 0, 0);
        for (module, item) in self.program.all_items() {
            self.module = module;
            match &item.kind {
                ItemKind::Const(field) => {
                    self.constant(field, consts);
                    consts += 1;
                }
                ItemKind::Param(field) => {
                    self.must_be_scalar(field, "a parameter of the program");
                    self.field_item(field, Context::ParamDefault);
                    self.param_range(field);
                }
                ItemKind::NodeProperty(field) | ItemKind::EdgeProperty(field) if field.is_input => {
                    self.array_item(field, ArrayKind::Property);
                    self.input(field);
                }
                ItemKind::Original(field) => self.original_item(field),
                ItemKind::EdgeProperty(field) if field.init.is_none() => {
                    self.array_item(field, ArrayKind::Property);
                    self.weights(field);
                }
                ItemKind::NodeProperty(field) | ItemKind::EdgeProperty(field) => {
                    self.array_item(field, ArrayKind::Property);
                    self.field_item(field, Context::InitialValue);
                }
                ItemKind::Global(field) => {
                    self.array_item(field, ArrayKind::Global);
                    self.field_item(field, Context::InitialValue);
                }
                ItemKind::Function(function) => {
                    self.function_item(function, functions);
                    functions += 1;
                }
                ItemKind::Kernel(kernel) => {
                    self.body = Some(Body::Kernel(kernels));
                    self.kernel_item(kernel);
                    kernels += 1;
                }
                ItemKind::Main(body) => {
                    self.context = Context::Main;
                    self.body = Some(Body::Main);
                    self.block(body);
                }
                ItemKind::Worklists(worklists) => self.worklist_item(worklists),
                ItemKind::Use(_)
                | ItemKind::Graph(_)
                | ItemKind::Output(_)
                | ItemKind::Check(_) => (),
            }
            self.body = None;
        }
    }

    fn constant(&mut self, field: &'p Field, index: usize) {
        self.must_be_scalar(field, "a constant");
        if field.init.is_none() {
            let message = format!("the constant `{}` has no value", field.name.text);
            let help = format!("write `const {}: {} = …;`", field.name.text, field.ty.name.text);
            let diagnostic = Diagnostic::error("E0405", field.name.span, message)
                .note("the value of a constant must be known when the program is compiled")
                .help(help);
            self.report(diagnostic);
        }
        self.field_item(field, Context::Const(index));
    }

    fn array_item(&mut self, field: &'p Field, kind: ArrayKind) {
        if let Some(length) = &field.length {
            self.declared_length(length, kind);
        }
    }

    /// Checks a property of edges without an initial value. It holds the weights of the graph.
    fn weights(&mut self, field: &'p Field) {
        let ty = &field.ty.name;
        if let Some(length) = &field.length {
            let name = &field.name.text;
            let message = format!("the array `{name}` needs an initial value");
            let diagnostic = Diagnostic::error("E0407", length.span, message)
                .note("an edge property without an initial value holds the weights of the graph")
                .help(format!("write `edge {name}: … = 0;`"));
            self.report(diagnostic);
        }
        if matches!(ty.text.as_str(), "bool" | "node" | "edge") {
            let name = &field.name.text;
            let message =
                format!("`{name}` needs an initial value, since weights are not `{}`", ty.text);
            let diagnostic = Diagnostic::error("E0407", ty.span, message)
                .note("an edge property without an initial value holds the weights of the graph")
                .help(format!("write `edge {name}: {} = …;`", ty.text));
            self.report(diagnostic);
        }
        self.field_item(field, Context::InitialValue);
    }

    /// Checks a property whose values come from a file.
    fn input(&mut self, field: &'p Field) {
        if let Some(init) = &field.init {
            let name = &field.name.text;
            let message = format!("the input `{name}` cannot have an initial value");
            let diagnostic = Diagnostic::error("E0410", init.span, message)
                .note("a file has the value of every node or edge")
                .help(format!(
                    "remove `input` or `= …`; whoever runs the program supplies `{name}`"
                ));
            self.report(diagnostic);
        }
        self.field_item(field, Context::InitialValue);
    }

    fn field_item(&mut self, field: &'p Field, context: Context) {
        self.context = context;
        let wanted = self.type_name(&field.ty);
        if let Some(init) = &field.init {
            let found = self.value(init);
            self.expect(init, found, wanted, Some((field.ty.name.span, "declared as")));
        }
    }

    fn function_item(&mut self, function: &'p Function, index: usize) {
        self.context = Context::Function;
        self.body = Some(Body::Function(index));
        self.results = function.results.iter().map(|ty| self.type_name(ty)).collect();
        self.body_with_parameters(function);
        if !function.results.is_empty() && !always_returns(&function.body) {
            let message = format!("`{}` can end without returning its result", function.name.text);
            let end = function.body.span.end;
            let diagnostic = Diagnostic::error("E0212", Span { start: end - 1, end }, message)
                .note("every path through a function with a result must return a value")
                .help("end it with `return …;`");
            self.report(diagnostic);
        }
        self.results.clear();
    }

    fn kernel_item(&mut self, kernel: &'p Function) {
        self.context = Context::Kernel;
        if let Some(result) = kernel.results.first() {
            let message = "a kernel cannot have a result";
            let diagnostic = Diagnostic::error("E0212", result.name.span, message)
                .note("the iterations of a kernel run at the same time")
                .help("reduce into a `global`, or write to a property");
            self.report(diagnostic);
        }
        self.kernel_shape(kernel);
        self.body_with_parameters(kernel);
    }

    /// Checks that a kernel consists of one `forall`, with optional `let`s before it that all
    /// iterations share.
    fn kernel_shape(&mut self, kernel: &Function) {
        let mut parallel: Option<Span> = None;
        for stmt in &kernel.body.stmts {
            let message = match (&stmt.kind, parallel) {
                (StmtKind::Let { .. } | StmtKind::LetSeveral { .. }, None) => continue,
                (StmtKind::ForAll(_), None) => {
                    parallel = Some(stmt.span);
                    continue;
                }
                (StmtKind::LetArray { .. }, None) => {
                    "a local array cannot precede the `forall` of a kernel"
                }
                (StmtKind::ForAll(_), Some(_)) => {
                    "a kernel cannot have a second outermost `forall`"
                }
                (_, Some(_)) => "statements cannot follow the `forall` of a kernel",
                (_, None) => "only `let` statements can precede the `forall` of a kernel",
            };
            let diagnostic = Diagnostic::error("E0312", head(stmt), message)
                .note("a kernel is one parallel loop; other statements belong to no iteration")
                .help("move it into the `forall`, into another kernel, or into `main`");
            self.report(diagnostic);
            return;
        }
        if parallel.is_none() {
            let message = format!("the kernel `{}` has no `forall`", kernel.name.text);
            let diagnostic = Diagnostic::error("E0312", kernel.name.span, message)
                .note("a kernel is one parallel loop")
                .help("move its statements into `forall u in nodes { … }`, or into `main`");
            self.report(diagnostic);
        }
    }

    fn body_with_parameters(&mut self, function: &'p Function) {
        self.scopes.enter();
        for param in &function.params {
            let var = self.type_name(&param.ty);
            if param.array && param.kind == ParameterKind::Value {
                let message = "a parameter that takes a value cannot be an array";
                let diagnostic = Diagnostic::error("E0504", param.name.span, message)
                    .note("arrays are not values; functions and kernels take properties and globals by name")
                    .help("write `node`, `edge` or `global` before the name");
                self.report(diagnostic);
            }
            let kind = match param.kind {
                ParameterKind::Value => LocalKind::Parameter,
                kind => LocalKind::Property(kind),
            };
            self.declare(&param.name, param.binding, kind, var);
        }
        self.statements(&function.body);
        self.scopes.leave();
    }
}

/// The span of the start of a statement, which diagnostics underline.
fn head(stmt: &Stmt) -> Span {
    match &stmt.kind {
        StmtKind::ForAll(the_loop) | StmtKind::For(the_loop) => {
            Span { start: stmt.span.start, end: the_loop.body.span.start }
        }
        StmtKind::If { cond: before, .. } | StmtKind::While { cond: before, .. } => {
            Span { start: stmt.span.start, end: before.span.end }
        }
        _ => stmt.span,
    }
}
