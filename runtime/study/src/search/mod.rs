//! The search for the best order of the scalar passes.
//!
//! No order of passes is best for all programs and devices, and the effect of a pass depends on the
//! passes before it. A search tries orders for one program, graph and device, as Nobre, Reis and Cardoso do
//! ("Impact of compiler phase ordering when targeting GPUs", 2017):
//!
//! 1. The start: no passes, the standard order, each pass alone, and the best orders of
//!    [similar programs](features) in earlier searches.
//! 2. [Proposals](propose), in batches: random orders at first, then also the best orders with a pass
//!    inserted, removed or exchanged. An order that gives the same code as an earlier one is not
//!    measured again.
//! 3. The final: the best orders and both references are measured anew, side by side and with
//!    more runs. The first measurements chose them, so they are biased.
//!
//! Each result is checked by the oracles that the program names. Another process measures, so that a
//! crash or a kernel that never ends loses only one order.
//!
//! [`cross`] then measures the best orders of several searches on all their programs.
//!
//! The module decides what to try and what the results mean. A [`Laboratory`] compiles and measures, so
//! tests of the search need no device.

pub mod cross;
pub mod features;
mod propose;
mod record;
pub mod report;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use igc_compiler::driver::{Artefact, Executed};
use igc_compiler::options::{PassOrder, ScalarPass};
use igc_measure::comparison::{Failure, Ratio};

use propose::Proposer;
pub use record::{About, Record, Subject, Trial, TrialOutcome, Way};
use report::Final;

/// Number of new orders that are measured side by side.
const BATCH: usize = 8;

/// Number of orders of the final, apart from the references.
const FINALISTS: usize = 5;

/// The share of the budget that is left for the final.
const FINAL_SHARE: f64 = 0.25;

/// Number of proposals in a row with known code after which the search ends.
const MAX_KNOWN: usize = 400;

/// Compiles and measures orders.
pub trait Laboratory {
    /// The reason why nothing can be measured.
    type Fault;

    /// Returns a text that is the same for orders with the same code.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not compile.
    fn fingerprint(&mut self, order: &PassOrder) -> Result<String, Self::Fault>;

    /// Measures orders side by side, with this number of runs each. The first order is the reference
    /// of the ratios. Returns a measurement for each order, in order; an order without time is
    /// missing.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing can be measured.
    fn measure(
        &mut self,
        orders: &[PassOrder],
        runs: u32,
    ) -> Result<Vec<(PassOrder, Measured)>, Self::Fault>;

    /// Keeps a record, so that the search can be continued.
    ///
    /// # Errors
    ///
    /// Returns an error if the record cannot be kept.
    fn keep(&mut self, record: &Trial) -> Result<(), Self::Fault>;
}

/// The measurement of an order.
#[derive(Debug, Clone, PartialEq)]
pub enum Measured {
    /// The median time in seconds, and its ratio to that of the reference, unless it is the reference.
    Timed(f64, Option<Ratio>),
    /// The order failed.
    Failed(Failure),
}

/// The manner of a search.
#[derive(Debug, Clone)]
pub struct Manner {
    /// Time for the whole search.
    pub budget: Duration,
    /// Number of runs of each order.
    pub runs: u32,
    /// Number of runs of each order of the final.
    pub final_runs: u32,
    /// The seed of random orders.
    pub seed: u64,
    /// The best orders of similar programs.
    pub neighbours: Vec<PassOrder>,
}

/// The state of a search.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// The trials, in order.
    pub trials: Vec<Trial>,
    /// The first order with each code.
    known: BTreeMap<String, PassOrder>,
}

impl Search {
    /// Creates a search that continues after earlier trials.
    pub fn resume(trials: Vec<Trial>) -> Search {
        let codes = trials.iter().rev().filter(|trial| trial.is_measured());
        let known = codes.map(|trial| (trial.code.clone(), trial.order.clone())).collect();
        Search { trials, known }
    }

    /// Tries orders until the budget is used up, and then measures the best ones again.
    ///
    /// # Errors
    ///
    /// Returns the first fault of the laboratory.
    pub fn run<L: Laboratory>(
        &mut self,
        laboratory: &mut L,
        manner: &Manner,
    ) -> Result<Final, L::Fault> {
        let start = Instant::now();
        let exploration = manner.budget.mul_f64(1.0 - FINAL_SHARE);
        let mut proposer = Proposer::new(manner.seed.wrapping_add(self.trials.len() as u64));
        let mut first = starts(&manner.neighbours);
        loop {
            let batch = self.batch(laboratory, &mut proposer, &mut first)?;
            if batch.is_empty() {
                break;
            }
            self.try_orders(laboratory, batch, manner.runs)?;
            if start.elapsed() >= exploration {
                break;
            }
        }
        self.finish(laboratory, manner)
    }

    /// Returns orders with new code: those that the search starts with, and then proposals. Records
    /// proposals with known code.
    fn batch<L: Laboratory>(
        &mut self,
        laboratory: &mut L,
        proposer: &mut Proposer,
        first: &mut Vec<(PassOrder, Way)>,
    ) -> Result<Vec<(PassOrder, Way, String)>, L::Fault> {
        let mut batch: Vec<(PassOrder, Way, String)> = vec![];
        let mut known_in_a_row = 0;
        while batch.len() < BATCH && known_in_a_row < MAX_KNOWN {
            let is_start = !first.is_empty();
            let (order, way) = match first.is_empty() {
                false => first.remove(0),
                true => proposer.propose(&self.best()),
            };
            let is_tried = self.trials.iter().any(|trial| trial.order == order);
            if is_tried || batch.iter().any(|(other, ..)| *other == order) {
                known_in_a_row += usize::from(!is_start);
                continue;
            }
            let code = laboratory.fingerprint(&order)?;
            match self.known.get(&code) {
                Some(same) => {
                    let outcome = TrialOutcome::Same(same.clone());
                    self.record(laboratory, Trial { order, way, code, outcome })?;
                    known_in_a_row += 1;
                }
                None => {
                    self.known.insert(code.clone(), order.clone());
                    batch.push((order, way, code));
                    known_in_a_row = 0;
                }
            }
        }
        Ok(batch)
    }

    /// Measures a batch side by side with no passes.
    fn try_orders<L: Laboratory>(
        &mut self,
        laboratory: &mut L,
        batch: Vec<(PassOrder, Way, String)>,
        runs: u32,
    ) -> Result<(), L::Fault> {
        let others = batch.iter().map(|(order, ..)| order.clone()).filter(|o| !o.is_empty());
        let orders: Vec<PassOrder> = [PassOrder::default()].into_iter().chain(others).collect();
        let measured = laboratory.measure(&orders, runs)?;
        for (order, way, code) in batch {
            let of_order = measured.iter().find(|(other, _)| *other == order);
            let outcome = match of_order.map(|(_, measured)| measured) {
                Some(Measured::Timed(seconds, ratio)) => {
                    let ratio = ratio.map_or(1.0, |ratio| ratio.value);
                    TrialOutcome::Timed { seconds: *seconds, ratio }
                }
                Some(Measured::Failed(failure)) => TrialOutcome::Failed(failure.clone()),
                None => continue,
            };
            self.record(laboratory, Trial { order, way, code, outcome })?;
        }
        Ok(())
    }

    fn record<L: Laboratory>(&mut self, laboratory: &mut L, trial: Trial) -> Result<(), L::Fault> {
        laboratory.keep(&trial)?;
        self.trials.push(trial);
        Ok(())
    }

    /// Returns the timed orders, the fastest first.
    pub fn best(&self) -> Vec<PassOrder> {
        let mut timed: Vec<(&PassOrder, f64)> =
            self.trials.iter().filter_map(|trial| Some((&trial.order, trial.ratio()?))).collect();
        timed.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        timed.into_iter().map(|(order, _)| order.clone()).collect()
    }

    /// Measures the best orders and the references again.
    fn finish<L: Laboratory>(
        &mut self,
        laboratory: &mut L,
        manner: &Manner,
    ) -> Result<Final, L::Fault> {
        let standard = PassOrder::standard();
        let mut orders = vec![PassOrder::default(), standard];
        for order in self.best() {
            let order = shortened(laboratory, order)?;
            if orders.len() < FINALISTS + 2 && !orders.contains(&order) {
                orders.push(order);
            }
        }
        Ok(Final { measured: laboratory.measure(&orders, manner.final_runs)? })
    }
}

/// Returns the orders with which a search starts.
fn starts(neighbours: &[PassOrder]) -> Vec<(PassOrder, Way)> {
    let alone = ScalarPass::ALL.into_iter().filter_map(|(_, pass)| PassOrder::new(vec![pass]).ok());
    let start = [PassOrder::default(), PassOrder::standard()].into_iter().chain(alone);
    let near = neighbours.iter().cloned().map(|order| (order, Way::Neighbour));
    start.map(|order| (order, Way::Start)).chain(near).collect()
}

/// Removes the passes of an order that do not change the code.
fn shortened<L: Laboratory>(
    laboratory: &mut L,
    mut order: PassOrder,
) -> Result<PassOrder, L::Fault> {
    let code = laboratory.fingerprint(&order)?;
    let mut at = order.passes().len();
    while at > 0 {
        at -= 1;
        let shorter = propose::without(&order, at);
        if laboratory.fingerprint(&shorter)? == code {
            order = shorter;
        }
    }
    Ok(order)
}

/// Returns a text that is the same for artefacts that a device cannot tell apart.
pub fn fingerprint(artefact: &Artefact, executed: Executed) -> String {
    let text = match executed {
        Executed::Parallel => artefact.parallel.to_string(),
        Executed::OpenCl => {
            let (code, schedule) = artefact.without_options(None);
            let schedule = serde_json::to_string(&schedule).expect("numbers and strings serialise");
            format!("{code}{schedule}")
        }
    };
    hash(&text)
}

/// Returns a hash of a text.
pub fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests;
