//! A wrong result, told so that its cause can be found.

use std::fmt;

/// Wrong nodes that a message describes.
const SHOWN: usize = 3;

/// One node whose value is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The node.
    pub node: u32,
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
    /// How many nodes have a wrong value; at least 1.
    pub wrong: usize,
    /// How many nodes there are.
    pub nodes: usize,
    /// The first of the wrong nodes, by number.
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
        let differ = |&node: &usize| expected[node] != found[node];
        let wrong = (0..expected.len()).filter(differ).count();
        if wrong == 0 {
            return Ok(());
        }
        let first = (0..expected.len())
            .filter(differ)
            .take(SHOWN)
            .map(|node| Difference {
                node: node as u32,
                expected: show(&expected[node]),
                found: show(&found[node]),
                reason: explain(node as u32),
            })
            .collect();
        Err(Mismatch { what, wrong, nodes: expected.len(), first })
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { what, wrong, nodes, first } = self;
        write!(f, "{wrong} of {nodes} nodes have a wrong {what}")?;
        for Difference { node, expected, found, reason } in first {
            write!(f, "\nnode {node} has {what} {found}, expected {expected}: {reason}")?;
        }
        if *wrong > first.len() {
            write!(f, "\nand {} more", wrong - first.len())?;
        }
        Ok(())
    }
}

impl std::error::Error for Mismatch {}
