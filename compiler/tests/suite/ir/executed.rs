//! Tests of counters: the accesses of a run are those of a count by hand, and counters change no
//! result.

use std::collections::BTreeMap;
use std::path::Path;

use igc_compiler::configuration::Configuration;
use igc_compiler::data::GraphView;
use igc_compiler::driver::compile;
use igc_compiler::interp::{self, Settings};
use igc_compiler::ir::{ArrayId, GraphArray, Module, Value, WorklistId};
use igc_compiler::workload::executed::{Accesses, Memory, instrument};

/// A path of four nodes, with edges in both directions.
const PATH: GraphView<'_> = GraphView {
    offsets: &[0, 1, 3, 5, 6],
    targets: &[1, 0, 2, 1, 3, 2],
    weights: None,
    single: None,
};

fn parallel(text: &str) -> Module {
    let compiled = compile("m", text, &Configuration::default()).unwrap();
    compiled.artefact.parallel.as_ref().clone()
}

/// Runs a module with counters, and checks that they change no result.
fn counted(module: &Module, params: &[Value]) -> Accesses {
    let instrumented = instrument(module);
    let run = |module| interp::run(module, &PATH, params, &Settings::default()).unwrap().arrays;
    let (plain, arrays) = (run(module), run(&instrumented.module));
    assert_eq!(plain[..], arrays[..plain.len()]);
    instrumented.total(|global| arrays[global].get(0).unwrap().to_bits())
}

fn streamed(accesses: &Accesses) -> u64 {
    accesses.streamed.values().sum()
}

fn by_array<const N: usize>(counts: [(Memory, u64); N]) -> BTreeMap<Memory, u64> {
    BTreeMap::from(counts)
}

#[test]
fn a_search_visits_each_edge_once() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/bfs/bfs_wl.ig");
    let module = parallel(&std::fs::read_to_string(path).unwrap());
    let level = Memory::Array(ArrayId(0));
    let expected = Accesses {
        edges: 6,
        // Six targets; four items and three pushes.
        streamed: by_array([
            (Memory::Graph(GraphArray::Targets), 4 * 6),
            (Memory::Worklist(WorklistId(0)), 4 * (4 + 3)),
        ]),
        // A row for each item; a read of a level for each edge, and three writes.
        gathers: by_array([(level, 6 + 3), (Memory::Graph(GraphArray::OutOffsets), 4)]),
        ..Accesses::default()
    };
    assert_eq!(counted(&module, &[Value::Node(0)]), expected);
}

#[test]
fn statements_after_an_early_end_count_only_if_they_run() {
    let module = parallel(
        "node first: node = MAX; node seen: u32 = 0; node next: u32 = 0; node place: u32 = 0; global total: u32 = 0;
         kernel find() {
             forall u in nodes {
                 for e in u.out {
                     let v = e.dst;
                     if v < u { break; }
                     atomic_add(v.next, 1);
                     let place = atomic_add(total, 1);
                     u.first = v;
                     u.place = place;
                 }
                 u.seen += 1;
             }
         }
         main { find(); }
         output first, seen, place, total;",
    );
    let accesses = counted(&module, &[]);
    // Only the first node has a larger neighbour in front of a smaller one.
    assert_eq!(accesses.word_atomics, 1);
    assert_eq!(accesses.atomics, by_array([(Memory::Array(ArrayId(2)), 1)]));
    // Four nodes read their row and change `seen`; four edges; one node writes two properties.
    assert_eq!((accesses.edges, streamed(&accesses)), (4, 4 * 4 + 4 * 8 + 4 * 4 + 2 * 4));
    assert!(accesses.gathers.is_empty());
}

#[test]
fn reads_that_do_not_change_in_a_loop_count_once() {
    let module = parallel(
        "node share: f32 = 1.0; node sum: f32 = 0.0;
         kernel gather() {
             forall u in nodes {
                 let sum = 0.0;
                 for e in u.out { sum += u.share * e.dst.share; }
                 u.sum = sum;
             }
         }
         main { gather(); }
         output sum;",
    );
    let accesses = counted(&module, &[]);
    let share = Memory::Array(ArrayId(0));
    assert_eq!(accesses.gathers, by_array([(share, 6)]));
    // A row, the node's own share and its sum; the targets of six edges.
    assert_eq!(streamed(&accesses), 4 * (4 + 4 + 4) + 6 * 4);
}

#[test]
fn a_list_that_is_read_in_steps_is_streamed() {
    let module = parallel(
        "node last: u32 = 0; node value: u32 = 3;
         kernel walk() {
             forall u in nodes {
                 let i = 0;
                 let found = 0;
                 while i < 3 {
                     found = found + (i as node).value;
                     i += 1;
                 }
                 u.last = found;
             }
         }
         main { walk(); }
         output last;",
    );
    let accesses = counted(&module, &[]);
    assert_eq!((streamed(&accesses), accesses.edges), (4 * 3 * 4 + 4 * 4, 0));
    assert!(accesses.gathers.is_empty(), "{accesses:?}");
}
