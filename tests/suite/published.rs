//! Compares the results of applications with published results.

use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::interp::{self, Settings};
use igc_compiler::ir::Value;
use igc_runtime::execution::execute_with;
use igc_runtime::input::Input;
use igc_runtime::run_options::RunOptions;
use igc_tests::application::Application;
use igc_tests::program::Program;
use igc_tests::scope::everything_is_asked_for;
use igc_tests::small::Small;
use igc_tests::{collection, device};

/// Returns the first output of a program from the interpreter and every device.
fn outputs(program: &Program, input: &Input, given: &[(&str, &str)]) -> Vec<ArrayData> {
    let params = program.params(given);
    let module = &program.compilation.artefact.module;
    let settings = Settings { inputs: program.inputs(input), ..Settings::default() };
    let interpreted = || interp::run(module, &input.view().unwrap(), &params, &settings);
    // Interpreting larger graphs would take minutes.
    let mut runs: Vec<_> = match input.graph.edges() {
        0..10_000 => vec![interpreted().unwrap().arrays],
        _ => vec![],
    };
    for device in device::all() {
        let run = program.execute(input, &params, &device, &RunOptions::default());
        runs.extend(run.map(|run| run.arrays));
    }
    runs.iter().map(|arrays| program.outputs(arrays)[0].1.clone()).collect()
}

/// A graph of the LDBC Graphalytics examples with published values for each algorithm.
struct Example {
    input: Input,
    source: &'static str,
    /// The id of the first node in the file.
    first: u32,
    name: &'static str,
}

/// Returns the examples for a program. If the files are missing, prints a line and returns an empty
/// list.
fn examples(program: &Program) -> Vec<Example> {
    let known =
        [("example-directed", ",compact", 1), ("example-undirected", ",compact,symmetric", 2)];
    let load = |(name, keys, first)| {
        let spec = collection::graph(&format!("ldbc/example/{name}.e"), keys)?;
        let input = Input::load(&spec).unwrap().require(&program.requirements()).unwrap();
        // In both examples, the source is the first node.
        Some(Example { input, source: "0", first, name })
    };
    known.into_iter().filter_map(load).collect()
}

impl Example {
    /// Returns the published value of each node.
    fn published<T>(&self, algorithm: &str, parse: impl Fn(&str) -> T) -> Vec<T> {
        let path = collection::file(&format!("ldbc/example/{}-{algorithm}", self.name)).unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines: Vec<(u32, T)> = text
            .lines()
            .map(|line| line.split_once(' ').unwrap())
            .map(|(node, value)| (node.parse::<u32>().unwrap() - self.first, parse(value.trim())))
            .collect();
        lines.sort_by_key(|(node, _)| *node);
        assert!(lines.iter().map(|(node, _)| *node).eq(0..self.input.graph.nodes()));
        lines.into_iter().map(|(_, value)| value).collect()
    }
}

#[test]
fn graphalytics_breadth_first_search() {
    for name in ["bfs_cx", "bfs_hybrid", "bfs_topo", "bfs_tp", "bfs_wl"] {
        let program = Application::new(name).program;
        for example in examples(&program) {
            let steps = example.published("BFS", |text| text.parse::<i64>().unwrap());
            // The program uses the largest number for unreachable nodes.
            let expected = steps.iter().map(|&level| u32::try_from(level).unwrap_or(u32::MAX));
            let expected = ArrayData::U32(expected.collect());
            for found in outputs(&program, &example.input, &[("source", example.source)]) {
                assert_eq!(found, expected, "{name} on {}", example.name);
            }
        }
    }
}

/// Tests published distances whose weights are not integers. The comments of the programs describe
/// the necessary change.
#[test]
fn graphalytics_shortest_paths() {
    for name in ["sssp_nf", "sssp_topo", "sssp_wl"] {
        let path = format!("{}/../examples/sssp/{name}.ig", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let program = Program::new(name, &text.replace("u32", "f64"));
        for example in examples(&program) {
            let expected = example.published("SSSP", |text| text.parse::<f64>().unwrap());
            for found in outputs(&program, &example.input, &[("source", example.source)]) {
                let ArrayData::F64(found) = found else { panic!("distances are f64") };
                assert_close(&found, &expected, 1e-12, name);
            }
        }
    }
}

#[test]
fn graphalytics_pagerank() {
    let program = Application::new("pr_normalised").program;
    for example in examples(&program) {
        let expected = example.published("PR", |text| text.parse::<f64>().unwrap());
        let given = [("damping", "0.85"), ("tolerance", "0"), ("rounds", "2")];
        for found in outputs(&program, &example.input, &given) {
            let ArrayData::F32(found) = found else { panic!("ranks are f32") };
            let found: Vec<f64> = found.into_iter().map(f64::from).collect();
            assert_close(&found, &expected, 1e-6, example.name);
        }
    }
}

#[track_caller]
fn assert_close(found: &[f64], expected: &[f64], relative: f64, context: &str) {
    assert_eq!(found.len(), expected.len(), "{context}");
    for (node, (found, expected)) in found.iter().zip(expected).enumerate() {
        let close = found == expected || (found - expected).abs() <= relative * expected;
        assert!(close, "{context}: node {node} has {found}, published is {expected}");
    }
}

#[test]
fn graphalytics_weakly_connected_components() {
    let program = Application::new("cc").program;
    for example in examples(&program) {
        let published = example.published("WCC", |text| text.parse::<u32>().unwrap());
        // Graphalytics identifies a component by any of its nodes, and the program identifies it by
        // the smallest one.
        let expected: Vec<u32> = published
            .iter()
            .map(|label| published.iter().position(|other| other == label).unwrap() as u32)
            .collect();
        for found in outputs(&program, &example.input, &[]) {
            assert_eq!(found, ArrayData::U32(expected.clone()), "{}", example.name);
        }
    }
}

#[test]
fn graphalytics_label_propagation() {
    let program = Application::new("label_propagation").program;
    for example in examples(&program) {
        let published = example.published("CDLP", |text| text.parse::<u32>().unwrap());
        let expected = published.iter().map(|label| label - example.first).collect();
        for found in outputs(&program, &example.input, &[("rounds", "2")]) {
            assert_eq!(found, ArrayData::Node(Vec::clone(&expected)), "{}", example.name);
        }
    }
}

/// The network of figure 26.1 of Cormen, Leiserson, Rivest and Stein, "Introduction to algorithms"
/// (third edition), with the capacities. Node 0 is the source and node 5 the sink. The maximum flow
/// in the book is 23.
const NETWORK: [(u32, u32, u32); 9] = [
    (0, 1, 16),
    (0, 2, 13),
    (1, 3, 12),
    (2, 1, 4),
    (2, 4, 14),
    (3, 2, 9),
    (3, 5, 20),
    (4, 3, 7),
    (4, 5, 4),
];

#[test]
fn the_maximum_flow_of_a_textbook() {
    let program = Application::new("push_relabel").program;
    let graph = Small::new("network", 6, NETWORK.map(|(u, v, _)| (u, v)));
    let input = graph.load().require(&program.requirements());
    let capacity = |(u, v)| NETWORK.iter().find(|edge| (edge.0, edge.1) == (u, v));
    let edges = (0..6).flat_map(|u| input.graph.neighbours(u).iter().map(move |v| (u, *v)));
    let capacities = edges.map(|ends| capacity(ends).map_or(0, |edge| edge.2)).collect();
    let mut inputs = Inputs::default();
    inputs.add_array("capacity", ArrayData::U32(capacities));
    for period in ["1", "2", "1000"] {
        let params = program.params(&[("period", period)]);
        for device in device::all() {
            let (artefact, options) = (&program.compilation.artefact, RunOptions::default());
            let run = execute_with(artefact, &input, &params, &inputs, &*device, &options);
            let run = run.unwrap_or_else(|error| panic!("{device}: {error}"));
            assert_eq!(program.outputs(&run.arrays)[0].1, &ArrayData::U64(vec![23]), "{device}");
        }
    }
}

/// Known properties of a graph: the number of triangles, the number of nodes of the largest
/// component, the largest core number, and the number of nodes of the largest strong component.
struct Facts(&'static str, u64, usize, u32, usize);

/// A graph with millions of edges.
const LARGE: &str = "snap/web-NotreDame.txt.gz";

/// NetworkX 3 computed all values from the same files. For SNAP's graphs, they match the values
/// that SNAP publishes.
const FACTS: &[Facts] = &[
    Facts("snap/ca-GrQc.txt.gz", 48_260, 4158, 43, 4158),
    Facts("snap/wiki-Vote.txt.gz", 608_389, 7066, 53, 1300),
    Facts("snap/email-Eu-core.txt.gz", 105_461, 986, 34, 803),
    Facts("snap/soc-Epinions1.txt.gz", 1_624_481, 75_877, 67, 32_223),
    Facts(LARGE, 8_910_005, 325_729, 155, 53_968),
    Facts("metis/karate.graph", 45, 34, 4, 34),
    Facts("metis/4elt.graph", 30_269, 15_606, 4, 15_606),
];

/// By default, each program runs on every second graph, but on none with millions of edges.
#[test]
fn facts_of_graphs() {
    let [triangles, components, cores, strong] =
        ["tri", "cc", "kcore", "scc"].map(|name| Application::new(name).program);
    for (at, facts) in FACTS.iter().enumerate() {
        let Facts(file, triangle_count, component, core, strong_component) = facts;
        if *file == LARGE && !everything_is_asked_for() {
            continue;
        }
        let Some(spec) = collection::graph(file, "") else { continue };
        let is_turn = |turn: usize| everything_is_asked_for() || at % 2 == turn;
        let runs = |program: &Program| {
            let input = Input::load(&spec).unwrap().require(&program.requirements()).unwrap();
            outputs(program, &input, &[])
        };
        if is_turn(0) {
            for found in runs(&triangles) {
                assert_eq!(found, ArrayData::U64(vec![*triangle_count]), "{file}");
            }
            for found in runs(&strong) {
                assert_eq!(largest_class(&found), *strong_component, "{file}");
            }
        }
        if is_turn(1) {
            for found in runs(&components) {
                assert_eq!(largest_class(&found), *component, "{file}");
            }
            for found in runs(&cores) {
                let most = found.iter().map(number).max();
                assert_eq!(most, Some(*core), "{file}");
            }
        }
    }
}

fn number(value: Value) -> u32 {
    match value {
        Value::U32(x) | Value::Node(x) => x,
        other => panic!("{other} is no number of a node"),
    }
}

/// Returns the number of elements that have the most frequent value.
fn largest_class(labels: &ArrayData) -> usize {
    let mut count = std::collections::HashMap::new();
    for label in labels.iter().map(number) {
        *count.entry(label).or_insert(0) += 1;
    }
    count.into_values().max().unwrap_or(0)
}

/// Compares modularities with those that Louvain reaches in NetworkX 3.6.1, the smallest of three
/// seeds. A program may be slightly below, because it moves the nodes in another order.
#[test]
fn modularities() {
    let graphs = [
        ("metis/karate.graph", 0.4188),
        ("metis/lesmis.graph", 0.5488),
        ("snap/email-Eu-core.txt.gz", 0.4144),
        ("snap/ca-GrQc.txt.gz", 0.8606),
        ("snap/wiki-Vote.txt.gz", 0.4239),
        ("metis/4elt.graph", 0.9271),
    ];
    for name in ["leiden", "louvain"] {
        let program = Application::new(name).program;
        for (graph, published) in graphs {
            let Some(spec) = collection::graph(graph, "") else { continue };
            let input = Input::load(&spec).unwrap().require(&program.requirements()).unwrap();
            let fast = device::native().into_iter().next().expect("there is a native device");
            let options = RunOptions::default();
            let run = program.execute(&input, &program.params(&[]), &fast, &options).unwrap();
            let (_, modularity) = program.outputs(&run.arrays)[1];
            let ArrayData::F64(modularity) = modularity else { panic!("modularities are f64") };
            let found = modularity.iter().copied().fold(0.0, f64::max);
            assert!(found >= published - 0.002, "{name} on {graph}: {found}");
        }
    }
}
