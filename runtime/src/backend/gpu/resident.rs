//! A graph on a device, and the memory that its programs share.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use igc_compiler::data::{ArrayData, GraphWords, weights};
use igc_compiler::ir::{Array, EdgeWidth, GraphArray, Type};

use super::api::Gpu;
use super::memory::{Memory, Opened};
use crate::Error;
use crate::input::Input;
use crate::run_options::ArrayLayout;

/// An open device with a graph. Every program that is [prepared](super::PreparedProgram) here reads
/// the same copy of the graph.
///
/// Programs also share buffers of the same purpose, name and size, because only one of them runs at
/// a time and each run starts from initial values. All configurations of a program therefore need
/// only the memory of one configuration. They also use the same addresses, so that the location of
/// the memory does not affect a comparison.
pub struct ResidentGraph<G: Gpu> {
    device: Arc<Opened<G>>,
    input: Input,
    shared: Mutex<Shared<G>>,
    /// The right to run a program: programs share memory, so only one of them runs at a time.
    turn: Mutex<()>,
}

/// What the programs on a graph share.
struct Shared<G: Gpu> {
    graph: HashMap<(GraphArray, EdgeWidth), Memory<G>>,
    /// The graph's weights on the host, in each type that a program needed.
    weights: HashMap<Type, Arc<ArrayData>>,
    /// Buffers by their purpose and by the name of their owner.
    memory: HashMap<(&'static str, String), Memory<G>>,
    /// Arrays that no program changes, by name.
    constants: HashMap<String, Constant<G>>,
    /// The numbers of all nodes.
    node_numbers: Option<Memory<G>>,
}

/// The buffers of the arrays of a graph that kernels read, in the order of [`GraphArray::ALL`].
pub(super) type GraphBuffers<G> = [Option<Memory<G>>; GraphArray::ALL.len()];

/// An array that no program changes, so that it is copied to the device only once.
struct Constant<G: Gpu> {
    data: Arc<ArrayData>,
    layout: ArrayLayout,
    memory: Memory<G>,
}

impl<G: Gpu> ResidentGraph<G> {
    /// Takes an open device. An array of the graph is copied when a program first needs it.
    pub fn new(gpu: G, input: &Input) -> Arc<ResidentGraph<G>> {
        let shared = Shared {
            graph: HashMap::new(),
            weights: HashMap::new(),
            memory: HashMap::new(),
            constants: HashMap::new(),
            node_numbers: None,
        };
        Arc::new(ResidentGraph {
            device: Opened::new(gpu),
            input: input.clone(),
            shared: Mutex::new(shared),
            turn: Mutex::default(),
        })
    }

    fn shared(&self) -> MutexGuard<'_, Shared<G>> {
        // An entry is complete when it is inserted, also if a thread panics.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until no other program runs. No other program can run until the guard is dropped.
    pub(in crate::backend) fn turn(&self) -> MutexGuard<'_, ()> {
        // A run starts from initial values, so it does not matter if another run ended early.
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the open device.
    pub fn device(&self) -> &Arc<Opened<G>> {
        &self.device
    }

    /// Returns the graph.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// Returns arrays of the graph, and copies those that are not on the device yet.
    pub(super) fn graph_arrays(
        &self,
        arrays: &BTreeSet<GraphArray>,
        width: EdgeWidth,
    ) -> Result<GraphBuffers<G>, Error> {
        let mut buffers = GraphBuffers::<G>::default();
        for array in arrays {
            buffers[*array as usize] = Some(self.graph_array(*array, width)?);
        }
        Ok(buffers)
    }

    /// Returns an array. Arrays of nodes do not depend on the width of edges.
    fn graph_array(&self, array: GraphArray, width: EdgeWidth) -> Result<Memory<G>, Error> {
        let width = if array.ty() == Type::Edge { width } else { EdgeWidth::Narrow };
        let key = (array, width);
        if let Some(there) = self.shared().graph.get(&key) {
            return Ok(there.clone());
        }
        let adopt = |memory| {
            let graph = &self.input.graph;
            let elements = match array {
                GraphArray::OutOffsets => u64::from(graph.nodes()) + 1,
                _ => graph.edges(),
            };
            self.device.adopt(memory, elements as usize * size_of::<u32>())
        };
        let buffer = match self.input.foreign(array, width).and_then(adopt) {
            Some(there) => there,
            None => match self.input.array(array, width)? {
                GraphWords::Narrow(values) => self.device.allocate_with(&values)?,
                GraphWords::Wide(values) => self.device.allocate_with(&values)?,
            },
        };
        self.shared().graph.insert(key, buffer.clone());
        Ok(buffer)
    }

    /// Returns the graph's weights in the type of an array. The host keeps one copy per type.
    pub(super) fn weights(&self, array: &Array) -> Result<Arc<ArrayData>, Error> {
        if let Some(there) = self.shared().weights.get(&array.ty) {
            return Ok(Arc::clone(there));
        }
        let converted =
            Arc::new(weights(array, self.input.weights(), self.input.single_weights())?);
        self.shared().weights.insert(array.ty, Arc::clone(&converted));
        Ok(converted)
    }

    /// Returns the graph's weights in the type of an array, if the caller has them on this device.
    pub(super) fn adopted_weights(&self, array: &Array, bytes: usize) -> Option<Memory<G>> {
        let memory = self.input.foreign_weights(array.ty)?;
        self.device.adopt(memory, bytes)
    }

    /// Returns memory with undefined content. If memory with this purpose, name and size exists
    /// already, returns that memory.
    pub(super) fn memory(
        &self,
        purpose: &'static str,
        name: &str,
        bytes: usize,
    ) -> Result<Memory<G>, Error> {
        let key = (purpose, name.to_string());
        let mut shared = self.shared();
        if let Some(there) = shared.memory.get(&key)
            && there.size() == bytes
        {
            return Ok(there.clone());
        }
        // The old buffer is removed before the new one is allocated. It is freed if nothing else
        // uses it.
        shared.memory.remove(&key);
        let buffer = self.device.allocate(bytes)?;
        shared.memory.insert(key, buffer.clone());
        Ok(buffer)
    }

    /// Returns memory for data that programs do not change, and whether it has this content already.
    /// The memory of other data of the same name is freed if nothing else uses it.
    pub(super) fn constant(
        &self,
        name: &str,
        data: &Arc<ArrayData>,
        layout: ArrayLayout,
        bytes: usize,
    ) -> Result<(Memory<G>, bool), Error> {
        let constants = &mut self.shared().constants;
        if let Some(there) = constants.get(name)
            && Arc::ptr_eq(&there.data, data)
            && there.layout == layout
        {
            return Ok((there.memory.clone(), true));
        }
        constants.remove(name);
        let memory = self.device.allocate(bytes)?;
        let constant = Constant { data: Arc::clone(data), layout, memory: memory.clone() };
        constants.insert(name.to_owned(), constant);
        Ok((memory, false))
    }

    /// Returns memory with the numbers of all nodes, which no program changes.
    pub(super) fn node_numbers(&self) -> Result<Memory<G>, Error> {
        let numbers = &mut self.shared().node_numbers;
        if let Some(there) = numbers {
            return Ok(there.clone());
        }
        let all: Vec<u32> = (0..self.input.graph.nodes()).collect();
        Ok(numbers.insert(self.device.allocate_with(&all)?).clone())
    }

    /// Forgets the memory of all state, and keeps the graph.
    pub(super) fn forget_memory(&self) {
        let mut shared = self.shared();
        shared.memory.clear();
        shared.constants.clear();
        shared.node_numbers = None;
    }

    /// Forgets one buffer, so that the next request gets a new one.
    pub(super) fn release(&self, purpose: &'static str, name: &str) {
        self.shared().memory.remove(&(purpose, name.to_string()));
    }
}
