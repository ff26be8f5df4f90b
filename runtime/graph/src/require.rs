//! Changes a graph so that it meets the requirements of a program.

use crate::csr::Graph;
use crate::edit::{drop_edges, rebuilt};
use crate::error::GraphError;
use crate::options::{LoadOptions, ParallelKey};

impl Graph {
    /// Returns the graph with a reverse for every edge. If an edge u → v has no reverse edge v → u
    /// of any weight, an edge v → u with the same weight is added to the row of v. The edges of
    /// each row are in the order in which a walk over all edges, row by row, adds them: an added
    /// edge comes before the others if u is smaller than v. Self-loops do not change.
    ///
    /// # Errors
    ///
    /// Returns an error if the result would have too many edges.
    pub fn undirected(self) -> Result<Graph, GraphError> {
        // The rows of the reversed graph are sorted, so the sources of a node can be searched.
        let reversed = self.transposed();
        rebuilt(self, |u, v| reversed.neighbours(u).binary_search(&v).is_err(), false)
    }

    /// Returns the graph without self-loops and with only the first of several parallel edges.
    pub fn simple(mut self) -> Graph {
        let options = LoadOptions {
            drop_loops: true,
            parallel: ParallelKey::First,
            ..LoadOptions::default()
        };
        drop_edges(&mut self, &options);
        self
    }

    /// Returns the graph with each row sorted by target. The sort is stable.
    pub fn sorted(self) -> Graph {
        self.transposed().transposed()
    }
}

#[cfg(test)]
mod tests {
    use crate::csr::{Graph, Weights};

    fn graph() -> Graph {
        Graph {
            offsets: vec![0u32, 4, 5, 5].into(),
            targets: vec![2, 1, 0, 1, 0].into(),
            weights: Some(Weights::U32(vec![5, 6, 7, 8, 9].into())),
            ids: None,
        }
    }

    #[test]
    fn missing_reverses_are_added() {
        let made = graph().undirected().expect("small");
        assert_eq!(made.offsets.narrow().unwrap(), [0, 4, 5, 6]);
        assert_eq!(made.targets, [2, 1, 0, 1, 0, 0]);
        assert_eq!(made.weights, Some(Weights::U32(vec![5, 6, 7, 8, 9, 5].into())));
    }

    #[test]
    fn loops_and_parallel_edges_are_dropped() {
        let made = graph().simple();
        assert_eq!(
            (made.offsets, made.targets),
            (vec![0u32, 2, 3, 3].into(), vec![2, 1, 0].into())
        );
        assert_eq!(made.weights, Some(Weights::U32(vec![5, 6, 9].into())));
    }

    #[test]
    fn rows_are_sorted() {
        let made = graph().sorted();
        assert_eq!(
            (made.offsets, made.targets),
            (vec![0u32, 4, 5, 5].into(), vec![0, 1, 1, 2, 0].into())
        );
        assert_eq!(made.weights, Some(Weights::U32(vec![7, 6, 8, 5, 9].into())));
    }
}
