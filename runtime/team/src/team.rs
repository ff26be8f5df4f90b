//! The threads of a team: how they start, wait and end.
//!
//! The threads of a team live as long as the team. Between two functions, a thread spins for some
//! microseconds, because the rounds of a graph algorithm follow each other closely, and sleeps
//! after that. If the team has more threads than the machine has cores, threads do not spin.

use std::num::NonZero;
use std::sync::PoisonError;

use crate::perturbation::Perturbation;
use crate::sync::{
    Arc, AtomicBool, AtomicU32, AtomicU64, Builder, Condvar, JoinHandle, Mutex, Ordering,
    UnsafeCell, fence, spin_loop, yield_now,
};

/// Number of checks for work before a thread sleeps: 50 to 100 µs. Under loom, each check
/// multiplies the number of interleavings.
const SPINS: u32 = if cfg!(loom) { 1 } else { 4000 };

/// Size of the stack of each thread that a team starts, in bytes. Without it, the size would depend
/// on the environment variable `RUST_MIN_STACK`.
pub const STACK_BYTES: usize = 1 << 20;

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
    perturbation: Perturbation,
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
    pub fn new(threads: NonZero<usize>) -> std::io::Result<Team> {
        Team::start(threads, Perturbation::default())
    }

    /// Starts a team whose threads are delayed and reordered.
    ///
    /// # Errors
    ///
    /// Returns an error as [`Team::new`] does.
    #[cfg(feature = "perturb")]
    pub fn perturbed(threads: NonZero<usize>, seed: u64) -> std::io::Result<Team> {
        Team::start(threads, Perturbation::new(threads.get(), seed))
    }

    fn start(threads: NonZero<usize>, perturbation: Perturbation) -> std::io::Result<Team> {
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
            perturbation,
        });
        let mut team = Team { shared, workers: vec![] };
        for number in 1..threads.get() {
            let shared = Arc::clone(&team.shared);
            let builder = Builder::new().name(format!("igc-{number}")).stack_size(STACK_BYTES);
            team.workers.push(builder.spawn(move || shared.work(number))?);
        }
        Ok(team)
    }

    /// Returns the number of threads, including the caller.
    pub fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Returns the decisions for tests.
    pub fn perturbation(&self) -> &Perturbation {
        &self.shared.perturbation
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
        shared.work.with_mut(|place| unsafe {
            let work = std::mem::transmute::<*const Work<'_>, *const Work<'static>>(work);
            *place = Some(work);
        });
        shared.busy.store(self.workers.len() as u32, Ordering::Relaxed);
        shared.announce();
        let waiting = WaitForWorkers(shared);
        shared.perturbation.delay(0);
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
        spin_loop();
    } else {
        yield_now();
    }
}

impl Shared {
    /// Runs functions until the team ends.
    fn work(&self, number: usize) {
        let mut known = 0;
        loop {
            known = self.next_generation(known, number);
            if self.has_ended.load(Ordering::Relaxed) {
                return;
            }
            self.perturbation.delay(number);
            // SAFETY: the leader wrote the function before the generation, and waits for `busy`.
            let work = self.work.with(|work| unsafe { (*work).map(|work| &*work) });
            let run = std::panic::AssertUnwindSafe(|| work.into_iter().for_each(|f| f(number)));
            if std::panic::catch_unwind(run).is_err() {
                self.panicked.store(true, Ordering::Relaxed);
            }
            self.perturbation.delay(number);
            self.busy.fetch_sub(1, Ordering::Release);
        }
    }

    /// Starts a generation, and wakes the workers that sleep. What the leader did before is visible
    /// to the workers.
    fn announce(&self) {
        self.perturbation.delay(0);
        // Only the leader changes the generation.
        let next = self.generation.load(Ordering::Relaxed) + 1;
        self.generation.store(next, Ordering::Release);
        // Of two threads that each write and then read what the other wrote, with a fence between,
        // at least one sees the other's value. So either a worker sees the generation before it
        // sleeps, or the leader sees that it sleeps.
        fence(Ordering::SeqCst);
        if self.sleeping.load(Ordering::Relaxed) > 0 {
            // A worker that holds the lock has not read the generation, or waits already.
            let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
            self.wake.notify_all();
        }
    }

    /// Waits until the generation differs from a known one, and returns it.
    fn next_generation(&self, known: u64, number: usize) -> u64 {
        for _ in 0..self.spins {
            let now = self.generation.load(Ordering::Acquire);
            if now != known {
                return now;
            }
            spin_loop();
        }
        self.perturbation.delay(number);
        self.sleeping.fetch_add(1, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        self.perturbation.delay(number);
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let now = self.generation.load(Ordering::Acquire);
            if now != known {
                self.sleeping.fetch_sub(1, Ordering::Relaxed);
                return now;
            }
            guard = self.wake.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.shared.has_ended.store(true, Ordering::Relaxed);
        self.shared.announce();
        for worker in self.workers.drain(..) {
            // A panic of a worker was reported when it happened.
            let _ = worker.join();
        }
    }
}

#[cfg(all(test, not(loom)))]
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
