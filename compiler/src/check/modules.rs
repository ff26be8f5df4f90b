//! Checks `use std::hash;` and `use ./lib.ig;`, and finds the items of modules.
//!
//! The program and each module see their own items, and the modules and items that they `use`
//! themselves. A module does not see the items of the program.

use super::checker::Checker;
use super::meaning::Meaning;
use super::scopes::UsedModule;
use crate::diagnostics::suggest::did_you_mean;
use crate::diagnostics::{Advice, Correction, Diagnostic};
use crate::library;
use crate::span::Span;
use crate::syntax::ast::*;

impl<'p> Checker<'p> {
    /// The meaning of `module::item`, or `None` after an error.
    pub(super) fn in_module(&mut self, path: &'p [Name]) -> Option<Meaning> {
        let [module, item] = path else {
            self.not_a_path(path);
            return None;
        };
        match self.module_named(&module.text) {
            Some(name) => self.item_of(name, &module.text, item),
            None => {
                self.unknown_module(module);
                None
            }
        }
    }

    fn not_a_path(&mut self, path: &[Name]) {
        let shown: Vec<&str> = path.iter().map(|name| name.text.as_str()).collect();
        let span = Span { start: path[0].span.start, end: path[path.len() - 1].span.end };
        let help = match module_of(path) {
            Some((module, item)) => {
                let whole = format!("{module}::{item}");
                Advice::replacing(format!("add `use std::{module};` and write `{whole}`"), whole)
            }
            None => "write one of these".into(),
        };
        let message = format!("unknown name `{}`", shown.join("::"));
        let diagnostic = Diagnostic::error("E0101", span, message)
            .note("a path is `type::MAX`, `type::MIN` or `module::item`")
            .help(help);
        self.report(diagnostic);
    }

    /// The full name of a module that the code that is being checked calls by a name.
    fn module_named(&mut self, called: &'p str) -> Option<&'p str> {
        let module = self.items.modules.get_mut(&(self.module, called))?;
        module.used = true;
        Some(module.name)
    }

    fn unknown_module(&mut self, module: &Name) {
        let names = || library::MODULES.iter().map(|module| module.name);
        let here = self.items.modules.keys().filter(|(user, _)| *user == self.module);
        let known = here.map(|(_, called)| *called).chain(names());
        let help = match library::find(&module.text) {
            Some(_) => format!("add `use std::{};` at the top", module.text).into(),
            None => did_you_mean(&module.text, known).unwrap_or_else(|| {
                format!("use one of the modules {}", names().collect::<Vec<_>>().join(", ")).into()
            }),
        };
        let user = if self.module.is_some() { "the file" } else { "the program" };
        let message = format!("unknown module `{}`", module.text);
        let mut diagnostic = Diagnostic::error("E0109", module.span, message)
            .label(format!("{user} has no `use` of this module"))
            .help(help);
        if library::find(&module.text).is_some() {
            diagnostic.corrections.extend(self.adding_use(&module.text));
        }
        self.report(diagnostic);
    }

    /// Returns the correction that adds the `use` of a module of the standard library to the file that is
    /// being checked. It is inserted after the last `use`, or else before the first item without
    /// documentation, so that it does not take the documentation of an item.
    fn adding_use(&self, module: &str) -> Option<Correction> {
        let of_module = |module: &Module| self.module == Some(module.name.as_str());
        let items = match self.module {
            Some(_) => &self.program.modules.iter().find(|module| of_module(module))?.items,
            None => &self.program.items,
        };
        let is_use = |item: &&Item| matches!(item.kind, ItemKind::Use(_));
        let text = format!("use std::{module};");
        let (at, text) = if let Some(last) = items.iter().rfind(is_use) {
            (last.span.end, format!("\n{text}"))
        } else if let Some(first) = items.iter().find(|item| item.doc.is_empty()) {
            (first.span.start, format!("{text}\n\n"))
        } else {
            (items.last()?.span.end, format!("\n\n{text}"))
        };
        Some(Correction::new(Span { start: at, end: at }, text))
    }

    /// The item of a module with this full name, which the code calls `called`.
    fn item_of(&mut self, module: &str, called: &str, item: &Name) -> Option<Meaning> {
        let found = self.items.meaning(&format!("{module}::{}", item.text));
        if found.is_none() {
            let prefix = format!("{module}::");
            let of_module =
                self.items.names.keys().filter_map(|name| name.strip_prefix(prefix.as_str()));
            let items: Vec<&str> = of_module.collect();
            let help = did_you_mean(&item.text, items.iter().copied());
            let (note, help) = match items.is_empty() {
                true => ("it has no items".to_owned(), "declare a function in it".into()),
                false => (its_items(&items), help.unwrap_or_else(|| "use one of these".into())),
            };
            let message = format!("the module `{called}` has no item `{}`", item.text);
            let diagnostic = Diagnostic::error("E0109", item.span, message).note(note).help(help);
            self.report(diagnostic);
        }
        found
    }

    /// Checks `use std::union_find;`, `use std::union_find::find;`, or the same with a file.
    pub(super) fn use_item(&mut self, span: Span, path: &'p [Name]) {
        let Some((called, name, item)) = self.used_module(span, path) else { return };
        let new = UsedModule { name, span, used: false };
        let known = self.items.modules.entry((self.module, called)).or_insert(new);
        let Some(item) = item else {
            let before = known.span;
            if known.name != name {
                self.same_name(called, span, before);
            }
            return;
        };
        known.used |= known.name == name;
        let Some(meaning) = self.item_of(name, called, item) else { return };
        match self.module {
            None => self.declare_item(item, meaning),
            Some(module) => self.declare_used(module, item, meaning),
        }
    }

    fn same_name(&mut self, called: &str, span: Span, before: Span) {
        let message = format!("two modules are called `{called}`");
        let diagnostic = Diagnostic::error("E0103", span, message)
            .also(before, "the other one is used here")
            .note("the module in a file has the name of the file")
            .help("rename one of the files, or use only single items: `use ./lib.ig::f;`");
        self.report(diagnostic);
    }

    /// Makes an item of another module available in a module.
    fn declare_used(&mut self, module: &'p str, item: &'p Name, meaning: Meaning) {
        let own = self.items.names.get(format!("{module}::{}", item.text).as_str());
        let key = (module, item.text.as_str());
        let used = self.items.used_items.get(&key);
        let before = own.or(used).map(|(_, span)| *span);
        self.not_a_builtin(&item.text, item.span);
        if let Some(before) = before {
            self.declared_twice(&item.text, item.span, before);
            return;
        }
        self.items.used_items.insert(key, (meaning, item.span));
    }

    /// The parts of a `use`: the name by which the code calls the module, the full name of the
    /// module, and the item if there is one. Returns `None` after an error.
    fn used_module(
        &mut self,
        span: Span,
        path: &'p [Name],
    ) -> Option<(&'p str, &'p str, Option<&'p Name>)> {
        let (module, item) = match path {
            [file, rest @ ..] if library::is_file(&file.text) => {
                let name = self.program.file_modules.get(&file.span.start)?;
                return Some((library::short_name(&file.text), name, rest.first()));
            }
            [std, module] if std.text == "std" => (module, None),
            [std, module, item] if std.text == "std" => (module, Some(item)),
            _ => {
                let help = match path {
                    [module, ..] if library::find(&module.text).is_some() => {
                        let parts: Vec<&str> = path.iter().map(|name| name.text.as_str()).collect();
                        let whole = format!("use std::{};", parts.join("::"));
                        Advice::replacing(format!("write `use std::{};`", module.text), whole)
                    }
                    [file] if file.text != "std" => {
                        let whole = format!("use ./{}.ig;", file.text);
                        let text = format!("write `{whole}` for the file `{}.ig`", file.text);
                        Advice::replacing(text, whole)
                    }
                    _ => "write `use std::hash;`, or `use std::hash::mix;` for one item".into(),
                };
                let message = "this is neither a module of `std` nor a file";
                let diagnostic = Diagnostic::error("E0109", span, message)
                    .note("the path of a file starts with `./` or `../` and ends with `.ig`")
                    .help(help);
                self.report(diagnostic);
                return None;
            }
        };
        if library::find(&module.text).is_none() {
            let known = library::MODULES.iter().map(|module| module.name);
            let message = format!("unknown module `std::{}`", module.text);
            let names = known.clone().collect::<Vec<_>>().join(", ");
            let help =
                did_you_mean(&module.text, known).unwrap_or_else(|| "use one of these".into());
            let diagnostic = Diagnostic::error("E0109", module.span, message)
                .note(format!("the modules are {names}"))
                .help(help);
            self.report(diagnostic);
            return None;
        }
        Some((&module.text, &module.text, item))
    }
}

/// The module and item of `std::module::item`.
fn module_of(path: &[Name]) -> Option<(&str, &str)> {
    match path {
        [std, module, item] if std.text == "std" => Some((&module.text, &item.text)),
        _ => None,
    }
}

/// A text that lists the first items of a module.
fn its_items(items: &[&str]) -> String {
    let shown = items[..items.len().min(MAX_ITEMS)].join(", ");
    match items.len().saturating_sub(MAX_ITEMS) {
        0 => format!("its items are {shown}"),
        more => format!("its items are {shown}, and {more} more"),
    }
}

/// The largest number of items of a module that a message lists.
const MAX_ITEMS: usize = 20;
