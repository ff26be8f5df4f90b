//! Describes a wrong result in a way that helps to find its cause.

use std::fmt;

/// Number of places with a wrong value that a message describes.
pub(super) const SHOWN: usize = 3;

/// The place to which a value of a result belongs: a node, an edge or the whole graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A node.
    Node(u32),
    /// An edge, identified by its ends.
    Edge {
        /// The source of the edge.
        source: u32,
        /// The target of the edge.
        target: u32,
    },
    /// The graph as a whole, if the result is a single value.
    Graph,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Node(node) => write!(f, "node {node}"),
            Place::Edge { source, target } => write!(f, "the edge {source} -> {target}"),
            Place::Graph => write!(f, "the graph"),
        }
    }
}

/// A place with a wrong value, and the reason why the value is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The place of the wrong value.
    pub place: Place,
    /// The value that the reference algorithm computed.
    pub expected: String,
    /// The value that the program computed.
    pub found: String,
    /// The property of the graph that shows that `found` is wrong.
    pub reason: String,
}

/// A result that differs from the reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The name of the values, such as `level`.
    pub what: &'static str,
    /// Number of places with a wrong value, at least 1.
    pub wrong: usize,
    /// Number of places that were compared.
    pub of: usize,
    /// The first wrong places, in the order in which they were found.
    pub first: Vec<Difference>,
}

impl Mismatch {
    /// Compares one value per node. Calls `explain(node)` for the first wrong nodes.
    pub(super) fn compare<T: PartialEq>(
        what: &'static str,
        expected: &[T],
        found: &[T],
        show: impl Fn(&T) -> String,
        explain: impl Fn(u32) -> String,
    ) -> Result<(), Mismatch> {
        let wrong = |node: usize| expected[node] != found[node];
        Self::of_nodes(what, (0..expected.len()).map(wrong), |node| {
            let (expected, found) = (&expected[node as usize], &found[node as usize]);
            Difference::at(node, show(expected), show(found), explain(node))
        })
    }

    /// Returns an error if any node is wrong. Calls `describe(node)` for the first wrong nodes.
    pub(super) fn of_nodes(
        what: &'static str,
        wrong: impl IntoIterator<Item = bool>,
        describe: impl Fn(u32) -> Difference,
    ) -> Result<(), Mismatch> {
        let mut count = Count::default();
        for (node, wrong) in wrong.into_iter().enumerate() {
            count.add(wrong.then_some(|| describe(node as u32)));
        }
        count.verdict(what)
    }

    /// Returns an error if the differences between the values of all nodes sum to more than
    /// `allowed`, or if the sum is not a number. Calls `explain(node, sum)` for the first nodes
    /// that exceed the average.
    pub(super) fn of_sum(
        what: &'static str,
        (expected, found): (&[f64], &[f64]),
        allowed: f64,
        explain: impl Fn(u32, f64) -> String,
    ) -> Result<(), Mismatch> {
        let error = |node: usize| (expected[node] - found[node]).abs();
        let sum: f64 = (0..found.len()).map(error).sum();
        // The comparison is false for NaN.
        if sum <= allowed {
            return Ok(());
        }
        // Some node exceeds the average, or is not a number.
        let average = allowed / found.len() as f64;
        let is_right = |node: usize| error(node) <= average;
        Mismatch::of_nodes(what, (0..found.len()).map(|node| !is_right(node)), |node| {
            let shown = |values: &[f64]| format!("{:.6e}", values[node as usize]);
            Difference::at(node, shown(expected), shown(found), explain(node, sum))
        })
    }

    /// Creates the mismatch of a single value for the whole graph.
    pub(super) fn of_graph(
        what: &'static str,
        expected: impl ToString,
        found: impl ToString,
        reason: String,
    ) -> Mismatch {
        let (expected, found) = (expected.to_string(), found.to_string());
        let first = vec![Difference { place: Place::Graph, expected, found, reason }];
        Mismatch { what, wrong: 1, of: 1, first }
    }
}

impl Difference {
    /// Creates the difference for a wrong value of `node`.
    pub(super) fn at(node: u32, expected: String, found: String, reason: String) -> Self {
        Difference { place: Place::Node(node), expected, found, reason }
    }
}

/// Counts the places of a result and keeps the descriptions of the first wrong ones.
#[derive(Default)]
pub(super) struct Count {
    wrong: usize,
    of: usize,
    first: Vec<Difference>,
}

impl Count {
    /// Counts a place. If the place is wrong, `wrong` describes it on demand.
    pub fn add(&mut self, wrong: Option<impl FnOnce() -> Difference>) {
        self.of += 1;
        if let Some(describe) = wrong {
            self.wrong += 1;
            if self.first.len() < SHOWN {
                self.first.push(describe());
            }
        }
    }

    /// Returns a mismatch if any place was wrong. `what` is the name of the values.
    pub fn verdict(self, what: &'static str) -> Result<(), Mismatch> {
        let Count { wrong, of, first } = self;
        if wrong == 0 { Ok(()) } else { Err(Mismatch { what, wrong, of, first }) }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { what, wrong, of, first } = self;
        match first.first().map(|difference| difference.place) {
            Some(Place::Graph) => write!(f, "the {what} is wrong")?,
            Some(Place::Edge { .. }) => write!(f, "{wrong} of {of} edges have a wrong {what}")?,
            _ => write!(f, "{wrong} of {of} nodes have a wrong {what}")?,
        }
        for Difference { place, expected, found, reason } in first {
            write!(f, "\n{place} has {what} {found}, expected {expected}: {reason}")?;
        }
        if *wrong > first.len() {
            write!(f, "\nand {} more", wrong - first.len())?;
        }
        Ok(())
    }
}

impl std::error::Error for Mismatch {}
