//! The graphs and results that others published.
//!
//! The files are not part of the repository. Where they are absent a test prints so and passes.

// Each test program uses some of it.
#![allow(dead_code)]

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use igc_oracle::Adjacency;
use igc_oracle::read::{Format, read};

/// The file called `name`, or `None` (said on standard output) where it is absent.
pub fn file(name: &str) -> Option<PathBuf> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let path = PathBuf::from(data).join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} is absent", path.display());
    None
}

/// A graph of the LDBC Graphalytics examples, whose ids are kept: node 0 is isolated.
pub fn graphalytics(name: &str) -> Option<Adjacency> {
    let graph = read(&file(&format!("ldbc/example/{name}.e"))?, Format::WeightedEdgeList).unwrap();
    Some(if name.contains("undirected") { graph.undirected() } else { graph })
}

/// The published value of each node; nodes without one are `none`.
pub fn published<T: Clone>(name: &str, nodes: u32, none: T, parse: impl Fn(&str) -> T) -> Vec<T> {
    let text = fs::read_to_string(file(&format!("ldbc/example/{name}")).unwrap()).unwrap();
    let values: HashMap<u32, T> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(node, value)| (node.parse().unwrap(), parse(value)))
        .collect();
    (0..nodes).map(|node| values.get(&node).cloned().unwrap_or(none.clone())).collect()
}
