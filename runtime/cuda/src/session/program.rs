//! Programs, and launches of their kernels.

use std::ffi::{CString, c_void};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cudarc::driver::{result, sys};
use smallvec::SmallVec;

use super::{Buffer, CallersContext, Core};
use crate::build::{self, Source};
use crate::device::DeviceInfo;
use crate::error::CudaError;
use crate::ptx::PtxVersion;

/// A loaded program.
pub struct Program {
    module: Arc<Module>,
    was_cached: bool,
    build_time: Duration,
    /// Whether the program was built before it was asked for.
    is_early: bool,
}

/// Code in the context of a device. Its kernels keep it.
struct Module {
    raw: sys::CUmodule,
    core: Arc<Core>,
}

// SAFETY: the handle is only passed to functions of libcuda, which any thread may call.
unsafe impl Send for Module {}
// SAFETY: as above.
unsafe impl Sync for Module {}

impl Drop for Module {
    fn drop(&mut self) {
        let _callers = CallersContext::keep();
        // A kernel of the module may still run.
        if self.core.wait().is_ok() {
            // SAFETY: no kernel runs, and none can be launched any more.
            let _ = unsafe { result::module::unload(self.raw) };
        }
    }
}

impl Program {
    pub(super) fn build(core: &Arc<Core>, source: &Source) -> Result<Program, CudaError> {
        let start = Instant::now();
        let code = build::code(&core.info, &core.cache, source, false)?;
        let (module, was_cached) = match load(core, &code.image) {
            Ok(module) => (module, code.was_cached),
            // The code may be that of another machine, or damaged.
            Err(rejected) if code.was_cached => {
                match build::code(&core.info, &core.cache, source, true) {
                    Ok(code) => (load(core, &code.image)?, false),
                    Err(CudaError::NoNvrtc { .. }) => return Err(rejected),
                    Err(error) => return Err(error),
                }
            }
            Err(error) => return Err(error),
        };
        let build_time = start.elapsed();
        Ok(Program { module: Arc::new(module), was_cached, build_time, is_early: false })
    }

    /// Returns whether the program came from the cache on disk.
    pub fn was_cached(&self) -> bool {
        self.was_cached
    }

    /// Returns the time that building or loading took.
    pub fn build_time(&self) -> Duration {
        self.build_time
    }

    pub(super) fn early(self) -> Program {
        Program { is_early: true, ..self }
    }

    /// Returns whether the program was built [early](super::Session::build_early).
    pub fn is_early(&self) -> bool {
        self.is_early
    }

    /// Returns the kernel with this name.
    ///
    /// # Errors
    ///
    /// Returns [`CudaError::NoKernel`] if the program has no kernel of this name.
    pub fn kernel(&self, name: &str) -> Result<Kernel, CudaError> {
        let missing = || CudaError::NoKernel { name: name.to_owned() };
        let core = &self.module.core;
        let text = CString::new(name).map_err(|_| missing())?;
        core.enter().map_err(|error| core.error(error, || format!("finding the kernel {name}")))?;
        // SAFETY: the module is loaded.
        let raw = unsafe { result::module::get_function(self.module.raw, text) };
        let raw = raw.map_err(|_| missing())?;
        Ok(Kernel { raw, name: name.into(), module: Arc::clone(&self.module) })
    }
}

fn load(core: &Arc<Core>, image: &[u8]) -> Result<Module, CudaError> {
    let doing = || "loading the kernels".to_owned();
    check_version(&core.info, image)?;
    core.enter().map_err(|error| core.error(error, doing))?;
    // SAFETY: the image is machine code, whose header has its size, or a text that ends with a zero.
    let raw = unsafe { result::module::load_data(image.as_ptr().cast()) };
    let raw = raw.map_err(|error| core.error(error, doing))?;
    Ok(Module { raw, core: Arc::clone(core) })
}

/// Checks that the driver is new enough for PTX. Of newer PTX, the driver only says that it is unsupported.
fn check_version(device: &DeviceInfo, image: &[u8]) -> Result<(), CudaError> {
    match (PtxVersion::of(image), PtxVersion::newest_of(device.cuda_version)) {
        (Some(version), Some(newest)) if version > newest => Err(CudaError::NewPtx {
            device: device.name.clone(),
            version: version.to_string(),
            cuda: device.cuda(),
            newest: newest.to_string(),
        }),
        _ => Ok(()),
    }
}

/// A function that the host can launch.
pub struct Kernel {
    raw: sys::CUfunction,
    name: Arc<str>,
    module: Arc<Module>,
}

// SAFETY: the handle is only passed to functions of libcuda, which any thread may call.
unsafe impl Send for Kernel {}
// SAFETY: as above.
unsafe impl Sync for Kernel {}

/// The value of a kernel's parameter.
#[derive(Clone, Copy)]
pub enum Argument<'a> {
    /// Memory on the device.
    Buffer(&'a Buffer),
    /// A number, with as many bytes as the type of the parameter has.
    Scalar(&'a [u8]),
}

/// The size of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Launch {
    /// Number of workgroups.
    pub groups: u32,
    /// Number of work-items of a workgroup.
    pub workgroup_size: u32,
    /// Whether all workgroups must be resident together, because they wait for each other.
    pub is_cooperative: bool,
    /// Whether the kernel may start before the kernels before it have ended, because it waits for
    /// them itself. This has no effect on cooperative launches.
    pub overlaps: bool,
}

/// The limits of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KernelLimits {
    /// Maximum number of work-items of a workgroup.
    pub max_workgroup_size: usize,
    /// Size of the shared memory of a workgroup in bytes.
    pub shared_memory: u64,
    /// Number of registers of a work-item.
    pub registers: u32,
    /// Size of the memory of a work-item in bytes, for local arrays and spilled registers.
    pub local_memory: u64,
    /// Number of workgroups of this size that the device can run at the same time.
    pub resident_groups: usize,
}

impl Kernel {
    /// Returns the limits of the kernel for workgroups of this size.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    pub fn limits(&self, workgroup_size: usize) -> Result<KernelLimits, CudaError> {
        use sys::CUfunction_attribute as A;
        let core = &self.module.core;
        let doing = || format!("reading the limits of the kernel {}", self.name);
        core.enter().map_err(|error| core.error(error, doing))?;
        let number = |attribute| {
            // SAFETY: the function belongs to a loaded module.
            let value = unsafe { result::function::get_function_attribute(self.raw, attribute) };
            let value = value.map_err(|error| core.error(error, doing))?;
            Ok::<u32, CudaError>(u32::try_from(value).unwrap_or(0))
        };
        let max_workgroup_size = number(A::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?;
        let size = u32::try_from(workgroup_size).unwrap_or(u32::MAX).min(max_workgroup_size);
        // SAFETY: the function belongs to a loaded module.
        let resident = unsafe {
            result::occupancy::max_active_block_per_multiprocessor(self.raw, size as i32, 0)
        };
        let resident = resident.map_err(|error| core.error(error, doing))?;
        Ok(KernelLimits {
            max_workgroup_size: max_workgroup_size as usize,
            shared_memory: number(A::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?.into(),
            registers: number(A::CU_FUNC_ATTRIBUTE_NUM_REGS)?,
            local_memory: number(A::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)?.into(),
            resident_groups: resident.max(0) as usize * core.info.multiprocessors as usize,
        })
    }

    /// Launches the kernel with a value for each parameter, in order, without waiting.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    pub fn launch<'a>(
        &self,
        arguments: impl Iterator<Item = Argument<'a>>,
        launch: Launch,
    ) -> Result<(), CudaError> {
        let core = &self.module.core;
        let doing = || format!("a launch of the kernel `{}`", self.name);
        core.begin().map_err(|error| core.error(error, doing))?;
        let mut pointers: SmallVec<[*mut c_void; 24]> = arguments
            .map(|argument| match argument {
                Argument::Buffer(buffer) => {
                    debug_assert!(buffer.belongs_to(core), "the buffer is of another session");
                    buffer.address_pointer().cast_mut().cast()
                }
                Argument::Scalar(bytes) => bytes.as_ptr().cast_mut().cast(),
            })
            .collect();
        // SAFETY: the arguments are those of the kernel, as the compiler's interface states them. The
        // driver copies them before it returns. The memory lives until the kernel has run, because
        // it is freed by a command of the same stream.
        let outcome = unsafe {
            if launch.is_cooperative {
                let (grid, block) = ((launch.groups, 1, 1), (launch.workgroup_size, 1, 1));
                result::launch_cooperative_kernel(
                    self.raw,
                    grid,
                    block,
                    0,
                    core.stream(),
                    &mut pointers,
                )
            } else {
                let size = (launch.groups, launch.workgroup_size);
                super::launch(core, self.raw, size, &mut pointers, launch.overlaps)
            }
        };
        outcome.map_err(|error| core.error(error, doing))?;
        core.note_command();
        core.note_launch(&self.name);
        Ok(())
    }
}
