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
            adaptive: BTreeMap::new(),
            free: [false, true].map(|has_worklist| {
                let is_size = |f| matches!(f, Feature::FrontierNodes | Feature::FrontierNodeShare);
                let is_free = |f: Feature| !f.is_of_round() || has_worklist && is_size(f);
                Feature::all().map(is_free).collect()
            }),
            left_out: vec![],
        };
        for (test, runs) in runs {
            let is_adaptive = |run: &&&Recorded| {
                let options = dataset.configurations.get(run.cell.configuration);
                options.is_some_and(|options| options.is_on(Flag::Adaptive))
            };
            let adaptive: Vec<f64> =
                runs.iter().filter(is_adaptive).map(|run| times(&[run]).values().sum()).collect();
            if !adaptive.is_empty() {
                rounds.adaptive.insert(test, median(adaptive));
            }
            let described = runs.iter().find(is_adaptive).or(runs.first());
            let known = described.and_then(|run| rounds_of(dataset, test, run, &runs, &numbers));
            match known {
                Some(known) => rounds.rounds.extend(known),
                None => rounds.left_out.push(test),
            }
        }
        rounds
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
    // Steps are listed under the first of several configurations with the same code, whose times
    // are the same as well.
    let is_same = |one: usize, other: usize| {
        one == other
            || dataset.times(test, one).is_some_and(|t| Some(t) == dataset.times(test, other))
    };
    let times_of = |variant: &usize| {
        let is_own = |run: &&&Recorded| is_same(run.cell.configuration, *variant);
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
    let described: Vec<&Recorded> =
        runs.iter().filter(|run| run.cell.configuration == counts).copied().collect();
    let counted = self::times(&described);
    let counting =
        |place: &Place| (counted.get(place).copied().unwrap_or(0.0) - least(place)).max(0.0);
    let counting = median(places.iter().map(counting).collect::<Vec<f64>>()) / optimum;
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
