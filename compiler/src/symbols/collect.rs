//! Finds the declarations of a program: items first, in the order in which the checker counts them, and then locals.

use std::collections::HashMap;

use super::declaration::{Declaration, Kind, field, function, worklist};
use crate::check::{Examined, Meaning};
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;

/// The declarations of a program, by what refers to them.
#[derive(Default)]
pub(super) struct Declarations {
    pub all: Vec<Declaration>,
    /// The positions of items, by their meanings.
    pub items: HashMap<Meaning, usize>,
    /// The positions of items, by their names with the names of their modules.
    pub names: HashMap<String, usize>,
    pub locals: HashMap<BindingId, usize>,
    /// The types of locals without a written type, by the end of their names.
    pub types: Vec<(u32, Type)>,
}

/// Returns all declarations of a program.
pub(super) fn collect(program: &Examined) -> Declarations {
    let mut collecting = Collecting { program, found: Declarations::default(), module: None };
    let mut counts = Counts::default();
    for (module, item) in program.checked.program.all_items() {
        collecting.module = module;
        collecting.item(item, &mut counts);
    }
    for (module, item) in program.checked.program.all_items() {
        collecting.module = module;
        match &item.kind {
            ItemKind::Function(function) | ItemKind::Kernel(function) => {
                function.params.iter().for_each(|param| collecting.parameter(param));
                collecting.block(&function.body);
            }
            ItemKind::Main(body) => collecting.block(body),
            _ => {}
        }
    }
    collecting.found
}

/// The number of declarations of each kind so far.
#[derive(Default)]
struct Counts {
    consts: usize,
    params: usize,
    globals: usize,
    node_properties: usize,
    originals: usize,
    edge_properties: usize,
    worklists: usize,
    functions: usize,
    kernels: usize,
}

/// What editors show of a declaration.
struct Shown {
    text: String,
    parameters: Vec<String>,
    /// The type, if the declaration has one.
    ty: Option<Type>,
}

impl Shown {
    /// Returns the texts of a declaration without parameters.
    fn of(text: String, ty: Option<Type>) -> Shown {
        Shown { text, parameters: vec![], ty }
    }
}

struct Collecting<'p> {
    program: &'p Examined,
    found: Declarations,
    module: Option<&'p str>,
}

impl<'p> Collecting<'p> {
    fn item(&mut self, item: &'p Item, counts: &mut Counts) {
        let next = |count: &mut usize| std::mem::replace(count, *count + 1);
        match &item.kind {
            ItemKind::Const(it) => {
                let meaning = Meaning::Const(next(&mut counts.consts));
                self.field(item, it, "const", Kind::Const, meaning);
            }
            ItemKind::Param(it) => {
                let meaning = Meaning::Param(next(&mut counts.params));
                self.field(item, it, "param", Kind::Param, meaning);
            }
            ItemKind::Global(it) => {
                let meaning = Meaning::Global(next(&mut counts.globals));
                self.field(item, it, "global", Kind::Global, meaning);
            }
            ItemKind::NodeProperty(it) => {
                let meaning = Meaning::NodeProperty(next(&mut counts.node_properties));
                self.field(item, it, "node", Kind::NodeProperty, meaning);
            }
            ItemKind::Original(it) => {
                let meaning = Meaning::Original(next(&mut counts.originals));
                self.field(item, it, "original node", Kind::OriginalProperty, meaning);
            }
            ItemKind::EdgeProperty(it) => {
                let meaning = Meaning::EdgeProperty(next(&mut counts.edge_properties));
                self.field(item, it, "edge", Kind::EdgeProperty, meaning);
            }
            ItemKind::Worklists(worklists) => {
                for name in &worklists.names {
                    let meaning = Meaning::Worklist(next(&mut counts.worklists));
                    let text = worklist(worklists, short(&name.text));
                    self.add_item(item, name, Kind::Worklist, meaning, Shown::of(text, None));
                }
            }
            ItemKind::Function(it) => {
                let meaning = Meaning::Function(next(&mut counts.functions));
                let (text, parameters) = function("fn", it, short(&it.name.text));
                self.add_item(
                    item,
                    &it.name,
                    Kind::Function,
                    meaning,
                    Shown { text, parameters, ty: None },
                );
            }
            ItemKind::Kernel(it) => {
                let meaning = Meaning::Kernel(next(&mut counts.kernels));
                let (text, parameters) = function("kernel", it, short(&it.name.text));
                self.add_item(
                    item,
                    &it.name,
                    Kind::Kernel,
                    meaning,
                    Shown { text, parameters, ty: None },
                );
            }
            ItemKind::Use(_)
            | ItemKind::Graph(_)
            | ItemKind::Main(_)
            | ItemKind::Output(_)
            | ItemKind::Check(_) => {}
        }
    }

    fn field(&mut self, item: &Item, it: &Field, keyword: &str, kind: Kind, meaning: Meaning) {
        let ty = Type::from_name(&it.ty.name.text);
        let text = field(keyword, it, short(&it.name.text));
        self.add_item(item, &it.name, kind, meaning, Shown::of(text, ty));
    }

    fn add_item(
        &mut self,
        item: &Item,
        name: &Name,
        kind: Kind,
        meaning: Meaning,
        Shown { text, parameters, ty }: Shown,
    ) {
        let at = self.found.all.len();
        self.found.items.insert(meaning, at);
        self.found.names.entry(name.text.clone()).or_insert(at);
        self.found.all.push(Declaration {
            name: short(&name.text).to_owned(),
            kind,
            span: name.span,
            whole: item.span,
            doc: item.doc.clone(),
            module: self.module.map(str::to_owned),
            ty,
            text,
            parameters,
        });
    }

    fn parameter(&mut self, parameter: &Parameter) {
        let Parameter { kind, name, ty, array, .. } = parameter;
        let brackets = if *array { "[]" } else { "" };
        let text = format!("{}{}: {}{brackets}", kind.prefix(), name.text, ty.name.text);
        let whole = Span { start: name.span.start, end: ty.name.span.end };
        let shown = Shown::of(text, Type::from_name(&ty.name.text));
        self.add_local(parameter.binding, name, Kind::Parameter(*kind), whole, shown);
    }

    fn add_local(
        &mut self,
        binding: BindingId,
        name: &Name,
        kind: Kind,
        whole: Span,
        Shown { text, parameters, ty }: Shown,
    ) {
        self.found.locals.insert(binding, self.found.all.len());
        self.found.all.push(Declaration {
            name: name.text.clone(),
            kind,
            span: name.span,
            whole,
            doc: vec![],
            module: self.module.map(str::to_owned),
            ty,
            text,
            parameters,
        });
    }

    /// Adds a local whose type may not be written.
    fn typed(
        &mut self,
        (binding, name): (BindingId, &Name),
        kind: Kind,
        whole: Span,
        written: Option<&TypeName>,
    ) {
        let known = !self.program.untyped.contains(&binding);
        let ty = self.program.checked.bindings.get(binding.0 as usize).copied();
        let ty = ty.filter(|_| known);
        if written.is_none() {
            self.found.types.extend(ty.map(|ty| (name.span.end, ty)));
        }
        let keyword = if kind == Kind::Let { "let " } else { "" };
        let shown = ty.map(|ty| format!(": {ty}")).unwrap_or_default();
        let text = format!("{keyword}{}{shown}", name.text);
        self.add_local(binding, name, kind, whole, Shown::of(text, ty));
    }

    fn block(&mut self, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let { binding, name, ty, .. } => {
                self.typed((*binding, name), Kind::Let, stmt.span, ty.as_ref());
            }
            StmtKind::LetSeveral { locals, .. } => {
                for local in locals.iter().filter(|local| !local.is_ignored()) {
                    let named = (local.binding, &local.name);
                    self.typed(named, Kind::Let, stmt.span, local.ty.as_ref());
                }
            }
            StmtKind::LetArray { binding, name, ty, length, .. } => {
                let length = crate::syntax::print::expr(length);
                let text = format!("let {}: {}[{length}]", name.text, ty.name.text);
                let shown = Shown::of(text, Type::from_name(&ty.name.text));
                self.add_local(*binding, name, Kind::Let, stmt.span, shown);
            }
            StmtKind::For(it) | StmtKind::ForAll(it) => {
                let head = Span { start: stmt.span.start, end: it.body.span.start };
                self.typed((it.binding, &it.name), Kind::LoopVariable, head, None);
                for (binding, name) in it.second.iter().chain(&it.position) {
                    self.typed((*binding, name), Kind::LoopVariable, head, None);
                }
            }
            _ => {}
        }
        stmt.blocks().into_iter().for_each(|block| self.block(block));
    }
}

/// Returns a name without the name of its module.
pub(super) fn short(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}
