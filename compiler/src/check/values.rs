//! Checks of values, which need the types of all expressions: literals are in range, divisors are
//! not a constant zero, and shift amounts are below the width of the type.
use super::checker::Checker;
use super::infer::TypeSet;
use super::meaning::{Builtin, Meaning};
use crate::diagnostics::Diagnostic;
use crate::syntax::ast::*;
use crate::types::Type;

impl<'p> Checker<'p> {
    /// Checks the values that were recorded while expressions were checked.
    pub(super) fn values(&mut self) {
        for (literal, negated) in std::mem::take(&mut self.literals) {
            self.literal_in_range(literal, negated);
        }
        if self.has_errors() {
            return; // Constants may be circular or without a value.
        }
        let consts = self.constants();
        self.constant_lengths(&consts);
        for divisor in std::mem::take(&mut self.divisors) {
            if self.evaluate(divisor, &consts) == Some(0) {
                let diagnostic = Diagnostic::error("E0208", divisor.span, "division by zero")
                    .label("this is always zero")
                    .help("write a divisor other than zero");
                self.report(diagnostic);
            }
        }
        for step in std::mem::take(&mut self.steps) {
            if self.evaluate(step, &consts).is_some_and(|step| step <= 0) {
                let diagnostic =
                    Diagnostic::error("E0220", step.span, "a step that is not positive")
                        .note(
                            "a range counts up from its start: `a`, `a + step`, `a + 2 * step`, …",
                        )
                        .help("write a step of at least 1, and compute the index in the loop");
                self.report(diagnostic);
            }
        }
        for (shifted, amount) in std::mem::take(&mut self.shifts) {
            let bits = 8 * self.infer.resolve(shifted).size() as i128;
            if self.evaluate(amount, &consts).is_some_and(|amount| !(0..bits).contains(&amount)) {
                let message = format!("the shift amount is too large for a value of {bits} bits");
                let diagnostic = Diagnostic::error("E0210", amount.span, message)
                    .note(format!("the amount must be at least 0 and less than {bits}"))
                    .help("write a smaller amount, or convert the value to a wider type first");
                self.report(diagnostic);
            }
        }
    }

    /// Returns the value of each constant; `None` if it is not a known integer.
    pub(super) fn constants(&mut self) -> Vec<Option<i128>> {
        let mut consts: Vec<Option<i128>> = Vec::new();
        for field in self.items.consts.clone() {
            let value = field.init.as_ref().and_then(|init| self.evaluate(init, &consts));
            consts.push(value);
        }
        consts
    }

    fn literal_in_range(&mut self, literal: &Expr, negated: bool) {
        let Some(var) = self.expr_types[literal.id.0 as usize] else {
            return;
        };
        if self.infer.types(var).is_error() {
            return;
        }
        let ty = self.infer.resolve(var);
        let fits = match &literal.kind {
            ExprKind::Int(value, _) => {
                ty.is_float() || i128::from(*value) <= limits(ty).1 + i128::from(negated)
            }
            ExprKind::Float(digits, _) => match ty {
                Type::F32 => digits.parse().is_ok_and(f32::is_finite),
                _ => digits.parse().is_ok_and(f64::is_finite),
            },
            _ => true,
        };
        if !fits {
            let shown = if negated { "-" } else { "" };
            let message = format!("the number does not fit into `{ty}`");
            let diagnostic = Diagnostic::error("E0207", literal.span, message)
                .label(format!("the type here is `{ty}`"))
                .note(match ty.is_float() {
                    true => format!("the number is larger than the largest `{ty}`"),
                    false => {
                        format!("the values of `{ty}` are {} to {}", limits(ty).0, limits(ty).1)
                    }
                })
                .help(match wider(ty) {
                    Some(wider) => {
                        format!(
                            "use the type `{wider}`, for example as a suffix: `{shown}…{wider}`"
                        )
                    }
                    None => "write a smaller number".to_owned(),
                });
            self.report(diagnostic);
        }
    }

    /// The value of a constant integer expression; `None` for any other expression.
    pub(super) fn evaluate(&mut self, expr: &Expr, consts: &[Option<i128>]) -> Option<i128> {
        let var = self.expr_types[expr.id.0 as usize]?;
        let ty = self.infer.resolve(var);
        if TypeSet::of(&[ty]).and(TypeSet::INTEGERS).is_error() {
            return None;
        }
        let value = match &expr.kind {
            ExprKind::Int(value, _) => i128::from(*value),
            ExprKind::Path(_) => match self.meanings[expr.id.0 as usize]? {
                Meaning::Const(index) => (*consts.get(index)?)?,
                Meaning::Builtin(Builtin::Max) => limits(ty).1,
                Meaning::Builtin(Builtin::Min) => limits(ty).0,
                _ => return None,
            },
            ExprKind::Unary(UnaryOp::Neg, operand) => -self.evaluate(operand, consts)?,
            ExprKind::Unary(UnaryOp::BitNot, operand) => !self.evaluate(operand, consts)?,
            ExprKind::Cast(operand, _) => self.evaluate(operand, consts)?,
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (self.evaluate(left, consts)?, self.evaluate(right, consts)?);
                match op {
                    BinaryOp::Add => a + b,
                    BinaryOp::Sub => a - b,
                    BinaryOp::Mul => a.wrapping_mul(b),
                    BinaryOp::Div => a.checked_div(b)?,
                    BinaryOp::Rem => a.checked_rem(b)?,
                    BinaryOp::BitAnd => a & b,
                    BinaryOp::BitOr => a | b,
                    BinaryOp::BitXor => a ^ b,
                    BinaryOp::Shl => a.checked_shl(u32::try_from(b).ok()?)?,
                    BinaryOp::Shr => a.checked_shr(u32::try_from(b).ok()?)?,
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(wrap(value, ty))
    }
}

/// The smallest and the largest value of an integer type or of an id.
fn limits(ty: Type) -> (i128, i128) {
    match ty {
        Type::I32 => (i32::MIN.into(), i32::MAX.into()),
        Type::I64 => (i64::MIN.into(), i64::MAX.into()),
        Type::U64 => (0, u64::MAX.into()),
        _ => (0, u32::MAX.into()),
    }
}

/// The value modulo the width of the type.
fn wrap(value: i128, ty: Type) -> i128 {
    match ty {
        Type::I32 => (value as i32).into(),
        Type::I64 => (value as i64).into(),
        Type::U64 => (value as u64).into(),
        _ => (value as u32).into(),
    }
}

/// A type with a larger range.
fn wider(ty: Type) -> Option<Type> {
    match ty {
        Type::I32 => Some(Type::I64),
        Type::U32 => Some(Type::U64),
        Type::I64 => Some(Type::U64),
        Type::F32 => Some(Type::F64),
        _ => None,
    }
}
