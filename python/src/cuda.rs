//! Memory of GPUs that Python and igc share, through CUDA.
//!
//! A [`CudaView`] is an array of the caller, which has `__cuda_array_interface__` or the methods of DLPack. Nothing here
//! reads its memory. A [`CudaMemory`] is an output of a run.
//!
//! **Streams.** igc waits for all streams of the device before it uses an array of the caller, and before a run returns.
//! So an array may come from any stream, and an output can be used on any stream.

use std::any::Any;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::Arc;

use igc::{Cancel, CudaArray, CudaWeights, DeviceArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::arrays::{Memory, count_copied, kind_of};
use crate::devices::device;
use crate::dlpack;
use crate::errors::raise;
use crate::interrupt::interruptible;
use crate::process;

/// Searches NVRTC, NVIDIA's compiler, in the packages of this interpreter, whose environment need not be active.
///
/// # Errors
///
/// Returns an error if `sys.path` is not a list.
pub fn search_nvrtc(py: Python<'_>) -> PyResult<()> {
    let folders: Vec<Bound<'_, PyAny>> = py.import("sys")?.getattr("path")?.extract()?;
    // Programs may put other objects than texts there, which importers of their own understand.
    let folders = folders.iter().filter_map(|folder| folder.extract::<PathBuf>().ok());
    igc::search_packages(folders.filter(|folder| folder.join("nvidia").is_dir()));
    Ok(())
}

/// An array of the caller on a CUDA device.
#[pyclass(module = "igc._igc", frozen)]
pub struct CudaView {
    /// The address of the first element.
    #[pyo3(get)]
    pub address: u64,
    /// Number of elements of each dimension.
    #[pyo3(get)]
    shape: Vec<usize>,
    /// The type of the elements, as NumPy writes it.
    #[pyo3(get)]
    kind: String,
    /// Whether the elements follow each other row by row.
    #[pyo3(get)]
    is_contiguous: bool,
    /// The number of the device, if the object says it.
    #[pyo3(get)]
    pub device: Option<usize>,
    owner: Arc<dyn Any + Send + Sync>,
}

#[pymethods]
impl CudaView {
    /// Describes an array: by `__cuda_array_interface__`, or by DLPack if the object does not have it.
    #[new]
    fn new(object: &Bound<'_, PyAny>) -> PyResult<CudaView> {
        // PyTorch raises an error for some types, which DLPack has.
        match object.getattr("__cuda_array_interface__") {
            Ok(interface) => CudaView::of_interface(object, interface.cast::<PyDict>()?),
            Err(error) if !object.hasattr("__dlpack__")? => Err(error),
            Err(_) => dlpack::import(object).map(CudaView::of_tensor),
        }
    }
}

impl CudaView {
    fn of_tensor(array: dlpack::Array) -> CudaView {
        let dlpack::Array { address, shape, strides, kind, device, owner } = array;
        let is_contiguous = strides.is_none_or(|strides| follows(&shape, &strides, 1));
        CudaView { address, shape, kind, is_contiguous, device: Some(device), owner }
    }

    fn of_interface(
        object: &Bound<'_, PyAny>,
        interface: &Bound<'_, PyDict>,
    ) -> PyResult<CudaView> {
        let item =
            |name: &str| Ok::<_, PyErr>(interface.get_item(name)?.filter(|it| !it.is_none()));
        let get = |name: &str| {
            let missing =
                || PyTypeError::new_err(format!("`__cuda_array_interface__` has no `{name}`"));
            item(name)?.ok_or_else(missing)
        };
        if item("mask")?.is_some() {
            return Err(PyTypeError::new_err("an array with a mask is not possible here"));
        }
        let shape: Vec<usize> = get("shape")?.extract()?;
        let kind: String = get("typestr")?.extract()?;
        let (address, _): (Option<u64>, bool) = get("data")?.extract()?;
        let size = kind.get(2..).and_then(|size| size.parse().ok()).unwrap_or(1);
        let strides: Option<Vec<i64>> = item("strides")?.map(|it| it.extract()).transpose()?;
        let is_contiguous = strides.is_none_or(|strides| follows(&shape, &strides, size));
        // `(device type, number)`. The address says it, too, but only a machine with CUDA can look it up.
        let device = object.call_method0("__dlpack_device__").and_then(|it| it.extract());
        let device = device.ok().map(|(_, number): (i32, usize)| number);
        let owner = Arc::new(object.clone().unbind());
        let address = address.unwrap_or(0);
        Ok(CudaView { address, shape, kind, is_contiguous, device, owner })
    }

    /// Returns the elements as an array of one dimension, whose type is one of `kinds`.
    fn array(&self, kinds: &[&str]) -> PyResult<CudaArray> {
        if !kinds.contains(&&*self.kind) {
            return Err(PyTypeError::new_err(format!(
                "an array with elements of type `{}` is not possible here",
                self.kind
            )));
        }
        let [length] = self.shape[..] else {
            return Err(PyValueError::new_err("the array does not have one dimension"));
        };
        if !self.is_contiguous {
            return Err(PyValueError::new_err("the elements do not follow each other"));
        }
        Ok(CudaArray { address: self.address, length, owner: Box::new(Arc::clone(&self.owner)) })
    }

    /// Returns offsets or targets. Signed numbers must not be negative.
    pub fn words(&self) -> PyResult<CudaArray> {
        self.array(&["<u4", "<i4"])
    }

    /// Returns weights. Those of 32 bits must not be negative.
    pub fn weights(&self) -> PyResult<CudaWeights> {
        match &*self.kind {
            "<i8" => Ok(CudaWeights::I64(self.array(&["<i8"])?)),
            "<f8" => Ok(CudaWeights::F64(self.array(&["<f8"])?)),
            _ => Ok(CudaWeights::U32(self.words()?)),
        }
    }
}

/// Returns whether the elements of an array follow each other row by row. `size` is the stride of neighbours in a row.
fn follows(shape: &[usize], strides: &[i64], size: i64) -> bool {
    let mut expected = size;
    for (count, stride) in shape.iter().zip(strides).rev() {
        // The stride of a dimension with one element has no effect.
        if *count > 1 && *stride != expected {
            return shape.contains(&0);
        }
        expected = expected.saturating_mul(i64::try_from(*count).unwrap_or(i64::MAX));
    }
    true
}

/// Raises an error if this machine has no CUDA device.
#[pyfunction]
pub fn require_cuda(py: Python<'_>) -> PyResult<()> {
    process::enter(py)?;
    let opened = interruptible(py, &Cancel::default(), || device("cuda"))?;
    opened.map(|_| ()).map_err(|error| raise(py, &error))
}

/// An output of a run in the memory of a CUDA device.
#[pyclass(module = "igc._igc", frozen)]
pub struct CudaMemory(Lent);

/// Memory that Python and other libraries use. It is freed after the last of them has released it.
struct Lent(ManuallyDrop<DeviceArray>);

impl Drop for Lent {
    fn drop(&mut self) {
        // SAFETY: the field is not used after this.
        let mut array = Some(unsafe { ManuallyDrop::take(&mut self.0) });
        // Freeing waits for the device, whose streams may call functions of Python. A consumer may call this in any
        // thread.
        if !process::is_forked() {
            Python::try_attach(|py| py.detach(|| drop(array.take())));
        }
        // A forked process cannot use CUDA. At the end of the interpreter, the process frees the memory.
        std::mem::forget(array);
    }
}

impl CudaMemory {
    /// Takes an output of a run, without a copy.
    pub fn output(array: DeviceArray) -> CudaMemory {
        CudaMemory(Lent(ManuallyDrop::new(array)))
    }

    fn array(&self) -> &DeviceArray {
        &self.0.0
    }
}

#[pymethods]
impl CudaMemory {
    /// The address on the device, which is 0 without elements.
    #[getter]
    fn address(&self) -> u64 {
        if self.array().elements == 0 { 0 } else { self.array().address }
    }

    /// Number of elements.
    #[getter]
    fn elements(&self) -> u64 {
        self.array().elements
    }

    /// The type of the elements, as NumPy writes it.
    #[getter]
    fn kind(&self) -> &'static str {
        kind_of(self.array().ty)
    }

    /// The number of the device.
    #[getter]
    fn device(&self) -> usize {
        self.array().device
    }

    /// Returns a capsule of DLPack with the elements in this shape.
    fn capsule<'py>(&self, py: Python<'py>, shape: Vec<i64>) -> PyResult<Bound<'py, PyCapsule>> {
        let fits = shape.iter().product::<i64>() == self.elements() as i64;
        if !fits {
            return Err(PyValueError::new_err("the shape has another number of elements"));
        }
        let owner = Lent(ManuallyDrop::new(self.array().clone()));
        dlpack::export(py, (self.address(), self.device()), self.kind(), shape, owner)
    }

    /// Copies the elements to the host, after all streams of the device have ended their work.
    fn to_host(&self, py: Python<'_>) -> PyResult<Memory> {
        process::enter(py)?;
        let data = py.detach(|| self.array().to_host()).map_err(igc::Error::from);
        let memory = Memory::output(data.map_err(|error| raise(py, &error))?);
        count_copied(memory.bytes());
        Ok(memory)
    }
}
