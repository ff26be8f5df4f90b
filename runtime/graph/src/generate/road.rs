//! `road:NODES`: a planar, connected graph with few edges and long paths, like a road map.
//!
//! The nodes fill a lattice row by row, `columns = ⌈√NODES⌉` to a row (the last row may be
//! shorter). Candidate edges are the steps to the right, the steps down, and in each square of four
//! nodes *one* of its two diagonals, picked at random. Drawn straight, no two candidates cross, so
//! every subset of them is a planar graph, in which no node has more than 8 neighbours.
//!
//! 1. Kruskal's algorithm over the candidates in random order (diagonals tend to come later) picks
//!    a spanning tree: the graph is connected, and the tree's paths wind.
//! 2. Candidates in a second random order are added until the mean degree is `degree` (2.76 unless
//!    given, which is New York's in the 9th DIMACS challenge).
//!
//! Every road is drawn as two edges, one in each direction. Weights are [distances](WeightRule::Distance) unless given.
//! At New York's 264,346 nodes the diameter is at least 842 (New York's is 620 in published
//! tables).
//!
//! Candidate `4 v + k` is that of node `v` to the right (`k` = 0), down (1), along its square's
//! diagonal (2); `v` is the upper left node of its square. With `n_j` for
//! [`number(seed, 4 v + k, j)`](super::random): the first order is by the upper 30 bits of `n_0`,
//! to which diagonals add 2^28; the second by the upper 31 bits of `n_1`; ties by number. The
//! diagonal falls (from upper left to lower right) if `n_2` of candidate `4 v + 2` is even, and
//! rises otherwise.

use rayon::prelude::*;

use super::drawn::Drawn;
use super::error::GenerateError;
use super::parameters::Parameters;
use super::random::Stream;
use super::regular::both_ways;
use super::weight::WeightRule;

/// Keys besides `weights`.
pub(super) const KEYS: &[&str] = &["degree", "seed"];

/// Bits of a sort key that hold the candidate; its random rank is above them.
const CANDIDATE_BITS: u32 = 33;

/// Candidates need 33 bits and each node has up to four numbers for them.
const MOST_NODES: u32 = 1 << 31;

pub(super) fn draw(parameters: Parameters<'_>) -> Result<Drawn, GenerateError> {
    const SIZE: &str = "a number of nodes from 1 to 2^31";
    let nodes = parameters.node_count(1, SIZE)?;
    if nodes > MOST_NODES {
        return Err(parameters.bad_size(SIZE));
    }
    let degree = parameters.real("degree", 2.76, (0.0, 8.0), "a mean degree from 0 to 8")?;
    let wanted = (f64::from(nodes) * degree / 2.0).round() as u64;
    parameters.edges(2 * u128::from(wanted.max(u64::from(nodes) - 1)))?;
    let seed = parameters.seed()?;
    let lattice = Lattice::new(nodes, seed);
    let columns = lattice.columns;
    let weights = parameters.weights(WeightRule::Distance { columns })?;

    let roads = roads(lattice, wanted);
    let edges = 2 * roads.len() as u64;
    Ok(Drawn::new(nodes, edges, both_ways(move |road| roads[road as usize])).weighted(weights))
}

/// A spanning tree of the lattice and more of its edges, `wanted` in all (as far as the tree needs
/// no more and the lattice has as many), in the order of their numbers.
fn roads(lattice: Lattice, wanted: u64) -> Vec<(u32, u32)> {
    let candidates: Vec<u64> = (0..u64::from(lattice.nodes))
        .into_par_iter()
        .flat_map_iter(|node| (0..3).map(move |kind| 4 * node + kind))
        .filter(|&candidate| lattice.edge(candidate).is_some())
        .collect();
    let by_rank = |candidates: Vec<u64>, rank: fn(&Lattice, u64) -> u64| {
        let mut keys: Vec<u64> = candidates
            .into_par_iter()
            .map(|candidate| rank(&lattice, candidate) << CANDIDATE_BITS | candidate)
            .collect();
        keys.par_sort_unstable();
        keys.into_iter().map(|key| key & ((1 << CANDIDATE_BITS) - 1))
    };

    let mut forest = Forest::new(lattice.nodes);
    let (mut chosen, rest): (Vec<u64>, Vec<u64>) = by_rank(candidates, Lattice::tree_rank)
        .partition(|&candidate| {
            let (from, to) = lattice.edge(candidate).expect("only existing candidates are kept");
            forest.join(from, to)
        });
    let extra = wanted.saturating_sub(chosen.len() as u64);
    chosen.extend(by_rank(rest, Lattice::extra_rank).take(usize::try_from(extra).unwrap_or(0)));
    chosen.par_sort_unstable();
    chosen
        .into_par_iter()
        .map(|candidate| lattice.edge(candidate).expect("only existing candidates are kept"))
        .collect()
}

/// The candidate edges of a graph.
#[derive(Debug, Clone, Copy)]
struct Lattice {
    nodes: u32,
    columns: u32,
    seed: u64,
}

impl Lattice {
    fn new(nodes: u32, seed: u64) -> Self {
        let root = nodes.isqrt();
        let columns = if root * root == nodes { root } else { root + 1 };
        Lattice { nodes, columns, seed }
    }

    /// The two ends of a candidate, if both exist.
    fn edge(&self, candidate: u64) -> Option<(u32, u32)> {
        let (node, columns) = (candidate / 4, u64::from(self.columns));
        let has_right = node % columns + 1 < columns;
        let (from, to) = match candidate % 4 {
            0 if has_right => (node, node + 1),
            1 => (node, node + columns),
            2 if has_right && self.falls(candidate) => (node, node + columns + 1),
            2 if has_right => (node + 1, node + columns),
            _ => return None,
        };
        // The larger end is `to`; in a short last row it may be missing.
        (to < u64::from(self.nodes)).then_some((from as u32, to as u32))
    }

    /// Whether the diagonal of a square goes from its upper left to its lower right.
    fn falls(&self, diagonal: u64) -> bool {
        self.number(diagonal, 2).is_multiple_of(2)
    }

    /// 31 bits that order the candidates for the tree: diagonals tend to come later.
    fn tree_rank(&self, candidate: u64) -> u64 {
        let later = if candidate % 4 == 2 { 1 << 28 } else { 0 };
        (self.number(candidate, 0) >> 34) + later
    }

    /// 31 bits that order the candidates which are not in the tree.
    fn extra_rank(&self, candidate: u64) -> u64 {
        self.number(candidate, 1) >> 33
    }

    /// `number(seed, candidate, position)`.
    fn number(&self, candidate: u64, position: usize) -> u64 {
        let mut stream = Stream::new(self.seed, candidate);
        for _ in 0..position {
            stream.next_bits();
        }
        stream.next_bits()
    }
}

/// Disjoint sets of nodes (Tarjan's union-find, with path halving).
struct Forest {
    parent: Vec<u32>,
}

impl Forest {
    fn new(nodes: u32) -> Self {
        Forest { parent: (0..nodes).collect() }
    }

    fn root(&mut self, mut node: u32) -> u32 {
        while self.parent[node as usize] != node {
            let grandparent = self.parent[self.parent[node as usize] as usize];
            self.parent[node as usize] = grandparent;
            node = grandparent;
        }
        node
    }

    /// Joins the sets of two nodes; `false` if they are one set already.
    fn join(&mut self, one: u32, other: u32) -> bool {
        let (one, other) = (self.root(one), self.root(other));
        self.parent[one.max(other) as usize] = one.min(other);
        one != other
    }
}
