//! Random numbers that depend only on the seed, the draw and the position within the draw, and not
//! on earlier draws.
//!
//! A generator computes "number `k` of draw `i` under seed `s`", so each draw can be computed
//! independently: threads share no state, and a graph is the same for every number of threads. The
//! function is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
//! OOPSLA 2014):
//!
//! ```text
//! mix(x):      x += G;  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
//!              x = (x ^ x >> 27) * 0x94d049bb133111eb;  return x ^ x >> 31
//! number(s,i,k) = mix(mix(s * 0x100000001b3 + i) + (k + 1) * G)       with G = 0x9e3779b97f4a7c15
//! ```
//!
//! All arithmetic wraps at 64 bits. These definitions are part of the meaning of a specification
//! such as `rmat:20,seed=3`: a change to them changes every published graph.

/// The odd constant nearest to 2⁶⁴ divided by the golden ratio, which is SplitMix64's increment.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Distance between the states of consecutive seeds. It prevents draw `i` under one seed from being
/// draw `i + 1` under the previous seed.
const SEED_STRIDE: u64 = 0x0000_0100_0000_01b3;

/// SplitMix64's step and output function, a bijection on 64-bit words.
pub fn mix(word: u64) -> u64 {
    let x = word.wrapping_add(GOLDEN);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Returns number `position` of draw `index` under `seed`.
pub fn number(seed: u64, index: u64, position: u64) -> u64 {
    let state = Stream::new(seed, index).state;
    mix(state.wrapping_add(GOLDEN.wrapping_mul(position.wrapping_add(1))))
}

/// Reduces 64 random bits to a number below `bound`, by multiplication.
pub fn below(bound: u64, bits: u64) -> u64 {
    ((u128::from(bits) * u128::from(bound)) >> 64) as u64
}

/// The random numbers of one draw, in order.
#[derive(Debug, Clone)]
pub struct Stream {
    state: u64,
}

impl Stream {
    /// Creates the stream of draw `index` under `seed`.
    pub fn new(seed: u64, index: u64) -> Self {
        Stream { state: mix(seed.wrapping_mul(SEED_STRIDE).wrapping_add(index)) }
    }

    /// Returns the next 64 random bits.
    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SplitMix64 from state 0, compared with the output of the authors' reference implementation.
    #[test]
    fn mix_is_splitmix64() {
        let outputs: Vec<u64> = (0..3).map(|step| mix(GOLDEN.wrapping_mul(step))).collect();
        assert_eq!(outputs, [0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f]);
    }

    #[test]
    fn a_stream_is_the_documented_formula() {
        let mut stream = Stream::new(7, 12);
        let state = mix(7 * SEED_STRIDE + 12);
        assert_eq!(stream.next_bits(), mix(state.wrapping_add(GOLDEN)));
        assert_eq!(stream.next_bits(), mix(state.wrapping_add(GOLDEN.wrapping_mul(2))));
        let mut stream = Stream::new(7, 12);
        assert!((0..5).all(|position| stream.next_bits() == number(7, 12, position)));
    }

    #[test]
    fn reduced_numbers_cover_their_range() {
        let ends = [0, 1 << 63, u64::MAX].map(|bits| below(5, bits));
        assert_eq!((ends, below(1, u64::MAX)), ([0, 2, 4], 0));
    }
}
