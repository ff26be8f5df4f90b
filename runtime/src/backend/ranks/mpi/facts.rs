//! What must be the same on all ranks before they run a program. Ranks may have different command lines, files and
//! programs by mistake.

use std::fmt::{self, Write};

use igc_compiler::data::Inputs;
use igc_compiler::driver::{Artefact, Executed};
use igc_compiler::ir::Value;
use igc_graph::{Graph, Weights};

use crate::input::Input;
use crate::params::plain;
use crate::run_options::RunOptions;

/// Largest number of elements of each array of a graph that are compared.
const SAMPLES: usize = 1 << 16;

/// Returns the facts, each with a name in the plural.
pub fn of(
    input: &Input,
    artefact: &Artefact,
    params: &[Value],
    inputs: &Inputs,
    options: &RunOptions,
) -> Vec<(&'static str, String)> {
    let (nodes, edges) = (input.graph.nodes(), input.graph.edges());
    let identity = artefact.identity(Executed::Parallel, None);
    let named = artefact.parallel.params.iter().zip(params);
    let params: Vec<String> =
        named.map(|(param, value)| format!("{}={}", param.name, plain(*value))).collect();
    let RunOptions { repeat, max_rounds, max_worklist, record_steps, prints, .. } = options;
    vec![
        ("programs", artefact.module.name.clone()),
        ("contents of the program", identity),
        ("graphs", format!("{} ({nodes} nodes, {edges} edges)", input.name)),
        ("contents of the graph", content(&input.graph)),
        ("parameters", params.join(" ")),
        ("contents of the inputs", digest(|hash| write!(hash, "{inputs:?}"))),
        (
            "options",
            format!(
                "{repeat} {max_rounds} {max_worklist:?} {record_steps} {}",
                prints.are_wanted()
            ),
        ),
    ]
}

/// Returns a digest of a graph: of elements at regular distances. It finds other files, and not every changed edge.
fn content(graph: &Graph) -> String {
    let samples = |length: usize| (0..length).step_by((length / SAMPLES).max(1));
    digest(|hash| {
        for node in samples(graph.nodes() as usize) {
            write!(hash, "{} ", graph.offsets.at(node))?;
        }
        let edges = graph.targets.len();
        for edge in samples(edges) {
            write!(hash, "{} ", graph.targets[edge])?;
            match &graph.weights {
                None => {}
                Some(Weights::U32(weights)) => write!(hash, "{} ", weights[edge])?,
                Some(Weights::I64(weights)) => write!(hash, "{} ", weights[edge])?,
                Some(Weights::F64(weights)) => write!(hash, "{:x} ", weights[edge].to_bits())?,
            }
        }
        Ok(())
    })
}

/// Returns a digest of what a function writes.
fn digest(write: impl FnOnce(&mut Hash) -> fmt::Result) -> String {
    let mut hash = Hash(blake3::Hasher::new());
    // Hashing does not fail.
    let _ = write(&mut hash);
    hash.0.finalize().to_hex()[..16].to_owned()
}

/// Hashes text.
struct Hash(blake3::Hasher);

impl Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use igc_compiler::configuration::Configuration;
    use igc_compiler::driver::compile;

    use super::*;

    fn graph(targets: Vec<u32>, weights: Option<Weights>) -> Graph {
        Graph { offsets: vec![0u32, 2, 3, 3].into(), targets: targets.into(), weights, ids: None }
    }

    #[test]
    fn other_edges_or_weights_are_another_content() {
        let weights = |last| Some(Weights::F64(vec![0.5, 1.5, last].into()));
        let given = content(&graph(vec![1, 2, 0], weights(2.5)));
        assert_eq!(given, content(&graph(vec![1, 2, 0], weights(2.5))));
        for other in [
            graph(vec![1, 2, 1], weights(2.5)),
            graph(vec![1, 2, 0], weights(2.25)),
            graph(vec![1, 2, 0], None),
        ] {
            assert_ne!(given, content(&other));
        }
    }

    #[test]
    fn each_difference_has_a_name() {
        let program = |start: u32| {
            let text = format!(
                "param k: u32 = 0; node x: u32 = {start}; kernel f() {{ forall u in nodes {{ u.x = k; }} }}
                 main {{ f(); }} output x;"
            );
            compile("own", &text, &Configuration::default()).unwrap().artefact
        };
        let input = |name: &str| Input::of(name, graph(vec![1, 2, 0], None)).unwrap();
        let options = RunOptions::default();
        let of = |name: &str, start: u32, k: u32, inputs: &Inputs, options: &RunOptions| {
            super::of(&input(name), &program(start), &[Value::U32(k)], inputs, options)
        };
        let none = Inputs::default();
        let first = of("a", 0, 1, &none, &options);
        let mut some = Inputs::default();
        some.add_worklist("seeds", vec![1]);
        for (other, expected) in [
            (of("a", 0, 1, &none, &options), vec![]),
            (of("b", 0, 1, &none, &options), vec!["graphs"]),
            (of("a", 2, 1, &none, &options), vec!["contents of the program"]),
            (of("a", 0, 3, &none, &options), vec!["parameters"]),
            (of("a", 0, 1, &some, &options), vec!["contents of the inputs"]),
            (of("a", 0, 1, &none, &RunOptions { repeat: 2, ..options.clone() }), vec!["options"]),
        ] {
            let differences = first.iter().zip(&other).filter(|(first, other)| first != other);
            let names: Vec<&str> = differences.map(|((name, _), _)| *name).collect();
            assert_eq!(names, expected);
        }
    }
}
