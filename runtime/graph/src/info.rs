//! Describes a graph by the properties that determine which optimisations suit it.

use rayon::prelude::*;
use serde::Serialize;

use crate::csr::{Graph, Weights};

/// Properties of a graph.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GraphInfo {
    /// Number of nodes.
    pub nodes: u32,
    /// Number of edges.
    #[serde(rename = "arcs")]
    pub edges: u64,
    /// Number of edges from a node to itself.
    pub self_loops: u64,
    /// Number of edges that repeat an earlier edge with the same source and target.
    #[serde(rename = "parallel_arcs")]
    pub parallel_edges: u64,
    /// Number of nodes without incoming and outgoing edges.
    pub isolated_nodes: u32,
    /// Edge weights, or `None` if the graph has no weights.
    pub weights: Option<WeightInfo>,
    /// The distribution of out-degrees: the number of edges that start at a node.
    pub out_degree: DegreeInfo,
    /// The distribution of in-degrees: the number of edges that end at a node.
    pub in_degree: DegreeInfo,
    /// The distribution of degrees: the number of edges that start or end at a node. A self-loop
    /// counts twice.
    pub degree: DegreeInfo,
    /// Whether each edge u → v has a separate edge v → u of the same weight.
    pub symmetric: bool,
    /// A lower bound on the diameter (the longest shortest path) in edges, without regard to
    /// weights: the larger depth of two breadth-first searches. The first starts at a node with the
    /// largest out-degree, and the second starts at a node farthest from that node.
    pub diameter_at_least: u32,
    /// Memory of the graph in bytes.
    pub bytes: u64,
}

/// Properties of edge weights.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WeightInfo {
    /// The form of the weights: `u32`, `i64` or `f64`.
    pub form: &'static str,
    /// The smallest weight, or 0 if the graph has no edges. It is rounded if its magnitude is above
    /// 2⁵³.
    pub least: f64,
    /// The largest weight, or 0 if the graph has no edges. It is rounded if its magnitude is above
    /// 2⁵³.
    pub greatest: f64,
}

/// The distribution of degrees. The quartile q is the degree at rank ⌈q · nodes⌉.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DegreeInfo {
    /// The smallest degree.
    pub least: u64,
    /// The lower quartile of the degrees.
    pub lower_quartile: u64,
    /// The median of the degrees.
    pub median: u64,
    /// The upper quartile of the degrees.
    pub upper_quartile: u64,
    /// The largest degree.
    pub greatest: u64,
    /// The mean degree.
    pub mean: f64,
    /// The standard deviation of the degrees, over all nodes.
    pub standard_deviation: f64,
}

impl GraphInfo {
    /// Computes the properties of `graph`.
    pub fn of(graph: &Graph) -> Self {
        let rows = (0..graph.nodes()).into_par_iter();
        let (self_loops, parallel_edges) = rows
            .map_init(Vec::new, |sorted, node| {
                let row = graph.neighbours(node);
                let loops = row.iter().filter(|&&target| target == node).count();
                sorted.clear();
                sorted.extend_from_slice(row);
                sorted.sort_unstable();
                let repeated = sorted.windows(2).filter(|pair| pair[0] == pair[1]).count();
                (loops as u64, repeated as u64)
            })
            .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        let (outgoing, incoming) = (out_degrees(graph), graph.in_degrees());
        let both: Vec<u64> =
            outgoing.iter().zip(&incoming).map(|(starts, ends)| starts + ends).collect();
        Self {
            nodes: graph.nodes(),
            edges: graph.edges(),
            self_loops,
            parallel_edges,
            isolated_nodes: isolated_nodes(&both),
            weights: graph.weights.as_ref().map(WeightInfo::of),
            out_degree: DegreeInfo::of(outgoing),
            in_degree: DegreeInfo::of(incoming),
            degree: DegreeInfo::of(both),
            symmetric: graph.is_symmetric(),
            diameter_at_least: diameter_at_least(graph),
            bytes: bytes(graph),
        }
    }
}

fn out_degrees(graph: &Graph) -> Vec<u64> {
    graph.offsets.rows().map(|row| row.len() as u64).collect()
}

fn isolated_nodes(degrees: &[u64]) -> u32 {
    degrees.iter().filter(|&&degree| degree == 0).count() as u32
}

fn bytes(graph: &Graph) -> u64 {
    let weights = match &graph.weights {
        None => 0,
        Some(Weights::U32(values)) => size_of_val(&values[..]),
        Some(weights) => 8 * weights.len(),
    };
    graph.offsets.bytes() + (size_of_val(&graph.targets[..]) + weights) as u64
}

impl WeightInfo {
    fn of(weights: &Weights) -> Self {
        let range = |values: &mut dyn Iterator<Item = f64>| {
            values.fold(None, |range: Option<(f64, f64)>, value| {
                let (least, greatest) = range.unwrap_or((value, value));
                Some((least.min(value), greatest.max(value)))
            })
        };
        let (form, range) = match weights {
            Weights::U32(values) => ("u32", range(&mut values.iter().map(|&w| f64::from(w)))),
            Weights::I64(values) => ("i64", range(&mut values.iter().map(|&w| w as f64))),
            Weights::F64(values) => ("f64", range(&mut values.iter().copied())),
        };
        let (least, greatest) = range.unwrap_or((0.0, 0.0));
        Self { form, least, greatest }
    }
}

impl DegreeInfo {
    fn of(mut degrees: Vec<u64>) -> Self {
        degrees.par_sort_unstable();
        let nodes = degrees.len();
        let ranked = |quarter: usize| {
            let rank = (quarter * nodes).div_ceil(4).max(1);
            degrees.get(rank - 1).copied().unwrap_or(0)
        };
        let count = nodes.max(1) as f64;
        let mean = degrees.iter().sum::<u64>() as f64 / count;
        let squares = degrees.iter().map(|&degree| (degree as f64 - mean).powi(2));
        Self {
            least: ranked(0),
            lower_quartile: ranked(1),
            median: ranked(2),
            upper_quartile: ranked(3),
            greatest: ranked(4),
            mean,
            standard_deviation: (squares.sum::<f64>() / count).sqrt(),
        }
    }
}

fn diameter_at_least(graph: &Graph) -> u32 {
    let degree = |&node: &u32| graph.neighbours(node).len();
    let Some(start) = (0..graph.nodes()).rev().max_by_key(degree) else {
        return 0;
    };
    let (farthest, first) = farthest(graph, start);
    first.max(self::farthest(graph, farthest).1)
}

/// Returns the last node that a breadth-first search from `start` reaches, and its distance from
/// `start`.
fn farthest(graph: &Graph, start: u32) -> (u32, u32) {
    let mut seen = vec![false; graph.nodes() as usize];
    seen[start as usize] = true;
    let (mut frontier, mut next) = (vec![start], Vec::new());
    let (mut distance, mut last) = (0, start);
    loop {
        for &node in &frontier {
            for &target in graph.neighbours(node) {
                if !std::mem::replace(&mut seen[target as usize], true) {
                    next.push(target);
                }
            }
        }
        let Some(&met) = next.last() else {
            return (last, distance);
        };
        (distance, last) = (distance + 1, met);
        std::mem::swap(&mut frontier, &mut next);
        next.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::{EdgeChunk, assemble};

    #[test]
    fn a_path_a_loop_and_an_isolated_node() {
        let chunk = EdgeChunk {
            sources: vec![0, 1, 2, 3, 3, 3],
            targets: vec![1, 2, 3, 0, 3, 0],
            weights: Some(Weights::I64(vec![1, -2, 3, 4, 5, 6].into())),
        };
        let info = GraphInfo::of(&assemble(5, vec![chunk]).unwrap());
        assert_eq!((info.nodes, info.edges, info.self_loops, info.parallel_edges), (5, 6, 1, 1));
        assert_eq!((info.isolated_nodes, info.symmetric, info.diameter_at_least), (1, false, 3));
        let weights = WeightInfo { form: "i64", least: -2.0, greatest: 6.0 };
        assert_eq!(info.weights, Some(weights));
        let degree = &info.out_degree;
        assert_eq!((degree.least, degree.lower_quartile, degree.median), (0, 1, 1));
        assert_eq!((degree.upper_quartile, degree.greatest), (1, 3));
        assert!((degree.mean - 1.2).abs() < 1e-12);
        assert!((degree.standard_deviation - 0.96f64.sqrt()).abs() < 1e-12);
        let degree = &info.in_degree;
        assert_eq!((degree.least, degree.lower_quartile, degree.median), (0, 1, 1));
        assert_eq!((degree.upper_quartile, degree.greatest), (2, 2));
        assert!((degree.mean - 1.2).abs() < 1e-12);
        let degree = &info.degree;
        assert_eq!((degree.least, degree.lower_quartile, degree.median), (0, 2, 2));
        assert_eq!((degree.upper_quartile, degree.greatest), (3, 5));
        assert!((degree.mean - 2.4).abs() < 1e-12);
        assert_eq!(info.bytes, 4 * 6 + 4 * 6 + 8 * 6);
    }

    #[test]
    fn no_nodes() {
        let info = GraphInfo::of(&assemble(0, vec![]).unwrap());
        assert_eq!((info.nodes, info.out_degree.greatest, info.diameter_at_least), (0, 0, 0));
        assert!(info.symmetric && info.weights.is_none());
    }

    #[test]
    fn symmetry_minds_weights_and_multiplicity() {
        let symmetric = |edges: &[(u32, u32, u32)]| {
            let chunk = EdgeChunk {
                sources: edges.iter().map(|edge| edge.0).collect(),
                targets: edges.iter().map(|edge| edge.1).collect(),
                weights: Some(Weights::U32(edges.iter().map(|edge| edge.2).collect())),
            };
            assemble(3, vec![chunk]).unwrap().is_symmetric()
        };
        assert!(symmetric(&[(0, 1, 5), (1, 0, 5), (2, 2, 1)]));
        assert!(!symmetric(&[(0, 1, 5), (1, 0, 6)]));
        assert!(!symmetric(&[(0, 1, 5), (0, 1, 5), (1, 0, 5), (1, 2, 5), (2, 1, 5)]));
    }
}
