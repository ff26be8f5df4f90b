//! A graph that is divided among ranks, in the memory of this process.

use std::sync::Arc;

use igc_compiler::ranks::StoredEdges;

use super::partition::{Part, Partition, divide};
use crate::Error;
use crate::backend::native::{Native, NativeGraph};
use crate::input::Input;

/// The parts of a graph, each with a team of threads.
pub struct Divided {
    pub partition: Arc<Partition>,
    pub parts: Vec<(Arc<Part>, Arc<NativeGraph>)>,
}

impl Divided {
    /// Divides a graph among ranks, each with a team of this size.
    ///
    /// # Errors
    ///
    /// Returns an error if a part is too large, or if a team cannot start.
    pub fn new(
        input: &Input,
        ranks: usize,
        team: Native,
        stored: StoredEdges,
    ) -> Result<Divided, Error> {
        let partition = Partition::by_edges(&input.graph, ranks, stored);
        let mut parts = vec![];
        for part in divide(&input.graph, &partition, stored)? {
            let local = Input::of(&input.name, part.graph.clone())?;
            let team = team.team().map_err(igc_native::Error::Thread)?;
            parts.push((Arc::new(part), Arc::new(NativeGraph::new(team, local))));
        }
        Ok(Divided { partition: Arc::new(partition), parts })
    }
}
