//! Analysis of variance: divides a variance into a part between groups and a part within groups.

use serde::Serialize;

use super::mean;

/// The share of a variance below which a part is treated as a rounding error.
pub(crate) const ROUNDING: f64 = 1e-12;

/// The analysis of variance of grouped values (NIST/SEMATECH e-Handbook of Statistical Methods,
/// section 7.4.3.3).
///
/// "Policy-based Tuning for Performance Portability and Library Co-optimization", section 5.2,
/// describes its between-group and within-group variances only in words. Values in [0, 1] have a
/// variance of at most 0.25, but the tables of the paper have values up to 0.91 between groups. The
/// values must therefore be mean squares: divided by degrees of freedom, with each group's mean
/// weighted by the number of values in the group.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct GroupVariance {
    /// Number of groups that have values.
    pub groups: usize,
    /// Number of values.
    pub values: usize,
    /// The mean square between groups (s_B² in the paper): the squared differences of group means
    /// from the overall mean, once for each value, divided by the number of groups minus one.
    pub between: f64,
    /// The mean square within groups (s_W² in the paper): the squared differences of values from
    /// their group's mean, divided by the number of values minus the number of groups. `None` if
    /// every group has a single value.
    pub within: Option<f64>,
    /// The share of the total sum of squares that lies between groups, from 0 to 1 (η²). Random
    /// groups have an expected share of (groups − 1) / (values − 1).
    pub explained: f64,
}

impl GroupVariance {
    /// Analyses groups of values; empty groups are ignored.
    ///
    /// Returns `None` for fewer than two groups, if all values are equal, if a value is not finite,
    /// and if the squares overflow.
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
