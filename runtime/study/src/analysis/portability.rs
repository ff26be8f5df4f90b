//! Measures the performance of one chip's best configurations on another chip ("One Size Doesn't
//! Fit All", section II-A, Fig. 1).

use std::collections::BTreeMap;

use serde::Serialize;

use super::held_out::{self, Loss};
use super::measurements::Measurements;
use super::strategy::names;
use crate::dataset::Test;
use crate::statistics;

/// The heatmap of Fig. 1 in "One Size Doesn't Fit All": each chip with each chip's best
/// configurations.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Portability {
    /// The names of the chips in the order of the data set: the rows and the columns.
    pub chips: Vec<String>,
    /// The slowdowns: `cells[on][from]` is for the best configurations of chip `from` on chip `on`.
    /// The diagonal is 1.
    pub cells: Vec<Vec<Ported>>,
    /// The geometric mean of each row: the slowdown of a chip with the configurations of all chips.
    /// It includes the diagonal, as in the paper.
    pub suffered: Vec<Option<f64>>,
    /// The geometric mean of each column: the slowdown of all chips with the configurations of one
    /// chip. It includes the diagonal, as in the paper.
    pub caused: Vec<Option<f64>>,
}

/// The best configurations of one chip, run on another chip. Other runs [choose](super::held_out)
/// the configurations than those that are compared.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Ported {
    /// Number of pairs of application and input that have times on both chips, and for which the
    /// first chip has a fastest configuration.
    pub tests: usize,
    /// Number of further pairs, for which all configurations are equally fast on the first chip: they are
    /// the same code, or differ by no more than the spread of the runs. The chip therefore has no fastest
    /// configuration, and the pair says nothing.
    pub undecided: usize,
    /// Number of pairs for which several configurations are equally fast on the first chip, but differ on
    /// the other one.
    pub tied: usize,
    /// Number of pairs where the configuration has no times on the other chip, so that the baseline
    /// runs. Pairs without a baseline are left out.
    pub fell_back: usize,
    /// The geometric mean of the ratio of the time to the other chip's own best time; `None` if
    /// there are no pairs. Configurations with the same times on the first chip count with the same weight.
    pub geomean_slowdown: Option<f64>,
    /// The geometric mean if the best of equally fast configurations is chosen for each pair.
    pub least_slowdown: Option<f64>,
    /// The geometric mean if the worst of equally fast configurations is chosen for each pair.
    pub most_slowdown: Option<f64>,
}

/// Runs the comparison: each chip with the best configurations of each chip.
pub fn portability(measurements: &Measurements) -> Portability {
    let mut by_chip: BTreeMap<usize, Vec<Test>> = BTreeMap::new();
    for test in measurements.tests() {
        by_chip.entry(test.chip).or_default().push(*test);
    }
    let chips: Vec<usize> = by_chip.keys().copied().collect();
    let row = |on: usize| -> Vec<Ported> {
        chips.iter().map(|from| port(measurements, &by_chip[from], on)).collect()
    };
    let cells: Vec<Vec<Ported>> = chips.iter().map(|on| row(*on)).collect();
    let name = |tests: &Vec<Test>| names(measurements.dataset(), tests[0]).chip;
    Portability {
        chips: by_chip.values().filter_map(name).collect(),
        suffered: cells.iter().map(|row| geomean(row.iter())).collect(),
        caused: (0..chips.len()).map(|from| geomean(cells.iter().map(|row| &row[from]))).collect(),
        cells,
    }
}

fn geomean<'a>(cells: impl Iterator<Item = &'a Ported>) -> Option<f64> {
    let slowdowns: Vec<f64> = cells.filter_map(|cell| cell.geomean_slowdown).collect();
    statistics::geometric_mean(&slowdowns)
}

/// Looks up the times on the chip `on` of the configurations that are best for the given tests of
/// another chip.
fn port(measurements: &Measurements, tests: &[Test], on: usize) -> Ported {
    let (mut ported, mut losses) = (Ported::default(), vec![]);
    for test in tests {
        let there = Test { chip: on, ..*test };
        if there == *test {
            // A chip loses nothing with its own configurations, by definition.
            if measurements.best(there).is_some() {
                losses.push(Loss { mean: 1.0, least: 1.0, most: 1.0, fell_back: false });
            }
            continue;
        }
        let Some(loss) = held_out::loss(measurements, *test, there) else { continue };
        let is_undecided = |half: usize| {
            held_out::fastest(measurements, *test, half).is_some_and(|fastest| fastest.is_undecided)
        };
        if is_undecided(0) && is_undecided(1) {
            ported.undecided += 1;
            continue;
        }
        ported.tied += usize::from(loss.least < loss.most);
        ported.fell_back += usize::from(loss.fell_back);
        losses.push(loss);
    }
    ported.tests = losses.len();
    let mean = |of: fn(&Loss) -> f64| {
        statistics::geometric_mean(&losses.iter().map(of).collect::<Vec<f64>>())
    };
    ported.geomean_slowdown = mean(|loss| loss.mean);
    ported.least_slowdown = mean(|loss| loss.least);
    ported.most_slowdown = mean(|loss| loss.most);
    ported
}
