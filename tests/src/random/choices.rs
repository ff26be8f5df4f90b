//! Where the generator's decisions come from: a string of bytes, so that proptest and a fuzzer can
//! both drive it.

/// Bytes that are turned into decisions one by one. Past the end every decision is the first of its
/// alternatives, which the generator makes the smallest: the length bounds the program.
pub struct Choices<'b> {
    bytes: &'b [u8],
}

impl<'b> Choices<'b> {
    /// Decisions from these bytes.
    pub fn new(bytes: &'b [u8]) -> Choices<'b> {
        Choices { bytes }
    }

    /// A number below `bound`; 0 where the bytes have ended.
    pub fn below(&mut self, bound: usize) -> usize {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(*first) % bound.max(1)
    }

    /// Whether something happens that does once in `of` times; not where the bytes have ended.
    pub fn once_in(&mut self, of: usize) -> bool {
        self.below(of) + 1 == of
    }

    /// One of these; the first where the bytes have ended.
    ///
    /// # Panics
    ///
    /// There is none.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}
