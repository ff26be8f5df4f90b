//! Buffers in the device's memory.

use std::ptr;
use std::sync::Arc;

use bytemuck::Pod;
use cl_sys::{
    CL_FALSE, CL_MEM_READ_WRITE, CL_MEM_USE_HOST_PTR, CL_TRUE, cl_mem, clCreateBuffer,
    clEnqueueCopyBuffer, clEnqueueFillBuffer, clEnqueueReadBuffer, clEnqueueWriteBuffer,
    clReleaseMemObject,
};

use super::Core;
use super::guard::Guarded;
use super::queue::Queue;
use crate::error::{OpenClError, check, check_queue};
use crate::handle::Handle;

use super::trace::Call;

/// The largest pattern of a fill in bytes (OpenCL 1.2, section 5.2.2).
const MAX_PATTERN: usize = 128;

/// A buffer in the device's memory. Offsets and sizes are in bytes. A clone refers to the same
/// memory.
#[derive(Clone)]
pub struct Buffer {
    memory: Arc<Memory>,
    size: usize,
}

/// An OpenCL memory object. A kernel that has it as an argument keeps it alive.
pub(crate) struct Memory {
    // Fields are dropped in this order: the object before the memory that it uses.
    handle: Arc<Handle>,
    /// The memory of the host that the object uses, if it is guarded.
    _guarded: Option<Guarded>,
    bytes: u64,
    core: Arc<Core>,
}

impl Memory {
    pub(crate) fn raw(&self) -> cl_mem {
        self.handle.raw()
    }

    pub(crate) fn belongs_to(&self, core: &Arc<Core>) -> bool {
        Arc::ptr_eq(&self.core, core)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // Some drivers free memory that pending commands still use, so wait for the commands.
        let mut queue = self.core.queue();
        queue.finish_if_busy();
        queue.note_freed(self.bytes);
    }
}

impl Buffer {
    pub(crate) fn new(core: &Arc<Core>, size: usize) -> Result<Buffer, OpenClError> {
        // OpenCL does not allow empty buffers. Empty graphs have empty arrays, so the minimum size
        // is one word.
        let bytes = size.max(size_of::<u64>());
        let mut queue = core.queue();
        let (allocated, _) = queue.memory();
        let info = &core.info;
        if bytes as u64 > info.max_allocation
            || allocated.saturating_add(bytes as u64) > info.global_memory
        {
            return Err(OpenClError::TooLarge {
                bytes: size as u64,
                device: info.name.clone(),
                max_allocation: info.max_allocation,
                global_memory: info.global_memory,
                allocated,
            });
        }
        queue.count(|calls| calls.allocations += 1);
        let mut code = 0;
        let mut guarded = Guarded::of(info, bytes);
        let (flags, host) = match &mut guarded {
            Some(guarded) => (CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, guarded.pointer().cast()),
            None => (CL_MEM_READ_WRITE, ptr::null_mut()),
        };
        // SAFETY: the context lives as long as `core`. Guarded memory has room for the buffer, and lives
        // until the object is released and no command uses it.
        let raw = unsafe { clCreateBuffer(core.context(), flags, bytes, host, &mut code) };
        check(code, "clCreateBuffer", || format!("allocating {bytes} bytes"))?;
        queue.note_allocated(bytes as u64);
        let handle = Arc::new(Handle::new(raw, clReleaseMemObject));
        if info.capabilities.notes_whole_buffers {
            // If the address is reused, the new buffer inherits this buffer's record of initialised
            // memory.
            queue.keep(Arc::clone(&handle));
        }
        let (bytes, core) = (bytes as u64, Arc::clone(core));
        let memory = Memory { handle, _guarded: guarded, bytes, core };
        Ok(Buffer { memory: Arc::new(memory), size })
    }

    /// The requested size in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn memory(&self) -> &Arc<Memory> {
        &self.memory
    }

    fn core(&self) -> &Core {
        &self.memory.core
    }

    fn check_range(
        &self,
        what: &'static str,
        offset: usize,
        bytes: usize,
    ) -> Result<(), OpenClError> {
        match offset.checked_add(bytes) {
            Some(end) if end <= self.size => Ok(()),
            _ => Err(OpenClError::OutOfRange { what, offset, bytes, size: self.size }),
        }
    }

    /// Writes `data` at `offset` bytes. Returns when the driver no longer needs `data`.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::OutOfRange`] if the range is not inside the buffer, or the driver's
    /// error.
    pub fn write<T: Pod>(&self, offset: usize, data: &[T]) -> Result<(), OpenClError> {
        // SAFETY: a blocking write does not use `data` after it returns. (It may return while
        // earlier commands are still running, because drivers copy small data.)
        unsafe {
            let queue = &mut self.core().queue();
            self.enqueue_write(queue, offset, bytemuck::cast_slice(data), CL_TRUE)
        }
    }

    /// Writes `data` at `offset` bytes without waiting. The session keeps `data` until the write
    /// has finished.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`write`](Buffer::write).
    pub fn write_later(&self, offset: usize, data: Vec<u8>) -> Result<(), OpenClError> {
        let mut queue = self.core().queue();
        // SAFETY: the memory of the vector stays in place until the queue has finished: the session
        // keeps it, and finishes its queue before it is dropped.
        let outcome = unsafe { self.enqueue_write(&mut queue, offset, &data, CL_FALSE) };
        queue.keep_until_idle(data);
        outcome
    }

    /// Enqueues a write.
    ///
    /// # Safety
    ///
    /// Unless the write is blocking, `data` must stay in place until the queue has finished.
    unsafe fn enqueue_write(
        &self,
        queue: &mut Queue,
        offset: usize,
        data: &[u8],
        blocking: u32,
    ) -> Result<(), OpenClError> {
        self.check_range("a write", offset, data.len())?;
        if data.is_empty() {
            return Ok(());
        }
        queue.count(|calls| {
            calls.writes += 1;
            calls.write_bytes += data.len() as u64;
        });
        queue.record(|| {
            let (memory, data) = (Arc::clone(&self.memory), data.to_vec());
            Call::Write { memory, offset, data }
        });
        queue.mark_busy();
        if self.core().info.capabilities.notes_whole_buffers {
            return self.write_as_a_whole(queue, offset, data);
        }
        // SAFETY: the range was checked, and the caller keeps `data` in place.
        unsafe { self.driver_write(queue, offset, data, blocking) }
    }

    /// Writes `data` at `offset` bytes by a blocking write of the whole buffer, for a device that
    /// [records initialised memory by whole buffers](crate::Capabilities::notes_whole_buffers).
    /// Afterwards the whole buffer counts as initialised.
    fn write_as_a_whole(
        &self,
        queue: &Queue,
        offset: usize,
        data: &[u8],
    ) -> Result<(), OpenClError> {
        let mut whole = vec![0u8; self.size];
        if data.len() < whole.len() {
            self.driver_read(queue, 0, &mut whole)?;
        }
        whole[offset..offset + data.len()].copy_from_slice(data);
        // SAFETY: the range is the whole buffer, and the write is blocking.
        unsafe { self.driver_write(queue, 0, &whole, CL_TRUE) }
    }

    /// Calls the driver to write.
    ///
    /// # Safety
    ///
    /// The range must be inside the buffer. Unless the write is blocking, `data` must stay in place
    /// until the queue has finished.
    unsafe fn driver_write(
        &self,
        queue: &Queue,
        offset: usize,
        data: &[u8],
        blocking: u32,
    ) -> Result<(), OpenClError> {
        // SAFETY: the range is inside the buffer and as long as `data`, which the caller keeps in
        // place.
        let code = unsafe {
            clEnqueueWriteBuffer(
                queue.raw(),
                self.memory.raw(),
                blocking,
                offset,
                data.len(),
                data.as_ptr().cast(),
                0,
                ptr::null(),
                ptr::null_mut(),
            )
        };
        check_queue(code, "clEnqueueWriteBuffer", || format!("writing {} bytes", data.len()))
    }

    /// Reads from `offset` bytes into `data`, after all earlier commands have run.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::OutOfRange`] if the range is not inside the buffer, or
    /// [`OpenClError::DeviceLost`] if the read or an earlier command failed.
    pub fn read<T: Pod>(&self, offset: usize, data: &mut [T]) -> Result<(), OpenClError> {
        let data: &mut [u8] = bytemuck::cast_slice_mut(data);
        self.check_range("a read", offset, data.len())?;
        if data.is_empty() {
            return Ok(());
        }
        let mut queue = self.core().queue();
        queue.flush()?;
        queue.count(|calls| {
            calls.reads += 1;
            calls.read_bytes += data.len() as u64;
        });
        queue.mark_busy();
        self.driver_read(&queue, offset, data)?;
        queue.mark_idle();
        queue.record(|| {
            let (memory, found) = (Arc::clone(&self.memory), data.to_vec());
            Call::Read { memory, offset, found }
        });
        Ok(())
    }

    /// Reads a range, which must be inside the buffer.
    fn driver_read(
        &self,
        queue: &Queue,
        offset: usize,
        data: &mut [u8],
    ) -> Result<(), OpenClError> {
        // SAFETY: the range is inside the buffer and as long as `data`, and the call blocks until
        // the data has arrived.
        let code = unsafe {
            clEnqueueReadBuffer(
                queue.raw(),
                self.memory.raw(),
                CL_TRUE,
                offset,
                data.len(),
                data.as_mut_ptr().cast(),
                0,
                ptr::null(),
                ptr::null_mut(),
            )
        };
        check_queue(code, "clEnqueueReadBuffer", || format!("reading {} bytes", data.len()))
    }

    /// Reads a single `u32` at `offset` bytes, for example the condition of a host loop.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`read`](Buffer::read).
    pub fn read_u32(&self, offset: usize) -> Result<u32, OpenClError> {
        let mut value = [0u32];
        self.read(offset, &mut value)?;
        Ok(value[0])
    }

    /// Reads the whole buffer as values of one type. An incomplete value at the end is left out.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`read`](Buffer::read).
    pub fn to_vec<T: Pod>(&self) -> Result<Vec<T>, OpenClError> {
        let mut values = vec![T::zeroed(); self.size.checked_div(size_of::<T>()).unwrap_or(0)];
        self.read(0, &mut values)?;
        Ok(values)
    }

    /// Fills the whole buffer with copies of `value`, without waiting.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`fill_range`](Buffer::fill_range).
    pub fn fill<T: Pod>(&self, value: T) -> Result<(), OpenClError> {
        self.fill_range(0, self.size, value)
    }

    /// Writes one value at `offset` bytes without waiting. It uses a fill whose pattern is the
    /// value.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`fill_range`](Buffer::fill_range).
    pub fn set<T: Pod>(&self, offset: usize, value: T) -> Result<(), OpenClError> {
        self.fill_range(offset, size_of::<T>(), value)
    }

    /// Fills `bytes` bytes from `offset` with copies of `value`, without waiting.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::OutOfRange`] if the range is not inside the buffer,
    /// [`OpenClError::Pattern`] if the pattern does not fit the range, or the driver's error.
    pub fn fill_range<T: Pod>(
        &self,
        offset: usize,
        bytes: usize,
        value: T,
    ) -> Result<(), OpenClError> {
        self.fill_pattern(offset, bytes, bytemuck::bytes_of(&value))
    }

    /// Fills `bytes` bytes from `offset` with copies of a pattern, without waiting. OpenCL copies the
    /// pattern before the call returns.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`fill_range`](Buffer::fill_range).
    pub fn fill_pattern(
        &self,
        offset: usize,
        bytes: usize,
        pattern: &[u8],
    ) -> Result<(), OpenClError> {
        let size = pattern.len();
        self.check_range("a fill", offset, bytes)?;
        let fits = size.is_power_of_two()
            && size <= MAX_PATTERN
            && offset.is_multiple_of(size)
            && bytes.is_multiple_of(size);
        if !fits {
            return Err(OpenClError::Pattern { pattern: size, offset, bytes });
        }
        if bytes == 0 {
            return Ok(());
        }
        let mut queue = self.core().queue();
        queue.count(|calls| calls.fills += 1);
        queue.record(|| {
            let (memory, pattern) = (Arc::clone(&self.memory), pattern.to_vec());
            Call::Fill { memory, offset, bytes, pattern }
        });
        queue.mark_busy();
        if self.core().info.capabilities.notes_whole_buffers {
            return self.write_as_a_whole(&queue, offset, &pattern.repeat(bytes / size));
        }
        // SAFETY: the range is inside the buffer, and the pattern and the range meet OpenCL's
        // rules.
        let code = unsafe {
            clEnqueueFillBuffer(
                queue.raw(),
                self.memory.raw(),
                pattern.as_ptr().cast(),
                size,
                offset,
                bytes,
                0,
                ptr::null(),
                ptr::null_mut(),
            )
        };
        check_queue(code, "clEnqueueFillBuffer", || format!("filling {bytes} bytes"))
    }

    /// Copies the first `bytes` bytes of `source` to the start of this buffer, without waiting.
    ///
    /// # Errors
    ///
    /// Returns [`OpenClError::OutOfRange`] if a buffer is too small, [`OpenClError::ForeignObject`]
    /// if `source` belongs to another session, or the driver's error, which is
    /// `CL_MEM_COPY_OVERLAP` for a copy from a buffer to itself.
    pub fn copy_from(&self, source: &Buffer, bytes: usize) -> Result<(), OpenClError> {
        if !source.memory.belongs_to(&self.memory.core) {
            return Err(OpenClError::ForeignObject { what: "the source of a copy" });
        }
        self.check_range("a copy", 0, bytes)?;
        source.check_range("a copy", 0, bytes)?;
        if bytes == 0 {
            return Ok(());
        }
        let mut queue = self.core().queue();
        queue.count(|calls| calls.copies += 1);
        queue.record(|| Call::Other("clEnqueueCopyBuffer"));
        queue.mark_busy();
        // SAFETY: both ranges are inside their buffers, and both buffers belong to this context.
        let code = unsafe {
            clEnqueueCopyBuffer(
                queue.raw(),
                source.memory.raw(),
                self.memory.raw(),
                0,
                0,
                bytes,
                0,
                ptr::null(),
                ptr::null_mut(),
            )
        };
        check_queue(code, "clEnqueueCopyBuffer", || format!("copying {bytes} bytes"))
    }
}
