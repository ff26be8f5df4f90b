//! The source of the generator's decisions: a sequence of bytes, which proptest and a fuzzer can
//! both produce.

/// Bytes that become decisions one by one. After the last byte, every decision is the first
/// alternative, which is the smallest one. Therefore the number of bytes limits the size of the
/// program.
pub struct Choices<'b> {
    bytes: &'b [u8],
}

impl<'b> Choices<'b> {
    /// Creates a source from bytes.
    pub fn new(bytes: &'b [u8]) -> Choices<'b> {
        Choices { bytes }
    }

    /// Returns a number below `bound`, or 0 after the last byte.
    pub fn below(&mut self, bound: usize) -> usize {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(*first) % bound.max(1)
    }

    /// Returns true with probability 1/`of`, or false after the last byte.
    pub fn once_in(&mut self, of: usize) -> bool {
        self.below(of) + 1 == of
    }

    /// Returns an alternative, or the first one after the last byte.
    ///
    /// # Panics
    ///
    /// Panics if there are no alternatives.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}
