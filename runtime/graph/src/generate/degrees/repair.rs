//! Removes self-loops and parallel edges by double-edge swaps, which preserve all degrees.
//!
//! A swap replaces the edges s → t and u → v by s → v and u → t. It is valid if neither new edge is
//! a self-loop or exists already. Swaps are the usual way to make the configuration model simple;
//! see Fosdick, Larremore, Nishimura and Ugander, "Configuring random graph models with fixed
//! degree sequences" (SIAM Review 60, 2018).

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::{Edge, position};
use crate::generate::random::{below, mix, number};

/// Number of attempts after which the repair checks its progress, at the end of a round.
const STAGE: u64 = 1 << 16;

/// The repair found no valid swap for some edges.
#[derive(Debug)]
pub(super) struct Stuck;

/// Makes the graph simple.
///
/// Every self-loop, and each of several parallel edges except for the first, is wrong. A round
/// makes one attempt for each wrong edge, in order. An attempt swaps the edge with a random other
/// edge if this swap is valid. A stage consists of rounds with at least 65,536 attempts. The repair
/// gives up after a stage that removes less than an eighth of the wrong edges.
pub(super) fn repair(edges: &mut [Edge], seed: u64) -> Result<(), Stuck> {
    let mut pairs = Pairs::with_capacity(edges.len());
    let mut wrong: Vec<usize> = Vec::new();
    for (edge, &pair) in edges.iter().enumerate() {
        if pair.0 == pair.1 || !pairs.insert(pair) {
            wrong.push(edge);
        }
    }
    let mut is_wrong = vec![false; edges.len()];
    wrong.iter().for_each(|&edge| is_wrong[edge] = true);
    let mut attempt = 0;
    let (mut stage_start, mut wrong_at_start) = (0, wrong.len());
    while !wrong.is_empty() {
        if attempt - stage_start >= STAGE {
            if wrong_at_start - wrong.len() < wrong_at_start.div_ceil(8) {
                return Err(Stuck);
            }
            (stage_start, wrong_at_start) = (attempt, wrong.len());
        }
        for &edge in &wrong {
            if !is_wrong[edge] {
                continue;
            }
            let bits = number(seed, attempt, position::PARTNER);
            attempt += 1;
            let partner = below(edges.len() as u64, bits) as usize;
            if !pairs.can_swap(edges[edge], edges[partner]) {
                continue;
            }
            if !std::mem::replace(&mut is_wrong[partner], false) {
                pairs.remove(edges[partner]);
            }
            is_wrong[edge] = false;
            swap(edges, edge, partner);
            pairs.insert(edges[edge]);
            pairs.insert(edges[partner]);
        }
        wrong.retain(|&edge| is_wrong[edge]);
    }
    Ok(())
}

/// Attempts as many swaps of two random edges in a simple graph as it has edges.
pub(super) fn mix_edges(edges: &mut [Edge], seed: u64) {
    let mut pairs = Pairs::with_capacity(edges.len());
    edges.iter().for_each(|&pair| {
        pairs.insert(pair);
    });
    for attempt in 0..edges.len() as u64 {
        let [one, other] = position::MIX
            .map(|position| below(edges.len() as u64, number(seed, attempt, position)) as usize);
        if pairs.can_swap(edges[one], edges[other]) {
            pairs.remove(edges[one]);
            pairs.remove(edges[other]);
            swap(edges, one, other);
            pairs.insert(edges[one]);
            pairs.insert(edges[other]);
        }
    }
}

/// Swaps the targets of two edges.
fn swap(edges: &mut [Edge], one: usize, other: usize) {
    let target = edges[one].1;
    edges[one].1 = std::mem::replace(&mut edges[other].1, target);
}

/// The set of edges.
struct Pairs(HashSet<u64, BuildHasherDefault<Mixer>>);

impl Pairs {
    fn with_capacity(edges: usize) -> Self {
        Self(HashSet::with_capacity_and_hasher(edges, BuildHasherDefault::default()))
    }

    fn insert(&mut self, pair: Edge) -> bool {
        self.0.insert(key(pair))
    }

    fn remove(&mut self, pair: Edge) {
        self.0.remove(&key(pair));
    }

    fn contains(&self, pair: Edge) -> bool {
        self.0.contains(&key(pair))
    }

    /// Returns whether two edges can swap their targets. If the sources or the targets are equal,
    /// the swap would change nothing.
    fn can_swap(&self, (s, t): Edge, (u, v): Edge) -> bool {
        let changes = s != u && t != v;
        changes && s != v && u != t && !self.contains((s, v)) && !self.contains((u, t))
    }
}

fn key((source, target): Edge) -> u64 {
    u64::from(source) << 32 | u64::from(target)
}

/// A fast hash of one 64-bit number. The keys come from [`super::wire`], so nobody can choose them
/// such that they collide.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = mix(self.0 ^ value);
    }
}
