//! The rounds of a study's runs: the features of each, and the time of each variant in it.

use std::collections::{BTreeMap, BTreeSet};

use igc_compiler::configuration::Configuration;
use igc_compiler::model::{Feature, is_choice};
use igc_runtime::supersteps::StepRecord;

use super::features::{features_of, value_in, with_size};
use crate::dataset::{Dataset, Recorded, Test};
use crate::statistics::median;
use crate::steps::innermost;
use crate::tree::Row;

/// The rounds of all tests whose variants have the same rounds.
#[derive(Debug, Clone)]
pub struct Rounds {
    /// The features.
    pub features: Vec<Feature>,
    /// The variants.
    pub variants: Vec<Configuration>,
    /// The rounds, test by test.
    pub rounds: Vec<Round>,
    /// The time of all rounds of the adaptive configuration, for tests that have it, in seconds.
    pub adaptive: BTreeMap<Test, f64>,
    /// For each feature, whether it is known without counting: without a worklist, and with one.
    free: [Vec<bool>; 2],
    /// Tests with timed steps that were left out, because their variants have different rounds.
    pub left_out: Vec<Test>,
}

/// A round of a test.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// The test.
    pub test: Test,
    /// The values of the features.
    pub features: Vec<f32>,
    /// The time of each variant, in seconds: the median of its runs.
    pub times: Vec<f64>,
    /// The time of each variant as a share of the test's optimum: the sum of the shortest times of
    /// its rounds. All tests therefore weigh the same.
    pub costs: Vec<f64>,
    /// The cost of counting the frontier, in the same unit: how much longer the adaptive
    /// configuration took for a round than the variant that its model chose, as the median over the
    /// test.
    pub counting: f64,
    /// Whether the round belongs to a worklist, whose size is known without counting.
    pub has_worklist: bool,
    /// The size of the worklist in the runs of the variants: the least, the median and the greatest.
    /// Iterations that race push some items twice, and how many depends on the variant. A model must
    /// therefore choose well for all of these sizes. Empty if no size was recorded.
    pub sizes: Vec<f32>,
}

/// Training data: a round, with one size of its worklist.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample<'r> {
    features: Vec<f64>,
    costs: Vec<f64>,
    asking: f64,
    weight: f64,
    free: &'r [bool],
}

impl Sample<'_> {
    /// Returns the sample as a row of a table.
    pub fn row(&self) -> Row<'_> {
        let Sample { features, costs, asking, weight, free } = self;
        Row { features, numbers: costs, asking: *asking, free, weight: *weight }
    }
}

/// The place of a round in a run: loop, number of the loop's entry, and step.
type Place = (u32, u32, u64);

impl Rounds {
    /// Collects the rounds of a study. The variants are those in `only` whose steps the study has
    /// timed, or all of them if the list is empty.
    pub fn of(dataset: &Dataset, only: &[Configuration]) -> Rounds {
        let is_variant = |options: &Configuration| {
            options.flags().all(is_choice) && (only.is_empty() || only.contains(options))
        };
        let timed: BTreeSet<usize> =
            dataset.steps.iter().map(|run| run.cell.configuration).collect();
        let timed = timed.into_iter().filter_map(|at| Some((at, dataset.configurations.get(at)?)));
        let (numbers, variants): (Vec<usize>, Vec<Configuration>) = timed
            .filter(|(_, options)| is_variant(options))
            .map(|(at, options)| (at, options.clone()))
            .unzip();
        let mut runs: BTreeMap<Test, Vec<&Recorded>> = BTreeMap::new();
        for run in &dataset.steps {
            runs.entry(run.cell.test).or_default().push(run);
        }
        let mut rounds = Rounds {
            features: Feature::all().collect(),
            variants,
            rounds: vec![],
            adaptive: adaptive_times(dataset),
            free: [false, true].map(|has_worklist| {
                let is_free =
                    |f: Feature| !f.is_of_round() || has_worklist && f.is_size_of_frontier();
                Feature::all().map(is_free).collect()
            }),
            left_out: vec![],
        };
        for (test, runs) in runs {
            let is_adaptive = |run: &&&Recorded| is_adaptive(dataset, run);
            let described = runs.iter().find(is_adaptive).or(runs.first());
            let known = described.and_then(|run| rounds_of(dataset, test, run, &runs, &numbers));
            match known {
                Some(known) => rounds.rounds.extend(known),
                None => rounds.left_out.push(test),
            }
        }
        rounds
    }

    /// Returns the rounds of some tests.
    pub fn of_tests(&self, is_wanted: impl Fn(&Test) -> bool) -> Rounds {
        let mut some = self.clone();
        some.rounds.retain(|round| is_wanted(&round.test));
        some.adaptive.retain(|test, _| is_wanted(test));
        some
    }

    /// Returns a round as training data: a sample for each [size](Round::sizes) of its worklist.
    pub fn samples<'r>(&'r self, round: &'r Round) -> impl Iterator<Item = Sample<'r>> {
        let free = &self.free[usize::from(round.has_worklist)];
        let own = round.sizes.is_empty().then(|| round.features.clone());
        let sized = round.sizes.iter().map(|size| with_size(&round.features, *size));
        let weight = 1.0 / round.sizes.len().max(1) as f64;
        own.into_iter().chain(sized).map(move |features| Sample {
            features: features.into_iter().map(f64::from).collect(),
            costs: round.costs.iter().map(|cost| cost * weight).collect(),
            asking: round.counting * weight,
            weight,
            free,
        })
    }

    /// Returns the rounds of each test.
    pub fn tests(&self) -> impl Iterator<Item = &[Round]> {
        self.rounds.chunk_by(|one, other| one.test == other.test)
    }
}

/// The time of all rounds of the adaptive configuration, for tests that have it, in seconds: the
/// median of its runs.
pub fn adaptive_times(dataset: &Dataset) -> BTreeMap<Test, f64> {
    let mut all: BTreeMap<Test, Vec<f64>> = BTreeMap::new();
    for run in dataset.steps.iter().filter(|run| is_adaptive(dataset, run)) {
        all.entry(run.cell.test).or_default().push(times(&[run]).values().sum());
    }
    all.into_iter().map(|(test, times)| (test, median(times))).collect()
}

/// Whether a run is that of an adaptive configuration, which counts its frontiers. If a program does
/// not adapt, this is the same code as another configuration.
fn is_adaptive(dataset: &Dataset, run: &Recorded) -> bool {
    let is_on = |(_, options): &(usize, &Configuration)| options.is_adaptive();
    let mut adaptive = dataset.configurations.iter().enumerate().filter(is_on);
    let Recorded { cell, .. } = run;
    adaptive.any(|(at, _)| is_same(dataset, cell.test, cell.configuration, at))
}

/// Whether two configurations of a test have the same code. Steps are listed under the first of
/// them, and their times are the same as well.
fn is_same(dataset: &Dataset, test: Test, one: usize, other: usize) -> bool {
    one == other
        || dataset.times(test, one).is_some_and(|times| Some(times) == dataset.times(test, other))
}

/// Returns the rounds of a test. `described` is the run that has counted its frontiers. Returns
/// `None` if a variant has no times, or has other rounds.
fn rounds_of(
    dataset: &Dataset,
    test: Test,
    described: &Recorded,
    runs: &[&Recorded],
    variants: &[usize],
) -> Option<Vec<Round>> {
    let input = dataset.inputs.get(test.input)?;
    let steps = innermost(&described.steps);
    let places: Vec<Place> = steps.iter().map(|step| place(step)).collect();
    let times_of = |variant: usize| {
        let is_own = |run: &&&Recorded| is_same(dataset, test, run.cell.configuration, variant);
        let own: Vec<&Recorded> = runs.iter().filter(is_own).copied().collect();
        let times = times(&own);
        let at_place = |place: &Place| times.get(place).copied();
        places
            .iter()
            .map(at_place)
            .collect::<Option<Vec<f64>>>()
            .filter(|_| times.len() == places.len())
    };
    let times: Vec<Vec<f64>> =
        variants.iter().map(|variant| times_of(*variant)).collect::<Option<_>>()?;
    let least = |at: usize| times.iter().map(|of| of[at]).fold(f64::INFINITY, f64::min);
    let optimum: f64 = (0..places.len()).map(least).sum();
    if variants.is_empty() || !optimum.is_normal() {
        return None;
    }
    let features = features_of(input, &steps);
    let counting = match is_adaptive(dataset, described) {
        false => 0.0,
        true => {
            let counted = times_of(described.cell.configuration)?;
            let chosen = chosen_times(dataset, test, &features, &times_of);
            let cost = |at: usize| (counted[at] - chosen[at].unwrap_or_else(|| least(at))).max(0.0);
            median((0..places.len()).map(cost).collect::<Vec<f64>>()) / optimum
        }
    };
    let sizes = sizes(runs);
    let round = |(at, features): (usize, Vec<f32>)| {
        let times: Vec<f64> = times.iter().map(|of| of[at]).collect();
        let costs = times.iter().map(|time| time / optimum).collect();
        let has_worklist = steps[at].worklist.is_some();
        let sizes = sizes.get(&places[at]).cloned().unwrap_or_default();
        Round { test, features, times, costs, counting, has_worklist, sizes }
    };
    Some(features.into_iter().enumerate().map(round).collect())
}

/// The time of the variant that the study's model chose in each round of its adaptive run; `None`
/// if the study has not timed the variant.
fn chosen_times(
    dataset: &Dataset,
    test: Test,
    features: &[Vec<f32>],
    times_of: &dyn Fn(usize) -> Option<Vec<f64>>,
) -> Vec<Option<f64>> {
    let tree = dataset.tree(test.application);
    let mut known: BTreeMap<usize, Option<Vec<f64>>> = BTreeMap::new();
    let mut time = |(at, features): (usize, &Vec<f32>)| {
        let variant = dataset.configuration(tree.choose(&value_in(features)))?;
        known.entry(variant).or_insert_with(|| times_of(variant)).as_ref().map(|times| times[at])
    };
    features.iter().enumerate().map(&mut time).collect()
}

fn place(step: &StepRecord) -> Place {
    (step.loop_number, step.entry, step.step)
}

/// The sizes of worklists in each round of several runs: the least, the median and the greatest,
/// each once.
fn sizes(runs: &[&Recorded]) -> BTreeMap<Place, Vec<f32>> {
    let size = |step: &StepRecord| step.worklist.as_ref().and(step.frontier).map(f64::from);
    let spread = |sizes: Vec<f64>| {
        let least = sizes.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = sizes.iter().copied().fold(0.0, f64::max);
        let mut some = [least, median(sizes), greatest].map(|size| size as f32).to_vec();
        some.dedup();
        some
    };
    by_place(runs, size).map(|(place, sizes)| (place, spread(sizes))).collect()
}

/// The median time of each round over several runs.
fn times(runs: &[&Recorded]) -> BTreeMap<Place, f64> {
    by_place(runs, |step| Some(step.time)).map(|(place, times)| (place, median(times))).collect()
}

/// The known values of each round over several runs.
fn by_place(
    runs: &[&Recorded],
    value: impl Fn(&StepRecord) -> Option<f64>,
) -> impl Iterator<Item = (Place, Vec<f64>)> {
    let mut values: BTreeMap<Place, Vec<f64>> = BTreeMap::new();
    for step in runs.iter().flat_map(|run| innermost(&run.steps)) {
        if let Some(value) = value(step) {
            values.entry(place(step)).or_default().push(value);
        }
    }
    values.into_iter()
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{study, test, timed, with_frontiers};
    use super::*;

    const VARIANTS: [&str; 3] = ["none", "order=pull", "adaptive"];

    #[test]
    fn times_are_medians_and_costs_are_shares_of_the_optimum() {
        let counted = |times: [f64; 2]| times.map(|time| (Some((1, 4)), time)).to_vec();
        let runs = [
            (0, timed(&[1.0, 20.0])),
            (0, timed(&[9.0, 16.0])),
            (0, timed(&[2.0, 12.0])),
            (1, timed(&[8.0, 6.0])),
            (2, counted([4.0, 7.0])),
        ];
        let rounds = Rounds::of(&study(&VARIANTS, &[&runs]), &[]);
        assert_eq!(
            rounds.variants,
            ["none", "order=pull"].map(|text| Configuration::parse(text).unwrap())
        );
        let [one, other] = &rounds.rounds[..] else { panic!("{rounds:?}") };
        assert_eq!((&one.times[..], &other.times[..]), (&[2.0, 8.0][..], &[16.0, 6.0][..]));
        assert_eq!((&one.costs[..], &other.costs[..]), (&[0.25, 1.0][..], &[2.0, 0.75][..]));
        assert_eq!(rounds.adaptive, BTreeMap::from([(test(0), 11.0)]));
        assert_eq!(rounds.left_out, []);
    }

    #[test]
    fn counting_costs_what_the_adaptive_run_takes_longer_than_the_chosen_variant() {
        let counted = |times: [f64; 2]| times.map(|time| (Some((1, 4)), time)).to_vec();
        let runs = [(0, timed(&[2.0, 16.0])), (1, timed(&[8.0, 6.0])), (2, counted([9.0, 18.0]))];
        let mut dataset = study(&VARIANTS, &[&runs]);
        let mut counting = |model: Option<&str>| {
            dataset.models = vec![model.map(str::to_owned)];
            let rounds = Rounds::of(&dataset, &[]);
            let all: Vec<f64> = rounds.rounds.iter().map(|round| round.counting * 8.0).collect();
            assert_eq!(all[0], all[1]);
            all[0]
        };
        // The built-in rule chooses `order=pull`: 1 and 12 longer.
        assert_eq!(counting(None), 6.5);
        assert_eq!(counting(Some("none")), 4.5);
        assert_eq!(counting(Some("if frontier_edges_of_rest <= 0.105 none else pull")), 9.5);
        assert_eq!(counting(Some("pull program search none")), 4.5);
        // The study has not timed `order=edge`, so the fastest variants count.
        assert_eq!(counting(Some("order=edge")), 9.5);
    }

    #[test]
    fn sizes_of_worklists_are_free() {
        let mut dataset = with_frontiers(&[Some((1, 4)), Some((2, 8))]);
        dataset.steps[0].steps[1].worklist = Some("frontier".into());
        let rounds = Rounds::of(&dataset, &[]);
        let free = |round: usize| -> Vec<String> {
            let sample = rounds.samples(&rounds.rounds[round]).next().expect("a round has samples");
            let row = sample.row();
            let features = rounds.features.iter().zip(row.free);
            let counted = features.filter(|(feature, free)| feature.is_of_round() && **free);
            counted.map(|(feature, _)| feature.to_string()).collect()
        };
        assert_eq!(free(0), Vec::<String>::new());
        assert_eq!(free(1), ["frontier_nodes", "frontier_node_share"]);
    }

    #[test]
    fn a_round_is_a_sample_for_each_size_of_its_worklist() {
        let counted = |nodes: u32, time: f64| vec![(Some((nodes, 4)), time)];
        let runs = [(0, counted(2, 1.0)), (1, counted(8, 3.0)), (2, counted(3, 2.0))];
        let mut dataset = study(&VARIANTS, &[&runs]);
        dataset.steps.iter_mut().for_each(|run| run.steps[0].worklist = Some("frontier".into()));
        let rounds = Rounds::of(&dataset, &[]);
        let [round] = &rounds.rounds[..] else { panic!("{rounds:?}") };
        assert_eq!(round.sizes, [2.0, 3.0, 8.0]);
        let value = |sample: &Sample<'_>, feature| {
            let features: Vec<f32> = sample.features.iter().map(|value| *value as f32).collect();
            value_in(&features)(feature)
        };
        let samples: Vec<Sample<'_>> = rounds.samples(round).collect();
        let sizes: Vec<f32> =
            samples.iter().map(|sample| value(sample, Feature::FrontierNodes)).collect();
        assert_eq!(sizes, [2.0, 3.0, 8.0]);
        assert_eq!(value(&samples[2], Feature::FrontierNodeShare), 0.8);
        assert_eq!(value(&samples[2], Feature::FrontierEdges), 4.0);
        assert_eq!(samples[1].costs, [1.0 / 3.0, 1.0]);
        assert!((samples.iter().map(|sample| sample.weight).sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn variants_with_identical_code_share_their_steps() {
        let configurations = ["none", "order=pull", "order=edge"];
        let runs = [(0, timed(&[1.0, 2.0])), (2, timed(&[3.0, 4.0]))];
        let mut dataset = study(&configurations, &[&runs]);
        let same = |at: usize| crate::dataset::Cell { test: test(0), configuration: at };
        // Steps of `order=pull` are missing, and its code is different.
        let only = configurations.map(|text| Configuration::parse(text).unwrap());
        dataset.steps.push(Recorded { cell: same(1), steps: vec![], ..dataset.steps[0].clone() });
        assert_eq!(Rounds::of(&dataset, &only).left_out, [test(0)]);
        let times = dataset.results[&same(0)].clone();
        dataset.results.insert(same(1), times);
        let rounds = Rounds::of(&dataset, &only);
        assert_eq!(rounds.left_out, []);
        let times: Vec<&[f64]> = rounds.rounds.iter().map(|round| &round.times[..]).collect();
        assert_eq!(times, [[1.0, 1.0, 3.0], [2.0, 2.0, 4.0]]);
    }

    #[test]
    fn tests_with_different_rounds_are_left_out() {
        let same = [(0, timed(&[1.0, 2.0])), (1, timed(&[3.0, 4.0]))];
        let longer = [(0, timed(&[1.0, 2.0])), (1, timed(&[3.0, 4.0, 5.0]))];
        let missing = [(0, timed(&[1.0, 2.0]))];
        let dataset = study(&VARIANTS, &[&longer, &same, &missing]);
        let rounds = Rounds::of(&dataset, &[]);
        assert_eq!(rounds.left_out, [test(0), test(2)]);
        assert_eq!(
            rounds.tests().map(|of| (of[0].test, of.len())).collect::<Vec<_>>(),
            [(test(1), 2)]
        );
        // With one variant, all tests have the same rounds.
        let rounds = Rounds::of(&dataset, &[Configuration::default()]);
        assert_eq!((rounds.left_out.len(), rounds.tests().count()), (0, 3));
    }

    #[test]
    fn other_flags_are_not_variants() {
        let runs = [0, 1, 2].map(|at| (at, timed(&[1.0, 2.0])));
        let rounds = Rounds::of(&study(&["none", "wg", "coop-cv"], &[&runs]), &[]);
        assert_eq!(rounds.variants, ["none", "wg"].map(|text| Configuration::parse(text).unwrap()));
        assert!(rounds.rounds.iter().all(|round| round.times.len() == 2), "{rounds:?}");
        assert!(rounds.adaptive.is_empty());
    }
}
