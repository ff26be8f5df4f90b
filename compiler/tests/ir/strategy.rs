//! Tests of the pass that changes the order of visits: what kernels become, and which kernels stay.

use std::fmt::Write as _;

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::{Compilation, compile};
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::ir::{Main, Module};

/// Declarations for the programs of these tests.
pub const STATE: &str = "node level: u32 = MAX; node rank: f32 = 0; node next: f32 = 0;
    global changed: bool = false; worklist w; output level; output next;
";

/// Compiles a program with the declarations of these tests.
pub fn compiled(program: &str, flags: &str) -> Compilation {
    compiled_with(STATE, program, flags)
}

fn compiled_with(state: &str, program: &str, flags: &str) -> Compilation {
    let options = Configuration::parse(flags).unwrap();
    let source = format!("{state}{program}");
    compile("m", &source, &options).unwrap_or_else(|failure| panic!("{failure}\n{source}"))
}

/// Compiles a program, and returns its kernels and `main` after the pass, and the remarks.
pub fn reordered(program: &str, flags: &str) -> String {
    reordered_with(STATE, program, flags)
}

/// As [`reordered`], with other declarations.
pub fn reordered_with(state: &str, program: &str, flags: &str) -> String {
    let compilation = compiled_with(state, program, flags);
    let (_, module) = compilation.stages.iter().find(|(pass, _)| *pass == "strategy").unwrap();
    let text = module.to_string();
    assert_eq!(parse(&text).unwrap().to_string(), text);
    let code = &text[text.find("\nkernel").unwrap()..text.find("\noutput").unwrap()];
    let remarks = compilation.remarks.0.iter();
    let remarks: Vec<String> = remarks
        .map(|remark| format!("{:?} in {}: {}", remark.outcome, remark.place, remark.message))
        .collect();
    format!("---- {flags}\n{}\n{code}", remarks.join("\n"))
}

/// A search that visits the edges of the nodes of one level.
pub const SEARCH: &str = "kernel visit(depth: u32) {
    forall u in nodes where u.level == depth {
        forall e in u.out {
            let v = e.dst;
            if v.level == MAX { v.level = depth + 1; changed = true; }
        }
    }
}
main { let depth = 0; iterate { changed = false; visit(depth); depth += 1; } while changed; }";

#[test]
fn every_order_of_a_search() {
    let mut report = String::new();
    for flags in ["push", "pull", "edge", "struct-edge", "rev-edge", "rev-struct-edge"] {
        writeln!(report, "{}", reordered(SEARCH, flags)).unwrap();
    }
    insta::assert_snapshot!(report);
}

/// Paths that read nothing that visits write need no kernel that selects.
#[test]
fn a_stable_path_is_taken_by_each_edge() {
    let program = "kernel k() {
        forall u in nodes where u.level < 7 {
            let share = u.rank * 0.5;
            forall e in u.out where e.dst.level < 3 { atomic_add(e.dst.next, share); }
        }
    } main { k(); }";
    let mut report = String::new();
    for flags in ["pull", "edge"] {
        writeln!(report, "{}", reordered(program, flags)).unwrap();
    }
    insta::assert_snapshot!(report);
}

/// Values that an iteration combines are kept in memory, and a further kernel continues with them.
#[test]
fn a_gathering_loop_becomes_three_kernels() {
    let program = "kernel k() {
        forall v in nodes {
            let sum = 0i64; let half = v.rank * 0.5;
            forall e in v.in { sum += e.src.level as i64; }
            v.next = half + (sum as f32);
        }
    } main { k(); }";
    insta::assert_snapshot!(reordered(program, "push"));
}

/// The first kernel may change what an argument reads, so the argument is read once.
#[test]
fn arguments_are_read_before_the_first_kernel() {
    let program = "global limit: u32 = 1;
    kernel k(most: u32) { forall u in nodes {
        limit max= u as u32;
        forall e in u.out { atomic_min(e.dst.level, most); }
    } } main { k(limit); }";
    insta::assert_snapshot!(reordered(program, "edge"));
}

/// An item may be on the worklist several times. Each of them visits the edges.
#[test]
fn items_of_a_worklist_are_counted() {
    let program = "kernel k() {
        forall u in w { let far = u.level + 1; forall e in u.out {
            atomic_add(e.dst.level, far);
        } }
    } main { pipe [0 as node] { k(); } }";
    insta::assert_snapshot!(reordered(program, "pull"));
}

/// If visits that happen again change nothing, all items of a node have the effect of one.
#[test]
fn items_of_a_worklist_are_marked() {
    let program = "kernel k() {
        forall u in w { let far = u.level + 1; forall e in u.out {
            if atomic_min(e.dst.level, far) > far { push e.dst; }
        } }
    } main { pipe [0 as node] { k(); } }";
    insta::assert_snapshot!(reordered(program, "pull"));
}

/// Work-items of a virtual warp take the same path, and share the edges.
#[test]
fn virtual_warps_share_edges() {
    let stable = "kernel k(depth: u32) {
        forall u in w where u.rank > 0.5 {
            forall e in u.out where e.dst.level == MAX { e.dst.level = depth; push e.dst; }
        }
    } main { let depth = 1; pipe [0 as node] { k(depth); depth += 1; } }";
    let gathering = "kernel k() {
        forall v in nodes {
            let sum = 0u32;
            forall e in v.in { sum += e.src.level; }
            v.next = sum as f32;
        }
    } main { k(); }";
    let unless = "kernel k(depth: u32) {
        forall u in nodes {
            if u.rank > 0.5 {} else { forall e in u.out { atomic_min(e.dst.level, depth); } }
        }
    } main { k(1); }";
    let mut report = String::new();
    for (program, flags) in
        [(stable, "vwarp8"), (SEARCH, "vwarp2"), (gathering, "push,vwarp64"), (unless, "vwarp4")]
    {
        writeln!(report, "{}", reordered(program, flags)).unwrap();
        let compilation = compiled(program, flags);
        let found = compilation.stages.iter().find(|(pass, _)| *pass == "distribute");
        let text = found.unwrap().1.kernels[0].clone();
        let module = Module { kernels: vec![text], ..found.unwrap().1.clone() };
        let text = Module { main: Main::default(), ..module }.to_string();
        let kernel = &text[text.find("\nkernel").unwrap()..text.find("\nmain").unwrap()];
        writeln!(report, "-- after distribute\n{kernel}").unwrap();
    }
    insta::assert_snapshot!(report);
}

/// The verifier accepts virtual warps only where work-items may repeat each other's statements.
#[test]
fn virtual_warps_repeat_no_effects() {
    let module = |lanes: &str, body: &str| {
        let text = format!(
            "module m parallel\narray x: u32[nodes] = 0u32\n\nkernel k() {lanes} {{
  forall parallel u: node in nodes {{
{body}
  }}
}}\n\nmain {{\n}}\n"
        );
        verify(&parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")))
    };
    let visit = "    forall serial e: edge in out u {\n      x~[u] = 1u32\n    }";
    assert_eq!(module("lanes 4", visit), Ok(()));
    let branches = |then: &str, otherwise: &str| {
        format!("    if (u == 0node) {{\n{then}\n    }} else {{\n{otherwise}\n    }}")
    };
    assert_eq!(module("lanes 4", &branches("", visit)), Ok(()));
    assert!(module("lanes 4", &branches(visit, visit)).is_err());
    assert!(module("lanes 3", visit).is_err());
    assert!(module("lanes 4", "    x~[u] = 1u32").is_err());
    assert!(module("lanes 4", &format!("    x~[u] = 1u32\n{visit}")).is_err());
    assert!(module("lanes 4", &format!("{visit}\n    x~[u] = 1u32")).is_err());
}

#[test]
fn kernels_that_stay() {
    let programs = [
        "kernel k() { forall u in nodes { for e in u.out { e.dst.next = 1; } } } main { k(); }",
        "kernel k() { forall e in edges { e.dst.next = 1; } } main { k(); }",
        "kernel k() { let most = changed; forall u in nodes { forall e in u.out {
                      e.dst.next = most as u32 as f32; } } } main { k(); }",
        "kernel k() { forall u in nodes { forall e in u.out { e.dst.next = 1; }
                      forall e in u.in { e.src.next = 1; } } } main { k(); }",
        "kernel k() { forall u in nodes { let v = (u as u32 / 2) as node;
                      forall e in v.out { e.dst.next = 1; } } } main { k(); }",
        "kernel k() { forall u in nodes { if u.level < 3 { forall e in u.out { e.dst.next = 1; } }
                      u.level = 0; } } main { k(); }",
        "kernel k() { forall u in nodes { let a: u32[4] = 0;
                      forall e in u.out { a[e.dst as u32 % 4] += 1; } u.level = a[0]; } }
         main { k(); }",
        "kernel k() { forall u in w { let sum = 0u32; forall e in u.out { sum += e.dst.level; }
                      u.level = sum; } } main { pipe [0 as node] { k(); } }",
        "racy kernel k() { forall u in w { let old = atomic_swap(u.level, 0);
                      forall e in u.out { atomic_min(e.dst.level, old); } } }
         main { pipe [0 as node] { k(); } }",
        "kernel k() { forall u in nodes { push u; forall e in u.out { forall v in w {
                      atomic_min(e.dst.level, v.level); } } } } main { k(); }",
    ];
    let mut report = String::new();
    for program in programs {
        let compilation = compiled(program, "pull");
        let stage = |name| {
            let found = compilation.stages.iter().find(|(pass, _)| *pass == name);
            found.map(|(_, module)| module.to_string())
        };
        assert_eq!(stage("strategy"), stage("lower"), "{program}");
        let remarks = compilation.remarks.0.iter().map(|remark| &remark.message);
        writeln!(report, "{program}\n=> {:?}\n", remarks.collect::<Vec<_>>()).unwrap();
    }
    insta::assert_snapshot!(report);
}
