//! Graphs whose arrays the caller has on a CUDA device.

use std::any::Any;
use std::sync::Arc;
use std::time::Instant;

use igc_compiler::data::ArrayData;
use igc_compiler::ir::Type;
use igc_cuda::{CheckedWeights, ForeignMemory, LentMemory, Session};
use igc_graph::{Graph, GraphError, Offsets, Problem, RemoteMemory, Values, WeightFacts, Weights};

use super::device::numbered;
use crate::Error;
use crate::backend::DeviceArray;
use crate::crash_note;
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
    /// Numbers of `f64`, which must be finite.
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
/// example to check a result. The device also finds the facts about the weights.
///
/// # Errors
///
/// Returns an error if the device does not exist, if the memory is not on the device, or if the arrays are not a graph.
pub fn graph_on_device(
    ordinal: usize,
    offsets: CudaArray,
    targets: CudaArray,
    weights: Option<CudaWeights>,
) -> Result<(Input, Option<WeightFacts>), Error> {
    let start = Instant::now();
    crash_note::cuda_starts();
    let session = Session::open(&numbered(ordinal)?)?;
    let memory = |array| foreign(&session, array, size_of::<u32>());
    let (offsets, targets) = (memory(offsets)?, memory(targets)?);
    if let Some(what) = session.check_rows(&offsets, &targets)? {
        return Err(not_a_graph(&what));
    }
    let mut graph = Graph {
        offsets: Offsets::Narrow(values(&offsets)),
        targets: values(&targets),
        weights: None,
        ids: None,
    };
    let (mut kept, mut facts) = (None, None);
    if let Some(weights) = weights {
        let (memory, weights, found) = on_device(&session, weights)?;
        let (count, edges) = (weights.len(), graph.edges());
        if count as u64 != edges {
            return Err(not_a_graph(&format!("{count} weights for {edges} edges")));
        }
        (graph.weights, facts) = (Some(weights), Some(found));
        kept = Some(memory as Arc<dyn Any + Send + Sync>);
    }
    let arrays = ForeignArrays { offsets, targets, weights: kept };
    Ok((Input::on_device("memory", graph, arrays, start)?, facts))
}

/// Uses an array of the caller whose elements have this size.
fn foreign(session: &Session, array: CudaArray, size: usize) -> Result<Arc<ForeignMemory>, Error> {
    Ok(session.foreign(array.address, (array.length, size), array.owner)?)
}

/// Returns values that the host copies when it needs them.
fn values<T: bytemuck::Pod>(memory: &Arc<ForeignMemory>) -> Values<T> {
    Values::remote(Remote(Arc::clone(memory)), memory.bytes() / size_of::<T>())
}

/// Uses weights of the caller, and returns the facts about them, which are those of [`Weights::facts`].
fn on_device(
    session: &Session,
    weights: CudaWeights,
) -> Result<(Arc<ForeignMemory>, Weights, WeightFacts), Error> {
    let are_real = matches!(weights, CudaWeights::F64(_));
    let (memory, weights) = match weights {
        CudaWeights::U32(array) => {
            let memory = foreign(session, array, size_of::<u32>())?;
            let weights = Weights::U32(values(&memory));
            return Ok((memory, weights, WeightFacts { are_real: false, negative: None }));
        }
        CudaWeights::I64(array) => {
            let memory = foreign(session, array, size_of::<i64>())?;
            let weights = Weights::I64(values(&memory));
            (memory, weights)
        }
        CudaWeights::F64(array) => {
            let memory = foreign(session, array, size_of::<f64>())?;
            let weights = Weights::F64(values(&memory));
            (memory, weights)
        }
    };
    let CheckedWeights { is_unusual, negative } = session.check_weights(&memory, are_real)?;
    if are_real && is_unusual {
        return Err(not_a_graph("a weight is not a finite number"));
    }
    let text = |edge: u64| -> Result<(u64, String), Error> {
        let mut bytes = [0; size_of::<u64>()];
        memory.read(edge as usize * bytes.len(), &mut bytes)?;
        let text = match are_real {
            true => format!("{:?}", f64::from_le_bytes(bytes)),
            false => i64::from_le_bytes(bytes).to_string(),
        };
        Ok((edge, text))
    };
    let negative = negative.map(text).transpose()?;
    Ok((memory, weights, WeightFacts { are_real: are_real || is_unusual, negative }))
}

/// Returns the error for arrays that are not a graph, in the words of graphs in the memory of the host.
fn not_a_graph(what: &str) -> Error {
    GraphError::from(Problem::Memory { what: format!("a graph: {what}") }).into()
}

impl DeviceArray {
    /// Copies the elements to the host, after the device has ended all earlier work, on any stream.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    pub fn to_host(&self) -> Result<ArrayData, Error> {
        let Some(memory) = self.memory.downcast_ref::<LentMemory>() else {
            return Err(Error::Internal("memory of another API".into()));
        };
        let elements = self.elements as usize;
        Ok(match self.ty {
            Type::Bool => {
                let bytes: Vec<u8> = read(memory, elements)?;
                ArrayData::Bool(bytes.into_iter().map(|byte| byte != 0).collect())
            }
            Type::I32 => ArrayData::I32(read(memory, elements)?),
            Type::U32 => ArrayData::U32(read(memory, elements)?),
            Type::I64 => ArrayData::I64(read(memory, elements)?),
            Type::U64 => ArrayData::U64(read(memory, elements)?),
            Type::F32 => ArrayData::F32(read(memory, elements)?),
            Type::F64 => ArrayData::F64(read(memory, elements)?),
            Type::Node => ArrayData::Node(read(memory, elements)?),
            Type::Edge => ArrayData::Edge(read(memory, elements)?),
        })
    }
}

fn read<T: bytemuck::Pod>(memory: &LentMemory, elements: usize) -> Result<Vec<T>, Error> {
    let mut values = vec![T::zeroed(); elements];
    if elements > 0 {
        memory.read(bytemuck::cast_slice_mut(&mut values))?;
    }
    Ok(values)
}

/// Returns the number of the CUDA device on which memory of the caller is.
///
/// # Errors
///
/// Returns an error if the machine has no CUDA device, or if the address is not on one.
pub fn device_of(address: u64) -> Result<usize, Error> {
    crash_note::cuda_starts();
    Ok(igc_cuda::device_of(address)?)
}
