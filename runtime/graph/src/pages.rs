//! Arrays in separately mapped pages, whose front can be returned to the system while the rest is
//! still in use.
//!
//! A graph is built from grouped edges from front to back ([`assemble`](mod@crate::assemble)).
//! Returning the consumed edges prevents all edges and the finished graph from being in memory at
//! the same time. The allocator cannot do that: it frees only whole vectors.

use std::marker::PhantomData;
use std::mem::size_of;
use std::ops::Deref;

use bytemuck::Pod;
use memmap2::MmapMut;

use crate::error::Problem;

/// The smallest page size of any system. On systems with larger pages, less memory is released.
const PAGE: usize = 4096;

/// A fixed-length array of plain values in a separate anonymous mapping.
pub(crate) struct PageVec<T> {
    map: Option<MmapMut>,
    length: usize,
    released_bytes: usize,
    of: PhantomData<T>,
}

impl<T: Pod> PageVec<T> {
    /// Creates an array of `length` zeros. A page takes memory only after it is written to.
    pub(crate) fn zeroed(length: usize) -> Result<Self, Problem> {
        let bytes = length * size_of::<T>();
        let out_of_memory = |_| Problem::OutOfMemory { bytes: bytes as u64 };
        let map = match length {
            0 => None,
            _ => Some(MmapMut::map_anon(bytes).map_err(out_of_memory)?),
        };
        Ok(Self { map, length, released_bytes: 0, of: PhantomData })
    }

    /// Returns the values as a mutable slice.
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        match &mut self.map {
            Some(map) => &mut bytemuck::cast_slice_mut(&mut map[..])[..self.length],
            None => &mut [],
        }
    }

    /// Returns to the system the pages that contain only values before `end`. The content of these
    /// values is arbitrary afterwards.
    pub(crate) fn release_before(&mut self, end: usize) {
        let Some(map) = &mut self.map else { return };
        let end_bytes = (end.min(self.length) * size_of::<T>()) / PAGE * PAGE;
        if end_bytes <= self.released_bytes {
            return;
        }
        #[cfg(target_os = "linux")]
        {
            let length = end_bytes - self.released_bytes;
            // SAFETY: the mapping is private, anonymous and mutably borrowed, so no reference into
            // it exists. Its values are plain data, for which all bytes are valid.
            let advised = unsafe {
                map.unchecked_advise_range(
                    memmap2::UncheckedAdvice::DontNeed,
                    self.released_bytes,
                    length,
                )
            };
            // A failure costs memory, but never changes a value that is still in use.
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
