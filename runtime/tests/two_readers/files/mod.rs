//! Random files of graphs in all formats.

mod columnar;
mod graphml;
mod tables;
mod texts;

use columnar::columnar;
use graphml::graphml;
use tables::{edge_list, table};
use texts::{adjacency_list, binary, dimacs, konect, ligra, matrix_market, metis};

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
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % bound as u64) as usize
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

/// A file: its format, its content and the keys of its specification.
pub struct File {
    pub format: &'static str,
    pub bytes: Vec<u8>,
    pub keys: Vec<String>,
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

/// Returns a file in a random format, with random keys.
pub fn file(random: &mut Random) -> File {
    let mut file = match random.below(17) {
        0 | 1 => edge_list(random, "el"),
        2 => edge_list(random, "wel"),
        8 | 9 => table(random, "el"),
        10 => table(random, "wel"),
        11 => ligra(random),
        13 | 14 => graphml(random),
        15 | 16 => columnar(random),
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
pub fn damage(random: &mut Random, bytes: &mut Vec<u8>) {
    const BYTES: &[u8] = b"0123 \t\n\r,;-.\"#%acpuvw\0e<>/&='";
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
