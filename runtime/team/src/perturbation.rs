//! Delays and other orders, for tests.
//!
//! Errors of synchronisation need a rare order of events. A perturbed team makes such orders
//! likely: at each point where threads meet, a thread may sleep, give up its core or spin, and
//! threads take chunks in another order. The seed determines these decisions, but not what the
//! operating system makes of them.
//!
//! Without the feature `perturb`, the functions are empty.

/// The decisions of a perturbed team; of another team, nothing.
#[derive(Debug, Clone, Default)]
pub struct Perturbation {
    #[cfg(feature = "perturb")]
    generators: Option<std::sync::Arc<on::Generators>>,
}

/// An order of chunks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChunkOrder {
    /// The number of chunks, and the multiplier and summand of the permutation.
    #[cfg(feature = "perturb")]
    permutation: Option<(u64, u64, u64)>,
}

#[cfg(not(feature = "perturb"))]
impl Perturbation {
    /// Returns whether the team is perturbed.
    #[inline]
    pub fn is_on(&self) -> bool {
        false
    }

    /// Delays a thread, perhaps.
    #[inline]
    pub(crate) fn delay(&self, _thread: usize) {}

    /// Returns a random number below `end`, or `None` if the team is not perturbed.
    #[inline]
    pub fn draw(&self, _thread: usize, _end: u64) -> Option<u64> {
        None
    }

    /// Decides whether the threads share the next loop, however small it is. `None` if the team is
    /// not perturbed.
    #[inline]
    pub fn shares_loop(&self) -> Option<bool> {
        None
    }

    /// Returns the order in which threads take `count` chunks.
    #[inline]
    pub(crate) fn order(&self, _count: u64) -> ChunkOrder {
        ChunkOrder {}
    }
}

#[cfg(not(feature = "perturb"))]
impl ChunkOrder {
    /// Returns the chunk at a position.
    #[inline]
    pub(crate) fn at(self, position: u64) -> u64 {
        position
    }
}

#[cfg(feature = "perturb")]
mod on {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
    use std::time::Duration;

    use super::{ChunkOrder, Perturbation};

    /// The increment of SplitMix64 (Steele, Lea and Flood, 2014).
    const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

    /// Number of loops of which threads share every second one. Later, threads share fewer loops,
    /// because it takes long if each thread has little work.
    const LOOPS: u32 = 24;

    #[derive(Debug)]
    pub struct Generators {
        /// One generator of random numbers for each thread.
        states: Vec<AtomicU64>,
        /// Number of loops so far.
        loops: AtomicU32,
    }

    impl Perturbation {
        /// Creates the generators of a team of `threads` threads.
        pub(crate) fn new(threads: usize, seed: u64) -> Perturbation {
            let state = |thread: u64| AtomicU64::new(mix(seed ^ mix(thread)));
            let states = (0..threads as u64).map(state).collect();
            let generators = Generators { states, loops: AtomicU32::new(0) };
            Perturbation { generators: Some(Arc::new(generators)) }
        }

        /// Returns whether the team is perturbed.
        pub fn is_on(&self) -> bool {
            self.generators.is_some()
        }

        /// Delays a thread, perhaps. Most delays are short, because tests pass many of these
        /// points.
        pub(crate) fn delay(&self, thread: usize) {
            match self.draw(thread, 256) {
                Some(0) => {
                    let pause = self.draw(thread, 50).unwrap_or(0);
                    std::thread::sleep(Duration::from_micros(pause));
                }
                Some(1..24) => std::thread::yield_now(),
                Some(24..48) => (0..500).for_each(|_| std::hint::spin_loop()),
                _ => {}
            }
        }

        /// Returns a random number below `end`, or `None` if the team is not perturbed.
        pub fn draw(&self, thread: usize, end: u64) -> Option<u64> {
            let generator = self.generators.as_ref()?.states.get(thread)?;
            let state = generator.fetch_add(INCREMENT, Ordering::Relaxed);
            Some(mix(state.wrapping_add(INCREMENT)) % end.max(1))
        }

        /// Decides whether the threads share the next loop, however small it is. `None` if the team
        /// is not perturbed.
        pub fn shares_loop(&self) -> Option<bool> {
            let loops = self.generators.as_ref()?.loops.fetch_add(1, Ordering::Relaxed);
            let one_in = if loops < LOOPS { 2 } else { 64 };
            self.draw(0, one_in).map(|number| number == 0)
        }

        /// Returns the order in which threads take `count` chunks. The leader calls this.
        pub(crate) fn order(&self, count: u64) -> ChunkOrder {
            let draw = || self.draw(0, count);
            let Some((factor, summand)) = draw().zip(draw()) else {
                return ChunkOrder { permutation: None };
            };
            // A factor that has no common divisor with the number makes a permutation.
            let coprime = (factor.max(1)..).find(|factor| divisor(*factor, count) == 1);
            ChunkOrder { permutation: coprime.map(|factor| (count, factor, summand)) }
        }
    }

    impl ChunkOrder {
        /// Returns the chunk at a position.
        pub(crate) fn at(self, position: u64) -> u64 {
            match self.permutation {
                None => position,
                Some((count, factor, summand)) => {
                    let place = u128::from(position) * u128::from(factor) + u128::from(summand);
                    (place % u128::from(count)) as u64
                }
            }
        }
    }

    fn mix(bits: u64) -> u64 {
        let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns the greatest common divisor.
    fn divisor(mut one: u64, mut other: u64) -> u64 {
        while other > 0 {
            (one, other) = (other, one % other);
        }
        one
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn an_order_has_every_chunk_once() {
            let perturbation = Perturbation::new(1, 7);
            let mut changed = 0;
            for count in 1..200 {
                let order = perturbation.order(count);
                let mut chunks: Vec<u64> = (0..count).map(|position| order.at(position)).collect();
                changed += u32::from(!chunks.is_sorted());
                chunks.sort_unstable();
                assert!(chunks.into_iter().eq(0..count), "{count}");
            }
            assert!(changed > 150, "{changed}");
        }

        #[test]
        fn a_seed_determines_the_decisions() {
            let decisions = |seed: u64| {
                let perturbation = Perturbation::new(2, seed);
                let of = |thread| (0..20).map(|_| perturbation.draw(thread, 100)).collect();
                [of(0), of(1)].map(|list: Vec<_>| list)
            };
            assert_eq!(decisions(1), decisions(1));
            assert_ne!(decisions(1), decisions(2));
            assert_ne!(decisions(1)[0], decisions(1)[1]);
            assert_eq!(Perturbation::default().draw(0, 100), None);
        }
    }
}
