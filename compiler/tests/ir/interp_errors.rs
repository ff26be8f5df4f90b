//! Tests of the errors that end a run early, and of their messages.

use std::fmt::Write;

use igc_compiler::data::{GraphView, WeightsView};
use igc_compiler::interp::{RunError, Settings, run};
use igc_compiler::ir::Value;
use igc_compiler::ir::parse::parse;

use crate::graphs::Graph;
use crate::interp::settings;

fn graph() -> Graph {
    Graph::new(4, &[(0, 1), (0, 2), (1, 3), (2, 3)])
}

#[track_caller]
fn fails(text: &str, view: &GraphView<'_>, params: &[Value], settings: &Settings) -> RunError {
    run(&parse(text).unwrap(), view, params, settings).expect_err(text)
}

#[track_caller]
fn message(text: &str) -> String {
    let error = fails(text, &graph().view(), &[], &settings(0, 4));
    error.to_string()
}

fn kernel(stage: &str, kernel: &str) -> String {
    format!(
        "module m {stage}
         array a: u32[nodes] = 0u32
         array x: u32[one] = 0u32
         worklist w
         kernel k() {{ {kernel} }}
         main {{ launch k() }}"
    )
}

#[test]
fn parameters_and_seeds_are_held_against_the_graph() {
    let text = "module m parallel param source: node param n: u32 worklist w
        main { pipe w [0node, node((u32($source) + $n))] { launch k() } }
        kernel k() { forall parallel u: node in worklist w { } }";
    let (graph, settings) = (graph(), settings(0, 1));
    let cases: [&[Value]; 5] = [
        &[],
        &[Value::Node(0), Value::U32(0), Value::U32(0)],
        &[Value::U32(0), Value::U32(0)],
        &[Value::Node(4), Value::U32(0)],
        &[Value::Node(3), Value::U32(1)],
    ];
    let mut report = String::new();
    for params in cases {
        writeln!(report, "{}", fails(text, &graph.view(), params, &settings)).unwrap();
    }
    insta::assert_snapshot!(report);
    let fine = [Value::Node(3), Value::U32(0)];
    assert!(run(&parse(text).unwrap(), &graph.view(), &fine, &settings).is_ok());
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
        let view = GraphView { offsets, targets, weights };
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
        let view = GraphView { offsets: &[0, 2], targets: &[0, 0], weights };
        let text = format!("module m parallel array weight: {ty}[edges] = weights main {{ }}");
        writeln!(report, "{}", fails(&text, &view, &[], &settings(0, 1))).unwrap();
    }
    insta::assert_snapshot!(report);
}

#[test]
fn programs_that_do_not_end_are_ended() {
    let limit = |steps, launches| Settings {
        max_steps: steps,
        max_launches: launches,
        ..Settings::default()
    };
    let text = |kernel: &str, main: &str| {
        format!("module m parallel worklist w kernel k() {{ {kernel} }} main {{ {main} }}")
    };
    let (graph, steps) = (graph(), limit(Some(1000), None));
    for text in [
        text("", "while true { }"),
        text("", "iterate { } while true"),
        text("", "pipe w nodes { }"),
        text("while true { }", "launch k()"),
        text("while true { continue }", "launch k()"),
        text("while true { push w 0node }", "launch k()"),
        text("forall parallel i: u32 in range 0u32, 4294967295u32 { }", "launch k()"),
    ] {
        let error = fails(&text, &graph.view(), &[], &steps);
        assert_eq!(error, RunError::StepLimit(1000), "{text}");
    }
    let text = text("", "while true { launch k() }");
    let error = fails(&text, &graph.view(), &[], &limit(None, Some(7)));
    assert_eq!(error, RunError::LaunchLimit(7));
    let pushes = "module m parallel worklist w kernel k() { while true { push w 0node } }
                  main { launch k() }";
    let few = Settings { max_items: 12, ..Settings::default() };
    let error = fails(pushes, &graph.view(), &[], &few);
    assert_eq!(error, RunError::WorklistLimit { worklist: "w".into(), most: 12 });
    let strided = kernel("distributed", "");
    let many = Settings { groups: 1 << 12, workgroup_size: 1 << 8, ..limit(Some(1000), None) };
    let error = fails(&strided, &graph.view(), &[], &many);
    assert_eq!(error, RunError::StepLimit(1000));
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

#[test]
fn promises_of_bounds_are_held() {
    let mut report = String::new();
    for (stage, body) in [
        ("parallel", "a[4u32] = 1u32"),
        ("parallel", "a[0u32] = a[-1i32]"),
        ("parallel", "atomic add a~[4u32], 1u32"),
        ("parallel", "a[0u32] = u32(@targets[4u32])"),
        // Both operands may be evaluated.
        ("parallel", "a[0u32] = select(true, 1u32, a[4u32])"),
        ("parallel", "if (false && (a[4u32] == 0u32)) { }"),
        ("distributed", "let u: node = @item(w, 0u32)"),
        ("distributed", "for i: u32 = 0u32 to 9u32 by 0u32 { }"),
        ("distributed", "for i: u32 = 1u32 to 4294967295u32 by 4294967295u32 { }"),
    ] {
        writeln!(report, "{body}\n    {}", message(&kernel(stage, body))).unwrap();
    }
    insta::assert_snapshot!(report);
}

#[test]
fn promises_of_plain_accesses_are_held() {
    let broken = [
        ("parallel", "forall parallel u: node in nodes { x[0u32] = 1u32 }"),
        ("parallel", "forall parallel u: node in nodes { x~[0u32] = x[0u32] }"),
        ("parallel", "forall parallel u: node in nodes { x[0u32] = x~[0u32] }"),
        ("parallel", "forall parallel u: node in nodes { atomic add x~[0u32], x[0u32] }"),
        // The graph has four nodes, two of which have an edge to node 3.
        (
            "parallel",
            "forall parallel u: node in nodes { forall serial e: edge in out? u {
               a[@targets[e]] = 1u32 } }",
        ),
        // A loop does not wait for the previous one.
        (
            "parallel",
            "forall parallel u: node in nodes { a[u] = 1u32 }
             forall parallel v: node in nodes { x~[0u32] = a[v] }",
        ),
        ("parallel", "x[0u32] = 1u32 forall parallel u: node in nodes { a[u] = x~[0u32] }"),
        ("distributed", "x[0u32] = 1u32"),
        ("distributed", "a[(@global_id / 2u32)] = 1u32"),
    ];
    let mut report = String::new();
    for (stage, body) in broken {
        writeln!(report, "{body}\n    {}", message(&kernel(stage, body))).unwrap();
    }
    insta::assert_snapshot!(report);

    for (stage, body) in [
        ("parallel", "forall parallel u: node in nodes { a[u] = (a[u] + 1u32) a~[u] = 1u32 }"),
        ("parallel", "forall parallel u: node in nodes { a[u] = x[0u32] }"),
        ("parallel", "forall parallel u: node in nodes { a~[0u32] = a~[u] }"),
        ("parallel", "forall parallel u: node in nodes { a[u] = (x[0u32] + x~[0u32]) }"),
        ("distributed", "a[@global_id] = x[0u32]"),
        ("distributed", "x~[0u32] = a[@global_id]"),
    ] {
        let twice = kernel(stage, body).replace("launch k()", "launch k() launch k()");
        let module = parse(&twice).unwrap();
        for seed in 0..5 {
            let outcome = run(&module, &graph().view(), &[], &settings(seed, 4));
            assert!(outcome.is_ok(), "{body}: {outcome:?}");
        }
    }
}
