//! Tests of promotion.

use super::{alone, distributed, each, parallel};

#[test]
fn loads_and_stores_use_a_register() {
    let cases = [
        ("an update in each round", "for i: u32 = 0u32 to n by 1u32 { x[u] = (x[u] + i) }"),
        (
            "an update in some rounds of an owned element",
            "for i: u32 = 0u32 to n by 1u32 { if (i > 2u32) { x[u] = (x[u] + i) } }",
        ),
        (
            "a store in each round, and no load",
            "for i: u32 = @out_offsets[u] to @out_offsets[(u32(u) + 1u32)] by 1u32 { x[u] = i }",
        ),
        (
            "a store in some rounds, which may be past the end",
            "for i: u32 = 0u32 to n by 1u32 { if (i > u32(u)) { x~?[7u32] = 1u32 } }",
        ),
        (
            "an update of an element that may be past the end",
            "for i: u32 = 0u32 to n by 1u32 { x~?[7u32] = (x~?[7u32] | 1u32) }",
        ),
        (
            "updates of an element that may be past the end, in some rounds",
            "for i: u32 = 0u32 to n by 1u32 { if (i > u32(u)) \
             { r[u]?[u32(u)] = (r[u]?[u32(u)] + i) } r[u]?[u32(u)] = (r[u]?[u32(u)] * 3u32) }",
        ),
        (
            "a loop with a condition that reads the element",
            "while (x[u] < 20u32) { x[u] = (x[u] + u32(u)) x[u] = (x[u] + 1u32) }",
        ),
        (
            "a loop that may have no rounds",
            "let i: u32 = 0u32 while (i < u32(u)) { set i = (i + 1u32) x[u] = (x[u] + i) }",
        ),
        ("a loop with constant bounds", "for i: u32 = 2u32 to 6u32 by 1u32 { x[u] = (x[u] + i) }"),
        ("an element of a row", "for i: u32 = 0u32 to n by 1u32 { r[u][2u32] = (r[u][2u32] + i) }"),
        (
            "a value that nothing in the loop writes",
            "x[u] = 4u32 for i: u32 = 0u32 to n by 1u32 { y[u] = (y[u] + x[u]) }",
        ),
        (
            "a break after the store",
            "for i: u32 = 0u32 to n by 1u32 { x[u] = (x[u] + i) if (x[u] > 8u32) { break } }",
        ),
        (
            "a break before the store",
            "for i: u32 = 0u32 to n by 1u32 { if (i > u32(u)) { break } x[u] = (x[u] + i) }",
        ),
        (
            "the outer one of two loops",
            "for i: u32 = 0u32 to n by 1u32 { x[u] = (x[u] + i) \
             for j: u32 = 0u32 to i by 1u32 { x[u] = (x[u] * 3u32) } }",
        ),
    ];
    insta::assert_snapshot!(each("promote", true, distributed, &cases));
}

#[test]
fn atomics_become_one_atomic() {
    let cases = [
        (
            "a sum over edges",
            "for e: edge = @out_offsets[u] to @out_offsets[(u32(u) + 1u32)] by 1u32 {
               atomic add x~[u], w[e] }",
        ),
        (
            "a maximum in some rounds",
            "for i: u32 = 0u32 to n by 1u32 { if (i > 1u32) { atomic max x~?[u], i } }",
        ),
        (
            "a sum of floats, which has no condition",
            "for i: u32 = 0u32 to n by 1u32 { atomic add f~[u], 0.5f32 }",
        ),
        (
            "a global, over all loops",
            "for i: u32 = 0u32 to n by 1u32 { atomic add total~[0u32], i }",
        ),
        ("a flag that the launch shares", "if (u32(u) > 2u32) { flag~[0u32] = true }"),
    ];
    insta::assert_snapshot!(each("promote", true, distributed, &cases));
}

#[test]
fn loops_over_elements_reduce() {
    let cases = [
        ("a sum over edges", "forall serial e: edge in out u { atomic add x~[u], w[e] }"),
        (
            "a loop around a loop over edges",
            "for i: u32 = 0u32 to n by 1u32 { forall serial e: edge in out u \
             { atomic min x~[u], (i + w[e]) } }",
        ),
        ("a counted loop of the program", "for i: u32 = 0u32 to n by 1u32 { x[u] = (x[u] + i) }"),
    ];
    insta::assert_snapshot!(each("promote", true, parallel, &cases));
}

#[test]
fn what_might_change_a_result_stays() {
    let cases = [
        (
            "other elements of the array",
            "for i: u32 = 0u32 to n by 1u32 { x~[u] = (x~[u] + x~?[node(i)]) }",
        ),
        ("an index that changes", "for i: u32 = 0u32 to n by 1u32 { x~?[node(i)] = 1u32 }"),
        (
            "a condition that reads an element that may be past the end",
            "for i: u32 = 0u32 to n by 1u32 \
             { if (x~?[7u32] < 2u32) { x~?[7u32] = (x~?[7u32] | 1u32) } }",
        ),
        (
            "two operators",
            "for i: u32 = 0u32 to n by 1u32 { atomic or x~[u], i atomic and x~[u], 6u32 }",
        ),
        (
            "an atomic whose old value is used",
            "for i: u32 = 0u32 to n by 1u32 { let old: u32 = atomic add x~[u], i y[u] = old }",
        ),
        (
            "bounds that read the array",
            "for i: u32 = 0u32 to x[u] by 1u32 { x[u] = (x[u] + 1u32) }",
        ),
        (
            "an exclusive section",
            "for i: u32 = 0u32 to n by 1u32 { exclusive owners(u) { x~[u] = (x~[u] + i) } else { } }",
        ),
    ];
    // In one case, the pass keeps the other array in a register.
    let (last_but, cases): (Vec<_>, Vec<_>) =
        cases.into_iter().partition(|(name, _)| name.contains("old value"));
    insta::assert_snapshot!(each("promote", false, distributed, &cases));
    insta::assert_snapshot!("old_value", each("promote", true, distributed, &last_but));
}

#[test]
fn a_loop_that_waits_stays() {
    let cases = [
        (
            "a loop that waits until another work-item has written",
            "  let i: u32 = 0u32
  while ((i < 9u32) && (total~[0u32] > 4u32)) { flag~[0u32] = true set i = (i + 1u32) }",
        ),
        (
            "a loop around a loop that waits",
            "  for i: u32 = 0u32 to n by 1u32 {
    flag~[0u32] = true
    while (total~[0u32] > 4u32) { atomic and total~[0u32], 3u32 }
  }",
        ),
    ];
    insta::assert_snapshot!(each("promote", false, alone, &cases));
}

#[test]
fn a_group_that_meets_in_the_loop_stays() {
    let cases = [(
        "a barrier",
        "  for i: u32 = 0u32 to n by 1u32 {
    total~[0u32] = i
    barrier workgroup
  }",
    )];
    insta::assert_snapshot!(each("promote", false, alone, &cases));
}

/// The iterations of a `forall` may not assign a local of another iteration.
#[test]
fn stores_in_loops_over_elements_stay() {
    let cases = [("a store", "forall serial e: edge in out u { x~[u] = 4u32 }")];
    insta::assert_snapshot!(each("promote", false, parallel, &cases));
}
