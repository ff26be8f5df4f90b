//! Runs the programs in `tests/programs/`. Each program uses a part of the language, and its result
//! does not depend on the order. Interpretations of every stage and all devices must agree, without
//! optimisations and in some configurations, with which the programs take turns. With `IGC_CONFIGURATIONS=all`, they
//! must agree in all configurations.

use igc_compiler::codegen::Language;
use igc_compiler::configuration::Configuration;
use igc_compiler::data::ArrayData;
use igc_compiler::ir::{Type, Value};
use igc_runtime::run_options::{ArrayLayout, Distribution, RunOptions};
use igc_tests::device::{self, TestDevice};
use igc_tests::program::{ORDERS, Program};
use igc_tests::same;
use igc_tests::scope::everything_is_asked_for;
use igc_tests::small::{Loaded, Small, Weights, chain, zoo};

/// Returns some small weighted graphs of different shapes. Interpreting all shapes would take too
/// long.
fn graphs() -> Vec<Small> {
    let names = [
        "one node",
        "no edges",
        "disconnected",
        "clique with loops",
        "grid",
        "star",
        "parallel edges",
    ];
    let chosen = zoo().into_iter().filter(|graph| names.contains(&graph.name));
    chosen.map(Small::with_weights).collect()
}

fn everything_agrees_on(name: &str) {
    let program = Program::file(&format!("tests/programs/{name}.ig"));
    // With optimisations (`all_agree_with`), the program runs in the other dialect.
    let turn = NAMES.iter().position(|other| *other == name).unwrap() + 1;
    let devices = device::in_one_dialect(&device::all(), turn);
    for graph in graphs() {
        println!("{name} on `{}`", graph.name);
        program.agree(&graph.load(), &[], &devices);
    }
    if everything_is_asked_for() {
        let (devices, inputs) = (device::all(), inputs_for_each_configuration());
        for (at, options) in Configuration::all_configurations().iter().enumerate() {
            // Alternating by the position would build all configurations with `wg` in the same
            // dialect.
            let turn = at.count_ones() as usize;
            agrees_with(name, options, &device::in_one_dialect(&devices, turn), &inputs);
        }
    }
}

/// Returns a few of the [`graphs`], because building kernels of many configurations is slow.
fn inputs_for_each_configuration() -> Vec<Loaded> {
    let few =
        graphs().into_iter().filter(|graph| ["grid", "star", "no edges"].contains(&graph.name));
    few.map(|graph| graph.load()).collect()
}

/// Runs a program with optimisations.
fn agrees_with(name: &str, options: &Configuration, devices: &[TestDevice], inputs: &[Loaded]) {
    println!("{name} with {options}");
    let program = Program::file_with(&format!("tests/programs/{name}.ig"), options);
    for input in inputs {
        program.agree(input, &[], devices);
    }
}

/// Defines one test for each program, so that tests run in parallel and fail separately.
macro_rules! programs {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            everything_agrees_on(stringify!($name));
        })*

        /// The names of all programs.
        const NAMES: &[&str] = &[$(stringify!($name)),*];

        #[test]
        fn every_program_is_tested() {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/programs");
            let files = std::fs::read_dir(folder).unwrap();
            let mut found: Vec<String> =
                files.map(|f| f.unwrap().file_name().to_string_lossy().into_owned()).collect();
            found.sort();
            let files: Vec<String> = NAMES.iter().map(|name| format!("{name}.ig")).collect();
            assert_eq!(found, files);
        }
    };
}

programs! {
    arms_that_push
    asynchronous
    atomics
    called_twice
    components
    computed_lengths
    control
    declared_later
    degrees
    distances
    edge_items
    edges
    effects
    exchanged
    exclusive
    extremes
    fixed_points
    flattened
    frontiers
    functions
    functions_in_main
    host
    host_loops
    imports
    inputs
    interleaved
    intrinsics
    kernel_arguments
    known_ranges
    left_early
    library
    library_tables
    limits
    literals
    local_arrays
    local_reductions
    long_keys
    many_searches
    missing_edges
    names_of_passes
    nested_atomics
    once
    pairs
    parameters
    path_starts
    positions
    primitives
    prints
    pushes_before_reads
    ranges
    reductions
    requirements
    reversed
    reversed_in_main
    sequential
    several_results
    shares
    signed_zeros
    sizes_passed
    state_arrays
    steps
    two_starts
    unread
    ways_out
    wide_pairs
    worklists
}

/// Runs programs in a configuration, and checks that all results agree: those of one of three parts, or every one
/// if all configurations are asked for.
fn all_agree_with(options: &str, part: usize) {
    let options = Configuration::parse(options).unwrap();
    let (devices, inputs) = (device::all(), inputs_for_each_configuration());
    let is_chosen = |turn: usize| everything_is_asked_for() || turn % 3 == part;
    for (turn, name) in NAMES.iter().enumerate().filter(|(turn, _)| is_chosen(*turn)) {
        agrees_with(name, &options, &device::in_one_dialect(&devices, turn), &inputs);
    }
}

/// Tests `oitergb`, which creates long kernels with barriers in every kind of statement of `main`.
#[test]
fn optimised_programs_agree_when_outlined() {
    all_agree_with("oitergb", 0);
}

/// Tests `persistent`, with which one kernel runs most of `main`, and items that run again at once.
#[test]
fn optimised_programs_agree_in_one_kernel() {
    all_agree_with("persistent,async8", 1);
}

/// Tests flags that distribute work over subgroups.
#[test]
fn optimised_programs_agree_in_subgroups() {
    all_agree_with("sg,fg8", 2);
}

/// Tests calls whose local memory the next call reuses. When a workgroup leaves a loop early, other
/// work-items may still be in such a call.
#[test]
fn calls_behind_a_break_wait_for_local_memory() {
    let options = Configuration::parse("wg,oitergb").unwrap();
    let program = Program::file_with("tests/programs/left_early.ig", &options);
    let kernels = program.compilation.artefact.code(Language::OpenCl);
    let (before, _) = kernels.rsplit_once("left_early_third_(").unwrap();
    assert!(before.trim_end().ends_with("igc_workgroup_barrier();"), "{kernels}");
    let devices: Vec<_> = device::all().iter().flat_map(device::dialects).collect();
    for graph in graphs() {
        program.agree(&graph.load(), &[], &devices);
    }
}

/// Tests loops with a known number of rounds in kernels with barriers, which PoCL 3.1 miscompiles.
#[test]
fn known_lengths_are_hidden_from_c_compilers() {
    let devices: Vec<_> = device::all().iter().flat_map(device::dialects).collect();
    for options in ["coop-cv", "fg8,coop-cv,sz256"] {
        let options = Configuration::parse(options).unwrap();
        let program = Program::file_with("tests/programs/known_ranges.ig", &options);
        for graph in graphs().iter().take(2) {
            program.agree(&graph.load(), &[], &devices);
        }
    }
}

/// Tests loops in a row over shares of the same range in one kernel, for which PoCL 3.1 assumed that all
/// work-items of a workgroup have a share. A random program found this.
#[test]
fn work_items_without_a_share_do_nothing() {
    let devices: Vec<_> = device::all().iter().flat_map(device::dialects).collect();
    for options in ["persistent", "persistent,wide-edges", "oitergb,wide-edges,sz256"] {
        let options = Configuration::parse(options).unwrap();
        let program = Program::file_with("tests/programs/shares.ig", &options);
        for graph in graphs() {
            program.agree(&graph.load(), &[], &devices);
        }
    }
}

/// Runs all programs without edges and without nodes after scalar passes, whose proofs must not
/// assume that a loop with rounds has an edge. The interpreter checks the promises of all accesses.
#[test]
fn scalar_passes_keep_their_promises_without_edges() {
    let graphs = [Small::new("no edges", 5, []), Small::new("no nodes", 0, [])];
    let inputs = graphs.map(|graph| graph.with_weights().load());
    let orders = ["gvn+promote", "licm+gvn+promote+unroll4+vector+dce"];
    for (turn, order) in orders.into_iter().enumerate() {
        let options = Configuration::parse(&format!("passes={order}")).unwrap();
        // The programs take turns with the orders of passes.
        let chosen =
            NAMES.iter().zip(turn..).filter(|(_, turn)| everything_is_asked_for() || turn % 2 == 0);
        for (name, _) in chosen {
            let program = Program::file_with(&format!("tests/programs/{name}.ig"), &options);
            let (params, lowered) = (program.params(&[]), &program.compilation.stages[0].1);
            for input in &inputs {
                println!("{name} with {options} on `{}`", input.name);
                if program.interpret_stage(lowered, input, &params, ORDERS[0]).is_err() {
                    assert_eq!(input.graph.nodes(), 0, "the program starts with a node");
                    continue;
                }
                program.interpret(input, &params);
            }
        }
        let program = Program::file_with("tests/programs/missing_edges.ig", &options);
        inputs.iter().for_each(|input| _ = program.agree(input, &[], &device::all()));
    }
}

/// Reads the weights of a graph as each type that can represent them, and uses them in arithmetic.
#[test]
fn weights_of_every_type() {
    let devices: Vec<_> = device::all().iter().flat_map(device::dialects).collect();
    let edges = || (0..12u32).map(|i| (i % 5, i * 7 % 5));
    let small = Small::new("small", 5, edges()).weighted(Weights::Integer, |i| i.to_string());
    let large = Small::new("large", 5, edges())
        .weighted(Weights::Integer, |i| (4_294_967_295 - 100 * i as u64).to_string());
    let signed = Small::new("signed", 5, edges())
        .weighted(Weights::Integer, |i| (1_000_000_007 * (i as i64 - 6)).to_string());
    let real = Small::new("real", 5, edges())
        .weighted(Weights::Real, |i| format!("{:e}", 0.1 * (i as f64 - 3.0)));
    let takes = |ty: Type| match ty {
        Type::U32 => vec![&small, &large],
        Type::I32 => vec![&small],
        Type::U64 => vec![&small, &large],
        Type::I64 => vec![&small, &large, &signed],
        Type::F32 | Type::F64 => vec![&small, &large, &signed, &real],
        _ => vec![],
    };
    for ty in Type::ALL {
        let text = format!(
            "edge w: {ty};
             node least: {ty} = MAX;
             edge twice: {ty};
             kernel k() {{
                 forall e in edges {{ e.twice = e.w + e.w; atomic_min(e.dst.least, e.w); }}
             }}
             main {{ k(); }}
             output w, twice, least;"
        );
        for graph in takes(ty) {
            let program = Program::new(ty.name(), &text);
            let input = graph.load();
            let arrays = program.agree(&input, &[], &devices);
            // The loader sorts edges by source, and otherwise keeps the order of the file.
            let mut edges = graph.edges.clone();
            edges.sort_by_key(|(source, ..)| *source);
            for (edge, (_, _, weight)) in edges.iter().enumerate() {
                let given: f64 = weight.parse().unwrap();
                let found = arrays[0].get(edge).unwrap();
                let expected = match ty {
                    Type::F32 => Value::F32(given as f32),
                    _ => Value::F64(given).cast(ty),
                };
                assert!(same::values(found, expected), "{ty} {}: {found} {expected}", graph.name);
            }
        }
    }
}

/// Compares results with values that were computed by hand, because the interpreter and the devices
/// could agree on a wrong result.
#[test]
fn results_are_as_computed_by_hand() {
    let value = |name: &str, output: &str, nodes: u32| {
        let program = Program::file(&format!("tests/programs/{name}.ig"));
        let arrays = program.agree(&chain(nodes).load(), &[], &device::all());
        let outputs = program.outputs(&arrays);
        let found = outputs.iter().find(|(n, _)| *n == output).unwrap();
        found.1.iter().map(|v| v.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(value("reductions", "sum_i32", 4), "80i32");
    assert_eq!(value("atomics", "ticket_sum", 10), "45u64");
    assert_eq!(value("atomics", "spins", 10), "20u32");
    assert_eq!(value("components", "label", 3), "0node 0node 0node");
    assert_eq!(value("ranges", "count", 2), (5 + 1 + 3 + 5).to_string() + "u32");
    assert_eq!(value("ranges", "first", 2), "4294967290u32");
    assert_eq!(value("ranges", "never", 2), "0u32");
    assert_eq!(value("control", "steps", 9), "0u32 1u32 7u32 2u32 5u32 0u32 16u32 3u32 19u32");
    let wrapped = "0u32 4294967290u32 4294967290u32 4294967290u32";
    assert_eq!(value("extremes", "dist", 4), wrapped);
    let infinity = Value::F32(f32::INFINITY);
    let low = format!("-2.5f32 -1.5f32 -0.5f32 {infinity}");
    assert_eq!(value("extremes", "low", 4), low, "the last node has no number");
    for (output, expected) in [
        ("wrapped", "4294967295u32"),
        ("signed", "-2147483648i32"),
        ("quotient", "0i64"),
        ("shifted", "2u32"),
        ("lesser", "5.0f32"),
        ("greater", "1.0f32"),
        ("equal", "false"),
        ("least", "-2.5f32"),
        ("reduced", "-2.5f32"),
        ("as_i32", "2147483647i32"),
        ("as_u32", "3u32"),
        ("as_u64", "18446744073709551615u64"),
        ("bits", "4294967295u32"),
        ("nowhere", "0u32"),
    ] {
        assert_eq!(value("extremes", output, 4), expected, "{output}");
    }
    assert_eq!(value("host_loops", "trace", 4), "1243651u64");
    assert_eq!(value("host_loops", "sizes", 4), "4440u32");
    assert_eq!(value("host_loops", "rounds", 4), "11u32");
    assert_eq!(value("functions_in_main", "order", 4), "40055u32");
    assert_eq!(value("once", "visits", 3), "3u32 3u32 1u32");
    assert_eq!(value("sizes_passed", "seen", 3), "6u32 5u32 3u32");
    assert_eq!(value("called_twice", "through", 3), "5653u32 6753u32 5053u32");
}

/// Compares distances above 2³² with the oracle. With little room for items, runs start again with
/// larger worklists.
#[test]
fn long_distances_are_what_the_oracle_expects() {
    let restarting = RunOptions { worklist_capacity: Some(2), ..RunOptions::default() };
    let (devices, graphs) = (device::all(), ["grid", "star", "clique with loops"]);
    for options in ["none", "oitergb", "wg,sg,fg8,coop-cv"] {
        let options = Configuration::parse(options).unwrap();
        let program = Program::file_with("tests/programs/distances.ig", &options);
        for graph in zoo().into_iter().filter(|graph| graphs.contains(&graph.name)) {
            let weight = |edge: usize| (3_000_000_000 * (edge as u64 * 5 % 31 + 1)).to_string();
            let input = graph.weighted(Weights::Integer, weight).load();
            let (params, oracle) = (program.params(&[]), input.for_oracle().unwrap());
            let arrays = program.agree(&input, &[], &devices);
            assert_eq!(program.refusal(&oracle, &params, &arrays), None, "{}", input.name);
            for device in &devices {
                if let Some(run) = program.execute(&input, &params, device, &restarting) {
                    program.assert_same(&device.to_string(), &run.arrays, &arrays);
                }
            }
        }
    }
}

/// Tests both layouts of arrays with several elements for each node or edge.
#[test]
fn arrays_have_the_same_elements_in_both_layouts() {
    for name in ["state_arrays", "many_searches"] {
        let program = Program::file(&format!("tests/programs/{name}.ig"));
        for graph in graphs() {
            let input = graph.load();
            let expected = program.interpret(&input, &[]);
            for layout in [ArrayLayout::ByRow, ArrayLayout::ByElement] {
                let run_options =
                    RunOptions { array_layout: Some(layout), ..RunOptions::default() };
                for device in device::all() {
                    if let Some(run) = program.execute(&input, &[], &device, &run_options) {
                        let context = format!("{name} on {device}, {layout:?}");
                        program.assert_same(&context, &run.arrays, &expected.arrays);
                    }
                }
            }
        }
    }
}

/// Tests both distributions of iterations, with fewer work-items than nodes and with more.
#[test]
fn loops_do_the_same_in_both_distributions() {
    for (name, options) in [
        ("examples/bfs/bfs_topo.ig", "none"),
        ("examples/sssp/sssp_topo.ig", "sg,coop-cv"),
        ("tests/programs/edges.ig", "none"),
        ("tests/programs/reductions.ig", "fg1,coop-cv"),
    ] {
        let program = Program::file_with(name, &Configuration::parse(options).unwrap());
        let params = program.params(&[]);
        for input in inputs_for_each_configuration() {
            let expected = program.interpret(&input, &params);
            for distribution in [Distribution::Block, Distribution::Cyclic] {
                for (launch_groups, workgroup_size) in [(3, 4), (64, 1)] {
                    let run_options = RunOptions {
                        distribution: Some(distribution),
                        launch_groups: Some(launch_groups),
                        workgroup_size: Some(workgroup_size),
                        ..RunOptions::default()
                    };
                    for device in device::all() {
                        if let Some(run) = program.execute(&input, &params, &device, &run_options) {
                            let context = format!("{options} on {device}, {run_options:?}");
                            program.assert_same(&context, &run.arrays, &expected.arrays);
                        }
                    }
                }
            }
        }
    }
}

/// Tests that the runtime detects a lost push and restarts the run with more room. If a push is
/// lost because a worklist is full, a pipe that depends on the item may never end.
#[test]
fn no_loop_waits_for_a_push_without_room() {
    let text = "node state: u32 = 0;\n\
                worklist waiting, helped;\n\
                kernel ask() {\n\
                    forall u in waiting {\n\
                        if u.state == 0 { u.state = 1; push helped u; }\n\
                        if u.state != 2 { retry; }\n\
                    }\n\
                }\n\
                kernel help() { forall u in helped { u.state = 2; } }\n\
                main { pipe waiting nodes { ask(); help(); } }\n\
                output state;\n";
    // Without this detection, the run would take hours before it reaches the limit on rounds. With
    // a low limit, the runtime must report the lost push instead of the limit.
    let run_options =
        |max_rounds| RunOptions { worklist_capacity: Some(4), max_rounds, ..RunOptions::default() };
    let graph = chain(40).load();
    let both = ["none", "oitergb"].map(|options| [20, u64::MAX].map(|rounds| (options, rounds)));
    for (options, max_rounds) in both.concat() {
        let program = Program::with("waits", text, &Configuration::parse(options).unwrap());
        let expected = program.interpret(&graph, &[]);
        for device in device::with_workgroups().iter().flat_map(device::dialects) {
            if let Some(run) = program.execute(&graph, &[], &device, &run_options(max_rounds)) {
                assert!(run.restarts > 0, "{options}");
                program.assert_same(&device.to_string(), &run.arrays, &expected.arrays);
            }
        }
    }
}

/// An outlined pipe may also wait for a push to its own worklist that a kernel read past in the
/// same round. The number of waiting items does not include such a push.
#[test]
fn no_outlined_loop_waits_for_a_push_that_was_swapped_away() {
    let text = "worklist near;\n\
                global done: u32 = 0;\n\
                kernel fill() { forall u in nodes { push near u; } }\n\
                kernel ask() {\n\
                    forall u in near {\n\
                        if u as u32 + 1 == node_count { done = 1; }\n\
                        if u as u32 == 0 && done == 0 { retry; }\n\
                    }\n\
                }\n\
                main { pipe near [0 as node] { fill(); ask(); } }\n\
                output done;\n";
    let run_options = RunOptions { worklist_capacity: Some(4), ..RunOptions::default() };
    let graph = chain(40).load();
    let program = Program::with("fills", text, &Configuration::parse("oitergb").unwrap());
    for device in device::with_workgroups().iter().flat_map(device::dialects) {
        if let Some(run) = program.execute(&graph, &[], &device, &run_options) {
            assert!(run.restarts > 0);
            assert_eq!(run.arrays[0], ArrayData::U32(vec![1]), "{device}");
        }
    }
}
