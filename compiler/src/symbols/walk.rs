//! Finds every name in the tree, and what it refers to.

use std::collections::HashMap;

use super::collect::Declarations;
use super::{Index, Occurrence, Role, Symbol, language};
use crate::check::{Examined, Meaning, oracles};
use crate::library;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;

/// Returns the index of a program with these declarations. Its parts are not sorted yet.
pub(super) fn walk(program: &Examined, mut found: Declarations) -> Index {
    let tree = &program.checked.program;
    let modules: Vec<String> = tree.modules.iter().map(|module| module.name.clone()).collect();
    let mut index = Index {
        declarations: std::mem::take(&mut found.all),
        types: std::mem::take(&mut found.types),
        modules,
        ..Index::default()
    };
    for (at, declaration) in index.declarations.iter().enumerate() {
        let symbol = Symbol::Declared(at);
        let role = Role::Declaration;
        index.occurrences.push(Occurrence { span: declaration.span, symbol, role });
    }
    let mut walking = Walking { program, found, index, module: None, called: HashMap::new() };
    for (module, item) in tree.all_items() {
        if let ItemKind::Use(path) = &item.kind {
            walking.module = module;
            walking.used(path);
        }
    }
    for (module, item) in tree.all_items() {
        walking.module = module;
        walking.item(item);
    }
    walking.index
}

struct Walking<'p> {
    program: &'p Examined,
    found: Declarations,
    index: Index,
    /// The module of the current item.
    module: Option<&'p str>,
    /// The modules that a file uses, by the names that it calls them.
    called: HashMap<(Option<&'p str>, &'p str), usize>,
}

impl<'p> Walking<'p> {
    fn add(&mut self, span: Span, symbol: Option<Symbol>, role: Role) {
        self.index.occurrences.extend(symbol.map(|symbol| Occurrence { span, symbol, role }));
    }

    fn language(&mut self, span: Span, key: &str) {
        self.add(span, language::find(key).map(Symbol::Language), Role::Read);
    }

    /// Returns the item that a name without a path refers to.
    fn named(&self, name: &str) -> Option<Symbol> {
        let own = self.module.map(|module| format!("{module}::{name}"));
        let at = own.and_then(|own| self.found.names.get(&own));
        at.or_else(|| self.found.names.get(name)).map(|at| Symbol::Declared(*at))
    }

    fn meant(&self, meaning: Meaning) -> Option<Symbol> {
        match meaning {
            Meaning::Local(binding) | Meaning::PropertyParameter(binding) => {
                self.found.locals.get(&binding).map(|at| Symbol::Declared(*at))
            }
            Meaning::AllNodes => language::find("nodes").map(Symbol::Language),
            Meaning::AllEdges => language::find("edges").map(Symbol::Language),
            Meaning::OutEdges => language::find(".out").map(Symbol::Language),
            Meaning::InEdges => language::find(".in").map(Symbol::Language),
            Meaning::Builtin(_) => None,
            Meaning::Worklist(_) => match self.found.items.get(&meaning) {
                Some(at) => Some(Symbol::Declared(*at)),
                None => language::find("worklist").map(Symbol::Language),
            },
            item => self.found.items.get(&item).map(|at| Symbol::Declared(*at)),
        }
    }

    fn meaning(&self, id: ExprId) -> Option<Meaning> {
        self.program.checked.meanings.get(id.0 as usize).copied().flatten()
    }

    /// Adds the names of a `use`, and remembers how the file calls the module.
    fn used(&mut self, path: &'p [Name]) {
        let tree = &self.program.checked.program;
        let (called, full, place, item) = match path {
            [file, rest @ ..] if library::is_file(&file.text) => {
                let full = tree.file_modules.get(&file.span.start);
                (library::short_name(&file.text), full.cloned(), file.span, rest.first())
            }
            [std, module, rest @ ..] if std.text == "std" => {
                self.language(std.span, "std");
                (module.text.as_str(), Some(module.text.clone()), module.span, rest.first())
            }
            _ => return,
        };
        let Some(full) = full else { return };
        let Some(at) = self.index.modules.iter().position(|module| *module == full) else { return };
        self.called.insert((self.module, called), at);
        self.add(place, Some(Symbol::Module(at)), Role::Read);
        if let Some(item) = item {
            let found = self.found.names.get(&format!("{full}::{}", item.text)).copied();
            self.add(item.span, found.map(Symbol::Declared), Role::Read);
            if let Some(found) = found {
                let name = match self.module {
                    Some(module) => format!("{module}::{}", item.text),
                    None => item.text.clone(),
                };
                self.found.names.entry(name).or_insert(found);
            }
        }
    }

    fn item(&mut self, item: &'p Item) {
        match &item.kind {
            ItemKind::Const(field)
            | ItemKind::Param(field)
            | ItemKind::NodeProperty(field)
            | ItemKind::Original(field)
            | ItemKind::EdgeProperty(field)
            | ItemKind::Global(field) => self.field(field),
            ItemKind::Worklists(worklists) => worklists.items.iter().for_each(|ty| self.ty(ty)),
            ItemKind::Function(function) | ItemKind::Kernel(function) => {
                function.params.iter().for_each(|param| self.ty(&param.ty));
                function.results.iter().for_each(|ty| self.ty(ty));
                self.block(&function.body);
            }
            ItemKind::Main(body) => self.block(body),
            ItemKind::Output(names) => {
                for name in names {
                    self.add(name.span, self.named(&name.text), Role::Read);
                }
            }
            ItemKind::Check(check) => {
                let oracle = oracles::find(&check.oracle.text);
                let symbol = oracle.map(|oracle| Symbol::Oracle(oracle.name));
                self.add(check.oracle.span, symbol, Role::Read);
                for name in &check.args {
                    self.add(name.span, self.named(&name.text), Role::Read);
                }
            }
            ItemKind::Graph(names) => {
                names.iter().for_each(|name| self.language(name.span, &name.text));
            }
            ItemKind::Use(_) => {}
        }
    }

    fn field(&mut self, field: &'p Field) {
        self.ty(&field.ty);
        let range = field.range.iter().flat_map(ParamRange::ends);
        let exprs: Vec<&Expr> = field.length.iter().chain(&field.init).chain(range).collect();
        exprs.into_iter().for_each(|expr| self.expr(expr, Role::Read));
    }

    fn ty(&mut self, ty: &TypeName) {
        if Type::from_name(&ty.name.text).is_some() {
            self.language(ty.name.span, &ty.name.text);
        }
    }

    fn block(&mut self, block: &'p Block) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &'p Stmt) {
        let read = Role::Read;
        match &stmt.kind {
            StmtKind::Let { ty, value, .. } => {
                ty.iter().for_each(|ty| self.ty(ty));
                self.expr(value, read);
            }
            StmtKind::LetSeveral { locals, value } => {
                locals.iter().filter_map(|local| local.ty.as_ref()).for_each(|ty| self.ty(ty));
                self.expr(value, read);
            }
            StmtKind::LetArray { ty, length, value, .. } => {
                self.ty(ty);
                self.expr(length, read);
                value.iter().for_each(|value| self.expr(value, read));
            }
            StmtKind::Assign { place, value, .. } => {
                self.expr(place, Role::Write);
                self.expr(value, read);
            }
            StmtKind::Push { worklist, item } => {
                self.worklist(worklist.as_ref());
                self.expr(item, read);
            }
            StmtKind::Print(parts) | StmtKind::Return(parts) => {
                parts.iter().for_each(|part| self.expr(part, read));
            }
            StmtKind::Require { cond, .. }
            | StmtKind::If { cond, .. }
            | StmtKind::While { cond, .. }
            | StmtKind::Iterate { cond, .. } => self.expr(cond, read),
            StmtKind::For(it) | StmtKind::ForAll(it) => {
                match &it.domain {
                    Domain::Range(from, to, step) => {
                        [Some(from), Some(to), step.as_ref()]
                            .into_iter()
                            .flatten()
                            .for_each(|expr| self.expr(expr, read));
                    }
                    Domain::Of(expr) => self.expr(expr, read),
                }
                it.filter.iter().for_each(|filter| self.expr(filter, read));
            }
            StmtKind::Exclusive { nodes, .. } => {
                nodes.iter().for_each(|node| self.expr(node, read));
            }
            StmtKind::Pipe { worklist, seed, .. } => {
                self.worklist(worklist.as_ref());
                match seed {
                    Some(Seed::Items(items)) => {
                        items.iter().for_each(|item| self.expr(item, read));
                    }
                    Some(Seed::Nodes(span)) => self.language(*span, "nodes"),
                    None => {}
                }
            }
            StmtKind::Once { worklist, .. } => self.worklist(worklist.as_ref()),
            StmtKind::Swap(a, b) => {
                for name in [a, b] {
                    self.add(name.span, self.named(&name.text), Role::Write);
                }
            }
            StmtKind::Expr(expr) => self.expr(expr, read),
            StmtKind::Retry | StmtKind::Break | StmtKind::Continue | StmtKind::Block(_) => {}
        }
        stmt.blocks().into_iter().for_each(|block| self.block(block));
    }

    fn worklist(&mut self, name: Option<&Name>) {
        if let Some(name) = name {
            self.add(name.span, self.named(&name.text), Role::Read);
        }
    }

    fn expr(&mut self, expr: &'p Expr, role: Role) {
        match &expr.kind {
            ExprKind::Path(names) => self.path(expr, names, role),
            ExprKind::Field(base, name) => {
                self.expr(base, Role::Read);
                self.field_name(expr, name, role);
            }
            ExprKind::Call(callee, args) => {
                self.expr(callee, Role::Read);
                let builtin = match self.meaning(callee.id) {
                    Some(Meaning::Builtin(builtin)) => builtin.atomic(),
                    _ => None,
                };
                for (at, arg) in args.iter().enumerate() {
                    let changes = at == 0 && builtin.is_some();
                    self.expr(arg, if changes { Role::Write } else { Role::Read });
                }
            }
            ExprKind::Index(base, at) => {
                self.expr(base, role);
                self.expr(at, Role::Read);
            }
            ExprKind::Unary(_, operand) => self.expr(operand, Role::Read),
            ExprKind::Binary(_, left, right) | ExprKind::Pair(left, right) => {
                self.expr(left, Role::Read);
                self.expr(right, Role::Read);
            }
            ExprKind::Cast(operand, ty) => {
                self.expr(operand, Role::Read);
                self.ty(ty);
            }
            ExprKind::Int(..)
            | ExprKind::Float(..)
            | ExprKind::Text(_)
            | ExprKind::Bool(_)
            | ExprKind::Error => {}
        }
    }

    fn path(&mut self, expr: &'p Expr, names: &'p [Name], role: Role) {
        let Some((last, before)) = names.split_last() else { return };
        for name in before {
            match self.called.get(&(self.module, name.text.as_str())).copied() {
                Some(module) => self.add(name.span, Some(Symbol::Module(module)), Role::Read),
                None => self.language(name.span, &name.text),
            }
        }
        let symbol = match self.meaning(expr.id) {
            Some(Meaning::Builtin(_)) => language::find(&last.text).map(Symbol::Language),
            Some(meaning) => self.meant(meaning),
            None if before.is_empty() => {
                self.named(&last.text).or_else(|| language::find(&last.text).map(Symbol::Language))
            }
            None => None,
        };
        self.add(last.span, symbol, role);
    }

    fn field_name(&mut self, expr: &'p Expr, name: &Name, role: Role) {
        let of_language = || language::find(&format!(".{}", name.text)).map(Symbol::Language);
        let symbol = match self.meaning(expr.id) {
            Some(Meaning::Builtin(_)) => of_language(),
            Some(meaning) => self.meant(meaning),
            None => self.named(&name.text).or_else(of_language),
        };
        self.add(name.span, symbol, role);
    }
}
