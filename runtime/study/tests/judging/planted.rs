//! A made-up study with planted effects: every time is the product of a base time, of a factor for
//! each flag, and of noise. The results of an analysis are therefore known in advance.

use std::collections::BTreeMap;

use igc_compiler::configuration::{Configuration, Flag};
use igc_study::{Cell, Chip, Dataset, Input, Outcome, Test};

pub const APPLICATIONS: [&str; 6] = ["bfs", "cc", "mis", "pr", "sssp", "tri"];
/// The names of the inputs. Each input is the only one of its class.
pub const INPUTS: [&str; 3] = ["road", "social", "random"];
pub const CHIPS: [&str; 4] = ["calm", "averse", "neutral", "wild"];

/// Returns the factor by which a flag changes the time of a test:
///
/// - `wg` slows down everything.
/// - `sg` speeds up one application and has no effect on the others.
/// - `fg8` speeds up the calm chip, slows down the averse one, and has no effect on other chips.
///   `fg1` speeds up the calm chip, but less.
/// - `coop-cv` speeds up the wild chip enormously, and slows down the others a little.
/// - `oitergb` speeds up roads and slows down social networks.
/// - `sz256` has no effect.
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

/// Returns the time without flags, in seconds: minutes on the wild chip, milliseconds on the other
/// chips.
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

/// Returns a study with three runs of every configuration. Each run deviates by up to the share
/// `noise` of its time.
pub fn study(noise: f64) -> Dataset {
    let mut random = fastrand::Rng::with_seed(1);
    let configurations = Configuration::all_configurations();
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
        models: vec![],
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
