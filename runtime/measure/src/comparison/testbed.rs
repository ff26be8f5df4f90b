//! The testbed of comparisons: a graph on a device, and the oracles' view of that graph. On a large
//! graph, both take long to build, and they serve every program with the same requirements.

use std::cell::OnceCell;

use igc_runtime::Error;
use igc_runtime::backend::{self, Device, Resident};
use igc_runtime::input::{Input, OracleGraph};

use super::judge::Accepted;

/// A graph on a device, the oracles' view of it, and the results that they have accepted.
pub struct Testbed<'a> {
    input: &'a Input,
    resident: Box<dyn Resident + 'a>,
    oracles: OnceCell<OracleGraph>,
    accepted: Accepted,
}

impl<'a> Testbed<'a> {
    /// Opens the device. An array of the graph is copied when a program first needs it.
    ///
    /// # Errors
    ///
    /// Returns an error if the driver cannot open the device.
    pub fn open(device: &dyn Device, input: &'a Input) -> Result<Testbed<'a>, Error> {
        let resident = backend::open(device, input)?;
        Ok(Testbed { input, resident, oracles: OnceCell::new(), accepted: Accepted::default() })
    }

    /// Returns the graph.
    pub fn input(&self) -> &'a Input {
        self.input
    }

    /// Returns the graph on the device.
    pub(super) fn resident(&self) -> &dyn Resident {
        &*self.resident
    }

    /// Returns the results that oracles have accepted on this graph, for any program.
    pub(super) fn accepted(&self) -> &Accepted {
        &self.accepted
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
