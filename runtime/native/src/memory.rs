//! Memory from the operating system, for arrays and worklists.
//!
//! A page gets memory when a thread first writes to it, near the processor of that thread. Arrays of
//! some megabytes consist of huge pages if the operating system has them, because programs read
//! arrays at random: with pages of 4 KiB, most reads of a large array would also read a page table.
//! In debug builds, pages that cannot be accessed surround the memory, and its end is the end of a
//! page, so an access out of bounds stops the process.

use memmap2::{MmapMut, MmapOptions};

use crate::error::Error;

/// Whether pages that cannot be accessed surround the memory.
const GUARDED: bool = cfg!(debug_assertions) && cfg!(unix);

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
    /// Allocates `length` bytes, all of which will be used. The address is a multiple of 8 if the
    /// length is.
    pub fn new(what: &str, length: usize) -> Result<Memory, Error> {
        if GUARDED || length < 2 * HUGE_PAGE {
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

    /// Reserves address space for `length` bytes, of which only some may be used. The address is a
    /// multiple of 8 if the length is.
    pub fn reserve(what: &str, length: usize) -> Result<Memory, Error> {
        let failed = |error| Error::Memory { what: what.to_string(), bytes: length, error };
        let page = page_size();
        let content = length.next_multiple_of(page);
        let total = if GUARDED { content + 2 * page } else { content.max(page) };
        let mut options = MmapOptions::new();
        options.len(total).no_reserve_swap();
        let mut pages = options.map_anon().map_err(failed)?;
        if GUARDED {
            protect(&mut pages, 0, page).map_err(failed)?;
            protect(&mut pages, total - page, page).map_err(failed)?;
        }
        let start = if GUARDED { total - page - length } else { 0 };
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

/// Forbids accesses to some pages.
#[cfg(unix)]
fn protect(pages: &mut MmapMut, start: usize, length: usize) -> std::io::Result<()> {
    // SAFETY: the range is inside the pages, and nothing accesses it.
    let result =
        unsafe { libc::mprotect(pages.as_mut_ptr().add(start).cast(), length, libc::PROT_NONE) };
    if result == 0 { Ok(()) } else { Err(std::io::Error::last_os_error()) }
}

#[cfg(not(unix))]
fn protect(_: &mut MmapMut, _: usize, _: usize) -> std::io::Result<()> {
    Ok(())
}
