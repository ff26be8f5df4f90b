//! The width of edges with which programs run on a graph: 32 bits if the device can count all edges
//! in 32 bits, and otherwise 64 bits.
//!
//! The offsets of the graph in memory have 64 bits only if 32 bits do not suffice. A program may have
//! wide edges on any graph, and its device then gets widened offsets.

use std::sync::Arc;

use igc_compiler::data::{DataError, GraphWords, Words};
use igc_compiler::ir::uniform_loop::is_over_share;
use igc_compiler::ir::{EdgeWidth, MAX_EXTENT, Module};
use igc_graph::{Graph, Offsets};

use super::Input;
use crate::Error;

impl Input {
    /// Returns the width of edges with which programs for this graph compile: a device that has the
    /// graph counts its edges in this width.
    pub fn edge_width(&self) -> EdgeWidth {
        width_for(self.graph.edges())
    }

    /// Checks that the edges of a program are wide enough for the graph.
    ///
    /// # Errors
    ///
    /// Returns an error if they are not, or if the program cannot run on so many edges.
    pub fn check_edges(&self, module: &Module) -> Result<(), Error> {
        check(self.graph.edges(), module)
    }

    pub(super) fn too_many_edges(&self) -> Error {
        DataError::TooLarge { what: "edges".into(), count: self.graph.edges() }.into()
    }
}

/// Rejects graphs that are too large for the counters of strided loops: a loop counts all nodes or
/// the edges of a node in 32 bits, and all edges in 32 or 64 bits.
pub(super) fn check_extent(graph: &Graph) -> Result<(), Error> {
    igc_compiler::data::check_extent("nodes", graph.nodes().into())?;
    if graph.edges() > u64::from(MAX_EXTENT) {
        let degree = graph.offsets.rows().map(|row| row.len()).max();
        let degree = degree.unwrap_or_default() as u64;
        igc_compiler::data::check_extent("edges of one node", degree)?;
    }
    Ok(())
}

/// The offsets that belong to an owner.
struct OffsetsOf<O>(Arc<O>, fn(&O) -> &Offsets);

impl<O> AsRef<[u32]> for OffsetsOf<O> {
    fn as_ref(&self) -> &[u32] {
        self.1(&self.0).narrow().unwrap_or_default()
    }
}

impl<O> AsRef<[u64]> for OffsetsOf<O> {
    fn as_ref(&self) -> &[u64] {
        self.1(&self.0).wide().unwrap_or_default()
    }
}

/// Returns the offsets that `of` finds in their owner, in a width. They are not larger than it allows,
/// which [`check_edges`](Input::check_edges) ensures.
pub(crate) fn offsets_of<O: Send + Sync + 'static>(
    owner: &Arc<O>,
    of: fn(&O) -> &Offsets,
    width: EdgeWidth,
) -> GraphWords {
    let shared = OffsetsOf(Arc::clone(owner), of);
    match of(owner) {
        Offsets::Narrow(_) => GraphWords::Narrow(Words::of(shared)).of_width(width),
        Offsets::Wide(_) if width == EdgeWidth::Wide => GraphWords::Wide(Words::of(shared)),
        Offsets::Wide(_) => GraphWords::Narrow(GraphWords::Wide(Words::of(shared)).narrow()),
    }
}

/// The targets of a graph.
struct TargetsOf(Arc<Graph>);

impl AsRef<[u32]> for TargetsOf {
    fn as_ref(&self) -> &[u32] {
        &self.0.targets
    }
}

/// Returns the targets of a graph.
pub(crate) fn targets_of(graph: &Arc<Graph>) -> GraphWords {
    GraphWords::Narrow(Words::of(TargetsOf(Arc::clone(graph))))
}

fn width_for(edges: u64) -> EdgeWidth {
    match edges > u64::from(MAX_EXTENT) {
        true => EdgeWidth::Wide,
        false => EdgeWidth::Narrow,
    }
}

/// Checks that a program can run on a graph with this number of edges.
fn check(edges: u64, module: &Module) -> Result<(), Error> {
    if width_for(edges) == EdgeWidth::Narrow {
        return Ok(());
    }
    let refuse = |reason| Err(Error::WideEdges { edges, reason });
    if module.edges == EdgeWidth::Narrow {
        return Err(Error::NarrowEdges { edges });
    }
    if module.numbers_edges {
        return refuse("it uses edges or `edge_count` as integers");
    }
    if module.contracts() {
        return refuse("it contracts the graph");
    }
    // A tile could have more edges than its positions of 32 bits can tell apart.
    if module.kernels.iter().any(|kernel| kernel.body.iter().any(is_over_share)) {
        return refuse("`merge` counts the edges of a few nodes in 32 bits");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use igc_compiler::configuration::Configuration;
    use igc_compiler::driver::compile;

    use super::*;

    const MANY: u64 = 5_000_000_000;

    /// Returns what a run of a program says about a graph with a number of edges.
    fn refusal(main: &str, flags: &str, edges: u64) -> Option<String> {
        let text = format!(
            "node label: u32 = 0; original node member: node;
             kernel visit() {{ forall u in nodes {{ forall e in u.out {{ e.dst.label = 1; }} }} }}
             main {{ {main} }} output member;"
        );
        let options = Configuration::parse(flags).unwrap();
        let artefact = compile("p", &text, &options).unwrap().artefact;
        check(edges, &artefact.module).err().map(|error| error.to_string())
    }

    #[test]
    fn a_graph_with_many_edges_needs_a_wide_program() {
        assert_eq!(refusal("visit();", "none", u64::from(MAX_EXTENT)), None);
        let message = refusal("visit();", "none", u64::from(MAX_EXTENT) + 1).unwrap();
        assert!(message.contains("at most 4278190079 edges, but the graph has 4278190080"));
        assert!(message.contains("add `wide-edges`"), "{message}");
        assert_eq!(refusal("visit();", "wide-edges", MANY), None);
    }

    #[test]
    fn programs_that_cannot_have_many_edges_are_refused() {
        let refused = |main| refusal(main, "wide-edges", MANY).unwrap();
        let message = refused("print edge_count; visit();");
        assert!(message.contains("because it uses edges or `edge_count` as integers"), "{message}");
        let message = refused("contract(label, member);");
        assert!(message.contains("because it contracts the graph"), "{message}");
        assert_eq!(refusal("print edge_count; visit();", "wide-edges", 1000), None);
        let message = refusal("visit();", "wide-edges,merge", MANY).unwrap();
        assert!(message.contains("because `merge` counts the edges of a few nodes"), "{message}");
        assert_eq!(refusal("visit();", "wide-edges,merge", 1000), None);
        assert_eq!(refusal("visit();", "wide-edges,wg,sg,fg8", MANY), None);
    }

    #[test]
    fn offsets_have_the_width_of_the_program() {
        let narrow = Arc::new(Offsets::from(vec![0u32, 2, 3]));
        let wide = Arc::new(Offsets::from(vec![0u64, 2, 3]));
        for offsets in [&narrow, &wide] {
            let of_width = |width| offsets_of(offsets, |offsets| offsets, width);
            assert_eq!(of_width(EdgeWidth::Narrow), vec![0u32, 2, 3].into());
            assert_eq!(of_width(EdgeWidth::Wide), vec![0u64, 2, 3].into());
        }
    }
}
