//! Graphs whose arrays the caller has on a CUDA device.

use std::any::Any;
use std::sync::Arc;
use std::time::Instant;

use igc_cuda::{CudaError, ForeignMemory, Session};
use igc_graph::{Graph, Offsets, RemoteMemory, Values, Weights};

use super::device::numbered;
use crate::Error;
use crate::input::{ForeignArrays, Input};

/// An array of the caller on a CUDA device, whose elements follow each other.
pub struct CudaArray {
    /// The address on the device.
    pub address: u64,
    /// Number of elements.
    pub length: usize,
    /// Keeps the memory alive.
    pub owner: Box<dyn Any + Send + Sync>,
}

/// The weights of the caller on a CUDA device.
pub enum CudaWeights {
    /// Numbers of `u32`.
    U32(CudaArray),
    /// Numbers of `i64`.
    I64(CudaArray),
    /// Numbers of `f64`, which are finite.
    F64(CudaArray),
}

/// Memory that the host copies when it needs it.
struct Remote(Arc<ForeignMemory>);

impl RemoteMemory for Remote {
    fn read(&self, offset: usize, to: &mut [u8]) -> Result<(), String> {
        self.0.read(offset, to).map_err(|error| error.to_string())
    }
}

/// Makes a graph of compressed sparse rows on the CUDA device with this number. Offsets and targets have 32 bits. Nothing
/// is copied: kernels on this device read the arrays where they are, and the host copies them only if it needs them, for
/// example to check a result.
///
/// # Errors
///
/// Returns an error if the device does not exist, if the memory is not on the device, or if the arrays are not a graph.
pub fn graph_on_device(
    ordinal: usize,
    offsets: CudaArray,
    targets: CudaArray,
    weights: Option<CudaWeights>,
) -> Result<Input, Error> {
    let start = Instant::now();
    crate::crash_note::cuda_starts();
    let session = Session::open(&numbered(ordinal)?)?;
    let memory = |array: CudaArray, size: usize| {
        session.foreign(array.address, (array.length, size), array.owner)
    };
    fn values<T: bytemuck::Pod>(memory: &Arc<ForeignMemory>) -> Values<T> {
        Values::remote(Remote(Arc::clone(memory)), memory.bytes() / size_of::<T>())
    }
    let (offsets, targets) = (memory(offsets, 4)?, memory(targets, 4)?);
    if let Some(what) = session.check_rows(&offsets, &targets)? {
        return Err(CudaError::Foreign { reason: format!("it is no graph: {what}") }.into());
    }
    let (mut of_weights, mut kept) = (None, None);
    if let Some(weights) = weights {
        let (memory, weights) = match weights {
            CudaWeights::U32(array) => {
                let memory = memory(array, 4)?;
                let weights = Weights::U32(values(&memory));
                (memory, weights)
            }
            CudaWeights::I64(array) => {
                let memory = memory(array, 8)?;
                let weights = Weights::I64(values(&memory));
                (memory, weights)
            }
            CudaWeights::F64(array) => {
                let memory = memory(array, 8)?;
                let weights = Weights::F64(values(&memory));
                (memory, weights)
            }
        };
        let (count, edges) = (weights.len(), targets.bytes() / 4);
        if count != edges {
            let reason = format!("it is no graph: there are {count} weights for {edges} edges");
            return Err(CudaError::Foreign { reason }.into());
        }
        (of_weights, kept) = (Some(weights), Some(memory as Arc<dyn Any + Send + Sync>));
    }
    let graph = Graph {
        offsets: Offsets::Narrow(values(&offsets)),
        targets: values(&targets),
        weights: of_weights,
        ids: None,
    };
    let arrays = ForeignArrays { offsets, targets, weights: kept };
    Input::on_device("memory", graph, arrays, start)
}
