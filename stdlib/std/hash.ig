/// Pseudorandom numbers and random orders of nodes, the same in every run and on every device.
///
/// From: Wellons, "Prospecting for Hash Functions" (lowbias32), 2018; Steele, Lea and Flood, "Fast
/// Splittable Pseudorandom Number Generators" (the finalizer of SplitMix64), OOPSLA 2014.

/// Hashes 32 bits to 32 bits; different values have different hashes.
fn mix(x: u32) -> u32 {
    let h = (x ^ (x >> 16)) * 0x7feb352d;
    h = (h ^ (h >> 15)) * 0x846ca68b;
    return h ^ (h >> 16);
}

/// Hashes 64 bits to 64 bits; different values have different hashes.
fn mix64(x: u64) -> u64 {
    let h = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    h = (h ^ (h >> 27)) * 0x94d049bb133111eb;
    return h ^ (h >> 31);
}

/// A random number for a node; another seed gives other numbers. With the same seed, no two nodes
/// have the same number, so the numbers are priorities that order the nodes.
fn priority(u: node, seed: u32) -> u32 {
    return mix(u as u32 ^ mix(seed + 0x9e3779b9));
}

/// A number in [0, 1) from the upper 24 of the random bits, as many as an `f32` holds exactly.
fn unit(bits: u32) -> f32 {
    return (bits >> 8) as f32 * 0.000000059604644775390625;
}
