//! The interface that a GPU API must implement: [`Gpu`].

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use igc_compiler::driver::{Artefact, Executed};
use igc_compiler::ir::{Type, Value};

use super::facts::Facts;
use super::geometry::Geometry;
use crate::Error;
use crate::backend::{Device, DeviceArray};
use crate::error::DeviceError;

/// An open device of a GPU API, such as OpenCL.
///
/// The commands of a device (writes, fills and launches) run in the order in which they were given.
/// A command may return before it has run; only [`read`](Gpu::read) and [`wait`](Gpu::wait) must
/// wait. Any thread may call any function. The functions are generic and not dynamic, so that a
/// launch costs only the call of the driver.
///
/// Offsets and sizes are in bytes. The callers check ranges, so that an implementation need not.
pub trait Gpu: Send + Sync + Sized + 'static {
    /// The part of an artefact that [`build`](Gpu::build) reads.
    const EXECUTED: Executed;

    /// Memory on the device. Dropping it frees the memory, after all commands that use it have run.
    type Buffer: Send + Sync;
    /// Built code.
    type Program: Send + Sync;
    /// A function of a program that the host can launch.
    type Kernel: Send + Sync;

    /// Returns what the runtime must know about the device. The facts never change.
    fn facts(&self) -> &Facts;

    /// Allocates memory, whose content is undefined. There may be no bytes at all.
    ///
    /// # Errors
    ///
    /// Returns [`OutOfMemory`](crate::error::DeviceErrorKind::OutOfMemory) if there is too little
    /// memory, or another error of the driver.
    fn allocate(&self, bytes: usize) -> Result<Self::Buffer, DeviceError>;

    /// Copies data to the device. Returns when `data` is no longer needed.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    fn write(&self, to: &Self::Buffer, offset: usize, data: &[u8]) -> Result<(), DeviceError>;

    /// Copies a few bytes to the device, without waiting if that is possible.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    fn write_later(
        &self,
        to: &Self::Buffer,
        offset: usize,
        data: Vec<u8>,
    ) -> Result<(), DeviceError> {
        self.write(to, offset, &data)
    }

    /// Copies data to the host, after all earlier commands have run.
    ///
    /// # Errors
    ///
    /// Returns the error of the driver, or of an earlier command.
    fn read(&self, from: &Self::Buffer, offset: usize, to: &mut [u8]) -> Result<(), DeviceError>;

    /// Copies bytes from memory of another open device of this API, from one offset to another, possibly without waiting. All
    /// commands of the other device that write the memory have run. By default, the host carries the bytes.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    fn copy_from(
        &self,
        (to, to_offset): (&Self::Buffer, usize),
        (owner, from, from_offset): (&Self, &Self::Buffer, usize),
        bytes: usize,
    ) -> Result<(), DeviceError> {
        let mut data = vec![0; bytes];
        owner.read(from, from_offset, &mut data)?;
        self.write(to, to_offset, &data)
    }

    /// Lets other open devices read the memory of this one directly, where the hardware can. By default, nothing
    /// happens.
    fn share_with(&self, _others: &[&Self]) {}

    /// Fills a part of memory with copies of a pattern of 1, 2, 4 or 8 bytes, without waiting. The
    /// pattern's size divides both ends of the range.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    fn fill(
        &self,
        to: &Self::Buffer,
        range: Range<usize>,
        pattern: &[u8],
    ) -> Result<(), DeviceError>;

    /// Builds the kernels of an artefact, or loads them from a cache.
    ///
    /// # Errors
    ///
    /// Returns the error of the driver or of its compiler.
    fn build(
        &self,
        artefact: &Artefact,
        options: &BuildOptions,
    ) -> Result<Compiled<Self::Program>, DeviceError>;

    /// Builds kernels that will probably be needed soon, while the graph is being loaded. A later
    /// [`build`](Gpu::build) with the same options then returns at once. If it fails, nothing
    /// happens. By default, nothing is built early.
    fn build_early(&self, _artefact: &Artefact, _options: &BuildOptions) {}

    /// Returns a kernel of a program, by its name.
    ///
    /// # Errors
    ///
    /// Returns an error if the program has no such kernel.
    fn kernel(&self, program: &Self::Program, name: &str) -> Result<Self::Kernel, DeviceError>;

    /// Returns the limits of a kernel for workgroups of this size.
    fn limits(&self, kernel: &Self::Kernel, workgroup_size: usize) -> KernelLimits;

    /// Launches a kernel with a value for each parameter, in order, without waiting.
    ///
    /// # Errors
    ///
    /// Returns the driver's error, for example if the kernel has other parameters.
    fn launch(
        &self,
        kernel: &Self::Kernel,
        arguments: &[Bound<'_, Self::Buffer>],
        launch: Launch,
    ) -> Result<(), DeviceError>;

    /// Forgets the arguments of a kernel's last launch that are this buffer, so that the buffer is
    /// freed when it is dropped. By default, nothing happens: a kernel keeps no arguments.
    fn forget(&self, _kernel: &Self::Kernel, _buffer: &Self::Buffer) {}

    /// Returns memory of the caller as a buffer, or `None` if it is not memory of this device. No command writes it.
    /// By default, no memory of a caller can be used.
    fn adopt(&self, _memory: &Arc<dyn Any + Send + Sync>) -> Option<Self::Buffer> {
        None
    }

    /// Copies an array into memory of the device that the caller keeps, after all earlier commands have run. Returns `None`
    /// if the API has no memory that others can use, as by default.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    fn hand_out(
        &self,
        _from: &Self::Buffer,
        _array: HandedOut,
    ) -> Result<Option<DeviceArray>, DeviceError> {
        Ok(None)
    }

    /// Waits until all commands have run.
    ///
    /// # Errors
    ///
    /// Returns [`Lost`](crate::error::DeviceErrorKind::Lost) if a command failed.
    fn wait(&self) -> Result<(), DeviceError>;
}

/// An array that the caller [keeps](Gpu::hand_out).
#[derive(Debug, Clone, Copy)]
pub struct HandedOut {
    /// The type of the elements.
    pub ty: Type,
    /// Number of rows.
    pub rows: u64,
    /// Number of elements of a row.
    pub length: u64,
    /// Whether the first elements of all rows follow each other in the buffer, and not the elements of a row.
    pub by_element: bool,
    /// Size of an element in the buffer, in bytes.
    pub element_size: usize,
}

/// The value of a kernel's parameter.
#[derive(Debug)]
pub enum Bound<'b, B> {
    /// Memory on the device.
    Buffer(&'b B),
    /// A number.
    Scalar(Scalar),
}

impl<B> Clone for Bound<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for Bound<'_, B> {}

/// A number of up to eight bytes, in little-endian order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scalar {
    bytes: [u8; 8],
    size: u8,
}

impl Scalar {
    /// Returns the bytes, as many as the type of the parameter has.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.size)]
    }
}

impl From<u32> for Scalar {
    fn from(value: u32) -> Scalar {
        Scalar::from(Value::U32(value))
    }
}

impl From<u64> for Scalar {
    fn from(value: u64) -> Scalar {
        Scalar::from(Value::U64(value))
    }
}

impl From<Value> for Scalar {
    fn from(value: Value) -> Scalar {
        Scalar { bytes: value.to_bits().to_le_bytes(), size: value.ty().size() as u8 }
    }
}

/// The size of a launch, and what its workgroups need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Launch {
    /// Numbers of work-items.
    pub geometry: Geometry,
    /// Whether workgroups wait for each other. An API that can guarantee that all workgroups of a
    /// launch are resident does so for such launches; their number is at most the kernel's
    /// [`resident_groups`](KernelLimits::resident_groups).
    pub is_cooperative: bool,
}

impl From<Geometry> for Launch {
    fn from(geometry: Geometry) -> Launch {
        Launch { geometry, is_cooperative: false }
    }
}

/// The limits of a kernel on a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KernelLimits {
    /// Maximum number of work-items of a workgroup of this kernel.
    pub max_workgroup_size: usize,
    /// Size of the local memory of a workgroup in bytes.
    pub local_memory: u64,
    /// Number of workgroups that the device can run at the same time, if the API knows it. If it
    /// does not, the workgroups of an outlined loop discover each other.
    pub resident_groups: Option<usize>,
}

/// What the code of an artefact is built for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildOptions {
    /// Number of work-items of every workgroup of every launch.
    pub workgroup_size: usize,
    /// Options of a C compiler that define macros of the device library, such as ` -DIGC_BLOCKS`.
    /// They follow the options that depend on the API.
    pub macros: String,
}

/// Built code, and how it was made.
#[derive(Debug)]
pub struct Compiled<P> {
    /// The code.
    pub program: P,
    /// Whether the code came from a cache on disk.
    pub was_cached: bool,
    /// The time that [`Gpu::build_early`] took for this code, if it was built early.
    pub early: Duration,
}

/// A device of a GPU API.
pub trait OpenGpu: Device {
    /// The API.
    type Gpu: Gpu;

    /// Opens the device.
    ///
    /// # Errors
    ///
    /// Returns an error if the driver cannot open the device.
    fn open_gpu(&self) -> Result<Self::Gpu, Error>;
}
