//! Programs, built from OpenCL C by the driver or loaded from the cache.

use std::ffi::CString;
use std::ptr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use blake3::Hash;
use cl_sys::{
    CL_PROGRAM_BINARIES, CL_PROGRAM_BINARY_SIZES, CL_PROGRAM_BUILD_LOG, clBuildProgram,
    clCreateProgramWithBinary, clCreateProgramWithSource, clGetProgramInfo, clReleaseProgram,
};

use super::Core;
use super::kernel::Kernel;
use crate::cache::{self, Entry};
use crate::error::{OpenClError, check};
use crate::handle::Handle;
use crate::query::Subject;
use crate::status;

/// A built program.
pub struct Program {
    handle: Handle,
    core: Rc<Core>,
    was_cached: bool,
    build_time: Duration,
    /// Whether the program was built before it was asked for.
    is_early: bool,
}

impl Program {
    pub(crate) fn build(
        core: &Rc<Core>,
        source: &str,
        options: &str,
        keep_failed: bool,
    ) -> Result<Program, OpenClError> {
        let start = Instant::now();
        let capabilities = &core.info.capabilities;
        let optimisation = capabilities.optimisation.option(core.info.dialect.optimised);
        let mut options = vec![options, optimisation, &capabilities.build_options];
        options.retain(|option| !option.is_empty());
        let options = zero_terminated(&options.join(" "), "the build options")?;
        let key = cache::key(&core.info, source, &options.to_string_lossy());
        core.count(|calls| calls.builds += 1);
        let (handle, was_cached) = match from_cache(core, key, &options) {
            Some(handle) => (handle, true),
            None => (from_source(core, key, source, &options, keep_failed)?, false),
        };
        let (core, build_time) = (Rc::clone(core), start.elapsed());
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

/// Loads the program from its cached binary. Returns `None` if there is no binary, or if the driver
/// rejects it.
fn from_cache(core: &Core, key: Hash, options: &CString) -> Option<Handle> {
    let binary = core.cache.load(Entry::Program, key)?;
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
    if code != 0 || raw.is_null() {
        return None;
    }
    let handle = Handle::new(raw, clReleaseProgram);
    (binary_status == 0 && run_build(core, &handle, options) == 0).then_some(handle)
}

fn from_source(
    core: &Core,
    key: Hash,
    source: &str,
    options: &CString,
    keep_failed: bool,
) -> Result<Handle, OpenClError> {
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
    let handle = Handle::new(raw, clReleaseProgram);
    let code = run_build(core, &handle, options);
    if code != 0 {
        let log = build_log(core, &handle);
        return Err(OpenClError::Build {
            device: core.info.name.clone(),
            options: options.to_string_lossy().into_owned(),
            log: if log.is_empty() { status::name(code) } else { log },
            source_file: keep_failed.then(|| core.cache.keep_failed(key, source)).flatten(),
        });
    }
    // The driver may need much time to return the binary, so request it only if it can be stored.
    if core.cache.is_on()
        && !core.info.capabilities.keeps_programs
        && let Some(binary) = binary(&handle)
    {
        core.cache.store(Entry::Program, key, &binary);
    }
    Ok(handle)
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
