//! Tests of strength reduction.

use super::{distributed, each};

#[test]
fn products_become_sums() {
    let cases = [
        (
            "a factor that is a parameter",
            "for i: u32 = 0u32 to n by 1u32 { x[u] = (x[u] + (i * $p)) }",
        ),
        (
            "a factor that is read, on the left",
            "for i: u32 = 2u32 to 9u32 by 3u32 { x[u] = (x[u] + (y[u] * i)) }",
        ),
        (
            "a conversion of a signed variable",
            "for i: i32 = -3i32 to 4i32 by 1i32 { x[u] = (x[u] + u32((i64(i) * 5i64))) }",
        ),
        (
            "two products",
            "for i: u32 = 0u32 to n by 1u32 { x[u] = ((i * $p) + (i * n)) y[u] = (i * n) }",
        ),
        (
            "a product in a loop inside",
            "for i: u32 = 0u32 to n by 1u32 { for j: u32 = 0u32 to n by 1u32 \
             { x[u] = (x[u] + ((i * n) + j)) } }",
        ),
    ];
    insta::assert_snapshot!(each("strength", true, distributed, &cases));
}

#[test]
fn other_products_stay() {
    let cases = [
        ("floats", "for i: u32 = 0u32 to n by 1u32 { f[u] = (f[u] + (f32(i) * 0.1f32)) }"),
        (
            "a factor that changes",
            "let a: u32 = 1u32 for i: u32 = 0u32 to n by 1u32 { set a = (a + (i * a)) } x[u] = a",
        ),
        (
            "a round that ends early",
            "for i: u32 = 0u32 to n by 1u32 { if (i == 2u32) { continue } x[u] = (i * $p) }",
        ),
        ("a step that the launch has", "x[u] = (u32(u) * n)"),
    ];
    insta::assert_snapshot!(each("strength", false, distributed, &cases));
}
