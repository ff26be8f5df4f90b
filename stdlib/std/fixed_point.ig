/// Fixed-point numbers with 32 fractional bits in an `i64`, from -2147483648 up to almost 2147483648,
/// in steps of 2⁻³². Their sums are exact and do not depend on the order of the additions. Sums of
/// floats by `atomic_add` differ in their last bits from run to run, while sums of fixed-point
/// numbers always have the same bits. Devices also add integers faster than floats.

/// The fixed-point number 1.
const ONE: i64 = 4294967296;

/// Converts from `f32`, rounding towards zero. A value out of range becomes the nearest in range.
fn from_f32(x: f32) -> i64 {
    return (x * 4294967296.0) as i64;
}

/// Converts from `f64`, rounding towards zero. A value out of range becomes the nearest in range.
fn from_f64(x: f64) -> i64 {
    return (x * 4294967296.0) as i64;
}

/// Converts to `f32`, rounding to 24 bits.
fn to_f32(x: i64) -> f32 {
    return x as f32 * 0.00000000023283064365386962890625;
}

/// Converts to `f64`, rounding to 53 bits.
fn to_f64(x: i64) -> f64 {
    return x as f64 * 0.00000000023283064365386962890625;
}

/// Returns the product, rounded down. A product out of range wraps.
fn multiply(a: i64, b: i64) -> i64 {
    let low = 0xffffffff;
    let a_whole = a >> 32;
    let b_whole = b >> 32;
    let a_part = a & low;
    let b_part = b & low;
    let parts = ((a_part as u64 * b_part as u64) >> 32) as i64;
    return ((a_whole * b_whole) << 32) + a_whole * b_part + a_part * b_whole + parts;
}
