//! The share of the hardware's limit that a program reaches.
//!
//! The limit of a run is the time that the device needs for the most expensive kind of its
//! operations, if nothing else takes time. It follows from what the run does, and from the
//! [rates](Rates) of the device:
//!
//! | term | time |
//! | --- | --- |
//! | streamed | bytes of each array that are accessed in order, divided by the bandwidth of a copy of its size |
//! | gathers | random reads and writes of each array, divided by the rate for its size |
//! | atomics | random atomics of each array, divided by the rate for its size |
//! | word atomics | atomics on one element, divided by their rate |
//! | rounds | launches times the time of a launch; with outlined loops, rounds times that of a grid barrier |
//!
//! This is the idea of the roofline model (Williams, Waterman and Patterson, "Roofline: An
//! Insightful Visual Performance Model for Multicore Architectures", CACM 52(4), 2009), for the
//! operations of graph programs. A device does several kinds of operations at the same time, so the
//! sum of the terms is not a limit.
//!
//! [`count`] runs the program once more, with
//! [counters](igc_compiler::workload::executed) in its kernels, on the native CPU target. [`Roofline::of`] computes the limit.
//!
//! **Limits.** If the work of a program depends on the order of its iterations, as for shortest
//! paths with a worklist, the counted run may do more or less work than the timed ones. The limit is
//! that of the algorithm: a better algorithm does fewer operations.

mod rates;

use std::sync::Arc;

use igc_compiler::artefact::Code;
use igc_compiler::data::{Shape, Sizes};
use igc_compiler::driver::Artefact;
use igc_compiler::ir::{GraphArray, Value};
use igc_compiler::workload::executed::{Accesses, Memory, instrument};
use igc_runtime::Error;
use igc_runtime::backend::Device;
use igc_runtime::execution::execute_reading;
use igc_runtime::input::Input;
use igc_runtime::params::RunInputs;
use igc_runtime::run_options::RunOptions;
use serde::Serialize;

pub use rates::{Rate, Rates};

/// What a run does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Work {
    /// Number of visits of edges.
    pub edges: u64,
    /// Reads and writes in order: the size of the array in bytes, and the number of bytes.
    pub streamed: Vec<(u64, u64)>,
    /// Random reads and writes: the size of the array in bytes, and their number.
    pub gathers: Vec<(u64, u64)>,
    /// Random atomics: the size of the array in bytes, and their number.
    pub atomics: Vec<(u64, u64)>,
    /// Number of atomics on one element.
    pub word_atomics: u64,
}

/// How the rounds of a run start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounds {
    /// The host launches each kernel.
    OfHost {
        /// Number of launches.
        launches: u64,
    },
    /// Loops run on the device, with at least one grid barrier in each round.
    OfDevice {
        /// Number of rounds.
        rounds: u64,
    },
}

/// The limit of a configuration, and the share of it that the configuration reaches. Times are in
/// seconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Roofline {
    /// The configuration.
    pub options: String,
    /// The largest term.
    pub term: &'static str,
    /// The time of the largest term.
    pub limit: f64,
    /// The limit divided by the median time.
    pub share: f64,
    /// The time of each term.
    pub terms: Vec<(&'static str, f64)>,
    /// Number of visits of edges.
    #[serde(rename = "arcs")]
    pub edges: u64,
    /// Number of bytes that are read or written in order.
    pub streamed_bytes: u64,
    /// Number of random reads and writes.
    pub gathers: u64,
    /// Number of atomics at random places.
    pub atomics: u64,
    /// Number of atomics on one element.
    pub word_atomics: u64,
}

/// Runs a program once on a device, and counts what it does. The device must execute the IR itself:
/// it is the native CPU target or the interpreter.
///
/// # Errors
///
/// Returns an error if the program cannot run on the device.
pub fn count(
    artefact: &Artefact,
    input: &Input,
    given: RunInputs<'_>,
    device: &dyn Device,
    run_options: &RunOptions,
) -> Result<Work, Error> {
    let instrumented = instrument(&artefact.parallel);
    let module = Arc::new(instrumented.module.clone());
    let parallel = Arc::clone(&module);
    let counting = Artefact { module, parallel, code: Code::default(), ..artefact.clone() };
    let run_options = RunOptions { repeat: 1, record_steps: false, ..run_options.clone() };
    let first = artefact.parallel.arrays.len();
    let counters = first..instrumented.module.arrays.len();
    let run = execute_reading(&counting, input, given, device, &run_options, counters)?;
    let counter = |global: usize| {
        let at = global.checked_sub(first);
        let value = at.and_then(|at| run.arrays.get(at)).and_then(|array| array.get(0));
        value.map_or(0, Value::to_bits)
    };
    sized(&instrumented.total(counter), artefact, input, given.params)
}

/// Replaces the arrays of accesses by their sizes.
fn sized(
    accesses: &Accesses,
    artefact: &Artefact,
    input: &Input,
    params: &[Value],
) -> Result<Work, Error> {
    let (nodes, edges) = (input.graph.nodes(), input.graph.edges());
    let width = artefact.parallel.edges;
    let size = |memory: Memory| -> Result<u64, Error> {
        Ok(match memory {
            Memory::Graph(array) => {
                let elements = match array {
                    GraphArray::OutOffsets | GraphArray::InOffsets => u64::from(nodes) + 1,
                    _ => edges,
                };
                elements * width.of(array.ty()).size() as u64
            }
            Memory::Worklist(id) => {
                let item = artefact.parallel.worklists[id.index()].ty.size() as u64;
                u64::from(nodes) * item
            }
            Memory::Array(id) => {
                let array = &artefact.parallel.arrays[id.index()];
                let shape = Shape::of(array, Sizes { nodes, edges, width, params })?;
                shape.elements().saturating_mul(array.element_size() as u64)
            }
        })
    };
    let sized = |counts: &std::collections::BTreeMap<Memory, u64>| {
        let pairs = counts.iter().map(|(memory, count)| Ok((size(*memory)?, *count)));
        pairs.collect::<Result<Vec<_>, Error>>()
    };
    Ok(Work {
        edges: accesses.edges,
        streamed: sized(&accesses.streamed)?,
        gathers: sized(&accesses.gathers)?,
        atomics: sized(&accesses.atomics)?,
        word_atomics: accesses.word_atomics,
    })
}

impl Roofline {
    /// Computes the limit of a configuration that does some work in a number of launches and
    /// rounds, and whose median time is known.
    pub fn of(options: &str, work: &Work, rates: &Rates, rounds: Rounds, median: f64) -> Roofline {
        let time = |counts: &[(u64, u64)], rate: &dyn Fn(u64) -> f64| {
            counts.iter().fold(0.0, |sum, (bytes, count)| sum + *count as f64 / rate(*bytes))
        };
        let rounds = match rounds {
            Rounds::OfHost { launches } => launches as f64 * rates.launch,
            Rounds::OfDevice { rounds } => rounds as f64 * rates.barrier.unwrap_or(0.0),
        };
        let terms = vec![
            ("streamed", time(&work.streamed, &|bytes| rates.bandwidth_of(bytes))),
            ("gathers", time(&work.gathers, &|bytes| rates.gathers_of(bytes))),
            ("atomics", time(&work.atomics, &|bytes| rates.atomics_of(bytes))),
            ("word atomics", work.word_atomics as f64 / rates.word_atomics),
            ("rounds", rounds),
        ];
        let largest = terms.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1));
        let (term, limit) = largest.unwrap_or(("streamed", 0.0));
        let total = |counts: &[(u64, u64)]| counts.iter().map(|(_, count)| count).sum();
        Roofline {
            options: options.into(),
            term,
            limit,
            share: limit / median.max(f64::MIN_POSITIVE),
            terms,
            edges: work.edges,
            streamed_bytes: total(&work.streamed),
            gathers: total(&work.gathers),
            atomics: total(&work.atomics),
            word_atomics: work.word_atomics,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use igc_compiler::configuration::Configuration;
    use igc_compiler::data::Inputs;
    use igc_compiler::driver::compile;
    use igc_runtime::backend::interpreter::Interpreter;
    use igc_runtime::params::bind;

    const BFS: &str = include_str!("../../../../examples/bfs/bfs_wl.ig");

    fn rates() -> Rates {
        let list = |per_second| vec![Rate { bytes: 1 << 20, per_second }];
        Rates {
            copies: list(1e9),
            gathers: list(1e8),
            atomics: list(1e7),
            word_atomics: 1e7,
            launch: 1e-5,
            read_back: 2e-5,
            barrier: Some(1e-6),
        }
    }

    #[test]
    fn a_search_is_counted() {
        let artefact =
            compile("bfs_wl", BFS, &Configuration::default()).expect("it compiles").artefact;
        let params = bind(&artefact.module.params, &[], None).expect("it has a default");
        for spec in ["grid:40", "grid:40,order=degree"] {
            let input = Input::load(spec).expect("it is a generator");
            let (inputs, run_options) = (Inputs::default(), RunOptions::default());
            let given = RunInputs { params: &params, inputs: &inputs };
            let work = count(&artefact, &input, given, &Interpreter, &run_options);
            let work = work.expect("it runs");
            // Each node is visited once, and with it all its edges.
            assert_eq!(work.edges, 6240, "{work:?}");
            let sizes: Vec<u64> = work.gathers.iter().map(|(bytes, _)| *bytes).collect();
            assert_eq!(sizes, [6400, 6404]);
        }
    }

    #[test]
    fn the_largest_term_is_the_limit() {
        let work = Work {
            edges: 7,
            streamed: vec![(1 << 20, 1_000_000)],
            gathers: vec![(1 << 20, 300_000)],
            atomics: vec![(1 << 20, 10_000)],
            word_atomics: 5_000,
        };
        let of = |rounds| Roofline::of("none", &work, &rates(), rounds, 0.006);
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let few = of(Rounds::OfDevice { rounds: 10 });
        assert_eq!(few.term, "gathers");
        assert!(close(few.limit, 0.003) && close(few.share, 0.5), "{few:?}");
        assert!(close(few.terms[4].1, 1e-5), "{few:?}");
        let many = of(Rounds::OfHost { launches: 1000 });
        assert_eq!((many.term, many.gathers, many.edges), ("rounds", 300_000, 7));
        assert!(close(many.limit, 0.01));
    }
}
