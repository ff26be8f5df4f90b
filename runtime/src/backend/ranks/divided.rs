//! A graph that is divided among ranks of this process, each with a device.

use std::sync::Arc;

use igc_compiler::ranks::StoredEdges;

use super::machine::RankDevices;
use super::partition::{Part, Partition, divide};
use crate::Error;
use crate::input::Input;

/// The parts of a graph, each on a device.
pub struct Divided<H> {
    pub partition: Arc<Partition>,
    pub parts: Vec<(Arc<Part>, H)>,
}

impl<H> Divided<H> {
    /// Divides a graph among devices.
    ///
    /// # Errors
    ///
    /// Returns an error if a part is too large, or if a device cannot be opened.
    pub fn new<D: RankDevices<Host = H>>(
        input: &Input,
        devices: &D,
        stored: StoredEdges,
    ) -> Result<Divided<H>, Error> {
        let partition = Partition::by_edges(&input.graph, devices.ranks(), stored);
        let mut parts = vec![];
        for (rank, part) in divide(&input.graph, &partition, stored).into_iter().enumerate() {
            let local = Input::of_part(&input.name, &part.graph)?;
            parts.push((Arc::new(part), devices.open(rank, local)?));
        }
        devices.connect(&parts.iter().map(|(_, host)| host).collect::<Vec<_>>());
        Ok(Divided { partition: Arc::new(partition), parts })
    }
}
