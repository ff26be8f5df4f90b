//! Cross tables of searches: the best order of each search on the programs of all searches.
//!
//! A search finds an order for one program, graph and device. The tables show what these orders are
//! worth elsewhere: for another program, and for the same program on another device. For each
//! device, all orders of a program are measured side by side with no passes and with the standard
//! order, because the ratio of two times is only reliable if both were measured together. For LLVM's
//! passes, these are the driver's compiler and the sequence `O3`. A record keeps the measurements of
//! a program on a device, so that an interrupted comparison loses no finished work and several
//! devices can add to one file.

use igc_compiler::configuration::{OrderOf, PassKind};
use igc_measure::comparison::Ratio;
use igc_runtime::backend::DeviceName;
use serde::{Deserialize, Serialize};

use super::record::{as_text, scalar};
use super::{Measured, Subject};

mod report;

pub use report::CrossReport;

/// The best order of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin<P> {
    /// What the search was for.
    pub subject: Subject,
    /// The device of the search.
    pub device: DeviceName,
    /// The best order.
    pub order: OrderOf<P>,
}

/// The measurements of a program on a device. A file keeps them as lines of JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "P: PassKind")]
pub struct CrossRecord<P> {
    /// The version of igc.
    pub igc: String,
    /// The kind of the passes: the option of a configuration that lists them.
    #[serde(default = "scalar")]
    pub over: String,
    /// What was measured.
    pub subject: Subject,
    /// The device.
    pub device: DeviceName,
    /// Whether the results were compared with the reference interpreter.
    #[serde(default)]
    pub compared: bool,
    /// Number of runs of each order.
    pub runs: u32,
    /// The orders, which were measured side by side. The first one has no passes.
    pub measured: Vec<CrossMeasured<P>>,
}

/// The measurement of an order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "P: PassKind")]
pub struct CrossMeasured<P> {
    /// The order.
    #[serde(with = "as_text")]
    pub order: OrderOf<P>,
    /// The median time in seconds; absent if the order failed.
    pub seconds: Option<f64>,
    /// The ratio to the median time without passes.
    pub ratio: Option<Ratio>,
    /// The reason why the order failed.
    pub failure: Option<String>,
}

impl<P: PassKind> From<(OrderOf<P>, Measured)> for CrossMeasured<P> {
    fn from((order, measured): (OrderOf<P>, Measured)) -> CrossMeasured<P> {
        match measured {
            Measured::Timed(times) => {
                let (seconds, ratio) = (Some(times.median()), times.ratio);
                CrossMeasured { order, seconds, ratio, failure: None }
            }
            Measured::Failed(failure) => {
                CrossMeasured { order, seconds: None, ratio: None, failure: Some(failure.reason) }
            }
        }
    }
}

impl<P: PassKind> CrossMeasured<P> {
    /// Whether the order gives the same code as no passes, so that it has the same time and no
    /// ratio.
    fn is_same_code(&self) -> bool {
        !self.order.is_empty() && self.seconds.is_some() && self.ratio.is_none()
    }
}

impl<P: PassKind> CrossRecord<P> {
    /// Whether the record has measurements of these orders, so that they need not be repeated.
    /// Measurements of earlier versions, whose results were not compared, do not count.
    pub fn has(&self, subject: &Subject, device: &DeviceName, orders: &[OrderOf<P>]) -> bool {
        let is_measured =
            |order: &OrderOf<P>| self.measured.iter().any(|known| known.order == *order);
        let is_here = self.compared && self.subject == *subject && self.device == *device;
        is_here && orders.iter().all(is_measured)
    }
}

/// Returns the orders to measure on each program: no passes, the standard order, and the best order
/// of each search.
pub fn orders<P: PassKind>(origins: &[Origin<P>]) -> Vec<OrderOf<P>> {
    let mut orders = vec![OrderOf::default(), OrderOf::standard()];
    for origin in origins {
        if !orders.contains(&origin.order) {
            orders.push(origin.order.clone());
        }
    }
    orders
}

/// Returns the programs of searches, each once.
pub fn subjects<P>(origins: &[Origin<P>]) -> Vec<Subject> {
    let mut subjects: Vec<Subject> = vec![];
    for origin in origins {
        if !subjects.contains(&origin.subject) {
            subjects.push(origin.subject.clone());
        }
    }
    subjects
}

#[cfg(test)]
mod tests;
