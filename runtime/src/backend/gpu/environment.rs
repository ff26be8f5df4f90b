//! The environment of an outlined loop: the number of its workgroups, how they discover each other,
//! and how they synchronise.
//!
//! The device's part of the environment is in the device library (`stdlib/device/grid.cl`). `igc
//! bench barrier` measures the effect of the values that this file chooses.
//!
//! A workgroup polls until all workgroups of the launch have joined, so occupancy discovery takes
//! no longer than their start. If a launch has more workgroups than can be resident, discovery
//! waits until its time limit, the patience. This takes some milliseconds, once per loop and
//! process: later launches have no more workgroups than were
//! [resident](Environment::note_resident). The number is not kept on disk, because a number that
//! was measured while another program used the device would stay too low forever.

use std::sync::Arc;

use igc_compiler::ir::LoopWidth;

use super::api::Gpu;
use super::facts::Facts;
use super::geometry::{Geometry, MAX_WORK_ITEMS};
use super::memory::{Memory, Opened};
use crate::Error;
use crate::backend::DeviceKind;
use crate::grid_options::{GridBarrier, GridOptions, MAX_GRID_GROUPS};
use crate::run_options::Widths;

/// Number of words of the device library's `IGC_ENVIRONMENT`, and of each workgroup of the barrier
/// of flags.
const WORDS: usize = 160;
const WORDS_OF_A_GROUP: usize = 2;

/// Maximum number of compute units that a driver is trusted to report.
const MAX_UNITS: u64 = 1 << 12;

/// Number of work-items per compute unit of a GPU for outlined loops over worklists, and for the
/// same loops on large graphs, where frontiers are wide. Measured on an NVIDIA H200, from 128 to
/// 2,048: breadth-first search and shortest paths on a road network were fastest with 256, and 10 %
/// slower with 512. Loops over all nodes, and nearly all programs on graphs of 8 million edges and
/// more, were fastest with 1,024, by a factor of up to four.
const WORK_ITEMS_OF_A_UNIT: [usize; 2] = [256, 1024];

/// Number of edges per work-item: a graph with this many more edges justifies one more work-item.
const EDGES_OF_A_WORK_ITEM: usize = 32;

/// Returns the two numbers of work-items per compute unit, from a calibration if there is one. A
/// calibration measures bandwidth. The first number is not increased by a calibration, because
/// loops over small worklists lack work rather than bandwidth.
fn work_items_of_a_unit(calibration: Option<Widths>) -> [usize; 2] {
    calibration.map_or(WORK_ITEMS_OF_A_UNIT, |widths| {
        let most = widths.outlined_work_items_per_unit as usize;
        [WORK_ITEMS_OF_A_UNIT[0].min(most), most]
    })
}

/// The width of outlined loops, and how their workgroups synchronise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridPolicy {
    /// Number of workgroups of a launch.
    pub groups: usize,
    /// Number of workgroups of a launch with enough work. More workgroups hide more latency, but
    /// make barriers slower. Measured on an NVIDIA H200 with workgroups of 128: a barrier took 1.4
    /// µs among 132 to 264 workgroups, 1.5 µs among 528, 1.9 µs among 1,056 and 3.0 µs among 2,112.
    pub max_groups: usize,
    /// The grid barrier. The counter was faster than the flags wherever both were measured: 1.9 µs
    /// and 5.4 µs among 1,056 workgroups of an NVIDIA H200, 0.13 µs and 0.22 µs among 2 workgroups
    /// of a CPU. Programs with outlined loops took 0.91 to 1.02 times as long with the sense barrier
    /// as with the counter on an NVIDIA H100, through CUDA and through OpenCL
    /// (`docs/src/optimisations/oitergb.md`). On CPUs, the sense barrier was not timed.
    pub barrier: GridBarrier,
    /// Number of times that a workgroup polls for others before the environment closes without
    /// them.
    pub patience: u32,
    /// Minimum number of workgroups of a launch. If fewer workgroups are resident than were
    /// launched, later launches should be smaller. On a CPU, however, as many workgroups as it has
    /// cores can run; its threads only started late.
    pub min_groups: usize,
    /// Number of compute units, on devices whose loops may have several workgroups for each of them:
    /// GPUs, unless the options set the number of workgroups. On a CPU, a compute unit runs one
    /// workgroup at a time.
    pub units: Option<usize>,
}

impl GridPolicy {
    /// Returns the policy for a device and for workgroups of `local` work-items. Options take
    /// precedence.
    pub fn new(device: &Facts, local: usize, options: &GridOptions) -> GridPolicy {
        GridPolicy::calibrated(device, local, None, options)
    }

    /// Returns the policy for a device that may have a calibration. Options take precedence over
    /// the calibration. Only GPUs use a calibration: on other devices, the number of resident
    /// workgroups is the number of cores, whatever was measured.
    pub fn calibrated(
        device: &Facts,
        local: usize,
        calibration: Option<Widths>,
        options: &GridOptions,
    ) -> GridPolicy {
        let work_items = work_items_of_a_unit(calibration);
        let units = device.compute_units;
        let policy =
            GridPolicy::usual(device.kind, units, device.polls_with_loads, local, work_items);
        policy.with(local, options)
    }

    /// Returns the default policy for a kind of device with a number of compute units.
    fn usual(
        kind: DeviceKind,
        units: u64,
        polls_with_loads: bool,
        local: usize,
        work_items_of_a_unit: [usize; 2],
    ) -> GridPolicy {
        let units = units.clamp(1, MAX_UNITS) as usize;
        let is_gpu = kind == DeviceKind::Gpu;
        let ([groups, max_groups], patience, min_groups) = match (kind, polls_with_loads) {
            // Workgroups start within microseconds of each other; a poll takes a third of a
            // microsecond.
            (DeviceKind::Gpu, _) => {
                let wide = |items: usize| units.saturating_mul(items.div_ceil(local.max(1)));
                (work_items_of_a_unit.map(wide), 1 << 12, 1)
            }
            // Each workgroup is a thread. The system may first have to wake it, or to find a core
            // on a busy machine. After 2 ms, waiting costs more than a missing workgroup. A poll is
            // a load, which takes half a nanosecond, or an atomic operation, which takes 35 ns.
            (_, true) => ([units; 2], 1 << 22, units),
            (_, false) => ([units; 2], 1 << 16, units),
        };
        let barrier = if is_gpu { GridBarrier::Sense } else { GridBarrier::Counter };
        let units = is_gpu.then_some(units);
        GridPolicy { groups, max_groups, barrier, patience, min_groups, units }
    }

    /// Applies options to this policy, for workgroups of `local` work-items.
    fn with(self, local: usize, options: &GridOptions) -> GridPolicy {
        let asked = options.groups.map(|groups| groups.min(MAX_GRID_GROUPS) as usize);
        let most = MAX_WORK_ITEMS / local.max(1);
        let width = |usual| asked.unwrap_or(usual).min(most).max(1);
        GridPolicy {
            groups: width(self.groups),
            max_groups: width(self.max_groups),
            barrier: options.barrier.unwrap_or(self.barrier),
            patience: options.patience.unwrap_or(self.patience),
            min_groups: self.min_groups,
            units: self.units.filter(|_| asked.is_none()),
        }
    }

    /// Returns the policy for one loop with workgroups of `local` work-items, on a graph with this
    /// number of edges.
    pub fn for_loop(self, width: LoopWidth, edges: usize, local: usize) -> GridPolicy {
        let local = local.max(1);
        let groups = match (width, self.units) {
            (LoopWidth::PerUnit(groups), Some(units)) => {
                units.saturating_mul(groups as usize).clamp(1, (MAX_WORK_ITEMS / local).max(1))
            }
            (LoopWidth::Narrow, _) => {
                (edges / EDGES_OF_A_WORK_ITEM / local).clamp(self.groups, self.max_groups)
            }
            (LoopWidth::Wide | LoopWidth::PerUnit(_), _) => self.max_groups,
        };
        GridPolicy { groups, ..self }
    }

    /// Limits launches to the number of workgroups that the device can run at the same time, if the
    /// API knows it.
    pub fn within(self, resident_groups: Option<usize>) -> GridPolicy {
        let most = resident_groups.unwrap_or(usize::MAX).max(1);
        GridPolicy { groups: self.groups.min(most), ..self }
    }

    /// Limits later launches to the number of workgroups that were resident in one.
    fn limit_to_resident(&mut self, resident: usize) {
        self.groups = self.groups.min(resident.max(self.min_groups));
    }
}

/// The environment of an outlined loop on a device.
pub struct Environment<G: Gpu> {
    policy: GridPolicy,
    local: usize,
    words: Memory<G>,
}

impl<G: Gpu> Environment<G> {
    /// Creates an environment for workgroups of `local` work-items.
    pub fn new(
        device: &Arc<Opened<G>>,
        policy: &GridPolicy,
        local: usize,
    ) -> Result<Environment<G>, Error> {
        let words =
            device.allocate((WORDS + WORDS_OF_A_GROUP * policy.groups) * size_of::<u32>())?;
        words.fill(0u32)?;
        Ok(Environment { policy: *policy, local, words })
    }

    /// Returns the words by which workgroups discover each other.
    pub fn words(&self) -> &Memory<G> {
        &self.words
    }

    /// Returns the number of times that a workgroup polls for others.
    pub fn patience(&self) -> u32 {
        self.policy.patience
    }

    /// Returns the size of the next launch.
    pub fn launch(&self) -> Geometry {
        Geometry { global: self.policy.groups * self.local, local: self.local }
    }

    /// Notes the number of workgroups that were resident in a launch, for later launches.
    pub fn note_resident(&mut self, groups: usize) {
        self.policy.limit_to_resident(groups);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(kind: DeviceKind, units: u64, local: usize, groups: Option<u32>) -> GridPolicy {
        let options = GridOptions { groups, ..GridOptions::default() };
        let work_items = WORK_ITEMS_OF_A_UNIT;
        GridPolicy::usual(kind, units, true, local, work_items).with(local, &options)
    }

    #[test]
    fn environments_fit_the_device() {
        assert_eq!(policy(DeviceKind::Gpu, 132, 128, None).groups, 264);
        assert_eq!(policy(DeviceKind::Cpu, 2, 128, None).groups, 2);
        assert_eq!(policy(DeviceKind::Gpu, 132, 256, Some(1056)).groups, 1056);
    }

    #[test]
    fn large_graphs_have_wide_environments() {
        let on = |policy: GridPolicy, local, edges| {
            policy.for_loop(LoopWidth::Narrow, edges, local).groups
        };
        let gpu = policy(DeviceKind::Gpu, 132, 128, None);
        assert_eq!(
            [0, 730_100, 3_000_000, usize::MAX].map(|n| on(gpu, 128, n)),
            [264, 264, 732, 1056]
        );
        assert_eq!(gpu.for_loop(LoopWidth::Wide, 0, 128).groups, 1056);
        assert_eq!(on(policy(DeviceKind::Gpu, 132, 256, None), 256, usize::MAX), 528);
        assert_eq!(on(policy(DeviceKind::Gpu, 132, 128, Some(7)), 128, usize::MAX), 7);
        assert_eq!(on(policy(DeviceKind::Cpu, 4, 128, None), 128, usize::MAX), 4);
    }

    #[test]
    fn loops_of_gpus_have_as_many_workgroups_for_each_unit_as_they_ask_for() {
        let of = |policy: GridPolicy, local, groups| {
            policy.for_loop(LoopWidth::PerUnit(groups), 0, local).groups
        };
        let gpu = policy(DeviceKind::Gpu, 132, 128, None);
        assert_eq!([2, 8, 16].map(|groups| of(gpu, 128, groups)), [264, 1056, 2112]);
        assert_eq!(of(policy(DeviceKind::Gpu, 132, 256, None), 256, 8), 1056);
        assert_eq!(of(gpu, 128, 0), 1);
        assert_eq!(of(gpu, 128, u32::MAX), MAX_WORK_ITEMS / 128);
        // `--grid-groups` takes precedence, and a core of a CPU runs one workgroup at a time.
        assert_eq!(of(policy(DeviceKind::Gpu, 132, 128, Some(7)), 128, 8), 7);
        assert_eq!(of(policy(DeviceKind::Cpu, 4, 128, None), 128, 8), 4);
    }

    #[test]
    fn a_calibration_widens_environments_of_gpus_and_gives_way_to_what_is_asked_for() {
        let widths = |outlined_work_items_per_unit| {
            Some(Widths { work_items_per_unit: 1, outlined_work_items_per_unit })
        };
        let of = |kind, calibration, groups| {
            let options = GridOptions { groups, ..GridOptions::default() };
            let work_items = work_items_of_a_unit(calibration);
            let policy = GridPolicy::usual(kind, 10, true, 128, work_items);
            let policy = policy.with(128, &options);
            (policy.groups, policy.max_groups)
        };
        assert_eq!(of(DeviceKind::Gpu, None, None), (20, 80));
        assert_eq!(of(DeviceKind::Gpu, widths(2048), None), (20, 160));
        assert_eq!(of(DeviceKind::Gpu, widths(128), None), (10, 10));
        assert_eq!(of(DeviceKind::Gpu, widths(2048), Some(7)), (7, 7));
        assert_eq!(of(DeviceKind::Cpu, widths(2048), None), (10, 10));
    }

    #[test]
    fn later_launches_have_no_more_workgroups_than_were_found() {
        let after = |mut policy: GridPolicy, found: usize| {
            policy.limit_to_resident(found);
            policy.groups
        };
        let gpu = policy(DeviceKind::Gpu, 132, 128, Some(4224));
        assert_eq!([2112, 4224, 1].map(|found| after(gpu, found)), [2112, 4224, 1]);
        // The other threads of the CPU were busy. They may be free at the next launch.
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
            assert!(groups * 1024 <= MAX_WORK_ITEMS, "{groups}");
        }
    }
}
