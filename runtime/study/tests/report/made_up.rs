//! A made-up study that resembles a real one: three chips with different reactions, flags whose
//! effect depends on the application and the input, tests that no flag helps, noise, failures, and
//! steps.

use std::collections::BTreeMap;

use igc_compiler::configuration::{Configuration, Flag};
use igc_measure::comparison::{Failure, FailureKind};
use igc_runtime::supersteps::{LoopKind, StepRecord};
use igc_study::{Cell, Chip, Dataset, Input, Outcome, Recorded, Test};

const APPLICATIONS: [&str; 6] = ["bfs_wl", "cc_label", "mis_pannotia", "pr_tp", "sssp_wl", "tri"];
const INPUTS: [(&str, &str, &str, u64, u64, f64, f64); 3] = [
    ("usa.ny", "road:264346", "road", 264_346, 733_846, 2.8, 720.0),
    ("2e23", "uniform:23", "random", 8_388_608, 33_554_432, 4.0, 14.0),
    ("rmat20", "rmat:20", "social", 1_048_576, 8_259_994, 7.9, 11.0),
];
const CHIPS: [(&str, &str, &str, &str); 3] = [
    ("BIGCHIP", "Bigchip 9000 (132 compute units)", "Bigchip CL 3.1.4", "C11 atomics, subgroups"),
    ("LAPTOP", "Thin Graphics 620", "NEO 24.39", "C11 atomics, subgroups"),
    ("HOST", "cpu-16-cores", "PoCL 6.0", "OpenCL 1.2 atomics"),
];

/// Returns the factor by which a flag changes the time of a test.
fn effect(flag: Flag, Test { application, input, chip }: Test) -> f64 {
    let (road, hubs) = (input == 0, input == 2);
    // This application has no nested loops: all flags except `sz256` have no effect on it.
    if application == 1 && flag != Flag::Sz256 {
        return 1.0;
    }
    match (flag, chip) {
        (Flag::Wg, 0) if hubs => 0.8,
        (Flag::Wg, 2) => 1.9,
        (Flag::Wg, _) => 1.12,
        (Flag::Sg, 0 | 1) if hubs => 0.75,
        (Flag::Sg, 2) => 1.1,
        (Flag::Sg, _) => 1.0,
        (Flag::Fg1, 2) => 1.5,
        (Flag::Fg1, _) if hubs => 0.6,
        (Flag::Fg8, 2) => 1.3,
        (Flag::Fg8, _) if hubs => 0.45,
        (Flag::Fg8, _) if application == 3 => 1.4,
        (Flag::CoopCv, 1) => 0.35,
        (Flag::CoopCv, _) => 1.08,
        (Flag::Oitergb, 0 | 1) if road => 0.3,
        (Flag::Oitergb, 2) if road => 0.12,
        (Flag::Oitergb, _) if application == 3 => 2.5,
        (Flag::Oitergb, _) => 1.05,
        (Flag::Sz256, 1) => 1.15,
        _ => 1.0,
    }
}

/// Returns a failure for some configurations, as real drivers cause them.
fn failure(options: &Configuration, test: Test) -> Option<Failure> {
    let failed = |kind, reason: &str| Some(Failure::new(kind, reason.into()));
    match test.chip {
        2 if options.is_on(Flag::Oitergb) && test.application == 5 => {
            failed(FailureKind::Hung, "nothing was heard of it for 60 s")
        }
        1 if options.is_on(Flag::Sz256) && test.application == 4 && test.input == 1 => {
            failed(FailureKind::Check, "node 17: the result is 5, the oracle says 4")
        }
        _ => None,
    }
}

/// Returns the study with the configurations of the given flags. It is the same in every call.
pub fn study(flags: impl IntoIterator<Item = Flag>) -> Dataset {
    let flags: Vec<Flag> = flags.into_iter().collect();
    let is_studied = |options: &Configuration| {
        Flag::OF_96.iter().all(|flag| !options.is_on(*flag) || flags.contains(flag))
    };
    let mut random = fastrand::Rng::with_seed(2019);
    let configurations: Vec<Configuration> =
        Configuration::all_configurations().into_iter().filter(is_studied).collect();
    let mut results = BTreeMap::new();
    for test in tests() {
        for (configuration, options) in configurations.iter().enumerate() {
            let flags = Flag::OF_96.into_iter().filter(|flag| options.is_on(*flag));
            let factor: f64 = flags.map(|flag| effect(flag, test)).product();
            let noise = [0.004, 0.02, 0.05][test.chip];
            // The noise is mostly small and seldom large.
            let mut run = || {
                let off = noise * (random.f64() - 0.5) * 2.0;
                let interrupted = if random.f64() < 0.02 { 1.3 } else { 1.0 };
                base(test) * factor * (1.0 + off) * interrupted
            };
            let outcome = match failure(options, test) {
                Some(failure) => Outcome::Failed(failure),
                None => Outcome::Timed(vec![run(), run(), run()]),
            };
            results.insert(Cell { test, configuration }, outcome);
        }
    }
    Dataset {
        study: "made up".into(),
        applications: APPLICATIONS.map(String::from).to_vec(),
        models: vec![],
        inputs: INPUTS.map(input).to_vec(),
        chips: CHIPS.map(chip).to_vec(),
        steps: steps(&configurations),
        configurations,
        results,
    }
}

/// Returns the steps of searches on one chip, in configurations with at most one flag.
fn steps(configurations: &[Configuration]) -> Vec<Recorded> {
    const LEVELS: [u32; 3] = [60, 14, 11];
    let mut steps = vec![];
    for (application, input) in [(0, 0), (0, 1), (0, 2), (4, 0)] {
        let test = Test { application, input, chip: 0 };
        for (configuration, options) in configurations.iter().enumerate() {
            if options.flags().count() > 1 {
                continue;
            }
            let levels = LEVELS[input];
            let records = match options.is_on(Flag::Oitergb) {
                true => vec![outlined(levels)],
                false => (0..levels).map(|level| round(options, test, level, levels)).collect(),
            };
            let cell = Cell { test, configuration };
            let seconds = records.iter().map(|step| step.time).sum();
            steps.push(Recorded { cell, repetition: 0, seconds, steps: records });
        }
    }
    steps
}

/// Returns the record of one level of a search. The frontier grows and then shrinks.
fn round(options: &Configuration, test: Test, level: u32, levels: u32) -> StepRecord {
    let items = |level: u32| {
        let height = f64::from(level.min(levels - level));
        (INPUTS[test.input].3 as f64 / 8.0).powf(2.0 * height / f64::from(levels)) as u32
    };
    let flags = Flag::OF_96.into_iter().filter(|flag| options.is_on(*flag));
    let factor: f64 = flags.map(|flag| effect(flag, test)).product();
    let frontier = items(level).max(1);
    StepRecord {
        repetition: 0,
        loop_number: 0,
        kind: LoopKind::Pipe,
        entry: 0,
        step: level.into(),
        rounds: 1,
        start: f64::from(level) * 1e-3,
        time: 8e-6 + f64::from(frontier) * 1e-9 * factor,
        launches: 1,
        worklist: Some("todo".into()),
        frontier: Some(frontier),
        frontier_edges: Some(u64::from(frontier) * (2 + test.input as u64)),
        discovered: Some(if level + 1 < levels { items(level + 1).max(1) } else { 0 }),
        variants: None,
    }
}

/// Returns the record of a loop that ran on the device.
fn outlined(rounds: u32) -> StepRecord {
    StepRecord {
        repetition: 0,
        loop_number: 0,
        kind: LoopKind::Outlined,
        entry: 0,
        step: 0,
        rounds: rounds.into(),
        start: 0.0,
        time: f64::from(rounds) * 3e-6,
        launches: 1,
        worklist: None,
        frontier: None,
        frontier_edges: None,
        discovered: None,
        variants: None,
    }
}

fn tests() -> Vec<Test> {
    let mut tests = vec![];
    for application in 0..APPLICATIONS.len() {
        for input in 0..INPUTS.len() {
            tests.extend((0..CHIPS.len()).map(|chip| Test { application, input, chip }));
        }
    }
    tests
}

/// Returns the time of a test without flags, in seconds.
fn base(test: Test) -> f64 {
    let chip = [1.0, 8.0, 40.0][test.chip];
    2e-4 * chip * (1 + test.application) as f64 * [3.0, 5.0, 2.0][test.input]
}

fn input(
    (name, spec, class, nodes, edges, mean, levels): (&str, &str, &str, u64, u64, f64, f64),
) -> Input {
    Input {
        name: name.into(),
        spec: spec.into(),
        class: class.into(),
        nodes,
        edges,
        properties: BTreeMap::from([
            ("out_degree_mean".into(), mean),
            ("diameter_estimate".into(), levels),
        ]),
    }
}

fn chip((name, device, driver, dialect): (&str, &str, &str, &str)) -> Chip {
    Chip {
        name: name.into(),
        device: device.into(),
        driver: driver.into(),
        dialect: dialect.into(),
    }
}
