//! Elements of arrays.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use igc_compiler::ir::{ArrayId, Bounds, Expr, GraphArray, Place, Type, Value};

use super::function::{Emitter, TRUSTED, register_type};
use super::statements::Flow;
use crate::error::Error;

impl<'m> Emitter<'m, '_> {
    /// Returns the value of an index, in 32 bits.
    pub(super) fn index(&mut self, index: &'m Expr) -> Result<ir::Value, Error> {
        let value = self.expr(index)?;
        Ok(match register_type(index.ty) {
            types::I64 => self.builder.ins().ireduce(types::I32, value),
            types::I8 => self.builder.ins().uextend(types::I32, value),
            _ => value,
        })
    }

    /// Returns the address of an element.
    pub(super) fn address(&mut self, array: ArrayId, index: ir::Value) -> ir::Value {
        let size = self.module.arrays[array.index()].ty.size();
        let base = self.array_pointer(array);
        let index = self.builder.ins().uextend(self.pointer, index);
        let offset = self.builder.ins().ishl_imm_u(index, i64::from(size.trailing_zeros()));
        self.builder.ins().iadd(base, offset)
    }

    /// Returns whether an index is below the length of an array.
    pub(super) fn in_range(&mut self, array: ArrayId, index: ir::Value) -> ir::Value {
        let length = self.length(array);
        self.builder.ins().icmp(IntCC::UnsignedLessThan, index, length)
    }

    /// Reads an element.
    pub(super) fn load(&mut self, place: &'m Place) -> Result<ir::Value, Error> {
        let index = self.index(&place.index)?;
        let ty = self.module.arrays[place.array.index()].ty;
        let load = |emitter: &mut Self| {
            let address = emitter.address(place.array, index);
            Ok(emitter.load_memory(ty, address, 0))
        };
        match place.bounds {
            Bounds::Proven => load(self),
            Bounds::Checked => {
                let valid = self.in_range(place.array, index);
                self.value_or_zero(valid, ty, load)
            }
        }
    }

    /// Reads an element of an array of the graph.
    pub(super) fn load_graph(
        &mut self,
        array: GraphArray,
        index: &'m Expr,
        bounds: Bounds,
    ) -> Result<ir::Value, Error> {
        if array == GraphArray::Sources
            && let Some(source) = self.incoming_source(index)
        {
            return Ok(source);
        }
        let index = self.index(index)?;
        let load = |emitter: &mut Self| {
            let list = emitter.graph_pointer(array);
            Ok(emitter.element_u32(list, index))
        };
        if bounds == Bounds::Proven {
            return load(self);
        }
        let (length, below) = match array {
            GraphArray::OutOffsets | GraphArray::InOffsets => {
                (self.node_count(), IntCC::UnsignedLessThanOrEqual)
            }
            _ => (self.edge_count(), IntCC::UnsignedLessThan),
        };
        let valid = self.builder.ins().icmp(below, index, length);
        self.value_or_zero(valid, array.ty(), load)
    }

    /// Returns a value if a condition holds, and zero otherwise.
    pub(super) fn value_or_zero(
        &mut self,
        condition: ir::Value,
        ty: Type,
        value: impl FnOnce(&mut Self) -> Result<ir::Value, Error>,
    ) -> Result<ir::Value, Error> {
        let zero = |emitter: &mut Self| Ok(emitter.constant(Value::zero(ty)));
        self.either(condition, ty, value, zero)
    }

    /// Returns one of two values, of which only that one is evaluated.
    pub(super) fn either(
        &mut self,
        condition: ir::Value,
        ty: Type,
        then: impl FnOnce(&mut Self) -> Result<ir::Value, Error>,
        otherwise: impl FnOnce(&mut Self) -> Result<ir::Value, Error>,
    ) -> Result<ir::Value, Error> {
        let result = self.builder.declare_var(register_type(ty));
        self.branches(
            condition,
            |emitter| {
                let value = then(emitter)?;
                emitter.builder.def_var(result, value);
                Ok(Flow::Continues)
            },
            |emitter| {
                let value = otherwise(emitter)?;
                emitter.builder.def_var(result, value);
                Ok(Flow::Continues)
            },
        )?;
        Ok(self.builder.use_var(result))
    }

    /// Writes an element. An index past the end of the array has no effect.
    pub(super) fn store(
        &mut self,
        place: &'m Place,
        index: ir::Value,
        value: ir::Value,
    ) -> Result<(), Error> {
        let ty = self.module.arrays[place.array.index()].ty;
        let store = |emitter: &mut Self| {
            let address = emitter.address(place.array, index);
            emitter.store_memory(ty, value, address, 0);
            Ok(Flow::Continues)
        };
        match place.bounds {
            Bounds::Proven => store(self).map(|_| ()),
            Bounds::Checked => {
                let valid = self.in_range(place.array, index);
                self.branches(valid, store, |_| Ok(Flow::Continues)).map(|_| ())
            }
        }
    }

    /// Reads a value of the program from memory. A `bool` has 32 bits there.
    pub(super) fn load_memory(&mut self, ty: Type, address: ir::Value, offset: i32) -> ir::Value {
        if ty == Type::Bool {
            let word = self.builder.ins().load(types::I32, TRUSTED, address, offset);
            return self.builder.ins().icmp_imm_u(IntCC::NotEqual, word, 0);
        }
        self.builder.ins().load(register_type(ty), TRUSTED, address, offset)
    }

    /// Writes a value of the program to memory.
    pub(super) fn store_memory(
        &mut self,
        ty: Type,
        value: ir::Value,
        address: ir::Value,
        offset: i32,
    ) {
        let value = match ty {
            Type::Bool => self.builder.ins().uextend(types::I32, value),
            _ => value,
        };
        self.builder.ins().store(TRUSTED, value, address, offset);
    }

    /// Reads an element of an array of 32-bit words that does not change during the launch. The index
    /// has 32 bits.
    pub(super) fn element_u32(&mut self, base: ir::Value, index: ir::Value) -> ir::Value {
        let at = self.builder.ins().uextend(self.pointer, index);
        self.load_u32(base, at)
    }

    /// Reads an element of an array of 32-bit words that does not change during the launch.
    pub(super) fn load_u32(&mut self, base: ir::Value, index: ir::Value) -> ir::Value {
        let offset = self.builder.ins().ishl_imm_u(index, 2);
        let address = self.builder.ins().iadd(base, offset);
        self.builder.ins().load(types::I32, TRUSTED.with_readonly(), address, 0)
    }

    /// Reads the element after an index.
    pub(super) fn load_u32_after(&mut self, base: ir::Value, index: ir::Value) -> ir::Value {
        let offset = self.builder.ins().ishl_imm_u(index, 2);
        let address = self.builder.ins().iadd(base, offset);
        self.builder.ins().load(types::I32, TRUSTED.with_readonly(), address, 4)
    }
}
