//! The memory of a program on a device: what it needs, which is checked before it runs, and what it
//! uses, which the report of a run states.
//!
//! | part | content |
//! | --- | --- |
//! | graph | the arrays of the graph that kernels read, in both directions if they need both |
//! | state | the properties and globals that the program declares |
//! | worklists | both buffers of each worklist |
//! | temporaries | everything else: arrays that the compiler adds, locks, grid barriers, quotient graphs |
//!
//! A device cannot run a program whose first three parts do not fit into its memory. The check
//! comes before any transfer, because transferring half of a graph takes long. A worklist may grow
//! during a run; if it then does not fit, the run ends with another error.

use igc_compiler::data::Shape;
use igc_compiler::ir::{EdgeWidth, GraphArray, Module};
use serde::Serialize;

use crate::Error;
use crate::bytes::Bytes;

/// Memory that a program uses on a device, in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct MemoryUse {
    /// The arrays of the graph that kernels read.
    pub graph: u64,
    /// The properties and globals that the program declares.
    pub state: u64,
    /// Both buffers of each worklist.
    pub worklists: u64,
    /// Everything else.
    pub temporaries: u64,
    /// All of these.
    pub total: u64,
    /// The largest total during the run.
    pub peak: u64,
}

impl MemoryUse {
    /// Adds the memory of another part of a program, such as another rank.
    pub fn add(&mut self, other: &MemoryUse) {
        self.graph += other.graph;
        self.state += other.state;
        self.worklists += other.worklists;
        self.temporaries += other.temporaries;
        self.total += other.total;
        self.peak += other.peak;
    }
}

/// The parts of a program's memory that are known before a run, with the name of each array.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needs {
    graph: Vec<(String, u64)>,
    state: Vec<(String, u64)>,
    worklists: Vec<(String, u64)>,
}

impl Needs {
    /// Adds an array of a graph with these numbers of nodes and edges, for a program with edges of
    /// this width.
    pub fn add_graph_array(
        &mut self,
        array: GraphArray,
        (nodes, edges): (u32, u64),
        width: EdgeWidth,
    ) {
        let elements = match array {
            GraphArray::OutOffsets | GraphArray::InOffsets => u64::from(nodes) + 1,
            _ => edges,
        };
        let size = width.of(array.ty()).size() as u64;
        self.graph.push((array.name().to_owned(), elements * size));
    }

    /// Adds the arrays of a program, which have these shapes.
    pub fn add_state(&mut self, module: &Module, shapes: &[Shape]) {
        for (array, shape) in module.arrays.iter().zip(shapes) {
            let bytes = shape.elements().saturating_mul(array.element_size() as u64);
            self.state.push((array.name.clone(), bytes));
        }
    }

    /// Adds one of the buffers of a worklist.
    pub fn add_worklist_buffer(&mut self, name: &str, capacity: u32, item_size: usize) {
        let bytes = u64::from(capacity).saturating_mul(item_size as u64);
        self.worklists.push((name.to_owned(), bytes));
    }

    /// Checks that a device with `memory` bytes of memory, which allows arrays of up to `array`
    /// bytes, has room for all of this.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Memory`] or [`Error::ArrayMemory`] if it has not.
    pub fn check(&self, device: &str, memory: u64, array: u64) -> Result<(), Error> {
        let sum = |part: &[(String, u64)]| {
            part.iter().fold(0u64, |sum, (_, bytes)| sum.saturating_add(*bytes))
        };
        let [graph, state, worklists] = [&self.graph, &self.state, &self.worklists].map(|p| sum(p));
        let needed = graph.saturating_add(state).saturating_add(worklists);
        if needed > memory {
            let [needed, available, graph, state, worklists] =
                [needed, memory, graph, state, worklists].map(Bytes);
            let device = device.to_owned();
            return Err(Error::Memory { device, needed, available, graph, state, worklists });
        }
        let all = self.graph.iter().chain(&self.state).chain(&self.worklists);
        match all.max_by_key(|(_, bytes)| *bytes) {
            Some((name, bytes)) if *bytes > array => {
                let (device, name) = (device.to_owned(), name.clone());
                Err(Error::ArrayMemory { device, name, needed: Bytes(*bytes), most: Bytes(array) })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_its_parts() {
        let mut needs = Needs::default();
        needs.add_graph_array(GraphArray::OutOffsets, (1023, 4096), EdgeWidth::Narrow);
        needs.add_graph_array(GraphArray::Targets, (1023, 4096), EdgeWidth::Narrow);
        needs.add_worklist_buffer("worklist", 1024, 4);
        let message = |memory, array| needs.check("gpu", memory, array).unwrap_err().to_string();
        assert!(needs.check("gpu", 24 << 10, 16 << 10).is_ok());
        let mut wide = Needs::default();
        wide.add_graph_array(GraphArray::OutOffsets, (1023, 4096), EdgeWidth::Wide);
        wide.add_graph_array(GraphArray::Targets, (1023, 4096), EdgeWidth::Wide);
        assert_eq!(wide.graph, [("out_offsets".into(), 8 << 10), ("targets".into(), 16 << 10)]);
        assert_eq!(
            message((24 << 10) - 1, 16 << 10),
            "the program needs 24.0 KiB of memory on this graph, but gpu has 24.0 KiB: 20.0 KiB for \
             the graph, 0 bytes for the program's state, and 4.00 KiB for worklists\n\
             help: use a smaller graph, or a device with more memory"
        );
        assert_eq!(
            message(24 << 10, (16 << 10) - 1),
            "`targets` needs 16.0 KiB of memory, but gpu allows arrays of at most 16.0 KiB\n\
             help: use a smaller graph, or another device"
        );
    }
}
