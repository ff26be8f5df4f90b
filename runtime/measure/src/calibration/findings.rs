//! What a calibration has measured: each operation in each of its configurations.
//!
//! A calibration's file keeps all of it ([`Calibration::write`](super::Calibration::write)), since what it
//! comes to is only a part of what it says: reports of studies show how much configurations differ, and
//! which parameter makes the difference.

use igc_runtime::limits::Widths;
use serde::{Deserialize, Serialize};

use super::configuration::{Configuration, Operation};
use crate::statistics::Summary;

/// The share of the best bandwidth from which on a configuration is close to it.
const CLOSE: f64 = 0.9;

/// All that was found on a device.
#[derive(Debug, Clone, Serialize)]
pub struct Findings {
    /// What it comes to.
    pub widths: Widths,
    /// Each operation.
    pub operations: Vec<OperationTimes>,
}

/// One operation in all its configurations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OperationTimes {
    /// The operation.
    pub operation: Operation,
    /// Bytes that have to move in any configuration: what is read once and written once.
    pub bytes: u64,
    /// The configurations that the device can have.
    pub measured: Vec<Measured>,
}

/// One configuration.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The configuration.
    pub configuration: Configuration,
    /// How long it took, in seconds.
    pub time: Summary,
    /// The bytes that have to move, divided by the median time, in bytes a second.
    pub bandwidth: f64,
    /// Elements of its result that were wrong: any is a bug of the driver or of ours.
    pub wrong: u64,
}

/// The best that was found of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Best {
    /// The operation.
    pub operation: Operation,
    /// Its fastest configuration.
    pub configuration: Configuration,
    /// Bytes that have to move, in a second.
    pub bandwidth: f64,
}

impl OperationTimes {
    /// The configurations whose results are right and that have a bandwidth: a file may say anything.
    pub fn right(&self) -> impl Iterator<Item = &Measured> {
        let counts = |m: &&Measured| m.wrong == 0 && m.bandwidth.is_finite() && m.bandwidth > 0.0;
        self.measured.iter().filter(counts)
    }

    /// The fastest configuration whose result is right.
    pub fn best(&self) -> Option<&Measured> {
        self.right().max_by(|one, other| one.bandwidth.total_cmp(&other.bandwidth))
    }

    /// The configurations whose results are right, each with what it has of the best bandwidth.
    pub fn each_share(&self) -> impl Iterator<Item = (Configuration, f64)> {
        let best = self.best().map_or(f64::INFINITY, |best| best.bandwidth);
        self.right().map(move |measured| (measured.configuration, measured.bandwidth / best))
    }

    /// What of the best bandwidth each configuration has whose result is right, the least first.
    pub fn shares(&self) -> Vec<f64> {
        let mut shares: Vec<f64> = self.each_share().map(|(_, share)| share).collect();
        shares.sort_by(f64::total_cmp);
        shares
    }

    /// What of the best bandwidth one configuration has.
    pub fn share_of(&self, configuration: &Configuration) -> Option<f64> {
        self.each_share().find(|(measured, _)| measured == configuration).map(|(_, share)| share)
    }

    /// How many configurations are within a tenth of the best.
    pub fn close(&self) -> usize {
        self.shares().iter().filter(|&&share| share >= CLOSE).count()
    }
}

impl Findings {
    /// The best configuration of each operation.
    pub fn best(&self) -> Vec<Best> {
        let best = |times: &OperationTimes| {
            let Measured { configuration, bandwidth, .. } = *times.best()?;
            Some(Best { operation: times.operation, configuration, bandwidth })
        };
        self.operations.iter().filter_map(best).collect()
    }

    /// Elements of results that were wrong.
    pub fn wrong(&self) -> u64 {
        let all = self.operations.iter().flat_map(|times| &times.measured);
        all.fold(0, |wrong, measured| wrong.saturating_add(measured.wrong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::Order;

    fn measured(groups_per_unit: u32, bandwidth: f64, wrong: u64) -> Measured {
        let (workgroup_size, width, loads, order) = (128, 1, 1, Order::Strided);
        let configuration = Configuration { workgroup_size, groups_per_unit, width, loads, order };
        let time = Summary::of(&[1.0]).expect("there is one");
        Measured { configuration, time, bandwidth, wrong }
    }

    #[test]
    fn what_is_wrong_is_never_the_best() {
        let all = vec![measured(1, 5.0, 0), measured(2, 10.0, 0), measured(4, 20.0, 3)];
        let times = OperationTimes { operation: Operation::Copy, bytes: 8, measured: all };
        let best = times.best().expect("some are right").configuration;
        assert_eq!((best.groups_per_unit, times.share_of(&best)), (2, Some(1.0)));
        assert_eq!((times.shares(), times.close()), (vec![0.5, 1.0], 1));
        let widths = Widths { work_items_per_unit: 1, outlined_work_items_per_unit: 1 };
        let findings = Findings { widths, operations: vec![times] };
        assert_eq!((findings.wrong(), findings.best()[0].bandwidth), (3, 10.0));
    }
}
