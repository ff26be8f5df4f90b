//! Fills of memory, which wait for the next other command: one kernel then makes all of them.
//!
//! A run starts with a fill of each array and of the sizes of worklists. On an NVIDIA H200, a fill by the driver
//! takes 2 to 4 µs, and no kernel can start before its end; this kernel starts while the one before it ends, and
//! the next kernel starts while this one ends. With two arrays, a run of one small kernel took 17 µs instead of
//! 21 (November 2026).

use std::ffi::c_void;
use std::ops::Range;

use cudarc::driver::{DriverError, sys};
use smallvec::SmallVec;

use super::{Core, launch};

/// The largest number of ranges that one launch fills.
pub(super) const MOST_RANGES: usize = 16;

/// Number of work-items of a workgroup of the kernel.
const WORKGROUP_SIZE: u32 = 256;

/// The largest number of workgroups for each multiprocessor: as many as run at the same time.
const GROUPS: u64 = 8;

/// The number of bytes that a work-item writes at once.
const STORE: u64 = 16;

/// A range of addresses, and the bytes that it gets: a pattern of eight bytes, at each multiple of eight.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Filled {
    start: u64,
    end: u64,
    pattern: u64,
}

/// The fills that wait. They do not overlap.
#[derive(Default)]
pub(super) struct Fills {
    waiting: SmallVec<[Filled; MOST_RANGES]>,
}

impl Fills {
    /// Adds a fill with copies of a pattern of 1, 2, 4 or 8 bytes, whose size divides both addresses. Returns `false`,
    /// and adds nothing, if the fills that wait must be made before.
    pub(super) fn add(&mut self, addresses: Range<u64>, pattern: &[u8]) -> bool {
        let Range { start, end } = addresses;
        let overlaps = |other: &Filled| start < other.end && other.start < end;
        if self.waiting.len() == MOST_RANGES || self.waiting.iter().any(overlaps) {
            return false;
        }
        let mut bytes = [0; 8];
        bytes.chunks_mut(pattern.len()).for_each(|chunk| chunk.copy_from_slice(pattern));
        self.waiting.push(Filled { start, end, pattern: u64::from_le_bytes(bytes) });
        true
    }

    /// Launches the kernel for the fills that wait. Returns whether there were any. The context must be current.
    pub(super) fn launch(
        &mut self,
        core: &Core,
        kernel: sys::CUfunction,
    ) -> Result<bool, DriverError> {
        if self.waiting.is_empty() {
            return Ok(false);
        }
        let mut ranges = [Filled::default(); MOST_RANGES];
        ranges[..self.waiting.len()].copy_from_slice(&self.waiting);
        let mut count = self.waiting.len() as u32;
        let stores: u64 = self.waiting.iter().map(|f| (f.end - f.start).div_ceil(STORE)).sum();
        self.waiting.clear();
        let most = core.info.multiprocessors.max(1) * GROUPS;
        let groups = stores.div_ceil(WORKGROUP_SIZE.into()).clamp(1, most);
        let mut parameters: [*mut c_void; 2] = [(&raw mut ranges).cast(), (&raw mut count).cast()];
        // SAFETY: the parameters are those of the kernel. The callers have checked the ranges, and a buffer is not
        // freed while fills wait.
        unsafe { launch(core, kernel, (groups as u32, WORKGROUP_SIZE), &mut parameters, true)? };
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pattern is repeated, and a fill that another one must precede is not added.
    #[test]
    fn fills_wait_unless_they_overlap() {
        let mut fills = Fills::default();
        assert!(fills.add(256..260, &[1, 2]));
        assert_eq!(fills.waiting[0].pattern.to_le_bytes(), [1, 2, 1, 2, 1, 2, 1, 2]);
        assert!(fills.add(260..264, &[7]), "it begins where the other one ends");
        assert!(!fills.add(258..259, &[7]));
        assert!(!fills.add(0..1000, &[7; 8]));
        assert_eq!(fills.waiting.len(), 2);
        for at in 2..MOST_RANGES as u64 {
            assert!(fills.add(at * 1000..at * 1000 + 8, &[0; 8]));
        }
        assert!(!fills.add(0..8, &[0; 8]), "no launch has more ranges");
    }
}
