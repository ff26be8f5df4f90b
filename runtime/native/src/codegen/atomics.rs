//! Atomic read-modify-write operations.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, AtomicRmwOp, InstBuilder, MemFlagsData, types};
use igc_compiler::atomics::AtomicOp;
use igc_compiler::ir::{Expr, Place, Type};

use super::Mode;
use super::function::{Emitter, TRUSTED, register_type};
use crate::error::Error;

impl<'m> Emitter<'m, '_> {
    /// Writes an atomic operation and returns the old value, which is zero if the index is past the
    /// end of the array.
    pub(super) fn atomic(
        &mut self,
        op: AtomicOp,
        place: &'m Place,
        operands: &'m [Expr],
    ) -> Result<ir::Value, Error> {
        let position = self.position(place)?;
        let mut values = vec![];
        for operand in operands {
            values.push(self.expr(operand)?);
        }
        let ty = self.module.arrays[place.array.index()].ty;
        let update = |emitter: &mut Self| {
            let address = emitter.address(place.array, position.at);
            emitter.update(op, ty, address, &values)
        };
        match position.exists {
            None => update(self),
            Some(exists) => self.value_or_zero(exists, ty, update),
        }
    }

    pub(super) fn update(
        &mut self,
        op: AtomicOp,
        ty: Type,
        address: ir::Value,
        operands: &[ir::Value],
    ) -> Result<ir::Value, Error> {
        match (op, operands, self.mode) {
            (AtomicOp::Cas, &[expected, new], mode) => {
                let expected = self.bits_of(ty, expected);
                let new = self.bits_of(ty, new);
                let old = match mode {
                    Mode::Shared => self.builder.ins().atomic_cas(TRUSTED, address, expected, new),
                    Mode::Alone => self.compare_and_swap_alone(ty, address, expected, new),
                };
                Ok(self.value_of_bits(ty, old))
            }
            (_, &[operand], Mode::Alone) => {
                let old = self.load_memory(ty, address, 0);
                let new = self.combine(op, ty, old, operand)?;
                self.store_memory(ty, new, address, 0);
                Ok(old)
            }
            (AtomicOp::Min | AtomicOp::Max | AtomicOp::And | AtomicOp::Or, &[operand], _) => {
                self.update_if_different(op, ty, address, operand)
            }
            (_, &[operand], Mode::Shared) => self.update_always(op, ty, address, operand),
            _ => Err(Error::CodeGenerator(format!("{op:?} has the wrong number of operands"))),
        }
    }

    /// Reads the element first: most of these operations do not change it, and a read does not take
    /// the cache line away from other processors.
    fn update_if_different(
        &mut self,
        op: AtomicOp,
        ty: Type,
        address: ir::Value,
        operand: ir::Value,
    ) -> Result<ir::Value, Error> {
        let seen = self.load_memory(ty, address, 0);
        let new = self.combine(op, ty, seen, operand)?;
        let (seen_bits, new_bits) = (self.bits_of(ty, seen), self.bits_of(ty, new));
        let differs = self.builder.ins().icmp(IntCC::NotEqual, seen_bits, new_bits);
        self.either(
            differs,
            ty,
            |emitter| emitter.update_always(op, ty, address, operand),
            |_| Ok(seen),
        )
    }

    fn update_always(
        &mut self,
        op: AtomicOp,
        ty: Type,
        address: ir::Value,
        operand: ir::Value,
    ) -> Result<ir::Value, Error> {
        let hardware = match op {
            AtomicOp::Swap => Some(AtomicRmwOp::Xchg),
            _ if ty.is_float() => None,
            AtomicOp::Add => Some(AtomicRmwOp::Add),
            AtomicOp::And => Some(AtomicRmwOp::And),
            AtomicOp::Or => Some(AtomicRmwOp::Or),
            AtomicOp::Xor => Some(AtomicRmwOp::Xor),
            AtomicOp::Min if ty.is_signed() => Some(AtomicRmwOp::Smin),
            AtomicOp::Min => Some(AtomicRmwOp::Umin),
            AtomicOp::Max if ty.is_signed() => Some(AtomicRmwOp::Smax),
            AtomicOp::Max => Some(AtomicRmwOp::Umax),
            AtomicOp::Cas => None,
        };
        let Some(hardware) = hardware else {
            return self.compare_and_swap_loop(op, ty, address, operand);
        };
        let bits = self.bits_of(ty, operand);
        let memory = memory_type(ty);
        let old = self.builder.ins().atomic_rmw(memory, TRUSTED, hardware, address, bits);
        Ok(self.value_of_bits(ty, old))
    }

    /// Computes the new value and swaps it in, until no other thread was faster.
    fn compare_and_swap_loop(
        &mut self,
        op: AtomicOp,
        ty: Type,
        address: ir::Value,
        operand: ir::Value,
    ) -> Result<ir::Value, Error> {
        let (attempt, after) = (self.builder.create_block(), self.builder.create_block());
        let old = self.builder.declare_var(memory_type(ty));
        let first = self.builder.ins().load(memory_type(ty), TRUSTED, address, 0);
        self.builder.def_var(old, first);
        self.builder.ins().jump(attempt, &[]);
        self.builder.switch_to_block(attempt);
        let expected = self.builder.use_var(old);
        let value = self.value_of_bits(ty, expected);
        let new = self.combine(op, ty, value, operand)?;
        let new = self.bits_of(ty, new);
        let found = self.builder.ins().atomic_cas(TRUSTED, address, expected, new);
        self.builder.def_var(old, found);
        let succeeded = self.builder.ins().icmp(IntCC::Equal, found, expected);
        self.builder.ins().brif(succeeded, after, &[], attempt, &[]);
        self.builder.seal_block(attempt);
        self.start_block(after);
        let old = self.builder.use_var(old);
        Ok(self.value_of_bits(ty, old))
    }

    fn compare_and_swap_alone(
        &mut self,
        ty: Type,
        address: ir::Value,
        expected: ir::Value,
        new: ir::Value,
    ) -> ir::Value {
        let old = self.builder.ins().load(memory_type(ty), TRUSTED, address, 0);
        let equal = self.builder.ins().icmp(IntCC::Equal, old, expected);
        let value = self.builder.ins().select(equal, new, old);
        self.builder.ins().store(TRUSTED, value, address, 0);
        old
    }

    /// Returns the bits that a value has in memory, as an integer.
    fn bits_of(&mut self, ty: Type, value: ir::Value) -> ir::Value {
        match ty {
            Type::Bool => self.builder.ins().uextend(types::I32, value),
            Type::F32 | Type::F64 => {
                self.builder.ins().bitcast(memory_type(ty), MemFlagsData::new(), value)
            }
            _ => value,
        }
    }

    fn value_of_bits(&mut self, ty: Type, bits: ir::Value) -> ir::Value {
        match ty {
            Type::Bool => self.builder.ins().icmp_imm_u(IntCC::NotEqual, bits, 0),
            Type::F32 | Type::F64 => {
                self.builder.ins().bitcast(register_type(ty), MemFlagsData::new(), bits)
            }
            _ => bits,
        }
    }
}

/// Returns the integer type with the size of an element in memory.
fn memory_type(ty: Type) -> types::Type {
    if ty.size() == 8 { types::I64 } else { types::I32 }
}
