//! Compares operations on one device: whether configurations that are fast for copying are fast for
//! other operations.

use igc_measure::calibration::Operation;

use super::Calibrated;
use crate::statistics::{pearson, spearman};

/// The share of copy's best bandwidth that a configuration must reach to be worth trying for other
/// operations: within 15 per cent of the best, as in "Performance Portability Study of Linear
/// Algebra Kernels in OpenCL" (section 4).
pub const NEAR: f64 = 0.85;

/// The comparison of an operation's configurations with the same configurations of copy
/// ("Performance Portability Study of Linear Algebra Kernels in OpenCL", Figs. 5 and 6, Table 2).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// The copy to compare with: copy for vector operations, tiled copy for tiled operations.
    pub copy: Operation,
    /// The operation that is compared with copy.
    pub operation: Operation,
    /// Number of configurations in which both operations gave correct results.
    pub configurations: usize,
    /// The correlation of the bandwidths; `None` if the bandwidth of one operation is constant.
    pub pearson: Option<f64>,
    /// The correlation of the ranks of the bandwidths; `None` if the bandwidth of one operation is
    /// constant.
    pub spearman: Option<f64>,
    /// The operation's bandwidth in copy's best configuration, as a share of the operation's best.
    /// `None` if the operation gave no correct result in this configuration.
    pub with_best: Option<f64>,
    /// The operation's best bandwidth among the configurations that reach [`NEAR`] of copy's best,
    /// as a share of the operation's best.
    pub with_near: Option<f64>,
    /// Number of configurations that reach [`NEAR`] of copy's best bandwidth.
    pub near: usize,
}

/// Compares each operation with the copy that has the same configurations, if both were measured on
/// the device.
pub fn agreements(device: &Calibrated) -> Vec<Agreement> {
    let mut agreements = vec![];
    for [copy, others @ ..] in [Operation::STREAMING, Operation::TILED] {
        agreements.extend(others.into_iter().filter_map(|other| agreement(device, copy, other)));
    }
    agreements
}

fn agreement(device: &Calibrated, copy: Operation, operation: Operation) -> Option<Agreement> {
    let there = device.shares(operation);
    let times = device.operation(copy)?;
    let best = times.best()?;
    let (mut of_copy, mut of_operation) = (vec![], vec![]);
    for (configuration, here) in times.each_share() {
        if let Some(share) = there.get(&configuration) {
            of_copy.push(here);
            of_operation.push(*share);
        }
    }
    if of_copy.is_empty() {
        return None;
    }
    let near = || of_copy.iter().zip(&of_operation).filter(|(copy, _)| **copy >= NEAR);
    Some(Agreement {
        copy,
        operation,
        configurations: of_copy.len(),
        pearson: pearson(&of_copy, &of_operation),
        spearman: spearman(&of_copy, &of_operation),
        with_best: there.get(&best.configuration).copied(),
        with_near: near().map(|(_, share)| *share).max_by(f64::total_cmp),
        near: near().count(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{configuration, device, times};
    use super::*;

    #[test]
    fn an_operation_is_compared_with_copy_in_the_configurations_of_both() {
        let with = |bandwidths: &[f64]| -> Vec<_> {
            (1..).zip(bandwidths).map(|(n, &b)| (configuration(n, 1), b)).collect()
        };
        let copy = times(Operation::Copy, &with(&[1.0, 9.0, 10.0, 4.0]));
        let dot = times(Operation::InnerProduct, &with(&[2.0, 20.0, 15.0]));
        let scan = times(Operation::Scan, &with(&[1.0, 2.0]));
        let found = agreements(&device("d", vec![scan, dot, copy]));
        // There is no tiled copy to compare the scan with.
        let [dot] = found[..] else { panic!("{found:?}") };
        assert_eq!((dot.copy, dot.operation), (Operation::Copy, Operation::InnerProduct));
        assert_eq!((dot.configurations, dot.near), (3, 2));
        assert!(dot.spearman.is_some_and(|rho| (rho - 0.5).abs() < 1e-12), "{dot:?}");
        assert_eq!((dot.with_best, dot.with_near), (Some(0.75), Some(1.0)));
        assert!(dot.pearson.is_some_and(|r| r > 0.9 && r < 1.0), "{dot:?}");
    }

    #[test]
    fn without_common_configurations_there_is_nothing_to_compare() {
        let copy = times(Operation::Copy, &[(configuration(1, 1), 1.0)]);
        let dot = times(Operation::InnerProduct, &[(configuration(2, 1), 1.0)]);
        assert_eq!(agreements(&device("d", vec![copy.clone(), dot])), []);
        let dot = times(Operation::InnerProduct, &[(configuration(1, 1), 1.0)]);
        let found = agreements(&device("d", vec![copy, dot]));
        assert_eq!((found[0].pearson, found[0].with_best), (None, Some(1.0)));
    }
}
