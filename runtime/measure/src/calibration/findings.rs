//! The measurements of a calibration: each operation in each of its configurations.
//!
//! The file of a calibration keeps all of them ([`Calibration::write`](super::Calibration::write)),
//! because reports of studies show how much configurations differ, and which parameter causes the
//! difference.

use igc_runtime::run_options::Widths;
use serde::{Deserialize, Serialize};

use super::configuration::{Operation, OperationConfiguration};
use crate::statistics::Summary;

/// A configuration with at least this share of the best bandwidth is close to the best.
const CLOSE: f64 = 0.9;

/// All measurements of a device.
#[derive(Debug, Clone, Serialize)]
pub struct Findings {
    /// The widths of launches that follow from the measurements.
    pub widths: Widths,
    /// The measurements of each operation.
    pub operations: Vec<OperationTimes>,
}

/// An operation in all its configurations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OperationTimes {
    /// The operation.
    pub operation: Operation,
    /// Number of bytes that every configuration has to move: each input is read once, and each
    /// output is written once.
    pub bytes: u64,
    /// The configurations that the device supports.
    pub measured: Vec<Measured>,
}

/// The measurement of one configuration.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The configuration.
    pub configuration: OperationConfiguration,
    /// Its time in seconds.
    pub time: Summary,
    /// The number of bytes divided by the median time, in bytes per second.
    pub bandwidth: f64,
    /// Number of wrong elements of the result. Any wrong element is a bug of the driver or of igc.
    pub wrong: u64,
}

/// The best configuration of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Best {
    /// The operation.
    pub operation: Operation,
    /// Its fastest configuration.
    pub configuration: OperationConfiguration,
    /// Bandwidth in bytes per second.
    pub bandwidth: f64,
}

impl OperationTimes {
    /// Returns the measurements with correct results and a finite positive bandwidth. A file may
    /// contain anything.
    pub fn right(&self) -> impl Iterator<Item = &Measured> {
        let counts = |m: &&Measured| m.wrong == 0 && m.bandwidth.is_finite() && m.bandwidth > 0.0;
        self.measured.iter().filter(counts)
    }

    /// Returns the fastest measurement with a correct result.
    pub fn best(&self) -> Option<&Measured> {
        self.right().max_by(|one, other| one.bandwidth.total_cmp(&other.bandwidth))
    }

    /// Returns each configuration with a correct result, and its share of the best bandwidth.
    pub fn each_share(&self) -> impl Iterator<Item = (OperationConfiguration, f64)> {
        let best = self.best().map_or(f64::INFINITY, |best| best.bandwidth);
        self.right().map(move |measured| (measured.configuration, measured.bandwidth / best))
    }

    /// Returns the shares of the best bandwidth of all configurations with correct results, in
    /// ascending order.
    pub fn shares(&self) -> Vec<f64> {
        let mut shares: Vec<f64> = self.each_share().map(|(_, share)| share).collect();
        shares.sort_by(f64::total_cmp);
        shares
    }

    /// Returns the share of the best bandwidth that one configuration reaches.
    pub fn share_of(&self, configuration: &OperationConfiguration) -> Option<f64> {
        self.each_share().find(|(measured, _)| measured == configuration).map(|(_, share)| share)
    }

    /// Returns the number of configurations that reach 90 % of the best bandwidth.
    pub fn close(&self) -> usize {
        self.shares().iter().filter(|&&share| share >= CLOSE).count()
    }
}

impl Findings {
    /// Returns the best configuration of each operation.
    pub fn best(&self) -> Vec<Best> {
        let best = |times: &OperationTimes| {
            let Measured { configuration, bandwidth, .. } = *times.best()?;
            Some(Best { operation: times.operation, configuration, bandwidth })
        };
        self.operations.iter().filter_map(best).collect()
    }

    /// Returns the number of wrong elements of all results.
    pub fn wrong(&self) -> u64 {
        let all = self.operations.iter().flat_map(|times| &times.measured);
        all.fold(0, |wrong, measured| wrong.saturating_add(measured.wrong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::{ElementOrder, Workgroups};

    fn measured(groups: u32, bandwidth: f64, wrong: u64) -> Measured {
        let (workgroup_size, width, loads, order) = (128, 1, 1, ElementOrder::Strided);
        let groups = Workgroups::PerUnit(groups);
        let configuration = OperationConfiguration { workgroup_size, groups, width, loads, order };
        let time = Summary::of(&[1.0]).expect("there is one");
        Measured { configuration, time, bandwidth, wrong }
    }

    #[test]
    fn what_is_wrong_is_never_the_best() {
        let all = vec![measured(1, 5.0, 0), measured(2, 10.0, 0), measured(4, 20.0, 3)];
        let times = OperationTimes { operation: Operation::Copy, bytes: 8, measured: all };
        let best = times.best().expect("some are right").configuration;
        assert_eq!((best.groups.number(), times.share_of(&best)), (2, Some(1.0)));
        assert_eq!((times.shares(), times.close()), (vec![0.5, 1.0], 1));
        let widths = Widths { work_items_per_unit: 1, outlined_work_items_per_unit: 1 };
        let findings = Findings { widths, operations: vec![times] };
        assert_eq!((findings.wrong(), findings.best()[0].bandwidth), (3, 10.0));
    }
}
