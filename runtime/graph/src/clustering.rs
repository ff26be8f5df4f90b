//! The clustering coefficient of a graph: how often two neighbours of a node are neighbours of each
//! other.
//!
//! This is the *transitivity* (Newman, "Networks", chapter 7): the share of the paths of two
//! edges (wedges) whose ends are connected. Directions, self-loops and parallel edges do not count.

use rayon::prelude::*;

use crate::csr::Graph;
use crate::error::GraphError;
use crate::generate::random::{below, number};
use crate::memory;
use crate::threads;

/// The largest number of wedges for which every wedge is checked.
const CHECKED_WEDGES: u64 = 1 << 22;
/// Number of random wedges that are checked if there are more. The standard error of the estimate
/// is at most 0.001.
const SAMPLE: u64 = 1 << 18;

/// Returns the transitivity of the graph, from 0 to 1, or `None` if no node has two neighbours.
///
/// The result is exact if the graph has at most 2²² wedges. Otherwise, it is an estimate from 2¹⁸
/// random wedges, with a standard error of at most 0.001. The estimate is the same in every call.
///
/// # Errors
///
/// Returns an error if there is not enough memory: the function needs about eight bytes for each
/// edge.
pub fn transitivity(graph: &Graph) -> Result<Option<f64>, GraphError> {
    threads::start();
    let neighbours = Neighbours::of(graph)?;
    let wedges = neighbours.wedges();
    let all = wedges.last().copied().unwrap_or(0);
    if all == 0 {
        return Ok(None);
    }
    let (checked, chosen): (u64, &(dyn Fn(u64) -> u64 + Sync)) = match all <= CHECKED_WEDGES {
        true => (all, &|wedge| wedge),
        false => (SAMPLE, &|sample| below(all, number(1, sample, 0))),
    };
    let is_closed = |&sample: &u64| neighbours.is_closed(&wedges, chosen(sample));
    let closed = (0..checked).into_par_iter().filter(is_closed).count();
    Ok(Some(closed as f64 / checked as f64))
}

/// The different neighbours of each node other than the node itself, in either direction, sorted.
struct Neighbours {
    starts: Vec<usize>,
    all: Vec<u32>,
}

impl Neighbours {
    fn of(graph: &Graph) -> Result<Self, GraphError> {
        memory::check(8 * (graph.edges() + u64::from(graph.nodes())))?;
        let incoming = graph.incoming_sources()?;
        let (mut starts, mut all) = (vec![0], Vec::with_capacity(2 * graph.targets.len()));
        let mut row = Vec::new();
        for node in 0..graph.nodes() {
            row.clear();
            row.extend_from_slice(graph.neighbours(node));
            row.extend_from_slice(&incoming.values[incoming.offsets.row(node)]);
            row.sort_unstable();
            row.dedup();
            all.extend(row.iter().filter(|&&other| other != node));
            starts.push(all.len());
        }
        Ok(Self { starts, all })
    }

    fn row(&self, node: usize) -> &[u32] {
        &self.all[self.starts[node]..self.starts[node + 1]]
    }

    /// Returns the number of wedges whose middle is below each node; the last entry counts all.
    fn wedges(&self) -> Vec<u64> {
        let degrees = self.starts.windows(2).map(|row| (row[1] - row[0]) as u64);
        let mut sum = 0;
        let sums = degrees.map(|degree| {
            sum += degree * degree.saturating_sub(1) / 2;
            sum
        });
        std::iter::once(0).chain(sums).collect()
    }

    /// Returns whether the ends of a wedge are connected.
    fn is_closed(&self, wedges: &[u64], wedge: u64) -> bool {
        let middle = wedges.partition_point(|&start| start <= wedge) - 1;
        let row = self.row(middle);
        // Wedge `j (j − 1) / 2 + i` of a node is that of its neighbours i < j.
        let place = wedge - wedges[middle];
        let later = (1 + 8 * u128::from(place)).isqrt().div_ceil(2) as u64;
        let earlier = place - later * (later - 1) / 2;
        let [one, other] = [earlier, later].map(|place| row[place as usize]);
        self.row(one as usize).binary_search(&other).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::{EdgeChunk, assemble};
    use crate::generate::draw;

    fn of(edges: &[(u32, u32)], nodes: u32) -> Option<f64> {
        let (sources, targets) = edges.iter().copied().unzip();
        let chunk = EdgeChunk { sources, targets, weights: None };
        transitivity(&assemble(nodes, vec![chunk]).unwrap()).unwrap()
    }

    #[test]
    fn directions_loops_and_parallel_edges_do_not_count() {
        assert_eq!(of(&[(0, 1), (1, 2), (2, 0)], 3), Some(1.0));
        assert_eq!(of(&[(0, 1), (1, 0), (0, 2), (0, 2), (2, 2)], 3), Some(0.0));
        // A triangle with a tail has five wedges, three of them closed.
        assert_eq!(of(&[(0, 1), (0, 2), (2, 1), (3, 2)], 5), Some(0.6));
        assert_eq!((of(&[(0, 1)], 2), of(&[], 0)), (None, None));
    }

    #[test]
    fn known_graphs_have_known_transitivity() {
        let graph = |name, size| draw(name, size, &[]).unwrap().build().unwrap();
        for (name, size, expected) in
            [("clique", "50", Some(1.0)), ("tree", "63", Some(0.0)), ("clique", "300", Some(1.0))]
        {
            assert_eq!(transitivity(&graph(name, size)).unwrap(), expected, "{name}:{size}");
        }
    }

    /// The estimate for a graph of many wedges agrees with a count of all triangles.
    #[test]
    fn the_estimate_is_near_the_count() {
        let graph = draw("rmat", "14", &[]).unwrap().build().unwrap();
        let neighbours = Neighbours::of(&graph).unwrap();
        let nodes = graph.nodes() as usize;
        let (mut closed, mut wedges) = (0u64, 0u64);
        for row in (0..nodes).map(|node| neighbours.row(node)) {
            wedges += (row.len() * row.len().saturating_sub(1) / 2) as u64;
            for (place, &one) in row.iter().enumerate() {
                let set = neighbours.row(one as usize);
                closed += row[..place].iter().filter(|other| set.contains(other)).count() as u64;
            }
        }
        assert!(wedges > CHECKED_WEDGES, "{wedges}");
        let exact = closed as f64 / wedges as f64;
        let estimate = transitivity(&graph).unwrap().unwrap();
        assert!((exact - estimate).abs() < 0.004 && exact > 0.01, "{exact} {estimate}");
    }
}
