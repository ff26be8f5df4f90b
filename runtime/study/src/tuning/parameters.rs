//! Analyses the parameters of a configuration that cause the differences in time.

use std::collections::BTreeMap;

use igc_measure::calibration::{OperationConfiguration, OperationTimes};
use igc_measure::statistics::median;

use crate::statistics::{GroupVariance, ROUNDING};

/// The parameters of a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// The number of work-items per workgroup.
    WorkgroupSize,
    /// The number of workgroups per compute unit.
    Workgroups,
    /// The number of elements that a work-item loads at once.
    VectorWidth,
    /// The number of loads of a work-item per tile.
    Loads,
    /// The order in which work-items process elements or tiles.
    Order,
}

impl Parameter {
    /// All parameters, in the order in which reports list them.
    pub const ALL: [Parameter; 5] = [
        Parameter::WorkgroupSize,
        Parameter::Workgroups,
        Parameter::VectorWidth,
        Parameter::Loads,
        Parameter::Order,
    ];

    /// Returns the name of the parameter in reports.
    pub fn name(self) -> &'static str {
        match self {
            Parameter::WorkgroupSize => "workgroup size",
            Parameter::Workgroups => "workgroups",
            Parameter::VectorWidth => "vectors",
            Parameter::Loads => "loads",
            Parameter::Order => "order",
        }
    }

    /// Returns the parameter's value in a configuration, for readers.
    fn shown(self, configuration: &OperationConfiguration) -> String {
        match self {
            Parameter::Order => configuration.order.name().into(),
            _ => self.value(configuration).to_string(),
        }
    }

    /// Returns the parameter's value in a configuration, as a number that identifies it.
    fn value(self, configuration: &OperationConfiguration) -> u32 {
        match self {
            Parameter::WorkgroupSize => configuration.workgroup_size,
            Parameter::Workgroups => configuration.groups.number(),
            Parameter::VectorWidth => configuration.width,
            Parameter::Loads => configuration.loads,
            Parameter::Order => configuration.order as u32,
        }
    }
}

/// The share of the differences in an operation's time that one parameter explains.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ParameterVariance {
    /// The parameter.
    pub parameter: Parameter,
    /// The analysis of variance of the logarithms of bandwidths. These differ from the logarithms
    /// of times only in sign. A group consists of all configurations with the same value of the
    /// parameter.
    pub variance: GroupVariance,
}

/// The shares of the differences in an operation's time that its parameters explain.
#[derive(Debug, Clone, PartialEq)]
pub struct OperationVariance {
    /// The parameters that vary, each with its share. A parameter that varies only together with an
    /// earlier one is left out, because the two cannot be distinguished.
    pub parameters: Vec<ParameterVariance>,
    /// The share that no parameter explains by itself: interactions and noise. `None` if not all
    /// combinations of values were tried, because the shares then overlap.
    pub rest: Option<f64>,
}

/// Analyses the share of the differences in an operation's time that each parameter explains by
/// itself.
///
/// The analysis uses logarithms, because parameters change times by factors. The variance then has
/// no unit, and a configuration that is ten times as slow has the same weight as one that is ten
/// times as fast.
pub fn explained(times: &OperationTimes) -> OperationVariance {
    let right = times.right().map(|m| (m.configuration, m.bandwidth.ln()));
    let (configurations, logarithms): (Vec<OperationConfiguration>, Vec<f64>) = right.unzip();
    let mut seen: Vec<Vec<usize>> = vec![];
    let mut result = OperationVariance { parameters: vec![], rest: None };
    let mut combinations = 1usize;
    for parameter in Parameter::ALL {
        let (places, count) = groups_by(&configurations, parameter);
        if count < 2 || seen.contains(&places) {
            continue;
        }
        let mut groups = vec![vec![]; count];
        for (&place, &logarithm) in places.iter().zip(&logarithms) {
            groups[place].push(logarithm);
        }
        if let Some(variance) = GroupVariance::of(&groups) {
            result.parameters.push(ParameterVariance { parameter, variance });
        }
        combinations = combinations.saturating_mul(count);
        seen.push(places);
    }
    if combinations == configurations.len() && !result.parameters.is_empty() {
        let explained: f64 = result.parameters.iter().map(|p| p.variance.explained).sum();
        let rest = 1.0 - explained;
        result.rest = Some(if rest < ROUNDING { 0.0 } else { rest });
    }
    result
}

/// The configurations of an operation that have the same value of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterValue {
    /// The parameter.
    pub parameter: Parameter,
    /// Its value.
    pub value: String,
    /// Number of configurations with this value.
    pub configurations: usize,
    /// The median of their shares of the operation's best bandwidth.
    pub median: f64,
    /// The greatest of their shares.
    pub best: f64,
}

/// Returns the bandwidths for each value of each parameter that varies, in ascending order of the
/// values ("Performance Portability Study of Linear Algebra Kernels in OpenCL", Figs. 1 to 4).
pub fn values(times: &OperationTimes) -> Vec<ParameterValue> {
    let mut found = vec![];
    for parameter in Parameter::ALL {
        let mut groups: BTreeMap<u32, (String, Vec<f64>)> = BTreeMap::new();
        for (configuration, share) in times.each_share() {
            let new = || (parameter.shown(&configuration), vec![]);
            let group = groups.entry(parameter.value(&configuration)).or_insert_with(new);
            group.1.push(share);
        }
        if groups.len() < 2 {
            continue;
        }
        found.extend(groups.into_values().map(|(value, shares)| ParameterValue {
            parameter,
            value,
            configurations: shares.len(),
            median: median(shares.iter().copied()),
            best: shares.iter().copied().fold(0.0, f64::max),
        }));
    }
    found
}

/// Returns the group of each configuration, numbered in order of occurrence, and the number of
/// groups.
fn groups_by(
    configurations: &[OperationConfiguration],
    parameter: Parameter,
) -> (Vec<usize>, usize) {
    let mut values: Vec<u32> = vec![];
    let mut place = |value: u32| {
        values.iter().position(|known| *known == value).unwrap_or_else(|| {
            values.push(value);
            values.len() - 1
        })
    };
    let places = configurations.iter().map(|c| place(parameter.value(c))).collect();
    (places, values.len())
}

#[cfg(test)]
mod tests {
    use igc_measure::calibration::{ElementOrder, Operation, Workgroups};

    use super::super::made_up::{configuration, times};
    use super::*;

    /// Returns all combinations of workgroups and widths, each with a bandwidth.
    fn crossed(bandwidth: impl Fn(u32, u32) -> f64) -> Vec<(OperationConfiguration, f64)> {
        let groups = [1, 2, 4];
        let all = groups.iter().flat_map(|&n| [1, 8].map(|width| (n, width)));
        all.map(|(n, width)| (configuration(n, width), bandwidth(n, width))).collect()
    }

    fn shares(
        bandwidths: &[(OperationConfiguration, f64)],
    ) -> (Vec<(Parameter, f64)>, Option<f64>) {
        let found = explained(&times(Operation::Copy, bandwidths));
        let share =
            |p: &ParameterVariance| (p.parameter, (p.variance.explained * 1e6).round() / 1e6);
        (found.parameters.iter().map(share).collect(), found.rest)
    }

    #[test]
    fn the_parameter_that_makes_the_difference_explains_it() {
        let (by, rest) = shares(&crossed(|n, _| f64::from(n) * 1e9));
        assert_eq!(by, [(Parameter::Workgroups, 1.0), (Parameter::VectorWidth, 0.0)]);
        assert!(rest.expect("all were tried") < 1e-9);
        // Each parameter contributes a factor, so the logarithms add up.
        let (by, rest) = shares(&crossed(|n, width| f64::from(n * width)));
        assert!(by.iter().all(|(_, share)| *share > 0.2), "{by:?}");
        assert!(rest.expect("all were tried") < 1e-9);
    }

    /// Checks a case in which neither parameter explains anything by itself, because only the
    /// combination is fast.
    #[test]
    fn what_parameters_do_together_is_the_rest() {
        let all = [(1, 1, 2.0), (1, 8, 1.0), (2, 1, 1.0), (2, 8, 2.0)];
        let (by, rest) = shares(&all.map(|(n, width, b)| (configuration(n, width), b)));
        assert_eq!(by, [(Parameter::Workgroups, 0.0), (Parameter::VectorWidth, 0.0)]);
        assert_eq!(rest, Some(1.0));
    }

    #[test]
    fn parameters_that_cannot_be_told_apart_are_named_once() {
        let with = |workgroup_size, groups_per_unit, loads, bandwidth| {
            let (groups, order) = (Workgroups::PerUnit(groups_per_unit), ElementOrder::Contiguous);
            (OperationConfiguration { workgroup_size, groups, width: 1, loads, order }, bandwidth)
        };
        let (by, rest) = shares(&[
            with(128, 8, 1, 1.0),
            with(128, 8, 4, 2.0),
            with(256, 4, 1, 3.0),
            with(256, 4, 4, 6.0),
        ]);
        let names: Vec<Parameter> = by.iter().map(|(parameter, _)| *parameter).collect();
        assert_eq!(names, [Parameter::WorkgroupSize, Parameter::Loads]);
        assert!(rest.is_some());
    }

    #[test]
    fn values_of_a_parameter_have_the_shares_of_their_configurations() {
        let all = crossed(|n, width| if width == 8 { f64::from(n) } else { 2.0 });
        let found = values(&times(Operation::Copy, &all));
        let line = |v: &ParameterValue| (v.value.clone(), v.configurations, v.median, v.best);
        let line = |v: &ParameterValue| (v.parameter, line(v));
        let expected = [
            (Parameter::Workgroups, ("1".into(), 2, 0.375, 0.5)),
            (Parameter::Workgroups, ("2".into(), 2, 0.5, 0.5)),
            (Parameter::Workgroups, ("4".into(), 2, 0.75, 1.0)),
            (Parameter::VectorWidth, ("1".into(), 3, 0.5, 0.5)),
            (Parameter::VectorWidth, ("8".into(), 3, 0.5, 1.0)),
        ];
        assert_eq!(found.iter().map(line).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn shares_of_what_was_tried_in_part_have_no_rest() {
        let mut all = crossed(|n, width| f64::from(n + width));
        all.pop();
        let (by, rest) = shares(&all);
        assert_eq!((by.len(), rest), (2, None));
        assert_eq!(shares(&[]), (vec![], None));
        assert_eq!(shares(&crossed(|_, _| 7.0)), (vec![], None));
    }
}
