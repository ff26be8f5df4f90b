//! Arrays in pages of their own, whose front can be handed back to the system while the rest is
//! still needed.
//!
//! A graph is built from gathered edges front to back ([`crate::assemble`]); handing back what was
//! consumed keeps the edges and the finished graph from being in memory at the same time. The
//! allocator can't do that: it frees a whole vector or nothing.

use std::marker::PhantomData;
use std::mem::size_of;
use std::ops::Deref;

use bytemuck::Pod;
use memmap2::MmapMut;

/// Smallest unit that a system may map; larger pages only make a release less exact.
const PAGE: usize = 4096;

/// A fixed-length array of plain values in its own anonymous mapping.
pub(crate) struct PageVec<T> {
    map: Option<MmapMut>,
    length: usize,
    released_bytes: usize,
    of: PhantomData<T>,
}

impl<T: Pod> PageVec<T> {
    /// `length` zeros. Takes no memory until written.
    pub(crate) fn zeroed(length: usize) -> std::io::Result<Self> {
        let map = match length {
            0 => None,
            _ => Some(MmapMut::map_anon(length * size_of::<T>())?),
        };
        Ok(Self { map, length, released_bytes: 0, of: PhantomData })
    }

    /// The values, to write.
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        match &mut self.map {
            Some(map) => &mut bytemuck::cast_slice_mut(&mut map[..])[..self.length],
            None => &mut [],
        }
    }

    /// Hands the pages that hold only values before `end` back to the system. Those values read
    /// as arbitrary from here on.
    pub(crate) fn release_before(&mut self, end: usize) {
        let Some(map) = &mut self.map else { return };
        let end_bytes = (end.min(self.length) * size_of::<T>()) / PAGE * PAGE;
        if end_bytes <= self.released_bytes {
            return;
        }
        #[cfg(target_os = "linux")]
        {
            let length = end_bytes - self.released_bytes;
            // SAFETY: the mapping is private and anonymous and borrowed mutably: no reference
            // into it lives, and its values are plain data for which any bytes are valid.
            let advised = unsafe {
                map.unchecked_advise_range(
                    memmap2::UncheckedAdvice::DontNeed,
                    self.released_bytes,
                    length,
                )
            };
            // Keeping the pages costs memory, never a wrong value.
            drop(advised);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = map;
        self.released_bytes = end_bytes;
    }
}

impl<T: Pod> Deref for PageVec<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.map {
            Some(map) => &bytemuck::cast_slice(&map[..])[..self.length],
            None => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_after_a_release_stay() {
        let mut values = PageVec::<u32>::zeroed(10_000).unwrap();
        for (index, value) in values.as_mut_slice().iter_mut().enumerate() {
            *value = index as u32;
        }
        values.release_before(5_000);
        assert!((5_000..10_000).all(|index| values[index] == index as u32));
        values.release_before(10_000);
        assert_eq!(values.len(), 10_000);
    }

    #[test]
    fn no_values_need_no_mapping() {
        let mut values = PageVec::<u64>::zeroed(0).unwrap();
        values.release_before(1);
        assert!(values.as_mut_slice().is_empty() && values.is_empty());
    }
}
