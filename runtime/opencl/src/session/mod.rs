//! An open device: a context and an in-order queue.
//!
//! Any thread can use a [`Session`] and the objects that it creates ([`Buffer`], [`Program`],
//! [`Kernel`]). A call holds the lock of the session's queue, so calls from several threads follow
//! each other. The commands of a session run in the order in which they were given, so commands do
//! not need wait lists. Only reads and [`Session::finish`] wait. Before a buffer is released, the
//! queue is finished, so objects can be dropped in any order.
//!
//! Every call to the driver is counted ([`Session::calls`]), so a test can check which calls a loop
//! makes.
//!
//! **Device code is trusted.** OpenCL does not check the memory accesses of a kernel. On a CPU
//! device, a kernel that writes outside its buffers corrupts the process. Sources must come from
//! the compiler. In debug builds, buffers of PoCL are guarded ([`guard`]).

mod buffer;
mod context;
mod event;
mod guard;
mod kernel;
mod program;
mod queue;
mod trace;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytemuck::Pod;
use cl_sys::{
    CL_QUEUE_PROFILING_ENABLE, cl_command_queue_properties, cl_context, cl_device_id,
    clCreateCommandQueue, clReleaseCommandQueue,
};

use igc_output::{Cache, CacheFolder};

use crate::calls::Calls;
use crate::device::{DeviceId, DeviceInfo};
use crate::error::{OpenClError, check};
use crate::handle::Handle;
use crate::in_use;
pub use buffer::Buffer;
pub use event::{Event, Timing};
pub use kernel::{Binding, Kernel, KernelLimits};
pub use program::Program;
use queue::Queue;
use trace::Call;
pub use trace::{TimedCall, Trace};

/// Options for opening a session.
#[derive(Clone, Debug, Default)]
pub struct SessionOptions {
    /// Whether the device times its commands, for
    /// [`Kernel::launch_timed`](crate::Kernel::launch_timed).
    pub profiling: bool,
    /// The folder in which built programs are cached.
    pub cache: CacheFolder,
}

/// An open device.
pub struct Session {
    core: Arc<Core>,
    /// A program that was built early, with the order for it.
    early: Mutex<Option<(BuildRequest, Program)>>,
}

/// An order to build a program.
#[derive(PartialEq, Eq)]
pub(crate) struct BuildRequest {
    source: String,
    options: String,
    /// The passes of LLVM, as `opt -passes=` takes them. `None` for the compiler of the dialect.
    passes: Option<String>,
}

impl BuildRequest {
    fn new(source: &str, options: &str, passes: Option<&str>) -> BuildRequest {
        let passes = passes.map(str::to_owned);
        BuildRequest { source: source.to_owned(), options: options.to_owned(), passes }
    }
}

/// The state that all objects of a session share.
pub(crate) struct Core {
    pub(crate) info: DeviceInfo,
    pub(crate) cache: Cache,
    device: DeviceId,
    /// Whether calls are recorded, so that most calls can find out without the lock.
    is_recording: AtomicBool,
    // Fields are dropped in this order: memory and the queue before their context.
    queue: Mutex<Queue>,
    context: Arc<Handle>,
}

impl Session {
    /// Opens a device that [`devices`](crate::devices) or [`select`](crate::select) returned.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::NotListed`] if the properties came from elsewhere, or the driver's
    /// error.
    pub fn open(device: &DeviceInfo) -> Result<Session, OpenClError> {
        Session::open_with(device, &SessionOptions::default())
    }

    /// Returns the same open device, which is closed when the last of its sessions ends.
    pub fn shared(&self) -> Session {
        Session { core: Arc::clone(&self.core), early: Mutex::default() }
    }

    /// Opens a device with options.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`open`](Session::open).
    pub fn open_with(info: &DeviceInfo, options: &SessionOptions) -> Result<Session, OpenClError> {
        let id = info.id.ok_or_else(|| OpenClError::NotListed { name: info.name.clone() })?;
        in_use::note(&format!("{} {}", info.platform_name, info.driver_version));
        let context = context::of(info, id)?;
        let properties = if options.profiling { CL_QUEUE_PROFILING_ENABLE } else { 0 };
        let queue = in_order_queue(&context, id.device, properties, info)?;
        let core = Core {
            info: info.clone(),
            cache: Cache::open(&options.cache),
            device: id,
            is_recording: AtomicBool::new(false),
            queue: Mutex::new(Queue::new(queue)),
            context,
        };
        Ok(Session { core: Arc::new(core), early: Mutex::default() })
    }

    /// The properties of the device.
    pub fn device(&self) -> &DeviceInfo {
        &self.core.info
    }

    /// Allocates a buffer of `bytes` bytes. Its content is undefined until it is written.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::TooLarge`] if the size exceeds the device's largest allocation or the
    /// rest of its global memory. If the driver fails, returns the driver's error.
    pub fn buffer(&self, bytes: usize) -> Result<Buffer, OpenClError> {
        Buffer::new(&self.core, bytes)
    }

    /// Allocates a buffer with the content of `data`.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`buffer`](Session::buffer).
    pub fn buffer_from<T: Pod>(&self, data: &[T]) -> Result<Buffer, OpenClError> {
        let buffer = self.buffer(size_of_val(data))?;
        buffer.write(0, data)?;
        Ok(buffer)
    }

    /// Builds a program from OpenCL C with the compiler of the dialect, or loads it from the cache.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::Build`] with the driver's log and the file to which the source was
    /// written, or an error of [LLVM's tools](crate::llvm::compile).
    pub fn build(&self, source: &str, options: &str) -> Result<Program, OpenClError> {
        self.build_with(source, options, None)
    }

    /// Builds a program like [`build`](Session::build). If there are `passes`, as `opt -passes=`
    /// takes them, LLVM's tools compile the program with these passes.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`build`](Session::build).
    pub fn build_with(
        &self,
        source: &str,
        options: &str,
        passes: Option<&str>,
    ) -> Result<Program, OpenClError> {
        let order = BuildRequest::new(source, options, passes);
        let early = self.early().take_if(|(early, _)| *early == order);
        match early {
            Some((_, program)) => Ok(program.early()),
            None => Program::build(&self.core, &order, true),
        }
    }

    /// Builds a program that [`build_with`](Session::build_with) will probably be asked for. If the
    /// build fails, nothing happens, and `build_with` tries again.
    pub fn build_early(&self, source: &str, options: &str, passes: Option<&str>) {
        let order = BuildRequest::new(source, options, passes);
        let built = Program::build(&self.core, &order, false).ok();
        *self.early() = built.map(|program| (order, program));
    }

    fn early(&self) -> MutexGuard<'_, Option<(BuildRequest, Program)>> {
        self.early.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Builds a program like [`build`](Session::build), but does not store the source if the build
    /// fails.
    pub(crate) fn build_quietly(
        &self,
        source: &str,
        options: &str,
    ) -> Result<Program, OpenClError> {
        Program::build(&self.core, &BuildRequest::new(source, options, None), false)
    }

    /// Waits until all commands have run.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::DeviceLost`] if a command failed.
    pub fn finish(&self) -> Result<(), OpenClError> {
        self.core.queue().finish()
    }

    /// Waits until all commands have run, unless the last command was a read, which has waited.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`finish`](Session::finish).
    pub fn settle(&self) -> Result<(), OpenClError> {
        let mut queue = self.core.queue();
        if queue.is_busy() { queue.finish() } else { Ok(()) }
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.core
    }

    /// Returns the total size of all live buffers in bytes.
    pub fn allocated(&self) -> u64 {
        self.core.queue().memory().0
    }

    /// Returns the largest total size of live buffers so far in bytes.
    pub fn peak(&self) -> u64 {
        self.core.queue().memory().1
    }

    /// Returns the number of calls made to the driver so far, by kind.
    pub fn calls(&self) -> Calls {
        self.core.queue().calls()
    }
}

impl Core {
    /// Returns the queue, which no other thread can use until the guard is dropped.
    pub(crate) fn queue(&self) -> MutexGuard<'_, Queue> {
        // After a panic, the queue is as it was before the call that panicked.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates another queue of the same context. The session does not track the commands in it.
    pub(crate) fn new_queue(
        &self,
        properties: cl_command_queue_properties,
    ) -> Result<Handle, OpenClError> {
        in_order_queue(&self.context, self.device(), properties, &self.info)
    }

    pub(crate) fn context(&self) -> cl_context {
        self.context.raw()
    }

    pub(crate) fn device(&self) -> cl_device_id {
        self.device.device
    }

    /// Returns whether calls are recorded.
    pub(crate) fn is_recording(&self) -> bool {
        self.is_recording.load(Ordering::Relaxed)
    }

    /// Starts to record the calls that the session makes.
    pub(crate) fn start_recording(&self) {
        self.is_recording.store(true, Ordering::Relaxed);
        let unfinished = self.queue().start_recording();
        drop(unfinished);
    }

    /// Stops recording and returns the calls made since [`Self::start_recording`].
    pub(crate) fn end_recording(&self) -> Vec<Call> {
        self.is_recording.store(false, Ordering::Relaxed);
        self.queue().end_recording()
    }
}

/// Creates an in-order queue in the context of a device.
fn in_order_queue(
    context: &Handle,
    device: cl_device_id,
    properties: cl_command_queue_properties,
    info: &DeviceInfo,
) -> Result<Handle, OpenClError> {
    let mut code = 0;
    // SAFETY: the context belongs to this device. (`clCreateCommandQueue` is a function of OpenCL
    // 1.2, which later drivers still provide.)
    let queue = unsafe { clCreateCommandQueue(context.raw(), device, properties, &mut code) };
    check(code, "clCreateCommandQueue", || format!("opening {}", info.name))?;
    Ok(Handle::new(queue, clReleaseCommandQueue))
}

impl Drop for Core {
    fn drop(&mut self) {
        self.queue().finish_if_busy();
    }
}
