//! Predicts how a graph is divided among any number of ranks, without dividing it: the sizes of the parts, and the copies,
//! whose number decides how much the ranks exchange.

use igc_compiler::ranks::StoredEdges;
use igc_graph::{Graph, Incoming};
use serde::Serialize;

use super::partition::Partition;
use crate::Error;

/// The shares of ranks of a graph.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Shares {
    /// Number of ranks.
    pub ranks: usize,
    /// Largest number of nodes that a rank owns.
    pub most_nodes: u32,
    /// Number of edges that all ranks store. An edge that two ranks store counts twice.
    pub edges: u64,
    /// Largest number of edges that a rank stores.
    pub most_edges: u64,
    /// Number of copies on all ranks: the values that travel if each node has a new one.
    pub copies: u64,
    /// Largest number of copies on a rank.
    pub most_copies: u32,
    /// Number of pairs of a rank with copies and a rank that owns their nodes: the messages that carry new values.
    pub pairs: u64,
}

impl Shares {
    /// Returns the shares for each of these numbers of ranks. Each rank stores these edges of its nodes.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the incoming edges.
    pub fn of_each(
        graph: &Graph,
        ranks: impl IntoIterator<Item = usize>,
        stored: StoredEdges,
    ) -> Result<Vec<Shares>, Error> {
        let incoming = stored.incoming.then(|| graph.incoming_sources()).transpose()?;
        let of = |ranks| Shares::of(graph, ranks, stored, incoming.as_ref());
        Ok(ranks.into_iter().map(of).collect())
    }

    fn of(
        graph: &Graph,
        ranks: usize,
        stored: StoredEdges,
        incoming: Option<&Incoming<u32>>,
    ) -> Shares {
        let partition = Partition::by_edges(graph, ranks, stored);
        // The last rank that has counted a node, and the last one that has counted an owner; 0 is none.
        let mut node_seen = vec![0u32; graph.nodes() as usize];
        let mut owner_seen = vec![0u32; ranks];
        let mut shares = Shares { ranks, ..Shares::default() };
        for rank in 0..ranks {
            let owned = partition.owned(rank);
            let (mut edges, mut copies) = (0, 0);
            let mut count = |node: u32, is_stored: bool| {
                edges += u64::from(is_stored);
                let seen = rank as u32 + 1;
                if owned.contains(&node) || node_seen[node as usize] == seen {
                    return;
                }
                node_seen[node as usize] = seen;
                copies += 1;
                let owner = &mut owner_seen[partition.owner(node)];
                shares.pairs += u64::from(*owner != seen);
                *owner = seen;
            };
            for node in owned.clone() {
                if stored.outgoing {
                    graph.neighbours(node).iter().for_each(|target| count(*target, true));
                }
                if let Some(incoming) = incoming {
                    // An edge within the rank is stored once.
                    let is_new = |source: u32| !(stored.outgoing && owned.contains(&source));
                    let row = incoming.offsets.row(node);
                    incoming.values[row].iter().for_each(|source| count(*source, is_new(*source)));
                }
            }
            shares.most_nodes = shares.most_nodes.max(owned.len() as u32);
            shares.edges += edges;
            shares.most_edges = shares.most_edges.max(edges);
            shares.copies += u64::from(copies);
            shares.most_copies = shares.most_copies.max(copies);
        }
        shares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::ranks::partition::{Part, divide};
    use crate::input::Input;

    #[test]
    fn shares_are_those_of_a_division() {
        for (spec, ranks) in [("rmat:8", 3), ("road:300", 4), ("chain:5", 7), ("uniform:7", 1)] {
            let graph = Input::load(spec).unwrap().graph;
            for (outgoing, incoming) in [(true, false), (false, true), (true, true)] {
                let stored = StoredEdges { outgoing, incoming };
                let partition = Partition::by_edges(&graph, ranks, stored);
                let parts = divide(&graph, &partition, stored);
                let all = |count: fn(&Part) -> usize| {
                    let counts = parts.iter().map(count);
                    (counts.clone().sum::<usize>() as u64, counts.max().unwrap_or_default())
                };
                let (edges, most_edges) = all(|part| part.edges.len());
                let (copies, most_copies) = all(|part| part.copies.len());
                let owners =
                    |part: &Part| part.copies_of.iter().filter(|copies| !copies.is_empty()).count();
                let expected = Shares {
                    ranks,
                    most_nodes: all(|part| part.owned.len()).1 as u32,
                    edges,
                    most_edges: most_edges as u64,
                    copies,
                    most_copies: most_copies as u32,
                    pairs: all(owners).0,
                };
                assert_eq!(Shares::of_each(&graph, [ranks], stored).unwrap(), [expected], "{spec}");
            }
        }
    }
}
