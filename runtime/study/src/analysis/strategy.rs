//! The nine strategies: ways to choose a configuration by application, input and chip ("One Size
//! Doesn't Fit All", Table V).

use std::collections::BTreeMap;

use igc_compiler::configuration::Configuration;
use serde::{Deserialize, Serialize};

use super::advice::{Advice, advise};
use super::measurements::{Measurements, Timing};
use crate::dataset::{Dataset, Test};

/// A way to choose a configuration for a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// No optimisations.
    Baseline,
    /// One configuration for all tests.
    Global,
    /// One configuration for each application.
    App,
    /// One configuration for each input.
    Input,
    /// One configuration for each chip.
    Chip,
    /// One configuration for each chip and application.
    ChipApp,
    /// One configuration for each input and application.
    InputApp,
    /// One configuration for each chip and input.
    ChipInput,
    /// The fastest configuration of each test.
    Oracle,
}

impl Strategy {
    /// All strategies in the order of Table V, the least specialised first.
    pub const ALL: [Strategy; 9] = [
        Strategy::Baseline,
        Strategy::Global,
        Strategy::App,
        Strategy::Input,
        Strategy::Chip,
        Strategy::ChipApp,
        Strategy::InputApp,
        Strategy::ChipInput,
        Strategy::Oracle,
    ];

    /// The name in Table V.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Baseline => "baseline",
            Strategy::Global => "global",
            Strategy::App => "app",
            Strategy::Input => "input",
            Strategy::Chip => "chip",
            Strategy::ChipApp => "chip_app",
            Strategy::InputApp => "input_app",
            Strategy::ChipInput => "chip_input",
            Strategy::Oracle => "oracle",
        }
    }

    /// Whether the strategy distinguishes applications.
    pub fn knows_application(self) -> bool {
        use Strategy::{App, ChipApp, InputApp, Oracle};
        matches!(self, App | ChipApp | InputApp | Oracle)
    }

    /// Whether the strategy distinguishes inputs.
    pub fn knows_input(self) -> bool {
        use Strategy::{ChipInput, Input, InputApp, Oracle};
        matches!(self, Input | InputApp | ChipInput | Oracle)
    }

    /// Whether the strategy distinguishes chips.
    pub fn knows_chip(self) -> bool {
        use Strategy::{Chip, ChipApp, ChipInput, Oracle};
        matches!(self, Chip | ChipApp | ChipInput | Oracle)
    }

    /// Number of dimensions (application, input, chip) that the strategy distinguishes.
    pub fn specialised_dimensions(self) -> usize {
        [self.knows_application(), self.knows_input(), self.knows_chip()]
            .into_iter()
            .filter(|knows| *knows)
            .count()
    }
}

/// The way in which strategies distinguish inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputBy {
    /// Inputs are distinguished by name: all inputs are different, as in the paper.
    Name,
    /// Inputs are distinguished by class: all inputs of a class are the same, so that a choice also
    /// applies to graphs outside the study.
    Class,
}

/// The names that the tests of a partition share; `None` for a dimension in which the tests may
/// differ.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Key {
    /// The name of the application; `None` if the tests may differ in it.
    pub application: Option<String>,
    /// The name of the input or of its class, depending on [`InputBy`]; `None` if the tests may
    /// differ in it.
    pub input: Option<String>,
    /// The name of the chip; `None` if the tests may differ in it.
    pub chip: Option<String>,
}

/// A set of tests for which a strategy makes one choice.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Partition {
    /// The names that the tests share.
    pub key: Key,
    /// The tests, in order.
    pub tests: Vec<Test>,
    /// The configuration that the strategy chose for the tests.
    pub options: Configuration,
    /// The findings of Algorithm 1. `None` for the baseline and the oracle, which do not use
    /// Algorithm 1.
    pub advice: Option<Advice>,
}

/// The choices of a strategy for all tests.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Specialisation {
    /// The strategy.
    pub strategy: Strategy,
    /// The partitions of the strategy, in the order of the data set.
    pub partitions: Vec<Partition>,
}

/// The result of a strategy on a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice<'a> {
    /// The configuration that the strategy chose.
    pub chosen: &'a Configuration,
    /// Whether the configuration has no times on the test, so that the baseline runs.
    pub fell_back: bool,
    /// The time of the configuration that ran; `None` if the baseline has no time either.
    pub timing: Option<Timing>,
}

impl Specialisation {
    /// Returns the result of the strategy on each test, partition by partition. If the chosen
    /// configuration failed on a test or was not tried, the strategy falls back to the baseline.
    pub fn choices<'a>(
        &'a self,
        measurements: &'a Measurements,
    ) -> impl Iterator<Item = (Test, Choice<'a>)> {
        let all = self
            .partitions
            .iter()
            .flat_map(|partition| partition.tests.iter().map(|test| (*test, &partition.options)));
        all.map(|(test, chosen)| {
            let timing = measurements.timing(test, chosen);
            let fell_back = timing.is_none();
            let timing = timing.or_else(|| measurements.baseline(test));
            (test, Choice { chosen, fell_back, timing })
        })
    }
}

/// Chooses a configuration for every test by a strategy.
///
/// With [`InputBy::Class`], a partition of the oracle may have several tests. Its choice is then
/// the configuration with the smallest geometric mean of slowdowns compared with the fastest
/// configuration of each test.
pub fn specialise(
    measurements: &Measurements,
    strategy: Strategy,
    input_by: InputBy,
) -> Specialisation {
    let mut partitions: BTreeMap<[Option<usize>; 3], Vec<Test>> = BTreeMap::new();
    let dataset = measurements.dataset();
    for test in measurements.tests() {
        let input = match input_by {
            InputBy::Name => test.input,
            InputBy::Class => first_of_class(dataset, test.input),
        };
        let key = [
            strategy.knows_application().then_some(test.application),
            strategy.knows_input().then_some(input),
            strategy.knows_chip().then_some(test.chip),
        ];
        partitions.entry(key).or_default().push(*test);
    }
    let partitions = partitions.into_iter().map(|(key, tests)| {
        let key = named(dataset, key, input_by);
        let (options, advice) = match strategy {
            Strategy::Baseline => (Configuration::default(), None),
            Strategy::Oracle => (fastest(measurements, &tests), None),
            _ => {
                let advice = advise(measurements, &tests);
                (advice.options.clone(), Some(advice))
            }
        };
        Partition { key, tests, options, advice }
    });
    Specialisation { strategy, partitions: partitions.collect() }
}

/// The index of the first input of the same class.
fn first_of_class(dataset: &Dataset, input: usize) -> usize {
    let class = |input: usize| dataset.inputs.get(input).map(|input| &input.class);
    (0..input).find(|other| class(*other) == class(input)).unwrap_or(input)
}

/// The names of the application, the input and the chip of a test.
pub(super) fn names(dataset: &Dataset, test: Test) -> Key {
    named(dataset, [Some(test.application), Some(test.input), Some(test.chip)], InputBy::Name)
}

/// The names for the indices of a key. If the data set has no name for an index, the index itself
/// is the name.
fn named(dataset: &Dataset, key: [Option<usize>; 3], input_by: InputBy) -> Key {
    let [application, input, chip] = key;
    let or_place =
        |name: Option<&String>, place: usize| name.cloned().unwrap_or_else(|| format!("#{place}"));
    let of_input = |place: usize| match input_by {
        InputBy::Name => dataset.inputs.get(place).map(|input| &input.name),
        InputBy::Class => dataset.inputs.get(place).map(|input| &input.class),
    };
    Key {
        application: application.map(|at| or_place(dataset.applications.get(at), at)),
        input: input.map(|at| or_place(of_input(at), at)),
        chip: chip.map(|at| or_place(dataset.chips.get(at).map(|chip| &chip.name), at)),
    }
}

/// Returns the configuration with the smallest loss compared with the fastest configuration of each
/// test. If a configuration has no times on a test, the time of the baseline is used; if the
/// baseline has none either, the configuration is not eligible. If several configurations are
/// equal, the one with times on more tests is chosen, then the first. Returns the baseline if no
/// test has times.
pub fn fastest(measurements: &Measurements, tests: &[Test]) -> Configuration {
    let bests: Vec<(Test, Timing)> = tests
        .iter()
        .filter_map(|test| measurements.best(*test).map(|(_, best)| (*test, best)))
        .collect();
    if bests.is_empty() {
        return Configuration::default();
    }
    let loss = |options: &Configuration| {
        let (mut loss, mut without_times) = (0.0, 0);
        for (test, best) in &bests {
            let own = measurements.timing(*test, options);
            without_times += usize::from(own.is_none());
            let timing = own.or_else(|| measurements.baseline(*test));
            loss += timing.map_or(f64::INFINITY, |timing| timing.ratio_to(best).ln());
        }
        (loss, without_times)
    };
    let configurations = measurements.dataset().configurations.iter();
    let losses = configurations.map(|options| (options, loss(options)));
    let best = losses.min_by(|(_, (loss, gaps)), (_, (other_loss, other_gaps))| {
        loss.total_cmp(other_loss).then(gaps.cmp(other_gaps))
    });
    best.map_or_else(Configuration::default, |(options, _)| options.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that each of the eight sets of dimensions belongs to one strategy. The exception is
    /// the empty set, which belongs to the baseline and to `Global`.
    #[test]
    fn every_set_of_dimensions_has_its_strategy() {
        let known = |s: &Strategy| (s.knows_application(), s.knows_input(), s.knows_chip());
        let sets: std::collections::BTreeSet<_> = Strategy::ALL.iter().map(known).collect();
        assert_eq!(sets.len(), 8);
        assert!(Strategy::ALL.is_sorted_by_key(|s| s.specialised_dimensions()));
    }

    #[test]
    fn names_are_those_that_serialise() {
        for strategy in Strategy::ALL {
            let json = serde_json::to_value(strategy).expect("it serialises");
            assert_eq!(json, strategy.name());
        }
    }
}
