//! Reads and writes of arrays by the host, between launches.

use igc_compiler::data::{ArrayData, Shape};
use igc_compiler::ir::{ArrayId, Module, Type, Value};
use igc_team::{Chunks, Team};

use super::State;
use crate::memory::Memory;

impl State {
    /// Returns the size of an array in bytes.
    pub fn array_bytes(&self, array: ArrayId) -> u64 {
        self.arrays[array.index()].length() as u64
    }

    /// Sets every element of an array. Each thread of the team writes a share, so that the memory
    /// is near the thread that will use it.
    pub fn fill(&mut self, team: &mut Team, array: ArrayId, value: Value) {
        let memory = &self.arrays[array.index()];
        let bits = value.to_bits();
        match self.element_size(array, value.ty()) {
            1 => fill_shares(team, memory, bits as u8),
            2 => fill_shares(team, memory, bits as u16),
            4 => fill_shares(team, memory, bits as u32),
            _ => fill_shares(team, memory, bits),
        }
    }

    /// Returns the size of an element of an array in memory, in bytes.
    fn element_size(&self, array: ArrayId, ty: Type) -> usize {
        self.widths[array.index()].size(ty)
    }

    /// Copies values to an array, which is not narrow. Values past its end are ignored.
    pub fn write(&mut self, array: ArrayId, values: &ArrayData) {
        self.write_from(array, 0, values);
    }

    /// Copies values to the elements of an array from a position on. Otherwise, this is like [`write`](State::write).
    pub fn write_from(&mut self, array: ArrayId, first: usize, values: &ArrayData) {
        let memory = &mut self.arrays[array.index()];
        match values {
            ArrayData::Bool(values) => {
                let words: Vec<u32> = values.iter().map(|value| u32::from(*value)).collect();
                copy(memory, first, &words);
            }
            ArrayData::U32(values) | ArrayData::Node(values) | ArrayData::Edge(values) => {
                copy(memory, first, values);
            }
            ArrayData::I32(values) => copy(memory, first, values),
            ArrayData::I64(values) => copy(memory, first, values),
            ArrayData::U64(values) => copy(memory, first, values),
            ArrayData::F32(values) => copy(memory, first, values),
            ArrayData::F64(values) => copy(memory, first, values),
        }
    }

    /// Returns the shape of an array.
    pub fn shape(&self, array: ArrayId) -> Shape {
        self.shapes[array.index()]
    }

    /// Returns an element of a row. An index past the end yields zero.
    pub fn load(&self, module: &Module, array: ArrayId, row: u64, element: u32) -> Value {
        let ty = module.arrays[array.index()].ty;
        match self.shape(array).position(row, element) {
            Some(index) => {
                let size = self.element_size(array, ty);
                Value::from_bits(ty, self.load_bits(array, index, size))
            }
            None => Value::zero(ty),
        }
    }

    /// Writes an element of a row. An index past the end has no effect.
    pub fn store(&mut self, array: ArrayId, row: u64, element: u32, value: Value) {
        if let Some(index) = self.shape(array).position(row, element) {
            let size = self.element_size(array, value.ty());
            self.store_bits(array, index, size, value.to_bits());
        }
    }

    fn load_bits(&self, array: ArrayId, index: usize, size: usize) -> u64 {
        let memory = &self.arrays[array.index()];
        if index >= memory.length() / size {
            return 0;
        }
        // SAFETY: the element is inside the memory and aligned.
        unsafe {
            match size {
                1 => memory.pointer().add(index).read().into(),
                2 => memory.pointer().cast::<u16>().add(index).read().into(),
                4 => memory.pointer().cast::<u32>().add(index).read().into(),
                _ => memory.pointer().cast::<u64>().add(index).read(),
            }
        }
    }

    fn store_bits(&mut self, array: ArrayId, index: usize, size: usize, bits: u64) {
        let memory = &self.arrays[array.index()];
        if index >= memory.length() / size {
            return;
        }
        // SAFETY: the element is inside the memory and aligned, and no thread runs.
        unsafe {
            match size {
                1 => memory.pointer().add(index).write(bits as u8),
                2 => memory.pointer().cast::<u16>().add(index).write(bits as u16),
                4 => memory.pointer().cast::<u32>().add(index).write(bits as u32),
                _ => memory.pointer().cast::<u64>().add(index).write(bits),
            }
        }
    }

    /// Returns the memory of an array: the elements of each row follow each other.
    pub fn bytes(&self, array: ArrayId) -> &[u8] {
        let memory = &self.arrays[array.index()];
        // SAFETY: the memory is initialised, and no thread runs.
        unsafe { std::slice::from_raw_parts(memory.pointer(), memory.length()) }
    }

    /// Returns the memory of an array, as a mutable slice.
    pub fn bytes_mut(&mut self, array: ArrayId) -> &mut [u8] {
        let memory = &self.arrays[array.index()];
        // SAFETY: likewise, and `self` is borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(memory.pointer(), memory.length()) }
    }

    /// Copies the content of an array whose elements have the type `ty`.
    pub fn content(&self, array: ArrayId, ty: Type) -> ArrayData {
        if !self.widths[array.index()].is_full() {
            return self.narrow_content(array, ty);
        }
        let memory = &self.arrays[array.index()];
        let used = self.shape(array).elements() as usize;
        let words = || {
            let count = used.min(memory.length() / 4);
            // SAFETY: the memory is initialised and aligned, and no thread runs.
            unsafe { std::slice::from_raw_parts(memory.pointer().cast::<u32>(), count) }
        };
        let wide = || {
            let count = used.min(memory.length() / 8);
            // SAFETY: likewise; arrays of 64-bit elements are aligned to 8 bytes.
            unsafe { std::slice::from_raw_parts(memory.pointer().cast::<u64>(), count) }
        };
        match ty {
            Type::Bool => ArrayData::Bool(words().iter().map(|word| *word != 0).collect()),
            Type::I32 => ArrayData::I32(words().iter().map(|word| *word as i32).collect()),
            Type::U32 => ArrayData::U32(words().to_vec()),
            Type::Node => ArrayData::Node(words().to_vec()),
            Type::Edge => ArrayData::Edge(words().to_vec()),
            Type::F32 => ArrayData::F32(words().iter().map(|word| f32::from_bits(*word)).collect()),
            Type::I64 => ArrayData::I64(wide().iter().map(|word| *word as i64).collect()),
            Type::U64 => ArrayData::U64(wide().to_vec()),
            Type::F64 => ArrayData::F64(wide().iter().map(|word| f64::from_bits(*word)).collect()),
        }
    }

    /// Copies the content of an array of narrow elements.
    fn narrow_content(&self, array: ArrayId, ty: Type) -> ArrayData {
        let (count, size) = (self.shape(array).elements() as usize, self.element_size(array, ty));
        let mut content = ArrayData::fill(Value::zero(ty), count);
        for index in 0..count {
            let bits = self.load_bits(array, index, size);
            content.set(index, Value::from_bits(ty, bits));
        }
        content
    }

    /// Exchanges the contents of two arrays of the same type and extent.
    pub fn swap(&mut self, a: ArrayId, b: ArrayId) {
        self.arrays.swap(a.index(), b.index());
    }
}

/// Copies values to the elements of memory from a position on, as far as they fit.
fn copy<T: Copy>(memory: &mut Memory, first: usize, values: &[T]) {
    let room = (memory.length() / size_of::<T>()).saturating_sub(first);
    let count = values.len().min(room);
    if count == 0 {
        return;
    }
    // SAFETY: the memory has room for the values after the first elements, is aligned, and no thread runs.
    unsafe {
        let to = memory.pointer().cast::<T>().add(first);
        std::ptr::copy_nonoverlapping(values.as_ptr(), to, count);
    }
}

/// Fills memory with copies of an element, of which each thread writes some parts.
fn fill_shares<T: Copy + Send + Sync>(team: &mut Team, memory: &Memory, element: T) {
    /// Number of bytes of a part. It is worth another thread.
    const PART: usize = 1 << 16;
    struct Start<T>(*mut T);
    // SAFETY: threads write to disjoint parts.
    unsafe impl<T> Sync for Start<T> {}
    let start = Start(memory.pointer().cast::<T>());
    let length = memory.length() / size_of::<T>();
    let in_part = (PART / size_of::<T>()).max(1);
    let fill = |part: u64| {
        let start = &start;
        let from = (part as usize).saturating_mul(in_part);
        let to = from.saturating_add(in_part).min(length);
        // SAFETY: the range is inside the memory.
        unsafe { std::slice::from_raw_parts_mut(start.0.add(from), to - from).fill(element) };
    };
    let parts = length.div_ceil(in_part) as u64;
    if team.threads() == 1 || parts < 2 {
        return (0..parts).for_each(fill);
    }
    let chunks = Chunks::new(team, parts);
    team.run(&|number| chunks.take(number, fill));
}
