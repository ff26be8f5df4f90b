//! The functions that the language defines, such as `sqrt` and `popcount`.
//!
//! Instructions compute most of them. The others call the functions of `ir::intrinsics`, so that
//! the results have the same bits as those of the interpreter.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};
use igc_compiler::ir::{Intrinsic, Type, Value};

use super::function::{Emitter, register_type};
use crate::error::Error;
use crate::helpers::Float;

impl Emitter<'_, '_> {
    /// Writes a function of an operand of type `ty`.
    pub(super) fn intrinsic(
        &mut self,
        function: Intrinsic,
        ty: Type,
        a: ir::Value,
    ) -> Result<ir::Value, Error> {
        let ins = self.builder.ins();
        Ok(match function {
            Intrinsic::Sqrt => ins.sqrt(a),
            Intrinsic::Floor => ins.floor(a),
            Intrinsic::Ceil => ins.ceil(a),
            Intrinsic::Round => self.round(ty, a),
            Intrinsic::Popcount => {
                let count = ins.popcnt(a);
                self.narrowed(ty, count)
            }
            Intrinsic::Clz => {
                let count = ins.clz(a);
                self.narrowed(ty, count)
            }
            Intrinsic::Ctz => {
                let count = ins.ctz(a);
                self.narrowed(ty, count)
            }
            Intrinsic::Bits => self.bits(ty, a),
            Intrinsic::FromBits => {
                let float = if ty.size() == 8 { types::F64 } else { types::F32 };
                ins.bitcast(float, MemFlagsData::new(), a)
            }
            Intrinsic::Exp => self.float_call([Float::ExpF32, Float::ExpF64], ty, &[a])?,
            Intrinsic::Log => self.float_call([Float::LogF32, Float::LogF64], ty, &[a])?,
            Intrinsic::Sin => self.float_call([Float::SinF32, Float::SinF64], ty, &[a])?,
            Intrinsic::Cos => self.float_call([Float::CosF32, Float::CosF64], ty, &[a])?,
        })
    }

    /// Calls the helper for `f32` or the one for `f64`.
    pub(super) fn float_call(
        &mut self,
        [single, double]: [Float; 2],
        ty: Type,
        arguments: &[ir::Value],
    ) -> Result<ir::Value, Error> {
        let helper = if ty == Type::F32 { single } else { double };
        let result = self.call(|helpers| helpers.floats[helper as usize], arguments);
        result.ok_or_else(|| Error::CodeGenerator(format!("{helper:?} has no result")))
    }

    /// Converts a count to `u32`.
    fn narrowed(&mut self, ty: Type, count: ir::Value) -> ir::Value {
        match ty.size() {
            8 => self.builder.ins().ireduce(types::I32, count),
            _ => count,
        }
    }

    /// Rounds to the nearest whole number, halves away from zero. Cranelift's own instruction
    /// rounds halves to even. The fraction is exact, so the comparison with one half is, too.
    fn round(&mut self, ty: Type, a: ir::Value) -> ir::Value {
        let (half, one) = match ty {
            Type::F32 => (Value::F32(0.5), Value::F32(1.0)),
            _ => (Value::F64(0.5), Value::F64(1.0)),
        };
        let whole = self.builder.ins().trunc(a);
        let fraction = self.builder.ins().fsub(a, whole);
        let distance = self.builder.ins().fabs(fraction);
        let (half, one) = (self.constant(half), self.constant(one));
        let is_far = self.builder.ins().fcmp(FloatCC::GreaterThanOrEqual, distance, half);
        let step = self.builder.ins().fcopysign(one, a);
        let next = self.builder.ins().fadd(whole, step);
        self.builder.ins().select(is_far, next, whole)
    }

    /// Returns the bits of a float. They are the same for every NaN.
    fn bits(&mut self, ty: Type, a: ir::Value) -> ir::Value {
        let (nan, word) = match ty {
            Type::F32 => (Value::F32(f32::NAN), Type::U32),
            _ => (Value::F64(f64::NAN), Type::U64),
        };
        let nan = match igc_compiler::ir::intrinsics::apply(Intrinsic::Bits, nan) {
            Some(bits) => self.constant(bits),
            None => self.constant(Value::zero(word)),
        };
        let bits = self.builder.ins().bitcast(register_type(word), MemFlagsData::new(), a);
        let is_nan = self.builder.ins().fcmp(FloatCC::Unordered, a, a);
        self.builder.ins().select(is_nan, nan, bits)
    }
}
