//! Arrays of a graph that the caller has on a device already.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use igc_compiler::ir::{EdgeWidth, GraphArray, Type};
use igc_graph::{Graph, Offsets, Weights};

use super::{Input, Origin};
use crate::Error;

/// Memory of a device. Only the backend whose memory it is knows the type.
type DeviceMemory = Arc<dyn Any + Send + Sync>;

/// Arrays of a graph in the memory of a device, which belongs to the caller. The graph in the host's memory has the same
/// arrays, but copies them only when they are first needed there ([`Values::remote`](igc_graph::Values::remote)).
#[derive(Clone)]
pub struct ForeignArrays {
    /// The offsets of the rows, of 32 bits.
    pub offsets: DeviceMemory,
    /// The targets of the edges.
    pub targets: DeviceMemory,
    /// The weights, of the type that the graph has.
    pub weights: Option<DeviceMemory>,
}

impl fmt::Debug for ForeignArrays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("arrays on a device")
    }
}

impl Input {
    /// Takes a graph whose arrays are on a device. The caller has checked that they are a graph.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph has too many nodes or too many edges of one node.
    pub fn on_device(
        name: &str,
        graph: Graph,
        arrays: ForeignArrays,
        start: Instant,
    ) -> Result<Input, Error> {
        let input = Input::new(name, Arc::new(graph), Origin::Memory, None, start)?;
        Ok(Input { foreign: Some(Arc::new(arrays)), ..input })
    }

    /// Returns an array of the graph that is on a device already, if kernels with edges of this width can read it.
    pub(crate) fn foreign(&self, array: GraphArray, width: EdgeWidth) -> Option<&DeviceMemory> {
        let arrays = self.foreign.as_ref()?;
        match (array, width, &self.graph.offsets) {
            (GraphArray::OutOffsets, EdgeWidth::Narrow, Offsets::Narrow(_)) => {
                Some(&arrays.offsets)
            }
            (GraphArray::Targets, ..) => Some(&arrays.targets),
            _ => None,
        }
    }

    /// Returns the weights that are on a device already, if they have this type.
    pub(crate) fn foreign_weights(&self, ty: Type) -> Option<&DeviceMemory> {
        let weights = self.foreign.as_ref()?.weights.as_ref()?;
        let own = match self.graph.weights.as_ref()? {
            Weights::U32(_) => Type::U32,
            Weights::I64(_) => Type::I64,
            Weights::F64(_) => Type::F64,
        };
        (own == ty).then_some(weights)
    }
}
