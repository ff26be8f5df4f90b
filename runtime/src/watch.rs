//! Whether a run is still heard of, for another thread to ask.
//!
//! Nothing ends a kernel that does not end: the host waits for it inside the driver. What can be
//! done is to end the process, and a [`Watch`] says when: each launch that the host gets to give is a
//! sign of life, since it waits for the device every so often. The interpreter is watched alike.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// When a run was last heard of. Clones are of the same run.
#[derive(Debug, Clone, Default)]
pub struct Watch(Arc<Mutex<Option<Instant>>>);

impl Watch {
    /// Starts to listen, until what is returned is dropped.
    pub(crate) fn listen(&self) -> Listening<'_> {
        self.heard();
        Listening(self)
    }

    /// Notes a sign of life.
    pub(crate) fn heard(&self) {
        *self.last() = Some(Instant::now());
    }

    /// How long nothing was heard of the run; `None` while nothing runs.
    pub fn silent_for(&self) -> Option<Duration> {
        self.last().map(|last| last.elapsed())
    }

    fn last(&self) -> MutexGuard<'_, Option<Instant>> {
        // An instant is whole whenever a thread panics.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends listening when it is dropped.
pub(crate) struct Listening<'w>(&'w Watch);

impl Drop for Listening<'_> {
    fn drop(&mut self) {
        *self.0.last() = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_runs_is_silent() {
        let watch = Watch::default();
        assert_eq!(watch.silent_for(), None);
        let listening = watch.listen();
        let elsewhere = watch.clone();
        std::thread::sleep(Duration::from_millis(2));
        assert!(elsewhere.silent_for() >= Some(Duration::from_millis(2)));
        drop(listening);
        assert_eq!(elsewhere.silent_for(), None);
    }
}
