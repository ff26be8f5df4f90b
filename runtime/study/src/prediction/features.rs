//! The features that a model may use: the facts about a test that are known before it runs.
//!
//! Features are properties of the graph, and yes-or-no features for each application and chip. A
//! property is used only if it has a finite value for every graph. A tree can make the same splits
//! with two properties that order the graphs in the same way, or in reverse. Only the first of such
//! properties becomes a feature, and it lists the others.
//!
//! Limits: with few graphs, nearly all properties are confounded in this way, and no statistics can
//! separate them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::dataset::{Dataset, Input, Test};

/// A feature of a test.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// A property of the graph.
    Property {
        /// The name of the property.
        name: String,
        /// Other properties that order the graphs of the study in the same way, or in reverse.
        also: Vec<String>,
    },
    /// Whether the test is of this application: the value is 0 or 1.
    Application(String),
    /// Whether the test is on this chip: the value is 0 or 1.
    Chip(String),
}

/// The features of some tests.
#[derive(Debug, Clone, PartialEq)]
pub struct Features {
    /// The features: properties first, beginning with the size of the graph, then in the order of
    /// names.
    pub features: Vec<Feature>,
    rows: BTreeMap<Test, Vec<f64>>,
}

impl Features {
    /// Collects the features of some tests. Their times are not used.
    pub fn of(dataset: &Dataset, tests: &[Test]) -> Features {
        let mut features = Features { features: vec![], rows: BTreeMap::new() };
        features.rows.extend(tests.iter().map(|test| (*test, vec![])));
        features.add_properties(dataset);
        let name =
            |names: Option<&String>, at: usize| names.cloned().unwrap_or_else(|| format!("#{at}"));
        features.add_questions(
            |test| test.application,
            |at| Feature::Application(name(dataset.applications.get(at), at)),
        );
        features.add_questions(
            |test| test.chip,
            |at| Feature::Chip(name(dataset.chips.get(at).map(|chip| &chip.name), at)),
        );
        features
    }

    /// The values of a test in the order of the features; empty if the features were not collected
    /// for this test.
    pub fn row(&self, test: Test) -> &[f64] {
        self.rows.get(&test).map_or(&[], Vec::as_slice)
    }

    fn add_properties(&mut self, dataset: &Dataset) {
        let inputs: BTreeSet<usize> = self.rows.keys().map(|test| test.input).collect();
        let known: Option<Vec<(usize, &Input)>> =
            inputs.iter().map(|at| Some((*at, dataset.inputs.get(*at)?))).collect();
        let Some(known) = known else { return };
        let mut kept: Vec<(Vec<usize>, usize)> = vec![];
        for name in names(&known) {
            let values: Option<Vec<f64>> =
                known.iter().map(|(_, input)| property(input, &name)).collect();
            let Some(values) = values else { continue };
            let order = order(&values);
            if order.iter().all(|rank| *rank == 0) {
                continue;
            }
            let same = kept.iter().find(|(other, _)| is_same(other, &order)).map(|(_, at)| *at);
            if let Some(Feature::Property { also, .. }) = same.map(|at| &mut self.features[at]) {
                also.push(name);
                continue;
            }
            kept.push((order, self.features.len()));
            self.features.push(Feature::Property { name, also: vec![] });
            let by_input: BTreeMap<usize, f64> =
                known.iter().map(|(at, _)| *at).zip(values).collect();
            self.rows.iter_mut().for_each(|(test, row)| row.push(by_input[&test.input]));
        }
    }

    /// Adds a yes-or-no feature for each value of a dimension (application or chip) that has
    /// several values.
    fn add_questions(&mut self, of: fn(&Test) -> usize, feature: impl Fn(usize) -> Feature) {
        let values: BTreeSet<usize> = self.rows.keys().map(of).collect();
        if values.len() < 2 {
            return;
        }
        for value in values {
            self.features.push(feature(value));
            for (test, row) in &mut self.rows {
                row.push(f64::from(u8::from(of(test) == value)));
            }
        }
    }
}

/// The names of the usable properties of the graphs, the size of the graph first. `bytes`, the size
/// in memory, is left out.
fn names(inputs: &[(usize, &Input)]) -> Vec<String> {
    let all: BTreeSet<&String> =
        inputs.iter().flat_map(|(_, input)| input.properties.keys()).collect();
    let others =
        all.into_iter().filter(|name| !["nodes", "arcs", "bytes"].contains(&name.as_str()));
    ["nodes", "arcs"].map(String::from).into_iter().chain(others.cloned()).collect()
}

fn property(input: &Input, name: &str) -> Option<f64> {
    match name {
        "nodes" => Some(input.nodes as f64),
        "arcs" => Some(input.edges as f64),
        _ => input.properties.get(name).copied().filter(|value| value.is_finite()),
    }
}

/// The rank of each value among the distinct values. Equal values have equal ranks.
fn order(values: &[f64]) -> Vec<usize> {
    // Adding zero turns minus zero into zero.
    let mut sorted: Vec<f64> = values.iter().map(|value| value + 0.0).collect();
    sorted.sort_by(f64::total_cmp);
    sorted.dedup();
    values.iter().map(|value| sorted.partition_point(|other| other < value)).collect()
}

/// Whether two properties, given as ranks, order the graphs in the same way or in reverse.
fn is_same(one: &[usize], other: &[usize]) -> bool {
    let most = one.iter().copied().max().unwrap_or(0);
    one == other || one.iter().map(|rank| most - rank).eq(other.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_the_same_forwards_and_backwards() {
        let rising = order(&[10.0, 20.0, 20.0, 30.0]);
        assert_eq!(rising, [0, 1, 1, 2]);
        assert!(is_same(&rising, &order(&[0.1, 0.2, 0.2, 99.0])));
        assert!(is_same(&rising, &order(&[3.0, 2.0, 2.0, 1.0])));
        assert!(!is_same(&rising, &order(&[1.0, 2.0, 3.0, 4.0])));
        assert!(!is_same(&rising, &order(&[2.0, 1.0, 1.0, 3.0])));
        assert_eq!(order(&[0.0, -0.0]), [0, 0]);
    }
}
