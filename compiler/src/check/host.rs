//! Statements that only `main` has: `pipe`, `iterate`, `swap`.

use super::checker::{Checker, Context, Frame};
use super::meaning::Meaning;
use super::scopes::kind_words;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;

impl<'p> Checker<'p> {
    pub(super) fn only_in_main(&mut self, span: Span, what: &str) {
        if self.context != Context::Main {
            let message = format!("`{what}` can only be used in `main`");
            let diagnostic = Diagnostic::error("E0307", span, message)
                .note("`main` says which kernels run in which order; a kernel is one of them");
            self.report(diagnostic);
        }
    }

    pub(super) fn pipe(
        &mut self,
        span: Span,
        worklist: Option<&'p Name>,
        seed: Option<&'p Seed>,
        body: &'p Block,
    ) {
        self.only_in_main(Span { start: span.start, end: body.span.start }, "pipe");
        match worklist {
            Some(name) => self.named_worklist(name),
            None => self.default_worklist(Span { start: span.start, end: body.span.start }),
        };
        if let Some(Seed::Items(items)) = seed {
            for item in items {
                self.node(item);
            }
        }
        self.within(Frame::Host, body);
    }

    pub(super) fn swap(&mut self, span: Span, a: &'p Name, b: &'p Name) {
        self.only_in_main(span, "swap");
        let (Some(first), Some(second)) = (self.swappable(a), self.swappable(b)) else {
            return;
        };
        let alike = std::mem::discriminant(&first) == std::mem::discriminant(&second)
            && self.items.field_type(first) == self.items.field_type(second);
        if !alike {
            let message = format!("`{}` and `{}` cannot be exchanged", a.text, b.text);
            let describe = |meaning| match self.items.field_type(meaning) {
                Some(ty) => format!("{} of type `{ty}`", kind_words(meaning)),
                None => kind_words(meaning).to_owned(),
            };
            let diagnostic = Diagnostic::error("E0315", span, message)
                .also(a.span, describe(first))
                .also(b.span, describe(second))
                .note("both must be properties of one kind and type, or worklists");
            self.report(diagnostic);
        }
    }

    fn swappable(&mut self, name: &Name) -> Option<Meaning> {
        match self.items.meaning(&name.text) {
            Some(
                meaning @ (Meaning::NodeProperty(_)
                | Meaning::EdgeProperty(_)
                | Meaning::Worklist(_)),
            ) => {
                self.used.insert(meaning);
                Some(meaning)
            }
            Some(other) => {
                let message =
                    format!("`{}` is {} and cannot be exchanged", name.text, kind_words(other));
                let diagnostic = Diagnostic::error("E0315", name.span, message)
                    .note("properties and worklists can be exchanged");
                self.report(diagnostic);
                None
            }
            None => {
                let known = self.items.names_of(|_| true);
                let help = crate::diagnostics::suggest::did_you_mean(&name.text, known);
                let message = format!("unknown property or worklist `{}`", name.text);
                self.report(Diagnostic::error("E0101", name.span, message).help_if(help));
                None
            }
        }
    }
}
