//! Tests of adaptive kernels: the variants, the tree in `main`, and what each tree costs.

use igc_compiler::bundle::with_model;
use igc_compiler::configuration::Configuration;
use igc_compiler::driver::{Compilation, Failure, compile};
use igc_compiler::ir::visit::walk_host;
use igc_compiler::ir::{HostStmt, Init, Module, OutlinedStmt};

use crate::strategy::{SEARCH, STATE};

/// Compiles a program with a model.
fn adaptive(program: &str, flags: &str, model: &str) -> Compilation {
    let source = with_model(&format!("{STATE}{program}"), "test.model", model);
    let options = Configuration::parse(flags).unwrap();
    compile("m", &source, &options).unwrap_or_else(|failure| panic!("{failure}\n{source}"))
}

/// Returns the module after the pass.
fn module(compilation: &Compilation) -> &Module {
    &compilation.stages.iter().find(|(pass, _)| *pass == "strategy").unwrap().1
}

/// Returns the kernels' names, `main` and the remarks of a program with a model.
fn chosen(program: &str, model: &str) -> String {
    let compilation = adaptive(program, "adaptive", model);
    let module = module(&compilation);
    let kernels: Vec<&str> = module.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    let text = module.to_string();
    let main = &text[text.find("\nmain").unwrap()..text.find("\noutput").unwrap()];
    let remarks = compilation.remarks.0.iter();
    let remarks: Vec<String> =
        remarks.map(|remark| format!("{:?}: {}", remark.outcome, remark.message)).collect();
    format!("{}\nkernels: {}\n{main}", remarks.join("\n"), kernels.join(", "))
}

#[test]
fn the_built_in_rule_for_a_search() {
    let compilation = adaptive(SEARCH, "adaptive", "program other pull");
    insta::assert_snapshot!(module(&compilation).to_string());
}

/// A tree without features of the round counts nothing, and each variant exists once.
#[test]
fn a_tree_over_the_graph_counts_nothing() {
    let tree = "if nodes <= 100 edge else if in_degree_greatest <= 8 push else edge";
    insta::assert_snapshot!(chosen(SEARCH, tree));
}

/// The size of a worklist is known. Only the second question needs a count, and the kernels after
/// the count read the same items again.
#[test]
fn the_items_of_a_worklist_are_counted_only_if_necessary() {
    let program = "kernel visit(depth: u32) {
        forall u in w {
            forall e in u.out where e.dst.level == MAX { e.dst.level = depth; push w e.dst; }
        }
    } main { let depth = 1; pipe w [0] { visit(depth); depth += 1; } }";
    let tree = "if frontier_nodes <= 100 none else if frontier_mean_degree <= 4 vwarp4 else pull";
    insta::assert_snapshot!(chosen(program, tree));
}

/// A path with effects runs once, in the selecting kernel, whatever the tree chooses.
#[test]
fn a_path_with_effects_is_taken_once() {
    let program = "kernel k() {
        forall u in nodes where u.level > 3 {
            u.level -= 1;
            forall e in u.out { atomic_add(e.dst.next, 1.0); }
        }
    } main { for i in 0..3 { k(); } }";
    let tree = "if discovered_share <= 0.5 none else edge";
    insta::assert_snapshot!(chosen(program, tree));
}

/// If the tree asks only for the size of the worklist, nothing is counted, and the program's own
/// order runs a path with effects as it is.
#[test]
fn a_path_with_effects_needs_no_selection_without_counts() {
    let program = "kernel leave(k: u32) {
        forall u in w {
            u.level = k;
            forall e in u.out {
                let before = atomic_add(e.dst.level, 1);
                if before == 4 { push w e.dst; }
            }
        }
    } main { pipe w [0] { leave(3); } }";
    insta::assert_snapshot!(chosen(program, "if frontier_nodes <= 9 none else edge"));
}

/// Each node has visits in each round, so its counts are those of the graph.
#[test]
fn a_kernel_without_a_frontier() {
    let program = "kernel gather() {
        forall v in nodes {
            let sum = 0.0;
            forall e in v.in { sum += e.src.rank; }
            v.next = sum;
        }
    } main { for i in 0..3 { gather(); } }";
    insta::assert_snapshot!(chosen(program, "if frontier_edges <= 1000 none else edge"));
}

/// With `oitergb`, the device evaluates the tree: the loop has no step on the host.
#[test]
fn the_device_evaluates_the_tree_of_an_outlined_loop() {
    let compilation = adaptive(SEARCH, "adaptive,oitergb", "if frontier_edges <= 9 none else pull");
    let module = &compilation.artefact.module;
    let mut launches = 0;
    walk_host(&module.main.body, &mut |stmt| {
        launches += usize::from(matches!(stmt, HostStmt::Launch { .. }));
    });
    let [outlined] = &module.outlined[..] else { panic!("one loop is outlined") };
    fn calls(block: &[OutlinedStmt]) -> usize {
        let of = |stmt: &OutlinedStmt| match stmt {
            OutlinedStmt::Call { .. } => 1,
            other => other.blocks().into_iter().map(|block| calls(block)).sum(),
        };
        block.iter().map(of).sum()
    }
    // The frontier, the search, the selection and the pull.
    assert_eq!((launches, calls(&outlined.body)), (0, 4));
}

/// The schemes of a leaf are those of its kernel only, next to flags of the configuration that they
/// do not exclude.
#[test]
fn leaves_have_schemes_of_their_own() {
    let compilation = adaptive(SEARCH, "adaptive,fg1,coop-cv", "if nodes <= 9 none else sg,fg8");
    let of = |name: &str| {
        let kernel = module(&compilation).kernels.iter().find(|kernel| kernel.name == name);
        kernel.unwrap().options.as_ref().map(|options| options.to_string())
    };
    assert_eq!((of("visit"), of("visit_sg_fg8")), (None, Some("sg,fg8,coop-cv".into())));
}

#[test]
fn statistics_of_degrees_are_globals() {
    let compilation = adaptive(SEARCH, "adaptive", "if degree_median <= 3 none else pull");
    let module = module(&compilation);
    let array = module.arrays.iter().find(|array| array.name == "degree_median").unwrap();
    assert!(matches!(array.init, Init::Degrees(property) if property.to_string() == array.name));
}

#[test]
fn a_wrong_model_is_an_error_of_its_file() {
    let source =
        with_model(&format!("{STATE}{SEARCH}"), "wrong.model", "if nods <= 3 none else pull");
    let failure = compile("m", &source, &Configuration::parse("adaptive").unwrap()).unwrap_err();
    assert!(matches!(failure, Failure::Model(..)));
    assert!(failure.to_string().starts_with("wrong.model: line 1: unknown feature `nods`"));
}

/// Without a model, only kernels whose pull can end early change.
#[test]
fn the_built_in_rule_is_for_pulls_that_end_early() {
    let spread = "kernel spread() {
        forall u in nodes where u.level < 7 {
            forall e in u.out { atomic_add(e.dst.next, 1.0); }
        }
    } main { spread(); }";
    let kernels = |program: &str| {
        let compilation = crate::strategy::compiled(program, "adaptive");
        module(&compilation).kernels.len()
    };
    assert_eq!((kernels(spread), kernels(SEARCH)), (1, 4));
}
