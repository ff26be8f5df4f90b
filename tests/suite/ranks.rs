//! Tests programs on several ranks: the compiler derives what the ranks exchange.
//!
//! - A snapshot has what each application exchanges, or why it cannot run on several ranks.
//! - Oracles accept the results of applications on small and random graphs, with more ranks than nodes, too.
//! - Random programs have the results of the interpreter, bit by bit.

use std::fmt::Write;

use igc_compiler::configuration::Configuration;
use igc_compiler::interp;
use igc_compiler::ir::{ArrayId, Module, Type};
use igc_compiler::ranks::{self, derive};
use igc_runtime::backend::Device;
use igc_runtime::devices::{DeviceRequest, select};
use igc_runtime::error::Error;
use igc_runtime::execution::execute_with;
use igc_runtime::input::Input;
use igc_runtime::run_options::RunOptions;
use igc_tests::application::{APPLICATIONS, Application};
use igc_tests::program::Program;
use igc_tests::random::Mode;
use igc_tests::random::kept;
use igc_tests::random::run::{MAX_STEPS, Prepared, fail, prepare};
use igc_tests::random::strategy::Cases;
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
    let application = Application::new(name);
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
        for ranks in counts {
            let artefact = &program.compilation.artefact;
            let (inputs, options) = (program.inputs(&input), RunOptions::default());
            let run = execute_with(artefact, &input, &params, &inputs, &*device(*ranks), &options);
            let context = format!("{name} on `{}` on {ranks} ranks", graph.name);
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
    for (turn, (_, name)) in APPLICATIONS.iter().enumerate() {
        let graphs = zoo.iter().cycle().skip(turn * 3).take(6);
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

/// Whether `main` adds the elements of a property of floats. The order of the additions depends on the
/// number of ranks.
fn adds_floats(module: &Module) -> bool {
    let arrays = || module.arrays.iter().filter(|array| matches!(array.ty, Type::F32 | Type::F64));
    module.kernels.iter().any(|kernel| {
        let of = kernel.name.strip_prefix("reduce_add_");
        of.is_some_and(|of| arrays().any(|array| of.starts_with(&array.name)))
    })
}

fn random_program_is_right(prepared: &Prepared, ranks: usize) -> TestCaseResult {
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
    let device = device(ranks);
    let Prepared { params, inputs, input, .. } = prepared;
    match execute_with(artefact, input, params, inputs, &*device, &RunOptions::default()) {
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
        random_program_is_right(&prepare(&case, &Configuration::default())?, ranks)?;
    }
}

#[test]
fn enough_random_programs_have_a_distributed_form() {
    let mut runner = TestRunner::deterministic();
    let (mut all, mut distributed) = (0, 0);
    while all < 200 {
        let case = ValueTree::current(&Cases(Mode::Deterministic).new_tree(&mut runner).unwrap());
        let prepared = prepare(&case, &Configuration::default()).unwrap();
        all += 1;
        distributed += usize::from(derive(&prepared.compilation.artefact.parallel).is_ok());
    }
    assert!(distributed >= 20, "{distributed} of {all}");
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
    note: kernel `hook`: the kernel writes `component` of a node that it knows only by its number, and that any rank may own
    note: kernel `jump`: the kernel reads `component` of a node that it knows only by its number, and that any rank may own
    ");
}
