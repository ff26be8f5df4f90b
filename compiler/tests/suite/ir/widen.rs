//! Programs with edges of 64 bits: their results, and those that use edges as integers.

use igc_compiler::configuration::Configuration;
use igc_compiler::data::GraphView;
use igc_compiler::driver::compile;
use igc_compiler::interp::{self, Settings};
use igc_compiler::ir::Value;

/// A program whose result has edges, one of which does not exist.
const PROGRAM: &str = "node last: edge = MAX;
    kernel find() { forall u in nodes { forall e in u.out where e.reverse == MAX { u.last = e; } } }
    main { find(); }
    output last;";

#[test]
fn an_edge_that_does_not_exist_is_the_largest_number() {
    let graph =
        GraphView { offsets: &[0, 1, 3, 3], targets: &[1, 0, 2], weights: None, single: None };
    let last = |options: &str| {
        let options = Configuration::parse(options).unwrap();
        let artefact = compile("m", PROGRAM, &options).unwrap().artefact;
        [&artefact.module, &artefact.parallel].map(|module| {
            let outcome = interp::run(module, &graph, &[], &Settings::default()).unwrap();
            outcome.arrays[0].iter().collect::<Vec<_>>()
        })
    };
    let (none, wide) = (Value::Edge(u32::MAX), Value::U64(u64::MAX));
    assert_eq!(last("none"), [[none, Value::Edge(2), none]; 2].map(Vec::from));
    assert_eq!(last("wide-edges"), [[wide, Value::U64(2), wide]; 2].map(Vec::from));
}

/// Programs whose results may need more than 32 bits for an edge are known.
#[test]
fn programs_that_use_edges_as_integers_are_known() {
    let numbers = |body: &str| {
        let text = format!(
            "node x: u32 = 0; node at: edge = 0; global total: u64 = 0;
             kernel k() {{ forall u in nodes {{ forall e in u.out {{ {body} }} }} }}
             main {{ k(); }} output x;"
        );
        let options = Configuration::parse("wide-edges").unwrap();
        compile("m", &text, &options).unwrap().artefact.module.numbers_edges
    };
    for body in [
        "u.x = e as u32;",
        "u.x = edge_count;",
        "u.at = (u.x as edge);",
        "total += e as u64;",
        "u.x = e - u.out_begin;",
    ] {
        assert!(numbers(body), "{body}");
    }
    for body in [
        "u.at = e;",
        "u.at = e + 1;",
        "u.x = u.degree;",
        "total += edge_count as u64;",
        "e.dst.x = u.x;",
    ] {
        assert!(!numbers(body), "{body}");
    }
}

/// A pair of a node and an edge is a single item only if its edge is narrow.
#[test]
fn pairs_of_edges_become_pairs_of_64_bits() {
    let program = "worklist todo: (node, edge);
        kernel start() { forall u in nodes { forall e in u.out { push todo (u, e); } } }
        kernel finish() { forall (u, e) in todo { atomic_max(u.last, e.dst); } }
        node last: node = 0;
        main { start(); finish(); }
        output last;";
    let graph =
        GraphView { offsets: &[0, 1, 3, 3], targets: &[1, 0, 2], weights: None, single: None };
    let run = |options: &str| {
        let options = Configuration::parse(options).unwrap();
        let module = compile("m", program, &options).unwrap().artefact.module;
        let items = module.worklists[0].ty.to_string();
        (items, interp::run(&module, &graph, &[], &Settings::default()).unwrap().arrays)
    };
    let ((narrow, expected), (wide, found)) = (run("none"), run("wide-edges"));
    assert_eq!((narrow.as_str(), wide.as_str()), ("u64", "(u64, u64)"));
    assert_eq!(found, expected);
}
