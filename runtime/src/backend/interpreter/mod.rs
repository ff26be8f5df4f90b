//! The reference interpreter as a backend: the device `interpreter`.
//!
//! It runs the artefact's IR without a driver. It is slow, and it is the reference with which the
//! results of other backends are compared. It executes `main` itself, without the [main
//! machine](crate::main_machine) of the other backends, so that it can check that machine.

mod prepared;

use std::sync::Arc;

use igc_compiler::data::Inputs;
use igc_compiler::driver::Artefact;
use igc_compiler::interp::Perturbation;
use igc_compiler::ir::Value;

use super::{Backend, Device, DeviceKind, DeviceName, ListedDevice, Prepared, Resident};
use crate::Error;
use crate::crash_note;
use crate::input::Input;
use crate::params::RunInputs;
use crate::run_options::RunOptions;
use prepared::Interpretation;
pub use prepared::MAX_ITEMS;

/// The selector of the interpreter, which is also its name in reports.
pub const SELECTOR: &str = "interpreter";

/// The selector of earlier versions, for which an error names the new one.
const FORMER_SELECTOR: &str = "host";

/// The backend, and its only device.
#[derive(Debug, Clone, Copy, Default)]
pub struct Interpreter;

impl Backend for Interpreter {
    fn list(&self) -> Result<Vec<ListedDevice>, Error> {
        let selector = SELECTOR.to_string();
        Ok(vec![ListedDevice { selector, device: Box::new(Interpreter) }])
    }

    fn select(
        &self,
        selector: Option<&str>,
        dialect: Option<&str>,
    ) -> Result<Option<Box<dyn Device>>, Error> {
        match (selector, dialect) {
            (Some(SELECTOR), None) => Ok(Some(Box::new(Interpreter))),
            (Some(SELECTOR), Some(_)) => Err(Error::InterpreterDialect),
            (Some(name), _) if name.eq_ignore_ascii_case(FORMER_SELECTOR) => {
                Err(Error::FormerSelector { selector: name.into() })
            }
            _ => Ok(None),
        }
    }
}

impl Device for Interpreter {
    fn name(&self) -> DeviceName {
        DeviceName {
            name: SELECTOR.into(),
            driver: format!("igc {} interpreter", env!("CARGO_PKG_VERSION")),
            dialect: "interpreter".into(),
        }
    }

    fn kind(&self) -> DeviceKind {
        DeviceKind::Interpreter
    }

    fn facts(&self) -> serde_json::Value {
        serde_json::Value::Null
    }

    fn open(&self, input: &Input) -> Result<Box<dyn Resident>, Error> {
        Variant::default().open(input)
    }
}

/// The interpreter with other orders, other rounding or a limit. Runs of several variants show
/// whether a result depends on an order, and how much it depends on rounding.
#[derive(Debug, Clone, Copy, Default)]
pub struct Variant {
    /// The [seed](igc_compiler::interp::Settings::seed) of the orders of execution.
    pub seed: u64,
    /// How the results of inexact operations on floats change.
    pub perturbation: Option<Perturbation>,
    /// The largest number of steps of a run.
    pub max_steps: Option<u64>,
}

impl Device for Variant {
    fn name(&self) -> DeviceName {
        Interpreter.name()
    }

    fn kind(&self) -> DeviceKind {
        DeviceKind::Interpreter
    }

    fn facts(&self) -> serde_json::Value {
        Interpreter.facts()
    }

    fn open(&self, input: &Input) -> Result<Box<dyn Resident>, Error> {
        crash_note::interpreter_starts();
        Ok(Box::new(InterpretedGraph { input: input.clone(), variant: *self }))
    }
}

/// A graph in the memory of the host.
struct InterpretedGraph {
    input: Input,
    variant: Variant,
}

impl Resident for InterpretedGraph {
    fn prepare(
        &self,
        artefact: &Artefact,
        params: &[Value],
        inputs: &Inputs,
        options: &RunOptions,
    ) -> Result<Box<dyn Prepared>, Error> {
        if options.record_steps {
            return Err(Error::NoSteps);
        }
        let module = Arc::clone(&artefact.module);
        let (input, variant) = (self.input.clone(), self.variant);
        let given = RunInputs { params, inputs };
        Ok(Box::new(Interpretation::new(module, input, given, options.clone(), variant)))
    }

    fn release_state(&self) {}
}
