//! The tests that loom runs: each in every order in which the threads may interleave.

use std::num::NonZero;

use loom::cell::UnsafeCell;
use loom::model::Builder;

use crate::Chunks;
use crate::Team;
use crate::sync::{Arc, AtomicU32, Ordering};

/// A value that the threads access without synchronisation of their own. Loom reports an access
/// that is not ordered after an earlier write.
struct Plain(UnsafeCell<u32>);

// SAFETY: loom checks the accesses.
unsafe impl Sync for Plain {}
// SAFETY: likewise.
unsafe impl Send for Plain {}

impl Plain {
    fn new() -> Plain {
        Plain(UnsafeCell::new(0))
    }

    fn get(&self) -> u32 {
        // SAFETY: loom checks the access.
        self.0.with(|value| unsafe { *value })
    }

    fn set(&self, new: u32) {
        // SAFETY: loom checks the access.
        self.0.with_mut(|value| unsafe { *value = new });
    }
}

/// Checks a test, with at most `preemptions` switches from a thread that could go on.
fn check(preemptions: Option<usize>, test: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = preemptions;
    builder.check(test);
}

fn team(threads: usize) -> Team {
    Team::new(NonZero::new(threads).expect("there is a thread")).expect("threads start")
}

/// Lets a team run functions. Each thread that takes part reads what the leader wrote before the function and
/// what it wrote itself, and the leader reads what these threads wrote. `attended` counts the functions that
/// all threads ran, over all interleavings, and `missed` those that a worker missed.
fn rounds(threads: usize, rounds: u32, attended: &Count, missed: &Count) {
    let mut team = team(threads);
    let given = Plain::new();
    let results: Vec<Plain> = (0..threads).map(|_| Plain::new()).collect();
    let mut sums = vec![0; threads];
    for round in 1..=rounds {
        given.set(round);
        let ran: Vec<AtomicU32> = (0..threads).map(|_| AtomicU32::new(0)).collect();
        team.run(&|thread| {
            let own = &results[thread];
            own.set(own.get() + given.get());
            ran[thread].fetch_add(1, Ordering::Relaxed);
        });
        let ran: Vec<u32> = ran.iter().map(|ran| ran.load(Ordering::Relaxed)).collect();
        assert!(ran[0] == 1 && ran.iter().all(|ran| *ran <= 1));
        for (sum, ran) in sums.iter_mut().zip(&ran) {
            *sum += ran * round;
        }
        assert!(results.iter().zip(&sums).all(|(result, sum)| result.get() == *sum));
        let all = ran.iter().all(|ran| *ran == 1);
        if all { attended } else { missed }.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }
}

/// A number over all interleavings, which loom does not see.
type Count = std::sync::atomic::AtomicU32;

/// Checks functions of a team, and that workers take part in some interleavings and are late in others.
fn check_rounds(preemptions: Option<usize>, threads: usize, count: u32) {
    let counts = std::sync::Arc::new((Count::new(0), Count::new(0)));
    let of_test = counts.clone();
    check(preemptions, move || rounds(threads, count, &of_test.0, &of_test.1));
    let count = |count: &Count| count.load(std::sync::atomic::Ordering::Relaxed);
    assert!(count(&counts.0) > 0 && count(&counts.1) > 0);
}

#[test]
fn a_worker_sees_the_leader_and_the_leader_sees_the_worker() {
    check_rounds(None, 2, 1);
    check_rounds(Some(4), 2, 2);
}

#[test]
fn several_workers_take_part() {
    check_rounds(Some(2), 3, 2);
}

#[test]
fn a_team_without_work_ends() {
    check(None, || drop(team(2)));
    check(Some(3), || drop(team(3)));
}

/// The results of a chunk are visible in the next function, whichever thread took the chunk.
#[test]
fn each_chunk_is_taken_once() {
    check(Some(3), || {
        let mut team = team(2);
        let results: Arc<Vec<Plain>> = Arc::new((0..3).map(|_| Plain::new()).collect());
        for round in 1..=2 {
            let chunks = Chunks::new(&team, 3);
            team.run(&|thread| {
                chunks.take(thread, |chunk| {
                    let result = &results[chunk as usize];
                    result.set(result.get() + 1);
                });
            });
            assert!(results.iter().all(|result| result.get() == round));
        }
    });
}

/// A worker's panic ends neither the worker nor the leader's wait for it. A worker that is late does not panic.
#[test]
fn a_panic_of_a_worker_reaches_the_leader() {
    check(Some(3), || {
        let mut team = team(2);
        let ran = AtomicU32::new(0);
        let run = std::panic::AssertUnwindSafe(|| {
            team.run(&|thread| {
                ran.fetch_add(1, Ordering::Relaxed);
                if thread == 1 {
                    std::panic::resume_unwind(Box::new("expected"));
                }
            });
        });
        let is_err = std::panic::catch_unwind(run).is_err();
        assert_eq!(is_err, ran.load(Ordering::Relaxed) == 2);
    });
}
