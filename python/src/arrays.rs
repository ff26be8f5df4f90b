//! Memory that Python and igc share.
//!
//! Both directions use the protocol `__array_interface__` of NumPy. igc borrows an array of the caller and keeps a
//! reference to it. NumPy borrows memory of igc, and keeps a reference to a [`Memory`].

use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use igc::{ArrayData, GraphArrays, Offsets, Type, Values, Weights};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Number of bytes of arrays that were copied between Python and igc.
static COPIED: AtomicU64 = AtomicU64::new(0);

/// Returns the number of bytes of arrays that igc has copied so far between Python's objects and its own memory. Arrays of
/// Python on a GPU that the host has copied count, too.
#[pyfunction]
pub fn copied_bytes() -> u64 {
    COPIED.load(Ordering::Relaxed) + igc::copied_from_devices()
}

/// Adds to the number of copied bytes.
#[pyfunction]
pub fn count_copied(bytes: u64) {
    COPIED.fetch_add(bytes, Ordering::Relaxed);
}

/// An array of the caller. Its elements follow each other in memory.
pub struct Borrowed {
    start: NonNull<u8>,
    bytes: usize,
    /// The type of the elements, as NumPy writes it: `<u4`.
    pub kind: String,
    /// Keeps the memory alive.
    _owner: Py<PyAny>,
}

// SAFETY: the memory does not belong to a thread, and igc only reads it.
unsafe impl Send for Borrowed {}

impl AsRef<[u8]> for Borrowed {
    fn as_ref(&self) -> &[u8] {
        // SAFETY: the owner keeps the memory alive, and the array has this size. The documentation of the package
        // forbids changes while igc runs. An array of numbers has no invalid values.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.bytes) }
    }
}

impl Borrowed {
    /// Borrows an array of one dimension.
    ///
    /// # Errors
    ///
    /// Returns an error if the object is not an array, or if its elements do not follow each other.
    pub fn of(array: &Bound<'_, PyAny>) -> PyResult<Borrowed> {
        let interface = array.getattr("__array_interface__")?;
        let interface = interface.cast::<PyDict>()?;
        let get = |name: &str| {
            interface.get_item(name)?.ok_or_else(|| PyTypeError::new_err(format!("no `{name}`")))
        };
        let shape: Vec<usize> = get("shape")?.extract()?;
        let kind: String = get("typestr")?.extract()?;
        let (address, _): (usize, bool) = get("data")?.extract()?;
        let strides = interface.get_item("strides")?;
        if shape.len() != 1 || strides.is_some_and(|strides| !strides.is_none()) {
            return Err(PyValueError::new_err(
                "the array is not a contiguous array of one dimension",
            ));
        }
        let size: usize = kind.get(2..).and_then(|size| size.parse().ok()).unwrap_or(0);
        let bytes = shape[0] * size;
        let dangling = NonNull::<u64>::dangling().cast();
        let start = if bytes == 0 {
            dangling
        } else {
            NonNull::new(address as *mut u8).unwrap_or(dangling)
        };
        let bytes = if start == dangling { 0 } else { bytes };
        Ok(Borrowed { start, bytes, kind, _owner: array.clone().unbind() })
    }

    /// Returns a copy of the elements.
    fn copied<T: Copy>(&self) -> Vec<T> {
        count_copied(self.bytes as u64);
        let count = self.bytes / size_of::<T>();
        let mut values: Vec<T> = Vec::with_capacity(count);
        // SAFETY: the memory has `count` elements of numbers, for which every pattern of bits is valid. `kind` says
        // which type they have. The vector has room for them, and an unaligned source is possible.
        unsafe {
            std::ptr::copy_nonoverlapping(
                self.start.as_ptr(),
                values.as_mut_ptr().cast::<u8>(),
                count * size_of::<T>(),
            );
            values.set_len(count);
        }
        values
    }

    fn refused(&self) -> PyErr {
        PyTypeError::new_err(format!(
            "an array with elements of type `{}` is not possible here",
            self.kind
        ))
    }

    /// Returns node numbers or edge numbers of 32 bits, without a copy. Signed numbers must not be negative.
    pub fn words(self) -> PyResult<Values<u32>> {
        match &*self.kind {
            "<u4" | "<i4" => shared(self),
            _ => Err(self.refused()),
        }
    }

    /// Returns offsets without a copy. Signed numbers must not be negative.
    pub fn offsets(self) -> PyResult<Offsets> {
        match &*self.kind {
            "<u4" | "<i4" => Ok(Offsets::Narrow(shared(self)?)),
            "<u8" | "<i8" => Ok(Offsets::Wide(shared(self)?)),
            _ => Err(self.refused()),
        }
    }

    /// Returns weights without a copy.
    pub fn weights(self) -> PyResult<Weights> {
        match &*self.kind {
            "<u4" => Ok(Weights::U32(shared(self)?)),
            "<i8" => Ok(Weights::I64(shared(self)?)),
            "<f8" => Ok(Weights::F64(shared(self)?)),
            _ => Err(self.refused()),
        }
    }

    /// Returns a copy of node numbers.
    pub fn copied_words(&self) -> PyResult<Vec<u32>> {
        match &*self.kind {
            "<u4" | "<i4" => Ok(self.copied()),
            _ => Err(self.refused()),
        }
    }

    /// Returns a copy of the elements, which have the type of an array of a program.
    pub fn data(&self, ty: Type) -> PyResult<ArrayData> {
        let wanted = kind_of(ty);
        if self.kind != wanted {
            return Err(self.refused());
        }
        Ok(match ty {
            Type::Bool => {
                count_copied(self.bytes as u64);
                ArrayData::Bool(self.as_ref().iter().map(|byte| *byte != 0).collect())
            }
            Type::I32 => ArrayData::I32(self.copied()),
            Type::U32 => ArrayData::U32(self.copied()),
            Type::I64 => ArrayData::I64(self.copied()),
            Type::U64 => ArrayData::U64(self.copied()),
            Type::F32 => ArrayData::F32(self.copied()),
            Type::F64 => ArrayData::F64(self.copied()),
            Type::Node => ArrayData::Node(self.copied()),
            Type::Edge => ArrayData::Edge(self.copied()),
        })
    }
}

fn shared<T: bytemuck::Pod>(array: Borrowed) -> PyResult<Values<T>> {
    Values::shared(array).map_err(|problem| PyValueError::new_err(problem.to_string()))
}

/// Returns the type of the elements of an array, as NumPy writes it.
pub fn kind_of(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "|b1",
        Type::I32 => "<i4",
        Type::U32 | Type::Node | Type::Edge => "<u4",
        Type::I64 => "<i8",
        Type::U64 => "<u8",
        Type::F32 => "<f4",
        Type::F64 => "<f8",
    }
}

/// An owner of memory that NumPy borrows.
enum Owner {
    Output(ArrayData),
    Graph(Arc<GraphArrays>, Part),
}

/// An array of a graph.
#[derive(Clone, Copy)]
pub enum Part {
    Offsets,
    Targets,
    Weights,
}

/// Memory of igc that NumPy reads and, if it is an output of a run, also writes.
#[pyclass(module = "igc._igc", frozen)]
pub struct Memory(Owner);

impl Memory {
    /// Takes an output of a run, without a copy.
    pub fn output(data: ArrayData) -> Memory {
        Memory(Owner::Output(data))
    }

    /// Takes an array of a graph, without a copy. There may be no weights.
    pub fn part(graph: &Arc<GraphArrays>, part: Part) -> Option<Memory> {
        let exists = !matches!(part, Part::Weights) || graph.weights.is_some();
        exists.then(|| Memory(Owner::Graph(Arc::clone(graph), part)))
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> u64 {
        let (_, count, kind) = self.place();
        count as u64 * kind[2..].parse().unwrap_or(0)
    }

    /// Returns the address, the number of elements, and their type.
    fn place(&self) -> (*const u8, usize, &'static str) {
        fn of<T>(values: &[T], kind: &'static str) -> (*const u8, usize, &'static str) {
            (values.as_ptr().cast(), values.len(), kind)
        }
        match &self.0 {
            Owner::Output(data) => {
                let kind = kind_of(data.ty());
                match data {
                    ArrayData::Bool(values) => of(values, kind),
                    ArrayData::I32(values) => of(values, kind),
                    ArrayData::U32(values) | ArrayData::Node(values) | ArrayData::Edge(values) => {
                        of(values, kind)
                    }
                    ArrayData::I64(values) => of(values, kind),
                    ArrayData::U64(values) => of(values, kind),
                    ArrayData::F32(values) => of(values, kind),
                    ArrayData::F64(values) => of(values, kind),
                }
            }
            Owner::Graph(graph, Part::Offsets) => match &graph.offsets {
                Offsets::Narrow(values) => of(values, "<u4"),
                Offsets::Wide(values) => of(values, "<u8"),
            },
            Owner::Graph(graph, Part::Targets) => of(&graph.targets, "<u4"),
            Owner::Graph(graph, Part::Weights) => match &graph.weights {
                Some(Weights::U32(values)) => of(values, "<u4"),
                Some(Weights::I64(values)) => of(values, "<i8"),
                Some(Weights::F64(values)) => of(values, "<f8"),
                None => of::<u32>(&[], "<u4"),
            },
        }
    }
}

#[pymethods]
impl Memory {
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (address, count, kind) = self.place();
        let is_read_only = matches!(self.0, Owner::Graph(..));
        let dict = PyDict::new(py);
        dict.set_item("version", 3)?;
        dict.set_item("shape", PyTuple::new(py, [count])?)?;
        dict.set_item("typestr", kind)?;
        dict.set_item("data", (address as usize, is_read_only))?;
        Ok(dict)
    }
}
