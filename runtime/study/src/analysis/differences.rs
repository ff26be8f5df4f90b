//! Compares two studies of the same cells, for example before and after an update of a driver.
//!
//! Applications, inputs, chips and configurations are the same if they have the same names. Times
//! differ significantly if their 95 % confidence intervals do not overlap ("One Size Doesn't Fit
//! All", section VI-D). A ratio is the mean time in study B divided by the mean time in study A, so
//! it is below one if B is faster.
//!
//! Limits: the runs of a study share the state of the machine, such as its clock rate and its other
//! processes. Intervals contain only the variation within a study, so times of two sessions can
//! differ significantly although nothing has changed that a user knows of. The geometric mean over
//! all cells shows a shift that all cells share.

use std::collections::{BTreeMap, BTreeSet};

use igc_compiler::configuration::Configuration;
use igc_measure::comparison::{Failure, FailureKind};
use serde::Serialize;

use super::measurements::{Change, Timing};
use super::strategy::names;
use crate::dataset::{Cell, Chip, Dataset, Input, Outcome, Test};
use crate::statistics::{self, Interval};

/// The differences between study A and study B. A cell is a configuration of a test, or several
/// that have the same results in both studies because they compile to the same code.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Differences {
    /// The names of the studies A and B.
    pub studies: [String; 2],
    /// Number of applications, inputs, chips and configurations that both studies list.
    pub common: Common,
    /// The chips that are compared.
    pub chips: Vec<ChipPair>,
    /// The names of the inputs that are not compared, because they have other numbers of nodes or
    /// edges in B.
    pub other_inputs: Vec<String>,
    /// Number of cells that are significantly faster in B.
    pub faster: usize,
    /// Number of cells that are significantly slower in B.
    pub slower: usize,
    /// Number of cells whose times do not differ significantly.
    pub unchanged: usize,
    /// Number of unchanged cells with a single run in A or in B. They have no confidence interval,
    /// so no difference is significant.
    pub without_interval: usize,
    /// Number of cells with results in A only and in B only.
    pub only: [usize; 2],
    /// The geometric mean of the ratios of all cells; `None` if no cell is compared.
    pub geomean_ratio: Option<f64>,
    /// The geometric mean of the ratios that are significant; `None` if no ratio is.
    pub geomean_significant_ratio: Option<f64>,
    /// The cells that failed in A or in B, and are therefore not compared.
    pub failed: Vec<FailedCell>,
    /// The cells with times in A and in B: first those that differ significantly, the largest
    /// change first, then the others in the order of study A.
    pub cells: Vec<Difference>,
}

/// Number of items of each kind that both studies list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Common {
    /// Number of applications.
    pub applications: usize,
    /// Number of inputs that are the same graph.
    pub inputs: usize,
    /// Number of chips, including those that the caller pairs.
    pub chips: usize,
    /// Number of configurations.
    pub configurations: usize,
}

/// A chip of study A and the chip of study B with which it is compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChipPair {
    /// The chip of study A.
    pub a: Chip,
    /// The chip of study B.
    pub b: Chip,
}

/// The place of a cell, in the names of study A. For a cell that only B has, the names are those of
/// B.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The name of the application.
    pub application: String,
    /// The name of the input.
    pub input: String,
    /// The name of the chip.
    pub chip: String,
    /// The configurations, which all have the same results.
    pub configurations: Vec<Configuration>,
}

/// A cell with times in both studies.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// The place of the cell.
    #[serde(flatten)]
    pub place: Place,
    /// The change from A to B.
    pub change: Change,
    /// The mean in B divided by the mean in A.
    pub ratio: f64,
    /// The mean times in A and in B, in seconds.
    pub means: [f64; 2],
    /// The 95 % confidence intervals of the means, in seconds; `None` for a single run.
    pub intervals: [Option<Interval>; 2],
}

/// A cell that failed in at least one of the studies.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FailedCell {
    /// The place of the cell.
    #[serde(flatten)]
    pub place: Place,
    /// The failures in A and in B; `None` where the cell has times.
    pub failures: [Option<Failure>; 2],
}

/// The result of a cell, as a key: times by their bits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    Timed(Vec<u64>),
    Failed(FailureKind, String),
}

impl Known {
    fn of(outcome: &Outcome) -> Known {
        match outcome {
            Outcome::Timed(times) => {
                Known::Timed(times.iter().map(|time| time.to_bits()).collect())
            }
            Outcome::Failed(failure) => Known::Failed(failure.kind, failure.reason.clone()),
        }
    }

    /// Returns the time of the cell, or why it has none.
    fn timing(&self) -> Result<Timing, Failure> {
        match self {
            Known::Timed(bits) => {
                let times: Vec<f64> = bits.iter().map(|bits| f64::from_bits(*bits)).collect();
                let reason = "the times are not plausible";
                Timing::new(&times).ok_or_else(|| Failure::new(FailureKind::Input, reason.into()))
            }
            Known::Failed(kind, reason) => Err(Failure::new(*kind, reason.clone())),
        }
    }
}

/// The positions in study B of the items of study A.
struct Positions {
    applications: Vec<Option<usize>>,
    inputs: Vec<Option<usize>>,
    chips: Vec<Option<usize>>,
    configurations: Vec<Option<usize>>,
}

impl Positions {
    /// Finds the items of B with the names of those in A. `chips` are pairs of positions that
    /// replace the names.
    fn new(a: &Dataset, b: &Dataset, chips: &[(usize, usize)]) -> Positions {
        let same_chip = |(at, chip): (usize, &Chip)| {
            if let Some((_, of_b)) = chips.iter().find(|(of_a, _)| *of_a == at) {
                return Some(*of_b);
            }
            let found = b.chips.iter().position(|other| other.name == chip.name)?;
            chips.iter().all(|(_, of_b)| *of_b != found).then_some(found)
        };
        let same_input = |input: &Input| {
            let found = same_name(b, input)?;
            is_same_graph(input, &b.inputs[found]).then_some(found)
        };
        let applications = a.applications.iter();
        Positions {
            applications: applications
                .map(|name| b.applications.iter().position(|other| other == name))
                .collect(),
            inputs: a.inputs.iter().map(same_input).collect(),
            chips: a.chips.iter().enumerate().map(same_chip).collect(),
            configurations: a.configurations.iter().map(|own| b.configuration(own)).collect(),
        }
    }

    /// Returns the cell of B that corresponds to a cell of A.
    fn of(&self, cell: &Cell) -> Option<Cell> {
        let at = |list: &[Option<usize>], place: usize| list.get(place).copied().flatten();
        let Test { application, input, chip } = cell.test;
        let test = Test {
            application: at(&self.applications, application)?,
            input: at(&self.inputs, input)?,
            chip: at(&self.chips, chip)?,
        };
        Some(Cell { test, configuration: at(&self.configurations, cell.configuration)? })
    }
}

/// Compares study A with study B. `chips` are pairs of positions of chips in A and in B; other
/// chips are compared if they have the same names.
pub fn differences(a: &Dataset, b: &Dataset, chips: &[(usize, usize)]) -> Differences {
    let positions = Positions::new(a, b, chips);
    let mut both: BTreeMap<(Test, Known, Known), Vec<usize>> = BTreeMap::new();
    let mut only_a: BTreeMap<(Test, Known), Vec<usize>> = BTreeMap::new();
    let mut only_b = only_a.clone();
    let mut used = BTreeSet::new();
    for (cell, outcome) in &a.results {
        let (test, own) = (cell.test, Known::of(outcome));
        let in_b = positions.of(cell).and_then(|cell| Some((cell, b.results.get(&cell)?)));
        match in_b {
            Some((place, other)) => {
                used.insert(place);
                let key = (test, own, Known::of(other));
                both.entry(key).or_default().push(cell.configuration);
            }
            None => only_a.entry((test, own)).or_default().push(cell.configuration),
        }
    }
    for (cell, outcome) in b.results.iter().filter(|(cell, _)| !used.contains(cell)) {
        only_b.entry((cell.test, Known::of(outcome))).or_default().push(cell.configuration);
    }
    // The keys contain times, whose order means nothing.
    let mut both: Vec<_> = both.into_iter().collect();
    both.sort_by_key(|((test, ..), configurations)| (*test, configurations.first().copied()));
    let (mut cells, mut failed) = (vec![], vec![]);
    for ((test, own, other), configurations) in both {
        let place = place(a, test, &configurations);
        match (own.timing(), other.timing()) {
            (Ok(before), Ok(after)) => cells.push(Difference {
                place,
                change: after.change_from(&before),
                ratio: after.ratio_to(&before),
                means: [before.mean, after.mean],
                intervals: [before.interval, after.interval],
            }),
            (before, after) => {
                failed.push(FailedCell { place, failures: [before.err(), after.err()] });
            }
        }
    }
    let size = |cell: &Difference| match cell.change {
        Change::None => f64::NEG_INFINITY,
        Change::Speedup | Change::Slowdown => cell.ratio.ln().abs(),
    };
    cells.sort_by(|one, other| size(other).total_cmp(&size(one)));
    let count = |change| cells.iter().filter(|cell| cell.change == change).count();
    let geomean = |is_counted: fn(&&Difference) -> bool| {
        let ratios = cells.iter().filter(is_counted).map(|cell| cell.ratio);
        statistics::geometric_mean(&ratios.collect::<Vec<_>>())
    };
    let found = |list: &[Option<usize>]| list.iter().flatten().count();
    let pairs = a.chips.iter().zip(&positions.chips);
    let pairs = pairs.filter_map(|(own, other)| Some((own, b.chips.get((*other)?)?)));
    let other_graph = |input: &&Input| {
        same_name(b, input).is_some_and(|other| !is_same_graph(input, &b.inputs[other]))
    };
    Differences {
        studies: [a.study.clone(), b.study.clone()],
        common: Common {
            applications: found(&positions.applications),
            inputs: found(&positions.inputs),
            chips: found(&positions.chips),
            configurations: found(&positions.configurations),
        },
        chips: pairs.map(|(a, b)| ChipPair { a: a.clone(), b: b.clone() }).collect(),
        other_inputs: a.inputs.iter().filter(other_graph).map(|input| input.name.clone()).collect(),
        faster: count(Change::Speedup),
        slower: count(Change::Slowdown),
        unchanged: count(Change::None),
        without_interval: cells.iter().filter(|cell| cell.intervals.contains(&None)).count(),
        only: [only_a.len(), only_b.len()],
        geomean_ratio: geomean(|_| true),
        geomean_significant_ratio: geomean(|cell| cell.change != Change::None),
        failed,
        cells,
    }
}

/// Returns the position in B of the input with the name of an input of A.
fn same_name(b: &Dataset, input: &Input) -> Option<usize> {
    b.inputs.iter().position(|other| other.name == input.name)
}

/// Whether two inputs can be the same graph. A graph that was not measured yet has no nodes.
fn is_same_graph(a: &Input, b: &Input) -> bool {
    let is_unknown = |input: &Input| input.nodes == 0;
    (a.nodes, a.edges) == (b.nodes, b.edges) || is_unknown(a) || is_unknown(b)
}

/// Returns the names of a cell.
fn place(dataset: &Dataset, test: Test, configurations: &[usize]) -> Place {
    let names = names(dataset, test);
    let options = |at: &usize| dataset.configurations.get(*at).cloned();
    Place {
        application: names.application.unwrap_or_default(),
        input: names.input.unwrap_or_default(),
        chip: names.chip.unwrap_or_default(),
        configurations: configurations.iter().filter_map(options).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a study of one application on one input, with two chips and three configurations.
    fn study(times: impl Fn(usize, usize) -> Option<Vec<f64>>) -> Dataset {
        let chip = |name: &str| Chip {
            name: name.into(),
            device: name.into(),
            driver: "1".into(),
            dialect: String::new(),
        };
        let input = Input {
            name: "road".into(),
            spec: "road:10".into(),
            class: "road".into(),
            nodes: 10,
            edges: 20,
            properties: BTreeMap::new(),
        };
        let mut results = BTreeMap::new();
        for (chip, configuration) in [0, 1].into_iter().flat_map(|c| [0, 1, 2].map(|o| (c, o))) {
            let test = Test { application: 0, input: 0, chip };
            if let Some(times) = times(chip, configuration) {
                let failure = || Failure::new(FailureKind::Crashed, "it crashed".into());
                let outcome = match times.is_empty() {
                    true => Outcome::Failed(failure()),
                    false => Outcome::Timed(times),
                };
                results.insert(Cell { test, configuration }, outcome);
            }
        }
        let options = |text: &str| Configuration::parse(text).expect("it is a configuration");
        Dataset {
            study: "small".into(),
            applications: vec!["bfs".into()],
            inputs: vec![input],
            chips: vec![chip("left"), chip("right")],
            configurations: ["none", "wg", "sg"].map(options).to_vec(),
            results,
            ..Dataset::default()
        }
    }

    /// Returns three runs with a deviation of one per cent.
    fn runs(time: f64) -> Option<Vec<f64>> {
        Some(vec![time, time * 1.01, time * 0.99])
    }

    #[test]
    fn a_study_does_not_differ_from_itself() {
        let one = study(|chip, configuration| runs((1 + chip + 2 * configuration) as f64));
        let found = differences(&one, &one, &[]);
        assert_eq!((found.faster, found.slower, found.unchanged), (0, 0, 6));
        assert_eq!((found.geomean_ratio, found.geomean_significant_ratio), (Some(1.0), None));
        assert_eq!((found.only, found.failed.len(), found.chips.len()), ([0, 0], 0, 2));
    }

    #[test]
    fn significant_changes_come_first() {
        let before = study(|_, configuration| runs((1 + configuration) as f64));
        let after = study(|chip, configuration| {
            let factor = [[1.0, 0.5, 1.0], [1.0, 4.0, 1.001]][chip][configuration];
            runs((1 + configuration) as f64 * factor)
        });
        let found = differences(&before, &after, &[]);
        assert_eq!((found.faster, found.slower, found.unchanged), (1, 1, 4));
        let ratios: Vec<f64> = found.cells.iter().map(|cell| cell.ratio).collect();
        assert!((ratios[0] - 4.0).abs() < 1e-9 && (ratios[1] - 0.5).abs() < 1e-9, "{ratios:?}");
        assert_eq!(
            (&found.cells[0].place.chip[..], found.cells[0].change),
            ("right", Change::Slowdown)
        );
        let significant = found.geomean_significant_ratio.expect("there are two");
        assert!((significant - 2f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn configurations_with_the_same_times_are_one_cell() {
        let before = study(|_, configuration| runs(if configuration < 2 { 1.0 } else { 3.0 }));
        let after = study(|_, configuration| runs(if configuration < 2 { 2.0 } else { 3.0 }));
        let found = differences(&before, &after, &[]);
        assert_eq!((found.slower, found.unchanged), (2, 2));
        assert_eq!(found.cells[0].place.configurations.len(), 2);
    }

    #[test]
    fn cells_that_failed_or_that_one_study_lacks_are_not_compared() {
        let before = study(|chip, configuration| match (chip, configuration) {
            (0, 0) => None,
            (0, 1) => Some(vec![]),
            _ => runs(1.0 + configuration as f64),
        });
        let after = study(|chip, configuration| match (chip, configuration) {
            (1, 1) => None,
            (1, 2) => Some(vec![2.0]),
            _ => runs(1.0 + configuration as f64),
        });
        let found = differences(&before, &after, &[]);
        assert_eq!((found.cells.len(), found.failed.len(), found.only), (3, 1, [1, 1]));
        assert_eq!(found.without_interval, 1);
        let [of_a, of_b] = &found.failed[0].failures;
        assert!(of_a.is_some() && of_b.is_none());
    }

    #[test]
    fn chips_with_other_names_are_paired() {
        let before = study(|_, _| runs(1.0));
        let mut after = study(|chip, _| runs([1.0, 2.0][chip]));
        after.chips[1].name = "new".into();
        assert_eq!(differences(&before, &after, &[]).common.chips, 1);
        let found = differences(&before, &after, &[(1, 1)]);
        assert_eq!((found.common.chips, found.slower), (2, 1));
        // A chip of B is compared with one chip of A at most.
        let found = differences(&before, &after, &[(1, 0)]);
        assert_eq!((found.common.chips, found.slower, found.unchanged), (1, 0, 1));
    }

    #[test]
    fn graphs_of_other_sizes_are_not_compared() {
        let before = study(|_, _| runs(1.0));
        let mut after = before.clone();
        after.inputs[0].edges = 21;
        let found = differences(&before, &after, &[]);
        assert_eq!((found.other_inputs.len(), found.common.inputs, found.cells.len()), (1, 0, 0));
        after.inputs[0].nodes = 0;
        assert_eq!(differences(&before, &after, &[]).unchanged, 2);
    }
}
