/// A file with the name of another file, which imports `bits.ig` by another path.

use ../../modules/bits.ig::LOW;

const ZERO: u32 = 0;

fn deepest(a: u32, b: u32) -> u32 {
    return max(a, b) | LOW;
}
