//! How the expressions of a kernel change while the state of a loop moves.
//!
//! | expression | trend |
//! | --- | --- |
//! | a literal, parameter, array of the graph, or array that the loop never writes | fixed, if its index is |
//! | an element of the state whose index is fixed | the direction of its array |
//! | `min`, `max`, a sum that saturates or fits, `&&`, `\|\|` | the direction that both operands have |
//! | `&`, `\|` | the same, for sets of bits |
//! | `a < b`, `a <= b` | holds on if `a` falls and `b` rises |
//! | `a != largest`, `a == smallest` | as `a < largest`, `a <= smallest` |
//! | `!a`, `~a` | the opposite direction |
//! | a conversion that keeps the value | the direction of its operand |
//! | any operation on fixed values | fixed |
//! | anything else | any |

use std::collections::{BTreeMap, BTreeSet};

use super::State;
use super::trend::{Direction, IntegerOrder, Trend};
use crate::ir::visit::walk_stmts;
use crate::ir::{
    Access, ArrayId, BinaryOp, Bounds, Expr, ExprKind, Kernel, LocalId, Place, StmtKind, UnaryOp,
    Value,
};
use crate::types::Type;

/// What is known about the values of a kernel.
pub struct Values<'m> {
    state: &'m State,
    /// The arrays that the kernels of the loop write.
    written: &'m BTreeSet<ArrayId>,
    /// The element of an iteration, if the proof must show that the state is only read there.
    own: Option<LocalId>,
    /// The locals that are assigned.
    assigned: BTreeSet<LocalId>,
    /// The expression of each local that is never assigned and whose expression has no such local.
    definitions: BTreeMap<LocalId, Expr>,
    /// The trend of each local.
    trends: BTreeMap<LocalId, Trend>,
    /// The upper bounds of locals that are never assigned.
    upper: BTreeMap<LocalId, u64>,
    /// The upper bounds of expressions that the conditions around the current statement ensure.
    pub ensured: Vec<(Expr, u64)>,
}

impl<'m> Values<'m> {
    /// Starts with the values of a kernel, of which nothing is known but its parameters and the
    /// element of an iteration.
    pub fn of(
        kernel: &Kernel,
        (state, written): (&'m State, &'m BTreeSet<ArrayId>),
        (element, own): (LocalId, Option<LocalId>),
    ) -> Values<'m> {
        let (mut definitions, mut assigned) = (BTreeMap::new(), BTreeSet::new());
        walk_stmts(&kernel.body, &mut |stmt| {
            assigned.extend(stmt.assigned());
            if let StmtKind::Let(id, value) = &stmt.kind {
                definitions.insert(*id, value.clone());
            }
        });
        let is_lasting = |expr: &Expr| !expr.mentions(|id| assigned.contains(&id));
        definitions
            .retain(|id, value| !assigned.contains(id) && *id != element && is_lasting(value));
        let params = (0..kernel.params as u32).map(LocalId);
        let params = params.filter(|id| !assigned.contains(id));
        let trends = params.chain([element]).map(|id| (id, Trend::Fixed)).collect();
        let (upper, ensured) = Default::default();
        Values { state, written, own, assigned, definitions, trends, upper, ensured }
    }

    /// Returns an expression with the definitions of its locals in their places, and without what
    /// passes have proven about its accesses. If the state does not move, equal expressions then
    /// have equal values.
    pub fn resolved(&self, expr: &Expr) -> Expr {
        let mut expr = expr.clone();
        expr.walk_mut(&mut |e| match &mut e.kind {
            ExprKind::Local(id) => {
                if let Some(definition) = self.definitions.get(id) {
                    *e = self.resolved(definition);
                }
            }
            ExprKind::Load(place) => {
                (place.access, place.bounds) = (Access::Relaxed, Bounds::Checked);
                if let Some(element) = &mut place.element {
                    element.bounds = Bounds::Checked;
                }
            }
            ExprKind::Graph(_, _, bounds) => *bounds = Bounds::Checked,
            _ => {}
        });
        expr
    }

    /// Whether the value of a resolved expression stays the same during an iteration in which the
    /// state does not move: it has no local that is assigned.
    pub fn is_lasting(&self, resolved: &Expr) -> bool {
        !resolved.mentions(|id| self.assigned.contains(&id))
    }

    /// Returns the trend of a local.
    pub fn of_local(&self, id: LocalId) -> Trend {
        self.trends.get(&id).copied().unwrap_or(Trend::Any)
    }

    /// Notes that a local may have another value with this trend.
    pub fn add(&mut self, id: LocalId, ty: Type, trend: Trend) {
        let known = self.trends.get(&id).map_or(trend, |known| known.join(trend, ty));
        self.trends.insert(id, known);
    }

    /// Notes the declaration of a local.
    pub fn declare(&mut self, id: LocalId, value: &Expr) {
        self.add(id, value.ty, self.trend(value));
        if !self.assigned.contains(&id)
            && let Some(upper) = self.upper(value)
        {
            self.upper.insert(id, upper);
        }
    }

    /// Returns the trends of all locals, to detect whether they have changed.
    pub fn trends(&self) -> &BTreeMap<LocalId, Trend> {
        &self.trends
    }

    /// Returns the trend of an expression.
    pub fn trend(&self, expr: &Expr) -> Trend {
        match &expr.kind {
            ExprKind::Const(_)
            | ExprKind::Param(_)
            | ExprKind::NodeCount
            | ExprKind::EdgeCount
            | ExprKind::Length(_) => Trend::Fixed,
            ExprKind::Local(id) => self.of_local(*id),
            ExprKind::Graph(_, index, _) => self.if_fixed([&**index], Trend::Fixed),
            ExprKind::Load(place) => self.if_fixed(place.indices(), self.of_element(place)),
            ExprKind::Unary(op, operand) => match op {
                UnaryOp::Not | UnaryOp::BitNot => self.trend(operand).flipped(),
                UnaryOp::Neg | UnaryOp::Abs | UnaryOp::Call(_) => {
                    self.if_fixed([&**operand], Trend::Fixed)
                }
            },
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::Cast(operand) => match keeps_values(operand.ty, expr.ty) {
                true => self.trend(operand).in_order(IntegerOrder::Numbers, operand.ty),
                false => self.if_fixed([&**operand], Trend::Fixed),
            },
            ExprKind::Select(condition, a, b) => {
                self.if_fixed([&**condition], self.trend(a).join(self.trend(b), expr.ty))
            }
            // The positions of items and work-items are not the same in each run.
            ExprKind::WorklistSize(_)
            | ExprKind::Waiting(_)
            | ExprKind::WorklistItem(..)
            | ExprKind::At(_)
            | ExprKind::Element(_)
            | ExprKind::Shared(..)
            | ExprKind::Search(..) => Trend::Any,
        }
    }

    /// Returns a trend if all operands are fixed.
    fn if_fixed<'e>(&self, operands: impl IntoIterator<Item = &'e Expr>, trend: Trend) -> Trend {
        let mut operands = operands.into_iter();
        if operands.all(|e| self.trend(e) == Trend::Fixed) { trend } else { Trend::Any }
    }

    /// Whether a place is the element of the iteration.
    pub fn is_own(&self, place: &Place) -> bool {
        self.own.is_some() && self.resolved(&place.index).local_read() == self.own
    }

    /// Returns the trend of an element with a fixed index.
    fn of_element(&self, place: &Place) -> Trend {
        match self.state.get(&place.array) {
            Some(_) if self.own.is_some() && !self.is_own(place) => Trend::Any,
            Some((direction, order)) => Trend::Moves(*direction, *order),
            None if self.written.contains(&place.array) => Trend::Any,
            None => Trend::Fixed,
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Trend {
        let [a, b] = [left, right].map(|e| self.trend(e));
        if (a, b) == (Trend::Fixed, Trend::Fixed) {
            return Trend::Fixed;
        }
        let ty = left.ty;
        let both = |order| a.in_order(order, ty).join(b.in_order(order, ty), ty);
        let numbers = || match ty.is_float() {
            true => Trend::Any,
            false => both(IntegerOrder::Numbers),
        };
        match op {
            BinaryOp::Min | BinaryOp::Max => numbers(),
            BinaryOp::SaturatingAdd => numbers(),
            BinaryOp::Add if self.sum_fits(left, right) => numbers(),
            BinaryOp::And | BinaryOp::Or | BinaryOp::BitAnd | BinaryOp::BitOr => {
                both(IntegerOrder::Bits)
            }
            BinaryOp::Lt | BinaryOp::Le if !ty.is_float() => less(a, b, ty),
            BinaryOp::Gt | BinaryOp::Ge if !ty.is_float() => less(b, a, ty),
            BinaryOp::Eq | BinaryOp::Ne => {
                let trend = [(a, right), (b, left)].into_iter().find_map(|(trend, other)| {
                    let ExprKind::Const(limit) = other.kind else { return None };
                    let trend = trend.in_order(IntegerOrder::Numbers, ty);
                    if limit == Value::max(ty) {
                        Some(trend.flipped())
                    } else {
                        (limit == Value::min(ty)).then_some(trend)
                    }
                });
                // `x != largest` is `x < largest`, and `x != smallest` is `smallest < x`.
                let trend = trend.filter(|_| !ty.is_float()).unwrap_or(Trend::Any);
                let trend = if op == BinaryOp::Eq { trend.flipped() } else { trend };
                as_condition(trend)
            }
            _ => Trend::Any,
        }
    }

    /// Whether the sum of two values is at most the largest value of their type.
    fn sum_fits(&self, left: &Expr, right: &Expr) -> bool {
        let largest = Value::max(left.ty).to_bits();
        let sum = self.upper(left).zip(self.upper(right));
        sum.and_then(|(a, b)| a.checked_add(b)).is_some_and(|sum| sum <= largest)
    }

    /// Returns an upper bound of a value without a sign.
    fn upper(&self, expr: &Expr) -> Option<u64> {
        if expr.ty.is_signed() || expr.ty.is_float() {
            return None;
        }
        let known = match &expr.kind {
            ExprKind::Const(value) => Some(value.to_bits()),
            ExprKind::Local(id) => self.upper.get(id).copied(),
            _ => None,
        };
        let ensured = self.ensured.iter().filter(|(bounded, _)| bounded == expr);
        ensured.map(|(_, upper)| *upper).chain(known).min()
    }

    /// Returns the upper bounds that a condition ensures, also for later reads: of locals that are
    /// never assigned, and of elements that only fall.
    pub fn bounds(&self, condition: &Expr) -> Vec<(Expr, u64)> {
        let bound = |part: &Expr| {
            let ExprKind::Binary(op, left, right) = &part.kind else { return None };
            let is_constant = |e: &Expr| matches!(e.kind, ExprKind::Const(_));
            let (op, value, limit) = match is_constant(left) {
                true => (op.mirrored(), right, left),
                false => (*op, left, right),
            };
            let ExprKind::Const(constant) = limit.kind else { return None };
            let is_largest = constant == Value::max(limit.ty);
            let limit = constant.to_bits();
            let upper = match op {
                BinaryOp::Lt => limit.checked_sub(1)?,
                BinaryOp::Le | BinaryOp::Eq => limit,
                BinaryOp::Ne if is_largest => limit.checked_sub(1)?,
                _ => return None,
            };
            let is_lasting = match &value.kind {
                ExprKind::Local(id) => !self.assigned.contains(id),
                ExprKind::Load(_) => {
                    matches!(self.trend(value), Trend::Fixed | Trend::Moves(Direction::Falls, _))
                }
                _ => false,
            };
            let has_sign = value.ty.is_signed() || value.ty.is_float();
            (is_lasting && !has_sign).then(|| ((**value).clone(), upper))
        };
        condition.conjuncts().into_iter().filter_map(bound).collect()
    }
}

/// Returns the trend of the condition that one value is less than another one, or not greater.
fn less(small: Trend, large: Trend, ty: Type) -> Trend {
    let [small, large] = [small, large].map(|trend| trend.in_order(IntegerOrder::Numbers, ty));
    as_condition(small.flipped().join(large, ty))
}

/// Returns the trend of a condition whose truth follows numbers.
fn as_condition(trend: Trend) -> Trend {
    match trend {
        Trend::Moves(direction, _) => Trend::Moves(direction, IntegerOrder::Bits),
        other => other,
    }
}

/// Whether a conversion keeps every value, so that it keeps their order as numbers.
fn keeps_values(from: Type, to: Type) -> bool {
    let is_unsigned = |ty: Type| !ty.is_signed() && !ty.is_float();
    let bits = |ty: Type| if ty == Type::Bool { 1 } else { 8 * ty.size() };
    !from.is_float()
        && !to.is_float()
        && match (is_unsigned(from), is_unsigned(to)) {
            (true, true) => bits(from) <= bits(to),
            (true, false) => bits(from) < bits(to),
            (false, false) => bits(from) <= bits(to),
            (false, true) => false,
        }
}
