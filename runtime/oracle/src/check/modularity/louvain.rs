//! A sequential Louvain method, as a lower bound of the modularity that programs must reach.
//!
//! From: Blondel, Guillaume, Lambiotte and Lefebvre, "Fast unfolding of communities in large
//! networks", J. Stat. Mech. 2008.

use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::{AddAssign, SubAssign};

/// The weights of a graph: whole numbers, whose gains are exact, or real numbers, whose gains are
/// rounded.
pub trait Amount: Copy + Default + PartialOrd + AddAssign + SubAssign + Sum {
    /// Products of two sums of weights.
    type Product: Copy + PartialOrd;

    /// Returns the weight as a real number.
    fn as_real(self) -> f64;

    /// Returns `a * b - c * d`.
    fn difference(ab: (Self, Self), cd: (Self, Self)) -> Self::Product;

    /// Returns whether a node of this weight, in a graph of this total weight, that moves from a
    /// community of value `from` to one of value `to` increases the modularity by more than rounding
    /// explains.
    fn is_better(to: Self::Product, from: Self::Product, strength: Self, total: Self) -> bool;

    /// Returns whether the difference is greater than what rounding explains, for two nodes of which
    /// the lighter one has this weight.
    fn is_gain(gain: Self::Product, strength: Self, total: Self) -> bool;
}

impl Amount for u64 {
    type Product = i128;

    fn as_real(self) -> f64 {
        self as f64
    }

    fn difference((a, b): (u64, u64), (c, d): (u64, u64)) -> i128 {
        i128::from(a) * i128::from(b) - i128::from(c) * i128::from(d)
    }

    fn is_better(to: i128, from: i128, _: u64, _: u64) -> bool {
        to > from
    }

    fn is_gain(gain: i128, _: u64, _: u64) -> bool {
        gain > 0
    }
}

/// The gain, as a share of the weight of the node that moves, which a rounded sum can feign. Programs
/// may ignore smaller gains.
const ROUNDED_GAIN: f64 = 1e-8;

impl Amount for f64 {
    type Product = f64;

    fn as_real(self) -> f64 {
        self
    }

    fn difference((a, b): (f64, f64), (c, d): (f64, f64)) -> f64 {
        a * b - c * d
    }

    fn is_better(to: f64, from: f64, strength: f64, total: f64) -> bool {
        Self::is_gain(to - from, strength, total)
    }

    fn is_gain(gain: f64, strength: f64, total: f64) -> bool {
        gain > ROUNDED_GAIN * strength * total
    }
}

/// A graph whose edges are weighted in both directions. A self-loop has the weight of both
/// directions.
pub struct Weighted<W> {
    /// The neighbours of each node, including itself, with the weights of the edges.
    pub edges: Vec<BTreeMap<u32, W>>,
}

impl<W: Amount> Weighted<W> {
    /// Returns the weight of all edges of each node.
    pub fn strengths(&self) -> Vec<W> {
        self.edges.iter().map(|edges| edges.values().copied().sum()).collect()
    }

    /// Returns the graph whose nodes are the communities, which are numbered from 0.
    pub fn contracted(&self, community: &[u32]) -> Weighted<W> {
        let count = community.iter().max().map_or(0, |most| *most as usize + 1);
        let mut edges = vec![BTreeMap::new(); count];
        for (node, neighbours) in self.edges.iter().enumerate() {
            for (neighbour, weight) in neighbours {
                let to = community[*neighbour as usize];
                *edges[community[node] as usize].entry(to).or_default() += *weight;
            }
        }
        Weighted { edges }
    }

    /// Returns the modularity if each node is a community.
    pub fn modularity(&self) -> f64 {
        let strengths = self.strengths();
        let total = strengths.iter().copied().sum::<W>().as_real();
        if total == 0.0 {
            return 0.0;
        }
        let inside =
            |node: usize| self.edges[node].get(&(node as u32)).copied().unwrap_or_default();
        let share = |node: usize| {
            let of_all = strengths[node].as_real() / total;
            inside(node).as_real() / total - of_all * of_all
        };
        (0..self.edges.len()).map(share).sum()
    }

    /// Returns whether joining two nodes increases the modularity.
    pub fn gains_by_joining(&self, total: W, strengths: &[W], (a, b): (u32, u32)) -> bool {
        let between = self.edges[a as usize].get(&b).copied().unwrap_or_default();
        let (of_a, of_b) = (strengths[a as usize], strengths[b as usize]);
        let lighter = if of_a < of_b { of_a } else { of_b };
        W::is_gain(W::difference((total, between), (of_a, of_b)), lighter, total)
    }

    /// Moves nodes one after the other until no move increases the modularity. Returns the
    /// communities, numbered from 0.
    fn moved(&self) -> Vec<u32> {
        let strengths = self.strengths();
        let total: W = strengths.iter().copied().sum();
        let mut community: Vec<u32> = (0..self.edges.len() as u32).collect();
        let mut volumes = strengths.clone();
        let mut moving = total > W::default();
        while moving {
            moving = false;
            for node in 0..self.edges.len() {
                let (from, strength) = (community[node], strengths[node]);
                volumes[from as usize] -= strength;
                let mut links: BTreeMap<u32, W> = BTreeMap::from([(from, W::default())]);
                for (neighbour, weight) in &self.edges[node] {
                    if *neighbour as usize != node {
                        *links.entry(community[*neighbour as usize]).or_default() += *weight;
                    }
                }
                let value =
                    |to: u32| W::difference((total, links[&to]), (strength, volumes[to as usize]));
                let mut best = from;
                for to in links.keys().copied() {
                    if value(to) >= value(best) {
                        best = to;
                    }
                }
                let is_better = W::is_better(value(best), value(from), strength, total);
                let to = if is_better { best } else { from };
                moving |= to != from;
                volumes[to as usize] += strength;
                community[node] = to;
            }
        }
        numbered(&community)
    }
}

/// Returns the modularity that the method reaches.
pub fn reached<W: Amount>(mut graph: Weighted<W>) -> f64 {
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
