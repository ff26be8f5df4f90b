//! `check max_flow(flow, capacity, total, source, sink)`: the flow is a maximum flow with the value
//! `total`.
//!
//! A flow is valid if no edge carries more than its capacity and, at each node except for the
//! source and the sink, as much flows in as out. It is a maximum flow if and only if no augmenting
//! path leads from the source to the sink: a path of edges that can carry more, and of edges in
//! reverse direction that can carry less (Ford and Fulkerson, "Maximal flow through a network",
//! 1956). The check therefore needs no maximum flow of its own. If the source is the sink, the
//! total must be 0.
//!
//! The edges are those of the graph after the program's requirements. Self-loops and parallel edges
//! are treated like any other edge.

use std::collections::VecDeque;

use super::ArgumentError;
use super::mismatch::Count;
use super::{
    Check, CheckError, Column, Difference, Kind, Mismatch, Parameter, Place, Scalar, Type,
};
use crate::adjacency::Adjacency;

/// The check `max_flow`.
pub const CHECK: Check = Check {
    name: "max_flow",
    summary: "flow is valid, has the value total, and no path from source to sink can carry more",
    parameters: &[
        Parameter { name: "flow", kind: Kind::EdgeColumn(&[Type::U32]) },
        Parameter { name: "capacity", kind: Kind::EdgeColumn(&[Type::U32]) },
        Parameter { name: "total", kind: Kind::Scalar(TOTALS) },
        Parameter { name: "source", kind: Kind::Node },
        Parameter { name: "sink", kind: Kind::Scalar(&[Type::U32]) },
    ],
    run: |graph, arguments| {
        let (Column::U32(flow), Column::U32(capacity)) = (arguments.column(0), arguments.column(1))
        else {
            unreachable!("the parameters take u32 only");
        };
        let total = arguments.scalar(2).as_integer().expect("the parameter takes integers only");
        let Scalar::U32(sink) = arguments.scalar(4) else {
            unreachable!("the parameter takes u32 only");
        };
        let (nodes, found) = (graph.nodes(), sink);
        if sink >= nodes {
            let (check, parameter) = (CHECK.name, "sink");
            return Err(ArgumentError::NoSuchNode { check, parameter, nodes, found }.into());
        }
        Ok::<(), CheckError>(check_flow(graph, (flow, capacity), total, (arguments.node(3), sink))?)
    },
    run_on_edges: None,
};

/// The types that a total may have.
const TOTALS: &[Type] = &[Type::U32, Type::I32, Type::U64, Type::I64];

/// Returns how much more flows out of each node than into it.
fn surpluses(graph: &Adjacency, flow: &[u32]) -> Vec<i128> {
    let mut surplus = vec![0; graph.nodes() as usize];
    for ((source, target, _), &flow) in graph.all_edges().zip(flow) {
        surplus[source as usize] += i128::from(flow);
        surplus[target as usize] -= i128::from(flow);
    }
    surplus
}

/// Returns the nodes to which more can flow from `source`.
fn reachable(graph: &Adjacency, (flow, capacity): (&[u32], &[u32]), source: u32) -> Vec<bool> {
    let mut ways = vec![vec![]; graph.nodes() as usize];
    for (edge, (from, to, _)) in graph.all_edges().enumerate() {
        if flow[edge] < capacity[edge] {
            ways[from as usize].push(to);
        }
        if flow[edge] > 0 {
            ways[to as usize].push(from);
        }
    }
    let mut reached = vec![false; ways.len()];
    reached[source as usize] = true;
    let mut queue = VecDeque::from([source]);
    while let Some(node) = queue.pop_front() {
        for &next in &ways[node as usize] {
            if !std::mem::replace(&mut reached[next as usize], true) {
                queue.push_back(next);
            }
        }
    }
    reached
}

/// Checks that `flow`, which has one value per edge in the order of [`Adjacency::all_edges`], is a
/// maximum flow from a source to a sink.
///
/// # Errors
///
/// Returns an error if the flow is not valid or not maximum, or does not have the value `total`.
///
/// # Panics
///
/// Panics if `flow` or `capacity` do not have one value per edge, or if the source or the sink is
/// not a node of the graph.
pub fn check_flow(
    graph: &Adjacency,
    (flow, capacity): (&[u32], &[u32]),
    total: i128,
    (source, sink): (u32, u32),
) -> Result<(), Mismatch> {
    assert_eq!((flow.len(), capacity.len()), (graph.edges(), graph.edges()), "one for each edge");
    let mut edges = Count::default();
    for (edge, (from, to, _)) in graph.all_edges().enumerate() {
        edges.add((flow[edge] > capacity[edge]).then_some(|| {
            let (expected, found) = (format!("at most {}", capacity[edge]), flow[edge].to_string());
            let place = Place::Edge { source: from, target: to };
            Difference { place, expected, found, reason: "this is its capacity".to_owned() }
        }));
    }
    edges.verdict("flow")?;
    let surplus = surpluses(graph, flow);
    let is_inner = |node: u32| node != source && node != sink;
    let wrong = (0..graph.nodes()).map(|node| is_inner(node) && surplus[node as usize] != 0);
    Mismatch::of_nodes("surplus", wrong, |node| {
        let reason = "as much must flow into the node as out of it".to_owned();
        Difference::at(node, "0".to_owned(), surplus[node as usize].to_string(), reason)
    })?;
    let value = surplus[source as usize];
    if total != value {
        let reason = format!("so much flows out of node {source}, the source");
        return Err(Mismatch::of_graph("total", value, total, reason));
    }
    if source != sink && reachable(graph, (flow, capacity), source)[sink as usize] {
        let reason = format!("more can flow from node {source} to node {sink} along some path");
        return Err(Mismatch::of_graph("total", format!("more than {total}"), total, reason));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The edges of the network in figure 26.1 of Cormen, Leiserson, Rivest and Stein,
    /// "Introduction to algorithms", with their capacities, and a maximum flow of 23. Node 0 is the
    /// source and node 5 the sink.
    const NETWORK: [(u32, u32, u32, u32); 9] = [
        (0, 1, 16, 12),
        (0, 2, 13, 11),
        (1, 3, 12, 12),
        (2, 1, 4, 0),
        (2, 4, 14, 11),
        (3, 2, 9, 0),
        (3, 5, 20, 19),
        (4, 3, 7, 7),
        (4, 5, 4, 4),
    ];

    fn graph() -> Adjacency {
        Adjacency::from_edges(6, NETWORK.map(|(u, v, ..)| (u, v, None))).unwrap()
    }

    fn check(flow: [u32; 9], total: i128, sink: u32) -> Result<(), String> {
        let capacity = NETWORK.map(|(_, _, capacity, _)| capacity);
        check_flow(&graph(), (&flow, &capacity), total, (0, sink))
            .map_err(|wrong| wrong.to_string())
    }

    #[test]
    fn only_the_maximum_passes() {
        let flow = NETWORK.map(|(.., flow)| flow);
        assert_eq!(check(flow, 23, 5), Ok(()));
        assert_eq!(
            check(flow, 22, 5).unwrap_err(),
            "the total is wrong\n\
             the graph has total 22, expected 23: so much flows out of node 0, the source"
        );
        let less = [11, 11, 11, 0, 11, 0, 18, 7, 4];
        assert_eq!(
            check(less, 22, 5).unwrap_err(),
            "the total is wrong\n\
             the graph has total 22, expected more than 22: \
             more can flow from node 0 to node 5 along some path"
        );
        assert!(check([0; 9], 0, 5).is_err());
        assert_eq!(check([0; 9], 0, 0), Ok(()));
    }

    #[test]
    fn every_single_wrong_edge_is_refused() {
        for edge in 0..9 {
            let flow = NETWORK.map(|(.., flow)| flow);
            for wrong in [flow[edge] + 1, flow[edge].wrapping_sub(1), u32::MAX] {
                let mut found = flow;
                found[edge] = wrong;
                assert!(check(found, 23, 5).is_err(), "{edge} {wrong}");
            }
        }
    }

    /// The flow 0 -> 1 -> 2 -> 3 blocks the two paths 0 -> 1 -> 3 and 0 -> 2 -> 3 until it is taken
    /// back from the edge in the middle.
    #[test]
    fn augmenting_paths_take_flow_back() {
        let edges = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)];
        let graph = Adjacency::from_edges(4, edges.map(|(u, v)| (u, v, None))).unwrap();
        let check = |flow: [u32; 5], total| check_flow(&graph, (&flow, &[1; 5]), total, (0, 3));
        assert!(check([1, 0, 1, 0, 1], 1).is_err());
        assert_eq!(check([1, 1, 0, 1, 1], 2), Ok(()));
    }
}
