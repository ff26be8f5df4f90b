//! The pass `classes`: what kernels become, and their results for launches of many sizes.

use igc_compiler::configuration::Configuration;
use igc_compiler::driver::{Compilation, compile};
use igc_compiler::interp::Settings;
use igc_compiler::ir::parse::parse;
use igc_compiler::remarks::Outcome;

use crate::graphs::Graph;
use crate::interp::settings;
use crate::merge::{END, ITEMS, PULL, PUSH, SELECTED, SEVERAL, SOME, arrays, compiled_with_setup};

/// Returns the kernels that are new or changed, and `main`, after a pass.
fn after(pass: &str, program: &str) -> String {
    let compilation = compiled_with_setup(program, "classes");
    let (_, module) = compilation.stages.iter().find(|(name, _)| *name == pass).unwrap();
    let text = module.to_string();
    assert_eq!(parse(&text).unwrap().to_string(), text);
    let start = text.find("\nkernel k").unwrap();
    text[start..text.find("\noutput").unwrap()].to_string()
}

#[test]
fn a_loop_becomes_three_kernels() {
    insta::assert_snapshot!(after("classes", SOME));
}

#[test]
fn the_first_work_item_of_a_group_has_its_iterations() {
    insta::assert_snapshot!(after("distribute", PUSH));
}

/// Nodes of all classes: node 3 has 300 edges in both directions, node 4 has 60, the nodes 5 to 8
/// have 32 and 31, and the others have few or none.
fn graph() -> Graph {
    let edges = |node: u32, count: u32| (0..count).map(move |at| (node, 9 + at % 100));
    let out = [(3, 300), (4, 60), (5, 32), (6, 31), (7, 32), (8, 31)];
    let out = out.into_iter().flat_map(|(node, count)| edges(node, count));
    let both: Vec<(u32, u32)> = out.flat_map(|(u, v)| [(u, v), (v, u)]).collect();
    Graph::new(115, &both)
}

/// The result does not depend on the number and size of workgroups, and is that of the program
/// without the flag. Every plain access keeps its promise.
#[test]
fn groups_of_any_size_agree() {
    let graphs = [Graph::new(0, &[]), Graph::new(9, &[(1, 2)]), graph()];
    for program in [PULL, SOME, SEVERAL, PUSH, END, SELECTED, ITEMS] {
        let reference = compiled_with_setup(program, "none").artefact.module;
        for flags in ["classes", "pull,classes,fg8", "classes,coop-cv,wg,sg,hubs"] {
            let module = compiled_with_setup(program, flags).artefact.module;
            for graph in &graphs {
                let expected = arrays(&reference, graph, &settings(0, 1));
                for (seed, groups, workgroup_size, subgroup_size) in
                    [(1, 1, 1, 1), (2, 3, 8, 2), (3, 1, 64, 32), (4, 2, 128, 32), (5, 9, 6, 4)]
                {
                    let sizes =
                        Settings { workgroup_size, subgroup_size, ..settings(seed, groups) };
                    let found = arrays(&module, graph, &sizes);
                    assert_eq!(found, expected, "{flags}, {groups} × {workgroup_size}\n{program}");
                }
            }
        }
    }
}

/// Returns the remarks of the flag.
fn remarks(compilation: Compilation) -> Vec<(Outcome, String)> {
    compilation.remarks.0.into_iter().map(|remark| (remark.outcome, remark.message)).collect()
}

#[test]
fn loops_with_few_nodes_stay() {
    let missed = |reason: &str| vec![(Outcome::NotApplied, reason.to_string())];
    let of = |program| remarks(compiled_with_setup(program, "classes"));
    assert_eq!(of(ITEMS), missed("the loop is not over all nodes, whose classes are known"));
    let contracts = "graph undirected; node least: node = 0; original node member: node;
        kernel k() { forall u in nodes { forall e in u.out { atomic_min(u.least, e.dst); } } }
        main { k(); contract(least, member); k(); } output member;";
    let options = Configuration::parse("classes").unwrap();
    let compilation = compile("m", contracts, &options).unwrap();
    assert_eq!(remarks(compilation), missed("contractions change the degrees of nodes"));
    let in_order = "kernel k() { forall u in nodes { for e in u.out { e.dst.level2 = 1; } } }
        main { k(); }";
    assert_eq!(of(in_order).len(), 1);
}
