//! Memory on the device, and its transfers.

use std::ops::Range;
use std::ptr::NonNull;
use std::sync::{Arc, PoisonError};

use cudarc::driver::{DriverError, result, sys};

use super::{CallersContext, Core, ForeignMemory, reader};
use crate::error::CudaError;

/// The size of a word in bytes.
const WORD: usize = size_of::<u32>();

/// Writes of at most this size are fills.
const MAX_FILLED: usize = 4 * WORD;

/// Reads of at most this size go through pinned memory, which the device writes directly.
const MAX_STAGED: usize = 1 << 16;

/// Memory on the device. Dropping it frees the memory after all commands that use it have run.
/// Offsets and sizes are in bytes. The callers check ranges.
pub struct Buffer {
    address: sys::CUdeviceptr,
    pub(super) core: Arc<Core>,
    /// The caller's memory, if this is not memory of igc.
    foreign: Option<Arc<ForeignMemory>>,
}

impl Buffer {
    pub(super) fn new(core: &Arc<Core>, bytes: usize) -> Result<Buffer, CudaError> {
        // CUDA does not allow empty buffers. Empty graphs have empty arrays.
        let bytes = bytes.max(size_of::<u64>());
        let doing = || format!("an allocation of {bytes} bytes");
        core.enter().map_err(|error| core.error(error, doing))?;
        // SAFETY: the content of the memory is undefined until it is written.
        match unsafe { result::malloc_async(core.stream(), bytes) } {
            Ok(address) => Ok(Buffer { address, core: Arc::clone(core), foreign: None }),
            Err(error) if error.0 == sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => {
                let device = core.info.name.clone();
                let (free, total) = result::mem_get_info().unwrap_or_default();
                Err(CudaError::OutOfMemory { device, bytes, free, total })
            }
            Err(error) => Err(core.error(error, doing)),
        }
    }

    /// Takes memory of the caller.
    pub(super) fn foreign(core: &Arc<Core>, address: u64, memory: Arc<ForeignMemory>) -> Buffer {
        Buffer { address, core: Arc::clone(core), foreign: Some(memory) }
    }

    /// Returns the number of the device, as CUDA counts.
    pub fn ordinal(&self) -> usize {
        self.core.info.ordinal
    }

    /// Returns the address on the device.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Returns a pointer to the address, as launches take it.
    pub(super) fn address_pointer(&self) -> *const sys::CUdeviceptr {
        &self.address
    }

    pub(super) fn belongs_to(&self, core: &Arc<Core>) -> bool {
        Arc::ptr_eq(&self.core, core)
    }

    /// Copies data to the device. Returns when `data` is no longer needed.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    pub fn write(&self, offset: usize, data: &[u8]) -> Result<(), CudaError> {
        let core = &*self.core;
        let doing = || format!("a write of {} bytes", data.len());
        let is_done = data.len() <= MAX_FILLED
            && self.write_by_fills(offset, data).map_err(|error| core.error(error, doing))?;
        if is_done {
            return Ok(());
        }
        core.begin().map_err(|error| core.error(error, doing))?;
        let to = self.address + offset as u64;
        // SAFETY: the caller has checked the range. For memory that is not pinned, the driver returns
        // after it has copied the data.
        let outcome = unsafe { result::memcpy_htod_async(to, data, core.stream()) };
        core.note_command();
        outcome.map_err(|error| core.error(error, doing))
    }

    /// Writes data by fills whose patterns are the data, because a copy takes longer. Returns `false` if this is not
    /// possible.
    fn write_by_fills(&self, offset: usize, data: &[u8]) -> Result<bool, DriverError> {
        let size = match data.len() {
            0 => return Ok(false),
            bytes if bytes.is_multiple_of(WORD) => WORD,
            bytes @ 1..=2 => bytes,
            _ => 1,
        };
        if !offset.is_multiple_of(size) {
            return Ok(false);
        }
        self.core.enter()?;
        let start = self.address + offset as u64;
        for (address, value) in (start..).step_by(size).zip(data.chunks(size)) {
            if !self.core.fill_later(address..address + size as u64, value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Copies data to the host, after all earlier commands have run.
    ///
    /// # Errors
    ///
    /// Returns the driver's error, or [`CudaError::Lost`] if an earlier command failed.
    pub fn read(&self, offset: usize, to: &mut [u8]) -> Result<(), CudaError> {
        if to.len() <= reader::MAX_WORDS * WORD
            && offset.is_multiple_of(WORD)
            && to.len().is_multiple_of(WORD)
            && let Some(outcome) = self.read_words(offset, to)
        {
            return outcome;
        }
        if to.len() <= MAX_STAGED {
            return self.read_staged(offset, to);
        }
        let core = &*self.core;
        let bytes = to.len();
        let doing = || format!("a read of {bytes} bytes");
        core.begin().map_err(|error| core.error(error, doing))?;
        let from = self.address + offset as u64;
        // SAFETY: the caller has checked the range, and `to` stays in place until the stream has
        // been waited for.
        let outcome = unsafe { result::memcpy_dtoh_async(to, from, core.stream()) };
        core.note_command();
        let waited = core.wait();
        outcome.map_err(|error| core.error(error, doing))?;
        waited
    }

    /// Reads a few words by a kernel. Returns `None` if there is no such kernel.
    fn read_words(&self, offset: usize, to: &mut [u8]) -> Option<Result<(), CudaError>> {
        let core = &*self.core;
        let mut reader = core.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let reader = reader.as_mut()?;
        let outcome = core.begin().and_then(|()| {
            let (from, given) = (self.address + offset as u64, core.given());
            reader.read(core, from, to).map(|()| given)
        });
        let bytes = to.len();
        let outcome =
            outcome.map_err(|error| core.error(error, || format!("a read of {bytes} bytes")));
        Some(outcome.map(|given| core.note_end(given)))
    }

    fn read_staged(&self, offset: usize, to: &mut [u8]) -> Result<(), CudaError> {
        let core = &*self.core;
        let bytes = to.len();
        let doing = || format!("a read of {bytes} bytes");
        core.begin().map_err(|error| core.error(error, doing))?;
        let mut staging = core.staging.lock().unwrap_or_else(PoisonError::into_inner);
        let staging = match &mut *staging {
            Some(there) => there,
            none => none.insert(Pinned::new(MAX_STAGED).map_err(|error| core.error(error, doing))?),
        };
        let from = self.address + offset as u64;
        // SAFETY: the caller has checked the range, and the memory has room for it.
        let staged = unsafe { &mut staging.bytes()[..bytes] };
        // SAFETY: the memory stays in place, and the lock keeps others from using it.
        let outcome = unsafe { result::memcpy_dtoh_async(staged, from, core.stream()) };
        core.note_command();
        outcome.map_err(|error| core.error(error, doing))?;
        core.wait()?;
        to.copy_from_slice(staged);
        Ok(())
    }

    /// Copies bytes of memory of any session, from one offset to another, without waiting. All commands of the other
    /// session that write the memory have run. Between two devices, the bytes travel directly if both can
    /// ([`Session::share_with`](super::Session::share_with)), and otherwise through the host.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    pub fn copy_from(
        &self,
        offset: usize,
        (from, from_offset): (&Buffer, usize),
        bytes: usize,
    ) -> Result<(), CudaError> {
        let (core, other) = (&*self.core, &*from.core);
        let doing = || format!("a copy of {bytes} bytes from {}", other.info.name);
        core.begin().map_err(|error| core.error(error, doing))?;
        let stream = core.stream();
        let (to, from) = (self.address + offset as u64, from.address + from_offset as u64);
        // SAFETY: the caller has checked the sizes, and keeps both buffers until the copy has ended.
        let code = unsafe {
            match core.context == other.context {
                true => sys::cuMemcpyDtoDAsync_v2(to, from, bytes, stream),
                false => {
                    sys::cuMemcpyPeerAsync(to, core.context, from, other.context, bytes, stream)
                }
            }
        };
        core.note_command();
        code.result().map_err(|error| core.error(error, doing))
    }

    /// Fills a range with copies of a pattern of 1, 2, 4 or 8 bytes, without waiting. The pattern's
    /// size divides both ends of the range.
    ///
    /// # Errors
    ///
    /// Returns the driver's error.
    pub fn fill(&self, range: Range<usize>, pattern: &[u8]) -> Result<(), CudaError> {
        let core = &*self.core;
        let bytes = range.len();
        let doing = || format!("a fill of {bytes} bytes");
        core.enter().map_err(|error| core.error(error, doing))?;
        let (to, stream) = (self.address + range.start as u64, core.stream());
        let waits = core.fill_later(to..to + bytes as u64, pattern);
        if waits.map_err(|error| core.error(error, doing))? {
            return Ok(());
        }
        // SAFETY: the caller has checked the range and the size of the pattern.
        let code = unsafe {
            match *pattern {
                [a] => sys::cuMemsetD8Async(to, a, bytes, stream),
                [a, b] => sys::cuMemsetD16Async(to, u16::from_le_bytes([a, b]), bytes / 2, stream),
                [a, b, c, d] => {
                    sys::cuMemsetD32Async(to, u32::from_le_bytes([a, b, c, d]), bytes / 4, stream)
                }
                [a, b, c, d, e, f, g, h] => {
                    let (low, high) =
                        (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
                    if low == high {
                        sys::cuMemsetD32Async(to, low, bytes / 4, stream)
                    } else {
                        // Every second word.
                        let rows = bytes / 8;
                        match sys::cuMemsetD2D32Async(to, 8, low, 1, rows, stream) {
                            sys::CUresult::CUDA_SUCCESS => {
                                sys::cuMemsetD2D32Async(to + 4, 8, high, 1, rows, stream)
                            }
                            failed => failed,
                        }
                    }
                }
                _ => sys::CUresult::CUDA_ERROR_INVALID_VALUE,
            }
        };
        core.note_command();
        code.result().map_err(|error| core.error(error, doing))
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let _callers = CallersContext::keep();
        if self.foreign.is_some() {
            // The caller may free the memory afterwards. If the device is lost, so is its memory.
            let _ = self.core.wait();
        } else if self.core.begin().is_ok() {
            // SAFETY: the memory is freed after the commands that were given before. If the device
            // is lost, so is its memory.
            let _ = unsafe { result::free_async(self.address, self.core.stream()) };
        }
    }
}

/// Memory of the host that the device can access.
pub(super) struct Pinned {
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: the memory belongs to this value.
unsafe impl Send for Pinned {}

impl Pinned {
    pub(super) fn new(bytes: usize) -> Result<Pinned, DriverError> {
        // SAFETY: a context is current.
        let start = unsafe { result::malloc_host(bytes, 0)? };
        let start = NonNull::new(start.cast()).expect("the driver allocated memory");
        // SAFETY: the memory has this size, and may have any content before.
        unsafe { start.write_bytes(0, bytes) };
        Ok(Pinned { start, bytes })
    }

    /// Returns the address of the memory, which is that of a page.
    pub(super) fn start(&self) -> *mut u8 {
        self.start.as_ptr()
    }

    /// Returns the memory.
    ///
    /// # Safety
    ///
    /// The device must not write the memory as long as the slice is used, except for commands that
    /// the caller gives and waits for.
    unsafe fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the memory was initialised, and belongs to this value.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.bytes) }
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        // SAFETY: the session has waited for the commands that use the memory.
        let _ = unsafe { result::free_host(self.start.as_ptr().cast()) };
    }
}
