//! Published graphs and results.
//!
//! The files are not part of the repository. If they are absent, a test prints a note and passes.

// Some test programs do not use all of these functions.
#![allow(dead_code)]

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use igc_oracle::Adjacency;
use igc_oracle::read::{Format, Keys, read};

/// Returns the path of the file `name`, or prints a note and returns `None` if it is absent.
pub fn file(name: &str) -> Option<PathBuf> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let path = PathBuf::from(data).join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} is absent", path.display());
    None
}

/// Reads a graph of the LDBC Graphalytics examples. Ids are kept, so node 0 is isolated.
pub fn graphalytics(name: &str) -> Option<Adjacency> {
    let graph = read(
        &file(&format!("ldbc/example/{name}.e"))?,
        name,
        Format::WeightedEdgeList,
        &Keys::default(),
    )
    .unwrap()
    .graph;
    Some(if name.contains("undirected") { graph.undirected() } else { graph })
}

/// Returns the published value of each node, or `none` for nodes without a published value.
pub fn published<T: Clone>(name: &str, nodes: u32, none: T, parse: impl Fn(&str) -> T) -> Vec<T> {
    let text = fs::read_to_string(file(&format!("ldbc/example/{name}")).unwrap()).unwrap();
    let values: HashMap<u32, T> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(node, value)| (node.parse().unwrap(), parse(value)))
        .collect();
    (0..nodes).map(|node| values.get(&node).cloned().unwrap_or(none.clone())).collect()
}
