//! Tests the key `order` of graphs: programs run on a reordered graph, and everything that goes in
//! and comes out has the user's numbers.
//!
//! - Programs whose result does not depend on the numbers of nodes have the same result in every
//!   order.
//! - Oracles, which see the user's graph, accept the results of all applications.
//! - Random programs have the same result as on a graph that the test translates by itself.

use igc_compiler::configuration::Configuration;
use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::interp;
use igc_compiler::ir::{Extent, Init, Module, Value};
use igc_runtime::backend::Device;
use igc_runtime::backend::interpreter::Interpreter;
use igc_runtime::backend::native::Native;
use igc_runtime::execution::{Execution, execute, execute_with};
use igc_runtime::graph::{NodeOrder, Numbering};
use igc_runtime::input::Input;
use igc_runtime::prints::Prints;
use igc_runtime::results::Results;
use igc_runtime::run_options::RunOptions;
use igc_runtime::verdict::judge;
use igc_tests::application::{APPLICATIONS, Application};
use igc_tests::device;
use igc_tests::program::Program;
use igc_tests::random::Mode;
use igc_tests::random::kept;
use igc_tests::random::run::{MAX_STEPS, Prepared, fail, prepare};
use igc_tests::random::strategy::Cases;
use igc_tests::scope::everything_is_asked_for;
use igc_tests::small::{Loaded, Small, random, zoo};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseResult, TestRunner};
use std::sync::{Arc, Mutex};

use super::applications::{parameters, turn_of_dialect};

/// The applications whose results do not depend on the numbers of nodes.
const INDEPENDENT: [&str; 15] = [
    "bfs_cx",
    "bfs_hybrid",
    "bfs_topo",
    "bfs_tp",
    "bfs_wl",
    "kcore",
    "ktruss",
    "sssp_delta",
    "sssp_nf",
    "sssp_real_adaptive",
    "sssp_real_wl",
    "sssp_topo",
    "sssp_wl",
    "tri",
    "tri_ordered",
];

/// The applications whose oracles cannot judge runs on reordered graphs.
const NUMBERED: [&str; 2] = ["label_propagation", "node2vec"];

/// Loads the same graph again with the key `order`.
fn ordered(loaded: &Loaded, order: NodeOrder, requirements: &[String]) -> Input {
    let spec = format!("{},order={order}", loaded.file.path().display());
    Input::load(&spec).unwrap().require(requirements).unwrap()
}

fn application_is_right(name: &str, graph: &Small, turn: usize) {
    let application = Application::new(name);
    let program = &application.program;
    let loaded = application.with_weights(graph.clone()).load();
    let plain = loaded.input.clone().require(&program.requirements()).unwrap();
    let devices = device::in_one_dialect(&device::all(), turn_of_dialect(turn));
    for (order, given) in NodeOrder::ALL
        .into_iter()
        .flat_map(|o| parameters(name, graph.nodes).into_iter().map(move |g| (o, g)))
    {
        let given: Vec<_> = given.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let (params, input) =
            (program.params(&given), ordered(&loaded, order, &program.requirements()));
        let oracle = input.for_oracle().unwrap();
        let expected = program.interpret_stage(
            &program.compilation.artefact.module,
            &plain,
            &params,
            (0, [1, 1, 1]),
        );
        let expected = expected.unwrap().arrays;
        for device in &devices {
            let run = program.execute(&input, &params, device, &RunOptions::default());
            let Some(run) = run else { continue };
            let context = format!("`{}` by {order} on {device}", graph.name);
            if !NUMBERED.contains(&name) {
                application.assert_accepted(&context, &oracle, &params, &run.arrays);
            }
            if INDEPENDENT.contains(&name) {
                program.assert_same(&context, &run.arrays, &expected);
            }
        }
    }
}

#[test]
fn applications_have_results_in_the_users_numbers() {
    let zoo = zoo();
    for (turn, (_, name)) in APPLICATIONS.iter().enumerate() {
        // Programs take turns with the shapes, because building kernels takes long.
        let count = if everything_is_asked_for() { 3 } else { 1 };
        let graphs = zoo.iter().cycle().skip(turn * 3).take(count);
        graphs.for_each(|graph| application_is_right(name, graph, turn));
    }
}

#[test]
fn applications_are_right_on_random_graphs_in_every_order() {
    // Every third application, because building kernels takes long.
    let step = if everything_is_asked_for() { 1 } else { 3 };
    for (turn, (_, name)) in APPLICATIONS.iter().enumerate().step_by(step) {
        let config = ProptestConfig { source_file: Some(file!()), ..kept::config(2) };
        let run = TestRunner::new(config).run(&random(), |graph| {
            application_is_right(name, &graph, turn);
            Ok(())
        });
        run.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// Uses every kind of input and output. Its result does not depend on the numbers of nodes, except
/// that nodes are compared for equality.
const EVERYTHING: &str = "
    param first: node = 3;
    param special: edge = 2;
    param none: node = MAX;
    input node next: node;
    input node class: u32[3];
    input edge wide: f64;
    input worklist seeds;
    node successor: node = MAX;
    node at_first: bool = false;
    node visited: u32 = 0;
    node sums: u32[2] = 0;
    edge halves: f64 = 0.0;
    edge itself: edge = MAX;
    edge ends: node[2] = MAX;
    edge chosen: bool = false;
    global start: node = MAX;
    global missing: node = 0;

    kernel copy() {
        forall u in nodes {
            u.successor = u.next;
            u.at_first = u == first;
            u.sums[0] = u.class[0] + u.class[1];
            u.sums[1] = u.class[2];
        }
    }

    kernel copy_edges() {
        forall e in edges {
            e.halves = e.wide / 2.0;
            e.itself = e;
            e.ends[0] = e.src;
            e.ends[1] = e.dst;
            e.chosen = e == special;
        }
    }

    kernel visit() {
        forall u in seeds {
            atomic_add(u.visited, 1);
        }
    }

    main {
        copy();
        copy_edges();
        visit();
        start = first;
        missing = none;
        print \"first\", first, special, none, first.next;
    }

    output successor, at_first, visited, sums, halves, itself, ends, chosen, start, missing;";

/// Runs the program on a device, and returns the run and the lines that it printed.
fn run_everything(program: &Program, input: &Input, device: &dyn Device) -> (Execution, String) {
    let lines = Arc::new(Mutex::new(String::new()));
    let printed = Arc::clone(&lines);
    let prints = Prints::to(move |line| *printed.lock().unwrap() += line);
    let options = RunOptions { prints, ..RunOptions::default() };
    let (artefact, inputs) = (&program.compilation.artefact, program.inputs(input));
    let params = program.params(&[]);
    let run = execute_with(artefact, input, &params, &inputs, device, &options).unwrap();
    let lines = lines.lock().unwrap().clone();
    (run, lines)
}

#[test]
fn every_kind_of_input_and_output_has_the_users_numbers() {
    let program = Program::new("everything", EVERYTHING);
    let edges = [(0, 5), (5, 1), (1, 2), (2, 5), (5, 5), (2, 5), (3, 4), (4, 6), (6, 3), (7, 0)];
    let graph = Small::new("small", 8, edges).load();
    let devices = device::all();
    let devices = devices.iter().map(|device| &**device).chain([&Interpreter as &dyn Device]);
    for device in devices {
        let (plain, lines) = run_everything(&program, &graph, device);
        for order in NodeOrder::ALL {
            let input = ordered(&graph, order, &[]);
            let made = input.reordering().unwrap().expect("it has an order");
            assert_ne!(made.numbering.new_node(3), 3, "the order has an effect");
            let (run, found) = run_everything(&program, &input, device);
            program.assert_same(&format!("by {order}"), &run.arrays, &plain.arrays);
            assert_eq!(found, lines, "by {order} on {}", device.name().name);
        }
    }
}

#[test]
fn oracles_that_depend_on_numbers_do_not_judge_reordered_graphs() {
    for application in NUMBERED.map(Application::new) {
        let artefact = &application.program.compilation.artefact;
        let schedule = &artefact.module;
        let judge = |spec: &str| {
            let input = Input::load(spec).unwrap().require(&schedule.requirement_names()).unwrap();
            let (params, options) = (application.program.params(&[]), RunOptions::default());
            let run = execute(artefact, &input, &params, &Interpreter, &options).unwrap();
            judge(schedule, &input, &params, &Results::all(schedule, &run.arrays))
                .map(|verdicts| verdicts[0].passed)
        };
        assert!(judge("star:5").unwrap());
        let message = judge("star:5,order=degree").unwrap_err().to_string();
        assert!(message.contains("help: remove the key `order`"), "{message}");
    }
}

#[test]
fn nodes_that_do_not_exist_are_reported_in_the_users_numbers() {
    let program = Program::new("everything", EVERYTHING);
    let graph = Small::new("small", 8, [(0, 5), (5, 1), (5, 2)]).load();
    let input = ordered(&graph, NodeOrder::Degree, &[]);
    let (artefact, inputs) = (&program.compilation.artefact, program.inputs(&input));
    let params = program.params(&[("first", "8")]);
    let run =
        execute_with(artefact, &input, &params, &inputs, &Interpreter, &RunOptions::default());
    let message = run.expect_err("node 8 does not exist").to_string();
    assert!(message.contains('8') && message.contains("first"), "{message}");
}

/// A program that may contract the graph, and returns where the nodes are.
const CONTRACTING: &str = "
    param levels: u32 = 0;
    node label: node = MAX;
    original node member: node;
    original node earlier: node;
    kernel label_all() { forall u in nodes { u.label = u.label; } }
    kernel pair() {
        forall u in nodes {
            let least: node = u;
            for e in u.out { least = min(least, e.dst); }
            u.label = least;
        }
    }
    main {
        pair();
        if levels > 0 { contract(label, member); }
        label_all();
        if levels > 1 { contract(label, earlier); }
    }
    output member, earlier;";

#[test]
fn members_of_quotients_are_in_the_rows_of_the_users_nodes() {
    let program = Program::new("contracting", CONTRACTING);
    let graph =
        Small::new("pairs", 6, [(0, 5), (5, 0), (1, 4), (4, 1), (4, 4), (2, 3), (3, 2)]).load();
    for order in NodeOrder::ALL {
        let input = ordered(&graph, order, &[]);
        let run = |levels: &str| {
            let params = program.params(&[("levels", levels)]);
            let artefact = &program.compilation.artefact;
            let options = RunOptions::default();
            execute_with(artefact, &input, &params, &Inputs::default(), &Interpreter, &options)
                .unwrap()
                .arrays
        };
        let itself = ArrayData::Node((0..6).collect());
        let kept = run("0");
        let [member, earlier] = &program.outputs(&kept)[..] else { panic!("two outputs") };
        assert_eq!((member.1, earlier.1), (&itself, &itself));
        let contracted = run("1");
        let [member, earlier] = &program.outputs(&contracted)[..] else { panic!("two outputs") };
        assert_eq!(earlier.1, &itself);
        let ArrayData::Node(member) = member.1 else { panic!("these are nodes") };
        assert_eq!([member[0], member[1], member[2]], [member[5], member[4], member[3]]);
        let distinct = std::collections::BTreeSet::from_iter(member);
        assert!(distinct.into_iter().copied().eq(0..3), "{member:?}");
    }
}

/// Returns the number of a node or edge in a list, and other numbers as they are.
fn looked_up(value: Value, nodes: &[u32], edges: &[u32]) -> Value {
    let of = |list: &[u32], number: u32| *list.get(number as usize).unwrap_or(&number);
    match value {
        Value::Node(node) => Value::Node(of(nodes, node)),
        Value::Edge(edge) => Value::Edge(of(edges, edge)),
        other => other,
    }
}

/// Translates an array row by row: the row of `old` becomes that of `new`.
fn translated(
    data: &ArrayData,
    rows: Option<&[u32]>,
    (nodes, edges): (&[u32], &[u32]),
) -> ArrayData {
    let mut result = data.clone();
    let width = rows.map_or(1, |rows| data.len() / rows.len().max(1));
    for at in 0..data.len() {
        let to = rows.map_or(at, |rows| rows[at / width] as usize * width + at % width);
        result.set(to, looked_up(data.get(at).unwrap(), nodes, edges));
    }
    result
}

fn rows(extent: Extent, (nodes, edges): (&'_ [u32], &'_ [u32])) -> Option<Vec<u32>> {
    match extent {
        Extent::One => None,
        Extent::Nodes | Extent::Original => Some(nodes.to_vec()),
        Extent::Edges => Some(edges.to_vec()),
    }
}

/// Returns the inputs of a program for the reordered graph.
fn inputs_for(prepared: &Prepared, module: &Module, numbering: &Numbering) -> Inputs {
    let numbers = (numbering.new_nodes(), numbering.new_edges());
    let mut inputs = Inputs::default();
    for array in module.arrays.iter().filter(|array| array.init == Init::Input) {
        let length = match (array.extent, &array.length) {
            (Extent::Edges, _) => prepared.input.graph.edges(),
            _ => prepared.input.graph.nodes().into(),
        } * match array.length {
            Some(igc_compiler::ir::Length::Fixed(length)) => u64::from(length),
            _ => 1,
        };
        let data = prepared.inputs.array(&array.name, array.ty, length as usize).unwrap();
        let rows = rows(array.extent, numbers);
        inputs.add_array(&array.name, translated(data, rows.as_deref(), numbers));
    }
    for name in prepared.compilation.artefact.module.input_worklists() {
        let items = prepared.inputs.items(name, prepared.input.graph.nodes()).unwrap();
        inputs.add_worklist(name, items.iter().map(|item| numbers.0[*item as usize]).collect());
    }
    inputs
}

fn random_program_is_translated(prepared: &Prepared, ordered: &Input) -> TestCaseResult {
    let (_, module) = &prepared.compilation.stages[0];
    if module.contracts() {
        // Numbers of quotient graphs are not translated; a test above covers them.
        return Ok(());
    }
    let made = ordered.reordering().unwrap().expect("it has an order");
    let new = (made.numbering.new_nodes(), made.numbering.new_edges());
    let old = (made.numbering.old_nodes(), made.numbering.old_edges());
    let params: Vec<Value> =
        prepared.params.iter().map(|value| looked_up(*value, new.0, new.1)).collect();
    let settings = interp::Settings {
        max_steps: Some(MAX_STEPS),
        inputs: inputs_for(prepared, module, &made.numbering),
        ..interp::Settings::default()
    };
    let view = made.input.view().unwrap();
    let Ok(outcome) = interp::run(module, &view, &params, &settings) else { return Ok(()) };
    let arrays = module.arrays.iter().zip(&outcome.arrays);
    let expected: Vec<_> = arrays
        .map(|(array, data)| translated(data, rows(array.extent, old).as_deref(), old))
        .collect();
    let native = Native::new(std::num::NonZero::new(2));
    for device in [&Interpreter as &dyn Device, &native] {
        let (artefact, options) = (&prepared.compilation.artefact, RunOptions::default());
        let Prepared { params, inputs, .. } = prepared;
        match execute_with(artefact, ordered, params, inputs, device, &options) {
            Ok(run) => prepared.compare(&device.name().name, &run.arrays, &expected)?,
            Err(error) => return fail(format!("on {}: {error}", device.name().name)),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        max_shrink_iters: 20_000,
        ..kept::config(256)
    })]

    #[test]
    fn random_programs_run_on_the_reordered_graph(
        case in Cases(Mode::Deterministic),
        order in prop::sample::select(&NodeOrder::ALL[..]),
    ) {
        let prepared = prepare(&case, &Configuration::default())?;
        let requirements = &prepared.compilation.artefact.module.requirement_names();
        let input = ordered(&case.graph.load(), order, requirements);
        random_program_is_translated(&prepared, &input)?;
    }
}
