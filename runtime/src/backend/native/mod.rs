//! The native CPU target as a backend: the device `cpu`.
//!
//! Machine code is generated in memory, so the device needs no driver. Kernels run on a team of
//! threads, one for each core. The crate `igc-native` contains the code generator and the team;
//! the [main machine](crate::main_machine) executes `main`.

mod machine;
mod prepared;
pub mod processor;
mod resident;

use std::num::NonZero;
use std::sync::Arc;

use igc_compiler::driver::Executed;
use igc_native::Team;

use super::{Backend, Device, DeviceKind, DeviceName, ListedDevice, Resident};
use crate::Error;
use crate::crash_note;
use crate::error::{DeviceError, DeviceErrorKind};
use crate::input::Input;
pub(crate) use machine::Machine;
pub(crate) use prepared::{Given, PreparedProgram};
pub(crate) use resident::NativeGraph;

/// The selector of the device.
pub const CPU: &str = "cpu";

/// The backend, and its only device.
#[derive(Debug, Clone, Copy, Default)]
pub struct Native {
    /// Number of threads; by default, one for each core.
    pub threads: Option<NonZero<usize>>,
    /// The seed of the delays and orders of the threads, for tests.
    #[cfg(feature = "test-hooks")]
    pub perturbation: Option<u64>,
}

impl Native {
    /// Returns the device with a number of threads; by default, one for each core.
    pub const fn new(threads: Option<NonZero<usize>>) -> Native {
        Native {
            threads,
            #[cfg(feature = "test-hooks")]
            perturbation: None,
        }
    }

    /// Returns the number of threads of the team.
    pub fn threads(&self) -> NonZero<usize> {
        self.threads.unwrap_or_else(processor::cores)
    }

    /// Returns the seed of the delays and orders of the threads, if there are any.
    fn seed(&self) -> Option<u64> {
        #[cfg(feature = "test-hooks")]
        return self.perturbation;
        #[cfg(not(feature = "test-hooks"))]
        None
    }

    pub(crate) fn team(&self) -> std::io::Result<Team> {
        match self.seed() {
            #[cfg(feature = "test-hooks")]
            Some(seed) => Team::perturbed(self.threads(), seed),
            _ => Team::new(self.threads()),
        }
    }
}

impl Backend for Native {
    fn list(&self) -> Result<Vec<ListedDevice>, Error> {
        let selector = CPU.to_string();
        Ok(vec![ListedDevice { selector, device: Box::new(Native::default()) }])
    }

    fn preferred(&self) -> Option<Box<dyn Device>> {
        Some(Box::new(Native::default()))
    }

    /// Recognises `cpu`, and `cpu:N` for N threads.
    fn select(
        &self,
        selector: Option<&str>,
        dialect: Option<&str>,
    ) -> Result<Option<Box<dyn Device>>, Error> {
        let Some(rest) = selector.and_then(|selector| selector.strip_prefix(CPU)) else {
            return Ok(None);
        };
        let threads = match rest.strip_prefix(':') {
            Some(count) => match count.parse() {
                Ok(count) => Some(count),
                Err(_) => return Err(Error::Threads(count.to_string())),
            },
            None if rest.is_empty() => None,
            None => return Ok(None),
        };
        match dialect {
            Some(_) => Err(Error::NativeDialect),
            None => Ok(Some(Box::new(Native::new(threads)))),
        }
    }
}

impl Device for Native {
    fn name(&self) -> DeviceName {
        let perturbed = self.seed().map(|seed| format!(", perturbed with seed {seed}"));
        let (threads, perturbed) = (self.threads(), perturbed.unwrap_or_default());
        DeviceName {
            name: format!("{} ({threads} threads{perturbed})", processor::name()),
            driver: format!("igc {} native", env!("CARGO_PKG_VERSION")),
            dialect: std::env::consts::ARCH.into(),
        }
    }

    fn kind(&self) -> DeviceKind {
        DeviceKind::Cpu
    }

    fn threads(&self) -> Option<usize> {
        Some(Native::threads(self).get())
    }

    fn facts(&self) -> serde_json::Value {
        serde_json::json!({
            "threads": self.threads(),
            "processor": processor::name(),
            "cores": processor::cores(),
            "caches": processor::caches(),
        })
    }

    fn executed(&self) -> Executed {
        Executed::Parallel
    }

    fn open(&self, input: &Input) -> Result<Box<dyn Resident>, Error> {
        crash_note::native_starts();
        let team = self.team().map_err(igc_native::Error::Thread)?;
        Ok(Box::new(Arc::new(NativeGraph::new(team, input.clone()))))
    }
}

impl From<igc_native::Error> for Error {
    fn from(error: igc_native::Error) -> Error {
        use igc_native::Error as Native;
        let kind = match &error {
            Native::WorklistFull { worklist, most } => {
                return Error::Worklist { worklist: worklist.clone(), most: *most };
            }
            Native::AddressSpace { worklist, items } => {
                let (worklist, items) = (worklist.clone(), items.saturating_add(1));
                let error = Box::new(error);
                let error = DeviceError { kind: DeviceErrorKind::OutOfMemory, error };
                return Error::WorklistMemory { worklist, items, error };
            }
            Native::SeedNode { worklist, node, nodes } => {
                let (worklist, node, nodes) = (worklist.clone(), *node, *nodes);
                return Error::SeedNode { worklist, node, nodes };
            }
            Native::Data(error) => return error.clone().into(),
            Native::CodeGenerator(message) => return Error::Internal(message.clone()),
            Native::Memory { .. } => DeviceErrorKind::OutOfMemory,
            Native::StackFrame { .. } => DeviceErrorKind::Failed,
            Native::Processor(_) => DeviceErrorKind::Absent,
            Native::Thread(_) => DeviceErrorKind::Failed,
        };
        Error::Device(DeviceError { kind, error: Box::new(error) })
    }
}
