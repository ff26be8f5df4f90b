//! The names of a program for tools such as editors: where each name is declared and used, what it means, and what
//! the language itself defines.
//!
//! [`Index`] is made from the results of checking. It also has the names of programs with errors, as far as the
//! checker could resolve them. [`cursor`] works on tokens alone: it says what can be written at a position at which the
//! text usually does not parse yet.
//!
//! | file | contents |
//! | --- | --- |
//! | `declaration` | a declaration of a program, and its text |
//! | `collect` | finds the declarations of a program |
//! | `walk` | finds the uses of names |
//! | [`cursor`] | what surrounds a position, by tokens |
//! | [`language`] | the names and keywords of the language, with their documentation |
//!
//! Spans are those of the tree: ranges of the [bundle](crate::bundle), or of a module of the standard library
//! ([`locate`](crate::library::locate)).

mod collect;
pub mod cursor;
mod declaration;
pub mod language;
mod walk;

pub use declaration::{Declaration, Kind};

use crate::check::Examined;
use crate::span::Span;
use crate::types::Type;

/// What a name refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    /// A declaration of the program or of a module, by its position in [`Index::declarations`].
    Declared(usize),
    /// A module, by its position in [`Index::modules`].
    Module(usize),
    /// A name that the language defines.
    Language(&'static language::Entry),
    /// An oracle, by its name.
    Oracle(&'static str),
}

/// What happens to a symbol where its name occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It is declared.
    Declaration,
    /// It is read, called or named.
    Read,
    /// It is written.
    Write,
}

/// A name in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence {
    /// The position of the name.
    pub span: Span,
    /// What the name refers to.
    pub symbol: Symbol,
    /// What happens to the symbol.
    pub role: Role,
}

/// The names of a program.
#[derive(Debug, Clone, Default)]
pub struct Index {
    /// All declarations, of the program and of the modules that it uses.
    pub declarations: Vec<Declaration>,
    /// The names of all modules that the program uses, directly or indirectly: `hash`, or the path of a file without
    /// `./` and `.ig`.
    pub modules: Vec<String>,
    /// All occurrences of names, in the order of their positions.
    pub occurrences: Vec<Occurrence>,
    /// The types of locals that are declared without a type, by the end of the name.
    pub types: Vec<(u32, Type)>,
}

impl Index {
    /// Returns the names of a program.
    pub fn of(program: &Examined) -> Index {
        let mut index = walk::walk(program, collect::collect(program));
        index.occurrences.sort_by_key(|occurrence| (occurrence.span.start, occurrence.span.end));
        index.types.sort_unstable_by_key(|(at, _)| *at);
        index
    }

    /// Returns the name at a position, or the name that ends there.
    pub fn at(&self, position: u32) -> Option<&Occurrence> {
        let after = self.occurrences.partition_point(|found| found.span.start <= position);
        let found = self.occurrences.get(after.checked_sub(1)?)?;
        (position <= found.span.end).then_some(found)
    }

    /// Returns the declaration of an occurrence, if it is part of the program.
    pub fn declaration(&self, symbol: Symbol) -> Option<&Declaration> {
        match symbol {
            Symbol::Declared(at) => self.declarations.get(at),
            Symbol::Module(_) | Symbol::Language(_) | Symbol::Oracle(_) => None,
        }
    }

    /// Returns all occurrences of a symbol.
    pub fn occurrences_of(&self, symbol: Symbol) -> impl Iterator<Item = &Occurrence> {
        self.occurrences.iter().filter(move |occurrence| occurrence.symbol == symbol)
    }

    /// Returns the declaration whose name is at this position.
    pub fn declared_at(&self, start: u32) -> Option<usize> {
        self.declarations.iter().position(|declaration| declaration.span.start == start)
    }
}
