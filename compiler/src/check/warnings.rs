//! Warnings: what is declared and never used. A name that starts with `_` says that this is meant.

use super::Meaning;
use super::checker::Checker;
use super::scopes::{LocalKind, kind_words};
use crate::diagnostics::Diagnostic;

impl Checker<'_> {
    /// Warns of everything unused.
    pub(super) fn unused(&mut self) {
        for local in std::mem::take(&mut self.locals) {
            let unused = !self.used.contains(&Meaning::Local(local.binding));
            if unused && !local.name.text.starts_with('_') {
                let what = match local.kind {
                    LocalKind::Let => "local",
                    LocalKind::LoopVariable => "loop variable",
                    LocalKind::Parameter => "parameter",
                };
                let message = format!("the {what} `{}` is never used", local.name.text);
                let diagnostic = Diagnostic::warning("W0101", local.name.span, message)
                    .help(format!("remove it, or call it `_{}`", local.name.text));
                self.report(diagnostic);
            }
        }
        let names: Vec<_> = self.items.names.iter().map(|(name, entry)| (*name, *entry)).collect();
        for (name, (meaning, span)) in names {
            if self.used.contains(&meaning) || name.starts_with('_') {
                continue;
            }
            let (code, doing) = match meaning {
                Meaning::Kernel(_) | Meaning::Function(_) => ("W0103", "called"),
                _ => ("W0102", "used"),
            };
            let message = format!("`{name}` is {} that is never {doing}", kind_words(meaning));
            let diagnostic = Diagnostic::warning(code, span, message)
                .help(format!("remove it, or call it `_{name}`"));
            self.report(diagnostic);
        }
    }
}
