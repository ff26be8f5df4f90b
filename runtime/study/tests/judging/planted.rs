//! A study that was made up: every time is the product of a base and of what each flag was planted to
//! do there, times noise. So what an analysis has to find is known.

use std::collections::BTreeMap;

use igc_compiler::options::{Flag, Options};
use igc_study::{Cell, Chip, Dataset, Input, Outcome, Test};

pub const APPLICATIONS: [&str; 6] = ["bfs", "cc", "mis", "pr", "sssp", "tri"];
/// Each is the only one of its class.
pub const INPUTS: [&str; 3] = ["road", "social", "random"];
pub const CHIPS: [&str; 4] = ["calm", "averse", "neutral", "wild"];

/// How many times as long a test takes with a flag:
///
/// * `wg` harms everything.
/// * `sg` helps one application, and does nothing for the others.
/// * `fg8` helps the calm chip, harms the averse one, and does nothing elsewhere; `fg1` helps the calm
///   chip, but less.
/// * `coop-cv` helps the wild chip enormously, and harms the others a little.
/// * `oitergb` helps roads and harms social networks.
/// * `sz256` does nothing.
pub fn effect(flag: Flag, test: Test) -> f64 {
    let (application, input, chip) =
        (APPLICATIONS[test.application], INPUTS[test.input], CHIPS[test.chip]);
    match (flag, application, input, chip) {
        (Flag::Wg, ..) => 1.3,
        (Flag::Sg, "sssp", ..) => 0.7,
        (Flag::Fg1, _, _, "calm") => 0.9,
        (Flag::Fg8, _, _, "calm") => 0.8,
        (Flag::Fg8, _, _, "averse") => 1.25,
        (Flag::CoopCv, _, _, "wild") => 0.05,
        (Flag::CoopCv, ..) => 1.15,
        (Flag::Oitergb, _, "road", _) => 0.6,
        (Flag::Oitergb, _, "social", _) => 1.2,
        _ => 1.0,
    }
}

/// Seconds without flags: a minute on the wild chip, milliseconds elsewhere.
fn base(test: Test) -> f64 {
    let chip = if CHIPS[test.chip] == "wild" { 60.0 } else { 1e-3 };
    chip * (1 + test.application) as f64 * (1 + test.input) as f64
}

pub fn tests() -> Vec<Test> {
    let mut tests = vec![];
    for application in 0..APPLICATIONS.len() {
        for input in 0..INPUTS.len() {
            for chip in 0..CHIPS.len() {
                tests.push(Test { application, input, chip });
            }
        }
    }
    tests
}

/// Three runs of everything, each up to `noise` (of the time) off.
pub fn study(noise: f64) -> Dataset {
    let mut random = fastrand::Rng::with_seed(1);
    let configurations = Options::all_configurations();
    let mut results = BTreeMap::new();
    for test in tests() {
        for (configuration, options) in configurations.iter().enumerate() {
            let exact =
                options.flags().map(|flag| effect(flag, test)).product::<f64>() * base(test);
            let mut run = || exact * (1.0 + noise * (2.0 * random.f64() - 1.0));
            let times = vec![run(), run(), run()];
            results.insert(Cell { test, configuration }, Outcome::Timed(times));
        }
    }
    Dataset {
        study: "planted".into(),
        applications: APPLICATIONS.map(String::from).to_vec(),
        inputs: INPUTS.map(input).to_vec(),
        chips: CHIPS.map(chip).to_vec(),
        configurations,
        results,
        steps: vec![],
    }
}

fn input(name: &str) -> Input {
    Input {
        name: name.into(),
        spec: format!("{name}:1000"),
        class: name.into(),
        nodes: 1000,
        edges: 4000,
        properties: BTreeMap::new(),
    }
}

fn chip(name: &str) -> Chip {
    Chip {
        name: name.into(),
        device: format!("The {name} device"),
        driver: "1.0".into(),
        dialect: "made up".into(),
    }
}
