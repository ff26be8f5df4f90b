//! The values of an array of a graph: in a vector, or in memory that belongs to somebody else.
//!
//! A graph from another library (NumPy's arrays, a mapped file) need not be copied. [`Values::shared`]
//! keeps its owner alive. All other code sees a slice. Code that changes values owns them first.

use std::fmt;
use std::ops::{Deref, DerefMut};

use bytemuck::{AnyBitPattern, NoUninit, Pod};
use bytes::Bytes;

use crate::error::Problem;

/// The values of an array, which do not change while they are shared.
#[derive(Clone)]
pub struct Values<T>(Storage<T>);

#[derive(Clone)]
enum Storage<T> {
    Owned(Vec<T>),
    /// Bytes that are a whole number of values, with the alignment of values.
    Shared(Bytes),
}

impl<T: Pod> Values<T> {
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
            Storage::Shared(_) => self.to_vec(),
        }
    }

    /// Returns the vector of the values. Shared values are copied first.
    pub fn to_mut(&mut self) -> &mut Vec<T> {
        if let Storage::Shared(_) = self.0 {
            self.0 = Storage::Owned(self.to_vec());
        }
        match &mut self.0 {
            Storage::Owned(values) => values,
            Storage::Shared(_) => unreachable!("the values are owned now"),
        }
    }
}

impl<T> Default for Values<T> {
    fn default() -> Values<T> {
        Values(Storage::Owned(vec![]))
    }
}

impl<T: AnyBitPattern + NoUninit> Deref for Values<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            Storage::Owned(values) => values,
            Storage::Shared(bytes) => bytemuck::cast_slice(bytes),
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
