//! The lines that `print` writes.
//!
//! A line consists of texts and values, with a space between them. The host prints the lines of
//! `main`. Of the lines of kernels, only the interpreter prints them; [`without_prints`] removes
//! them for devices.

use super::visit::{walk_stmts, walk_stmts_mut};
use super::{Expr, Module, Stmt, StmtKind};

/// A part of a line.
#[derive(Debug, Clone, PartialEq)]
pub enum PrintPart {
    /// A text, which contains no quotation marks and no line feeds.
    Text(String),
    /// The value of an expression.
    Value(Expr),
}

impl PrintPart {
    /// The expression of a value.
    pub fn value(&self) -> Option<&Expr> {
        match self {
            PrintPart::Value(value) => Some(value),
            PrintPart::Text(_) => None,
        }
    }

    /// The expression of a value, as a mutable reference.
    pub fn value_mut(&mut self) -> Option<&mut Expr> {
        match self {
            PrintPart::Value(value) => Some(value),
            PrintPart::Text(_) => None,
        }
    }
}

/// Returns the line of some parts. `evaluate` returns the value of an expression as text.
///
/// # Errors
///
/// Returns the first error of `evaluate`.
pub fn line<'p, E>(
    parts: &'p [PrintPart],
    mut evaluate: impl FnMut(&'p Expr) -> Result<String, E>,
) -> Result<String, E> {
    let mut words = vec![];
    for part in parts {
        words.push(match part {
            PrintPart::Text(text) => text.clone(),
            PrintPart::Value(value) => evaluate(value)?,
        });
    }
    Ok(words.join(" "))
}

/// Returns the module without the prints of its kernels, or `None` if there are none.
pub fn without_prints(module: &Module) -> Option<Module> {
    let is_print = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Print(_));
    let mut found = false;
    for kernel in &module.kernels {
        walk_stmts(&kernel.body, &mut |stmt| found |= is_print(stmt));
    }
    if !found {
        return None;
    }
    let mut changed = module.clone();
    for kernel in &mut changed.kernels {
        let remove = |block: &mut Vec<Stmt>| block.retain(|stmt| !is_print(stmt));
        remove(&mut kernel.body);
        walk_stmts_mut(&mut kernel.body, &mut |stmt| {
            stmt.blocks_mut().into_iter().for_each(remove);
        });
    }
    Some(changed)
}
