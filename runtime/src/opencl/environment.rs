//! How many workgroups an outlined loop has, how they find each other, and how they wait.
//!
//! The device library (`stdlib/opencl/grid.cl`) is the other half of this file; `igc bench barrier`
//! measures what is decided here.
//!
//! Workgroups look for others until all of a launch have joined, so that finding each other takes no
//! longer than starting. Only where more are launched than can run at the same time do they look until
//! their patience is over: some milliseconds, once for each loop and process, since later launches
//! have no more than were [found](Environment::found). That is why the number is not kept on disk: it
//! would save those milliseconds on devices that are asked for more workgroups than they have room for, and
//! a number that was found while another program had the device would stay.

use igc_opencl::{Buffer, DeviceInfo, DeviceKind, Session};

use super::geometry::{Geometry, MOST_WORK_ITEMS};
use crate::Error;
use crate::grid::{GridBarrier, GridWishes, MOST_GRID_GROUPS};

/// Words of the device library's `IGC_ENVIRONMENT`, and of each workgroup for a barrier of flags.
const WORDS: usize = 160;
const WORDS_OF_A_GROUP: usize = 2;

/// The most compute units that a driver is believed to have.
const MOST_UNITS: u64 = 1 << 12;

/// The width of environments, and how their workgroups wait for each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Workgroups of a launch. More hide more latency, but make barriers slower: on a GPU of 132
    /// units a barrier took 1.6 µs among 132 to 264 workgroups and 3.0 µs among 1,056.
    pub groups: usize,
    /// The barrier. The counter was faster wherever both were measured: 3.0 µs and 5.2 µs among 1,056
    /// workgroups of a GPU of 132 units, 0.13 µs and 0.22 µs among 2 of a CPU.
    pub barrier: GridBarrier,
    /// How often a workgroup looks for others before the environment closes without them.
    pub patience: u32,
    /// A launch has at least so many workgroups, however few were found before. Where fewer are found
    /// than launched, no more than those may ever run at the same time, so that later launches should
    /// be smaller; but on a CPU, as many as it has cores run once its threads get to it.
    pub least: usize,
}

impl Policy {
    /// The policy for a device and workgroups of `local` work-items, but for what is asked for.
    pub fn new(device: &DeviceInfo, local: usize, wishes: &GridWishes) -> Policy {
        Policy::sized(device.kind, device.compute_units, local, wishes)
    }

    fn sized(kind: DeviceKind, units: u64, local: usize, wishes: &GridWishes) -> Policy {
        let units = units.clamp(1, MOST_UNITS) as usize;
        let usual = match kind {
            // Workgroups start within microseconds of each other: a look takes a microsecond, too. Two
            // a unit, so that one computes while the other waits.
            DeviceKind::Gpu => (2 * units, 1 << 12, 1),
            // A workgroup is a thread's; another thread may have to be woken first, or to get a core of a
            // busy machine. A look takes half a nanosecond: after 2 ms it is worth going on without it.
            _ => (units, 1 << 22, units),
        };
        let (groups, patience, least) = usual;
        let groups = wishes.groups.map_or(groups, |groups| groups.min(MOST_GRID_GROUPS) as usize);
        let groups = groups.min(MOST_WORK_ITEMS / local.max(1)).max(1);
        Policy {
            groups,
            barrier: wishes.barrier.unwrap_or(GridBarrier::Counter),
            patience: wishes.patience.unwrap_or(patience),
            least,
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
        let sensible = groups.max(self.policy.least);
        self.policy.groups = self.policy.groups.min(sensible);
    }

    /// The size of a launch.
    pub fn geometry(&self) -> Geometry {
        self.launch()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(kind: DeviceKind, units: u64, local: usize, groups: Option<u32>) -> Policy {
        Policy::sized(kind, units, local, &GridWishes { groups, ..GridWishes::default() })
    }

    #[test]
    fn environments_fit_the_device() {
        assert_eq!(policy(DeviceKind::Gpu, 132, 128, None).groups, 264);
        assert_eq!(policy(DeviceKind::Cpu, 2, 128, None).groups, 2);
        assert_eq!(policy(DeviceKind::Gpu, 132, 256, Some(1056)).groups, 1056);
    }

    #[test]
    fn no_claim_of_a_driver_and_no_wish_makes_an_environment_too_large_or_empty() {
        assert_eq!(policy(DeviceKind::Cpu, 0, 0, None).groups, 1);
        assert_eq!(policy(DeviceKind::Gpu, 4, 64, Some(0)).groups, 1);
        for (units, groups) in [(u64::MAX, None), (8, Some(u32::MAX))] {
            let groups = policy(DeviceKind::Gpu, units, 1024, groups).groups;
            assert!(groups * 1024 <= MOST_WORK_ITEMS, "{groups}");
        }
    }
}
