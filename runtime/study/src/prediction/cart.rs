//! Classification trees (CART): Breiman, Friedman, Olshen and Stone, "Classification and Regression
//! Trees" (1984).
//!
//! The trees are the same as those of scikit-learn, which Verstraaten uses ("Analysis and
//! Prediction of GPU Graph Algorithm Performance", section 7.1). Each split is the one that
//! decreases the Gini impurity most. The Gini impurity of a node is the probability that two of its
//! rows, drawn with replacement, are of different classes. Thresholds lie halfway between
//! neighbouring values. scikit-learn breaks ties at random; this module breaks them by the order of
//! the features and then by the lower threshold, so the same rows give the same tree.
//!
//! Limits: each split is the best by itself, so the tree is not optimal. Trees are bounded in depth
//! and leaf size, not pruned by cost complexity. igc's test suite compares them with scikit-learn
//! on samples where it has no ties to break.

use serde::Serialize;

/// Relative decreases of the impurity below this value are rounding errors and give no split.
const LEAST_DECREASE: f64 = 1e-9;

/// The limits that bound the size of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of splits on the way from the root to a leaf.
    pub depth: usize,
    /// The minimum number of rows in a leaf; at least 1.
    pub leaf: usize,
}

/// A classification tree.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tree {
    /// The root node.
    pub root: Node,
    /// The Gini importance of each feature: its share of the total decrease of impurity, a number
    /// from 0 to 1. All importances are 0 if the tree has no split.
    pub importances: Vec<f64>,
}

/// A node: a set of rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Node {
    /// The number of training rows of each class.
    pub counts: Vec<usize>,
    /// The split of the node; `None` if the node is a leaf.
    pub split: Option<Split>,
}

/// A split: a decision that sends each row to one of two child nodes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Split {
    /// The index of the feature.
    pub feature: usize,
    /// The threshold: values up to it belong to `below`, larger values to `above`.
    pub threshold: f64,
    /// The node for values up to the threshold.
    pub below: Box<Node>,
    /// The node for values above the threshold.
    pub above: Box<Node>,
}

/// Training rows with their classes.
struct Rows<'a> {
    features: &'a [Vec<f64>],
    classes: &'a [usize],
    /// The number of classes.
    count: usize,
}

impl Tree {
    /// Grows a tree from rows of finite features and the class of each row. All rows have the same
    /// length; classes are less than `classes`.
    pub fn grow(rows: &[Vec<f64>], labels: &[usize], classes: usize, limits: Limits) -> Tree {
        let all = Rows { features: rows, classes: labels, count: classes };
        let root = all.grow((0..rows.len().min(labels.len())).collect(), limits);
        Tree::new(root, rows.first().map_or(0, Vec::len))
    }

    /// Returns a smaller tree that makes the same predictions: every split whose leaves all predict
    /// the same class is replaced by a leaf. CART creates such splits because they decrease the
    /// impurity even if the majority class stays the same.
    pub fn pruned(&self) -> Tree {
        Tree::new(self.root.pruned(), self.importances.len())
    }

    fn new(root: Node, features: usize) -> Tree {
        let mut importances = vec![0.0; features];
        root.add_gains(&mut importances);
        let sum: f64 = importances.iter().sum();
        if sum > 0.0 {
            importances.iter_mut().for_each(|importance| *importance /= sum);
        }
        Tree { root, importances }
    }

    /// Predicts the class of a row of features.
    pub fn predict(&self, row: &[f64]) -> usize {
        let mut node = &self.root;
        while let Some(split) = &node.split {
            let is_above = row.get(split.feature).is_some_and(|value| *value > split.threshold);
            node = if is_above { &split.above } else { &split.below };
        }
        node.class()
    }
}

impl Node {
    /// The class with the most training rows; the first of several with equally many.
    pub fn class(&self) -> usize {
        let most = self.counts.iter().enumerate().rev().max_by_key(|(_, count)| **count);
        most.map_or(0, |(class, _)| class)
    }

    /// Number of training rows of the node.
    pub fn rows(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Number of leaves below the node.
    pub fn leaves(&self) -> usize {
        self.split.as_ref().map_or(1, |split| split.below.leaves() + split.above.leaves())
    }

    fn pruned(&self) -> Node {
        let Some(split) = &self.split else { return self.clone() };
        let (below, above) = (Box::new(split.below.pruned()), Box::new(split.above.pruned()));
        let is_needed =
            below.split.is_some() || above.split.is_some() || below.class() != above.class();
        let split = is_needed.then_some(Split { below, above, ..*split });
        Node { counts: self.counts.clone(), split }
    }

    /// Adds the gain of each split to the importance of its feature: the decrease of impurity,
    /// weighted by the number of rows.
    fn add_gains(&self, importances: &mut [f64]) {
        let Some(split) = &self.split else { return };
        let gain = purity(&split.below.counts) + purity(&split.above.counts) - purity(&self.counts);
        if let Some(importance) = importances.get_mut(split.feature) {
            *importance += gain;
        }
        split.below.add_gains(importances);
        split.above.add_gains(importances);
    }
}

impl Rows<'_> {
    /// Splits rows, given by index, until no split decreases the impurity or a limit is reached.
    fn grow(&self, places: Vec<usize>, limits: Limits) -> Node {
        let counts = self.counts(&places);
        let deeper = limits.depth.checked_sub(1);
        let best =
            deeper.and_then(|depth| Some((depth, self.best(&places, &counts, limits.leaf)?)));
        let Some((depth, (feature, threshold))) = best else {
            return Node { counts, split: None };
        };
        let (below, above) =
            places.into_iter().partition(|row| self.features[*row][feature] <= threshold);
        let limits = Limits { depth, ..limits };
        let (below, above) =
            (Box::new(self.grow(below, limits)), Box::new(self.grow(above, limits)));
        Node { counts, split: Some(Split { feature, threshold, below, above }) }
    }

    fn counts(&self, places: &[usize]) -> Vec<usize> {
        let mut counts = vec![0; self.count];
        places.iter().for_each(|row| counts[self.classes[*row]] += 1);
        counts
    }

    /// The feature and the threshold that decrease the impurity most; `None` if no split decreases
    /// it.
    fn best(&self, places: &[usize], counts: &[usize], leaf: usize) -> Option<(usize, f64)> {
        let before = purity(counts);
        let least = LEAST_DECREASE * self.features.len() as f64;
        let (mut best, mut most) = (None, 0.0);
        let mut order = places.to_vec();
        for feature in 0..self.features.first()?.len() {
            let value = |row: usize| self.features[row][feature];
            order.sort_by(|a, b| value(*a).total_cmp(&value(*b)));
            let (mut below, mut above) = (vec![0; self.count], counts.to_vec());
            for (at, pair) in order.windows(2).enumerate() {
                below[self.classes[pair[0]]] += 1;
                above[self.classes[pair[0]]] -= 1;
                let (low, high) = (value(pair[0]), value(pair[1]));
                let smaller = (at + 1).min(order.len() - at - 1);
                if low >= high || smaller < leaf.max(1) {
                    continue;
                }
                let gain = purity(&below) + purity(&above) - before;
                // Without the tolerance, a sum in another order could count as better because of
                // rounding.
                if gain > least.max(most * (1.0 + 1e-12)) {
                    (best, most) = (Some((feature, between(low, high))), gain);
                }
            }
        }
        best
    }
}

/// One minus the Gini impurity, times the number of rows. These values can be added over several
/// nodes.
fn purity(counts: &[usize]) -> f64 {
    let rows: usize = counts.iter().sum();
    let squares: f64 = counts.iter().map(|count| (*count as f64).powi(2)).sum();
    if rows == 0 { 0.0 } else { squares / rows as f64 }
}

/// The midpoint of two values. It is always below the higher value, even if the two are adjacent
/// floating-point numbers.
fn between(low: f64, high: f64) -> f64 {
    let middle = f64::midpoint(low, high);
    if middle < high { middle } else { low }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Limits = Limits { depth: 9, leaf: 1 };

    fn grow(rows: &[[f64; 2]], labels: &[usize], limits: Limits) -> Tree {
        let rows: Vec<Vec<f64>> = rows.iter().map(|row| row.to_vec()).collect();
        Tree::grow(&rows, labels, 2, limits)
    }

    #[test]
    fn the_first_of_equally_good_features_decides() {
        let tree = grow(&[[1.0, 5.0], [2.0, 6.0], [4.0, 8.0]], &[0, 0, 1], FREE);
        let split = tree.root.split.as_ref().expect("the classes differ");
        assert_eq!((split.feature, split.threshold, tree.root.leaves()), (0, 3.0, 2));
        assert_eq!(tree.importances, [1.0, 0.0]);
        assert_eq!((tree.predict(&[3.0, 0.0]), tree.predict(&[3.1, 0.0])), (0, 1));
    }

    #[test]
    fn limits_bound_the_tree() {
        let rows = [[1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [4.0, 0.0]];
        let labels = [1, 0, 0, 0];
        assert_eq!(grow(&rows, &labels, FREE).root.leaves(), 2);
        let halves = grow(&rows, &labels, Limits { leaf: 2, ..FREE });
        assert_eq!(halves.root.split.map(|split| split.threshold), Some(2.5));
        assert_eq!(grow(&rows, &labels, Limits { leaf: 3, ..FREE }).root.leaves(), 1);
        assert_eq!(grow(&rows, &labels, Limits { depth: 0, ..FREE }).root.leaves(), 1);
        assert_eq!(grow(&rows, &[0, 1, 0, 1], Limits { depth: 1, ..FREE }).root.leaves(), 2);
    }

    #[test]
    fn forks_that_all_answer_the_same_are_pruned() {
        let rows = [[1.0, 0.0], [1.0, 1.0], [1.0, 1.0], [2.0, 0.0], [3.0, 0.0]];
        // One child is purer than the other, but both have the same class.
        let grown = grow(&rows, &[0, 0, 1, 0, 0], Limits { leaf: 2, ..FREE });
        assert_eq!((grown.root.leaves(), grown.pruned().root.leaves()), (2, 1));
        assert_eq!(grown.pruned().importances, [0.0, 0.0]);
        let needed = grow(&rows, &[0, 0, 0, 1, 1], FREE);
        assert_eq!(needed.pruned(), needed);
    }

    #[test]
    fn what_tells_nothing_apart_splits_nothing() {
        let same = grow(&[[1.0, 2.0], [1.0, 2.0]], &[0, 1], FREE);
        assert_eq!((same.root.leaves(), same.predict(&[9.0, 9.0])), (1, 0));
        assert_eq!(same.importances, [0.0, 0.0]);
        let exclusive = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]];
        assert_eq!(grow(&exclusive, &[0, 1, 1, 0], FREE).root.leaves(), 1);
        assert_eq!(grow(&[], &[], FREE).predict(&[]), 0);
    }
}
