//! The kernels that every session needs: one that shows a few words to the host, and one that fills memory.

use std::ffi::CString;

use cudarc::driver::{DriverError, result, sys};

use super::Core;
use super::fills::MOST_RANGES;
use crate::build::{self, Source};
use crate::error::CudaError;

/// Returns the program with the kernels.
pub(crate) fn source() -> Source {
    let text = include_str!("kernels.cu").replace("MOST_RANGES", &MOST_RANGES.to_string());
    Source { text, options: vec![] }
}

/// The loaded kernels.
pub(super) struct Kernels {
    module: sys::CUmodule,
    /// Shows words to the host.
    pub(super) publish: sys::CUfunction,
    /// Fills memory.
    pub(super) fill: sys::CUfunction,
}

// SAFETY: the handles are only passed to functions of libcuda, which any thread may call.
unsafe impl Send for Kernels {}
// SAFETY: as above.
unsafe impl Sync for Kernels {}

impl Kernels {
    /// Builds and loads the kernels. The context must be current.
    pub(super) fn new(core: &Core) -> Result<Kernels, CudaError> {
        let failed =
            |error: DriverError| core.error(error, || "preparing the kernels of a session".into());
        let code = build::code(&core.info, &core.cache, &source(), false)?;
        // SAFETY: the image is machine code, or a text that ends with a zero.
        let module = unsafe { result::module::load_data(code.image.as_ptr().cast()) };
        let module = module.map_err(failed)?;
        let kernel = |name| {
            let name = CString::new(name).expect("it has no zero");
            // SAFETY: the module is loaded.
            unsafe { result::module::get_function(module, name) }.map_err(failed)
        };
        Ok(Kernels { module, publish: kernel("publish")?, fill: kernel("fill")? })
    }
}

impl Drop for Kernels {
    fn drop(&mut self) {
        // SAFETY: the session has waited for the kernels.
        let _ = unsafe { result::module::unload(self.module) };
    }
}
