//! A device in use: a context and an in-order queue, and what is done through them.
//!
//! A [`Session`] and what comes from it ([`Buffer`], [`Program`], [`Kernel`]) belong to one thread. The
//! commands of a session run one after the other in the order given, so nothing needs to be told what
//! to wait for; only reads wait, and [`Session::finish`]. Before a buffer is released the queue is
//! finished, whatever order things are dropped in.
//!
//! Every call that reaches the driver is counted ([`Session::calls`]), so that a test can hold a loop to
//! the calls it should make.
//!
//! **Device code is trusted.** OpenCL does not check what a kernel does to memory; a kernel that writes
//! outside its buffers corrupts the process on a CPU device. Sources must come from the compiler.

use std::cell::{Cell, RefCell};
use std::ptr;
use std::rc::Rc;

use bytemuck::Pod;
use cl_sys::{
    CL_CONTEXT_PLATFORM, CL_QUEUE_PROFILING_ENABLE, cl_command_queue, cl_command_queue_properties,
    cl_context, cl_context_properties, cl_device_id, clCreateCommandQueue, clCreateContext,
    clFinish, clFlush, clReleaseCommandQueue, clReleaseContext,
};

use crate::buffer::Buffer;
use crate::cache::{Cache, CacheFolder};
use crate::calls::Calls;
use crate::device::DeviceInfo;
use crate::error::OpenClError;
use crate::handle::Handle;
use crate::program::Program;
use crate::status::{check, check_queue};
use crate::trace::Call;

/// How a session is opened.
#[derive(Clone, Debug, Default)]
pub struct SessionOptions {
    /// Have the device time its commands, for [`Kernel::launch_timed`](crate::Kernel::launch_timed).
    pub profiling: bool,
    /// Where built programs are kept.
    pub cache: CacheFolder,
}

/// A device in use.
pub struct Session {
    core: Rc<Core>,
}

/// What everything made in a session shares.
pub(crate) struct Core {
    pub(crate) info: DeviceInfo,
    pub(crate) cache: Cache,
    device: cl_device_id,
    // Fields drop in this order: memory and the queue before their context.
    /// Memory that is not given back before the session ends.
    kept: RefCell<Vec<Rc<Handle>>>,
    queue: Handle,
    context: Handle,
    calls: Cell<Calls>,
    /// Commands may still be running, or waiting to.
    busy: Cell<bool>,
    /// The calls made, while they are kept.
    trace: RefCell<Option<Vec<Call>>>,
    /// Host memory that writes still read from.
    in_flight: RefCell<Vec<Vec<u8>>>,
    /// Bytes of all live buffers.
    pub(crate) allocated: Cell<u64>,
}

impl Session {
    /// Opens a device that [`devices`](crate::devices) or [`select`](crate::select) gave.
    ///
    /// # Errors
    /// [`OpenClError::NotListed`] for facts that came from elsewhere, or the driver's refusal.
    pub fn open(device: &DeviceInfo) -> Result<Session, OpenClError> {
        Session::open_with(device, &SessionOptions::default())
    }

    /// As [`open`](Session::open), with options.
    ///
    /// # Errors
    /// As [`open`](Session::open).
    pub fn open_with(info: &DeviceInfo, options: &SessionOptions) -> Result<Session, OpenClError> {
        let id = info.id.ok_or_else(|| OpenClError::NotListed { name: info.name.clone() })?;
        let doing = || format!("opening {}", info.name);
        let properties =
            [CL_CONTEXT_PLATFORM as cl_context_properties, id.platform as cl_context_properties, 0];
        let mut code = 0;
        // SAFETY: the list ends with a zero, the ids come from the loader, and no callback is given.
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
            in_flight: RefCell::default(),
            allocated: Cell::new(0),
        };
        Ok(Session { core: Rc::new(core) })
    }

    /// The facts of the device in use.
    pub fn device(&self) -> &DeviceInfo {
        &self.core.info
    }

    /// Allocates a buffer of `bytes` bytes; what is in it is undefined until it is written.
    ///
    /// # Errors
    /// [`OpenClError::TooLarge`] for more than the device's largest allocation or than is left of its
    /// global memory; the driver's refusal.
    pub fn buffer(&self, bytes: usize) -> Result<Buffer, OpenClError> {
        Buffer::new(&self.core, bytes)
    }

    /// Allocates a buffer with the content of `data`.
    ///
    /// # Errors
    /// As [`buffer`](Session::buffer).
    pub fn buffer_from<T: Pod>(&self, data: &[T]) -> Result<Buffer, OpenClError> {
        let buffer = self.buffer(size_of_val(data))?;
        buffer.write(0, data)?;
        Ok(buffer)
    }

    /// Builds a program from OpenCL C, or takes it from the program cache.
    ///
    /// # Errors
    /// [`OpenClError::Build`] with the driver's log and the file where the source was kept.
    pub fn build(&self, source: &str, options: &str) -> Result<Program, OpenClError> {
        Program::build(&self.core, source, options, true)
    }

    /// As [`build`](Session::build), for a source that may well be refused: it is not kept.
    pub(crate) fn build_quietly(
        &self,
        source: &str,
        options: &str,
    ) -> Result<Program, OpenClError> {
        Program::build(&self.core, source, options, false)
    }

    /// Waits until all commands have run.
    ///
    /// # Errors
    /// [`OpenClError::DeviceLost`] where a command failed.
    pub fn finish(&self) -> Result<(), OpenClError> {
        self.core.finish()
    }

    pub(crate) fn core(&self) -> &Rc<Core> {
        &self.core
    }

    /// The calls made to the driver so far.
    pub fn calls(&self) -> Calls {
        self.core.calls.get()
    }
}

impl Core {
    pub(crate) fn queue(&self) -> cl_command_queue {
        self.queue.raw()
    }

    /// Another queue of the same context. The session knows nothing of what is given to it.
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

    /// Keeps the calls from here on.
    pub(crate) fn start_recording(&self) {
        *self.trace.borrow_mut() = Some(Vec::new());
    }

    /// The calls since then, which are no longer kept.
    pub(crate) fn end_recording(&self) -> Vec<Call> {
        self.trace.borrow_mut().take().unwrap_or_default()
    }

    /// Keeps a call that was made, if calls are kept.
    pub(crate) fn made(&self, call: impl FnOnce() -> Call) {
        if let Some(calls) = &mut *self.trace.borrow_mut() {
            calls.push(call());
        }
    }

    pub(crate) fn count(&self, change: impl FnOnce(&mut Calls)) {
        let mut calls = self.calls.get();
        change(&mut calls);
        self.calls.set(calls);
    }

    /// Notes that a command was given that does not wait.
    pub(crate) fn enqueued(&self) {
        self.busy.set(true);
    }

    /// Notes that all commands have run, as after a read that waited in the in-order queue.
    pub(crate) fn settled(&self) {
        self.busy.set(false);
        self.in_flight.borrow_mut().clear();
    }

    /// Keeps host memory until the commands that read it have run.
    pub(crate) fn keep_until_settled(&self, data: Vec<u8>) {
        self.in_flight.borrow_mut().push(data);
    }

    /// Keeps memory until the session ends, whoever else lets go of it.
    pub(crate) fn keep(&self, memory: Rc<Handle>) {
        self.kept.borrow_mut().push(memory);
    }

    /// Hands commands that may not have run to the device, without waiting.
    ///
    /// NVIDIA's driver keeps a launch until it has something to wait for, and a launch and a read that it
    /// hands over together may take half as long again as where the device is at work by then: 22.6 and
    /// 13.9 µs for a round of a breadth-first search with one node (H200, driver 580).
    pub(crate) fn flush(&self) -> Result<(), OpenClError> {
        if !self.busy.get() {
            return Ok(());
        }
        self.count(|calls| calls.flushes += 1);
        self.made(|| Call::Flush);
        // SAFETY: the queue lives as long as this value.
        let code = unsafe { clFlush(self.queue()) };
        check_queue(code, "clFlush", || "handing over commands".to_owned())
    }

    pub(crate) fn finish(&self) -> Result<(), OpenClError> {
        self.count(|calls| calls.finishes += 1);
        self.made(|| Call::Finish);
        // SAFETY: the queue lives as long as this value.
        let code = unsafe { clFinish(self.queue()) };
        // Whether or not a command failed, none is running any more.
        self.settled();
        check_queue(code, "clFinish", || "waiting for the commands given".to_owned())
    }

    /// Waits if anything may be running. What fails here has no one to be told to.
    pub(crate) fn settle(&self) {
        if self.busy.get() {
            let _ = self.finish();
        }
    }
}

/// A queue of a device's context.
fn in_order_queue(
    context: &Handle,
    device: cl_device_id,
    properties: cl_command_queue_properties,
    info: &DeviceInfo,
) -> Result<Handle, OpenClError> {
    let mut code = 0;
    // SAFETY: the context was made for this device. (`clCreateCommandQueue` is OpenCL 1.2's; later
    // drivers keep it.)
    let queue = unsafe { clCreateCommandQueue(context.raw(), device, properties, &mut code) };
    check(code, "clCreateCommandQueue", || format!("opening {}", info.name))?;
    Ok(Handle::new(queue, clReleaseCommandQueue))
}

impl Drop for Core {
    fn drop(&mut self) {
        self.settle();
    }
}
