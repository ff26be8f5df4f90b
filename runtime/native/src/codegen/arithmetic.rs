//! Arithmetic: the operations that `igc_compiler::ir::value` defines, in machine code.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, InstBuilder, types};
use igc_compiler::atomics::AtomicOp;
use igc_compiler::ir::{BinaryOp, Type, UnaryOp, Value};

use super::function::{Emitter, register_type};
use crate::error::Error;
use crate::helpers::Float;

impl Emitter<'_, '_> {
    /// Writes a prefix operator on an operand of type `ty`.
    pub(super) fn unary(
        &mut self,
        op: UnaryOp,
        ty: Type,
        a: ir::Value,
    ) -> Result<ir::Value, Error> {
        let ins = self.builder.ins();
        Ok(match op {
            UnaryOp::Neg if ty.is_float() => ins.fneg(a),
            UnaryOp::Neg => ins.ineg(a),
            UnaryOp::Not => ins.bxor_imm_u(a, 1),
            UnaryOp::BitNot => ins.bnot(a),
            UnaryOp::Abs if ty.is_float() => ins.fabs(a),
            UnaryOp::Abs if ty.is_signed() => ins.iabs(a),
            UnaryOp::Abs => a,
            UnaryOp::Call(function) => return self.intrinsic(function, ty, a),
        })
    }

    /// Writes an infix operator on operands of type `ty`.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        ty: Type,
        a: ir::Value,
        b: ir::Value,
    ) -> Result<ir::Value, Error> {
        use BinaryOp::*;
        if op.is_comparison() {
            return Ok(self.compare(op, ty, a, b));
        }
        if ty.is_float() {
            return self.float_binary(op, ty, a, b);
        }
        let signed = ty.is_signed();
        let ins = self.builder.ins();
        Ok(match op {
            Add => ins.iadd(a, b),
            Sub => ins.isub(a, b),
            Mul => ins.imul(a, b),
            Div => self.divide(ty, a, b),
            Rem => self.remainder(ty, a, b),
            BitAnd | And => ins.band(a, b),
            BitOr | Or => ins.bor(a, b),
            BitXor => ins.bxor(a, b),
            // The amount wraps at the number of bits, in the language as in Cranelift.
            Shl => ins.ishl(a, b),
            Shr if signed => ins.sshr(a, b),
            Shr => ins.ushr(a, b),
            Min if signed => ins.smin(a, b),
            Min => ins.umin(a, b),
            Max if signed => ins.smax(a, b),
            Max => ins.umax(a, b),
            SaturatingAdd => self.saturating_add(ty, a, b),
            Pow => return Err(misfit(op, ty)),
            Eq | Ne | Lt | Le | Gt | Ge => return Err(self.distributed()),
        })
    }

    /// Adds integers. A sum that does not fit becomes the largest or smallest number.
    fn saturating_add(&mut self, ty: Type, a: ir::Value, b: ir::Value) -> ir::Value {
        let sum = self.builder.ins().iadd(a, b);
        let largest = self.constant(Value::max(ty));
        if !ty.is_signed() {
            let wrapped = self.builder.ins().icmp(IntCC::UnsignedLessThan, sum, a);
            return self.builder.ins().select(wrapped, largest, sum);
        }
        // The sum wrapped if its sign differs from the signs of both operands.
        let (differs_a, differs_b) =
            (self.builder.ins().bxor(a, sum), self.builder.ins().bxor(b, sum));
        let both = self.builder.ins().band(differs_a, differs_b);
        let wrapped = self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, both, 0);
        let smallest = self.constant(Value::min(ty));
        let negative = self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, a, 0);
        let limit = self.builder.ins().select(negative, smallest, largest);
        self.builder.ins().select(wrapped, limit, sum)
    }

    /// Divides integers. Division by zero yields zero. Division by -1 negates the dividend, with
    /// wrapping arithmetic.
    fn divide(&mut self, ty: Type, a: ir::Value, b: ir::Value) -> ir::Value {
        let (divisor, special) = self.safe_divisor(ty, b);
        if !ty.is_signed() {
            let quotient = self.builder.ins().udiv(a, divisor);
            let zero = self.constant(Value::zero(ty));
            return self.builder.ins().select(special, zero, quotient);
        }
        let quotient = self.builder.ins().sdiv(a, divisor);
        let negated = self.builder.ins().imul(a, b);
        self.builder.ins().select(special, negated, quotient)
    }

    fn remainder(&mut self, ty: Type, a: ir::Value, b: ir::Value) -> ir::Value {
        let (divisor, special) = self.safe_divisor(ty, b);
        let remainder = match ty.is_signed() {
            true => self.builder.ins().srem(a, divisor),
            false => self.builder.ins().urem(a, divisor),
        };
        let zero = self.constant(Value::zero(ty));
        self.builder.ins().select(special, zero, remainder)
    }

    /// Returns a divisor that processors accept, and whether it differs: 0, and -1 because the
    /// smallest number has no positive counterpart. In both cases, the quotient is `a * b`.
    fn safe_divisor(&mut self, ty: Type, b: ir::Value) -> (ir::Value, ir::Value) {
        let special = if ty.is_signed() {
            let above = self.builder.ins().iadd_imm_u(b, 1);
            self.builder.ins().icmp_imm_u(IntCC::UnsignedLessThan, above, 2)
        } else {
            self.builder.ins().icmp_imm_u(IntCC::Equal, b, 0)
        };
        let one = self.builder.ins().iconst(register_type(ty), 1);
        (self.builder.ins().select(special, one, b), special)
    }

    fn compare(&mut self, op: BinaryOp, ty: Type, a: ir::Value, b: ir::Value) -> ir::Value {
        if ty.is_float() {
            let condition = match op {
                BinaryOp::Eq => FloatCC::Equal,
                BinaryOp::Ne => FloatCC::NotEqual,
                BinaryOp::Lt => FloatCC::LessThan,
                BinaryOp::Le => FloatCC::LessThanOrEqual,
                BinaryOp::Gt => FloatCC::GreaterThan,
                _ => FloatCC::GreaterThanOrEqual,
            };
            return self.builder.ins().fcmp(condition, a, b);
        }
        let signed = ty.is_signed();
        let condition = match op {
            BinaryOp::Eq => IntCC::Equal,
            BinaryOp::Ne => IntCC::NotEqual,
            BinaryOp::Lt if signed => IntCC::SignedLessThan,
            BinaryOp::Lt => IntCC::UnsignedLessThan,
            BinaryOp::Le if signed => IntCC::SignedLessThanOrEqual,
            BinaryOp::Le => IntCC::UnsignedLessThanOrEqual,
            BinaryOp::Gt if signed => IntCC::SignedGreaterThan,
            BinaryOp::Gt => IntCC::UnsignedGreaterThan,
            _ if signed => IntCC::SignedGreaterThanOrEqual,
            _ => IntCC::UnsignedGreaterThanOrEqual,
        };
        self.builder.ins().icmp(condition, a, b)
    }

    fn float_binary(
        &mut self,
        op: BinaryOp,
        ty: Type,
        a: ir::Value,
        b: ir::Value,
    ) -> Result<ir::Value, Error> {
        Ok(match op {
            BinaryOp::Add | BinaryOp::SaturatingAdd => self.builder.ins().fadd(a, b),
            BinaryOp::Sub => self.builder.ins().fsub(a, b),
            BinaryOp::Mul => self.builder.ins().fmul(a, b),
            BinaryOp::Div => self.builder.ins().fdiv(a, b),
            BinaryOp::Rem => {
                self.float_call([Float::RemainderF32, Float::RemainderF64], ty, &[a, b])?
            }
            BinaryOp::Pow => self.float_call([Float::PowF32, Float::PowF64], ty, &[a, b])?,
            BinaryOp::Min => {
                let least = self.builder.ins().fmin(a, b);
                self.unless_nan(least, a, b)
            }
            BinaryOp::Max => {
                let greatest = self.builder.ins().fmax(a, b);
                self.unless_nan(greatest, a, b)
            }
            _ => return Err(misfit(op, ty)),
        })
    }

    /// Returns the smaller or larger of two floats, which Cranelift has computed. Cranelift orders
    /// the zeros as the language does, but its result is NaN if one operand is NaN. In the
    /// language, the result is then the other operand.
    fn unless_nan(&mut self, extremum: ir::Value, a: ir::Value, b: ir::Value) -> ir::Value {
        let has_nan = self.builder.ins().fcmp(FloatCC::Unordered, a, b);
        let b_is_nan = self.builder.ins().fcmp(FloatCC::Unordered, b, b);
        let other = self.builder.ins().select(b_is_nan, a, b);
        self.builder.ins().select(has_nan, other, extremum)
    }

    /// Converts a value, as `Value::cast` does.
    pub(super) fn cast(&mut self, from: Type, to: Type, a: ir::Value) -> ir::Value {
        let (source, target) = (register_type(from), register_type(to));
        if to == Type::Bool {
            return match from {
                Type::Bool => a,
                Type::F32 | Type::F64 => {
                    let zero = self.constant(Value::zero(from));
                    self.builder.ins().fcmp(FloatCC::NotEqual, a, zero)
                }
                _ => self.builder.ins().icmp_imm_u(IntCC::NotEqual, a, 0),
            };
        }
        let ins = self.builder.ins();
        match (from.is_float(), to.is_float()) {
            (false, false) if source.bits() == target.bits() => a,
            (false, false) if source.bits() > target.bits() => ins.ireduce(target, a),
            (false, false) if from.is_signed() => ins.sextend(target, a),
            (false, false) => ins.uextend(target, a),
            (true, false) if to.is_signed() => ins.fcvt_to_sint_sat(target, a),
            (true, false) => ins.fcvt_to_uint_sat(target, a),
            (false, true) if from.is_signed() => ins.fcvt_from_sint(target, a),
            (false, true) if source == types::I8 => {
                let wide = ins.uextend(types::I32, a);
                self.builder.ins().fcvt_from_uint(target, wide)
            }
            (false, true) => ins.fcvt_from_uint(target, a),
            (true, true) if source == target => a,
            (true, true) if target == types::F64 => ins.fpromote(target, a),
            (true, true) => ins.fdemote(target, a),
        }
    }

    /// Combines two values of a reduction or of an atomic operation.
    pub(super) fn combine(
        &mut self,
        op: AtomicOp,
        ty: Type,
        old: ir::Value,
        operand: ir::Value,
    ) -> Result<ir::Value, Error> {
        let op = match op {
            AtomicOp::Add => BinaryOp::Add,
            AtomicOp::Min => BinaryOp::Min,
            AtomicOp::Max => BinaryOp::Max,
            AtomicOp::And => BinaryOp::BitAnd,
            AtomicOp::Or => BinaryOp::BitOr,
            AtomicOp::Xor => BinaryOp::BitXor,
            AtomicOp::Swap => return Ok(operand),
            AtomicOp::Cas => {
                return Err(Error::CodeGenerator("`cas` does not combine two values".into()));
            }
        };
        self.binary(op, ty, old, operand)
    }
}

fn misfit(op: BinaryOp, ty: Type) -> Error {
    Error::CodeGenerator(format!("{op:?} does not apply to {ty}"))
}
