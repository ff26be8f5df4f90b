//! The edges of a graph for oracles that verify a result edge by edge.

use igc_graph::Graph;
use igc_graph::generate::Drawn;
use igc_oracle::stream::EdgeStream;

/// Number of edges, or of rows of a loaded graph, in a part. A part hides the cost of a task, and the
/// threads of the machine share the parts evenly.
const PART: u64 = 1 << 16;

/// The edges of the graph of a run.
pub enum InputEdges<'g> {
    /// The draws of a generator. Repeated draws and self-loops are included, even if the graph does
    /// not have them.
    Drawn {
        /// The draws.
        drawn: &'g Drawn,
        /// Whether the graph also has the reverse of each draw.
        mirrored: bool,
    },
    /// The edges of a graph that was loaded from a file.
    Loaded(&'g Graph),
}

impl InputEdges<'_> {
    /// Returns whether the edges do not come from the graph that programs read.
    pub fn is_independent(&self) -> bool {
        matches!(self, InputEdges::Drawn { .. })
    }
}

impl EdgeStream for InputEdges<'_> {
    fn nodes(&self) -> u32 {
        match self {
            InputEdges::Drawn { drawn, .. } => drawn.nodes(),
            InputEdges::Loaded(graph) => graph.nodes(),
        }
    }

    fn parts(&self) -> usize {
        let items = match self {
            InputEdges::Drawn { drawn, .. } => drawn.draws(),
            InputEdges::Loaded(graph) => graph.nodes().into(),
        };
        items.div_ceil(PART) as usize
    }

    fn for_each(&self, part: usize, visit: &mut dyn FnMut(u32, u32)) {
        let first = part as u64 * PART;
        match self {
            InputEdges::Drawn { drawn, mirrored } => {
                for (source, target) in drawn.chunk(first..first + PART) {
                    visit(source, target);
                    if *mirrored {
                        visit(target, source);
                    }
                }
            }
            InputEdges::Loaded(graph) => {
                let end = (first + PART).min(graph.nodes().into());
                for source in first as u32..end as u32 {
                    graph.neighbours(source).iter().for_each(|target| visit(source, *target));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;

    fn listed(edges: &InputEdges<'_>) -> Vec<(u32, u32)> {
        let mut list = vec![];
        for part in 0..edges.parts() {
            edges.for_each(part, &mut |source, target| list.push((source, target)));
        }
        list.sort_unstable();
        list
    }

    #[test]
    fn the_parts_make_the_graph() {
        let input = Input::load("uniform:15").unwrap();
        let edges = input.edge_stream();
        assert!(edges.parts() == 2 && edges.is_independent());
        let rows = listed(&InputEdges::Loaded(&input.graph));
        assert_eq!(listed(&edges), rows);
        let undirected = Input::load("kout:3").unwrap().require(&["undirected".into()]).unwrap();
        let mut twice = listed(&undirected.edge_stream());
        twice.dedup();
        let mut rows = listed(&InputEdges::Loaded(&undirected.graph));
        rows.dedup();
        assert_eq!(twice, rows);
    }
}
