/// The item with the largest key, and of several such items the smallest. Values of 64 bits hold a key
/// and an item. The largest value, by `max`, `max=` or `atomic_max`, has the item that is wanted. Start
/// with 0, which is smaller than the value of every item with a key above 0. (In `std::packed`, of
/// several items with the largest key, the largest one wins.)

use std::packed;

/// Returns the value for a key and an item.
fn of_u32(key: u32, item: u32) -> u64 {
    return packed::of_u32(key, ~item);
}

/// Returns the value for a key and an item. `std::packed` defines the order of the keys.
fn of_f32(key: f32, item: u32) -> u64 {
    return packed::of_f32(key, ~item);
}

/// Returns the item of a value. The item of 0 is `MAX`.
fn item(value: u64) -> u32 {
    return ~packed::item(value);
}

/// Returns the key of a value of `of_u32`.
fn key_u32(value: u64) -> u32 {
    return packed::key_u32(value);
}

/// Returns the key of a value of `of_f32`.
fn key_f32(value: u64) -> f32 {
    return packed::key_f32(value);
}
