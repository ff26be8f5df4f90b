//! What a study has measured, in memory: the tests, the configurations, and the times of each.
//!
//! Everything that judges reads this and nothing else.

mod check;

pub use check::DatasetError;

use std::collections::BTreeMap;

use igc_compiler::options::Options;
use igc_runtime::bench::Failure;
use igc_runtime::supersteps::StepRecord;
use serde::{Deserialize, Serialize};

/// All results of a study.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Dataset {
    /// What the study is called.
    pub study: String,
    /// The applications' names.
    pub applications: Vec<String>,
    /// The graphs.
    pub inputs: Vec<Input>,
    /// The devices, each with its driver.
    pub chips: Vec<Chip>,
    /// The configurations, in the order of [`Options::all_configurations`] as far as they are studied.
    pub configurations: Vec<Options>,
    /// What came of every configuration of every test that was tried. A configuration that is the same to
    /// the device as another one has the other one's results.
    #[serde(with = "cells")]
    pub results: BTreeMap<Cell, Outcome>,
    /// Runs whose steps were timed. Of configurations that are the same, the first has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Recorded>,
}

/// A graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// What the study calls it.
    pub name: String,
    /// Its specification, as `--graph` takes it.
    pub spec: String,
    /// What sort of graph it is, as far as the study says: `road`, `social`, `random`. Policies are chosen
    /// by it.
    pub class: String,
    /// Number of nodes.
    pub nodes: u64,
    /// Number of edges.
    #[serde(rename = "arcs")]
    pub edges: u64,
    /// Further properties by name, such as `out_degree_mean`.
    pub properties: BTreeMap<String, f64>,
}

/// A device, with its driver: another driver is another chip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chip {
    /// What the study calls it.
    pub name: String,
    /// The device's own name.
    pub device: String,
    /// The driver's name and version.
    pub driver: String,
    /// The dialect in words.
    pub dialect: String,
}

/// An application on an input on a chip, by their places in the [`Dataset`] (section III).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Test {
    /// The application.
    pub application: usize,
    /// The input.
    pub input: usize,
    /// The chip.
    pub chip: usize,
}

/// A configuration of a test: what times are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// The test.
    pub test: Test,
    /// The configuration, by its place in the [`Dataset`].
    pub configuration: usize,
}

/// What came of a configuration of a test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The times of its runs, in seconds, in the order in which they ran. The result was accepted by
    /// the oracles.
    Timed(Vec<f64>),
    /// It has no times.
    Failed(Failure),
}

/// A run that was made to time its steps: the rounds of the loops of `main`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// What ran.
    #[serde(flatten)]
    pub cell: Cell,
    /// Which of the cell's runs of that sort it is, from 0.
    pub repetition: u32,
    /// How long all of it took, in seconds: longer than a run whose steps are not timed.
    pub seconds: f64,
    /// The steps, in the order in which they ended.
    pub steps: Vec<StepRecord>,
}

impl Dataset {
    /// The tests of which anything is known, in order.
    pub fn tests(&self) -> Vec<Test> {
        let mut tests: Vec<Test> = self.results.keys().map(|cell| cell.test).collect();
        tests.dedup();
        tests
    }

    /// The times of a configuration of a test; `None` where it failed or was not tried.
    pub fn times(&self, test: Test, configuration: usize) -> Option<&[f64]> {
        match self.results.get(&Cell { test, configuration })? {
            Outcome::Timed(times) => Some(times),
            Outcome::Failed(_) => None,
        }
    }

    /// The place of a configuration.
    pub fn configuration(&self, options: &Options) -> Option<usize> {
        self.configurations.iter().position(|known| known == options)
    }
}

/// The results as a list: keys of JSON's objects are strings.
mod cells {
    use super::{BTreeMap, Cell, Outcome};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize)]
    struct Borrowed<'a> {
        #[serde(flatten)]
        cell: &'a Cell,
        outcome: &'a Outcome,
    }

    #[derive(Deserialize)]
    struct Owned {
        #[serde(flatten)]
        cell: Cell,
        outcome: Outcome,
    }

    pub fn serialize<S: Serializer>(
        results: &BTreeMap<Cell, Outcome>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(results.iter().map(|(cell, outcome)| Borrowed { cell, outcome }))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<Cell, Outcome>, D::Error> {
        let list = Vec::<Owned>::deserialize(deserializer)?;
        Ok(list.into_iter().map(|Owned { cell, outcome }| (cell, outcome)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dataset_goes_through_json_unchanged() {
        let test = Test { application: 0, input: 0, chip: 0 };
        let results = BTreeMap::from([
            (Cell { test, configuration: 0 }, Outcome::Timed(vec![0.1, 0.25])),
            (
                Cell { test, configuration: 1 },
                Outcome::Failed(Failure {
                    kind: igc_runtime::bench::FailureKind::Hung,
                    reason: "nothing was heard".into(),
                }),
            ),
        ]);
        let dataset = Dataset {
            study: "made up".into(),
            applications: vec!["bfs_wl".into()],
            configurations: Options::all_configurations()[..2].to_vec(),
            results,
            ..Dataset::default()
        };
        let text = serde_json::to_string(&dataset).expect("it serialises");
        assert_eq!(serde_json::from_str::<Dataset>(&text).expect("it is JSON"), dataset);
        assert_eq!(dataset.tests(), [test]);
        assert_eq!(dataset.times(test, 0), Some(&[0.1, 0.25][..]));
        assert_eq!((dataset.times(test, 1), dataset.times(test, 2)), (None, None));
    }
}
