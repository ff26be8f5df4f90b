//! Errors that prevent a run, and their messages. `filetests/run` has those that end a run early.

use std::fmt::Write;

use igc_compiler::data::{GraphView, WeightsView};
use igc_compiler::interp::{RunError, Settings, run};
use igc_compiler::ir::Value;
use igc_compiler::ir::parse::parse;

use super::graphs::Graph;
use super::interp::settings;

fn graph() -> Graph {
    Graph::new(4, &[(0, 1), (0, 2), (1, 3), (2, 3)])
}

#[track_caller]
fn fails(text: &str, view: &GraphView<'_>, params: &[Value], settings: &Settings) -> RunError {
    run(&parse(text).unwrap(), view, params, settings).expect_err(text)
}

fn kernel(stage: &str, kernel: &str) -> String {
    format!("module m {stage} kernel k() {{ {kernel} }} main {{ launch k() }}")
}

#[test]
fn malformed_graphs_are_refused() {
    let cases: [(&[u32], &[u32], Option<WeightsView<'_>>); 7] = [
        (&[], &[], None),
        (&[1, 1], &[0], None),
        (&[0, 2], &[0], None),
        (&[0, 2, 1], &[0], None),
        (&[0, 1], &[1], None),
        (&[0, 1], &[0], Some(WeightsView::U32(&[]))),
        (&[0], &[0], None),
    ];
    let mut report = String::new();
    for (offsets, targets, weights) in cases {
        let view = GraphView { offsets, targets, weights, single: None };
        let error = fails("module m parallel main { }", &view, &[], &settings(0, 1));
        writeln!(report, "{offsets:?} {targets:?}: {error}").unwrap();
    }
    insta::assert_snapshot!(report);
}

#[test]
fn weights_that_do_not_fit_are_refused() {
    let (minus, large, half, none, huge) = (
        WeightsView::I64(&[1, -1]),
        WeightsView::U32(&[0, u32::MAX]),
        WeightsView::F64(&[1.0, 0.5]),
        WeightsView::F64(&[1.0, f64::NAN]),
        WeightsView::F64(&[1.0, 1e300]),
    );
    let cases = [
        ("u32", None),
        ("u32", Some(minus)),
        ("u64", Some(minus)),
        ("i32", Some(large)),
        ("i64", Some(half)),
        ("u32", Some(none)),
        ("i64", Some(huge)),
        ("f32", Some(huge)),
        ("bool", Some(large)),
        ("node", Some(large)),
    ];
    let mut report = String::new();
    for (ty, weights) in cases {
        let view = GraphView { offsets: &[0, 2], targets: &[0, 0], weights, single: None };
        let text = format!("module m parallel array weight: {ty}[edges] = weights main {{ }}");
        writeln!(report, "{}", fails(&text, &view, &[], &settings(0, 1))).unwrap();
    }
    insta::assert_snapshot!(report);
}

#[test]
fn no_launch_has_no_or_too_many_work_items() {
    let text = kernel("distributed", "");
    for (groups, workgroup_size, subgroup_size) in
        [(0, 1, 1), (1, 0, 1), (1, 1, 0), ((1 << 24) + 1, 1, 1), (1 << 31, 2, 1)]
    {
        let settings = Settings { groups, workgroup_size, subgroup_size, ..Settings::default() };
        let error = fails(&text, &graph().view(), &[], &settings);
        assert_eq!(error, RunError::Geometry { groups, workgroup_size, subgroup_size });
    }
}

#[test]
fn modules_that_break_an_invariant_do_not_run() {
    let error = fails(&kernel("parallel", "break"), &graph().view(), &[], &settings(0, 1));
    assert!(matches!(&error, RunError::NotVerified(found) if found.len() == 1));
    assert!(error.is_internal());
    insta::assert_snapshot!(error);
}
