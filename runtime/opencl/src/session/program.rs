//! Programs, built from OpenCL C by the driver or by LLVM's tools, or loaded from the cache.

use std::ffi::CString;
use std::path::PathBuf;
use std::ptr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use blake3::Hash;
use cl_sys::{
    CL_PROGRAM_BINARIES, CL_PROGRAM_BINARY_SIZES, CL_PROGRAM_BUILD_LOG, clBuildProgram,
    clCreateProgramWithBinary, clCreateProgramWithIL, clCreateProgramWithSource, clGetProgramInfo,
    clReleaseProgram,
};

use super::kernel::Kernel;
use super::{BuildRequest, Core};
use crate::cache::{self, PROGRAMS};
use crate::capabilities::LlvmTarget;
use crate::dialect::Compiler;
use crate::error::{OpenClError, check};
use crate::handle::Handle;
use crate::llvm::{self, DEFAULT_PASSES, Recipe};
use crate::query::Subject;
use crate::status;

/// A built program.
pub struct Program {
    handle: Handle,
    core: Arc<Core>,
    was_cached: bool,
    build_time: Duration,
    /// Whether the program was built before it was asked for.
    is_early: bool,
}

impl Program {
    pub(crate) fn build(
        core: &Arc<Core>,
        order: &BuildRequest,
        keep_failed: bool,
    ) -> Result<Program, OpenClError> {
        let start = Instant::now();
        core.queue().count(|calls| calls.builds += 1);
        let default = (core.info.dialect.compiler == Compiler::Llvm).then_some(DEFAULT_PASSES);
        let (handle, was_cached) = match order.passes.as_deref().or(default) {
            Some(passes) => from_llvm(core, order, passes, keep_failed)?,
            None => from_driver(core, order, keep_failed)?,
        };
        let (core, build_time) = (Arc::clone(core), start.elapsed());
        Ok(Program { handle, core, was_cached, build_time, is_early: false })
    }

    /// Returns whether the program came from the cache on disk. (A driver may have another cache,
    /// which only shows in the build time.)
    pub fn was_cached(&self) -> bool {
        self.was_cached
    }

    /// Returns the program, which was built before it was asked for.
    pub(super) fn early(self) -> Program {
        Program { is_early: true, ..self }
    }

    /// Returns whether the program was built [early](super::Session::build_early).
    pub fn is_early(&self) -> bool {
        self.is_early
    }

    /// Time that building or loading took.
    pub fn build_time(&self) -> Duration {
        self.build_time
    }

    /// Returns the driver's log of the build, including warnings. It is often empty.
    pub fn log(&self) -> String {
        build_log(&self.core, &self.handle)
    }

    /// Returns the kernel with this name, without any arguments set.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::NoKernel`] if the program has no kernel of this name, or the driver's
    /// error.
    pub fn kernel(&self, name: &str) -> Result<Kernel, OpenClError> {
        Kernel::new(&self.core, self.handle.raw(), name)
    }
}

/// Builds OpenCL C with the driver's compiler, or loads the driver's binary. Returns whether the
/// program came from the cache.
fn from_driver(
    core: &Core,
    order: &BuildRequest,
    keep_failed: bool,
) -> Result<(Handle, bool), OpenClError> {
    let capabilities = &core.info.capabilities;
    let options = [&order.options, optimisation(core), &capabilities.build_options];
    let options = zero_terminated(&joined(&options), "the build options")?;
    let key = cache::key(&core.info, &order.source, &options.to_string_lossy());
    if let Some(handle) = from_cache(core, key, &options) {
        return Ok((handle, true));
    }
    let handle = create_from_source(core, &order.source)?;
    let kept = || keep_failed.then(|| core.cache.keep_failed(key, &order.source, "cl")).flatten();
    finish(core, key, handle, &options, kept)
}

/// Compiles OpenCL C with LLVM's tools, and lets the driver finish the build, or loads the driver's
/// binary. Returns whether the driver's binary came from the cache.
fn from_llvm(
    core: &Core,
    order: &BuildRequest,
    passes: &str,
    keep_failed: bool,
) -> Result<(Handle, bool), OpenClError> {
    let Some(target) = core.info.capabilities.llvm else {
        return Err(llvm::refused(&core.info));
    };
    let recipe = Recipe { source: &order.source, options: &order.options, passes };
    let code = llvm::compile_in(&core.info, &core.cache, recipe, keep_failed)?;
    let form = match target {
        LlvmTarget::Spir => "-x spir -spir-std=1.2",
        LlvmTarget::Ptx | LlvmTarget::SpirV => "",
    };
    let options = zero_terminated(&joined(&[form, optimisation(core)]), "the build options")?;
    let text = blake3::hash(&code).to_hex();
    let key = cache::key(&core.info, text.as_str(), &options.to_string_lossy());
    if let Some(handle) = from_cache(core, key, &options) {
        return Ok((handle, true));
    }
    let handle = match target {
        LlvmTarget::SpirV => create_from_il(core, &code)?,
        LlvmTarget::Ptx | LlvmTarget::Spir => create_from_binary(core, &code)?,
    };
    finish(core, key, handle, &options, || None)
}

/// Returns the build option for the optimisation that the dialect requests.
fn optimisation(core: &Core) -> &str {
    core.info.capabilities.optimisation.option(core.info.dialect.optimised)
}

/// Joins the options that are not empty.
fn joined(options: &[&str]) -> String {
    let given: Vec<&str> = options.iter().copied().filter(|option| !option.is_empty()).collect();
    given.join(" ")
}

/// Loads the program from its cached binary. Returns `None` if there is no binary, or if the driver
/// rejects it.
fn from_cache(core: &Core, key: Hash, options: &CString) -> Option<Handle> {
    let binary = core.cache.load(PROGRAMS, key)?;
    let handle = create_from_binary(core, &binary).ok()?;
    (run_build(core, &handle, options) == 0).then_some(handle)
}

fn create_from_binary(core: &Core, binary: &[u8]) -> Result<Handle, OpenClError> {
    let (mut binary_status, mut code) = (0, 0);
    // SAFETY: there is one device, one length, and one pointer to that many bytes, which are
    // copied.
    let raw = unsafe {
        clCreateProgramWithBinary(
            core.context(),
            1,
            &core.device(),
            &binary.len(),
            &binary.as_ptr(),
            &mut binary_status,
            &mut code,
        )
    };
    let doing = || "creating a program from a binary".to_owned();
    check(code, "clCreateProgramWithBinary", doing)?;
    let handle = Handle::new(raw, clReleaseProgram);
    check(binary_status, "clCreateProgramWithBinary", doing)?;
    Ok(handle)
}

fn create_from_il(core: &Core, il: &[u8]) -> Result<Handle, OpenClError> {
    let mut code = 0;
    // SAFETY: the pointer and the length describe the slice, which is copied.
    let raw =
        unsafe { clCreateProgramWithIL(core.context(), il.as_ptr().cast(), il.len(), &mut code) };
    check(code, "clCreateProgramWithIL", || "creating a program from SPIR-V".to_owned())?;
    Ok(Handle::new(raw, clReleaseProgram))
}

fn create_from_source(core: &Core, source: &str) -> Result<Handle, OpenClError> {
    let mut code = 0;
    // SAFETY: there is one string, whose length is given, so it does not need a terminating zero.
    let raw = unsafe {
        clCreateProgramWithSource(
            core.context(),
            1,
            &source.as_ptr().cast(),
            &source.len(),
            &mut code,
        )
    };
    check(code, "clCreateProgramWithSource", || "creating a program".to_owned())?;
    Ok(Handle::new(raw, clReleaseProgram))
}

/// Builds a new program, and stores its binary. If the build fails, `kept` returns the file with
/// the source.
fn finish(
    core: &Core,
    key: Hash,
    handle: Handle,
    options: &CString,
    kept: impl Fn() -> Option<PathBuf>,
) -> Result<(Handle, bool), OpenClError> {
    let code = run_build(core, &handle, options);
    if code != 0 {
        let log = build_log(core, &handle);
        return Err(OpenClError::Build {
            device: core.info.name.clone(),
            options: options.to_string_lossy().into_owned(),
            log: if log.is_empty() { status::name(code) } else { log },
            source_file: kept(),
        });
    }
    // The driver may need much time to return the binary, so request it only if it can be stored.
    if core.cache.is_on()
        && !core.info.capabilities.keeps_programs
        && let Some(binary) = binary(&handle)
    {
        core.cache.store(PROGRAMS, key, &binary);
    }
    Ok((handle, false))
}

/// Builds the program for the session's device. Waits for the end of the build and returns its
/// status code.
fn run_build(core: &Core, program: &Handle, options: &CString) -> i32 {
    // SAFETY: the program belongs to this device's context. Without a callback, the call waits.
    unsafe {
        clBuildProgram(program.raw(), 1, &core.device(), options.as_ptr(), None, ptr::null_mut())
    }
}

fn build_log(core: &Core, program: &Handle) -> String {
    Subject::Build(program.raw(), core.device()).text(CL_PROGRAM_BUILD_LOG)
}

/// Returns the driver's binary of a program that was built for one device. Returns `None` if the
/// driver has no binary.
fn binary(program: &Handle) -> Option<Vec<u8>> {
    let mut size = 0usize;
    // SAFETY: the context has one device, so the answer is one size.
    let code = unsafe {
        clGetProgramInfo(
            program.raw(),
            CL_PROGRAM_BINARY_SIZES,
            size_of::<usize>(),
            (&raw mut size).cast(),
            ptr::null_mut(),
        )
    };
    if code != 0 || size == 0 {
        return None;
    }
    let mut binary = vec![0u8; size];
    let mut pointers = [binary.as_mut_ptr()];
    // SAFETY: the answer is written to one pointer, which has room for the size returned before.
    let code = unsafe {
        clGetProgramInfo(
            program.raw(),
            CL_PROGRAM_BINARIES,
            size_of_val(&pointers),
            pointers.as_mut_ptr().cast(),
            ptr::null_mut(),
        )
    };
    (code == 0).then_some(binary)
}

/// Converts `text` to a C string. The error message calls the text `what`.
pub(crate) fn zero_terminated(text: &str, what: &str) -> Result<CString, OpenClError> {
    CString::new(text).map_err(|_| OpenClError::ZeroByte { what: what.to_owned() })
}
