/// Sets of numbers, with one bit for each number that a set may contain. The program declares an array
/// of words, such as `global visited: u32[node_count / 32 + 1];` for a set of nodes, which is empty at
/// first. Any number of iterations can change a set at the same time. Numbers past the end of the array
/// are never in the set.

/// Returns whether a set contains a number.
fn contains(global set: u32[], number: u32) -> bool {
    return (set[number / 32] >> (number % 32)) & 1 == 1;
}

/// Adds a number to a set. Returns whether this call added it: of several calls that try to add the same
/// number, exactly one returns `true`.
fn insert(global set: u32[], number: u32) -> bool {
    let bit = 1u32 << (number % 32);
    return number / 32 < set.length && atomic_or(set[number / 32], bit) & bit == 0;
}

/// Removes a number from a set. Returns whether this call removed it.
fn remove(global set: u32[], number: u32) -> bool {
    let bit = 1u32 << (number % 32);
    return atomic_and(set[number / 32], ~bit) & bit != 0;
}
