//! Tests of software prefetch.

use super::{distributed, each, parallel};

/// A loop over the outgoing edges of a node.
fn edges(body: &str) -> String {
    format!("for e: edge = @out_offsets[u] to @out_offsets[(u32(u) + 1u32)] by 1u32 {{ {body} }}")
}

#[test]
fn properties_of_later_destinations_are_prefetched() {
    let bodies = [
        ("a read", "let v: node = @targets[e] x[u] = (x[u] + y[v])"),
        ("an atomic", "let v: node = @targets[e] atomic add z~[v], y[u]"),
        (
            "two arrays at one end",
            "let v: node = @targets[e] if (y[v] > 3u32) { x[u] = 1u32 } atomic add z~[v], 1u32",
        ),
        ("an element of a row", "x[u] = r[@targets[e]][(n - 4u32)]"),
        ("two ends", "x[u] = (y[@targets[e]] + z[@sources[e]])"),
    ];
    let bodies = bodies.map(|(name, body)| (name, edges(body)));
    let cases: Vec<(&str, &str)> = bodies.iter().map(|(name, body)| (*name, &body[..])).collect();
    insta::assert_snapshot!(each("prefetch", true, distributed, &cases));
    for passes in ["prefetch,unroll4,gvn,dce", "licm,prefetch,promote,version,unroll2,vector"] {
        each(passes, true, distributed, &cases);
    }
    let cases = [
        (
            "edges of a node",
            "forall serial e: edge in out u { atomic add total~[0u32], y[@targets[e]] }",
        ),
        (
            "positions",
            "forall serial e: edge in in_positions u { atomic add total~[0u32], w[@in_edges[e]] }",
        ),
    ];
    insta::assert_snapshot!("foralls", each("prefetch", true, parallel, &cases));
}

#[test]
fn other_loops_stay() {
    let bodies = [
        ("no property of an end", "x[u] = (x[u] + w[e])"),
        ("a condition", "if (w[e] > 5u32) { x[u] = y[@targets[e]] }"),
        ("an element that changes", "let v: node = @targets[e] x[u] = r?[v]?[w[e]]"),
        ("another index", "let v: node = @targets[e] x[u] = y?[node((u32(v) + 1u32))]"),
    ];
    let bodies = bodies.map(|(name, body)| (name, edges(body)));
    let mut cases: Vec<(&str, &str)> =
        bodies.iter().map(|(name, body)| (*name, &body[..])).collect();
    cases.push((
        "a range of edges",
        "for e: edge = 0edge to edge(n) by 1u32 { x[u] = (x[u] + y?[@targets?[e]]) }",
    ));
    cases.push(("numbers", "for i: u32 = 0u32 to n by 1u32 { x[u] = (x[u] + i) }"));
    insta::assert_snapshot!(each("prefetch", false, distributed, &cases));
}
