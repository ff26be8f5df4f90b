//! The code that a device gets for a configuration, by which a search finds orders with known code.
//!
//! For scalar passes, the code is igc's. For LLVM's passes, the code is that of LLVM's tools, which
//! run here and not in the process that measures: the tools are processes of their own, and that
//! process then finds the code in the cache.

use igc_compiler::configuration::{Configuration, LlvmOrder};
use igc_compiler::driver::{Artefact, Executed};
use igc_measure::comparison::Failure;
use igc_measure::worker::DeviceFacts;
use igc_runtime::run_options::RunOptions;
use igc_study::search::hash;
#[cfg(feature = "opencl")]
use {
    igc_opencl::{DeviceInfo, OpenClError},
    igc_runtime::Error,
    igc_runtime::backend::opencl::build::compile_ahead,
};

use crate::args::search::{Over, SearchArguments};
use crate::failed::Failed;
use crate::output::fail;
#[cfg(feature = "opencl")]
use crate::output::fail_with;
use crate::source::{self, Source};

/// The codes of a program's configurations on a device.
pub struct Codes<'a> {
    source: &'a Source,
    executed: Executed,
    /// The launch geometry, on which the code depends.
    #[cfg(feature = "opencl")]
    run_options: RunOptions,
    /// The device, if LLVM's tools compile for it.
    #[cfg(feature = "opencl")]
    device: Option<DeviceInfo>,
    /// Whether the user lists the orders.
    #[cfg(feature = "opencl")]
    is_listed: bool,
}

impl<'a> Codes<'a> {
    /// Returns the codes for the device of a search.
    ///
    /// # Errors
    ///
    /// Returns an error if LLVM's passes are searched, and the device does not accept their code.
    #[cfg(feature = "opencl")]
    pub fn new(
        source: &'a Source,
        arguments: &SearchArguments,
        facts: &DeviceFacts,
        run_options: &RunOptions,
    ) -> Result<Codes<'a>, Failed> {
        let device = serde_json::from_value(facts.device.clone()).ok();
        let device = device.filter(|device: &DeviceInfo| device.capabilities.llvm.is_some());
        if arguments.over == Over::Llvm && device.is_none() {
            return unable();
        }
        let (run_options, is_listed) = (run_options.clone(), arguments.orders.is_some());
        Ok(Codes { source, executed: facts.executed, run_options, device, is_listed })
    }

    /// Returns the codes for a device without OpenCL.
    ///
    /// # Errors
    ///
    /// Returns an error if LLVM's passes are searched.
    #[cfg(not(feature = "opencl"))]
    pub fn new(
        source: &'a Source,
        arguments: &SearchArguments,
        facts: &DeviceFacts,
        _: &RunOptions,
    ) -> Result<Codes<'a>, Failed> {
        match arguments.over {
            Over::Llvm => unable(),
            Over::Scalar => Ok(Codes { source, executed: facts.executed }),
        }
    }

    /// Returns the [identity](Artefact::identity) of what the device executes, or the failure of LLVM's
    /// tools. With passes of LLVM, it includes the code that the tools write.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not compile, or if the tools are missing.
    pub fn identity(&self, options: &Configuration) -> Result<Result<String, Failure>, Failed> {
        let identity = |options: &Configuration| -> Result<(String, Artefact), Failed> {
            let artefact = source::build_again(self.source, options)?.artefact;
            Ok((artefact.identity(self.executed, None), artefact))
        };
        // Different orders of LLVM's passes may write the same code.
        let (own, _) = identity(&options.with_llvm(LlvmOrder::default()))?;
        if options.llvm.is_empty() {
            return Ok(Ok(own));
        }
        let (_, artefact) = identity(options)?;
        Ok(self.of_llvm(&artefact)?.map(|code| hash(format!("{own}{code}"))))
    }

    /// Returns a hash of the code that LLVM's tools write.
    #[cfg(feature = "opencl")]
    fn of_llvm(&self, artefact: &Artefact) -> Result<Result<String, Failure>, Failed> {
        let Some(device) = &self.device else {
            return unable();
        };
        let error = match compile_ahead(artefact, device, &self.run_options) {
            Ok(code) => return Ok(Ok(hash(code))),
            Err(error) => error,
        };
        let is_of_order = match error {
            OpenClError::Llvm { .. } => true,
            // The cache has the kernels of some of the listed orders.
            OpenClError::NoLlvm { .. } => self.is_listed,
            _ => false,
        };
        let error = Error::from(error);
        if is_of_order { Ok(Err(Failure::from(error))) } else { fail_with(error) }
    }

    #[cfg(not(feature = "opencl"))]
    fn of_llvm(&self, _: &Artefact) -> Result<Result<String, Failure>, Failed> {
        unable()
    }
}

fn unable<T>() -> Result<T, Failed> {
    fail(
        Failed::Device,
        "`--over llvm` needs an OpenCL device whose driver accepts LLVM's code\n\
         help: `igc devices --json` shows the form of the code in the capability `llvm`",
    )
}
