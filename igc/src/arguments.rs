//! The arguments of a run.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::Duration;

use igc_compiler::data::{ArrayData, Inputs};
use igc_runtime::watch::Cancel;

/// The parameters and inputs of a run, and what happens around it. Without changes, parameters have their
/// defaults, the result is not checked, and nobody cancels the run.
#[derive(Debug, Clone, Default)]
pub struct Arguments {
    pub(crate) params: Vec<(String, String)>,
    pub(crate) inputs: Inputs,
    pub(crate) files: Vec<(String, PathBuf)>,
    pub(crate) check: bool,
    pub(crate) is_on_device: bool,
    pub(crate) cancel: Cancel,
    pub(crate) timeout: Option<Duration>,
}

impl Arguments {
    /// Returns arguments that leave everything as it is by default.
    pub fn new() -> Arguments {
        Arguments::default()
    }

    /// Sets a parameter. The value is written as in a program: `3`, `0.85`, `true`, or `none` for an
    /// optional node. If the graph has [ids](crate::Graph::ids), the value of a parameter of type `node` is
    /// an id.
    #[must_use]
    pub fn param(mut self, name: &str, value: impl Display) -> Arguments {
        self.params.push((name.to_owned(), value.to_string()));
        self
    }

    /// Sets the values of an input of nodes or edges, row by row.
    #[must_use]
    pub fn input(mut self, name: &str, values: impl Into<ArrayData>) -> Arguments {
        self.inputs.add_array(name, values.into());
        self
    }

    /// Sets the items of an input worklist, which are nodes.
    #[must_use]
    pub fn items(mut self, name: &str, nodes: Vec<u32>) -> Arguments {
        self.inputs.add_worklist(name, nodes);
        self
    }

    /// Reads an input from a file: NumPy's format, a table of text, or MatrixMarket. The path `random`
    /// stands for random values.
    #[must_use]
    pub fn file(mut self, name: &str, path: &Path) -> Arguments {
        self.files.push((name.to_owned(), path.to_owned()));
        self
    }

    /// Removes the parameter or the input of a name, so that it can be set again.
    #[must_use]
    pub fn without(mut self, name: &str) -> Arguments {
        self.params.retain(|(known, _)| known != name);
        self.inputs.remove(name);
        self.files.retain(|(known, _)| known != name);
        self
    }

    /// Has the program's oracles check the result. A result that they reject is not an error: see
    /// [`Outcome::is_refused`](crate::Outcome::is_refused).
    #[must_use]
    pub fn check(mut self, check: bool) -> Arguments {
        self.check = check;
        self
    }

    /// Leaves the outputs in the memory of the device, as [`Outcome::on_device`](crate::Outcome). This is possible on CUDA
    /// devices. The outputs are copied to the host only if the result is checked.
    #[must_use]
    pub fn on_device(mut self, is_on_device: bool) -> Arguments {
        self.is_on_device = is_on_device;
        self
    }

    /// Lets another thread cancel the run. A run ends between two kernels or rounds of loops.
    #[must_use]
    pub fn cancel(mut self, cancel: &Cancel) -> Arguments {
        self.cancel = cancel.clone();
        self
    }

    /// Gives the run a time limit, which starts when the run is called. Like a cancelled run, it ends between two kernels or
    /// rounds of loops. Loading a graph and building kernels are not interrupted.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Arguments {
        self.timeout = Some(limit);
        self
    }

    /// Returns the names of the inputs.
    pub(crate) fn input_names(&self) -> Vec<&str> {
        self.inputs.names().chain(self.files.iter().map(|(name, _)| &**name)).collect()
    }
}
