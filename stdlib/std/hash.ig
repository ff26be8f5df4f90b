/// Pseudorandom numbers and random orders of nodes, the same in every run and on every device.
///
/// From: Wellons, "Prospecting for Hash Functions" (lowbias32), 2018; Steele, Lea and Flood, "Fast
/// Splittable Pseudorandom Number Generators" (the finalizer of SplitMix64), OOPSLA 2014.

/// Returns a hash of 32 bits. Different values have different hashes.
fn mix(x: u32) -> u32 {
    let h = (x ^ (x >> 16)) * 0x7feb352d;
    h = (h ^ (h >> 15)) * 0x846ca68b;
    return h ^ (h >> 16);
}

/// Returns a hash of 64 bits. Different values have different hashes.
fn mix64(x: u64) -> u64 {
    let h = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    h = (h ^ (h >> 27)) * 0x94d049bb133111eb;
    return h ^ (h >> 31);
}

/// Returns a random number for a node, which depends on the seed. With the same seed, different nodes
/// have different numbers, so the numbers can serve as priorities.
fn priority(u: node, seed: u32) -> u32 {
    return mix(u as u32 ^ mix(seed + 0x9e3779b9));
}

/// Converts random bits to a number in [0, 1). It uses the upper 24 bits, which an `f32` can hold.
fn unit(bits: u32) -> f32 {
    return (bits >> 8) as f32 * 0.000000059604644775390625;
}
