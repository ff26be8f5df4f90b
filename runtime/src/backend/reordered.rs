//! Runs programs on a [reordered](crate::input::Reordering) graph, on a device of any backend.
//!
//! A backend knows nothing about the user's numbers. [`open`] puts a translator between it and its
//! callers: parameters and inputs are translated when a program is prepared, and its arrays when
//! they are read. A backend translates only the values that a program prints
//! ([`Input::shown`]), because they leave the run as text.

use std::borrow::Cow;
use std::sync::Arc;

use igc_compiler::data::{ArrayData, Inputs, check_parameters};
use igc_compiler::driver::Artefact;
use igc_compiler::ir::{EdgeWidth, Extent, Module, Value};
use igc_compiler::types::Type;

use super::{Build, Device, Prepared, Repetition, Resident};
use crate::Error;
use crate::input::{Input, Reordering, is_of_quotient};
use crate::memory::MemoryUse;
use crate::run_options::RunOptions;
use crate::traffic::Traffic;

/// Opens a device for a graph. If the graph has the key `order`, programs run on the reordered
/// graph, and callers see the user's numbers only.
///
/// # Errors
///
/// Returns an error if the driver cannot open the device, or if there is not enough memory.
pub fn open(device: &dyn Device, input: &Input) -> Result<Box<dyn Resident>, Error> {
    match input.reordering()? {
        None => device.open(input),
        Some(reordering) => {
            let resident = device.open(&reordering.input)?;
            Ok(Box::new(ReorderedGraph { resident, reordering: Arc::clone(reordering) }))
        }
    }
}

/// A reordered graph on a device.
struct ReorderedGraph {
    resident: Box<dyn Resident>,
    reordering: Arc<Reordering>,
}

impl Resident for ReorderedGraph {
    fn prepare(
        &self,
        artefact: &Artefact,
        params: &[Value],
        inputs: &Inputs,
        options: &RunOptions,
    ) -> Result<Box<dyn Prepared>, Error> {
        let (module, reordering) = (&artefact.module, &self.reordering);
        if module.edges == EdgeWidth::Wide {
            return Err(Error::WideOrder);
        }
        // Errors name the user's numbers.
        check_parameters(module, params, reordering.input.graph.nodes())?;
        let (params, inputs) = (reordering.values(params), reordering.inputs(module, inputs));
        let prepared = self.resident.prepare(artefact, &params, &inputs, options)?;
        let (module, reordering) = (Arc::clone(module), Arc::clone(reordering));
        Ok(Box::new(ReorderedProgram { prepared, module, reordering }))
    }

    fn identity(&self, artefact: &Artefact, workgroup_size: Option<u32>) -> String {
        self.resident.identity(artefact, workgroup_size)
    }

    fn release_state(&self) {
        self.resident.release_state();
    }
}

/// A program that is ready to run on a reordered graph.
struct ReorderedProgram {
    prepared: Box<dyn Prepared>,
    module: Arc<Module>,
    reordering: Arc<Reordering>,
}

impl ReorderedProgram {
    /// Returns whether the graph of the program is a quotient graph after the last run. The arrays
    /// that have a row for each node of the input graph show this.
    fn is_contracted(&self) -> Result<bool, Error> {
        for (position, array) in self.module.arrays.iter().enumerate() {
            if array.extent == Extent::Original
                && array.ty == Type::Node
                && is_of_quotient(array, &*self.prepared.array(position)?)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Prepared for ReorderedProgram {
    fn build(&self) -> Build {
        self.prepared.build()
    }

    fn transfer_time(&self) -> std::time::Duration {
        self.prepared.transfer_time()
    }

    fn geometry(&self) -> Option<(usize, usize)> {
        self.prepared.geometry()
    }

    fn memory(&self) -> Option<MemoryUse> {
        self.prepared.memory()
    }

    fn traffic(&self) -> Option<Traffic> {
        self.prepared.traffic()
    }

    fn run_once(&mut self) -> Result<Repetition, Error> {
        self.prepared.run_once()
    }

    fn rebind(&mut self, params: &[Value]) -> Result<bool, Error> {
        check_parameters(&self.module, params, self.reordering.input.graph.nodes())?;
        self.prepared.rebind(&self.reordering.values(params))
    }

    fn array(&self, position: usize) -> Result<Cow<'_, ArrayData>, Error> {
        let mut data = self.prepared.array(position)?.into_owned();
        let array = self.module.arrays.get(position);
        let array = array.ok_or_else(|| Error::missing("array", &position.to_string()))?;
        let is_of_quotient = match array.extent {
            Extent::Original => is_of_quotient(array, &data),
            Extent::One | Extent::Nodes | Extent::Edges => self.is_contracted()?,
        };
        self.reordering.restore(array, &mut data, is_of_quotient);
        Ok(Cow::Owned(data))
    }
}
