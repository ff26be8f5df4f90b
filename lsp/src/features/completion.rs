//! Completion: what can be written at a position. The tokens before the position say what kind of name is expected, so
//! that completion works in texts that do not parse.

use std::collections::BTreeSet;
use std::sync::Arc;

use gen_lsp_types as lsp;
use igc_compiler::check::oracles::ORACLES;
use igc_compiler::library::MODULES;
use igc_compiler::symbols::cursor::{Cursor, Place, Within};
use igc_compiler::symbols::{Declaration, Kind, language};
use igc_compiler::types::Type;

use super::hover::{declared, of_language};
use super::snippets::SNIPPETS;
use crate::analysis::Analysis;
use crate::documents::Text;
use crate::uri;
use crate::world::World;

/// Returns what can be written at a position.
pub fn at(
    world: &mut World,
    uri: &str,
    position: lsp::Position,
) -> Option<Vec<lsp::CompletionItem>> {
    let (text, offset) = world.offset(uri, position)?;
    let analysis = world.analysis(uri)?;
    let cursor = Cursor::at(&text.text, offset);
    let first = world.position_in(&analysis, uri, 0)?;
    let module = own_module(&analysis, uri);
    let mut completing =
        Completing { analysis, first, module, items: vec![], known: BTreeSet::new() };
    completing.place(&cursor);
    if cursor.place == Place::Used {
        completing.files(uri, &text);
    }
    Some(completing.items)
}

/// Returns the name of the module of a document, if the document is a module.
fn own_module(analysis: &Analysis, uri: &str) -> Option<String> {
    let name = uri.rsplit('/').next()?.strip_suffix(".ig")?;
    (analysis.is_module && analysis.index.modules.iter().any(|it| it == name))
        .then(|| name.to_owned())
}

struct Completing {
    analysis: Arc<Analysis>,
    /// The start of the document in the spans of the analysis.
    first: u32,
    module: Option<String>,
    items: Vec<lsp::CompletionItem>,
    known: BTreeSet<String>,
}

impl Completing {
    fn place(&mut self, cursor: &Cursor<'_>) {
        match &cursor.place {
            Place::Nothing | Place::NewName => {}
            Place::Field(chain) => self.fields(chain, cursor),
            Place::Member(name) if Type::from_name(name).is_some() => {
                self.language("MAX");
                self.language("MIN");
            }
            Place::Member(name) | Place::Import(name) => self.members(name),
            Place::Module => {
                for module in MODULES {
                    self.add(lsp::CompletionItem {
                        label: module.name.to_owned(),
                        kind: Some(lsp::CompletionItemKind::Module),
                        detail: Some("a module of the standard library".to_owned()),
                        ..lsp::CompletionItem::default()
                    });
                }
            }
            Place::Used => self.language("std"),
            Place::Type => language::of(language::Kind::Type).for_each(|it| self.entry(it)),
            Place::Requirement => {
                language::of(language::Kind::Requirement).for_each(|it| self.entry(it));
            }
            Place::Output => self.declared(|kind| {
                use Kind::{EdgeProperty, Global, NodeProperty, OriginalProperty};
                matches!(kind, NodeProperty | EdgeProperty | OriginalProperty | Global)
            }),
            Place::OracleArgument => self.declared(|kind| {
                use Kind::{EdgeProperty, Global, NodeProperty, OriginalProperty, Param};
                matches!(kind, NodeProperty | EdgeProperty | OriginalProperty | Global | Param)
            }),
            Place::Oracle => {
                for oracle in ORACLES {
                    let roles: Vec<&str> = oracle.arguments.iter().map(|it| it.role).collect();
                    self.add(lsp::CompletionItem {
                        label: oracle.name.to_owned(),
                        kind: Some(lsp::CompletionItemKind::Function),
                        detail: Some(roles.join(", ")),
                        ..lsp::CompletionItem::default()
                    });
                }
            }
            Place::Domain => {
                ["nodes", "edges", "worklist"].into_iter().for_each(|key| self.language(key));
                self.locals(cursor);
                self.declared(|kind| matches!(kind, Kind::Worklist | Kind::Param | Kind::Const));
            }
            Place::Item => self.snippets(Within::TopLevel),
            Place::Statement => {
                self.snippets(cursor.within);
                self.locals(cursor);
                self.values(cursor.within);
            }
            Place::Expression => {
                self.locals(cursor);
                self.values(cursor.within);
            }
        }
    }

    /// Adds an item, unless another one has the same label and kind.
    fn add(&mut self, item: lsp::CompletionItem) {
        if self.known.insert(format!("{} {:?}", item.label, item.kind)) {
            self.items.push(item);
        }
    }

    fn language(&mut self, key: &str) {
        if let Some(entry) = language::find(key) {
            self.entry(entry);
        }
    }

    fn entry(&mut self, entry: &'static language::Entry) {
        use language::Kind as Of;
        let kind = match entry.kind {
            Of::Keyword => lsp::CompletionItemKind::Keyword,
            Of::Type => lsp::CompletionItemKind::Struct,
            Of::Field => lsp::CompletionItemKind::Field,
            Of::Value => lsp::CompletionItemKind::Constant,
            Of::Function | Of::Primitive => lsp::CompletionItemKind::Function,
            Of::Domain | Of::Requirement => lsp::CompletionItemKind::EnumMember,
        };
        let parameters = entry.parameters();
        let called = (!parameters.is_empty()).then(|| call(entry.name(), &parameters));
        self.add(lsp::CompletionItem {
            label: entry.name().to_owned(),
            kind: Some(kind),
            detail: Some(entry.text.to_owned()),
            documentation: Some(markdown(of_language(entry))),
            insert_text_format: called.as_ref().map(|_| lsp::InsertTextFormat::Snippet),
            insert_text: called,
            ..lsp::CompletionItem::default()
        });
    }

    fn declaration(&mut self, declaration: &Declaration) {
        let kind = match declaration.kind {
            Kind::Const => lsp::CompletionItemKind::Constant,
            Kind::Param | Kind::Global => lsp::CompletionItemKind::Variable,
            Kind::NodeProperty | Kind::EdgeProperty | Kind::OriginalProperty => {
                lsp::CompletionItemKind::Property
            }
            Kind::Worklist => lsp::CompletionItemKind::Variable,
            Kind::Kernel | Kind::Function => lsp::CompletionItemKind::Function,
            Kind::Let | Kind::LoopVariable | Kind::Parameter(_) => {
                lsp::CompletionItemKind::Variable
            }
        };
        let is_called = matches!(declaration.kind, Kind::Kernel | Kind::Function);
        let names: Vec<&str> = declaration.parameters.iter().map(|it| parameter_name(it)).collect();
        let called = is_called.then(|| call(&declaration.name, &names));
        self.add(lsp::CompletionItem {
            label: declaration.name.clone(),
            kind: Some(kind),
            detail: Some(declaration.text.clone()),
            documentation: Some(markdown(declared(declaration))),
            insert_text_format: called.as_ref().map(|_| lsp::InsertTextFormat::Snippet),
            insert_text: called,
            ..lsp::CompletionItem::default()
        });
    }

    /// Adds the items of the document whose kinds are wanted, and the items that it imports alone.
    fn declared(&mut self, wanted: impl Fn(Kind) -> bool) {
        let analysis = Arc::clone(&self.analysis);
        let module = self.module.clone();
        let own = analysis.index.declarations.iter().filter(|it| it.module == module);
        for declaration in own.filter(|it| !it.kind.is_local() && wanted(it.kind)) {
            self.declaration(declaration);
        }
    }

    fn locals(&mut self, cursor: &Cursor<'_>) {
        let analysis = Arc::clone(&self.analysis);
        for local in cursor.locals.iter().rev() {
            match analysis.index.declared_at(self.first + local.span.start) {
                Some(at) => self.declaration(&analysis.index.declarations[at]),
                None => self.add(lsp::CompletionItem {
                    label: local.name.to_owned(),
                    kind: Some(lsp::CompletionItemKind::Variable),
                    ..lsp::CompletionItem::default()
                }),
            }
        }
    }

    /// Adds what an expression or a call of a statement can be.
    fn values(&mut self, within: Within) {
        let in_main = within == Within::Main;
        self.declared(|kind| match kind {
            Kind::Kernel | Kind::Worklist => in_main,
            Kind::NodeProperty | Kind::EdgeProperty => in_main,
            Kind::Const | Kind::Param | Kind::Global | Kind::Function => true,
            _ => false,
        });
        let analysis = Arc::clone(&self.analysis);
        for module in &analysis.index.modules {
            self.add(lsp::CompletionItem {
                label: module.rsplit('/').next().unwrap_or(module).to_owned(),
                kind: Some(lsp::CompletionItemKind::Module),
                ..lsp::CompletionItem::default()
            });
        }
        language::of(language::Kind::Value).for_each(|it| self.entry(it));
        language::of(language::Kind::Function).for_each(|it| self.entry(it));
        if in_main {
            language::of(language::Kind::Primitive).for_each(|it| self.entry(it));
            self.language("worklist");
        }
        ["true", "false"].into_iter().for_each(|key| self.language(key));
    }

    fn members(&mut self, called: &str) {
        let analysis = Arc::clone(&self.analysis);
        let is_called = |module: &String| module.rsplit('/').next() == Some(called);
        let declared = analysis.index.declarations.iter();
        let of_module = declared.filter(|it| it.module.as_ref().is_some_and(is_called));
        for declaration in of_module.filter(|it| !it.kind.is_local()) {
            self.declaration(declaration);
        }
        // A module of the standard library that the program does not use yet.
        if self.items.is_empty()
            && let Some(at) = igc_compiler::library::find(called)
        {
            let text = format!("use std::{};\nmain {{\n}}\n", MODULES[at].name);
            let analysis = Analysis::of(text, vec![], false);
            let declared = analysis.index.declarations.iter();
            for declaration in declared.filter(|it| !it.kind.is_local()) {
                if declaration.module.as_deref() == Some(called) {
                    self.declaration(declaration);
                }
            }
        }
    }

    /// Adds the fields of the value of a chain such as `e.dst`.
    fn fields(&mut self, chain: &[&str], cursor: &Cursor<'_>) {
        let analysis = Arc::clone(&self.analysis);
        let all = &analysis.index.declarations;
        let local =
            chain.first().and_then(|first| cursor.locals.iter().rfind(|it| it.name == *first));
        let local = local.and_then(|it| analysis.index.declared_at(self.first + it.span.start));
        let items = || all.iter().filter(|it| it.module == self.module && !it.kind.is_local());
        let item = |name: &str| items().find(|it| it.name == name);
        let start = match local {
            Some(at) => Some(&all[at]),
            None => chain.first().and_then(|first| item(first)),
        };
        if start.is_some_and(|it| it.kind == Kind::Worklist) || chain == ["worklist"] {
            self.language(".size");
            return;
        }
        let mut ty = start.and_then(|it| it.ty);
        for field in chain.iter().skip(1) {
            ty = match *field {
                "src" | "dst" => Some(Type::Node),
                "reverse" | "out_begin" | "out_end" => Some(Type::Edge),
                name => all
                    .iter()
                    .find(|it| it.kind.owner().is_some() && it.name == name)
                    .and_then(|it| it.ty),
            };
        }
        let owners: &[Type] = match ty {
            Some(Type::Node) => &[Type::Node],
            Some(Type::Edge) => &[Type::Edge],
            Some(_) => &[],
            None => &[Type::Node, Type::Edge],
        };
        let properties: Vec<Declaration> = all
            .iter()
            .filter(|it| it.kind.owner().is_some_and(|owner| owners.contains(&owner)))
            .filter(|it| match it.kind.is_local() {
                true => {
                    cursor.locals.iter().any(|local| self.first + local.span.start == it.span.start)
                }
                false => it.module == self.module,
            })
            .cloned()
            .collect();
        properties.iter().for_each(|it| self.declaration(it));
        for (owner, fields) in [
            (Type::Node, igc_compiler::check::builtins::NODE_FIELDS),
            (Type::Edge, igc_compiler::check::builtins::EDGE_FIELDS),
        ] {
            if owners.contains(&owner) {
                fields.iter().for_each(|field| self.language(&format!(".{field}")));
            }
        }
        if start.is_some_and(|it| it.text.contains('[')) {
            self.language(".length");
        }
    }

    fn snippets(&mut self, within: Within) {
        for snippet in SNIPPETS.iter().filter(|it| it.within.contains(&within)) {
            let documentation = language::find(snippet.prefix).map(|it| markdown(of_language(it)));
            self.add(lsp::CompletionItem {
                label: snippet.prefix.to_owned(),
                kind: Some(lsp::CompletionItemKind::Snippet),
                detail: Some(snippet.detail.to_owned()),
                documentation,
                insert_text: Some(snippet.body.to_owned()),
                insert_text_format: Some(lsp::InsertTextFormat::Snippet),
                ..lsp::CompletionItem::default()
            });
        }
        let words: &[&str] = match within {
            Within::TopLevel => &["async", "racy", "input", "original"],
            Within::Main => &["once", "break", "continue"],
            Within::Kernel => &["retry", "break", "continue"],
            Within::Function => &["return", "break", "continue"],
        };
        words.iter().for_each(|key| self.language(key));
    }

    /// Adds the files that a document can import: those in its folder.
    fn files(&mut self, uri: &str, _: &Text) {
        let Some(path) = uri::path(uri) else { return };
        let Some(entries) = path.parent().and_then(|folder| std::fs::read_dir(folder).ok()) else {
            return;
        };
        let names = entries.take(1_000).filter_map(Result::ok).map(|entry| entry.path());
        let mut names: Vec<String> = names
            .filter(|other| *other != path && other.extension().is_some_and(|it| it == "ig"))
            .filter_map(|other| Some(other.file_name()?.to_str()?.to_owned()))
            .collect();
        names.sort();
        for name in names {
            self.add(lsp::CompletionItem {
                label: format!("./{name}"),
                kind: Some(lsp::CompletionItemKind::File),
                ..lsp::CompletionItem::default()
            });
        }
    }
}

/// Returns the name of a parameter such as `node parent: node`.
fn parameter_name(parameter: &str) -> &str {
    let name = parameter.split(':').next().unwrap_or(parameter);
    name.rsplit(' ').next().unwrap_or(name)
}

/// Returns the snippet of a call.
fn call(name: &str, parameters: &[&str]) -> String {
    let places = parameters.iter().enumerate();
    let places: Vec<String> = places.map(|(at, it)| format!("${{{}:{it}}}", at + 1)).collect();
    format!("{name}({})", places.join(", "))
}

fn markdown(value: String) -> lsp::Documentation {
    let content = lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value };
    lsp::Documentation::MarkupContent(content)
}
