//! Facts about a graph, from a small sample, by which rules choose a plan.
//!
//! Of a graph on a device, only the sample is read. The facts cost little beside loading: a sample has at most [`MOST_NODES`] nodes, and fewer if the graph is small. They
//! are the same whenever the same graph is loaded.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::csr::Graph;

/// Most nodes that a sample has, and that all searches together discover.
const MOST_NODES: u32 = 1024;

/// Fewest nodes of a sample.
const FEWEST_NODES: u32 = 128;

/// One of this many nodes is in a sample.
const SHARE: u32 = 64;

/// Number of nodes from which searches start.
const STARTS: u32 = 4;

/// Edges that a search follows for each node that it may discover.
const EDGES_PER_NODE: usize = 8;

/// Facts about a graph. Degrees are numbers of outgoing edges.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GraphFacts {
    /// Number of nodes.
    pub nodes: u32,
    /// Number of edges.
    pub edges: u64,
    /// Mean degree.
    pub degree: f64,
    /// How unequal degrees are: the mean degree of a node at an end of an edge, divided by the mean degree. Of the two
    /// ends, the one with the larger mean counts. It is near 1 if all nodes are alike, and large if few nodes have most
    /// edges.
    pub skew: f64,
    /// Largest degree of the sampled nodes and of the nodes to which the sampled edges point.
    pub largest: u64,
    /// Estimate of the number of levels of a breadth-first search. It assumes that the number of nodes within a distance
    /// grows in the whole graph as it does around a few nodes, so it is rough: within a factor of 2 or 3 for road
    /// networks, meshes and random graphs.
    pub rounds: f64,
    /// How well the numbers of the nodes follow their degrees, in a sample: the correlation of the ranks (Spearman 1904).
    /// It is near 1 if the nodes are in the order of their degrees, from the largest, and near 0 if the numbers have
    /// nothing to do with the degrees.
    pub ordered: f64,
}

impl GraphFacts {
    /// Looks at a sample of a graph.
    pub fn of(graph: &Graph) -> GraphFacts {
        let (nodes, edges) = (graph.nodes(), graph.edges());
        let degree = if nodes == 0 { 0.0 } else { edges as f64 / f64::from(nodes) };
        if edges == 0 {
            let (skew, largest, rounds, ordered) = (1.0, 0, 1.0, 0.0);
            return GraphFacts { nodes, edges, degree, skew, largest, rounds, ordered };
        }
        let count = (nodes / SHARE).clamp(FEWEST_NODES, MOST_NODES);
        let mut random = Random(u64::from(nodes) ^ edges.rotate_left(32));
        let degree_of = |node: u32| graph.offsets.row_alone(node).len() as u64;
        let mut sources = Degrees::default();
        let mut targets = Degrees::default();
        let mut sampled = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let node = random.below(u64::from(nodes)) as u32;
            let degree = degree_of(node);
            sources.add(degree);
            sampled.push((node, degree));
            targets.add(degree_of(target(graph, random.below(edges))));
        }
        // A node of degree d is the source of d edges.
        let of_sources = sources.squares / sources.sum.max(1.0);
        let of_targets = targets.sum / f64::from(count);
        let skew = of_sources.max(of_targets) / degree;
        let largest = sources.largest.max(targets.largest);
        let rounds = rounds(graph, count, &mut random);
        let ordered = rank_correlation(sampled);
        GraphFacts { nodes, edges, degree, skew, largest, rounds, ordered }
    }

    /// Returns the fact with this name, if there is one.
    pub fn get(&self, name: &str) -> Option<f64> {
        Some(match name {
            "nodes" => f64::from(self.nodes),
            "edges" => self.edges as f64,
            "degree" => self.degree,
            "skew" => self.skew,
            "largest" => self.largest as f64,
            "rounds" => self.rounds,
            "ordered" => self.ordered,
            _ => return None,
        })
    }
}

impl fmt::Display for GraphFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GraphFacts { nodes, edges, degree, skew, largest, rounds, ordered: _ } = self;
        write!(
            f,
            "{nodes} nodes, {edges} edges, mean degree {degree:.1}, skew {skew:.1}, degrees up to \
             {largest} in a sample, about {rounds:.0} levels"
        )
    }
}

/// Returns the correlation of the ranks of nodes by number and by falling degree, and 0 if all degrees are equal.
fn rank_correlation(mut sampled: Vec<(u32, u64)>) -> f64 {
    // The ranks by degree of the nodes in the order of their numbers, as deviations from the mean. Equal degrees have the
    // mean of their ranks.
    sampled.sort_unstable();
    // A small graph's nodes are sampled several times.
    sampled.dedup();
    let mut by_degree: Vec<usize> = (0..sampled.len()).collect();
    by_degree.sort_by_key(|at| std::cmp::Reverse(sampled[*at].1));
    let mean = (sampled.len() as f64 - 1.0) / 2.0;
    let mut ranks = vec![0.0; sampled.len()];
    let mut first = 0;
    for equal in by_degree.chunk_by(|a, b| sampled[*a].1 == sampled[*b].1) {
        let rank = first as f64 + (equal.len() as f64 - 1.0) / 2.0;
        equal.iter().for_each(|at| ranks[*at] = rank - mean);
        first += equal.len();
    }
    let numbers = (0..sampled.len()).map(|at| at as f64 - mean);
    let (mut both, mut of_numbers, mut of_ranks) = (0.0, 0.0, 0.0);
    for (number, rank) in numbers.zip(ranks) {
        both += number * rank;
        of_numbers += number * number;
        of_ranks += rank * rank;
    }
    if of_ranks == 0.0 { 0.0 } else { both / (of_numbers * of_ranks).sqrt() }
}

/// The degrees of sampled nodes.
#[derive(Default)]
struct Degrees {
    sum: f64,
    squares: f64,
    largest: u64,
}

impl Degrees {
    fn add(&mut self, degree: u64) {
        self.sum += degree as f64;
        self.squares += (degree as f64).powi(2);
        self.largest = self.largest.max(degree);
    }
}

/// A search from one node.
struct Search {
    /// Number of nodes that were discovered at each distance, up to the last complete one.
    levels: Vec<usize>,
    /// Number of nodes that were discovered.
    discovered: usize,
    /// Whether the search ended because it had discovered enough.
    is_cut: bool,
}

/// Estimates the number of levels of a breadth-first search of the whole graph, from searches that discover few nodes.
fn rounds(graph: &Graph, most: u32, random: &mut Random) -> f64 {
    let each = (most / STARTS) as usize;
    let mut best: Option<Search> = None;
    for _ in 0..STARTS {
        // A node that an edge points to is seldom without edges.
        let start = target(graph, random.below(graph.edges()));
        let search = search(graph, start, each);
        if best.as_ref().is_none_or(|best| search.discovered > best.discovered) {
            best = Some(search);
        }
    }
    best.map_or(1.0, |search| search.extrapolated(graph.nodes()))
}

/// Returns the target of an edge.
fn target(graph: &Graph, edge: u64) -> u32 {
    let edge = edge as usize;
    graph.targets.part(edge..edge + 1)[0]
}

/// Discovers nodes in the order of their distance from `start`, until there are `most`.
fn search(graph: &Graph, start: u32, most: usize) -> Search {
    let mut known = NodeSet::with_room_for(most);
    known.insert(start);
    let mut level = vec![start];
    let mut levels = vec![];
    let mut discovered = 1;
    let mut left = EDGES_PER_NODE * most;
    while !level.is_empty() {
        levels.push(level.len());
        let mut next = vec![];
        for &node in &level {
            let row = graph.offsets.row_alone(node);
            // One more than it may follow, so that it notices the end.
            let seen = row.start..row.end.min(row.start + left + 1);
            for &target in graph.targets.part(seen).iter() {
                if discovered == most || left == 0 {
                    return Search { levels, discovered, is_cut: true };
                }
                left -= 1;
                if known.insert(target) {
                    discovered += 1;
                    next.push(target);
                }
            }
        }
        level = next;
    }
    Search { levels, discovered, is_cut: false }
}

impl Search {
    /// Estimates the number of levels that a search of `nodes` nodes would have.
    ///
    /// If r levels have s nodes, and half of them have h nodes, then the number of nodes grows as r to the power of
    /// d = log₂(s / h). In a plane, d is 2; in a random graph, it is large, because the number grows exponentially.
    fn extrapolated(&self, nodes: u32) -> f64 {
        let radius = self.levels.len() as f64;
        if !self.is_cut {
            return radius;
        }
        let half = (self.levels.len() / 2).max(1);
        let within: usize = self.levels[..half].iter().sum();
        let dimension =
            (self.discovered as f64 / within as f64).ln() / (radius / half as f64).ln().max(0.5);
        let missing = (f64::from(nodes) / self.discovered as f64).max(1.0);
        (radius * missing.powf(1.0 / dimension.max(1.0))).min(f64::from(nodes))
    }
}

/// A set of few nodes: a hash table with open addressing.
struct NodeSet {
    /// Nodes, and [`NodeSet::FREE`] where there is none. The length is a power of two.
    slots: Vec<u32>,
}

impl NodeSet {
    /// The number of no node.
    const FREE: u32 = u32::MAX;

    /// Creates an empty set that may get `most` nodes.
    fn with_room_for(most: usize) -> NodeSet {
        NodeSet { slots: vec![NodeSet::FREE; (2 * most + 1).next_power_of_two()] }
    }

    /// Adds a node. Returns whether it is new.
    fn insert(&mut self, node: u32) -> bool {
        let last = self.slots.len() - 1;
        // The upper half of the product depends on all bits of the node (Knuth, volume 3, section 6.4).
        let mut at = (u64::from(node).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & last;
        while self.slots[at] != NodeSet::FREE {
            if self.slots[at] == node {
                return false;
            }
            at = (at + 1) & last;
        }
        self.slots[at] = node;
        true
    }
}

/// Random numbers that are the same on every machine: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014).
struct Random(u64);

impl Random {
    /// Returns a number from 0 to `end - 1`.
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        ((u128::from(z) * u128::from(end)) >> 64) as u64
    }
}
