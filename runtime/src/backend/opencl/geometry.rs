//! How many work-items a launch has: as many as fit the device, whatever the graph's size.
//!
//! Kernels stride, so any number is right; the number is a policy ("Policy-based Tuning for
//! Performance Portability and Library Co-optimization": granularity coarsening). A GPU hides
//! latency by many resident groups for each compute unit; on a CPU a group is a loop on one core, and
//! a few for each core are enough to even out the load.
//!
//! What is asked for comes before what a [calibration](crate::limits::Widths) of the device says, and that
//! before the policy for its kind.

use igc_opencl::{DeviceInfo, DeviceKind};

use crate::limits::Limits;

/// Groups for each compute unit of a GPU.
const GPU_GROUPS_PER_UNIT: usize = 16;
/// Groups for each compute unit of anything else.
const CPU_GROUPS_PER_UNIT: usize = 4;
/// The most work-items of a launch, far below where a 32-bit stride could wrap
/// ([`igc_compiler::ir::MAX_EXTENT`]).
pub const MOST_WORK_ITEMS: usize = 1 << 22;

/// The size of every launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geometry {
    /// Work-items of a launch, a multiple of `local`.
    pub global: usize,
    /// Work-items of a workgroup.
    pub local: usize,
}

/// The geometry for a device and workgroups of at most `local` work-items.
pub fn geometry(device: &DeviceInfo, local: usize, limits: &Limits) -> Geometry {
    sized(Width::with(device.kind, limits), device.compute_units, local)
}

/// The geometry of the built-in policy.
pub fn usual_geometry(device: &DeviceInfo, local: usize) -> Geometry {
    sized(Width::of(device.kind), device.compute_units, local)
}

/// How wide launches are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Width {
    Groups(usize),
    GroupsPerUnit(usize),
    WorkItemsPerUnit(usize),
}

impl Width {
    /// What is asked for, or what the calibration says, or the built-in policy.
    fn with(kind: DeviceKind, limits: &Limits) -> Width {
        let calibrated = limits.calibration.map(|widths| widths.work_items_per_unit);
        match (limits.launch_groups, calibrated) {
            (Some(groups), _) => Width::Groups(groups as usize),
            (None, Some(work_items)) => Width::WorkItemsPerUnit(work_items as usize),
            (None, None) => Width::of(kind),
        }
    }

    /// The built-in policy for a kind of device.
    fn of(kind: DeviceKind) -> Width {
        Width::GroupsPerUnit(match kind {
            DeviceKind::Gpu => GPU_GROUPS_PER_UNIT,
            _ => CPU_GROUPS_PER_UNIT,
        })
    }
}

fn sized(width: Width, compute_units: u64, local: usize) -> Geometry {
    let local = local.clamp(1, MOST_WORK_ITEMS);
    let units = usize::try_from(compute_units).unwrap_or(1).max(1);
    let groups = match width {
        Width::Groups(groups) => groups,
        Width::GroupsPerUnit(groups) => units.saturating_mul(groups),
        Width::WorkItemsPerUnit(items) => units.saturating_mul(items.div_ceil(local)),
    };
    let groups = groups.min(MOST_WORK_ITEMS / local).max(1);
    Geometry { global: groups * local, local }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Widths;

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
            let limits = Limits { launch_groups, calibration, ..Limits::default() };
            sized(Width::with(DeviceKind::Gpu, &limits), 10, 128).global / 128
        };
        assert_eq!(with(None, None), 160);
        // Eight workgroups for each unit have no fewer work-items than the calibration says.
        assert_eq!(with(None, Some(widths)), 80);
        assert_eq!(with(Some(7), Some(widths)), 7);
        assert_eq!(with(Some(0), None), 1);
        assert_eq!(with(Some(u32::MAX), None), MOST_WORK_ITEMS / 128);
    }

    #[test]
    fn no_claim_of_a_driver_makes_a_launch_too_large_or_empty() {
        let huge = sized(Width::of(DeviceKind::Gpu), u64::MAX, 1024);
        assert_eq!(huge, Geometry { global: MOST_WORK_ITEMS, local: 1024 });
        let none = sized(Width::of(DeviceKind::Other), 0, 0);
        assert_eq!(none, Geometry { global: 4, local: 1 });
    }
}
