//! Keys of a graph specification that change the graph of a file.
//!
//! The book defines them: `weights=ignore` drops weights, `symmetric` adds the reverse of each edge
//! right after it unless the format lists both directions, `compact` renumbers the nodes with edges,
//! `loops=drop` drops self-loops, and `parallel` keeps one of several parallel edges. They apply in
//! this order. The keys of a table say where its edges are: [`TableKeys`].

use std::cmp::Ordering;

use super::lines::Edges;
use crate::adjacency::Weight;

/// The treatment of the weights of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Weights {
    /// The file states the weights.
    #[default]
    Keep,
    /// The edges have no weights, and the text after the target of an edge list is ignored.
    Ignore,
    /// As `Keep`. The weights of a Galois binary are big-endian.
    BigEndian,
    /// As `Keep`. The weights of a Galois binary are real numbers.
    Float,
}

/// The treatment of parallel edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Parallel {
    /// All parallel edges stay.
    #[default]
    Keep,
    /// The first of them stays.
    First,
    /// The first of them stays, with the smallest weight of all.
    Least,
}

/// The keys of a graph specification.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Keys {
    /// The key `weights`.
    pub weights: Weights,
    /// The key `loops=drop`.
    pub drop_loops: bool,
    /// The key `parallel`.
    pub parallel: Parallel,
    /// The key `compact`.
    pub compact: bool,
    /// The key `symmetric`.
    pub symmetric: bool,
    /// The keys of a table, if one is given.
    pub table: Option<TableKeys>,
    /// Whether the program has weights of type `f32`, so that texts are rounded to this type. This is
    /// not a key of the specification.
    pub single: bool,
}

/// The keys of a table of edges.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableKeys {
    /// The column of the sources.
    pub source: Option<ColumnKey>,
    /// The column of the targets.
    pub target: Option<ColumnKey>,
    /// The column of the weights.
    pub weight: Option<ColumnKey>,
    /// The key `header`.
    pub header: Option<bool>,
    /// The key `separator`. A space means spaces and tabs.
    pub separator: Option<char>,
    /// Whether each different id is a node, if the key `ids` says so.
    pub names: Option<bool>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnKey {
    /// Its name in the first line.
    Name(String),
    /// Its number, from 1.
    Number(u32),
}

impl TableKeys {
    /// Whether each different id is a node, because the key `ids` says so or a column is named.
    pub(super) fn has_names(&self) -> bool {
        self.names.unwrap_or(self.source.is_some() || self.target.is_some())
    }

    /// The columns that have keys.
    pub(super) fn columns(&self) -> impl Iterator<Item = &ColumnKey> {
        [&self.source, &self.target, &self.weight].into_iter().flatten()
    }
}

/// The edges of a file in its order, and the number of nodes.
pub(super) struct Listed {
    pub nodes: u32,
    pub edges: Edges,
    /// Whether the format lists both directions of an edge, or the reader has added them.
    pub has_both_directions: bool,
}

impl Keys {
    /// Returns the graph that the keys make of the edges of a file, and the numbers of the nodes that
    /// `compact` keeps.
    pub(super) fn apply(&self, listed: Listed) -> (u32, Edges, Option<Vec<u32>>) {
        let Listed { mut nodes, mut edges, has_both_directions } = listed;
        let mut kept = None;
        if self.weights == Weights::Ignore {
            edges.iter_mut().for_each(|(_, _, weight)| *weight = None);
        }
        if self.symmetric && !has_both_directions {
            let with_reverse = |&(u, v, weight): &(u32, u32, Option<Weight>)| {
                let reverse = (u != v).then_some((v, u, weight));
                std::iter::once((u, v, weight)).chain(reverse)
            };
            edges = edges.iter().flat_map(with_reverse).collect();
        }
        if self.compact {
            let used;
            (used, edges) = without_isolated_nodes(edges);
            nodes = used.len() as u32;
            kept = Some(used);
        }
        if self.drop_loops {
            edges.retain(|(u, v, _)| u != v);
        }
        if self.parallel != Parallel::Keep {
            edges = without_parallel_edges(edges, self.parallel == Parallel::Least);
        }
        (nodes, edges, kept)
    }
}

/// Renumbers the nodes that have edges, and returns these nodes. They keep their order.
fn without_isolated_nodes(edges: Edges) -> (Vec<u32>, Edges) {
    let mut used: Vec<u32> = edges.iter().flat_map(|&(u, v, _)| [u, v]).collect();
    used.sort_unstable();
    used.dedup();
    let new = |node: u32| used.partition_point(|&other| other < node) as u32;
    let edges = edges.into_iter().map(|(u, v, weight)| (new(u), new(v), weight));
    let edges = edges.collect();
    (used, edges)
}

/// Keeps the first of several parallel edges. It gets the weight of the lightest if `least`.
fn without_parallel_edges(edges: Edges, least: bool) -> Edges {
    let mut place = std::collections::HashMap::new();
    let mut kept: Edges = Vec::new();
    for (u, v, weight) in edges {
        let at = *place.entry((u, v)).or_insert(kept.len());
        match kept.get_mut(at) {
            None => kept.push((u, v, weight)),
            Some((_, _, lightest)) if least && is_lighter(weight, *lightest) => *lightest = weight,
            Some(_) => {}
        }
    }
    kept
}

/// Compares two weights. −0 is lighter than 0.
fn is_lighter(weight: Option<Weight>, than: Option<Weight>) -> bool {
    let real = |weight| match weight {
        Weight::Integer(integer) => integer as f64,
        Weight::Real(real) => real,
    };
    let order = match (weight, than) {
        (Some(Weight::Integer(a)), Some(Weight::Integer(b))) => a.cmp(&b),
        (Some(a), Some(b)) => real(a).total_cmp(&real(b)),
        _ => Ordering::Equal,
    };
    order == Ordering::Less
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(keys: Keys, edges: &[(u32, u32, i64)]) -> (u32, Vec<(u32, u32, i64)>) {
        let edges = edges.iter().map(|&(u, v, w)| (u, v, Some(Weight::Integer(w)))).collect();
        let (nodes, edges, _) = keys.apply(Listed { nodes: 9, edges, has_both_directions: false });
        let whole = |weight| match weight {
            Some(Weight::Integer(whole)) => whole,
            other => unreachable!("{other:?}"),
        };
        (nodes, edges.into_iter().map(|(u, v, weight)| (u, v, whole(weight))).collect())
    }

    #[test]
    fn keys_change_the_edges() {
        let edges = [(7, 2, 5), (7, 7, 1), (2, 7, 4), (7, 2, 3)];
        let symmetric = Keys { symmetric: true, ..Keys::default() };
        let wanted = [(7, 2, 5), (2, 7, 5), (7, 7, 1), (2, 7, 4), (7, 2, 4), (7, 2, 3), (2, 7, 3)];
        assert_eq!(apply(symmetric, &edges), (9, wanted.to_vec()));
        let compact = Keys { compact: true, drop_loops: true, ..Keys::default() };
        assert_eq!(apply(compact, &edges), (2, vec![(1, 0, 5), (0, 1, 4), (1, 0, 3)]));
        let of = |parallel| Keys { parallel, ..Keys::default() };
        let first = vec![(7, 2, 5), (7, 7, 1), (2, 7, 4)];
        assert_eq!(apply(of(Parallel::First), &edges), (9, first));
        let least = vec![(7, 2, 3), (7, 7, 1), (2, 7, 4)];
        assert_eq!(apply(of(Parallel::Least), &edges), (9, least));
    }
}
