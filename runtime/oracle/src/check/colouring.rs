//! `check colouring(colour)`: every node has a colour, and neighbours have different colours.
//!
//! The graph is treated as undirected. Self-loops are ignored, because a node with a self-loop
//! could otherwise not have a valid colour. Colours are numbers from 0. The largest value of the
//! type means that a node has no colour, which is wrong. Any proper colouring passes, regardless of
//! its number of colours.

use super::partition::LABELS;
use super::{Check, Column, Difference, Kind, Mismatch, Parameter};
use crate::adjacency::Adjacency;

/// The check `colouring`.
pub const CHECK: Check = Check {
    name: "colouring",
    summary: "every node has a colour, and neighbours have different ones",
    parameters: &[Parameter { name: "colour", kind: Kind::Column(LABELS) }],
    run: |graph, arguments| Ok(check_colours(graph, &colours(arguments.column(0)))?),
    run_on_edges: None,
};

/// Returns the colour of each node. A value that is not a colour becomes `None`.
fn colours(column: Column<'_>) -> Vec<Option<u64>> {
    fn some<T: Copy + PartialEq + TryInto<u64>>(values: &[T], none: T) -> Vec<Option<u64>> {
        values.iter().map(|&v| if v == none { None } else { v.try_into().ok() }).collect()
    }
    match column {
        Column::I32(values) => some(values, i32::MAX),
        Column::U32(values) => some(values, u32::MAX),
        Column::I64(values) => some(values, i64::MAX),
        Column::U64(values) => some(values, u64::MAX),
        Column::Bool(_) | Column::F32(_) | Column::F64(_) => {
            unreachable!("the parameter takes integers only")
        }
    }
}

/// Checks that every node has a colour in `found`, and that neighbours have different colours.
///
/// # Errors
///
/// Returns an error if a node has no colour or has the colour of a neighbour.
///
/// # Panics
///
/// Panics if `found` does not have one value per node.
pub fn check_colours(graph: &Adjacency, found: &[Option<u64>]) -> Result<(), Mismatch> {
    assert_eq!(found.len(), graph.nodes() as usize, "one colour for each node");
    let neighbours = graph.undirected().simple();
    let colour = |node: u32| found[node as usize];
    let alike = |node: u32| {
        neighbours.targets(node).iter().copied().find(|&other| colour(other) == colour(node))
    };
    let wrong = (0..graph.nodes()).map(|node| colour(node).is_none() || alike(node).is_some());
    Mismatch::of_nodes("colour", wrong, |node| match (colour(node), alike(node)) {
        (Some(colour), Some(other)) => {
            let reason = format!("its neighbour {other} has the same colour");
            Difference::at(node, "another colour".to_owned(), colour.to_string(), reason)
        }
        _ => {
            let reason = "every node must have a colour".to_owned();
            Difference::at(node, "a number from 0".to_owned(), "none".to_owned(), reason)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns this graph:
    ///
    /// ```text
    /// 0 -> 1 -> 2 -> 0    2 -> 3 -> 3    4
    /// ```
    fn hand_drawn() -> Adjacency {
        let edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 3)];
        Adjacency::from_edges(5, edges.map(|(u, v)| (u, v, None))).unwrap()
    }

    #[test]
    fn proper_colourings_pass_and_no_others() {
        let check = |found: &[u32]| check_colours(&hand_drawn(), &colours(Column::U32(found)));
        assert_eq!(check(&[0, 1, 2, 0, 0]), Ok(()));
        assert_eq!(check(&[7, 1, 5, 9, u32::MAX - 1]), Ok(()));
        for wrong in [[0, 1, 0, 1, 0], [0, 1, 2, 2, 0], [1, 1, 2, 0, 0], [0, 1, 2, 0, u32::MAX]] {
            assert!(check(&wrong).is_err(), "{wrong:?}");
        }
        assert_eq!(
            check(&[0, 1, 2, 2, u32::MAX]).unwrap_err().to_string(),
            "3 of 5 nodes have a wrong colour\n\
             node 2 has colour 2, expected another colour: its neighbour 3 has the same colour\n\
             node 3 has colour 2, expected another colour: its neighbour 2 has the same colour\n\
             node 4 has colour none, expected a number from 0: every node must have a colour"
        );
    }

    #[test]
    fn negative_colours_are_none() {
        assert_eq!(colours(Column::I32(&[-1, 0, i32::MAX])), [None, Some(0), None]);
        assert_eq!(colours(Column::I64(&[i64::MIN, 3])), [None, Some(3)]);
    }
}
