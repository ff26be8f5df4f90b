//! Conditions that say whether an offer changes an element.

use super::trend::{Direction, IntegerOrder};
use crate::ir::{BinaryOp, Expr, ExprKind, LocalId, UnaryOp, Value};

/// A value that a kernel offers to an element of the state. The expressions are
/// [resolved](super::values::Values::resolved).
pub struct Offer {
    /// The current value of the element: a load.
    pub element: Expr,
    /// The offered value.
    pub value: Expr,
    /// The direction in which the element moves.
    pub direction: Direction,
    /// The order of its values.
    pub order: IntegerOrder,
}

impl Offer {
    /// Whether a condition holds if the value is further than the current value of the element, so
    /// that an offer under this condition has the same effect as without it.
    pub fn is_guarded_by(&self, condition: &Expr) -> bool {
        self.may_change(condition, &self.element)
    }

    /// Whether the value is strictly further than the element if the condition holds.
    pub fn is_strictly_guarded_by(&self, condition: &Expr) -> bool {
        self.changes(condition, &self.element)
    }

    /// Whether a condition on the old value of the element holds if the offer changed the element.
    pub fn is_announced_by(&self, condition: &Expr, old: LocalId) -> bool {
        let old = Expr::local(old, self.element.ty);
        let differs = condition.compares(BinaryOp::Ne, &old, &self.value);
        self.may_change(condition, &old) || self.order == IntegerOrder::Numbers && differs
    }

    /// Whether the offer changed the element if this condition on its old value holds.
    pub fn is_claimed_by(&self, condition: &Expr, old: LocalId) -> bool {
        self.changes(condition, &Expr::local(old, self.element.ty))
    }

    /// Whether the value combines the element with another value, so that it is at least as far.
    pub fn includes_element(&self) -> bool {
        match &self.value.kind {
            ExprKind::Binary(op, a, b) => {
                *op == self.operator() && (**a == self.element || **b == self.element)
            }
            _ => false,
        }
    }

    /// Whether the value is the limit of `bool`s: no value is further.
    pub fn is_limit(&self) -> bool {
        self.order == IntegerOrder::Bits
            && self.value == Expr::constant(Value::Bool(self.direction == Direction::Rises))
    }

    /// Whether a condition holds if the value would change another one.
    fn may_change(&self, condition: &Expr, other: &Expr) -> bool {
        let (less, greater) = self.ordered(other);
        self.order == IntegerOrder::Numbers && is_ordered(condition, less, greater)
            || self.changes(condition, other)
    }

    /// Whether the value changes another one if a condition holds, and only then.
    fn changes(&self, condition: &Expr, other: &Expr) -> bool {
        let (less, greater) = self.ordered(other);
        match self.order {
            IntegerOrder::Numbers => condition.compares(BinaryOp::Lt, less, greater),
            IntegerOrder::Bits if self.is_limit() => match self.direction {
                Direction::Falls => condition == other,
                Direction::Rises => *condition == Expr::unary(UnaryOp::Not, other.clone()),
            },
            IntegerOrder::Bits => match &condition.kind {
                ExprKind::Binary(BinaryOp::Ne, a, b) => {
                    **b == *other && self.combines(a, other)
                        || **a == *other && self.combines(b, other)
                }
                _ => false,
            },
        }
    }

    /// Returns the value and another one, the less one first if the value is further.
    fn ordered<'e>(&'e self, other: &'e Expr) -> (&'e Expr, &'e Expr) {
        match self.direction {
            Direction::Falls => (&self.value, other),
            Direction::Rises => (other, &self.value),
        }
    }

    /// Whether an expression is the result if the value is offered to another one.
    fn combines(&self, expr: &Expr, other: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Binary(op, a, b) => {
                let operands = (&**a, &**b);
                let is_whole = operands == (other, &self.value) || operands == (&self.value, other);
                *op == self.operator() && is_whole
            }
            _ => false,
        }
    }

    /// Returns the operator that combines two values.
    fn operator(&self) -> BinaryOp {
        match (self.direction, self.order) {
            (Direction::Falls, IntegerOrder::Numbers) => BinaryOp::Min,
            (Direction::Rises, IntegerOrder::Numbers) => BinaryOp::Max,
            (Direction::Falls, IntegerOrder::Bits) => BinaryOp::BitAnd,
            (Direction::Rises, IntegerOrder::Bits) => BinaryOp::BitOr,
        }
    }
}

/// Whether a condition says that one value is less than another one, or not greater.
pub fn is_ordered(condition: &Expr, less: &Expr, greater: &Expr) -> bool {
    condition.compares(BinaryOp::Lt, less, greater)
        || condition.compares(BinaryOp::Le, less, greater)
}
