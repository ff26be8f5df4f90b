//! The optimum, the fastest variant, the model and the adaptive run of each test.
//!
//! [`evaluation`](super::evaluation) sums over the tests of an application. This list shows for
//! which graphs a variant is the fastest, and on which graphs a model chooses badly.

use igc_compiler::model::Model;
use serde::Serialize;

use super::Rounds;
use super::evaluation::{chosen_by, least};
use crate::dataset::Dataset;

/// The times of a test. The ratios are those to the optimum.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TestLine {
    /// The name of the graph.
    pub graph: String,
    /// The number of nodes.
    pub nodes: u64,
    /// The number of edges; an undirected edge counts as two.
    pub edges: u64,
    /// The number of rounds.
    pub rounds: usize,
    /// The sum of the shortest times of all rounds, in seconds.
    pub optimum: f64,
    /// The variant that is the fastest over all rounds.
    pub variant: String,
    /// The ratio of the fastest variant.
    pub best: f64,
    /// The predicted ratio of the model, without the cost of counting frontiers.
    pub model: Option<f64>,
    /// The ratio of the adaptive run.
    pub adaptive: Option<f64>,
}

/// Lists the tests of an application that have rounds, in the order of the study.
pub fn each_test(
    dataset: &Dataset,
    rounds: &Rounds,
    application: usize,
    model: Option<&Model>,
) -> Vec<TestLine> {
    let chosen = model.map(|model| chosen_by(model, dataset, rounds, application));
    let own = rounds.tests().filter(|of| of[0].test.application == application);
    let line = |of: &[super::Round]| {
        let test = of[0].test;
        let input = dataset.inputs.get(test.input)?;
        let optimum: f64 = of.iter().map(|round| least(round.times.iter().copied())).sum();
        let total = |variant: usize| of.iter().map(|round| round.times[variant]).sum::<f64>();
        let totals = (0..rounds.variants.len()).map(|variant| (total(variant), variant));
        let (best, variant) = totals.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let predicted = chosen.as_ref().and_then(|time| of.iter().map(time).sum::<Option<f64>>());
        Some(TestLine {
            graph: input.name.clone(),
            nodes: input.nodes,
            edges: input.edges,
            rounds: of.len(),
            optimum,
            variant: rounds.variants[variant].to_string(),
            best: best / optimum,
            model: predicted.map(|time| time / optimum),
            adaptive: rounds.adaptive.get(&test).map(|time| time / optimum),
        })
    };
    own.filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::super::made_up::{study, timed};
    use super::*;

    #[test]
    fn each_test_has_its_fastest_variant() {
        let counted = |times: [f64; 2]| times.map(|time| (Some((1, 1)), time)).to_vec();
        let first = [(0, timed(&[1.0, 9.0])), (1, timed(&[4.0, 1.0])), (2, counted([1.5, 1.5]))];
        let second = [(0, timed(&[1.0, 1.0])), (1, timed(&[2.0, 2.0]))];
        let dataset = study(&["none", "order=pull", "adaptive"], &[&first, &second]);
        let rounds = Rounds::of(&dataset, &[]);
        let model = Model::parse("order=pull").expect("the model is valid");
        let lines = each_test(&dataset, &rounds, 0, Some(&model));
        let [one, other] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!((one.graph.as_str(), one.rounds, one.optimum), ("input 0", 2, 2.0));
        assert_eq!((one.variant.as_str(), one.best), ("order=pull", 2.5));
        assert_eq!((one.model, one.adaptive), (Some(2.5), Some(1.5)));
        assert_eq!((other.variant.as_str(), other.best), ("none", 1.0));
        assert_eq!((other.model, other.adaptive), (Some(2.0), None));
        assert_eq!(each_test(&dataset, &rounds, 0, None)[0].model, None);
        assert_eq!(each_test(&dataset, &rounds, 1, None), []);
    }
}
