/// Fixed-point numbers with 32 fractional bits in an `i64`: from -2147483648 up to almost
/// 2147483648, in steps of 2⁻³². Sums of these numbers are exact and do not depend on the order of
/// additions, so every run gives the same bits. With floats, an `atomic_add` gives different last
/// bits in every run. Devices also add integers faster.

/// One.
const ONE: i64 = 4294967296;

/// Converts a number, rounding towards zero; a number out of range becomes the nearest in range.
fn from_f32(x: f32) -> i64 {
    return (x * 4294967296.0) as i64;
}

/// Converts a number, rounding towards zero; a number out of range becomes the nearest in range.
fn from_f64(x: f64) -> i64 {
    return (x * 4294967296.0) as i64;
}

/// The value, rounded to 24 bits.
fn to_f32(x: i64) -> f32 {
    return x as f32 * 0.00000000023283064365386962890625;
}

/// The value, rounded to 53 bits.
fn to_f64(x: i64) -> f64 {
    return x as f64 * 0.00000000023283064365386962890625;
}

/// The product, rounded down; it wraps if it is out of range.
fn multiply(a: i64, b: i64) -> i64 {
    let low = 0xffffffff;
    let a_whole = a >> 32;
    let b_whole = b >> 32;
    let a_part = a & low;
    let b_part = b & low;
    let parts = ((a_part as u64 * b_part as u64) >> 32) as i64;
    return ((a_whole * b_whole) << 32) + a_whole * b_part + a_part * b_whole + parts;
}
