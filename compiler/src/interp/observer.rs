//! What a run tells its caller while it runs.

/// Receives events of a run.
pub trait Observer {
    /// A kernel is about to be launched. A caller can use this to limit the time between two
    /// launches.
    fn launched(&self, _kernel: &str) {}

    /// The program prints a line.
    fn printed(&self, _line: &str) {}
}

/// Ignores all events.
impl Observer for () {}
