//! The testbed of comparisons: a graph on a device, and the oracles' view of that graph. On a large
//! graph, both take long to build, and they serve every program with the same requirements.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;

use igc_compiler::data::Inputs;
use igc_compiler::driver::Executed;
use igc_compiler::ir::Value;
use igc_runtime::Error;
use igc_runtime::backend::{self, Device, Resident};
use igc_runtime::input::{Input, OracleGraph};
use igc_runtime::judge::Accepted;

use igc_runtime::reference::{Reference, ReferenceSettings};

/// A graph on a device, the oracles' view of it, the results that they have accepted, and the
/// references of programs.
pub struct Testbed<'a> {
    input: &'a Input,
    resident: Box<dyn Resident + 'a>,
    executed: Executed,
    oracles: OnceCell<OracleGraph>,
    accepted: Accepted,
    references: References,
}

/// The references of programs, by what determines them.
type References = RefCell<HashMap<blake3::Hash, Made>>;

/// A reference, or the reason why there is none.
type Made = Rc<Result<Reference, String>>;

impl<'a> Testbed<'a> {
    /// Opens the device. An array of the graph is copied when a program first needs it.
    ///
    /// # Errors
    ///
    /// Returns an error if the driver cannot open the device.
    pub fn open(device: &dyn Device, input: &'a Input) -> Result<Testbed<'a>, Error> {
        let resident = backend::open(device, input)?;
        let (oracles, accepted) = (OnceCell::new(), Accepted::default());
        let executed = device.executed();
        Ok(Testbed {
            input,
            resident,
            executed,
            oracles,
            accepted,
            references: References::default(),
        })
    }

    /// Returns the graph.
    pub fn input(&self) -> &'a Input {
        self.input
    }

    /// Returns the part of artefacts that the device executes.
    pub fn executed(&self) -> Executed {
        self.executed
    }

    /// Returns the graph on the device.
    pub(super) fn resident(&self) -> &dyn Resident {
        &*self.resident
    }

    /// Returns the results that oracles have accepted on this graph, for any program.
    pub(super) fn accepted(&self) -> &Accepted {
        &self.accepted
    }

    /// Returns the reference of a program, which runs in the interpreter the first time. `files` are
    /// the files of its inputs.
    pub(super) fn reference(
        &self,
        settings: &ReferenceSettings,
        params: &[Value],
        inputs: &Inputs,
        files: &[(String, PathBuf)],
    ) -> Made {
        let key = blake3::hash(format!("{settings:?} {params:?} {files:?}").as_bytes());
        if let Some(made) = self.references.borrow().get(&key) {
            return Rc::clone(made);
        }
        let made = Rc::new(Reference::of(settings, self.input, params, inputs));
        self.references.borrow_mut().insert(key, Rc::clone(&made));
        made
    }

    /// Returns the oracles' view of the graph.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Input::for_oracle`].
    pub(super) fn for_oracle(&self) -> Result<&OracleGraph, Error> {
        if let Some(there) = self.oracles.get() {
            return Ok(there);
        }
        let made = self.input.for_oracle()?;
        Ok(self.oracles.get_or_init(|| made))
    }
}
