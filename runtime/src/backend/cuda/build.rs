//! What NVRTC compiles for an artefact.

use igc_compiler::codegen::{Language, with_library};
use igc_compiler::driver::Artefact;
pub use igc_cuda::nvrtc::Form;
use igc_cuda::{CacheFolder, CudaError, Source};

use crate::backend::DeviceKind;
use crate::backend::gpu::api::BuildOptions;
use crate::backend::gpu::build::first_options;
use crate::backend::gpu::facts::Facts;
use crate::run_options::RunOptions;

/// Compiles the kernels of an artefact for devices of a compute capability (90 for 9.0), and keeps the
/// code in the cache. Returns the code; PTX ends with a zero.
///
/// # Errors
///
/// Returns an error if NVRTC is missing, or does not know the compute capability.
pub fn compile_ahead(
    artefact: &Artefact,
    compute_capability: u32,
    form: Form,
    run_options: &RunOptions,
) -> Result<Vec<u8>, CudaError> {
    // Every device of this API has these facts. The others do not change the code.
    let facts = Facts { kind: DeviceKind::Gpu, max_workgroup_size: 1024, ..Facts::default() };
    let source = source(artefact, &first_options(artefact, &facts, run_options));
    igc_cuda::compile_ahead(compute_capability, form, &source, &CacheFolder::Environment)
}

/// Returns the source of the kernels, and the options that define the macros of the device library.
pub(super) fn source(artefact: &Artefact, options: &BuildOptions) -> Source {
    let size = format!("-DIGC_WORKGROUP_SIZE={}", options.workgroup_size);
    let macros = options.macros.split_whitespace().map(str::to_owned);
    Source {
        text: with_library(Language::Cuda, artefact.code(Language::Cuda)),
        options: [size].into_iter().chain(macros).collect(),
    }
}
