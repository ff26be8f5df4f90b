//! Analysis of calibrations: how much configurations of simple kernels differ, which parameter
//! causes the differences, and whether a configuration that is fast on one device, or for one
//! operation, is fast on another.
//!
//! The questions are those of two papers:
//!
//! - [`ParameterVariance`] and [`Consistency`] are the variances between and within groups of
//!   "Policy-based Tuning for Performance Portability and Library Co-optimization" (section 5.2).
//! - [`Ported`] and [`Agreement`] are the comparisons of devices and operations of "Performance
//!   Portability Study of Linear Algebra Kernels in OpenCL" (sections 3.2 to 3.4).
//!
//! Only configurations with correct results are analysed.

mod agreement;
mod consistency;
mod parameters;
mod porting;

use std::collections::HashMap;

use igc_measure::calibration::{Operation, OperationConfiguration, OperationTimes};

pub use agreement::{Agreement, CROSS_BINS, NEAR, across, agreements, cross};
pub use consistency::{AllRound, Consistency, across_devices, across_operations};
pub use parameters::{
    OperationVariance, Parameter, ParameterValue, ParameterVariance, explained, values,
};
pub use porting::{Ported, best_on_average, port};

/// Number of bins of a histogram.
pub const BINS: usize = 10;

/// The calibration of a device.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibrated {
    /// The name of the device.
    pub device: String,
    /// The name and version of the driver.
    pub driver: String,
    /// The times of each operation.
    pub operations: Vec<OperationTimes>,
}

impl Calibrated {
    /// Returns the times of an operation, or `None` if it was not measured.
    pub fn operation(&self, operation: Operation) -> Option<&OperationTimes> {
        self.operations.iter().find(|times| times.operation == operation)
    }

    /// Returns the bandwidth of each configuration of an operation, as a share of the best
    /// bandwidth.
    fn shares(&self, operation: Operation) -> HashMap<OperationConfiguration, f64> {
        let Some(times) = self.operation(operation) else { return HashMap::new() };
        times.each_share().collect()
    }
}

/// Counts the configurations by their share of the best bandwidth: up to a tenth, up to two tenths,
/// and so on ("Policy-based Tuning", Fig. 6).
pub fn histogram(times: &OperationTimes) -> [usize; BINS] {
    let mut counts = [0; BINS];
    for share in times.shares() {
        counts[((share * BINS as f64) as usize).min(BINS - 1)] += 1;
    }
    counts
}

/// Made-up calibrations for tests.
#[cfg(test)]
mod made_up {
    use igc_measure::calibration::{
        ElementOrder, Measured, Operation, OperationConfiguration, OperationTimes, Workgroups,
    };
    use igc_measure::statistics::Summary;

    use super::Calibrated;

    /// Returns a configuration of streaming operations.
    pub fn configuration(groups_per_unit: u32, width: u32) -> OperationConfiguration {
        let (workgroup_size, loads, order) = (128, 1, ElementOrder::Strided);
        let groups = Workgroups::PerUnit(groups_per_unit);
        OperationConfiguration { workgroup_size, groups, width, loads, order }
    }

    /// Returns an operation with a bandwidth for each configuration.
    pub fn times(
        operation: Operation,
        bandwidths: &[(OperationConfiguration, f64)],
    ) -> OperationTimes {
        let measured = bandwidths.iter().map(|&(configuration, bandwidth)| {
            let time = 1.0 / bandwidth;
            let time = Summary { median: time, interval: None, least: time, greatest: time };
            Measured { configuration, time, bandwidth, wrong: 0 }
        });
        OperationTimes { operation, bytes: 1, measured: measured.collect() }
    }

    /// Returns a device with the given operations.
    pub fn device(name: &str, operations: Vec<OperationTimes>) -> Calibrated {
        Calibrated { device: name.into(), driver: "1".into(), operations }
    }
}

#[cfg(test)]
mod tests {
    use super::made_up::{configuration, times};
    use super::*;

    #[test]
    fn a_histogram_counts_every_right_configuration_once() {
        let bandwidths = [0.5, 1.0, 4.4, 9.0, 9.5, 10.0, 10.0];
        let all: Vec<_> = (1..).zip(bandwidths).map(|(n, b)| (configuration(n, 1), b)).collect();
        let mut copy = times(Operation::Copy, &all);
        copy.measured[6].wrong = 1;
        assert_eq!(histogram(&copy), [1, 1, 0, 0, 1, 0, 0, 0, 0, 3]);
        copy.measured.clear();
        assert_eq!(histogram(&copy), [0; BINS]);
    }
}
