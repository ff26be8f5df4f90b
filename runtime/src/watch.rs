//! Heartbeats of a run, which let another thread detect a device that hangs.
//!
//! The host cannot stop a kernel that never ends: it waits for the kernel inside the driver. It can
//! only end its own process. A [`Watch`] tells another thread when to do so. A backend sends a
//! heartbeat with every launch and every round; because it regularly waits for the device,
//! heartbeats stop when the device hangs. The interpreter sends heartbeats too.
//!
//! A driver may take long to build kernels, and sends no heartbeats meanwhile. A build is therefore
//! watched separately, with a time limit of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::Error;

/// The last heartbeat of a run, the request to cancel it, and its time limit. Clones belong to the same run.
#[derive(Debug, Clone, Default)]
pub struct Watch(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    last: Mutex<Option<Heartbeat>>,
    end: Mutex<End>,
}

/// What ends a run early.
#[derive(Debug, Default)]
struct End {
    cancel: Cancel,
    /// The time at which the run has taken too long, and the limit.
    deadline: Option<(Instant, Duration)>,
}

/// A request to end a run early, which any thread may make. Clones are the same request.
///
/// A run ends between two launches or rounds of loops. A kernel that never ends cannot be cancelled,
/// except in the interpreter.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Ends the runs that have this request, now and in the future.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Returns whether the request was made.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// A heartbeat.
#[derive(Debug)]
struct Heartbeat {
    at: Instant,
    phase: Phase,
    /// The current activity, if a process has several things to do.
    activity: Option<String>,
    progress: Progress,
}

/// How far a run is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    /// The kernels that were launched since the host last waited for the device, without
    /// repetitions. One of them is running.
    pub kernels: Vec<String>,
    /// Number of kernels launched.
    pub launches: u64,
    /// Number of rounds of the loops of `main`. A loop that the device runs does not count.
    pub rounds: u64,
}

impl Heartbeat {
    fn new(phase: Phase) -> Heartbeat {
        Heartbeat { at: Instant::now(), phase, activity: None, progress: Progress::default() }
    }
}

/// What a watched process does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The driver builds kernels.
    Building,
    /// The device runs kernels.
    Running,
}

impl Watch {
    /// Lets a request cancel the following run, instead of the one that did so far, and gives the run a time limit, which
    /// starts now.
    pub fn obey(&self, cancel: &Cancel, limit: Option<Duration>) {
        let deadline = limit.and_then(|limit| Some((Instant::now().checked_add(limit)?, limit)));
        *self.end() = End { cancel: cancel.clone(), deadline };
    }

    /// Checks that the run may continue.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Cancelled`] if the run was cancelled, or [`Error::TimedOut`] if it has taken too long.
    pub fn check(&self) -> Result<(), Error> {
        let end = self.end();
        match end.deadline {
            _ if end.cancel.is_cancelled() => Err(Error::Cancelled),
            Some((at, limit)) if Instant::now() >= at => Err(Error::TimedOut(limit)),
            _ => Ok(()),
        }
    }

    fn end(&self) -> MutexGuard<'_, End> {
        // The value is complete whenever a thread panics.
        self.0.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts to watch a build of kernels, until the returned guard is dropped. A build sends no
    /// heartbeats.
    pub fn start_build(&self) -> Watching<'_> {
        *self.last() = Some(Heartbeat::new(Phase::Building));
        Watching(self)
    }

    /// Watches a part of a run as a build of kernels. The run then continues, with the same
    /// activity.
    pub fn during_build<T>(&self, build: impl FnOnce() -> T) -> T {
        let was_watched = self.last().is_some();
        self.beat(Phase::Building);
        let result = build();
        match was_watched {
            true => self.heartbeat(),
            false => *self.last() = None,
        }
        result
    }

    /// Starts to watch a run, until the returned guard is dropped.
    pub fn start(&self) -> Watching<'_> {
        self.heartbeat();
        Watching(self)
    }

    /// Sends a heartbeat.
    pub fn heartbeat(&self) {
        self.beat(Phase::Running);
    }

    fn beat(&self, phase: Phase) {
        self.update(phase, |_| ());
    }

    fn update(&self, phase: Phase, change: impl FnOnce(&mut Progress)) {
        let mut last = self.last();
        let heartbeat = last.get_or_insert_with(|| Heartbeat::new(phase));
        (heartbeat.at, heartbeat.phase) = (Instant::now(), phase);
        change(&mut heartbeat.progress);
    }

    /// Sends a heartbeat: a kernel is launched, or a loop that runs on the device.
    pub fn launched(&self, kernel: &str) {
        self.update(Phase::Running, |progress| {
            progress.launches += 1;
            if !progress.kernels.iter().any(|known| known == kernel) {
                progress.kernels.push(kernel.to_owned());
            }
        });
    }

    /// Sends a heartbeat, if a run is watched: all kernels that were launched have finished.
    pub fn finished(&self) {
        if let Some(last) = self.last().as_mut().filter(|last| last.phase == Phase::Running) {
            last.at = Instant::now();
            last.progress.kernels.clear();
        }
    }

    /// Sends a heartbeat: a round of a loop of `main` starts.
    pub fn round(&self) {
        self.update(Phase::Running, |progress| progress.rounds += 1);
    }

    /// Returns how far the run is, and `None` if no run is watched.
    pub fn progress(&self) -> Option<Progress> {
        let last = self.last();
        let running = last.as_ref().filter(|last| last.phase == Phase::Running);
        running.map(|last| last.progress.clone())
    }

    /// Sends a heartbeat, and names the activity that starts.
    pub fn set_activity(&self, what: String) {
        *self.last() = Some(Heartbeat { activity: Some(what), ..Heartbeat::new(Phase::Running) });
    }

    /// Returns the time since the last heartbeat of a run, and `None` if no run is watched.
    pub fn silent_for(&self) -> Option<Duration> {
        self.time_in(Phase::Running)
    }

    /// Returns the time since a build of kernels started, and `None` if no build is watched.
    pub fn building_for(&self) -> Option<Duration> {
        self.time_in(Phase::Building)
    }

    fn time_in(&self, phase: Phase) -> Option<Duration> {
        self.last().as_ref().filter(|last| last.phase == phase).map(|last| last.at.elapsed())
    }

    /// Returns the current activity in words, if the process named one.
    pub fn activity(&self) -> Option<String> {
        self.last().as_ref().and_then(|last| last.activity.clone())
    }

    fn last(&self) -> MutexGuard<'_, Option<Heartbeat>> {
        // The value is complete whenever a thread panics.
        self.0.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the watch of a run or build when it is dropped.
pub struct Watching<'w>(&'w Watch);

impl Drop for Watching<'_> {
    fn drop(&mut self) {
        *self.0.last() = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_ends_by_its_request_or_its_limit() {
        let watch = Watch::default();
        let cancel = Cancel::default();
        watch.obey(&cancel, Some(Duration::MAX));
        assert!(watch.check().is_ok());
        watch.obey(&cancel, Some(Duration::ZERO));
        assert!(matches!(watch.check(), Err(Error::TimedOut(Duration::ZERO))));
        cancel.cancel();
        assert!(matches!(watch.check(), Err(Error::Cancelled)));
        watch.obey(&Cancel::default(), None);
        assert!(watch.check().is_ok());
    }

    #[test]
    fn only_what_runs_is_silent() {
        let watch = Watch::default();
        assert_eq!(watch.silent_for(), None);
        let watching = watch.start();
        let elsewhere = watch.clone();
        std::thread::sleep(Duration::from_millis(2));
        assert!(elsewhere.silent_for() >= Some(Duration::from_millis(2)));
        drop(watching);
        assert_eq!(elsewhere.silent_for(), None);
    }

    #[test]
    fn a_build_is_not_a_silent_run() {
        let watch = Watch::default();
        let building = watch.start_build();
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(watch.silent_for(), None);
        assert!(watch.building_for() >= Some(Duration::from_millis(2)));
        drop(building);
        assert_eq!(watch.building_for(), None);
        let running = watch.start();
        assert_eq!(watch.building_for(), None);
        assert!(watch.silent_for().is_some());
        drop(running);
    }

    #[test]
    fn a_build_within_a_run_is_not_silence() {
        let watch = Watch::default();
        watch.during_build(|| assert!(watch.building_for().is_some()));
        assert_eq!((watch.silent_for(), watch.building_for()), (None, None));
        let watching = watch.start();
        watch.set_activity("it".into());
        watch.during_build(|| {
            std::thread::sleep(Duration::from_millis(2));
            assert_eq!((watch.silent_for(), watch.activity().as_deref()), (None, Some("it")));
            assert!(watch.building_for() >= Some(Duration::from_millis(2)));
        });
        assert_eq!((watch.building_for(), watch.activity().as_deref()), (None, Some("it")));
        assert!(watch.silent_for().is_some());
        drop(watching);
    }

    #[test]
    fn kernels_are_known_until_they_have_finished() {
        let watch = Watch::default();
        let watching = watch.start();
        for kernel in ["visit", "relax", "visit"] {
            watch.launched(kernel);
        }
        watch.round();
        let progress = watch.progress().unwrap();
        assert_eq!(progress.kernels, ["visit", "relax"]);
        assert_eq!((progress.launches, progress.rounds), (3, 1));
        watch.finished();
        assert_eq!(watch.progress().unwrap().kernels, [""; 0]);
        drop(watching);
        assert_eq!(watch.progress(), None);
    }

    #[test]
    fn what_is_at_work_is_known_until_the_next() {
        let watch = Watch::default();
        let watching = watch.start();
        assert_eq!(watch.activity(), None);
        watch.set_activity("the first".into());
        watch.heartbeat();
        assert_eq!(watch.activity().as_deref(), Some("the first"));
        watch.set_activity("the second".into());
        assert_eq!(watch.activity().as_deref(), Some("the second"));
        drop(watching);
        assert_eq!(watch.activity(), None);
    }
}
