//! The values of the features in each round of a run.

use std::collections::BTreeMap;

use igc_compiler::model::Feature;
use igc_runtime::supersteps::StepRecord;

use crate::dataset::Input;

/// Returns a function that looks up the value of a feature among all of a round.
pub fn value_in(features: &[f32]) -> impl Fn(Feature) -> f32 {
    |feature| Feature::all().position(|known| known == feature).map_or(0.0, |at| features[at])
}

/// The values of the features for another size of the frontier.
pub fn with_size(features: &[f32], size: f32) -> Vec<f32> {
    let nodes = value_in(features)(Feature::Nodes);
    let value = |(feature, own): (Feature, &f32)| match feature {
        Feature::FrontierNodes => size,
        Feature::FrontierNodeShare => share(size, nodes, 0.0),
        _ => *own,
    };
    Feature::all().zip(features).map(value).collect()
}

/// The values of all features in each of some rounds.
pub fn features_of(input: &Input, steps: &[&StepRecord]) -> Vec<Vec<f32>> {
    let (nodes, edges) = (input.nodes as f32, input.edges as f32);
    let mut sums: BTreeMap<(u32, u32), (f32, f32)> = BTreeMap::new();
    let of_step = |step: &&StepRecord| {
        let own_nodes = step.frontier.map_or(nodes, |count| count as f32);
        let own_edges = step.frontier_edges.map_or(edges, |count| count as f32);
        let sum = sums.entry((step.loop_number, step.entry)).or_default();
        let rest = edges - sum.1;
        *sum = (sum.0 + own_nodes, sum.1 + own_edges);
        let value = |feature| match feature {
            Feature::Nodes => nodes,
            Feature::Edges => edges,
            Feature::Degree(property) => property_of(input, &property.to_string()),
            Feature::FrontierNodes => own_nodes,
            Feature::FrontierNodeShare => share(own_nodes, nodes, 0.0),
            Feature::FrontierEdges => own_edges,
            Feature::FrontierEdgeShare => share(own_edges, edges, 0.0),
            Feature::FrontierMeanDegree => share(own_edges, own_nodes, 0.0),
            Feature::FrontierEdgesOfRest => share(own_edges, rest, 4_294_967_296.0),
            Feature::DiscoveredShare => share(sum.0, nodes, 0.0),
        };
        Feature::all().map(value).collect()
    };
    steps.iter().map(of_step).collect()
}

/// A property of a graph by its name, or 0 if it was not measured.
fn property_of(input: &Input, name: &str) -> f32 {
    input.properties.get(name).map_or(0.0, |value| *value as f32)
}

/// `part / whole`, or `without` if the whole is not positive, as adaptive programs compute it.
fn share(part: f32, whole: f32, without: f32) -> f32 {
    if whole > 0.0 { part / whole } else { without }
}

#[cfg(test)]
mod tests {
    use super::super::made_up::with_frontiers;
    use super::super::rounds::Rounds;
    use super::*;
    use crate::dataset::Dataset;

    /// Returns the values of a feature in all rounds of a study.
    fn values(dataset: &Dataset, name: &str) -> Vec<f32> {
        let rounds = Rounds::of(dataset, &[]);
        let feature = Feature::of_name(name).expect("the feature exists");
        let at = rounds.features.iter().position(|known| *known == feature);
        let at = at.expect("all features are listed");
        rounds.rounds.iter().map(|round| round.features[at]).collect()
    }

    #[test]
    fn features_describe_the_frontier() {
        let frontiers = [(1, 4), (4, 20), (5, 8), (0, 0)].map(Some);
        let dataset = with_frontiers(&frontiers);
        for (name, expected) in [
            ("nodes", [10.0; 4]),
            ("edges", [40.0; 4]),
            ("out_degree_greatest", [7.0; 4]),
            // The study has not measured this property.
            ("in_degree_greatest", [0.0; 4]),
            ("frontier_nodes", [1.0, 4.0, 5.0, 0.0]),
            ("frontier_node_share", [0.1, 0.4, 0.5, 0.0]),
            ("frontier_edges", [4.0, 20.0, 8.0, 0.0]),
            ("frontier_edge_share", [0.1, 0.5, 0.2, 0.0]),
            ("frontier_mean_degree", [4.0, 5.0, 1.6, 0.0]),
            ("frontier_edges_of_rest", [0.1, 20.0 / 36.0, 0.5, 0.0]),
            ("discovered_share", [0.1, 0.5, 1.0, 1.0]),
        ] {
            assert_eq!(values(&dataset, name), expected, "{name}");
        }
    }

    #[test]
    fn rounds_without_counts_visit_all_nodes() {
        let dataset = with_frontiers(&[Some((1, 10)), None, Some((1, 4))]);
        assert_eq!(values(&dataset, "frontier_nodes"), [1.0, 10.0, 1.0]);
        assert_eq!(values(&dataset, "frontier_edges"), [10.0, 40.0, 4.0]);
        // After the second round, no edges are left.
        let of_rest = values(&dataset, "frontier_edges_of_rest");
        assert_eq!(of_rest, [0.25, 40.0 / 30.0, 4_294_967_296.0]);
        assert_eq!(values(&dataset, "discovered_share"), [0.1, 1.1, 1.2]);
    }

    #[test]
    fn sums_start_again_with_each_entry_of_a_loop() {
        let mut dataset = with_frontiers(&[(2, 10), (3, 20), (2, 10), (3, 20)].map(Some));
        for step in &mut dataset.steps[0].steps[2..] {
            (step.entry, step.step) = (1, step.step - 2);
        }
        let of_rest = 20.0 / 30.0;
        assert_eq!(values(&dataset, "frontier_edges_of_rest"), [0.25, of_rest, 0.25, of_rest]);
        assert_eq!(values(&dataset, "discovered_share"), [0.2, 0.5, 0.2, 0.5]);
    }
}
