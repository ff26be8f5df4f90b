//! The nine strategies: what is known of a test when its configuration is chosen ("One Size Doesn't Fit
//! All", Table V).

use std::collections::BTreeMap;

use igc_compiler::options::Options;
use serde::{Deserialize, Serialize};

use super::advice::{Advice, advise};
use super::measurements::{Measurements, Timing};
use crate::dataset::{Dataset, Test};

/// A way to choose a configuration for a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// No optimisation.
    Baseline,
    /// What is best on average.
    Global,
    /// What is best for the application.
    App,
    /// What is best for the input.
    Input,
    /// What is best for the chip.
    Chip,
    /// What is best for the chip and the application.
    ChipApp,
    /// What is best for the input and the application.
    InputApp,
    /// What is best for the chip and the input.
    ChipInput,
    /// What was fastest on the very test.
    Oracle,
}

impl Strategy {
    /// All of them, in the order of Table V: what knows more comes later.
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

    /// As Table V calls it.
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

    /// Whether it distinguishes applications.
    pub fn knows_application(self) -> bool {
        use Strategy::{App, ChipApp, InputApp, Oracle};
        matches!(self, App | ChipApp | InputApp | Oracle)
    }

    /// Whether it distinguishes inputs.
    pub fn knows_input(self) -> bool {
        use Strategy::{ChipInput, Input, InputApp, Oracle};
        matches!(self, Input | InputApp | ChipInput | Oracle)
    }

    /// Whether it distinguishes chips.
    pub fn knows_chip(self) -> bool {
        use Strategy::{Chip, ChipApp, ChipInput, Oracle};
        matches!(self, Chip | ChipApp | ChipInput | Oracle)
    }

    /// How many of application, input and chip it distinguishes.
    pub fn specialised_dimensions(self) -> usize {
        [self.knows_application(), self.knows_input(), self.knows_chip()]
            .into_iter()
            .filter(|knows| *knows)
            .count()
    }
}

/// What inputs are told apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputBy {
    /// Each input is one of its own, as in the paper.
    Name,
    /// Inputs of one class are the same: what can be known of a graph that was not in the study.
    Class,
}

/// What the tests of a partition have in common, by name; `None` for what they may differ in.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Key {
    /// The application.
    pub application: Option<String>,
    /// The input or its class, by [`InputBy`].
    pub input: Option<String>,
    /// The chip.
    pub chip: Option<String>,
}

/// Tests that a strategy treats alike.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Partition {
    /// What they have in common.
    pub key: Key,
    /// The tests, in order.
    pub tests: Vec<Test>,
    /// The configuration that the strategy chose for them.
    pub options: Options,
    /// Why: what Algorithm 1 found. The baseline and the oracle need none.
    pub advice: Option<Advice>,
}

/// What a strategy chose for everything.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Specialisation {
    /// The strategy.
    pub strategy: Strategy,
    /// Its partitions, in the order of the data set.
    pub partitions: Vec<Partition>,
}

/// What a strategy comes to on a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice<'a> {
    /// The configuration that the strategy chose.
    pub chosen: &'a Options,
    /// Whether it has no times on the test, so that the baseline ran instead.
    pub fell_back: bool,
    /// The time of what ran; `None` where not even the baseline has one.
    pub timing: Option<Timing>,
}

impl Specialisation {
    /// What the strategy comes to on each test, partition by partition. A configuration that failed on a
    /// test, or was not tried on it, falls back to the baseline.
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

/// Chooses a configuration for every test as a strategy does.
///
/// The oracle of a partition with several tests, as there are with [`InputBy::Class`], is the
/// configuration with the least geometric mean of slowdowns against the fastest of each test.
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
            Strategy::Baseline => (Options::default(), None),
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

/// The first input of the same class, by its place.
fn first_of_class(dataset: &Dataset, input: usize) -> usize {
    let class = |input: usize| dataset.inputs.get(input).map(|input| &input.class);
    (0..input).find(|other| class(*other) == class(input)).unwrap_or(input)
}

/// A test in words.
pub(super) fn names(dataset: &Dataset, test: Test) -> Key {
    named(dataset, [Some(test.application), Some(test.input), Some(test.chip)], InputBy::Name)
}

/// A key in words. What the data set has no name for is called by its place.
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

/// The configuration that loses least against the fastest of each test. One without times on a test
/// has the baseline's there, and is out of the question where there is none either. Of equals, the one
/// that has times on more tests, then the first; the baseline where nothing has times.
pub fn fastest(measurements: &Measurements, tests: &[Test]) -> Options {
    let bests: Vec<(Test, Timing)> = tests
        .iter()
        .filter_map(|test| measurements.best(*test).map(|(_, best)| (*test, best)))
        .collect();
    if bests.is_empty() {
        return Options::default();
    }
    let loss = |options: &Options| {
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
    best.map_or_else(Options::default, |(options, _)| options.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The eight sets of dimensions that a strategy can know, and the baseline, which needs none.
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
