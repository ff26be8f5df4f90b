//! Compares the loader of graphs with the readers of the oracles, which share no code: a file that the
//! loader accepts is the same graph for both.
//!
//! Each case is a random graph in a random format. The text varies in everything that the format
//! allows, such as comments, headers and the order of columns, and has random keys. Some files are then
//! damaged, because both readers must agree about these as well.

// Helper functions of tests may panic.
#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::fmt::Write;

use igc_compiler::configuration::Configuration;
use igc_compiler::data::Rounding;
use igc_compiler::driver::compile;
use igc_graph::{Graph, Weights};
use igc_oracle::Weight;
use igc_runtime::input::Input;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

const CASES: u32 = 3000;

/// Texts of weights. Each of the last four has another nearest `f32` if it is first rounded to `f64`.
const REAL_WEIGHTS: [&str; 11] = [
    "0.5",
    "-0.0",
    "3.0",
    "1e3",
    "-2.5e-3",
    "7",
    ".5",
    "1.00000005960464477539062500001",
    "16777217.0000000001",
    "-1.00000005960464477539062500001",
    "100000005960464477539.062500001e-20",
];

/// Random numbers from a seed (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % bound as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

/// A file: its format, its content and the keys of its specification.
struct File {
    format: &'static str,
    bytes: Vec<u8>,
    keys: Vec<String>,
}

/// The edges of a random graph, with the text of their weights.
struct Edges {
    nodes: usize,
    edges: Vec<(usize, usize, String)>,
    weighted: bool,
}

fn edges(random: &mut Random, whole: bool) -> Edges {
    let nodes = 1 + random.below(7);
    let kind = if whole { random.below(2) } else { random.below(3) };
    let count = random.below(12);
    let edge = |random: &mut Random| {
        let weight = match kind {
            0 => random.below(100).to_string(),
            1 => {
                let large = ["-5", "9223372036854775807", "4294967296", "0", "-0", "007", "+3"];
                random.pick(&large).to_owned()
            }
            _ => random.pick(&REAL_WEIGHTS).to_owned(),
        };
        (random.below(nodes), random.below(nodes), weight)
    };
    let edges = (0..count).map(|_| edge(random)).collect();
    Edges { nodes, edges, weighted: random.one_in(2) }
}

/// Joins lines with random comments and blank lines between them.
fn joined(random: &mut Random, lines: Vec<String>, comments: &[&str]) -> String {
    let end = random.pick(&["\n", "\n", "\r\n", "\r"]);
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        if at > 0 && !comments.is_empty() && random.one_in(8) {
            text += random.pick(comments);
            text += end;
        }
        text += line;
        if at + 1 < lines.len() || !random.one_in(4) {
            text += end;
        }
    }
    if random.one_in(10) { format!("\u{feff}{text}") } else { text }
}

fn edge_list(random: &mut Random, format: &'static str) -> File {
    let Edges { nodes, edges, weighted } = edges(random, false);
    let weighted = weighted || format == "wel";
    let ignores = random.one_in(3);
    let mut lines = vec![];
    if random.one_in(3) {
        lines.push(format!("# igc nodes {}", nodes + random.below(3)));
    }
    let separator = random.pick(&[" ", "\t", ",", ", ", "  "]);
    let mut columns = vec![0, 1];
    columns.extend(weighted.then_some(2));
    let named = random.one_in(2);
    if named {
        columns.extend((ignores && random.one_in(2)).then_some(3));
        for at in (1..columns.len()).rev() {
            columns.swap(at, random.below(at + 1));
        }
        let names: [&[&str]; 4] = [
            &["source", "src", "from", "u", "Source", "\"from\""],
            &["target", "destination", "dst", "to", "v", "TO", "\"dst\""],
            &["weight", "w", "W", "\"weight\""],
            &["id", "name", "\"note\"", "cap"],
        ];
        let names: Vec<&str> = columns.iter().map(|column| random.pick(names[*column])).collect();
        lines.push(names.join(separator));
    }
    for (source, target, weight) in edges {
        let cell = |random: &mut Random, column: &usize| match column {
            0 => source.to_string(),
            1 => target.to_string(),
            2 if ignores && random.one_in(4) => "{}".into(),
            2 => weight.clone(),
            _ => random.pick(&["x", "\"a, b\"", "5", "", "7 7"]).to_owned(),
        };
        let cells: Vec<String> = columns.iter().map(|column| cell(random, column)).collect();
        lines.push(cells.join(separator));
    }
    let text = joined(random, lines, &["# note", "% note", "", "  "]);
    let keys = if ignores { vec!["weights=ignore".into()] } else { vec![] };
    File { format, bytes: text.into_bytes(), keys }
}

/// A table with named columns, names of nodes, and every kind of field.
fn table(random: &mut Random, format: &'static str) -> File {
    let Edges { nodes, edges, weighted } = edges(random, false);
    let weighted = weighted || format == "wel";
    let names = node_names(random, nodes);
    let is_number = |name: &String| name.parse::<u32>().is_ok();
    let numbered = names.iter().all(is_number) && random.one_in(2);
    let (separator, key) =
        [(",", "comma"), (";", "semicolon"), ("\t", "tab"), (" ", "blanks")][random.below(4)];
    // The columns of the source, of the target, of the weight, and two others.
    let mut columns = vec![0, 1, 3, 4];
    columns.extend(weighted.then_some(2));
    for at in (1..columns.len()).rev() {
        columns.swap(at, random.below(at + 1));
    }
    let quoted = |random: &mut Random, text: &str| match random.below(5) {
        0 => format!("\"{}\"", text.replace('"', "\"\"")),
        1 if separator != " " => format!(" {text} "),
        _ if separator == " " && (text.is_empty() || text.contains(' ')) => format!("\"{text}\""),
        _ => text.to_owned(),
    };
    let titles = ["from", "to", "km", "", "a \u{e9}"];
    let has_header = random.one_in(2);
    let mut lines = vec![];
    if has_header {
        let cells = columns.iter().map(|&column| quoted(random, titles[column]));
        lines.push(cells.collect::<Vec<_>>().join(separator));
    }
    for (source, target, weight) in edges {
        let cell = |random: &mut Random, &column: &usize| match column {
            0 => quoted(random, &names[source]),
            1 => quoted(random, &names[target]),
            2 => quoted(random, &weight),
            3 if separator != " " => {
                random.pick(&["x", "\"a,;\t\"\"\nb\"", "5", "", "7 7\""]).into()
            }
            _ => random.pick(&["x", "\"a b\"", "5\"", "\"\""]).into(),
        };
        let cells: Vec<String> = columns.iter().map(|column| cell(random, column)).collect();
        lines.push(cells.join(separator));
    }
    let mut keys = vec![];
    let names = has_header && random.one_in(2);
    let place = |column: usize| columns.iter().position(|one| *one == column);
    for (column, key) in [(0, "source"), (1, "target"), (2, "weight")] {
        if let Some(place) = place(column) {
            let value = if names { titles[column].to_owned() } else { (place + 1).to_string() };
            keys.push(format!("{key}={value}"));
        }
    }
    if !names {
        keys.push(format!("header={}", if has_header { "yes" } else { "no" }));
    }
    if random.one_in(2) {
        keys.push(format!("separator={key}"));
    }
    if numbered {
        keys.push("ids=numbers".into());
    }
    let text = joined(random, lines, &["", "  "]);
    let text = if random.one_in(4) { format!("# note, \"x\n{text}") } else { text };
    File { format, bytes: text.into_bytes(), keys }
}

/// Returns a name for each node: numbers, texts, or both.
fn node_names(random: &mut Random, nodes: usize) -> Vec<String> {
    const TEXTS: [&str; 12] = [
        "ann",
        "Ann",
        "ann lee",
        "a,b",
        "a;b",
        "a\"b",
        "\u{e9}",
        "2024-01-05",
        "-0",
        "1e3",
        "007",
        "#x",
    ];
    let kind = random.below(4);
    let name = |node: usize, random: &mut Random| match kind {
        0 => node.to_string(),
        1 => format!("{}", 1_000_000_007 * node as i64 - 5),
        2 => format!("{node}{}", random.pick(&["", ".0", ".00"])),
        _ => TEXTS[(node + random.below(3)) % TEXTS.len()].to_owned(),
    };
    (0..nodes).map(|node| name(node, random)).collect()
}

fn dimacs(random: &mut Random) -> File {
    let Edges { nodes, edges, .. } = edges(random, true);
    let mut lines = vec![format!("p sp {nodes} {}", edges.len())];
    let edge = |(u, v, weight): &(usize, usize, String)| format!("a {} {} {weight}", u + 1, v + 1);
    lines.extend(edges.iter().map(edge));
    let text = joined(random, lines, &["c note", "", "c"]);
    File { format: "dimacs", bytes: text.into_bytes(), keys: vec![] }
}

fn matrix_market(random: &mut Random) -> File {
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

fn konect(random: &mut Random) -> File {
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

fn metis(random: &mut Random) -> File {
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

fn ligra(random: &mut Random) -> File {
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

fn adjacency_list(random: &mut Random) -> File {
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

fn binary(random: &mut Random) -> File {
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

fn file(random: &mut Random) -> File {
    let mut file = match random.below(13) {
        0 | 1 => edge_list(random, "el"),
        2 => edge_list(random, "wel"),
        8 | 9 => table(random, "el"),
        10 => table(random, "wel"),
        11 => ligra(random),
        12 => adjacency_list(random),
        3 => dimacs(random),
        4 => matrix_market(random),
        5 => konect(random),
        6 => metis(random),
        _ => binary(random),
    };
    let others = [
        ["weights=ignore", "weights=keep"],
        ["loops=drop", "loops=keep"],
        ["parallel=first", "parallel=least"],
        ["compact", "compact=no"],
        ["symmetric", "symmetric=yes"],
        ["sparse", "order=bfs"],
    ];
    for values in others {
        let key = |text: &str| text.split('=').next().unwrap().to_owned();
        let is_given = file.keys.iter().any(|given| key(given) == key(values[0]));
        if random.one_in(4) && !is_given {
            file.keys.push(random.pick(&values).into());
        }
    }
    file
}

/// Changes, inserts or removes a byte.
fn damage(random: &mut Random, bytes: &mut Vec<u8>) {
    const BYTES: &[u8] = b"0123 \t\n\r,;-.\"#%acpuvw\0e";
    if bytes.is_empty() {
        return;
    }
    let (at, byte) = (random.below(bytes.len()), BYTES[random.below(BYTES.len())]);
    match random.below(3) {
        0 => bytes[at] = byte,
        1 => bytes.insert(at, byte),
        _ => drop(bytes.remove(at)),
    }
}

/// Returns how the two graphs differ.
fn difference(input: &Input) -> Option<String> {
    let graph = &input.graph;
    let oracle = match input.for_oracle() {
        Ok(oracle) => oracle,
        Err(error) => return Some(format!("the oracle refuses the file: {error}")),
    };
    if !oracle.independent {
        return Some("the oracle took the graph from the loader".into());
    }
    let oracle = oracle.graph;
    if oracle.nodes() != graph.nodes() {
        return Some(format!("{} nodes, and {} for the oracle", graph.nodes(), oracle.nodes()));
    }
    for node in 0..graph.nodes() {
        let of_oracle: Vec<_> = oracle.outgoing(node).collect();
        let edges: Vec<usize> = graph.row(node).collect();
        let is_same = |(edge, (target, weight)): (&usize, &(u32, Option<Weight>))| {
            graph.targets[*edge] == *target && is_same_weight(graph, *edge, *weight)
        };
        if edges.len() != of_oracle.len() || !edges.iter().zip(&of_oracle).all(is_same) {
            let targets = graph.neighbours(node);
            return Some(format!(
                "node {node} has {targets:?} with {:?}, and {of_oracle:?} for the oracle",
                graph.weights
            ));
        }
    }
    None
}

/// Whether two weights are equal. A real number may be whole for one reader and real for the other.
fn is_same_weight(graph: &Graph, edge: usize, oracle: Option<Weight>) -> bool {
    let whole = match &graph.weights {
        None => return oracle.is_none(),
        Some(Weights::U32(values)) => i64::from(values[edge]),
        Some(Weights::I64(values)) => values[edge],
        Some(Weights::F64(values)) => {
            return match oracle {
                Some(Weight::Integer(whole)) => values[edge] == whole as f64,
                Some(Weight::Real(real)) => values[edge].to_bits() == real.to_bits(),
                None => false,
            };
        }
    };
    match oracle {
        Some(Weight::Integer(other)) => whole == other,
        Some(Weight::Real(real)) => whole as f64 == real,
        None => false,
    }
}

#[test]
fn loaders_and_oracles_read_the_same_graph() {
    let folder = tempfile::tempdir().unwrap();
    let (accepted, whole) = (Cell::new(0u32), Cell::new(0u32));
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&any::<u64>(), |seed| {
        let mut random = Random(seed);
        let mut file = file(&mut random);
        let is_damaged = random.one_in(3);
        if is_damaged {
            damage(&mut random, &mut file.bytes);
        }
        let path = folder.path().join("graph");
        std::fs::write(&path, &file.bytes).unwrap();
        let keys: String = file.keys.iter().map(|key| format!(",{key}")).collect();
        let spec = format!("{},format={}{keys}", path.display(), file.format);
        let single = random.one_in(2);
        let rounding = if single { Rounding::Single } else { Rounding::Double };
        let input = Input::load_rounded(&spec, rounding);
        if !is_damaged {
            whole.set(whole.get() + 1);
            accepted.set(accepted.get() + u32::from(input.is_ok()));
        }
        if let Some(difference) = input.ok().and_then(|input| difference(&input)) {
            let text = String::from_utf8_lossy(&file.bytes);
            let keys = format!("format={}{keys}, single {single}", file.format);
            return Err(TestCaseError::fail(format!("{keys}: {difference}\n{text:?}")));
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(accepted.get() > whole.get() / 2, "{} of {}", accepted.get(), whole.get());
}

/// A text whose nearest `f64` is the middle of two `f32`.
const TWICE: &str = "1.00000005960464477539062500001";

#[test]
fn weights_for_f32_are_rounded_once() {
    let once: f64 = TWICE.parse::<f32>().unwrap().into();
    let twice: f64 = TWICE.parse::<f64>().unwrap();
    assert_ne!(once, f64::from(twice as f32));
    let texts = [
        ("el", format!("0 1 {TWICE}\n")),
        ("el", format!("source,target,weight\n0,1,{TWICE}\n")),
        ("wel", format!("0 1 {TWICE}\n")),
        ("mtx", format!("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 {TWICE}\n")),
        ("konect", format!("% asym weighted\n% 1 2 2\n1 2 {TWICE}\n")),
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph");
    for (format, text) in texts {
        std::fs::write(&path, &text).unwrap();
        let spec = format!("{},format={format}", path.display());
        for (rounding, wanted) in
            [(Rounding::Single, once), (Rounding::Double, twice), (Rounding::Both, twice)]
        {
            let input = Input::load_rounded(&spec, rounding)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(input.graph.weights, Some(Weights::F64(vec![wanted].into())), "{text}");
            assert_eq!(difference(&input), None, "{text}");
            let single = (rounding == Rounding::Both).then_some([once as f32]);
            assert_eq!(input.single_weights(), single.as_ref().map(|all| &all[..]), "{text}");
        }
    }
}

#[test]
fn the_type_of_a_programs_weights_decides_how_often_they_are_rounded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph");
    std::fs::write(&path, format!("0 1 {TWICE}\n")).unwrap();
    let spec = format!("{},format=el", path.display());
    for (declarations, sum, rounded_once) in [
        ("edge weight: f32;", "e.weight as f64", true),
        ("edge weight: f64;", "e.weight", false),
        ("edge weight: f64; edge short: f32;", "e.weight + e.short as f64", false),
    ] {
        let text = format!(
            "{declarations} edge x: f64 = 0;
             kernel k() {{ forall e in edges {{ e.x = {sum}; }} }}
             main {{ k(); }}
             output x;"
        );
        let compiled = compile("program", &text, &Configuration::default()).unwrap();
        let input = Input::load_for(&spec, &compiled.artefact.module).unwrap();
        let wanted: f64 = match rounded_once {
            true => TWICE.parse::<f32>().unwrap().into(),
            false => TWICE.parse().unwrap(),
        };
        assert_eq!(input.graph.weights, Some(Weights::F64(vec![wanted].into())), "{declarations}");
        assert_eq!(difference(&input), None, "{declarations}");
    }
}

/// A program with weights of both types reads the nearest value of each, also in other orders of the edges.
#[test]
fn weights_of_both_types_are_rounded_once_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph");
    let large = "16777217.0000000001";
    let others = format!("0 3 {TWICE}\n0 1 0.5\n2 0 -{TWICE}\n3 2 7\n0 2 {large}\n0 1 0.25\n");
    let whole = format!("0 1 {large}\n1 0 3\n");
    let declarations = "edge weight: f64; edge short: f32;";
    for (text, keys, graph) in [
        (&others, "", ""),
        (&others, ",order=degree", ""),
        (&others, ",parallel=least,symmetric", ""),
        (&others, "", "graph undirected, simple, sorted;"),
        (&whole, "", ""),
    ] {
        std::fs::write(&path, text).unwrap();
        let program = format!(
            "{graph} {declarations} global x: f64 = 0; global y: f32 = 0;
             kernel k() {{ forall e in edges {{ x += e.weight; y += e.short; }} }}
             main {{ k(); }}
             output x, y;"
        );
        let compiled = compile("program", &program, &Configuration::default()).unwrap();
        let spec = format!("{},format=el{keys}", path.display());
        let input = Input::load_for(&spec, &compiled.artefact.module).unwrap();
        let input = input.on_devices().unwrap();
        let texts: Vec<&str> = text.lines().filter_map(|line| line.rsplit(' ').next()).collect();
        let nearest = |double: f64| {
            let text = texts.iter().find(|text| text.parse::<f64>().unwrap() == double);
            text.unwrap().parse::<f32>().unwrap()
        };
        let double: Vec<f64> = match input.graph.weights.as_ref().unwrap() {
            Weights::F64(weights) => weights.to_vec(),
            Weights::U32(weights) => weights.iter().map(|&weight| weight.into()).collect(),
            Weights::I64(_) => panic!("{text}"),
        };
        let wanted: Vec<f32> = double.iter().map(|&weight| nearest(weight)).collect();
        assert_eq!(input.single_weights(), Some(&wanted[..]), "{keys} {graph}");
        assert!(double.iter().zip(&wanted).any(|(&double, &single)| double as f32 != single));
    }
}
