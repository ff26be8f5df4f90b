//! Tests the memory of programs on devices: how much they use, and that a program that does not fit
//! is refused before it runs.

use igc_compiler::data::Inputs;
use igc_runtime::Error;
use igc_runtime::backend::opencl::OpenClDevice;
use igc_runtime::backend::{Device, open};
use igc_runtime::execution::execute;
use igc_runtime::input::Input;
use igc_runtime::run_options::RunOptions;
use igc_tests::application::{APPLICATIONS, Application};
use igc_tests::device;
use igc_tests::program::Program;
use igc_tests::scope::everything_is_asked_for;

/// Applications whose worklists hold an item for each edge of a frontier, and not for each node:
/// either a node for each edge that leads to it, or the edge itself. The worklists grow to the number
/// of these items.
const WITH_EDGES: [&str; 4] = ["bfs_cx", "bfs_tp", "mst_filtered", "scc_signatures"];

/// Returns the memory of a worklist for each node of the graph, over all worklists.
fn items_for_nodes(program: &Program, input: &Input) -> u64 {
    let schedule = &program.compilation.artefact.schedule;
    let sizes = schedule.worklists.iter().map(|name| schedule.item_type(name).size() as u64);
    sizes.sum::<u64>() * u64::from(input.graph.nodes())
}

#[test]
fn memory_is_at_most_one_and_a_half_times_the_graph_and_the_state() {
    let first_of_opencl = device::opencl().into_iter().take(1).map(device::of_opencl);
    let devices: Vec<_> = device::native().into_iter().take(1).chain(first_of_opencl).collect();
    // The applications take turns with the graphs.
    let graphs = match everything_is_asked_for() {
        true => ["road:30000", "rmat:13"],
        false => ["road:8000", "rmat:12"],
    };
    let is_turn =
        |at: usize, turn: usize| everything_is_asked_for() || (at + turn).is_multiple_of(2);
    for (turn, (_, name)) in APPLICATIONS.iter().enumerate() {
        let Application { program } = Application::new(name);
        for (_, spec) in graphs.iter().enumerate().filter(|(at, _)| is_turn(*at, turn)) {
            let input = Input::load(spec).unwrap().require(&program.requirements()).unwrap();
            let needed = items_for_nodes(&program, &input);
            for device in &devices {
                let run =
                    program.execute(&input, &program.params(&[]), device, &RunOptions::default());
                let Some(memory) = run.and_then(|run| run.memory) else { continue };
                let parts = memory.graph + memory.state + memory.worklists + memory.temporaries;
                assert_eq!(parts, memory.total, "{name}");
                // The program declares one buffer of each worklist; the runtime adds the second.
                let declared =
                    if WITH_EDGES.contains(name) { memory.worklists / 2 } else { needed };
                let needed = (memory.graph + memory.state + declared) as f64;
                let factor = memory.peak as f64 / needed;
                println!("{name} on {spec}, {device}: {factor:.3}");
                assert!(factor <= 1.5, "{name} on {spec}, {device}: {factor}, {memory:?}");
            }
        }
    }
}

#[test]
fn the_arrays_of_a_program_come_before_those_of_the_compiler() {
    for (_, name) in APPLICATIONS {
        let Application { program } = Application::new(name);
        let artefact = &program.compilation.artefact;
        let source = Application::source(name);
        let (own, added) = artefact.module.arrays.split_at(artefact.declared);
        let is_declared = |array: &str| {
            let ends = |kind: &str, end: &str| source.contains(&format!("{kind} {array}{end}"));
            ["node", "edge", "global"].iter().any(|kind| ends(kind, ":"))
        };
        assert!(own.iter().all(|array| is_declared(&array.name)), "{name}: {own:?}");
        assert!(!added.iter().any(|array| is_declared(&array.name)), "{name}: {added:?}");
    }
}

#[test]
fn a_program_that_does_not_fit_is_refused_before_it_runs() {
    let Some(info) = device::opencl().into_iter().next() else { return };
    let program = Program::file("examples/bfs/bfs_wl.ig");
    let input = Input::load("grid:100").unwrap();
    let run = |global_memory: u64, max_allocation: u64| {
        let mut device = info.clone();
        (device.global_memory, device.max_allocation) = (global_memory, max_allocation);
        let (artefact, device) = (&program.compilation.artefact, OpenClDevice::new(device));
        execute(artefact, &input, &program.params(&[]), &device, &RunOptions::default())
    };
    // 10,000 nodes and 39,600 edges: 40,004 + 158,400 bytes, 40,000 for levels, and two buffers of
    // 11,250 items.
    let needed = 40_004 + 158_400 + 40_000 + 2 * 45_000;
    let small = run(needed - 1, 1 << 30).unwrap_err();
    assert!(matches!(small, Error::Memory { .. }) && small.is_refusal(), "{small}");
    let message = small.to_string();
    assert!(message.contains("needs 321 KiB of memory on this graph"), "{message}");
    assert!(message.contains("help: use a smaller graph"), "{message}");
    let narrow = run(1 << 30, 158_399).unwrap_err();
    assert!(matches!(narrow, Error::ArrayMemory { .. }) && narrow.is_refusal(), "{narrow}");
    assert!(narrow.to_string().contains("`targets`"), "{narrow}");
    // Locks and sizes of worklists take some bytes more.
    assert!(run(needed + (1 << 14), 158_400).is_ok());
}

/// Programs with the same array, which only the second one changes.
const PROGRAMS: [&str; 2] = [
    "edge weight: u32; node least: u32 = MAX;
     kernel find() { forall u in nodes { for e in u.out { u.least = min(u.least, e.weight); } } }
     main { find(); }
     output least, weight;",
    "edge weight: u32; node least: u32 = MAX;
     kernel find() { forall u in nodes { for e in u.out { u.least = min(u.least, e.weight); } } }
     kernel change() { forall e in edges { e.weight = 7; } }
     main { find(); change(); }
     output least, weight;",
];

#[test]
fn arrays_that_one_program_changes_are_constant_for_another() {
    let programs = PROGRAMS.map(|text| Program::new("weights", text));
    let input = Input::load("grid:20,weights=10..99").unwrap();
    for device in device::all() {
        let resident = open(&*device, &input).unwrap();
        let options = RunOptions::default();
        let prepare = |program: &'_ Program| -> Vec<_> {
            let artefact = &program.compilation.artefact;
            let mut prepared =
                resident.prepare(artefact, &[], &Inputs::default(), &options).unwrap();
            prepared.run_once().unwrap();
            prepared.run_once().unwrap();
            let read = |at| prepared.array(at).unwrap().into_owned();
            (0..artefact.schedule.buffers.len()).map(read).collect()
        };
        let [first, second] = [prepare(&programs[0]), prepare(&programs[1])];
        assert_eq!(prepare(&programs[0]), first, "{device}");
        assert_eq!(prepare(&programs[1]), second, "{device}");
        assert_eq!(first[1], second[1], "the program reads the weights before it changes them");
        assert!(first[0].iter().any(|weight| weight != second[0].get(0).unwrap()), "{device}");
    }
}

#[test]
fn the_interpreter_states_no_memory() {
    let program = Program::file("examples/bfs/bfs_wl.ig");
    let interpreter = igc_runtime::backend::interpreter::Interpreter;
    let artefact = &program.compilation.artefact;
    let input = Input::load("chain:5").unwrap();
    let device: &dyn Device = &interpreter;
    let run =
        execute(artefact, &input, &program.params(&[]), device, &RunOptions::default()).unwrap();
    assert_eq!(run.memory, None);
}
