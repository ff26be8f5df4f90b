//! Porting: runs the best configuration of one device on another device.

use std::collections::HashMap;

use igc_measure::calibration::{Operation, OperationConfiguration, OperationTimes};

use super::Calibrated;

/// The result of running a device's best configuration on another device ("Performance Portability
/// Study of Linear Algebra Kernels in OpenCL", Table 1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ported {
    /// The configuration that is ported.
    pub configuration: OperationConfiguration,
    /// The configuration's share of the best bandwidth on the first device. It is below 1 if the
    /// other device has not tried the best configuration; the fastest one that both devices have
    /// tried is then ported.
    pub at_home: f64,
    /// The configuration's share of the best bandwidth on the other device.
    pub share: f64,
}

/// Compares one device's best configuration of an operation with the configurations of another
/// device. Returns `None` if the two devices have no configuration in common.
pub fn port(from: &Calibrated, to: &Calibrated, operation: Operation) -> Option<Ported> {
    let there = to.shares(operation);
    let tried = from.operation(operation)?.each_share();
    let ported = tried.filter_map(|(configuration, at_home)| {
        let share = *there.get(&configuration)?;
        Some(Ported { configuration, at_home, share })
    });
    ported.max_by(|one, other| one.at_home.total_cmp(&other.at_home))
}

/// Returns the configuration with the greatest average bandwidth over the vector operations
/// ("Performance Portability Study of Linear Algebra Kernels in OpenCL", Table 2), with its share of
/// the best bandwidth of each operation. Returns `None` if no configuration was tried with all
/// operations of the device.
pub fn best_on_average(
    device: &Calibrated,
) -> Option<(OperationConfiguration, Vec<(Operation, f64)>)> {
    let operations = device.operations.iter();
    let operations = operations.filter(|times| Operation::STREAMING.contains(&times.operation));
    let mut sums: HashMap<OperationConfiguration, (usize, f64)> = HashMap::new();
    for measured in operations.clone().flat_map(OperationTimes::right) {
        let (count, sum) = sums.entry(measured.configuration).or_default();
        *count += 1;
        *sum += measured.bandwidth;
    }
    let count = operations.clone().count();
    let first = operations.clone().next()?;
    // The order of the file keeps the result independent of hashing.
    let complete = first.right().filter_map(|measured| {
        let (tried, sum) = sums.get(&measured.configuration)?;
        (*tried == count).then_some((measured.configuration, *sum))
    });
    let (best, _) = complete.max_by(|(_, one), (_, other)| one.total_cmp(other))?;
    let shares = operations.filter_map(|times| Some((times.operation, times.share_of(&best)?)));
    Some((best, shares.collect()))
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{configuration, device, times};
    use super::*;

    #[test]
    fn the_best_is_taken_along_or_else_what_comes_next() {
        let of = |bandwidths: &[(u32, u32, f64)]| {
            let with = |&(n, width, bandwidth): &_| (configuration(n, width), bandwidth);
            let all: Vec<_> = bandwidths.iter().map(with).collect();
            device("d", vec![times(Operation::Copy, &all)])
        };
        let gpu = of(&[(64, 16, 10.0), (16, 1, 9.0), (1, 1, 1.0)]);
        let other = of(&[(64, 16, 2.0), (16, 1, 4.0)]);
        let cpu = of(&[(16, 1, 4.0), (1, 1, 5.0)]);
        let ported = |from, to| port(from, to, Operation::Copy).expect("there are some");
        let (best, next) = (configuration(64, 16), configuration(16, 1));
        let expected = Ported { configuration: best, at_home: 1.0, share: 0.5 };
        assert_eq!(ported(&gpu, &other), expected);
        let expected = Ported { configuration: next, at_home: 0.9, share: 0.8 };
        assert_eq!(ported(&gpu, &cpu), expected);
        assert_eq!(ported(&gpu, &gpu).share, 1.0);
        assert_eq!(port(&gpu, &cpu, Operation::Scan), None);
        assert_eq!(port(&gpu, &of(&[]), Operation::Copy), None);
    }
    #[test]
    fn the_best_on_average_was_tried_with_all_operations() {
        let of = |operation, bandwidths: &[(u32, f64)]| {
            let all = bandwidths.iter().map(|&(n, b)| (configuration(n, 1), b));
            times(operation, &all.collect::<Vec<_>>())
        };
        let copy = of(Operation::Copy, &[(1, 4.0), (2, 5.0), (3, 9.0)]);
        let dot = of(Operation::InnerProduct, &[(1, 10.0), (2, 6.0)]);
        let tiled = of(Operation::TiledCopy, &[(3, 1.0)]);
        let (best, shares) =
            best_on_average(&device("d", vec![copy, dot, tiled])).expect("there is one");
        assert_eq!(best, configuration(1, 1));
        assert_eq!(shares, [(Operation::Copy, 4.0 / 9.0), (Operation::InnerProduct, 1.0)]);
        assert_eq!(best_on_average(&device("d", vec![])), None);
    }
}
