//! Warns about state that a program writes, but never reads (`W0107`): properties and globals that are the targets of
//! assignments, atomics and `fill` only. Warns about programs without any result (`W0108`).
//!
//! The check compares all places where the program names the state with those that only write it. An atomic whose old
//! value is used reads the state, as does every other use: an output, a check, a `swap`, or an argument of a function.

use std::collections::{HashMap, HashSet};

use super::checker::Checker;
use super::meaning::{Builtin, Meaning, Primitive};
use super::scopes::kind_words;
use crate::diagnostics::{Advice, Diagnostic};
use crate::span::Span;
use crate::syntax::ast::*;

impl<'p> Checker<'p> {
    /// Warns about state that is never read.
    pub(super) fn unread(&mut self) {
        let (writes, reads) = self.written();
        let mut named: HashMap<Meaning, usize> = HashMap::new();
        for meaning in self.meanings.iter().flatten() {
            *named.entry(*meaning).or_default() += 1;
        }
        let names: Vec<_> = self.items.names.iter().map(|(name, entry)| (*name, *entry)).collect();
        for (name, (meaning, span)) in names {
            let is_unread = writes.get(&meaning).is_some_and(|count| named[&meaning] == *count);
            if !is_unread
                || reads.contains(&meaning)
                || name.starts_with('_')
                || name.contains("::")
            {
                continue;
            }
            let message =
                format!("`{name}` is {} that is written, but never read", kind_words(meaning));
            let help = format!("remove it, or rename it to `_{name}`");
            let diagnostic = Diagnostic::warning("W0107", span, message)
                .help(format!("write `output {name};` if it is a result of the program"))
                .help(Advice::replacing(help, format!("_{name}")));
            self.report(diagnostic);
        }
    }

    /// Warns about a program that computes values, but neither outputs nor checks nor prints any. Must run after
    /// [`Checker::unread`] and [`Checker::unused`], whose warnings name the state that should be an output.
    pub(super) fn without_result(&mut self) {
        let (mut main, mut has_result, mut bodies) = (None, false, vec![]);
        for item in &self.program.items {
            match &item.kind {
                ItemKind::Main(body) => {
                    main = Some(body);
                    bodies.push(body);
                }
                ItemKind::Kernel(function) | ItemKind::Function(function) => {
                    bodies.push(&function.body)
                }
                ItemKind::Output(_) | ItemKind::Check(_) => has_result = true,
                _ => (),
            }
        }
        let is_known = |found: &Diagnostic| matches!(found.code, "W0102" | "W0107");
        let Some(main) = main else { return };
        if has_result || bodies.into_iter().any(prints) || self.diagnostics.iter().any(is_known) {
            return;
        }
        let (written, _) = self.written();
        let mut names = self.items.names.iter().filter(|(name, (meaning, _))| {
            !name.contains("::") && !name.starts_with('_') && written.contains_key(meaning)
        });
        let Some((name, _)) = names.next() else { return };
        let span = Span { start: main.span.start, end: main.span.start + 1 };
        let diagnostic = Diagnostic::warning("W0108", span, "the program has no result")
            .label("nothing that this `main` computes is an output")
            .help(format!(
                "name the results at the end of the program, for example `output {name};`"
            ));
        self.report(diagnostic);
    }

    /// Returns how often statements only write state, and the state that statements and items name outside of
    /// expressions, and thereby read.
    fn written(&self) -> (HashMap<Meaning, usize>, HashSet<Meaning>) {
        let (mut writes, mut reads) = (HashMap::new(), HashSet::new());
        let mut rest: Vec<&'p Block> = vec![];
        let meaning = |name: &'p Name| self.items.meaning(&name.text);
        for item in &self.program.items {
            match &item.kind {
                ItemKind::Function(function) | ItemKind::Kernel(function) => {
                    rest.push(&function.body)
                }
                ItemKind::Main(body) => rest.push(body),
                ItemKind::Output(names) => reads.extend(names.iter().filter_map(meaning)),
                ItemKind::Check(check) => reads.extend(check.args.iter().filter_map(meaning)),
                _ => {}
            }
        }
        while let Some(block) = rest.pop() {
            for stmt in &block.stmts {
                if let StmtKind::Swap(a, b) = &stmt.kind {
                    reads.extend([a, b].into_iter().filter_map(meaning));
                }
                if let Some((state, times)) = self.only_written(stmt) {
                    *writes.entry(state).or_default() += times;
                }
                rest.extend(stmt.blocks());
            }
        }
        (writes, reads)
    }

    /// Returns the state that a statement writes without reading it, and how often the statement names it.
    fn only_written(&self, stmt: &Stmt) -> Option<(Meaning, usize)> {
        let place = match &stmt.kind {
            StmtKind::Assign { place, .. } => place,
            StmtKind::Expr(Expr { kind: ExprKind::Call(callee, args), .. }) => {
                let Some(Meaning::Builtin(builtin)) = self.meanings[callee.id.0 as usize] else {
                    return None;
                };
                let is_fill = builtin == Builtin::Primitive(Primitive::Fill);
                args.first().filter(|_| is_fill || builtin.atomic().is_some())?
            }
            _ => return None,
        };
        // An element of an array names the array in two expressions.
        let (mut place, mut named) = (place, vec![]);
        loop {
            named.extend(self.meanings[place.id.0 as usize]);
            match &place.kind {
                ExprKind::Index(base, _) => place = base,
                _ => break,
            }
        }
        let is_state = |meaning: &Meaning| {
            matches!(
                meaning,
                Meaning::Global(_) | Meaning::NodeProperty(_) | Meaning::EdgeProperty(_)
            )
        };
        let state = named.first().copied().filter(is_state)?;
        Some((state, named.iter().filter(|meaning| **meaning == state).count()))
    }
}

/// Whether a block prints something.
fn prints(block: &Block) -> bool {
    block.stmts.iter().any(|stmt| {
        matches!(stmt.kind, StmtKind::Print(_)) || stmt.blocks().into_iter().any(prints)
    })
}
