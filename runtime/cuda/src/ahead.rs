//! Compiles programs for devices of other machines.

use igc_output::{Cache, CacheFolder};

use crate::build::{Source, code_ahead};
use crate::error::CudaError;
use crate::nvrtc::Form;
use crate::session::reader;

/// Compiles a program for devices of a compute capability (90 for 9.0), which this machine need not
/// have, and keeps the code in the cache, together with that of the kernel that every session needs. A
/// copy of the cache serves a machine that has such a device and no NVRTC. Returns the code; PTX ends
/// with a zero.
///
/// # Errors
///
/// Returns an error if NVRTC is missing, does not know the compute capability, or rejects the
/// program.
pub fn compile_ahead(
    compute_capability: u32,
    form: Form,
    source: &Source,
    cache: &CacheFolder,
) -> Result<Vec<u8>, CudaError> {
    let cache = Cache::open(cache);
    code_ahead(compute_capability, form, &reader::source(), &cache)?;
    code_ahead(compute_capability, form, source, &cache)
}
