//! Checks the statements that only `main` may contain: `pipe`, `iterate` and `swap`.

use super::checker::{Checker, Context, Frame};
use super::items_of_worklists::words;
use super::meaning::Meaning;
use super::scopes::kind_words;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;

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
        let worklist = match worklist {
            Some(name) => self.named_worklist(name),
            None => self.default_worklist(Span { start: span.start, end: body.span.start }),
        };
        match (worklist, seed) {
            (Some(worklist), Some(Seed::Items(items))) => {
                items.iter().for_each(|item| self.pushed_item(worklist, item));
            }
            (Some(worklist), Some(Seed::Nodes(span))) => {
                self.holds_nodes(worklist, *span, "`nodes`");
            }
            _ => (),
        }
        self.within(Frame::Host, body);
    }

    /// Checks `once near { … }`.
    pub(super) fn once(&mut self, span: Span, worklist: Option<&'p Name>, body: &'p Block) {
        let head = Span { start: span.start, end: body.span.start };
        self.only_in_main(head, "once");
        match worklist {
            Some(name) => self.named_worklist(name),
            None => self.default_worklist(head),
        };
        self.block(body);
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
            && self.length_text(first) == self.length_text(second)
            && self.items_of(first) == self.items_of(second);
        if !alike {
            let message = format!("`{}` and `{}` cannot be swapped", a.text, b.text);
            let describe = |meaning| match self.items.field_type(meaning) {
                Some(ty) => {
                    let length = self.length_text(meaning).unwrap_or_default();
                    format!("{} of type `{ty}{length}`", kind_words(meaning))
                }
                None => match self.items_of(meaning) {
                    Some(types) => format!("{} of {}", kind_words(meaning), words(&types)),
                    None => kind_words(meaning).to_owned(),
                },
            };
            let diagnostic = Diagnostic::error("E0315", span, message)
                .also(a.span, describe(first))
                .also(b.span, describe(second))
                .note(
                    "`swap` exchanges two properties or arrays of the same kind and type, or two \
                     worklists with items of the same type",
                )
                .help("declare both with the same kind and type");
            self.report(diagnostic);
        }
    }

    /// The types of the items of a worklist, or `None` for other state.
    fn items_of(&self, meaning: Meaning) -> Option<Vec<Type>> {
        match meaning {
            Meaning::Worklist(index) => Some(self.item_types(index)),
            _ => None,
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
            Some(Meaning::Original(_)) => {
                self.report(self.of_input_graph(name.span, &name.text));
                None
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
                    .unwrap_or_else(|| format!("declare it: `node {}: u32;`", name.text).into());
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
