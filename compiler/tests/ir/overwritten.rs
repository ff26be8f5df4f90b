//! Tests of the analysis that finds arrays whose initial values no statement reads.

use igc_compiler::ir::overwritten::overwritten;
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;

/// Returns the names of the arrays whose initial values are never read.
fn found(kernels: &str, main: &str) -> Vec<String> {
    let text = format!(
        "module m parallel
array a: u32[nodes] = 1u32
array b: u32[nodes] = 2u32
array c: u32[edges] = 3u32
array g: u32[one] = 4u32
worklist w

{kernels}

main {{
{main}
}}
"
    );
    let module = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    overwritten(&module).into_iter().map(|id| module.arrays[id.index()].name.clone()).collect()
}

/// Returns the arrays that a program overwrites, whose first kernel has this body, and whose second
/// kernel reads all arrays.
fn after_first(body: &str) -> Vec<String> {
    let kernels = format!(
        "kernel k() {{ {body} }}
         kernel read() {{ forall parallel u: node in nodes {{
           a~?[u] = ((b~?[u] + a~?[u]) + (c~?[0edge] + g~[0u32])) }} }}"
    );
    found(&kernels, "launch k() launch read()")
}

const NONE: [&str; 0] = [];

#[test]
fn a_kernel_that_writes_every_element_first_covers_an_array() {
    let all = "forall parallel u: node in nodes { a~?[u] = 5u32 b~?[u] = a~?[u] }";
    assert_eq!(after_first(all), ["a", "b"]);
    let edges = "forall parallel e: edge in edges { c~?[e] = u32(e) }";
    assert_eq!(after_first(edges), ["c"]);
    let both = "forall parallel u: node in nodes {
        if (u32(u) > 3u32) { a~?[u] = 5u32 } else { let x: u32 = 3u32 a~?[u] = x }
        a~?[u] = (a~?[u] + 1u32) }";
    assert_eq!(after_first(both), ["a"]);
}

#[test]
fn a_kernel_that_reads_or_leaves_out_elements_covers_nothing() {
    let cases = [
        "forall parallel u: node in nodes { a~?[u] = (a~?[u] + 1u32) }",
        "forall parallel u: node in nodes { if (u32(u) > 3u32) { a~?[u] = 5u32 } }",
        "forall parallel u: node in nodes { if (a~?[u] > 3u32) { a~?[u] = 5u32 } else { a~?[u] = 1u32 } }",
        "forall parallel u: node in nodes { a~?[0node] = 5u32 }",
        "forall parallel u: node in nodes { a~?[u] = 5u32 forall serial e: edge in out u { b~?[u] = a~?[@targets[e]] } }",
        "forall parallel u: node in nodes { atomic add a~?[u], 5u32 }",
        "forall parallel u: node in nodes { forall serial e: edge in out u { a~?[u] = 5u32 } }",
        "forall parallel u: node in worklist w { a~?[u] = 5u32 }",
        "forall parallel e: edge in edges { a~?[@targets[e]] = 5u32 }",
    ];
    for case in cases {
        assert_eq!(after_first(case), NONE, "{case}");
    }
}

#[test]
fn main_covers_arrays_that_it_fills_and_globals_that_it_stores() {
    let kernels = "kernel write() { forall parallel u: node in nodes { a~?[u] = 5u32 } }
                   kernel use() { forall parallel u: node in nodes { b~?[u] = (a~?[u] + g~[0u32]) } }";
    let cases: [(&str, &[&str]); 9] = [
        ("fill b = 7u32 g~[0u32] = 1u32 launch write()", &["a", "b", "g"]),
        ("a~?[0node] = 1u32 launch write()", &[]),
        ("let x: u32 = g~[0u32] g~[0u32] = x", &[]),
        (
            "if (@node_count > 3u32) { launch write() } else { fill a = 1u32 } launch use()",
            &["a", "b"],
        ),
        ("if (@node_count > 3u32) { launch write() } launch use()", &["b"]),
        ("while (@node_count > 3u32) { launch write() } launch use()", &["b"]),
        ("iterate { launch write() } while (g~[0u32] > 1u32)", &[]),
        ("swap a, b launch write()", &[]),
        ("launch use() launch write()", &["b"]),
    ];
    for (main, names) in cases {
        assert_eq!(found(kernels, main), *names, "{main}");
    }
}
