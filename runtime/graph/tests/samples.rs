//! Compares every sample graph of the collection next to the checkout with its description in the
//! collection's index. Without the collection, the tests print a note and pass.

#![allow(clippy::print_stdout, reason = "a test prints why it skips something")]
// Helper functions of tests may panic.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use igc_graph::{Graph, LoadOptions, Weights, load_file};

/// One line of the index.
struct Sample {
    file: String,
    description: String,
    format: String,
    nodes: String,
    edges: String,
    weighted: String,
    expected: String,
}

fn collection() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if root.join("INDEX.tsv").is_file() {
        return Some(root);
    }
    println!("skipped: no sample graphs at {}", root.display());
    None
}

fn samples(root: &Path) -> Vec<Sample> {
    let index = std::fs::read_to_string(root.join("INDEX.tsv")).unwrap();
    let samples = index.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |at: usize| cells.get(at).unwrap_or(&"").to_string();
        Sample {
            file: cell(0),
            description: cell(1),
            format: cell(2),
            nodes: cell(3),
            edges: cell(4),
            weighted: cell(6),
            expected: cell(8),
        }
    });
    samples.collect()
}

/// Returns the number before `unit` in `text`.
fn fact(text: &str, unit: &str) -> Option<u64> {
    let before = text[..text.find(unit)?].trim_end();
    let start = before.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
    before[start..].parse().ok()
}

fn loops(graph: &Graph) -> u64 {
    let is_loop = |node: u32| graph.neighbours(node).iter().filter(move |&&t| t == node).count();
    (0..graph.nodes()).map(is_loop).sum::<usize>() as u64
}

fn parallel(root: &Path, sample: &Sample, graph: &Graph) -> u64 {
    let mut options = LoadOptions::default();
    options.set("parallel", "first").unwrap();
    let simple = load_file(&root.join(&sample.file), &options).unwrap();
    graph.edges() - simple.edges()
}

/// Returns whether the sample is a graph that the reader must accept.
fn is_graph(sample: &Sample) -> bool {
    let refused = ["vector", "complex", "array", "metis-mesh"];
    let square = !sample.nodes.contains('x');
    let fits = sample.nodes.parse::<u64>().is_ok_and(|nodes| nodes < u64::from(u32::MAX));
    let described = format!("{} {}", sample.description, sample.format);
    let has_diagonal = described.contains("skew-symmetric") && described.contains("diagonal");
    square
        && fits
        && !has_diagonal
        && !sample.expected.starts_with("must be rejected")
        && !sample.file.ends_with(".bz2")
        && !refused.iter().any(|word| described.contains(word))
}

fn is_graph_file(sample: &Sample) -> bool {
    let formats =
        ["dimacs", "galois-gr", "el", "wel", "snap", "metis", "konect", "mtx", "graphalytics-e"];
    let first = sample.format.split(' ').next().unwrap_or_default();
    formats.iter().any(|format| first == *format || sample.format.starts_with("dimacs-sp"))
        || sample.format.starts_with("metis")
}

fn check(root: &Path, sample: &Sample) {
    let file = &sample.file;
    let path = root.join(file);
    let graph = load_file(&path, &LoadOptions::default());
    let graph = graph.unwrap_or_else(|error| panic!("{error}"));
    let nodes: u64 = sample.nodes.parse().unwrap();
    let edges: u64 = sample.edges.parse().unwrap();
    let text = &sample.description;
    let by_edges = ["el", "wel", "graphalytics-e"].contains(&sample.format.as_str())
        || sample.format.starts_with("snap");
    if by_edges {
        let largest = text.split("ids ").nth(1).and_then(|rest| {
            let range = rest.split([',', ';', ' ']).next()?;
            range.split("..").nth(1)?.parse::<u64>().ok()
        });
        if let Some(largest) = largest {
            assert_eq!(u64::from(graph.nodes()), largest + 1, "{file}: nodes with gaps");
        }
        let mut options = LoadOptions::default();
        options.set("compact", "").unwrap();
        let compact = load_file(&path, &options).unwrap();
        let isolated = fact(text, " isolated").unwrap_or(0);
        assert!(
            u64::from(compact.nodes()) + isolated == nodes || largest == Some(nodes - 1),
            "{file}"
        );
    } else {
        assert_eq!(u64::from(graph.nodes()), nodes, "{file}: nodes");
    }
    // Self-loops of symmetric inputs are on the diagonal and are listed once.
    let expected_edges = if sample.format.starts_with("metis") {
        text.split("adjacency entries ")
            .nth(1)
            .and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
    } else {
        fact(text, " entries after expansion")
    };
    let expected_edges = fact(text, " arcs in igc").or(expected_edges);
    assert_eq!(graph.edges(), expected_edges.unwrap_or(edges), "{file}: edges");
    for (unit, found) in [(" self-loops", loops(&graph)), (" diagonal", loops(&graph))] {
        if let Some(expected) = fact(text, unit) {
            assert_eq!(found, expected, "{file}:{unit}");
        }
    }
    if let Some(expected) = fact(text, " parallel arcs,") {
        assert_eq!(parallel(root, sample, &graph), expected, "{file}: parallel edges");
    }
    if let Some(empty) = fact(text, " empty rows") {
        let rows = (0..graph.nodes()).filter(|&node| graph.neighbours(node).is_empty());
        assert_eq!(rows.count() as u64, empty, "{file}: empty rows");
    }
    let range = text.split("weights ").nth(1).and_then(|rest| rest.split(',').next());
    if let (Some((low, high)), Some(Weights::U32(values))) =
        (range.and_then(|range| range.split_once("..")), &graph.weights)
    {
        assert_eq!(values.iter().min().unwrap().to_string(), low, "{file}: least weight");
        assert_eq!(values.iter().max().unwrap().to_string(), high, "{file}: greatest weight");
    }
    match sample.weighted.split(',').next().unwrap_or_default() {
        "yes" | "edge" | "vertex+edge" | "u32" => assert!(graph.weights.is_some(), "{file}"),
        "no" => assert!(graph.weights.is_none(), "{file}"),
        _ => {}
    }
}

#[test]
fn every_sample_is_what_the_index_says() {
    let Some(root) = collection() else { return };
    let samples = samples(&root);
    let graphs: Vec<_> =
        samples.iter().filter(|sample| is_graph_file(sample) && is_graph(sample)).collect();
    assert!(graphs.len() > 50, "only {} graphs in the index", graphs.len());
    graphs.iter().for_each(|sample| check(&root, sample));
}

#[test]
fn every_other_sample_is_refused() {
    let Some(root) = collection() else { return };
    let mut messages = Vec::new();
    for sample in samples(&root).iter().filter(|s| is_graph_file(s) && !is_graph(s)) {
        let error = load_file(&root.join(&sample.file), &LoadOptions::default());
        let error = error.map(|graph| graph.edges()).expect_err(&sample.file);
        let shown = error.to_string();
        messages.push(shown.replace(&*root.to_string_lossy(), "").trim_matches('/').to_owned());
    }
    let messages = messages.join("\n");
    insta::with_settings!({omit_expression => true}, { insta::assert_snapshot!(messages) });
}

#[test]
fn galois_and_dimacs_hold_the_same_graph() {
    let Some(root) = collection() else { return };
    let load = |file: &str, weights: &str| {
        let mut options = LoadOptions::default();
        options.set("weights", weights).unwrap();
        load_file(&root.join(file), &options).unwrap()
    };
    let text = load("road/rome99.gr", "keep");
    assert_eq!(load("galois/rome99.gr", "keep"), text);
    assert_eq!(load("galois/rome99.big.gr", "big"), text);
    assert_ne!(load("galois/rome99.big.gr", "keep"), text);
    assert_eq!(load("galois/srome99.big.gr", "big"), load("galois/srome99.gr", "keep"));
}

#[test]
fn the_gap_samples_are_one_graph() {
    let Some(root) = collection() else { return };
    let simple = |file: &str| {
        let mut options = LoadOptions::default();
        for (key, value) in [("loops", "drop"), ("parallel", "first"), ("weights", "ignore")] {
            options.set(key, value).unwrap();
        }
        let mut graph = load_file(&root.join("misc/gapbs").join(file), &options).unwrap();
        for node in 0..graph.nodes() as usize {
            let row = graph.row(node as u32);
            graph.targets[row].sort_unstable();
        }
        graph
    };
    let graph = simple("4.el");
    assert_eq!((graph.nodes(), graph.edges()), (14, 53));
    for file in ["4.wel", "4.gr", "4.graph", "4w.graph", "4.mtx", "4w.mtx"] {
        assert_eq!(simple(file), graph, "{file}");
    }
}
