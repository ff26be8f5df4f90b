//! Multiples: which numbers of a kernel are proven to be multiples of a power of two.
//!
//! [`align`](super::align) makes a loop begin at such a number, and [`vector`](super::vector) reads
//! several elements from such a position with one access. The proof follows the definitions of
//! locals. It only uses the low bits of numbers, so it also holds for sums that wrap, and when
//! [edges get 64 bits](super::super::widen).

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::visit::walk_stmts;
use crate::ir::*;

/// The exponent of the largest power of two that matters: vectors have at most four elements.
const MOST: u32 = 2;

/// What is known about the locals of a kernel that have the same definition wherever they are used:
/// variables of counted loops, and locals that are never assigned.
pub(super) struct Definitions {
    values: BTreeMap<LocalId, Expr>,
    /// For each local, the exponent of a power of two of which its value is a multiple.
    powers: BTreeMap<LocalId, u32>,
}

impl Definitions {
    /// Collects the definitions of a kernel's body.
    pub(super) fn of(body: &[Stmt]) -> Definitions {
        let mut assigned = BTreeSet::new();
        walk_stmts(body, &mut |stmt| assigned.extend(stmt.assigned()));
        let mut known = Definitions { values: BTreeMap::new(), powers: BTreeMap::new() };
        // In the order of the text, so that a local is known before other definitions use it.
        walk_stmts(body, &mut |stmt| match &stmt.kind {
            StmtKind::Let(id, value) if !assigned.contains(id) => {
                known.powers.insert(*id, known.power(value));
                known.values.insert(*id, value.clone());
            }
            StmtKind::For { var, start, step, .. } if !assigned.contains(var) => {
                known.powers.insert(*var, known.power(start).min(known.power(step)));
            }
            _ => {}
        });
        known
    }

    /// Whether the value of an expression is always a multiple of `n`, which is 1, 2 or 4.
    pub(super) fn is_multiple(&self, expr: &Expr, n: u64) -> bool {
        self.power(expr) >= n.ilog2()
    }

    /// Returns the exponent of a power of two of which the value of an expression is a multiple.
    fn power(&self, expr: &Expr) -> u32 {
        match &expr.kind {
            ExprKind::Const(value) if counts(expr.ty) => value.to_bits().trailing_zeros().min(MOST),
            ExprKind::Cast(inner) if counts(inner.ty) => self.power(inner),
            ExprKind::Local(id) => self.powers.get(id).copied().unwrap_or(0),
            ExprKind::Binary(BinaryOp::Add, a, b) => {
                let sum = self.power(a).min(self.power(b));
                sum.max(self.filled(a, b)).max(self.filled(b, a))
            }
            ExprKind::Binary(BinaryOp::Sub | BinaryOp::Min | BinaryOp::Max, a, b)
            | ExprKind::Select(_, a, b) => self.power(a).min(self.power(b)),
            ExprKind::Binary(BinaryOp::Mul, a, b) => (self.power(a) + self.power(b)).min(MOST),
            ExprKind::Binary(BinaryOp::BitAnd, a, b) => self.power(a).max(self.power(b)),
            _ => 0,
        }
    }

    /// Returns the exponent for the sum of a number and a gap, if the gap is `(0 - number) & mask`.
    /// The low bits of the mask are then zero in the sum.
    fn filled(&self, number: &Expr, gap: &Expr) -> u32 {
        let ExprKind::Binary(BinaryOp::BitAnd, negated, mask) = &self.operation(gap).kind else {
            return 0;
        };
        let ExprKind::Binary(BinaryOp::Sub, zero, same) = &self.operation(negated).kind else {
            return 0;
        };
        let (ExprKind::Const(zero), ExprKind::Const(mask)) = (&zero.kind, &mask.kind) else {
            return 0;
        };
        let root = self.root(number);
        let is_gap = zero.to_bits() == 0 && root.is_some() && root == self.root(same);
        if is_gap { mask.to_bits().trailing_ones().min(MOST) } else { 0 }
    }

    /// Returns the expression from which a value comes: not a cast, nor a local that is known.
    fn operation<'e>(&'e self, expr: &'e Expr) -> &'e Expr {
        match &expr.kind {
            ExprKind::Cast(inner) if counts(inner.ty) => self.operation(inner),
            ExprKind::Local(id) => self.values.get(id).map_or(expr, |value| self.operation(value)),
            _ => expr,
        }
    }

    /// Returns the local whose value an expression has, up to its high bits. Its value is the same
    /// everywhere in its scope.
    fn root(&self, expr: &Expr) -> Option<LocalId> {
        match &expr.kind {
            ExprKind::Cast(inner) if counts(inner.ty) => self.root(inner),
            ExprKind::Local(id) => {
                let value = self.values.get(id).and_then(|value| self.root(value));
                value.or_else(|| self.powers.contains_key(id).then_some(*id))
            }
            _ => None,
        }
    }
}

/// Whether casts to and from the type keep the low bits.
fn counts(ty: Type) -> bool {
    ty.is_integer() || matches!(ty, Type::Node | Type::Edge)
}
