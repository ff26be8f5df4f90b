//! Consistency: whether a configuration that is good for one problem is good for other problems.
//!
//! Each configuration is a group. Its values are its shares of the best bandwidth for each problem.

use igc_measure::calibration::{Operation, OperationConfiguration};

use super::Calibrated;
use crate::statistics::GroupVariance;

/// The consistency of configurations over several problems ("Policy-based Tuning", Tables 3 and 4,
/// Fig. 7).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Consistency {
    /// Number of problems.
    pub problems: usize,
    /// Number of configurations that gave correct results for all problems.
    pub configurations: usize,
    /// The analysis of variance of the shares, as in the paper. `None` if all shares are equal, or
    /// if there are too few.
    pub variance: Option<GroupVariance>,
    /// The best configuration for all problems together.
    pub all_round: AllRound,
}

/// The configuration with the greatest harmonic mean of its shares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AllRound {
    /// The configuration.
    pub configuration: OperationConfiguration,
    /// The harmonic mean of its shares, from 0 to 1.
    pub share: f64,
}

/// Compares the configurations of a device over its vector operations, which all have the same
/// configurations. Returns `None` if the device has fewer than two vector operations, or if they
/// have no configuration in common.
pub fn across_operations(device: &Calibrated) -> Option<Consistency> {
    consistency(&Operation::STREAMING.map(|operation| (device, operation)))
}

/// Compares the configurations of an operation over devices. Returns `None` if fewer than two
/// devices have the operation, or if they have no configuration in common.
pub fn across_devices(devices: &[Calibrated], operation: Operation) -> Option<Consistency> {
    let problems: Vec<_> = devices.iter().map(|device| (device, operation)).collect();
    consistency(&problems)
}

fn consistency(problems: &[(&Calibrated, Operation)]) -> Option<Consistency> {
    let shares = problems.iter().map(|(device, operation)| device.shares(*operation));
    let shares: Vec<_> = shares.filter(|shares| !shares.is_empty()).collect();
    if shares.len() < 2 {
        return None;
    }
    // The order of the file keeps the result independent of hashing.
    let in_order = problems.iter().find_map(|(device, operation)| device.operation(*operation))?;
    let mut groups: Vec<(OperationConfiguration, Vec<f64>)> = vec![];
    for measured in in_order.right() {
        let of = shares.iter().map(|shares| shares.get(&measured.configuration).copied());
        if let Some(values) = of.collect::<Option<Vec<f64>>>() {
            groups.push((measured.configuration, values));
        }
    }
    let mean =
        |values: &[f64]| values.len() as f64 / values.iter().map(|share| 1.0 / share).sum::<f64>();
    let all_round = groups.iter().map(|(configuration, values)| AllRound {
        configuration: *configuration,
        share: mean(values),
    });
    let all_round = all_round.max_by(|one, other| one.share.total_cmp(&other.share))?;
    let (problems, configurations) = (shares.len(), groups.len());
    let values: Vec<Vec<f64>> = groups.into_iter().map(|(_, values)| values).collect();
    let variance = GroupVariance::of(&values);
    Some(Consistency { problems, configurations, variance, all_round })
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{configuration, device, times};
    use super::*;

    fn copy(bandwidths: &[(u32, f64)]) -> Calibrated {
        let with = |&(groups, bandwidth): &(u32, f64)| (configuration(groups, 1), bandwidth);
        let all: Vec<_> = bandwidths.iter().map(with).collect();
        device("d", vec![times(Operation::Copy, &all)])
    }

    /// Checks that units do not matter, and that a configuration that only one device has tried is
    /// left out.
    #[test]
    fn configurations_that_do_the_same_everywhere_differ_between_groups_only() {
        let devices = [copy(&[(1, 1.0), (2, 4.0), (9, 0.1)]), copy(&[(1, 10.0), (2, 40.0)])];
        let found = across_devices(&devices, Operation::Copy).expect("they have it in common");
        assert_eq!((found.problems, found.configurations), (2, 2));
        let variance = found.variance.expect("they differ");
        assert_eq!((variance.explained, variance.within), (1.0, Some(0.0)));
        assert_eq!(found.all_round, AllRound { configuration: configuration(2, 1), share: 1.0 });
    }

    #[test]
    fn no_configuration_is_good_everywhere_where_devices_want_opposites() {
        let devices = [copy(&[(1, 1.0), (2, 4.0)]), copy(&[(1, 4.0), (2, 1.0)])];
        let found = across_devices(&devices, Operation::Copy).expect("they have it in common");
        assert_eq!(found.variance.expect("they differ").explained, 0.0);
        assert!((found.all_round.share - 0.4).abs() < 1e-12);
    }

    #[test]
    fn one_problem_or_nothing_in_common_says_nothing() {
        let one = [copy(&[(1, 1.0), (2, 2.0)])];
        assert_eq!(across_devices(&one, Operation::Copy), None);
        assert_eq!(across_operations(&one[0]), None);
        let apart = [copy(&[(1, 1.0)]), copy(&[(2, 1.0)])];
        assert_eq!(across_devices(&apart, Operation::Copy), None);
        assert_eq!(across_devices(&[], Operation::Copy), None);
    }
}
