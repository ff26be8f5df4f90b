//! What a run tells its caller while it runs.

use crate::ir::Value;

/// Receives events of a run.
pub trait Observer {
    /// A kernel is about to be launched. A caller can use this to limit the time between two
    /// launches.
    fn launched(&self, _kernel: &str) {}

    /// The program prints a line.
    fn printed(&self, _line: &str) {}

    /// Returns whether the run is to end. It is asked once in many steps.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// Returns a value as the user sees it. A caller whose graph has other numbers of nodes or edges
    /// than the user's translates them here. It is not called for the nodes and edges of a quotient
    /// graph.
    fn shown(&self, value: Value) -> Value {
        value
    }

    /// Returns a value as the text that a program prints. A caller whose nodes have ids returns the id of
    /// a node.
    fn text(&self, value: Value) -> String {
        self.shown(value).shown()
    }
}

/// Ignores all events.
impl Observer for () {}
