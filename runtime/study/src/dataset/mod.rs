//! The data set of a study, in memory: tests, configurations, and the times of each configuration.
//!
//! The data set is the only input of the analyses.

mod check;

pub use check::DatasetError;

use std::collections::BTreeMap;

use igc_compiler::configuration::{Configuration, Flag};
use igc_compiler::model::{Model, Tree};
use igc_measure::comparison::Failure;
use igc_runtime::supersteps::StepRecord;
use serde::{Deserialize, Serialize};

/// All results of a study.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Dataset {
    /// The name of the study.
    pub study: String,
    /// The names of the applications.
    pub applications: Vec<String>,
    /// The texts of the [models](igc_compiler::model) of the applications' adaptive configurations,
    /// in the same order. Without a text, the built-in rule applies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<Option<String>>,
    /// The graphs.
    pub inputs: Vec<Input>,
    /// The devices, each with its driver.
    pub chips: Vec<Chip>,
    /// The studied configurations, in the order of [`Configuration::all_configurations`].
    pub configurations: Vec<Configuration>,
    /// The result of every configuration of a test that was tried. Configurations with the same
    /// artefact have the same results.
    #[serde(with = "cells")]
    pub results: BTreeMap<Cell, Outcome>,
    /// Runs whose steps were timed. Of configurations with the same artefact, only the first has
    /// such runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Recorded>,
}

/// A graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// The name of the graph in the study.
    pub name: String,
    /// The graph specification, as `--graph` takes it.
    pub spec: String,
    /// The class of the graph in the study, such as `road`, `social` or `random`. Policies choose
    /// by class.
    pub class: String,
    /// Number of nodes.
    pub nodes: u64,
    /// Number of edges; an undirected edge counts as two.
    #[serde(rename = "arcs")]
    pub edges: u64,
    /// Further properties by name, such as `out_degree_mean`.
    pub properties: BTreeMap<String, f64>,
}

/// A device with its driver. The same device with another driver is another chip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chip {
    /// The name of the chip in the study.
    pub name: String,
    /// The device name that the driver reports.
    pub device: String,
    /// The name and version of the driver.
    pub driver: String,
    /// The dialect, as text.
    pub dialect: String,
}

/// A test: an application on an input on a chip, by index in the [`Dataset`] (section III).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Test {
    /// The index of the application.
    pub application: usize,
    /// The index of the input.
    pub input: usize,
    /// The index of the chip.
    pub chip: usize,
}

/// A configuration of a test. Configurations of a test with the same artefact share their times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// The test.
    pub test: Test,
    /// The index of the configuration in the [`Dataset`].
    pub configuration: usize,
}

/// The result of measuring a configuration of a test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The times of the runs in seconds, in the order of execution. The oracles accepted the
    /// result.
    Timed(Vec<f64>),
    /// The configuration failed, so it has no times.
    Failed(Failure),
}

/// A run in which the steps were timed: the rounds of the loops of `main`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// The configuration of a test that ran.
    #[serde(flatten)]
    pub cell: Cell,
    /// The index of this run among the runs of the cell with timed steps, from 0.
    pub repetition: u32,
    /// The total time of the run in seconds, with the initialisation of state unless an igc with
    /// store format 4 or older recorded it. It is longer than the time of a run without timed steps.
    pub seconds: f64,
    /// The steps, in the order in which they ended.
    pub steps: Vec<StepRecord>,
}

impl Dataset {
    /// Returns the flags that the study compares: those of the 96 configurations, and the other
    /// flags of its configurations.
    pub fn flags(&self) -> Vec<Flag> {
        let is_studied = |flag: &Flag| {
            Flag::OF_96.contains(flag) || self.configurations.iter().any(|o| o.is_on(*flag))
        };
        Flag::every().filter(is_studied).collect()
    }

    /// Returns the tests that have results, in order.
    pub fn tests(&self) -> Vec<Test> {
        let mut tests: Vec<Test> = self.results.keys().map(|cell| cell.test).collect();
        tests.dedup();
        tests
    }

    /// The times of a configuration of a test, in seconds; `None` if it failed or was not tried.
    pub fn times(&self, test: Test, configuration: usize) -> Option<&[f64]> {
        match self.results.get(&Cell { test, configuration })? {
            Outcome::Timed(times) => Some(times),
            Outcome::Failed(_) => None,
        }
    }

    /// The decision tree of an application's adaptive configurations.
    pub fn tree(&self, application: usize) -> Tree {
        let text = self.models.get(application).and_then(Option::as_deref);
        let model = text.and_then(|text| Model::parse(text).ok());
        let name = self.applications.get(application).map_or("", String::as_str);
        model.and_then(|model| model.tree(name).cloned()).unwrap_or_else(Tree::built_in)
    }

    /// The index of a configuration in the data set; `None` if the data set does not list it.
    pub fn configuration(&self, options: &Configuration) -> Option<usize> {
        self.configurations.iter().position(|known| known == options)
    }
}

/// Serialises the results as a list of pairs, because keys of JSON objects must be strings.
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
                Outcome::Failed(Failure::new(
                    igc_measure::comparison::FailureKind::Hung,
                    "nothing was heard".into(),
                )),
            ),
        ]);
        let dataset = Dataset {
            study: "made up".into(),
            applications: vec!["bfs_wl".into()],
            configurations: Configuration::all_configurations()[..2].to_vec(),
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
