//! Memory from the operating system, for arrays and worklists.
//!
//! A page gets memory when a thread first writes to it, near the processor of that thread. Arrays
//! of some megabytes consist of huge pages if the operating system has them, because programs read
//! arrays at random: with pages of 4 KiB, most reads of a large array would also read a page table.
//! In debug builds, and with the feature `test-hooks`, the memory is guarded: accesses out of
//! bounds stop the process. Pages that cannot be accessed surround the memory, and its end is the
//! end of a page. Behind an array, they cover everything that an index can reach.

use memmap2::{MmapMut, MmapOptions};

use crate::error::Error;

/// Whether pages that cannot be accessed surround the memory.
pub const GUARDED: bool = cfg!(unix) && cfg!(any(debug_assertions, feature = "test-hooks"));

/// Number of values of an index.
const INDICES: u64 = 1 << 32;

/// The size of a huge page.
const HUGE_PAGE: usize = 2 << 20;

/// Zeroed memory that does not move.
pub struct Memory {
    pages: MmapMut,
    /// Position of the first byte in the pages.
    start: usize,
    length: usize,
}

impl Memory {
    /// Allocates an array of `count` elements of `size` bytes, all of which will be used. The
    /// address is a multiple of the size.
    pub fn array(what: &str, count: usize, size: usize) -> Result<Memory, Error> {
        let length = count * size;
        if GUARDED {
            let reach = usize::try_from(size as u64 * INDICES).unwrap_or(0);
            // If there is not so much address space, one page guards the end.
            return Memory::map(what, length, reach).or_else(|_| Memory::reserve(what, length));
        }
        if length < 2 * HUGE_PAGE {
            return Memory::reserve(what, length);
        }
        let mut memory = Memory::reserve(what, length + HUGE_PAGE)?;
        memory.start = memory.pages.as_ptr().align_offset(HUGE_PAGE).min(HUGE_PAGE);
        memory.length = length;
        // If the operating system refuses, the pages are small.
        #[cfg(target_os = "linux")]
        let _ = memory.pages.advise(memmap2::Advice::HugePage);
        Ok(memory)
    }

    /// Allocates a copy of an array, which cannot be written if the memory is guarded.
    pub fn copy<T: Copy>(what: &str, values: &[T]) -> Result<Memory, Error> {
        let mut memory = Memory::array(what, values.len(), size_of::<T>())?;
        // SAFETY: the memory has room for the values.
        unsafe {
            let to = memory.pointer().cast::<T>();
            std::ptr::copy_nonoverlapping(values.as_ptr(), to, values.len());
        }
        if GUARDED && memory.length > 0 {
            let start = memory.start - memory.start % page_size();
            let length = memory.start + memory.length - start;
            let result = protect(&mut memory.pages, start, length, Access::Read);
            result.map_err(|error| failed(what, memory.length, error))?;
        }
        Ok(memory)
    }

    /// Reserves address space for `length` bytes, of which only some may be used. The address is a
    /// multiple of 8 if the length is.
    pub fn reserve(what: &str, length: usize) -> Result<Memory, Error> {
        Memory::map(what, length, 0)
    }

    /// Maps pages for `length` bytes. If the memory is guarded, at least `reach` bytes after its
    /// end cannot be accessed.
    fn map(what: &str, length: usize, reach: usize) -> Result<Memory, Error> {
        let failed = |error| failed(what, length, error);
        let page = page_size();
        let content = length.next_multiple_of(page);
        let behind = reach.max(page).next_multiple_of(page);
        let total = if GUARDED { page + content + behind } else { content.max(page) };
        let mut options = MmapOptions::new();
        options.len(total).no_reserve_swap();
        let mut pages = options.map_anon().map_err(failed)?;
        if GUARDED {
            protect(&mut pages, 0, page, Access::None).map_err(failed)?;
            protect(&mut pages, page + content, behind, Access::None).map_err(failed)?;
        }
        let start = if GUARDED { page + content - length } else { 0 };
        Ok(Memory { pages, start, length })
    }

    /// Returns the address of the first byte.
    pub fn pointer(&self) -> *mut u8 {
        // SAFETY: the start is inside the pages.
        unsafe { self.pages.as_ptr().add(self.start).cast_mut() }
    }

    /// Returns the number of bytes.
    pub fn length(&self) -> usize {
        self.length
    }
}

/// Returns the number of bytes of address space that are left for this process, if that is limited
/// and known.
#[cfg(unix)]
pub fn address_space() -> Option<u64> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the call writes the structure.
    let result = unsafe { libc::getrlimit(libc::RLIMIT_AS, &mut limit) };
    if result != 0 || limit.rlim_cur == libc::RLIM_INFINITY {
        return None;
    }
    let statistics = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statistics.split_whitespace().next()?.parse().ok()?;
    Some(limit.rlim_cur.saturating_sub(pages * page_size() as u64))
}

#[cfg(not(unix))]
pub fn address_space() -> Option<u64> {
    None
}

fn failed(what: &str, bytes: usize, error: std::io::Error) -> Error {
    Error::Memory { what: what.to_string(), bytes, error }
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

/// The accesses that some pages allow.
#[derive(Debug, Clone, Copy)]
enum Access {
    None,
    Read,
}

/// Restricts the accesses to some pages.
#[cfg(unix)]
fn protect(
    pages: &mut MmapMut,
    start: usize,
    length: usize,
    access: Access,
) -> std::io::Result<()> {
    let protection = match access {
        Access::None => libc::PROT_NONE,
        Access::Read => libc::PROT_READ,
    };
    // SAFETY: the range is inside the pages, and igc's code accesses it only as `access` allows.
    let result =
        unsafe { libc::mprotect(pages.as_mut_ptr().add(start).cast(), length, protection) };
    if result == 0 { Ok(()) } else { Err(std::io::Error::last_os_error()) }
}

#[cfg(not(unix))]
fn protect(_: &mut MmapMut, _: usize, _: usize, _: Access) -> std::io::Result<()> {
    Ok(())
}
