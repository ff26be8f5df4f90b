//! Tests the grid barrier on every device in every dialect: workgroups discover each other,
//! messages pass the barrier, and the barrier can be used again after the last workgroup has left.
//! Also tests the shape of loops that contain barriers.

use igc_compiler::codegen::Language;
use igc_compiler::configuration::Configuration;
use igc_measure::opencl::{BarrierSettings, time_barriers};
use igc_runtime::grid_options::GridBarrier;
use igc_runtime::watch::Watch;
use igc_tests::application::{APPLICATIONS, Application};
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

/// PoCL compiles the code after a loop with barriers twice if some paths skip these barriers. In
/// all emitted code, the head of such a loop is therefore a function of the device library that all
/// work-items reach.
#[test]
fn work_items_reach_the_heads_of_loops_with_barriers_together() {
    let heads = ["igc_continues(", "igc_next_round(", "igc_takes("];
    let mut loops = 0;
    for (_, name) in APPLICATIONS {
        for options in ["coop-cv,oitergb", "wg,sg,fg8,coop-cv,oitergb", "wg,fg1"] {
            let options = Configuration::parse(options).unwrap();
            let program = Application::with(name, &options).program;
            let lines: Vec<&str> =
                program.compilation.artefact.code(Language::OpenCl).lines().collect();
            for pair in lines.windows(2) {
                let head = pair[0].trim_start();
                let is_loop = head.starts_with("for (") || head.starts_with("while (");
                if is_loop && pair[1].trim_start() == "igc_path_start();" {
                    loops += 1;
                    assert!(heads.iter().any(|known| head.contains(known)), "{name}: {head}");
                }
            }
        }
    }
    assert!(loops > 100, "{loops} loops");
}
