//! Gets the code of a program from the cache, or from NVRTC.

use blake3::Hash;
use igc_output::{Cache, Entry, key};

use crate::device::DeviceInfo;
use crate::error::CudaError;
use crate::nvrtc::{Form, Nvrtc, Rejected};

/// Code that NVRTC compiled.
const CODE: Entry = Entry("cuda");

/// The options of every program. A product and a sum are rounded separately, as in the reference
/// interpreter.
const OPTIONS: [&str; 2] = ["--std=c++17", "--fmad=false"];

/// A program in CUDA C++.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The text, which includes no files.
    pub text: String,
    /// Options for NVRTC that define macros, such as `-DIGC_BLOCKS`.
    pub options: Vec<String>,
}

impl Source {
    /// Returns all options for NVRTC, except for the architecture.
    pub fn all_options(&self) -> Vec<String> {
        OPTIONS
            .iter()
            .map(|option| option.to_string())
            .chain(self.options.iter().cloned())
            .collect()
    }
}

/// Code for a device.
pub(crate) struct Code {
    /// Machine code, or PTX that ends with a zero.
    pub image: Vec<u8>,
    /// Whether it came from the cache.
    pub was_cached: bool,
}

/// Returns the code of a program for a device.
///
/// The cache is asked first, because a machine may have the driver and no NVRTC. The versions of
/// NVRTC and of the driver are therefore not part of the key. `damaged` says that the driver
/// rejected the code in the cache.
pub(crate) fn code(
    device: &DeviceInfo,
    cache: &Cache,
    source: &Source,
    damaged: bool,
) -> Result<Code, CudaError> {
    let architecture = device.architecture();
    if !damaged && let Some(image) = cached(&architecture, source, cache) {
        return Ok(Code { image, was_cached: true });
    }
    let key = key_of(&architecture, source);
    let nvrtc = nvrtc_for(&device.name)?;
    let too_old = || CudaError::Nvrtc {
        library: nvrtc.path().to_owned(),
        reason: format!("it has no code for {}, {}", device.name, device.architecture()),
    };
    let target = nvrtc.target(device.compute_capability).ok_or_else(too_old)?;
    let image = compile(nvrtc, target, cache, key, source)?;
    Ok(Code { image, was_cached: false })
}

/// Compiles a program for a compute capability, and keeps the code in the cache.
pub(crate) fn code_ahead(
    compute_capability: u32,
    form: Form,
    source: &Source,
    cache: &Cache,
) -> Result<Vec<u8>, CudaError> {
    let device = format!("sm_{compute_capability}");
    let nvrtc = nvrtc_for(&device)?;
    let known = nvrtc.architectures();
    if !known.contains(&compute_capability) {
        let known: Vec<String> = known.iter().map(|known| format!("sm_{known}")).collect();
        return Err(CudaError::Architecture {
            version: nvrtc.version(),
            architecture: device,
            known: known.join(", "),
        });
    }
    let prefix = match form {
        Form::Cubin => "sm",
        Form::Ptx => "compute",
    };
    let target = (format!("{prefix}_{compute_capability}"), form);
    compile(nvrtc, target, cache, key_of(&device, source), source)
}

/// Returns the code of a program for an architecture, if it is in the cache.
pub(crate) fn cached(architecture: &str, source: &Source, cache: &Cache) -> Option<Vec<u8>> {
    cache.load(CODE, key_of(architecture, source))
}

/// Returns what identifies the code of a program for an architecture.
fn key_of(architecture: &str, source: &Source) -> Hash {
    key(&[architecture, &source.all_options().join(" "), &source.text])
}

fn nvrtc_for(device: &str) -> Result<&'static Nvrtc, CudaError> {
    let missing = || CudaError::NoNvrtc { device: device.to_owned() };
    Nvrtc::of_this_machine()?.ok_or_else(missing)
}

/// Compiles a program, and keeps the code in the cache.
fn compile(
    nvrtc: &Nvrtc,
    (architecture, form): (String, Form),
    cache: &Cache,
    key: Hash,
    source: &Source,
) -> Result<Vec<u8>, CudaError> {
    let options = source.all_options();
    match nvrtc.compile(&source.text, &architecture, form, &options) {
        Ok(compiled) => {
            cache.store(CODE, key, &compiled.code);
            Ok(compiled.code)
        }
        Err(Rejected::Failed(reason)) => {
            Err(CudaError::Nvrtc { library: nvrtc.path().to_owned(), reason })
        }
        Err(Rejected::Program(log)) => Err(CudaError::Compile {
            version: nvrtc.version(),
            options: format!("--gpu-architecture={architecture} {}", options.join(" ")),
            log,
            source_file: cache.keep_failed(key, &source.text, "cu"),
        }),
    }
}
