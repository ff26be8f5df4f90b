//! An open device, and typed memory on it.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Pod;

use super::api::{Bound, Gpu};
use super::facts::Facts;
use crate::error::{DeviceError, Error};

/// An open device, which counts the memory that is allocated.
pub struct Opened<G> {
    gpu: G,
    allocated: AtomicU64,
    peak: AtomicU64,
}

impl<G: Gpu> Opened<G> {
    /// Takes a device on which nothing is allocated yet.
    pub fn new(gpu: G) -> Arc<Opened<G>> {
        Arc::new(Opened { gpu, allocated: AtomicU64::new(0), peak: AtomicU64::new(0) })
    }

    /// Returns the device.
    pub fn gpu(&self) -> &G {
        &self.gpu
    }

    /// Returns what is known about the device.
    pub fn facts(&self) -> &Facts {
        self.gpu.facts()
    }

    /// Returns the total size of all memory that is allocated, and the largest total so far.
    pub fn memory(&self) -> (u64, u64) {
        (self.allocated.load(Ordering::Relaxed), self.peak.load(Ordering::Relaxed))
    }

    /// Allocates memory, whose content is undefined.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    pub fn allocate(self: &Arc<Self>, bytes: usize) -> Result<Memory<G>, DeviceError> {
        let buffer = self.gpu.allocate(bytes)?;
        let total = self.allocated.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        self.peak.fetch_max(total, Ordering::Relaxed);
        Ok(Memory(Arc::new(Allocation { buffer, bytes, counted: bytes, device: Arc::clone(self) })))
    }

    /// Returns memory of the caller that is on this device, or `None` if it is elsewhere. It is not counted.
    pub fn adopt(
        self: &Arc<Self>,
        memory: &Arc<dyn Any + Send + Sync>,
        bytes: usize,
    ) -> Option<Memory<G>> {
        let buffer = self.gpu.adopt(memory)?;
        let device = Arc::clone(self);
        Some(Memory(Arc::new(Allocation { buffer, bytes, counted: 0, device })))
    }

    /// Allocates memory with this content.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    pub fn allocate_with<T: Pod>(self: &Arc<Self>, data: &[T]) -> Result<Memory<G>, Error> {
        let memory = self.allocate(size_of_val(data))?;
        memory.write(0, data)?;
        Ok(memory)
    }
}

/// Memory on a device. A clone is the same memory, which is freed with the last clone. Offsets and
/// sizes are in bytes.
pub struct Memory<G: Gpu>(Arc<Allocation<G>>);

struct Allocation<G: Gpu> {
    // The buffer is dropped before its device.
    buffer: G::Buffer,
    bytes: usize,
    /// The bytes that belong to igc.
    counted: usize,
    device: Arc<Opened<G>>,
}

impl<G: Gpu> Drop for Allocation<G> {
    fn drop(&mut self) {
        self.device.allocated.fetch_sub(self.counted as u64, Ordering::Relaxed);
    }
}

impl<G: Gpu> Clone for Memory<G> {
    fn clone(&self) -> Memory<G> {
        Memory(Arc::clone(&self.0))
    }
}

impl<G: Gpu> Memory<G> {
    /// Whether this is the only handle of the memory.
    pub fn is_unshared(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    /// Returns the buffer of the API.
    pub fn buffer(&self) -> &G::Buffer {
        &self.0.buffer
    }

    /// Returns the memory as the value of a kernel's parameter.
    pub fn bound(&self) -> Bound<'_, G::Buffer> {
        Bound::Buffer(self.buffer())
    }

    /// Returns the size in bytes.
    pub fn size(&self) -> usize {
        self.0.bytes
    }

    fn gpu(&self) -> &G {
        self.0.device.gpu()
    }

    fn check_range(&self, offset: usize, bytes: usize) -> Result<(), Error> {
        match offset.checked_add(bytes) {
            Some(end) if end <= self.size() => Ok(()),
            _ => Err(Error::Internal(format!(
                "{bytes} bytes at {offset} are outside a buffer of {} bytes",
                self.size()
            ))),
        }
    }

    /// Writes values at `offset`. Returns when `data` is no longer needed.
    ///
    /// # Errors
    ///
    /// Returns an error if the range is not inside the memory, or the driver's error.
    pub fn write<T: Pod>(&self, offset: usize, data: &[T]) -> Result<(), Error> {
        let data: &[u8] = bytemuck::cast_slice(data);
        self.check_range(offset, data.len())?;
        match data.is_empty() {
            true => Ok(()),
            false => Ok(self.gpu().write(self.buffer(), offset, data)?),
        }
    }

    /// Writes a few bytes at `offset`, without waiting if that is possible.
    ///
    /// # Errors
    ///
    /// Returns an error if the range is not inside the memory, or the driver's error.
    pub fn write_later(&self, offset: usize, data: Vec<u8>) -> Result<(), Error> {
        self.check_range(offset, data.len())?;
        Ok(self.gpu().write_later(self.buffer(), offset, data)?)
    }

    /// Reads from `offset` into `data`, after all earlier commands have run.
    ///
    /// # Errors
    ///
    /// Returns an error if the range is not inside the memory, or the driver's error.
    pub fn read<T: Pod>(&self, offset: usize, data: &mut [T]) -> Result<(), Error> {
        let data: &mut [u8] = bytemuck::cast_slice_mut(data);
        self.check_range(offset, data.len())?;
        match data.is_empty() {
            true => Ok(()),
            false => Ok(self.gpu().read(self.buffer(), offset, data)?),
        }
    }

    /// Reads a single word at `offset`.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`read`](Memory::read).
    pub fn read_u32(&self, offset: usize) -> Result<u32, Error> {
        let mut value = [0u32];
        self.read(offset, &mut value)?;
        Ok(value[0])
    }

    /// Fills the memory with copies of a value, without waiting.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`fill_range`](Memory::fill_range).
    pub fn fill<T: Pod>(&self, value: T) -> Result<(), Error> {
        self.fill_range(0, self.size(), value)
    }

    /// Writes one value at `offset` without waiting: a fill whose pattern is the value.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`fill_range`](Memory::fill_range).
    pub fn set<T: Pod>(&self, offset: usize, value: T) -> Result<(), Error> {
        self.fill_range(offset, size_of::<T>(), value)
    }

    /// Fills `bytes` bytes from `offset` with copies of a value of 1, 2, 4 or 8 bytes, without
    /// waiting.
    ///
    /// # Errors
    ///
    /// Returns an error if the range is not inside the memory or is not a multiple of the value, or
    /// the driver's error.
    pub fn fill_range<T: Pod>(&self, offset: usize, bytes: usize, value: T) -> Result<(), Error> {
        self.check_range(offset, bytes)?;
        let pattern = bytemuck::bytes_of(&value);
        let size = pattern.len();
        let fits = matches!(size, 1 | 2 | 4 | 8)
            && offset.is_multiple_of(size)
            && bytes.is_multiple_of(size);
        if !fits {
            let reason = format!("{size} bytes cannot fill {bytes} bytes at {offset}");
            return Err(Error::Internal(reason));
        }
        match bytes {
            0 => Ok(()),
            _ => Ok(self.gpu().fill(self.buffer(), offset..offset + bytes, pattern)?),
        }
    }
}
