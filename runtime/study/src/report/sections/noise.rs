//! The noise of the times: the precision of the means that the tables compare.

use super::Study;
use crate::dataset::Outcome;
use crate::report::model::Section;
use crate::report::numbers::{self, counted};
use crate::statistics::{self, quantiles};

/// A configuration of a test is noisy if the relative standard error of its mean is larger.
const NOISY: f64 = 0.05;

/// A study is too noisy if a larger share of its configurations of tests is noisy.
const TOO_MANY: f64 = 0.1;

/// The sections whose tables compare the mean times of configurations.
const SECTIONS: [&str; 4] = ["portability", "ranking", "flags", "strategies"];

/// The distribution of the relative standard errors of mean times. The standard error of a mean is
/// the standard deviation divided by the root of the number of runs (NIST/SEMATECH e-Handbook of
/// Statistical Methods, section 1.3.5.2); here it is divided by the mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Noise {
    /// Number of configurations of tests with at least two runs.
    cells: usize,
    /// The median of their relative standard errors.
    pub median: f64,
    /// The share of them that is noisy.
    pub noisy: f64,
    /// The number of runs with which about nine tenths of them would not be noisy, if times have
    /// the same variance then. The standard error falls with the root of the number of runs.
    enough_runs: f64,
}

impl Noise {
    /// Returns the noise of the times on a chip, or on all chips. Returns `None` if no configuration
    /// of a test has two runs.
    pub fn of(study: &Study, chip: Option<usize>) -> Option<Noise> {
        let is_counted = |place: usize| chip.is_none_or(|chip| chip == place);
        let results = study.dataset.results.iter();
        let results = results.filter(|(cell, _)| is_counted(cell.test.chip));
        // The relative standard error, and the number of runs that reduces it to the limit.
        let (mut errors, mut runs): (Vec<f64>, Vec<f64>) = results
            .filter_map(|(_, outcome)| match outcome {
                Outcome::Timed(times) => {
                    let deviation = statistics::standard_deviation(times)?;
                    let relative = deviation / statistics::mean(times)?;
                    let error = relative / (times.len() as f64).sqrt();
                    error.is_finite().then_some((error, (relative / NOISY).powi(2)))
                }
                Outcome::Failed(_) => None,
            })
            .unzip();
        errors.sort_by(f64::total_cmp);
        runs.sort_by(f64::total_cmp);
        let [median] = quantiles(&errors, [0.5])?;
        let [enough_runs] = quantiles(&runs, [1.0 - TOO_MANY])?;
        let noisy = errors.iter().filter(|error| **error > NOISY).count();
        let cells = errors.len();
        Some(Noise { cells, median, noisy: noisy as f64 / cells as f64, enough_runs })
    }

    /// Returns a sentence for the caption of a table.
    fn sentence(&self) -> String {
        format!(
            "Noise: the median relative standard error of {} is {}.",
            counted(self.cells, "mean time", "mean times"),
            numbers::fine_percent(self.median)
        )
    }

    /// Returns what to do if the study is too noisy.
    fn advice(&self) -> Option<String> {
        (self.noisy > TOO_MANY).then(|| {
            format!(
                "The times are too noisy: add runs. {} of the mean times have a relative standard \
                 error over {}. Raise `repetitions` in the study file, to about {}, and run `igc \
                 study run STUDY.toml` again, which adds the missing runs.",
                numbers::percent(self.noisy),
                numbers::percent(NOISY),
                numbers::count(self.enough_runs.ceil() as u64)
            )
        })
    }
}

/// Returns the sentence of the summary, if the study is too noisy.
pub(super) fn advice(study: &Study) -> Option<String> {
    Noise::of(study, None)?.advice()
}

/// States the noise in the caption of each table of times.
pub(super) fn state(study: &Study, sections: &mut [Section]) {
    let Some(noise) = Noise::of(study, None) else { return };
    let of_times = sections.iter_mut().filter(|section| SECTIONS.contains(&section.id));
    let exhibits = of_times.flat_map(|section| &mut section.exhibits);
    // The table of the choices has no times.
    for exhibit in exhibits.filter(|it| it.missing.is_none() && it.id != "chosen") {
        exhibit.caption = format!("{} {}", exhibit.caption, noise.sentence());
    }
}
