//! Compares results with those of NetworkX, within 1e-6, on a published graph. `values.py` writes
//! the graph and the scores, and explains how to repeat this.

use std::iter;

use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::interp::{self, Settings};
use igc_compiler::ir::Value;
use igc_runtime::execution::execute_with;
use igc_runtime::input::Input;
use igc_runtime::run_options::RunOptions;
use igc_tests::application::Application;
use igc_tests::device;
use igc_tests::program::Program;
use igc_tests::small::{Loaded, Small};

/// The graph, and the scores of its nodes.
const KARATE: &str = include_str!("karate.txt");

/// The largest difference of two scores.
const TOLERANCE: f64 = 1e-6;

/// Returns the words of the lines that start with a word, without this word.
fn lines(kind: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let words = KARATE.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    words.filter(move |words| words[0] == kind).map(|words| words[1..].to_vec())
}

/// Returns the ends of the edges.
fn edges() -> impl Iterator<Item = (u32, u32)> {
    lines("edge").map(|words| (words[0].parse().unwrap(), words[1].parse().unwrap()))
}

/// Returns the scores of all nodes in a column of the file.
fn column(column: usize) -> Vec<f64> {
    lines("node").map(|words| words[column].parse().unwrap()).collect()
}

/// Returns the real numbers of an array.
fn reals(array: &ArrayData) -> Vec<f64> {
    match array {
        ArrayData::F32(values) => values.iter().copied().map(f64::from).collect(),
        ArrayData::F64(values) => values.clone(),
        other => panic!("{} is not a type of floats", other.ty()),
    }
}

/// Runs a program in the interpreter and on every device.
fn runs(
    program: &Program,
    input: &Input,
    params: &[Value],
    inputs: &Inputs,
) -> Vec<Vec<ArrayData>> {
    let settings = Settings { inputs: inputs.clone(), ..Settings::default() };
    let artefact = &program.compilation.artefact;
    let interpreted =
        interp::run(&artefact.module, &input.view().unwrap(), params, &settings).unwrap();
    let on_devices = device::all().into_iter().map(|device| {
        let run = execute_with(artefact, input, params, inputs, &*device, &RunOptions::default());
        run.unwrap_or_else(|error| panic!("{} on {device}: {error}", program.name())).arrays
    });
    iter::once(interpreted.arrays).chain(on_devices).collect()
}

/// Returns the published graph as a program needs it.
fn karate(program: &Program) -> Loaded {
    Small::new("karate club", 34, edges()).load().require(&program.requirements())
}

/// Runs a program, and compares its first outputs with columns of the file.
fn agrees(name: &str, given: &[(&str, &str)], columns: &[usize]) {
    let program = Application::new(name).program;
    let mut inputs = Inputs::default();
    inputs.add_worklist("seeds", vec![0, 33, 0]);
    for arrays in &runs(&program, &karate(&program), &program.params(given), &inputs) {
        for ((output, found), at) in program.outputs(arrays).into_iter().zip(columns) {
            let found = reals(found);
            for (node, (found, expected)) in found.iter().zip(column(*at)).enumerate() {
                let close = (found - expected).abs() <= TOLERANCE;
                assert!(close, "{output} of node {node} is {found}, NetworkX has {expected}");
            }
        }
    }
}

#[test]
fn hubs_and_authorities() {
    agrees("hits", &[], &[1, 2]);
}

#[test]
fn pagerank() {
    agrees("pr_normalised", &[("tolerance", "1e-7")], &[3]);
}

#[test]
fn personalised_pagerank() {
    agrees("pr_personalised", &[("tolerance", "1e-7")], &[4]);
}

#[test]
fn maximum_flows() {
    let program = Application::new("push_relabel").program;
    let input = karate(&program);
    let capacity = |u: u32, v: u32| {
        let (smaller, larger) = (u.min(v).to_string(), u.max(v).to_string());
        let mut edges = lines("edge");
        let found = edges.find(|words| words[..2] == [smaller.as_str(), larger.as_str()]);
        found.unwrap()[2].parse().unwrap()
    };
    let ends = (0..34).flat_map(|u| input.graph.neighbours(u).iter().map(move |v| (u, *v)));
    let mut inputs = Inputs::default();
    inputs.add_array("capacity", ArrayData::U32(ends.map(|(u, v)| capacity(u, v)).collect()));
    for words in lines("flow") {
        let params = program.params(&[("source", words[0]), ("sink", words[1])]);
        let expected = ArrayData::U64(vec![words[2].parse().unwrap()]);
        for arrays in &runs(&program, &input, &params, &inputs) {
            assert_eq!(
                program.outputs(arrays)[0].1,
                &expected,
                "from {} to {}",
                words[0],
                words[1]
            );
        }
    }
}

/// The programs find the best communities that NetworkX finds with any of 100 seeds. Their modularity of
/// 0.4198 is the largest possible one (Brandes and others, "On modularity clustering", 2008).
#[test]
fn communities() {
    let best: f64 = lines("louvain").next().unwrap()[1].parse().unwrap();
    for name in ["leiden", "louvain"] {
        let program = Application::new(name).program;
        for arrays in runs(&program, &karate(&program), &[], &Inputs::default()) {
            let (_, modularity) = program.outputs(&arrays)[1];
            let found = reals(modularity).into_iter().fold(0.0, f64::max);
            assert!((found - best).abs() <= TOLERANCE, "{name} finds {found}, NetworkX {best}");
        }
    }
}
