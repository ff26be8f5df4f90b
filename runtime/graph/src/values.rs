//! The values of an array of a graph: in a vector, in memory that belongs to somebody else, or on a
//! device.
//!
//! A graph from another library (NumPy's arrays, a mapped file) need not be copied. [`Values::shared`]
//! keeps its owner alive. All other code sees a slice. Code that changes values owns them first.
//! [`Values::remote`] are on a device, and the host copies them when it first needs them.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use bytemuck::Pod;
use bytes::Bytes;

use crate::error::Problem;

/// Number of bytes of whole arrays that the host has copied from devices.
static COPIED: AtomicU64 = AtomicU64::new(0);

/// Returns the number of bytes that the host has copied so far because code needed whole arrays of [`Values::remote`]. A few
/// values that are read alone do not count.
pub fn copied_from_devices() -> u64 {
    COPIED.load(Ordering::Relaxed)
}

/// The values of an array, which do not change while they are shared.
#[derive(Clone)]
pub struct Values<T>(Storage<T>);

#[derive(Clone)]
enum Storage<T> {
    Owned(Vec<T>),
    /// Bytes that are a whole number of values, with the alignment of values.
    Shared(Bytes),
    Remote(Arc<Remote<T>>),
}

/// Values in memory that the host cannot read directly.
struct Remote<T> {
    memory: Box<dyn RemoteMemory>,
    length: usize,
    /// All values, after the host first needed them.
    copy: OnceLock<Vec<T>>,
}

/// Memory that the host cannot read directly, such as that of a GPU. Its content never changes.
pub trait RemoteMemory: Send + Sync {
    /// Copies bytes to the host, from `offset`.
    ///
    /// # Errors
    ///
    /// Returns the reason why this failed, in words for the user.
    fn read(&self, offset: usize, to: &mut [u8]) -> Result<(), String>;
}

impl<T: Pod> Remote<T> {
    /// Copies a range of values to the host.
    ///
    /// # Panics
    ///
    /// Panics if the device fails: the values cannot be had any more.
    fn read(&self, range: Range<usize>) -> Vec<T> {
        let mut values = vec![T::zeroed(); range.len()];
        let to = bytemuck::cast_slice_mut(&mut values);
        if let Err(reason) = self.memory.read(range.start * size_of::<T>(), to) {
            panic!("the graph on the device cannot be read: {reason}");
        }
        values
    }
}

impl<T: Pod> Values<T> {
    /// Uses memory of a device. The host copies all values when code first uses the slice.
    ///
    /// # Panics
    ///
    /// Code that uses the slice panics if the memory cannot be read.
    pub fn remote(memory: impl RemoteMemory + 'static, length: usize) -> Values<T> {
        let memory = Box::new(memory);
        Values(Storage::Remote(Arc::new(Remote { memory, length, copy: OnceLock::new() })))
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        match &self.0 {
            Storage::Remote(remote) => remote.length,
            Storage::Owned(_) | Storage::Shared(_) => (**self).len(),
        }
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a few values. Those of a device are read alone, unless all of them are on the host already.
    pub fn part(&self, range: Range<usize>) -> Cow<'_, [T]> {
        match &self.0 {
            Storage::Remote(remote) if remote.copy.get().is_none() => {
                Cow::Owned(remote.read(range))
            }
            _ => Cow::Borrowed(&self[range]),
        }
    }

    /// Uses the memory of `owner` without a copy. The owner lives as long as the values or a clone of
    /// them. It must not change the values meanwhile.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory is not aligned for values, or ends within a value.
    pub fn shared(owner: impl AsRef<[u8]> + Send + 'static) -> Result<Values<T>, Problem> {
        let bytes = Bytes::from_owner(owner);
        match bytemuck::try_cast_slice::<u8, T>(&bytes) {
            Ok(_) => Ok(Values(Storage::Shared(bytes))),
            Err(reason) => {
                let size = size_of::<T>();
                Err(Problem::Memory { what: format!("values of {size} bytes: {reason}") })
            }
        }
    }

    /// Returns the values in a vector, which is a copy if they are shared.
    pub fn into_vec(self) -> Vec<T> {
        match self.0 {
            Storage::Owned(values) => values,
            Storage::Shared(_) | Storage::Remote(_) => self.to_vec(),
        }
    }

    /// Returns the vector of the values. Shared values are copied first.
    pub fn to_mut(&mut self) -> &mut Vec<T> {
        if let Storage::Shared(_) | Storage::Remote(_) = self.0 {
            self.0 = Storage::Owned(self.to_vec());
        }
        match &mut self.0 {
            Storage::Owned(values) => values,
            Storage::Shared(_) | Storage::Remote(_) => unreachable!("the values are owned now"),
        }
    }
}

impl<T> Default for Values<T> {
    fn default() -> Values<T> {
        Values(Storage::Owned(vec![]))
    }
}

impl<T: Pod> Deref for Values<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            Storage::Owned(values) => values,
            Storage::Shared(bytes) => bytemuck::cast_slice(bytes),
            Storage::Remote(remote) => remote.copy.get_or_init(|| {
                COPIED.fetch_add((remote.length * size_of::<T>()) as u64, Ordering::Relaxed);
                remote.read(0..remote.length)
            }),
        }
    }
}

impl<T: Pod> DerefMut for Values<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.to_mut()
    }
}

impl<T> From<Vec<T>> for Values<T> {
    fn from(values: Vec<T>) -> Values<T> {
        Values(Storage::Owned(values))
    }
}

impl<T> FromIterator<T> for Values<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Values<T> {
        Vec::from_iter(values).into()
    }
}

impl<'v, T: Pod> IntoIterator for &'v Values<T> {
    type Item = &'v T;
    type IntoIter = std::slice::Iter<'v, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Pod + fmt::Debug> fmt::Debug for Values<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Pod + PartialEq> PartialEq for Values<T> {
    fn eq(&self, other: &Values<T>) -> bool {
        **self == **other
    }
}

impl<T: Pod + Eq> Eq for Values<T> {}

impl<T: Pod + PartialEq, const N: usize> PartialEq<[T; N]> for Values<T> {
    fn eq(&self, other: &[T; N]) -> bool {
        **self == other[..]
    }
}

impl<T: Pod + PartialEq> PartialEq<Vec<T>> for Values<T> {
    fn eq(&self, other: &Vec<T>) -> bool {
        **self == other[..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_values_are_copied_only_when_they_change() {
        let memory: Vec<u8> = bytemuck::cast_slice(&[1u64, 2, 3]).to_vec();
        let address = memory.as_ptr();
        let Ok(mut values) = Values::<u8>::shared(memory) else { panic!("bytes are aligned") };
        assert_eq!((values.as_ptr(), values.len()), (address, 24));
        values[0] = 7;
        assert_ne!(values.as_ptr(), address);
        assert_eq!((values[0], values[8]), (7, 2));
    }

    /// Values of a device, which count the bytes that the host has read.
    struct Device(Vec<u32>, Arc<std::sync::atomic::AtomicUsize>);

    impl RemoteMemory for Device {
        fn read(&self, offset: usize, to: &mut [u8]) -> Result<(), String> {
            self.1.fetch_add(to.len(), std::sync::atomic::Ordering::Relaxed);
            to.copy_from_slice(&bytemuck::cast_slice(&self.0)[offset..offset + to.len()]);
            Ok(())
        }
    }

    #[test]
    fn values_of_a_device_are_copied_once_and_only_when_they_are_used() {
        let read = Arc::default();
        let values = Values::<u32>::remote(Device(vec![5, 6, 7, 8], Arc::clone(&read)), 4);
        let bytes = || read.load(std::sync::atomic::Ordering::Relaxed);
        assert_eq!((values.len(), values.is_empty(), bytes()), (4, false, 0));
        assert_eq!((&*values.part(1..3), bytes()), (&[6, 7][..], 8));
        let mut clone = values.clone();
        // Tests of other modules have no values of a device.
        let before = copied_from_devices();
        assert_eq!((&*clone, bytes()), (&[5, 6, 7, 8][..], 24));
        assert_eq!(copied_from_devices() - before, 16);
        assert_eq!((&*values.part(3..4), bytes()), (&[8][..], 24));
        clone[0] = 1;
        assert_eq!((clone.into_vec(), values[0], bytes()), (vec![1, 6, 7, 8], 5, 24));
    }

    #[test]
    fn memory_that_is_no_array_is_refused() {
        struct Owner(Vec<u64>, usize);
        impl AsRef<[u8]> for Owner {
            fn as_ref(&self) -> &[u8] {
                &bytemuck::cast_slice(&self.0)[self.1..]
            }
        }
        let of = |start| Values::<u32>::shared(Owner(vec![5, 6], start));
        assert_eq!(of(4).map(|values| values.to_vec()).ok(), Some(vec![0, 6, 0]));
        for start in [1, 2, 13] {
            assert!(matches!(of(start), Err(Problem::Memory { .. })), "{start}");
        }
    }
}
