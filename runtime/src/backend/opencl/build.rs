//! Builds kernels with a driver of OpenCL: the options of the dialect, and LLVM as the compiler.

use std::time::Duration;

use igc_compiler::codegen::{Language, with_library};
use igc_compiler::driver::Artefact;
use igc_opencl::llvm::{self, Recipe};
use igc_opencl::{
    Atomics, CacheFolder, DeviceInfo, Dialect, Floats, OpenClError, Session, Subgroups, Wide,
};

use crate::backend::gpu::api::{BuildOptions, Compiled};
use crate::backend::gpu::build::first_options;
use crate::backend::gpu::facts::Facts;
use crate::run_options::RunOptions;

/// What a driver needs to build the kernels of an artefact.
struct BuildInput {
    source: String,
    options: String,
    /// The passes of LLVM, if the configuration names them.
    passes: Option<String>,
}

impl BuildInput {
    fn new(artefact: &Artefact, device: &DeviceInfo, options: &BuildOptions) -> BuildInput {
        BuildInput {
            source: with_library(Language::OpenCl, artefact.code(Language::OpenCl)),
            options: build_options(&device.dialect, options.workgroup_size) + &options.macros,
            passes: artefact.configuration.llvm.pipeline(),
        }
    }
}

/// Builds the kernels of an artefact.
pub(super) fn build(
    session: &Session,
    artefact: &Artefact,
    options: &BuildOptions,
) -> Result<Compiled<igc_opencl::Program>, OpenClError> {
    let BuildInput { source, options, passes } =
        BuildInput::new(artefact, session.device(), options);
    let program = session.build_with(&source, &options, passes.as_deref())?;
    let (was_cached, early) = (program.was_cached(), program.is_early());
    let early = if early { program.build_time() } else { Duration::ZERO };
    Ok(Compiled { program, was_cached, early })
}

/// Builds kernels that will probably be needed soon.
pub(super) fn build_early(session: &Session, artefact: &Artefact, options: &BuildOptions) {
    let BuildInput { source, options, passes } =
        BuildInput::new(artefact, session.device(), options);
    session.build_early(&source, &options, passes.as_deref());
}

/// Compiles the kernels that a run builds first with LLVM's tools, for a device that need not exist
/// on this machine. The stacks of the device's machine count as large as those of this machine.
/// Returns the code, which the cache keeps for the device's machine.
///
/// # Errors
///
/// Returns an error if the device's driver does not accept LLVM's code, if the tools are missing,
/// or if a tool fails.
pub fn compile_ahead(
    artefact: &Artefact,
    device: &DeviceInfo,
    run_options: &RunOptions,
) -> Result<Vec<u8>, OpenClError> {
    let options = first_options(artefact, &Facts::from(device), run_options);
    let BuildInput { source, options, passes } = BuildInput::new(artefact, device, &options);
    let passes = passes.as_deref().unwrap_or(llvm::DEFAULT_PASSES);
    let recipe = Recipe { source: &source, options: &options, passes };
    llvm::compile(device, &CacheFolder::Environment, recipe)
}

/// Returns the compiler options for a dialect and a workgroup size: the standard, and macros that
/// the device library reads.
pub fn build_options(dialect: &Dialect, workgroup_size: usize) -> String {
    let atomics = match dialect.atomics {
        Atomics::OpenCl12 => 12,
        Atomics::C11Device => 20,
        Atomics::Ptx => 70,
    };
    let wide = match dialect.wide {
        Wide::Locks => 0,
        Wide::Native => 1,
    };
    let floats = match dialect.floats {
        Floats::CompareAndSwap => 0,
        Floats::Native => 1,
    };
    let subgroups = match dialect.subgroups {
        Subgroups::Ptx if workgroup_size.is_multiple_of(32) => 2,
        Subgroups::Khronos => 1,
        Subgroups::Intel => 3,
        // A workgroup that is not a whole number of warps does without subgroups.
        Subgroups::Ptx | Subgroups::None => 0,
    };
    let mut extra = String::new();
    if let Some(size) = dialect.subgroup_size {
        extra += &format!(" -DIGC_SUBGROUP_SIZE={size}");
    }
    if dialect.ptx > 0 {
        extra += &format!(" -DIGC_PTX={}", dialect.ptx);
    }
    format!(
        "{} -DIGC_ATOMICS={atomics} -DIGC_WIDE_ATOMICS={wide} -DIGC_FLOAT_ATOMICS={floats} \
         -DIGC_SUBGROUPS={subgroups}{extra} -DIGC_WORKGROUP_SIZE={workgroup_size}",
        dialect.build_options
    )
}
