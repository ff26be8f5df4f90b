//! Cross-validation: whether a model predicts, or only remembers its training tests (Verstraaten,
//! "Analysis and Prediction of GPU Graph Algorithm Performance", chapter 8).
//!
//! The tests are divided into folds. For the tests of each fold, strategies and models choose
//! configurations after learning from the other folds, and the times of their choices are compared
//! with the fastest time of each test.
//!
//! The part of the study that a fold leaves out decides which question is answered. It is easy to
//! choose for a test on a graph that was seen with other applications. It is hard to choose for an
//! unseen graph, application or chip. Strategies learn from the same tests as the trees. A strategy
//! does not take part if its choices depend on the dimension that was left out.
//!
//! If one configuration is good for all tests, every way to choose looks good. Validation therefore
//! includes the single configuration with the smallest geometric mean of slowdowns on the known
//! tests. Trees that are not better than it are useless.
//!
//! Limits: a dimension with few values has few folds, and the result then says little.

use std::collections::{BTreeMap, BTreeSet};

use igc_compiler::configuration::Configuration;
use serde::Serialize;

use super::model::{Kind, Trainer};
use crate::analysis::{Measurements, Strategy, advise, fastest, held_out_times};
use crate::dataset::{Dataset, Test};

/// The seed that assigns groups to folds. Reports name it. It is the same for all studies.
pub const SEED: u64 = 2022;

/// The maximum number of folds of a dimension. If a dimension has more values, several values share
/// a fold.
pub const MOST_FOLDS: usize = 10;

/// Number of folds if tests are left out at random.
pub const RANDOM_FOLDS: usize = 5;

/// The part of a study that a fold leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LeftOut {
    /// All tests on some graphs.
    Input,
    /// All tests of some applications.
    Application,
    /// All tests on some chips.
    Chip,
    /// Tests selected at random.
    Tests,
}

impl LeftOut {
    /// All parts that a fold can leave out.
    pub const ALL: [LeftOut; 4] =
        [LeftOut::Input, LeftOut::Application, LeftOut::Chip, LeftOut::Tests];

    /// Whether a strategy can choose for the tests that a fold leaves out.
    fn allows(self, strategy: Strategy) -> bool {
        match self {
            LeftOut::Input => !strategy.knows_input(),
            LeftOut::Application => !strategy.knows_application(),
            LeftOut::Chip => !strategy.knows_chip(),
            LeftOut::Tests => strategy != Strategy::Oracle,
        }
    }

    /// The key of a test's group. The tests of a group are always in the same fold.
    fn group(self, test: Test) -> [usize; 3] {
        match self {
            LeftOut::Input => [test.input, 0, 0],
            LeftOut::Application => [test.application, 0, 0],
            LeftOut::Chip => [test.chip, 0, 0],
            LeftOut::Tests => [test.application, test.input, test.chip],
        }
    }

    /// The names of a test's group. Folds depend on names, so the order of a study does not matter.
    fn names(self, dataset: &Dataset, test: Test) -> [&str; 3] {
        let input = dataset.inputs.get(test.input).map_or("", |input| &input.name);
        let application = dataset.applications.get(test.application).map_or("", |name| name);
        let chip = dataset.chips.get(test.chip).map_or("", |chip| &chip.name);
        match self {
            LeftOut::Input => [input, "", ""],
            LeftOut::Application => [application, "", ""],
            LeftOut::Chip => [chip, "", ""],
            LeftOut::Tests => [application, input, chip],
        }
    }
}

/// A way to choose a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Chooser {
    /// A strategy of the study. If no known test is like the given test in the dimensions of the
    /// strategy, the strategy chooses like `global`.
    Strategy(Strategy),
    /// The single configuration with the smallest loss on all known tests.
    Single,
    /// A model.
    Model(Kind),
}

/// The choices of one way to choose a configuration, with the resulting time of each test.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Chosen {
    /// The way to choose a configuration.
    pub by: Chooser,
    /// Each test with the time of the configuration that ran and the fastest time, in seconds.
    /// Tests without times are left out.
    pub times: Vec<(Test, f64, f64)>,
    /// Number of tests where the chosen configuration has no times, so that the baseline ran.
    pub fell_back: usize,
}

/// The results of all ways to choose on the same folds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Validation {
    /// The part of the study that each fold leaves out.
    pub left_out: LeftOut,
    /// Number of folds.
    pub folds: usize,
    /// The result of each way to choose.
    pub chosen: Vec<Chosen>,
}

/// Validates models and strategies on tests that each fold leaves out. Returns `None` if there are
/// fewer than two folds.
pub fn validate(trainer: &Trainer, left_out: LeftOut) -> Option<Validation> {
    let folds = folds(trainer.measurements().dataset(), trainer.tests(), left_out);
    if folds.len() < 2 {
        return None;
    }
    let strategies = Strategy::ALL
        .into_iter()
        .filter(|strategy| left_out.allows(*strategy) && is_distinct(trainer, *strategy));
    let others =
        [Chooser::Single, Chooser::Model(Kind::Configuration), Chooser::Model(Kind::Flags)];
    let ways: Vec<Chooser> = strategies.map(Chooser::Strategy).chain(others).collect();
    let mut chosen: Vec<Chosen> =
        ways.iter().map(|by| Chosen { by: *by, times: vec![], fell_back: 0 }).collect();
    for held_out in &folds {
        for way in &mut chosen {
            for (test, options) in
                choices(trainer, way.by, |test| !held_out.contains(&test), held_out)
            {
                way.run(trainer.measurements(), test, &options);
            }
        }
    }
    Some(Validation { left_out, folds: folds.len(), chosen })
}

/// Whether the tests have several values in each dimension of a strategy. Otherwise, the strategy
/// equals a less specialised one.
fn is_distinct(trainer: &Trainer, strategy: Strategy) -> bool {
    let has_several = |of: fn(Test) -> usize| {
        let mut places = trainer.tests().map(of);
        let first = places.next();
        places.any(|place| Some(place) != first)
    };
    (!strategy.knows_application() || has_several(|test| test.application))
        && (!strategy.knows_input() || has_several(|test| test.input))
        && (!strategy.knows_chip() || has_several(|test| test.chip))
}

/// Evaluates a model on its own training tests.
pub fn remembered(trainer: &Trainer, kind: Kind) -> Chosen {
    ported(trainer, kind, |_| true, |_| true)
}

/// Trains a model on the tests that `from` selects, and evaluates it on the tests that `on`
/// selects.
pub fn ported(
    trainer: &Trainer,
    kind: Kind,
    from: impl Fn(Test) -> bool,
    on: impl Fn(Test) -> bool,
) -> Chosen {
    let mut chosen = Chosen { by: Chooser::Model(kind), times: vec![], fell_back: 0 };
    let on: BTreeSet<Test> = trainer.tests().filter(|test| on(*test)).collect();
    for (test, options) in choices(trainer, chosen.by, from, &on) {
        chosen.run(trainer.measurements(), test, &options);
    }
    chosen
}

impl Chosen {
    fn run(&mut self, measurements: &Measurements, test: Test, options: &Configuration) {
        let own = measurements.timing(test, options);
        self.fell_back += usize::from(own.is_none());
        let ran = own.or_else(|| measurements.baseline(test));
        let times = ran.and_then(|ran| held_out_times(measurements, test, &ran));
        self.times.extend(times.map(|(own, best)| (test, own, best)));
    }
}

/// Divides the tests into folds: groups in an order that depends on the seed, assigned in rotation.
fn folds(
    dataset: &Dataset,
    tests: impl Iterator<Item = Test>,
    left_out: LeftOut,
) -> Vec<BTreeSet<Test>> {
    let mut groups: BTreeMap<[usize; 3], BTreeSet<Test>> = BTreeMap::new();
    for test in tests {
        groups.entry(left_out.group(test)).or_default().insert(test);
    }
    let mut ordered: Vec<(blake3::Hash, BTreeSet<Test>)> = groups
        .into_values()
        .filter_map(|group| Some((sort_key(left_out.names(dataset, *group.first()?)), group)))
        .collect();
    ordered.sort_by(|(key, group), (other_key, other)| {
        key.as_bytes().cmp(other_key.as_bytes()).then(group.cmp(other))
    });
    let most = if left_out == LeftOut::Tests { RANDOM_FOLDS } else { MOST_FOLDS };
    let mut folds = vec![BTreeSet::new(); ordered.len().min(most)];
    for (at, (_, group)) in ordered.into_iter().enumerate() {
        let count = folds.len();
        folds[at % count].extend(group);
    }
    folds
}

/// The sort key of a group: a hash of the seed and the names.
fn sort_key(names: [&str; 3]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&SEED.to_le_bytes());
    for name in names {
        hasher.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes());
    }
    hasher.finalize()
}

/// Returns the choices for the tests `held_out`, learnt from the tests that `is_known` selects.
fn choices(
    trainer: &Trainer,
    by: Chooser,
    is_known: impl Fn(Test) -> bool,
    held_out: &BTreeSet<Test>,
) -> Vec<(Test, Configuration)> {
    let measurements = trainer.measurements();
    let known: Vec<Test> = trainer.tests().filter(|test| is_known(*test)).collect();
    match by {
        Chooser::Strategy(strategy) => by_strategy(measurements, strategy, &known, held_out),
        Chooser::Single => {
            let options = fastest(measurements, &known);
            held_out.iter().map(|test| (*test, options.clone())).collect()
        }
        Chooser::Model(kind) => {
            let model = trainer.train(kind, is_known);
            held_out.iter().map(|test| (*test, trainer.choose(&model, *test))).collect()
        }
    }
}

/// Returns the choices of a strategy for the tests `held_out`, learnt from the tests `known`.
fn by_strategy(
    measurements: &Measurements,
    strategy: Strategy,
    known: &[Test],
    held_out: &BTreeSet<Test>,
) -> Vec<(Test, Configuration)> {
    let part = |test: Test| {
        [
            strategy.knows_application().then_some(test.application),
            strategy.knows_input().then_some(test.input),
            strategy.knows_chip().then_some(test.chip),
        ]
    };
    let mut advised: BTreeMap<Option<[Option<usize>; 3]>, Configuration> = BTreeMap::new();
    let mut choose = |test: Test| {
        if strategy == Strategy::Baseline {
            return Configuration::default();
        }
        let alike: Vec<Test> =
            known.iter().copied().filter(|other| part(*other) == part(test)).collect();
        // No known test is like this one, so the strategy chooses what is best for all known tests.
        let (key, tests) = match alike.is_empty() {
            true => (None, known),
            false => (Some(part(test)), alike.as_slice()),
        };
        advised.entry(key).or_insert_with(|| advise(measurements, tests).options).clone()
    };
    held_out.iter().map(|test| (*test, choose(*test))).collect()
}
