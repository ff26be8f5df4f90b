//! Kernels: arguments, sizes and launches.
//!
//! A launch makes one call to the driver and allocates no memory. Arguments stay set between
//! launches. Setting an argument to its current value makes no call.
//!
//! OpenCL does not allow two threads to set arguments of one kernel at the same time, or to launch
//! it meanwhile. Each kernel therefore has a lock, and [`Kernel::bind`] takes it for any number of
//! arguments and a launch. A thread that holds it may take the lock of the queue, but not the other
//! way round.

use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytemuck::Pod;
use cl_sys::{
    CL_KERNEL_COMPILE_WORK_GROUP_SIZE, CL_KERNEL_LOCAL_MEM_SIZE, CL_KERNEL_NUM_ARGS,
    CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, CL_KERNEL_PRIVATE_MEM_SIZE,
    CL_KERNEL_WORK_GROUP_SIZE, c_void, cl_event, cl_kernel, cl_program, clCreateKernel,
    clEnqueueNDRangeKernel, clReleaseKernel, clSetKernelArg,
};

use super::Core;
use super::buffer::{Buffer, Memory};
use super::event::Event;
use super::program::zero_terminated;
use super::queue::Queue;
use crate::error::{OpenClError, check, check_queue};
use crate::handle::Handle;
use crate::query::Subject;

use super::trace::Call;

/// `CL_INVALID_KERNEL_NAME`: the program does not have this kernel.
const INVALID_KERNEL_NAME: i32 = -46;

/// Maximum size in bytes of a scalar argument whose current value is remembered.
const REMEMBERED_SCALAR: usize = 16;

/// The limits of a kernel on its device, as the driver built it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelLimits {
    /// Maximum number of work-items in a workgroup of this kernel.
    pub max_workgroup_size: usize,
    /// The preferred multiple of workgroup sizes for this kernel.
    pub preferred_workgroup_multiple: usize,
    /// The workgroup size that the source requires (`reqd_work_group_size`); `None` if it requires
    /// none.
    pub required_workgroup_size: Option<usize>,
    /// Local memory in bytes that the kernel itself declares. It does not include local arguments.
    pub local_memory: u64,
    /// Private memory of a work-item in bytes, or 0 if the driver does not report it.
    pub private_memory: u64,
}

/// A kernel of a program with its arguments. Buffers that are set as arguments stay alive.
pub struct Kernel {
    object: Arc<KernelObject>,
    name: String,
    limits: KernelLimits,
    core: Arc<Core>,
}

/// A kernel of the driver with its arguments, which recorded calls share.
pub(crate) struct KernelObject {
    handle: Handle,
    arguments: Mutex<Vec<Argument>>,
}

impl KernelObject {
    /// Returns the driver's kernel. A thread must not set its arguments or launch it unless it
    /// [locks](KernelObject::lock) them.
    pub(crate) fn raw(&self) -> cl_kernel {
        self.handle.raw()
    }

    /// Returns the arguments, which no other thread can set until the guard is dropped.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Vec<Argument>> {
        // After a panic, each argument has its old value or its new one.
        self.arguments.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A kernel whose arguments one thread sets, without any other thread in between.
pub struct Binding<'k> {
    kernel: &'k Kernel,
    arguments: MutexGuard<'k, Vec<Argument>>,
}

pub(crate) enum Argument {
    Unset,
    Buffer(Arc<Memory>),
    Scalar { bytes: [u8; REMEMBERED_SCALAR], size: usize },
    LongScalar,
    Local(usize),
}

impl Kernel {
    pub(crate) fn new(
        core: &Arc<Core>,
        program: cl_program,
        name: &str,
    ) -> Result<Kernel, OpenClError> {
        let c_name = zero_terminated(name, "a kernel's name")?;
        let mut code = 0;
        // SAFETY: the program is built, and the name ends with a zero.
        let raw = unsafe { clCreateKernel(program, c_name.as_ptr(), &mut code) };
        if code == INVALID_KERNEL_NAME {
            return Err(OpenClError::NoKernel { name: name.to_owned() });
        }
        check(code, "clCreateKernel", || format!("creating kernel `{name}`"))?;
        let handle = Handle::new(raw, clReleaseKernel);
        let count = Subject::Kernel(handle.raw()).number(CL_KERNEL_NUM_ARGS).unwrap_or(0);
        let limits = limits(core, &handle);
        let arguments = Mutex::new((0..count).map(|_| Argument::Unset).collect());
        let object = Arc::new(KernelObject { handle, arguments });
        Ok(Kernel { object, name: name.to_owned(), limits, core: Arc::clone(core) })
    }

    /// The name of the kernel.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Limits of the kernel on this device.
    pub fn limits(&self) -> KernelLimits {
        self.limits
    }

    /// Number of arguments of the kernel.
    pub fn argument_count(&self) -> usize {
        self.object.lock().len()
    }

    /// Takes the lock of the kernel's arguments, to set some of them or to launch the kernel.
    pub fn bind(&self) -> Binding<'_> {
        Binding { kernel: self, arguments: self.object.lock() }
    }

    /// Sets an argument to a buffer.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Binding::set_buffer`].
    pub fn set_buffer(&self, index: u32, buffer: &Buffer) -> Result<(), OpenClError> {
        self.bind().set_buffer(index, buffer)
    }

    /// Forgets the arguments that are this buffer, so that they do not keep it alive. They must be
    /// set before the next launch.
    pub fn forget_buffer(&self, buffer: &Buffer) {
        for argument in &mut *self.object.lock() {
            if matches!(argument, Argument::Buffer(set) if Arc::ptr_eq(set, buffer.memory())) {
                *argument = Argument::Unset;
            }
        }
    }

    /// Sets an argument to a scalar value.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Binding::set_scalar`].
    pub fn set_scalar<T: Pod>(&self, index: u32, value: T) -> Result<(), OpenClError> {
        self.bind().set_scalar(index, value)
    }

    /// Sets an argument to `bytes` bytes of local memory.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Binding::set_local`].
    pub fn set_local(&self, index: u32, bytes: usize) -> Result<(), OpenClError> {
        self.bind().set_local(index, bytes)
    }

    /// Launches `global` work-items in workgroups of `local` work-items, without waiting. Makes no
    /// call if `global` is 0.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Binding::launch`].
    pub fn launch(&self, global: usize, local: usize) -> Result<(), OpenClError> {
        self.bind().launch(global, local)
    }

    /// Launches the kernel like [`launch`](Kernel::launch), and records the times at which it ran.
    /// The session must have been opened with [`profiling`](crate::SessionOptions::profiling).
    /// Returns `None` if `global` is 0.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`launch`](Kernel::launch).
    pub fn launch_timed(&self, global: usize, local: usize) -> Result<Option<Event>, OpenClError> {
        if global == 0 {
            return Ok(None);
        }
        let mut event = ptr::null_mut();
        self.bind().enqueue(global, local, &mut event)?;
        Ok(Some(Event::new(event, Arc::clone(&self.core))))
    }

    fn argument_error(&self, index: u32, reason: String) -> OpenClError {
        OpenClError::Argument { kernel: self.name.clone(), index, reason }
    }

    fn geometry(&self, global: usize, local: usize, reason: String) -> OpenClError {
        OpenClError::Geometry { kernel: self.name.clone(), global, local, reason }
    }
}

impl Binding<'_> {
    /// Sets an argument to a buffer.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::Argument`] if the kernel does not have a buffer argument at `index`,
    /// or [`OpenClError::ForeignObject`] if the buffer belongs to another session.
    pub fn set_buffer(&mut self, index: u32, buffer: &Buffer) -> Result<(), OpenClError> {
        let memory = buffer.memory();
        if !memory.belongs_to(&self.kernel.core) {
            return Err(OpenClError::ForeignObject { what: "a kernel's buffer" });
        }
        let same =
            |now: &Argument| matches!(now, Argument::Buffer(set) if Arc::ptr_eq(set, memory));
        let raw = memory.raw();
        self.set(index, size_of_val(&raw), (&raw const raw).cast(), same, || {
            Argument::Buffer(Arc::clone(memory))
        })
    }

    /// Sets an argument to a scalar value, such as a `u32`, `i32`, `f32` or `u64`. The size of the
    /// value must be the size of the kernel's parameter.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::Argument`] if the index or the size is wrong.
    pub fn set_scalar<T: Pod>(&mut self, index: u32, value: T) -> Result<(), OpenClError> {
        self.set_scalar_bytes(index, bytemuck::bytes_of(&value))
    }

    /// Sets an argument to a value that is given as bytes in the device's byte order.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::Argument`] if the index or the size is wrong.
    pub fn set_scalar_bytes(&mut self, index: u32, value: &[u8]) -> Result<(), OpenClError> {
        let same = |now: &Argument| match now {
            Argument::Scalar { bytes, size } => bytes[..*size] == *value,
            _ => false,
        };
        self.set(index, value.len(), value.as_ptr().cast(), same, || {
            let mut bytes = [0; REMEMBERED_SCALAR];
            match bytes.get_mut(..value.len()) {
                Some(head) => {
                    head.copy_from_slice(value);
                    Argument::Scalar { bytes, size: value.len() }
                }
                None => Argument::LongScalar,
            }
        })
    }

    /// Sets an argument to `bytes` bytes of local memory.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::Argument`] if the kernel does not have a local argument at `index`.
    pub fn set_local(&mut self, index: u32, bytes: usize) -> Result<(), OpenClError> {
        // OpenCL rejects local arguments of size 0.
        let bytes = bytes.max(1);
        let same = |now: &Argument| matches!(now, Argument::Local(set) if *set == bytes);
        self.set(index, bytes, ptr::null(), same, || Argument::Local(bytes))
    }

    fn set(
        &mut self,
        index: u32,
        size: usize,
        value: *const c_void,
        same: impl FnOnce(&Argument) -> bool,
        argument: impl FnOnce() -> Argument,
    ) -> Result<(), OpenClError> {
        let Kernel { object, core, .. } = self.kernel;
        let count = self.arguments.len();
        let Some(slot) = self.arguments.get_mut(index as usize) else {
            let reason = format!("the kernel has {count} arguments");
            return Err(self.kernel.argument_error(index, reason));
        };
        if same(slot) {
            // A replay must not start with the value that the recorded calls set last.
            if core.is_recording() {
                record_argument(&mut core.queue(), object, (index, slot), false);
            }
            return Ok(());
        }
        core.queue().count(|calls| calls.arguments += 1);
        // SAFETY: `value` has `size` bytes, which the driver copies, or is null (local memory). The
        // guard of the arguments keeps other threads away from the kernel.
        let code = unsafe { clSetKernelArg(object.raw(), index, size, value) };
        if code != 0 {
            *slot = Argument::Unset;
            let reason = format!(
                "the driver rejected a value of {size} bytes: {}",
                crate::status::name(code)
            );
            return Err(self.kernel.argument_error(index, reason));
        }
        *slot = argument();
        if core.is_recording() {
            record_argument(&mut core.queue(), object, (index, slot), true);
        }
        Ok(())
    }

    /// Launches `global` work-items in workgroups of `local` work-items, without waiting. Makes no
    /// call if `global` is 0.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::Argument`] if an argument is not set, [`OpenClError::Geometry`] if
    /// the kernel cannot have these sizes, or the driver's error.
    pub fn launch(&self, global: usize, local: usize) -> Result<(), OpenClError> {
        if global == 0 {
            return Ok(());
        }
        self.enqueue(global, local, ptr::null_mut())
    }

    fn enqueue(
        &self,
        global: usize,
        local: usize,
        event: *mut cl_event,
    ) -> Result<(), OpenClError> {
        self.check_launch(global, local)?;
        let Kernel { object, name, core, .. } = self.kernel;
        let mut queue = core.queue();
        queue.count(|calls| calls.launches += 1);
        queue.record(|| {
            let (kernel, name) = (Arc::clone(object), name.clone());
            Call::Launch { kernel, name, global, local }
        });
        queue.mark_busy();
        // SAFETY: the launch has one dimension, so each pointer points to one value. All arguments
        // are set, and no other thread changes them. The kernel keeps their buffers alive, and
        // dropping a buffer waits for the queue.
        let code = unsafe {
            clEnqueueNDRangeKernel(
                queue.raw(),
                object.raw(),
                1,
                ptr::null(),
                &global,
                &local,
                0,
                ptr::null(),
                event,
            )
        };
        check_queue(code, "clEnqueueNDRangeKernel", || {
            format!("launching kernel `{name}` with {global} work-items in workgroups of {local}")
        })
    }

    fn check_launch(&self, global: usize, local: usize) -> Result<(), OpenClError> {
        let limits = &self.kernel.limits;
        if local == 0 || !global.is_multiple_of(local) {
            return Err(self.kernel.geometry(
                global,
                local,
                "the workgroup size must divide their number".to_owned(),
            ));
        }
        if local > limits.max_workgroup_size {
            let reason =
                format!("its workgroups have at most {} work-items", limits.max_workgroup_size);
            return Err(self.kernel.geometry(global, local, reason));
        }
        if let Some(required) = limits.required_workgroup_size.filter(|size| *size != local) {
            let reason = format!("its source requires workgroups of {required}");
            return Err(self.kernel.geometry(global, local, reason));
        }
        let mut local_memory = limits.local_memory;
        for (index, argument) in self.arguments.iter().enumerate() {
            match argument {
                Argument::Unset => {
                    return Err(self
                        .kernel
                        .argument_error(index as u32, "it is not set".to_owned()));
                }
                Argument::Local(bytes) => local_memory = local_memory.saturating_add(*bytes as u64),
                _ => {}
            }
        }
        let available = self.kernel.core.info.local_memory;
        if local_memory > available {
            let reason = format!(
                "it needs {local_memory} bytes of local memory, but only {available} are available"
            );
            return Err(self.kernel.geometry(global, local, reason));
        }
        Ok(())
    }
}

/// Records that an argument has this value: always if it `is_new`, and otherwise if the recording
/// has no value of it yet.
fn record_argument(
    queue: &mut Queue,
    kernel: &Arc<KernelObject>,
    (index, argument): (u32, &Argument),
    is_new: bool,
) {
    if !queue.is_new_in_recording(Arc::as_ptr(kernel) as usize, index) && !is_new {
        return;
    }
    let kernel = || Arc::clone(kernel);
    queue.record(|| match argument {
        Argument::Buffer(memory) => {
            Call::SetBuffer { kernel: kernel(), index, memory: Arc::clone(memory) }
        }
        Argument::Scalar { bytes, size } => {
            Call::SetBytes { kernel: kernel(), index, bytes: bytes[..*size].to_vec() }
        }
        Argument::Unset | Argument::LongScalar | Argument::Local(_) => {
            Call::Other("clSetKernelArg of local memory or a long value")
        }
    });
}

fn limits(core: &Core, kernel: &Handle) -> KernelLimits {
    let subject = Subject::WorkGroup(kernel.raw(), core.device());
    let number = |param: u32| subject.number(param);
    let size = |param: u32| number(param).and_then(|value| usize::try_from(value).ok());
    let device_limit = usize::try_from(core.info.max_workgroup_size).unwrap_or(usize::MAX);
    let required = subject.bytes(CL_KERNEL_COMPILE_WORK_GROUP_SIZE).unwrap_or_default();
    let required = required.first_chunk().map(|first| usize::from_ne_bytes(*first));
    let reported = size(CL_KERNEL_WORK_GROUP_SIZE).unwrap_or(device_limit);
    let runs = required.filter(|_| core.info.capabilities.runs_required_sizes);
    KernelLimits {
        max_workgroup_size: reported.max(runs.unwrap_or(0)),
        preferred_workgroup_multiple: size(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)
            .unwrap_or(1),
        required_workgroup_size: required.filter(|size| *size != 0),
        local_memory: number(CL_KERNEL_LOCAL_MEM_SIZE).unwrap_or(0),
        private_memory: number(CL_KERNEL_PRIVATE_MEM_SIZE).unwrap_or(0),
    }
}
