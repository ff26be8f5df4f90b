//! Connects the ends of edges: the directed configuration model, with or without groups.
//!
//! Each node has as many out-stubs (ends of edges) as its out-degree, and as many in-stubs as its
//! in-degree. Out-stub i of the list sorted by node is the source of edge i. A random permutation
//! of all in-stubs gives the targets.
//!
//! With the key `clustering`, the edges first connect nodes in groups, as in a caveman graph: each
//! node takes its targets from the front of a list of all nodes that have free in-stubs, so nodes
//! that follow each other have nearly the same targets. If all nodes have degree k, the result is
//! groups of k + 1 nodes that are all connected with each other. Only the other edges, which are
//! chosen at random, then permute their targets.

use super::{Degrees, Edge, position};
use crate::generate::random::{below, number};

/// Connects all stubs, and returns the edges, sorted by source.
///
/// The cube root of `clustering` is the share of the edges that stay in groups. A triangle stays if
/// its three edges stay, so the number of triangles is about proportional to `clustering`.
pub(super) fn wire(degrees: &Degrees, clustering: f64, seed: u64) -> Vec<Edge> {
    let mut edges = Vec::with_capacity(degrees.out.iter().map(|&degree| degree as usize).sum());
    for (source, &degree) in (0..).zip(&degrees.out) {
        edges.resize(edges.len() + degree as usize, (source, 0));
    }
    if clustering > 0.0 {
        group(degrees, &mut edges);
    } else {
        let targets = (0..).zip(&degrees.r#in);
        let targets = targets.flat_map(|(node, &degree)| (0..degree).map(move |_| node));
        edges.iter_mut().zip(targets).for_each(|(edge, target)| edge.1 = target);
    }
    // Scaling by a power of two is exact.
    let bound = (libm::cbrt(clustering) * (1u64 << 53) as f64).ceil() as u64;
    let rewired = |edge: u64| number(seed, edge, position::REWIRED) >> 11 >= bound;
    let chosen = |(edge, _): &(u64, &mut Edge)| rewired(*edge);
    let mut targets: Vec<u32> =
        (0..).zip(&mut edges).filter(chosen).map(|(_, edge)| edge.1).collect();
    shuffle(&mut targets, seed);
    let places = (0..).zip(&mut edges).filter(chosen);
    places.zip(targets).for_each(|((_, edge), target)| edge.1 = target);
    edges
}

/// Permutes the list with Fisher and Yates' algorithm.
fn shuffle(targets: &mut [u32], seed: u64) {
    for place in (1..targets.len()).rev() {
        let bits = number(seed, place as u64, position::SHUFFLE);
        targets.swap(place, below(place as u64 + 1, bits) as usize);
    }
}

/// Connects all stubs in groups.
fn group(degrees: &Degrees, edges: &mut [Edge]) {
    let order = order(degrees);
    let starts = starts(&degrees.out);
    let mut free = Free::new(&order, &degrees.r#in);
    let mut left = Vec::new();
    for &node in &order {
        let start = starts[node as usize];
        let end = start + degrees.out[node as usize] as usize;
        let taken = free.take(node, &mut edges[start..end]);
        left.extend(start + taken..end);
    }
    // The last nodes may find too few different nodes. Their edges get the remaining in-stubs, and
    // become self-loops or parallel edges.
    let rest = free.rest();
    left.into_iter().zip(rest).for_each(|(place, target)| edges[place].1 = target);
}

/// Returns the place of each node's first edge in a list that is sorted by node.
fn starts(degrees: &[u32]) -> Vec<usize> {
    let mut end = 0;
    let start = |&degree: &u32| {
        end += degree as usize;
        end - degree as usize
    };
    degrees.iter().map(start).collect()
}

/// Returns the nodes in an order in which out-stubs and in-stubs are used up at the same rate.
/// Otherwise, sources and targets that are near each other would drift apart. If the nodes so far
/// have more out-stubs than in-stubs, a node follows that does not have more out-stubs. Otherwise,
/// a node follows that has more.
fn order(degrees: &Degrees) -> Vec<u32> {
    let surplus =
        |node: u32| i64::from(degrees.out[node as usize]) - i64::from(degrees.r#in[node as usize]);
    let nodes = degrees.out.len() as u32;
    let (mut above, mut below) = (
        (0..nodes).filter(|&node| surplus(node) > 0).peekable(),
        (0..nodes).filter(|&node| surplus(node) <= 0).peekable(),
    );
    let mut balance = 0;
    let next = || {
        let node = match balance > 0 {
            true => below.next().or_else(|| above.next()),
            false => above.next().or_else(|| below.next()),
        }?;
        balance += surplus(node);
        Some(node)
    };
    std::iter::from_fn(next).collect()
}

/// The nodes that have free in-stubs, as a linked list in the order of the nodes.
struct Free {
    /// The node that follows each node in the list. Entry `nodes` is the first node.
    next: Vec<u32>,
    /// Number of free in-stubs of each node.
    stubs: Vec<u32>,
}

impl Free {
    fn new(order: &[u32], stubs: &[u32]) -> Self {
        let end = order.len() as u32;
        let mut next = vec![end; order.len() + 1];
        let mut last = end;
        for &node in order.iter().filter(|&&node| stubs[node as usize] > 0) {
            next[last as usize] = node;
            last = node;
        }
        Self { next, stubs: stubs.to_vec() }
    }

    fn end(&self) -> u32 {
        self.stubs.len() as u32
    }

    /// Uses an in-stub of each of the first nodes other than `source` as the targets of `edges`.
    /// Returns the number of edges that got a target.
    fn take(&mut self, source: u32, edges: &mut [Edge]) -> usize {
        let mut taken = 0;
        let mut last = self.end();
        while taken < edges.len() && self.next[last as usize] != self.end() {
            let node = self.next[last as usize];
            if node == source {
                last = node;
                continue;
            }
            edges[taken].1 = node;
            taken += 1;
            self.stubs[node as usize] -= 1;
            if self.stubs[node as usize] == 0 {
                self.next[last as usize] = self.next[node as usize];
            } else {
                last = node;
            }
        }
        taken
    }

    /// Returns the node of each free in-stub, in the order of the list.
    fn rest(&self) -> impl Iterator<Item = u32> {
        let end = self.end();
        let nodes = std::iter::successors(Some(self.next[end as usize]), move |&node| {
            (node != end).then(|| self.next[node as usize])
        });
        let nodes = nodes.take_while(move |&node| node != end);
        nodes.flat_map(|node| (0..self.stubs[node as usize]).map(move |_| node))
    }
}
