//! Checks the statements that only `main` may contain: `pipe`, `iterate` and `swap`.

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
                .note("only `main` defines the order in which kernels run")
                .help("move it into `main`");
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

    /// The length of an array in brackets, as written.
    fn length_text(&self, meaning: Meaning) -> Option<String> {
        let length = self.items.field(meaning)?.length.as_ref()?;
        Some(format!("[{}]", crate::syntax::print::expr(length)))
    }

    pub(super) fn swap(&mut self, span: Span, a: &'p Name, b: &'p Name) {
        self.only_in_main(span, "swap");
        let (Some(first), Some(second)) = (self.swappable(a), self.swappable(b)) else {
            return;
        };
        let alike = std::mem::discriminant(&first) == std::mem::discriminant(&second)
            && self.items.field_type(first) == self.items.field_type(second)
            && self.length_text(first) == self.length_text(second);
        if !alike {
            let message = format!("`{}` and `{}` cannot be swapped", a.text, b.text);
            let describe = |meaning| match self.items.field_type(meaning) {
                Some(ty) => {
                    let length = self.length_text(meaning).unwrap_or_default();
                    format!("{} of type `{ty}{length}`", kind_words(meaning))
                }
                None => kind_words(meaning).to_owned(),
            };
            let diagnostic = Diagnostic::error("E0315", span, message)
                .also(a.span, describe(first))
                .also(b.span, describe(second))
                .note(
                    "`swap` exchanges two properties or arrays of the same kind and type, or two \
                     worklists",
                )
                .help("declare both with the same kind and type");
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
            Some(meaning @ Meaning::Global(_)) if self.array_length(meaning).is_some() => {
                self.used.insert(meaning);
                Some(meaning)
            }
            Some(other) => {
                let message =
                    format!("`{}` is {} and cannot be swapped", name.text, kind_words(other));
                let diagnostic = Diagnostic::error("E0315", name.span, message)
                    .note("only properties, arrays and worklists can be swapped")
                    .help("exchange other values with assignments");
                self.report(diagnostic);
                None
            }
            None => {
                let known = self.items.names_of(|_| true);
                let help = crate::diagnostics::suggest::did_you_mean(&name.text, known)
                    .unwrap_or_else(|| format!("declare it: `node {}: u32;`", name.text));
                let message = format!("unknown property or worklist `{}`", name.text);
                let diagnostic = Diagnostic::error("E0101", name.span, message)
                    .label("no item has this name")
                    .help(help);
                self.report(diagnostic);
                None
            }
        }
    }
}
