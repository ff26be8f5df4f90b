//! Tests breadth-first search: compares the interpreter with the oracle, and devices with the
//! interpreter.
//!
//! Levels do not depend on the order, so all results must have the same bits.

use igc_compiler::data::DataError;
use igc_compiler::interp::RunError;
use igc_compiler::ir::Value;
use igc_runtime::execution::execute;
use igc_runtime::run_options::RunOptions;
use igc_tests::device;
use igc_tests::program::Program;
use igc_tests::random::kept;
use igc_tests::small::{Loaded, Small, random, zoo};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

fn bfs() -> Program {
    Program::file("examples/bfs/bfs_wl.ig")
}

/// Returns the sources for a graph: all nodes of a tiny graph, and some nodes of other graphs.
fn sources(graph: &Small) -> Vec<u32> {
    match graph.nodes {
        n if n <= 7 => (0..n).collect(),
        n => vec![0, n / 3, n - 1],
    }
}

/// Configures the number of random cases.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { source_file: Some(file!()), ..kept::config(cases) }
}

/// Returns the reason why the oracle, which reads the graph itself, rejects the arrays of a run.
fn refusal(
    program: &Program,
    input: &Loaded,
    source: u32,
    arrays: &[igc_compiler::data::ArrayData],
) -> Option<String> {
    let graph = input.for_oracle().unwrap();
    assert!(graph.independent);
    program.refusal(&graph, &[Value::Node(source)], arrays)
}

#[test]
fn interpretations_are_what_the_oracle_expects() {
    let program = bfs();
    for graph in zoo() {
        let input = graph.load();
        for source in sources(&graph) {
            let arrays = program.interpret(&input, &[Value::Node(source)]).arrays;
            let name = graph.name;
            assert_eq!(refusal(&program, &input, source, &arrays), None, "{name} from {source}");
        }
    }
}

#[test]
fn interpretations_of_random_graphs_are_what_the_oracle_expects() {
    let program = bfs();
    proptest!(cases(48), |(graph in random(), pick in any::<u32>())| {
        let (input, source) = (graph.load(), pick % graph.nodes);
        let arrays = program.interpret(&input, &[Value::Node(source)]).arrays;
        prop_assert_eq!(refusal(&program, &input, source, &arrays), None);
    });
}

#[test]
fn devices_do_as_the_interpreter() {
    let program = bfs();
    for device in device::all().iter().flat_map(device::dialects) {
        for graph in zoo() {
            let input = graph.load();
            for source in sources(&graph) {
                let source = source.to_string();
                program.agree(&input, &[("source", &source)], std::slice::from_ref(&device));
            }
        }
    }
}

#[test]
fn devices_do_as_the_interpreter_on_random_graphs() {
    let program = bfs();
    for device in device::all() {
        let mut runner = TestRunner::new(cases(32));
        let strategy = (random(), any::<u32>(), prop::option::of(1u32..4));
        let result = runner.run(&strategy, |(graph, pick, worklist_capacity)| {
            let (input, params) = (graph.load(), [Value::Node(pick % graph.nodes)]);
            let expected = program.interpret(&input, &params);
            let options = RunOptions { worklist_capacity, ..RunOptions::default() };
            let execution = program.execute(&input, &params, &device, &options).unwrap();
            program.assert_same(&device.to_string(), &execution.arrays, &expected.arrays);
            let found = (execution.launches, execution.rounds);
            prop_assert_eq!(found, (expected.launches, expected.rounds));
            Ok(())
        });
        result.unwrap();
    }
}

/// Tests worklists that are too small: the run restarts and reports this, and its result is
/// correct.
#[test]
fn a_worklist_without_room_changes_nothing() {
    let program = bfs();
    let star = zoo().into_iter().find(|graph| graph.name == "star").unwrap().load();
    for device in device::with_workgroups().iter().flat_map(device::dialects) {
        let params = program.params(&[]);
        let run = |worklist_capacity| {
            let options = RunOptions { worklist_capacity, repeat: 2, ..RunOptions::default() };
            program.execute(&star, &params, &device, &options).unwrap()
        };
        let (roomy, tight) = (run(None), run(Some(1)));
        assert_eq!(roomy.restarts, 0);
        assert!(tight.restarts > 0);
        assert_eq!(tight.timings.len(), 2);
        assert_eq!(tight.arrays, roomy.arrays);
        assert_eq!(tight.rounds, roomy.rounds);
    }
}

/// Tests an empty graph, which does not have a node 0 as the source.
#[test]
fn an_empty_graph_is_a_clear_error() {
    let program = bfs();
    let input = Small::new("empty", 0, []).load();
    let params = program.params(&[]);
    for (_, module) in &program.compilation.stages {
        let error = program.interpret_stage(module, &input, &params, (0, [1, 1, 1])).unwrap_err();
        let named =
            matches!(error, RunError::Data(DataError::ParameterNode { node: 0, nodes: 0, .. }));
        assert!(named, "{error}");
    }
    for device in device::all() {
        let artefact = &program.compilation.artefact;
        let options = RunOptions::default();
        let run = execute(artefact, &input, &params, &*device, &options);
        let error = run.map(|_| ()).unwrap_err().to_string();
        let words = "parameter `source` is node 0, but the graph has only 0 nodes, numbered from 0";
        assert_eq!(error, words);
    }
}

/// Tests the comparison itself: the oracle rejects the levels of another source.
#[test]
fn the_oracle_refuses_what_is_wrong() {
    let program = bfs();
    let chain = igc_tests::small::chain(5).load();
    let arrays = program.interpret(&chain, &[Value::Node(1)]).arrays;
    let reason = refusal(&program, &chain, 0, &arrays).unwrap();
    assert!(reason.contains("node 0"), "{reason}");
}
