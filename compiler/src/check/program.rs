//! Rules for the whole program: `main`, `output`, `check`, `graph`.

use super::checker::Checker;
use super::meaning::Meaning;
use super::oracles::{self, Argument, ArgumentKind, EXTERNAL, ORACLES};
use super::scopes::kind_words;
use crate::diagnostics::suggest::did_you_mean;
use crate::diagnostics::{Advice, Diagnostic};
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
        for (_, item) in self.program.all_items() {
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
                    .label("the program ends here")
                    .note("kernels run only if `main` calls them")
                    .help("add `main { … }`")
                    .correction(Span { start: end, ..span }, "\n\nmain {\n}");
                self.report(diagnostic);
            }
            [first, second, ..] => {
                let diagnostic =
                    Diagnostic::error("E0401", second, "the program has several `main`s")
                        .also(first, "the first one is here")
                        .note("a program has exactly one `main`")
                        .help("combine them, or remove all but one");
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
                    let diagnostic = Diagnostic::error("E0402", name.span, message)
                        .also(first, "first named here")
                        .note("each property and global can be an output only once")
                        .help("remove one of them");
                    self.report(diagnostic);
                }
            }
        }
    }

    fn output(&mut self, name: &Name) {
        match self.items.meaning(&name.text) {
            Some(
                meaning @ (Meaning::NodeProperty(_)
                | Meaning::EdgeProperty(_)
                | Meaning::Original(_)
                | Meaning::Global(_)),
            ) => {
                self.used.insert(meaning);
                self.returned(name);
            }
            Some(other) => {
                let message =
                    format!("`{}` is {} and cannot be an output", name.text, kind_words(other));
                let diagnostic = Diagnostic::error("E0402", name.span, message)
                    .note("only properties and globals can be outputs")
                    .help("assign the value to a property or global in `main`, and output that");
                self.report(diagnostic);
            }
            None => {
                let known = self.items.names_of(|meaning| {
                    matches!(
                        meaning,
                        Meaning::NodeProperty(_)
                            | Meaning::EdgeProperty(_)
                            | Meaning::Original(_)
                            | Meaning::Global(_)
                    )
                });
                let help = did_you_mean(&name.text, known)
                    .unwrap_or_else(|| "declare it, or remove it from the outputs".into());
                let message = format!("unknown property or global `{}`", name.text);
                let diagnostic = Diagnostic::error("E0402", name.span, message)
                    .label("no item has this name")
                    .help(help);
                self.report(diagnostic);
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
        if name.text == EXTERNAL || check.command.is_some() {
            return self.external_check(check);
        }
        let Some(oracle) = oracles::find(&name.text) else {
            let known: Vec<&str> = ORACLES.iter().map(|oracle| oracle.name).collect();
            let message = format!("unknown oracle `{}`", name.text);
            let names = known.join(", ");
            let help =
                did_you_mean(&name.text, known).unwrap_or_else(|| "name one of these".into());
            let diagnostic = Diagnostic::error("E0403", name.span, message)
                .note(format!("the oracles are {names}"))
                .help(help);
            self.report(diagnostic);
            return;
        };
        if check.args.len() != oracle.arguments.len() {
            let roles: Vec<&str> = oracle.arguments.iter().map(|argument| argument.role).collect();
            let (wanted, found) = (roles.len(), check.args.len());
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!(
                "the oracle `{}` takes {wanted} argument{plural}, but the check has {found}",
                oracle.name
            );
            let diagnostic = Diagnostic::error("E0404", name.span, message)
                .note(format!("its arguments: {}", roles.join(", ")))
                .help(format!("name {wanted} item{plural} of the program"));
            self.report(diagnostic);
            return;
        }
        for (arg, argument) in check.args.iter().zip(oracle.arguments) {
            self.oracle_argument(arg, argument);
        }
    }

    /// Checks a check by the user's own command. Its arguments may be everything that a check can see.
    fn external_check(&mut self, check: &Check) {
        let (name, has_words) = (&check.oracle, |command: &String| !command.trim().is_empty());
        if name.text != EXTERNAL || !check.command.as_ref().is_some_and(has_words) {
            let message = match name.text == EXTERNAL {
                true => "the check `external` needs a command".to_owned(),
                false => format!("the oracle `{}` takes no command", name.text),
            };
            let help = "write a command in quotation marks, such as `check external \"python3 \
                        check.py\"(level);`";
            self.report(Diagnostic::error("E0403", name.span, message).help(help));
            return;
        }
        for arg in &check.args {
            match self.items.meaning(&arg.text) {
                Some(
                    Meaning::NodeProperty(_)
                    | Meaning::Original(_)
                    | Meaning::EdgeProperty(_)
                    | Meaning::Global(_)
                    | Meaning::Param(_),
                ) => self.returned(arg),
                meaning => {
                    let found = meaning.map_or("is not declared", kind_words);
                    let message =
                        "an argument of a check must be a property, a global or a parameter";
                    let diagnostic = Diagnostic::error("E0404", arg.span, message)
                        .label(format!("`{}` {found}", arg.text))
                        .help("name an item of the program that has values after a run");
                    self.report(diagnostic);
                }
            }
        }
    }

    fn oracle_argument(&mut self, arg: &Name, wanted: &Argument) {
        let meaning = self.items.meaning(&arg.text);
        let (right_kind, kind, keyword, length) = match wanted.kind {
            ArgumentKind::NodeProperty | ArgumentKind::NodeArray => {
                let right =
                    matches!(meaning, Some(Meaning::NodeProperty(_) | Meaning::Original(_)));
                (right, "a node property", "node", "[16]")
            }
            ArgumentKind::EdgeProperty | ArgumentKind::EdgeArray => {
                let right = matches!(meaning, Some(Meaning::EdgeProperty(_)));
                (right, "an edge property", "edge", "[16]")
            }
            ArgumentKind::Global | ArgumentKind::GlobalArray => {
                let right = matches!(meaning, Some(Meaning::Global(_)));
                (right, "a global", "global", "[node_count]")
            }
            ArgumentKind::Param => {
                let right = matches!(meaning, Some(Meaning::Param(_)));
                (right, "a parameter of the program", "param", "")
            }
        };
        let takes_array = matches!(
            wanted.kind,
            ArgumentKind::NodeArray | ArgumentKind::EdgeArray | ArgumentKind::GlobalArray
        );
        let ty = meaning.and_then(|meaning| self.items.field_type(meaning));
        let array = meaning.is_some_and(|meaning| self.array_length(meaning).is_some());
        let right_type = ty.is_none_or(|ty| wanted.types.contains(&ty));
        if right_kind && array == takes_array && right_type {
            return self.returned(arg);
        }
        let types: Vec<String> = wanted.types.iter().map(|ty: &Type| format!("`{ty}`")).collect();
        let found = match (meaning, ty) {
            (None, _) => "is not declared".to_owned(),
            (Some(meaning), None) => format!("is {}", kind_words(meaning)),
            (Some(_), Some(ty)) if array => format!("is an array of `{ty}`"),
            (Some(meaning), Some(ty)) => format!("is {} of type `{ty}`", kind_words(meaning)),
        };
        let (types, first) = (types.join(" or "), wanted.types[0]);
        let (what, length) = match takes_array {
            true => (format!("{kind} that is an array of {types}"), length),
            false => (format!("{kind} of type {types}"), ""),
        };
        let diagnostic =
            Diagnostic::error("E0404", arg.span, format!("{} must be {what}", wanted.role))
                .label(format!("`{}` {found}", arg.text))
                .help(format!("declare it: `{keyword} {}: {first}{length};`", arg.text));
        self.report(diagnostic);
    }

    fn requirement(&mut self, name: &Name) {
        if !REQUIREMENTS.contains(&name.text.as_str()) {
            let message = format!("unknown requirement on the graph `{}`", name.text);
            let meant = match name.text.as_str() {
                "symmetric" | "symmetrical" | "bidirected" => Some("undirected"),
                "loopfree" | "no_loops" | "no_multi_edges" => Some("simple"),
                _ => None,
            };
            let help = match meant {
                Some(meant) => Advice::replacing(format!("write `graph {meant};`"), meant),
                None => did_you_mean(&name.text, REQUIREMENTS.iter().copied())
                    .unwrap_or_else(|| "name one of these".into()),
            };
            let diagnostic = Diagnostic::error("E0406", name.span, message)
                .note(format!("the requirements are {}", REQUIREMENTS.join(", ")))
                .help(help);
            self.report(diagnostic);
        }
    }
}
