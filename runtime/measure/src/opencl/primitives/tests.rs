//! Tests on the first OpenCL device.

use igc_opencl::devices;

use super::*;
use crate::primitives::{Algorithm, Load, Parameter, WordOrder};

/// Returns a bench on the first device, or `None` if there is none and none is required.
fn bench() -> Option<PrimitiveBench> {
    let Some(device) = devices().ok().and_then(|all| all.into_iter().next()) else {
        let required = std::env::var_os("IGC_REQUIRE_DEVICE").is_some_and(|value| value == "1");
        assert!(!required, "IGC_REQUIRE_DEVICE=1 and no OpenCL device");
        println!("skipped: there is no OpenCL device");
        return None;
    };
    Some(PrimitiveBench::on(&device, Watch::default()).expect("it opens"))
}

/// Returns configurations with every value of every parameter: the usual one with one change each.
fn varied(primitive: Primitive) -> Vec<PrimitiveConfiguration> {
    let usual = PrimitiveConfiguration {
        items: 4,
        ..PrimitiveConfiguration::usual(primitive, false, false)
    };
    let space = PrimitiveConfiguration::space(primitive);
    let differs = |one: &PrimitiveConfiguration| {
        let all = Parameter::ALL.iter();
        all.filter(|(_, parameter)| one.value(*parameter) != usual.value(*parameter)).count()
    };
    let is_small =
        |one: &&PrimitiveConfiguration| one.workgroup_size <= 256 && one.groups_per_unit <= 8;
    space.iter().filter(is_small).filter(|one| differs(one) <= 1).copied().collect()
}

/// By default, a primitive is tested with every third configuration, and the next one with others.
#[test]
fn every_parameter_of_every_primitive_gives_correct_results() {
    let Some(mut bench) = bench() else { return };
    let everything = std::env::var("IGC_CONFIGURATIONS").is_ok_and(|value| value == "all");
    for (turn, (name, primitive)) in Primitive::ALL.into_iter().enumerate() {
        let is_turn = |at: usize| everything || (at + turn).is_multiple_of(3);
        let varied = varied(primitive).into_iter().enumerate();
        let configurations = varied.filter(|(at, _)| is_turn(*at)).map(|(_, one)| one).collect();
        let job = PrimitiveJob { primitive, elements: Some(1 << 16), configurations, runs: 1 };
        let outcomes = bench.measure(&job, &mut |_| {}).expect("it is measured");
        for (configuration, outcome) in job.configurations.iter().zip(&outcomes) {
            let is_right =
                matches!(outcome, PrimitiveOutcome::Timed(_) | PrimitiveOutcome::Unsupported(_));
            assert!(is_right, "{name}, {configuration}: {outcome:?}");
        }
        let timed = outcomes.iter().filter(|outcome| outcome.seconds().is_some()).count();
        assert!(timed * 3 >= outcomes.len(), "{name}: {timed} of {}", outcomes.len());
    }
}

/// The checks notice a kernel that does not run.
#[test]
fn results_that_were_not_written_are_wrong() {
    let Some(mut bench) = bench() else { return };
    for (name, primitive) in Primitive::ALL {
        let job =
            PrimitiveJob { primitive, elements: Some(1 << 16), configurations: vec![], runs: 1 };
        bench.fill(&job).expect("it is filled");
        bench.arrays.forget_results().expect("it is forgotten");
        bench.arrays.prepare().expect("it is prepared");
        let wrong = bench.arrays.wrong(&bench.tools, primitive).expect("it is checked");
        assert!(wrong > 0, "{name}");
    }
}

#[test]
fn the_first_configuration_of_a_job_is_kept() {
    let Some(mut bench) = bench() else { return };
    let (load, order, algorithm) = (Load::Plain, WordOrder::Striped, Algorithm::Item);
    let (workgroup_size, groups_per_unit, items, width) = (64, 2, 1, 1);
    let one = PrimitiveConfiguration {
        workgroup_size,
        groups_per_unit,
        items,
        width,
        load,
        order,
        algorithm,
    };
    let other = PrimitiveConfiguration { items: 2, ..one };
    let mut job = PrimitiveJob {
        primitive: Primitive::Copy,
        elements: Some(1),
        configurations: vec![one, other],
        runs: 2,
    };
    for _ in 0..2 {
        let outcomes = bench.measure(&job, &mut |_| {}).expect("it is measured");
        assert!(outcomes.iter().all(|outcome| outcome.seconds().is_some()), "{outcomes:?}");
        assert_eq!(bench.kept.as_ref().map(|(_, kept, _)| *kept), Some(one));
    }
    job.configurations = vec![PrimitiveConfiguration { workgroup_size: 1 << 20, ..one }];
    let outcomes = bench.measure(&job, &mut |_| {}).expect("it is measured");
    assert!(matches!(outcomes[0], PrimitiveOutcome::Unsupported(_)), "{outcomes:?}");
}
