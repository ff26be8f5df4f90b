//! Tests of alignment, and of the vector loads that it makes possible.

use super::{distributed, each, parallel};

const EDGES: &str = "for e: edge = @out_offsets[u] to @out_offsets[(u32(u) + 1u32)] by 1u32 \
    { let v: node = @targets[e] x[u] = ((x[u] * 3u32) + (u32(v) + w[e])) }";

/// A loop over most edges of the graph, which begins at an edge of any remainder.
const MANY_EDGES: &str = "for e: edge = edge(u32(u)) to @edge_count by 1u32 \
    { x[u] = ((x[u] * 3u32) + (u32(@targets[e]) + w[e])) }";

#[test]
fn loops_begin_at_aligned_elements() {
    let cases = [
        ("the edges of a node", EDGES),
        (
            "elements of nodes",
            "for i: u32 = u32(u) to @node_count by 1u32 { x[u] = ((x[u] * 3u32) + y[i]) }",
        ),
        (
            "bounds at the end of the type, and no rounds",
            "for i: u32 = (4294967290u32 + n) to (n - 3u32) by 1u32 { x[u] = ((x[u] * 3u32) + y?[i]) }",
        ),
        (
            "bounds at the end of the type",
            "for i: u32 = (4294967280u32 + u32(u)) to 4294967295u32 by 1u32 { x[u] = ((x[u] * 3u32) + (y?[i] + i)) }",
        ),
    ];
    insta::assert_snapshot!(each("align", true, distributed, &cases));
    for passes in
        ["align,unroll4,vector,dce", "version,align,unroll8,vector", "align,align,unroll2"]
    {
        each(passes, true, distributed, &cases);
        each(passes, true, distributed, &[("many edges", MANY_EDGES)]);
    }
    let sum =
        "let sum: u32 = 0u32 forall serial e: edge in out u { reduce add sum, w[e] } x[u] = sum";
    each("align,unroll4,vector,dce", true, parallel, &[("a serial forall", sum)]);
}

#[test]
fn vector_loads_are_aligned_after_it() {
    let cases = [("many edges", MANY_EDGES)];
    let report = each("align,unroll4,vector,dce", true, distributed, &cases);
    assert!(report.contains("4 aligned neighbouring elements are read together"), "{report}");
    insta::assert_snapshot!(report);
    for passes in ["align,unroll8,vector", "align,gvn,licm,unroll8,gvn,vector,dce"] {
        let report = each(passes, true, distributed, &cases);
        assert!(report.contains("4 aligned neighbouring"), "{passes}\n{report}");
    }
    let from_zero = "for i: u32 = 0u32 to @node_count by 1u32 { x[u] = ((x[u] * 3u32) + y[i]) }";
    let report = each("unroll4,vector", true, distributed, &[("from zero", from_zero)]);
    assert!(report.contains("4 aligned neighbouring"), "{report}");
}

/// A load is not marked as aligned if its position is not proven to be a multiple.
#[test]
fn other_vector_loads_are_not_aligned() {
    let cases = [
        ("edges", EDGES),
        ("from one", "for i: u32 = 1u32 to @node_count by 1u32 { x[u] = ((x[u] * 3u32) + y[i]) }"),
        (
            "a sum of other numbers",
            "let from: u32 = u32(u) let gap: u32 = ((0u32 - n) & 3u32) \
             for i: u32 = (from + gap) to @node_count by 1u32 { x[u] = ((x[u] * 3u32) + y[i]) }",
        ),
        (
            "a start that changes",
            "let from: u32 = 0u32 set from = (from + (n & 3u32)) \
             for i: u32 = from to @node_count by 1u32 { x[u] = ((x[u] * 3u32) + y[i]) }",
        ),
        (
            "a small mask",
            "let from: u32 = u32(u) for i: u32 = (from + ((0u32 - from) & 1u32)) to @node_count by 1u32 \
             { x[u] = ((x[u] * 3u32) + y[i]) }",
        ),
    ];
    let report = each("unroll4,vector", true, distributed, &cases);
    assert!(!report.contains("4 aligned"), "{report}");
}

#[test]
fn other_loops_stay() {
    let cases = [
        ("a signed variable", "for i: i32 = -3i32 to i32(n) by 1i32 { x[u] = (x[u] + 1u32) }"),
        ("no reads", "for i: u32 = n to @node_count by 1u32 { x[u] = (x[u] + i) }"),
        (
            "an aligned start",
            "for i: u32 = (n & 4294967292u32) to @node_count by 1u32 { x[u] = (x[u] + y[i]) }",
        ),
        ("few rounds", "for i: u32 = n to (n + ($p & 7u32)) by 1u32 { x[u] = (x[u] + y?[i]) }"),
        (
            "a round that ends the loop",
            "for i: u32 = u32(u) to @node_count by 1u32 { if (x[u] > 40u32) { break } x[u] = (x[u] + y[i]) }",
        ),
    ];
    insta::assert_snapshot!(each("align", false, distributed, &cases));
}
