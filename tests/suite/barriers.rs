//! Tests the grid barrier on every device in every dialect: workgroups discover each other,
//! messages pass the barrier, and the barrier can be used again after the last workgroup has left.

use igc_measure::opencl::{BarrierSettings, time_barriers};
use igc_runtime::grid::GridBarrier;
use igc_runtime::watch::Watch;
use igc_tests::device;

#[test]
fn messages_pass_barriers_in_every_dialect() {
    let settings = BarrierSettings {
        groups: vec![1, 2, 33],
        // The sizes are a single work-item, a warp, and a size that is not a multiple of a warp.
        workgroup_sizes: vec![1, 32, 100],
        barriers: vec![],
        patience: None,
        rounds: 40,
        runs: 3,
        watch: Watch::default(),
    };
    for device in device::opencl().iter().flat_map(device::opencl_dialects) {
        let mut begun = vec![];
        let mut begins = |size, barrier, groups| begun.push((size, barrier, groups));
        let measured = time_barriers(&device, &settings, &mut begins).unwrap();
        let trials: Vec<_> =
            measured.iter().map(|m| (m.workgroup_size, m.barrier, m.groups as u32)).collect();
        assert_eq!(trials, begun);
        assert_eq!(trials.len(), GridBarrier::ALL.len() * 3 * 3);
        for times in &measured {
            assert_eq!(times.stale, 0, "{}: {times:?}", device.dialect);
            assert!((1..=times.groups).contains(&times.resident_first), "{times:?}");
            // Later launches have at most as many workgroups as earlier ones discovered, or as
            // there are compute units.
            let units = usize::try_from(device.compute_units).unwrap();
            assert!(times.resident_later.1 <= times.resident_first.max(units), "{times:?}");
        }
    }
}
