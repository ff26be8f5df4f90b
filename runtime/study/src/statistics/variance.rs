//! How much of what differs, differs between groups, and how much within them.

use serde::Serialize;

use super::mean;

/// Shares of a variance below this are differences of rounding.
pub(crate) const ROUNDING: f64 = 1e-12;

/// The analysis of variance of values in groups (NIST/SEMATECH e-Handbook of Statistical Methods, section
/// 7.4.3.3).
///
/// "Policy-based Tuning for Performance Portability and Library Co-optimization", section 5.2, describes
/// its between-group and within-group variances in words, after a textbook. Numbers in [0, 1] have a
/// variance of at most 0.25, and its tables have up to 0.91 between groups: they are mean squares, by
/// degrees of freedom, with each group's mean counted as often as the group has values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct GroupVariance {
    /// How many groups have values.
    pub groups: usize,
    /// How many values there are.
    pub values: usize,
    /// The squared distances of the groups' means to the mean of all, once for each value, by the groups
    /// less one: s_B² of the paper.
    pub between: f64,
    /// The squared distances of the values to their group's mean, by the values less the groups: s_W² of
    /// the paper. `None` where every group is a single value.
    pub within: Option<f64>,
    /// The share of all squared distances to the mean that is between groups, from 0 to 1 (η²). Groups by
    /// chance have (groups − 1) / (values − 1) of it.
    pub explained: f64,
}

impl GroupVariance {
    /// Of groups, of which those without values do not count.
    ///
    /// `None` of fewer than two groups, where all values are the same, and where a value is not finite or
    /// the squares have no room in a number.
    pub fn of(groups: &[Vec<f64>]) -> Option<GroupVariance> {
        let groups: Vec<&Vec<f64>> = groups.iter().filter(|group| !group.is_empty()).collect();
        let all: Vec<f64> = groups.iter().flat_map(|group| group.iter().copied()).collect();
        if groups.len() < 2 || all.iter().any(|value| !value.is_finite()) {
            return None;
        }
        let grand = mean(&all)?;
        let (mut between, mut within) = (0.0, 0.0);
        for group in &groups {
            let mean = mean(group)?;
            between += group.len() as f64 * (mean - grand).powi(2);
            within += group.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        }
        let total = between + within;
        if !total.is_normal() {
            return None;
        }
        let explained = between / total;
        let freedom = all.len() - groups.len();
        Some(GroupVariance {
            groups: groups.len(),
            values: all.len(),
            between: between / (groups.len() - 1) as f64,
            within: (freedom > 0).then(|| within / freedom as f64),
            explained: if explained < ROUNDING { 0.0 } else { explained },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_between_groups_only_is_explained() {
        let found = GroupVariance::of(&[vec![1.0, 1.0], vec![], vec![3.0, 3.0]]).expect("it is");
        assert_eq!((found.groups, found.values), (2, 4));
        assert_eq!((found.between, found.within, found.explained), (4.0, Some(0.0), 1.0));
        let found = GroupVariance::of(&[vec![1.0, 3.0], vec![3.0, 1.0]]).expect("they differ");
        assert_eq!((found.between, found.within, found.explained), (0.0, Some(2.0), 0.0));
        let single = GroupVariance::of(&[vec![1.0], vec![3.0]]).expect("they differ");
        assert_eq!((single.between, single.within, single.explained), (2.0, None, 1.0));
    }

    #[test]
    fn what_has_no_variance_to_explain_has_none_explained() {
        assert_eq!(GroupVariance::of(&[]), None);
        assert_eq!(GroupVariance::of(&[vec![1.0, 2.0], vec![]]), None);
        assert_eq!(GroupVariance::of(&[vec![0.1; 3], vec![0.1; 4]]), None);
        assert_eq!(GroupVariance::of(&[vec![f64::NAN], vec![1.0]]), None);
        assert_eq!(GroupVariance::of(&[vec![-1e300], vec![1e300]]), None);
    }
}
