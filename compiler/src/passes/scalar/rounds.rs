//! The rounds of loops: how many a counted loop has, and serial `forall`s as counted loops.
//!
//! [`unroll`](super::unroll) divides the rounds of a loop between two loops. It computes their number
//! here, and recognises loops whose number of rounds has a known bound.
//!
//! Before distribution, the innermost loops of a kernel are usually `forall`s with the mapping
//! `serial`. The pass first replaces them with counted loops, as the pass
//! [`serialise`](super::super::serialise) does later for the other targets:
//!
//! ```text
//! forall serial e: edge in out u {    for e: edge = @out_offsets[u] to
//!   reduce add sum, w[e]                  @out_offsets[(u32(u) + 1u32)] by 1u32 {
//! }                                     set sum = (sum + w[e])
//!                                     }
//! ```
//!
//! This is legal: the iterations of a `forall` may run in any order, so they may run in ascending
//! order. One agent runs all iterations of a serial `forall`, as it does for a counted loop.

use std::collections::BTreeSet;

use crate::ir::build::{add_local, combine};
use crate::ir::visit::{walk_stmts, walk_stmts_mut};
use crate::ir::*;
use crate::passes::invariant::same;
use crate::passes::serialise::counted;

/// The rounds of a counted loop with the step 1. New locals have its bounds.
pub(super) struct Rounds {
    /// The first value of the loop variable.
    pub from: Expr,
    /// The exclusive upper bound.
    pub to: Expr,
    /// The number of rounds, as an unsigned number.
    pub count: Expr,
    /// The type in which the loops count.
    pub counted: Type,
}

impl Rounds {
    /// Declares locals for the bounds of a loop with the variable `var` and for the number of its
    /// rounds, which is right for signed bounds, too.
    pub(super) fn declare(
        locals: &mut Locals,
        var: LocalId,
        (start, end): (Expr, Expr),
        origin: Origin,
        out: &mut Block,
    ) -> Rounds {
        let counted = locals[var.index()].ty.counter();
        let mut declare = |name: &str, value: Expr| {
            let ty = value.ty;
            let id = add_local(locals, name, ty);
            out.push(StmtKind::Let(id, value).from(origin));
            Expr::local(id, ty)
        };
        let from = declare("from", start.cast(counted));
        let to = declare("to", end.cast(counted));
        let unsigned = if counted == Type::I32 { Type::U32 } else { counted };
        let some = Expr::binary(BinaryOp::Lt, from.clone(), to.clone());
        let difference =
            Expr::binary(BinaryOp::Sub, to.clone().cast(unsigned), from.clone().cast(unsigned));
        let none = Expr::constant(Value::zero(unsigned));
        let count = ExprKind::Select(Box::new(some), Box::new(difference), Box::new(none));
        let count = declare("count", Expr { ty: unsigned, kind: count });
        Rounds { from, to, count, counted }
    }

    /// Returns a number of rounds as a literal.
    fn number(&self, value: u64) -> Expr {
        Expr::constant(Value::from_bits(self.count.ty, value))
    }

    /// Returns the value of the loop variable after `count & mask` rounds that start at `from`.
    pub(super) fn after(&self, from: &Expr, mask: u64) -> Expr {
        Expr::binary(BinaryOp::Add, from.clone(), self.masked(mask))
    }

    /// Returns the value of the loop variable before the last `count & mask` rounds, or the end if
    /// there are no rounds.
    pub(super) fn before_last(&self, mask: u64) -> Expr {
        Expr::binary(BinaryOp::Sub, self.to.clone(), self.masked(mask))
    }

    fn masked(&self, mask: u64) -> Expr {
        let rounds = Expr::binary(BinaryOp::BitAnd, self.count.clone(), self.number(mask));
        rounds.cast(self.counted)
    }
}

/// Returns an upper bound of the number of rounds of a loop with the step 1, if its bounds show
/// one: they are literals, or the end is the start plus a number that a mask limits, as
/// [`Rounds::after`] creates it.
pub(super) fn most_rounds(start: &Expr, end: &Expr) -> Option<u64> {
    if let (ExprKind::Const(first), ExprKind::Const(last)) = (&start.kind, &end.kind) {
        let rounds = match start.ty {
            Type::I32 => i64::from(last.to_bits() as i32) - i64::from(first.to_bits() as i32),
            Type::U64 => return Some(last.to_bits().saturating_sub(first.to_bits())),
            _ => last.to_bits() as i64 - first.to_bits() as i64,
        };
        return Some(u64::try_from(rounds).unwrap_or(0));
    }
    let ExprKind::Binary(BinaryOp::Add, first, rounds) = &end.kind else { return None };
    if same(start, first) { limit(rounds) } else { None }
}

/// Returns an upper bound of a number of rounds that a mask limits.
fn limit(rounds: &Expr) -> Option<u64> {
    match &rounds.kind {
        ExprKind::Cast(inner) => limit(inner),
        ExprKind::Binary(BinaryOp::BitAnd, _, mask) => match mask.kind {
            ExprKind::Const(mask) if mask.to_bits() <= i32::MAX as u64 => Some(mask.to_bits()),
            _ => None,
        },
        _ => None,
    }
}

/// Whether statements contain a loop.
pub(super) fn has_loop(block: &[Stmt]) -> bool {
    let mut found = false;
    walk_stmts(block, &mut |stmt| {
        found |= matches!(
            stmt.kind,
            StmtKind::While(..) | StmtKind::For { .. } | StmtKind::ForAll { .. }
        );
    });
    found
}

/// Replaces each innermost serial `forall` whose body `is_worthwhile` accepts with a counted loop.
pub(super) fn count_innermost(kernel: &mut Kernel, is_worthwhile: &dyn Fn(&Block) -> bool) {
    let Kernel { locals, body, .. } = kernel;
    count_in(body, locals, &mut BTreeSet::new(), is_worthwhile);
}

/// Replaces `forall`s in a block. `own` has the locals that are declared between it and the
/// innermost `forall` around it.
fn count_in(
    block: &mut Block,
    locals: &mut Locals,
    own: &mut BTreeSet<LocalId>,
    is_worthwhile: &dyn Fn(&Block) -> bool,
) {
    for stmt in block {
        let origin = stmt.origin;
        let StmtKind::ForAll { var, domain, mapping, body } = &mut stmt.kind else {
            own.extend(stmt.declares());
            for inner in stmt.blocks_mut() {
                count_in(inner, locals, own, is_worthwhile);
            }
            continue;
        };
        count_in(body, locals, &mut BTreeSet::from([*var]), is_worthwhile);
        // Items of worklists are not available before distribution.
        let is_counted = !matches!(domain, Domain::Worklist(_) | Domain::Positions(_));
        if *mapping == Mapping::Serial && is_counted && !has_loop(body) && is_worthwhile(body) {
            let mut body = std::mem::take(body);
            assign_reductions(&mut body, locals, own);
            stmt.kind = counted(locals, *var, domain.clone(), body, origin);
        }
    }
}

/// Replaces reductions with assignments, except those into locals that the iterations of a `forall`
/// around the statements share.
fn assign_reductions(body: &mut Block, locals: &Locals, own: &BTreeSet<LocalId>) {
    walk_stmts_mut(body, &mut |stmt| {
        if let StmtKind::Reduce(id, op, value) = &stmt.kind
            && own.contains(id)
        {
            let current = Expr::local(*id, locals[id.index()].ty);
            stmt.kind = StmtKind::Assign(*id, combine(*op, current, value.clone()));
        }
    });
}
