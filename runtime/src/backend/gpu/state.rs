//! The arrays of a program on the device.

use std::sync::Arc;

use igc_compiler::data::{ArrayData, Inputs, Shape};
use igc_compiler::ir::{Array, ElementWidth, Init, Type, Value};

use super::api::{Gpu, HandedOut};
use super::facts::Facts;
use super::memory::{Memory, Opened};
use super::resident::ResidentGraph;
use crate::Error;
use crate::backend::DeviceArray;
use crate::run_options::ArrayLayout;

/// An array of the program's state.
pub struct State<G: Gpu> {
    /// The declaration.
    pub array: Array,
    /// Whether the program overwrites all elements before it reads any.
    is_overwritten: bool,
    /// Numbers of rows and elements.
    shape: Shape,
    /// Number of rows for the input graph.
    input_rows: u64,
    layout: ArrayLayout,
    /// The memory on the device.
    pub memory: Memory<G>,
    initial: Initial,
}

/// How a program writes an array.
#[derive(Debug, Clone, Copy)]
pub struct Writes {
    /// Whether the program changes the array.
    pub is_changed: bool,
    /// Whether `main` writes every element before it reads any.
    pub is_overwritten: bool,
}

/// The initial values of an array.
enum Initial {
    /// Every element has the same value.
    Fill(Value),
    /// The graph's weights or an input, which the host writes before each run.
    Given(Arc<ArrayData>),
    /// The program never changes the array, which has its values already.
    Constant,
}

impl<G: Gpu> State<G> {
    /// Allocates an array. If the program never changes it, copies the values of the host now.
    pub fn new(
        resident: &ResidentGraph<G>,
        array: &Array,
        shape: Shape,
        layout: ArrayLayout,
        inputs: &Inputs,
        Writes { is_changed, is_overwritten }: Writes,
    ) -> Result<State<G>, Error> {
        let length = usize::try_from(shape.elements()).unwrap_or(usize::MAX);
        let bytes = length.saturating_mul(array.width.size(array.ty));
        if array.init == Init::Weights
            && !is_changed
            && array.width == ElementWidth::Full
            && let Some(memory) = resident.adopted_weights(array, bytes)
        {
            let (array, input_rows, initial) = (array.clone(), shape.rows, Initial::Constant);
            return Ok(State { array, is_overwritten, shape, input_rows, layout, memory, initial });
        }
        let given = match array.init {
            Init::Fill(value) => Err(value),
            Init::Itself => Ok(Arc::new(ArrayData::Node((0..shape.rows as u32).collect()))),
            Init::Input => Ok(Arc::clone(inputs.array(&array.name, array.ty, length)?)),
            Init::Weights => Ok(resident.weights(array)?),
            Init::Degrees(property) => {
                let value = resident.input().view()?.statistic(property);
                Ok(Arc::new(ArrayData::F32(vec![value])))
            }
        };
        let name = &array.name;
        let (memory, initial, missing) = match given {
            Ok(given) if !is_changed => {
                let (memory, is_there) = resident.constant(name, &given, layout, bytes)?;
                (memory, Initial::Constant, (!is_there).then_some(given))
            }
            Ok(given) => (resident.memory("buffer", name, bytes)?, Initial::Given(given), None),
            Err(value) => (resident.memory("buffer", name, bytes)?, Initial::Fill(value), None),
        };
        let (array, input_rows) = (array.clone(), shape.rows);
        let state = State { array, is_overwritten, shape, input_rows, layout, memory, initial };
        if let Some(values) = missing {
            state.write(&values)?;
        }
        Ok(state)
    }

    /// Returns whether the array has this shape for the input graph.
    pub fn has_shape(&self, shape: Shape) -> bool {
        (shape.rows, shape.length) == (self.input_rows, self.shape.length)
    }

    /// Changes the number of rows, which never exceeds the number for the input graph.
    pub fn set_rows(&mut self, rows: u32) {
        self.shape.rows = rows.into();
    }

    /// Returns to the number of rows for the input graph.
    pub fn restore_rows(&mut self) {
        self.shape.rows = self.input_rows;
    }

    /// Exchanges the memory of two arrays of the same type and length.
    pub fn exchange(one: &mut State<G>, other: &mut State<G>) {
        std::mem::swap(&mut one.memory, &mut other.memory);
    }

    /// Gives every element its initial value.
    pub fn initialise(&self) -> Result<(), Error> {
        match &self.initial {
            Initial::Given(given) => self.write(given),
            Initial::Fill(value) => self.fill(*value),
            Initial::Constant => Ok(()),
        }
    }

    /// Gives every element its initial value, unless the program overwrites all of them before it
    /// reads any. Returns the number of bytes that the device has to write.
    pub fn initialise_again(&self) -> Result<usize, Error> {
        if self.is_overwritten {
            return Ok(0);
        }
        self.initialise()?;
        Ok(self.memory.size())
    }

    /// Sets every element to a value.
    pub fn fill(&self, value: Value) -> Result<(), Error> {
        match self.element_size() {
            1 => self.memory.fill(value.to_bits() as u8)?,
            2 => self.memory.fill(value.to_bits() as u16)?,
            4 => self.memory.fill(value.to_bits() as u32)?,
            _ => self.memory.fill(value.to_bits())?,
        }
        Ok(())
    }

    /// Returns the size of an element on the device, in bytes.
    pub fn element_size(&self) -> usize {
        self.array.width.size(self.array.ty)
    }

    /// Writes all elements, which follow each other row by row. They are not narrow: only arrays
    /// that start with one value are.
    pub fn write(&self, data: &ArrayData) -> Result<(), Error> {
        match data {
            ArrayData::Bool(x) => {
                let words: Vec<u32> = x.iter().map(|&b| b.into()).collect();
                self.write_elements(&words)
            }
            ArrayData::U32(x) | ArrayData::Node(x) | ArrayData::Edge(x) => self.write_elements(x),
            ArrayData::I32(x) => self.write_elements(x),
            ArrayData::I64(x) => self.write_elements(x),
            ArrayData::U64(x) => self.write_elements(x),
            ArrayData::F32(x) => self.write_elements(x),
            ArrayData::F64(x) => self.write_elements(x),
        }
    }

    fn write_elements<T: bytemuck::Pod>(&self, data: &[T]) -> Result<(), Error> {
        let Shape { rows, length } = self.shape;
        if self.layout == ArrayLayout::ByRow || rows <= 1 || length <= 1 {
            return self.memory.write(0, data);
        }
        let (rows, length) = (rows as usize, length as usize);
        let by_element = (0..rows * length).map(|at| data[at % rows * length + at / rows]);
        self.memory.write(0, &by_element.collect::<Vec<T>>())
    }

    /// Number of elements of each row.
    pub fn row_length(&self) -> u32 {
        self.shape.length
    }

    /// Copies every element to the host, row by row.
    pub fn content(&self) -> Result<ArrayData, Error> {
        Ok(match self.array.ty {
            Type::Bool => ArrayData::Bool(self.words(|word| word != 0)?),
            Type::U32 => ArrayData::U32(self.words(|word| word)?),
            Type::Node => ArrayData::Node(self.words(|word| word)?),
            Type::Edge => ArrayData::Edge(self.words(|word| word)?),
            Type::I32 => ArrayData::I32(self.words(|word| word as i32)?),
            Type::I64 => ArrayData::I64(self.elements()?),
            Type::U64 => ArrayData::U64(self.elements()?),
            Type::F32 => ArrayData::F32(self.elements()?),
            Type::F64 => ArrayData::F64(self.elements()?),
        })
    }

    /// Copies every element into memory of the device that the caller keeps, row by row. Returns `None` if the API cannot.
    pub fn hand_out(&self, gpu: &G) -> Result<Option<DeviceArray>, Error> {
        let Shape { rows, length } = self.shape;
        let by_element = self.layout == ArrayLayout::ByElement && rows > 1 && length > 1;
        let array = HandedOut {
            ty: self.array.ty,
            rows,
            length: length.into(),
            by_element,
            element_size: self.element_size(),
        };
        Ok(gpu.hand_out(self.memory.buffer(), array)?)
    }

    /// Copies the elements of an array of 32 bits or of narrow elements, which become words.
    fn words<T>(&self, value: impl Fn(u32) -> T) -> Result<Vec<T>, Error> {
        fn of<E: bytemuck::Pod + Into<u32>, T>(
            elements: Vec<E>,
            value: impl Fn(u32) -> T,
        ) -> Vec<T> {
            elements.into_iter().map(|element| value(element.into())).collect()
        }
        Ok(match self.array.width {
            ElementWidth::Byte => of(self.elements::<u8>()?, value),
            ElementWidth::Half => of(self.elements::<u16>()?, value),
            ElementWidth::Full => of(self.elements::<u32>()?, value),
        })
    }

    fn elements<T: bytemuck::Pod>(&self) -> Result<Vec<T>, Error> {
        let mut data = vec![T::zeroed(); self.shape.elements() as usize];
        self.memory.read(0, &mut data)?;
        let Shape { rows, length } = self.shape;
        if self.layout == ArrayLayout::ByRow || rows <= 1 || length <= 1 {
            return Ok(data);
        }
        let (rows, length) = (rows as usize, length as usize);
        Ok((0..rows * length).map(|at| data[at % length * rows + at / length]).collect())
    }

    /// Returns the position of an element in the memory, or `None` if it does not exist.
    fn position(&self, row: u64, element: u32) -> Option<usize> {
        let by_row = self.shape.position(row, element)?;
        Some(match self.layout {
            ArrayLayout::ByRow => by_row,
            ArrayLayout::ByElement => element as usize * self.shape.rows as usize + row as usize,
        })
    }

    /// Reads an element of a row. An index past the end yields zero.
    pub fn load(&self, row: u64, element: u32) -> Result<Value, Error> {
        let ty = self.array.ty;
        let Some(at) = self.position(row, element) else {
            return Ok(Value::zero(ty));
        };
        let (mut bytes, size) = ([0u8; 8], self.element_size());
        self.memory.read(at * size, &mut bytes[..size])?;
        Ok(Value::from_bits(ty, u64::from_le_bytes(bytes)))
    }

    /// Writes an element of a row. An index past the end has no effect.
    pub fn store(&self, row: u64, element: u32, value: Value) -> Result<(), Error> {
        let Some(at) = self.position(row, element) else {
            return Ok(());
        };
        let (mut bytes, size) = (value.to_le_bytes(), self.element_size());
        bytes.truncate(size);
        self.memory.write_later(at * size, bytes)
    }
}

/// Number of locks in the device library's `IGC_LOCKS`.
const LOCKS: usize = 1024;

/// Returns the number of locks of atomic accesses to 64-bit values. Each is a word that starts at
/// zero. A device that needs no locks gets one word.
pub fn lock_count(device: &Facts) -> usize {
    if device.needs_locks { LOCKS } else { 1 }
}

/// Allocates the locks of atomic accesses to 64-bit values, all open.
pub fn locks<G: Gpu>(device: &Arc<Opened<G>>) -> Result<Memory<G>, Error> {
    device.allocate_with(&vec![0u32; lock_count(device.facts())])
}
