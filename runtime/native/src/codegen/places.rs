//! Elements of arrays.

use std::cmp::Ordering;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};
use igc_compiler::ir::{
    Array, ArrayId, Bounds, ElementWidth, Expr, ExprKind, Extent, GraphArray, ItemPart,
    LocalElement, LocalId, Place, Type, Value, WorklistId,
};

use super::function::{Emitter, TRUSTED, is_index, register_type};
use super::statements::Flow;
use super::walk::number;
use crate::error::Error;

/// Where an element is in its array.
#[derive(Clone, Copy)]
pub(super) struct Position {
    /// The number of elements before it, in the width of a pointer.
    pub at: ir::Value,
    /// Whether it exists; `None` if this is known.
    pub exists: Option<ir::Value>,
}

/// The length up to which the elements of a local array are initialised without a loop.
const UNROLLED: u32 = 8;

/// Returns the size of an element in memory, in bytes.
fn memory_size(ty: Type) -> u32 {
    ty.size() as u32
}

/// Returns the type of an element in memory.
fn stored_type(ty: Type, width: ElementWidth) -> types::Type {
    match (width, ty) {
        (ElementWidth::Byte, _) => types::I8,
        (ElementWidth::Half, _) => types::I16,
        (ElementWidth::Full, Type::Bool) => types::I32,
        (ElementWidth::Full, _) => register_type(ty),
    }
}

impl<'m> Emitter<'m, '_> {
    /// Returns the value of an index in the width of a pointer, extended with zeros.
    pub(super) fn pointer_index(&mut self, index: &'m Expr) -> Result<ir::Value, Error> {
        if let Some(value) = self.extended_index(index)? {
            return Ok(value);
        }
        let value = match register_type(index.ty) {
            types::I64 => self.expr(index)?,
            _ => self.index(index)?,
        };
        Ok(self.extended(value, self.pointer))
    }

    /// Returns the value of an index in the width of a pointer, extended with zeros, if the instructions that compute
    /// the index also extend it.
    pub(super) fn extended_index(&mut self, index: &'m Expr) -> Result<Option<ir::Value>, Error> {
        if !is_index(index.ty) {
            return Ok(None);
        }
        Ok(match &index.kind {
            ExprKind::Local(id) => self.local_index(*id),
            ExprKind::Cast(operand)
                if is_index(operand.ty) && operand.ty.size() == index.ty.size() =>
            {
                self.extended_index(operand)?
            }
            ExprKind::Load(place) if !self.is_checked(place) => {
                let position = self.position(place)?;
                let Array { ty, width, .. } = self.module.arrays[place.array.index()];
                let address = self.address(place.array, position.at);
                Some(self.load_index(ty, width, (address, 0), TRUSTED))
            }
            ExprKind::Graph(array, at, bounds) if !self.checks_graph(*array, at, *bounds) => {
                let at = self.pointer_index(at)?;
                Some(self.graph_index(*array, at))
            }
            ExprKind::WorklistItem(id, part, at) => {
                let at = self.pointer_index(at)?;
                Some(self.item_index(*id, *part, at))
            }
            _ => None,
        })
    }

    /// Whether an access to a place checks that the element exists.
    fn is_checked(&self, place: &Place) -> bool {
        let element = place.element.as_ref();
        self.checks_row(place) || element.is_some_and(|element| element.bounds == Bounds::Checked)
    }

    /// Whether an access to a place checks that the row exists.
    fn checks_row(&self, place: &Place) -> bool {
        let is_known = self.module.arrays[place.array.index()].extent == Extent::Edges
            && self.is_edge(&place.index);
        place.bounds == Bounds::Checked && !is_known
    }

    /// Whether a read of an array of the graph checks that the element exists.
    fn checks_graph(&self, array: GraphArray, index: &Expr, bounds: Bounds) -> bool {
        bounds == Bounds::Checked && !(has_edges(array) && self.is_edge(index))
    }

    /// Returns the type of a value.
    pub(super) fn type_of(&self, value: ir::Value) -> types::Type {
        self.builder.func.dfg.value_type(value)
    }

    /// Returns a number in a type that is at least as large as its own.
    pub(super) fn extended(&mut self, number: ir::Value, ty: types::Type) -> ir::Value {
        if self.type_of(number) == ty { number } else { self.builder.ins().uextend(ty, number) }
    }

    /// Compares two numbers, one of which may have 64 bits and the other 32.
    pub(super) fn compare_numbers(&mut self, how: IntCC, a: ir::Value, b: ir::Value) -> ir::Value {
        let ty = match self.type_of(a).bits() < self.type_of(b).bits() {
            true => self.type_of(b),
            false => self.type_of(a),
        };
        let (a, b) = (self.extended(a, ty), self.extended(b, ty));
        self.builder.ins().icmp(how, a, b)
    }

    /// Returns the value of an index, in 32 bits.
    pub(super) fn index(&mut self, index: &'m Expr) -> Result<ir::Value, Error> {
        let value = self.expr(index)?;
        Ok(match register_type(index.ty) {
            types::I64 => self.builder.ins().ireduce(types::I32, value),
            types::I8 => self.builder.ins().uextend(types::I32, value),
            _ => value,
        })
    }

    /// Whether an index is known to be the number of an edge.
    fn is_edge(&self, index: &Expr) -> bool {
        number(index).is_some_and(|id| self.in_range.contains(&id))
    }

    /// Returns where an element is. The elements of a row follow each other.
    pub(super) fn position(&mut self, place: &'m Place) -> Result<Position, Error> {
        let row = self.pointer_index(&place.index)?;
        let mut exists = None;
        if self.checks_row(place) {
            let rows = self.rows(place.array);
            exists = Some(self.compare_numbers(IntCC::UnsignedLessThan, row, rows));
        }
        let Some(element) = &place.element else {
            return Ok(Position { at: row, exists });
        };
        let index = self.pointer_index(&element.index)?;
        let length = self.row_length(place.array);
        if element.bounds == Bounds::Checked {
            let in_row = self.compare_numbers(IntCC::UnsignedLessThan, index, length);
            exists = Some(match exists {
                Some(row_exists) => self.builder.ins().band(row_exists, in_row),
                None => in_row,
            });
        }
        let length = self.extended(length, self.pointer);
        let start = self.builder.ins().imul(row, length);
        Ok(Position { at: self.builder.ins().iadd(start, index), exists })
    }

    /// Returns the address of the element at a position, which has the width of a pointer.
    pub(super) fn address(&mut self, array: ArrayId, at: ir::Value) -> ir::Value {
        let base = self.array_pointer(array);
        let size = self.module.arrays[array.index()].element_size() as u32;
        self.offset(base, at, size)
    }

    fn offset(&mut self, base: ir::Value, at: ir::Value, size: u32) -> ir::Value {
        let offset = self.builder.ins().ishl_imm_u(at, i64::from(size.trailing_zeros()));
        self.builder.ins().iadd(base, offset)
    }

    /// Reads an element.
    pub(super) fn load(&mut self, place: &'m Place) -> Result<ir::Value, Error> {
        let position = self.position(place)?;
        let Array { ty, width, .. } = self.module.arrays[place.array.index()];
        let load = |emitter: &mut Self| {
            let address = emitter.address(place.array, position.at);
            Ok(emitter.load_as(ty, width, address, 0))
        };
        match position.exists {
            None => load(self),
            Some(exists) => self.value_or_zero(exists, ty, load),
        }
    }

    /// Declares locals for consecutive elements, of which a vector load reads the first one.
    pub(super) fn vector(&mut self, locals: &[LocalId], read: &'m Expr) -> Result<(), Error> {
        let address = match &read.kind {
            ExprKind::Load(place) => {
                let position = self.position(place)?;
                self.address(place.array, position.at)
            }
            ExprKind::Graph(array, index, _) => {
                let (list, at) = (self.graph_pointer(*array), self.pointer_index(index)?);
                self.offset(list, at, memory_size(read.ty))
            }
            _ => return Err(Error::CodeGenerator("a vector load of no element".into())),
        };
        for (lane, id) in (0..).zip(locals) {
            let value = self.load_memory(read.ty, address, lane * memory_size(read.ty) as i32);
            self.declare_local(*id, value);
        }
        Ok(())
    }

    /// Declares a local array, and gives every element a value.
    pub(super) fn declare_array(&mut self, id: LocalId, value: ir::Value) -> Result<(), Error> {
        let (ty, length) = (self.local_type(id), self.array_length(id));
        let size = memory_size(ty);
        self.reserve_array(id, size * length)?;
        let base = self.local_array(id)?;
        if length <= UNROLLED {
            for at in 0..length {
                self.store_memory(ty, value, base, (at * size) as i32);
            }
            return Ok(());
        }
        let start = self.builder.ins().iconst(self.pointer, 0);
        let end = self.builder.ins().iconst(self.pointer, i64::from(length));
        self.counted_loop(self.pointer, start..end, IntCC::UnsignedLessThan, |emitter, at| {
            let address = emitter.offset(base, at, size);
            emitter.store_memory(ty, value, address, 0);
            Ok(())
        })
    }

    /// Returns where an element of a local array is.
    fn local_position(&mut self, element: &'m LocalElement) -> Result<Position, Error> {
        let index = self.pointer_index(&element.index)?;
        let exists = (element.bounds == Bounds::Checked).then(|| {
            let length = i64::from(self.array_length(element.array));
            let length = self.builder.ins().iconst(types::I32, length);
            self.compare_numbers(IntCC::UnsignedLessThan, index, length)
        });
        Ok(Position { at: index, exists })
    }

    fn local_address(&mut self, id: LocalId, at: ir::Value) -> Result<ir::Value, Error> {
        let base = self.local_array(id)?;
        Ok(self.offset(base, at, memory_size(self.local_type(id))))
    }

    /// Reads an element of a local array.
    pub(super) fn load_element(&mut self, element: &'m LocalElement) -> Result<ir::Value, Error> {
        let (position, ty) = (self.local_position(element)?, self.local_type(element.array));
        let load = |emitter: &mut Self| {
            let address = emitter.local_address(element.array, position.at)?;
            Ok(emitter.load_memory(ty, address, 0))
        };
        match position.exists {
            None => load(self),
            Some(exists) => self.value_or_zero(exists, ty, load),
        }
    }

    /// Writes an element of a local array. An index past the end has no effect.
    pub(super) fn store_element(
        &mut self,
        element: &'m LocalElement,
        value: &'m Expr,
    ) -> Result<(), Error> {
        let (position, ty) = (self.local_position(element)?, self.local_type(element.array));
        let value = self.expr(value)?;
        let store = |emitter: &mut Self| {
            let address = emitter.local_address(element.array, position.at)?;
            emitter.store_memory(ty, value, address, 0);
            Ok(Flow::Continues)
        };
        match position.exists {
            None => store(self).map(|_| ()),
            Some(exists) => self.branches(exists, store, |_| Ok(Flow::Continues)).map(|_| ()),
        }
    }

    /// Reads an element of an array of the graph.
    pub(super) fn load_graph(
        &mut self,
        array: GraphArray,
        index: &'m Expr,
        bounds: Bounds,
    ) -> Result<ir::Value, Error> {
        let is_checked = self.checks_graph(array, index, bounds);
        let index = self.pointer_index(index)?;
        let load = |emitter: &mut Self| Ok(emitter.graph_element(array, index));
        if !is_checked {
            return load(self);
        }
        let (length, below) = match has_edges(array) {
            false => (self.node_count(), IntCC::UnsignedLessThanOrEqual),
            true => (self.edge_count(), IntCC::UnsignedLessThan),
        };
        let valid = self.compare_numbers(below, index, length);
        let missing = self.module.edges.value(array.missing());
        self.either(valid, missing.ty(), load, |emitter| Ok(emitter.constant(missing)))
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
        position: Position,
        value: ir::Value,
    ) -> Result<(), Error> {
        let Array { ty, width, .. } = self.module.arrays[place.array.index()];
        let store = |emitter: &mut Self| {
            let address = emitter.address(place.array, position.at);
            emitter.store_as((ty, width), value, address, 0);
            Ok(Flow::Continues)
        };
        match position.exists {
            None => store(self).map(|_| ()),
            Some(exists) => self.branches(exists, store, |_| Ok(Flow::Continues)).map(|_| ()),
        }
    }

    /// Reads a value of the program from memory. A `bool` has 32 bits there.
    pub(super) fn load_memory(&mut self, ty: Type, address: ir::Value, offset: i32) -> ir::Value {
        self.load_as(ty, ElementWidth::Full, address, offset)
    }

    /// Reads an element of a width, which is extended with zeros.
    fn load_as(
        &mut self,
        ty: Type,
        width: ElementWidth,
        address: ir::Value,
        offset: i32,
    ) -> ir::Value {
        let memory = stored_type(ty, width);
        let stored = self.builder.ins().load(memory, TRUSTED, address, offset);
        match ty {
            Type::Bool => self.builder.ins().icmp_imm_u(IntCC::NotEqual, stored, 0),
            _ => self.extended(stored, register_type(ty)),
        }
    }

    /// Writes a value of the program to memory.
    pub(super) fn store_memory(
        &mut self,
        ty: Type,
        value: ir::Value,
        address: ir::Value,
        offset: i32,
    ) {
        self.store_as((ty, ElementWidth::Full), value, address, offset);
    }

    /// Writes the low bits of a value to an element of a width.
    fn store_as(
        &mut self,
        (ty, width): (Type, ElementWidth),
        value: ir::Value,
        address: ir::Value,
        offset: i32,
    ) {
        let (memory, register) = (stored_type(ty, width), register_type(ty));
        let value = match memory.bits().cmp(&register.bits()) {
            Ordering::Less => self.builder.ins().ireduce(memory, value),
            Ordering::Equal => value,
            Ordering::Greater => self.builder.ins().uextend(memory, value),
        };
        self.builder.ins().store(TRUSTED, value, address, offset);
    }

    /// Reads a number without a sign, extended to the width of a pointer, from an address with an offset.
    pub(super) fn load_index(
        &mut self,
        ty: Type,
        width: ElementWidth,
        (address, offset): (ir::Value, i32),
        flags: MemFlagsData,
    ) -> ir::Value {
        let ins = self.builder.ins();
        match stored_type(ty, width) {
            types::I8 => ins.uload8(types::I64, flags, address, offset),
            types::I16 => ins.uload16(types::I64, flags, address, offset),
            types::I32 => ins.uload32(flags, address, offset),
            _ => ins.load(types::I64, flags, address, offset),
        }
    }

    /// Reads an element of an array of the graph. The index has the width of a pointer.
    pub(super) fn graph_element(&mut self, array: GraphArray, index: ir::Value) -> ir::Value {
        let list = self.graph_pointer(array);
        self.load_word(register_type(self.module.edges.of(array.ty())), list, index)
    }

    /// Reads an element of an array of the graph, extended to the width of a pointer, as its index is.
    pub(super) fn graph_index(&mut self, array: GraphArray, index: ir::Value) -> ir::Value {
        self.graph_index_after(array, index, 0)
    }

    /// Reads the element `count` places after an index, likewise.
    pub(super) fn graph_index_after(
        &mut self,
        array: GraphArray,
        index: ir::Value,
        count: u32,
    ) -> ir::Value {
        let (list, ty) = (self.graph_pointer(array), self.module.edges.of(array.ty()));
        let size = memory_size(ty);
        let address = self.offset(list, index, size);
        let place = (address, (count * size) as i32);
        self.load_index(ty, ElementWidth::Full, place, TRUSTED.with_readonly())
    }

    /// Reads an item of the front buffer of a worklist, or a value of the item. The position has
    /// the width of a pointer.
    pub(super) fn item(
        &mut self,
        worklist: WorklistId,
        part: ItemPart,
        at: ir::Value,
    ) -> ir::Value {
        let (address, offset) = self.item_address(worklist, part, at);
        let register = register_type(self.module.worklists[worklist.index()].ty.value());
        self.builder.ins().load(register, TRUSTED.with_readonly(), address, offset)
    }

    /// Reads an item, or a value of the item, that is a number without a sign, extended to the width of a pointer.
    pub(super) fn item_index(
        &mut self,
        worklist: WorklistId,
        part: ItemPart,
        at: ir::Value,
    ) -> ir::Value {
        let place = self.item_address(worklist, part, at);
        let ty = self.module.worklists[worklist.index()].ty.value();
        self.load_index(ty, ElementWidth::Full, place, TRUSTED.with_readonly())
    }

    /// Returns the address of an item, and the offset of a value of the item.
    fn item_address(
        &mut self,
        worklist: WorklistId,
        part: ItemPart,
        at: ir::Value,
    ) -> (ir::Value, i32) {
        let items = self.front_items(worklist);
        let ty = self.module.worklists[worklist.index()].ty;
        let offset = if part == ItemPart::Second { ty.value().size() } else { 0 };
        (self.offset(items, at, ty.size() as u32), offset as i32)
    }

    /// Reads an element of an array of integers of a type that does not change during the launch.
    fn load_word(&mut self, ty: types::Type, base: ir::Value, index: ir::Value) -> ir::Value {
        let address = self.offset(base, index, ty.bytes());
        self.builder.ins().load(ty, TRUSTED.with_readonly(), address, 0)
    }
}

/// Whether an array of the graph has an element for each edge.
fn has_edges(array: GraphArray) -> bool {
    !matches!(array, GraphArray::OutOffsets | GraphArray::InOffsets)
}
