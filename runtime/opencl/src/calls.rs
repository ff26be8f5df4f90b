//! Counts the calls to the driver.

/// Number of calls of each kind that a session has made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// Number of kernel launches.
    pub launches: u64,
    /// Number of reads. Every read waits.
    pub reads: u64,
    /// Number of bytes read.
    pub read_bytes: u64,
    /// Number of writes from host memory.
    pub writes: u64,
    /// Number of bytes written.
    pub write_bytes: u64,
    /// Number of fills with a pattern.
    pub fills: u64,
    /// Number of copies from buffer to buffer.
    pub copies: u64,
    /// Number of kernel arguments set. Setting an argument to its current value is not a call.
    pub arguments: u64,
    /// Number of waits for all commands.
    pub finishes: u64,
    /// Number of flushes, which submit commands without waiting.
    pub flushes: u64,
    /// Number of buffers allocated.
    pub allocations: u64,
    /// Number of programs built or loaded from the cache.
    pub builds: u64,
}

impl Calls {
    /// Number of commands put into the queue: launches, reads, writes, fills and copies.
    pub fn enqueued(&self) -> u64 {
        self.launches + self.reads + self.writes + self.fills + self.copies
    }

    /// The calls made since `earlier`, which must come from the same session.
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
