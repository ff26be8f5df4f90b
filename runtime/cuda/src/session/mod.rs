//! An open device: its primary context and a stream.
//!
//! The primary context is the one that CUDA's runtime, PyTorch and CuPy use, so their memory can be
//! used here, and the other way round. Any thread can use a [`Session`] and the objects that it
//! creates. The commands of a session run in the order in which they were given. Only reads and
//! [`Session::wait`] wait for the device. Fills and small writes are given to it with the next command.
//!
//! **Device code is trusted.** CUDA does not check the memory accesses of a kernel. Sources must
//! come from the compiler.
//!
//! # Errors of the device
//!
//! If a kernel accesses memory that does not exist, CUDA reports this at a later call, and every
//! later call in the process fails, too. Such a call returns [`CudaError::Lost`] with the kernels
//! that ran since the host last waited. So does [`Session::open`] afterwards: only a new process can
//! use CUDA again.

mod buffer;
mod current;
mod fills;
pub(crate) mod foreign;
pub(crate) mod kernels;
mod program;
mod reader;

use std::ffi::c_void;
use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use cudarc::driver::{DriverError, result, sys};
use igc_output::{Cache, CacheFolder};
use smallvec::SmallVec;

use crate::build::Source;
use crate::device::DeviceInfo;
use crate::driver;
use crate::error::CudaError;
pub use buffer::Buffer;
use buffer::Pinned;
use current::CallersContext;
use fills::Fills;
pub use foreign::{CheckedWeights, ForeignMemory, LentMemory, Rows, device_of};
use kernels::Kernels;
pub use program::{Argument, Kernel, KernelLimits, Launch, Program};
use reader::Reader;

/// Maximum number of kernels that an error names.
const MAX_NAMED: usize = 4;

/// An open device.
pub struct Session {
    core: Arc<Core>,
    /// A program that was built early, with its source.
    early: Mutex<Option<(Source, Program)>>,
    /// The kernels for memory of the caller, after they were first needed.
    foreign: Mutex<Option<Program>>,
}

/// The state that all objects of a session share.
pub(crate) struct Core {
    pub(crate) info: DeviceInfo,
    pub(crate) cache: Cache,
    device: sys::CUdevice,
    context: sys::CUcontext,
    stream: sys::CUstream,
    /// Memory of the host through which reads of some kilobytes go.
    staging: Mutex<Option<Pinned>>,
    /// The kernels of a session. They are not there before the first program is built, or if they cannot be built.
    kernels: OnceLock<Kernels>,
    /// Reads a few words, if the kernels are there.
    reader: Mutex<Option<Reader>>,
    /// The fills that wait for the next command.
    fills: Mutex<Fills>,
    /// The number of commands that were given, and how many of them the host knows to have ended.
    given: AtomicU64,
    ended: AtomicU64,
    /// The kernels that were launched since the host last waited, the last one first.
    launched: Mutex<SmallVec<[Arc<str>; MAX_NAMED]>>,
}

// SAFETY: the handles are only passed to functions of libcuda, which any thread may call.
unsafe impl Send for Core {}
// SAFETY: as above.
unsafe impl Sync for Core {}

impl Session {
    /// Opens a device that [`devices`](crate::devices) returned.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    pub fn open(info: &DeviceInfo) -> Result<Session, CudaError> {
        Session::open_with(info, &CacheFolder::Environment)
    }

    /// Opens a device with a folder for compiled programs.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    pub fn open_with(info: &DeviceInfo, cache: &CacheFolder) -> Result<Session, CudaError> {
        driver::start()?;
        let core = open(info, Cache::open(cache)).map_err(|error| {
            let (device, reason) = (info.name.clone(), driver::words(error));
            match driver::is_fatal(error.0) {
                true => CudaError::Lost { device, reason, kernels: None },
                false => CudaError::Call { doing: format!("opening {device}"), reason },
            }
        })?;
        Ok(Session { core: Arc::new(core), early: Mutex::default(), foreign: Mutex::default() })
    }

    /// Returns the same open device, which is closed when the last of its sessions ends.
    pub fn shared(&self) -> Session {
        Session { core: Arc::clone(&self.core), early: Mutex::default(), foreign: Mutex::default() }
    }

    /// Returns the properties of the device.
    pub fn device(&self) -> &DeviceInfo {
        &self.core.info
    }

    /// Allocates memory, whose content is undefined.
    ///
    /// # Errors
    ///
    /// Returns [`CudaError::OutOfMemory`] if there is too little memory, or the driver's error.
    pub fn buffer(&self, bytes: usize) -> Result<Buffer, CudaError> {
        Buffer::new(&self.core, bytes)
    }

    /// Compiles and loads a program, or loads it from the cache.
    ///
    /// # Errors
    ///
    /// Returns an error if the program is not in the cache and NVRTC is missing or rejects it, or
    /// the driver's error.
    pub fn build(&self, source: &Source) -> Result<Program, CudaError> {
        self.core.prepare_kernels();
        if let Some((of, program)) = self.early().take()
            && of == *source
        {
            return Ok(program.early());
        }
        Program::build(&self.core, source)
    }

    /// Builds a program that will probably be needed soon. The next [`build`](Session::build) of the
    /// same source returns it. If this fails, nothing happens.
    pub fn build_early(&self, source: Source) {
        self.core.prepare_kernels();
        if let Ok(program) = Program::build(&self.core, &source) {
            *self.early() = Some((source, program));
        }
    }

    fn early(&self) -> MutexGuard<'_, Option<(Source, Program)>> {
        self.early.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the device of another session read the memory of this one directly, if the hardware can. Otherwise nothing
    /// happens, and copies between the devices go through the host.
    pub fn share_with(&self, other: &Session) {
        let (device, peer) = (self.core.device, other.core.device);
        if device == peer || self.core.enter().is_err() {
            return;
        }
        let mut can_access = 0;
        let access = sys::CUmemAccessDesc {
            location: sys::CUmemLocation {
                type_: sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE,
                id: other.core.info.ordinal as i32,
            },
            flags: sys::CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        };
        // SAFETY: the devices come from the driver, and the pool is that of the first one.
        unsafe {
            let asked = sys::cuDeviceCanAccessPeer(&mut can_access, peer, device).result();
            if asked.is_ok()
                && can_access != 0
                && let Ok(pool) = result::device::get_default_mem_pool(device)
            {
                // Without access, the driver copies through the host.
                let _ = sys::cuMemPoolSetAccess(pool, &access, 1).result();
            }
        }
    }

    /// Waits until all commands have run.
    ///
    /// # Errors
    ///
    /// Returns [`CudaError::Lost`] if a command failed.
    pub fn wait(&self) -> Result<(), CudaError> {
        self.core.wait()
    }
}

fn open(info: &DeviceInfo, cache: Cache) -> Result<Core, DriverError> {
    let device = result::device::get(info.ordinal as i32)?;
    let context = retain(device)?;
    // SAFETY: the context was retained.
    unsafe { result::ctx::set_current(context)? };
    // If a kernel has failed earlier in this process, this returns its error.
    result::ctx::synchronize()?;
    let stream = result::stream::create(result::stream::StreamKind::NonBlocking)?;
    keep_freed_memory(device);
    Ok(Core {
        info: info.clone(),
        cache,
        device,
        context,
        stream,
        staging: Mutex::default(),
        kernels: OnceLock::new(),
        reader: Mutex::default(),
        fills: Mutex::default(),
        given: AtomicU64::new(0),
        ended: AtomicU64::new(0),
        launched: Mutex::default(),
    })
}

/// Returns the primary context. A host that waits looks at the device all the time if this process
/// is the first one to use the context: it then sees the end of a kernel some microseconds earlier.
fn retain(device: sys::CUdevice) -> Result<sys::CUcontext, DriverError> {
    let spin = sys::CUctx_flags::CU_CTX_SCHED_SPIN as u32;
    // SAFETY: the device comes from the driver.
    unsafe {
        // This fails if the context is active with other flags, which then remain.
        let _ = sys::cuDevicePrimaryCtxSetFlags_v2(device, spin);
        result::primary_ctx::retain(device)
    }
}

/// Lets the pool of the device keep freed memory for later allocations, until the process ends.
fn keep_freed_memory(device: sys::CUdevice) {
    let most = u64::MAX;
    // SAFETY: the attribute is a number of 64 bits. If this fails, allocations are slower.
    unsafe {
        if let Ok(pool) = result::device::get_default_mem_pool(device) {
            let threshold = sys::CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
            let _ =
                sys::cuMemPoolSetAttribute(pool, threshold, (&raw const most).cast_mut().cast());
        }
    }
}

impl Core {
    /// Makes the context current in this thread, as most functions of libcuda require.
    pub(crate) fn enter(&self) -> Result<(), DriverError> {
        // SAFETY: the context is retained until this value is dropped.
        unsafe { result::ctx::set_current(self.context) }
    }

    pub(crate) fn stream(&self) -> sys::CUstream {
        self.stream
    }

    /// Makes the context current, and launches the fills that wait, so that they precede the next command.
    pub(crate) fn begin(&self) -> Result<(), DriverError> {
        self.enter()?;
        self.make_fills(&mut self.fills())
    }

    fn fills(&self) -> MutexGuard<'_, Fills> {
        self.fills.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn make_fills(&self, fills: &mut Fills) -> Result<(), DriverError> {
        if let Some(kernels) = self.kernels.get()
            && fills.launch(self, kernels.fill)?
        {
            self.note_command();
        }
        Ok(())
    }

    /// Fills addresses before the next command. Returns whether the session has the kernel for it. The context must be
    /// current.
    fn fill_later(&self, addresses: Range<u64>, pattern: &[u8]) -> Result<bool, DriverError> {
        if self.kernels.get().is_none() {
            return Ok(false);
        }
        let mut fills = self.fills();
        if !fills.add(addresses.clone(), pattern) {
            self.make_fills(&mut fills)?;
            fills.add(addresses, pattern);
        }
        Ok(true)
    }

    /// Builds the kernels of the session, unless they exist. Without them, fills and small reads are slower.
    fn prepare_kernels(&self) {
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        if reader.is_none()
            && self.enter().is_ok()
            && let Ok(kernels) = Kernels::new(self)
        {
            let kernels = self.kernels.get_or_init(|| kernels);
            *reader = Reader::new(self, kernels).ok();
        }
    }

    /// Notes that a command was given, after the call.
    pub(crate) fn note_command(&self) {
        self.given.fetch_add(1, Ordering::SeqCst);
    }

    /// Returns the number of commands that were given.
    fn given(&self) -> u64 {
        self.given.load(Ordering::SeqCst)
    }

    /// Notes that a kernel was launched.
    pub(crate) fn note_launch(&self, name: &Arc<str>) {
        let mut launched = self.launched();
        if launched.first().is_some_and(|last| Arc::ptr_eq(last, name)) {
            return;
        }
        launched.retain(|other| !Arc::ptr_eq(other, name));
        launched.truncate(MAX_NAMED - 1);
        launched.insert(0, Arc::clone(name));
    }

    fn launched(&self) -> MutexGuard<'_, SmallVec<[Arc<str>; MAX_NAMED]>> {
        self.launched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all commands have run.
    pub(crate) fn wait(&self) -> Result<(), CudaError> {
        self.begin().map_err(|error| self.error(error, || "waiting".into()))?;
        let given = self.given();
        // A read has waited for the same commands already.
        if given == self.ended.load(Ordering::SeqCst) {
            return Ok(());
        }
        // SAFETY: the stream exists as long as this value.
        let outcome = unsafe { result::stream::synchronize(self.stream) };
        outcome.map_err(|error| self.error(error, || "waiting for the device".into()))?;
        self.note_end(given);
        Ok(())
    }

    /// Notes that this number of commands has run.
    fn note_end(&self, given: u64) {
        self.ended.fetch_max(given, Ordering::SeqCst);
        self.launched().clear();
    }

    /// Returns the error for a status code of the driver. `doing` says what the call was for.
    pub(crate) fn error(&self, error: DriverError, doing: impl FnOnce() -> String) -> CudaError {
        let reason = driver::words(error);
        if !driver::is_fatal(error.0) {
            return CudaError::Call { doing: doing(), reason };
        }
        let names: Vec<String> = self.launched().iter().map(|name| format!("`{name}`")).collect();
        let kernels = (!names.is_empty()).then(|| names.join(", "));
        CudaError::Lost { device: self.info.name.clone(), reason, kernels }
    }
}

/// The compute capability from which on kernels can start before earlier kernels have ended.
const OVERLAP: u32 = 90;

/// Launches a function: `(groups, workgroup_size)`. A kernel that `overlaps` may start before the kernels
/// before it have ended, and waits for them itself.
///
/// # Safety
///
/// The context must be current, and the parameters must be those of the function.
unsafe fn launch(
    core: &Core,
    function: sys::CUfunction,
    (groups, workgroup_size): (u32, u32),
    parameters: &mut [*mut c_void],
    overlaps: bool,
) -> Result<(), DriverError> {
    let (grid, block) = ((groups, 1, 1), (workgroup_size, 1, 1));
    if !overlaps || core.info.compute_capability < OVERLAP {
        // SAFETY: as the caller promises.
        return unsafe { result::launch_kernel(function, grid, block, 0, core.stream, parameters) };
    }
    let mut attribute = sys::CUlaunchAttribute {
        id: sys::CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
        pad: [0; 4],
        value: sys::CUlaunchAttributeValue { programmaticStreamSerializationAllowed: 1 },
    };
    let config = sys::CUlaunchConfig {
        gridDimX: groups,
        gridDimY: 1,
        gridDimZ: 1,
        blockDimX: workgroup_size,
        blockDimY: 1,
        blockDimZ: 1,
        sharedMemBytes: 0,
        hStream: core.stream,
        attrs: &raw mut attribute,
        numAttrs: 1,
    };
    // SAFETY: as the caller promises; the attribute lives until the call returns.
    let code = unsafe {
        sys::cuLaunchKernelEx(&config, function, parameters.as_mut_ptr(), ptr::null_mut())
    };
    code.result()
}

impl Drop for Core {
    fn drop(&mut self) {
        let _callers = CallersContext::keep();
        if self.enter().is_err() {
            return;
        }
        // SAFETY: nothing uses the memory of the host, the kernels, the stream and the context afterwards, because
        // all objects of the session keep this value. If the device is lost, the calls fail and have
        // no effect.
        unsafe {
            let _ = result::stream::synchronize(self.stream);
            self.staging.get_mut().unwrap_or_else(PoisonError::into_inner).take();
            self.reader.get_mut().unwrap_or_else(PoisonError::into_inner).take();
            self.kernels.take();
            let _ = result::stream::destroy(self.stream);
            let _ = result::primary_ctx::release(self.device);
        }
    }
}
