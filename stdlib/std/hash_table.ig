/// Counts of keys, with a hash table for each node, or for anything else. All tables are parts of two
/// arrays of the program, whose length is the sum of the sizes of the tables:
/// `global keys: u32[2 * edge_count] = MAX;` and `global counts: u32[2 * edge_count];`. The functions take
/// the first slot of a table and its size, for example `2 * u.out_begin as u32` and `2 * u.degree`. A
/// table with twice as many slots as keys is fast; a table may also be full. `MAX` is not a key. Any
/// number of iterations can add to a table at the same time.
///
/// Collisions are resolved by linear probing (Knuth, "The Art of Computer Programming", volume 3).

use std::hash;

/// Adds to the count of a key, which starts at 0. Returns the new count, and 0 if the table is full and
/// does not have the key.
fn add(global keys: u32[], global counts: u32[], first: u32, size: u32, key: u32, by: u32) -> u32 {
    let slot = hash::mix(key) % size;
    for _probe in 0..size {
        let found = atomic_cas(keys[first + slot], MAX, key);
        if found == MAX || found == key {
            return atomic_add(counts[first + slot], by) + by;
        }
        slot = select(slot + 1 < size, slot + 1, 0);
    }
    return 0;
}

/// Returns the count of a key. It is 0 for a key that the table does not have.
fn count(global keys: u32[], global counts: u32[], first: u32, size: u32, key: u32) -> u32 {
    let slot = hash::mix(key) % size;
    for _probe in 0..size {
        let found = keys[first + slot];
        if found == key {
            return counts[first + slot];
        }
        if found == MAX {
            return 0;
        }
        slot = select(slot + 1 < size, slot + 1, 0);
    }
    return 0;
}

/// Removes all keys. No other iteration may use the table at the same time.
fn clear(global keys: u32[], global counts: u32[], first: u32, size: u32) {
    for slot in first..first + size {
        keys[slot] = MAX;
        counts[slot] = 0;
    }
}
