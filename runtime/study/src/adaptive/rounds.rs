//! The rounds of a study's runs: the features of each, and the time of each variant in it.

use std::collections::{BTreeMap, BTreeSet};

use igc_compiler::model::{Feature, is_choice};
use igc_compiler::options::{Flag, Options};
use igc_runtime::supersteps::StepRecord;

use super::tree::Row;
use crate::dataset::{Dataset, Input, Recorded, Test};
use crate::statistics::median;
use crate::steps::innermost;

/// The rounds of all tests whose variants have the same rounds.
#[derive(Debug, Clone)]
pub struct Rounds {
    /// The features.
    pub features: Vec<Feature>,
    /// The variants.
    pub variants: Vec<Options>,
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
    /// configuration took for a round than the fastest variant, as the median over the test.
    pub counting: f64,
    /// Whether the round belongs to a worklist, whose size is known without counting.
    pub has_worklist: bool,
}

/// The place of a round in a run: loop, number of the loop's entry, and step.
type Place = (u32, u32, u64);

impl Rounds {
    /// Collects the rounds of a study. The variants are those in `only` whose steps the study has
    /// timed, or all of them if the list is empty.
    pub fn of(dataset: &Dataset, only: &[Options]) -> Rounds {
        let is_variant = |options: &Options| {
            options.flags().all(is_choice) && (only.is_empty() || only.contains(options))
        };
        let timed: BTreeSet<usize> =
            dataset.steps.iter().map(|run| run.cell.configuration).collect();
        let timed = timed.into_iter().filter_map(|at| Some((at, dataset.configurations.get(at)?)));
        let (numbers, variants): (Vec<usize>, Vec<Options>) = timed
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
                let is_size = |f| matches!(f, Feature::FrontierNodes | Feature::FrontierNodeShare);
                let is_free = |f: Feature| !f.is_of_round() || has_worklist && is_size(f);
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

    /// Returns a round as a row of training data.
    pub fn row<'r>(&'r self, round: &'r Round) -> Row<'r> {
        let free = &self.free[usize::from(round.has_worklist)];
        Row { features: &round.features, costs: &round.costs, asking: round.counting, free }
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
    let is_on = |(_, options): &(usize, &Options)| options.is_on(Flag::Adaptive);
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
    let times_of = |variant: &usize| {
        let is_own = |run: &&&Recorded| is_same(dataset, test, run.cell.configuration, *variant);
        let own: Vec<&Recorded> = runs.iter().filter(is_own).copied().collect();
        let times = times(&own);
        (times.len() == places.len() && places.iter().all(|place| times.contains_key(place)))
            .then_some(times)
    };
    let times: Vec<BTreeMap<Place, f64>> = variants.iter().map(times_of).collect::<Option<_>>()?;
    let times_at = |place: &Place| times.iter().map(|times| times[place]).collect::<Vec<f64>>();
    let least = |place: &Place| times_at(place).into_iter().fold(f64::INFINITY, f64::min);
    let optimum: f64 = places.iter().map(least).sum();
    if variants.is_empty() || !optimum.is_normal() {
        return None;
    }
    let counts = described.cell.configuration;
    let has_counts = is_adaptive(dataset, described);
    let described: Vec<&Recorded> =
        runs.iter().filter(|run| run.cell.configuration == counts).copied().collect();
    let counted = self::times(&described);
    let counting =
        |place: &Place| (counted.get(place).copied().unwrap_or(0.0) - least(place)).max(0.0);
    let counting = match has_counts {
        true => median(places.iter().map(counting).collect::<Vec<f64>>()) / optimum,
        false => 0.0,
    };
    let mut sums: BTreeMap<(u32, u32), (f32, f32)> = BTreeMap::new();
    let round = |(step, place): (&&StepRecord, &Place)| {
        let (nodes, edges) = (input.nodes as f32, input.edges as f32);
        let own_nodes = step.frontier.map_or(nodes, |count| count as f32);
        let own_edges = step.frontier_edges.map_or(edges, |count| count as f32);
        let sum = sums.entry((step.loop_number, step.entry)).or_default();
        let rest = edges - sum.1;
        *sum = (sum.0 + own_nodes, sum.1 + own_edges);
        let value = |feature| match feature {
            Feature::Nodes => nodes,
            Feature::Edges => edges,
            Feature::Degree(property) => property_of(input, &property.to_string()),
            Feature::FrontierNodes => own_nodes,
            Feature::FrontierNodeShare => share(own_nodes, nodes, 0.0),
            Feature::FrontierEdges => own_edges,
            Feature::FrontierEdgeShare => share(own_edges, edges, 0.0),
            Feature::FrontierMeanDegree => share(own_edges, own_nodes, 0.0),
            Feature::FrontierEdgesOfRest => share(own_edges, rest, 4_294_967_296.0),
            Feature::DiscoveredShare => share(sum.0, nodes, 0.0),
        };
        let features = Feature::all().map(value).collect();
        let times = times_at(place);
        let costs = times.iter().map(|time| time / optimum).collect();
        let has_worklist = step.worklist.is_some();
        Round { test, features, times, costs, counting, has_worklist }
    };
    Some(steps.iter().zip(&places).map(round).collect())
}

fn place(step: &StepRecord) -> Place {
    (step.loop_number, step.entry, step.step)
}

/// The median time of each round over several runs.
fn times(runs: &[&Recorded]) -> BTreeMap<Place, f64> {
    let mut times: BTreeMap<Place, Vec<f64>> = BTreeMap::new();
    for step in runs.iter().flat_map(|run| innermost(&run.steps)) {
        times.entry(place(step)).or_default().push(step.time);
    }
    times.into_iter().map(|(place, times)| (place, median(times))).collect()
}

/// A property of a graph by its name, or 0 if it was not measured.
fn property_of(input: &Input, name: &str) -> f32 {
    input.properties.get(name).map_or(0.0, |value| *value as f32)
}

/// `part / whole`, or `without` if the whole is not positive, as adaptive programs compute it.
fn share(part: f32, whole: f32, without: f32) -> f32 {
    if whole > 0.0 { part / whole } else { without }
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{Step, study, test, timed};
    use super::*;

    const VARIANTS: [&str; 3] = ["none", "pull", "adaptive"];

    /// Returns the values of a feature in all rounds of a study.
    fn values(dataset: &Dataset, name: &str) -> Vec<f32> {
        let rounds = Rounds::of(dataset, &[]);
        let feature = Feature::of_name(name).expect("the feature exists");
        let at = rounds.features.iter().position(|known| *known == feature);
        let at = at.expect("all features are listed");
        rounds.rounds.iter().map(|round| round.features[at]).collect()
    }

    /// Returns a study of a run of `none` and an adaptive run with the given frontiers.
    fn with_frontiers(frontiers: &[Option<(u32, u64)>]) -> Dataset {
        let counted: Vec<Step> = frontiers.iter().map(|frontier| (*frontier, 2.0)).collect();
        study(&VARIANTS[..1], &[&[(0, counted)]])
    }

    #[test]
    fn features_describe_the_frontier() {
        let frontiers = [(1, 4), (4, 20), (5, 8), (0, 0)].map(Some);
        let dataset = with_frontiers(&frontiers);
        for (name, expected) in [
            ("nodes", [10.0; 4]),
            ("edges", [40.0; 4]),
            ("out_degree_greatest", [7.0; 4]),
            // The study has not measured this property.
            ("in_degree_greatest", [0.0; 4]),
            ("frontier_nodes", [1.0, 4.0, 5.0, 0.0]),
            ("frontier_node_share", [0.1, 0.4, 0.5, 0.0]),
            ("frontier_edges", [4.0, 20.0, 8.0, 0.0]),
            ("frontier_edge_share", [0.1, 0.5, 0.2, 0.0]),
            ("frontier_mean_degree", [4.0, 5.0, 1.6, 0.0]),
            ("frontier_edges_of_rest", [0.1, 20.0 / 36.0, 0.5, 0.0]),
            ("discovered_share", [0.1, 0.5, 1.0, 1.0]),
        ] {
            assert_eq!(values(&dataset, name), expected, "{name}");
        }
    }

    #[test]
    fn rounds_without_counts_visit_all_nodes() {
        let dataset = with_frontiers(&[Some((1, 10)), None, Some((1, 4))]);
        assert_eq!(values(&dataset, "frontier_nodes"), [1.0, 10.0, 1.0]);
        assert_eq!(values(&dataset, "frontier_edges"), [10.0, 40.0, 4.0]);
        // After the second round, no edges are left.
        let of_rest = values(&dataset, "frontier_edges_of_rest");
        assert_eq!(of_rest, [0.25, 40.0 / 30.0, 4_294_967_296.0]);
        assert_eq!(values(&dataset, "discovered_share"), [0.1, 1.1, 1.2]);
    }

    #[test]
    fn sums_start_again_with_each_entry_of_a_loop() {
        let mut dataset = with_frontiers(&[(2, 10), (3, 20), (2, 10), (3, 20)].map(Some));
        for step in &mut dataset.steps[0].steps[2..] {
            (step.entry, step.step) = (1, step.step - 2);
        }
        let of_rest = 20.0 / 30.0;
        assert_eq!(values(&dataset, "frontier_edges_of_rest"), [0.25, of_rest, 0.25, of_rest]);
        assert_eq!(values(&dataset, "discovered_share"), [0.2, 0.5, 0.2, 0.5]);
    }

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
        assert_eq!(rounds.variants, ["none", "pull"].map(|text| Options::parse(text).unwrap()));
        let [one, other] = &rounds.rounds[..] else { panic!("{rounds:?}") };
        assert_eq!((&one.times[..], &other.times[..]), (&[2.0, 8.0][..], &[16.0, 6.0][..]));
        assert_eq!((&one.costs[..], &other.costs[..]), (&[0.25, 1.0][..], &[2.0, 0.75][..]));
        // The adaptive run takes 2 and 1 longer than the fastest variant, of 8 in all.
        assert_eq!((one.counting, other.counting), (1.5 / 8.0, 1.5 / 8.0));
        assert_eq!(rounds.adaptive, BTreeMap::from([(test(0), 11.0)]));
        assert_eq!(rounds.left_out, []);
    }

    #[test]
    fn sizes_of_worklists_are_free() {
        let mut dataset = with_frontiers(&[Some((1, 4)), Some((2, 8))]);
        dataset.steps[0].steps[1].worklist = Some("frontier".into());
        let rounds = Rounds::of(&dataset, &[]);
        let free = |round: usize| -> Vec<String> {
            let row = rounds.row(&rounds.rounds[round]);
            let features = rounds.features.iter().zip(row.free);
            let counted = features.filter(|(feature, free)| feature.is_of_round() && **free);
            counted.map(|(feature, _)| feature.to_string()).collect()
        };
        assert_eq!(free(0), Vec::<String>::new());
        assert_eq!(free(1), ["frontier_nodes", "frontier_node_share"]);
    }

    #[test]
    fn variants_with_identical_code_share_their_steps() {
        let configurations = ["none", "pull", "edge"];
        let runs = [(0, timed(&[1.0, 2.0])), (2, timed(&[3.0, 4.0]))];
        let mut dataset = study(&configurations, &[&runs]);
        let same = |at: usize| crate::dataset::Cell { test: test(0), configuration: at };
        // Steps of `pull` are missing, and its code is different.
        let only = configurations.map(|text| Options::parse(text).unwrap());
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
        let rounds = Rounds::of(&dataset, &[Options::default()]);
        assert_eq!((rounds.left_out.len(), rounds.tests().count()), (0, 3));
    }

    #[test]
    fn other_flags_are_not_variants() {
        let runs = [0, 1, 2].map(|at| (at, timed(&[1.0, 2.0])));
        let rounds = Rounds::of(&study(&["none", "wg", "coop-cv"], &[&runs]), &[]);
        assert_eq!(rounds.variants, ["none", "wg"].map(|text| Options::parse(text).unwrap()));
        assert!(rounds.rounds.iter().all(|round| round.times.len() == 2), "{rounds:?}");
        assert!(rounds.adaptive.is_empty());
    }
}
