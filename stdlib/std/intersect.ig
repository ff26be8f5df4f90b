/// Common neighbours of two nodes, found in sorted lists of edges.
///
/// From: the merge of Green, Yalamanchili and Munguía, "Fast triangle counting on the GPU", IA3 2014;
/// the binary search of Hu, Liu and Huang, "TriCore: Parallel Triangle Counting on GPUs", SC 2018.

graph sorted;

/// Returns the number of common destinations of `u` and `v` that are larger than `above`. Merges the
/// two lists in O(u.degree + v.degree). Parallel edges count as often as both nodes have them.
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

/// Returns the number of common destinations of `u` and `v`.
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

/// Returns the first edge of `u` whose destination is larger than `above`, or `u.out_end` if no such
/// edge exists. Uses binary search: O(log u.degree).
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

/// Returns an edge from `u` to `v`, or `edge::MAX` if no such edge exists. Uses binary search:
/// O(log u.degree).
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
