//! Tests how likely the walks of `node2vec` are. Its oracle only tests that they are possible.

use igc_compiler::data::ArrayData;
use igc_runtime::run_options::RunOptions;
use igc_tests::application::Application;
use igc_tests::device;
use igc_tests::small::Small;

/// The edges of a graph with triangles, a square and a node of degree 1, in both directions:
///
/// ```text
/// 0 - 1 - 2 - 0    2 - 3 - 4 - 5 - 2    5 - 6    1 - 3
/// ```
const EDGES: [(u32, u32); 9] =
    [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 5), (3, 4), (4, 5), (5, 6)];
const NODES: u32 = 7;

const LENGTH: usize = 20;

fn neighbours(node: u32) -> Vec<u32> {
    let both = EDGES.into_iter().flat_map(|(u, v)| [(u, v), (v, u)]);
    both.filter(|(u, _)| *u == node).map(|(_, v)| v).collect()
}

/// Returns the probability of each neighbour of `current` after the step from `previous`, by the
/// definition of Grover and Leskovec.
fn probabilities(previous: u32, current: u32, (p, q): (f64, f64)) -> Vec<(u32, f64)> {
    let weight = |next: u32| match next {
        next if next == previous => 1.0 / p,
        next if neighbours(previous).contains(&next) => 1.0,
        _ => 1.0 / q,
    };
    let total: f64 = neighbours(current).into_iter().map(weight).sum();
    neighbours(current).into_iter().map(|next| (next, weight(next) / total)).collect()
}

/// Returns how many standard deviations Pearson's chi-squared statistic of all steps of the walks
/// after the first is above its expectation.
fn surprise(walks: &[u32], parameters: (f64, f64)) -> f64 {
    let steps = || walks.chunks(LENGTH).flat_map(|walk| walk.windows(3));
    let (mut statistic, mut freedom) = (0.0, 0.0);
    for current in 0..NODES {
        for previous in neighbours(current) {
            let here = || steps().filter(|step| step[..2] == [previous, current]);
            let count = here().count() as f64;
            assert!(count > 1000.0, "{count} steps from {previous} to {current}");
            let probabilities = probabilities(previous, current, parameters);
            freedom += probabilities.len() as f64 - 1.0;
            for (next, probability) in probabilities {
                let expected = count * probability;
                let found = here().filter(|step| step[2] == next).count() as f64;
                statistic += (found - expected).powi(2) / expected;
            }
        }
    }
    (statistic - freedom) / f64::sqrt(2.0 * freedom)
}

#[test]
fn walks_prefer_what_the_parameters_say() {
    let program = Application::new("node2vec").program;
    let both = EDGES.into_iter().flat_map(|(u, v)| [(u, v), (v, u)]);
    let input = Small::new("squares", NODES, both).load().require(&program.requirements());
    for (p, q) in [("4", "0.5"), ("0.25", "2"), ("1", "1")] {
        let given = [("p", p), ("q", q), ("walks", "1000"), ("length", "20")];
        let params = program.params(&given);
        let device = &device::native()[0];
        let run = program.execute(&input, &params, device, &RunOptions::default()).unwrap();
        let ArrayData::Node(walks) = program.outputs(&run.arrays)[0].1 else { panic!() };
        let (p, q): (f64, f64) = (p.parse().unwrap(), q.parse().unwrap());
        assert!(surprise(walks, (p, q)).abs() < 4.0, "{}", surprise(walks, (p, q)));
        // The test notices a small change of either parameter.
        for other in [(p * 1.2, q), (p, q * 1.2)] {
            assert!(surprise(walks, other) > 10.0, "{}", surprise(walks, other));
        }
    }
}
