//! Counts the calls to the driver.

/// Number of calls of each kind that a session has made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// Number of kernel launches.
    pub launches: u64,
    /// Number of reads from buffers. Every read waits.
    pub reads: u64,
    /// Number of bytes that the reads returned.
    pub read_bytes: u64,
    /// Number of writes from host memory to buffers.
    pub writes: u64,
    /// Number of bytes that the writes transferred.
    pub write_bytes: u64,
    /// Number of fills of a buffer with a pattern.
    pub fills: u64,
    /// Number of copies from buffer to buffer.
    pub copies: u64,
    /// Number of kernel arguments that were set. Setting an argument to its current value is not a
    /// call.
    pub arguments: u64,
    /// Number of waits for all commands of the queue.
    pub finishes: u64,
    /// Number of flushes, which submit commands without waiting.
    pub flushes: u64,
    /// Number of buffers that were allocated.
    pub allocations: u64,
    /// Number of programs that were built or loaded from the cache.
    pub builds: u64,
}

impl Calls {
    /// Number of commands put into the queue: launches, reads, writes, fills and copies.
    pub fn enqueued(&self) -> u64 {
        self.launches + self.reads + self.writes + self.fills + self.copies
    }

    /// Returns the number of calls since `earlier`, which must come from the same session.
    pub fn since(&self, earlier: &Calls) -> Calls {
        Calls {
            launches: self.launches.saturating_sub(earlier.launches),
            reads: self.reads.saturating_sub(earlier.reads),
            read_bytes: self.read_bytes.saturating_sub(earlier.read_bytes),
            writes: self.writes.saturating_sub(earlier.writes),
            write_bytes: self.write_bytes.saturating_sub(earlier.write_bytes),
            fills: self.fills.saturating_sub(earlier.fills),
            copies: self.copies.saturating_sub(earlier.copies),
            arguments: self.arguments.saturating_sub(earlier.arguments),
            finishes: self.finishes.saturating_sub(earlier.finishes),
            flushes: self.flushes.saturating_sub(earlier.flushes),
            allocations: self.allocations.saturating_sub(earlier.allocations),
            builds: self.builds.saturating_sub(earlier.builds),
        }
    }
}
