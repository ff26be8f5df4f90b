//! The configurations that are measured. They are a part of the spaces of the two papers that takes
//! less than a minute.

use igc_opencl::DeviceKind;

use super::source::{STREAMING_WIDTHS, TILE_LOADS, TILE_WIDTHS};
use crate::calibration::{ElementOrder, Operation, OperationConfiguration, Workgroups};

/// Sizes of workgroups: those of compiled programs.
const WORKGROUP_SIZES: [u32; 2] = [128, 256];
/// Numbers of workgroups per compute unit, of a GPU and of other devices.
const GROUPS_OF_A_GPU: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
const GROUPS_OF_OTHERS: [u32; 4] = [1, 4, 8, 16];

/// Vector widths for streaming and for tiled operations on devices other than GPUs. Every width
/// needs its own kernels, and a CPU's driver takes longer to compile a kernel than to run it.
const WIDTHS_OF_OTHERS: [u32; 3] = [1, 4, 8];
const TILE_WIDTHS_OF_OTHERS: [u32; 2] = [1, 4];

/// Returns the sizes of workgroups that a device supports, or its largest size if it supports none
/// of the usual ones.
pub fn workgroup_sizes(most: u64) -> Vec<u32> {
    let sizes = WORKGROUP_SIZES.into_iter().filter(|&size| u64::from(size) <= most);
    let sizes: Vec<u32> = sizes.collect();
    if sizes.is_empty() { vec![most.clamp(1, 64) as u32] } else { sizes }
}

/// Returns the configurations of a streaming operation.
pub fn streaming(kind: DeviceKind, sizes: &[u32]) -> Vec<OperationConfiguration> {
    let (groups, widths) = match kind {
        DeviceKind::Gpu => (&GROUPS_OF_A_GPU[..], &STREAMING_WIDTHS[..]),
        _ => (&GROUPS_OF_OTHERS[..], &WIDTHS_OF_OTHERS[..]),
    };
    let mut space = vec![];
    for &workgroup_size in sizes {
        for &groups_per_unit in groups {
            for order in [ElementOrder::Strided, ElementOrder::Contiguous] {
                for &width in widths {
                    let (groups, loads) = (Workgroups::PerUnit(groups_per_unit), 1);
                    space.push(OperationConfiguration {
                        workgroup_size,
                        groups,
                        width,
                        loads,
                        order,
                    });
                }
            }
        }
    }
    space
}

/// Returns the configurations of a tiled operation, for launches with this number of work-items per
/// compute unit.
pub fn tiled(
    operation: Operation,
    kind: DeviceKind,
    sizes: &[u32],
    work_items_per_unit: u32,
) -> Vec<OperationConfiguration> {
    let (sizes, widths) = match kind {
        DeviceKind::Gpu => (sizes, &TILE_WIDTHS[..]),
        _ => (&sizes[..sizes.len().min(1)], &TILE_WIDTHS_OF_OTHERS[..]),
    };
    let orders = match operation {
        Operation::TiledCopy | Operation::Reduction => {
            &[ElementOrder::Contiguous, ElementOrder::Stolen][..]
        }
        // A scan needs the sum of all tiles before a workgroup's own.
        _ => &[ElementOrder::Contiguous],
    };
    let mut space = vec![];
    for &workgroup_size in sizes {
        let groups = Workgroups::PerUnit((work_items_per_unit / workgroup_size.max(1)).max(1));
        for &order in orders {
            for loads in TILE_LOADS {
                for &width in widths {
                    space.push(OperationConfiguration {
                        workgroup_size,
                        groups,
                        width,
                        loads,
                        order,
                    });
                }
            }
        }
    }
    space
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_has_sizes_that_it_can_run() {
        assert_eq!(workgroup_sizes(1024), [128, 256]);
        assert_eq!(workgroup_sizes(128), [128]);
        assert_eq!(workgroup_sizes(16), [16]);
        assert_eq!(workgroup_sizes(0), [1]);
    }

    #[test]
    fn every_configuration_is_tried_once_and_those_of_compiled_programs_are_among_them() {
        for kind in [DeviceKind::Gpu, DeviceKind::Cpu] {
            let space = streaming(kind, &[128, 256]);
            let mut each = space.clone();
            each.dedup();
            assert_eq!(each.len(), space.len());
            let is_plain =
                |c: &&OperationConfiguration| c.width == 1 && c.order == ElementOrder::Strided;
            assert!(space.iter().filter(is_plain).count() >= 8);
        }
        let tiled = |operation, kind| tiled(operation, kind, &[128, 256], 1024);
        assert_eq!(tiled(Operation::Scan, DeviceKind::Gpu).len(), 12);
        assert_eq!(tiled(Operation::Reduction, DeviceKind::Gpu).len(), 24);
        assert_eq!(tiled(Operation::Reduction, DeviceKind::Cpu).len(), 8);
        assert_eq!(tiled(Operation::Reduction, DeviceKind::Cpu)[0].groups, Workgroups::PerUnit(8));
    }
}
