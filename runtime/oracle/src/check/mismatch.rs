//! A wrong result, told so that its cause can be found.

use std::fmt;

/// Wrong places that a message describes.
pub(super) const SHOWN: usize = 3;

/// What a value belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A node.
    Node(u32),
    /// An edge, by its ends.
    Edge {
        /// The node that it leaves.
        source: u32,
        /// The node that it enters.
        target: u32,
    },
    /// The graph as a whole: the result is a single value.
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

/// One place whose value is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Where.
    pub place: Place,
    /// What the reference algorithm says.
    pub expected: String,
    /// What the program says.
    pub found: String,
    /// What in the graph shows that `found` is wrong.
    pub reason: String,
}

/// A result that differs from the reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// What the values are, such as `level`.
    pub what: &'static str,
    /// How many places have a wrong value; at least 1.
    pub wrong: usize,
    /// How many places there are.
    pub of: usize,
    /// The first of the wrong places, in the order in which they were found.
    pub first: Vec<Difference>,
}

impl Mismatch {
    /// Compares a value for each node; `explain(node)` is asked about the first wrong ones.
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

    /// Accepts if no node is wrong; `describe(node)` is asked about the first that are.
    pub(super) fn of_nodes(
        what: &'static str,
        wrong: impl IntoIterator<Item = bool>,
        describe: impl Fn(u32) -> Difference,
    ) -> Result<(), Mismatch> {
        let mut count = Count::default();
        for (node, wrong) in wrong.into_iter().enumerate() {
            count.see(wrong.then_some(|| describe(node as u32)));
        }
        count.verdict(what)
    }

    /// One wrong value for the whole graph.
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
    /// A wrong value of `node`.
    pub(super) fn at(node: u32, expected: String, found: String, reason: String) -> Self {
        Difference { place: Place::Node(node), expected, found, reason }
    }
}

/// Counts places and keeps the first wrong ones.
#[derive(Default)]
pub(super) struct Count {
    wrong: usize,
    of: usize,
    first: Vec<Difference>,
}

impl Count {
    /// One more place; if it is wrong, `describe` may be asked how.
    pub fn see(&mut self, wrong: Option<impl FnOnce() -> Difference>) {
        self.of += 1;
        if let Some(describe) = wrong {
            self.wrong += 1;
            if self.first.len() < SHOWN {
                self.first.push(describe());
            }
        }
    }

    /// Whether all were right.
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
