//! The grid barrier on every device in every dialect: workgroups find each other, messages pass, and
//! everything is as before when the last one has left.

use igc_measure::opencl::{BarrierSettings, time_barriers};
use igc_runtime::grid::GridBarrier;
use igc_runtime::watch::Watch;
use igc_tests::device;

#[test]
fn messages_pass_barriers_in_every_dialect() {
    let settings = BarrierSettings {
        groups: vec![1, 2, 33],
        // One work-item, a warp, and no whole number of warps.
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
            // Launches are no larger than what was found before, or than there are compute units.
            let units = usize::try_from(device.compute_units).unwrap();
            assert!(times.resident_later.1 <= times.resident_first.max(units), "{times:?}");
        }
    }
}
