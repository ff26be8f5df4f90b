//! Classification trees: Breiman, Friedman, Olshen and Stone, "Classification and Regression Trees" (1984),
//! as scikit-learn grows them, which Verstraaten's "Analysis and Prediction of GPU Graph Algorithm
//! Performance", section 7.1, uses.
//!
//! A node is split where Gini's impurity decreases most: the probability that two of its rows, drawn with
//! replacement, are of different classes. Thresholds lie halfway between neighbouring values. Unlike
//! scikit-learn, which draws lots, equally good splits are decided by the order of the features and then by
//! the lower threshold, so that the same rows give the same tree.
//!
//! Limits: every split is the best by itself, not the best tree. Trees are bounded, not
//! pruned by their cost. The tests hold it against scikit-learn where that has one answer only.

use serde::Serialize;

/// A split that decreases the impurity of all rows by less is none: what rounding makes.
const LEAST_DECREASE: f64 = 1e-9;

/// How far a tree may grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most splits above a leaf.
    pub depth: usize,
    /// The fewest rows of a leaf; at least 1.
    pub leaf: usize,
}

/// A tree.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tree {
    /// Where every row begins.
    pub root: Node,
    /// How much of the whole decrease of impurity each feature brought, from 0 to 1 (Gini importance).
    /// All are 0 where there is no split.
    pub importances: Vec<f64>,
}

/// A node: rows that are still together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Node {
    /// How many rows of each class it was grown from.
    pub counts: Vec<usize>,
    /// How they are told apart; `None` of a leaf.
    pub split: Option<Split>,
}

/// A question of which a row goes one of two ways.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Split {
    /// The feature, by its place.
    pub feature: usize,
    /// Values up to it go below, greater ones above.
    pub threshold: f64,
    /// Where rows of at most the threshold go.
    pub below: Box<Node>,
    /// Where the others go.
    pub above: Box<Node>,
}

/// Rows of features, each with its class.
struct Rows<'a> {
    features: &'a [Vec<f64>],
    classes: &'a [usize],
    /// How many classes there are.
    count: usize,
}

impl Tree {
    /// Grows a tree from rows of finite features, all as long as the first, and the class of each, below
    /// `classes`.
    pub fn grow(rows: &[Vec<f64>], labels: &[usize], classes: usize, limits: Limits) -> Tree {
        let all = Rows { features: rows, classes: labels, count: classes };
        let root = all.grow((0..rows.len().min(labels.len())).collect(), limits);
        Tree::new(root, rows.first().map_or(0, Vec::len))
    }

    /// The same without forks whose branches all answer the same: it predicts the same, and asks less. Gini's
    /// impurity is content with a surer answer; a reader wants another one.
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

    /// The class of a row of features.
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
    /// The class of most of its rows; of equally many, the first.
    pub fn class(&self) -> usize {
        let most = self.counts.iter().enumerate().rev().max_by_key(|(_, count)| **count);
        most.map_or(0, |(class, _)| class)
    }

    /// How many rows it was grown from.
    pub fn rows(&self) -> usize {
        self.counts.iter().sum()
    }

    /// How many leaves it ends in.
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

    /// Adds the decrease of impurity of each split, times its rows, to its feature.
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
    /// Splits rows, given by their places, for as long as that helps.
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

    /// The feature and the threshold that decrease the impurity most.
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
                // Sums of the same in another order are no better.
                if gain > least.max(most * (1.0 + 1e-12)) {
                    (best, most) = (Some((feature, between(low, high))), gain);
                }
            }
        }
        best
    }
}

/// One less Gini's impurity, times the rows: what sums over nodes.
fn purity(counts: &[usize]) -> f64 {
    let rows: usize = counts.iter().sum();
    let squares: f64 = counts.iter().map(|count| (*count as f64).powi(2)).sum();
    if rows == 0 { 0.0 } else { squares / rows as f64 }
}

/// Halfway between two values, and below the higher one, however close they are.
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
        // Surer on one side, but the same on both.
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
