//! DLPack, through which libraries exchange arrays: <https://dmlc.github.io/dlpack/latest/python_spec.html>.
//!
//! A *tensor* describes an array, and has a function that releases it. Python passes a pointer to the tensor in a capsule.
//! The consumer renames the capsule, and later calls the function. igc uses tensors without a version, which all libraries
//! know.

use std::any::Any;
use std::ffi::{CStr, c_void};
use std::ptr::{self, NonNull};
use std::sync::Arc;

use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

/// The name of a capsule that nobody has consumed yet.
const FRESH: &CStr = c"dltensor";

/// The name of a capsule that was consumed.
const USED: &CStr = c"used_dltensor";

/// The number of CUDA devices in DLPack.
const CUDA: i32 = 2;

/// The number of memory that CUDA moves between the host and devices.
const CUDA_MANAGED: i32 = 13;

/// The default stream of CUDA, for which an exporter makes an array ready.
const DEFAULT_STREAM: i32 = 1;

/// The type of elements.
#[repr(C)]
#[derive(Clone, Copy)]
struct ElementType {
    code: u8,
    bits: u8,
    lanes: u16,
}

/// The part of a tensor that describes the array.
#[repr(C)]
struct Description {
    data: *mut c_void,
    device_type: i32,
    device_id: i32,
    dimensions: i32,
    element: ElementType,
    shape: *mut i64,
    strides: *mut i64,
    byte_offset: u64,
}

/// `DLManagedTensor` of DLPack.
#[repr(C)]
struct Tensor {
    description: Description,
    context: *mut c_void,
    release: Option<unsafe extern "C" fn(*mut Tensor)>,
}

/// A tensor of another library.
struct Imported(NonNull<Tensor>);

// SAFETY: the tensor belongs to this value, and its function may be called in any thread that holds the GIL.
unsafe impl Send for Imported {}
// SAFETY: a shared reference gives no access to the tensor.
unsafe impl Sync for Imported {}

impl Drop for Imported {
    fn drop(&mut self) {
        // Some libraries need the GIL. At the end of the interpreter, the process frees the memory.
        Python::try_attach(|_| {
            // SAFETY: the tensor was consumed, and is released once.
            unsafe {
                if let Some(release) = self.0.as_ref().release {
                    release(self.0.as_ptr());
                }
            }
        });
    }
}

/// An array that a tensor describes.
pub struct Array {
    /// The address of the first element.
    pub address: u64,
    /// Number of elements of each dimension.
    pub shape: Vec<usize>,
    /// Distance of neighbours in each dimension, in elements. `None` if the elements follow each other row by row.
    pub strides: Option<Vec<i64>>,
    /// The type of the elements, as NumPy writes it.
    pub kind: String,
    /// The number of the CUDA device.
    pub device: usize,
    /// Keeps the memory.
    pub owner: Arc<dyn Any + Send + Sync>,
}

/// Takes the array of an object on a CUDA device, without a copy. The exporter makes it ready for the default stream.
///
/// # Errors
///
/// Returns the error of the object, or an error if the array is not in the memory of a CUDA device.
pub fn import(object: &Bound<'_, PyAny>) -> PyResult<Array> {
    let py = object.py();
    let options = PyDict::new(py);
    options.set_item("stream", DEFAULT_STREAM)?;
    let capsule = object.call_method("__dlpack__", (), Some(&options))?;
    let capsule = capsule.cast::<PyCapsule>()?;
    let tensor = capsule.pointer_checked(Some(FRESH))?.cast::<Tensor>();
    // SAFETY: the capsule is valid, and the name is static.
    if unsafe { ffi::PyCapsule_SetName(capsule.as_ptr(), USED.as_ptr()) } != 0 {
        return Err(PyErr::fetch(py));
    }
    let owner = Arc::new(Imported(tensor));
    // SAFETY: the exporter wrote the tensor, which `owner` keeps.
    let described = unsafe { &tensor.as_ref().description };
    if ![CUDA, CUDA_MANAGED].contains(&described.device_type) {
        return Err(PyTypeError::new_err("the array is not in the memory of a CUDA device"));
    }
    let dimensions = usize::try_from(described.dimensions).unwrap_or(0);
    let numbers = |from: *const i64| -> Vec<i64> {
        // SAFETY: both lists have a number for each dimension.
        (0..dimensions).map(|at| unsafe { *from.add(at) }).collect()
    };
    let shape = numbers(described.shape);
    let strides = (!described.strides.is_null()).then(|| numbers(described.strides));
    Ok(Array {
        address: described.data as u64 + described.byte_offset,
        shape: shape.into_iter().map(|one| usize::try_from(one).unwrap_or(0)).collect(),
        strides,
        kind: kind_of(described.element)?,
        device: usize::try_from(described.device_id).unwrap_or(0),
        owner,
    })
}

/// Returns the type of elements, as NumPy writes it. `bfloat16` has the letter `E`, which NumPy does not use.
fn kind_of(element: ElementType) -> PyResult<String> {
    if element.lanes != 1 {
        return Err(PyBufferError::new_err("elements that are vectors are not possible here"));
    }
    let letter = match element.code {
        0 => 'i',
        1 => 'u',
        2 => 'f',
        4 => 'E',
        5 => 'c',
        6 => 'b',
        code => return Err(PyBufferError::new_err(format!("the type of DLPack's code {code}"))),
    };
    let bytes = element.bits / 8;
    let order = if bytes == 1 { '|' } else { '<' };
    Ok(format!("{order}{letter}{bytes}"))
}

/// Returns the code of a type that NumPy writes in this way.
fn element_of(kind: &str) -> ElementType {
    let bits = kind.get(2..).and_then(|size| size.parse::<u8>().ok()).unwrap_or(0) * 8;
    let code = match kind.as_bytes().get(1) {
        Some(b'i') => 0,
        Some(b'u') => 1,
        Some(b'f') => 2,
        _ => 6,
    };
    ElementType { code, bits, lanes: 1 }
}

/// A tensor of igc, with everything to which it points.
struct Exported {
    tensor: Tensor,
    shape: Vec<i64>,
    strides: Vec<i64>,
    /// Releases the memory when it is dropped.
    _owner: Box<dyn Send>,
}

/// Returns a capsule with an array on a CUDA device, whose elements follow each other row by row.
///
/// # Errors
///
/// Returns the interpreter's error.
pub fn export<'py>(
    py: Python<'py>,
    (address, device): (u64, usize),
    kind: &str,
    shape: Vec<i64>,
    owner: impl Send + 'static,
) -> PyResult<Bound<'py, PyCapsule>> {
    let mut strides = vec![1; shape.len()];
    for at in (1..shape.len()).rev() {
        strides[at - 1] = strides[at] * shape[at].max(1);
    }
    let description = Description {
        data: address as *mut c_void,
        device_type: CUDA,
        device_id: device as i32,
        dimensions: shape.len() as i32,
        element: element_of(kind),
        shape: ptr::null_mut(),
        strides: ptr::null_mut(),
        byte_offset: 0,
    };
    let tensor = Tensor { description, context: ptr::null_mut(), release: Some(release) };
    let exported =
        Box::into_raw(Box::new(Exported { tensor, shape, strides, _owner: Box::new(owner) }));
    // SAFETY: the value stays in place until `release` takes it, so the tensor can point into it.
    let tensor = unsafe {
        let all = &mut *exported;
        all.tensor.description.shape = all.shape.as_mut_ptr();
        all.tensor.description.strides = all.strides.as_mut_ptr();
        all.tensor.context = exported.cast();
        NonNull::from(&mut all.tensor)
    };
    // SAFETY: the tensor is valid until it is released, which `discard` or the consumer does.
    let capsule = unsafe {
        PyCapsule::new_with_pointer_and_destructor(py, tensor.cast(), FRESH, Some(discard))
    };
    if capsule.is_err() {
        // SAFETY: nobody has the tensor.
        unsafe { release(tensor.as_ptr()) };
    }
    capsule
}

/// Releases a tensor of igc. The consumer calls this function, in any thread.
unsafe extern "C" fn release(tensor: *mut Tensor) {
    // SAFETY: `export` stored the address of the whole value, and the consumer releases a tensor once.
    drop(unsafe { Box::from_raw((*tensor).context.cast::<Exported>()) });
}

/// Releases the tensor of a capsule that nobody has consumed.
unsafe extern "C" fn discard(capsule: *mut ffi::PyObject) {
    // SAFETY: Python calls this function with a capsule of `export`. Consumers change its name.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, FRESH.as_ptr()) != 0 {
            release(ffi::PyCapsule_GetPointer(capsule, FRESH.as_ptr()).cast());
        }
    }
}
