//! The modules that programs import: those of the standard library, by `use std::union_find;`, and
//! files, by `use ./lib.ig;` ([`files`]).
//!
//! A module of the standard library is a file in `stdlib/std/`, written in the language itself. A
//! module contains functions and constants, which the compiler inlines, and requirements on the
//! graph. Functions take the properties that they work on as parameters, so modules have no state.
//!
//! [`resolve`] parses the modules that a program uses and adds their items to the program. The name
//! of such an item contains the name of the module: `union_find::find`. Spans in module number *i*
//! of the standard library start at [`base`]`(i)`, after the text of every program, so a span shows
//! which file it belongs to ([`locate`]). The text of a program contains its files.

mod files;

use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::{Item, ItemKind, Module, Program};
use crate::syntax::lexer::MAX_TEXT;
use crate::syntax::{self, First};
pub use files::{is_file, short_name};

/// A module of the standard library.
#[derive(Debug, Clone, Copy)]
pub struct Source {
    /// Its name: `union_find`, used as `std::union_find`.
    pub name: &'static str,
    /// Its source text.
    pub text: &'static str,
}

/// Every module, ordered by name.
pub const MODULES: &[Source] = &[
    Source { name: "argmax", text: include_str!("../../stdlib/std/argmax.ig") },
    Source { name: "bitmap", text: include_str!("../../stdlib/std/bitmap.ig") },
    Source { name: "fixed_point", text: include_str!("../../stdlib/std/fixed_point.ig") },
    Source { name: "hash", text: include_str!("../../stdlib/std/hash.ig") },
    Source { name: "hash_table", text: include_str!("../../stdlib/std/hash_table.ig") },
    Source { name: "intersect", text: include_str!("../../stdlib/std/intersect.ig") },
    Source { name: "packed", text: include_str!("../../stdlib/std/packed.ig") },
    Source { name: "random_walk", text: include_str!("../../stdlib/std/random_walk.ig") },
    Source { name: "union_find", text: include_str!("../../stdlib/std/union_find.ig") },
];

/// The start of the spans of modules, which is after the longest text of a program.
const FIRST_BASE: u32 = MAX_TEXT + 1;

/// The number of bytes reserved for the spans of one module.
const ROOM: u32 = 1 << 20;

/// The start of the spans of a module, by its index in [`MODULES`].
pub fn base(index: usize) -> u32 {
    FIRST_BASE + index as u32 * ROOM
}

/// The module that contains a span, and the span within the text of the module. `None` for spans in
/// the program itself.
pub fn locate(span: Span) -> Option<(&'static Source, Span)> {
    let offset = span.start.checked_sub(FIRST_BASE)?;
    let index = (offset / ROOM) as usize;
    let base = base(index);
    let local = Span { start: span.start - base, end: span.end.saturating_sub(base) };
    MODULES.get(index).map(|module| (module, local))
}

/// The index of a module in [`MODULES`].
pub fn find(name: &str) -> Option<usize> {
    MODULES.iter().position(|module| module.name == name)
}

/// Adds the items of the modules that a program uses, and of the modules that these use. Returns
/// the errors in files and in the paths of files. The checker reports names that are not modules.
pub fn resolve(program: &mut Program) -> Vec<Diagnostic> {
    let problems = files::resolve(program);
    let of_files = std::mem::take(&mut program.modules);
    let mut wanted: Vec<usize> = used(&program.items);
    let add = |found: Vec<usize>, wanted: &mut Vec<usize>| {
        for other in found {
            if !wanted.contains(&other) {
                wanted.push(other);
            }
        }
    };
    of_files.iter().for_each(|file| add(used(&file.items), &mut wanted));
    let mut next = 0;
    while let Some(index) = wanted.get(next).copied() {
        next += 1;
        let items = load(index, program);
        add(used(&items), &mut wanted);
        program.modules.push(Module { name: MODULES[index].name.to_owned(), items });
    }
    program.modules.extend(of_files);
    problems
}

/// The modules that items `use`, once each.
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

/// Parses a module and puts its name before the names of its items. Its expressions, bindings and
/// spans are numbered so that they differ from those of the program.
fn load(index: usize, program: &mut Program) -> Vec<Item> {
    let Source { name, text } = MODULES[index];
    let first =
        First { byte: base(index), expr: program.expr_count, binding: program.binding_count };
    let (parsed, diagnostics) = syntax::parse_from(text, first);
    // The modules are part of the compiler, and a test parses each of them.
    debug_assert!(diagnostics.is_empty(), "std::{name}: {diagnostics:?}");
    let Some(mut module) = parsed else { return vec![] };
    program.expr_count = module.expr_count;
    program.binding_count = module.binding_count;
    qualify(name, &mut module.items);
    module.items
}

/// Puts the name of a module before the names of its items.
fn qualify(module: &str, items: &mut [Item]) {
    for item in items {
        let own = match &mut item.kind {
            ItemKind::Function(function) => &mut function.name,
            ItemKind::Const(field) => &mut field.name,
            _ => continue,
        };
        own.text = format!("{module}::{}", own.text);
    }
}
