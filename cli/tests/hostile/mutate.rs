//! Random numbers and mutations that depend only on a seed.

/// A generator of pseudorandom numbers (SplitMix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `limit`, or 0 if `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// Returns one of the elements.
    pub fn of<'a, T>(&mut self, elements: &'a [T]) -> &'a T {
        &elements[self.below(elements.len())]
    }
}

/// Pieces that are at the edge of what a number, a line or a text can be.
const PIECES: [&[u8]; 24] = [
    b"0",
    b"-1",
    b"4294967295",
    b"4294967294",
    b"18446744073709551616",
    b"1e400",
    b"nan",
    b"0.5",
    b"\n",
    b"\r",
    b"\t",
    b" ",
    b"%",
    b"#",
    b",",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\n\n\n\n",
    b"{",
    b"}",
    b"(",
    b";",
    b"p sp 1 1\n",
];

/// Changes, inserts, removes, repeats or moves a few parts of the bytes.
pub fn mutated(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(24)).min(bytes.len());
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 => drop(bytes.splice(at..at, random.of(&PIECES).iter().copied())),
            2 => drop(bytes.splice(at..end, random.of(&PIECES).iter().copied())),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let part = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                drop(bytes.splice(to..to, part));
            }
            _ if random.below(8) == 0 => bytes.truncate(at),
            _ => {}
        }
    }
    bytes
}

#[test]
fn a_seed_determines_the_mutations() {
    let of = |seed| mutated(b"0 1\n1 2\n2 3\n", &mut Random::new(seed));
    assert_eq!(of(7), of(7));
    assert!((0..20).any(|seed| of(seed) != of(seed + 1)));
}
