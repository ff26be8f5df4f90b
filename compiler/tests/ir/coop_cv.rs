//! Tests of cooperative conversion on a few lines of IR: the result for pushes and reductions,
//! cases in which the pass must not apply, and its remarks.

use std::fmt::Write;

use igc_compiler::configuration::Configuration;
use igc_compiler::ir::Module;
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::passes::coop_cv::combine;
use igc_compiler::remarks::{Outcome, Remarks};

const DECLARATIONS: &str = "param source: node
array a: u32[nodes] = 0u32
array g: u32[one] = 0u32
array best: node[one] = 0node
array signed: i32[one] = 0i32
array wide: u64[one] = 0u64
array any: bool[one] = false
array sum: f32[one] = 0.0f32
array least: f32[one] = 0.0f32
array most: f64[one] = 0.0f64
worklist near
worklist far
worklist pairs: (u64, u64)
";

fn module(body: &str) -> Module {
    let text = format!(
        "module m distributed\n{DECLARATIONS}\nkernel k(x: u32) {{\n{body}\n}}\nmain {{\n}}\n"
    );
    let module = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    module
}

/// Returns the kernel of a module as text.
fn kernel(module: &Module) -> String {
    let text = module.to_string();
    let (start, end) = (text.find("kernel ").unwrap(), text.find("main {").unwrap());
    text[start..end].trim_end().to_string()
}

/// Runs `coop-cv` on each case, which is a name and the body of a kernel. Returns the results and
/// the remarks. `fires` says whether the pass must change each case.
fn each(fires: bool, cases: &[(&str, &str)]) -> String {
    each_with("coop-cv", fires, cases)
}

/// As [`each`], with other flags of the pass.
fn each_with(flags: &str, fires: bool, cases: &[(&str, &str)]) -> String {
    let options = Configuration::parse(flags).unwrap();
    let mut report = String::new();
    for (name, body) in cases {
        let mut module = module(body);
        let before = module.clone();
        let mut remarks = Remarks::default();
        combine(&mut module, &options, &mut remarks);
        assert_eq!(verify(&module), Ok(()), "{name}\n{module}");
        assert_eq!(kernel(&module) != kernel(&before), fires, "{name}\n{}", kernel(&module));
        writeln!(report, "---- {name} ----\n{}", kernel(&before)).unwrap();
        if fires {
            writeln!(report, "\nbecomes\n\n{}", kernel(&module)).unwrap();
        }
        for remark in &remarks.0 {
            let applied =
                if remark.outcome == Outcome::Applied { "applied" } else { "not applied" };
            writeln!(report, "{applied}: {}", remark.message).unwrap();
        }
        report.push('\n');
        // A second run of the pass changes nothing.
        let once = kernel(&module);
        combine(&mut module, &options, &mut Remarks::default());
        assert_eq!(kernel(&module), once, "{name}: twice is not as once");
        assert_eq!(kernel(&parse(&module.to_string()).unwrap()), once, "{name}: as text");
    }
    report
}

#[test]
fn pushes_are_queued() {
    let cases = [
        (
            "whatever control flow they stand in",
            "for i: u32 = @global_id to @size(near) by @global_size {
               let u: node = @item(near, i)
               if (a~[u] < x) {
                 push near u
               } else {
                 for e: edge = @out_offsets[u] to @out_offsets[(u32(u) + 1u32)] by 1u32 {
                   while (a~[@targets[e]] == 0u32) { push far @targets[e] break }
                 }
               }
             }",
        ),
        (
            "of pairs",
            "for i: u32 = @global_id to @size(pairs) by @global_size {
               push pairs (@second(pairs, i), u64(i))
             }",
        ),
        (
            "in each loop of the kernel",
            "for u: node = node(@global_id) to @node_count by @global_size { push near u }
             for j: u64 = u64(@global_id) to 5000000000u64 by u64(@global_size) { push near node(u32(j)) }",
        ),
        (
            "in a loop that is uniform already",
            "for base: u32 = @group_start to @node_count by @global_size {
               scan before: u32, total: u32 = base
               for p: u32 = @local_id to total by @local_size { push far node(p) }
             }",
        ),
        (
            "but not what the first work-item pushes",
            "if (@global_id == 0u32) { push near $source }
             for u: node = node(@global_id) to @node_count by @global_size { push near u }",
        ),
        (
            "in what the owner of a node does",
            "for u: node = node(@global_id) to @node_count by @global_size {
               exclusive a(u) { push near u } else { push far u }
             }",
        ),
    ];
    insta::assert_snapshot!(each(true, &cases));
}

#[test]
fn pushes_that_stay() {
    let cases = [
        ("by the first work-item", "if (@global_id == 0u32) { push near $source }"),
        (
            "where the loop may end sooner for some",
            "let n: u32 = a~[0node]
             for i: u32 = @global_id to n by @global_size { a~[node(i)] = 1u32 push near node(i) }",
        ),
        (
            "where the loop is left",
            "for u: node = node(@global_id) to @node_count by @global_size {
               if (u == $source) { break }
               push near u
             }",
        ),
        (
            "a loop of one work-item",
            "if (@global_id == 0u32) { for i: u32 = 0u32 to 9u32 by 1u32 { push near node(i) } }",
        ),
    ];
    insta::assert_snapshot!(each(false, &cases));
}

#[test]
fn reductions_of_globals_are_private() {
    let cases = [
        (
            "in whatever control flow",
            "for u: node = node(@global_id) to @node_count by @global_size {
               if (a[u] < x) {
                 for e: edge = @out_offsets[u] to @out_offsets[(u32(u) + 1u32)] by 1u32 {
                   atomic add g~[0u32], a[@targets[e]]
                 }
               } else { atomic add g~[0u32], 1u32 }
             }",
        ),
        (
            "of every type",
            "for u: node = node(@global_id) to @node_count by @global_size {
               atomic min best~[0u32], u
               atomic max signed~[0u32], i32(a[u])
               atomic and wide~[0u32], u64(a[u])
               atomic or any~[0u32], (a[u] < x)
               atomic add sum~[0u32], f32(a[u])
               atomic min least~[0u32], f32(a[u])
               atomic max most~[0u32], f64(a[u])
               atomic xor g~[0u32], a[u]
             }",
        ),
        (
            "with pushes",
            "for u: node = node(@global_id) to @node_count by @global_size {
               push near u
               atomic add g~[0u32], 1u32
             }",
        ),
        (
            "though the first work-item does the same",
            "if (@global_id == 0u32) { atomic add g~[0u32], x }
             for u: node = node(@global_id) to @node_count by @global_size { atomic add g~[0u32], 1u32 }",
        ),
    ];
    insta::assert_snapshot!(each(true, &cases));
}

/// Tests that a condition that only avoids atomics does not prevent a private reduction, and is
/// removed.
#[test]
fn conditions_that_only_save_atomics_go() {
    let cases = [
        (
            "whichever side the global stands on",
            "for u: node = node(@global_id) to @node_count by @global_size {
               if (a[u] < g~[0u32]) { atomic min g~[0u32], a[u] }
               if (i32(x) < signed~[0u32]) { atomic min signed~[0u32], i32(x) }
               if (u64(a[u]) >= wide~[0u32]) { atomic max wide~[0u32], u64(a[u]) }
               if (best~[0u32] < u) { atomic max best~[0u32], u }
             }",
        ),
        (
            "among others",
            "for u: node = node(@global_id) to @node_count by @global_size {
               if ((a[u] > x) && ((g~[0u32] > a[u]) && (a[u] != 9u32))) { atomic min g~[0u32], a[u] }
             }",
        ),
    ];
    insta::assert_snapshot!(each(true, &cases));
}

#[test]
fn reductions_that_stay() {
    let all = |body: &str| {
        format!("for u: node = node(@global_id) to @node_count by @global_size {{ {body} }}")
    };
    let bodies = [
        ("an old value that is used", "let o: u32 = atomic add g~[0u32], 1u32 a~[u] = o"),
        ("a value that is read", "atomic min g~[0u32], 1u32 if (g~[0u32] == 0u32) { a~[u] = x }"),
        (
            "the old value of another",
            "atomic min g~[0u32], 1u32 let o: u32 = atomic min g~[0u32], 9u32",
        ),
        ("a place for each node", "atomic min a~[u], 1u32"),
        ("a question for another value", "if (x < g~[0u32]) { atomic min g~[0u32], 1u32 }"),
        ("the opposite question", "if (x > g~[0u32]) { atomic min g~[0u32], x }"),
        ("a question for a sum", "if (x < g~[0u32]) { atomic add g~[0u32], x }"),
        ("more that depends on it", "if (x < g~[0u32]) { atomic min g~[0u32], x a~[u] = x }"),
        ("an alternative", "if (x < g~[0u32]) { atomic min g~[0u32], x } else { a~[u] = x }"),
        ("a float", "if (f32(x) < least~[0u32]) { atomic min least~[0u32], f32(x) }"),
        (
            "another reader",
            "if (x < g~[0u32]) { atomic min g~[0u32], x } if (g~[0u32] == 0u32) { a~[u] = x }",
        ),
        ("a place for each node, asked first", "if (x < a~[u]) { atomic min a~[u], x }"),
        ("a place past the end", "atomic min g~?[1u32], 1u32"),
        ("two operators", "atomic min g~[0u32], 1u32 atomic max g~[0u32], 9u32"),
        ("a store", "atomic min g~[0u32], 1u32 if (u == $source) { g~[0u32] = 7u32 }"),
        ("what is no reduction", "atomic swap best~[0u32], u atomic cas g~[0u32], 1u32, 2u32"),
    ];
    let bodies: Vec<(&str, String)> =
        bodies.iter().map(|(name, body)| (*name, all(body))).collect();
    let mut cases: Vec<(&str, &str)> =
        bodies.iter().map(|(name, body)| (*name, body.as_str())).collect();
    cases.push((
        "where the first work-item asks",
        "if (@global_id == 0u32) { if (x < g~[0u32]) { atomic min g~[0u32], x } }
         for u: node = node(@global_id) to @node_count by @global_size { atomic min g~[0u32], 1u32 }",
    ));
    cases.push(("by the first work-item", "if (@global_id == 0u32) { atomic add g~[0u32], x }"));
    insta::assert_snapshot!(each(false, &cases));
}

/// Each work-item, subgroup or workgroup executes one atomic. Pushes stay.
#[test]
fn ways_to_count() {
    let cases = [(
        "a truth value, a sum of integers and one of floats",
        "for u: node = @global_id to @node_count by @global_size {
           if (a~[u] < x) {
             atomic add g~[0u32], 1u32
             atomic or any~[0u32], true
             atomic add sum~[0u32], 0.5f32
             push near u
           }
         }",
    )];
    let mut report = String::new();
    for flags in ["count-wi", "count-sg", "count-wg"] {
        writeln!(report, "==== {flags}\n{}", each_with(flags, true, &cases)).unwrap();
    }
    insta::assert_snapshot!(report);
}

/// A way to count replaces that of `coop-cv`, which still queues pushes.
#[test]
fn a_way_to_count_with_queues() {
    let cases = [(
        "a sum and a push",
        "for u: node = @global_id to @node_count by @global_size {
           atomic add g~[0u32], a~[u]
           push near u
         }",
    )];
    insta::assert_snapshot!(each_with("coop-cv,count-sg", true, &cases));
}
