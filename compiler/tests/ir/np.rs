//! Tests of nested parallelism on a few lines of IR: the result for a nested `forall` under each
//! scheme, cases in which the pass must not apply, and its remarks.

use std::fmt::Write;

use igc_compiler::configuration::Configuration;
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::passes::np::distribute_nested;
use igc_compiler::remarks::{Outcome, Remarks};

/// Runs the pass on the body of a kernel. Returns the kernel before and after, and the remarks.
fn distributed(options: &str, body: &str) -> (String, String, String) {
    let text = format!(
        "module m distributed
param source: node
array a: u32[nodes] = 0u32
array w: u32[edges] = 0u32
array g: u32[one] = 0u32
worklist work

kernel k(limit: u32) {{
{body}
}}

main {{
}}
"
    );
    let mut module = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    let kernel = |text: String| {
        let (start, end) = (text.find("kernel ").unwrap(), text.find("main {").unwrap());
        text[start..end].trim_end().to_string()
    };
    let before = kernel(module.to_string());
    let mut remarks = Remarks::default();
    let options = Configuration::parse(options).unwrap();
    distribute_nested(&mut module, &options, &mut remarks);
    assert_eq!(verify(&module), Ok(()), "{module}");
    let list = remarks.0.iter().map(|remark| {
        let applied = if remark.outcome == Outcome::Applied { "applied" } else { "not applied" };
        format!("{} {applied}: {}", remark.by.name(), remark.message)
    });
    (before, kernel(module.to_string()), list.collect::<Vec<_>>().join("\n"))
}

/// A kernel body with a `forall` over a node's edges that uses a local of the node.
const PUSH: &str = "for u: node = @global_id to @node_count by @global_size {
  let here: u32 = a[u]
  forall serial e: edge in out u {
    atomic min a~[@targets[e]], (here + w[e])
  }
}";

/// A kernel body with two `forall`s in a branch of a conditional. The first contains a reduction.
/// The second is inside a `while`.
const NESTED: &str = "for i: u32 = @global_id to @size(work) by @global_size {
  let u: node = @item(work, i)
  if (a~[u] < limit) {
    let old: u32 = atomic swap a~[u], 0u32
    let most: u32 = 0u32
    forall serial e: edge in in u {
      reduce max most, w[e]
    }
    while (most > old) {
      forall serial j: u32 in range old, most {
        atomic add g~[0u32], j
      }
      set most = (most - 1u32)
    }
  } else {
    push work u
  }
}";

fn report(cases: &[(&str, &str)]) -> String {
    let mut report = String::new();
    for (options, body) in cases {
        let (before, after, remarks) = distributed(options, body);
        assert_ne!(before, after);
        writeln!(report, "---- {options} ----\n{before}\n\nbecomes\n\n{after}\n\n{remarks}\n")
            .unwrap();
    }
    report
}

#[test]
fn each_scheme_deals_out_its_part() {
    insta::assert_snapshot!(report(&[("wg", PUSH), ("sg", PUSH), ("fg1", PUSH), ("fg8", PUSH)]));
}

#[test]
fn schemes_go_together() {
    insta::assert_snapshot!(report(&[("wg,sg,fg1", PUSH), ("wg,sg,fg8", NESTED)]));
}

#[test]
fn a_forall_that_cannot_be_distributed_stays_and_gets_a_remark() {
    let cases = [
        "forall serial e: edge in edges { atomic add g~[0u32], w[e] }",
        "for u: node = @global_id to @node_count by @global_size {
  for e: edge = @out_offsets[u] to @out_offsets[(u32(u) + 1u32)] by 1u32 { set limit = w[e] }
}",
        "for u: node = @global_id to @node_count by @global_size {
  while true {
    forall serial e: edge in out u { atomic add g~[0u32], w[e] }
    break
  }
}",
        "for u: node = @global_id to @node_count by @global_size {
  exclusive a(u) {
    forall serial e: edge in out u { atomic add g~[0u32], w[e] }
  }
}",
        "for u: node = @global_id to @node_count by @global_size {
  let sum: u32 = 0u32
  forall serial e: edge in out u { reduce add sum, w[e] atomic add g~[0u32], sum }
}",
        "let some: u32 = g~[0u32]
for i: u32 = @global_id to some by @global_size {
  forall serial e: edge in out? node(i) { atomic add g~[0u32], w[e] }
}",
    ];
    let mut report = String::new();
    for body in cases {
        let (before, after, remarks) = distributed("sg,fg8", body);
        assert_eq!(before, after);
        writeln!(report, "{before}\n{remarks}\n").unwrap();
    }
    insta::assert_snapshot!(report);
}
