//! Divides a graph among ranks: contiguous ranges of nodes with about the same number of stored edges each, and
//! for each rank the edges of its nodes and the copies at their other ends.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use igc_compiler::ranks::StoredEdges;
use igc_graph::{Graph, Weights};
use rayon::prelude::*;

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
    pub graph: Arc<Graph>,
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
pub fn divide(graph: &Graph, partition: &Partition, stored: StoredEdges) -> Vec<Part> {
    let ranks = (0..partition.ranks()).into_par_iter();
    let mut parts: Vec<Part> = ranks.map(|rank| part_of(graph, partition, stored, rank)).collect();
    let copied: Vec<Vec<Vec<u32>>> = parts.iter().map(|part| part.copied(partition)).collect();
    for (owner, part) in parts.iter_mut().enumerate() {
        part.shared_with = copied.iter().map(|of_owners| of_owners[owner].clone()).collect();
    }
    parts
}

/// Returns the part of one rank, which does not know yet what it shares with other ranks. All threads take part.
pub fn part_of(graph: &Graph, partition: &Partition, stored: StoredEdges, rank: usize) -> Part {
    let owned = partition.owned(rank);
    let copies = copies(graph, &owned, stored).numbered();
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
    let copies_of = copies_of.collect();
    let numbers: Vec<u32> = owned.clone().chain(copies.list.iter().copied()).collect();
    let stored_edges = |source: u32| {
        let is_stored = stored.outgoing && owned.contains(&source);
        let owned = &owned;
        graph.row(source).filter(move |edge| {
            is_stored || stored.incoming && owned.contains(&graph.targets[*edge])
        })
    };
    let mut rows = vec![0u64; numbers.len() + 1];
    let counts = rows[1..].par_iter_mut().zip(&numbers);
    counts.for_each(|(count, source)| *count = stored_edges(*source).count() as u64);
    for node in 0..numbers.len() {
        rows[node + 1] += rows[node];
    }
    let count = rows[numbers.len()] as usize;
    let (mut targets, mut edges) = (vec![0u32; count], vec![0u64; count]);
    let sends_edges = stored.outgoing && stored.incoming;
    let pieces = split(&rows, &mut targets).into_par_iter().zip(split(&rows, &mut edges));
    let sent = pieces.zip(numbers.par_chunks(PIECE)).enumerate().map(
        |(piece, ((targets, edges), sources))| {
            let mut sent = vec![];
            let mut places = targets.iter_mut().zip(edges).zip(rows[piece * PIECE]..);
            for source in sources {
                for (edge, ((to, number), at)) in stored_edges(*source).zip(places.by_ref()) {
                    let target = graph.targets[edge];
                    (*to, *number) = (local(target), edge as u64);
                    if sends_edges && owned.contains(source) && !owned.contains(&target) {
                        sent.push((partition.owner(target), at as u32));
                    }
                }
            }
            sent
        },
    );
    let sent: Vec<Vec<(usize, u32)>> = sent.collect();
    let mut edges_to = vec![vec![]; partition.ranks()];
    sent.into_iter().flatten().for_each(|(owner, edge)| edges_to[owner].push(edge));
    let narrow: Result<Vec<u32>, _> = rows.iter().map(|offset| u32::try_from(*offset)).collect();
    let weights = graph.weights.as_ref().map(|weights| select(weights, &edges));
    let graph = Graph {
        offsets: narrow.map_or_else(|_| rows.into(), Into::into),
        targets: targets.into(),
        weights,
        ids: None,
    };
    let (graph, copies) = (Arc::new(graph), copies.list);
    Part { graph, owned, copies, copies_of, shared_with: vec![], edges, edges_to }
}

/// Number of local nodes whose edges a thread copies at a time.
const PIECE: usize = 1 << 13;

/// Splits the values of edges after the rows of every [`PIECE`] nodes.
fn split<'v, T>(rows: &[u64], mut values: &'v mut [T]) -> Vec<&'v mut [T]> {
    let last = rows.len() - 1;
    let starts = (0..last).step_by(PIECE);
    let piece = |start: usize| {
        let length = (rows[(start + PIECE).min(last)] - rows[start]) as usize;
        values.split_off_mut(..length).expect("the rows make the whole")
    };
    starts.map(piece).collect()
}

/// Returns the nodes of other ranks at the ends of the edges that the owner of these nodes stores.
fn copies(graph: &Graph, owned: &Range<u32>, stored: StoredEdges) -> NodeSet {
    let set = NodeSet::new(graph.nodes());
    let sources = match stored {
        StoredEdges { incoming: true, .. } => 0..graph.nodes(),
        StoredEdges { outgoing: true, .. } => owned.clone(),
        StoredEdges { .. } => 0..0,
    };
    sources.into_par_iter().with_min_len(PIECE).for_each(|source| {
        let targets = graph.neighbours(source);
        if !owned.contains(&source) {
            if targets.iter().any(|target| owned.contains(target)) {
                set.insert(source);
            }
        } else if stored.outgoing {
            let others = targets.iter().filter(|target| !owned.contains(target));
            others.for_each(|target| set.insert(*target));
        }
    });
    set
}

/// A set of nodes: a bit for each node.
struct NodeSet(Vec<AtomicU64>);

impl NodeSet {
    fn new(nodes: u32) -> NodeSet {
        NodeSet((0..=nodes / 64).map(|_| AtomicU64::new(0)).collect())
    }

    /// Any number of threads may insert nodes.
    fn insert(&self, node: u32) {
        let (word, bit) = (&self.0[node as usize / 64], 1 << (node % 64));
        // Most nodes are in the set already, and a word that only is read stays in the caches of all threads.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Numbers the nodes in ascending order.
    fn numbered(self) -> NumberedNodes {
        let (mut list, mut before) = (vec![], Vec::with_capacity(self.0.len()));
        let words: Vec<u64> = self.0.into_iter().map(AtomicU64::into_inner).collect();
        for (at, word) in words.iter().enumerate() {
            before.push(list.len() as u32);
            let mut rest = *word;
            while rest != 0 {
                list.push(at as u32 * 64 + rest.trailing_zeros());
                rest &= rest - 1;
            }
        }
        NumberedNodes { words, before, list }
    }
}

/// A set of nodes, each with its position among them.
struct NumberedNodes {
    /// A bit for each node of the graph.
    words: Vec<u64>,
    /// For each word of the set, the number of nodes in the words before it.
    before: Vec<u32>,
    /// The nodes in ascending order.
    list: Vec<u32>,
}

impl NumberedNodes {
    /// Returns the number of nodes of the set that are smaller than a node, or than the number of nodes.
    fn position(&self, node: u32) -> u32 {
        let (at, below) = (node as usize / 64, (1u64 << (node % 64)) - 1);
        self.before[at] + (self.words[at] & below).count_ones()
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
            let parts = divide(&graph, &partition, stored);
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
        let parts = divide(&graph, &partition, StoredEdges { outgoing, incoming });
        assert_eq!(parts[0].edges, [0, 1, 2]);
        assert_eq!(parts[0].numbers(), [0, 1, 2, 3]);
        assert_eq!(parts[0].copies_of, [2..2, 2..4]);
        assert_eq!(parts[1].edges, [3, 4]);
        assert_eq!(parts[1].numbers(), [2, 3, 4, 0]);
        assert_eq!(parts[1].shared_with, [vec![0, 1], vec![]]);
        assert_eq!(parts[0].shared_with, [vec![], vec![0]]);
        let (outgoing, incoming) = (true, true);
        let parts = divide(&graph, &partition, StoredEdges { outgoing, incoming });
        assert_eq!(parts[0].edges, [0, 1, 2, 3], "the edges of copies are last");
        assert_eq!(parts[1].edges, [3, 4, 1, 2]);
        assert_eq!(parts[1].graph.weights, Some(Weights::U32(vec![13, 14, 11, 12].into())));
        let (outgoing, incoming) = (false, true);
        let parts = divide(&graph, &partition, StoredEdges { outgoing, incoming });
        assert_eq!(parts[0].edges, [0, 3]);
        assert_eq!(parts[1].edges, [4, 1, 2]);
    }
}
