//! Layers of graph neural networks, without their trained matrices. Messages follow the direction
//! of edges; parallel edges and self-loops are treated like any other edge.
//!
//! - `check graphsage(mean, feature, layers)`: in each layer, a node takes the mean of its own values and
//!   those of the sources of its in-edges (Hamilton, Ying and Leskovec, NIPS 2017, section 3.3).
//! - `check gine(state, feature, relation, epsilon, layers)`: in each layer, the value of a node becomes
//!   `(1 + epsilon)` times its value plus, for each in-edge, the larger of 0 and the sum of the source's
//!   value and the value of the edge (Hu and others, "Strategies for pre-training graph neural networks",
//!   ICLR 2020).
//!
//! The reference is computed in `f64`. Let `m` be the value of an element if all additions were of
//! magnitudes, which bounds every intermediate result. An element may differ from the reference by
//! `layers (k + 4) u m`, where `k` is the largest number of in-edges and `u` is the spacing of
//! floats around 1: each of the additions, products and divisions of a layer loses at most
//! `u m / 2`, and later layers do not increase this error relative to `m`.

use super::arguments::Arguments;
use super::{ArgumentError, Check, CheckError, Difference, Kind, Mismatch, Parameter, REALS, Type};
use crate::adjacency::Adjacency;

/// The check `graphsage`.
pub const GRAPHSAGE_CHECK: Check = Check {
    name: "graphsage",
    summary: "mean has the means of the features of each node and its in-neighbours, layer by layer",
    parameters: &[
        Parameter { name: "mean", kind: Kind::NodeRows(REALS) },
        Parameter { name: "feature", kind: Kind::NodeRows(REALS) },
        Parameter { name: "layers", kind: Kind::Scalar(&[Type::U32]) },
    ],
    run: |graph, arguments| {
        let layers = arguments.count_up_to(2, MOST_LAYERS, LAYERS)?;
        let (feature, _) = arguments.reals(1);
        let expected = means(graph, &feature, layers);
        check_values("mean", graph, &arguments, &expected, layers)
    },
    run_on_edges: None,
};

/// The check `gine`.
pub const GINE_CHECK: Check = Check {
    name: "gine",
    summary: "state has the sums of the messages of each node, layer by layer",
    parameters: &[
        Parameter { name: "state", kind: Kind::NodeRows(REALS) },
        Parameter { name: "feature", kind: Kind::NodeRows(REALS) },
        Parameter { name: "relation", kind: Kind::EdgeRows(REALS) },
        Parameter { name: "epsilon", kind: Kind::Scalar(REALS) },
        Parameter { name: "layers", kind: Kind::Scalar(&[Type::U32]) },
    ],
    run: |graph, arguments| {
        let layers = arguments.count_up_to(4, MOST_LAYERS, LAYERS)?;
        let ((feature, _), (relation, _)) = (arguments.reals(1), arguments.reals(2));
        if feature.len() * graph.edges() != relation.len() * graph.nodes() as usize {
            let reason =
                "'feature' and 'relation' must have the same number of elements".to_owned();
            return Err(ArgumentError::UnsuitableGraph { check: GINE_CHECK.name, reason }.into());
        }
        let expected = states(graph, (&feature, &relation), arguments.scalar(3).as_real(), layers);
        check_values("state", graph, &arguments, &expected, layers)
    },
    run_on_edges: None,
};

/// The largest number of layers that the oracle computes.
const MOST_LAYERS: u32 = 1000;
const LAYERS: &str = "at most 1,000, because the oracle computes each layer";

/// Values of all nodes, and the values that they would have if all additions were of magnitudes.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// The elements of each node, one node after the other.
    pub value: Vec<f64>,
    /// The bound of each element.
    pub magnitude: Vec<f64>,
}

impl Layer {
    fn new(feature: &[f64]) -> Layer {
        Layer { value: feature.to_vec(), magnitude: feature.iter().map(|x| x.abs()).collect() }
    }
}

/// Returns the number of in-edges of each node.
fn in_degrees(graph: &Adjacency) -> Vec<usize> {
    let mut degrees = vec![0; graph.nodes() as usize];
    graph.all_edges().for_each(|(_, target, _)| degrees[target as usize] += 1);
    degrees
}

/// Computes the means of GraphSAGE.
///
/// # Panics
///
/// Panics if the nodes do not have the same number of features.
pub fn means(graph: &Adjacency, feature: &[f64], layers: u32) -> Layer {
    let (mut layer, width) = (Layer::new(feature), width(graph, feature));
    let degrees = in_degrees(graph);
    for _ in 0..layers {
        let mut next = layer.clone();
        for (source, target, _) in graph.all_edges() {
            for element in 0..width {
                let (from, to) =
                    (source as usize * width + element, target as usize * width + element);
                next.value[to] += layer.value[from];
                next.magnitude[to] += layer.magnitude[from];
            }
        }
        for (node, degree) in degrees.iter().enumerate() {
            for at in node * width..(node + 1) * width {
                next.value[at] /= (degree + 1) as f64;
                next.magnitude[at] /= (degree + 1) as f64;
            }
        }
        layer = next;
    }
    layer
}

/// Computes the states of GINE from the features of nodes and of edges.
///
/// # Panics
///
/// Panics if the nodes and the edges do not all have the same number of features.
pub fn states(
    graph: &Adjacency,
    (feature, relation): (&[f64], &[f64]),
    epsilon: f64,
    layers: u32,
) -> Layer {
    let (mut layer, width) = (Layer::new(feature), width(graph, feature));
    for _ in 0..layers {
        let mut next = layer.clone();
        next.value.iter_mut().for_each(|value| *value *= 1.0 + epsilon);
        next.magnitude.iter_mut().for_each(|value| *value *= 1.0 + epsilon.abs());
        for (edge, (source, target, _)) in graph.all_edges().enumerate() {
            for element in 0..width {
                let (from, to) =
                    (source as usize * width + element, target as usize * width + element);
                let of_edge = relation[edge * width + element];
                next.value[to] += (layer.value[from] + of_edge).max(0.0);
                next.magnitude[to] += layer.magnitude[from] + of_edge.abs();
            }
        }
        layer = next;
    }
    layer
}

/// Returns the number of elements of each node.
fn width(graph: &Adjacency, feature: &[f64]) -> usize {
    let width = feature.len() / (graph.nodes() as usize).max(1);
    assert_eq!(width * graph.nodes() as usize, feature.len(), "each node has the same number");
    width
}

/// Compares the first argument with the reference.
fn check_values(
    what: &'static str,
    graph: &Adjacency,
    arguments: &Arguments<'_>,
    expected: &Layer,
    layers: u32,
) -> Result<(), CheckError> {
    let (found, unit) = arguments.reals(0);
    let width = width(graph, &found);
    if found.len() != expected.value.len() {
        let reason = format!("'{what}' and 'feature' must have the same number of elements");
        let check = if what == "mean" { GRAPHSAGE_CHECK.name } else { GINE_CHECK.name };
        return Err(ArgumentError::UnsuitableGraph { check, reason }.into());
    }
    let most = in_degrees(graph).into_iter().max().unwrap_or(0);
    let relative = f64::from(layers) * (most + 4) as f64 * unit;
    let allowed = |at: usize| relative * expected.magnitude[at];
    // The comparison is false for NaN.
    let is_right = |at: usize| (found[at] - expected.value[at]).abs() <= allowed(at);
    let first_wrong = |node: usize| (node * width..(node + 1) * width).find(|&at| !is_right(at));
    let nodes = 0..graph.nodes() as usize;
    Ok(Mismatch::of_nodes(what, nodes.map(|node| first_wrong(node).is_some()), |node| {
        let at = first_wrong(node as usize).unwrap_or_default();
        let reason = format!(
            "this is element {} of {width}; rounding explains a difference of up to {:.1e}",
            at % width,
            allowed(at)
        );
        let (expected, found) = (expected.value[at].to_string(), found[at].to_string());
        Difference::at(node, expected, found, reason)
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Column, Scalar, Value};

    /// Returns this graph:
    ///
    /// ```text
    /// 0 -> 1, 0 -> 1, 2 -> 1, 1 -> 0, 2 -> 2
    /// ```
    fn graph() -> Adjacency {
        let edges = [(0, 1), (0, 1), (1, 0), (2, 1), (2, 2)];
        Adjacency::from_edges(3, edges.map(|(u, v)| (u, v, None))).unwrap()
    }

    /// Two features of each node.
    const FEATURE: [f32; 6] = [1.0, -4.0, 2.0, 0.0, 3.0, 8.0];
    /// A mean of one, of four and of one different value.
    const MEANS: [f32; 6] = [1.5, -2.0, 1.75, 0.0, 3.0, 8.0];

    fn graphsage(mean: &[f32], layers: u32) -> Result<(), CheckError> {
        let values = [
            Value::Column(Column::F32(mean)),
            Value::Column(Column::F32(&FEATURE)),
            Value::Scalar(Scalar::U32(layers)),
        ];
        GRAPHSAGE_CHECK.run(&graph(), &values)
    }

    #[test]
    fn means_of_a_small_graph() {
        assert_eq!(graphsage(&FEATURE, 0), Ok(()));
        assert_eq!(graphsage(&MEANS, 1), Ok(()));
        // Node 1 has the mean of 1.75, twice 1.5 and 3.
        let second = [1.625, -1.0, 1.9375, 1.0, 3.0, 8.0];
        assert_eq!(graphsage(&second, 2), Ok(()));
        assert!(matches!(graphsage(&second, 3), Err(CheckError::Mismatch(_))));
        assert!(matches!(graphsage(&second[..3], 2), Err(CheckError::Argument(_))));
        assert!(matches!(graphsage(&second, u32::MAX), Err(CheckError::Argument(_))));
    }

    #[test]
    fn every_single_wrong_element_is_refused() {
        for at in 0..6 {
            for wrong in [MEANS[at] + 0.0001, f32::NAN] {
                let mut found = MEANS;
                found[at] = wrong;
                let Err(CheckError::Mismatch(mismatch)) = graphsage(&found, 1) else { panic!() };
                assert_eq!(mismatch.wrong, 1, "{at} {wrong}");
            }
        }
    }

    /// Two features of each edge.
    const RELATION: [f32; 10] = [1.0, 4.5, -1.0, 5.0, -9.0, 1.0, 0.5, -9.0, 0.0, 0.0];

    fn gine(state: &[f32], epsilon: f32) -> Result<(), CheckError> {
        let values = [
            Value::Column(Column::F32(state)),
            Value::Column(Column::F32(&FEATURE)),
            Value::Column(Column::F32(&RELATION)),
            Value::Scalar(Scalar::F32(epsilon)),
            Value::Scalar(Scalar::U32(1)),
        ];
        GINE_CHECK.run(&graph(), &values)
    }

    /// Node 1 gets (1 + 1) + (1 - 1) + (3 + 0.5), and 0.5 + 1 and nothing in the second element.
    #[test]
    fn messages_of_a_small_graph() {
        let state = [1.5, -5.0, 8.5, 1.5, 7.5, 20.0];
        assert_eq!(gine(&state, 0.5), Ok(()));
        assert!(matches!(gine(&state, 0.25), Err(CheckError::Mismatch(_))));
        for at in 0..6 {
            let mut found = state;
            found[at] += 0.0001;
            assert!(matches!(gine(&found, 0.5), Err(CheckError::Mismatch(_))), "{at}");
        }
    }
}
