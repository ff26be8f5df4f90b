//! Checks functions with several results: `let (a, b) = f();` and `return (a, b);`.
//!
//! Several results are not a value of a type. A call of such a function may only be the right side
//! of a `let` that names a local for each result, or a statement.

use super::calls::{example_names, no_result};
use super::checker::Checker;
use super::infer::Var;
use super::meaning::Meaning;
use super::scopes::LocalKind;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;

impl<'p> Checker<'p> {
    /// Checks `let (a, b) = f();`.
    pub(super) fn let_several(&mut self, locals: &'p [ResultLocal], value: &'p Expr) {
        let found = self.results_of(locals, value);
        for (at, local) in locals.iter().enumerate() {
            let found = match found.get(at) {
                Some(found) => *found,
                None => self.infer.error(),
            };
            let var = match &local.ty {
                None => found,
                Some(ty) => {
                    let wanted = self.type_name(ty);
                    self.expect(value, found, wanted, Some((ty.name.span, "declared as")));
                    wanted
                }
            };
            if !local.is_ignored() {
                self.declare(&local.name, local.binding, LocalKind::Let, var);
            }
        }
    }

    /// Checks the right side of a `let` with several locals. Returns the types of the results, or
    /// nothing after an error.
    fn results_of(&mut self, locals: &[ResultLocal], value: &'p Expr) -> Vec<Var> {
        let ExprKind::Call(callee, args) = &value.kind else {
            let found = self.value(value);
            self.not_several(found, value.span, locals.len());
            return vec![];
        };
        let index = match self.callee(callee) {
            Some(Meaning::Function(index)) => index,
            Some(_) => {
                let found = self.value(value);
                self.not_several(found, value.span, locals.len());
                return vec![];
            }
            None => {
                self.infer_arguments(args);
                return vec![];
            }
        };
        self.means(value, Meaning::Function(index));
        self.function_call(value, index, args);
        let function = self.items.functions[index];
        let count = function.results.len();
        if count == 0 {
            self.report(no_result(value));
            return vec![];
        }
        if count != locals.len() {
            let names = locals_span(locals);
            let results = if count == 1 { "result" } else { "results" };
            let message = format!(
                "`{}` has {count} {results}, but this `let` names {} locals",
                function.name.text,
                locals.len()
            );
            let help = match count {
                1 => "name one local, without parentheses".to_owned(),
                _ => format!("name {count} locals; `_` ignores a result"),
            };
            let diagnostic = Diagnostic::error("E0215", names, message)
                .also(value.span, format!("this call has {count} {results}"))
                .help(help);
            self.report(diagnostic);
            return vec![];
        }
        function.results.iter().map(|ty| self.type_name(ty)).collect()
    }

    /// Reports a `let` with several locals whose right side is one value.
    fn not_several(&mut self, found: Var, span: Span, count: usize) {
        if self.infer.types(found).is_error() {
            return;
        }
        let message = format!("this is one value, but the `let` names {count} locals");
        let diagnostic = Diagnostic::error("E0215", span, message)
            .note("only a call of a function with several results has several values")
            .help("write one `let` for each local");
        self.report(diagnostic);
    }

    /// Reports a `return` whose number of values is not that of the results of the function.
    pub(super) fn wrong_number_returned(&mut self, span: Span, found: usize, wanted: usize) {
        let values = if found == 1 { "value" } else { "values" };
        let results = if wanted == 1 { "result" } else { "results" };
        let message =
            format!("this `return` has {found} {values}, but the function has {wanted} {results}");
        let help = match wanted {
            1 => "return one value, or declare more results: `-> (u32, bool)`".to_owned(),
            _ => format!("return {wanted} values: `return ({});`", example_names(wanted)),
        };
        let diagnostic = Diagnostic::error("E0215", span, message)
            .note("a `return` has exactly one value for each result")
            .help(help);
        self.report(diagnostic);
    }
}

/// The span of the locals between the parentheses.
fn locals_span(locals: &[ResultLocal]) -> Span {
    let end =
        |local: &ResultLocal| local.ty.as_ref().map_or(local.name.span, |ty| ty.name.span).end;
    let start = locals.first().map_or(0, |local| local.name.span.start);
    Span { start, end: locals.last().map_or(start, end) }
}
