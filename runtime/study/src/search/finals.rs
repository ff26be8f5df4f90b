//! The final of a search: the best orders and the references, measured side by side.
//!
//! Of several orders with noisy times, the fastest one was often lucky. If the runs that choose the
//! best order also state its time, this time is too short. One half of the rounds therefore chooses the
//! best order, and the other half judges all orders, as [`Comparison::fastest`] does for
//! configurations.
//!
//! [`Comparison::fastest`]: igc_measure::comparison::Comparison::fastest

use igc_compiler::configuration::{OrderOf, PassKind};
use igc_measure::comparison::{Failure, Ratio};
use igc_measure::statistics::{halves, median};

use super::{About, Measured, Times};
use crate::analysis::Key;
use crate::policy::{Policy, PolicyChip, Rule};

/// The last measurements of a search, side by side. The first order has no passes, and the second is
/// the standard order.
#[derive(Debug, Clone)]
pub struct Final<P> {
    /// The orders, judged by the rounds that did not choose the best one.
    pub judged: Vec<(OrderOf<P>, Judged)>,
    /// Number of rounds that judge; 0 if there are too few rounds to choose and judge.
    pub rounds: usize,
    /// The order with the shortest median in the other rounds, if it is shorter than that of no
    /// passes.
    chosen: Option<OrderOf<P>>,
}

/// The result of an order in the rounds that judge.
#[derive(Debug, Clone, PartialEq)]
pub enum Judged {
    /// The median time in seconds, and its ratio to that of no passes; without a ratio for no passes
    /// and for orders with the same code.
    Timed(f64, Option<Ratio>),
    /// The order failed.
    Failed(Failure),
}

/// The times of an order in the rounds that choose, and in those that judge.
struct Split<'a, P> {
    order: &'a OrderOf<P>,
    chooses: Vec<f64>,
    judges: Vec<f64>,
    /// Whether the order has other code than no passes.
    is_other: bool,
}

impl<P: PassKind> Final<P> {
    /// Chooses the best order by one half of the rounds, and judges all orders by the other half.
    pub fn of(measured: Vec<(OrderOf<P>, Measured)>) -> Final<P> {
        let timed = || {
            measured.iter().filter_map(|(order, measured)| match measured {
                Measured::Timed(times) => Some((order, times)),
                Measured::Failed(_) => None,
            })
        };
        let rounds = timed().map(|(_, times)| times.runs.len()).min().unwrap_or(0);
        let all: Vec<Split<'_, P>> =
            timed().map(|(order, times)| split(order, times, rounds)).collect();
        let base = all.iter().find(|one| one.order.is_empty());
        let chosen = base.and_then(|base| chosen(&all, base));
        let judged = measured.iter().map(|(order, measured)| {
            let judged = match (measured, all.iter().find(|one| one.order == order)) {
                (Measured::Failed(failure), _) => Judged::Failed(failure.clone()),
                (Measured::Timed(times), None) => Judged::Timed(times.median(), None),
                (Measured::Timed(_), Some(one)) => {
                    let base = base.filter(|_| one.is_other);
                    let ratio = base.map(|base| Ratio::of(&one.judges, &base.judges));
                    Judged::Timed(middle(&one.judges), ratio)
                }
            };
            (order.clone(), judged)
        });
        Final { judged: judged.collect(), rounds: rounds / 2, chosen }
    }

    /// Returns the best order with its ratio to no passes. Returns no passes if the rounds that judge
    /// do not show that the chosen order is clearly faster.
    pub fn best(&self) -> (OrderOf<P>, Option<Ratio>) {
        let chosen = self.chosen.as_ref().and_then(|chosen| {
            let (_, judged) = self.judged.iter().find(|(order, _)| order == chosen)?;
            match judged {
                Judged::Timed(_, Some(ratio)) if ratio.clear && ratio.value < 1.0 => {
                    Some((chosen.clone(), Some(*ratio)))
                }
                _ => None,
            }
        });
        chosen.unwrap_or_default()
    }

    /// Returns the median time of an order in seconds, in the rounds that judge.
    pub fn seconds(&self, order: &OrderOf<P>) -> Option<f64> {
        let (_, judged) = self.judged.iter().find(|(other, _)| other == order)?;
        match judged {
            Judged::Timed(seconds, _) => Some(*seconds),
            Judged::Failed(_) => None,
        }
    }

    /// Returns the policy with the best order for the program on the device.
    pub fn policy(&self, about: &About) -> Policy {
        let chip = about.device.name.clone();
        let key = Key {
            application: Some(about.subject.program.clone()),
            input: None,
            chip: Some(chip.clone()),
        };
        let options = P::choose(&about.subject.options, self.best().0);
        Policy {
            study: format!("search {}", about.subject.program),
            igc: about.igc.clone(),
            chips: vec![PolicyChip {
                device: chip.clone(),
                name: chip,
                driver: about.device.driver.clone(),
            }],
            inputs: vec![],
            rules: vec![Rule { key, options }],
        }
    }
}

/// Splits the first rounds of an order. A single round chooses and judges, but it is too short to show
/// a difference.
fn split<'a, P>(order: &'a OrderOf<P>, times: &Times, rounds: usize) -> Split<'a, P> {
    let runs = &times.runs[..rounds];
    let [chooses, judges] = match rounds {
        0 | 1 => [runs.to_vec(), runs.to_vec()],
        _ => halves(runs),
    };
    Split { order, chooses, judges, is_other: times.ratio.is_some() }
}

/// Returns the fastest order in the rounds that choose, and of equally fast orders the shortest one.
/// Returns `None` if no passes are faster.
fn chosen<P: PassKind>(all: &[Split<'_, P>], base: &Split<'_, P>) -> Option<OrderOf<P>> {
    let least = all.iter().filter(|one| one.is_other).min_by(|a, b| {
        let lengths = a.order.passes().len().cmp(&b.order.passes().len());
        middle(&a.chooses).total_cmp(&middle(&b.chooses)).then(lengths)
    });
    let faster = least.filter(|one| middle(&one.chooses) < middle(&base.chooses));
    faster.map(|one| one.order.clone())
}

fn middle(times: &[f64]) -> f64 {
    median(times.iter().copied())
}
