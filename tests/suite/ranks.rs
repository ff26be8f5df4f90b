//! Tests programs on several ranks: the compiler derives what the ranks exchange.
//!
//! - A snapshot has what each application exchanges, or why it cannot run on several ranks.
//! - Oracles accept the results of applications on small and random graphs, with more ranks than nodes, too.
//! - Random programs have the results of the interpreter, bit by bit.
//! - The applications take turns with graphs, and on devices with workgroups with optimisations. With
//!   `IGC_CONFIGURATIONS=all`, each application runs on all graphs, or with all optimisations.

use std::fmt::Write;

use igc_compiler::configuration::Configuration;
use igc_compiler::interp;
use igc_compiler::ir::{ArrayId, Module, Type};
use igc_compiler::ranks::{self, derive};
use igc_runtime::backend::Device;
use igc_runtime::backend::ranks::Shares;
use igc_runtime::devices::{DeviceRequest, select};
use igc_runtime::error::Error;
use igc_runtime::execution::execute_with;
use igc_runtime::input::Input;
use igc_runtime::run_options::RunOptions;
use igc_tests::application::{APPLICATIONS, Application};
use igc_tests::device::selectors_of_ranks;
use igc_tests::program::Program;
use igc_tests::random::Mode;
use igc_tests::random::kept;
use igc_tests::random::run::{MAX_STEPS, Prepared, fail, prepare};
use igc_tests::random::strategy::Cases;
use igc_tests::scope::everything_is_asked_for;
use igc_tests::small::{Small, random, zoo};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseResult, TestRunner};

use super::applications::parameters;

fn device(ranks: usize) -> Box<dyn Device> {
    select(&DeviceRequest::of(&format!("ranks:{ranks}"))).unwrap()
}

#[test]
fn the_exchanges_of_every_application() {
    let mut text = String::new();
    for (_, name) in APPLICATIONS {
        let program = Application::new(name).program;
        writeln!(text, "{name}").unwrap();
        let lines = match derive(&program.compilation.artefact.parallel) {
            Ok(ranked) => ranks::explain(&ranked),
            Err(obstacles) => {
                obstacles.iter().map(|obstacle| format!("not distributed: {obstacle}\n")).collect()
            }
        };
        lines.lines().for_each(|line| writeln!(text, "  {line}").unwrap());
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, snapshot_path => "../snapshots" }, {
        insta::assert_snapshot!("exchanges", text);
    });
}

/// Runs an application on a graph, on several numbers of ranks, if it has a distributed form.
fn application_is_right(name: &str, graph: &Small, counts: &[usize]) {
    let selectors: Vec<String> = counts.iter().map(|ranks| format!("ranks:{ranks}")).collect();
    application_is_right_on(&Application::new(name), name, graph, &selectors);
}

fn application_is_right_on(
    application: &Application,
    name: &str,
    graph: &Small,
    selectors: &[String],
) {
    let program = &application.program;
    if derive(&program.compilation.artefact.parallel).is_err() {
        return;
    }
    let loaded = application.with_weights(graph.clone()).load();
    let input = loaded.input.clone().require(&program.requirements()).unwrap();
    for given in parameters(name, graph.nodes) {
        let given: Vec<_> = given.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let params = program.params(&given);
        let oracle = input.for_oracle().unwrap();
        // Ranks add floats in another order.
        let outputs = &program.compilation.artefact.module.outputs;
        let arrays = &program.compilation.artefact.module.arrays;
        let is_float = |id: &ArrayId| matches!(arrays[id.index()].ty, Type::F32 | Type::F64);
        let is_deterministic = application.is_deterministic() && !outputs.iter().any(is_float);
        let expected = is_deterministic.then(|| program.interpret(&input, &params).arrays);
        for selector in selectors {
            let artefact = &program.compilation.artefact;
            let (inputs, options) = (program.inputs(&input), RunOptions::default());
            let device = select(&DeviceRequest::of(selector)).unwrap();
            let run = execute_with(artefact, &input, &params, &inputs, &*device, &options);
            let context = format!("{name} on `{}` on {selector}", graph.name);
            let run = run.unwrap_or_else(|error| panic!("{context}: {error}"));
            application.assert_accepted(&context, &oracle, &params, &run.arrays);
            if let Some(expected) = &expected {
                program.assert_same(&context, &run.arrays, expected);
            }
        }
    }
}

#[test]
fn applications_are_right_on_small_graphs() {
    let zoo = zoo();
    let count = if everything_is_asked_for() { zoo.len() } else { 4 };
    for (turn, (_, name)) in APPLICATIONS.iter().enumerate() {
        let graphs = zoo.iter().cycle().skip(turn * 3).take(count);
        graphs.for_each(|graph| application_is_right(name, graph, &[1, 2, 7]));
    }
}

#[test]
fn applications_are_right_on_random_graphs() {
    for (_, name) in APPLICATIONS {
        let config = ProptestConfig { source_file: Some(file!()), ..kept::config(8) };
        let run = TestRunner::new(config).run(&(random(), 2..5usize), |(graph, ranks)| {
            application_is_right(name, &graph, &[ranks]);
            Ok(())
        });
        run.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// Optimisations for the kernels of ranks. Loops that would be outlined stay on the host.
const OPTIMISATIONS: [&str; 4] = ["none", "fg8,sg,coop-cv", "wg,fg1,sz256", "all"];

#[test]
fn applications_are_right_on_devices_with_workgroups() {
    let zoo = zoo();
    let distributed = APPLICATIONS.iter().filter(|(_, name)| {
        derive(&Application::new(name).program.compilation.artefact.parallel).is_ok()
    });
    for (turn, (_, name)) in distributed.enumerate() {
        let all = OPTIMISATIONS.iter().enumerate();
        for (at, options) in all
            .filter(|(at, _)| everything_is_asked_for() || turn % (2 * OPTIMISATIONS.len()) == *at)
        {
            let application = Application::with(name, &Configuration::parse(options).unwrap());
            let graph = &zoo[(turn * 3 + at * 5) % zoo.len()];
            let selectors = selectors_of_ranks(2 + turn % 2);
            application_is_right_on(&application, name, graph, &selectors);
        }
    }
}

/// Whether `main` adds the elements of a property of floats. The order of the additions depends on the
/// number of ranks.
fn adds_floats(module: &Module) -> bool {
    let arrays = || module.arrays.iter().filter(|array| matches!(array.ty, Type::F32 | Type::F64));
    module.kernels.iter().any(|kernel| {
        let of = kernel.name.strip_prefix("reduce_add_");
        of.is_some_and(|of| arrays().any(|array| of.starts_with(&array.name)))
    })
}

fn random_program_is_right(prepared: &Prepared, device: &dyn Device) -> TestCaseResult {
    let (_, module) = &prepared.compilation.stages[0];
    let artefact = &prepared.compilation.artefact;
    if derive(&artefact.parallel).is_err() || adds_floats(module) {
        return Ok(());
    }
    let settings = interp::Settings {
        max_steps: Some(MAX_STEPS),
        inputs: prepared.inputs.clone(),
        ..interp::Settings::default()
    };
    let view = prepared.input.view().unwrap();
    let Ok(outcome) = interp::run(module, &view, &prepared.params, &settings) else {
        return Ok(());
    };
    let Prepared { params, inputs, input, .. } = prepared;
    match execute_with(artefact, input, params, inputs, device, &RunOptions::default()) {
        Ok(run) => {
            // The compiler adds other arrays, which reductions of ranks use in another way.
            let declared = artefact.declared;
            let (found, expected) = (&run.arrays[..declared], &outcome.arrays[..declared]);
            prepared.compare(&device.name().name, found, expected)
        }
        Err(error) => fail(format!("on {}: {error}", device.name().name)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        max_shrink_iters: 20_000,
        ..kept::config(256)
    })]

    #[test]
    fn random_programs_are_right(case in Cases(Mode::Deterministic), ranks in 1..5usize) {
        random_program_is_right(&prepare(&case, &Configuration::default())?, &*device(ranks))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        max_shrink_iters: 100,
        ..kept::config(24)
    })]

    #[test]
    fn random_programs_are_right_on_devices_with_workgroups(
        case in Cases(Mode::Deterministic),
        ranks in 2..4usize,
        options in 0..OPTIMISATIONS.len(),
    ) {
        let prepared = prepare(&case, &Configuration::parse(OPTIMISATIONS[options]).unwrap())?;
        for selector in selectors_of_ranks(ranks) {
            let device = select(&DeviceRequest::of(&selector)).unwrap();
            random_program_is_right(&prepared, &*device)?;
        }
    }
}

#[test]
fn enough_random_programs_have_a_distributed_form() {
    let mut runner = TestRunner::deterministic();
    let (mut all, mut distributed, mut divided) = (0, 0, 0);
    while all < 200 {
        let case = ValueTree::current(&Cases(Mode::Deterministic).new_tree(&mut runner).unwrap());
        let prepared = prepare(&case, &Configuration::default()).unwrap();
        all += 1;
        if let Ok(ranked) = derive(&prepared.compilation.artefact.parallel) {
            distributed += 1;
            divided += usize::from(!ranked.ends.is_empty());
        }
    }
    println!("{distributed} of {all} programs, {divided} with iterations that end at owners");
    assert!(distributed >= 20 && divided >= 2, "{distributed} and {divided} of {all}");
}

/// Each round of `pr_pull` gives all nodes new values, so what the ranks exchange follows from how the graph is divided.
#[test]
fn what_ranks_exchange_is_what_the_division_predicts() {
    let application = Application::new("pr_pull");
    let program = &application.program;
    let artefact = &program.compilation.artefact;
    let ranked = derive(&artefact.parallel).unwrap();
    for spec in ["rmat:9", "road:600", "uniform:8"] {
        let input = Input::load_for(spec, &artefact.module).unwrap();
        let counts = [2, 5];
        let all = Shares::of_each(&input.graph, counts, ranked.edges).unwrap();
        for (ranks, shares) in counts.into_iter().zip(all) {
            let (params, device) = (program.params(&[]), device(ranks));
            let options = RunOptions::default();
            let execution =
                execute_with(artefact, &input, &params, &Default::default(), &*device, &options)
                    .unwrap();
            let traffic = execution.traffic.unwrap();
            let values = execution.rounds * shares.copies;
            let sizes = values * 4..values * 4 + traffic.messages * 64;
            assert!(sizes.contains(&traffic.bytes), "{spec}: {traffic:?}, {shares:?}");
            assert!(traffic.messages >= execution.rounds * shares.pairs, "{spec}: {traffic:?}");
            assert!(traffic.most_bytes < traffic.bytes, "{spec}: {traffic:?}");
        }
    }
}

/// Programs whose iterations end at the owner of a node, with results that do not depend on the order. Each has another
/// reason, and other values that travel.
const AT_OWNERS: [(&str, &str); 9] = [
    (
        "numbers that are not nodes",
        "global sum: u64 = 0; global reads: u64 = 0; node x: u32 = 7;
        kernel visit() {
            forall u in nodes {
                let v = (u as u32 + node_count / 2) as node;
                let old = atomic_max(v.x, u as u32);
                sum += (v as u64) * 3 + old as u64;
                if v == (node_count as node) { reads += v.degree as u64 + v.x as u64 + 1; }
            }
        }
        main { visit(); }
        output sum; output reads; output x;",
    ),

    (
        "a write by number, with a negative number and a `bool`",
        "node low: i32 = MAX; node odd: bool = false;
        kernel visit(scale: i32) {
            forall u in nodes {
                let a = (u as i32 - 7) * scale;
                let is_odd = u as u32 % 2 == 1;
                let v = ((u as u32 * 7 + 3) % node_count) as node;
                if atomic_min(v.low, a) > a { atomic_or(v.odd, is_odd); }
                atomic_or(v.odd, is_odd);
            }
        }
        main { visit(3); }
        output low; output odd;",
    ),
    (
        "reads by number, one after the other, with `f32`s and an `f64`",
        "node x: f32 = 0; node y: f64 = 0; node next: node; node sum: f32 = 0; node far: f64 = 0;
        kernel start() {
            forall u in nodes {
                u.x = u as u32 as f32 / 3.0 - 1.0;
                u.y = u as u32 as f64 / 7.0 - 1.0;
                u.next = ((u as u32 * 5 + 2) % node_count) as node;
            }
        }
        kernel visit() {
            forall u in nodes {
                let here = u.x;
                let far = u.next.next.x;
                u.sum = here + far;
            }
        }
        kernel look() { forall u in nodes { u.far = u.next.y; } }
        main { start(); visit(); look(); }
        output sum; output far;",
    ),
    (
        "the edges of a node by number",
        "node many: u32 = 0;
        kernel visit() {
            forall u in nodes {
                let v = (node_count - 1 - u as u32) as node;
                let count = 0;
                forall e in v.out { count += e.dst as u32 + 1; }
                v.many = count + u as u32;
            }
        }
        main { visit(); }
        output many;",
    ),
    (
        "an old value at neighbours, with two narrow values",
        "node left: i32 = 0; node low: u32 = MAX; worklist ready; node is_ready: bool = false;
        kernel count() { forall u in nodes { forall e in u.out { atomic_add(e.dst.left, 1); } } }
        kernel leave(by: i32) {
            forall u in nodes {
                let mark = u as u32 % 5;
                let weight = u.degree as u32;
                forall e in u.out {
                    let before = atomic_add(e.dst.left, 0 - by);
                    atomic_min(e.dst.low, mark + weight);
                    if before == by { push ready e.dst; }
                }
            }
        }
        kernel mark() { forall u in ready { u.is_ready = true; } }
        main { count(); leave(1); mark(); }
        output left; output low; output is_ready;",
    ),
    (
        "pairs that wait for a round",
        "node last: u32 = 0; worklist later: (node, u32);
        kernel start() { forall u in nodes { push later(u, u as u32 % 4); } }
        kernel take(round: u32) {
            forall (v, expected) in later {
                if expected > round { retry; } else { v.last = expected + round * 10; }
            }
        }
        main { start(); let round = 0; pipe later { take(round); round += 1; } }
        output last;",
    ),
    (
        "pairs of a node and 64 bits",
        "node most: u64 = 0; worklist later: (node, u64);
        kernel start() {
            forall u in nodes { forall e in u.out { push later(e.dst, (u as u64) << 33 | 5); } }
        }
        kernel take() { forall (v, bits) in later { atomic_max(v.most, bits); } }
        main { start(); pipe later { take(); } }
        output most;",
    ),
    (
        "a range of numbers, with values of a global",
        "node x: f32 = 0; global table: f32[8] = 0; global sum: u64 = 0;
        kernel start() { forall u in nodes { u.x = 0.0 - (u as u32 as f32); } }
        kernel fill_in() { forall i in 0..8 { table[i] = i as f32 * 0.25; } }
        kernel visit(first: u32) {
            forall i in first..first + 7 {
                let value = table[i - first] + 1.0;
                sum += i as u64;
                (i as node).x = value;
            }
        }
        main { start(); fill_in(); visit(2); }
        output x; output table; output sum;",
    ),
    (
        "a push of a node by number, and values of incoming edges",
        "node got: u32 = 0; edge share: u32 = 0; node sum: u32 = 0; worklist list;
        kernel send() { forall u in nodes where u as u32 % 3 == 0 { let v = ((u as u32 + 1) % node_count) as node; push list v; } }
        kernel get() { forall u in list { u.got = u.degree as u32 + 1; } }
        kernel divide() { forall e in edges { e.share = e.src as u32 * 3 + e.dst as u32; } }
        kernel gather() { forall v in nodes { let sum = 0; forall e in v.in { sum += e.share; } v.sum = sum; } }
        main { send(); get(); divide(); gather(); }
        output got; output share; output sum;",
    ),
];

#[test]
fn iterations_end_at_the_owners_of_nodes() {
    for (what, text) in AT_OWNERS {
        let program = Program::new("ends", text);
        let artefact = &program.compilation.artefact;
        let ranked = derive(&artefact.parallel).unwrap_or_else(|all| panic!("{what}: {all:?}"));
        let moves = !ranked.ends.is_empty() || !ranked.keyed.is_empty();
        assert!(moves, "{what}: {}", ranks::explain(&ranked));
        for graph in ["rmat:5,seed=3", "grid:3x4", "chain:2", "star:20"] {
            let input = Input::load(graph).unwrap().require(&program.requirements()).unwrap();
            let expected = program.interpret(&input, &[]).arrays;
            let (inputs, options) = (program.inputs(&input), RunOptions::default());
            for ranks in [1, 2, 3, 7] {
                let run = execute_with(artefact, &input, &[], &inputs, &*device(ranks), &options)
                    .unwrap();
                program.assert_same(
                    &format!("{what} on {graph}, {ranks} ranks"),
                    &run.arrays,
                    &expected,
                );
            }
            if graph.starts_with("rmat") {
                for selector in selectors_of_ranks(3) {
                    let device = select(&DeviceRequest::of(&selector)).unwrap();
                    let run = execute_with(artefact, &input, &[], &inputs, &*device, &options);
                    let context = format!("{what} on {graph}, {selector}");
                    program.assert_same(&context, &run.unwrap().arrays, &expected);
                }
            }
        }
    }
}

const WRONG_NODE: &str = "
    param at: node = 0;
    node found: u32 = 0;
    kernel visit() { forall u in list { u.found = 1; } }
    worklist list;
    main { pipe [at] { visit(); } }
    output found;";

#[test]
fn errors_of_ranks_are_those_of_one_device() {
    let program = Program::new("wrong", WRONG_NODE);
    let input = Input::load("chain:4").unwrap();
    let params = program.params(&[("at", "4")]);
    let artefact = &program.compilation.artefact;
    let (inputs, options) = (program.inputs(&input), RunOptions::default());
    let run = |options: &RunOptions, params: &[_]| {
        execute_with(artefact, &input, params, &inputs, &*device(3), options).map(drop)
    };
    let error = run(&options, &params).unwrap_err().to_string();
    assert!(error.contains('4') && error.contains("at"), "{error}");
    let none = RunOptions { max_rounds: 0, ..options };
    let error = run(&none, &program.params(&[("at", "3")])).unwrap_err();
    assert!(matches!(error, Error::Rounds(0)), "{error}");
}

#[test]
fn programs_without_a_distributed_form_are_refused_with_the_statements() {
    let program = Application::new("cc").program;
    let input = Input::load("cycle:8").unwrap().require(&program.requirements()).unwrap();
    let (artefact, inputs) = (&program.compilation.artefact, program.inputs(&input));
    let run = execute_with(artefact, &input, &[], &inputs, &*device(2), &RunOptions::default());
    let error = run.map(drop).unwrap_err();
    assert!(error.is_refusal());
    insta::assert_snapshot!(error.to_string(), @r"
    `cc` cannot run on several ranks
    note: kernel `jump`: the kernel reads `component` of a node that it knows only by its number, and that any rank may own
    ");
}

/// The items that `once` has taken stay in place while kernels push others, but the kernel that takes out the items of other
/// ranks reads the worklist.
#[test]
fn items_that_were_taken_before_others_travel_are_refused() {
    let text = "node x: u32 = 1;
        kernel spread() { forall u in nodes { forall e in u.out { push e.dst; } } }
        kernel mark() { forall u in worklist { u.x = 2; } }
        main { once worklist { spread(); mark(); } }
        output x;";
    let program = Program::new("taken", text);
    let obstacles = derive(&program.compilation.artefact.parallel).unwrap_err();
    let reasons: Vec<String> = obstacles.iter().map(ToString::to_string).collect();
    assert_eq!(
        reasons,
        [
            "`mark` reads items of `worklist` again, after launches that push items of other ranks to it"
        ]
    );
}
