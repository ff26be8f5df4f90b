//! Tests the readers with published graphs.
//!
//! The files are not part of the repository. If they are absent, a test prints a note and passes.

#![allow(clippy::print_stdout, reason = "a test prints why it skips something")]
// A panic reports the failure of a test.
#![allow(clippy::unwrap_used)]

mod common;

use common::file;
use igc_oracle::Adjacency;
use igc_oracle::read::{Format, Keys, read};

/// The published graphs: file, format, number of nodes, number of edges, and number of self-loops.
const SIZES: &[(&str, Format, u32, usize, usize)] = &[
    ("road/USA-road-d.NY.gr.gz", Format::Dimacs, 264_346, 733_846, 0),
    ("road/rome99.gr", Format::Dimacs, 3353, 8870, 0),
    ("galois/rome99.gr", Format::Galois, 3353, 8870, 0),
    ("galois/srome99.gr", Format::Galois, 3353, 8859, 0),
    ("galois/torus5.gr", Format::Galois, 32, 128, 0),
    ("snap/ca-GrQc.txt.gz", Format::EdgeList, 26_197, 28_980, 12),
    ("snap/wiki-Vote.txt.gz", Format::EdgeList, 8298, 103_689, 0),
    ("snap/email-Eu-core.txt.gz", Format::EdgeList, 1005, 25_571, 642),
    ("snap/web-NotreDame.txt.gz", Format::EdgeList, 325_729, 1_497_134, 27_455),
    ("metis/4elt.graph", Format::Metis, 15_606, 91_756, 0),
    ("metis/karate.graph", Format::Metis, 34, 156, 0),
    ("metis/lesmis.graph", Format::Metis, 77, 508, 0),
    ("metis/tiny_03.graph", Format::Metis, 7, 22, 0),
    ("misc/foodweb-baydry.konect", Format::Konect, 128, 2137, 0),
    ("suitesparse/gunrock-chesapeake.mtx", Format::MatrixMarket, 39, 340, 0),
    ("suitesparse/gunrock-delaunay_n13.mtx", Format::MatrixMarket, 8192, 49_094, 0),
    ("suitesparse/gunrock-bips98_606.mtx.gz", Format::MatrixMarket, 7135, 34_738, 6900),
    ("misc/gapbs/4.el", Format::EdgeList, 14, 256, 36),
    ("misc/gapbs/4.wel", Format::WeightedEdgeList, 14, 256, 36),
    ("misc/gapbs/4.gr", Format::Dimacs, 14, 256, 36),
    ("misc/gapbs/4.mtx", Format::MatrixMarket, 14, 256, 36),
    ("misc/gapbs/4.graph", Format::Metis, 14, 53, 0),
    ("misc/gapbs/4w.graph", Format::Metis, 14, 53, 0),
];

#[test]
fn sizes_are_as_published() {
    for &(name, format, nodes, edges, loops) in SIZES {
        let Some(path) = file(name) else { continue };
        let graph = read(&path, name, format, &Keys::default()).unwrap().graph;
        let found = graph.all_edges().filter(|(source, target, _)| source == target).count();
        assert_eq!((graph.nodes(), graph.edges(), found), (nodes, edges, loops), "{name}");
    }
}

/// Checks that a graph that is published in several formats reads as the same graph.
#[test]
fn formats_agree() {
    let load = |name: &str, format| {
        file(name).map(|path| read(&path, name, format, &Keys::default()).unwrap().graph)
    };
    if let (Some(text), Some(binary)) =
        (load("road/rome99.gr", Format::Dimacs), load("galois/rome99.gr", Format::Galois))
    {
        assert!(text == binary, "rome99");
    }
    let edges = |graph: &Adjacency| graph.all_edges().map(|(u, v, _)| (u, v)).collect::<Vec<_>>();
    let simple = [
        ("misc/gapbs/4.el", Format::EdgeList),
        ("misc/gapbs/4.wel", Format::WeightedEdgeList),
        ("misc/gapbs/4.gr", Format::Dimacs),
        ("misc/gapbs/4.mtx", Format::MatrixMarket),
        ("misc/gapbs/4.graph", Format::Metis),
        ("misc/gapbs/4w.graph", Format::Metis),
    ]
    .map(|(name, format)| load(name, format).map(|graph| edges(&graph.simple())));
    for (graph, next) in simple.iter().zip(&simple[1..]) {
        let (Some(graph), Some(next)) = (graph, next) else {
            return;
        };
        assert_eq!(graph.len(), 53);
        assert_eq!(graph, next);
    }
}
