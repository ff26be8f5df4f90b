//! Made-up studies for tests.

use std::collections::BTreeMap;

use igc_compiler::configuration::Configuration;
use igc_runtime::supersteps::{LoopKind, StepRecord};

use crate::dataset::{Cell, Chip, Dataset, Input, Outcome, Recorded, Test};

/// A round of a run: the nodes and edges of its frontier if they were counted, and its time.
pub type Step = (Option<(u32, u64)>, f64);

/// Returns rounds without counts, from their times.
pub fn timed(times: &[f64]) -> Vec<Step> {
    times.iter().map(|time| (None, *time)).collect()
}

/// Returns a test of the application with number 0.
pub fn test(input: usize) -> Test {
    Test { application: 0, input, chip: 0 }
}

/// Returns a study of one application. Each entry of `tests` is an input with 10 nodes and 40
/// edges. It lists the runs with timed steps, each with the number of its configuration.
pub fn study(configurations: &[&str], tests: &[&[(usize, Vec<Step>)]]) -> Dataset {
    let input = |at: usize| Input {
        name: format!("input {at}"),
        spec: String::new(),
        class: String::new(),
        nodes: 10,
        edges: 40,
        properties: BTreeMap::from([("out_degree_greatest".to_string(), 7.0)]),
    };
    let mut dataset = Dataset {
        applications: vec!["search".into()],
        inputs: (0..tests.len()).map(input).collect(),
        chips: vec![Chip {
            name: "chip".into(),
            device: String::new(),
            driver: String::new(),
            dialect: String::new(),
        }],
        configurations: configurations
            .iter()
            .map(|text| Configuration::parse(text).expect("the flags exist"))
            .collect(),
        ..Dataset::default()
    };
    for (at, runs) in tests.iter().enumerate() {
        for configuration in 0..configurations.len() {
            let cell = Cell { test: test(at), configuration };
            dataset.results.insert(cell, Outcome::Timed(vec![1.0 + configuration as f64; 3]));
        }
        for (repetition, (configuration, steps)) in (0..).zip(*runs) {
            dataset.steps.push(Recorded {
                cell: Cell { test: test(at), configuration: *configuration },
                repetition,
                seconds: 1.0,
                steps: steps.iter().enumerate().map(record).collect(),
            });
        }
    }
    dataset
}

/// Returns a study of a run of `none` with the given frontiers.
pub fn with_frontiers(frontiers: &[Option<(u32, u64)>]) -> Dataset {
    let counted: Vec<Step> = frontiers.iter().map(|frontier| (*frontier, 2.0)).collect();
    study(&["none"], &[&[(0, counted)]])
}

fn record((at, (frontier, time)): (usize, &Step)) -> StepRecord {
    StepRecord {
        repetition: 0,
        loop_number: 0,
        kind: LoopKind::Iterate,
        entry: 0,
        step: at as u64,
        rounds: 1,
        start: at as f64,
        time: *time,
        launches: 1,
        worklist: None,
        frontier: frontier.map(|(nodes, _)| nodes),
        frontier_edges: frontier.map(|(_, edges)| edges),
        discovered: None,
        variants: None,
    }
}
