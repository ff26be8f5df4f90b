//! Checks the blocks of `once near { … }`, whose kernels process the same items of a worklist
//! (`E0603`).

use super::checker::Checker;
use super::meaning::{Builtin, Meaning, Primitive};
use super::worklists::Use;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;

impl<'p> Checker<'p> {
    /// Checks a block whose kernels process the same items of a worklist: at least one kernel does
    /// so, and no statement in the block takes other items.
    pub(super) fn shared_items(
        &mut self,
        worklist: usize,
        span: Span,
        body: &'p Block,
        uses: &[Use],
    ) {
        let shown = self.worklist_name(worklist);
        if !self.takes(worklist, body, uses) {
            let message = format!("no kernel of this block loops over `{shown}`");
            let diagnostic = Diagnostic::error("E0603", span, message)
                .note("the block takes the items of the worklist, which no kernel would process")
                .help(format!("call a kernel with `forall u in {shown} {{ … }}`"));
            self.report(diagnostic);
        }
        for (inner, what) in self.changes_of(worklist, body) {
            let message = format!("{what} in a block that has taken the items of `{shown}`");
            let diagnostic = Diagnostic::error("E0603", inner, message)
                .note("all kernels of the block that loop over the worklist process the same items")
                .help("move the statement out of the block");
            self.report(diagnostic);
        }
    }

    /// Checks that a kernel that reads items that were taken for the block reads no others.
    pub(super) fn reads_shared(
        &mut self,
        kernel: usize,
        span: Span,
        uses: &[Use],
        shared: &[usize],
    ) {
        let mut reads = uses[kernel].reads.iter().copied();
        if let Some(other) = reads.find(|read| !shared.contains(read)) {
            let (name, other) = (&self.items.kernels[kernel].name.text, self.worklist_name(other));
            let message = format!("`{name}` also loops over `{other}` in this block");
            let diagnostic = Diagnostic::error("E0603", span, message)
                .note("a kernel reads either only items that were taken for the block, or none")
                .help(format!(
                    "take the items of both worklists: `once {other} {{ … }}` in this block"
                ));
            self.report(diagnostic);
        }
    }

    /// The statements of a block that take, swap or clear the items of a worklist.
    fn changes_of(&self, worklist: usize, body: &'p Block) -> Vec<(Span, &'static str)> {
        let is_meant = |name: Option<&Name>| self.worklist_of(name) == worklist;
        let mut found = vec![];
        for stmt in &body.stmts {
            match &stmt.kind {
                StmtKind::Pipe { worklist, body, .. } if is_meant(worklist.as_ref()) => {
                    found.push((Span { end: body.span.start, ..stmt.span }, "a `pipe`"));
                }
                StmtKind::Once { worklist, body } if is_meant(worklist.as_ref()) => {
                    found.push((Span { end: body.span.start, ..stmt.span }, "`once`"));
                }
                StmtKind::Swap(a, b) => {
                    let is_worklist = |name: &&Name| matches!(self.items.meaning(&name.text), Some(Meaning::Worklist(at)) if at == worklist);
                    if [a, b].iter().any(is_worklist) {
                        found.push((stmt.span, "a `swap`"));
                    }
                }
                StmtKind::Expr(Expr { kind: ExprKind::Call(_, args), id, .. }) => {
                    let clears = Some(Meaning::Builtin(Builtin::Primitive(Primitive::Clear)));
                    let named = args.first().and_then(|arg| self.meanings[arg.id.0 as usize]);
                    let is_named = named == Some(Meaning::Worklist(worklist));
                    if is_named && self.meanings[id.0 as usize] == clears {
                        found.push((stmt.span, "a `clear`"));
                    }
                }
                _ => (),
            }
            for block in stmt.blocks() {
                found.extend(self.changes_of(worklist, block));
            }
        }
        found
    }
}
