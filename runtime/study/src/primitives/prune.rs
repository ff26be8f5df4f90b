//! Pruning of a space by the variance between groups.

use std::collections::BTreeMap;

use igc_measure::primitives::{Parameter, PrimitiveConfiguration};
use serde::Serialize;

use crate::statistics::{GroupVariance, mean};

/// A parameter that is fixed to a value.
pub type Fixed = (Parameter, String);

/// The share of the variance that a parameter explains.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Importance {
    /// The parameter.
    pub parameter: Parameter,
    /// The share of the sum of squares that lies between the groups of the parameter's values, from
    /// 0 to 1 (η²).
    pub explained: f64,
    /// The share that random groups would explain on average.
    pub by_chance: f64,
}

impl Importance {
    /// Returns the share beyond what random groups would explain (ε²). It may be negative.
    fn beyond_chance(&self) -> f64 {
        (self.explained - self.by_chance) / (1.0 - self.by_chance).max(f64::EPSILON)
    }
}

/// Returns whether a configuration has the fixed values.
pub fn has(configuration: &PrimitiveConfiguration, fixed: &[Fixed]) -> bool {
    fixed.iter().all(|(parameter, value)| configuration.value(*parameter) == *value)
}

/// Returns the speeds of configurations, by the value of a parameter. A speed is the inverse of a
/// ratio of times.
fn groups(
    trials: &[(&PrimitiveConfiguration, f64)],
    parameter: Parameter,
) -> BTreeMap<String, Vec<f64>> {
    let mut groups: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for (configuration, ratio) in trials {
        groups.entry(configuration.value(parameter)).or_default().push(1.0 / ratio);
    }
    groups
}

/// Returns the importance of each parameter, the greatest first. `trials` are configurations with the
/// ratios of their times to one reference. A parameter with a single value is left out.
pub fn importances(trials: &[(&PrimitiveConfiguration, f64)]) -> Vec<Importance> {
    let of = |(_, parameter): (&str, Parameter)| {
        let groups: Vec<Vec<f64>> = groups(trials, parameter).into_values().collect();
        let variance = GroupVariance::of(&groups)?;
        let by_chance = (variance.groups - 1) as f64 / (variance.values - 1) as f64;
        Some(Importance { parameter, explained: variance.explained, by_chance })
    };
    let mut all: Vec<Importance> = Parameter::ALL.into_iter().filter_map(of).collect();
    all.sort_by(|a, b| b.beyond_chance().total_cmp(&a.beyond_chance()));
    all
}

/// Returns the next parameter to fix and its value: of the trials with the values fixed so far, the
/// parameter whose groups differ most, and the value of the group with the greatest mean speed.
/// Returns `None` if no parameter has trials with different values.
pub fn step<'a>(
    trials: impl Iterator<Item = (&'a PrimitiveConfiguration, f64)>,
    fixed: &[Fixed],
) -> Option<Fixed> {
    let within: Vec<_> = trials.filter(|(configuration, _)| has(configuration, fixed)).collect();
    let parameter = importances(&within).first()?.parameter;
    let means = groups(&within, parameter).into_iter();
    let means = means.filter_map(|(value, speeds)| Some((value, mean(&speeds)?)));
    let (value, _) = means.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    Some((parameter, value))
}

#[cfg(test)]
mod tests {
    use igc_measure::primitives::Primitive;

    use super::*;

    fn with(items: u32, width: u32) -> PrimitiveConfiguration {
        PrimitiveConfiguration {
            items,
            width,
            ..PrimitiveConfiguration::usual(Primitive::Copy, true, true)
        }
    }

    #[test]
    fn the_parameter_whose_groups_differ_most_is_fixed_first() {
        let configurations = [with(4, 1), with(4, 2), with(8, 1), with(8, 2)];
        // Items of 8 are twice as fast, and a width of 2 is a tenth faster.
        let ratios = [1.0, 0.9, 0.5, 0.45];
        let trials: Vec<_> = configurations.iter().zip(ratios).collect();
        let first = step(trials.iter().copied(), &[]).expect("groups differ");
        assert_eq!(first, (Parameter::Items, "8".to_string()));
        let second = step(trials.iter().copied(), std::slice::from_ref(&first));
        let second = second.expect("groups differ");
        assert_eq!(second, (Parameter::Width, "2".to_string()));
        assert_eq!(step(trials.iter().copied(), &[first, second]), None);
        let importances = importances(&trials);
        assert_eq!(importances.len(), 2);
        assert!(importances[0].explained > 0.9 && importances[1].explained < 0.1);
    }
}
