//! The library as its users see it: graphs from memory and files, typed arguments, sessions that move between
//! threads, cancellation, and errors.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use igc::{
    Arguments, ArrayData, Cancel, Configuration, Device, Error, ErrorKind, Extent, Graph, Offsets,
    Prints, Program, RunOptions, Session, Type, Values, Weights,
};

use common::{HOPS, devices};

fn program(text: &str) -> Program {
    Program::compile("program", text, &Configuration::default()).expect("it compiles")
}

/// Returns the hops from a node.
fn hops(session: &mut Session, program: &Program, source: u32) -> Vec<u32> {
    let arguments = Arguments::new().param("source", source);
    let outcome = session.run(program, &arguments).expect("it runs");
    match outcome.output("hops") {
        Some(ArrayData::U32(values)) => values.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_session_runs_a_program_with_other_parameters() {
    let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)]).expect("it is a graph");
    assert_eq!((graph.nodes().ok(), graph.edges().ok()), (Some(4), Some(4)));
    let program = program(HOPS);
    for device in devices() {
        let mut session = Session::new(&device, &graph);
        assert_eq!(hops(&mut session, &program, 0), [0, 1, 2, 3], "{device:?}");
        assert_eq!(hops(&mut session, &program, 2), [2, 3, 0, 1], "{device:?}");
        assert_eq!(hops(&mut session, &program, 0), [0, 1, 2, 3], "{device:?}");
    }
}

#[test]
fn lengths_that_depend_on_parameters_follow_them() {
    let program = program(
        "param count: u32 = 1;
         global values: u32[count] = 7;
         kernel fill() { forall i in 0..count { values[i] = i; } }
         main { fill(); }
         output values;",
    );
    let graph = Graph::from_edges(1, []).expect("it is a graph");
    for device in devices() {
        let mut session = Session::new(&device, &graph);
        for count in [1, 3, 2] {
            let arguments = Arguments::new().param("count", count);
            let outcome = session.run(&program, &arguments).expect("it runs");
            let wanted = ArrayData::U32((0..count).collect());
            assert_eq!(outcome.output("values"), Some(&wanted), "{device:?}");
        }
    }
}

#[test]
fn a_session_moves_to_another_thread() {
    fn is_send<T: Send + 'static>(value: T) -> T {
        value
    }
    let graph = Graph::generate("cycle:100").expect("it is a generator");
    let program = program(HOPS);
    for device in devices() {
        let mut session = is_send(Session::new(&device, &graph));
        let before = hops(&mut session, &program, 5);
        let program = program.clone();
        let other = thread::spawn(move || hops(&mut session, &program, 5));
        assert_eq!(other.join().expect("it ends"), before);
    }
}

#[test]
fn memory_of_the_caller_is_used_as_it_is() {
    let targets: Vec<u32> = vec![1, 2, 2, 0];
    let address = targets.as_ptr();
    let graph = Graph::from_csr(vec![0u32, 2, 3, 4], targets, None).expect("it is a graph");
    let mut session = Session::new(&Device::open("cpu:1").expect("it is there"), &graph);
    assert_eq!(hops(&mut session, &program(HOPS), 0), [0, 1, 1]);
    let shared = session.graph().with_arrays(|arrays| arrays.targets.as_ptr());
    assert_eq!(shared.ok(), Some(address));
}

#[test]
fn a_program_that_requires_nothing_of_the_graph_copies_nothing() {
    // Weights of `f32` are another form of a graph, but only for the reader of a file.
    let program = program("edge weight: f32; node x: f32 = 0.0; main { } output x;");
    let weights = Some(Weights::F64(vec![0.5].into()));
    let graph = Graph::from_csr(vec![0u32, 1, 1], vec![1u32], weights).expect("it is a graph");
    let address = graph.with_arrays(|arrays| arrays.targets.as_ptr()).expect("it is in memory");
    let required = graph.arrays_for(&program).expect("it fits the program");
    assert_eq!(required.targets.as_ptr(), address);
}

/// Memory that exists as long as a clone of the other field.
struct Owned(Vec<u32>, #[expect(dead_code, reason = "it counts")] Arc<()>);

impl AsRef<[u8]> for Owned {
    fn as_ref(&self) -> &[u8] {
        let bytes = size_of_val(&self.0[..]);
        // SAFETY: integers are bytes.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), bytes) }
    }
}

#[test]
fn shared_memory_lives_as_long_as_the_graph() {
    let life = Arc::new(());
    let shared = |values: Vec<u32>| Values::shared(Owned(values, life.clone())).expect("aligned");
    let offsets = Offsets::Narrow(shared(vec![0, 1, 2]));
    let graph = Graph::from_csr(offsets, shared(vec![1, 0]), None).expect("it is a graph");
    assert_eq!(Arc::strong_count(&life), 3);
    for device in devices() {
        let mut session = Session::new(&device, &graph);
        assert_eq!(hops(&mut session, &program(HOPS), 1), [1, 0]);
    }
    assert_eq!(Arc::strong_count(&life), 3);
    drop(graph);
    assert_eq!(Arc::strong_count(&life), 1);
}

#[test]
fn arrays_that_are_no_graph_are_refused() {
    let error = |offsets: Vec<u32>, targets: Vec<u32>, weights| {
        let graph = Graph::from_csr(offsets, targets, weights);
        let error = graph.err().expect("it is no graph");
        assert_eq!(error.kind(), ErrorKind::Input);
        error.to_string()
    };
    assert!(error(vec![], vec![], None).contains("there are no offsets"));
    assert!(error(vec![0, 2], vec![0], None).contains("end with 2, but there are 1 edges"));
    assert!(error(vec![0, 2, 1, 2], vec![0, 1], None).contains("smaller than the one before"));
    assert!(error(vec![0, 1], vec![1], None).contains("points to node 1, but there are 1 nodes"));
    let weights = Some(Weights::U32(vec![].into()));
    assert!(error(vec![0, 1], vec![0], weights).contains("0 weights for 1 edges"));
    let weights = Some(Weights::F64(vec![f64::NAN].into()));
    assert!(error(vec![0, 1], vec![0], weights).contains("not a finite number"));
    assert!(Graph::from_edges(2, [(0, 2)]).is_err());
    let uneven = Graph::from_weighted_edges(2, vec![0], vec![1, 0], Weights::U32(vec![1].into()));
    assert!(uneven.is_err());
}

#[test]
fn inputs_come_from_memory() {
    let program = program(
        "input node feature: f32;
         input node friend: node;
         node sum: f32 = 0.0;
         kernel add() { forall u in nodes { u.sum = u.feature + u.friend.feature; } }
         main { add(); }
         output sum;",
    );
    assert_eq!(program.inputs(), ["feature", "friend"]);
    let graph = Graph::from_edges(3, [(0, 1)]).expect("it is a graph");
    for device in devices() {
        let mut session = Session::new(&device, &graph);
        let given = |feature: Vec<f32>| {
            Arguments::new().input("feature", feature).input("friend", vec![1u32, 2, 0])
        };
        for scale in [1.0, 10.0] {
            let arguments = given(vec![scale, 2.0 * scale, 4.0 * scale]);
            let outcome = session.run(&program, &arguments).expect("it runs");
            let wanted = vec![3.0 * scale, 6.0 * scale, 5.0 * scale];
            assert_eq!(outcome.output("sum"), Some(&ArrayData::F32(wanted)));
        }
        let refused = |arguments: &Arguments| {
            Session::new(&device, &graph).run(&program, arguments).unwrap_err().to_string()
        };
        assert!(refused(&given(vec![1.0])).contains("feature"));
        assert!(refused(&Arguments::new()).contains("feature"));
        assert!(
            refused(&given(vec![0.0; 3]).input("what", vec![1u32]))
                .contains("unknown input `what`")
        );
    }
}

#[test]
fn another_thread_cancels_a_run() {
    let endless = program(
        "global on: bool = true;
         node x: u32 = 0;
         kernel step() { forall u in nodes { u.x += 1; } }
         main { while on { step(); } }
         output x;",
    );
    let graph = Graph::generate("cycle:10").expect("it is a generator");
    let options = RunOptions { max_rounds: u64::MAX, ..RunOptions::default() };
    for device in devices() {
        let mut session = Session::with_options(&device, &graph, options.clone());
        let cancel = Cancel::default();
        let canceller = cancel.clone();
        let start = Instant::now();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            canceller.cancel();
        });
        let ended = session.run(&endless, &Arguments::new().cancel(&cancel));
        assert_eq!(ended.err().map(|error| error.kind()), Some(ErrorKind::Cancelled));
        assert!(start.elapsed() < Duration::from_secs(20));
        let limited = Arguments::new().timeout(Duration::from_millis(50));
        let error = session.run(&endless, &limited).expect_err("it never ends");
        assert_eq!((error.kind(), error.code()), (ErrorKind::TimedOut, "timed-out"));
        assert_eq!(
            error.to_string(),
            "the run has not ended within 0.05 s, which is its time limit"
        );
        // The session goes on, and so does its next run.
        assert_eq!(hops(&mut session, &program(HOPS), 0)[1], 1);
    }
}

#[test]
fn the_interpreter_ends_a_kernel_that_never_does() {
    let endless = program(
        "node x: u32 = 0;
         kernel spin() { forall u in nodes { while u.x < 1 { u.x = 0; } } }
         main { spin(); }
         output x;",
    );
    let graph = Graph::generate("cycle:3").expect("it is a generator");
    let mut session = Session::new(&Device::open("interpreter").expect("it is there"), &graph);
    let cancel = Cancel::default();
    let canceller = cancel.clone();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        canceller.cancel();
    });
    let ended = session.run(&endless, &Arguments::new().cancel(&cancel));
    assert_eq!(ended.err().map(|error| error.kind()), Some(ErrorKind::Cancelled));
}

#[test]
fn a_manifest_describes_a_program() {
    let program = Program::named("bfs_wl", &Configuration::default()).expect("it compiles");
    let manifest = program.manifest().expect("it has one");
    let source = &manifest.parameters[0];
    assert_eq!(
        (&*source.name, &*source.ty, source.default.as_deref()),
        ("source", "node", Some("0"))
    );
    let level = &manifest.outputs[0];
    assert_eq!((&*level.name, &*level.ty, level.extent), ("level", "u32", "nodes"));
    assert_eq!(level.unreached.as_deref(), Some("4294967295"));
    assert!(!level.meaning.is_empty() && !manifest.method.is_empty());
    assert_eq!(manifest.check, "bfs(level, source)");
}

#[test]
fn every_device_takes_offsets_of_64_bits() {
    let offsets = Offsets::Wide(vec![0u64, 1, 2, 3].into());
    let graph = Graph::from_csr(offsets, vec![1, 2, 0], None).expect("it is a graph");
    for device in devices() {
        let mut session = Session::new(&device, &graph);
        assert_eq!(hops(&mut session, &program(HOPS), 0), [0, 1, 2], "{device:?}");
        let undirected = HOPS.to_owned() + "graph undirected;";
        assert_eq!(hops(&mut session, &program(&undirected), 0), [0, 1, 1], "{device:?}");
    }
}

#[test]
fn an_argument_can_be_set_again() {
    let graph = Graph::generate("chain:4").expect("it is a generator");
    let mut session = Session::new(&Device::open("cpu:1").expect("it is there"), &graph);
    let twice = Arguments::new().param("source", 0).param("source", 3);
    let error = session.run(&program(HOPS), &twice).expect_err("it is given twice");
    assert_eq!((error.code(), &*error.help()), ("parameter", ""));
    assert_eq!(error.message(), "parameter `source` is given twice");
    session.run(&program(HOPS), &twice.without("source").param("source", 3)).expect("it runs");
}

#[test]
fn a_wrong_program_has_diagnostics() {
    let text = "node x: u32 = 0;\nmain { y(); }\noutput x;";
    let error = Program::compile("wrong", text, &Configuration::default()).unwrap_err();
    assert_eq!((error.kind(), error.diagnostics().len()), (ErrorKind::Input, 1));
    let shown = error.to_string();
    assert!(shown.contains("wrong:2:8") && shown.contains("y"), "{shown}");
}

#[test]
fn what_does_not_exist_is_an_error() {
    assert!(matches!(Graph::lazy("no-such-file"), Err(Error::Run(_))));
    assert!(Graph::load("rmat:x").is_err());
    assert_eq!(Device::open("cpu:none").unwrap_err().kind(), ErrorKind::Input);
    let missing = Program::from_file("missing.ig".as_ref(), &Configuration::default());
    assert!(missing.unwrap_err().to_string().starts_with("missing.ig: "));
}

#[test]
fn programs_share_a_session_and_results_are_checked() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let read = |name: &str| {
        let path = format!("{folder}/{name}");
        Program::from_file(path.as_ref(), &Configuration::default()).expect("it compiles")
    };
    let programs = [read("bfs/bfs_wl.ig"), read("tri/tri_ordered.ig"), read("cc/cc_afforest.ig")];
    let graph = Graph::lazy("rmat:8").expect("it is a generator");
    assert_eq!(graph.size_if_loaded(), None);
    for device in devices() {
        let mut session = Session::new(&device, &graph);
        for program in programs.iter().chain(&programs) {
            assert!(program.has_check());
            let outcome = session.run(program, &Arguments::new().check(true)).expect("it runs");
            let checks = outcome.report.checks.as_deref().unwrap_or_default();
            assert!(!checks.is_empty() && !outcome.is_refused(), "{program:?}: {checks:?}");
        }
    }
    assert!(graph.size_if_loaded().is_some());
}

#[test]
fn a_panic_is_an_error_and_the_session_goes_on() {
    let program = program("node x: u32 = 0; main { print node_count; } output x;");
    let graph = Graph::from_edges(2, [(0, 1)]).expect("it is a graph");
    let panics = Arc::new(AtomicBool::new(true));
    let panicking = Arc::clone(&panics);
    let prints = Prints::to(move |line| assert!(!panicking.load(Ordering::Relaxed), "at {line}"));
    let options = RunOptions { prints, ..RunOptions::default() };
    for device in devices() {
        panics.store(true, Ordering::Relaxed);
        let mut session = Session::with_options(&device, &graph, options.clone());
        let error = session.run(&program, &Arguments::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Bug, "{device:?}");
        assert!(error.to_string().contains("internal error: at 2"), "{error}");
        panics.store(false, Ordering::Relaxed);
        assert!(session.run(&program, &Arguments::new()).is_ok(), "{device:?}");
    }
}

/// Oracles judge outputs that a run returned before, and also if they need arrays that are not outputs.
#[test]
fn outputs_are_judged_after_a_run() {
    let graph = Graph::generate("grid:4x5").expect("it is a graph");
    for (device, name, output) in
        [("interpreter", "bfs", "level"), ("cpu:2", "bfs", "level"), ("cpu:2", "bc", "score")]
    {
        let program = Program::named(name, &Configuration::default()).expect("it is known");
        let mut session = Session::new(&Device::open(device).expect("it is there"), &graph);
        let arguments = Arguments::new();
        let mut outputs = session.run(&program, &arguments).expect("it runs").outputs;
        let verdicts = session.judge(&program, &arguments, &outputs).expect("it is judged");
        assert!(verdicts.len() == 1 && verdicts[0].passed, "{name}: {verdicts:?}");
        assert_eq!(outputs[0].0, output);
        let changed = match &outputs[0].1 {
            ArrayData::U32(_) => igc::Value::U32(77),
            _ => igc::Value::F64(77.0),
        };
        assert!(outputs[0].1.set(3, changed), "the output has another type");
        let verdicts = session.judge(&program, &arguments, &outputs).expect("it is judged");
        assert!(!verdicts[0].passed, "{name}");
        assert!(verdicts[0].reason.is_some());
    }
}

#[test]
fn fields_have_types_and_extents() {
    let program = Program::named("bfs", &Configuration::default()).expect("it is known");
    let fields = program.output_fields();
    assert_eq!((fields.len(), fields[0].name.as_str()), (1, "level"));
    assert_eq!((fields[0].ty, fields[0].extent), (Type::U32, Some(Extent::Nodes)));
    assert_eq!(fields[0].unreached(), Some(igc::Value::U32(u32::MAX)));
    assert!(program.input_fields().is_empty());
    let program =
        Program::named("pr_personalised", &Configuration::default()).expect("it is known");
    let inputs = program.input_fields();
    assert_eq!((inputs[0].name.as_str(), inputs[0].extent), ("seeds", None));
    assert_eq!(program.output_fields().len(), 2);
    assert_eq!(program.output_fields()[0].unreached(), None);
    let program = Program::named("gine", &Configuration::default()).expect("it is known");
    let inputs = program.input_fields();
    let extents: Vec<_> = inputs.iter().map(|input| (input.extent, input.has_rows)).collect();
    assert_eq!(extents, [(Some(Extent::Nodes), true), (Some(Extent::Edges), true)]);
}

#[test]
fn devices_are_listed_with_selectors() {
    let devices = Device::list().expect("no driver fails");
    assert_eq!(devices.last().map(|(selector, _)| selector.as_str()), Some("interpreter"));
    for (selector, name) in devices {
        assert_eq!(Device::open(&selector).expect("it is listed").name(), &name);
    }
}

/// The examples that the book contains. Cargo builds them together with this test.
#[cfg(feature = "native")]
#[test]
fn the_examples_of_the_book_run() {
    let test = std::env::current_exe().expect("the system knows it");
    let folder = test.ancestors().nth(2).expect("the test is in a folder of the profile");
    let examples: [(&str, &[&str], &str); 3] = [
        ("hops", &["grid:4x4"], "from 0: 16 nodes, at most 6 edges away"),
        ("solve", &["grid:4x4"], "Some(5) edges"),
        ("text", &[], "[0, 2, 1]"),
    ];
    for (name, arguments, beginning) in examples {
        let ended = std::process::Command::new(folder.join("examples").join(name))
            .args(arguments)
            .output()
            .expect("cargo has built it");
        let printed = String::from_utf8_lossy(&ended.stdout);
        assert!(ended.status.success() && printed.starts_with(beginning), "{name}: {ended:?}");
        assert!(!printed.contains("wrong"), "{name}: {printed}");
    }
}
