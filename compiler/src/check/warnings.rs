//! Warnings about declarations that are never used. There is no warning for names that start with
//! `_`.

use super::checker::Checker;
use super::meaning::Meaning;
use super::scopes::{LocalKind, UsedModule, kind_words};
use crate::diagnostics::{Advice, Diagnostic};
use crate::library;

impl Checker<'_> {
    /// Warns about every unused declaration.
    pub(super) fn unused(&mut self) {
        for local in std::mem::take(&mut self.locals) {
            let unused = !self.used.contains(&Meaning::Local(local.binding))
                && !self.used.contains(&Meaning::PropertyParameter(local.binding));
            let of_module = library::locate(local.name.span).is_some();
            if unused && !of_module && !local.name.text.starts_with('_') {
                let what = match local.kind {
                    LocalKind::Let | LocalKind::Array => "local",
                    LocalKind::LoopVariable => "loop variable",
                    LocalKind::ItemPosition => "position",
                    LocalKind::Parameter | LocalKind::Property(_) => "parameter",
                };
                let message = format!("the {what} `{}` is never used", local.name.text);
                let renamed = format!("rename it to `_{}`", local.name.text);
                let help = match local.kind {
                    LocalKind::LoopVariable => {
                        format!("{renamed}, because a loop must have a variable")
                    }
                    LocalKind::ItemPosition => {
                        format!("remove `at {}`, or {renamed}", local.name.text)
                    }
                    _ => format!("remove it, or {renamed}"),
                };
                let advice = Advice::replacing(help, format!("_{}", local.name.text));
                let diagnostic =
                    Diagnostic::warning("W0101", local.name.span, message).help(advice);
                self.report(diagnostic);
            }
        }
        for ((_, module), UsedModule { span, used, .. }) in std::mem::take(&mut self.items.modules)
        {
            if !used && library::locate(span).is_none() {
                let message = format!("the module `{module}` is never used");
                let advice = Advice::replacing("remove the `use`", "");
                let diagnostic = Diagnostic::warning("W0104", span, message).help(advice);
                self.report(diagnostic);
            }
        }
        let names: Vec<_> = self.items.names.iter().map(|(name, entry)| (*name, *entry)).collect();
        for (name, (meaning, span)) in names {
            // A module may offer more than one program uses.
            let of_module = name.contains("::");
            if self.used.contains(&meaning) || of_module || name.starts_with('_') {
                continue;
            }
            let (code, doing) = match meaning {
                Meaning::Kernel(_) | Meaning::Function(_) => ("W0103", "called"),
                _ => ("W0102", "used"),
            };
            let message = format!("`{name}` is {} that is never {doing}", kind_words(meaning));
            let call = match meaning {
                Meaning::Kernel(at) => Some((&self.items.kernels[at].params, "in `main`")),
                Meaning::Function(at) => {
                    Some((&self.items.functions[at].params, "in `main`, a kernel or a function"))
                }
                _ => None,
            };
            let call = call.map(|(params, place)| {
                let params: Vec<&str> = params.iter().map(|param| &*param.name.text).collect();
                format!("call it {place}: `{name}({});`", params.join(", "))
            });
            let help = format!("remove it, or rename it to `_{name}`");
            let diagnostic = Diagnostic::warning(code, span, message)
                .help_if(call)
                .help(Advice::replacing(help, format!("_{name}")));
            self.report(diagnostic);
        }
    }
}
