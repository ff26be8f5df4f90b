//! Compares generated graphs with published facts, with graphs drawn by hand, and with their own
//! definitions.

use std::collections::VecDeque;

use rayon::iter::ParallelIterator;

use super::*;
use crate::csr::Weights;
use crate::spec::GraphSpec;

/// Draws the graph of `NAME:SIZE,KEY=VALUE,…`.
pub(super) fn try_spec(spec: &str) -> Result<Drawn, GenerateError> {
    match GraphSpec::parse(spec).unwrap() {
        GraphSpec::Generator { name, size, keys, .. } => draw(&name, &size, &keys),
        GraphSpec::File { .. } => panic!("{spec} is a file"),
    }
}

pub(super) fn spec(text: &str) -> Drawn {
    try_spec(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(super) fn message(text: &str) -> String {
    try_spec(text).expect_err(text).to_string()
}

/// Returns the edges of the graph, sorted. If the graph is simple, duplicates and self-loops are
/// removed.
fn sorted(drawn: &Drawn) -> Vec<(u32, u32)> {
    let mut edges: Vec<_> = drawn.par_chunks().collect::<Vec<_>>().concat();
    if drawn.is_simple() {
        edges.retain(|(source, target)| source != target);
        edges.sort_unstable();
        edges.dedup();
    }
    edges.sort_unstable();
    edges
}

fn rows(drawn: &Drawn) -> Vec<Vec<u32>> {
    let mut rows = vec![Vec::new(); drawn.nodes() as usize];
    for (source, target) in sorted(drawn) {
        rows[source as usize].push(target);
    }
    rows
}

fn largest_degree(rows: &[Vec<u32>]) -> usize {
    rows.iter().map(Vec::len).max().unwrap_or(0)
}

/// Runs a breadth-first search. Returns the number of nodes that it reaches, the last of them, and
/// the level of that node.
fn search(rows: &[Vec<u32>], source: u32) -> (usize, u32, u32) {
    let mut level = vec![u32::MAX; rows.len()];
    level[source as usize] = 0;
    let mut queue = VecDeque::from([source]);
    let (mut reached, mut last) = (0, source);
    while let Some(node) = queue.pop_front() {
        (reached, last) = (reached + 1, node);
        for &target in &rows[node as usize] {
            if level[target as usize] == u32::MAX {
                level[target as usize] = level[node as usize] + 1;
                queue.push_back(target);
            }
        }
    }
    (reached, last, level[last as usize])
}

/// Returns the FNV-1a hash of the number of nodes, the edges in the order of the draws, and the
/// weights.
fn fingerprint(drawn: &Drawn) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut word = |value: u32| {
        for byte in value.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    word(drawn.nodes());
    for (source, target) in drawn.edges() {
        word(source);
        word(target);
        word(drawn.weight(source, target).unwrap_or(u32::MAX));
    }
    hash
}

/// Compares graphs with fixed hashes. A change of these hashes changes graphs that published
/// measurements name by their specification.
#[test]
fn graphs_stay_what_they_are() {
    let golden = [
        ("rmat:10", 0xf1b1_0afb_da92_bf7f),
        ("rmat:8,seed=7,degree=3,a=0.25,b=0.25,c=0.25,keep", 0xf413_0931_99e1_c601),
        ("uniform:10", 0x6d6e_463a_d443_4959),
        ("uniform:6,seed=2,degree=9,simple,weights=5..9", 0xd330_d637_bdf4_be29),
        ("kout:10", 0x357f_fa2c_786c_9e0b),
        ("kout:6,seed=2,degree=9,simple,weights=5..9", 0x1646_57a4_e343_43fb),
        ("clique:7", 0x6597_94d3_1156_0c12),
        ("road:1000", 0x0bd4_85e9_f951_b498),
        ("road:77,seed=9,degree=4,weights=1..100", 0xd540_deac_f2b8_3878),
        ("degrees:500,out=power:2.1:6,in=normal:6:2,seed=7", 0xb006_04c0_4fd9_d872),
        ("degrees:300,out=exponential:5:40,in=uniform:3..7,clustering=0.3", 0x7230_3626_dde4_bce6),
        ("degrees:6,out=uniform:0..5,keep,weights=5..9", 0xa230_207e_7821_20c0),
        ("degrees:60,out=uniform:8..59", 0x960b_2e2a_46fd_300d),
        ("degrees:same,from=rmat:8,degree=3", 0x9a6a_35e3_8c99_a12d),
        ("degrees:400,seed=5,in=power:3:2.76,from=road:100", 0x6246_2b50_3fcf_a61b),
        ("grid:3x5", 0x443e_2836_0197_1f0a),
        ("tree:9,weights=none", 0x35c5_c5c8_5a41_398c),
    ];
    let found: Vec<_> = golden.iter().map(|(text, _)| (*text, fingerprint(&spec(text)))).collect();
    assert_eq!(found, golden, "{found:#x?}");
}

/// The offsets of the first graph take 17 GB, and its targets more than any machine has.
#[test]
fn a_graph_that_does_not_fit_is_refused_before_its_edges_are_drawn() {
    for text in ["kout:31,degree=8000", "uniform:31,degree=8000", "rmat:31,degree=8000"] {
        let start = std::time::Instant::now();
        let error = spec(text).build().unwrap_err();
        assert!(matches!(error.problem, crate::Problem::OutOfMemory { .. }), "{text}: {error}");
        assert!(start.elapsed().as_secs() < 5, "{text}: {:?}", start.elapsed());
    }
}

/// The rows of a generator that writes them to their places are those of its draws.
#[test]
fn rows_in_order_are_those_of_any_order() {
    for text in ["kout:9", "kout:7,degree=40,simple", "kout:4,degree=0", "clique:33", "clique:1"] {
        let drawn = spec(text);
        let mut edges: Vec<_> = drawn.edges().collect();
        edges.sort_unstable();
        if drawn.is_simple() {
            edges.dedup();
            edges.retain(|(source, target)| source != target);
        }
        let graph = drawn.build().unwrap();
        let rows = (0..graph.nodes()).flat_map(|node| {
            graph.neighbours(node).iter().map(move |target| (node, *target)).collect::<Vec<_>>()
        });
        assert_eq!(rows.collect::<Vec<_>>(), edges, "{text}");
    }
}

#[test]
fn any_number_of_threads_draws_the_same() {
    for text in ["rmat:14", "uniform:15", "road:50000", "kout:12", "degrees:9000,out=power:2.2:9"] {
        let drawn_by = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let drawn = spec(text);
                (fingerprint(&drawn), drawn.par_chunks().collect::<Vec<_>>().concat())
            })
        };
        let (alone, together) = (drawn_by(1), drawn_by(5));
        assert!(alone == together, "{text}");
        assert!(together.1.iter().copied().eq(spec(text).edges()), "{text}: chunks are in order");
    }
}

#[test]
fn a_draw_can_be_made_alone() {
    let drawn = spec("rmat:12");
    let all: Vec<_> = drawn.edges().collect();
    assert_eq!(drawn.chunk(777..779).collect::<Vec<_>>(), all[777..779]);
    assert_eq!(drawn.chunk(40_000..50_000).count(), 0, "past the end there is nothing");
}

#[test]
fn rmat_is_skewed_and_simple() {
    let drawn = spec("rmat:14");
    assert_eq!((drawn.nodes(), drawn.draws()), (1 << 14, 8 << 14));
    let rows = rows(&drawn);
    assert!(rows.iter().enumerate().all(|(node, row)| !row.contains(&(node as u32))));
    let edges: usize = rows.iter().map(Vec::len).sum();
    assert!(edges > 120_000 && edges < 8 << 14, "{edges}");
    assert!((200..500).contains(&largest_degree(&rows)), "{}", largest_degree(&rows));
}

#[test]
fn rmat_quadrants_have_their_probabilities() {
    let drawn = spec("rmat:1,degree=100000,a=0.5,b=0.3,c=0.2,keep");
    let mut quadrants = [0u32; 4];
    drawn.edges().for_each(|(source, target)| quadrants[(2 * source + target) as usize] += 1);
    assert!(quadrants[0].abs_diff(100_000) < 1000, "{quadrants:?}");
    assert!(quadrants[1].abs_diff(60_000) < 1000, "{quadrants:?}");
    assert!(quadrants[2].abs_diff(40_000) < 1000, "{quadrants:?}");
    assert_eq!(quadrants[3], 0, "d is 0");
}

#[test]
fn uniform_keeps_every_draw() {
    let drawn = spec("uniform:16");
    assert_eq!((drawn.nodes(), sorted(&drawn).len()), (1 << 16, 4 << 16));
    // Degrees follow a Poisson distribution with mean 4. With 65,536 nodes, the largest is 15 to
    // 18.
    assert!((13..=20).contains(&largest_degree(&rows(&drawn))));
    let simple = spec("uniform:4,simple");
    assert!(sorted(&simple).len() < 4 << 4);
}

#[test]
fn roads_are_planar_connected_and_sparse() {
    for nodes in [1u32, 2, 3, 5, 9, 10, 1000, 20_000] {
        let drawn = spec(&format!("road:{nodes}"));
        let rows = rows(&drawn);
        assert_eq!(rows.len(), nodes as usize);
        assert_eq!(search(&rows, 0).0, rows.len(), "road:{nodes} is connected");
        assert_planar_lattice(&rows);
        let symmetric = rows.iter().enumerate().all(|(node, row)| {
            row.iter().all(|&target| rows[target as usize].contains(&(node as u32)))
        });
        assert!(symmetric, "road:{nodes}");
        if nodes >= 1000 {
            let mean = drawn.draws() as f64 / f64::from(nodes);
            assert!((mean - 2.76).abs() < 0.005, "road:{nodes} has mean degree {mean}");
        }
    }
}

/// Asserts that every edge connects lattice neighbours, that no edge occurs twice, and that no
/// square has both its diagonals. These conditions imply that edges drawn as straight lines never
/// cross, and that each node has at most 8 neighbours.
fn assert_planar_lattice(rows: &[Vec<u32>]) {
    let columns = (rows.len() as f64).sqrt().ceil() as u32;
    let joined = |one: u32, other: u32| rows[one as usize].contains(&other);
    for (node, row) in rows.iter().enumerate() {
        let node = node as u32;
        assert!(row.windows(2).all(|pair| pair[0] < pair[1]), "node {node} has a double edge");
        for &target in row {
            let down = (target / columns).abs_diff(node / columns);
            let right = (target % columns).abs_diff(node % columns);
            assert!(down <= 1 && right <= 1 && down + right > 0, "{node} to {target}");
            if down + right == 2 {
                // The ends of the other diagonal of the square.
                let one = node / columns * columns + target % columns;
                let other = target / columns * columns + node % columns;
                let exist = (one.max(other) as usize) < rows.len();
                assert!(!exist || !joined(one, other), "{node}-{target} crosses {one}-{other}");
            }
        }
        assert!(row.len() <= 8);
    }
}

/// Compares the default road graph with New York, which has 264,346 nodes and a diameter of 620.
#[test]
fn a_road_map_of_new_yorks_size_has_new_yorks_shape() {
    let drawn = spec("road:264346");
    assert_eq!(drawn.draws(), 729_594);
    let rows = rows(&drawn);
    // The level of the last node of a search is the eccentricity of the source, which is a lower
    // bound on the diameter.
    let (reached, far, from_first) = search(&rows, 0);
    let (_, _, diameter_at_least) = search(&rows, far);
    assert_eq!(reached, 264_346);
    assert!(diameter_at_least >= 600, "{from_first} levels from 0, then {diameter_at_least}");
    assert!(largest_degree(&rows) <= 8);
}

#[test]
fn small_graphs_are_what_a_hand_draws() {
    let edges = |text: &str| sorted(&spec(text));
    assert_eq!(edges("empty:5"), []);
    assert_eq!(spec("empty:5").nodes(), 5);
    assert_eq!(spec("empty:0").nodes(), 0);
    assert_eq!(edges("chain:3"), [(0, 1), (1, 0), (1, 2), (2, 1)]);
    assert_eq!(edges("chain:1"), []);
    assert_eq!(edges("cycle:3,directed"), [(0, 1), (1, 2), (2, 0)]);
    assert_eq!(edges("star:3"), [(0, 1), (0, 2), (1, 0), (2, 0)]);
    assert_eq!(edges("tree:6,directed"), [(0, 1), (0, 2), (1, 3), (1, 4), (2, 5)]);
    assert_eq!(edges("clique:3"), [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]);
    assert_eq!(edges("clique:1"), []);
    let grid = [(0, 1), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (4, 5)];
    assert_eq!(edges("grid:2x3,directed"), grid);
    assert_eq!(edges("grid:2x3").len(), 14);
    assert_eq!(edges("grid:1"), []);
    assert_eq!(spec("grid:4").nodes(), 16);
}

#[test]
fn weights_follow_their_key() {
    assert_eq!(spec("chain:9").weight_rule(), WeightRule::Range { low: 1, high: 100 });
    assert_eq!(spec("chain:9,weights=none").weight(0, 1), None);
    assert_eq!(spec("chain:9,weights=7..7").weight(0, 1), Some(7));
    assert_eq!(spec("road:9").weight_rule(), WeightRule::Distance { columns: 3 });
    assert!((500..1500).contains(&spec("road:9").weight(0, 1).unwrap()));
}

#[test]
fn requests_that_mean_nothing_are_refused_with_what_would_be_accepted() {
    for (text, part) in [
        (
            "rmta:20",
            "unknown generator 'rmta'; the known generators are rmat, uniform, kout, road, d",
        ),
        ("rmat:20,sed=3", "'rmat' has no key 'sed'; its keys are a, b, c, degree, keep, seed, w"),
        ("rmat:20,seed=3,seed=4", "'seed' is given twice"),
        ("rmat:x", "must be the binary logarithm"),
        ("rmat:-1", "must be the binary logarithm"),
        (
            "rmat:31,degree=10000",
            "'rmat:31' has 21474836480000 edges; a graph can have at most 17592186044416",
        ),
        ("rmat:32", "4294967296 nodes"),
        ("rmat:4000000000", "170141183460469231731687303715884105728 nodes"),
        ("kout:31,degree=4294967295", "edges"),
        ("rmat:4,degree=1.5", "degree=1.5: degree must be a whole number"),
        ("rmat:4,a=1.1", "a probability from 0 to 1"),
        ("rmat:4,a=NaN", "a probability from 0 to 1"),
        ("rmat:4,a=.5,b=.4,c=.2", "a + b + c is 1.1"),
        ("rmat:4,keep=maybe", "keep must be true or false"),
        ("uniform:4,weights=9..1", "weights must be none, or a range"),
        ("uniform:4,weights=", "weights must be none, or a range"),
        ("uniform:4,seed=-1", "seed must be a whole number"),
        ("road:0", "must be a number of nodes from 1"),
        ("road:4294967295", "nodes"),
        ("road:3000000000", "must be a number of nodes from 1 to 2^31"),
        ("road:9,degree=9", "a mean degree from 0 to 8"),
        ("cycle:2", "at least 3"),
        ("chain:0", "at least 1"),
        ("clique:5000000", "24999995000000 edges"),
        ("grid:3x", "ROWSxCOLS"),
        ("grid:0x4", "ROWSxCOLS"),
        ("grid:70000", "4900000000 nodes"),
        ("clique:3,directed", "'clique' has no key 'directed'; its keys are weights"),
    ] {
        let message = message(text);
        assert!(message.contains(part), "{text}: {message}");
    }
}

/// Checks that the graph in memory has the edges of the draws, sorted, with their weights.
#[test]
fn the_graph_is_what_was_drawn() {
    for text in [
        "rmat:12",
        "rmat:10,keep",
        "uniform:14",
        "road:9000",
        "empty:3",
        "empty:0",
        "star:40000",
        "degrees:3000,out=power:2.5:9",
    ] {
        let drawn = spec(text);
        let graph = drawn.build().unwrap();
        let found: Vec<(u32, u32)> = (0..graph.nodes())
            .flat_map(|node| graph.neighbours(node).iter().map(move |&target| (node, target)))
            .collect();
        let expected = sorted(&drawn);
        assert!(found == expected, "{text}");
        assert_eq!(graph.nodes(), drawn.nodes());
        let weights = expected.iter().map(|&(u, v)| drawn.weight(u, v).unwrap()).collect();
        assert!(graph.weights == Some(Weights::U32(weights)), "{text}");
    }
    assert_eq!(spec("chain:3,weights=none").build().unwrap().weights, None);
}

/// Compares graphs with published values: rmat20 of the LonestarGPU suite has 8,259,994 edges and
/// largest degree 1,181; 2e23 has 33,554,432 edges and largest degree 16. The exact numbers in this
/// test come from an implementation of the same definitions in C++. The test runs only in optimised
/// builds, where it takes seconds.
#[cfg(not(debug_assertions))]
#[test]
fn large_graphs_have_published_sizes() {
    let rmat = rows(&spec("rmat:20"));
    let edges: usize = rmat.iter().map(Vec::len).sum();
    assert!(edges.abs_diff(8_259_994) < 8_259_994 / 200, "{edges}");
    assert!((1100..1300).contains(&largest_degree(&rmat)), "{}", largest_degree(&rmat));
    println!("rmat:20 edges={edges} largest={}", largest_degree(&rmat));

    let uniform = spec("uniform:23");
    assert_eq!((uniform.nodes(), uniform.draws()), (8_388_608, 33_554_432));
    assert_eq!(largest_degree(&rows(&uniform)), 18);
}
