//! Tests the counts of `igc bench --roofline`: counters change no result, and all devices count the
//! same.

use igc_compiler::configuration::Configuration;
use igc_compiler::interp;
use igc_compiler::workload::executed::instrument;
use igc_measure::roofline::count;
use igc_opencl::DeviceKind;
use igc_runtime::backend::Device;
use igc_runtime::backend::interpreter::Interpreter;
use igc_runtime::backend::native::Native;
use igc_runtime::input::Input;
use igc_runtime::params::RunInputs;
use igc_runtime::run_options::RunOptions;
use igc_runtime::watch::Watch;
use igc_tests::application::{APPLICATIONS, Application};
use igc_tests::device;
use igc_tests::random::Mode;
use igc_tests::random::kept;
use igc_tests::random::run::{MAX_STEPS, fail, prepare};
use igc_tests::random::strategy::Cases;
use proptest::prelude::*;

#[test]
fn every_application_can_be_counted() {
    for (_, name) in APPLICATIONS {
        let Application { program } = Application::new(name);
        let input = Input::load("rmat:6").unwrap().require(&program.requirements()).unwrap();
        let (params, inputs) = (program.params(&[]), program.inputs(&input));
        let artefact = &program.compilation.artefact;
        let given = RunInputs { params: &params, inputs: &inputs };
        let count = |device: &dyn Device| {
            count(artefact, &input, given, device, &RunOptions::default()).unwrap()
        };
        let work = count(&Interpreter);
        let accesses = work.streamed.iter().chain(&work.gathers).map(|(_, count)| count);
        assert!(accesses.sum::<u64>() > 0, "{name}: {work:?}");
        let searches = ["bfs_topo", "bfs_wl", "bfs_hybrid", "kcore", "tri", "pr_tp"];
        if searches.contains(&name) {
            // The work of these programs does not depend on the order of iterations.
            assert_eq!(count(&Native::new(std::num::NonZero::new(1))), work, "{name}");
            assert!(work.edges > 0, "{name}: {work:?}");
        }
    }
}

#[test]
fn rates_of_devices_are_positive() {
    for info in device::opencl() {
        let rates = igc_measure::opencl::measure_rates(&info, &Watch::default()).unwrap();
        assert!(rates.are_usable(), "{rates:?}");
        assert!(rates.launch < rates.read_back || info.kind == DeviceKind::Cpu, "{rates:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        max_shrink_iters: 20_000,
        ..kept::config(256)
    })]

    #[test]
    fn counters_change_no_result(case in Cases(Mode::Deterministic)) {
        let prepared = prepare(&case, &Configuration::default())?;
        let module = &prepared.compilation.artefact.parallel;
        let instrumented = instrument(module);
        let settings = interp::Settings {
            max_steps: Some(2 * MAX_STEPS),
            inputs: prepared.inputs.clone(),
            ..interp::Settings::default()
        };
        let view = prepared.input.view().unwrap();
        let run = |module| interp::run(module, &view, &prepared.params, &settings);
        match (run(&instrumented.module), run(module)) {
            (Ok(counted), Ok(plain)) => {
                prepared.compare("with counters", &counted.arrays, &plain.arrays)?;
                let value = |at: usize| counted.arrays[at].get(0).unwrap().to_bits();
                let total = instrumented.total(value);
                let most = |counts: &std::collections::BTreeMap<_, u64>| {
                    counts.values().copied().max().unwrap_or(0)
                };
                // No counter has wrapped, and a run of so many steps has no more accesses.
                prop_assert!(most(&total.gathers) < 100 * MAX_STEPS);
            }
            (Err(error), _) if error.is_internal() => fail(error.to_string())?,
            _ => {}
        }
    }
}
