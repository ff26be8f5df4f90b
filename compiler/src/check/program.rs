//! Rules for the whole program: `main`, `output`, `check`, `graph`.

use super::checker::Checker;
use super::meaning::Meaning;
use super::oracles::{self, Argument, ArgumentKind, ORACLES};
use super::scopes::kind_words;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::suggest::did_you_mean;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::types::Type;
use std::collections::HashMap;

/// The requirements that `graph` can list.
const REQUIREMENTS: &[&str] = &["undirected", "simple", "sorted"];

impl Checker<'_> {
    /// Checks the items that apply to the whole program.
    pub(super) fn whole_program(&mut self) {
        self.one_main();
        self.each_output_once();
        for item in &self.program.items {
            match &item.kind {
                ItemKind::Output(names) => names.iter().for_each(|name| self.output(name)),
                ItemKind::Check(check) => self.check(check),
                ItemKind::Graph(names) => {
                    names.iter().for_each(|name| self.requirement(name));
                }
                _ => (),
            }
        }
    }

    fn one_main(&mut self) {
        let items = &self.program.items;
        let mains: Vec<Span> = items
            .iter()
            .filter(|item| matches!(item.kind, ItemKind::Main(_)))
            .map(|item| Span { start: item.span.start, end: item.span.start + 4 })
            .collect();
        match mains[..] {
            [_] => (),
            [] => {
                let end = items.last().map_or(0, |item| item.span.end);
                let span = Span { start: end.saturating_sub(1), end };
                let diagnostic = Diagnostic::error("E0401", span, "the program has no `main`")
                    .label("it ends here")
                    .help("add `main { … }`, which calls the kernels");
                self.report(diagnostic);
            }
            [first, second, ..] => {
                let diagnostic = Diagnostic::error("E0401", second, "a program has one `main`")
                    .also(first, "the first is here");
                self.report(diagnostic);
            }
        }
    }

    fn each_output_once(&mut self) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for item in &self.program.items {
            let ItemKind::Output(names) = &item.kind else { continue };
            for name in names {
                if let Some(first) = seen.insert(&name.text, name.span) {
                    let message = format!("`{}` is an output twice", name.text);
                    let diagnostic =
                        Diagnostic::error("E0402", name.span, message).also(first, "first here");
                    self.report(diagnostic);
                }
            }
        }
    }

    fn output(&mut self, name: &Name) {
        match self.items.meaning(&name.text) {
            Some(
                meaning
                @ (Meaning::NodeProperty(_) | Meaning::EdgeProperty(_) | Meaning::Global(_)),
            ) => {
                self.used.insert(meaning);
            }
            Some(other) => {
                let message =
                    format!("`{}` is {} and cannot be an output", name.text, kind_words(other));
                let diagnostic = Diagnostic::error("E0402", name.span, message)
                    .note("properties and globals can be outputs");
                self.report(diagnostic);
            }
            None => {
                let known = self.items.names_of(|meaning| {
                    matches!(
                        meaning,
                        Meaning::NodeProperty(_) | Meaning::EdgeProperty(_) | Meaning::Global(_)
                    )
                });
                let help = did_you_mean(&name.text, known);
                let message = format!("there is no property or global `{}` to output", name.text);
                self.report(Diagnostic::error("E0402", name.span, message).help_if(help));
            }
        }
    }

    fn check(&mut self, check: &Check) {
        for arg in &check.args {
            if let Some(meaning) = self.items.meaning(&arg.text) {
                self.used.insert(meaning);
            }
        }
        let name = &check.oracle;
        let Some(oracle) = oracles::find(&name.text) else {
            let known: Vec<&str> = ORACLES.iter().map(|oracle| oracle.name).collect();
            let message = format!("there is no oracle `{}`", name.text);
            let diagnostic = Diagnostic::error("E0403", name.span, message)
                .note(format!("the oracles are {}", known.join(", ")))
                .help_if(did_you_mean(&name.text, known));
            self.report(diagnostic);
            return;
        };
        if check.args.len() != oracle.arguments.len() {
            let roles: Vec<&str> = oracle.arguments.iter().map(|argument| argument.role).collect();
            let (wanted, found) = (roles.len(), check.args.len());
            let message = format!("`{}` takes {wanted} arguments, found {found}", oracle.name);
            let diagnostic = Diagnostic::error("E0404", name.span, message)
                .note(format!("they are {}", roles.join(", ")));
            self.report(diagnostic);
            return;
        }
        for (arg, argument) in check.args.iter().zip(oracle.arguments) {
            self.oracle_argument(arg, argument);
        }
    }

    fn oracle_argument(&mut self, arg: &Name, wanted: &Argument) {
        let meaning = self.items.meaning(&arg.text);
        let right_kind = match (wanted.kind, meaning) {
            (ArgumentKind::NodeProperty, Some(Meaning::NodeProperty(_)))
            | (ArgumentKind::EdgeProperty, Some(Meaning::EdgeProperty(_)))
            | (ArgumentKind::Global, Some(Meaning::Global(_)))
            | (ArgumentKind::Param, Some(Meaning::Param(_))) => true,
            (_, _) => false,
        };
        let ty = meaning.and_then(|meaning| self.items.field_type(meaning));
        if right_kind && ty.is_none_or(|ty| wanted.types.contains(&ty)) {
            return;
        }
        let kind = match wanted.kind {
            ArgumentKind::NodeProperty => "a property of nodes",
            ArgumentKind::EdgeProperty => "a property of edges",
            ArgumentKind::Global => "a global",
            ArgumentKind::Param => "a parameter of the program",
        };
        let types: Vec<String> = wanted.types.iter().map(|ty: &Type| format!("`{ty}`")).collect();
        let found = match (meaning, ty) {
            (None, _) => "is not declared".to_owned(),
            (Some(meaning), None) => format!("is {}", kind_words(meaning)),
            (Some(meaning), Some(ty)) => format!("is {} of type `{ty}`", kind_words(meaning)),
        };
        let message = format!("{} must be {kind} of type {}", wanted.role, types.join(" or "));
        let diagnostic =
            Diagnostic::error("E0404", arg.span, message).label(format!("`{}` {found}", arg.text));
        self.report(diagnostic);
    }

    fn requirement(&mut self, name: &Name) {
        if !REQUIREMENTS.contains(&name.text.as_str()) {
            let message = format!("`{}` is nothing that a graph can be required to be", name.text);
            let diagnostic = Diagnostic::error("E0406", name.span, message)
                .note(format!("the requirements are {}", REQUIREMENTS.join(", ")))
                .help_if(did_you_mean(&name.text, REQUIREMENTS.iter().copied()));
            self.report(diagnostic);
        }
    }
}
