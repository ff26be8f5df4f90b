//! Multiples: which numbers of a kernel are proven to be multiples of a power of two.
//!
//! [`align`](super::align) makes a loop begin at such a number, and [`vector`](super::vector) reads
//! several elements from such a position with one access. The proof follows the definitions of
//! locals. It only uses the low bits of numbers, so it also holds for sums that wrap, and when
//! [edges get 64 bits](super::super::widen).

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::visit::walk_stmts;
use crate::ir::*;

/// The locals of a kernel that have the same definition wherever they are used: variables of counted
/// loops, and locals that are never assigned.
pub(super) struct Definitions(BTreeMap<LocalId, Definition>);

enum Definition {
    Value(Expr),
    /// The first value and the step of a loop's variable.
    Counter(Expr, Expr),
}

impl Definitions {
    /// Collects the definitions of a kernel's body.
    pub(super) fn of(body: &[Stmt]) -> Definitions {
        let mut assigned = BTreeSet::new();
        let mut found = BTreeMap::new();
        walk_stmts(body, &mut |stmt| {
            assigned.extend(stmt.assigned());
            match &stmt.kind {
                StmtKind::Let(id, value) => {
                    found.insert(*id, Definition::Value(value.clone()));
                }
                StmtKind::For { var, start, step, .. } => {
                    found.insert(*var, Definition::Counter(start.clone(), step.clone()));
                }
                _ => {}
            }
        });
        found.retain(|id, _| !assigned.contains(id));
        Definitions(found)
    }

    /// Whether the value of an expression is always a multiple of `n`, a power of two.
    pub(super) fn is_multiple(&self, expr: &Expr, n: u64) -> bool {
        let both = |a: &Expr, b: &Expr| self.is_multiple(a, n) && self.is_multiple(b, n);
        match &expr.kind {
            ExprKind::Const(value) => counts(expr.ty) && value.to_bits().is_multiple_of(n),
            ExprKind::Cast(inner) => counts(inner.ty) && self.is_multiple(inner, n),
            ExprKind::Local(id) => match self.0.get(id) {
                Some(Definition::Value(value)) => self.is_multiple(value, n),
                Some(Definition::Counter(start, step)) => both(start, step),
                None => false,
            },
            ExprKind::Binary(BinaryOp::Add, a, b) => {
                both(a, b) || self.is_gap(a, b, n) || self.is_gap(b, a, n)
            }
            ExprKind::Binary(BinaryOp::Sub | BinaryOp::Min | BinaryOp::Max, a, b)
            | ExprKind::Select(_, a, b) => both(a, b),
            ExprKind::Binary(BinaryOp::Mul | BinaryOp::BitAnd, a, b) => {
                self.is_multiple(a, n) || self.is_multiple(b, n)
            }
            _ => false,
        }
    }

    /// Whether `gap` is `-number & mask`, which is the distance to the next multiple of `n`, up to
    /// other multiples.
    fn is_gap(&self, number: &Expr, gap: &Expr, n: u64) -> bool {
        let ExprKind::Binary(BinaryOp::BitAnd, negated, mask) = &self.operation(gap).kind else {
            return false;
        };
        let ExprKind::Binary(BinaryOp::Sub, zero, same) = &self.operation(negated).kind else {
            return false;
        };
        let is_constant = |expr: &Expr, is: &dyn Fn(u64) -> bool| matches!(expr.kind, ExprKind::Const(value) if is(value.to_bits()));
        let root = self.root(number);
        root.is_some()
            && root == self.root(same)
            && is_constant(zero, &|bits| bits == 0)
            && is_constant(mask, &|bits| bits & (n - 1) == n - 1)
    }

    /// Returns the expression from which a value comes: not a cast, nor a local that has a definition.
    fn operation<'e>(&'e self, expr: &'e Expr) -> &'e Expr {
        match &expr.kind {
            ExprKind::Cast(inner) if counts(inner.ty) => self.operation(inner),
            ExprKind::Local(id) => match self.0.get(id) {
                Some(Definition::Value(value)) => self.operation(value),
                _ => expr,
            },
            _ => expr,
        }
    }

    /// Returns the local whose value an expression has, up to its high bits. Its value is the same
    /// everywhere in its scope.
    fn root(&self, expr: &Expr) -> Option<LocalId> {
        match &expr.kind {
            ExprKind::Cast(inner) if counts(inner.ty) => self.root(inner),
            ExprKind::Local(id) => match self.0.get(id)? {
                Definition::Value(value) => self.root(value).or(Some(*id)),
                Definition::Counter(..) => Some(*id),
            },
            _ => None,
        }
    }
}

/// Whether casts to and from the type keep the low bits.
fn counts(ty: Type) -> bool {
    ty.is_integer() || matches!(ty, Type::Node | Type::Edge)
}
