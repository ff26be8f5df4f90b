//! Tests of the conversion of branches to conditional values.

use super::{distributed, each};

#[test]
fn branches_that_assign_become_values() {
    let cases = [
        ("one side", "let a: u32 = 1u32 if (y[u] > 2u32) { set a = n } x[u] = a"),
        (
            "both sides",
            "let a: u32 = 1u32 if (y[u] > 2u32) { set a = n } else { set a = (a + 1u32) } x[u] = a",
        ),
        (
            "two locals",
            "let a: u32 = 1u32 let b: u32 = 2u32 if (y[u] > 2u32) { set a = n set b = (b * 2u32) } \
             x[u] = (a + b)",
        ),
        (
            "a local that the other side assigns",
            "let a: u32 = 1u32 let b: u32 = 2u32 if (u32(u) > 2u32) { set a = 9u32 } \
             else { set b = a } x[u] = (a + b)",
        ),
        (
            "branches in branches",
            "let a: u32 = 1u32 if (n > 2u32) { if (n > 3u32) { set a = 7u32 } } x[u] = a",
        ),
    ];
    insta::assert_snapshot!(each("select", true, distributed, &cases));
}

#[test]
fn other_branches_stay() {
    let cases = [
        ("a write", "if (y[u] > 2u32) { x[u] = n }"),
        ("a read", "let a: u32 = 1u32 if (n > 2u32) { set a = y[u] } x[u] = a"),
        ("a division", "let a: u32 = 1u32 if (n > 2u32) { set a = (a / n) } x[u] = a"),
        (
            "values that depend on each other",
            "let a: u32 = 1u32 let b: u32 = 2u32 if (n > 2u32) { set b = a set a = 3u32 } \
             x[u] = (a + b)",
        ),
        (
            "three locals",
            "let a: u32 = 1u32 let b: u32 = 2u32 let c: u32 = 3u32 if (n > 2u32) \
             { set a = 4u32 set b = 5u32 set c = 6u32 } x[u] = ((a + b) + c)",
        ),
        ("nothing", "if (n > 2u32) { } x[u] = 1u32"),
    ];
    insta::assert_snapshot!(each("select", false, distributed, &cases));
}
