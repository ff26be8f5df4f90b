//! Tests of hoisting on a few lines of IR: which reads move in front of a loop, and which must not.

use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::passes::hoist::hoist_reads;

/// Runs the pass on the body of a kernel, and returns the body after it.
fn hoisted(body: &str) -> String {
    let text = format!(
        "module m parallel
array end: u32[nodes] = 0u32
array next: u32[nodes] = 0u32
array count: u32[nodes] = 0u32

kernel k() {{
  forall parallel u: node in nodes {{
    let v: node = @targets?[edge(u32(u))]
    let i: u32 = 0u32
    let ok: bool = true
{body}
    count[u] = i
  }}
}}

main {{
}}
"
    );
    let mut module = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    hoist_reads(&mut module);
    assert_eq!(verify(&module), Ok(()), "{module}");
    let after = module.to_string();
    let (start, end) = (after.find("true\n").unwrap() + 5, after.find("    count[u] = i").unwrap());
    after[start..end].to_string()
}

fn stays(body: &str) {
    assert_eq!(hoisted(body), format!("{body}\n"));
}

#[test]
fn conditions_are_read_once() {
    let after = hoisted(
        "    while ((i < end[u]) && (i < end?[v])) {
      set i = (i + 1u32)
    }",
    );
    assert_eq!(
        after,
        "    let read: u32 = end[u]
    let read_2: u32 = end?[v]
    while ((i < read) && (i < read_2)) {
      set i = (i + 1u32)
    }
"
    );
}

/// The right operand, and the body, may rest on what was tested before.
#[test]
fn what_might_not_be_evaluated_is_checked() {
    let after = hoisted(
        "    while (ok && (i < end[v])) {
      set i = (i + (next[v] + 1u32))
    }",
    );
    assert_eq!(
        after,
        "    let read: u32 = end?[v]
    let read_2: u32 = (next?[v] + 1u32)
    while (ok && (i < read)) {
      set i = (i + read_2)
    }
"
    );
}

#[test]
fn reads_of_the_graph_move() {
    let after = hoisted(
        "    while (i < u32(@out_offsets[(u32(u) + 1u32)])) {
      set i = (i + 1u32)
    }",
    );
    assert!(
        after.starts_with("    let read: u32 = u32(@out_offsets[(u32(u) + 1u32)])\n"),
        "{after}"
    );
}

#[test]
fn an_expression_is_read_once() {
    let after = hoisted(
        "    while (i < end[u]) {
      while (i < end[u]) {
        set i = (i + end?[u])
      }
    }",
    );
    assert_eq!(
        after,
        "    let read: u32 = end[u]
    while (i < read) {
      while (i < read) {
        set i = (i + read)
      }
    }
"
    );
}

/// A loop over elements may have no rounds, so its reads are checked. Branches use what was read.
#[test]
fn reads_of_loops_over_elements_move() {
    let after = hoisted(
        "    forall serial e: edge in out u {
      if (u32(e) < end[u]) {
        reduce add i, end[u]
      }
    }",
    );
    assert_eq!(
        after,
        "    let read: u32 = end?[u]
    forall serial e: edge in out u {
      if (u32(e) < read) {
        reduce add i, read
      }
    }
"
    );
    stays(
        "    forall serial e: edge in out u {
      if ok {
        reduce add i, end[u]
      }
    }",
    );
}

#[test]
fn arrays_that_the_kernel_writes_stay() {
    stays(
        "    while (i < count[u]) {
      set i = (i + 1u32)
    }",
    );
}

#[test]
fn indices_that_change_stay() {
    stays(
        "    while (i < end?[v]) {
      set v = node(end?[v])
    }",
    );
    stays(
        "    while ok {
      let w: node = node(i)
      set i = end?[w]
    }",
    );
}

#[test]
fn branches_stay() {
    stays(
        "    while ok {
      if (i == 3u32) {
        set i = end[u]
      }
      if (i == 4u32) {
        break
      }
      set i = next[u]
    }",
    );
    stays(
        "    while (ok || (i < end[u])) {
      set i = (i + 1u32)
    }",
    );
}
