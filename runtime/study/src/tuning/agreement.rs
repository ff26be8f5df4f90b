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
    let best = device.operation(copy)?.best()?;
    let pairs = pairs((device, copy), (device, operation))?;
    let (of_copy, of_operation): (Vec<f64>, Vec<f64>) = pairs.unzip();
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
        with_best: device.shares(operation).get(&best.configuration).copied(),
        with_near: near().map(|(_, share)| *share).max_by(f64::total_cmp),
        near: near().count(),
    })
}

/// Returns the correlation of the ranks of copy's bandwidths on one device with those of an operation
/// on another device ("Performance Portability Study of Linear Algebra Kernels in OpenCL", Figs. 7
/// and 8). Returns `None` if a bandwidth is constant, or without common configurations.
pub fn across(copy_on: &Calibrated, device: &Calibrated, operation: Operation) -> Option<f64> {
    let pairs = pairs((copy_on, Operation::Copy), (device, operation))?;
    let (of_copy, of_operation): (Vec<f64>, Vec<f64>) = pairs.unzip();
    spearman(&of_copy, &of_operation)
}

/// Returns the shares of two operations in each configuration that both have, in the order of the
/// first file.
fn pairs<'a>(
    (here, one): (&'a Calibrated, Operation),
    (there, other): (&Calibrated, Operation),
) -> Option<impl Iterator<Item = (f64, f64)> + use<'a>> {
    let there = there.shares(other);
    let here = here.operation(one)?.each_share();
    Some(here.filter_map(move |(configuration, share)| Some((share, *there.get(&configuration)?))))
}

/// Number of bins of a cross table, in each direction.
pub const CROSS_BINS: usize = 5;

/// Counts the configurations by their shares of the best bandwidths of copy and of another
/// operation: the plots of "Performance Portability Study of Linear Algebra Kernels in OpenCL",
/// Figs. 5 and 6, as numbers. The first index is the bin of copy. Returns `None` if the operations
/// have no configuration in common.
pub fn cross(
    device: &Calibrated,
    operation: Operation,
) -> Option<[[usize; CROSS_BINS]; CROSS_BINS]> {
    let mut counts = [[0; CROSS_BINS]; CROSS_BINS];
    let bin = |share: f64| ((share * CROSS_BINS as f64) as usize).min(CROSS_BINS - 1);
    let mut found = None;
    for (copy, other) in pairs((device, Operation::Copy), (device, operation))? {
        counts[bin(copy)][bin(other)] += 1;
        found = Some(());
    }
    found.map(|()| counts)
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
    fn a_cross_table_counts_each_common_configuration_once() {
        let with = |bandwidths: &[f64]| -> Vec<_> {
            (1..).zip(bandwidths).map(|(n, &b)| (configuration(n, 1), b)).collect()
        };
        let copy = times(Operation::Copy, &with(&[10.0, 9.0, 1.0, 5.0]));
        let dot = times(Operation::InnerProduct, &with(&[20.0, 3.0, 2.0]));
        let device = device("d", vec![copy, dot]);
        let counts = cross(&device, Operation::InnerProduct).expect("they have some in common");
        assert_eq!((counts[4][4], counts[4][0], counts[0][0]), (1, 1, 1));
        assert_eq!(counts.iter().flatten().sum::<usize>(), 3);
        assert_eq!(cross(&device, Operation::MatrixVector), None);
        let other = super::super::made_up::device(
            "e",
            vec![times(Operation::Copy, &with(&[1.0, 2.0, 3.0]))],
        );
        // The three common configurations are in the opposite order there.
        let opposite = across(&other, &device, Operation::Copy).expect("they differ");
        assert!((opposite + 1.0).abs() < 1e-12, "{opposite}");
        assert_eq!(across(&other, &device, Operation::Scan), None);
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
