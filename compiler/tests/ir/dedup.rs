//! Tests of the filter of duplicates: what pushes become, and on which worklists repeated items
//! matter.

use std::fmt::Write as _;

use igc_compiler::remarks::Outcome;

use crate::strategy::{STATE, compiled, reordered, reordered_with};

/// A search that pushes a node each time that an edge reaches it.
const SEARCH: &str = "kernel visit(depth: u32) {
    forall u in w {
        forall e in u.out where e.dst.level == MAX { e.dst.level = depth; push e.dst; }
    }
}
main { let depth = 1; pipe [0 as node] { visit(depth); depth += 1; } }";

#[test]
fn a_search_with_stamps() {
    insta::assert_snapshot!(reordered(SEARCH, "dedup"));
}

/// The kernel that selects nodes takes the items, so the round begins before its launch.
#[test]
fn other_orders_and_adaptive_runs_have_stamps() {
    let report = ["pull,bitmap,dedup", "adaptive,dedup"].map(|flags| reordered(SEARCH, flags));
    insta::assert_snapshot!(report.join("\n"));
}

/// Each statement that moves the items of a worklist begins a round.
#[test]
fn rounds_begin_where_items_move() {
    let program = "kernel first() { forall u in nodes where u.level == 3 { push near u; } }
        kernel relax() {
            forall u in near { forall e in u.out {
                let d = u.level + 1;
                if atomic_min(e.dst.level, d) > d { if d < 9 { push near e.dst; } else { push far e.dst; } }
            } }
        }
        kernel sift() { forall u in far where u.level > 9 { retry; } }
        main {
            first();
            once near { relax(); relax(); }
            pipe near { relax(); if near.size == 0 { swap near, far; } }
            sift();
            clear(far);
        }";
    let state = STATE.replace("worklist w;", "worklist near, far;");
    insta::assert_snapshot!(reordered_with(&state, program, "dedup"));
}

/// Returns the outcome and the messages of the flag for a loop over the worklist.
fn remarks(visits: &str, main: &str) -> Vec<(Outcome, String)> {
    let program = format!("kernel k() {{ forall u in w {{ {visits} }} }} {main}");
    let compilation = compiled(&program, "dedup");
    compilation.remarks.0.into_iter().map(|remark| (remark.outcome, remark.message)).collect()
}

/// Tests each reason why repeated items matter.
#[test]
fn worklists_on_which_repeated_items_matter() {
    let loops = [
        (
            "forall e in u.out { atomic_add(e.dst.level, 1); push e.dst; }",
            "pipe [0 as node] { k(); }",
        ),
        ("let old = atomic_min(u.level, 3); if old >= 3 { push u; }", "pipe [0 as node] { k(); }"),
        (
            "let old = atomic_min(u.level, 3); if old > 3 { push u; } u.next = old as f32;",
            "pipe [0 as node] { k(); }",
        ),
        (
            "let n = 0; if atomic_min(u.level, 3) > 3 { n = 1; push u; } u.next = n as f32;",
            "pipe [0 as node] { k(); }",
        ),
        ("exclusive (u) { u.level = 1; push u; } else { retry; }", "pipe [0 as node] { k(); }"),
        ("push u; print u;", "pipe [0 as node] { k(); }"),
        ("push u;", "pipe [0 as node] { k(); print w.size; }"),
        ("push u;", "pipe [0 as node] { k(); if w.size > 3 { changed = true; } }"),
    ];
    let mut report = String::new();
    for (visits, main) in loops {
        let found = remarks(visits, &format!("main {{ {main} }}"));
        assert!(found.iter().all(|(outcome, _)| *outcome == Outcome::NotApplied), "{found:?}");
        writeln!(report, "{visits} {main}\n=> {}\n", found[0].1).unwrap();
    }
    insta::assert_snapshot!(report);
}

/// Tests visits that change nothing when they happen again.
#[test]
fn worklists_on_which_repeated_items_change_nothing() {
    for visits in [
        "u.level = 3; push u;",
        "atomic_max(u.level, 7); atomic_min(u.level, 9); push u;",
        "if atomic_min(u.level, 3) > 3 { atomic_add(u.level, 1); push u; }",
        "if 5 < atomic_min(u.level, 5) { push u; }",
        "if atomic_max(u.level, 3) < 3 { push u; }",
        "if atomic_swap(u.level, 3) != 3 { push u; }",
        "if atomic_cas(u.level, MAX, 3) == MAX { push u; }",
        "forall e in u.out { if e.dst.level == MAX { e.dst.level = 1; push e.dst; } }",
        "let n = 0; for e in u.out { n += 1; if n > 5 { break; } } u.level = n; push u;",
    ] {
        let found = remarks(
            visits,
            "main { pipe [0 as node] { k(); if w.size == 0 { changed = true; } } }",
        );
        let are_applied = found.iter().all(|(outcome, _)| *outcome == Outcome::Applied);
        assert!(are_applied && !found.is_empty(), "{visits}: {found:?}");
    }
}
