//! How many workgroups an outlined loop has, and how they find each other.
//!
//! The device library (`stdlib/opencl/grid.cl`) is the other half of this file.

use igc_opencl::{Buffer, DeviceInfo, DeviceKind, Session};

use super::geometry::Geometry;
use crate::Error;

/// Words of the device library's `IGC_ENVIRONMENT`, and of each workgroup for a barrier of flags.
const WORDS: usize = 160;
const WORDS_OF_A_GROUP: usize = 2;

/// The width of environments, and how long their workgroups wait for each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Workgroups of a launch. More hide more latency, but make barriers slower: on a GPU of 132
    /// units a barrier took 1.6 µs among 132 to 264 workgroups and 3.0 µs among 1,056.
    pub groups: usize,
    /// How often a workgroup looks for others before the environment closes without them.
    pub patience: u32,
    /// Whether fewer workgroups than launched may be all that ever run at the same time, so that later
    /// launches should have no more than were found. (On a CPU all run, once its threads get to.)
    pub learns: bool,
}

impl Policy {
    /// The policy for a device.
    pub fn for_device(device: &DeviceInfo) -> Policy {
        Policy::sized(device.kind, device.compute_units)
    }

    fn sized(kind: DeviceKind, compute_units: u64) -> Policy {
        let units = usize::try_from(compute_units).unwrap_or(1).clamp(1, 1 << 12);
        match kind {
            // Workgroups start within microseconds of each other: a look takes a microsecond, too. Two
            // a unit, so that one computes while the other waits.
            DeviceKind::Gpu => Policy { groups: 2 * units, patience: 1 << 12, learns: true },
            // A workgroup is a thread's; another thread may have to be woken first, and a look is a few
            // nanoseconds.
            _ => Policy { groups: units, patience: 1 << 20, learns: false },
        }
    }
}

/// The environment of an outlined loop.
pub struct Environment {
    policy: Policy,
    local: usize,
    words: Buffer,
}

impl Environment {
    /// An environment for workgroups of `local` work-items.
    pub fn new(session: &Session, policy: &Policy, local: usize) -> Result<Environment, Error> {
        let words =
            session.buffer((WORDS + WORDS_OF_A_GROUP * policy.groups) * size_of::<u32>())?;
        words.fill(0u32)?;
        Ok(Environment { policy: *policy, local, words })
    }

    /// The words by which workgroups find each other.
    pub fn words(&self) -> &Buffer {
        &self.words
    }

    /// How often a workgroup looks for others.
    pub fn patience(&self) -> u32 {
        self.policy.patience
    }

    /// The size of the next launch.
    pub fn launch(&self) -> Geometry {
        Geometry { global: self.policy.groups * self.local, local: self.local }
    }

    /// Notes how many workgroups took part in a launch.
    pub fn found(&mut self, groups: usize) {
        if self.policy.learns && groups > 0 {
            self.policy.groups = self.policy.groups.min(groups);
        }
    }

    /// The size of a launch.
    pub fn geometry(&self) -> Geometry {
        self.launch()
    }
}
