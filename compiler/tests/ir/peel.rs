//! Tests of the peeling of first rounds: the new kernels and statements of `main`, the remarks, and
//! cases in which the pass must not apply.

use igc_compiler::ir::Module;
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::passes::peel::peel_first_rounds;
use igc_compiler::remarks::Remarks;

/// Returns a module with an asynchronous kernel `k`, a kernel `other` that pushes to the same worklist,
/// and a kernel `again` that reads it.
fn module(main: &str) -> Module {
    let text = format!(
        "module m parallel
array a: u32[nodes] = 0u32
worklist w
worklist numbers: u32
kernel k(x: u32) async w {{
  let last: u32 = max(@node_count, 1u32)
  forall parallel u: node in worklist w {{
    if (a~[u] < last) {{ a~[u] = x push w u }}
  }}
}}
kernel other() {{
  forall parallel u: node in nodes {{ push w u }}
}}
kernel again() {{
  forall parallel u: node in worklist w {{ a~[u] = 1u32 }}
}}
kernel plain() {{
  forall parallel u: node in worklist w {{ push w u }}
}}
main {{
{main}
}}
"
    );
    let module = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    module
}

/// Runs the pass, and returns the module after it and the remarks.
fn peeled(main: &str) -> (Module, Remarks) {
    let mut module = module(main);
    let mut remarks = Remarks::default();
    peel_first_rounds(&mut module, &mut remarks);
    assert_eq!(verify(&module), Ok(()), "{module}");
    assert_eq!(parse(&module.to_string()).unwrap(), module, "{module}");
    (module, remarks)
}

/// Returns the kernels that the pass adds, `main` after it, and the remarks.
fn shown(main: &str) -> String {
    let (module, remarks) = peeled(main);
    let text = module.to_string();
    let kernels = text.split("\n\n").filter(|part| part.contains("_first("));
    let main = &text[text.find("main {").unwrap()..];
    let kernels: Vec<&str> = kernels.filter(|part| part.starts_with("kernel")).collect();
    let remarks = remarks.0.iter().map(|remark| format!("{}\n", remark.message));
    format!("{}\n\n{main}{}", kernels.join("\n\n"), remarks.collect::<String>())
}

#[test]
fn a_first_round_loops_over_the_nodes() {
    insta::assert_snapshot!(shown("pipe w nodes { launch k(1u32) }"));
}

#[test]
fn later_statements_of_the_round_are_copied_and_an_empty_graph_has_no_round() {
    insta::assert_snapshot!(shown(
        "let x: u32 = 1u32
         launch other()
         pipe w nodes { launch k(x) set x = (x + 1u32) if (@waiting(w) == 3u32) { launch other() } }
         pipe w nodes { launch k(2u32) }"
    ));
}

#[test]
fn a_worklist_that_may_have_items_is_emptied() {
    let clears = |main: &str| peeled(main).0.to_string().contains("clear w");
    assert!(!clears("pipe w nodes { launch k(1u32) }"));
    assert!(!clears(
        "if (@node_count > 3u32) { pipe w nodes { launch k(1u32) } } else { launch other() }"
    ));
    assert!(clears("launch other() pipe w nodes { launch k(1u32) }"));
    assert!(clears("if (@node_count > 3u32) { launch other() } pipe w nodes { launch k(1u32) }"));
    assert!(clears(
        "while (@node_count > 3u32) { pipe w nodes { launch k(1u32) } launch other() }"
    ));
}

#[test]
fn other_pipes_stay() {
    let cases = [
        "pipe w { launch k(1u32) }",
        "pipe w [0node] { launch k(1u32) }",
        "once pipe w nodes { launch k(1u32) }",
        "pipe w nodes { launch k(@waiting(w)) }",
        "pipe w nodes { launch plain() }",
        "pipe w nodes { launch other() launch k(1u32) }",
        "pipe w nodes { launch k(1u32) launch again again() }",
        "pipe w nodes { launch k(1u32) let y: u32 = 1u32 }",
        "pipe w nodes { launch k(1u32) while (@node_count > 3u32) { launch other() } }",
    ];
    for main in cases {
        let (after, remarks) = peeled(main);
        assert_eq!(after, module(main), "{main}");
        assert!(remarks.0.is_empty(), "{main}");
    }
}
