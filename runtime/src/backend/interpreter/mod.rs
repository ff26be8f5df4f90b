//! The reference interpreter as a backend: the device `host`.
//!
//! It runs the artefact's IR without OpenCL. It is slow, and it is the reference with which the
//! results of other backends are compared.

mod prepared;

use igc_compiler::data::Inputs;
use igc_compiler::driver::Artefact;
use igc_compiler::ir::Value;

use super::{Backend, Device, DeviceName, Prepared, Resident};
use crate::Error;
use crate::input::Input;
use crate::limits::Limits;
use prepared::Interpretation;
pub use prepared::MAX_ITEMS;

/// The selector of the interpreter, which is also its name in reports.
pub const HOST: &str = "host";

/// The backend, and its only device.
#[derive(Debug, Clone, Copy, Default)]
pub struct Interpreter;

impl Backend for Interpreter {
    fn select(
        &self,
        selector: Option<&str>,
        dialect: Option<&str>,
    ) -> Result<Option<Box<dyn Device>>, Error> {
        match (selector, dialect) {
            (Some(HOST), None) => Ok(Some(Box::new(Interpreter))),
            (Some(HOST), Some(_)) => Err(Error::HostDialect),
            _ => Ok(None),
        }
    }
}

impl Device for Interpreter {
    fn name(&self) -> DeviceName {
        DeviceName {
            name: HOST.into(),
            driver: format!("igc {} interpreter", env!("CARGO_PKG_VERSION")),
            dialect: "interpreter".into(),
        }
    }

    fn facts(&self) -> serde_json::Value {
        serde_json::Value::Null
    }

    fn open<'a>(&self, input: &'a Input) -> Result<Box<dyn Resident + 'a>, Error> {
        Ok(Box::new(HostGraph(input)))
    }
}

/// A graph in the memory of the host.
struct HostGraph<'i>(&'i Input);

impl Resident for HostGraph<'_> {
    fn prepare<'a>(
        &'a self,
        artefact: &'a Artefact,
        params: &[Value],
        inputs: &Inputs,
        limits: &'a Limits,
    ) -> Result<Box<dyn Prepared + 'a>, Error> {
        if limits.record_steps {
            return Err(Error::NoSteps);
        }
        Ok(Box::new(Interpretation::new(artefact, self.0, params, inputs, limits)))
    }

    fn release_state(&self) {}
}
