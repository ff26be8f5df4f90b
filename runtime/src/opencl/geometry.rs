//! How many work-items a launch has: as many as fit the device, whatever the graph's size.
//!
//! Kernels stride, so any number is right; the number is a policy ("Policy-based Tuning for
//! Performance Portability and Library Co-optimization": granularity coarsening). A GPU hides
//! latency by many resident groups for each compute unit; on a CPU a group is a loop on one core, and
//! a few for each core are enough to even out the load.

use igc_opencl::{DeviceInfo, DeviceKind};

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
pub fn geometry(device: &DeviceInfo, local: usize) -> Geometry {
    sized(device.kind, device.compute_units, local)
}

fn sized(kind: DeviceKind, compute_units: u64, local: usize) -> Geometry {
    let per_unit = match kind {
        DeviceKind::Gpu => GPU_GROUPS_PER_UNIT,
        _ => CPU_GROUPS_PER_UNIT,
    };
    let local = local.clamp(1, MOST_WORK_ITEMS);
    let units = usize::try_from(compute_units).unwrap_or(1).max(1);
    let groups = units.saturating_mul(per_unit).min(MOST_WORK_ITEMS / local).max(1);
    Geometry { global: groups * local, local }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_fit_the_device() {
        let gpu = sized(DeviceKind::Gpu, 132, 128);
        assert_eq!(gpu, Geometry { global: 132 * 16 * 128, local: 128 });
        let cpu = sized(DeviceKind::Cpu, 2, 256);
        assert_eq!(cpu, Geometry { global: 2 * 4 * 256, local: 256 });
    }

    #[test]
    fn no_claim_of_a_driver_makes_a_launch_too_large_or_empty() {
        let huge = sized(DeviceKind::Gpu, u64::MAX, 1024);
        assert_eq!(huge, Geometry { global: MOST_WORK_ITEMS, local: 1024 });
        let none = sized(DeviceKind::Other, 0, 0);
        assert_eq!(none, Geometry { global: 4, local: 1 });
    }
}
