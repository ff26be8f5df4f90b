//! Compares results with those of NetworkX, within 1e-6, on a published graph. `values.py` writes the
//! graph and the scores, and explains how to repeat this.

use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::interp::{self, Settings};
use igc_runtime::execution::execute_with;
use igc_runtime::limits::Limits;
use igc_tests::application::Application;
use igc_tests::device;
use igc_tests::program::Program;
use igc_tests::small::Small;

/// The graph, and the scores of its nodes.
const KARATE: &str = include_str!("karate.txt");

/// The largest difference of two scores.
const TOLERANCE: f64 = 1e-6;

/// Returns the words of the lines that start with a word, without this word.
fn lines(kind: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let words = KARATE.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    words.filter(move |words| words[0] == kind).map(|words| words[1..].to_vec())
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

/// Runs a program in the interpreter and on every device. Returns the arrays of each run.
fn runs(program: &Program, given: &[(&str, &str)]) -> Vec<Vec<ArrayData>> {
    let name = program.name();
    let ends = lines("edge").map(|ends| (ends[0].parse().unwrap(), ends[1].parse().unwrap()));
    let input = Small::new("karate club", 34, ends).load().require(program.requirements());
    let params = program.params(given);
    let mut inputs = Inputs::default();
    inputs.add_worklist("seeds", vec![0, 33, 0]);
    let settings = Settings { inputs: inputs.clone(), ..Settings::default() };
    let module = &program.compilation.artefact.module;
    let mut runs = vec![interp::run(module, &input.view(), &params, &settings).unwrap().arrays];
    for device in device::all() {
        let (artefact, limits) = (&program.compilation.artefact, Limits::default());
        let run = execute_with(artefact, &input, &params, &inputs, &*device, &limits);
        runs.push(run.unwrap_or_else(|error| panic!("{name} on {device}: {error}")).arrays);
    }
    runs
}

/// Runs a program, and compares its first outputs with columns of the file.
fn agrees(name: &str, given: &[(&str, &str)], columns: &[usize]) {
    let program = Application::new(name).program;
    for arrays in &runs(&program, given) {
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

/// The programs find the best communities that NetworkX finds with any of 100 seeds. Their modularity of
/// 0.4198 is the largest possible one (Brandes and others, "On modularity clustering", 2008).
#[test]
fn communities() {
    let best: f64 = lines("louvain").next().unwrap()[1].parse().unwrap();
    for name in ["leiden", "louvain"] {
        let program = Application::new(name).program;
        for arrays in runs(&program, &[]) {
            let (_, modularity) = program.outputs(&arrays)[1];
            let found = reals(modularity).into_iter().fold(0.0, f64::max);
            assert!((found - best).abs() <= TOLERANCE, "{name} finds {found}, NetworkX {best}");
        }
    }
}
