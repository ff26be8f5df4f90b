//! Where configurations are compared: a graph on a device, and the oracles' view of that graph. Both
//! take long to make on large graphs, and serve every program that requires the same of its graph.

use std::cell::OnceCell;

use igc_runtime::Error;
use igc_runtime::backend::{Device, Resident};
use igc_runtime::input::{Input, OracleGraph};

use super::judge::Accepted;

/// A graph on a device, with the oracles' view of it, and the results that they have accepted.
pub struct Testbed<'a> {
    input: &'a Input,
    resident: Box<dyn Resident + 'a>,
    oracles: OnceCell<OracleGraph>,
    accepted: Accepted,
}

impl<'a> Testbed<'a> {
    /// Opens the device. The graph follows when a program needs it.
    ///
    /// # Errors
    ///
    /// The driver's refusal.
    pub fn open(device: &dyn Device, input: &'a Input) -> Result<Testbed<'a>, Error> {
        let resident = device.open(input)?;
        Ok(Testbed { input, resident, oracles: OnceCell::new(), accepted: Accepted::default() })
    }

    /// The graph.
    pub fn input(&self) -> &'a Input {
        self.input
    }

    /// The graph on the device.
    pub(super) fn resident(&self) -> &dyn Resident {
        &*self.resident
    }

    /// What the oracles have accepted here, whatever the program.
    pub(super) fn accepted(&self) -> &Accepted {
        &self.accepted
    }

    /// The oracles' view of the graph.
    ///
    /// # Errors
    ///
    /// Those of [`Input::for_oracle`].
    pub(super) fn for_oracle(&self) -> Result<&OracleGraph, Error> {
        if let Some(there) = self.oracles.get() {
            return Ok(there);
        }
        let made = self.input.for_oracle()?;
        Ok(self.oracles.get_or_init(|| made))
    }
}
