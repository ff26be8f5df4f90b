//! Tests of versioning by trip count.

use super::{distributed, each, parallel};

const EDGES: &str = "for e: edge = @out_offsets[u] to @out_offsets[(u32(u) + 1u32)] by 1u32 \
    { x[u] = ((x[u] * 3u32) + w[e]) }";

#[test]
fn loops_get_two_versions() {
    let cases = [
        ("edges", EDGES),
        (
            "signed bounds",
            "for i: i32 = -3i32 to i32(n) by 1i32 { x[u] = ((x[u] * 3u32) + u32(i)) }",
        ),
        (
            "a round that ends the loop",
            "for i: u32 = 0u32 to n by 1u32 { if (x[u] > 40u32) { break } x[u] = (x[u] + i) }",
        ),
        (
            "an innermost loop",
            "for j: u32 = 0u32 to n by 1u32 { for i: u32 = 0u32 to (j * 3u32) by 1u32 { x[u] = (x[u] + i) } }",
        ),
    ];
    insta::assert_snapshot!(each("version", true, distributed, &cases));
    insta::assert_snapshot!("unrolled", each("version,unroll8", true, distributed, &cases[..1]));
    for passes in ["version,version,unroll4,unroll8", "unroll2,version", "version,gvn,licm,dce"] {
        each(passes, true, distributed, &cases);
    }
    let once = each("version", true, distributed, &cases);
    let twice = each("version,version", true, distributed, &cases);
    assert_eq!(once.matches("if (count").count(), twice.matches("if (count").count());
    let sum =
        "let sum: u32 = 0u32 forall serial e: edge in out u { reduce add sum, w[e] } x[u] = sum";
    each("version,unroll4", true, parallel, &[("a serial forall", sum)]);
}

#[test]
fn other_loops_stay() {
    let cases = [
        ("known bounds", "for i: u32 = 0u32 to 40u32 by 1u32 { x[u] = (x[u] + i) }"),
        ("a short version", "for i: u32 = n to (n + ($p & 7u32)) by 1u32 { x[u] = (x[u] + i) }"),
        ("another step", "for i: u32 = 0u32 to n by 3u32 { x[u] = i }"),
    ];
    insta::assert_snapshot!(each("version", false, distributed, &cases));
}
