//! Compiles programs for devices of other machines.

use igc_output::{Cache, CacheFolder};

use crate::build::{Source, code_ahead};
use crate::error::CudaError;
use crate::nvrtc::Form;
use crate::session::{foreign, kernels};

/// Compiles a program for devices of a compute capability (90 for 9.0), which this machine need not
/// have, and keeps the code in the cache, together with that of the kernels that sessions need: those
/// that read elements and fill memory, and those that check and copy memory of the caller. A copy of the cache serves a
/// machine that has such a device and no NVRTC. Returns the code; PTX ends with a zero.
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
    for shared in [kernels::source(), foreign::source()] {
        code_ahead(compute_capability, form, &shared, &cache)?;
    }
    code_ahead(compute_capability, form, source, &cache)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::cached;
    use crate::nvrtc::installed;

    /// A machine without NVRTC finds everything in a copy of the cache: the program, and the kernels of
    /// every session.
    #[test]
    fn the_cache_gets_all_kernels_of_a_session() {
        if installed().is_none() {
            println!("skipped: NVRTC was not found");
            return;
        }
        let folder = tempfile::tempdir().expect("there is a folder for temporary files");
        let cache = CacheFolder::At(folder.path().to_owned());
        let text = "extern \"C\" __global__ void nothing() {}".to_owned();
        let program = Source { text, options: vec![] };
        let sources = [&program, &kernels::source(), &foreign::source()];
        let opened = Cache::open(&cache);
        assert_eq!(sources.map(|source| cached("sm_90", source, &opened).is_some()), [false; 3]);
        compile_ahead(90, Form::Cubin, &program, &cache).expect("NVRTC knows the GPU");
        assert_eq!(sources.map(|source| cached("sm_90", source, &opened).is_some()), [true; 3]);
    }
}
