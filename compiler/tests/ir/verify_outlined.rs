//! Tests of outlined loops that the verifier must reject or accept.

use igc_compiler::ir::parse::parse;

use super::verify::{findings, report};

/// Declarations for all cases. The kernel `reads` reads `w`, `fills` pushes to `w`, and `both` does
/// both. `writes` writes `a`, and `sums` reads `a`. `uses` and `has` need local memory.
const DECLARATIONS: &str = "param p: bool
array a: u32[nodes] = 0u32
array b: u32[nodes] = 0u32
array x: u32[one] = 0u32
worklist w
worklist v
kernel reads() { for i: u32 = @global_id to @size(w) by @global_size { } }
kernel fills() { push w 1node }
kernel both() { for i: u32 = @global_id to @size(w) by @global_size { push w 1node } }
kernel writes(y: u32) { if (@global_id == 0u32) { a[0u32] = y } }
kernel sums() { if (@global_id == 0u32) { x[0u32] = a[0u32] } }
kernel uses() shared m: u32[item] { %m[@local_id] = 1u32 }
kernel has() shared m: u32[item] shared n: bool[one] { %m[@local_id] = 1u32 }
";

/// Returns the text of a module whose outlined loop has this body.
fn module(body: &str) -> String {
    format!(
        "module m distributed\n{DECLARATIONS}
         outlined o(inout y: u32, flag: bool)
           local m: u32[item] local n: u32[one] local k: u32[item] {{ {body} }}
         main {{ let y: u32 = 0u32 let flag: bool = true outline o(y, flag) }}"
    )
}

fn refused(cases: &[&str]) -> String {
    report(cases, module)
}

fn accepted(cases: &[&str]) {
    for case in cases {
        let text = module(case);
        assert_eq!(findings(&parse(&text).unwrap_or_else(|e| panic!("{e}: {case}"))), "", "{case}");
    }
}

#[test]
fn statements_that_break_an_invariant_are_refused() {
    insta::assert_snapshot!(refused(&[
        // Violations of the rules for names, types and scopes.
        "let z: u32 = 1i32",
        "set y = true",
        "if true { let z: u32 = 1u32 } set y = z",
        "scope { let z: u32 = 1u32 } set y = z",
        "iterate { let z: bool = true } while z",
        "single z: bool = true { } if z { }",
        "for i: u32 = 0u32 to 1i32 { }",
        "for i: f32 = 0.0f32 to 1.0f32 { }",
        "single z: u32 = true { }",
        "single z: bool = 1u32 { }",
        "while y { }",
        "iterate { } while y",
        "if y { }",
        "call writes()",
        "call writes(true)",
        "x[0u32] = true",
        "swap a, x",
        "fill a = true",
        "seed w [1u32]",
        // Jumps outside of a `while` or `for`.
        "break",
        "if flag { continue }",
        "once { break }",
        "while flag { iterate { continue } while false }",
        // Expressions and statements that only kernels may contain.
        "x[0u32] = @global_id",
        "if (@local_id == 0u32) { barrier grid }",
        "set y = @size(w)",
        "barrier subgroup",
        // Violations of the rules for local memory.
        "call uses() with %m, %n",
        "call uses() with %n",
        "call has() with %m",
        "call has() with %n, %m",
        "call writes(y) with %m",
    ]));
}

#[test]
fn functions_and_their_calls_must_fit() {
    let cases = [
        "outlined o(y: u32) { } main { let y: u32 = 0u32 outline o() }",
        "outlined o(y: u32) { } main { let y: i32 = 0i32 outline o(y) }",
        "outlined o(y: u32) { } main { if true { let y: u32 = 0u32 } outline o(y) }",
        "outlined o(inout y: u32, inout z: u32) { } main { let y: u32 = 0u32 outline o(y, y) }",
        "outlined o() { } outlined o() { } main { }",
        "outlined reads() { } main { }",
        "outlined o() local m: u32[one] local m: u32[one] { } main { }",
        "outlined o() { } main { while true { break outline o() } barrier grid }",
    ];
    let whole = |case: &str| format!("module m distributed\n{DECLARATIONS}\n{case}");
    let parsed: Vec<&str> = cases[..7].to_vec();
    insta::assert_snapshot!(report(&parsed, whole));
    assert!(parse(&whole(cases[7])).is_err(), "main has no barriers");
    let early = whole("outlined o() { } main { outline o() }").replace("distributed", "parallel");
    assert!(findings(&parse(&early).unwrap()).contains("o: an outlined loop before distribution"));
    let fine = [
        "outlined o(y: u32, z: u32) { } main { let y: u32 = 0u32 outline o(y, y) outline o(y, y) }",
        "main { while true { outline o() break } } outlined o() { while false { break } }",
    ];
    for case in fine {
        assert_eq!(findings(&parse(&whole(case)).unwrap()), "", "{case}");
    }
}

#[test]
fn conflicts_between_grid_barriers_are_refused() {
    insta::assert_snapshot!(refused(&[
        "call writes(1u32) call sums()",
        "call sums() call writes(1u32)",
        "call writes(1u32) set y = a~[0u32]",
        "a[0u32] = 1u32 call sums()",
        "fill a = 1u32 a[0u32] = 2u32",
        "call writes(1u32) if (a~[0u32] == 1u32) { }",
        "call writes(1u32) for i: u32 = 0u32 to a~[0u32] { }",
        "call writes(1u32) while (a~[0u32] < 9u32) { barrier grid }",
        "while flag { call writes(1u32) }",
        "while flag { barrier grid call writes(1u32) if flag { continue } barrier grid } call sums()",
        "while flag { call writes(1u32) if flag { break } barrier grid } call sums()",
        "iterate { call writes(1u32) } while (a~[0u32] == 1u32)",
        "once { call writes(1u32) } call sums()",
        "single z: bool = flag { call writes(1u32) } call sums()",
        "if flag { call writes(1u32) } else { barrier grid } call sums()",
        "swap a, b call writes(1u32) swap a, b fill b = 1u32",
        "call fills() while (@waiting(w) > 0u32) room w { barrier grid }",
        "swap buffers w call both() while (@waiting(w) > 0u32) { barrier grid }",
        "seed w nodes swap buffers w call reads()",
        // A workgroup barrier is not sufficient.
        "call writes(1u32) barrier workgroup call sums()",
    ]));
}

#[test]
fn what_grid_barriers_keep_apart_is_accepted() {
    accepted(&[
        "call writes(1u32) barrier grid call sums()",
        "call writes(1u32) swap a, b call writes(1u32)",
        "call sums() set y = a~[0u32]",
        "x[0u32] = 1u32 x[0u32] = 2u32",
        "while flag { call writes(1u32) barrier grid call sums() barrier grid }",
        "while (a~[0u32] < 9u32) { barrier grid call writes(1u32) barrier grid }",
        "if flag { call writes(1u32) barrier grid } else { barrier grid } call sums()",
        "if flag { call writes(1u32) } else { call sums() }",
        "once { call writes(1u32) barrier grid } call sums()",
        "while (@waiting(w) > 0u32) { swap buffers w call both() barrier grid }",
        "call fills() call fills() barrier grid",
    ]);
}

/// Tests the arms of a conditional in the form that legalisation gives them. No path takes both
/// arms.
#[test]
fn paths_that_no_work_item_takes_do_not_conflict() {
    accepted(&[
        "scope { let holds: bool = flag
           single now: bool = holds { call writes(1u32) }
           single now_2: bool = not(holds) { call sums() } }",
        "while flag { scope { let holds: bool = flag let leaves: u32 = 0u32
           single now: bool = holds { call writes(1u32) set leaves = 1u32 break }
           if (leaves == 1u32) { break } }
           set y = a~[0u32] barrier grid }",
        "scope { let again: bool = true while again { barrier grid set again = (a~[0u32] > 1u32) } }",
    ]);
    insta::assert_snapshot!(refused(&[
        // The two loops are in different scopes, and their conditions are different locals.
        "scope { let holds: bool = flag single now: bool = holds { call writes(1u32) } }
         scope { let holds_2: bool = flag single now_2: bool = not(holds_2) { call sums() } }",
        // The local changes between the two loops.
        "scope { let holds: bool = flag
           single now: bool = holds { call writes(1u32) }
           set holds = flag
           single now_2: bool = not(holds) { call sums() } }",
        // A path takes both loops.
        "scope { let holds: bool = flag
           single now: bool = holds { call writes(1u32) }
           single now_2: bool = holds { call sums() } }",
        "while flag { scope { let holds: bool = flag let leaves: u32 = 0u32
           single now: bool = holds { call writes(1u32) set leaves = 1u32 break }
           if (leaves == 2u32) { break } }
           set y = a~[0u32] barrier grid }",
    ]));
}

#[test]
fn buffers_that_are_not_swapped_for_a_call_are_refused() {
    insta::assert_snapshot!(refused(&[
        "call reads()",
        "swap buffers w",
        "swap buffers w swap buffers w call reads()",
        "swap buffers w call reads() barrier grid call reads()",
        "swap buffers v call reads()",
        "swap buffers w call fills() barrier grid call reads()",
        "swap buffers w seed w nodes barrier grid call reads()",
        "swap buffers w clear w barrier grid call reads()",
        "if flag { swap buffers w } call reads()",
        "while flag { swap buffers w } call reads()",
        "while flag { swap buffers w if flag { break } call reads() barrier grid }",
        "swap buffers w swap worklists w, v call reads()",
        "single z: bool = flag { swap buffers w } call reads()",
    ]));
    accepted(&[
        "swap buffers w call reads() barrier grid swap buffers w call reads()",
        "swap buffers w swap worklists w, v swap worklists w, v call reads()",
        "swap buffers v swap worklists w, v call reads()",
        "if flag { swap buffers w } else { swap buffers w } call reads()",
        "while flag { swap buffers w if flag { call reads() break } call reads() barrier grid }",
        "swap buffers w fill a = 1u32 call reads()",
    ]);
}

#[test]
fn loops_that_do_not_ask_for_room_are_refused() {
    insta::assert_snapshot!(refused(&[
        "while flag { call fills() }",
        "iterate { call fills() } while flag",
        "call fills() while flag { }",
        "while flag room v { call fills() }",
        "seed w nodes barrier grid while flag { }",
        // The number of waiting items does not include items that were pushed before a swap.
        "while (@waiting(w) > 0u32) { call fills() barrier grid swap buffers w call reads() barrier grid }",
        "while (@waiting(w) > 0u32) {
           for i: u32 = 0u32 to 2u32 { swap buffers w call both() barrier grid } }",
        "while (@waiting(w) > 0u32) { call fills() swap worklists w, v barrier grid }",
        // A device need not evaluate both operands of `&&`.
        "while ((@waiting(w) > 0u32) && flag) { swap buffers w call both() barrier grid }",
        // An inner loop may wait for an item that was lost outside of it.
        "while flag room w { call fills() while flag { } barrier grid }",
    ]));
    accepted(&[
        "while flag room w { call fills() }",
        "iterate room w { call fills() } while flag",
        "for i: u32 = 0u32 to 9u32 { call fills() }",
        "once { call fills() }",
        "single z: bool = flag { call fills() }",
        "while flag { } call fills()",
        "call fills() barrier grid while (@waiting(w) > 0u32) { swap buffers w call both() barrier grid }",
        "while flag room w { call fills() break }",
        "while (@waiting(w) > 0u32) room w {
           for i: u32 = 0u32 to 2u32 { swap buffers w call both() barrier grid } }",
        "seed w nodes barrier grid clear w barrier grid while flag { }",
    ]);
}

#[test]
fn local_memory_that_is_still_in_use_is_refused() {
    insta::assert_snapshot!(refused(&[
        "call uses() with %m call uses() with %m",
        "call uses() with %m call has() with %m, %n",
        "call uses() with %m if flag { barrier workgroup } call uses() with %m",
        "if flag { call uses() with %m } call uses() with %m",
        "while flag { call uses() with %m if flag { break } } call uses() with %m",
        "iterate { call uses() with %m } while flag call uses() with %m",
        "once { call uses() with %m } call uses() with %m",
        "scope { call uses() with %m } call uses() with %m",
    ]));
    accepted(&[
        "call uses() call uses()",
        "call uses() with %m call uses() with %k",
        "call uses() with %m barrier workgroup call uses() with %m",
        "call uses() with %m barrier grid call uses() with %m",
        // The heads of loops are workgroup barriers.
        "while flag { call uses() with %m } call uses() with %m",
        "iterate { call uses() with %m } while flag for i: u32 = 0u32 to 1u32 { call uses() with %m }",
        "single z: bool = flag { call uses() with %m } call uses() with %m",
        "if flag { call uses() with %m } else { call has() with %m, %n }",
    ]);
}
