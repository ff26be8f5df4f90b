//! The source of the generator's decisions: a sequence of bytes, which proptest and a fuzzer can
//! both produce.

/// A sequence of bytes that become decisions one by one. After the last byte, every decision is the
/// first alternative, which is the smallest one. The number of bytes therefore limits the size of
/// the program.
pub struct Choices<'b> {
    bytes: &'b [u8],
}

impl<'b> Choices<'b> {
    /// Creates a source from bytes.
    pub fn new(bytes: &'b [u8]) -> Choices<'b> {
        Choices { bytes }
    }

    /// Makes a decision: returns a number below `bound`, or 0 after the last byte.
    pub fn below(&mut self, bound: usize) -> usize {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(*first) % bound.max(1)
    }

    /// Makes a decision: returns true with probability 1/`of`, or false after the last byte.
    pub fn once_in(&mut self, of: usize) -> bool {
        self.below(of) + 1 == of
    }

    /// Makes a decision: returns one of the alternatives in `of`, or the first one after the last
    /// byte.
    ///
    /// # Panics
    ///
    /// Panics if there are no alternatives.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}
