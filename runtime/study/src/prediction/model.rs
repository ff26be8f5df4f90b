//! Models: trees that choose the configuration of a test from its features.
//!
//! There are two kinds of models, because neither is right for every study:
//!
//! - One tree whose classes are whole *configurations*, as in Verstraaten's section 7.2. There are
//!   up to 96 configurations, and if several are equally fast, noise decides which one is the
//!   fastest. The class of a test is therefore a configuration that does not differ significantly
//!   from its fastest one, selected so that few classes serve all tests.
//! - One tree for each *flag*, whose classes are on and off. The class of a test is what Algorithm
//!   1 recommends for this test alone. Flags that exclude each other share a tree.

use igc_compiler::configuration::{Configuration, Flag};
use serde::Serialize;

use super::features::Features;
use crate::analysis::{Change, Measurements, State, Timing, advise};
use crate::dataset::Test;
use crate::tree::{Criterion, Limits, Row, Tree};

/// The bounds of the trees. A tree with at most four decisions per leaf is still readable; each
/// leaf has at least three tests.
pub const LIMITS: Limits = Limits { depth: 4, leaf: 3, gain: 0.0 };

/// A kind of model, named after its classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The classes are whole configurations.
    Configuration,
    /// The classes are the settings of one flag, or of a group of incompatible flags.
    Flags,
}

/// A part of a configuration, and the tree that chooses it.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// The flags of this part.
    pub flags: Vec<Flag>,
    /// The choices of the tree, by class.
    pub classes: Vec<Configuration>,
    /// The tree.
    pub tree: Tree,
}

impl Part {
    /// Returns whether the tree chooses whole configurations, and not only some flags.
    pub fn chooses_configurations(&self) -> bool {
        Flag::OF_96.iter().all(|flag| self.flags.contains(flag))
    }
}

/// A model: trees that together choose a configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The kind of model.
    pub kind: Kind,
    /// The parts; together they contain every flag.
    pub parts: Vec<Part>,
}

/// Trains models. The trainer holds the features and the classes of all tests that have times.
pub struct Trainer<'a> {
    measurements: &'a Measurements<'a>,
    /// The features that models may use.
    pub features: Features,
    known: Vec<Known>,
}

/// The possible classes of a test that has times.
struct Known {
    test: Test,
    /// The configuration that Algorithm 1 recommends for this test alone.
    advised: Configuration,
    /// For each configuration, by index: whether it is as good as the fastest one.
    good: Vec<bool>,
}

impl<'a> Trainer<'a> {
    /// Collects the features and classes of all tests that have times.
    pub fn new(measurements: &'a Measurements<'a>) -> Trainer<'a> {
        let timed = measurements.tests().iter().filter(|test| measurements.best(**test).is_some());
        let known: Vec<Known> = timed
            .map(|test| Known {
                test: *test,
                advised: advise(measurements, &[*test]).options,
                good: good(measurements, *test),
            })
            .collect();
        let tests: Vec<Test> = known.iter().map(|known| known.test).collect();
        Trainer { measurements, features: Features::of(measurements.dataset(), &tests), known }
    }

    /// The measurements from which models are trained.
    pub fn measurements(&self) -> &'a Measurements<'a> {
        self.measurements
    }

    /// The tests that have times, in order.
    pub fn tests(&self) -> impl Iterator<Item = Test> {
        self.known.iter().map(|known| known.test)
    }

    /// Trains a model from the tests that `is_known` selects.
    pub fn train(&self, kind: Kind, is_known: impl Fn(Test) -> bool) -> Model {
        let known: Vec<&Known> = self.known.iter().filter(|known| is_known(known.test)).collect();
        let rows: Vec<Vec<f64>> =
            known.iter().map(|known| self.features.row(known.test).to_vec()).collect();
        let part = |flags: Vec<Flag>, chosen: Vec<Configuration>| {
            let classes = classes(&chosen);
            let labels: Vec<usize> = chosen
                .iter()
                .map(|own| classes.iter().position(|class| class == own).unwrap_or(0))
                .collect();
            let tree = classifier(&rows, &labels, classes.len(), LIMITS).pruned();
            Part { flags, classes, tree }
        };
        let flags = self.measurements.dataset().flags();
        let parts = match kind {
            Kind::Configuration => {
                let chosen = representatives(&known);
                let configurations = &self.measurements.dataset().configurations;
                let options = |place: Option<usize>| configurations.get(place?).cloned();
                let chosen = chosen.into_iter().map(|place| options(place).unwrap_or_default());
                vec![part(flags, chosen.collect())]
            }
            Kind::Flags => exclusive(&flags)
                .into_iter()
                .map(|flags| {
                    let own = known.iter().map(|known| only(&known.advised, &flags)).collect();
                    part(flags, own)
                })
                .collect(),
        };
        Model { kind, parts }
    }

    /// Returns the configuration that a model chooses for a test.
    pub fn choose(&self, model: &Model, test: Test) -> Configuration {
        let row = self.features.row(test);
        let chosen = model.parts.iter().filter_map(|part| part.classes.get(part.tree.choose(row)));
        let flags: Vec<Flag> = chosen.flat_map(Configuration::flags).collect();
        with_all(&flags)
    }
}

/// Grows a tree that predicts the class of a row of features. Classes are less than `classes`.
pub fn classifier(rows: &[Vec<f64>], labels: &[usize], classes: usize, limits: Limits) -> Tree {
    let is_of = |label: usize| (0..classes).map(move |class| f64::from(u8::from(class == label)));
    let numbers: Vec<Vec<f64>> = labels.iter().map(|label| is_of(*label).collect()).collect();
    let row = |(features, numbers)| Row { features, numbers, asking: 0.0, free: &[], weight: 1.0 };
    let rows: Vec<Row<'_>> =
        rows.iter().map(Vec::as_slice).zip(numbers.iter().map(Vec::as_slice)).map(row).collect();
    Tree::grow(Criterion::Gini, &rows, classes, limits)
}

/// Returns the flags in groups: incompatible flags share a group; each other flag is a group by
/// itself.
fn exclusive(flags: &[Flag]) -> Vec<Vec<Flag>> {
    let mut groups: Vec<Vec<Flag>> = vec![];
    for flag in flags.iter().copied() {
        let excludes = |other: &Flag| with_all(&[*other]).with(flag).is_none();
        match groups.iter_mut().find(|group| group.iter().any(excludes)) {
            Some(group) => group.push(flag),
            None => groups.push(vec![flag]),
        }
    }
    groups
}

/// Returns a configuration with these flags. A flag that is incompatible with an earlier one is
/// left out.
fn with_all(flags: &[Flag]) -> Configuration {
    flags
        .iter()
        .fold(Configuration::default(), |options, flag| options.with(*flag).unwrap_or(options))
}

/// Returns a configuration with only those of its flags that are in `flags`.
fn only(options: &Configuration, flags: &[Flag]) -> Configuration {
    let on: Vec<Flag> = flags.iter().copied().filter(|flag| options.is_on(*flag)).collect();
    with_all(&on)
}

/// The distinct configurations among `chosen`, those without flags first.
fn classes(chosen: &[Configuration]) -> Vec<Configuration> {
    let mut classes: Vec<Configuration> = vec![];
    for options in chosen {
        if !classes.contains(options) {
            classes.push(options.clone());
        }
    }
    classes.sort_by_key(|options| options.flags().collect::<Vec<Flag>>());
    classes
}

/// Selects a class for each test: the index of a configuration that is as good as the fastest. The
/// selection is greedy: the configuration that is good on the most tests serves all of them, and
/// the procedure repeats with the remaining tests. If several configurations are equal, the first
/// is selected.
fn representatives(tests: &[&Known]) -> Vec<Option<usize>> {
    let mut chosen: Vec<Option<usize>> = vec![None; tests.len()];
    loop {
        let mut served: Vec<usize> = vec![];
        let unserved = chosen.iter().zip(tests).filter(|(own, _)| own.is_none());
        for (_, known) in unserved {
            served.resize(served.len().max(known.good.len()), 0);
            served
                .iter_mut()
                .zip(&known.good)
                .for_each(|(count, good)| *count += usize::from(*good));
        }
        let most = served.iter().enumerate().rev().max_by_key(|(_, count)| **count);
        let Some((best, 1..)) = most else { return chosen };
        for (own, known) in chosen.iter_mut().zip(tests) {
            if own.is_none() && known.good.get(best) == Some(&true) {
                *own = Some(best);
            }
        }
    }
}

/// For each configuration of a test, by index: whether it is the fastest, or does not differ
/// significantly from the fastest. Without confidence intervals, only the fastest is good.
fn good(measurements: &Measurements, test: Test) -> Vec<bool> {
    let fastest = measurements.best(test);
    let is_good = |place: usize, timing: &Timing| {
        let Some((best, fastest)) = &fastest else { return false };
        measurements.place(best) == Some(place)
            || (timing.interval.is_some()
                && fastest.interval.is_some()
                && timing.change_from(fastest) == Change::None)
    };
    let states = measurements.states(test).iter().enumerate();
    states
        .map(|(place, state)| matches!(state, State::Timed(timing) if is_good(place, timing)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_that_exclude_each_other_share_a_tree() {
        let groups = exclusive(&Flag::OF_96);
        assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), Flag::OF_96.len());
        let several: Vec<&Vec<Flag>> = groups.iter().filter(|group| group.len() > 1).collect();
        assert_eq!(several, [&vec![Flag::Fg1, Flag::Fg8]]);
    }
}
