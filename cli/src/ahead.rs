//! `igc compile --for`: compiles kernels for a device of another machine, which may have neither the
//! compiler nor a network.
//!
//! * `--for sm_90` compiles with NVRTC for NVIDIA's GPUs of compute capability 9.0.
//! * `--for FILE` compiles with LLVM's tools for the OpenCL device that the file describes. The other
//!   machine writes it with `igc devices --json`.
//!
//! The code goes into the cache of this machine (`IGC_CACHE_DIR`), and a copy of the cache serves the
//! other machine. `--emit ptx` and `--emit cubin` also show NVRTC's code.

use igc_compiler::driver::Artefact;
use igc_output::{Cache, CacheFolder};

use crate::args::ahead::Target;
use crate::args::compile::{CompileArguments, Emit};
use crate::failed::Failed;
use crate::message;
use crate::output::{self, fail};

/// Checks that `--emit`, `--output` and `--for` fit together.
pub fn check(arguments: &CompileArguments) -> Result<(), Failed> {
    let code = matches!(arguments.emit, Some(Emit::Ptx | Emit::Cubin));
    if arguments.keeps_code() && !Cache::open(&CacheFolder::Environment).is_on() {
        return fail(
            Failed::Usage,
            "`--for` keeps the code in the cache, which is off\n\
             help: set `IGC_CACHE_DIR` to a folder",
        );
    }
    match (&arguments.ahead.target, &arguments.output) {
        (None, _) if code => fail(
            Failed::Usage,
            "`--emit ptx` and `--emit cubin` need the architecture\n\
             help: name it with `--for`, such as `--for sm_90`",
        ),
        (Some(Target::Cuda(_)), None) if arguments.emit == Some(Emit::Cubin) => fail(
            Failed::Usage,
            "`--emit cubin` writes machine code, which cannot be printed\n\
             help: name a folder for it with `--output DIR`",
        ),
        (Some(Target::Cuda(_)), output)
            if code || (arguments.emit.is_none() && output.is_none()) =>
        {
            Ok(())
        }
        (Some(Target::File(_)), None) if arguments.emit.is_none() => Ok(()),
        (None, _) => Ok(()),
        (Some(Target::Cuda(_)), _) => fail(
            Failed::Usage,
            "`--for` with an architecture writes code for it into the cache\n\
             help: leave out `--emit` and `--output`, or choose `--emit ptx` or `--emit cubin`",
        ),
        (Some(Target::File(_)), _) => fail(
            Failed::Usage,
            "`--for` with a file writes code for its device into the cache\n\
             help: leave out `--emit` and `--output`",
        ),
    }
}

/// Compiles the kernels of an artefact for a target, and prints or writes the code if `--emit` asks for
/// it. The files have the name of the program.
pub fn compile(
    arguments: &CompileArguments,
    target: &Target,
    name: &str,
    artefact: &Artefact,
) -> Result<(), Failed> {
    match target {
        Target::Cuda(capability) => {
            let is_ptx = arguments.emit == Some(Emit::Ptx);
            let code = cuda(artefact, *capability, is_ptx)?;
            let code = if is_ptx { code.strip_suffix(&[0]).unwrap_or(&code) } else { &code };
            match (&arguments.emit, &arguments.output) {
                (None, _) => {
                    let bytes = code.len();
                    let text =
                        format_args!("{bytes} bytes of code for sm_{capability} are in the cache");
                    message::say(text);
                    Ok(())
                }
                (Some(_), None) => output::print(&String::from_utf8_lossy(code)),
                (Some(_), Some(folder)) => {
                    output::create_folder(folder)?;
                    let extension = if is_ptx { "ptx" } else { "cubin" };
                    output::write(&folder.join(format!("{name}.{extension}")), code)
                }
            }
        }
        Target::File(_file) => {
            #[cfg(feature = "opencl")]
            return opencl::compile(_file, arguments.ahead.dialect.as_ref(), artefact);
            #[cfg(not(feature = "opencl"))]
            fail(Failed::Device, "this igc was built without OpenCL")
        }
    }
}

#[cfg(feature = "cuda")]
fn cuda(artefact: &Artefact, capability: u32, is_ptx: bool) -> Result<Vec<u8>, Failed> {
    use igc_runtime::backend::cuda::build::{Form, compile_ahead};
    let form = if is_ptx { Form::Ptx } else { Form::Cubin };
    let code = compile_ahead(artefact, capability, form, &Default::default());
    code.map_err(igc_runtime::Error::from).or_else(output::fail_with)
}

#[cfg(not(feature = "cuda"))]
fn cuda(_artefact: &Artefact, _capability: u32, _is_ptx: bool) -> Result<Vec<u8>, Failed> {
    fail(Failed::Device, "this igc was built without CUDA")
}

/// OpenCL devices, for which LLVM's tools compile.
#[cfg(feature = "opencl")]
mod opencl {
    use std::path::Path;

    use igc_compiler::driver::Artefact;
    use igc_opencl::{DeviceInfo, DialectRequest};
    use igc_runtime::Error;
    use igc_runtime::backend::opencl::build::compile_ahead;
    use igc_runtime::run_options::RunOptions;
    use igc_runtime::source::{SMALL, read_text};

    use crate::failed::Failed;
    use crate::message::{self, shown};
    use crate::output::{fail, fail_with};

    /// Compiles the kernels of an artefact for the device that `file` describes.
    pub fn compile(
        file: &Path,
        dialect: Option<&DialectRequest>,
        artefact: &Artefact,
    ) -> Result<(), Failed> {
        let mut device = read(file)?;
        if let Some(dialect) = dialect {
            device = device.with_dialect(dialect).map_err(Error::from).or_else(fail_with)?;
        }
        let code = compile_ahead(artefact, &device, &RunOptions::default());
        let bytes = code.map_err(Error::from).or_else(fail_with)?.len();
        message::say(format_args!("{} bytes of code for {} are in the cache", bytes, device.name));
        Ok(())
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
}
