//! Generates literals, above all those at the limits of their types.

use igc_compiler::syntax::ast::{Expr, ExprKind, UnaryOp};
use igc_compiler::types::Type;

use super::build::{cast, expr, int, path, unary};
use super::generator::Generator;

/// Integers at which behaviour changes, from the simplest to the most difficult.
const WHOLE: [u64; 18] = [
    0,
    1,
    2,
    3,
    5,
    7,
    31,
    32,
    33,
    63,
    64,
    255,
    0x7fff_fffe,
    0x7fff_ffff,
    0xffff_ffff,
    0x1_0000_0000,
    0x7fff_ffff_ffff_ffff,
    0xffff_ffff_ffff_ffff,
];

/// Floating-point numbers. Those that every float type can represent come first.
const REAL: [&str; 14] = [
    "0.0",
    "1.0",
    "0.5",
    "2.5",
    "0.1",
    "1e-3",
    "16777217.0",
    "4294967296.5",
    "1e19",
    "3.4028235e38",
    "1e-45",
    "1e300",
    "1.7976931348623157e308",
    "5e-324",
];

/// Number of values in [`REAL`] that are finite in 32 bits.
const NARROW_REALS: usize = 11;

impl Generator<'_> {
    /// Generates a literal of a type. A pinned literal determines its own type; other literals take
    /// their type from the context.
    pub(super) fn literal(&mut self, ty: Type, pinned: bool) -> Expr {
        match ty {
            Type::Bool => expr(ExprKind::Bool(self.choices.once_in(2))),
            Type::Node | Type::Edge => self.id(ty, pinned),
            Type::F32 | Type::F64 => self.real(ty, pinned),
            _ => self.whole(ty, pinned),
        }
    }

    /// Generates an integer that is not zero, which is allowed as a divisor.
    pub(super) fn nonzero(&mut self, ty: Type) -> Expr {
        int(*self.choices.pick(&[1, 2, 3, 7, if ty.size() == 8 { 1 << 32 } else { 1 << 30 }]))
    }

    fn id(&mut self, ty: Type, pinned: bool) -> Expr {
        let small = int(self.choices.below(12) as u64);
        match (self.choices.once_in(8), pinned) {
            (true, true) => path(format!("{ty}::MAX")),
            (true, false) => path("MAX"),
            (false, true) => {
                let ExprKind::Int(value, _) = small.kind else { return small };
                cast(expr(ExprKind::Int(value, Some("u32".into()))), ty)
            }
            (false, false) => small,
        }
    }

    fn limit(&mut self, ty: Type, pinned: bool) -> Expr {
        let limit = *self.choices.pick(&["MAX", "MIN"]);
        if pinned { path(format!("{ty}::{limit}")) } else { path(limit) }
    }

    fn suffix(&mut self, ty: Type, pinned: bool) -> Option<String> {
        (pinned || self.choices.once_in(4)).then(|| ty.name().to_owned())
    }

    fn real(&mut self, ty: Type, pinned: bool) -> Expr {
        if self.choices.once_in(8) {
            return self.limit(ty, pinned);
        }
        let count = if ty == Type::F32 { NARROW_REALS } else { REAL.len() };
        let digits = REAL[self.choices.below(count)].to_owned();
        let suffix = self.suffix(ty, pinned);
        let kind = match self.choices.once_in(8) {
            true => ExprKind::Int(self.choices.below(9) as u64, suffix),
            false => ExprKind::Float(digits, suffix),
        };
        self.perhaps_negative(ty, expr(kind))
    }

    fn whole(&mut self, ty: Type, pinned: bool) -> Expr {
        if self.choices.once_in(8) {
            return self.limit(ty, pinned);
        }
        let most = match ty {
            Type::I32 => i32::MAX as u64,
            Type::I64 => i64::MAX as u64,
            Type::U64 => u64::MAX,
            _ => u32::MAX.into(),
        };
        let fitting = WHOLE.iter().take_while(|n| **n <= most).count();
        let value = WHOLE[self.choices.below(fitting)];
        let suffix = self.suffix(ty, pinned);
        if ty.is_signed() && value == most && self.choices.once_in(2) {
            return unary(UnaryOp::Neg, expr(ExprKind::Int(most + 1, suffix)));
        }
        self.perhaps_negative(ty, expr(ExprKind::Int(value, suffix)))
    }

    fn perhaps_negative(&mut self, ty: Type, literal: Expr) -> Expr {
        let signed = ty.is_signed() || ty.is_float();
        if signed && self.choices.once_in(4) { unary(UnaryOp::Neg, literal) } else { literal }
    }
}
