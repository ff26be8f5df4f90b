//! Threads that run a function together.
//!
//! The threads of a team live as long as the team. Between two functions, a thread spins for some
//! microseconds, because the rounds of a graph algorithm follow each other closely, and sleeps
//! after that. If the team has more threads than the machine has cores, threads do not spin.

use std::cell::UnsafeCell;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use crate::error::Error;

/// Number of checks for work before a thread sleeps: 50 to 100 µs.
const SPINS: u32 = 4000;

/// A function that the threads of a team run. Its argument is the number of the thread.
type Work<'a> = dyn Fn(usize) + Sync + 'a;

/// Some threads, one of which is the thread that [runs](Team::run) a function.
pub struct Team {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

struct Shared {
    /// Number of functions that the team was given.
    generation: AtomicU64,
    /// The function of this generation. The leader writes it before it increases the generation,
    /// and does not change it until `busy` is zero.
    work: UnsafeCell<Option<*const Work<'static>>>,
    /// Number of workers that have not completed the function.
    busy: AtomicU32,
    /// Number of workers that sleep or are about to.
    sleeping: AtomicU32,
    has_ended: AtomicBool,
    panicked: AtomicBool,
    spins: u32,
    lock: Mutex<()>,
    wake: Condvar,
}

// SAFETY: `work` is written by the leader only while no worker reads it.
unsafe impl Sync for Shared {}
// SAFETY: the pointer is used only while the leader waits inside of `run`.
unsafe impl Send for Shared {}

impl Team {
    /// Starts a team of `threads` threads, of which the caller is one.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system cannot start a thread.
    pub fn new(threads: NonZero<usize>) -> Result<Team, Error> {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let shared = Arc::new(Shared {
            generation: AtomicU64::new(0),
            work: UnsafeCell::new(None),
            busy: AtomicU32::new(0),
            sleeping: AtomicU32::new(0),
            has_ended: AtomicBool::new(false),
            panicked: AtomicBool::new(false),
            spins: if threads.get() > cores { 0 } else { SPINS },
            lock: Mutex::new(()),
            wake: Condvar::new(),
        });
        let mut team = Team { shared, workers: vec![] };
        for number in 1..threads.get() {
            let shared = Arc::clone(&team.shared);
            let builder = std::thread::Builder::new().name(format!("igc-{number}"));
            let worker = builder.spawn(move || shared.work(number)).map_err(Error::Thread)?;
            team.workers.push(worker);
        }
        Ok(team)
    }

    /// Returns the number of threads, including the caller.
    pub fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Runs a function on every thread of the team, and returns when all of them have completed it.
    ///
    /// Everything that happened before is visible to the function, and everything that the function
    /// did is visible afterwards.
    ///
    /// # Panics
    ///
    /// Panics if the function panics on any thread.
    pub fn run(&mut self, work: &Work<'_>) {
        let shared = &*self.shared;
        if self.workers.is_empty() {
            return work(0);
        }
        // SAFETY: the lifetime ends when `run` returns, and the workers have completed the function
        // by then. No worker reads `work` now, because `busy` is zero.
        unsafe {
            let work = std::mem::transmute::<*const Work<'_>, *const Work<'static>>(work);
            *shared.work.get() = Some(work);
        }
        shared.busy.store(self.workers.len() as u32, Ordering::Relaxed);
        // Sequentially consistent, together with `sleeping`: either a worker sees the generation
        // before it sleeps, or the leader sees that it sleeps.
        shared.generation.fetch_add(1, Ordering::SeqCst);
        if shared.sleeping.load(Ordering::SeqCst) > 0 {
            let _guard = shared.lock.lock().unwrap_or_else(PoisonError::into_inner);
            shared.wake.notify_all();
        }
        let waiting = WaitForWorkers(shared);
        work(0);
        drop(waiting);
        assert!(!shared.panicked.load(Ordering::Relaxed), "a thread of the team panicked");
    }
}

/// Waits for the workers when it is dropped, also if the leader's own share panics.
struct WaitForWorkers<'s>(&'s Shared);

impl Drop for WaitForWorkers<'_> {
    fn drop(&mut self) {
        let mut checks = 0;
        while self.0.busy.load(Ordering::Acquire) > 0 {
            pause(&mut checks, self.0.spins);
        }
    }
}

/// Waits for a moment: first without giving up the core, later with.
fn pause(checks: &mut u32, spins: u32) {
    if *checks < spins {
        *checks += 1;
        std::hint::spin_loop();
    } else {
        std::thread::yield_now();
    }
}

impl Shared {
    /// Runs functions until the team ends.
    fn work(&self, number: usize) {
        let mut known = 0;
        loop {
            known = self.next_generation(known);
            if self.has_ended.load(Ordering::Acquire) {
                return;
            }
            // SAFETY: the leader wrote the function before the generation, and waits for `busy`.
            let work = unsafe { (*self.work.get()).map(|work| &*work) };
            let run = std::panic::AssertUnwindSafe(|| work.into_iter().for_each(|f| f(number)));
            if std::panic::catch_unwind(run).is_err() {
                self.panicked.store(true, Ordering::Relaxed);
            }
            self.busy.fetch_sub(1, Ordering::Release);
        }
    }

    /// Waits until the generation differs from a known one, and returns it.
    fn next_generation(&self, known: u64) -> u64 {
        for _ in 0..self.spins {
            let now = self.generation.load(Ordering::Acquire);
            if now != known {
                return now;
            }
            std::hint::spin_loop();
        }
        self.sleeping.fetch_add(1, Ordering::SeqCst);
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let now = self.generation.load(Ordering::SeqCst);
            if now != known {
                self.sleeping.fetch_sub(1, Ordering::SeqCst);
                return now;
            }
            guard = self.wake.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.shared.has_ended.store(true, Ordering::Release);
        self.shared.generation.fetch_add(1, Ordering::SeqCst);
        {
            let _guard = self.shared.lock.lock().unwrap_or_else(PoisonError::into_inner);
            self.shared.wake.notify_all();
        }
        for worker in self.workers.drain(..) {
            // A panic of a worker was reported when it happened.
            let _ = worker.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn team(threads: usize) -> Team {
        Team::new(NonZero::new(threads).expect("there is a thread")).expect("threads start")
    }

    #[test]
    fn every_thread_runs_every_function_once() {
        for threads in [1, 2, 3, 16] {
            let mut team = team(threads);
            let counts: Vec<AtomicU32> = (0..threads).map(|_| AtomicU32::new(0)).collect();
            for _ in 0..1000 {
                team.run(&|number| {
                    counts[number].fetch_add(1, Ordering::Relaxed);
                });
            }
            assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == 1000));
        }
    }

    #[test]
    fn threads_that_sleep_are_woken() {
        let mut team = team(3);
        for _ in 0..5 {
            std::thread::sleep(std::time::Duration::from_millis(5));
            let count = AtomicU32::new(0);
            team.run(&|_| {
                count.fetch_add(1, Ordering::Relaxed);
            });
            assert_eq!(count.into_inner(), 3);
        }
    }

    #[test]
    fn a_panic_of_a_worker_reaches_the_leader() {
        let mut team = team(2);
        let run = std::panic::AssertUnwindSafe(|| team.run(&|number| assert_eq!(number, 0)));
        assert!(std::panic::catch_unwind(run).is_err());
    }
}
