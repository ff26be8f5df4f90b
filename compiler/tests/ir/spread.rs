//! The pass `spread`: what loops over worklists become, and their results for launches of many sizes.

use igc_compiler::configuration::Choice;
use igc_compiler::interp::Settings;
use igc_compiler::ir::parse::parse;
use igc_compiler::remarks::Outcome;

use crate::graphs::Graph;
use crate::interp::settings;
use crate::merge::{ITEMS, PUSH, arrays, compiled_with_setup};

/// A search, whose worklist has few items at first.
const SEARCH: &str = "kernel k(depth: u32) { forall u in w {
        forall e in u.out where e.dst.limit != 9 { e.dst.limit = 9; e.dst.level2 = depth; push e.dst; }
    } }
    main { let depth = 1; pipe [0 as node] { k(depth); depth += 1; } }";

/// Items that combine values of their edges, and are put back until their sums are large.
const SUMS: &str = "kernel k() { forall u in w {
        let sum = 0u32;
        forall e in u.out { sum += e.dst.limit + 1; }
        if atomic_add(u.level2, sum + 1) < 20 { retry; }
    } }
    main { fill(); pipe nodes { k(); } }";

#[test]
fn the_items_have_gaps() {
    let compilation = compiled_with_setup(ITEMS, "wg,spread");
    let (_, module) = compilation.stages.iter().find(|(name, _)| *name == "spread").unwrap();
    let text = module.to_string();
    assert_eq!(parse(&text).unwrap().to_string(), text);
    let start = text.find("\nkernel k(").unwrap();
    let end = start + 1 + text[start + 1..].find("\n}").unwrap();
    insta::assert_snapshot!(&text[start..end + 2]);
}

#[test]
fn other_loops_stay() {
    let without_edges =
        "kernel k() { forall u in w { u.level2 = 3; } } main { pipe nodes { k(); } }";
    let outcomes = |program: &str, flags: &str| -> Vec<Outcome> {
        let remarks = compiled_with_setup(program, flags).remarks.0.into_iter();
        remarks.filter(|remark| remark.by == Choice::Spread.into()).map(|r| r.outcome).collect()
    };
    assert_eq!(outcomes(ITEMS, "spread"), [Outcome::NotApplied]);
    assert_eq!(outcomes(ITEMS, "spread,fg1"), [Outcome::Applied]);
    assert_eq!(outcomes(without_edges, "spread,fg1"), [Outcome::NotApplied]);
    assert_eq!(outcomes(PUSH, "spread,fg1"), []);
}

/// The result is that of the program without the flag: if there are fewer work-items than items, and if
/// no workgroup has two items.
#[test]
fn launches_of_any_size_agree() {
    for program in [ITEMS, SEARCH, SUMS] {
        let reference = compiled_with_setup(program, "none").artefact.module;
        for flags in ["spread,wg", "spread,fg8", "spread,wg,sg,fg1,coop-cv", "spread,fg1,oitergb"] {
            let module = compiled_with_setup(program, flags).artefact.module;
            for graph in [Graph::new(3, &[]), Graph::random(30, 200, 1), Graph::random(90, 300, 2)]
            {
                let expected = arrays(&reference, &graph, &settings(0, 1));
                for (seed, groups, workgroup_size) in [(1, 1, 1), (2, 3, 4), (3, 2, 64), (4, 40, 8)]
                {
                    let sizes = Settings { workgroup_size, ..settings(seed, groups) };
                    let found = arrays(&module, &graph, &sizes);
                    assert_eq!(found, expected, "{flags}, {groups} × {workgroup_size}\n{program}");
                }
            }
        }
    }
}
