//! Tests of loop-invariant code motion.

use super::{distributed, each, parallel};

#[test]
fn invariants_move() {
    let cases = [
        (
            "arithmetic and reads",
            "for i: u32 = 0u32 to n by 1u32 { x[u] = (x[u] + ((y[u] * n) + i)) }",
        ),
        ("a condition", "let i: u32 = 0u32 while (i < (n * 2u32)) { set i = (i + 1u32) }"),
        (
            "an expression of the outer loop's node",
            "for i: u32 = 0u32 to n by 1u32 { for j: u32 = 0u32 to n by 1u32 \
             { x[u] = (x[u] + ((i * 3u32) + ($p * 7u32))) } }",
        ),
    ];
    insta::assert_snapshot!(each("licm", true, distributed, &cases));
}

#[test]
fn invariants_of_loops_over_elements_move() {
    let cases = [(
        "a sum",
        "let s: u32 = 0u32 forall serial e: edge in out u { reduce add s, (w[e] + (y[u] * n)) } \
         x[u] = s",
    )];
    insta::assert_snapshot!(each("licm", true, parallel, &cases));
}

#[test]
fn what_may_change_stays() {
    let cases = [
        ("an array that the kernel writes", "for i: u32 = 0u32 to n by 1u32 { x[u] = (x[u] + i) }"),
        ("a local that the loop assigns", "let i: u32 = 0u32 while (i < n) { set i = (i + 1u32) }"),
        (
            "an expression in a branch",
            "for i: u32 = 0u32 to n by 1u32 { if (i > 3u32) { x[u] = (y[u] * n) } }",
        ),
        ("conversions", "for i: u32 = 0u32 to n by 1u32 { x[u] = u32(u) }"),
    ];
    insta::assert_snapshot!(each("licm", false, distributed, &cases));
}
