//! Facts about graphs: they describe graphs of known shapes, are the same each time, and exist for every graph.

use igc_graph::{Graph, GraphFacts, NodeOrder, Offsets, generate};

/// Returns the graph of a generator, such as `grid:30`.
fn graph(spec: &str) -> Graph {
    let (name, size) = spec.split_once(':').expect("a generator has a size");
    let drawn = generate::draw(name, size, &[]).expect("it is a generator");
    drawn.build().expect("the graph is small")
}

/// Returns a graph from the neighbours of each node.
fn rows(rows: &[&[u32]]) -> Graph {
    let ends = rows.iter().scan(0, |end, row| {
        *end += row.len() as u32;
        Some(*end)
    });
    let offsets: Vec<u32> = std::iter::once(0).chain(ends).collect();
    let graph = Graph {
        offsets: Offsets::Narrow(offsets.into()),
        targets: rows.concat().into(),
        weights: None,
        ids: None,
    };
    graph.check().expect("it is a graph");
    graph
}

/// Returns the number of levels of a breadth-first search from a node: 1 if it has no other neighbours.
fn levels(graph: &Graph, start: u32) -> f64 {
    let mut is_known = vec![false; graph.nodes() as usize];
    is_known[start as usize] = true;
    let (mut level, mut count) = (vec![start], 0);
    while !level.is_empty() {
        count += 1;
        let mut next = vec![];
        for node in level {
            for &target in graph.neighbours(node) {
                if !std::mem::replace(&mut is_known[target as usize], true) {
                    next.push(target);
                }
            }
        }
        level = next;
    }
    f64::from(count)
}

/// Returns the facts of a graph, and checks what is true of all facts.
fn facts(graph: &Graph) -> GraphFacts {
    let facts = GraphFacts::of(graph);
    assert_eq!(facts, GraphFacts::of(graph), "facts are the same each time");
    assert_eq!((facts.nodes, facts.edges), (graph.nodes(), graph.edges()));
    let longest = (0..graph.nodes()).map(|node| graph.row(node).len() as u64).max();
    assert!(facts.largest <= longest.unwrap_or(0), "{facts}");
    assert!(facts.skew.is_finite() && facts.skew > 0.0, "{facts}");
    assert!(facts.rounds >= 1.0 && facts.rounds <= f64::from(graph.nodes().max(1)), "{facts}");
    assert!((-1.0..=1.0).contains(&facts.ordered), "{}", facts.ordered);
    for (name, value) in [
        ("degree", facts.degree),
        ("skew", facts.skew),
        ("rounds", facts.rounds),
        ("ordered", facts.ordered),
    ] {
        assert_eq!(facts.get(name), Some(value));
    }
    assert_eq!(facts.get("size"), None);
    facts
}

#[test]
fn graphs_without_edges_have_facts() {
    for nodes in [0, 1, 2, 1000] {
        let facts = facts(&graph(&format!("empty:{nodes}")));
        assert_eq!((facts.degree, facts.skew), (0.0, 1.0));
        assert_eq!((facts.largest, facts.rounds), (0, 1.0));
    }
}

#[test]
fn tiny_graphs_have_facts() {
    let alone = facts(&rows(&[&[0]]));
    assert_eq!((alone.degree, alone.skew, alone.largest, alone.rounds), (1.0, 1.0, 1, 1.0));
    let pair = facts(&rows(&[&[1], &[0]]));
    assert_eq!((pair.degree, pair.skew, pair.largest, pair.rounds), (1.0, 1.0, 1, 2.0));
    // All edges lead to a node without edges.
    let sink = facts(&rows(&[&[2], &[2], &[]]));
    assert_eq!((sink.largest, sink.rounds), (1, 1.0));
}

/// The order of the nodes shows in the outgoing edges, also if the loader counts all edges of a node.
#[test]
fn an_order_by_degree_is_seen() {
    for spec in ["rmat:13", "uniform:14", "road:20000"] {
        let (reordered, _) = graph(spec).reordered(NodeOrder::Degree).expect("there is memory");
        let ordered = facts(&reordered).ordered;
        assert!(ordered > 0.55, "{spec}: {ordered}");
        let unordered = facts(&graph(spec)).ordered;
        assert!(unordered < 0.45, "{spec}: {unordered}");
    }
    let falling: Vec<Vec<u32>> = (0..50).map(|node| vec![0; 50 - node]).collect();
    let falling: Vec<&[u32]> = falling.iter().map(|row| &row[..]).collect();
    assert!(facts(&rows(&falling)).ordered > 0.999_999);
}

#[test]
fn self_loops_and_parallel_edges_lead_nowhere() {
    let neighbours: Vec<[u32; 3]> = (0..500).map(|node| [node; 3]).collect();
    let neighbours: Vec<&[u32]> = neighbours.iter().map(|row| &row[..]).collect();
    let facts = facts(&rows(&neighbours));
    assert_eq!((facts.degree, facts.skew, facts.ordered), (3.0, 1.0, 0.0));
    assert_eq!((facts.largest, facts.rounds), (3, 1.0));
}

#[test]
fn the_width_of_offsets_makes_no_difference() {
    for spec in ["empty:0", "star:600", "rmat:11", "grid:50"] {
        let narrow = graph(spec);
        let wide =
            Graph { offsets: Offsets::Wide(narrow.offsets.widened().into()), ..narrow.clone() };
        assert_eq!(facts(&wide), facts(&narrow), "{spec}");
    }
}

/// Returns the skew of a whole graph.
fn skew(graph: &Graph) -> f64 {
    let degree = |node: u32| graph.row(node).len() as f64;
    let edges = graph.edges() as f64;
    let of_sources = (0..graph.nodes()).map(|node| degree(node).powi(2)).sum::<f64>() / edges;
    let of_targets = graph.targets.iter().map(|target| degree(*target)).sum::<f64>() / edges;
    of_sources.max(of_targets) / (edges / f64::from(graph.nodes()))
}

#[test]
fn skew_tells_equal_degrees_from_unequal_ones() {
    for alike in ["grid:20", "grid:200", "cycle:5000", "chain:5000", "clique:80", "kout:12"] {
        let facts = facts(&graph(alike));
        assert!((0.9..1.2).contains(&facts.skew), "{alike}: {facts}");
    }
    for unequal in ["rmat:8", "rmat:14", "star:500", "star:50000", "tree:900"] {
        let graph = graph(unequal);
        let (facts, real) = (facts(&graph), skew(&graph));
        assert!((0.6..1.7).contains(&(facts.skew / real)), "{unequal}: {facts}, of all {real}");
    }
    assert!(facts(&graph("rmat:14")).skew > 2.5);
    let star = facts(&graph("star:50000"));
    assert!(star.skew > 5000.0, "{star}");
    assert_eq!(star.largest, 49_999);
}

/// Returns the least and the most levels of searches from several nodes that reach others: from the first node, from
/// the middle of the numbers, which is near the middle of a grid, and from the node with most edges.
fn real_levels(graph: &Graph) -> (f64, f64) {
    let richest = (0..graph.nodes()).max_by_key(|node| graph.row(*node).len());
    let starts = [0, graph.nodes() / 2, richest.expect("there are nodes")];
    let real = starts.map(|start| levels(graph, start)).into_iter().filter(|count| *count > 1.0);
    real.fold((f64::INFINITY, 1.0), |(least, most), count| (count.min(least), count.max(most)))
}

#[test]
fn rounds_are_near_the_levels_of_a_search() {
    let within_four = [
        "chain:20",
        "chain:1000",
        "chain:50000",
        "cycle:1000",
        "grid:20",
        "grid:40",
        "grid:200",
        "grid:300",
        "grid:500",
        "road:3000",
        "road:40000",
        "star:1000",
        "tree:4000",
        "clique:100",
        "uniform:12",
        "kout:14",
        "rmat:10",
        "rmat:14",
    ];
    // The searches of a small graph discover few nodes, so the estimate for this grid is low.
    let graphs = within_four.map(|spec| (spec, 4.0)).into_iter().chain([("grid:100", 6.0)]);
    for (spec, factor) in graphs {
        let graph = graph(spec);
        let (facts, (least, most)) = (facts(&graph), real_levels(&graph));
        let is_near = facts.rounds > least / factor && facts.rounds < most * factor;
        assert!(is_near, "{spec}: {facts}, but searches have from {least} to {most}");
    }
}

#[test]
fn searches_stay_within_a_component() {
    // Cycles of ten nodes: a search has 6 levels.
    let neighbours: Vec<[u32; 2]> = (0..3000u32)
        .map(|node| {
            let (first, at) = (node / 10 * 10, node % 10);
            [first + (at + 1) % 10, first + (at + 9) % 10]
        })
        .collect();
    let neighbours: Vec<&[u32]> = neighbours.iter().map(|row| &row[..]).collect();
    let graph = rows(&neighbours);
    assert_eq!(levels(&graph, 7), 6.0);
    assert_eq!(facts(&graph).rounds, 6.0);
}
