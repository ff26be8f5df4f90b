//! Divides a graph among ranks: contiguous ranges of nodes with about the same number of stored edges each, and
//! for each rank the edges of its nodes and the copies at their other ends.

use std::ops::Range;

use igc_compiler::ranks::StoredEdges;
use igc_graph::{Graph, Values, Weights};

use crate::Error;

/// The nodes that each rank owns: a contiguous range of the graph's numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    /// The first node of each rank, followed by the number of nodes.
    starts: Vec<u32>,
}

impl Partition {
    /// Divides the nodes so that each rank has about the same sum of nodes and of edges that it stores. Ranks
    /// may have no nodes.
    pub fn by_edges(graph: &Graph, ranks: usize, stored: StoredEdges) -> Partition {
        let nodes = graph.nodes();
        let incoming = stored.incoming.then(|| incoming_before(graph));
        let work_before = |node: u32| {
            let outgoing = if stored.outgoing { graph.offsets.at(node as usize) as u64 } else { 0 };
            let incoming = incoming.as_ref().map_or(0, |before| before[node as usize]);
            u128::from(node) + u128::from(outgoing) + u128::from(incoming)
        };
        let total = work_before(nodes);
        let mut starts = vec![0];
        for rank in 1..ranks {
            let wanted = total * rank as u128 / ranks as u128;
            let (mut low, mut high) = (starts[rank - 1], nodes);
            while low < high {
                let middle = low + (high - low) / 2;
                if work_before(middle) < wanted { low = middle + 1 } else { high = middle }
            }
            starts.push(low);
        }
        starts.push(nodes);
        Partition { starts }
    }

    /// Returns the number of ranks.
    pub fn ranks(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the nodes that a rank owns.
    pub fn owned(&self, rank: usize) -> Range<u32> {
        self.starts[rank]..self.starts[rank + 1]
    }

    /// Returns the numbers that belong to a rank: its nodes, and for the last rank also the numbers that are no nodes.
    pub fn numbers(&self, rank: usize) -> Range<u32> {
        let Range { start, end } = self.owned(rank);
        start..if rank + 1 == self.ranks() { u32::MAX } else { end }
    }

    /// Returns the rank that owns a node.
    pub fn owner(&self, node: u32) -> usize {
        self.starts[1..].partition_point(|end| *end <= node).min(self.ranks() - 1)
    }
}

/// Returns the number of edges that lead to the nodes before each node, and before the end.
fn incoming_before(graph: &Graph) -> Vec<u64> {
    let mut before = vec![0];
    before.extend(graph.in_degrees().into_iter().scan(0, |sum, degree| {
        *sum += degree;
        Some(*sum)
    }));
    before
}

/// The part of a graph that a rank stores. Local numbers are those that the rank owns, in the order of
/// the graph, and then its copies, in the order of the graph.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// The local graph. Copies have only those outgoing edges that are incoming edges of owned nodes.
    pub graph: Graph,
    /// The nodes of the graph that the rank owns.
    pub owned: Range<u32>,
    /// The number in the graph of each copy, in ascending order.
    pub copies: Vec<u32>,
    /// For each rank, the local numbers of the copies that it owns: a contiguous range.
    pub copies_of: Vec<Range<u32>>,
    /// For each rank, the local numbers of the nodes that this rank owns and of which that rank has
    /// copies, in the order of its copies.
    pub shared_with: Vec<Vec<u32>>,
    /// The number in the graph of each local edge.
    pub edges: Vec<u64>,
    /// For each rank, the local numbers of the edges from nodes that this rank owns to nodes that that rank owns,
    /// in the order of the graph. That rank stores them, too, if the ranks store incoming edges.
    pub edges_to: Vec<Vec<u32>>,
}

impl Part {
    /// Returns the local number of a node of the graph, or `None` if the rank does not store the node.
    pub fn local(&self, node: u32) -> Option<u32> {
        if self.owned.contains(&node) {
            return Some(node - self.owned.start);
        }
        let place = self.copies.binary_search(&node).ok()?;
        Some(self.owned.len() as u32 + place as u32)
    }

    /// Returns for each rank the nodes that it owns and of which this rank has copies, in the order of the copies.
    /// The numbers are those of that rank.
    pub fn copied(&self, partition: &Partition) -> Vec<Vec<u32>> {
        let first = self.owned.len() as u32;
        let of_owner = |(owner, copies): (usize, &Range<u32>)| {
            let start = partition.owned(owner).start;
            copies.clone().map(|local| self.copies[(local - first) as usize] - start).collect()
        };
        self.copies_of.iter().enumerate().map(of_owner).collect()
    }

    /// Returns the local numbers of the edges from nodes that another rank owns to nodes that this rank owns: a
    /// contiguous range, in the order of the graph.
    pub fn edges_of(&self, rank: usize) -> Range<u32> {
        let copies = &self.copies_of[rank];
        let offset = |node: u32| self.graph.offsets.at(node as usize) as u32;
        offset(copies.start)..offset(copies.end)
    }

    /// Returns the number in the graph of each local node.
    pub fn numbers(&self) -> Vec<u32> {
        self.owned.clone().chain(self.copies.iter().copied()).collect()
    }
}

/// Divides a graph: returns the part of each rank.
///
/// # Errors
///
/// Returns an error if the part of a rank is too large.
pub fn divide(
    graph: &Graph,
    partition: &Partition,
    stored: StoredEdges,
) -> Result<Vec<Part>, Error> {
    let ranks = partition.ranks();
    let mut parts = vec![];
    for (rank, edges) in edges_of(graph, partition, stored, 0..ranks).into_iter().enumerate() {
        parts.push(part(graph, partition, rank, (stored, edges)));
    }
    let copied: Vec<Vec<Vec<u32>>> = parts.iter().map(|part| part.copied(partition)).collect();
    for (owner, part) in parts.iter_mut().enumerate() {
        part.shared_with = copied.iter().map(|of_owners| of_owners[owner].clone()).collect();
    }
    Ok(parts)
}

/// Returns the part of one rank, which does not know yet what it shares with other ranks.
pub fn part_of(graph: &Graph, partition: &Partition, stored: StoredEdges, rank: usize) -> Part {
    let edges = edges_of(graph, partition, stored, rank..rank + 1);
    part(graph, partition, rank, (stored, edges.into_iter().next().unwrap_or_default()))
}

/// Returns the edges that some ranks store, in the order of the graph: source, target, and number of the edge.
fn edges_of(
    graph: &Graph,
    partition: &Partition,
    stored: StoredEdges,
    ranks: Range<usize>,
) -> Vec<Vec<(u32, u32, u64)>> {
    let mut edges: Vec<Vec<(u32, u32, u64)>> = vec![vec![]; ranks.len()];
    for source in 0..graph.nodes() {
        let of_source = partition.owner(source);
        if !stored.incoming && !ranks.contains(&of_source) {
            continue;
        }
        for edge in graph.row(source) {
            let target = graph.targets[edge];
            if stored.outgoing && ranks.contains(&of_source) {
                edges[of_source - ranks.start].push((source, target, edge as u64));
            }
            if stored.incoming {
                let of_target = partition.owner(target);
                let is_known = stored.outgoing && of_target == of_source;
                if !is_known && ranks.contains(&of_target) {
                    edges[of_target - ranks.start].push((source, target, edge as u64));
                }
            }
        }
    }
    edges
}

/// Returns the part of a rank with these edges: source, target, and number of the edge.
fn part(
    graph: &Graph,
    partition: &Partition,
    rank: usize,
    (stored, edges): (StoredEdges, Vec<(u32, u32, u64)>),
) -> Part {
    let owned = partition.owned(rank);
    let ends = edges.iter().flat_map(|(source, target, _)| [*source, *target]);
    let mut copies: Vec<u32> = ends.filter(|node| !owned.contains(node)).collect();
    copies.sort_unstable();
    copies.dedup();
    let first = owned.len() as u32;
    let copies_of = (0..partition.ranks()).map(|other| {
        let range = partition.owned(other);
        let place = |node: u32| first + copies.partition_point(|copy| *copy < node) as u32;
        if other == rank { first..first } else { place(range.start)..place(range.end) }
    });
    let copies_of = copies_of.collect();
    let mut part = Part {
        graph: Graph {
            offsets: vec![0u32].into(),
            targets: Values::default(),
            weights: None,
            ids: None,
        },
        owned,
        copies,
        copies_of,
        shared_with: vec![],
        edges: vec![],
        edges_to: vec![vec![]; partition.ranks()],
    };
    // The rows of owned nodes come first.
    let (of_owned, of_copies): (Vec<_>, Vec<_>) =
        edges.into_iter().partition(|(source, ..)| part.owned.contains(source));
    let nodes = first as usize + part.copies.len();
    let (mut degrees, mut targets) = (vec![0u64; nodes + 1], vec![]);
    for (source, target, edge) in of_owned.into_iter().chain(of_copies) {
        let owner = partition.owner(target);
        if stored == (StoredEdges { outgoing: true, incoming: true }) && owner != rank {
            part.edges_to[owner].push(part.edges.len() as u32);
        }
        let local = |node| part.local(node).expect("both ends of an edge are stored");
        degrees[local(source) as usize + 1] += 1;
        targets.push(local(target));
        part.edges.push(edge);
    }
    for node in 0..nodes {
        degrees[node + 1] += degrees[node];
    }
    let narrow: Result<Vec<u32>, _> = degrees.iter().map(|offset| u32::try_from(*offset)).collect();
    part.graph.offsets = narrow.map_or_else(|_| degrees.into(), Into::into);
    part.graph.targets = targets.into();
    part.graph.weights = graph.weights.as_ref().map(|weights| select(weights, &part.edges));
    part
}

/// Returns the weights of these edges.
fn select(weights: &Weights, edges: &[u64]) -> Weights {
    fn of<T: Copy>(values: &[T], edges: &[u64]) -> Vec<T> {
        edges.iter().map(|edge| values[*edge as usize]).collect()
    }
    match weights {
        Weights::U32(values) => Weights::U32(of(values, edges).into()),
        Weights::I64(values) => Weights::I64(of(values, edges).into()),
        Weights::F64(values) => Weights::F64(of(values, edges).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Outgoing edges, incoming edges, both, none.
    const STORED: [StoredEdges; 4] = [
        StoredEdges { outgoing: true, incoming: false },
        StoredEdges { outgoing: false, incoming: true },
        StoredEdges { outgoing: true, incoming: true },
        StoredEdges { outgoing: false, incoming: false },
    ];

    /// 0 → 1, 0 → 3, 1 → 2, 2 → 0, 3 → 3, and node 4 without edges.
    fn graph() -> Graph {
        Graph {
            offsets: vec![0u32, 2, 3, 4, 5, 5].into(),
            targets: vec![1, 3, 2, 0, 3].into(),
            weights: Some(Weights::U32(vec![10, 11, 12, 13, 14].into())),
            ids: None,
        }
    }

    #[test]
    fn every_node_has_one_owner() {
        for (ranks, stored) in (1..8).flat_map(|ranks| STORED.map(|stored| (ranks, stored))) {
            let partition = Partition::by_edges(&graph(), ranks, stored);
            assert_eq!(partition.ranks(), ranks);
            for node in 0..5 {
                let owners = (0..ranks).filter(|rank| partition.owned(*rank).contains(&node));
                assert_eq!(owners.collect::<Vec<_>>(), [partition.owner(node)], "{ranks}, {node}");
            }
        }
    }

    #[test]
    fn ranks_have_as_many_edges_of_the_kind_that_they_store() {
        // Six edges from node 0, or to node 0.
        let star = |is_out: bool| {
            let (offsets, targets): (Vec<u32>, Vec<u32>) = match is_out {
                true => (vec![0, 6, 6, 6, 6, 6, 6], (0..6).collect()),
                false => ((0..=6).collect(), vec![0; 6]),
            };
            Graph { offsets: offsets.into(), targets: targets.into(), weights: None, ids: None }
        };
        for (is_out, stored) in [(true, STORED[0]), (false, STORED[1])] {
            let partition = Partition::by_edges(&star(is_out), 2, stored);
            assert_eq!(partition.owned(0), 0..1, "{is_out}");
            let partition = Partition::by_edges(&star(!is_out), 2, stored);
            assert_eq!(partition.owned(0), 0..3, "{is_out}");
        }
    }

    #[test]
    fn the_part_of_one_rank_is_that_of_a_division() {
        let graph = graph();
        for (ranks, stored) in (1..6).flat_map(|ranks| STORED.map(|stored| (ranks, stored))) {
            let partition = Partition::by_edges(&graph, ranks, stored);
            let parts = divide(&graph, &partition, stored).unwrap();
            for (rank, expected) in parts.iter().enumerate() {
                let mut part = part_of(&graph, &partition, stored, rank);
                let of_ranks = parts.iter().map(|other| other.copied(&partition));
                part.shared_with = of_ranks.map(|copied| copied[rank].clone()).collect();
                assert_eq!(part, *expected, "rank {rank} of {ranks}");
            }
        }
    }

    #[test]
    fn ranks_store_the_edges_of_their_nodes() {
        let graph = graph();
        let partition = Partition { starts: vec![0, 2, 5] };
        let (outgoing, incoming) = (true, false);
        let parts = divide(&graph, &partition, StoredEdges { outgoing, incoming }).unwrap();
        assert_eq!(parts[0].edges, [0, 1, 2]);
        assert_eq!(parts[0].numbers(), [0, 1, 2, 3]);
        assert_eq!(parts[0].copies_of, [2..2, 2..4]);
        assert_eq!(parts[1].edges, [3, 4]);
        assert_eq!(parts[1].numbers(), [2, 3, 4, 0]);
        assert_eq!(parts[1].shared_with, [vec![0, 1], vec![]]);
        assert_eq!(parts[0].shared_with, [vec![], vec![0]]);
        let (outgoing, incoming) = (true, true);
        let parts = divide(&graph, &partition, StoredEdges { outgoing, incoming }).unwrap();
        assert_eq!(parts[0].edges, [0, 1, 2, 3], "the edges of copies are last");
        assert_eq!(parts[1].edges, [3, 4, 1, 2]);
        assert_eq!(parts[1].graph.weights, Some(Weights::U32(vec![13, 14, 11, 12].into())));
        let (outgoing, incoming) = (false, true);
        let parts = divide(&graph, &partition, StoredEdges { outgoing, incoming }).unwrap();
        assert_eq!(parts[0].edges, [0, 3]);
        assert_eq!(parts[1].edges, [4, 1, 2]);
    }
}
