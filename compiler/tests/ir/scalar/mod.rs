//! Tests of the scalar passes on a few lines of IR: what they change, and what they must not change.
//!
//! Each case runs in the interpreter before and after the passes, in several orders and sizes of
//! launches. The results must be the same, and no access may break its promise.

mod dce;
mod fission;
mod fuse;
mod gvn;
mod licm;
mod order;
mod promote;
mod unroll;
mod vector;

use std::fmt::Write;

use igc_compiler::configuration::PassOrder;
use igc_compiler::data::ArrayData;
use igc_compiler::interp::{Settings, run};
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::ir::{Module, Value};
use igc_compiler::passes::scalar;
use igc_compiler::remarks::{Outcome, Remarks};

use crate::graphs::Graph;
use crate::interp::settings;

const DECLARATIONS: &str = "param p: u32 = 3u32
array x: u32[nodes] = 3u32
array y: u32[nodes] = 5u32
array z: u32[nodes] = 7u32
array f: f32[nodes] = 1.5f32
array w: u32[edges] = 2u32
array r: u32[nodes][4] = 1u32
array total: u32[one] = 0u32
array flag: bool[one] = false
array owners: u32[nodes] = 0u32
worklist near
";

/// A module whose kernel runs a body for each node. The work-items of the launch share the nodes.
fn distributed(body: &str) -> String {
    format!(
        "module m distributed\n{DECLARATIONS}
kernel k(n: u32) {{
  for u: node = @global_id to @node_count by @global_size {{
{body}
  }}
}}
main {{ launch k(5u32) }}"
    )
}

/// A module whose kernel runs a body for each node, before its work is distributed.
fn parallel(body: &str) -> String {
    format!(
        "module m parallel\n{DECLARATIONS}
kernel k(n: u32) {{
  forall parallel u: node in nodes {{
{body}
  }}
}}
main {{ launch k(5u32) }}"
    )
}

/// A module whose kernel has a body that each work-item runs once.
fn alone(body: &str) -> String {
    format!(
        "module m distributed\n{DECLARATIONS}\nkernel k(n: u32) {{\n{body}\n}}\nmain {{ launch k(5u32) }}"
    )
}

/// Returns the results of a module for some graphs, orders and sizes of launches.
fn results(module: &Module) -> Vec<Vec<ArrayData>> {
    let mut all = vec![];
    for (nodes, edges) in [(0, 0), (1, 0), (6, 0), (5, 3), (9, 40)] {
        let graph = Graph::random(nodes, edges, 7);
        for (seed, groups, workgroup_size) in [(0, 1, 1), (5, 3, 1), (9, 2, 4)] {
            let settings = Settings { workgroup_size, ..settings(seed, groups) };
            let outcome = run(module, &graph.view(), &[Value::U32(3)], &settings);
            all.push(outcome.unwrap_or_else(|e| panic!("{e}\n{module}")).arrays);
        }
    }
    all
}

/// Returns the kernels of a module's text, and `main` if it launches several of them.
fn shown(module: &Module) -> String {
    let text = module.to_string();
    let start = text.find("kernel k").unwrap();
    let is_plain = text.contains("main {\n  launch k(5u32)\n}");
    let end = if is_plain { text.find("main {").unwrap() } else { text.len() };
    text[start..end].trim_end().to_string()
}

/// Runs passes on each case, which is a name and a body from which `module` creates the text of a
/// module. Returns the kernels before and after, and the remarks. `applies` states whether the passes
/// must change each case.
fn each(
    passes: &str,
    applies: bool,
    module: impl Fn(&str) -> String,
    cases: &[(&str, &str)],
) -> String {
    let order = PassOrder::parse(passes).unwrap();
    let mut report = String::new();
    for (name, body) in cases {
        let text = module(body);
        let mut module = parse(&text).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
        assert_eq!(verify(&module), Ok(()), "{name}");
        let before = module.clone();
        let mut remarks = Remarks::default();
        scalar::run(&mut module, &order, &mut remarks, &mut |_, _| {})
            .unwrap_or_else(|broken| panic!("{name}: {broken:?}\n{module}"));
        assert_eq!(shown(&module) != shown(&before), applies, "{name}\n{module}");
        let after = module.to_string();
        assert_eq!(parse(&after).unwrap().to_string(), after, "{name}");
        assert_eq!(results(&module), results(&before), "{name}\n{module}");
        writeln!(report, "---- {name} ----\n{}\n", shown(&before)).unwrap();
        if applies {
            writeln!(report, "becomes\n\n{}\n", shown(&module)).unwrap();
        }
        for remark in &remarks.0 {
            let outcome = match remark.outcome {
                Outcome::Applied => "applied",
                Outcome::NotApplied => "not applied",
            };
            writeln!(report, "{} {outcome}: {}", remark.by.name(), remark.message).unwrap();
        }
        report.push('\n');
    }
    report
}
