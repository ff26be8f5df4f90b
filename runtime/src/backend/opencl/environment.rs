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

use igc_opencl::{Atomics, Buffer, DeviceInfo, DeviceKind, Dialect, Session};

use super::geometry::{Geometry, MOST_WORK_ITEMS};
use crate::Error;
use crate::grid::{GridBarrier, GridWishes, MOST_GRID_GROUPS};
use crate::limits::Widths;

/// Words of the device library's `IGC_ENVIRONMENT`, and of each workgroup for a barrier of flags.
const WORDS: usize = 160;
const WORDS_OF_A_GROUP: usize = 2;

/// The most compute units that a driver is believed to have.
const MOST_UNITS: u64 = 1 << 12;

/// Work-items for each compute unit of a GPU that an outlined loop over worklists has, and has on
/// large graphs, where frontiers are wide. On an NVIDIA H200, of 128 to 2,048, breadth-first search and
/// shortest paths on a road network were fastest with 256 and lost a tenth with 512; loops over all
/// nodes, and nearly everything on graphs of 8 million edges and more, were fastest with 1,024, by up to
/// four times.
const WORK_ITEMS_OF_A_UNIT: [usize; 2] = [256, 1024];

/// A work-item more than the fewest is worth it for so many edges.
const EDGES_OF_A_WORK_ITEM: usize = 32;

/// Those of a calibration in their place. Loops over small worklists are short of work, not of bandwidth,
/// which is what was measured: they stay as narrow as they are.
fn work_items_of_a_unit(calibration: Option<Widths>) -> [usize; 2] {
    calibration.map_or(WORK_ITEMS_OF_A_UNIT, |widths| {
        let most = widths.outlined_work_items_per_unit as usize;
        [WORK_ITEMS_OF_A_UNIT[0].min(most), most]
    })
}

/// The width of environments, and how their workgroups wait for each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Workgroups of a launch.
    pub groups: usize,
    /// Workgroups of a launch if there is enough for them to do. More hide more latency, but make
    /// barriers slower: on an NVIDIA H200 a barrier took 1.4 µs among 132 to 264 workgroups of 128, 1.5
    /// among 528, 1.9 among 1,056 and 3.0 among 2,112.
    pub most_groups: usize,
    /// The barrier. The counter was faster wherever both were measured: 1.9 µs and 5.4 µs among 1,056
    /// workgroups of an NVIDIA H200, 0.13 µs and 0.22 µs among 2 of a CPU.
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
        Policy::calibrated(device, local, None, wishes)
    }

    /// The same, but for what a calibration says of a GPU; what is asked for comes before that. On
    /// others, no more workgroups run at the same time than there are cores, whatever was measured.
    pub fn calibrated(
        device: &DeviceInfo,
        local: usize,
        calibration: Option<Widths>,
        wishes: &GridWishes,
    ) -> Policy {
        let Dialect { atomics, .. } = device.dialect;
        let work_items = work_items_of_a_unit(calibration);
        let units = device.compute_units;
        Policy::usual(device.kind, units, atomics, local, work_items).with(local, wishes)
    }

    /// The policy for a kind of device with so many compute units.
    fn usual(
        kind: DeviceKind,
        units: u64,
        atomics: Atomics,
        local: usize,
        work_items_of_a_unit: [usize; 2],
    ) -> Policy {
        let units = units.clamp(1, MOST_UNITS) as usize;
        let ([groups, most_groups], patience, least) = match (kind, atomics) {
            // Workgroups start within microseconds of each other; a look takes a third of one.
            (DeviceKind::Gpu, _) => {
                let wide = |items: usize| units.saturating_mul(items.div_ceil(local.max(1)));
                (work_items_of_a_unit.map(wide), 1 << 12, 1)
            }
            // A workgroup is a thread's; another thread may have to be woken first, or to get a core of a
            // busy machine: after 2 ms it is worth going on without it. A look is a load, which takes
            // half a nanosecond, or an atomic operation, which takes 35.
            (_, Atomics::C11Device) => ([units; 2], 1 << 22, units),
            (_, Atomics::OpenCl12 | Atomics::Ptx) => ([units; 2], 1 << 16, units),
        };
        Policy { groups, most_groups, barrier: GridBarrier::Counter, patience, least }
    }

    /// This policy but for what is asked for, in workgroups of `local` work-items.
    fn with(self, local: usize, wishes: &GridWishes) -> Policy {
        let asked = wishes.groups.map(|groups| groups.min(MOST_GRID_GROUPS) as usize);
        let most = MOST_WORK_ITEMS / local.max(1);
        let width = |usual| asked.unwrap_or(usual).min(most).max(1);
        Policy {
            groups: width(self.groups),
            most_groups: width(self.most_groups),
            barrier: wishes.barrier.unwrap_or(self.barrier),
            patience: wishes.patience.unwrap_or(self.patience),
            least: self.least,
        }
    }

    /// This policy for a loop with workgroups of `local` work-items on a graph with so many edges, over
    /// worklists or over all that there is.
    pub fn for_loop(self, edges: usize, over_worklists: bool, local: usize) -> Policy {
        let busy = match over_worklists {
            true => edges / EDGES_OF_A_WORK_ITEM / local.max(1),
            false => usize::MAX,
        };
        Policy { groups: busy.clamp(self.groups, self.most_groups), ..self }
    }

    /// Fits later launches to how many workgroups took part in one.
    fn learn(&mut self, found: usize) {
        self.groups = self.groups.min(found.max(self.least));
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

    /// Notes how many workgroups took part in a launch, for later ones.
    pub fn found(&mut self, groups: usize) {
        self.policy.learn(groups);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(kind: DeviceKind, units: u64, local: usize, groups: Option<u32>) -> Policy {
        let wishes = GridWishes { groups, ..GridWishes::default() };
        let work_items = WORK_ITEMS_OF_A_UNIT;
        Policy::usual(kind, units, Atomics::C11Device, local, work_items).with(local, &wishes)
    }

    #[test]
    fn environments_fit_the_device() {
        assert_eq!(policy(DeviceKind::Gpu, 132, 128, None).groups, 264);
        assert_eq!(policy(DeviceKind::Cpu, 2, 128, None).groups, 2);
        assert_eq!(policy(DeviceKind::Gpu, 132, 256, Some(1056)).groups, 1056);
    }

    #[test]
    fn large_graphs_have_wide_environments() {
        let on = |policy: Policy, local, edges| policy.for_loop(edges, true, local).groups;
        let gpu = policy(DeviceKind::Gpu, 132, 128, None);
        assert_eq!(
            [0, 730_100, 3_000_000, usize::MAX].map(|n| on(gpu, 128, n)),
            [264, 264, 732, 1056]
        );
        assert_eq!(gpu.for_loop(0, false, 128).groups, 1056);
        assert_eq!(on(policy(DeviceKind::Gpu, 132, 256, None), 256, usize::MAX), 528);
        assert_eq!(on(policy(DeviceKind::Gpu, 132, 128, Some(7)), 128, usize::MAX), 7);
        assert_eq!(on(policy(DeviceKind::Cpu, 4, 128, None), 128, usize::MAX), 4);
    }

    #[test]
    fn a_calibration_widens_environments_of_gpus_and_gives_way_to_what_is_asked_for() {
        let widths = |outlined_work_items_per_unit| {
            Some(Widths { work_items_per_unit: 1, outlined_work_items_per_unit })
        };
        let of = |kind, calibration, groups| {
            let wishes = GridWishes { groups, ..GridWishes::default() };
            let work_items = work_items_of_a_unit(calibration);
            let policy = Policy::usual(kind, 10, Atomics::C11Device, 128, work_items);
            let policy = policy.with(128, &wishes);
            (policy.groups, policy.most_groups)
        };
        assert_eq!(of(DeviceKind::Gpu, None, None), (20, 80));
        assert_eq!(of(DeviceKind::Gpu, widths(2048), None), (20, 160));
        assert_eq!(of(DeviceKind::Gpu, widths(128), None), (10, 10));
        assert_eq!(of(DeviceKind::Gpu, widths(2048), Some(7)), (7, 7));
        assert_eq!(of(DeviceKind::Cpu, widths(2048), None), (10, 10));
    }

    #[test]
    fn later_launches_have_no_more_workgroups_than_were_found() {
        let after = |mut policy: Policy, found: usize| {
            policy.learn(found);
            policy.groups
        };
        let gpu = policy(DeviceKind::Gpu, 132, 128, Some(4224));
        assert_eq!([2112, 4224, 1].map(|found| after(gpu, found)), [2112, 4224, 1]);
        // The other threads of a CPU were busy; next time they may not be.
        let cpu = policy(DeviceKind::Cpu, 4, 128, Some(16));
        assert_eq!([1, 3, 4, 9].map(|found| after(cpu, found)), [4, 4, 4, 9]);
        assert_eq!(after(policy(DeviceKind::Cpu, 4, 128, Some(2)), 1), 2);
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
