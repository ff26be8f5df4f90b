//! A sequential Louvain method, as a lower bound of the modularity that programs must reach.
//!
//! From: Blondel, Guillaume, Lambiotte and Lefebvre, "Fast unfolding of communities in large
//! networks", J. Stat. Mech. 2008.

use std::collections::BTreeMap;

/// A graph whose edges are weighted in both directions. A self-loop has the weight of both
/// directions.
pub struct Weighted {
    /// The neighbours of each node, including itself, with the weights of the edges.
    pub edges: Vec<BTreeMap<u32, u64>>,
}

impl Weighted {
    /// Returns the weight of all edges of each node.
    pub fn strengths(&self) -> Vec<u64> {
        self.edges.iter().map(|edges| edges.values().sum()).collect()
    }

    /// Returns the graph whose nodes are the communities, which are numbered from 0.
    pub fn contracted(&self, community: &[u32]) -> Weighted {
        let count = community.iter().max().map_or(0, |most| *most as usize + 1);
        let mut edges = vec![BTreeMap::new(); count];
        for (node, neighbours) in self.edges.iter().enumerate() {
            for (neighbour, weight) in neighbours {
                let to = community[*neighbour as usize];
                *edges[community[node] as usize].entry(to).or_default() += weight;
            }
        }
        Weighted { edges }
    }

    /// Returns the modularity if each node is a community.
    pub fn modularity(&self) -> f64 {
        let strengths = self.strengths();
        let total = strengths.iter().sum::<u64>() as f64;
        if total == 0.0 {
            return 0.0;
        }
        let inside = |node: usize| self.edges[node].get(&(node as u32)).copied().unwrap_or(0);
        let share = |node: usize| {
            let of_all = strengths[node] as f64 / total;
            inside(node) as f64 / total - of_all * of_all
        };
        (0..self.edges.len()).map(share).sum()
    }

    /// Returns twice the gain of joining two nodes, times the square of the total weight: a
    /// positive number if the modularity increases.
    pub fn gain_of_joining(&self, total: u64, strengths: &[u64], (a, b): (u32, u32)) -> i128 {
        let between = self.edges[a as usize].get(&b).copied().unwrap_or(0);
        let expected = i128::from(strengths[a as usize]) * i128::from(strengths[b as usize]);
        i128::from(total) * i128::from(between) - expected
    }

    /// Moves nodes one after the other until no move increases the modularity. Returns the
    /// communities, numbered from 0.
    fn moved(&self) -> Vec<u32> {
        let strengths = self.strengths();
        let total: u64 = strengths.iter().sum();
        let mut community: Vec<u32> = (0..self.edges.len() as u32).collect();
        let mut volumes = strengths.clone();
        let mut moving = total > 0;
        while moving {
            moving = false;
            for node in 0..self.edges.len() {
                let (from, strength) = (community[node], strengths[node]);
                volumes[from as usize] -= strength;
                let mut links: BTreeMap<u32, u64> = BTreeMap::from([(from, 0)]);
                for (neighbour, weight) in &self.edges[node] {
                    if *neighbour as usize != node {
                        *links.entry(community[*neighbour as usize]).or_default() += weight;
                    }
                }
                let value = |to: u32| {
                    i128::from(total) * i128::from(links[&to])
                        - i128::from(strength) * i128::from(volumes[to as usize])
                };
                let best = links.keys().copied().max_by_key(|to| value(*to)).unwrap_or(from);
                let to = if value(best) > value(from) { best } else { from };
                moving |= to != from;
                volumes[to as usize] += strength;
                community[node] = to;
            }
        }
        numbered(&community)
    }
}

/// Returns the modularity that the method reaches.
pub fn reached(mut graph: Weighted) -> f64 {
    loop {
        let contracted = graph.contracted(&graph.moved());
        if contracted.edges.len() == graph.edges.len() {
            return graph.modularity();
        }
        graph = contracted;
    }
}

/// Numbers labels from 0, in ascending order.
pub fn numbered(labels: &[u32]) -> Vec<u32> {
    let mut distinct = labels.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let number = |label: &u32| distinct.partition_point(|other| other < label) as u32;
    labels.iter().map(number).collect()
}
