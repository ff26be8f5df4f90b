//! `igc compile --for`: compiles kernels with LLVM's tools for a device of another machine.
//!
//! The machine with the device may have neither the tools nor a network. It writes a description of
//! the device with `igc devices --json`. The code goes into the cache of this machine
//! (`IGC_CACHE_DIR`), and a copy of the cache serves the other machine.

use std::path::{Path, PathBuf};

use clap::Args;
use igc_compiler::driver::Artefact;
use igc_opencl::{DeviceInfo, DialectRequest};
use igc_runtime::Error;
use igc_runtime::backend::opencl::build::compile_ahead;
use igc_runtime::limits::Limits;
use igc_runtime::source::{SMALL, read_text};

use crate::failed::Failed;
use crate::message::{self, shown};
use crate::output::{fail, fail_with};

/// The device of another machine.
#[derive(Debug, Args)]
pub struct AheadArguments {
    /// Compile the kernels with LLVM's tools for a device of another machine, and keep the code in
    /// the cache (IGC_CACHE_DIR), which the other machine can use. The file is the output of `igc
    /// devices --json` there
    #[arg(long = "for", value_name = "FILE", conflicts_with_all = ["emit", "output"])]
    pub device: Option<PathBuf>,
    /// With --for: the dialect of OpenCL C, as for `igc run`
    #[arg(long, value_name = "CHOICES", requires = "device")]
    pub dialect: Option<DialectRequest>,
}

impl AheadArguments {
    /// Compiles the kernels of an artefact for the device that `file` describes.
    pub fn compile(&self, file: &Path, artefact: &Artefact) -> Result<(), Failed> {
        let mut device = read(file)?;
        if let Some(dialect) = &self.dialect {
            device = device.with_dialect(dialect).map_err(Error::from).or_else(fail_with)?;
        }
        let code = compile_ahead(artefact, &device, &Limits::default());
        let bytes = code.map_err(Error::from).or_else(fail_with)?.len();
        message::say(format_args!("{} bytes of code for {} are in the cache", bytes, device.name));
        Ok(())
    }
}

/// Reads the description of the only device in a file whose driver accepts LLVM's code.
fn read(file: &Path) -> Result<DeviceInfo, Failed> {
    let wrong = |reason: &dyn std::fmt::Display| {
        fail(Failed::Input, format_args!("{}: {reason}", shown(file)))
    };
    let text = match read_text(file, SMALL) {
        Ok(text) => text,
        Err(error) => return wrong(&error),
    };
    let listed: Vec<serde_json::Value> = match serde_json::from_str(&text) {
        Ok(listed) => listed,
        Err(error) => {
            return wrong(&format_args!("not the output of `igc devices --json`: {error}"));
        }
    };
    // The list also contains the processor, which has other facts.
    let opencl = listed.into_iter().filter_map(|facts| serde_json::from_value(facts).ok());
    let known = opencl.map(DeviceInfo::with_known_capabilities);
    let mut able: Vec<DeviceInfo> =
        known.filter(|device| device.capabilities.llvm.is_some()).collect();
    match (able.pop(), able.is_empty()) {
        (Some(device), true) => Ok(device),
        (Some(_), false) => wrong(
            &"the file describes several devices\n\
              help: name one with `igc devices --json --device NAME`",
        ),
        (None, _) => wrong(&"the file describes no device whose driver accepts LLVM's code"),
    }
}
