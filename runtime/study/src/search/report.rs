//! The report of a search: what the best order gains, and how the search found it.

use std::collections::BTreeMap;
use std::fmt::Write;

use igc_compiler::configuration::{LlvmPass, OrderOf, PassKind};
use igc_measure::comparison::Ratio;
use serde::Serialize;

use super::finals::{Final, Judged};
use super::{About, Search, Subject, TrialOutcome, Way};

/// The share of the timed orders that count as the best ones.
const BEST_SHARE: f64 = 0.1;

/// The share of the best speedup that a search must reach.
const REACHED: f64 = 0.95;

/// The least width of the column with the passes.
const NARROWEST: usize = 12;

/// The report, as `--json` prints it. Fields may be added, but never renamed or removed.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// What the search is about.
    #[serde(flatten)]
    about: About,
    /// Number of trials, by what happened.
    trials: BTreeMap<&'static str, usize>,
    /// Number of trials by the way in which the search found the order.
    ways: BTreeMap<Way, usize>,
    /// The graphs on which results were compared with the reference interpreter.
    compared_on: Vec<String>,
    /// The orders of the final, in the rounds that did not choose the best one.
    finalists: Vec<Finalist>,
    /// Number of these rounds.
    judged_by: usize,
    /// The best order of the final, which the other rounds chose, with commas between the passes.
    best: String,
    /// The ratio of the standard order's time to that of the best order; absent without times.
    over_standard: Option<f64>,
    /// The number of measured orders until one reached 95 % of the best speedup.
    trials_to_reach: Option<usize>,
    /// How often each pass occurs: the share of the best tenth of the orders, and of all timed orders,
    /// that contain it.
    passes: Vec<Occurrence>,
}

/// An order of the final.
#[derive(Debug, Clone, Serialize)]
struct Finalist {
    order: String,
    /// The median time in seconds; absent if the order failed.
    seconds: Option<f64>,
    /// The ratio to the median time without passes.
    ratio: Option<Ratio>,
    /// The reason why the order failed.
    failure: Option<String>,
}

/// How often a pass occurs in orders.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Occurrence {
    pass: &'static str,
    in_best: f64,
    in_all: f64,
}

impl Report {
    /// Creates the report of a search, whose results were compared on these graphs.
    pub fn of<P: PassKind>(
        about: &About,
        search: &Search<P>,
        last: &Final<P>,
        compared_on: Vec<String>,
    ) -> Report {
        let (best, _) = last.best();
        let mut trials = BTreeMap::from([("timed", 0), ("same code", 0), ("failed", 0)]);
        let mut ways = BTreeMap::new();
        for trial in &search.trials {
            let what = match trial.outcome {
                TrialOutcome::Timed { .. } => "timed",
                TrialOutcome::Same(_) => "same code",
                TrialOutcome::Failed(_) => "failed",
            };
            *trials.entry(what).or_default() += 1;
            *ways.entry(trial.way).or_default() += 1;
        }
        let finalist = |(order, judged): &(OrderOf<P>, Judged)| match judged {
            Judged::Timed(seconds, ratio) => Finalist {
                order: order.to_string(),
                seconds: Some(*seconds),
                ratio: *ratio,
                failure: None,
            },
            Judged::Failed(failure) => Finalist {
                order: order.to_string(),
                seconds: None,
                ratio: None,
                failure: Some(failure.reason.clone()),
            },
        };
        let standard = last.seconds(&OrderOf::standard());
        Report {
            about: about.clone(),
            trials,
            ways,
            compared_on,
            finalists: last.judged.iter().map(finalist).collect(),
            judged_by: last.rounds,
            over_standard: standard.zip(last.seconds(&best)).map(|(one, other)| one / other),
            best: best.to_string(),
            trials_to_reach: trials_to_reach(search),
            passes: occurrences(search),
        }
    }

    /// Returns the report as text.
    pub fn text(&self) -> String {
        let About { subject: Subject { program, graph, options, .. }, device, .. } = &self.about;
        let mut out = format!("{program} --opts {options} on {graph}, {}\n\n", device.name);
        let [timed, same, failed] =
            ["timed", "same code", "failed"].map(|what| self.trials.get(what).unwrap_or(&0));
        let _ = writeln!(out, "trials: {timed} timed, {same} with known code, {failed} failed");
        if let Some(trials) = self.trials_to_reach {
            let _ = writeln!(out, "95 % of the best speedup after {trials} timed trials");
        }
        match &self.compared_on[..] {
            [] => out += "results judged by oracles only\n",
            graphs => {
                let graphs = graphs.join(", ");
                let _ =
                    writeln!(out, "results compared with the reference interpreter on {graphs}");
            }
        }
        let _ = match self.judged_by {
            0 => writeln!(out, "\nfinal, with too few runs to choose an order and to judge it:"),
            1 => writeln!(out, "\nfinal, in the run that did not choose the best order:"),
            runs => {
                writeln!(out, "\nfinal, in the {runs} runs that did not choose the best order:")
            }
        };
        for finalist in &self.finalists {
            let order = shown(&self.about.over, &finalist.order);
            let _ = writeln!(out, "  {order}: {}", finalist.text());
        }
        let _ = writeln!(out, "\nbest: {}", shown(&self.about.over, &self.best));
        if self.best == "none" {
            let reference = reference(&self.about.over);
            let _ = writeln!(out, "no order was clearly faster than {reference} in these runs");
        }
        if let Some(ratio) = self.over_standard {
            let _ = writeln!(out, "speedup over the standard order: {ratio:.2}");
        }
        let names = self.passes.iter().map(|occurrence| occurrence.pass.len() + 1);
        let width = names.max().unwrap_or(0).max(NARROWEST);
        let _ = writeln!(out, "\n{:<width$}in the best tenth    in all timed orders", "pass");
        for Occurrence { pass, in_best, in_all } in &self.passes {
            let (best, all) = (100.0 * in_best, 100.0 * in_all);
            let _ = writeln!(out, "{pass:<width$}{best:>15.0} %{all:>20.0} %");
        }
        out
    }
}

/// Returns an order of a kind of passes as the option that a user gives.
pub(super) fn shown(over: &str, order: &str) -> String {
    match order {
        "none" if over == LlvmPass::OPTION => reference(over).into(),
        order if over == LlvmPass::OPTION => format!("--opts {over}{}", order.replace(',', "+")),
        order => format!("--passes {order}"),
    }
}

/// Returns the name of the order without passes.
pub(super) fn reference(over: &str) -> &'static str {
    if over == LlvmPass::OPTION { "the driver's compiler" } else { "no passes" }
}

impl Finalist {
    fn text(&self) -> String {
        let Finalist { seconds, ratio, failure, .. } = self;
        match (seconds, ratio, failure) {
            (_, _, Some(reason)) => format!("failed: {reason}"),
            (Some(seconds), Some(ratio), _) => {
                let interval = match ratio.interval {
                    Some(interval) => {
                        // The speedup is the inverse of the ratio, so the limits are exchanged.
                        format!(" ({:.2} to {:.2})", 1.0 / interval.high, 1.0 / interval.low)
                    }
                    None => String::new(),
                };
                let speedup = 1.0 / ratio.value;
                format!("{:.3} ms, speedup {speedup:.2}{interval}", seconds * 1e3)
            }
            (Some(seconds), ..) => format!("{:.3} ms", seconds * 1e3),
            (None, ..) => "no time".into(),
        }
    }
}

/// Returns the number of timed orders until one reached 95 % of the best speedup.
fn trials_to_reach<P: PassKind>(search: &Search<P>) -> Option<usize> {
    let ratios: Vec<f64> = search.trials.iter().filter_map(super::Trial::ratio).collect();
    let best = ratios.iter().copied().min_by(f64::total_cmp)?;
    let reached = ratios.iter().position(|ratio| best / ratio >= REACHED);
    reached.map(|at| at + 1)
}

/// Returns how often each pass occurs in the best orders and in all timed orders.
fn occurrences<P: PassKind>(search: &Search<P>) -> Vec<Occurrence> {
    let all = search.best();
    let count = ((all.len() as f64 * BEST_SHARE).ceil() as usize).min(all.len());
    let share = |pass: P, orders: &[OrderOf<P>]| {
        let with = orders.iter().filter(|order| order.passes().contains(&pass)).count();
        with as f64 / orders.len().max(1) as f64
    };
    let occurrence = |(name, pass): &(&'static str, P)| Occurrence {
        pass: name,
        in_best: share(*pass, &all[..count]),
        in_all: share(*pass, &all),
    };
    P::all().iter().map(occurrence).collect()
}
