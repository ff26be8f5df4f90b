//! The search for the best order of passes: of igc's scalar passes, or of LLVM's passes.
//!
//! No order of passes is best for all programs and devices, and the effect of a pass depends on the
//! passes before it. A search tries orders for one program, graph and device, as Nobre, Reis and Cardoso do
//! ("Impact of compiler phase ordering when targeting GPUs", 2017):
//!
//! 1. The start: no passes (for LLVM's passes, this is the driver's compiler), the standard order,
//!    each pass alone, and the best orders of
//!    [similar programs](features) in earlier searches.
//! 2. [Proposals](propose), in batches: random orders at first, then also the best orders with a pass
//!    inserted, removed or exchanged. An order that gives the same code as an earlier one is not
//!    measured again.
//!    If the user lists the orders to try, there are no proposals.
//! 3. The [final](finals): the best orders and both references are measured anew, side by side and with more
//!    runs, because the first measurements chose the best orders and are therefore too short. Every
//!    second run chooses the best order, and the other runs judge it.
//!
//! Each result is compared with that of the reference interpreter, on the graph itself or on a smaller
//! one, and checked by the oracles that the program names. The orders of the final are compared on
//! several graphs. Another process measures, so that a crash or a kernel that never ends loses only
//! one order.
//!
//! [`cross`] then measures the best orders of several searches on all their programs.
//!
//! The module decides what to try and what the results mean. A [`Laboratory`] compiles and measures, so
//! tests of the search need no device.

pub mod cross;
pub mod features;
pub mod finals;
mod propose;
mod record;
pub mod report;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use igc_compiler::configuration::{OrderOf, PassKind};
use igc_measure::comparison::{Failure, Ratio};
use igc_measure::statistics::median;

use finals::Final;
use propose::Source;
pub use record::{About, Record, Subject, Trial, TrialOutcome, Way, has_retired_pass};

/// Number of new orders that are measured side by side.
const BATCH: usize = 8;

/// Number of orders of the final, apart from the references.
const FINALISTS: usize = 5;

/// The share of the budget that is left for the final.
const FINAL_SHARE: f64 = 0.25;

/// Number of proposals in a row with known code after which the search ends.
const MAX_KNOWN: usize = 400;

/// Compiles and measures orders.
pub trait Laboratory<P> {
    /// The reason why nothing can be measured.
    type Fault;

    /// Returns a text that is the same for orders with the same code, or the failure of a pass.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not compile.
    fn identity(&mut self, order: &OrderOf<P>) -> Result<Result<String, Failure>, Self::Fault>;

    /// Measures orders side by side, in this number of rounds with a run of each. The first order is the reference
    /// of the ratios. Returns a measurement for each order, in order; an order without time is
    /// missing. An order with a wrong result has failed. With `is_last`, the orders are those of the
    /// final, and their results are checked on several graphs.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing can be measured.
    fn measure(
        &mut self,
        orders: &[OrderOf<P>],
        runs: u32,
        is_last: bool,
    ) -> Result<Vec<(OrderOf<P>, Measured)>, Self::Fault>;

    /// Keeps a record, so that the search can be continued.
    ///
    /// # Errors
    ///
    /// Returns an error if the record cannot be kept.
    fn keep(&mut self, record: &Trial<P>) -> Result<(), Self::Fault>;
}

/// The measurement of an order.
#[derive(Debug, Clone, PartialEq)]
pub enum Measured {
    /// The order was timed.
    Timed(Times),
    /// The order failed.
    Failed(Failure),
}

/// The times of an order.
#[derive(Debug, Clone, PartialEq)]
pub struct Times {
    /// The times of the runs in seconds, in the order of rounds.
    pub runs: Vec<f64>,
    /// The ratio of the median to that of the reference; `None` for the reference and for orders with
    /// the same code.
    pub ratio: Option<Ratio>,
}

impl Times {
    /// Returns the median time in seconds.
    pub fn median(&self) -> f64 {
        median(self.runs.iter().copied())
    }
}

/// The manner of a search.
#[derive(Debug, Clone)]
pub struct Manner<P> {
    /// Time for the whole search.
    pub budget: Duration,
    /// Number of runs of each order.
    pub runs: u32,
    /// Number of runs of each order of the final.
    pub final_runs: u32,
    /// The seed of random orders.
    pub seed: u64,
    /// The best orders of similar programs.
    pub neighbours: Vec<OrderOf<P>>,
    /// The only orders to try, apart from the references. `None` means proposals.
    pub listed: Option<Vec<OrderOf<P>>>,
}

/// The state of a search.
#[derive(Debug, Clone)]
pub struct Search<P> {
    /// The trials, in order.
    pub trials: Vec<Trial<P>>,
    /// The first order with each code.
    known: BTreeMap<String, OrderOf<P>>,
}

/// A new order, the way in which the search found it, and its code.
type New<P> = (OrderOf<P>, Way, String);

impl<P: PassKind> Search<P> {
    /// Creates a search that continues after earlier trials.
    pub fn resume(trials: Vec<Trial<P>>) -> Search<P> {
        let has_code = |trial: &&Trial<P>| trial.is_measured() && !trial.code.is_empty();
        let codes = trials.iter().rev().filter(has_code);
        let known = codes.map(|trial| (trial.code.clone(), trial.order.clone())).collect();
        Search { trials, known }
    }

    /// Tries orders until the budget is used up, and then measures the best ones again.
    ///
    /// # Errors
    ///
    /// Returns the first fault of the laboratory.
    pub fn run<L: Laboratory<P>>(
        &mut self,
        laboratory: &mut L,
        manner: &Manner<P>,
    ) -> Result<Final<P>, L::Fault> {
        let start = Instant::now();
        let exploration = manner.budget.mul_f64(1.0 - FINAL_SHARE);
        let mut source = Source::new(manner, self.trials.len());
        loop {
            let batch = self.batch(laboratory, &mut source)?;
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
    fn batch<L: Laboratory<P>>(
        &mut self,
        laboratory: &mut L,
        source: &mut Source<P>,
    ) -> Result<Vec<New<P>>, L::Fault> {
        let mut batch: Vec<New<P>> = vec![];
        let mut known_in_a_row = 0;
        while batch.len() < BATCH && known_in_a_row < MAX_KNOWN {
            let is_start = source.is_starting();
            let Some((order, way)) = source.next(|| self.best()) else { break };
            let is_tried = self.trials.iter().any(|trial| trial.order == order);
            if is_tried || batch.iter().any(|(other, ..)| *other == order) {
                known_in_a_row += usize::from(!is_start);
                continue;
            }
            let code = match laboratory.identity(&order)? {
                Ok(code) => code,
                Err(failure) => {
                    let outcome = TrialOutcome::Failed(failure);
                    self.record(laboratory, Trial { order, way, code: String::new(), outcome })?;
                    known_in_a_row += 1;
                    continue;
                }
            };
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
    fn try_orders<L: Laboratory<P>>(
        &mut self,
        laboratory: &mut L,
        batch: Vec<New<P>>,
        runs: u32,
    ) -> Result<(), L::Fault> {
        let others = batch.iter().map(|(order, ..)| order.clone()).filter(|o| !o.is_empty());
        let orders: Vec<OrderOf<P>> = [OrderOf::default()].into_iter().chain(others).collect();
        let measured = laboratory.measure(&orders, runs, false)?;
        for (order, way, code) in batch {
            let of_order = measured.iter().find(|(other, _)| *other == order);
            let outcome = match of_order.map(|(_, measured)| measured) {
                Some(Measured::Timed(times)) => {
                    let ratio = times.ratio.map_or(1.0, |ratio| ratio.value);
                    TrialOutcome::Timed { seconds: times.median(), ratio }
                }
                Some(Measured::Failed(failure)) => TrialOutcome::Failed(failure.clone()),
                None => continue,
            };
            self.record(laboratory, Trial { order, way, code, outcome })?;
        }
        Ok(())
    }

    fn record<L: Laboratory<P>>(
        &mut self,
        laboratory: &mut L,
        trial: Trial<P>,
    ) -> Result<(), L::Fault> {
        laboratory.keep(&trial)?;
        self.trials.push(trial);
        Ok(())
    }

    /// Returns the timed orders, the fastest first.
    pub fn best(&self) -> Vec<OrderOf<P>> {
        let mut timed: Vec<(&OrderOf<P>, f64)> =
            self.trials.iter().filter_map(|trial| Some((&trial.order, trial.ratio()?))).collect();
        timed.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        timed.into_iter().map(|(order, _)| order.clone()).collect()
    }

    /// Measures the best orders and the references again.
    fn finish<L: Laboratory<P>>(
        &mut self,
        laboratory: &mut L,
        manner: &Manner<P>,
    ) -> Result<Final<P>, L::Fault> {
        let mut orders = vec![OrderOf::default(), OrderOf::standard()];
        for order in self.best() {
            // The kernels of a shorter order may not exist on this machine.
            let is_listed = manner.listed.is_some();
            let order = if is_listed { order } else { shortened(laboratory, order)? };
            if orders.len() < FINALISTS + 2 && !orders.contains(&order) {
                orders.push(order);
            }
        }
        Ok(Final::of(laboratory.measure(&orders, manner.final_runs, true)?))
    }
}

/// Removes the passes of an order that do not change the code.
fn shortened<P: PassKind, L: Laboratory<P>>(
    laboratory: &mut L,
    mut order: OrderOf<P>,
) -> Result<OrderOf<P>, L::Fault> {
    let code = laboratory.identity(&order)?;
    let mut at = order.passes().len();
    while at > 0 {
        at -= 1;
        let shorter = propose::without(&order, at);
        if laboratory.identity(&shorter)? == code {
            order = shorter;
        }
    }
    Ok(order)
}

/// Returns a hash of a text or of code.
pub fn hash(text: impl AsRef<[u8]>) -> String {
    blake3::hash(text.as_ref()).to_hex().to_string()
}

#[cfg(test)]
mod tests;
