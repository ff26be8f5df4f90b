/// Bits of numbers, for `tests/programs/imports.ig`.

const LOW: u32 = 0xff;

/// The low and the high bits of a number.
fn split(x: u32) -> (u32, u32) {
    return (x & LOW, x >> 8);
}
