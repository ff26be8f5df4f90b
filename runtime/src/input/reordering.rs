//! A graph with its nodes in another order, and the translation of values between the user's
//! numbers of nodes and edges and those of this graph.
//!
//! The key `order` of a graph makes programs run on a [reordered](igc_graph::order) graph. Users
//! do not see the new numbers: parameters and inputs are translated before a run, and arrays and
//! printed values after it.
//!
//! - Rows of nodes or edges are moved to the places of their nodes or edges.
//! - Values of the types `node` and `edge` become the numbers of the same nodes and edges. Values
//!   that are not nodes or edges, such as `MAX`, stay.
//!
//! # Limits
//!
//! A program that converts a node to an integer, or compares two nodes, computes with the new
//! numbers. Its result can therefore depend on the order. After a
//! [contraction](igc_compiler::data::Quotient), `node` values are nodes of a quotient graph. These
//! have no number in the user's graph, so they stay.

use std::sync::Arc;
use std::time::Duration;

use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::ir::{Array, Extent, Module, Value};
use igc_graph::Numbering;

use super::Input;

/// A reordered graph, and its numbers of nodes and edges.
#[derive(Clone)]
pub struct Reordering {
    /// The graph that programs run on.
    pub input: Input,
    /// The old numbers are the user's, and the new numbers are those of the graph.
    pub numbering: Arc<Numbering>,
    /// Time to reorder the graph.
    pub time: Duration,
}

impl Reordering {
    /// Returns values of the user as a program gets them.
    pub fn values(&self, values: &[Value]) -> Vec<Value> {
        let new = |value: &Value| match *value {
            Value::Node(node) => Value::Node(self.numbering.new_node(node)),
            Value::Edge(edge) => Value::Edge(self.numbering.new_edge(edge)),
            other => other,
        };
        values.iter().map(new).collect()
    }

    /// Returns inputs of the user as a program gets them.
    pub fn inputs(&self, module: &Module, inputs: &Inputs) -> Inputs {
        let numbering = &self.numbering;
        let array = |name: &str, data: &ArrayData| {
            let declared = module.arrays.iter().find(|array| array.name == name);
            let mut data = match declared.map(|array| array.extent) {
                Some(Extent::Nodes | Extent::Original) => moved(data, numbering.old_nodes()),
                Some(Extent::Edges) => moved(data, numbering.old_edges()),
                Some(Extent::One) | None => data.clone(),
            };
            translate(&mut data, |old| numbering.new_node(old), |old| numbering.new_edge(old));
            data
        };
        inputs.map(array, |node| numbering.new_node(node))
    }

    /// Translates an array of a program after a run to the user's numbers. `is_of_quotient` is
    /// whether its values are nodes of a quotient graph.
    pub fn restore(&self, array: &Array, data: &mut ArrayData, is_of_quotient: bool) {
        let numbering = &self.numbering;
        match array.extent {
            // A program cannot return these arrays.
            Extent::Nodes | Extent::Edges if is_of_quotient => return,
            Extent::Nodes | Extent::Original => *data = moved(data, numbering.new_nodes()),
            Extent::Edges => *data = moved(data, numbering.new_edges()),
            Extent::One => {}
        }
        if !is_of_quotient {
            translate(data, |new| numbering.old_node(new), |new| numbering.old_edge(new));
        }
    }
}

/// Returns whether an array has, for each node of the input graph, the node of a quotient graph that
/// contains it. If each node has its own number, the quotient is the input graph.
pub fn is_of_quotient(array: &Array, data: &ArrayData) -> bool {
    let ArrayData::Node(nodes) = data else { return false };
    array.extent == Extent::Original && (0u32..).zip(nodes).any(|(node, of)| node != *of)
}

/// Returns the rows at these places, in this order.
fn moved(data: &ArrayData, places: &[u32]) -> ArrayData {
    let width = data.len().checked_div(places.len()).unwrap_or(0);
    let rows = places.iter().map(|place| *place as usize * width);
    data.select(rows.flat_map(|start| start..start + width))
}

/// Replaces nodes and edges by other numbers.
fn translate(data: &mut ArrayData, node: impl Fn(u32) -> u32, edge: impl Fn(u32) -> u32) {
    match data {
        ArrayData::Node(nodes) => nodes.iter_mut().for_each(|number| *number = node(*number)),
        ArrayData::Edge(edges) => edges.iter_mut().for_each(|number| *number = edge(*number)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::input::Input;

    /// The graph is in the user's order, but devices use another one, on which plans depend.
    #[test]
    fn facts_know_the_order_of_the_nodes_on_devices() {
        let facts = |spec| Input::load(spec).expect("it is a graph").facts();
        let given = facts("rmat:8");
        assert!(given.ordered < 0.6, "{}", given.ordered);
        for (spec, ordered) in [("rmat:8,order=degree", 1.0), ("rmat:8,order=bfs", 0.0)] {
            let known = facts(spec);
            assert_eq!((known.ordered, known.skew), (ordered, given.skew), "{spec}");
        }
    }
}
