//! Tests the checks with published results and known properties of published graphs.
//!
//! The files are not part of the repository. If they are absent, a test prints a note and passes.

#![allow(clippy::print_stdout, reason = "a test prints why it skips something")]
// A panic reports the failure of a test.
#![allow(clippy::unwrap_used)]

mod common;

use common::{file, graphalytics, published};
use igc_oracle::check::pagerank::{self, Convention};
use igc_oracle::check::{
    CheckError, Column, Place, Scalar, Value, betweenness, bfs, cc, find, kcore, label_propagation,
    mst, scc, sssp, triangles,
};
use igc_oracle::read::{Format, Keys, read};
use igc_oracle::{Adjacency, Weight};

#[test]
fn graphalytics_levels_pass_and_no_others() {
    for (name, source) in [("example-directed", 1), ("example-undirected", 2)] {
        let Some(graph) = graphalytics(name) else {
            continue;
        };
        let levels = published(&format!("{name}-BFS"), graph.nodes(), u32::MAX, |text| {
            u32::try_from(text.parse::<u64>().unwrap()).unwrap_or(u32::MAX)
        });
        assert_eq!(bfs::check_levels(&graph, source, &levels), Ok(()), "{name}");
        for node in 0..levels.len() {
            let mut mutated = levels.clone();
            mutated[node] = mutated[node].wrapping_add(1);
            let mismatch = bfs::check_levels(&graph, source, &mutated).unwrap_err();
            assert_eq!(mismatch.first[0].place, Place::Node(node as u32), "{name}");
        }
    }
}

/// Checks examples that do not contain node 0, which therefore has no neighbours.
#[test]
fn graphalytics_communities_pass() {
    for name in ["example-directed", "example-undirected"] {
        let Some(graph) = graphalytics(name) else {
            continue;
        };
        let mut labels = published(&format!("{name}-CDLP"), graph.nodes(), -1, |text| {
            text.parse::<i128>().unwrap()
        });
        for (node, label) in (0..).zip(&mut labels) {
            if *label == -1 {
                *label = node;
            }
        }
        assert_eq!(label_propagation::check_labels(&graph, 2, &labels), Ok(()), "{name}");
    }
}

/// Checks published distances as whole numbers. The weights have two decimals, so hundredths are
/// whole numbers.
#[test]
fn graphalytics_distances_pass_and_no_others() {
    let hundredths = |value: f64| (value * 100.0).round();
    for (name, source) in [("example-directed", 1), ("example-undirected", 2)] {
        let Some(graph) = graphalytics(name) else {
            continue;
        };
        let edges = graph.all_edges().map(|(u, v, weight)| match weight {
            Some(Weight::Real(weight)) => (u, v, Some(Weight::Integer(hundredths(weight) as i64))),
            other => panic!("{other:?}"),
        });
        let graph = Adjacency::from_edges(graph.nodes(), edges).unwrap();
        let distances = published(&format!("{name}-SSSP"), graph.nodes(), None, |text| {
            text.parse().ok().filter(|value: &f64| value.is_finite()).map(|v| hundredths(v) as u64)
        });
        let distances: Vec<u64> =
            distances.into_iter().map(|distance| distance.unwrap_or(u64::MAX)).collect();
        let check = |distances: &[u64]| sssp::check_distances(&graph, source, distances, u64::MAX);
        assert_eq!(check(&distances), Ok(()), "{name}");
        for node in 0..distances.len() {
            let mut mutated = distances.clone();
            mutated[node] = mutated[node].checked_add(1).unwrap_or(3);
            assert!(check(&mutated).is_err(), "{name} {node}");
        }
    }
}

/// Checks `column` as distances from `source`.
fn check_distances(graph: &Adjacency, column: Column<'_>, source: u32) -> Result<(), CheckError> {
    let values = [Value::Column(column), Value::Scalar(Scalar::U32(source))];
    find("sssp")?.run(graph, &values)
}

/// Checks the published distances with real weights, which also pass after rounding to `f32`.
#[test]
fn graphalytics_real_distances_pass_and_no_others() {
    for (name, source) in [("example-directed", 1), ("example-undirected", 2)] {
        let Some(graph) = graphalytics(name) else {
            continue;
        };
        let exact = published(&format!("{name}-SSSP"), graph.nodes(), f64::INFINITY, |text| {
            text.parse().unwrap_or(f64::INFINITY)
        });
        let rounded: Vec<f32> = exact.iter().map(|&distance| distance as f32).collect();
        assert_eq!(check_distances(&graph, Column::F64(&exact), source), Ok(()), "{name}");
        assert_eq!(check_distances(&graph, Column::F32(&rounded), source), Ok(()), "{name}");
        for node in 0..exact.len() {
            let mut mutated = rounded.clone();
            mutated[node] = if mutated[node] > 0.0 { mutated[node] * 0.999 } else { 0.001 };
            if mutated[node].is_infinite() {
                mutated[node] = 7.0;
            }
            assert!(
                check_distances(&graph, Column::F32(&mutated), source).is_err(),
                "{name} {node}"
            );
        }
    }
}

#[test]
fn graphalytics_components_pass_and_no_others() {
    for name in ["example-directed", "example-undirected"] {
        let Some(graph) = graphalytics(name) else {
            continue;
        };
        // Nodes that are not part of the examples are isolated here, with unique labels.
        let mut labels = published(&format!("{name}-WCC"), graph.nodes(), None, |text| {
            Some(text.parse::<i128>().unwrap())
        });
        for (node, label) in labels.iter_mut().enumerate() {
            label.get_or_insert(-1 - node as i128);
        }
        let labels: Vec<i128> = labels.into_iter().flatten().collect();
        assert_eq!(cc::check_components(&graph, &labels), Ok(()), "{name}");
        for node in (0..graph.nodes()).filter(|&node| !graph.targets(node).is_empty()) {
            let mut mutated = labels.clone();
            mutated[node as usize] = 1000;
            assert!(cc::check_components(&graph, &mutated).is_err(), "{name} {node}");
        }
        assert!(cc::check_components(&graph, &vec![1; labels.len()]).is_err(), "{name}");
    }
}

/// Checks one step of the walk: the published ranks are the result of two steps, and not the fixed
/// point.
#[test]
fn graphalytics_ranks_are_two_steps_from_even_ones() {
    for (name, first) in [("example-directed", 1), ("example-undirected", 2)] {
        let Some(graph) = graphalytics(name) else {
            continue;
        };
        // Nodes below the first are not part of the examples; here they would take part in the
        // walk.
        let edges = graph.all_edges().map(|(u, v, weight)| (u - first, v - first, weight));
        let ranks = published(&format!("{name}-PR"), graph.nodes(), 0.0, |text| {
            text.parse::<f64>().unwrap()
        });
        let graph = Adjacency::from_edges(graph.nodes() - first, edges).unwrap();
        let step = |rank: &[f64]| pagerank::step(&graph, Convention::Normalised, rank, 0.85);
        let even = vec![1.0 / f64::from(graph.nodes()); graph.nodes() as usize];
        let found = step(&step(&even));
        for (found, published) in found.iter().zip(&ranks[first as usize..]) {
            assert!((found - published).abs() < 1e-14, "{name}: {found}, {published}");
        }
    }
}

/// Known properties of a graph. The triangles, the largest component and the largest core number
/// refer to its undirected form.
struct Facts {
    file: &'static str,
    format: Format,
    triangles: u64,
    component: usize,
    core: u32,
    strong_component: usize,
}

/// NetworkX 3 computed all values from the same files.
const FACTS: &[Facts] = &[
    Facts {
        file: "snap/ca-GrQc.txt.gz",
        format: Format::EdgeList,
        triangles: 48_260,
        component: 4158,
        core: 43,
        strong_component: 4158,
    },
    Facts {
        file: "snap/wiki-Vote.txt.gz",
        format: Format::EdgeList,
        triangles: 608_389,
        component: 7066,
        core: 53,
        strong_component: 1300,
    },
    Facts {
        file: "snap/email-Eu-core.txt.gz",
        format: Format::EdgeList,
        triangles: 105_461,
        component: 986,
        core: 34,
        strong_component: 803,
    },
    Facts {
        file: "snap/soc-Epinions1.txt.gz",
        format: Format::EdgeList,
        triangles: 1_624_481,
        component: 75_877,
        core: 67,
        strong_component: 32_223,
    },
    Facts {
        file: "snap/web-NotreDame.txt.gz",
        format: Format::EdgeList,
        triangles: 8_910_005,
        component: 325_729,
        core: 155,
        strong_component: 53_968,
    },
    Facts {
        file: "metis/karate.graph",
        format: Format::Metis,
        triangles: 45,
        component: 34,
        core: 4,
        strong_component: 34,
    },
    Facts {
        file: "metis/4elt.graph",
        format: Format::Metis,
        triangles: 30_269,
        component: 15_606,
        core: 4,
        strong_component: 15_606,
    },
];

/// Returns the number of nodes with the most frequent label.
fn largest(labels: &[u32]) -> usize {
    let mut count = vec![0; labels.len()];
    labels.iter().for_each(|&label| count[label as usize] += 1);
    count.into_iter().max().unwrap_or(0)
}

#[test]
fn known_facts_of_graphs_hold() {
    for facts in FACTS {
        let Some(path) = file(facts.file) else { continue };
        let graph = read(&path, "it", facts.format, &Keys::default()).unwrap().graph;
        assert_eq!(triangles::count(&graph), facts.triangles, "{}", facts.file);
        assert_eq!(largest(&cc::components(&graph)), facts.component, "{}", facts.file);
        assert_eq!(largest(&scc::components(&graph)), facts.strong_component, "{}", facts.file);
        assert_eq!(kcore::cores(&graph).into_iter().max(), Some(facts.core), "{}", facts.file);
        assert!(triangles::check_count(&graph, i128::from(facts.triangles) - 1).is_err());
    }
}

/// Checks the weights of minimum spanning forests, which NetworkX 3 computed from the same files.
#[test]
fn known_forest_weights_pass_and_no_others() {
    for (name, format, total) in [
        ("road/USA-road-d.NY.gr.gz", Format::Dimacs, 261_159_288),
        ("road/rome99.gr", Format::Dimacs, 1_186_386),
        ("metis/lesmis.graph", Format::Metis, 105),
    ] {
        let Some(path) = file(name) else { continue };
        let graph = read(&path, "it", format, &Keys::default()).unwrap().graph;
        assert_eq!(mst::check_weight(&graph, Scalar::U32(total)), Ok(()), "{name}");
        assert_eq!(mst::check_weight(&graph, Scalar::F32(total as f32)), Ok(()), "{name}");
        assert!(mst::check_weight(&graph, Scalar::U32(total + 1)).is_err(), "{name}");
        assert!(mst::check_weight(&graph, Scalar::U32(total - 1)).is_err(), "{name}");
    }
}

/// Checks betweenness and ranks of Zachary's karate club, computed by NetworkX 3. Members 1 and 34,
/// the instructor and the president, are nodes 0 and 33.
#[test]
fn known_values_of_the_karate_club() {
    let Some(path) = file("metis/karate.graph") else { return };
    let graph = read(&path, "it", Format::Metis, &Keys::default()).unwrap().graph;
    let close = |found: f64, known: f64| (found - known).abs() < 1e-12 * known;

    let everyone: Vec<u32> = (0..34).collect();
    let score = betweenness::scores(&graph, &everyone).unwrap();
    for (node, known) in [(0, 231.0714285714286), (33, 160.5515873015873), (2, 75.85079365079366)] {
        // NetworkX counts each undirected path only once.
        assert!(close(score[node] / 2.0, known), "{node}: {}", score[node]);
    }

    let mut rank = vec![1.0 / 34.0; 34];
    for _ in 0..300 {
        rank = pagerank::step(&graph, Convention::Normalised, &rank, 0.85);
    }
    assert!(close(rank[0], 0.09699728538837384), "{}", rank[0]);
    assert!(close(rank[33], 0.10091918233255162), "{}", rank[33]);
    let check =
        |rank: &[f64]| pagerank::check_ranks(&graph, Convention::Normalised, rank, 0.85, 1e-6);
    assert_eq!(check(&rank), Ok(()));
    for node in 0..34 {
        let mut mutated = rank.clone();
        mutated[node] *= 1.001;
        assert!(check(&mutated).is_err(), "{node}");
    }
}
