//! A graph on a device, and memory that programs prepared there take in turns.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use igc_compiler::data::{ArrayData, weights};
use igc_compiler::ir::{Array, GraphArray, Type};
use igc_opencl::{Buffer, DeviceInfo, Session};

use crate::Error;
use crate::input::Input;

/// A device in use with a graph: every program [prepared](super::Prepared) there reads the same
/// copy of the graph.
///
/// State is shared as well, where it has the same name and size, since only one of the programs runs
/// at a time and each begins with initial values. So ninety configurations of a program need the
/// memory of one, and none has better placed memory than another.
pub struct Resident<'a> {
    session: Session,
    input: &'a Input,
    graph: RefCell<HashMap<String, Buffer>>,
    /// The graph's weights as the types that programs asked for, on the host.
    weights: RefCell<HashMap<Type, Rc<ArrayData>>>,
    /// By what it is for and whose it is.
    memory: RefCell<HashMap<(&'static str, String), Buffer>>,
}

impl<'a> Resident<'a> {
    /// Opens the device. The graph's arrays follow when a program needs them.
    ///
    /// # Errors
    ///
    /// The driver's refusal.
    pub fn open(device: &DeviceInfo, input: &'a Input) -> Result<Resident<'a>, Error> {
        let session = Session::open(device)?;
        let (graph, weights) = (RefCell::default(), RefCell::default());
        Ok(Resident { session, input, graph, weights, memory: RefCell::default() })
    }

    /// The device in use.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The graph.
    pub fn input(&self) -> &'a Input {
        self.input
    }

    /// Arrays of the graph by name; those that are not on the device yet are brought there.
    pub(super) fn graph_arrays(&self, names: &[String]) -> Result<HashMap<String, Buffer>, Error> {
        names.iter().map(|name| Ok((name.clone(), self.graph_array(name)?))).collect()
    }

    fn graph_array(&self, name: &str) -> Result<Buffer, Error> {
        if let Some(there) = self.graph.borrow().get(name) {
            return Ok(there.clone());
        }
        let array = GraphArray::ALL.into_iter().find(|array| array.name() == name);
        let array = array.ok_or_else(|| Error::missing("graph array", name))?;
        let buffer = self.session.buffer_from(&self.input.array(array))?;
        self.graph.borrow_mut().insert(name.to_string(), buffer.clone());
        Ok(buffer)
    }

    /// The graph's weights as an array's type, of which there is one copy on the host.
    pub(super) fn weights(&self, array: &Array) -> Result<Rc<ArrayData>, Error> {
        if let Some(there) = self.weights.borrow().get(&array.ty) {
            return Ok(Rc::clone(there));
        }
        let converted = Rc::new(weights(array, self.input.weights())?);
        self.weights.borrow_mut().insert(array.ty, Rc::clone(&converted));
        Ok(converted)
    }

    /// Memory with undefined content: that of an earlier program where it was for the same and is as
    /// large.
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
        // What is there goes first; it is freed if no one else has it.
        self.memory.borrow_mut().remove(&key);
        let buffer = self.session.buffer(bytes)?;
        self.memory.borrow_mut().insert(key, buffer.clone());
        Ok(buffer)
    }

    /// Forgets all memory of state; the graph stays.
    pub fn release_state(&self) {
        self.memory.borrow_mut().clear();
    }

    /// Forgets memory, so that the next who asks gets other.
    pub(super) fn release(&self, purpose: &'static str, name: &str) {
        self.memory.borrow_mut().remove(&(purpose, name.to_string()));
    }
}
