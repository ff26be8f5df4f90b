//! Counts of the calls that reach the driver.

/// How many calls of each kind a session has made. Two counts subtract to what lies between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// Kernels launched.
    pub launches: u64,
    /// Reads, each of which waits.
    pub reads: u64,
    /// Bytes read.
    pub read_bytes: u64,
    /// Writes from host memory.
    pub writes: u64,
    /// Bytes written.
    pub write_bytes: u64,
    /// Fills with a pattern.
    pub fills: u64,
    /// Copies from buffer to buffer.
    pub copies: u64,
    /// Kernel arguments set; an argument that did not change is not set again.
    pub arguments: u64,
    /// Waits for everything given.
    pub finishes: u64,
    /// Hand-overs without a wait.
    pub flushes: u64,
    /// Buffers allocated.
    pub allocations: u64,
    /// Programs built or loaded.
    pub builds: u64,
}

impl Calls {
    /// Commands put into the queue: launches, reads, writes, fills and copies.
    pub fn enqueued(&self) -> u64 {
        self.launches + self.reads + self.writes + self.fills + self.copies
    }

    /// The calls made after `earlier` was taken from the same session.
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
