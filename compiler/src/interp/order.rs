//! Chooses the order in which a loop processes its elements.
//!
//! The seed chooses the order of everything that may run in any order. Loops that run once per
//! launch get a uniformly random permutation (Fisher–Yates). Inner loops, which run many times, get
//! a walk: it starts at a random element and strides by a random number that is coprime to the
//! number of elements, so it needs no memory. Random numbers come from SplitMix64 (Steele, Lea and
//! Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).

/// The largest number of elements for which a permutation does not take too much memory. Above it,
/// the order is a walk.
const MAX_SHUFFLED: u32 = 1 << 26;

/// A source of random numbers, or of none if everything runs in order.
pub(super) struct Random(Option<u64>);

impl Random {
    /// Creates a source. With seed 0, everything runs in order.
    pub(super) fn new(seed: u64) -> Random {
        Random((seed != 0).then_some(seed))
    }

    /// Chooses an order for a loop that runs once per launch.
    pub(super) fn permutation(&mut self, count: u32) -> Permutation {
        let Some(state) = &mut self.0 else {
            return Permutation::forward(count);
        };
        if count > MAX_SHUFFLED {
            return Permutation::walk(state, count);
        }
        let mut order: Vec<u32> = (0..count).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, below(state, i as u32 + 1) as usize);
        }
        Permutation::Shuffled(order.into_iter())
    }

    /// Whether everything runs in order.
    pub(super) fn is_in_order(&self) -> bool {
        self.0.is_none()
    }

    /// A random number below a bound that is not 0; 0 if everything runs in order.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        self.0.as_mut().map_or(0, |state| below(state, bound))
    }

    /// Returns true one time in eight; never if everything runs in order.
    pub(super) fn one_in_eight(&mut self) -> bool {
        self.0.as_mut().is_some_and(|state| below(state, 8) == 0)
    }

    /// Returns true one time in four; never if everything runs in order.
    pub(super) fn one_in_four(&mut self) -> bool {
        self.0.as_mut().is_some_and(|state| below(state, 4) == 0)
    }

    /// An order for a loop that runs many times.
    pub(super) fn walk(&mut self, count: u32) -> Permutation {
        match &mut self.0 {
            Some(state) => Permutation::walk(state, count),
            None => Permutation::forward(count),
        }
    }
}

/// An iterator over every number below a bound, once each.
pub(super) enum Permutation {
    Shuffled(std::vec::IntoIter<u32>),
    /// Starts at `at` and adds `stride`, modulo `count`; `left` numbers remain.
    Walk {
        at: u32,
        stride: u32,
        count: u32,
        left: u32,
    },
}

impl Permutation {
    fn forward(count: u32) -> Permutation {
        Permutation::Walk { at: 0, stride: 1, count, left: count }
    }

    fn walk(state: &mut u64, count: u32) -> Permutation {
        if count < 2 {
            return Permutation::forward(count);
        }
        let at = below(state, count);
        let mut stride = 1 + below(state, count - 1);
        while gcd(stride, count) != 1 {
            // Reaches 1, which is coprime to every number.
            stride = stride % count + 1;
        }
        Permutation::Walk { at, stride, count, left: count }
    }
}

impl Iterator for Permutation {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        match self {
            Permutation::Shuffled(order) => order.next(),
            Permutation::Walk { at, stride, count, left } => {
                *left = left.checked_sub(1)?;
                let now = *at;
                // `at` and `stride` are at most `count`, which may be close to 2³².
                let next = now as u64 + *stride as u64;
                let count = *count as u64;
                *at = (if next >= count { next - count } else { next }) as u32;
                Some(now)
            }
        }
    }
}

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A number below a bound that is not 0. The probabilities of two numbers differ by at most 2⁻³².
fn below(state: &mut u64, bound: u32) -> u32 {
    (((next(state) >> 32) * bound as u64) >> 32) as u32
}

fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once() {
        for seed in [0, 1, 2, u64::MAX] {
            let mut random = Random::new(seed);
            for count in (0..70).chain([1000, 4096, 65537]) {
                let wanted: Vec<u32> = (0..count).collect();
                for order in [random.permutation(count), random.walk(count)] {
                    let mut found: Vec<u32> = order.collect();
                    assert!(seed != 0 || found == wanted, "seed 0 is in order");
                    found.sort_unstable();
                    assert_eq!(found, wanted, "seed {seed}, {count} elements");
                }
            }
        }
    }

    #[test]
    fn walks_close_to_the_largest_count_do_not_overflow() {
        let mut random = Random::new(7);
        for _ in 0..100 {
            let first: Vec<u32> = random.walk(u32::MAX).take(1000).collect();
            assert!(first.iter().all(|x| *x < u32::MAX));
            assert_ne!(first[0], first[1]);
        }
        assert_eq!(random.permutation(u32::MAX).take(10).count(), 10);
    }

    #[test]
    fn a_seed_picks_one_order() {
        let order = |seed| Random::new(seed).permutation(100).collect::<Vec<_>>();
        assert_eq!(order(3), order(3));
        assert_ne!(order(3), order(4));
    }

    /// The published first outputs of SplitMix64 for seed 1234567.
    #[test]
    fn random_numbers_are_those_of_splitmix64() {
        let mut state = 1_234_567;
        assert_eq!(next(&mut state), 6_457_827_717_110_365_317);
        assert_eq!(next(&mut state), 3_203_168_211_198_807_973);
        assert_eq!(next(&mut state), 9_817_491_932_198_370_423);
    }
}
