/// Counts and finds common neighbours: nodes to which edges lead from both of two nodes.
///
/// From: Green, Yalamanchili and Munguía, "Fast triangle counting on the GPU", IA3 2014 (merge);
/// Hu, Liu and Huang, "TriCore: Parallel Triangle Counting on GPUs", SC 2018 (binary search).

graph sorted;

/// Number of common out-neighbours of `u` and `v` that are larger than `above`, by merging the two
/// lists: O(u.degree + v.degree). Parallel edges count as often as both nodes have them.
fn count_above(u: node, v: node, above: node) -> u32 {
    let count = 0u32;
    let i = first_above(u, above) as u32;
    let j = first_above(v, above) as u32;
    let i_end = u.out_end as u32;
    let j_end = v.out_end as u32;
    while i < i_end && j < j_end {
        let a = (i as edge).dst;
        let b = (j as edge).dst;
        if a == b {
            count += 1;
        }
        if a <= b {
            i += 1;
        }
        if b <= a {
            j += 1;
        }
    }
    return count;
}

/// Number of common out-neighbours of `u` and `v`, by merging the two lists.
fn count(u: node, v: node) -> u32 {
    let count = 0u32;
    let i = u.out_begin as u32;
    let j = v.out_begin as u32;
    let i_end = u.out_end as u32;
    let j_end = v.out_end as u32;
    while i < i_end && j < j_end {
        let a = (i as edge).dst;
        let b = (j as edge).dst;
        if a == b {
            count += 1;
        }
        if a <= b {
            i += 1;
        }
        if b <= a {
            j += 1;
        }
    }
    return count;
}

/// The first edge of `u` whose target is larger than `above`, or `u.out_end` if there is none.
/// By binary search: O(log u.degree).
fn first_above(u: node, above: node) -> edge {
    let low = u.out_begin as u32;
    let high = u.out_end as u32;
    while low < high {
        let middle = low + (high - low) / 2;
        if (middle as edge).dst <= above {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low as edge;
}

/// An edge from `u` to `v`, or `edge::MAX` if there is none. By binary search: O(log u.degree).
fn find_edge(u: node, v: node) -> edge {
    let low = u.out_begin as u32;
    let high = u.out_end as u32;
    while low < high {
        let middle = low + (high - low) / 2;
        let dst = (middle as edge).dst;
        if dst == v {
            return middle as edge;
        }
        if dst < v {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return edge::MAX;
}
