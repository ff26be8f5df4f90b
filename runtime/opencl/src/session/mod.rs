//! An open device: a context and an in-order queue.
//!
//! A [`Session`] and the objects that it creates ([`Buffer`], [`Program`], [`Kernel`]) belong to
//! one thread. The commands of a session run in the order in which they were given, so commands do
//! not need wait lists. Only reads and [`Session::finish`] wait. Before a buffer is released, the
//! queue is finished, so objects can be dropped in any order.
//!
//! Every call to the driver is counted ([`Session::calls`]), so a test can check which calls a loop
//! makes.
//!
//! **Device code is trusted.** OpenCL does not check the memory accesses of a kernel. On a CPU
//! device, a kernel that writes outside its buffers corrupts the process. Sources must come from
//! the compiler.

mod buffer;
mod event;
mod kernel;
mod program;
mod trace;

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::ptr;
use std::rc::Rc;

use bytemuck::Pod;
use cl_sys::{
    CL_CONTEXT_PLATFORM, CL_QUEUE_PROFILING_ENABLE, cl_command_queue, cl_command_queue_properties,
    cl_context, cl_context_properties, cl_device_id, clCreateCommandQueue, clCreateContext,
    clFinish, clFlush, clReleaseCommandQueue, clReleaseContext,
};

use crate::cache::{Cache, CacheFolder};
use crate::calls::Calls;
use crate::device::DeviceInfo;
use crate::error::{OpenClError, check, check_queue};
use crate::handle::Handle;
use crate::in_use;
pub use buffer::Buffer;
pub use event::{Event, Timing};
pub use kernel::{Kernel, KernelLimits};
pub use program::Program;
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
    core: Rc<Core>,
    /// A program that was built early, with the order for it.
    early: RefCell<Option<(Order, Program)>>,
}

/// An order to build a program.
#[derive(PartialEq, Eq)]
pub(crate) struct Order {
    source: String,
    options: String,
    /// The passes of LLVM, as `opt -passes=` takes them. `None` for the compiler of the dialect.
    passes: Option<String>,
}

impl Order {
    fn new(source: &str, options: &str, passes: Option<&str>) -> Order {
        let passes = passes.map(str::to_owned);
        Order { source: source.to_owned(), options: options.to_owned(), passes }
    }
}

/// The state that all objects of a session share.
pub(crate) struct Core {
    pub(crate) info: DeviceInfo,
    pub(crate) cache: Cache,
    device: cl_device_id,
    // Fields are dropped in this order: memory and the queue before their context.
    /// Memory that is not released before the session ends.
    kept: RefCell<Vec<Rc<Handle>>>,
    queue: Handle,
    context: Handle,
    calls: Cell<Calls>,
    /// Whether commands may still be running or pending.
    busy: Cell<bool>,
    /// The calls made since recording started. `None` if calls are not recorded.
    trace: RefCell<Option<Vec<Call>>>,
    /// The arguments of kernels that the recorded calls set.
    set_in_trace: RefCell<HashSet<(*const Handle, u32)>>,
    /// Host memory that pending writes still need.
    in_flight: RefCell<Vec<Vec<u8>>>,
    /// The total size of all live buffers in bytes.
    pub(crate) allocated: Cell<u64>,
    /// The largest total size of live buffers so far.
    pub(crate) peak: Cell<u64>,
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
        Session { core: Rc::clone(&self.core), early: RefCell::default() }
    }

    /// Opens a device with options.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`open`](Session::open).
    pub fn open_with(info: &DeviceInfo, options: &SessionOptions) -> Result<Session, OpenClError> {
        let id = info.id.ok_or_else(|| OpenClError::NotListed { name: info.name.clone() })?;
        let doing = || format!("opening {}", info.name);
        in_use::note(&format!("{} {}", info.platform_name, info.driver_version));
        let properties =
            [CL_CONTEXT_PLATFORM as cl_context_properties, id.platform as cl_context_properties, 0];
        let mut code = 0;
        // SAFETY: the list ends with a zero, the ids come from the loader, and no callback is
        // passed.
        let context = unsafe {
            clCreateContext(properties.as_ptr(), 1, &id.device, None, ptr::null_mut(), &mut code)
        };
        check(code, "clCreateContext", doing)?;
        let context = Handle::new(context, clReleaseContext);
        let properties = if options.profiling { CL_QUEUE_PROFILING_ENABLE } else { 0 };
        let queue = in_order_queue(&context, id.device, properties, info)?;
        let core = Core {
            info: info.clone(),
            cache: Cache::open(&options.cache),
            device: id.device,
            kept: RefCell::default(),
            queue,
            context,
            calls: Cell::default(),
            busy: Cell::new(false),
            trace: RefCell::default(),
            set_in_trace: RefCell::default(),
            in_flight: RefCell::default(),
            allocated: Cell::new(0),
            peak: Cell::new(0),
        };
        Ok(Session { core: Rc::new(core), early: RefCell::default() })
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
        let order = Order::new(source, options, passes);
        match self.early.borrow_mut().take_if(|(early, _)| *early == order) {
            Some((_, program)) => Ok(program.early()),
            None => Program::build(&self.core, &order, true),
        }
    }

    /// Builds a program that [`build_with`](Session::build_with) will probably be asked for. If the
    /// build fails, nothing happens, and `build_with` tries again.
    pub fn build_early(&self, source: &str, options: &str, passes: Option<&str>) {
        let order = Order::new(source, options, passes);
        let built = Program::build(&self.core, &order, false).ok();
        *self.early.borrow_mut() = built.map(|program| (order, program));
    }

    /// Builds a program like [`build`](Session::build), but does not store the source if the build
    /// fails.
    pub(crate) fn build_quietly(
        &self,
        source: &str,
        options: &str,
    ) -> Result<Program, OpenClError> {
        Program::build(&self.core, &Order::new(source, options, None), false)
    }

    /// Waits until all commands have run.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::DeviceLost`] if a command failed.
    pub fn finish(&self) -> Result<(), OpenClError> {
        self.core.finish()
    }

    /// Waits until all commands have run, unless the last command was a read, which has waited.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`finish`](Session::finish).
    pub fn settle(&self) -> Result<(), OpenClError> {
        if self.core.busy.get() { self.finish() } else { Ok(()) }
    }

    pub(crate) fn core(&self) -> &Rc<Core> {
        &self.core
    }

    /// Returns the total size of all live buffers in bytes.
    pub fn allocated(&self) -> u64 {
        self.core.allocated.get()
    }

    /// Returns the largest total size of live buffers so far in bytes.
    pub fn peak(&self) -> u64 {
        self.core.peak.get()
    }

    /// Returns the number of calls made to the driver so far, by kind.
    pub fn calls(&self) -> Calls {
        self.core.calls.get()
    }
}

impl Core {
    pub(crate) fn queue(&self) -> cl_command_queue {
        self.queue.raw()
    }

    /// Creates another queue of the same context. The session does not track the commands in it.
    pub(crate) fn new_queue(
        &self,
        properties: cl_command_queue_properties,
    ) -> Result<Handle, OpenClError> {
        in_order_queue(&self.context, self.device, properties, &self.info)
    }

    pub(crate) fn context(&self) -> cl_context {
        self.context.raw()
    }

    pub(crate) fn device(&self) -> cl_device_id {
        self.device
    }

    /// Starts to record the calls that the session makes.
    pub(crate) fn start_recording(&self) {
        *self.trace.borrow_mut() = Some(Vec::new());
        self.set_in_trace.borrow_mut().clear();
    }

    /// Stops recording and returns the calls made since [`Self::start_recording`].
    pub(crate) fn end_recording(&self) -> Vec<Call> {
        self.trace.borrow_mut().take().unwrap_or_default()
    }

    /// Returns whether calls are recorded and this is the first one that sets an argument of a kernel.
    pub(crate) fn is_new_in_recording(&self, kernel: &Rc<Handle>, index: u32) -> bool {
        self.trace.borrow().is_some()
            && self.set_in_trace.borrow_mut().insert((Rc::as_ptr(kernel), index))
    }

    /// Records a call, if calls are recorded.
    pub(crate) fn record(&self, call: impl FnOnce() -> Call) {
        if let Some(calls) = &mut *self.trace.borrow_mut() {
            calls.push(call());
        }
    }

    pub(crate) fn count(&self, change: impl FnOnce(&mut Calls)) {
        let mut calls = self.calls.get();
        change(&mut calls);
        self.calls.set(calls);
    }

    /// Records that a command was enqueued without a wait.
    pub(crate) fn mark_busy(&self) {
        self.busy.set(true);
    }

    /// Records that all commands have run, for example after a blocking read of the in-order queue.
    pub(crate) fn mark_idle(&self) {
        self.busy.set(false);
        self.in_flight.borrow_mut().clear();
    }

    /// Keeps host memory until the commands that read it have run.
    pub(crate) fn keep_until_idle(&self, data: Vec<u8>) {
        self.in_flight.borrow_mut().push(data);
    }

    /// Keeps memory until the session ends, even if all other owners drop it.
    pub(crate) fn keep(&self, memory: Rc<Handle>) {
        self.kept.borrow_mut().push(memory);
    }

    /// Submits pending commands to the device, without waiting.
    ///
    /// NVIDIA's driver delays a launch until the host waits. If the driver submits a launch and a
    /// read together, they may take 1.6 times as long as if the device is already running the
    /// launch: 22.6 µs instead of 13.9 µs for a round of a breadth-first search with one node
    /// (H200, driver 580).
    pub(crate) fn flush(&self) -> Result<(), OpenClError> {
        if !self.busy.get() {
            return Ok(());
        }
        self.count(|calls| calls.flushes += 1);
        self.record(|| Call::Flush);
        // SAFETY: the queue lives as long as this value.
        let code = unsafe { clFlush(self.queue()) };
        check_queue(code, "clFlush", || "submitting commands".to_owned())
    }

    pub(crate) fn finish(&self) -> Result<(), OpenClError> {
        self.count(|calls| calls.finishes += 1);
        self.record(|| Call::Finish);
        // SAFETY: the queue lives as long as this value.
        let code = unsafe { clFinish(self.queue()) };
        // No command is running any more, even if a command failed.
        self.mark_idle();
        check_queue(code, "clFinish", || "waiting for all commands".to_owned())
    }

    /// Waits if commands may be running. Ignores errors, because the caller cannot report them.
    pub(crate) fn finish_if_busy(&self) {
        if self.busy.get() {
            let _ = self.finish();
        }
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
        self.finish_if_busy();
    }
}
