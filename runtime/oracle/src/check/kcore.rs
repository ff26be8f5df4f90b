//! `check kcore(core)`: the core number of a node is the largest `k` for which the node is in a
//! subgraph in which every node has at least `k` neighbours.
//!
//! The graph is treated as undirected and simple: self-loops and parallel edges do not count.

use super::partition::{LABELS, labels};
use super::{Check, Kind, Mismatch, Parameter};
use crate::adjacency::Adjacency;

/// The check `kcore`.
pub const CHECK: Check = Check {
    name: "kcore",
    summary: "core is the largest k for which the node is in a subgraph of minimum degree k",
    parameters: &[Parameter { name: "core", kind: Kind::Column(LABELS) }],
    run: |graph, arguments| Ok(check_cores(graph, &labels(arguments.column(0)))?),
    run_on_edges: None,
};

/// Computes the core number of each node. The algorithm repeatedly removes a node with the fewest
/// remaining neighbours. The core number of a removed node is the largest number of neighbours that
/// any node had at its removal so far.
pub fn cores(graph: &Adjacency) -> Vec<u32> {
    cores_of_simple(&graph.undirected().simple())
}

fn cores_of_simple(neighbours: &Adjacency) -> Vec<u32> {
    let degree = |node| neighbours.targets(node).len();
    let mut remaining: Vec<usize> = (0..neighbours.nodes()).map(degree).collect();
    // `by_degree[d]` has the nodes with `d` remaining neighbours. A node may also still be listed
    // under its earlier, larger numbers.
    let mut by_degree = vec![vec![]; remaining.iter().max().map_or(0, |most| most + 1)];
    for (node, &degree) in (0u32..).zip(&remaining) {
        by_degree[degree].push(node);
    }
    let mut core = vec![None; remaining.len()];
    let mut largest = 0;
    while largest < by_degree.len() {
        let Some(node) = by_degree[largest].pop() else {
            largest += 1;
            continue;
        };
        // The node was already removed under a smaller number.
        if core[node as usize].is_some() {
            continue;
        }
        core[node as usize] = Some(largest as u32);
        for &neighbour in neighbours.targets(node) {
            // Numbers that are smaller than the largest so far are treated as the largest.
            if core[neighbour as usize].is_none() && remaining[neighbour as usize] > largest {
                remaining[neighbour as usize] -= 1;
                by_degree[remaining[neighbour as usize]].push(neighbour);
            }
        }
    }
    core.into_iter().map(|core| core.expect("every node is somewhere")).collect()
}

/// Compares `found`, which has one number per node, with the core numbers.
///
/// # Errors
///
/// Returns an error if a number is wrong.
///
/// # Panics
///
/// Panics if `found` does not have one value per node.
pub fn check_cores(graph: &Adjacency, found: &[i128]) -> Result<(), Mismatch> {
    assert_eq!(found.len(), graph.nodes() as usize, "one core number for each node");
    let neighbours = graph.undirected().simple();
    let cores = cores_of_simple(&neighbours);
    let expected: Vec<i128> = cores.iter().map(|&core| core.into()).collect();
    Mismatch::compare("core", &expected, found, i128::to_string, |node| {
        let at_least = |k| {
            let has = |&&neighbour: &&u32| cores[neighbour as usize] >= k;
            neighbours.targets(node).iter().filter(has).count()
        };
        let core = cores[node as usize];
        let (enough, too_few, next) = (at_least(core), at_least(core + 1), core + 1);
        format!(
            "{enough} of its neighbours are in the {core}-core, and {too_few} in the {next}-core"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns this graph:
    ///
    /// ```text
    /// 0, 1, 2, 3: all joined    3 -> 4 -> 5 -> 3    5 -> 6 -> 6    7
    /// ```
    fn hand_drawn() -> Adjacency {
        let edges = [
            (0, 1),
            (0, 2),
            (3, 0),
            (1, 2),
            (1, 3),
            (2, 3),
            (3, 2),
            (3, 4),
            (4, 5),
            (5, 3),
            (5, 6),
            (5, 6),
            (6, 6),
        ];
        Adjacency::from_edges(8, edges.map(|(u, v)| (u, v, None))).unwrap()
    }

    const CORES: [i128; 8] = [3, 3, 3, 3, 2, 2, 1, 0];

    #[test]
    fn cores_of_a_hand_drawn_graph() {
        assert_eq!(check_cores(&hand_drawn(), &CORES), Ok(()));
        assert_eq!(cores(&Adjacency::from_edges(0, []).unwrap()), []);
    }

    /// Compares core numbers with the definition: the `k`-core has the nodes that remain after
    /// nodes with fewer than `k` neighbours are removed repeatedly.
    #[test]
    fn cores_are_what_their_definition_says() {
        let neighbours = hand_drawn().undirected().simple();
        for k in 0..5u32 {
            let mut remaining = [true; 8];
            for _ in 0..8 {
                for node in 0..8 {
                    let degree =
                        neighbours.targets(node).iter().filter(|&&v| remaining[v as usize]).count();
                    remaining[node as usize] &= degree >= k as usize;
                }
            }
            assert_eq!(remaining, CORES.map(|core| core >= k.into()), "{k}");
        }
    }

    #[test]
    fn every_single_wrong_core_is_refused() {
        for node in 0..8 {
            for wrong in (-1..5).filter(|&wrong| wrong != CORES[node]) {
                let mut found = CORES;
                found[node] = wrong;
                assert_eq!(check_cores(&hand_drawn(), &found).unwrap_err().wrong, 1);
            }
        }
        let found = [3, 3, 3, 5, 2, 2, 1, 0];
        assert_eq!(
            check_cores(&hand_drawn(), &found).unwrap_err().to_string(),
            "1 of 8 nodes have a wrong core\n\
             node 3 has core 5, expected 3: \
             3 of its neighbours are in the 3-core, and 0 in the 4-core"
        );
    }
}
