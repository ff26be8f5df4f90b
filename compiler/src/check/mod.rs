//! Checking: what every name means and what type every expression has, or why the program is wrong.
//!
//! The checker changes nothing: it files what it finds out in [`Checked`], beside the tree, by
//! expression and binding id. Lowering reads both. A program that passed without an error lowers
//! without one.
//!
//! | file | what it checks |
//! | --- | --- |
//! | `checker` | nothing: it is the state that all other files work on |
//! | `infer` | types, also of literals without a suffix |
//! | `scopes`, `builtins`, `meaning` | what names mean |
//! | `items`, `program` | declarations; `main`, `output`, `check`, `graph` |
//! | `statements`, `loops`, `places`, `host` | statements: all, loops, assignments, those of `main` |
//! | `expressions`, `references`, `calls`, `values` | operators, names and fields, calls, and literals once types are known |
//! | `primitives` | what `main` does to whole properties and worklists |
//! | `functions`, `effects` | what functions do where they are called: recursion, effects, size when inlined |
//! | `reductions` | locals that a nested `forall` reduces into |
//! | [`oracles`], `warnings` | the table of oracles; unused names |

mod builtins;
mod calls;
mod checker;
mod effects;
mod expressions;
mod functions;
mod host;
mod infer;
mod items;
mod loops;
mod meaning;
pub mod oracles;
mod places;
mod primitives;
mod program;
mod reductions;
mod references;
mod scopes;
mod statements;
mod values;
mod warnings;

use crate::diagnostics::{self, Diagnostic};
use crate::library;
use crate::syntax::{self, ast::Program};
use crate::types::Type;
use checker::Checker;
pub use meaning::{Builtin, Meaning, Primitive, Reduction};

/// Checks a program: what it means, with warnings; or what is wrong with it.
///
/// Diagnostics are in the order of the source. A program with [`Error`] nodes is refused.
///
/// [`Error`]: crate::syntax::ast::ExprKind::Error
pub fn check(mut program: Program) -> Result<(Checked, Vec<Diagnostic>), Vec<Diagnostic>> {
    library::resolve(&mut program);
    let mut checker = Checker::new(&program);
    checker.collect();
    checker.items();
    checker.whole_program();
    checker.functions();
    checker.reductions();
    checker.values();
    if !checker.has_errors() {
        checker.unused();
    }
    let has_errors = checker.has_errors();
    let (types, bindings, meanings, mut diagnostics) = checker.finish();
    diagnostics::sort(&mut diagnostics);
    match has_errors {
        true => Err(diagnostics),
        false => Ok((Checked { program, types, bindings, meanings }, diagnostics)),
    }
}

/// Parses and checks a source text. Nothing is checked in a program with syntax errors.
pub fn source(text: &str) -> Result<(Checked, Vec<Diagnostic>), Vec<Diagnostic>> {
    match syntax::parse(text) {
        (Some(program), diagnostics) if diagnostics.is_empty() => check(program),
        (_, diagnostics) => Err(diagnostics),
    }
}

/// A program with everything that checking found out about it.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The tree.
    pub program: Program,
    /// The type of each expression, by [`ExprId`](crate::syntax::ast::ExprId); `None` where it has
    /// no value (a kernel call, a domain such as `u.out`, a worklist).
    ///
    /// A whole-number literal has the type of its surroundings, which may be a float type, `node` or
    /// `edge`.
    pub types: Vec<Option<Type>>,
    /// The type of each local, by [`BindingId`](crate::syntax::ast::BindingId).
    pub bindings: Vec<Type>,
    /// What each path, field and call refers to, by [`ExprId`](crate::syntax::ast::ExprId).
    pub meanings: Vec<Option<Meaning>>,
}
