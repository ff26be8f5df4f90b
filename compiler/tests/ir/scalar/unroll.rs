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
        ("signed bounds", "for i: i32 = -3i32 to 4i32 by 1i32 { x[u] = ((x[u] * 3u32) + u32(i)) }"),
        (
            "bounds at the end of the type",
            "for i: u32 = 4294967290u32 to 4294967295u32 by 1u32 { x[u] = ((x[u] * 3u32) + i) }",
        ),
        (
            "bounds at the ends of a signed type",
            "for i: i32 = 2147483640i32 to 2147483647i32 by 1i32 { x[u] = ((x[u] * 3u32) + u32(i)) }",
        ),
        ("bounds in the wrong order", "for i: u32 = 7u32 to 3u32 by 1u32 { x[u] = i }"),
        ("wide bounds", "for i: u64 = 7u64 to 16u64 by 1u64 { x[u] = ((x[u] * 3u32) + u32(i)) }"),
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
    each(
        "unroll2",
        false,
        parallel,
        &[("a loop over elements", "forall serial e: edge in out u { atomic add x~[u], w[e] }")],
    );
}
