//! Tests of the pass that reads the sources of incoming edges in the order of these edges.

use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::passes::incoming::read_in_sources;

/// Runs the pass on the body of a parallel loop over nodes, and returns the body after it.
fn after(body: &str) -> String {
    let text = format!(
        "module m parallel
array share: u32[nodes] = 1u32
array cost: u32[edges] = 1u32
array sum: u32[nodes] = 0u32

kernel k() {{
  forall parallel v: node in nodes {{
{body}
  }}
}}

main {{
}}
"
    );
    let mut module = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    read_in_sources(&mut module);
    assert_eq!(verify(&module), Ok(()), "{module}");
    let after = module.to_string();
    assert_eq!(parse(&after).unwrap(), module, "{after}");
    let start = after.find("in nodes {\n").unwrap() + "in nodes {\n".len();
    after[start..after.find("\n  }\n}\n").unwrap()].to_string()
}

fn stays(body: &str) {
    assert_eq!(after(body), body);
}

#[test]
fn a_loop_that_needs_only_sources_counts_positions() {
    let before = "    forall serial e: edge in in v {
      sum[v] = (sum[v] + share[@sources[e]])
    }";
    let expected = "    forall serial e: edge in in_positions v {
      sum[v] = (sum[v] + share[@in_sources[e]])
    }";
    assert_eq!(after(before), expected);
}

#[test]
fn an_edge_keeps_its_id_if_it_is_needed() {
    let before = "    forall serial e: edge in in? v {
      sum[v] = (share[@sources?[e]] + cost[e])
    }";
    let expected = "    forall serial at: edge in in_positions? v {
      let e: edge = @in_edges[at]
      sum[v] = (share[@in_sources[at]] + cost[e])
    }";
    assert_eq!(after(before), expected);
}

#[test]
fn loops_in_order_count_positions_already() {
    let before = "    for i: edge = @in_offsets[v] to @in_offsets[(u32(v) + 1u32)] by 1u32 {
      let e: edge = @in_edges[i]
      sum[v] = (sum[v] + share[@sources[e]])
    }";
    let expected = "    for i: edge = @in_offsets[v] to @in_offsets[(u32(v) + 1u32)] by 1u32 {
      sum[v] = (sum[v] + share[@in_sources[i]])
    }";
    assert_eq!(after(before), expected);
}

#[test]
fn other_edges_stay() {
    stays(
        "    forall serial e: edge in in v {
      sum[v] = (sum[v] + cost[e])
    }",
    );
    stays(
        "    forall serial e: edge in out v {
      sum[v] = (sum[v] + share[@sources[e]])
    }",
    );
    // The index may be past the end, so this may be no incoming edge.
    stays(
        "    let i: edge = edge(7u32)
    let e: edge = @in_edges?[i]
    sum[v] = share[@sources?[e]]",
    );
}

#[test]
fn an_edge_that_changes_is_not_at_a_position() {
    stays(
        "    for i: edge = @in_offsets[v] to @in_offsets[(u32(v) + 1u32)] by 1u32 {
      let e: edge = @in_edges[i]
      set e = edge((u32(e) + 1u32))
      sum[v] = (sum[v] + share[@sources?[e]])
    }",
    );
}
