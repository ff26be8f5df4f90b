//! Does a model predict, or remember? Tests are dealt into folds; each fold is chosen for by what was
//! learnt from the others, and the choices are held against the fastest of each test (Verstraaten,
//! "Analysis and Prediction of GPU Graph Algorithm Performance", chapter 8).
//!
//! What is left out together decides what is asked. A test of a graph that was seen with other applications
//! is easy; a graph, an application or a chip that was never seen is not. The strategies of the study learn
//! from the same tests as the trees, and those that would have to know what was left out are not asked.
//!
//! A configuration that is good everywhere makes every way to choose look good. So the one with the least
//! geometric mean of slowdowns on the known tests is held against the same folds: where trees gain nothing
//! over it, asking brings nothing.
//!
//! Limits: with few values of a dimension there are few folds, and little to say.

use std::collections::{BTreeMap, BTreeSet};

use igc_compiler::options::Options;
use serde::Serialize;

use super::model::{Kind, Trainer};
use crate::analysis::{Measurements, Strategy, advise, fastest};
use crate::dataset::{Dataset, Test};

/// Decides who is dealt into which fold. It is part of the report, and the same for all studies.
pub const SEED: u64 = 2022;

/// The most folds of a dimension; of more values, several share one.
pub const MOST_FOLDS: usize = 10;

/// The folds of tests that are dealt at random.
pub const RANDOM_FOLDS: usize = 5;

/// What is left out together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LeftOut {
    /// Everything about a graph.
    Input,
    /// Everything about an application.
    Application,
    /// Everything about a chip.
    Chip,
    /// Tests at random.
    Tests,
}

impl LeftOut {
    /// Everything that can be left out.
    pub const ALL: [LeftOut; 4] =
        [LeftOut::Input, LeftOut::Application, LeftOut::Chip, LeftOut::Tests];

    /// Whether a strategy can choose for what was left out.
    fn leaves(self, strategy: Strategy) -> bool {
        match self {
            LeftOut::Input => !strategy.knows_input(),
            LeftOut::Application => !strategy.knows_application(),
            LeftOut::Chip => !strategy.knows_chip(),
            LeftOut::Tests => strategy != Strategy::Oracle,
        }
    }

    /// What tests have in common that are left out together.
    fn group(self, test: Test) -> [usize; 3] {
        match self {
            LeftOut::Input => [test.input, 0, 0],
            LeftOut::Application => [test.application, 0, 0],
            LeftOut::Chip => [test.chip, 0, 0],
            LeftOut::Tests => [test.application, test.input, test.chip],
        }
    }

    /// A group's names, so that another order of the same study deals the same folds.
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

/// A way to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Chooser {
    /// A strategy of the study. Where it knows nothing of a test's application, input or chip, `global`.
    Strategy(Strategy),
    /// The one configuration that loses least on all known tests.
    Single,
    /// A model.
    Model(Kind),
}

/// What a way to choose comes to, test by test.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Chosen {
    /// The way.
    pub by: Chooser,
    /// Each test with the time of what ran, and that of its fastest configuration, in seconds. Tests
    /// without a time are left out.
    pub times: Vec<(Test, f64, f64)>,
    /// On how many tests the choice has no times, so that the baseline ran.
    pub fell_back: usize,
}

/// All ways to choose, held against the same folds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Validation {
    /// What is left out together.
    pub left_out: LeftOut,
    /// How many folds there were.
    pub folds: usize,
    /// What each way comes to.
    pub chosen: Vec<Chosen>,
}

/// Validates models and strategies; `None` where there are not two folds.
pub fn validate(trainer: &Trainer, left_out: LeftOut) -> Option<Validation> {
    let folds = folds(trainer.measurements().dataset(), trainer.tests(), left_out);
    if folds.len() < 2 {
        return None;
    }
    let strategies = Strategy::ALL
        .into_iter()
        .filter(|strategy| left_out.leaves(*strategy) && tells_apart(trainer, *strategy));
    let others =
        [Chooser::Single, Chooser::Model(Kind::Configuration), Chooser::Model(Kind::Flags)];
    let ways: Vec<Chooser> = strategies.map(Chooser::Strategy).chain(others).collect();
    let mut chosen: Vec<Chosen> =
        ways.iter().map(|by| Chosen { by: *by, times: vec![], fell_back: 0 }).collect();
    for held in &folds {
        for way in &mut chosen {
            for (test, options) in choices(trainer, way.by, |test| !held.contains(&test), held) {
                way.run(trainer.measurements(), test, &options);
            }
        }
    }
    Some(Validation { left_out, folds: folds.len(), chosen })
}

/// Whether there are several values of all that a strategy distinguishes; else another one does the same.
fn tells_apart(trainer: &Trainer, strategy: Strategy) -> bool {
    let has_several = |of: fn(Test) -> usize| {
        let mut places = trainer.tests().map(of);
        let first = places.next();
        places.any(|place| Some(place) != first)
    };
    (!strategy.knows_application() || has_several(|test| test.application))
        && (!strategy.knows_input() || has_several(|test| test.input))
        && (!strategy.knows_chip() || has_several(|test| test.chip))
}

/// What a model comes to on tests that it was made of.
pub fn remembered(trainer: &Trainer, kind: Kind) -> Chosen {
    ported(trainer, kind, |_| true, |_| true)
}

/// What a model of some tests comes to on others.
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
    fn run(&mut self, measurements: &Measurements, test: Test, options: &Options) {
        let own = measurements.timing(test, options);
        self.fell_back += usize::from(own.is_none());
        let ran = own.or_else(|| measurements.baseline(test));
        if let (Some(ran), Some((_, best))) = (ran, measurements.best(test)) {
            self.times.push((test, ran.mean, best.mean));
        }
    }
}

/// Who is left out together: the groups in an order that the seed decides, dealt one by one.
fn folds(
    dataset: &Dataset,
    tests: impl Iterator<Item = Test>,
    left_out: LeftOut,
) -> Vec<BTreeSet<Test>> {
    let mut groups: BTreeMap<[usize; 3], BTreeSet<Test>> = BTreeMap::new();
    for test in tests {
        groups.entry(left_out.group(test)).or_default().insert(test);
    }
    let mut dealt: Vec<(blake3::Hash, BTreeSet<Test>)> = groups
        .into_values()
        .filter_map(|group| Some((lot(left_out.names(dataset, *group.first()?)), group)))
        .collect();
    dealt.sort_by(|(lot, group), (other_lot, other)| {
        lot.as_bytes().cmp(other_lot.as_bytes()).then(group.cmp(other))
    });
    let most = if left_out == LeftOut::Tests { RANDOM_FOLDS } else { MOST_FOLDS };
    let mut folds = vec![BTreeSet::new(); dealt.len().min(most)];
    for (at, (_, group)) in dealt.into_iter().enumerate() {
        let count = folds.len();
        folds[at % count].extend(group);
    }
    folds
}

/// The lot of a group: a hash of the seed and its names.
fn lot(names: [&str; 3]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&SEED.to_le_bytes());
    for name in names {
        hasher.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes());
    }
    hasher.finalize()
}

/// What is chosen for some tests by what is known.
fn choices(
    trainer: &Trainer,
    by: Chooser,
    is_known: impl Fn(Test) -> bool,
    held: &BTreeSet<Test>,
) -> Vec<(Test, Options)> {
    let measurements = trainer.measurements();
    let known: Vec<Test> = trainer.tests().filter(|test| is_known(*test)).collect();
    match by {
        Chooser::Strategy(strategy) => by_strategy(measurements, strategy, &known, held),
        Chooser::Single => {
            let options = fastest(measurements, &known);
            held.iter().map(|test| (*test, options.clone())).collect()
        }
        Chooser::Model(kind) => {
            let model = trainer.train(kind, is_known);
            held.iter().map(|test| (*test, trainer.choose(&model, *test))).collect()
        }
    }
}

/// What a strategy that has seen the known tests chooses for others.
fn by_strategy(
    measurements: &Measurements,
    strategy: Strategy,
    known: &[Test],
    held: &BTreeSet<Test>,
) -> Vec<(Test, Options)> {
    let part = |test: Test| {
        [
            strategy.knows_application().then_some(test.application),
            strategy.knows_input().then_some(test.input),
            strategy.knows_chip().then_some(test.chip),
        ]
    };
    let mut advised: BTreeMap<Option<[Option<usize>; 3]>, Options> = BTreeMap::new();
    let mut choose = |test: Test| {
        if strategy == Strategy::Baseline {
            return Options::default();
        }
        let alike: Vec<Test> =
            known.iter().copied().filter(|other| part(*other) == part(test)).collect();
        // Nothing is known of the like: what is good for all.
        let (key, tests) = match alike.is_empty() {
            true => (None, known),
            false => (Some(part(test)), alike.as_slice()),
        };
        advised.entry(key).or_insert_with(|| advise(measurements, tests).options).clone()
    };
    held.iter().map(|test| (*test, choose(*test))).collect()
}
