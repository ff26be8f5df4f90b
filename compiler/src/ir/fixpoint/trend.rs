//! How values change while the state of a loop moves.

use super::conditions::is_ordered;
use crate::atomics::AtomicOp;
use crate::ir::visit::walk_stmts;
use crate::ir::{BinaryOp, Expr, ExprKind, Kernel, Place, Stmt, StmtKind, Value};
use crate::types::Type;

/// The direction in which values move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// Later values are not less than earlier ones.
    Rises,
    /// Later values are not greater than earlier ones.
    Falls,
}

/// The order of integers. For `bool`s, both orders are the same: `false` is before `true`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum IntegerOrder {
    /// As numbers.
    Numbers,
    /// As sets of bits: a value is greater if it has all bits of the other one.
    Bits,
}

/// How a value changes while the state of a loop moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// It does not depend on the state.
    Fixed,
    /// It moves in one direction.
    Moves(Direction, IntegerOrder),
    /// It may change in any way.
    Any,
}

impl Direction {
    /// Returns the opposite direction.
    pub fn flipped(self) -> Direction {
        match self {
            Direction::Rises => Direction::Falls,
            Direction::Falls => Direction::Rises,
        }
    }
}

impl Trend {
    /// The trend of a condition that continues to hold.
    pub const HOLDS: Trend = Trend::Moves(Direction::Rises, IntegerOrder::Bits);

    /// Returns the trend in an order, of a value of this type. A set of bits that grows is also a
    /// number that grows, if it has no sign.
    pub fn in_order(self, order: IntegerOrder, ty: Type) -> Trend {
        match self {
            Trend::Moves(_, own) if own == order => self,
            Trend::Moves(direction, _) if ty == Type::Bool => Trend::Moves(direction, order),
            Trend::Moves(direction, IntegerOrder::Bits) if !ty.is_signed() && !ty.is_float() => {
                Trend::Moves(direction, order)
            }
            Trend::Moves(..) => Trend::Any,
            other => other,
        }
    }

    /// Returns the trend of a value of this type that is one of two values, or that an operation
    /// computes from two values and moves with both.
    pub fn join(self, other: Trend, ty: Type) -> Trend {
        let (a, b) = match (self, other) {
            (Trend::Moves(_, a), Trend::Moves(_, b)) if a != b => (
                self.in_order(IntegerOrder::Numbers, ty),
                other.in_order(IntegerOrder::Numbers, ty),
            ),
            both => both,
        };
        match (a, b) {
            (Trend::Fixed, other) | (other, Trend::Fixed) => other,
            (a, b) if a == b => a,
            _ => Trend::Any,
        }
    }

    /// Returns the trend of a value that moves in the opposite direction.
    pub fn flipped(self) -> Trend {
        match self {
            Trend::Moves(direction, order) => Trend::Moves(direction.flipped(), order),
            other => other,
        }
    }
}

/// Returns the direction in which an operation moves an element, and the order in which it does, or
/// `None` if it may move it in both directions.
pub fn of_atomic(op: AtomicOp) -> Option<(Direction, IntegerOrder)> {
    match op {
        AtomicOp::Min => Some((Direction::Falls, IntegerOrder::Numbers)),
        AtomicOp::Max => Some((Direction::Rises, IntegerOrder::Numbers)),
        AtomicOp::And => Some((Direction::Falls, IntegerOrder::Bits)),
        AtomicOp::Or => Some((Direction::Rises, IntegerOrder::Bits)),
        AtomicOp::Add | AtomicOp::Xor | AtomicOp::Swap | AtomicOp::Cas => None,
    }
}

/// Returns the direction in which a store of a kernel moves an element, as its value or the
/// conditions around it suggest. The proof does not rely on this.
pub fn of_store(kernel: &Kernel, store: &Stmt) -> Option<(Direction, IntegerOrder)> {
    let StmtKind::Store(place, value) = &store.kind else { return None };
    match value.kind {
        ExprKind::Const(Value::Bool(true)) => return of_atomic(AtomicOp::Or),
        ExprKind::Const(Value::Bool(false)) => return of_atomic(AtomicOp::And),
        ExprKind::Binary(BinaryOp::Min, ..) => return of_atomic(AtomicOp::Min),
        ExprKind::Binary(BinaryOp::Max, ..) => return of_atomic(AtomicOp::Max),
        ExprKind::Binary(BinaryOp::BitAnd, ..) => return of_atomic(AtomicOp::And),
        ExprKind::Binary(BinaryOp::BitOr, ..) => return of_atomic(AtomicOp::Or),
        _ => {}
    }
    let mut found = None;
    walk_stmts(&kernel.body, &mut |stmt| {
        if let StmtKind::If(condition, then, _) = &stmt.kind
            && contains(then, store)
        {
            found = found.or_else(|| of_guard(condition, place, value));
        }
    });
    found
}

fn contains(block: &[Stmt], wanted: &Stmt) -> bool {
    let mut found = false;
    walk_stmts(block, &mut |stmt| found |= std::ptr::eq(stmt, wanted));
    found
}

/// Returns the direction of a store of a value under a condition that compares it with the element.
fn of_guard(condition: &Expr, place: &Place, value: &Expr) -> Option<(Direction, IntegerOrder)> {
    let is_element = |expr: &Expr| matches!(&expr.kind, ExprKind::Load(read) if read.array == place.array && read.index == place.index);
    condition.conjuncts().into_iter().find_map(|part| {
        let ExprKind::Binary(_, left, right) = &part.kind else { return None };
        let element = [left, right].into_iter().find(|side| is_element(side))?;
        let falls = is_ordered(part, value, element);
        let rises = is_ordered(part, element, value);
        let op = if falls { AtomicOp::Min } else { AtomicOp::Max };
        (falls || rises).then(|| of_atomic(op)).flatten()
    })
}
