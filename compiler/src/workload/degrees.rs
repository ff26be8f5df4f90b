//! The degrees of a graph, and how many work-items of each subgroup run the iterations of a loop at
//! the same time.

use std::collections::BTreeMap;

use super::{SECTOR_BYTES, SUBGROUP};
use crate::passes::orders::Direction;

/// Least number of sectors of a request: those of a coalesced access of 4 bytes by a subgroup. The
/// model assumes that a request of fewer work-items occupies the memory system as long.
const REQUEST_SECTORS: u64 = 4;

/// The numbers of outgoing and of incoming edges of each node, in the order of the nodes.
#[derive(Debug, Clone, Copy)]
pub struct Degrees<'g> {
    /// Number of outgoing edges of each node.
    pub out: &'g [u32],
    /// Number of incoming edges of each node. It has the length and the sum of `out`.
    pub incoming: &'g [u32],
}

impl Degrees<'_> {
    /// Number of nodes.
    pub fn nodes(&self) -> u64 {
        self.out.len() as u64
    }

    /// Number of edges.
    pub fn edges(&self) -> u64 {
        self.out.iter().map(|degree| u64::from(*degree)).sum()
    }

    /// The degrees in a direction.
    fn along(&self, direction: Direction) -> &[u32] {
        match direction {
            Direction::Out => self.out,
            Direction::In => self.incoming,
        }
    }
}

/// How the work-items of subgroups run the iterations of a loop, in lockstep.
///
/// A *round* of a subgroup is one iteration that at least one of its work-items runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Rounds {
    /// Number of rounds in which exactly `n` work-items of a subgroup run an iteration, for each
    /// `n`. The first number is always 0.
    active: [u64; SUBGROUP + 1],
    /// Number of iterations that would fit in the rounds: for each subgroup, its work-items times
    /// its rounds.
    pub slots: u64,
}

impl Rounds {
    /// No rounds.
    pub fn none() -> Rounds {
        Rounds { active: [0; SUBGROUP + 1], slots: 0 }
    }

    /// One iteration for each of a number of work-items.
    pub fn of_work_items(count: u64) -> Rounds {
        let mut rounds = Rounds::none();
        rounds.add(SUBGROUP, count / SUBGROUP as u64);
        rounds.add((count % SUBGROUP as u64) as usize, 1);
        rounds.slots = count;
        rounds
    }

    /// One iteration for each edge of each node. `lanes` work-items, a power of two, share the edges
    /// of a node, and neighbouring work-items have neighbouring nodes.
    pub fn of_rows(degrees: &[u32], lanes: u32) -> Rounds {
        let mut rounds = Rounds::none();
        let nodes_at_once = (SUBGROUP / lanes as usize).max(1);
        // If a subgroup has fewer work-items than a virtual warp, several subgroups share a node.
        let width = lanes.min(SUBGROUP as u32);
        for nodes in degrees.chunks(nodes_at_once) {
            for first_lane in (0..lanes).step_by(SUBGROUP) {
                rounds.add_subgroup(nodes, first_lane, width, lanes);
            }
        }
        rounds
    }

    /// Adds the rounds of a subgroup. For each of its nodes, it has `width` work-items, which start
    /// with the edge at position `first_lane` and then skip `lanes` edges at a time.
    fn add_subgroup(&mut self, nodes: &[u32], first_lane: u32, width: u32, lanes: u32) {
        // The rounds after which some work-items have no more iterations, with their number.
        let mut ends = [(0, 0); 2 * SUBGROUP];
        for (node, degree) in nodes.iter().enumerate() {
            let own = degree.saturating_sub(first_lane);
            let last = (own % lanes).min(width);
            ends[2 * node] = (own / lanes, width - last);
            ends[2 * node + 1] = (own / lanes + 1, last);
        }
        let ends = &mut ends[..2 * nodes.len()];
        ends.sort_unstable();
        let work_items = nodes.len() as u32 * width;
        let (mut round, mut active) = (0, work_items);
        for (end, count) in ends.iter().filter(|(_, count)| *count > 0) {
            self.add(active as usize, u64::from(end - round));
            self.slots += u64::from(work_items) * u64::from(end - round);
            (round, active) = (*end, active - count);
        }
    }

    /// Adds a number of rounds in which `active` work-items run an iteration.
    fn add(&mut self, active: usize, count: u64) {
        if active > 0 {
            self.active[active] += count;
        }
    }

    /// The same rounds, each `factor` times.
    pub fn times(&self, factor: u64) -> Rounds {
        let active = self.active.map(|count| count.saturating_mul(factor));
        Rounds { active, slots: self.slots.saturating_mul(factor) }
    }

    /// Number of iterations.
    pub fn iterations(&self) -> u64 {
        let iterations = (0..).zip(self.active).map(|(n, count)| count.saturating_mul(n));
        iterations.fold(0, u64::saturating_add)
    }

    /// Number of sectors that a request in each round moves, if a request of `n` work-items needs
    /// `sectors(n)` of them. A request costs at least as much as a coalesced access.
    pub fn sectors(&self, sectors: impl Fn(u64) -> u64) -> u64 {
        let requests = (0..).zip(self.active);
        let moved =
            requests.map(|(n, count)| count.saturating_mul(sectors(n).max(REQUEST_SECTORS)));
        moved.fold(0, u64::saturating_add)
    }
}

/// Number of sectors that contain `count` neighbouring elements of `size` bytes.
pub fn sectors_of(count: u64, size: u64) -> u64 {
    (count * size).div_ceil(SECTOR_BYTES)
}

/// The rounds of loops over the edges of nodes, which several variants share.
pub struct Rows<'g> {
    /// The degrees of the graph.
    pub degrees: Degrees<'g>,
    known: BTreeMap<(Direction, u32), Rounds>,
}

impl<'g> Rows<'g> {
    /// Starts without rounds.
    pub fn new(degrees: Degrees<'g>) -> Rows<'g> {
        Rows { degrees, known: BTreeMap::new() }
    }

    /// Returns the rounds of a loop over the edges of nodes that `lanes` work-items share.
    pub fn rounds(&mut self, direction: Direction, lanes: u32) -> &Rounds {
        let degrees = self.degrees.along(direction);
        self.known.entry((direction, lanes)).or_insert_with(|| Rounds::of_rows(degrees, lanes))
    }

    /// Mean number of edges of a node, rounded to the nearest whole number, but at least 1.
    pub fn mean_degree(&self) -> u64 {
        let (nodes, edges) = (self.degrees.nodes().max(1), self.degrees.edges());
        ((edges + nodes / 2) / nodes).max(1)
    }

    /// Whether the rows are so short that neighbouring nodes have neighbouring edges: at most 1.5
    /// edges for each node.
    pub fn are_short(&self) -> bool {
        2 * self.degrees.edges() <= 3 * self.degrees.nodes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts rounds one by one.
    fn counted(degrees: &[u32], lanes: u32) -> Rounds {
        let mut rounds = Rounds::none();
        let lane = |at: usize| (degrees.get(at / lanes as usize), at as u32 % lanes);
        for first in (0..degrees.len() * lanes as usize).step_by(SUBGROUP) {
            let items: Vec<u32> = (first..first + SUBGROUP)
                .map(lane)
                .filter_map(|(degree, lane)| Some(degree?.saturating_sub(lane).div_ceil(lanes)))
                .collect();
            for round in 0..items.iter().copied().max().unwrap_or(0) {
                rounds.add(items.iter().filter(|count| **count > round).count(), 1);
                rounds.slots += items.len() as u64;
            }
        }
        rounds
    }

    #[test]
    fn rounds_are_those_that_are_counted_one_by_one() {
        let degrees: Vec<u32> = (0..150).map(|node| (node * node * 7919) % 83).collect();
        for lanes in (0..7).map(|power| 1 << power) {
            for nodes in [0, 1, 2, 31, 32, 33, 150] {
                let degrees = &degrees[..nodes];
                let rounds = Rounds::of_rows(degrees, lanes);
                assert_eq!(rounds, counted(degrees, lanes), "{nodes} nodes, {lanes} lanes");
                let edges: u32 = degrees.iter().sum();
                assert_eq!(rounds.iterations(), u64::from(edges));
            }
        }
    }

    #[test]
    fn requests_have_a_least_size() {
        let rounds = Rounds::of_work_items(33);
        assert_eq!(rounds.sectors(|n| sectors_of(n, 4)), 4 + REQUEST_SECTORS);
        assert_eq!(rounds.sectors(|n| sectors_of(n, 8)), 8 + REQUEST_SECTORS);
        assert_eq!(rounds.sectors(|n| n), 32 + REQUEST_SECTORS);
        assert_eq!((rounds.iterations(), rounds.slots), (33, 33));
    }

    #[test]
    fn hubs_leave_work_items_idle() {
        let mut degrees = vec![1; 32];
        degrees[7] = 33;
        let rounds = Rounds::of_rows(&degrees, 1);
        assert_eq!((rounds.iterations(), rounds.slots), (64, 32 * 33));
        let shared = Rounds::of_rows(&degrees, 32);
        assert_eq!((shared.iterations(), shared.slots), (64, 32 * 33));
    }
}
