//! Conditions that say whether an offer changes an element.

use super::trend::{Direction, Order};
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
    pub order: Order,
}

impl Offer {
    /// Whether a condition holds if the value is further than the current value of the element, so
    /// that an offer under this condition has the same effect as without it.
    pub fn is_guarded_by(&self, condition: &Expr) -> bool {
        self.is_improvement(condition, &self.element)
            || self.is_limit() && self.is_short_of_limit(condition, &self.element)
    }

    /// Whether the value is strictly further than the element if the condition holds.
    pub fn is_strictly_guarded_by(&self, condition: &Expr) -> bool {
        let is_strict = !matches!(
            condition.kind,
            ExprKind::Binary(BinaryOp::Le | BinaryOp::Ge | BinaryOp::Ne, ..)
        );
        is_strict && self.is_guarded_by(condition)
    }

    /// Whether a condition on the old value of the element holds if the offer changed the element.
    pub fn is_announced_by(&self, condition: &Expr, old: LocalId) -> bool {
        let old = Expr::local(old, self.element.ty);
        let differs = condition.compares(BinaryOp::Ne, &old, &self.value);
        let is_number = self.order == Order::Numbers;
        self.is_improvement(condition, &old)
            || is_number && differs
            || self.is_limit() && self.is_short_of_limit(condition, &old)
    }

    /// Whether the offer changed the element if this condition on its old value holds.
    pub fn is_claimed_by(&self, condition: &Expr, old: LocalId) -> bool {
        let is_exact = !matches!(
            condition.kind,
            ExprKind::Binary(BinaryOp::Le | BinaryOp::Ge | BinaryOp::Ne, ..)
        );
        is_exact && self.is_announced_by(condition, old)
    }

    /// Whether the value combines the element with another value, so that it is at least as far.
    pub fn includes_element(&self) -> bool {
        let op = match (self.direction, self.order) {
            (Direction::Falls, Order::Numbers) => BinaryOp::Min,
            (Direction::Rises, Order::Numbers) => BinaryOp::Max,
            (Direction::Falls, Order::Bits) => BinaryOp::BitAnd,
            (Direction::Rises, Order::Bits) => BinaryOp::BitOr,
        };
        match &self.value.kind {
            ExprKind::Binary(own, a, b) => {
                *own == op && (**a == self.element || **b == self.element)
            }
            _ => false,
        }
    }

    /// Whether a condition compares numbers: it holds if the value is further than another one.
    fn is_improvement(&self, condition: &Expr, other: &Expr) -> bool {
        self.order == Order::Numbers
            && match self.direction {
                Direction::Falls => is_ordered(condition, &self.value, other),
                Direction::Rises => is_ordered(condition, other, &self.value),
            }
    }

    /// Whether the value is the limit of `bool`s: no value is further.
    pub fn is_limit(&self) -> bool {
        self.order == Order::Bits
            && self.value == Expr::constant(Value::Bool(self.direction == Direction::Rises))
    }

    /// Whether a condition says that a `bool` is not at its limit.
    fn is_short_of_limit(&self, condition: &Expr, other: &Expr) -> bool {
        match self.direction {
            Direction::Falls => condition == other,
            Direction::Rises => *condition == Expr::unary(UnaryOp::Not, other.clone()),
        }
    }
}

/// Whether a condition says that one value is less than another one, or not greater.
pub fn is_ordered(condition: &Expr, less: &Expr, greater: &Expr) -> bool {
    condition.compares(BinaryOp::Lt, less, greater)
        || condition.compares(BinaryOp::Le, less, greater)
}

/// Returns the conditions that hold if a condition holds.
pub fn conjuncts(condition: &Expr) -> Vec<&Expr> {
    match &condition.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => [conjuncts(a), conjuncts(b)].concat(),
        _ => vec![condition],
    }
}
