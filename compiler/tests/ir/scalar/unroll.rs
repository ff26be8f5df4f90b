//! Tests of unrolling.

use super::{distributed, each, parallel};

const SUM: &str = "for i: u32 = 0u32 to n by 1u32 { x[u] = ((x[u] * 3u32) + i) }";

#[test]
fn loops_are_unrolled() {
    let cases = [
        ("a sum", SUM),
        (
            "locals of the body",
            "for e: edge = @out_offsets[u] to @out_offsets[(u32(u) + 1u32)] by 1u32 \
             { let v: node = @targets[e] x[u] = ((x[u] * 3u32) + u32(v)) }",
        ),
        (
            "signed bounds",
            "for i: i32 = (-8i32 + i32(n)) to 4i32 by 1i32 { x[u] = ((x[u] * 3u32) + u32(i)) }",
        ),
        (
            "bounds at the end of the type",
            "for i: u32 = (4294967285u32 + n) to 4294967295u32 by 1u32 { x[u] = ((x[u] * 3u32) + i) }",
        ),
        (
            "bounds at the ends of a signed type",
            "for i: i32 = (2147483635i32 + i32(n)) to 2147483647i32 by 1i32 { x[u] = ((x[u] * 3u32) + u32(i)) }",
        ),
        ("bounds in the wrong order", "for i: u32 = (n + 2u32) to 3u32 by 1u32 { x[u] = i }"),
        (
            "wide bounds",
            "for i: u64 = (2u64 + u64(n)) to 16u64 by 1u64 { x[u] = ((x[u] * 3u32) + u32(i)) }",
        ),
        (
            "an innermost loop",
            "for j: u32 = 0u32 to n by 1u32 { for i: u32 = 0u32 to j by 1u32 { x[u] = (x[u] + i) } }",
        ),
    ];
    insta::assert_snapshot!(each("unroll2", true, distributed, &cases));
    for passes in ["unroll4", "unroll8", "unroll2,unroll8", "unroll8,gvn,unroll4,dce"] {
        each(passes, true, distributed, &cases);
    }
    insta::assert_snapshot!("four_rounds", each("unroll4", true, distributed, &cases[..1]));
}

#[test]
fn other_loops_stay() {
    let body = "x[u] = ((x[u] * 3u32) + i) ".repeat(100);
    let large = format!("for i: u32 = 0u32 to n by 1u32 {{ {body} }}");
    let cases = [
        (
            "a round that ends the loop",
            "for i: u32 = 0u32 to n by 1u32 { if (i == 2u32) { break } x[u] = i }",
        ),
        ("another step", "for i: u32 = 0u32 to n by 3u32 { x[u] = i }"),
    ];
    insta::assert_snapshot!(each("unroll2", false, distributed, &cases));
    let report = each("unroll2", false, distributed, &[("a large body", &large)]);
    assert!(report.contains("the copies of the loop's body would be too large"), "{report}");
}

/// Loops whose bounds show that they have fewer rounds than copies stay.
#[test]
fn short_loops_stay() {
    let cases = [
        ("known bounds", "for i: i32 = -2i32 to 5i32 by 1i32 { x[u] = ((x[u] * 3u32) + u32(i)) }"),
        ("no rounds", "for i: u32 = 7u32 to 3u32 by 1u32 { x[u] = i }"),
        (
            "a remainder",
            "for i: u32 = n to (n + ($p & 7u32)) by 1u32 { x[u] = ((x[u] * 3u32) + i) }",
        ),
    ];
    insta::assert_snapshot!(each("unroll8", false, distributed, &cases));
    each("unroll4", true, distributed, &[cases[0], cases[2]]);
    let others = [
        ("another start", "for i: u32 = n to ($p + (n & 7u32)) by 1u32 { x[u] = (x[u] + i) }"),
        (
            "a large mask",
            "for i: i32 = 0i32 to (0i32 + i32((n & 4294967288u32))) by 1i32 { x[u] = 1u32 }",
        ),
    ];
    each("unroll8", true, distributed, &others);
}

/// Before distribution, innermost loops over elements become counted loops.
#[test]
fn serial_foralls_are_unrolled() {
    let cases = [
        (
            "a reduction of the iteration",
            "let sum: u32 = 0u32 forall serial e: edge in out u { reduce add sum, w[e] } x[u] = sum",
        ),
        ("incoming edges", "forall serial e: edge in in u { atomic add total~[0u32], w[e] }"),
        ("numbers", "forall serial i: u32 in range 2u32, n { atomic add total~[0u32], i }"),
    ];
    insta::assert_snapshot!(each("unroll2", true, parallel, &cases));
    each("unroll8,gvn,unroll2,dce", true, parallel, &cases);
    let outer = "forall serial e: edge in out u { \
        forall serial f: edge in out @targets[e] { reduce add sum, w[f] } }";
    let shared = format!("let sum: u32 = 0u32 {outer} x[u] = sum");
    let cases = [("a reduction that the iterations of an outer loop share", &shared[..])];
    insta::assert_snapshot!("shared_reductions", each("unroll2", true, parallel, &cases));
    let walk = "forall serial e: edge in out u { let i: u32 = u32(e) \
        while (i < 3u32) { set i = (i + w?[edge(i)]) } atomic add total~[0u32], i }";
    each("unroll2", false, parallel, &[("a loop inside", walk)]);
}
