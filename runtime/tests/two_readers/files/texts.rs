//! Random files in the formats of benchmarks and libraries, as texts and binaries.

use std::fmt::Write;

use igc_graph::{Graph, Weights};

use super::{Edges, File, Random, edges, joined, node_names};

pub(super) fn dimacs(random: &mut Random) -> File {
    let Edges { nodes, edges, .. } = edges(random, true);
    let mut lines = vec![format!("p sp {nodes} {}", edges.len())];
    let edge = |(u, v, weight): &(usize, usize, String)| format!("a {} {} {weight}", u + 1, v + 1);
    lines.extend(edges.iter().map(edge));
    let text = joined(random, lines, &["c note", "", "c"]);
    File { format: "dimacs", bytes: text.into_bytes(), keys: vec![] }
}

pub(super) fn matrix_market(random: &mut Random) -> File {
    let whole = random.one_in(2);
    let Edges { nodes, mut edges, weighted } = edges(random, whole);
    let field = match (weighted, whole) {
        (false, _) => "pattern",
        (true, true) => "integer",
        (true, false) => "Real",
    };
    let symmetry = random.pick(&["general", "symmetric", "hermitian", "skew-symmetric", "General"]);
    if symmetry == "skew-symmetric" && !random.one_in(4) {
        edges.retain(|(u, v, _)| u != v);
    }
    if random.one_in(20) && whole {
        edges.push((0, nodes - 1, i64::MIN.to_string()));
    }
    let banner = format!("%%MatrixMarket matrix coordinate {field} {symmetry}");
    let mut lines = vec![format!("{nodes} {nodes} {}", edges.len())];
    for (u, v, weight) in &edges {
        let value = if weighted { weight } else { "" };
        lines.push(format!("{} {} {value}", u + 1, v + 1));
    }
    if !random.one_in(6) {
        lines.insert(0, banner);
    }
    let text = joined(random, lines, &["% note", ""]);
    File { format: "mtx", bytes: text.into_bytes(), keys: vec![] }
}

pub(super) fn konect(random: &mut Random) -> File {
    let Edges { nodes, edges, weighted } = edges(random, false);
    let kind = random.pick(&["sym", "asym", "bip"]);
    let types = match weighted {
        true => ["posweighted", "signed", "weighted", "positive", ""],
        false => ["unweighted", "positive", "weighted", "unweighted", ""],
    };
    let mut lines = vec![format!("% {kind} {}", random.pick(&types))];
    if kind == "bip" || random.one_in(2) {
        let sizes = format!("% {} {nodes}", edges.len());
        lines.push(if random.one_in(2) { format!("{sizes} {nodes}") } else { sizes });
    }
    let has_time = weighted && random.one_in(4);
    for (u, v, weight) in &edges {
        let value = if weighted { weight } else { "" };
        let time = if has_time { "1040" } else { "" };
        lines.push(format!("{}\t{} {value} {time}", u + 1, v + 1));
    }
    let text = joined(random, lines, &["% note", ""]);
    File { format: "konect", bytes: text.into_bytes(), keys: vec![] }
}

pub(super) fn metis(random: &mut Random) -> File {
    let Edges { nodes, edges, weighted } = edges(random, true);
    let one_ended = random.one_in(2);
    let mut rows = vec![vec![]; nodes];
    for (u, v, weight) in &edges {
        rows[*u].push((*v, weight));
        if !one_ended {
            rows[*v].push((*u, weight));
        }
    }
    let (hundreds, sizes) = (random.one_in(2), random.one_in(2));
    let node_weights = if random.one_in(3) { 1 + random.below(2) } else { 0 };
    let digits = [hundreds, node_weights > 0, weighted].map(|digit| u8::from(digit).to_string());
    let constraints = if node_weights > 0 { node_weights.to_string() } else { String::new() };
    let mut lines = vec![format!("{nodes} {} {} {constraints}", edges.len(), digits.concat())];
    for row in rows {
        let mut line = String::new();
        for _ in 0..node_weights + usize::from(hundreds && sizes) {
            write!(line, "{} ", random.below(4)).unwrap();
        }
        for (neighbour, weight) in row {
            write!(line, "{} {} ", neighbour + 1, if weighted { weight } else { "" }).unwrap();
        }
        lines.push(line);
    }
    let text = joined(random, lines, &["% note"]);
    File { format: "metis", bytes: text.into_bytes(), keys: vec![] }
}

pub(super) fn ligra(random: &mut Random) -> File {
    let Edges { nodes, mut edges, weighted } = edges(random, false);
    edges.sort_by_key(|edge| edge.0);
    let title = if weighted { "WeightedAdjacencyGraph" } else { "AdjacencyGraph" };
    let mut lines = vec![title.to_owned(), nodes.to_string(), edges.len().to_string()];
    let offset = |node| edges.iter().filter(|edge| edge.0 < node).count().to_string();
    lines.extend((0..nodes).map(offset));
    lines.extend(edges.iter().map(|edge| edge.1.to_string()));
    lines.extend(edges.iter().filter(|_| weighted).map(|edge| edge.2.clone()));
    let (first, rest) = (lines.remove(0), lines);
    let rest = rest.chunks(1 + random.below(3)).map(|words| words.join(" "));
    let lines = std::iter::once(first).chain(rest).collect();
    let text = joined(random, lines, &["", "  "]);
    File { format: "ligra", bytes: text.into_bytes(), keys: vec![] }
}

pub(super) fn adjacency_list(random: &mut Random) -> File {
    let Edges { nodes, edges, .. } = edges(random, true);
    let names = node_names(random, nodes);
    let names: Vec<String> = names.iter().map(|name| name.replace([' ', '#'], "_")).collect();
    let mut lines = vec![];
    for node in 0..nodes {
        let mut words = vec![names[node].clone()];
        let of = edges.iter().filter(|edge| edge.0 == node);
        words.extend(of.map(|edge| names[edge.1].clone()));
        let line = words.join(random.pick(&[" ", "  ", "\t"]));
        lines.push(if random.one_in(6) { format!("{line} # x y") } else { line });
    }
    let text = joined(random, lines, &["# note", "", " "]);
    File { format: "adjlist", bytes: text.into_bytes(), keys: vec![] }
}

pub(super) fn binary(random: &mut Random) -> File {
    let Edges { nodes, mut edges, weighted } = edges(random, true);
    edges.sort_by_key(|edge| edge.0);
    let mut offsets = vec![0u32; nodes + 1];
    edges.iter().for_each(|edge| offsets[edge.0 + 1] += 1);
    (0..nodes).for_each(|node| offsets[node + 1] += offsets[node]);
    let targets = edges.iter().map(|edge| edge.1 as u32).collect();
    let is_wide = random.one_in(2);
    let weight = |random: &mut Random| match is_wide {
        true => random.below(1 << 40) as i64 - (1 << 20),
        false => random.below(1 << 20) as i64,
    };
    let weights: Vec<i64> = edges.iter().map(|_| weight(random)).collect();
    let narrow = weights.iter().map(|weight| u32::try_from(*weight));
    let weights = match narrow.collect() {
        Ok(narrow) => Weights::U32(narrow),
        Err(_) => Weights::I64(weights.into()),
    };
    let mut graph = Graph { offsets: offsets.into(), targets, weights: Some(weights), ids: None };
    let format = match random.below(4) {
        0 => igc_graph::Format::Galois,
        1 if weighted && !is_wide => igc_graph::Format::Wsg,
        2 if !is_wide => igc_graph::Format::Egr,
        _ => igc_graph::Format::Sg,
    };
    let weighted = weighted && format != igc_graph::Format::Sg || format == igc_graph::Format::Wsg;
    graph.weights = graph.weights.filter(|_| weighted);
    let mut bytes = vec![];
    igc_graph::write::write(&graph, &mut bytes, format).unwrap();
    let is_gap = matches!(format, igc_graph::Format::Sg | igc_graph::Format::Wsg);
    if is_gap && random.one_in(2) {
        // An undirected graph has no reversed graph after it.
        bytes[0] = 0;
        bytes.truncate(17 + (bytes.len() - 17) / 2);
    }
    let keys = match format {
        igc_graph::Format::Galois => {
            vec![random.pick(&["weights=keep", "weights=big", "weights=float"]).into()]
        }
        _ => vec![],
    };
    File { format: format.name(), bytes, keys }
}
