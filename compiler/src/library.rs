//! The standard library's modules: what `use std::union_find;` brings into a program.
//!
//! A module is a file of `stdlib/std/`, written in the language itself: functions and constants,
//! which the compiler inlines, and what it requires of the graph. They take the properties that they
//! work on as parameters, so a module has no state of its own. [`resolve`] parses the modules that a
//! program uses and puts their items beside the program's, each under the module's name and its own:
//! `union_find::find`. Spans in module number *i* start at [`base`]`(i)`, beyond every program's text,
//! so that a span says which file it is of ([`locate`]).

use crate::span::Span;
use crate::syntax::ast::{Item, ItemKind, Module, Program};
use crate::syntax::lexer::MAX_TEXT;
use crate::syntax::{self, First};

/// A module as shipped.
#[derive(Debug, Clone, Copy)]
pub struct Source {
    /// Its name: `union_find`, used as `std::union_find`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// Every module, by name.
pub const MODULES: &[Source] = &[
    Source { name: "fixed_point", text: include_str!("../../stdlib/std/fixed_point.ig") },
    Source { name: "hash", text: include_str!("../../stdlib/std/hash.ig") },
    Source { name: "intersect", text: include_str!("../../stdlib/std/intersect.ig") },
    Source { name: "union_find", text: include_str!("../../stdlib/std/union_find.ig") },
];

/// Where the spans of modules start: after every text that a program can have.
const FIRST_BASE: u32 = MAX_TEXT + 1;

/// Room for one module's spans.
const ROOM: u32 = 1 << 20;

/// Where the spans of a module start, by its place in [`MODULES`].
pub fn base(index: usize) -> u32 {
    FIRST_BASE + index as u32 * ROOM
}

/// The module that a span lies in, and the span within its text; `None` for the program itself.
pub fn locate(span: Span) -> Option<(&'static Source, Span)> {
    let offset = span.start.checked_sub(FIRST_BASE)?;
    let index = (offset / ROOM) as usize;
    let base = base(index);
    let local = Span { start: span.start - base, end: span.end.saturating_sub(base) };
    MODULES.get(index).map(|module| (module, local))
}

/// The place of a module in [`MODULES`].
pub fn find(name: &str) -> Option<usize> {
    MODULES.iter().position(|module| module.name == name)
}

/// Puts the items of the modules that a program uses, and of those that these use, beside its own.
/// What names no module is left to the checker.
pub fn resolve(program: &mut Program) {
    let mut wanted: Vec<usize> = used(&program.items);
    let mut next = 0;
    while let Some(index) = wanted.get(next).copied() {
        next += 1;
        let items = load(index, program);
        for other in used(&items) {
            if !wanted.contains(&other) {
                wanted.push(other);
            }
        }
        program.modules.push(Module { name: MODULES[index].name.to_owned(), items });
    }
}

/// The modules that items `use`, each once.
fn used(items: &[Item]) -> Vec<usize> {
    let mut found = vec![];
    for item in items {
        if let ItemKind::Use(path) = &item.kind
            && let [std, module, ..] = &path[..]
            && std.text == "std"
            && let Some(index) = find(&module.text)
            && !found.contains(&index)
        {
            found.push(index);
        }
    }
    found
}

/// Parses a module, numbered on from the program, and qualifies the names of its items.
fn load(index: usize, program: &mut Program) -> Vec<Item> {
    let Source { name, text } = MODULES[index];
    let first =
        First { byte: base(index), expr: program.expr_count, binding: program.binding_count };
    let (parsed, diagnostics) = syntax::parse_from(text, first);
    // The modules are part of the compiler, and a test parses each.
    debug_assert!(diagnostics.is_empty(), "std::{name}: {diagnostics:?}");
    let Some(mut module) = parsed else { return vec![] };
    program.expr_count = module.expr_count;
    program.binding_count = module.binding_count;
    for item in &mut module.items {
        let own = match &mut item.kind {
            ItemKind::Function(function) => &mut function.name,
            ItemKind::Const(field) => &mut field.name,
            _ => continue,
        };
        own.text = format!("{name}::{}", own.text);
    }
    module.items
}
