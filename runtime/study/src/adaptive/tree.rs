//! Decision trees that minimise the cost of choices.
//!
//! A tree is grown as in CART (Breiman, Friedman, Olshen and Stone, "Classification and Regression
//! Trees", 1984), with costs in place of classes: each row has a cost for each choice, a leaf makes
//! the choice with the least sum over its rows, and a split is the one that decreases the sum of
//! the leaves' costs most. A row may also have a cost for asking about some features; a split must
//! save more than it costs to ask. A threshold lies halfway between neighbouring values. Of equally
//! good splits, the first in the order of the features, with the lowest threshold, is taken.

/// A row: a decision to make.
#[derive(Debug, Clone, Copy)]
pub struct Row<'r> {
    /// The values of the features.
    pub features: &'r [f32],
    /// The cost of each choice.
    pub costs: &'r [f64],
    /// The cost of asking for features that are not free. A row pays it once.
    pub asking: f64,
    /// For each feature, whether knowing it is free.
    pub free: &'r [bool],
    /// How many rows this one counts as, in the sizes of parts. The costs are those of this share.
    pub weight: f64,
}

/// The limits that bound the size of a tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The maximum number of splits on the way from the root to a leaf.
    pub depth: usize,
    /// The minimum number of rows in a leaf; at least 1.
    pub leaf: usize,
    /// The minimum decrease of a split, as a share of the cost of the tree without splits.
    pub gain: f64,
}

/// A tree, or a part of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// The number of training rows, as the sum of their weights.
    pub rows: f64,
    /// The sum of the rows' costs, for each choice.
    pub costs: Vec<f64>,
    /// The split; `None` in a leaf.
    pub split: Option<Split>,
}

/// A split: a decision that sends each row to one of two parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Split {
    /// The index of the feature.
    pub feature: usize,
    /// The threshold: values up to it belong to `below`, larger values to `above`.
    pub threshold: f32,
    /// The part for values up to the threshold.
    pub below: Box<Tree>,
    /// The part for values above the threshold.
    pub above: Box<Tree>,
}

impl Tree {
    /// Grows a tree from rows of finite features and costs. All rows have the same lengths;
    /// `choices` is the number of costs.
    pub fn grow(rows: &[Row<'_>], choices: usize, limits: Limits) -> Tree {
        let least_gain = limits.gain * least(&sums(rows, choices));
        let mut grown = grow(rows, choices, limits, least_gain);
        grown.prune();
        grown
    }

    /// The choice with the least cost; the first of several.
    pub fn choice(&self) -> usize {
        let order = self.costs.iter().enumerate();
        order.min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(choice, _)| choice)
    }

    /// Returns the choice for the values of the features.
    pub fn choose(&self, features: &[f32]) -> usize {
        match &self.split {
            None => self.choice(),
            Some(split) if features[split.feature] <= split.threshold => {
                split.below.choose(features)
            }
            Some(split) => split.above.choose(features),
        }
    }

    /// The choices other than the best one whose cost is at most `factor` times the least.
    pub fn nearly(&self, factor: f64) -> Vec<usize> {
        let most = least(&self.costs) * factor;
        let is_near = |choice: &usize| *choice != self.choice() && self.costs[*choice] <= most;
        (0..self.costs.len()).filter(is_near).collect()
    }

    /// Returns the leaves, from the left to the right.
    pub fn leaves(&self) -> Vec<&Tree> {
        match &self.split {
            None => vec![self],
            Some(split) => [split.below.leaves(), split.above.leaves()].concat(),
        }
    }

    /// The importance of each of `count` features: its share of the decrease of the costs. All are
    /// zero in a tree without splits.
    pub fn importances(&self, count: usize) -> Vec<f64> {
        let mut gains = vec![0.0; count];
        self.add_gains(&mut gains);
        let sum: f64 = gains.iter().sum();
        gains.into_iter().map(|gain| if sum > 0.0 { gain / sum } else { 0.0 }).collect()
    }

    fn add_gains(&self, gains: &mut [f64]) {
        let Some(split) = &self.split else { return };
        let after = least(&split.below.costs) + least(&split.above.costs);
        gains[split.feature] += least(&self.costs) - after;
        split.below.add_gains(gains);
        split.above.add_gains(gains);
    }

    /// Replaces each split whose leaves all make the same choice by a leaf.
    fn prune(&mut self) {
        let own = self.choice();
        let Some(split) = &mut self.split else { return };
        split.below.prune();
        split.above.prune();
        let is_same = |part: &Tree| part.split.is_none() && part.choice() == own;
        if is_same(&split.below) && is_same(&split.above) {
            self.split = None;
        }
    }
}

fn grow(rows: &[Row<'_>], choices: usize, limits: Limits, least_gain: f64) -> Tree {
    let costs = sums(rows, choices);
    let deeper = limits.depth.checked_sub(1);
    let best =
        deeper.and_then(|depth| Some((depth, best_split(rows, &costs, limits, least_gain)?)));
    let split = best.map(|(depth, (feature, threshold))| {
        let paid = rows.iter().map(|row| match row.free[feature] {
            true => *row,
            false => Row { asking: 0.0, ..*row },
        });
        let (below, above): (Vec<Row<'_>>, Vec<Row<'_>>) =
            paid.partition(|row| row.features[feature] <= threshold);
        let limits = Limits { depth, ..limits };
        let part = |rows: &[Row<'_>]| Box::new(grow(rows, choices, limits, least_gain));
        Split { feature, threshold, below: part(&below), above: part(&above) }
    });
    Tree { rows: weights(rows), costs, split }
}

/// The feature and the threshold that decrease the cost most; `None` if no split decreases it
/// enough.
fn best_split(
    rows: &[Row<'_>],
    costs: &[f64],
    limits: Limits,
    least_gain: f64,
) -> Option<(usize, f32)> {
    let (before, all_rows) = (least(costs), weights(rows));
    let (mut best, mut most) = (None, least_gain.max(before * 1e-9));
    let mut order: Vec<&Row<'_>> = rows.iter().collect();
    for feature in 0..rows.first()?.features.len() {
        let asking: f64 = rows.iter().filter(|row| !row.free[feature]).map(|row| row.asking).sum();
        order.sort_by(|a, b| a.features[feature].total_cmp(&b.features[feature]));
        let (mut below, mut above) = (vec![0.0; costs.len()], costs.to_vec());
        let mut rows_below = 0.0;
        for pair in order.windows(2) {
            rows_below += pair[0].weight;
            for (choice, cost) in pair[0].costs.iter().enumerate() {
                below[choice] += cost;
                above[choice] -= cost;
            }
            let (low, high) = (pair[0].features[feature], pair[1].features[feature]);
            // Weights such as 1/3 have no exact sums.
            let smaller = rows_below.min(all_rows - rows_below) + 1e-6;
            if low >= high || smaller < limits.leaf.max(1) as f64 {
                continue;
            }
            let gain = before - least(&below) - least(&above) - asking;
            // Without the tolerance, a sum in another order could count as better by rounding.
            if gain > most * (1.0 + 1e-9) {
                let middle = f32::midpoint(low, high);
                (best, most) = (Some((feature, if middle < high { middle } else { low })), gain);
            }
        }
    }
    best
}

/// The sum of the rows' costs, for each choice.
fn sums(rows: &[Row<'_>], choices: usize) -> Vec<f64> {
    let mut sums = vec![0.0; choices];
    for row in rows {
        sums.iter_mut().zip(row.costs).for_each(|(sum, cost)| *sum += cost);
    }
    sums
}

/// The number of rows, as the sum of their weights.
fn weights(rows: &[Row<'_>]) -> f64 {
    rows.iter().map(|row| row.weight).sum()
}

fn least(costs: &[f64]) -> f64 {
    costs.iter().copied().fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Limits = Limits { depth: 9, leaf: 1, gain: 0.0 };

    fn row<'r>(features: &'r [f32; 2], costs: &'r [f64; 2]) -> Row<'r> {
        Row { features, costs, asking: 0.0, free: &[true, false], weight: 1.0 }
    }

    fn grow(rows: &[([f32; 2], [f64; 2])], limits: Limits) -> Tree {
        let rows: Vec<Row<'_>> =
            rows.iter().map(|(features, costs)| row(features, costs)).collect();
        Tree::grow(&rows, 2, limits)
    }

    #[test]
    fn costs_decide_and_not_numbers_of_rows() {
        // Two rows prefer choice 1 slightly, one row prefers choice 0 by far.
        let rows = [([1.0, 0.0], [2.0, 1.0]), ([2.0, 0.0], [2.0, 1.0]), ([3.0, 0.0], [1.0, 9.0])];
        let stump = grow(&rows, Limits { depth: 0, ..FREE });
        assert_eq!((stump.choice(), &stump.costs[..]), (0, &[5.0, 11.0][..]));
        let tree = grow(&rows, FREE);
        let split = tree.split.as_ref().expect("the best choices differ");
        assert_eq!((split.feature, split.threshold), (0, 2.5));
        assert_eq!([1.0, 2.5, 2.6].map(|value| tree.choose(&[value, 0.0])), [1, 1, 0]);
        assert_eq!(tree.importances(2), [1.0, 0.0]);
        assert_eq!(tree.leaves().len(), 2);
    }

    #[test]
    fn limits_bound_the_tree() {
        let rows = [([1.0, 0.0], [2.0, 1.0]), ([2.0, 0.0], [1.0, 2.0]), ([3.0, 0.0], [1.0, 2.0])];
        assert_eq!(grow(&rows, FREE).leaves().len(), 2);
        assert_eq!(grow(&rows, Limits { leaf: 2, ..FREE }).leaves().len(), 1);
        // Without splits, the least cost is 4; the split saves 1.
        assert_eq!(grow(&rows, Limits { gain: 0.3, ..FREE }).leaves().len(), 1);
        assert_eq!(grow(&rows, Limits { gain: 0.2, ..FREE }).leaves().len(), 2);
    }

    #[test]
    fn a_question_must_save_more_than_it_costs() {
        // The second feature separates the rows, and saves 1 in all.
        let ([one, other], [left, right]) = ([[0.0, 1.0], [0.0, 2.0]], [[2.0, 1.0], [1.0, 2.0]]);
        let leaves = |asking: f64| {
            let rows = [row(&one, &left), row(&other, &right)];
            let rows = rows.map(|row| Row { asking, ..row });
            Tree::grow(&rows, 2, FREE).leaves().len()
        };
        assert_eq!([leaves(0.0), leaves(0.4), leaves(0.6)], [2, 2, 1]);
    }

    #[test]
    fn equal_choices_need_no_split() {
        let same = grow(&[([1.0, 2.0], [3.0, 3.0]), ([4.0, 5.0], [3.0, 3.0])], FREE);
        assert_eq!((same.leaves().len(), same.choice(), same.nearly(1.05)), (1, 0, vec![1]));
        assert_eq!(grow(&[], FREE).choice(), 0);
        assert_eq!(same.importances(2), [0.0, 0.0]);
    }
}
