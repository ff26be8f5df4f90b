//! Whether a run is still heard of, for another thread to ask.
//!
//! Nothing ends a kernel that does not end: the host waits for it inside the driver. What can be
//! done is to end the process, and a [`Watch`] says when: each launch that the host gets to give is a
//! sign of life, since it waits for the device every so often. The interpreter is watched alike.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// When a run was last heard of. Clones are of the same run.
#[derive(Debug, Clone, Default)]
pub struct Watch(Arc<Mutex<Option<Heard>>>);

/// A sign of life.
#[derive(Debug)]
struct Heard {
    at: Instant,
    /// What was begun, where there are several things to do.
    begun: Option<String>,
}

impl Watch {
    /// Starts to listen, until what is returned is dropped.
    pub fn listen(&self) -> Listening<'_> {
        self.heard();
        Listening(self)
    }

    /// Notes a sign of life.
    pub fn heard(&self) {
        let mut last = self.last();
        let begun = last.take().and_then(|heard| heard.begun);
        *last = Some(Heard { at: Instant::now(), begun });
    }

    /// Notes what is begun, as a sign of life.
    pub fn begin(&self, what: String) {
        *self.last() = Some(Heard { at: Instant::now(), begun: Some(what) });
    }

    /// How long nothing was heard of the run; `None` while nothing runs.
    pub fn silent_for(&self) -> Option<Duration> {
        self.last().as_ref().map(|heard| heard.at.elapsed())
    }

    /// What is at work, in words, where there are several things to do.
    pub fn at_work(&self) -> Option<String> {
        self.last().as_ref().and_then(|heard| heard.begun.clone())
    }

    fn last(&self) -> MutexGuard<'_, Option<Heard>> {
        // What was heard is whole whenever a thread panics.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends listening when it is dropped.
pub struct Listening<'w>(&'w Watch);

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

    #[test]
    fn what_is_at_work_is_known_until_the_next() {
        let watch = Watch::default();
        let listening = watch.listen();
        assert_eq!(watch.at_work(), None);
        watch.begin("the first".into());
        watch.heard();
        assert_eq!(watch.at_work().as_deref(), Some("the first"));
        watch.begin("the second".into());
        assert_eq!(watch.at_work().as_deref(), Some("the second"));
        drop(listening);
        assert_eq!(watch.at_work(), None);
    }
}
