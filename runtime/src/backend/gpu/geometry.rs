//! The size of launches: as many work-items as suit the device and the loop.
//!
//! Kernels stride, so any number of work-items is correct, and the number is a policy
//! ("Policy-based Tuning for Performance Portability and Library Co-optimization": granularity
//! coarsening). On a CPU, a workgroup is a loop on one core, and a few workgroups per core are
//! enough to balance the load.
//!
//! On a GPU, a loop over nodes, edges or a range has one work-item for each iteration. Iterations
//! of graph programs have very different work, and a new workgroup starts as soon as another ends,
//! so that the device balances the load. With strides, the work-item that has a hub also has the
//! nodes after it. If few iterations are expected to do work, the start of work-items takes longer
//! than the work, so each has several iterations. A loop over a worklist has a fixed number of
//! workgroups for each compute unit, because the host often does not know the number of items.
//!
//! The options of a run take precedence over a [calibration](crate::run_options::Widths) of the
//! device, and a calibration takes precedence over the policy for the kind of device.

use super::facts::Facts;
use crate::backend::DeviceKind;
use crate::run_options::RunOptions;

/// Number of workgroups per compute unit of a GPU.
const GPU_GROUPS_PER_UNIT: usize = 16;
/// Number of workgroups per compute unit of any other device.
const CPU_GROUPS_PER_UNIT: usize = 4;
/// Number of work-items per compute unit of a GPU that can be resident at the same time: 2,048 on
/// NVIDIA's GPUs for data centres since 2016.
const GPU_RESIDENT_WORK_ITEMS: usize = 2048;
/// Number of work-items per compute unit of a GPU for loops of which few iterations are expected to
/// do work. `docs/src/calibration.md` has the measurements.
const GPU_SELECTIVE_WORK_ITEMS: usize = 4 * GPU_RESIDENT_WORK_ITEMS;
/// Maximum number of work-items of a launch, far below the number at which a 32-bit stride could
/// wrap ([`igc_compiler::ir::MAX_EXTENT`]).
pub const MAX_WORK_ITEMS: usize = 1 << 22;

/// The size of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geometry {
    /// Number of work-items of the launch, a multiple of `local`.
    pub global: usize,
    /// Number of work-items of a workgroup.
    pub local: usize,
}

impl Geometry {
    /// Returns the number of work-items of a launch with a work-item for each of `elements`
    /// elements, up to `most` work-items.
    pub fn work_items(self, elements: u32, most: usize) -> usize {
        (elements as usize).next_multiple_of(self.local).clamp(self.local, most)
    }
}

/// Returns the geometry for a device and for workgroups of at most `local` work-items.
pub fn geometry(device: &Facts, local: usize, options: &RunOptions) -> Geometry {
    sized(Width::with(device.kind, options), device.compute_units, local)
}

/// Returns the geometry for kernels whose work-items wait for each other by repeating their items. More
/// workgroups than can be resident would only make them wait longer.
pub fn resident_geometry(device: &Facts, local: usize, options: &RunOptions) -> Geometry {
    let usual = geometry(device, local, options);
    match (device.kind, options.launch_groups) {
        (DeviceKind::Gpu, None) => {
            let width =
                Width::WorkItemsPerUnit(GPU_RESIDENT_WORK_ITEMS / usual.local * usual.local);
            let resident = sized(width, device.compute_units, usual.local);
            Geometry { global: usual.global.min(resident.global), ..usual }
        }
        _ => usual,
    }
}

/// Returns the largest number of work-items of a loop over nodes, edges or a range, whose `usual`
/// launch has this geometry. It is a multiple of `local`. If the loop is `selective`, few of its
/// iterations are expected to do work.
pub fn widest(device: &Facts, usual: Geometry, selective: bool, options: &RunOptions) -> usize {
    let width = match (device.kind, options.launch_groups) {
        (DeviceKind::Gpu, None) if selective => Width::WorkItemsPerUnit(GPU_SELECTIVE_WORK_ITEMS),
        (DeviceKind::Gpu, None) => Width::Groups(MAX_WORK_ITEMS / usual.local),
        _ => return usual.global,
    };
    sized(width, device.compute_units, usual.local).global.max(usual.global)
}

/// Returns the geometry of the built-in policy.
pub fn usual_geometry(device: &Facts, local: usize) -> Geometry {
    sized(Width::of(device.kind), device.compute_units, local)
}

/// The width of launches, in one of three units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Width {
    Groups(usize),
    GroupsPerUnit(usize),
    WorkItemsPerUnit(usize),
}

impl Width {
    /// Returns the width from the options of the run, the calibration or the built-in policy, in
    /// this order.
    fn with(kind: DeviceKind, options: &RunOptions) -> Width {
        let calibrated = options.calibration.map(|widths| widths.work_items_per_unit);
        match (options.launch_groups, calibrated) {
            (Some(groups), _) => Width::Groups(groups as usize),
            (None, Some(work_items)) => Width::WorkItemsPerUnit(work_items as usize),
            (None, None) => Width::of(kind),
        }
    }

    /// Returns the width of the built-in policy for a kind of device.
    fn of(kind: DeviceKind) -> Width {
        Width::GroupsPerUnit(match kind {
            DeviceKind::Gpu => GPU_GROUPS_PER_UNIT,
            _ => CPU_GROUPS_PER_UNIT,
        })
    }
}

fn sized(width: Width, compute_units: u64, local: usize) -> Geometry {
    let local = local.clamp(1, MAX_WORK_ITEMS);
    let units = usize::try_from(compute_units).unwrap_or(1).max(1);
    let groups = match width {
        Width::Groups(groups) => groups,
        Width::GroupsPerUnit(groups) => units.saturating_mul(groups),
        Width::WorkItemsPerUnit(items) => units.saturating_mul(items.div_ceil(local)),
    };
    let groups = groups.min(MAX_WORK_ITEMS / local).max(1);
    Geometry { global: groups * local, local }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_options::Widths;

    #[test]
    fn launches_fit_the_device() {
        let gpu = sized(Width::of(DeviceKind::Gpu), 132, 128);
        assert_eq!(gpu, Geometry { global: 132 * 16 * 128, local: 128 });
        let cpu = sized(Width::of(DeviceKind::Cpu), 2, 256);
        assert_eq!(cpu, Geometry { global: 2 * 4 * 256, local: 256 });
    }

    #[test]
    fn what_is_asked_for_comes_before_a_calibration_and_that_before_the_policy() {
        let widths = Widths { work_items_per_unit: 1000, outlined_work_items_per_unit: 1 };
        let with = |launch_groups, calibration| {
            let options = RunOptions { launch_groups, calibration, ..RunOptions::default() };
            sized(Width::with(DeviceKind::Gpu, &options), 10, 128).global / 128
        };
        assert_eq!(with(None, None), 160);
        // Eight workgroups per unit have at least as many work-items as the calibration says.
        assert_eq!(with(None, Some(widths)), 80);
        assert_eq!(with(Some(7), Some(widths)), 7);
        assert_eq!(with(Some(0), None), 1);
        assert_eq!(with(Some(u32::MAX), None), MAX_WORK_ITEMS / 128);
    }

    #[test]
    fn only_loops_of_gpus_have_a_work_item_for_each_iteration() {
        let usual = Geometry { global: 288, local: 96 };
        let widest_of = |options: &RunOptions, selective| {
            let of = |kind| {
                let device = Facts { kind, compute_units: 10, ..Facts::default() };
                widest(&device, usual, selective, options)
            };
            [DeviceKind::Gpu, DeviceKind::Cpu].map(of)
        };
        let options = RunOptions::default();
        assert_eq!(widest_of(&options, false), [MAX_WORK_ITEMS / 96 * 96, 288]);
        // At least 8,192 work-items for each compute unit, in whole workgroups.
        assert_eq!(widest_of(&options, true), [10 * 8256, 288]);
        let options = RunOptions { launch_groups: Some(7), ..options };
        assert_eq!(widest_of(&options, false), [288, 288]);
        assert_eq!(widest_of(&options, true), [288, 288]);
    }

    #[test]
    fn no_claim_of_a_driver_makes_a_launch_too_large_or_empty() {
        let huge = sized(Width::of(DeviceKind::Gpu), u64::MAX, 1024);
        assert_eq!(huge, Geometry { global: MAX_WORK_ITEMS, local: 1024 });
        let none = sized(Width::of(DeviceKind::Other), 0, 0);
        assert_eq!(none, Geometry { global: 4, local: 1 });
    }
}
