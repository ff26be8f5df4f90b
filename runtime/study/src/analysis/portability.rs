//! What becomes of one chip's best configurations on another chip ("One Size Doesn't Fit All", section
//! II-A, Fig. 1).

use std::collections::BTreeMap;

use serde::Serialize;

use super::measurements::Measurements;
use super::strategy::names;
use crate::dataset::Test;
use crate::statistics;

/// The heatmap of Fig. 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Portability {
    /// The chips' names, in the data set's order: those of the rows and of the columns.
    pub chips: Vec<String>,
    /// `cells[on][from]`: the best configurations of chip `from`, run on chip `on`. One on the diagonal.
    pub cells: Vec<Vec<Ported>>,
    /// For each chip, the geometric mean of its row: how much it suffers from others' configurations.
    /// As in the paper, the diagonal counts.
    pub suffered: Vec<Option<f64>>,
    /// For each chip, the geometric mean of its column: how much its configurations make others suffer.
    /// As in the paper, the diagonal counts.
    pub caused: Vec<Option<f64>>,
}

/// One chip's best configurations, run on another.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Ported {
    /// How many pairs of application and input have times on both chips.
    pub tests: usize,
    /// On how many of them the configuration has no times on the other chip, so that the baseline ran
    /// instead; where there is none either, they are left out.
    pub fell_back: usize,
    /// The geometric mean of the time by the chip's own best time: one, or more. `None` without tests.
    pub geomean_slowdown: Option<f64>,
}

/// Runs every chip's best configurations on every chip.
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

/// Runs the best configurations of some tests of a chip on another chip.
fn port(measurements: &Measurements, tests: &[Test], on: usize) -> Ported {
    let (mut ported, mut slowdowns) = (Ported::default(), vec![]);
    for test in tests {
        let there = Test { chip: on, ..*test };
        let best = measurements.best(*test).zip(measurements.best(there));
        let Some(((options, _), (_, own_best))) = best else { continue };
        let timing = measurements.timing(there, options);
        let Some(ran) = timing.or_else(|| measurements.baseline(there)) else { continue };
        ported.tests += 1;
        ported.fell_back += usize::from(timing.is_none());
        slowdowns.push(ran.ratio_to(&own_best));
    }
    ported.geomean_slowdown = statistics::geometric_mean(&slowdowns);
    ported
}
