//! Tests of each pass on a few lines of IR: cases in which it must apply, and cases in which it
//! must not.
//!
//! A case is the body of a kernel. A snapshot contains the result of the pass. The test itself
//! states whether the pass must change anything, so that an accepted snapshot cannot hide a pass
//! that applies where it must not.

use std::fmt::Write;

use igc_compiler::configuration::Configuration;
use igc_compiler::ir::Module;
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::model::Model;
use igc_compiler::passes::{PASSES, Pass, Settings};
use igc_compiler::remarks::Remarks;

/// Declarations that every case can use.
const DECLARATIONS: &str = "param source: node
array a: u32[nodes] = 0u32
array b: u32[nodes] = 0u32
array n: node[nodes] = 0node
array w: u32[edges] = 0u32
array g: u32[one] = 0u32
array r: u32[nodes][4] = 0u32
worklist work
worklist near
worklist pairs: (u64, u64)
";

/// Creates a module with kernels.
fn module(stage: &str, kernels: &str) -> Module {
    let text = format!("module m {stage}\n{DECLARATIONS}\n{kernels}\nmain {{\n}}\n");
    let module = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    module
}

/// Returns the kernels of a module as text.
fn kernels(module: &Module) -> String {
    let text = module.to_string();
    let (start, end) = (text.find("kernel ").unwrap(), text.find("main {").unwrap());
    text[start..end].trim_end().to_string()
}

/// Runs a pass without flags.
fn run(pass: &Pass, module: &mut Module) {
    let (options, model) = (Configuration::default(), Model::default());
    let settings = Settings { options: &options, model: &model };
    (pass.run)(module, &settings, &mut Remarks::default());
}

/// Runs a pass on each case in a module of a stage. A case is a name and either kernels or the body
/// of a kernel. `fires` states whether the pass must change each case.
fn each(pass: &str, stage: &str, fires: bool, cases: &[(&str, &str)]) -> String {
    let pass = PASSES.iter().find(|p| p.name == pass).unwrap();
    let mut report = String::new();
    for (name, body) in cases {
        let text = if body.starts_with("kernel") {
            body.to_string()
        } else {
            format!("kernel k(x: node, e: edge) {{\n{body}\n}}")
        };
        let mut module = module(stage, &text);
        let before = module.clone();
        run(pass, &mut module);
        assert_eq!(verify(&module), Ok(()), "{name}");
        assert_eq!(module != before, fires, "{name}\n{}", kernels(&module));
        if fires {
            writeln!(
                report,
                "---- {name} ----\n{}\n\nbecomes\n\n{}\n",
                kernels(&before),
                kernels(&module)
            )
            .unwrap();
        }
        // A second run of the pass changes nothing.
        let once = module.clone();
        if pass.name != "distribute" {
            run(pass, &mut module);
            assert_eq!(module, once, "{name}: twice is not as once");
        }
    }
    report
}

#[test]
fn access_fires() {
    insta::assert_snapshot!(each(
        "access",
        "parallel",
        true,
        &[
            ("an array that nobody writes", "forall parallel u: node in nodes { b~?[u] = a~?[x] }"),
            (
                "read by other iterations, written by none",
                "forall parallel u: node in worklist work {
               forall serial e_2: edge in out? u { let y: u32 = a~?[@targets?[e_2]] g~[0u32] = y }
             }",
            ),
            (
                "each iteration its own element",
                "forall parallel u: node in nodes { a~?[u] = (a~?[u] + 1u32) }",
            ),
            (
                "each iteration its own edge",
                "forall parallel f: edge in edges { w~?[f] = (w~?[f] + 1u32) }",
            ),
            (
                "read by the nested iterations of its owner",
                "forall parallel u: node in nodes {
               a~?[u] = 1u32
               forall serial e_2: edge in out? u { atomic add g~[0u32], a~?[u] }
             }",
            ),
        ]
    ));
}

#[test]
fn access_does_not_fire() {
    each(
        "access",
        "parallel",
        false,
        &[
            (
                "another iteration reads what one writes",
                "forall parallel u: node in nodes { a~?[u] = (a~?[x] + 1u32) }",
            ),
            (
                "another iteration writes what one reads",
                "forall parallel u: node in nodes { a~?[x] = (a~?[u] + 1u32) }",
            ),
            (
                "items of a worklist repeat",
                "forall parallel u: node in worklist work { a~?[u] = (a~?[u] + 1u32) }",
            ),
            (
                "a copy of the variable is not known to be it",
                "forall parallel u: node in nodes { let v: node = u a~?[v] = 1u32 }",
            ),
            (
                "an atomic is for those who meet",
                "forall parallel u: node in nodes { atomic add a~?[u], 1u32 }",
            ),
            (
                "read plainly beside an atomic",
                "forall parallel u: node in nodes { a~?[u] = 1u32 atomic add a~?[u], 1u32 }",
            ),
            (
                "nested iterations share the element of their owner",
                "forall parallel u: node in nodes {
               forall serial e_2: edge in out? u { a~?[u] = (a~?[u] + 1u32) }
             }",
            ),
            (
                "every iteration writes the one",
                "forall parallel u: node in nodes { g~[0u32] = 1u32 }",
            ),
            (
                "a range counts anything",
                "forall parallel i: u32 in range 0u32, 9u32 { a~?[i] = (a~?[i] + 1u32) }",
            ),
            (
                "two loops with variables of their own",
                "forall parallel u: node in nodes { a~?[u] = 1u32 }
             forall parallel v: node in nodes { a~?[v] = 2u32 }",
            ),
        ],
    );
}

/// Tests an array that one kernel only reads and another kernel writes.
#[test]
fn access_is_proven_kernel_by_kernel() {
    insta::assert_snapshot!(each(
        "access",
        "parallel",
        true,
        &[(
            "one kernel writes, another reads",
            "kernel reads() {
           forall parallel u: node in worklist work { atomic add g~[0u32], a~?[u] }
         }
         kernel writes() {
           forall parallel u: node in worklist work { a~?[u] = 1u32 }
         }",
        )]
    ));
}

#[test]
fn serialise_fires() {
    insta::assert_snapshot!(each(
        "serialise",
        "distributed",
        true,
        &[
            (
                "loops of every kind",
                "forall serial u: node in nodes {
               forall serial e_2: edge in out? u { w~?[e_2] = 1u32 }
               forall serial e_3: edge in in u { w~?[e_3] = 2u32 }
               forall serial v_2: node in worklist work { a~?[v_2] = 1u32 }
               forall serial i: u32 in range 1u32, 5u32 { a~?[i] = 1u32 }
               forall serial i_2: i32 in range -5i32, 5i32 { atomic add g~[0u32], u32(i_2) }
             }",
            ),
            (
                "a reduction",
                "let sum: u32 = 0u32
             forall serial f: edge in edges { reduce max sum, w~?[f] }
             atomic max g~[0u32], sum",
            ),
        ]
    ));
}

#[test]
fn distribute_fires() {
    insta::assert_snapshot!(each(
        "distribute",
        "parallel",
        true,
        &[
            ("nodes", "forall parallel u: node in nodes { a~?[u] = 1u32 }"),
            ("edges", "forall parallel f: edge in edges { w~?[f] = 1u32 }"),
            ("a worklist", "forall parallel u: node in worklist work { push near u }"),
            (
                "the positions of a worklist of pairs",
                "forall parallel i: u32 in positions pairs {
               push pairs (@second(pairs, i), @first(pairs, i))
             }",
            ),
            (
                "a range is counted in 64 bits",
                "forall parallel i: u32 in range 3u32, 4294967295u32 { atomic add g~[0u32], i }",
            ),
            (
                "a range from zero",
                "forall parallel i: u32 in range 0u32, 4294967295u32 { atomic add g~[0u32], i }",
            ),
            (
                "a signed range",
                "forall parallel i: i32 in range -3i32, 3i32 { atomic add g~[0u32], u32(i) }",
            ),
            ("edges of a node, spread", "forall parallel f: edge in out? x { w~?[f] = 1u32 }"),
            (
                "what is outside of a loop is done once",
                "let y: u32 = a~?[0u32]
             g~[0u32] = y
             if (y > 1u32) { push work x }
             forall parallel u: node in nodes { a~?[u] = y }",
            ),
            ("no loop at all", "push work x"),
        ]
    ));
}

#[test]
fn bounds_fires() {
    insta::assert_snapshot!(each(
        "bounds",
        "distributed",
        true,
        &[
            (
                "every node",
                "for u: node = node(@global_id) to node(@node_count) by node(@global_size) { a~?[u] = 1u32 }",
            ),
            (
                "the edges of a node, and where they lead",
                "for u: node = node(@global_id) to node(@node_count) by node(@global_size) {
               for f: edge = @out_offsets?[u] to @out_offsets?[(u32(u) + 1u32)] by 1edge {
                 a~?[@targets?[f]] = w~?[f]
               }
             }",
            ),
            ("a parameter of the program", "a~?[$source] = 1u32"),
            ("a global", "g~?[0u32] = 1u32"),
            (
                "an element of a row, from any element on",
                "for i: u32 = a?[x] to 4u32 by 1u32 { r~?[$source]?[i] = 1u32 }",
            ),
            (
                "the better of two",
                "for u: node = node(@global_id) to node(@node_count) by node(@global_size) {
               a~?[min(u, $source)] = 1u32
             }",
            ),
            (
                "items where only nodes are pushed, by itself too",
                "for i: u32 = @global_id to @size(work) by @global_size {
               let u: node = @item(work, i)
               a~?[u] = 1u32
               push work u
               push near $source
             }",
            ),
        ]
    ));
}

#[test]
fn bounds_does_not_fire() {
    each(
        "bounds",
        "distributed",
        false,
        &[
            ("what a launch passes", "a~?[x] = 1u32 w~?[e] = 1u32"),
            ("a cast", "a~?[node(7u32)] = 1u32"),
            ("arithmetic", "a~?[(u32($source) + 1u32)] = 1u32"),
            ("a node from a property", "let v: node = n[0u32] a~?[v] = 1u32"),
            ("an edge for a node", "for f: u32 = 0u32 to @edge_count by 1u32 { a~?[f] = 1u32 }"),
            ("a node for an edge", "for u: u32 = 0u32 to @node_count by 1u32 { w~?[u] = 1u32 }"),
            ("a local that is valid at first", "let v: node = $source set v = x a~?[v] = 1u32"),
            ("another element of a global", "g~?[1u32] = 1u32"),
            (
                "an element of a row that may be negative",
                "for i: i32 = i32(x) to 4i32 by 1i32 { r~?[x]?[i] = 1u32 }",
            ),
            ("an element after a row", "for i: u32 = 0u32 to 5u32 by 1u32 { r~?[x]?[i] = 1u32 }"),
            (
                "items where anything is pushed, however far behind",
                "for i: u32 = @global_id to @size(work) by @global_size {
               let u: node = @item(work, i)
               a~?[u] = 1u32
               push near u
               push work x
             }
             for j: u32 = @global_id to @size(near) by @global_size { a~?[@item(near, j)] = 1u32 }",
            ),
        ],
    );
}
