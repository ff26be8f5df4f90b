//! Compares generated graphs with the degrees that their specifications request.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

use super::super::tests::{message, spec, try_spec};
use super::*;
use crate::generate::random::{below, number};

/// Returns the out-degrees and the in-degrees of all nodes, counted from the edges.
fn counted(nodes: u32, edges: impl Iterator<Item = Edge>) -> [Vec<u32>; 2] {
    let mut degrees = [vec![0; nodes as usize], vec![0; nodes as usize]];
    for (source, target) in edges {
        degrees[0][source as usize] += 1;
        degrees[1][target as usize] += 1;
    }
    degrees
}

fn degrees_of(text: &str) -> [Vec<u32>; 2] {
    let drawn = spec(text);
    counted(drawn.nodes(), drawn.edges())
}

fn is_simple(edges: &[Edge]) -> bool {
    let different: HashSet<_> = edges.iter().collect();
    different.len() == edges.len() && edges.iter().all(|(source, target)| source != target)
}

fn mean(degrees: &[u32]) -> f64 {
    degrees.iter().map(|&degree| f64::from(degree)).sum::<f64>() / degrees.len() as f64
}

fn deviation(degrees: &[u32]) -> f64 {
    let mean = mean(degrees);
    let squares = degrees.iter().map(|&degree| (f64::from(degree) - mean).powi(2));
    (squares.sum::<f64>() / degrees.len() as f64).sqrt()
}

/// Returns the share of the nodes that have at least this degree.
fn at_least(degrees: &[u32], least: u32) -> f64 {
    degrees.iter().filter(|&&degree| degree >= least).count() as f64 / degrees.len() as f64
}

/// The shares come from the textbook's formulas and the standard library's functions.
#[test]
fn degrees_follow_their_distribution() {
    let [out, r#in] = degrees_of("degrees:40000,out=normal:16:4,in=exponential:16");
    assert_eq!((mean(&out), mean(&r#in)), (16.0, 16.0));
    // Rounding to whole numbers adds 1/12 to the variance.
    assert!((deviation(&out) - (16.0f64 + 1.0 / 12.0).sqrt()).abs() < 0.01);
    assert!((at_least(&out, 21) - 0.1303).abs() < 0.001, "{}", at_least(&out, 21));
    assert!((deviation(&r#in) - (16.0f64 * 17.0).sqrt()).abs() < 0.1, "{}", deviation(&r#in));
    for degree in [1, 5, 20, 60] {
        let expected = (16.0f64 / 17.0).powi(degree);
        assert!((at_least(&r#in, degree as u32) - expected).abs() < 0.001, "{degree}");
    }
    let [out, r#in] = degrees_of("degrees:40000,out=uniform:3..7,in=uniform:0..10");
    assert_eq!([3, 4, 5, 6, 7, 8].map(|k| at_least(&out, k)), [1.0, 0.8, 0.6, 0.4, 0.2, 0.0]);
    assert!((1..=10).all(|k| (at_least(&r#in, k) - f64::from(11 - k) / 11.0).abs() < 1e-4));
    assert_eq!((r#in.iter().max(), mean(&r#in)), (Some(&10), 5.0));
}

/// A power law is a line with slope 1 − exponent in a plot of logarithms.
#[test]
fn the_tail_of_a_power_law_has_its_exponent() {
    for exponent in [2.1, 2.5, 3.0] {
        let text = format!("degrees:200000,out=power:{exponent}:8:100000,in=normal:8:2");
        let [out, _] = degrees_of(&text);
        assert_eq!(mean(&out), 8.0, "{text}");
        let slope = (at_least(&out, 800) / at_least(&out, 100)).ln() / 8f64.ln();
        assert!((slope + exponent - 1.0).abs() < 0.1, "{text}: {slope}");
    }
    let [out, r#in] = degrees_of("degrees:5000,out=power:2:10:200");
    assert_eq!([&out, &r#in].map(|degrees| mean(degrees)), [10.0; 2]);
    assert!([&out, &r#in].iter().all(|degrees| degrees.iter().all(|&degree| degree <= 200)));
    assert!(out != r#in, "the nodes get both degrees independently");
}

#[test]
fn degrees_are_independent_of_the_seed_but_their_nodes_are_not() {
    let text = "degrees:3000,out=exponential:7,in=power:2.5:7:300,seed=";
    let [one, other] = ["1", "2"].map(|seed| degrees_of(&format!("{text}{seed}")));
    for side in 0..2 {
        assert!(one[side] != other[side]);
        let [mut one, mut other] = [one[side].clone(), other[side].clone()];
        one.sort_unstable();
        other.sort_unstable();
        assert!(one == other);
    }
}

#[test]
fn keep_leaves_self_loops_and_parallel_edges() {
    let text = "degrees:400,out=power:2.2:20:300";
    let edges = |text: &str| spec(text).edges().collect::<Vec<_>>();
    let (simple, kept) = (edges(text), edges(&format!("{text},keep")));
    assert!(is_simple(&simple) && !is_simple(&kept));
    assert_eq!(counted(400, simple.into_iter()), counted(400, kept.into_iter()));
    assert_eq!(spec("degrees:1,out=uniform:0..0").draws(), 0);
}

#[test]
fn degrees_come_from_another_graph() {
    let source = spec("rmat:9").build().unwrap();
    let expected = counted(source.nodes(), spec_edges(&source).into_iter());
    let drawn = spec("degrees:same,from=rmat:9");
    let edges: Vec<_> = drawn.edges().collect();
    assert!(is_simple(&edges) && spec_edges(&source) != edges);
    assert_eq!(counted(drawn.nodes(), edges.into_iter()), expected);
    assert_eq!(degrees_of("degrees:512,seed=2,from=rmat:9"), expected);
    // Ten times as many nodes have the same distribution.
    let larger = degrees_of("degrees:5120,from=rmat:9");
    for (found, expected) in larger.iter().zip(&expected) {
        assert!((mean(found) - mean(expected)).abs() < 1e-3);
        assert!((1..90).all(|k| (at_least(found, k) - at_least(expected, k)).abs() < 1e-3));
    }
    // Only one side comes from the other graph.
    let [out, r#in] = degrees_of("degrees:1000,in=normal:4:1,from=uniform:8");
    assert!((deviation(&r#in) - 1.04).abs() < 0.02 && (deviation(&out) - 2.0).abs() < 0.2);
}

#[test]
fn degrees_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a,b.el");
    std::fs::write(&path, "0 1\n0 2\n0 0\n3 1\n").unwrap();
    let text = |keys: &str| format!("degrees:same,keep,from={}{keys}", path.display());
    assert_eq!(degrees_of(&text("")), [vec![3, 0, 0, 1], vec![1, 2, 1, 0]]);
    assert_eq!(degrees_of(&text(",loops=drop")), [vec![2, 0, 0, 1], vec![0, 2, 1, 0]]);
    let error = try_spec(&text(",loops=no")).unwrap_err().to_string();
    assert!(error.contains("must be `keep` or `drop`"), "{error}");
    std::fs::write(&path, "0 x\n").unwrap();
    assert!(try_spec(&text("")).unwrap_err().to_string().contains("found `x`"));
}

/// Counts closed wedges with sets of neighbours.
fn transitivity(text: &str) -> f64 {
    let drawn = spec(text);
    let mut neighbours = vec![HashSet::new(); drawn.nodes() as usize];
    for (source, target) in drawn.edges().filter(|(source, target)| source != target) {
        neighbours[source as usize].insert(target);
        neighbours[target as usize].insert(source);
    }
    let (mut wedges, mut closed) = (0u64, 0u64);
    for around in &neighbours {
        wedges += (around.len() * around.len().saturating_sub(1)) as u64;
        for &other in around {
            closed += around.intersection(&neighbours[other as usize]).count() as u64;
        }
    }
    closed as f64 / wedges as f64
}

#[test]
fn clustering_rises_with_its_key() {
    for (text, groups) in [
        ("degrees:6000,out=uniform:8..8", 0.95),
        ("degrees:6000,out=normal:8:2", 0.6),
        ("degrees:6000,out=exponential:8", 0.4),
        ("degrees:6000,out=power:2.5:8:500,in=normal:8:2", 0.08),
    ] {
        let all = degrees_of(text);
        let found = [0.0, 0.1, 0.3, 0.6, 1.0].map(|clustering| {
            let text = format!("{text},clustering={clustering}");
            assert!(
                is_simple(&spec(&text).edges().collect::<Vec<_>>()) && degrees_of(&text) == all
            );
            transitivity(&text)
        });
        assert!(found[4] > groups && found[0] < 0.05, "{text}: {found:?}");
        assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "{text}: {found:?}");
        let share = (found[2] - found[0]) / (found[4] - found[0]);
        assert!((0.15..0.45).contains(&share), "{text}: {found:?}");
    }
}

#[test]
fn impossible_degrees_are_refused_with_the_reason() {
    for (text, part) in [
        ("degrees:0,out=uniform:0..1", "the size must be a number of nodes, at least 1 (or `same`"),
        ("degrees:same,out=uniform:0..1", "the size must be a number of nodes, at least 1"),
        ("degrees:4294967295,out=uniform:0..1", "4294967295 nodes"),
        ("degrees:9", "the key `out` is missing; it must be uniform:LOW..HIGH, normal:"),
        ("degrees:9,in=uniform:1..3", "the key `out` is missing"),
        ("degrees:9,out=2", "out=2: out must be uniform:LOW..HIGH, normal:MEAN:DEVIATION"),
        ("degrees:9,out=uniform:3..1", "out must be"),
        ("degrees:9,out=uniform:1..3:4", "out must be"),
        ("degrees:9,out=normal:3:0", "out must be"),
        ("degrees:9,out=normal:3:4", "deviations of at most the mean"),
        ("degrees:9,out=normal:inf:4", "out must be"),
        ("degrees:9,out=exponential:-1", "means and deviations above 0"),
        ("degrees:9,out=exponential:NaN", "out must be"),
        ("degrees:9,out=exponential:2:3:4", "out must be"),
        ("degrees:9,out=power:1:2", "exponents from 1.01 to 100"),
        ("degrees:9,out=power:2", "out must be"),
        ("degrees:9,out=uniform:1..3,in=normal:3:1", "sum to 18, but the in-degrees to 27"),
        ("degrees:9,out=uniform:9..9", "the degree 9 is too large: 9 nodes allow at most 8"),
        ("degrees:9,out=power:2:3:9", "the degree 9 is too large"),
        ("degrees:9,out=exponential:5", "degrees from 0 to 8 cannot have this distribution"),
        ("degrees:9,out=power:2:7", "out=power:2:7: degrees from 0 to 8 cannot have"),
        ("degrees:70000,out=uniform:69999..69999", "4899930000 edges"),
        ("degrees:9,out=normal:1e300:1", "edges"),
        ("degrees:1000,out=uniform:0..999", "no graph without self-loops and parallel edges has"),
        ("degrees:9,out=uniform:1..3,clustering=2", "clustering must be a number from 0 (random"),
        ("degrees:9,out=uniform:1..3,keep=no", "keep must be true or false"),
        ("degrees:9,out=uniform:1..3,in=uniform:1..3,from=rmat:3", "`from` has no effect"),
        ("degrees:same,from=degrees:9,out=uniform:1..3", "must not be another graph of `degrees`"),
        ("degrees:same,from=rmta:3", "from=rmta:3: unknown generator 'rmta'"),
        ("degrees:same,from=rmat:3,order=bfs", "put the key `order` in front of `from`"),
        ("degrees:same,from=missing.el", "no file or generator has this name"),
        ("degrees:same,from=empty:0", "this graph has no nodes"),
        ("degrees:5,from=star:100", "cannot have this distribution"),
        ("degrees:same,from=rmat:2,degree=9,keep", "no graph without self-loops and parallel"),
        ("rmat:5,from=rmat:3", "'rmat' has no key 'from'"),
    ] {
        let message = message(text);
        assert!(message.contains(part), "{text}: {message}");
    }
}

/// Returns the edges of a graph in memory.
fn spec_edges(graph: &crate::Graph) -> Vec<Edge> {
    let row = |node| graph.neighbours(node).iter().map(move |&target| (node, target));
    (0..graph.nodes()).flat_map(row).collect()
}

/// The theorem of Fulkerson, Chen and Anstee: whether a simple graph with these degrees exists.
fn has_simple_graph(out: &[u32], r#in: &[u32]) -> bool {
    let mut pairs: Vec<(u32, u32)> = out.iter().copied().zip(r#in.iter().copied()).collect();
    pairs.sort_unstable_by(|one, other| other.cmp(one));
    (1..=pairs.len()).all(|k| {
        let first: u32 = pairs[..k].iter().map(|pair| pair.0).sum();
        let inside: u32 = pairs[..k].iter().map(|pair| pair.1.min(k as u32 - 1)).sum();
        let outside: u32 = pairs[k..].iter().map(|pair| pair.1.min(k as u32)).sum();
        first <= inside + outside
    })
}

fn distributions() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..9u32, 0..9u32).prop_map(|(low, more)| format!("uniform:{low}..{}", low + more)),
        (0.1..9f64, 0.01..1f64).prop_map(|(mean, part)| format!("normal:{mean}:{}", mean * part)),
        (0.01..9f64).prop_map(|mean| format!("exponential:{mean}")),
        (1.01..6f64, 0.01..9f64).prop_map(|(power, mean)| format!("power:{power}:{mean}")),
        (1.5..3f64, 1..9u32, 5..30u32)
            .prop_map(|(e, mean, most)| format!("power:{e}:{mean}:{most}")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("seeds"))),
        ..ProptestConfig::with_cases(400)
    })]

    /// Random specifications give graphs with the requested degrees, or errors.
    #[test]
    fn random_specifications_have_exact_degrees(
        nodes in 1..200u32, out in distributions(), side in proptest::option::of(distributions()),
        clustering in prop_oneof![Just(0.0), 0.0..=1.0], keep: bool, seed: u64,
    ) {
        let keys = [
            ("out".to_owned(), out.clone()),
            ("in".to_owned(), side.clone().unwrap_or(out)),
            ("clustering".to_owned(), clustering.to_string()),
            ("keep".to_owned(), keep.to_string()),
            ("seed".to_owned(), seed.to_string()),
        ];
        let size = nodes.to_string();
        let parameters = Parameters::new("degrees", &size, &keys, KEYS).unwrap();
        let Ok(expected) = degrees(&parameters, seed) else { return Ok(()) };
        match draw(parameters) {
            Ok(drawn) => {
                let edges: Vec<_> = drawn.edges().collect();
                prop_assert!(keep || is_simple(&edges));
                prop_assert_eq!(counted(nodes, edges.into_iter()), [expected.out, expected.r#in]);
            }
            Err(error) => {
                let possible = keep || has_simple_graph(&expected.out, &expected.r#in);
                prop_assert!(!possible, "{}", error);
            }
        }
    }

    /// The counts of a distribution do not increase, and have the requested sum.
    #[test]
    fn counts_have_their_sum(text in distributions(), nodes in 1..5000u32) {
        let distribution = Distribution::parse(&text).unwrap();
        let sum = distribution.sum(nodes) as u64;
        let Ok(counts) = sequence::counts(&distribution, nodes, sum) else { return Ok(()) };
        prop_assert!(counts.first().is_none_or(|&first| first <= nodes));
        prop_assert!(counts.windows(2).all(|pair| pair[0] >= pair[1]));
        prop_assert_eq!(counts.iter().map(|&count| u64::from(count)).sum::<u64>(), sum);
        prop_assert!(counts.len() < nodes as usize);
    }

    /// A simple graph is constructed exactly if one exists.
    #[test]
    fn every_possible_simple_graph_is_found(
        degrees in proptest::collection::vec((0..7u32, 0..7u32), 1..9), seed: u64,
    ) {
        let (out, mut r#in): (Vec<u32>, Vec<u32>) = degrees.into_iter().unzip();
        let sums = [&out, &r#in].map(|side| side.iter().sum::<u32>());
        // The last in-degree makes the sums equal.
        let last = r#in.pop().unwrap();
        prop_assume!(sums[0] + last >= sums[1]);
        r#in.push(sums[0] + last - sums[1]);
        let possible = has_simple_graph(&out, &r#in);
        let degrees = Degrees { out, r#in };
        let found = realise::realise(&degrees, seed);
        prop_assert_eq!(found.is_some(), possible);
        if let Some(edges) = found {
            prop_assert!(is_simple(&edges));
            let counted = counted(degrees.out.len() as u32, edges.into_iter());
            prop_assert_eq!(counted, [degrees.out, degrees.r#in]);
        }
    }

    /// Swaps keep degrees, and remove all self-loops and parallel edges if there are many edges to
    /// swap with, and at most an eighth of all possible ones.
    #[test]
    fn repaired_graphs_are_simple(nodes in 2..60u32, count in 0..300u64, seed: u64) {
        let end = |edge, k| below(u64::from(nodes), number(seed, edge, k)) as u32;
        let mut edges: Vec<Edge> = (0..count).map(|edge| (end(edge, 0), end(edge, 1))).collect();
        let before = counted(nodes, edges.iter().copied());
        match repair::repair(&mut edges, seed) {
            Ok(()) => prop_assert!(is_simple(&edges)),
            Err(repair::Stuck) => {
                let possible = u64::from(nodes) * u64::from(nodes - 1);
                prop_assert!(nodes < 30 || count < 40 || 8 * count > possible);
            }
        }
        prop_assert_eq!(counted(nodes, edges.into_iter()), before);
    }
}
