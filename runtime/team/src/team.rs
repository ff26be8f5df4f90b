//! The threads of a team: how they start, wait and end.
//!
//! The threads of a team live as long as the team. Between two functions, a thread spins for some
//! microseconds, because the rounds of a graph algorithm follow each other closely, and sleeps
//! after that. If the team has more threads than the machine has cores, threads do not spin.
//!
//! Nobody waits for a thread that is late. On a busy machine, the operating system may wake a thread
//! or give it a core only after milliseconds, while the others need microseconds for the work. A
//! worker therefore *joins* a function before it runs it. When the leader has found no more work, it
//! closes the function, and waits only for the workers that have joined.

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
    /// Number of functions that the team was given. Workers look at it until it changes.
    generation: AtomicU64,
    /// The function of this generation. The leader writes it before it opens the function, and does
    /// not change it until the function is closed and every worker that joined has completed it.
    work: UnsafeCell<Option<*const Work<'static>>>,
    /// Who runs the function.
    attendance: Attendance,
    /// Number of workers that sleep or are about to.
    sleeping: AtomicU32,
    has_ended: AtomicBool,
    panicked: AtomicBool,
    spins: u32,
    lock: Mutex<()>,
    wake: Condvar,
    perturbation: Perturbation,
}

/// A generation, whether its function is open, and the number of workers that run it, in one word:
/// `generation << 16 | OPEN | workers`. It has a cache line of its own, because workers look at the
/// generation while others join.
#[repr(align(128))]
struct Attendance(AtomicU64);

/// The bit of an [`Attendance`] that says that workers may join.
const OPEN: u64 = 1 << 15;

/// Most workers of a team, apart from the leader.
const MOST_WORKERS: usize = OPEN as usize - 1;

impl Attendance {
    /// Opens the function of a generation, which no worker has joined. What the leader did before is
    /// visible to the workers that join.
    fn open(&self, generation: u64) {
        self.0.store(generation << 16 | OPEN, Ordering::Release);
    }

    /// Joins the function of a generation. Returns whether it was still open.
    fn join(&self, generation: u64) -> bool {
        let mut now = self.0.load(Ordering::Relaxed);
        // The function may be that of a later generation, which the worker will notice.
        while now >> 16 == generation && now & OPEN != 0 {
            match self.0.compare_exchange_weak(now, now + 1, Ordering::Acquire, Ordering::Relaxed) {
                Ok(_) => return true,
                Err(other) => now = other,
            }
        }
        false
    }

    /// Ends the participation of a worker that joined. What it did is visible to the leader.
    fn leave(&self) {
        self.0.fetch_sub(1, Ordering::Release);
    }

    /// Lets no further worker join.
    fn close(&self) {
        self.0.fetch_and(!OPEN, Ordering::Relaxed);
    }

    /// Returns whether every worker that joined has left. If so, what they did is visible.
    fn is_over(&self) -> bool {
        self.0.load(Ordering::Acquire) & (OPEN - 1) == 0
    }
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
            attendance: Attendance(AtomicU64::new(0)),
            sleeping: AtomicU32::new(0),
            has_ended: AtomicBool::new(false),
            panicked: AtomicBool::new(false),
            spins: if threads.get() > cores { 0 } else { SPINS },
            lock: Mutex::new(()),
            wake: Condvar::new(),
            perturbation,
        });
        let mut team = Team { shared, workers: vec![] };
        if threads.get() > MOST_WORKERS {
            return Err(std::io::Error::other("a team has at most 32,767 threads"));
        }
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

    /// Runs a function on the caller, which is thread 0, and on the threads of the team that come in
    /// time: before the caller has completed it. Returns when all of them have completed it. The
    /// function must take its work from where any thread can take it, such as [`Chunks`](crate::Chunks).
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
        // SAFETY: the lifetime ends when `run` returns. By then, no worker can join any more, and those
        // that joined have completed the function. For the same reason, no worker reads `work` now.
        shared.work.with_mut(|place| unsafe {
            let work = std::mem::transmute::<*const Work<'_>, *const Work<'static>>(work);
            *place = Some(work);
        });
        // Only the leader changes the generation.
        let next = shared.generation.load(Ordering::Relaxed) + 1;
        shared.attendance.open(next);
        shared.announce(next);
        let waiting = WaitForWorkers(shared);
        shared.perturbation.delay(0);
        work(0);
        drop(waiting);
        assert!(!shared.panicked.load(Ordering::Relaxed), "a thread of the team panicked");
    }
}

/// Closes the function and waits for the workers that joined, when it is dropped: also if the leader's
/// own share panics.
struct WaitForWorkers<'s>(&'s Shared);

impl Drop for WaitForWorkers<'_> {
    fn drop(&mut self) {
        self.0.attendance.close();
        let mut checks = 0;
        while !self.0.attendance.is_over() {
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
            if !self.attendance.join(known) {
                continue;
            }
            // SAFETY: the leader wrote the function before it opened it, and waits for this worker.
            let work = self.work.with(|work| unsafe { (*work).map(|work| &*work) });
            let run = std::panic::AssertUnwindSafe(|| work.into_iter().for_each(|f| f(number)));
            if std::panic::catch_unwind(run).is_err() {
                self.panicked.store(true, Ordering::Relaxed);
            }
            self.perturbation.delay(number);
            self.attendance.leave();
        }
    }

    /// Starts a generation, and wakes the workers that sleep. What the leader did before is visible
    /// to the workers.
    fn announce(&self, next: u64) {
        self.perturbation.delay(0);
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
        self.shared.announce(self.shared.generation.load(Ordering::Relaxed) + 1);
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

    /// Waits until all threads of a team have come.
    fn meet(came: &AtomicU32, threads: usize) {
        while (came.load(Ordering::Relaxed) as usize) < threads {
            yield_now();
        }
    }

    #[test]
    fn every_thread_runs_a_function_at_most_once_and_the_leader_always() {
        for threads in [1, 2, 3, 16] {
            let mut team = team(threads);
            let counts: Vec<AtomicU32> = (0..threads).map(|_| AtomicU32::new(0)).collect();
            for round in 1..=1000 {
                let before: Vec<u32> = counts.iter().map(|c| c.load(Ordering::Relaxed)).collect();
                team.run(&|number| {
                    counts[number].fetch_add(1, Ordering::Relaxed);
                });
                assert_eq!(counts[0].load(Ordering::Relaxed), round);
                let mut both = counts.iter().zip(before);
                assert!(both.all(|(now, before)| now.load(Ordering::Relaxed) <= before + 1));
            }
        }
    }

    #[test]
    fn all_threads_come_if_there_is_time() {
        let mut team = team(3);
        for _ in 0..5 {
            // Threads that sleep are woken.
            std::thread::sleep(std::time::Duration::from_millis(5));
            let came = AtomicU32::new(0);
            team.run(&|_| {
                came.fetch_add(1, Ordering::Relaxed);
                meet(&came, 3);
            });
        }
    }

    /// While a worker is busy elsewhere, the others go on without it.
    #[test]
    fn nobody_waits_for_a_thread_that_is_late() {
        let mut team = team(2);
        let shared = Arc::clone(&team.shared);
        // A worker that has noticed a generation, but not joined it yet, is late.
        let stalled = shared.lock.lock().expect("no thread panicked");
        std::thread::sleep(std::time::Duration::from_millis(20));
        let before = shared.generation.load(Ordering::Relaxed);
        shared.attendance.open(before + 1);
        shared.generation.store(before + 1, Ordering::Release);
        shared.attendance.close();
        assert!(shared.attendance.is_over(), "the worker sleeps, so nobody has joined");
        drop(stalled);
        let ran = AtomicU32::new(0);
        team.run(&|_| {
            ran.fetch_add(1, Ordering::Relaxed);
            meet(&ran, 2);
        });
        assert_eq!(ran.into_inner(), 2, "it takes part in the next function");
    }

    #[test]
    fn a_panic_of_a_worker_reaches_the_leader() {
        let mut team = team(2);
        let came = AtomicU32::new(0);
        let run = std::panic::AssertUnwindSafe(|| {
            team.run(&|number| {
                came.fetch_add(1, Ordering::Relaxed);
                meet(&came, 2);
                assert_eq!(number, 0);
            });
        });
        assert!(std::panic::catch_unwind(run).is_err());
    }
}
