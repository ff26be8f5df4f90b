/// Values of 64 bits that hold a key and an item, such as a distance and a node. Packed values are
/// ordered by their keys; if two keys are equal, by their items. An `atomic_min` or `min=` of packed
/// values therefore finds the item with the smallest key (argmin), and `max=` the item with the
/// largest key (argmax). If several items have the smallest key, argmin finds the smallest item; if
/// several items have the largest key, argmax finds the largest item.
///
/// Start an argmin with `MAX` and an argmax with 0. Keys of type `f32` are ordered as follows: minus
/// infinity, negative numbers, zero, positive numbers, infinity, NaN. The zeros 0 and -0 are equal.

/// Packs a key and an item.
fn of_u32(key: u32, item: u32) -> u64 {
    return (key as u64 << 32) | item as u64;
}

/// Packs a key and an item.
fn of_i32(key: i32, item: u32) -> u64 {
    return of_u32(key as u32 ^ 0x80000000, item);
}

/// Packs a key and an item.
fn of_f32(key: f32, item: u32) -> u64 {
    return of_u32(ordered(key), item);
}

/// Returns the item of a packed value.
fn item(packed: u64) -> u32 {
    return packed as u32;
}

/// Returns the key of a value that `of_u32` packed.
fn key_u32(packed: u64) -> u32 {
    return (packed >> 32) as u32;
}

/// Returns the key of a value that `of_i32` packed.
fn key_i32(packed: u64) -> i32 {
    return (key_u32(packed) ^ 0x80000000) as i32;
}

/// Returns the key of a value that `of_f32` packed. For a key of -0, the result is 0.
fn key_f32(packed: u64) -> f32 {
    return unordered(key_u32(packed));
}

/// Converts a float to an integer with the same order. NaN becomes larger than all other floats.
fn ordered(x: f32) -> u32 {
    let word = bits(x + 0.0);
    return word ^ ((word as i32 >> 31) as u32 | 0x80000000);
}

/// Converts a result of `ordered` back to a float.
fn unordered(word: u32) -> f32 {
    return f32_from_bits(word ^ ((~word as i32 >> 31) as u32 | 0x80000000));
}

/// Converts a float to an integer with the same order. NaN becomes larger than all other floats.
fn ordered64(x: f64) -> u64 {
    let word = bits(x + 0.0);
    return word ^ ((word as i64 >> 63) as u64 | 0x8000000000000000);
}

/// Converts a result of `ordered64` back to a float.
fn unordered64(word: u64) -> f64 {
    return f64_from_bits(word ^ ((~word as i64 >> 63) as u64 | 0x8000000000000000));
}
