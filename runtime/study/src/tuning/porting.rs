//! Porting: runs the best configuration of one device on another device.

use igc_measure::calibration::{Configuration, Operation};

use super::Calibrated;

/// The result of running a device's best configuration on another device ("Performance Portability
/// Study of Linear Algebra Kernels in OpenCL", Table 1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ported {
    /// The configuration that is ported.
    pub configuration: Configuration,
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
}
