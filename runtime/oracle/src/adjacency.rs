//! The oracle's graph type. It stores the outgoing edges of each node in the order of the input.

use std::fmt;
use std::sync::OnceLock;

/// The largest number of nodes or edges. Ids have 32 bits, and the largest value means "none".
pub const LIMIT: u64 = u32::MAX as u64 - 1;

/// The weight of one edge, as written in the input.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Weight {
    /// A whole number.
    Integer(i64),
    /// A finite real number.
    Real(f64),
}

impl Weight {
    /// Parses a weight. Returns `None` if `text` is not a finite number, or if it is a whole number
    /// that neither 64 bits nor a real number can represent.
    pub fn parse(text: &str) -> Option<Weight> {
        match text.parse() {
            Ok(0) if text.starts_with('-') => return Some(Weight::Real(-0.0)),
            Ok(integer) => return Some(Weight::Integer(integer)),
            Err(_) => {}
        }
        let real: f64 = text.parse().ok()?;
        let digits = text.trim_start_matches(['+', '-']);
        let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
        // Without an exponent, a float is written with all digits of its exact value.
        if is_whole && digits.trim_start_matches('0') != real.abs().to_string() {
            return None;
        }
        real.is_finite().then_some(Weight::Real(real))
    }

    /// Returns the number with the opposite sign, or `None` if it does not fit 64 bits.
    pub fn negated(self) -> Option<Weight> {
        match self {
            Weight::Integer(integer) => integer.checked_neg().map(Weight::Integer),
            Weight::Real(real) => Some(Weight::Real(-real)),
        }
    }

    /// Returns the weight as a non-negative whole number. `3.0` is a whole number. Returns `None`
    /// if the weight is negative or not whole.
    pub fn as_count(self) -> Option<u64> {
        match self {
            Weight::Integer(integer) => u64::try_from(integer).ok(),
            Weight::Real(real) if real.fract() == 0.0 && (0.0..9e15).contains(&real) => {
                Some(real as u64)
            }
            Weight::Real(_) => None,
        }
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Weight::Integer(integer) => integer.fmt(f),
            Weight::Real(real) => real.fmt(f),
        }
    }
}

/// The reason why edges do not form a graph.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AdjacencyError {
    /// An end of an edge is not a node of the graph.
    #[error(
        "an edge goes from node {source_node} to node {target}, but the graph has {nodes} nodes"
    )]
    NoSuchNode {
        /// The source of the edge, from 0.
        source_node: u32,
        /// The target of the edge, from 0.
        target: u32,
        /// Number of nodes.
        nodes: u32,
    },
    /// Some edges have weights and others do not.
    #[error(
        "edge {edge} (counted from 0) {}",
        if *.weighted {
            "has a weight, but the edges before it do not"
        } else {
            "does not have a weight, but the edges before it do"
        }
    )]
    PartlyWeighted {
        /// The index of the first edge that differs from the edges before it.
        edge: usize,
        /// Whether the differing edge has a weight.
        weighted: bool,
    },
    /// The graph has more nodes or edges than 32-bit ids allow.
    #[error("{count} {what} are too many: 32-bit ids allow at most {LIMIT}")]
    TooMany {
        /// The word `nodes` or `edges`.
        what: &'static str,
        /// The number of nodes or edges, or the number at which counting stopped.
        count: u64,
    },
    /// The system cannot provide the memory for this number of nodes.
    #[error("not enough memory for {nodes} nodes")]
    NoMemory {
        /// Number of nodes.
        nodes: u32,
    },
}

/// A directed graph. An undirected edge is stored as two edges, one per direction.
#[derive(Debug, Clone, PartialEq)]
pub struct Adjacency {
    /// The index of the first edge of each node: the edges of node `u` are `first[u]..first[u +
    /// 1]`.
    first: Vec<usize>,
    targets: Vec<u32>,
    /// One weight per edge, or empty if the graph has no weights.
    weights: Vec<Weight>,
    /// The weights of a minimum spanning forest in ascending order. They are computed on first use.
    pub(crate) forest_weights: Cached<Vec<f64>>,
}

/// A cached property of a graph, computed on first use. The cache is ignored when graphs are
/// compared.
#[derive(Debug, Clone)]
pub(crate) struct Cached<T>(OnceLock<T>);

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<T> std::ops::Deref for Cached<T> {
    type Target = OnceLock<T>;

    fn deref(&self) -> &OnceLock<T> {
        &self.0
    }
}

impl<T> PartialEq for Cached<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Adjacency {
    /// Builds the graph with nodes `0..nodes` and the given edges `(source, target, weight)`.
    ///
    /// Duplicates and self-loops are kept. The edges of each node keep their order.
    ///
    /// # Errors
    ///
    /// Returns an error if an edge has an invalid node, if only some edges have weights, if there
    /// are more nodes or edges than [`LIMIT`], or if memory is insufficient.
    pub fn from_edges(
        nodes: u32,
        edges: impl IntoIterator<Item = (u32, u32, Option<Weight>)>,
    ) -> Result<Self, AdjacencyError> {
        check_count("nodes", u64::from(nodes))?;
        // A file of a few bytes may announce billions of nodes. Grouping needs two arrays of this
        // size.
        let enough = Vec::<usize>::new().try_reserve_exact(2 * (nodes as usize + 1));
        enough.map_err(|_| AdjacencyError::NoMemory { nodes })?;
        let mut ends = Vec::new();
        let mut weights = Vec::new();
        for (source, target, weight) in edges {
            if source >= nodes || target >= nodes {
                return Err(AdjacencyError::NoSuchNode { source_node: source, target, nodes });
            }
            if !ends.is_empty() && weight.is_some() == weights.is_empty() {
                let (edge, weighted) = (ends.len(), weight.is_some());
                return Err(AdjacencyError::PartlyWeighted { edge, weighted });
            }
            ends.push((source, target));
            weights.extend(weight);
            check_count("edges", ends.len() as u64)?;
        }
        Ok(Self::grouped_by_source(nodes, &ends, &weights))
    }

    /// Sorts edges by source: counts the edges of each node, then moves every edge to the next free
    /// place of its source.
    fn grouped_by_source(nodes: u32, ends: &[(u32, u32)], weights: &[Weight]) -> Self {
        let mut first = vec![0usize; nodes as usize + 1];
        for &(source, _) in ends {
            first[source as usize + 1] += 1;
        }
        for node in 1..first.len() {
            first[node] += first[node - 1];
        }
        let mut free = first.clone();
        let mut grouped_targets = vec![0; ends.len()];
        let mut grouped_weights = vec![Weight::Integer(0); weights.len()];
        for (edge, &(source, target)) in ends.iter().enumerate() {
            let place = free[source as usize];
            free[source as usize] += 1;
            grouped_targets[place] = target;
            if let Some(&weight) = weights.get(edge) {
                grouped_weights[place] = weight;
            }
        }
        Adjacency {
            first,
            targets: grouped_targets,
            weights: grouped_weights,
            forest_weights: Cached::default(),
        }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u32 {
        (self.first.len() - 1) as u32
    }

    /// Number of edges. An undirected edge is stored as two edges.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// Returns whether edges have weights. A graph without edges counts as unweighted.
    pub fn is_weighted(&self) -> bool {
        !self.weights.is_empty()
    }

    /// The targets of the outgoing edges of `node`.
    ///
    /// # Panics
    ///
    /// Panics if `node` is not below [`nodes`](Self::nodes).
    pub fn targets(&self, node: u32) -> &[u32] {
        &self.targets[self.first[node as usize]..self.first[node as usize + 1]]
    }

    /// The outgoing edges of `node` as `(target, weight)`.
    ///
    /// # Panics
    ///
    /// Panics if `node` is not below [`nodes`](Self::nodes).
    pub fn outgoing(&self, node: u32) -> impl Iterator<Item = (u32, Option<Weight>)> + '_ {
        (self.first[node as usize]..self.first[node as usize + 1])
            .map(|edge| (self.targets[edge], self.weights.get(edge).copied()))
    }

    /// All edges as `(source, target, weight)`, ordered by source.
    pub fn all_edges(&self) -> impl Iterator<Item = (u32, u32, Option<Weight>)> + '_ {
        (0..self.nodes()).flat_map(|source| {
            self.outgoing(source).map(move |(target, weight)| (source, target, weight))
        })
    }

    /// Returns the graph without self-loops and with only the first of several parallel edges. The
    /// edges of each node are sorted by target.
    pub fn simple(&self) -> Self {
        self.rebuilt(|node, mut row| {
            row.retain(|&(target, _)| target != node);
            row.sort_by_key(|&(target, _)| target);
            row.dedup_by_key(|(target, _)| *target);
            row
        })
    }

    /// Returns the graph with a reverse for every edge. If an edge `u -> v` has no reverse edge `v
    /// -> u` of any weight, an edge `v -> u` with the same weight is added after the other edges of
    /// `v`. Self-loops do not change.
    pub fn undirected(&self) -> Self {
        let reversed = self.reversed();
        // For each node, the last node that was found to have an edge to it.
        let mut target_of = vec![u32::MAX; self.nodes() as usize];
        self.rebuilt(|node, mut row| {
            for &(target, _) in &row {
                target_of[target as usize] = node;
            }
            let edges_to_node = reversed.outgoing(node);
            row.extend(edges_to_node.filter(|&(source, _)| target_of[source as usize] != node));
            row
        })
    }

    /// Returns the graph with all edges reversed. The edges of each node are ordered by target.
    fn reversed(&self) -> Self {
        let ends: Vec<_> = self.all_edges().map(|(source, target, _)| (target, source)).collect();
        Self::grouped_by_source(self.nodes(), &ends, &self.weights)
    }

    /// Returns the graph in which `change` has replaced the edges of each node.
    fn rebuilt(&self, mut change: impl FnMut(u32, Row) -> Row) -> Self {
        let mut ends = Vec::with_capacity(self.edges());
        let mut weights = Vec::new();
        for node in 0..self.nodes() {
            for (target, weight) in change(node, self.outgoing(node).collect()) {
                ends.push((node, target));
                weights.extend(weight);
            }
        }
        Self::grouped_by_source(self.nodes(), &ends, &weights)
    }
}

/// The edges of one node, as pairs of target and weight.
type Row = Vec<(u32, Option<Weight>)>;

fn check_count(what: &'static str, count: u64) -> Result<(), AdjacencyError> {
    if count > LIMIT {
        return Err(AdjacencyError::TooMany { what, count });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(nodes: u32, edges: &[(u32, u32)]) -> Adjacency {
        Adjacency::from_edges(nodes, edges.iter().map(|&(u, v)| (u, v, None))).unwrap()
    }

    #[test]
    fn edges_are_grouped_by_source_in_their_order() {
        let graph = graph(4, &[(2, 1), (0, 3), (2, 0), (2, 1), (3, 3)]);
        assert_eq!(graph.targets(0), [3]);
        assert_eq!(graph.targets(1), []);
        assert_eq!(graph.targets(2), [1, 0, 1]);
        assert_eq!(graph.targets(3), [3]);
        assert_eq!((graph.nodes(), graph.edges(), graph.is_weighted()), (4, 5, false));
    }

    #[test]
    fn weights_stay_with_their_edges() {
        let weight = |value| Some(Weight::Integer(value));
        let edges = [(1, 0, weight(10)), (0, 1, weight(20)), (1, 1, weight(30)), (1, 0, weight(5))];
        let graph = Adjacency::from_edges(2, edges).unwrap();
        assert_eq!(
            graph.outgoing(1).collect::<Vec<_>>(),
            [(0, weight(10)), (1, weight(30)), (0, weight(5))]
        );
        let simple = graph.simple();
        assert_eq!(simple.outgoing(1).collect::<Vec<_>>(), [(0, weight(10))]);
        assert_eq!(simple.outgoing(0).collect::<Vec<_>>(), [(1, weight(20))]);
    }

    #[test]
    fn edges_that_make_no_graph_are_refused() {
        let integer = Some(Weight::Integer(1));
        let no_node = AdjacencyError::NoSuchNode { source_node: 0, target: 2, nodes: 2 };
        assert_eq!(Adjacency::from_edges(2, [(0, 2, None)]), Err(no_node));
        for (edges, weighted) in
            [([(0, 1, None), (1, 0, integer)], true), ([(0, 1, integer), (1, 0, None)], false)]
        {
            let error = Adjacency::from_edges(2, edges).unwrap_err();
            assert_eq!(error, AdjacencyError::PartlyWeighted { edge: 1, weighted });
        }
        let too_many = AdjacencyError::TooMany { what: "nodes", count: u64::from(u32::MAX) };
        assert_eq!(Adjacency::from_edges(u32::MAX, []), Err(too_many));
    }

    #[test]
    fn undirected_adds_what_is_missing_and_nothing_else() {
        let graph = graph(3, &[(0, 1), (1, 0), (1, 2), (2, 2)]).undirected();
        assert_eq!(graph.targets(0), [1]);
        assert_eq!(graph.targets(1), [0, 2]);
        assert_eq!(graph.targets(2), [2, 1]);
    }

    #[test]
    fn weights_are_read_without_loss() {
        assert_eq!(Weight::parse("-7"), Some(Weight::Integer(-7)));
        assert_eq!(Weight::parse("7.5e1"), Some(Weight::Real(75.0)));
        assert_eq!(Weight::parse("100000000000000000000"), Some(Weight::Real(1e20)));
        for text in ["", "x", "inf", "NaN", "1e999", "99999999999999999999"] {
            assert_eq!(Weight::parse(text), None, "{text}");
        }
        assert_eq!(Weight::Real(3.0).as_count(), Some(3));
        assert_eq!(Weight::Real(3.5).as_count(), None);
        assert_eq!(Weight::Integer(-1).as_count(), None);
        assert_eq!(Weight::Integer(i64::MIN).negated(), None);
    }
}
