//! Small reads without a copy: a kernel writes the words to memory of the host, and the host looks for
//! them.
//!
//! A loop that the host executes reads a few bytes in each round. On an NVIDIA H100, a round of a launch
//! and an asynchronous copy took 12 to 18 µs, and one of a launch and this kernel 10 µs
//! (`examples/host_cost.rs`, November 2026).

use std::ffi::c_void;
use std::sync::atomic::{Ordering, fence};
use std::time::{Duration, Instant};

use cudarc::driver::{DriverError, sys};

use super::kernels::Kernels;
use super::{Core, Pinned, launch};
use crate::error::CudaError;

/// The largest read in words.
pub(super) const MAX_WORDS: usize = 64;

/// The host looks for this time before it asks the driver whether a command has failed, and again
/// after each further such time.
const PATIENCE: Duration = Duration::from_micros(200);

/// The kernel, and the memory of the host that it writes.
pub(super) struct Reader {
    kernel: sys::CUfunction,
    /// The number of the last read, and its words.
    memory: Pinned,
    /// The address of the memory on the device.
    address: sys::CUdeviceptr,
    number: u32,
}

// SAFETY: the handles are only passed to functions of libcuda, which any thread may call.
unsafe impl Send for Reader {}

impl Reader {
    /// Allocates the memory. The context must be current.
    pub(super) fn new(core: &Core, kernels: &Kernels) -> Result<Reader, CudaError> {
        let failed = |error| core.error(error, || "preparing memory for small reads".into());
        let memory = Pinned::new((1 + MAX_WORDS) * size_of::<u32>()).map_err(failed)?;
        let mut address = 0;
        // SAFETY: the memory is pinned, and the answer is one address.
        let code =
            unsafe { sys::cuMemHostGetDevicePointer_v2(&mut address, memory.start().cast(), 0) };
        code.result().map_err(failed)?;
        Ok(Reader { kernel: kernels.publish, memory, address, number: 0 })
    }

    /// Reads words after all earlier commands have run. There are at most [`MAX_WORDS`].
    pub(super) fn read(
        &mut self,
        core: &Core,
        mut from: sys::CUdeviceptr,
        to: &mut [u8],
    ) -> Result<(), DriverError> {
        // Zero is the number before the first read.
        self.number = self.number.checked_add(1).unwrap_or(1);
        let (mut words, mut number) = ((to.len() / size_of::<u32>()) as u32, self.number);
        let mut parameters: [*mut c_void; 4] = [
            (&raw mut from).cast(),
            (&raw mut words).cast(),
            (&raw mut self.address).cast(),
            (&raw mut number).cast(),
        ];
        // SAFETY: the parameters are those of the kernel. The caller has checked the range.
        unsafe { launch(core, self.kernel, (1, 32), &mut parameters, true)? };
        self.wait(core)?;
        let words = self.memory.start().wrapping_add(size_of::<u32>());
        // SAFETY: the kernel has written the words, and nothing else writes the memory.
        unsafe { std::ptr::copy_nonoverlapping(words, to.as_mut_ptr(), to.len()) };
        Ok(())
    }

    /// Waits until the number of the read is there.
    fn wait(&self, core: &Core) -> Result<(), DriverError> {
        let seen = self.memory.start().cast::<u32>();
        let mut asked = Instant::now();
        loop {
            for _ in 0..64 {
                // SAFETY: the memory is aligned, and belongs to this value.
                if unsafe { seen.read_volatile() } == self.number {
                    fence(Ordering::Acquire);
                    return Ok(());
                }
                std::hint::spin_loop();
            }
            if asked.elapsed() > PATIENCE {
                // SAFETY: the stream exists as long as the session.
                match unsafe { sys::cuStreamQuery(core.stream()) } {
                    sys::CUresult::CUDA_SUCCESS | sys::CUresult::CUDA_ERROR_NOT_READY => {}
                    failed => return failed.result(),
                }
                asked = Instant::now();
            }
        }
    }
}
