//! Tests of asynchronous repetition: the rewritten kernels, the remarks, and cases in which the pass
//! must not apply.

use std::fmt::Write;

use igc_compiler::configuration::Configuration;
use igc_compiler::ir::Module;
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::passes::repeat::repeat_items;
use igc_compiler::remarks::{Outcome, Remarks};

const DECLARATIONS: &str = "array a: u32[nodes] = 0u32
worklist w
worklist other
worklist p: (u64, u64)
array x: u32[nodes] = 4294967295u32
array on: bool[one] = false
";

/// Returns a kernel without its loop over the worklist.
fn over(worklist: &str, body: &str) -> String {
    format!("for i: u32 = @global_id to @size({worklist}) by @global_size {{ {body} }}")
}

/// Runs the pass on each kernel, and returns the results and the remarks. `applies` states whether
/// the pass must change each kernel.
fn each(opts: &str, applies: bool, cases: &[(&str, String)]) -> String {
    each_of(("async w ", "launch k()"), opts, applies, cases)
}

/// Does the same for kernels of another kind, with another `main`.
fn each_of(
    (kind, main): (&str, &str),
    opts: &str,
    applies: bool,
    cases: &[(&str, String)],
) -> String {
    let mut report = String::new();
    for (name, body) in cases {
        let text = format!(
            "module m distributed\n{DECLARATIONS}kernel k() {kind}{{ {body} }}\nmain {{ {main} }}\n"
        );
        let mut module: Module = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(verify(&module), Ok(()), "{text}");
        let mut before = module.clone();
        let mut remarks = Remarks::default();
        repeat_items(&mut module, &Configuration::parse(opts).unwrap(), &mut remarks);
        assert_eq!(verify(&module), Ok(()), "{name}\n{module}");
        // The plan of a kernel that stays changes, too: all launches are resident.
        for (old, new) in before.kernels.iter_mut().zip(&module.kernels) {
            old.plan = new.plan.clone();
        }
        assert_eq!(module != before, applies, "{name}\n{module}");
        assert_eq!(parse(&module.to_string()).unwrap().to_string(), module.to_string(), "{name}");
        let text = module.to_string();
        let kernel = &text[text.find("kernel").unwrap()..text.find("main").unwrap()];
        writeln!(report, "---- {name} ----\n{}", kernel.trim_end()).unwrap();
        for remark in &remarks.0 {
            let applied = remark.outcome == Outcome::Applied;
            let outcome = if applied { "applied" } else { "not applied" };
            writeln!(report, "{outcome}: {}", remark.message).unwrap();
        }
        report.push('\n');
    }
    report
}

#[test]
fn items_that_are_put_back_run_again() {
    insta::assert_snapshot!(each(
        "async8",
        true,
        &[
            (
                "a node, and another node that goes to the next round",
                over(
                    "w",
                    "let u: node = @item(w, i)
                     if (a~[u] == 0u32) { push w u push w 1node push other u } else { a~[u] = 2u32 }"
                )
            ),
            (
                "in a loop over edges, which one work-item runs",
                over(
                    "w",
                    "let u: node = @item(w, i) let sum: u32 = 0u32
                     forall serial e: edge in out u { reduce add sum, 1u32 }
                     if (sum > 3u32) { push w u }"
                )
            ),
            (
                "all nodes, in a first round",
                "for u: node = @global_id to @node_count by @global_size {
                   if (a~[u] == 0u32) { push w u push other u }
                 }"
                .into()
            ),
        ]
    ));
}

#[test]
fn pairs_that_are_put_back_run_again() {
    let body = "if (@first(p, i) == 3u64) { push p (@first(p, i), @second(p, i)) }";
    let cases = [("a pair", over("p", body))];
    insta::assert_snapshot!(each_of(("async p ", "launch k()"), "async8", true, &cases));
}

const OFFERS: &str = "forall serial e: edge in out u {
    let v: node = @targets[e]
    let far: u32 = saturating_add(x~[u], 1u32)
    let old: u32 = atomic min x~[v], far";

#[test]
fn nodes_of_fixed_points_are_swept() {
    let body = format!(
        "for u: node = @global_id to @node_count by @global_size {{
           {OFFERS} if (old > far) {{ atomic or on~[0u32], true }} }} }}"
    );
    let main = "iterate { on~[0u32] = false launch k() } while on~[0u32]";
    insta::assert_snapshot!(each_of(("", main), "async8", true, &[("the nodes", body)]));
}

/// Tests that a kernel does not skip nodes that the same kernel has seen with other arguments.
#[test]
fn nodes_are_swept_for_each_launch() {
    let body = format!(
        "for u: node = @global_id to @node_count by @global_size {{
           {OFFERS} if (old > far) {{ atomic or on~[0u32], true }} }} }}"
    );
    let main = "iterate { on~[0u32] = false launch k() launch k() } while on~[0u32]";
    let report = each_of(("", main), "async8", true, &[("the nodes", body)]);
    assert!(report.contains("while ((idle < 8u32)") && !report.contains("seen"), "{report}");
}

#[test]
fn items_of_fixed_points_are_kept() {
    let body = format!("let u: node = @item(w, i) {OFFERS} if (old > far) {{ push w v }} }}");
    let main = "pipe w [0node] { launch k() }";
    let cases = [("the items", over("w", &body))];
    insta::assert_snapshot!(each_of(("", main), "async64", true, &cases));
}

#[test]
fn asynchronous_kernels_may_be_proven() {
    let pushes = |condition: &str| {
        over("w", &format!("let u: node = @item(w, i) {OFFERS} if {condition} {{ push w v }} }}"))
    };
    let main = "pipe w [0node] { launch k() }";
    let proven = [("with a proof", pushes("(old > far)"))];
    let unproven = [("without a proof", pushes("(old >= far)"))];
    let mut report = each_of(("async w ", main), "async=8", true, &proven);
    report += &each_of(("async w ", main), "async=8", false, &unproven);
    insta::assert_snapshot!(report);
}

#[test]
fn other_kernels_stay() {
    insta::assert_snapshot!(each(
        "async64",
        false,
        &[
            (
                "a node that is not the item of the iteration",
                over("w", "let u: node = @item(w, i) push w 1node push other u")
            ),
            (
                "a loop over another worklist",
                over("other", "let u: node = @item(other, i) push w u")
            ),
            ("no loop", "if (@global_id == 0u32) { push w 1node }".into()),
        ]
    ));
}

#[test]
fn kernels_stay_without_the_flag() {
    let body = over("w", "let u: node = @item(w, i) push w u");
    let report = each("oitergb,fg8", false, &[("a node", body)]);
    assert!(!report.contains("applied"), "{report}");
}
