//! Decision trees, as in CART: Breiman, Friedman, Olshen and Stone, "Classification and Regression
//! Trees" (1984).
//!
//! A row has features, and a number for each choice. A tree is grown by the [`Criterion`] that says
//! what these numbers are:
//!
//! | criterion | a row's numbers | a leaf chooses | a split decreases |
//! | --- | --- | --- | --- |
//! | [`Gini`](Criterion::Gini) | 1 for the row's class, otherwise 0 | the class with the most rows | the Gini impurity |
//! | [`Cost`](Criterion::Cost) | the cost of each choice | the choice with the least cost | the sum of the leaves' costs |
//!
//! The Gini impurity of a part is the probability that two of its rows, drawn with replacement, are
//! of different classes. With it, the trees are the same as those of scikit-learn, which Verstraaten
//! uses ("Analysis and Prediction of GPU Graph Algorithm Performance", section 7.1). scikit-learn
//! breaks ties at random; here, the first of equally good splits is taken, in the order of the
//! features and with the lowest threshold. igc's test suite compares the trees with those of
//! scikit-learn on samples where it has no ties to break.
//!
//! Thresholds lie halfway between neighbouring values. A row may also have a cost for asking about
//! some features; a split must save more than it costs to ask.
//!
//! Limits: each split is the best by itself, so the tree is not optimal. Trees are bounded in depth,
//! leaf size and gain, not pruned by cost complexity.

/// What the numbers of a row are, and what a split decreases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Criterion {
    /// Numbers of rows of each class. A split decreases the Gini impurity.
    Gini,
    /// Costs of each choice. A split decreases the sum of the least costs.
    Cost,
}

/// A row of training data.
#[derive(Debug, Clone, Copy)]
pub struct Row<'r> {
    /// The values of the features, which are finite.
    pub features: &'r [f64],
    /// The number for each choice.
    pub numbers: &'r [f64],
    /// The cost of asking for features that are not free. A row pays it once.
    pub asking: f64,
    /// For each feature, whether knowing it is free. Missing features are free.
    pub free: &'r [bool],
    /// How many rows this one counts as, in the sizes of parts. The numbers are those of this share.
    pub weight: f64,
}

/// The limits that bound the size of a tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The maximum number of splits on the way from the root to a leaf.
    pub depth: usize,
    /// The minimum number of rows in a leaf; at least 1.
    pub leaf: usize,
    /// The minimum decrease of a split, as a share of the cost of the tree without splits. It has no
    /// effect on the Gini impurity.
    pub gain: f64,
}

/// A tree, or a part of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// The number of training rows, as the sum of their weights.
    pub rows: f64,
    /// The sum of the rows' numbers, for each choice.
    pub sums: Vec<f64>,
    /// The best choice for these rows; the first of several.
    pub choice: usize,
    /// The split; `None` in a leaf.
    pub split: Option<Split>,
}

/// A split: a decision that sends each row to one of two parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Split {
    /// The index of the feature.
    pub feature: usize,
    /// The threshold: values up to it belong to `below`, larger values to `above`.
    pub threshold: f64,
    /// The decrease of the criterion, without the cost of asking.
    gain: f64,
    /// The part for values up to the threshold.
    pub below: Box<Tree>,
    /// The part for values above the threshold.
    pub above: Box<Tree>,
}

impl Tree {
    /// Grows a tree from rows with equally many features and with `choices` numbers each.
    pub fn grow(criterion: Criterion, rows: &[Row<'_>], choices: usize, limits: Limits) -> Tree {
        let least_gain = match criterion {
            Criterion::Gini => rows.len() as f64 * Criterion::LEAST_DECREASE,
            Criterion::Cost => limits.gain * least(&sums(rows, choices)),
        };
        Grower { criterion, choices, least_gain }.grow(rows, limits)
    }

    /// Returns a smaller tree that makes the same choices: every split whose leaves all make the
    /// same choice is replaced by a leaf. A split may decrease the criterion although it changes no
    /// choice.
    pub fn pruned(mut self) -> Tree {
        self.prune();
        self
    }

    /// Returns the choice for the values of the features.
    pub fn choose(&self, features: &[f64]) -> usize {
        let Some(split) = &self.split else { return self.choice };
        let is_above = features.get(split.feature).is_some_and(|value| *value > split.threshold);
        if is_above { split.above.choose(features) } else { split.below.choose(features) }
    }

    /// The choices other than the best one whose cost is at most `factor` times the least.
    pub fn nearly(&self, factor: f64) -> Vec<usize> {
        let most = least(&self.sums) * factor;
        let is_near = |choice: &usize| *choice != self.choice && self.sums[*choice] <= most;
        (0..self.sums.len()).filter(is_near).collect()
    }

    /// Number of leaves.
    pub fn leaves(&self) -> usize {
        self.split.as_ref().map_or(1, |split| split.below.leaves() + split.above.leaves())
    }

    /// The importance of each of `count` features: its share of the decrease of the criterion. All
    /// are zero in a tree without splits.
    pub fn importances(&self, count: usize) -> Vec<f64> {
        let mut gains = vec![0.0; count];
        self.add_gains(&mut gains);
        let sum: f64 = gains.iter().sum();
        gains.into_iter().map(|gain| if sum > 0.0 { gain / sum } else { 0.0 }).collect()
    }

    fn add_gains(&self, gains: &mut [f64]) {
        let Some(split) = &self.split else { return };
        if let Some(gain) = gains.get_mut(split.feature) {
            *gain += split.gain;
        }
        split.below.add_gains(gains);
        split.above.add_gains(gains);
    }

    fn prune(&mut self) {
        let Some(split) = &mut self.split else { return };
        split.below.prune();
        split.above.prune();
        let is_same = |part: &Tree| part.split.is_none() && part.choice == self.choice;
        if is_same(&split.below) && is_same(&split.above) {
            self.split = None;
        }
    }
}

impl Criterion {
    /// Relative decreases below this value are rounding errors and give no split.
    const LEAST_DECREASE: f64 = 1e-9;

    /// Returns the best choice for sums; the first of several.
    fn choice(self, sums: &[f64]) -> usize {
        let order = sums.iter().map(|sum| if self == Criterion::Gini { -sum } else { *sum });
        order.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(choice, _)| choice)
    }

    /// Returns how much the division of rows into two parts decreases the criterion.
    fn gain(self, all: &[f64], below: &[f64], above: &[f64]) -> f64 {
        match self {
            Criterion::Gini => purity(below) + purity(above) - purity(all),
            Criterion::Cost => least(all) - least(below) - least(above),
        }
    }

    /// Returns the factor by which a split must be better than an earlier one. Without it, a sum in
    /// another order could count as better because of rounding.
    fn tolerance(self) -> f64 {
        match self {
            Criterion::Gini => 1.0 + 1e-12,
            Criterion::Cost => 1.0 + 1e-9,
        }
    }

    /// The midpoint of two values. It is always below the higher value, even if the two are adjacent
    /// floating-point numbers. Thresholds of costs are those of 32-bit features.
    fn between(self, low: f64, high: f64) -> f64 {
        let middle = match self {
            Criterion::Gini => f64::midpoint(low, high),
            Criterion::Cost => f32::midpoint(low as f32, high as f32).into(),
        };
        if middle < high { middle } else { low }
    }
}

/// The best split of some rows: the feature, the threshold and the decrease of the criterion.
type Best = (usize, f64, f64);

struct Grower {
    criterion: Criterion,
    choices: usize,
    /// The minimum decrease of a split.
    least_gain: f64,
}

impl Grower {
    /// Splits rows until no split decreases the criterion enough, or until a limit is reached.
    fn grow(&self, rows: &[Row<'_>], limits: Limits) -> Tree {
        let sums = sums(rows, self.choices);
        let deeper = limits.depth.checked_sub(1);
        let best = deeper.and_then(|depth| Some((depth, self.best(rows, &sums, limits.leaf)?)));
        let split = best.map(|(depth, (feature, threshold, gain))| {
            let paid = rows.iter().map(|row| match row.is_free(feature) {
                true => *row,
                false => Row { asking: 0.0, ..*row },
            });
            let (below, above): (Vec<Row<'_>>, Vec<Row<'_>>) =
                paid.partition(|row| row.features[feature] <= threshold);
            let part = |rows: &[Row<'_>]| Box::new(self.grow(rows, Limits { depth, ..limits }));
            Split { feature, threshold, gain, below: part(&below), above: part(&above) }
        });
        Tree { rows: weights(rows), choice: self.criterion.choice(&sums), sums, split }
    }

    /// Returns the split that decreases the criterion most, or `None` if no split decreases it
    /// enough.
    fn best(&self, rows: &[Row<'_>], sums: &[f64], leaf: usize) -> Option<Best> {
        let rounding = match self.criterion {
            Criterion::Gini => 0.0,
            Criterion::Cost => least(sums) * Criterion::LEAST_DECREASE,
        };
        let tolerance = self.criterion.tolerance();
        let (mut best, mut most) = (None, self.least_gain.max(rounding));
        let all_rows = weights(rows);
        let mut order: Vec<&Row<'_>> = rows.iter().collect();
        for feature in 0..rows.first()?.features.len() {
            let asking: f64 =
                rows.iter().filter(|row| !row.is_free(feature)).map(|row| row.asking).sum();
            order.sort_by(|a, b| a.features[feature].total_cmp(&b.features[feature]));
            let (mut below, mut above) = (vec![0.0; sums.len()], sums.to_vec());
            let mut rows_below = 0.0;
            for pair in order.windows(2) {
                rows_below += pair[0].weight;
                for (choice, number) in pair[0].numbers.iter().enumerate() {
                    below[choice] += number;
                    above[choice] -= number;
                }
                let (low, high) = (pair[0].features[feature], pair[1].features[feature]);
                // Weights such as 1/3 have no exact sums.
                let smaller = rows_below.min(all_rows - rows_below) + 1e-6;
                if low >= high || smaller < leaf.max(1) as f64 {
                    continue;
                }
                let gain = self.criterion.gain(sums, &below, &above);
                if gain - asking > most * tolerance {
                    best = Some((feature, self.criterion.between(low, high), gain));
                    most = gain - asking;
                }
            }
        }
        best
    }
}

impl Row<'_> {
    fn is_free(&self, feature: usize) -> bool {
        self.free.get(feature).copied().unwrap_or(true)
    }
}

/// One minus the Gini impurity, times the number of rows. These values can be added over several
/// parts.
fn purity(counts: &[f64]) -> f64 {
    let rows: f64 = counts.iter().sum();
    let squares: f64 = counts.iter().map(|count| count.powi(2)).sum();
    if rows == 0.0 { 0.0 } else { squares / rows }
}

/// The sum of the rows' numbers, for each choice.
fn sums(rows: &[Row<'_>], choices: usize) -> Vec<f64> {
    let mut sums = vec![0.0; choices];
    for row in rows {
        sums.iter_mut().zip(row.numbers).for_each(|(sum, number)| *sum += number);
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

    fn row<'r>(features: &'r [f64; 2], numbers: &'r [f64; 2]) -> Row<'r> {
        Row { features, numbers, asking: 0.0, free: &[true, false], weight: 1.0 }
    }

    /// Grows a tree from rows of costs.
    fn costs(rows: &[([f64; 2], [f64; 2])], limits: Limits) -> Tree {
        let rows: Vec<Row<'_>> =
            rows.iter().map(|(features, costs)| row(features, costs)).collect();
        Tree::grow(Criterion::Cost, &rows, 2, limits).pruned()
    }

    /// Grows a tree from rows of two classes.
    fn classes(rows: &[[f64; 2]], labels: &[usize], limits: Limits) -> Tree {
        let numbers =
            labels.iter().map(|label| if *label == 0 { &[1.0, 0.0] } else { &[0.0, 1.0] });
        let rows: Vec<Row<'_>> = rows.iter().zip(numbers).map(|(f, n)| row(f, n)).collect();
        Tree::grow(Criterion::Gini, &rows, 2, limits)
    }

    #[test]
    fn the_first_of_equally_good_features_decides() {
        let tree = classes(&[[1.0, 5.0], [2.0, 6.0], [4.0, 8.0]], &[0, 0, 1], FREE);
        let split = tree.split.as_ref().expect("the classes differ");
        assert_eq!((split.feature, split.threshold, tree.leaves()), (0, 3.0, 2));
        assert_eq!(tree.importances(2), [1.0, 0.0]);
        assert_eq!((tree.choose(&[3.0, 0.0]), tree.choose(&[3.1, 0.0])), (0, 1));
    }

    #[test]
    fn limits_bound_the_tree() {
        let rows = [[1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [4.0, 0.0]];
        let labels = [1, 0, 0, 0];
        assert_eq!(classes(&rows, &labels, FREE).leaves(), 2);
        let halves = classes(&rows, &labels, Limits { leaf: 2, ..FREE });
        assert_eq!(halves.split.map(|split| split.threshold), Some(2.5));
        assert_eq!(classes(&rows, &labels, Limits { leaf: 3, ..FREE }).leaves(), 1);
        assert_eq!(classes(&rows, &labels, Limits { depth: 0, ..FREE }).leaves(), 1);
        assert_eq!(classes(&rows, &[0, 1, 0, 1], Limits { depth: 1, ..FREE }).leaves(), 2);
    }

    #[test]
    fn forks_that_all_answer_the_same_are_pruned() {
        let rows = [[1.0, 0.0], [1.0, 1.0], [1.0, 1.0], [2.0, 0.0], [3.0, 0.0]];
        // One child is purer than the other, but both have the same class.
        let grown = classes(&rows, &[0, 0, 1, 0, 0], Limits { leaf: 2, ..FREE });
        assert_eq!((grown.leaves(), grown.clone().pruned().leaves()), (2, 1));
        assert_eq!(grown.pruned().importances(2), [0.0, 0.0]);
        let needed = classes(&rows, &[0, 0, 0, 1, 1], FREE);
        assert_eq!(needed.clone().pruned(), needed);
    }

    #[test]
    fn what_tells_nothing_apart_splits_nothing() {
        let same = classes(&[[1.0, 2.0], [1.0, 2.0]], &[0, 1], FREE);
        assert_eq!((same.leaves(), same.choose(&[9.0, 9.0])), (1, 0));
        assert_eq!(same.importances(2), [0.0, 0.0]);
        let exclusive = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]];
        assert_eq!(classes(&exclusive, &[0, 1, 1, 0], FREE).leaves(), 1);
        assert_eq!(classes(&[], &[], FREE).choose(&[]), 0);
    }

    #[test]
    fn costs_decide_and_not_numbers_of_rows() {
        // Two rows prefer choice 1 slightly, one row prefers choice 0 by far.
        let rows = [([1.0, 0.0], [2.0, 1.0]), ([2.0, 0.0], [2.0, 1.0]), ([3.0, 0.0], [1.0, 9.0])];
        let stump = costs(&rows, Limits { depth: 0, ..FREE });
        assert_eq!((stump.choice, &stump.sums[..]), (0, &[5.0, 11.0][..]));
        let tree = costs(&rows, FREE);
        let split = tree.split.as_ref().expect("the best choices differ");
        assert_eq!((split.feature, split.threshold), (0, 2.5));
        assert_eq!([1.0, 2.5, 2.6].map(|value| tree.choose(&[value, 0.0])), [1, 1, 0]);
        assert_eq!(tree.importances(2), [1.0, 0.0]);
        assert_eq!(tree.leaves(), 2);
    }

    #[test]
    fn limits_bound_trees_of_costs() {
        let rows = [([1.0, 0.0], [2.0, 1.0]), ([2.0, 0.0], [1.0, 2.0]), ([3.0, 0.0], [1.0, 2.0])];
        assert_eq!(costs(&rows, FREE).leaves(), 2);
        assert_eq!(costs(&rows, Limits { leaf: 2, ..FREE }).leaves(), 1);
        // Without splits, the least cost is 4; the split saves 1.
        assert_eq!(costs(&rows, Limits { gain: 0.3, ..FREE }).leaves(), 1);
        assert_eq!(costs(&rows, Limits { gain: 0.2, ..FREE }).leaves(), 2);
    }

    #[test]
    fn a_question_must_save_more_than_it_costs() {
        // The second feature separates the rows, and saves 1 in all.
        let ([one, other], [left, right]) = ([[0.0, 1.0], [0.0, 2.0]], [[2.0, 1.0], [1.0, 2.0]]);
        let leaves = |asking: f64| {
            let rows = [row(&one, &left), row(&other, &right)];
            let rows = rows.map(|row| Row { asking, ..row });
            Tree::grow(Criterion::Cost, &rows, 2, FREE).leaves()
        };
        assert_eq!([leaves(0.0), leaves(0.4), leaves(0.6)], [2, 2, 1]);
    }

    #[test]
    fn equal_choices_need_no_split() {
        let same = costs(&[([1.0, 2.0], [3.0, 3.0]), ([4.0, 5.0], [3.0, 3.0])], FREE);
        assert_eq!((same.leaves(), same.choice, same.nearly(1.05)), (1, 0, vec![1]));
        assert_eq!(costs(&[], FREE).choice, 0);
        assert_eq!(same.importances(2), [0.0, 0.0]);
    }
}
