//! The pass `hubs`: which gathers read local memory, and their results.

use igc_compiler::interp::Settings;
use igc_compiler::ir::parse::parse;
use igc_compiler::remarks::Outcome;

use crate::graphs::Graph;
use crate::interp::settings;
use crate::merge::{END, PULL, PUSH, SEVERAL, SOME, arrays, compiled_with_setup};

/// Returns the kernel after the pass.
fn after(program: &str) -> String {
    let compilation = compiled_with_setup(program, "hubs");
    let (_, module) = compilation.stages.iter().find(|(name, _)| *name == "hubs").unwrap();
    let text = module.to_string();
    assert_eq!(parse(&text).unwrap().to_string(), text);
    let start = text.find("\nkernel k").unwrap();
    text[start..text.find("\nmain").unwrap()].to_string()
}

#[test]
fn a_gather_reads_local_memory() {
    insta::assert_snapshot!(after(PULL));
}

/// Without a gather of state that stays the same during the launch, the kernel does not change.
#[test]
fn other_reads_stay() {
    let written =
        "kernel k() { forall u in nodes { forall e in u.out { u.level2 = e.dst.level2; } } }
        main { k(); }";
    for program in [written, PUSH, END] {
        let compilation = compiled_with_setup(program, "hubs");
        let stage = |name| compilation.stages.iter().find(|(pass, _)| *pass == name).unwrap();
        assert_eq!(stage("hubs").1, stage("serialise").1, "{program}");
    }
}

/// A third array stays in memory.
#[test]
fn at_most_two_arrays_are_in_local_memory() {
    let program = "kernel k() { forall v in nodes { let sum = 0u32;
            forall e in v.in { sum += e.src.level + e.src.limit + e.src.third; }
            v.level2 = sum;
        } } main { fill(); k(); }";
    let program = format!("node third: u32 = 1; {program}");
    let remarks = compiled_with_setup(&program, "hubs").remarks.0;
    let applied = remarks.iter().filter(|remark| remark.outcome == Outcome::Applied).count();
    assert_eq!((applied, remarks.len()), (2, 3));
}

/// The result is that of the program without the flag, for graphs with fewer and with more nodes
/// than a workgroup copies.
#[test]
fn copies_of_any_number_of_nodes_agree() {
    for program in [PULL, SOME, SEVERAL] {
        let reference = compiled_with_setup(program, "none").artefact.module;
        for flags in ["hubs", "hubs,wg,fg8", "merge,hubs", "pull,hubs,narrow"] {
            let module = compiled_with_setup(program, flags).artefact.module;
            for graph in [Graph::new(0, &[]), Graph::random(30, 200, 1), Graph::random(90, 300, 2)]
            {
                let expected = arrays(&reference, &graph, &settings(0, 1));
                for (seed, groups, workgroup_size) in [(1, 1, 1), (2, 3, 4), (3, 2, 64)] {
                    let sizes = Settings { workgroup_size, ..settings(seed, groups) };
                    let found = arrays(&module, &graph, &sizes);
                    assert_eq!(found, expected, "{flags}, {groups} × {workgroup_size}\n{program}");
                }
            }
        }
    }
}
