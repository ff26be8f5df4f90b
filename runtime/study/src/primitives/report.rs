//! The report of a search: what the tuned policies gain, which parameters matter, and how many
//! trials were needed.

use std::fmt::Write;

use igc_measure::primitives::{Parameter, Primitive, PrimitiveConfiguration, PrimitiveOutcome};
use igc_runtime::primitives::GeneratedPolicy;
use serde::Serialize;

use super::prune::{Importance, importances};
use super::{About, Comparison, DevicePolicy, Final, Search, Way};

/// The share of the best speed that a search must reach.
const REACHED: f64 = 0.95;

/// The report, as `--json` prints it. Fields may be added, but never renamed or removed.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// What the search is about.
    #[serde(flatten)]
    about: About,
    /// The primitives.
    primitives: Vec<Tuned>,
    /// The policy for generated code.
    generated: GeneratedPolicy,
    /// The devices of the comparison, this one first.
    devices: Vec<String>,
    /// The comparison with the searches on other devices.
    comparisons: Vec<Comparison>,
}

/// A primitive that was tuned.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Tuned {
    primitive: Primitive,
    /// Number of configurations of the space.
    space: usize,
    /// Number of trials that the device supports, and of those with a time.
    trials: usize,
    timed: usize,
    /// Number of wrong results.
    wrong: usize,
    /// The best configuration.
    best: PrimitiveConfiguration,
    /// Its bandwidth in bytes per second, and that of the reference, in the runs that did not choose
    /// the configuration.
    bandwidth: f64,
    reference_bandwidth: f64,
    /// The time of the reference divided by that of the best configuration.
    gain: f64,
    /// The number of trials until one was within 5 % of the fastest trial.
    trials_to_reach: Option<usize>,
    /// The speed of the median random trial, relative to the fastest trial.
    median: Option<f64>,
    /// The share of the variance of random trials that each parameter explains.
    importances: Vec<Importance>,
}

impl Report {
    /// Creates the report of a search, with a comparison with those on other devices.
    pub fn of(search: &Search, others: &[Search]) -> Report {
        let searches: Vec<&Search> = [search].into_iter().chain(others).collect();
        let devices = searches.iter().map(|search| search.about().device.name.clone()).collect();
        let mut primitives: Vec<Tuned> =
            search.finals.iter().filter_map(|last| tuned(search, last)).collect();
        primitives.sort_by_key(|tuned| tuned.primitive);
        let comparisons = if others.is_empty() { vec![] } else { Comparison::of(&searches) };
        Report {
            about: search.about().clone(),
            primitives,
            generated: DevicePolicy::of(search).generated,
            devices,
            comparisons,
        }
    }

    /// Returns the number of wrong results.
    pub fn wrong(&self) -> usize {
        self.primitives.iter().map(|tuned| tuned.wrong).sum()
    }

    /// Formats the report.
    pub fn text(&self) -> String {
        let About { device, .. } = &self.about;
        let mut out = format!("{} ({}), {}\n\n", device.name, device.driver, device.dialect);
        let titles =
            ["primitive", "GB/s", "reference", "gain", "trials", "to 95 %", "median", "best"];
        let mut rows = vec![titles.map(String::from).to_vec()];
        for tuned in &self.primitives {
            rows.push(vec![
                tuned.primitive.name().into(),
                format!("{:.1}", tuned.bandwidth / 1e9),
                format!("{:.1}", tuned.reference_bandwidth / 1e9),
                format!("{:.2}", tuned.gain),
                tuned.trials.to_string(),
                tuned.trials_to_reach.map_or("-".into(), |trials| trials.to_string()),
                tuned.median.map_or("-".into(), percent),
                tuned.best.to_string(),
            ]);
        }
        out += &table(&rows);
        out += "\none half of the runs chose the best configuration, and the times are those of the other \
                half\n";
        out += "\nvariance of random trials that each parameter explains (by chance):\n\n";
        out += &self.importance_table();
        let generated = toml::to_string(&self.generated).unwrap_or_default();
        let generated: Vec<&str> = generated.lines().collect();
        writeln!(out, "\ngenerated code: {}", generated.join(", ")).expect("a string takes all");
        if !self.comparisons.is_empty() {
            out += &self.comparison_text();
        }
        out
    }

    fn importance_table(&self) -> String {
        let mut titles = vec!["primitive".to_string()];
        titles.extend(Parameter::ALL.map(|(name, _)| name.to_string()));
        let mut rows = vec![titles];
        for tuned in &self.primitives {
            let mut row = vec![tuned.primitive.name().to_string()];
            for (_, parameter) in Parameter::ALL {
                let found = tuned.importances.iter().find(|one| one.parameter == parameter);
                row.push(found.map_or("-".into(), |one| {
                    format!("{} ({})", percent(one.explained), percent(one.by_chance))
                }));
            }
            rows.push(row);
        }
        table(&rows)
    }

    fn comparison_text(&self) -> String {
        let mut out =
            "\none policy for all devices; times relative to each device's best:\n\n".to_string();
        for (at, device) in (1..).zip(&self.devices) {
            writeln!(out, "device {at}: {device}").expect("a string takes all");
        }
        out.push('\n');
        let mut titles = vec!["primitive".to_string()];
        titles.extend((1..=self.devices.len()).map(|at| format!("device {at}")));
        titles.extend(["mean", "common", "one for all"].map(String::from));
        let mut rows = vec![titles];
        for comparison in &self.comparisons {
            let mut row = vec![comparison.primitive.name().to_string()];
            row.extend(comparison.gains.iter().map(|gain| format!("{gain:.2}")));
            row.push(format!("{:.2}", comparison.mean_gain));
            row.push(comparison.common.to_string());
            row.push(comparison.one_for_all.to_string());
            rows.push(row);
        }
        out + &table(&rows)
    }
}

fn tuned(search: &Search, last: &Final) -> Option<Tuned> {
    let primitive = last.primitive;
    let best = last.best()?;
    let reference = last.measured.first()?;
    let bandwidth = |outcome: &PrimitiveOutcome| match outcome {
        PrimitiveOutcome::Timed(timed) => Some(timed.bytes as f64 / timed.halves[1]),
        _ => None,
    };
    let supported: Vec<_> = search.of(primitive).filter(|trial| trial.is_supported()).collect();
    let least = search.timed(primitive).map(|(_, ratio)| ratio).min_by(f64::total_cmp);
    let reaches = |ratio: Option<f64>| Some(ratio? <= least? / REACHED);
    let reached = supported.iter().position(|trial| reaches(trial.ratio) == Some(true));
    let random: Vec<(&PrimitiveConfiguration, f64)> = search
        .of(primitive)
        .filter(|trial| trial.way == Way::Random)
        .filter_map(|trial| Some((&trial.configuration, trial.ratio?)))
        .collect();
    let mut speeds: Vec<f64> =
        random.iter().filter_map(|(_, ratio)| Some(least? / ratio)).collect();
    speeds.sort_by(f64::total_cmp);
    let is_wrong = |outcome: &PrimitiveOutcome| matches!(outcome, PrimitiveOutcome::Wrong(_));
    Some(Tuned {
        primitive,
        space: PrimitiveConfiguration::space(primitive).len(),
        trials: supported.len(),
        timed: search.timed(primitive).count(),
        wrong: supported.iter().filter(|trial| is_wrong(&trial.outcome)).count(),
        best: best.configuration,
        bandwidth: bandwidth(&best.outcome)?,
        reference_bandwidth: bandwidth(&reference.outcome)?,
        gain: 1.0 / best.ratio?,
        trials_to_reach: reached.map(|at| at + 1),
        median: speeds.get(speeds.len() / 2).copied(),
        importances: importances(&random),
    })
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Aligns the first and the last column to the left, and the others to the right.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(at, (cell, width))| {
            if at == 0 || at + 1 == columns {
                format!("{cell:<width$}")
            } else {
                format!("{cell:>width$}")
            }
        });
        out += cells.collect::<Vec<_>>().join("  ").trim_end();
        out.push('\n');
    }
    out
}
