//! Tests of the representations of selected nodes: what kernels become, and which kernels stay.

use std::fmt::Write as _;

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::compile;
use igc_compiler::ir::Bounds;
use igc_compiler::ir::visit::walk_stmts;

use crate::strategy::{SEARCH, compiled, reordered};

const FLAGS: [&str; 3] = ["mask", "bitmap", "list"];

/// Returns the result of the pass for a program and each list of flags.
fn each(program: &str, flags: &[&str]) -> String {
    let report = flags.iter().map(|flags| reordered(program, flags));
    report.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_frontier_of_a_search() {
    insta::assert_snapshot!(each(SEARCH, &FLAGS));
}

/// The random reads of these orders are those of bits. A list has only the nodes whose edges the
/// program visits.
#[test]
fn frontiers_in_other_orders() {
    insta::assert_snapshot!(each(SEARCH, &["pull,bitmap", "edge,bitmap", "pull,list"]));
}

/// A path that each visit could take is taken once by a kernel, if a flag asks for it.
#[test]
fn a_stable_path_selects_nodes() {
    let program = "kernel k() {
        forall u in nodes where u.level < 7 {
            let share = u.rank * 0.5;
            forall e in u.out where e.dst.level < 3 { atomic_add(e.dst.next, share); }
        }
    } main { k(); }";
    insta::assert_snapshot!(each(program, &["edge,mask", "edge,bitmap", "push,list,vwarp4"]));
}

/// In the order of the program, the end of an iteration comes after its own visits. In another
/// order, the kernel that continues after all visits reads the items of a list again.
#[test]
fn ends_of_listed_nodes() {
    let program = "kernel k() {
        forall v in nodes where v.level == 3 {
            let sum = 0u32;
            forall e in v.in { sum += e.src.level; }
            v.next = sum as f32;
        }
    } main { for i in 0..2 { k(); } }";
    insta::assert_snapshot!(each(program, &["list", "list,vwarp2", "bitmap", "push,bitmap"]));
}

/// Items of a worklist may repeat. If the visits add to a value, only a mask can count them.
#[test]
fn items_of_a_worklist_are_counted_by_a_mask() {
    let program = "kernel k() {
        forall u in w { forall e in u.out { if atomic_add(e.dst.level, 1) == 1 { push e.dst; } } }
    } main { pipe [0 as node] { k(); } }";
    insta::assert_snapshot!(each(program, &FLAGS));
}

/// If visits that happen again change nothing, a bit represents all items of a node.
#[test]
fn items_of_a_worklist_that_change_nothing_again() {
    let program = "kernel k(depth: u32) {
        forall u in w {
            forall e in u.out where e.dst.level == MAX { e.dst.level = depth; push e.dst; }
        }
    } main { let depth = 1; pipe [0 as node] { k(depth); depth += 1; } }";
    insta::assert_snapshot!(each(program, &["mask", "bitmap", "list", "pull,bitmap"]));
}

/// Without selected nodes, the output is that without the flag.
#[test]
fn kernels_without_frontiers() {
    let programs = [
        "kernel k() { forall u in nodes { forall e in u.out { e.dst.next = 1; } } } main { k(); }",
        "kernel k() { forall u in nodes where u.level < 3 { for e in u.out { e.dst.next = 1; } } }
         main { k(); }",
        "kernel k() { forall u in nodes { u.level = 0; } } main { k(); }",
    ];
    let mut report = String::new();
    for program in programs {
        for flags in FLAGS {
            let compilation = compiled(program, flags);
            let without = compiled(program, "none");
            assert_eq!(compilation.artefact.module, without.artefact.module, "{program}");
            let remarks: Vec<&String> =
                compilation.remarks.0.iter().map(|remark| &remark.message).collect();
            writeln!(report, "{program}\n=> {flags}: {remarks:?}\n").unwrap();
        }
    }
    insta::assert_snapshot!(report);
}

/// The word of a valid node is in range, so visits read the bitmap without a check.
#[test]
fn bits_of_nodes_need_no_check() {
    for flags in ["bitmap", "pull,bitmap", "rev-struct-edge,bitmap"] {
        let compilation = compiled(SEARCH, flags);
        let (_, module) = compilation.stages.iter().find(|(pass, _)| *pass == "bounds").unwrap();
        let bitmap = module.arrays.iter().position(|array| array.name == "visit_selected");
        let mut accesses = 0;
        for kernel in &module.kernels {
            let mut see = |place: &igc_compiler::ir::Place| {
                if Some(place.array.index()) == bitmap {
                    let bounds = place.element.as_ref().unwrap().bounds;
                    assert_eq!(bounds, Bounds::Proven, "{flags}: {module}");
                    accesses += 1;
                }
            };
            walk_stmts(&kernel.body, &mut |stmt| {
                stmt.place().into_iter().for_each(&mut see);
                for expr in stmt.exprs() {
                    expr.walk(&mut |expr| {
                        if let igc_compiler::ir::ExprKind::Load(place) = &expr.kind {
                            see(place);
                        }
                    });
                }
            });
        }
        assert_eq!(accesses, 2, "{flags}: {module}");
    }
}

/// Hidden state and hidden kernels have names that the program does not use.
#[test]
fn names_of_the_program_are_free() {
    let program = "node visit_selected: u32 = 0; worklist visit_selected_2;
        node visit_select: u32 = 0; node level: u32 = MAX; output visit_selected;
        kernel visit() {
            forall u in nodes where u.level == 0 {
                forall e in u.out { e.dst.level = 0; push visit_selected_2 e.dst; }
            }
        }
        kernel visit_selected_3() {
            forall v in visit_selected_2 { v.visit_selected = v.visit_select; }
        }
        main { visit(); visit_selected_3(); }";
    for flags in ["mask", "bitmap", "list", "pull"] {
        let options = Configuration::parse(flags).unwrap();
        compile("m", program, &options).unwrap_or_else(|failure| panic!("{flags}: {failure}"));
    }
}
