//! A graph on an OpenCL device, and the memory that its programs share.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use igc_compiler::data::{ArrayData, GraphWords, weights};
use igc_compiler::ir::{Array, EdgeWidth, GraphArray, Type};
use igc_opencl::{Buffer, DeviceInfo, Session};

use crate::Error;
use crate::input::Input;
use crate::limits::ArrayLayout;

/// An open device with a graph. Every program that is [prepared](super::PreparedProgram) here reads
/// the same copy of the graph.
///
/// Programs also share buffers of the same purpose, name and size, because only one of them runs at
/// a time and each run starts from initial values. All configurations of a program therefore need
/// only the memory of one configuration. They also use the same addresses, so that the location of
/// the memory does not affect a comparison.
pub struct ResidentGraph<'a> {
    session: Session,
    input: &'a Input,
    graph: RefCell<HashMap<(GraphArray, EdgeWidth), Buffer>>,
    /// The graph's weights on the host, in each type that a program needed.
    weights: RefCell<HashMap<Type, Arc<ArrayData>>>,
    /// Buffers by their purpose and by the name of their owner.
    memory: RefCell<HashMap<(&'static str, String), Buffer>>,
    /// Arrays that no program changes, by name.
    constants: RefCell<HashMap<String, Constant>>,
}

/// The buffers of the arrays of a graph that kernels read, in the order of [`GraphArray::ALL`].
pub(super) type GraphBuffers = [Option<Buffer>; GraphArray::ALL.len()];

/// An array that no program changes, so that it is copied to the device only once.
struct Constant {
    data: Arc<ArrayData>,
    layout: ArrayLayout,
    memory: Buffer,
}

impl<'a> ResidentGraph<'a> {
    /// Opens the device. An array of the graph is copied when a program first needs it.
    ///
    /// # Errors
    ///
    /// Returns an error if the driver cannot open the device.
    pub fn open(device: &DeviceInfo, input: &'a Input) -> Result<ResidentGraph<'a>, Error> {
        Ok(ResidentGraph::new(Session::open(device)?, input))
    }

    /// Takes an open device. An array of the graph is copied when a program first needs it.
    pub(super) fn new(session: Session, input: &'a Input) -> ResidentGraph<'a> {
        ResidentGraph {
            session,
            input,
            graph: RefCell::default(),
            weights: RefCell::default(),
            memory: RefCell::default(),
            constants: RefCell::default(),
        }
    }

    /// Returns the open device.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the graph.
    pub fn input(&self) -> &'a Input {
        self.input
    }

    /// Returns arrays of the graph, and copies those that are not on the device yet.
    pub(super) fn graph_arrays(
        &self,
        arrays: &BTreeSet<GraphArray>,
        width: EdgeWidth,
    ) -> Result<GraphBuffers, Error> {
        let mut buffers = GraphBuffers::default();
        for array in arrays {
            buffers[*array as usize] = Some(self.graph_array(*array, width)?);
        }
        Ok(buffers)
    }

    /// Returns an array. Arrays of nodes do not depend on the width of edges.
    fn graph_array(&self, array: GraphArray, width: EdgeWidth) -> Result<Buffer, Error> {
        let width = if array.ty() == Type::Edge { width } else { EdgeWidth::Narrow };
        let key = (array, width);
        if let Some(there) = self.graph.borrow().get(&key) {
            return Ok(there.clone());
        }
        let buffer = match self.input.array(array, width)? {
            GraphWords::Narrow(values) => self.session.buffer_from(&values)?,
            GraphWords::Wide(values) => self.session.buffer_from(&values)?,
        };
        self.graph.borrow_mut().insert(key, buffer.clone());
        Ok(buffer)
    }

    /// Returns the graph's weights in the type of an array. The host keeps one copy per type.
    pub(super) fn weights(&self, array: &Array) -> Result<Arc<ArrayData>, Error> {
        if let Some(there) = self.weights.borrow().get(&array.ty) {
            return Ok(Arc::clone(there));
        }
        let converted = Arc::new(weights(array, self.input.weights())?);
        self.weights.borrow_mut().insert(array.ty, Arc::clone(&converted));
        Ok(converted)
    }

    /// Returns memory with undefined content. If memory with this purpose, name and size exists
    /// already, returns that memory.
    pub(super) fn memory(
        &self,
        purpose: &'static str,
        name: &str,
        bytes: usize,
    ) -> Result<Buffer, Error> {
        let key = (purpose, name.to_string());
        if let Some(there) = self.memory.borrow().get(&key)
            && there.size() == bytes
        {
            return Ok(there.clone());
        }
        // The old buffer is removed before the new one is allocated. It is freed if nothing else
        // uses it.
        self.memory.borrow_mut().remove(&key);
        let buffer = self.session.buffer(bytes)?;
        self.memory.borrow_mut().insert(key, buffer.clone());
        Ok(buffer)
    }

    /// Returns memory for data that programs do not change, and whether it has this content already.
    /// The memory of other data of the same name is freed if nothing else uses it.
    pub(super) fn constant(
        &self,
        name: &str,
        (data, layout): (&Arc<ArrayData>, ArrayLayout),
        bytes: usize,
    ) -> Result<(Buffer, bool), Error> {
        let mut constants = self.constants.borrow_mut();
        if let Some(there) = constants.get(name)
            && Arc::ptr_eq(&there.data, data)
            && there.layout == layout
        {
            return Ok((there.memory.clone(), true));
        }
        constants.remove(name);
        let memory = self.session.buffer(bytes)?;
        let constant = Constant { data: Arc::clone(data), layout, memory: memory.clone() };
        constants.insert(name.to_owned(), constant);
        Ok((memory, false))
    }

    /// Forgets the memory of all state, and keeps the graph.
    pub(super) fn forget_memory(&self) {
        self.memory.borrow_mut().clear();
        self.constants.borrow_mut().clear();
    }

    /// Forgets one buffer, so that the next request gets a new one.
    pub(super) fn release(&self, purpose: &'static str, name: &str) {
        self.memory.borrow_mut().remove(&(purpose, name.to_string()));
    }
}
