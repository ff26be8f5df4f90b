//! Tests of vector loads.

use super::{distributed, each, parallel};

/// A condition under which the first two elements of arrays of nodes exist.
fn two_nodes(body: &str) -> String {
    format!("if (@node_count > 4u32) {{ {body} }}")
}

#[test]
fn neighbouring_elements_are_read_together() {
    let edges = "for e: edge = @out_offsets[u] to @out_offsets[(u32(u) + 1u32)] by 1u32 \
        { let v: node = @targets[e] x[u] = ((x[u] * 3u32) + (u32(v) + w[e])) }";
    insta::assert_snapshot!(each("unroll4,vector", true, distributed, &[("edges", edges)]));
    each("unroll8,vector,gvn,dce,unroll2,vector", true, distributed, &[("edges", edges)]);
    let sum = "let sum: u32 = 0u32 forall serial e: edge in out u { reduce add sum, w[e] } \
        x[u] = sum";
    each("unroll4,vector,dce", true, parallel, &[("a serial forall", sum)]);
    let few = two_nodes(
        "let i: u32 = 0u32 let j: u32 = (i + 1u32) \
         x[u] = (y[j] + (y[i] * y[(j + 1u32)])) if (n > 3u32) { x[u] = (x[u] + y[j]) }",
    );
    let floats = two_nodes("let i: u32 = 0u32 x[u] = u32((f[i] + f[(i + 1u32)]))");
    let cases = [("not in order", &few[..]), ("floats", &floats)];
    insta::assert_snapshot!("few_elements", each("vector", true, distributed, &cases));
}

#[test]
fn other_reads_stay() {
    let cases = [
        (
            "an array that the kernel writes",
            "let i: u32 = 0u32 x[u] = (y[i] + y[(i + 1u32)]) y[node(n)] = 1u32",
        ),
        (
            "relaxed reads",
            "let i: u32 = 0u32 x[u] = (y~[i] + y~[(i + 1u32)]) atomic add y~[u], 1u32",
        ),
        ("checked reads", "let i: u32 = 0u32 x[u] = (y?[i] + y?[(i + 1u32)])"),
        (
            "an operand that may be skipped",
            "let i: u32 = 0u32 x[u] = select((n > 3u32), y[i], y[(i + 1u32)])",
        ),
        ("a conditional", "let i: u32 = 0u32 x[u] = y[i] if (n > 3u32) { x[u] = y[(i + 1u32)] }"),
        ("other distances", "let i: u32 = 0u32 x[u] = (y[i] + y[(i + 2u32)])"),
        (
            "a base that changes",
            "let i: u32 = 0u32 x[u] = y[i] set i = (i + 1u32) x[u] = y[(i + 1u32)]",
        ),
        ("elements of rows", "let i: u32 = 0u32 x[u] = (r[i][0u32] + r[i][1u32])"),
    ];
    let cases = cases.map(|(name, body)| (name, two_nodes(body)));
    let cases: Vec<(&str, &str)> = cases.iter().map(|(name, body)| (*name, &body[..])).collect();
    let plain = &cases[1..];
    insta::assert_snapshot!(each("vector", false, distributed, plain));
}
