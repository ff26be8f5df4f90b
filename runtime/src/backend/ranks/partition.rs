//! Divides a graph among ranks: contiguous ranges of nodes with about the same number of stored edges each, and
//! for each rank the edges of its nodes and the copies at their other ends.

use std::ops::Range;

use igc_compiler::ranks::StoredEdges;
use igc_graph::{Graph, Weights};

use crate::Error;

/// Returns the number of elements of all lists.
pub fn total(lists: &[Vec<u32>]) -> u32 {
    lists.iter().map(Vec::len).sum::<usize>() as u32
}

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

    /// Returns the numbers that belong to a rank: its nodes, and for the last rank also the numbers that are not nodes.
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

/// Divides a graph: returns the part of each rank. Each part has a thread.
///
/// # Errors
///
/// Returns an error if the part of a rank is too large.
pub fn divide(
    graph: &Graph,
    partition: &Partition,
    stored: StoredEdges,
) -> Result<Vec<Part>, Error> {
    let mut parts: Vec<Part> = std::thread::scope(|scope| {
        let of_rank = |rank| move || part_of(graph, partition, stored, rank);
        let threads = (0..partition.ranks()).map(|rank| scope.spawn(of_rank(rank)));
        let threads: Vec<_> = threads.collect();
        let panicked = |_| Error::Internal("the division of a graph panicked".into());
        let parts = threads.into_iter().map(|thread| thread.join().map_err(panicked));
        parts.collect::<Result<_, Error>>()
    })?;
    let copied: Vec<Vec<Vec<u32>>> = parts.iter().map(|part| part.copied(partition)).collect();
    for (owner, part) in parts.iter_mut().enumerate() {
        part.shared_with = copied.iter().map(|of_owners| of_owners[owner].clone()).collect();
    }
    Ok(parts)
}

/// Returns the part of one rank, which does not know yet what it shares with other ranks.
pub fn part_of(graph: &Graph, partition: &Partition, stored: StoredEdges, rank: usize) -> Part {
    let owned = partition.owned(rank);
    let mut copies = NodeSet::new(graph.nodes());
    for_each_edge(graph, &owned, stored, |source, target, _| {
        for node in [source, target] {
            if !owned.contains(&node) {
                copies.insert(node);
            }
        }
    });
    let copies = copies.numbered();
    let first = owned.len() as u32;
    let local = |node: u32| match owned.contains(&node) {
        true => node - owned.start,
        false => first + copies.position(node),
    };
    let copies_of = (0..partition.ranks()).map(|other| {
        let range = partition.owned(other);
        let place = |node: u32| first + copies.position(node);
        if other == rank { first..first } else { place(range.start)..place(range.end) }
    });
    let nodes = first as usize + copies.list.len();
    let mut rows = vec![0u64; nodes + 1];
    for_each_edge(graph, &owned, stored, |source, _, _| rows[local(source) as usize + 1] += 1);
    for node in 0..nodes {
        rows[node + 1] += rows[node];
    }
    let mut next = rows.clone();
    let count = rows[nodes] as usize;
    let (mut targets, mut edges) = (vec![0u32; count], vec![0u64; count]);
    let mut edges_to = vec![vec![]; partition.ranks()];
    let sends_edges = stored.outgoing && stored.incoming;
    for_each_edge(graph, &owned, stored, |source, target, edge| {
        let at = &mut next[local(source) as usize];
        if sends_edges && owned.contains(&source) && !owned.contains(&target) {
            edges_to[partition.owner(target)].push(*at as u32);
        }
        targets[*at as usize] = local(target);
        edges[*at as usize] = edge as u64;
        *at += 1;
    });
    let narrow: Result<Vec<u32>, _> = rows.iter().map(|offset| u32::try_from(*offset)).collect();
    let weights = graph.weights.as_ref().map(|weights| select(weights, &edges));
    let (copies_of, copies) = (copies_of.collect(), copies.list);
    let graph = Graph {
        offsets: narrow.map_or_else(|_| rows.into(), Into::into),
        targets: targets.into(),
        weights,
        ids: None,
    };
    Part { graph, owned, copies, copies_of, shared_with: vec![], edges, edges_to }
}

/// Visits the edges that the owner of these nodes stores, in the order of the graph: source, target, and number of the edge.
fn for_each_edge(
    graph: &Graph,
    owned: &Range<u32>,
    stored: StoredEdges,
    mut visit: impl FnMut(u32, u32, usize),
) {
    let sources = match stored {
        StoredEdges { incoming: true, .. } => 0..graph.nodes(),
        StoredEdges { outgoing: true, .. } => owned.clone(),
        StoredEdges { .. } => 0..0,
    };
    for source in sources {
        let is_stored = stored.outgoing && owned.contains(&source);
        for edge in graph.row(source) {
            let target = graph.targets[edge];
            if is_stored || stored.incoming && owned.contains(&target) {
                visit(source, target, edge);
            }
        }
    }
}

/// A set of nodes: a bit for each node.
struct NodeSet(Vec<u64>);

impl NodeSet {
    fn new(nodes: u32) -> NodeSet {
        NodeSet(vec![0; nodes as usize / 64 + 1])
    }

    fn insert(&mut self, node: u32) {
        self.0[node as usize / 64] |= 1 << (node % 64);
    }

    /// Numbers the nodes in ascending order.
    fn numbered(self) -> NumberedNodes {
        let (mut list, mut before) = (vec![], Vec::with_capacity(self.0.len()));
        for (at, word) in self.0.iter().enumerate() {
            before.push(list.len() as u32);
            let mut rest = *word;
            while rest != 0 {
                list.push(at as u32 * 64 + rest.trailing_zeros());
                rest &= rest - 1;
            }
        }
        NumberedNodes { set: self, before, list }
    }
}

/// A set of nodes, each with its position among them.
struct NumberedNodes {
    set: NodeSet,
    /// For each word of the set, the number of nodes in the words before it.
    before: Vec<u32>,
    /// The nodes in ascending order.
    list: Vec<u32>,
}

impl NumberedNodes {
    /// Returns the number of nodes of the set that are smaller than a node, or than the number of nodes.
    fn position(&self, node: u32) -> u32 {
        let (at, below) = (node as usize / 64, (1u64 << (node % 64)) - 1);
        self.before[at] + (self.set.0[at] & below).count_ones()
    }
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
