//! The distribution of chunks: each thread has a share, and steals from the others afterwards.

use crate::perturbation::{ChunkOrder, Perturbation};
use crate::sync::{AtomicU64, Ordering};
use crate::team::Team;

/// The chunks of a loop, each of which one thread of a team runs.
///
/// Each thread has a share of consecutive chunks. A thread first runs its own share, in order, and
/// then takes chunks of the other shares.
pub struct Chunks {
    count: u64,
    next: Vec<Next>,
    order: ChunkOrder,
    perturbation: Perturbation,
}

/// The next chunk of a share. Each is on a cache line of its own, and on another one than the cache
/// line that processors fetch with it.
#[repr(align(128))]
struct Next(AtomicU64);

impl Chunks {
    /// Distributes `count` chunks among the threads of a team.
    pub fn new(team: &Team, count: u64) -> Chunks {
        let threads = team.threads() as u64;
        let perturbation = team.perturbation().clone();
        let next = |thread| Next(AtomicU64::new(share(count, threads, thread)));
        let next = (0..threads).map(next).collect();
        Chunks { count, next, order: perturbation.order(count), perturbation }
    }

    /// Takes chunks for a thread, and calls `run` for each, until no chunk is left.
    pub fn take(&self, thread: usize, mut run: impl FnMut(u64)) {
        let threads = self.next.len();
        let first = self.perturbation.draw(thread, threads as u64);
        let first = first.map_or(thread, |first| first as usize);
        for distance in 0..threads {
            let victim = (first + distance) % threads;
            let end = share(self.count, threads as u64, victim as u64 + 1);
            loop {
                self.perturbation.delay(thread);
                // The end of the team's function makes the results of a chunk visible, so the order
                // of this access and others does not matter.
                let position = self.next[victim].0.fetch_add(1, Ordering::Relaxed);
                if position >= end {
                    break;
                }
                run(self.order.at(position));
            }
        }
    }
}

/// Returns the first chunk of a thread's share.
fn share(count: u64, threads: u64, thread: u64) -> u64 {
    (u128::from(count) * u128::from(thread) / u128::from(threads)) as u64
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::num::NonZero;
    use std::sync::Mutex;

    use super::*;

    /// Runs chunks on a team, and returns them sorted.
    fn taken(team: &mut Team, count: u64) -> Vec<u64> {
        let chunks = Chunks::new(team, count);
        let taken = Mutex::new(vec![]);
        team.run(&|thread| {
            chunks.take(thread, |chunk| taken.lock().expect("no thread panics").push(chunk))
        });
        let mut taken = taken.into_inner().expect("no thread panics");
        taken.sort_unstable();
        taken
    }

    #[test]
    fn each_chunk_is_taken_once() {
        for threads in [1, 2, 3, 16] {
            let threads = NonZero::new(threads).expect("there is a thread");
            let mut team = Team::new(threads).expect("threads start");
            for count in [0, 1, 2, 15, 16, 17, 1000] {
                assert!(taken(&mut team, count).into_iter().eq(0..count), "{threads}, {count}");
            }
        }
    }

    #[cfg(feature = "perturb")]
    #[test]
    fn a_perturbed_team_takes_each_chunk_once() {
        for seed in 0..20 {
            let threads = NonZero::new(3).expect("there is a thread");
            let mut team = Team::perturbed(threads, seed).expect("threads start");
            for count in [0, 1, 2, 17, 100] {
                assert!(taken(&mut team, count).into_iter().eq(0..count), "{seed}, {count}");
            }
        }
    }
}
