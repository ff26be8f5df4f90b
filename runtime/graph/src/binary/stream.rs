//! Reads sections of values from a byte stream.

use std::io::{Cursor, ErrorKind, Read};
use std::mem::size_of;

use bytemuck::Pod;

use crate::error::Problem;

/// Bytes per read if the values are converted.
const PIECE: usize = 1 << 18;
/// Bytes per read if the values are not converted. A piece of this size can be hashed on all
/// threads.
const LARGE_PIECE: usize = 1 << 22;

/// A binary file, read from front to back.
pub(crate) struct Stream<'input> {
    input: Box<dyn Read + Send + 'input>,
    hasher: Option<blake3::Hasher>,
}

/// A value that a little-endian file can hold.
pub(crate) trait FileValue: Pod {
    /// Converts the value from the byte order of the file to that of the machine.
    fn to_native(self) -> Self;
}

macro_rules! file_values {
    ($($type:ty),*) => {$(
        impl FileValue for $type {
            #[inline]
            fn to_native(self) -> Self {
                Self::from_le(self)
            }
        }
    )*};
}

file_values!(u8, u32, i32, u64, i64);

impl FileValue for f64 {
    #[inline]
    fn to_native(self) -> Self {
        Self::from_bits(u64::from_le(self.to_bits()))
    }
}

impl FileValue for [i32; 2] {
    #[inline]
    fn to_native(self) -> Self {
        self.map(FileValue::to_native)
    }
}

impl<'input> Stream<'input> {
    /// Creates a stream that reads `input`.
    pub(crate) fn new(input: Box<dyn Read + Send + 'input>) -> Self {
        Self { input, hasher: None }
    }

    /// Starts to hash all bytes that are read from now on.
    pub(crate) fn hash(&mut self) {
        self.hasher = Some(blake3::Hasher::new());
    }

    /// Stops hashing and returns the state with which [`Self::resume_hash`] continues.
    pub(crate) fn pause_hash(&mut self) -> Option<blake3::Hasher> {
        self.hasher.take()
    }

    /// Continues hashing with the state that [`Self::pause_hash`] returned.
    pub(crate) fn resume_hash(&mut self, hasher: Option<blake3::Hasher>) {
        self.hasher = hasher;
    }

    /// Ends hashing and returns the hash of the bytes read since [`Self::hash`].
    pub(crate) fn take_hash(&mut self) -> Option<blake3::Hash> {
        self.hasher.take().map(|hasher| hasher.finalize())
    }

    fn fill(&mut self, bytes: &mut [u8], section: &'static str) -> Result<(), Problem> {
        self.input.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => Problem::Truncated { section },
            _ => error.into(),
        })?;
        if let Some(hasher) = &mut self.hasher {
            match bytes.len() < PIECE {
                true => hasher.update(bytes),
                false => hasher.update_rayon(bytes),
            };
        }
        Ok(())
    }

    /// Reads one value.
    pub(crate) fn value<T: FileValue>(&mut self, section: &'static str) -> Result<T, Problem> {
        let mut value = T::zeroed();
        self.fill(bytemuck::bytes_of_mut(&mut value), section)?;
        Ok(value.to_native())
    }

    /// Reads `count` values and passes them to `visit` in pieces.
    pub(crate) fn pieces<T: FileValue>(
        &mut self,
        count: usize,
        section: &'static str,
        mut visit: impl FnMut(&[T]) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut piece = vec![T::zeroed(); count.min(PIECE / size_of::<T>())];
        let mut left = count;
        while left > 0 {
            let values = left.min(piece.len());
            let piece = &mut piece[..values];
            self.fill(bytemuck::cast_slice_mut(piece), section)?;
            piece.iter_mut().for_each(|value| *value = value.to_native());
            visit(piece)?;
            left -= values;
        }
        Ok(())
    }

    /// Reads `count` values without conversion.
    pub(crate) fn values<T: FileValue>(
        &mut self,
        count: usize,
        section: &'static str,
    ) -> Result<Vec<T>, Problem> {
        let mut values = Vec::new();
        while values.len() < count {
            let start = values.len();
            let more = (count - start).min(LARGE_PIECE / size_of::<T>());
            append(&mut values, more)?;
            values.resize(start + more, T::zeroed());
            let piece = &mut values[start..];
            self.fill(bytemuck::cast_slice_mut(piece), section)?;
            piece.iter_mut().for_each(|value| *value = value.to_native());
        }
        Ok(values)
    }

    /// Reads `count` values and converts each with `convert`, which also receives the earlier
    /// results.
    pub(crate) fn converted<T: FileValue, U>(
        &mut self,
        count: usize,
        section: &'static str,
        mut convert: impl FnMut(T, &[U]) -> Result<U, Problem>,
    ) -> Result<Vec<U>, Problem> {
        let mut values = Vec::new();
        self.pieces(count, section, |piece: &[T]| {
            append(&mut values, piece.len())?;
            for &value in piece {
                let converted = convert(value, &values)?;
                values.push(converted);
            }
            Ok(())
        })?;
        Ok(values)
    }

    /// Skips `count` bytes, which must be zero.
    pub(crate) fn padding(&mut self, count: usize) -> Result<(), Problem> {
        self.pieces(count, "padding", |piece: &[u8]| match piece.iter().all(|&byte| byte == 0) {
            true => Ok(()),
            false => Err(Problem::Corrupt("bytes between sections must be zero".into())),
        })
    }

    /// Returns whether the file has no further bytes. Must not be called while bytes are hashed.
    pub(crate) fn is_at_end(&mut self) -> Result<bool, Problem> {
        let mut next = Vec::new();
        (&mut self.input).take(1).read_to_end(&mut next)?;
        let is_at_end = next.is_empty();
        let rest = std::mem::replace(&mut self.input, Box::new(std::io::empty()));
        self.input = Box::new(Cursor::new(next).chain(rest));
        Ok(is_at_end)
    }

    /// Checks that at most `most` bytes follow and that they are zero.
    pub(crate) fn end(&mut self, most: usize) -> Result<(), Problem> {
        let mut rest = Vec::new();
        let limit = most as u64 + 1;
        (&mut self.input).take(limit).read_to_end(&mut rest)?;
        if rest.len() > most || rest.iter().any(|&byte| byte != 0) {
            return Err(Problem::TrailingBytes);
        }
        Ok(())
    }
}

/// Reserves room for `more` values. A failed allocation is an error, not an abort.
pub(crate) fn append<T>(values: &mut Vec<T>, more: usize) -> Result<(), Problem> {
    let bytes = (values.len() + more) as u64 * size_of::<T>() as u64;
    values.try_reserve(more).map_err(|_| Problem::OutOfMemory { bytes })
}
