//! Guarded memory for the buffers of processors, in debug builds.
//!
//! OpenCL does not check the memory accesses of a kernel. On a processor, a kernel that writes past the
//! end of a buffer damages the process, which may crash much later or not at all. In debug builds, such
//! a buffer therefore lies between pages that cannot be accessed, and ends as close to the second one as
//! the alignment allows. An access out of bounds stops the process at once. New memory is filled with
//! [`POISON`], so a kernel that uses memory before it is written fails reliably.

use memmap2::{MmapMut, MmapOptions};

use crate::device::DeviceInfo;
use crate::quirks::is_pocl_cpu;

/// Whether buffers of processors are guarded.
pub(crate) const IS_ON: bool = cfg!(all(debug_assertions, unix));

/// The content of memory that nothing has written. As an index, it is past the end of any array.
const POISON: u8 = 0xa5;

/// The alignment of buffers in bytes: that of the largest vector (OpenCL 3.0, section 4.2, table 5,
/// `CL_DEVICE_MEM_BASE_ADDR_ALIGN`).
const ALIGNMENT: usize = 128;

/// Memory between pages that cannot be accessed.
pub(crate) struct Guarded {
    pages: MmapMut,
    /// Position of the first byte.
    start: usize,
}

impl Guarded {
    /// Returns memory for a buffer of a device. Returns `None` if the device is not a processor with PoCL,
    /// or if the process has too little address space.
    pub(crate) fn of(device: &DeviceInfo, bytes: usize) -> Option<Guarded> {
        if !IS_ON || !is_pocl_cpu(device) {
            return None;
        }
        let page = page_size();
        let length = bytes.checked_next_multiple_of(ALIGNMENT)?;
        let content = length.checked_next_multiple_of(page)?;
        let mut options = MmapOptions::new();
        let mut pages = options.len(content.checked_add(2 * page)?).map_anon().ok()?;
        let start = page + content - length;
        pages[page..page + content].fill(POISON);
        protect(&mut pages, 0, page)?;
        protect(&mut pages, page + content, page)?;
        Some(Guarded { pages, start })
    }

    /// Returns the address of the first byte.
    pub(crate) fn pointer(&mut self) -> *mut u8 {
        self.pages[self.start..].as_mut_ptr()
    }
}

/// Forbids all accesses to some pages. Returns `None` if the system refuses.
#[cfg(unix)]
fn protect(pages: &mut MmapMut, start: usize, length: usize) -> Option<()> {
    let from = pages[start..start + length].as_mut_ptr();
    // SAFETY: the range is inside the pages, and only wrong kernels access it.
    (unsafe { libc::mprotect(from.cast(), length, libc::PROT_NONE) } == 0).then_some(())
}

#[cfg(not(unix))]
fn protect(_: &mut MmapMut, _: usize, _: usize) -> Option<()> {
    Some(())
}

#[cfg(unix)]
fn page_size() -> usize {
    // SAFETY: the call has no preconditions.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(size).unwrap_or(4096)
}

#[cfg(not(unix))]
fn page_size() -> usize {
    4096
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::DeviceKind;

    #[test]
    fn buffers_of_pocl_end_before_a_page_that_cannot_be_accessed() {
        let platform_name = "Portable Computing Language".to_owned();
        let pocl = DeviceInfo { platform_name, kind: DeviceKind::Cpu, ..DeviceInfo::default() };
        for bytes in [8, 128, 4096, 10_000] {
            let guarded = Guarded::of(&pocl, bytes);
            assert_eq!(guarded.is_some(), IS_ON);
            let Some(mut guarded) = guarded else { continue };
            let end = guarded.pointer() as usize + bytes.next_multiple_of(ALIGNMENT);
            assert!(end.is_multiple_of(page_size()));
            assert!((guarded.pointer() as usize).is_multiple_of(ALIGNMENT));
        }
        let gpu = DeviceInfo { kind: DeviceKind::Gpu, ..pocl };
        assert!(Guarded::of(&gpu, 8).is_none());
    }
}
