//! Checking: finds the meaning of every name and the type of every expression, and reports the
//! errors of the program.
//!
//! The checker does not change the tree. It stores its results in [`Checked`], by the ids of
//! expressions and bindings. Lowering reads the tree and these results. It succeeds for every
//! program that the checker accepts.
//!
//! | file | contents |
//! | --- | --- |
//! | `checker` | the state that all other files use |
//! | `infer` | the inference of types |
//! | `scopes`, [`builtins`], `meaning` | the meaning of names |
//! | `modules` | checks of `use`, and of the items of modules |
//! | `items`, `program` | checks of declarations, and of `main`, `output`, `check` and `graph` |
//! | `statements` | checks of statements |
//! | `loops`, `places`, `host` | checks of loops, assignments, and statements of `main` |
//! | `expressions`, `references`, `calls` | checks of operators, names, fields and calls |
//! | `habits` | calls that other languages write differently |
//! | `arguments` | checks of the arguments of functions and kernels |
//! | `arrays` | checks of arrays, their lengths and their elements |
//! | `edges` | checks of edges by position, and of arithmetic on edges |
//! | `values` | checks of literals and constants, when their types are known |
//! | `items_of_worklists` | the types of items, and whether what is pushed fits |
//! | `primitives` | checks of operations on whole properties and worklists |
//! | `functions`, `effects` | checks of effects, recursion, and the size of inlined code |
//! | `local_arrays` | checks of the sizes of local arrays |
//! | `ranges` | checks of the ranges of parameters |
//! | `results` | checks of functions with several results |
//! | `reductions` | checks of locals into which a nested `forall` reduces |
//! | [`oracles`] | the table of oracles |
//! | `warnings` | warnings about unused names |
//! | `unread` | warnings about state that is written, but never read |
//! | `shared_items` | checks of blocks whose kernels process the same items |
//! | `races`, `order`, `worklists` | warnings about lost updates, about results that depend on an order, and about worklists that stay empty or full |

mod arguments;
mod arrays;
pub mod builtins;
mod calls;
mod checker;
mod contraction;
mod edges;
mod effects;
mod expressions;
mod functions;
mod habits;
mod host;
mod infer;
mod items;
mod items_of_worklists;
mod local_arrays;
mod loops;
mod meaning;
mod modules;
pub mod oracles;
mod order;
mod places;
mod primitives;
mod program;
mod races;
mod ranges;
mod reductions;
mod references;
mod results;
mod scopes;
mod shared_items;
mod statements;
mod unread;
mod values;
mod warnings;
mod worklists;

use crate::diagnostics::{self, Diagnostic};
use crate::library;
use crate::syntax;
use crate::syntax::ast::{BindingId, Program};
use crate::types::Type;
use checker::{Checker, Results};
use std::collections::HashSet;

pub use meaning::{Builtin, Meaning, Primitive, Reduction};

/// Checks a program. Returns the results and warnings, or all diagnostics if there is an error.
///
/// Diagnostics are in the order of the source. A program with [`Error`] nodes is rejected.
///
/// [`Error`]: crate::syntax::ast::ExprKind::Error
pub fn check(mut program: Program) -> Result<(Checked, Vec<Diagnostic>), Vec<Diagnostic>> {
    let problems = library::resolve(&mut program);
    if !problems.is_empty() {
        return Err(in_order(problems));
    }
    let Examined { checked, diagnostics, has_errors, .. } = examine(program);
    match has_errors {
        true => Err(diagnostics),
        false => Ok((checked, diagnostics)),
    }
}

/// Checks a program for a tool, such as an editor, which also needs the meanings of a wrong program.
/// `diagnostics` are those of the parser: as in [`source`], they hide the errors that follow from them.
pub fn examine_all(mut program: Program, diagnostics: Vec<Diagnostic>) -> Examined {
    let problems = library::resolve(&mut program);
    let examined = examine(program);
    let first = [diagnostics, in_order(problems)].into_iter().find(|found| !found.is_empty());
    match first {
        Some(diagnostics) => Examined { diagnostics, has_errors: true, ..examined },
        None => examined,
    }
}

fn in_order(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics::sort(&mut diagnostics);
    diagnostics::cut_off(&mut diagnostics);
    diagnostics
}

/// Runs all checks on a program whose modules are loaded.
fn examine(program: Program) -> Examined {
    let mut checker = Checker::new(&program);
    checker.collect();
    checker.items();
    checker.whole_program();
    checker.functions();
    checker.reductions();
    checker.values();
    if !checker.has_errors() {
        checker.worklists();
        checker.mixed_neighbours();
        checker.orders_of_iterations();
        checker.unused();
        checker.unread();
        checker.without_result();
    }
    let has_errors = checker.has_errors();
    let Results { types, bindings, untyped, meanings, diagnostics } = checker.finish();
    let diagnostics = in_order(diagnostics);
    Examined {
        checked: Checked { program, types, bindings, meanings },
        untyped,
        diagnostics,
        has_errors,
    }
}

/// A program that may be wrong, with everything that checking found out about it.
#[derive(Debug, Clone)]
pub struct Examined {
    /// The tree and the results of checking. After an error, parts of the results are missing.
    pub checked: Checked,
    /// The locals whose types are unknown because of an error.
    pub untyped: HashSet<BindingId>,
    /// The errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether any diagnostic is an error.
    pub has_errors: bool,
}

/// Parses and checks a source text. A program with syntax errors is not checked.
pub fn source(text: &str) -> Result<(Checked, Vec<Diagnostic>), Vec<Diagnostic>> {
    match syntax::parse(text) {
        (Some(program), diagnostics) if diagnostics.is_empty() => check(program),
        (_, diagnostics) => Err(diagnostics),
    }
}

/// A program with the results of checking.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The tree.
    pub program: Program,
    /// The type of each expression, by [`ExprId`](crate::syntax::ast::ExprId). `None` if the
    /// expression has no value: a call of a kernel, a domain such as `u.out`, a worklist.
    ///
    /// A literal of digits has the type of its context, which may be a float type, `node` or
    /// `edge`.
    pub types: Vec<Option<Type>>,
    /// The type of each local, by [`BindingId`](crate::syntax::ast::BindingId).
    pub bindings: Vec<Type>,
    /// The meaning of each path, field access and call, by [`ExprId`](crate::syntax::ast::ExprId).
    pub meanings: Vec<Option<Meaning>>,
}
