/// Numbers with 32 bits behind the point in an `i64`: from -2147483648 up to almost 2147483648, in
/// steps of 2⁻³². Their sums are exact, so they do not depend on the order in which they are added:
/// an `atomic_add` of floats gives other last bits in every run, one of these the same bits always,
/// and devices add whole numbers faster.

/// One.
const ONE: i64 = 4294967296;

/// The nearest number towards zero; what is out of range becomes the nearest in range.
fn from_f32(x: f32) -> i64 {
    return (x * 4294967296.0) as i64;
}

/// The nearest number towards zero; what is out of range becomes the nearest in range.
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

/// The product, rounded down; it wraps where it is out of range.
fn multiply(a: i64, b: i64) -> i64 {
    let low = 0xffffffff;
    let a_whole = a >> 32;
    let b_whole = b >> 32;
    let a_part = a & low;
    let b_part = b & low;
    let parts = ((a_part as u64 * b_part as u64) >> 32) as i64;
    return ((a_whole * b_whole) << 32) + a_whole * b_part + a_part * b_whole + parts;
}
