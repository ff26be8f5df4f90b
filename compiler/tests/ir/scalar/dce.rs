//! Tests of dead-code elimination.

use super::{alone, distributed, each};

#[test]
fn code_without_effect_is_removed() {
    let cases = [
        ("a local that nothing reads", "let a: u32 = y[u] let b: u32 = (a + 1u32) x[u] = 1u32"),
        ("an assignment that nothing reads", "let a: u32 = 1u32 set a = y[u] x[u] = 1u32"),
        ("an old value that nothing reads", "let old: u32 = atomic add x~[u], 1u32"),
        ("an empty branch", "if (y[u] > 2u32) { let a: u32 = 1u32 } x[u] = 1u32"),
        ("an empty loop", "for i: u32 = 0u32 to n by 1u32 { let a: u32 = i } x[u] = 1u32"),
        ("a constant condition", "if true { x[u] = 1u32 } else { x[u] = 2u32 }"),
    ];
    insta::assert_snapshot!(each("dce", true, distributed, &cases));
}

#[test]
fn code_with_an_effect_stays() {
    let cases = [
        ("a value that is read", "let a: u32 = y[u] x[u] = a"),
        ("a loop that ends by its condition", "let a: u32 = 0u32 while (a > 0u32) { }"),
        ("an old value that is read", "let old: u32 = atomic add x~[u], 1u32 y[u] = old"),
    ];
    insta::assert_snapshot!(each("dce", false, distributed, &cases));
}

/// A launch swaps the buffers of the worklists that its kernel reads.
#[test]
fn a_kernel_keeps_its_worklists() {
    let cases = [("the size of a worklist", "  let size: u32 = @size(near)")];
    insta::assert_snapshot!(each("dce", false, alone, &cases));
    let cases = [(
        "a loop over a worklist",
        "  for i: u32 = @global_id to @size(near) by @global_size { let u: node = @item(near, i) }",
    )];
    insta::assert_snapshot!("empty_loop", each("dce", true, alone, &cases));
}
