//! The sequences of the primitives on a device, and the checks of their results.

use igc_opencl::{Buffer, Program, Session};

use super::super::bandwidth::memory::{Memory, launch};
use crate::Error;
use crate::calibration::Operation;
use crate::primitives::{Primitive, PrimitiveConfiguration};

const WORD: usize = size_of::<u32>();

/// Number of elements is a multiple of this number: the largest tile.
const LARGEST_TILE: usize = 1024 * 16;
/// Maximum number of elements, for indices of 32 bits.
const MAX_ELEMENTS: usize = 1 << 28;
/// Number of items that are pushed for each 64 elements (`pushes.cl`).
const PUSHED_OF_64: usize = 48;
/// Number of elements that a compaction keeps of each 64 elements (`tools.cl`).
const KEPT_OF_64: usize = 0x18c0_f3a5_0d92_1e44_u64.count_ones() as usize;

/// The arrays.
pub struct Arrays {
    /// The arrays of the calibration: inputs `y` and `z`, and the results.
    pub memory: Memory,
    /// The start of each segment, and the end of the last one.
    pub starts: Buffer,
    /// The sizes of a worklist, whose back buffer is `memory.x`.
    pub sizes: Buffer,
    /// How often each item was pushed.
    seen: Buffer,
    wrong: Buffer,
}

impl Arrays {
    /// Allocates arrays of at least this many elements, or of a number that suits the device.
    pub fn new(session: &Session, elements: Option<u32>) -> Result<Arrays, Error> {
        let memory = match elements {
            Some(wanted) => {
                let elements = (wanted as usize).clamp(1, MAX_ELEMENTS);
                Memory::with_elements(session, elements.next_multiple_of(LARGEST_TILE))?
            }
            None => Memory::new(session)?,
        };
        let words = |count: usize| session.buffer(count * WORD);
        let (starts, seen) = (words(memory.keys() + 1)?, words(memory.elements)?);
        Ok(Arrays { memory, starts, sizes: words(4)?, seen, wrong: words(1)? })
    }

    /// Makes room for the partial results of each workgroup of a configuration.
    pub fn make_room(
        &mut self,
        session: &Session,
        configuration: &PrimitiveConfiguration,
    ) -> Result<(), Error> {
        let units = usize::try_from(session.device().compute_units).unwrap_or(1);
        self.memory.make_room(session, groups(units, configuration))
    }

    /// Writes the inputs of a primitive.
    pub fn fill(&self, tools: &Program, primitive: Primitive) -> Result<(), Error> {
        let of = |name: &str, buffer: &Buffer, count: usize| {
            let kernel = tools.kernel(name)?;
            kernel.set_buffer(0, buffer)?;
            kernel.set_scalar(1, count as u32)?;
            launch(&kernel)
        };
        self.memory.fill(tools, true)?;
        let Memory { z, elements, .. } = &self.memory;
        match primitive {
            Primitive::SegmentedReduction => {
                of("igc_prim_fill_starts", &self.starts, self.memory.keys())
            }
            Primitive::Compaction => of("igc_prim_fill_kept", z, *elements),
            Primitive::Push => of("igc_prim_fill_pushes", z, *elements),
            _ => Ok(()),
        }
    }

    /// Prepares the arrays for another run.
    pub fn prepare(&self) -> Result<(), Error> {
        Ok(self.sizes.fill(0u32)?)
    }

    /// Overwrites the results of earlier configurations, so that they cannot be mistaken for new
    /// results.
    pub fn forget_results(&self) -> Result<(), Error> {
        self.memory.forget_results()
    }

    /// Returns the number of wrong elements in the result of a primitive.
    pub fn wrong(&self, tools: &Program, primitive: Primitive) -> Result<u64, Error> {
        let of = |operation| self.memory.wrong(tools, operation, 0);
        match primitive {
            Primitive::Copy => of(Operation::TiledCopy),
            Primitive::Reduction => of(Operation::Reduction),
            Primitive::Scan => of(Operation::Scan),
            Primitive::ReductionByKey => of(Operation::ReductionByKey),
            Primitive::SegmentedReduction => {
                self.wrong.fill(0u32)?;
                let kernel = tools.kernel("igc_prim_check_segments")?;
                kernel.set_buffer(0, &self.memory.sums)?;
                kernel.set_scalar(1, self.memory.keys() as u32)?;
                kernel.set_buffer(2, &self.wrong)?;
                launch(&kernel)?;
                Ok(self.wrong.read_u32(0)?.into())
            }
            Primitive::Compaction => self.wrong_items(tools, 0),
            Primitive::Push => self.wrong_items(tools, self.pushed()),
        }
    }

    fn wrong_items(&self, tools: &Program, items: usize) -> Result<u64, Error> {
        let elements = self.memory.elements as u32;
        self.wrong.fill(0u32)?;
        self.seen.fill(0u32)?;
        let count = tools.kernel("igc_prim_count_items")?;
        for (at, buffer) in [(0, &self.memory.x), (1, &self.sizes), (3, &self.seen)] {
            count.set_buffer(at, buffer)?;
        }
        count.set_scalar(2, elements)?;
        launch(&count)?;
        let check = tools.kernel("igc_prim_check_items")?;
        for (at, buffer) in [(0, &self.seen), (1, &self.sizes), (4, &self.wrong)] {
            check.set_buffer(at, buffer)?;
        }
        check.set_scalar(2, elements)?;
        check.set_scalar(3, items as u32)?;
        launch(&check)?;
        Ok(self.wrong.read_u32(0)?.into())
    }

    /// Returns the number of items that are pushed.
    fn pushed(&self) -> usize {
        self.memory.elements / 64 * PUSHED_OF_64
    }

    /// Returns the number of bytes that a primitive has to move.
    pub fn bytes(&self, primitive: Primitive) -> u64 {
        let (elements, keys) = (self.memory.elements, self.memory.keys());
        let words = match primitive {
            Primitive::Copy | Primitive::Scan => 2 * elements,
            Primitive::Reduction => elements,
            Primitive::ReductionByKey => 2 * elements + 2 * keys,
            Primitive::SegmentedReduction => elements + 2 * keys,
            Primitive::Compaction => elements + elements / 64 * KEPT_OF_64,
            Primitive::Push => elements + self.pushed(),
        };
        (words * WORD) as u64
    }
}

/// Returns the number of workgroups of a launch.
pub fn groups(units: usize, configuration: &PrimitiveConfiguration) -> usize {
    units.max(1).saturating_mul(configuration.groups_per_unit as usize).min(1 << 20)
}
