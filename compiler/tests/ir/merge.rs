//! Tests of shares of the merge path: what kernels become, and their results for launches of many
//! sizes.

use std::fmt::Write as _;

use igc_compiler::data::ArrayData;
use igc_compiler::driver::Compilation;
use igc_compiler::interp::{Settings, run};
use igc_compiler::ir::Module;
use igc_compiler::ir::parse::parse;

use crate::graphs::Graph;
use crate::interp::settings;
use crate::strategy::{STATE, compiled, reordered};

/// A pull whose visits use nothing of the node, and whose end writes its state.
pub const PULL: &str = "kernel k() { forall v in nodes {
        let sum = 7u32;
        forall e in v.in { sum += e.src.level; }
        v.level2 = sum;
    } } main { fill(); k(); k(); }";

/// A pull whose visits use a value of the node, and whose path has a condition.
pub const SOME: &str = "kernel k() { forall v in nodes where v.limit > 1 {
        let most = v.limit; let least = MAX;
        forall e in v.in where e.src.level >= most { least min= e.src.level + most; }
        v.level2 = least;
    } } main { fill(); k(); }";

/// Three reductions of different types.
pub const SEVERAL: &str = "kernel k() { forall v in nodes {
        let sum = 0i64; let bits = 0u32; let any = false;
        forall e in v.out {
            sum += e.dst.level as i64; bits ^= e.dst.level; any |= e.dst.level == 3;
        }
        v.level2 = (sum as u32) * 2 + bits + (any as u32);
    } } main { fill(); k(); }";

/// A push without reductions and ends.
pub const PUSH: &str = "kernel k() { forall u in nodes {
        let far = u.level + 1;
        forall e in u.out { atomic_add(e.dst.level2, far); }
    } } main { fill(); k(); }";

/// A push with an end, which reads what visits wrote.
pub const END: &str = "kernel k() { forall u in nodes where u.limit != 2 {
        forall e in u.out { atomic_add(e.dst.level2, 1); total += 1; }
        atomic_add(u.level2, 1000);
    } } main { fill(); k(); }";

/// A path that reads what visits write, so a kernel selects the nodes first.
pub const SELECTED: &str = "kernel k() { forall u in nodes where u.level2 < 1000 {
        forall e in u.out { atomic_add(e.dst.level2, 1); }
    } } main { fill(); k(); }";

/// A loop over a worklist, whose items may repeat.
pub const ITEMS: &str = "kernel k() { forall u in w { let far = u.level + 1;
        forall e in u.out { atomic_add(e.dst.level2, far); }
    } }
    kernel begin() { forall u in nodes where (u as u32) % 3 == 0 { push u; push u; } }
    main { fill(); begin(); k(); }";

/// Declarations for the programs, and a kernel that sets the state of nodes.
const SETUP: &str =
    "node limit: u32 = 0; node level2: u32 = 0; global total: u32 = 0; output level2; output total;
    kernel fill() { forall u in nodes { u.level = (u as u32) * 7 % 11; u.limit = (u as u32) % 5; } }
";

/// Compiles one of the programs with its declarations.
pub fn compiled_with_setup(program: &str, flags: &str) -> Compilation {
    compiled(&format!("{SETUP}{program}"), flags)
}

/// Returns the module after the pass.
fn merged(program: &str, flags: &str) -> Module {
    let compilation = compiled_with_setup(program, flags);
    let (_, module) = compilation.stages.into_iter().find(|(pass, _)| *pass == "merge").unwrap();
    module
}

/// Returns the kernels that are new or changed, and `main`, as text.
fn shared(program: &str) -> String {
    let module = merged(program, "merge");
    let text = module.to_string();
    assert_eq!(parse(&text).unwrap().to_string(), text);
    let start = text.find("\nkernel k").unwrap();
    text[start..text.find("\noutput").unwrap()].to_string()
}

#[test]
fn segmented_sums_and_ends() {
    let mut report = String::new();
    for (name, program) in [("pull", PULL), ("some", SOME)] {
        writeln!(report, "---- {name}\n{}", shared(program)).unwrap();
    }
    insta::assert_snapshot!(report);
}

#[test]
fn visits_without_sums() {
    let mut report = String::new();
    for (name, program) in [("push", PUSH), ("end", END)] {
        writeln!(report, "---- {name}\n{}", shared(program)).unwrap();
    }
    insta::assert_snapshot!(report);
}

/// Other edge maps get a form with rows that can be divided.
#[test]
fn selected_nodes() {
    let mut report = String::new();
    for program in [SELECTED, ITEMS] {
        let program = format!("{SETUP}{program}");
        writeln!(report, "{}", reordered(&program, "merge")).unwrap();
    }
    insta::assert_snapshot!(report);
}

/// Returns the arrays of the program at the end of a run.
pub fn arrays(module: &Module, graph: &Graph, settings: &Settings) -> Vec<ArrayData> {
    let outcome = run(module, &graph.view(), &[], settings);
    let arrays = outcome.unwrap_or_else(|error| panic!("{error}\n{module}")).arrays;
    let declared = format!("{STATE}{SETUP}");
    let of_program = module.arrays.iter().zip(arrays);
    let of_program =
        of_program.filter(|(array, _)| declared.contains(&format!(" {}:", array.name)));
    of_program.map(|(_, content)| content).collect()
}

/// A hub with edges in both directions, nodes without edges at both ends and in the middle, and
/// random edges.
fn graphs() -> Vec<Graph> {
    let star: Vec<(u32, u32)> = (5..40).flat_map(|v| [(3, v), (v, 3)]).collect();
    let last: Vec<(u32, u32)> = (0..30).map(|_| (0, 8)).collect();
    vec![
        Graph::new(0, &[]),
        Graph::new(9, &[]),
        Graph::new(1, &[(0, 0); 20]),
        Graph::new(45, &star),
        Graph::new(9, &last),
        Graph::random(30, 200, 1),
        Graph::random(60, 40, 2),
    ]
}

/// The result does not depend on the number and size of workgroups, and is that of the program
/// without the flag. Every plain access keeps its promise.
#[test]
fn shares_of_any_size_agree() {
    let programs = [PULL, SOME, SEVERAL, PUSH, END, SELECTED, ITEMS];
    for (program, flags) in programs.into_iter().flat_map(|program| {
        ["merge", "push,merge", "pull,merge", "merge,coop-cv"].map(|flags| (program, flags))
    }) {
        let reference = compiled_with_setup(program, "none").artefact.module;
        let module = compiled_with_setup(program, flags).artefact.module;
        for graph in graphs() {
            let expected = arrays(&reference, &graph, &settings(0, 1));
            for (seed, groups, workgroup_size) in
                [(1, 1, 1), (2, 1, 8), (3, 3, 4), (4, 7, 1), (5, 40, 3), (6, 5, 64)]
            {
                let sizes = Settings { workgroup_size, subgroup_size: 2, ..settings(seed, groups) };
                let found = arrays(&module, &graph, &sizes);
                assert_eq!(found, expected, "{flags} with {groups} × {workgroup_size}\n{program}");
            }
        }
    }
}

/// Without edge maps, or with virtual warps instead, the pass changes nothing.
#[test]
fn kernels_that_stay() {
    for program in [
        "kernel k() { forall u in nodes { for e in u.out { e.dst.level2 = 1; } } } main { k(); }",
        "kernel k() { forall e in edges { e.dst.level2 = 1; } } main { k(); }",
    ] {
        let compilation = compiled_with_setup(program, "merge");
        let stage = |name| compilation.stages.iter().find(|(pass, _)| *pass == name).unwrap();
        assert_eq!(stage("merge").1, stage("distribute").1, "{program}");
    }
    let compilation = compiled_with_setup(PULL, "vwarp2");
    assert!(compilation.stages.iter().all(|(pass, _)| *pass != "merge"));
}
