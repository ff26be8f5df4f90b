//! Checks locals into which a nested `forall` reduces: `forall e in u.out { sum += e.dst.rank; }`.
//!
//! The iterations of the `forall` share the local. They may only combine values into it, all by the
//! same operator, whose order must not matter. After the `forall`, the local holds the result.

use indexmap::IndexMap;

use super::checker::{Checker, Frame};
use super::effects::SharedLocal;
use crate::diagnostics::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::*;

impl Checker<'_> {
    /// Records the use of a local if a `forall` shares it. `depth` is the number of `forall`s
    /// around its declaration.
    pub(super) fn share(
        &mut self,
        binding: BindingId,
        depth: usize,
        op: Option<AssignOp>,
        span: Span,
    ) {
        let mut foralls = self.frames.iter().filter_map(|frame| match frame {
            Frame::ForAll { binding, .. } => Some(*binding),
            _ => None,
        });
        if let Some(forall) = foralls.nth(depth) {
            self.shared_locals.push(SharedLocal { binding, forall, op, span });
        }
    }

    /// Checks the locals that `forall`s reduce into.
    pub(super) fn reductions(&mut self) {
        let mut groups: IndexMap<_, Vec<SharedLocal>> = IndexMap::new();
        for shared in std::mem::take(&mut self.shared_locals) {
            groups.entry((shared.binding, shared.forall)).or_default().push(shared);
        }
        for ((binding, _), uses) in groups {
            let Some(reduced) = uses.iter().find(|shared| shared.op.is_some()) else { continue };
            let Some(wrong) = uses.iter().find(|shared| shared.op != reduced.op) else { continue };
            let (what, note) = match wrong.op {
                None => (
                    "is used in the `forall` that reduces into it",
                    "the iterations run at the same time, so its value is unknown until the \
                     `forall` ends",
                ),
                Some(_) => (
                    "is reduced with different operators in one `forall`",
                    "the iterations run at the same time, so the result would depend on their order",
                ),
            };
            let local = self.locals.iter().find(|local| local.binding == binding);
            let name = local.map_or("it", |local| &local.name.text);
            let diagnostic = Diagnostic::error("E0319", wrong.span, format!("`{name}` {what}"))
                .also(reduced.span, "reduced here")
                .note(note)
                .help("use a second local, or write `for` if the order matters");
            self.report(diagnostic);
        }
    }
}
