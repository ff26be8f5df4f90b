//! `road:NODES`: a planar, connected graph with few edges and long paths, like a road map.
//!
//! The nodes form a lattice, row by row, with `columns = ⌈√NODES⌉` nodes in a row (the last row may
//! be shorter). The candidate edges are the steps to the right, the steps down, and *one* of the
//! two diagonals of each square of four nodes, picked at random. Drawn as straight lines,
//! candidates never cross. Every subset of them is therefore a planar graph, in which each node has
//! at most 8 neighbours.
//!
//! 1. Kruskal's algorithm over the candidates in random order (diagonals tend to come later) picks
//!    a spanning tree. The graph is therefore connected, and the paths of the tree wind.
//! 2. Candidates in a second random order are added until the mean degree is `degree`. The default,
//!    2.76, is the mean degree of New York in the 9th DIMACS challenge.
//!
//! Each road is stored as two edges, one per direction. Weights are
//! [distances](WeightRule::Distance) by default. At New York's 264,346 nodes, the diameter is at
//! least 842 (published tables give 620 for New York).
//!
//! Candidate `4 v + k` goes from node `v` to the right (`k` = 0), down (1), or along the diagonal
//! of the square (2) whose upper left node is `v`. Let `n_j` be
//! [`number(seed, 4 v + k, j)`](super::random). The key of the first order is the upper 30 bits of
//! `n_0`, plus 2^28 for diagonals. The key of the second order is the upper 31 bits of `n_1`. Equal
//! keys are ordered by candidate number. A diagonal goes from upper left to lower right if `n_2` of
//! candidate `4 v + 2` is even, and from lower left to upper right otherwise.

use rayon::prelude::*;

use super::drawn::Drawn;
use super::error::GenerateError;
use super::parameters::Parameters;
use super::random::number;
use super::regular::both_ways;
use super::weight::WeightRule;

/// The keys of `road` in addition to `weights`.
pub(super) const KEYS: &[&str] = &["degree", "seed"];

/// Number of bits of a sort key that hold the candidate. The random rank is above them.
const CANDIDATE_BITS: u32 = 33;

/// The largest number of nodes: candidates must fit 33 bits, and each node takes four candidate
/// numbers.
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

/// Picks a spanning tree of the lattice and further candidates, `wanted` edges in total, ordered by
/// candidate number. The result is larger if the tree has more than `wanted` edges, and smaller if
/// the lattice has fewer candidates.
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

    /// Returns the two ends of a candidate, or `None` if one of them does not exist.
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
        // `to` is the larger end. In a short last row it may be missing.
        (to < u64::from(self.nodes)).then_some((from as u32, to as u32))
    }

    /// Returns whether the diagonal of a square goes from the upper left to the lower right.
    fn falls(&self, diagonal: u64) -> bool {
        self.number(diagonal, 2).is_multiple_of(2)
    }

    /// Returns the 31-bit key by which candidates are sorted for the spanning tree. Diagonals tend
    /// to come later.
    fn tree_rank(&self, candidate: u64) -> u64 {
        let later = if candidate % 4 == 2 { 1 << 28 } else { 0 };
        (self.number(candidate, 0) >> 34) + later
    }

    /// Returns the 31-bit key by which the candidates that are not in the spanning tree are sorted.
    fn extra_rank(&self, candidate: u64) -> u64 {
        self.number(candidate, 1) >> 33
    }

    /// Returns the random number at this position of the candidate's stream: `number(seed,
    /// candidate, position)` of [`super::random`].
    fn number(&self, candidate: u64, position: u64) -> u64 {
        number(self.seed, candidate, position)
    }
}

/// Disjoint sets of nodes: Tarjan's union-find with path halving.
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

    /// Joins the sets of two nodes. Returns `false` if they were already in one set.
    fn join(&mut self, one: u32, other: u32) -> bool {
        let (one, other) = (self.root(one), self.root(other));
        self.parent[one.max(other) as usize] = one.min(other);
        one != other
    }
}
