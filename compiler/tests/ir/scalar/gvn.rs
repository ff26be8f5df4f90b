//! Tests of value numbering.

use super::{alone, distributed, each};

#[test]
fn equal_expressions_are_computed_once() {
    let cases = [
        (
            "a declaration has the value",
            "let a: u32 = (n * 3u32) x[u] = ((n * 3u32) + a) y[u] = (n * 3u32)",
        ),
        ("a new local has the value", "x[u] = (y[u] * n) z[u] = (y[u] * n)"),
        (
            "parts of expressions",
            "let a: u32 = ((n * 3u32) + u32(u)) let b: u32 = ((n * 3u32) + u32(u)) x[u] = (a + b)",
        ),
        (
            "a condition and a branch",
            "if (y[u] < 10u32) { x[u] = y[u] } else { x[u] = (y[u] + 1u32) }",
        ),
        ("twice in one statement", "x[u] = ((y[u] * n) + (y[u] * n))"),
        ("a checked and a proven index", "let a: u32 = y[u] let b: u32 = y?[u] x[u] = (a + b)"),
        ("a loop", "let a: u32 = (n * 3u32) for i: u32 = 0u32 to n by 1u32 { x[u] = (n * 3u32) }"),
        (
            "relaxed reads with nothing between them",
            "let a: u32 = total~[0u32] let b: u32 = total~[0u32] x[u] = (a - b) \
             atomic add total~[0u32], 0u32",
        ),
        ("copies", "let a: u32 = (n * 3u32) let b: u32 = (n * 3u32) x[u] = (a + b)"),
    ];
    insta::assert_snapshot!(each("gvn", true, distributed, &cases));
}

#[test]
fn values_that_may_have_changed_are_computed_again() {
    let cases = [
        ("a local is assigned", "let a: u32 = 1u32 x[u] = (a * n) set a = 2u32 y[u] = (a * n)"),
        ("the element is written", "let a: u32 = x[u] x[u] = 9u32 y[u] = (x[u] + a)"),
        (
            "an atomic writes the array",
            "let a: u32 = x~[u] atomic add x~?[u], 1u32 y[u] = (x~[u] + a)",
        ),
        (
            "a branch writes the element",
            "let a: u32 = x[u] if (a > 1u32) { x[u] = 9u32 } y[u] = (x[u] + a)",
        ),
        (
            "a later round has another value",
            "let a: u32 = 1u32 let b: u32 = (a * 3u32) for i: u32 = 0u32 to n by 1u32 { \
             x[u] = ((a * 3u32) + b) set a = (a + 1u32) }",
        ),
        ("a branch is not always taken", "if (n > 2u32) { x[u] = (n * 3u32) } y[u] = (n * 3u32)"),
        (
            "an operand may be skipped",
            "let a: bool = ((n > 2u32) && (y[u] > 3u32)) x[u] = u32(a) z[u] = y[u]",
        ),
        (
            "an exclusive section begins",
            "let a: u32 = x~[u] exclusive owners(u) { x~[u] = (x~[u] + a) } else { }",
        ),
    ];
    insta::assert_snapshot!(each("gvn", false, distributed, &cases));
}

#[test]
fn zeros_of_floats_differ() {
    let cases = [(
        "two zeros",
        "let a: f32 = (f[u] * 0.0f32) let b: f32 = (f[u] * -0.0f32) f[u] = (1.0f32 / (a + b))",
    )];
    insta::assert_snapshot!(each("gvn", true, distributed, &cases));
}

/// A read in a loop may wait for a change of the element, so it must not use an earlier value.
#[test]
fn a_loop_that_waits_reads_again() {
    let cases = [
        (
            "a condition",
            "  let a: u32 = total~[0u32]
  while (total~[0u32] > 4u32) { atomic and total~[0u32], 3u32 }
  atomic max x~?[0u32], a",
        ),
        (
            "a barrier",
            "  let a: u32 = total~[0u32]
  barrier workgroup
  atomic max x~?[0u32], (a + total~[0u32])
  atomic or total~[0u32], 0u32",
        ),
    ];
    insta::assert_snapshot!(each("gvn", false, alone, &cases));
}
