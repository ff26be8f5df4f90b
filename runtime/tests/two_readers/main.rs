//! Compares the loader of graphs with the readers of the oracles, which share no code except the decoders of
//! Parquet and Arrow: a file that the loader accepts is the same graph for both.
//!
//! Each case is a random graph in a random format. The text varies in everything that the format
//! allows, such as comments, headers and the order of columns, and has random keys. Some files are then
//! damaged, because both readers must agree about these as well.

// Helper functions of tests may panic.
#![allow(clippy::unwrap_used)]

mod files;

use std::cell::Cell;

use files::{Random, damage, file};
use igc_compiler::configuration::Configuration;
use igc_compiler::data::Rounding;
use igc_compiler::driver::compile;
use igc_graph::{Graph, Weights};
use igc_oracle::Weight;
use igc_runtime::input::Input;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

const CASES: u32 = 3000;

/// Returns how the two graphs differ.
fn difference(input: &Input) -> Option<String> {
    let graph = &input.graph;
    let oracle = match input.for_oracle() {
        Ok(oracle) => oracle,
        Err(error) => return Some(format!("the oracle refuses the file: {error}")),
    };
    if !oracle.independent {
        return Some("the oracle took the graph from the loader".into());
    }
    let oracle = oracle.graph;
    if oracle.nodes() != graph.nodes() {
        return Some(format!("{} nodes, and {} for the oracle", graph.nodes(), oracle.nodes()));
    }
    for node in 0..graph.nodes() {
        let of_oracle: Vec<_> = oracle.outgoing(node).collect();
        let edges: Vec<usize> = graph.row(node).collect();
        let is_same = |(edge, (target, weight)): (&usize, &(u32, Option<Weight>))| {
            graph.targets[*edge] == *target && is_same_weight(graph, *edge, *weight)
        };
        if edges.len() != of_oracle.len() || !edges.iter().zip(&of_oracle).all(is_same) {
            let targets = graph.neighbours(node);
            return Some(format!(
                "node {node} has {targets:?} with {:?}, and {of_oracle:?} for the oracle",
                graph.weights
            ));
        }
    }
    None
}

/// Whether two weights are equal. A real number may be whole for one reader and real for the other.
fn is_same_weight(graph: &Graph, edge: usize, oracle: Option<Weight>) -> bool {
    let whole = match &graph.weights {
        None => return oracle.is_none(),
        Some(Weights::U32(values)) => i64::from(values[edge]),
        Some(Weights::I64(values)) => values[edge],
        Some(Weights::F64(values)) => {
            return match oracle {
                Some(Weight::Integer(whole)) => values[edge] == whole as f64,
                Some(Weight::Real(real)) => values[edge].to_bits() == real.to_bits(),
                None => false,
            };
        }
    };
    match oracle {
        Some(Weight::Integer(other)) => whole == other,
        Some(Weight::Real(real)) => whole as f64 == real,
        None => false,
    }
}

#[test]
fn loaders_and_oracles_read_the_same_graph() {
    let folder = tempfile::tempdir().unwrap();
    let (accepted, whole) = (Cell::new(0u32), Cell::new(0u32));
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&any::<u64>(), |seed| {
        let mut random = Random(seed);
        let mut file = file(&mut random);
        // Two decoders need not agree about a damaged binary with compressed pages.
        let is_columnar = matches!(file.format, "parquet" | "arrow");
        let is_damaged = !is_columnar && random.one_in(3);
        if is_damaged {
            damage(&mut random, &mut file.bytes);
        }
        let path = folder.path().join("graph");
        std::fs::write(&path, &file.bytes).unwrap();
        let keys: String = file.keys.iter().map(|key| format!(",{key}")).collect();
        let spec = format!("{},format={}{keys}", path.display(), file.format);
        let single = random.one_in(2);
        let rounding = if single { Rounding::Single } else { Rounding::Double };
        let input = Input::load_rounded(&spec, rounding);
        if !is_damaged {
            whole.set(whole.get() + 1);
            accepted.set(accepted.get() + u32::from(input.is_ok()));
        }
        if let Some(difference) = input.ok().and_then(|input| difference(&input)) {
            let text = String::from_utf8_lossy(&file.bytes);
            let keys = format!("format={}{keys}, single {single}", file.format);
            return Err(TestCaseError::fail(format!("{keys}: {difference}\n{text:?}")));
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(accepted.get() > whole.get() / 2, "{} of {}", accepted.get(), whole.get());
}

/// A text whose nearest `f64` is the middle of two `f32`.
const TWICE: &str = "1.00000005960464477539062500001";

#[test]
fn weights_for_f32_are_rounded_once() {
    let once: f64 = TWICE.parse::<f32>().unwrap().into();
    let twice: f64 = TWICE.parse::<f64>().unwrap();
    assert_ne!(once, f64::from(twice as f32));
    let texts = [
        ("el", format!("0 1 {TWICE}\n")),
        ("el", format!("source,target,weight\n0,1,{TWICE}\n")),
        ("wel", format!("0 1 {TWICE}\n")),
        ("mtx", format!("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 {TWICE}\n")),
        ("konect", format!("% asym weighted\n% 1 2 2\n1 2 {TWICE}\n")),
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph");
    for (format, text) in texts {
        std::fs::write(&path, &text).unwrap();
        let spec = format!("{},format={format}", path.display());
        for (rounding, wanted) in
            [(Rounding::Single, once), (Rounding::Double, twice), (Rounding::Both, twice)]
        {
            let input = Input::load_rounded(&spec, rounding)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(input.graph.weights, Some(Weights::F64(vec![wanted].into())), "{text}");
            assert_eq!(difference(&input), None, "{text}");
            let single = (rounding == Rounding::Both).then_some([once as f32]);
            assert_eq!(input.single_weights(), single.as_ref().map(|all| &all[..]), "{text}");
        }
    }
}

#[test]
fn the_type_of_a_programs_weights_decides_how_often_they_are_rounded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph");
    std::fs::write(&path, format!("0 1 {TWICE}\n")).unwrap();
    let spec = format!("{},format=el", path.display());
    for (declarations, sum, rounded_once) in [
        ("edge weight: f32;", "e.weight as f64", true),
        ("edge weight: f64;", "e.weight", false),
        ("edge weight: f64; edge short: f32;", "e.weight + e.short as f64", false),
    ] {
        let text = format!(
            "{declarations} edge x: f64 = 0;
             kernel k() {{ forall e in edges {{ e.x = {sum}; }} }}
             main {{ k(); }}
             output x;"
        );
        let compiled = compile("program", &text, &Configuration::default()).unwrap();
        let input = Input::load_for(&spec, &compiled.artefact.module).unwrap();
        let wanted: f64 = match rounded_once {
            true => TWICE.parse::<f32>().unwrap().into(),
            false => TWICE.parse().unwrap(),
        };
        assert_eq!(input.graph.weights, Some(Weights::F64(vec![wanted].into())), "{declarations}");
        assert_eq!(difference(&input), None, "{declarations}");
    }
}

/// A program with weights of both types reads the nearest value of each, also in other orders of the edges.
#[test]
fn weights_of_both_types_are_rounded_once_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph");
    let large = "16777217.0000000001";
    let others = format!("0 3 {TWICE}\n0 1 0.5\n2 0 -{TWICE}\n3 2 7\n0 2 {large}\n0 1 0.25\n");
    let whole = format!("0 1 {large}\n1 0 3\n");
    let declarations = "edge weight: f64; edge short: f32;";
    for (text, keys, graph) in [
        (&others, "", ""),
        (&others, ",order=degree", ""),
        (&others, ",parallel=least,symmetric", ""),
        (&others, "", "graph undirected, simple, sorted;"),
        (&whole, "", ""),
    ] {
        std::fs::write(&path, text).unwrap();
        let program = format!(
            "{graph} {declarations} global x: f64 = 0; global y: f32 = 0;
             kernel k() {{ forall e in edges {{ x += e.weight; y += e.short; }} }}
             main {{ k(); }}
             output x, y;"
        );
        let compiled = compile("program", &program, &Configuration::default()).unwrap();
        let spec = format!("{},format=el{keys}", path.display());
        let input = Input::load_for(&spec, &compiled.artefact.module).unwrap();
        let input = input.on_devices().unwrap();
        let texts: Vec<&str> = text.lines().filter_map(|line| line.rsplit(' ').next()).collect();
        let nearest = |double: f64| {
            let text = texts.iter().find(|text| text.parse::<f64>().unwrap() == double);
            text.unwrap().parse::<f32>().unwrap()
        };
        let double: Vec<f64> = match input.graph.weights.as_ref().unwrap() {
            Weights::F64(weights) => weights.to_vec(),
            Weights::U32(weights) => weights.iter().map(|&weight| weight.into()).collect(),
            Weights::I64(_) => panic!("{text}"),
        };
        let wanted: Vec<f32> = double.iter().map(|&weight| nearest(weight)).collect();
        assert_eq!(input.single_weights(), Some(&wanted[..]), "{keys} {graph}");
        assert!(double.iter().zip(&wanted).any(|(&double, &single)| double as f32 != single));
    }
}
