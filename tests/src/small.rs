//! Small graphs, one for each shape that often reveals bugs in graph programs.

use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::Deref;

use igc_runtime::input::Input;
use proptest::prelude::*;

/// A graph as a list of edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Small {
    /// The name of the graph in messages.
    pub name: &'static str,
    /// Number of nodes.
    pub nodes: u32,
    /// The edges, each with the text of its weight.
    pub edges: Vec<(u32, u32, String)>,
    /// The kind of the weights.
    pub weights: Weights,
}

/// The kinds of weights, as the MatrixMarket format names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weights {
    /// The graph has no weights.
    Pattern,
    /// The weights are integers.
    Integer,
    /// The weights are real numbers.
    Real,
}

/// A graph that was written to a file and loaded from it.
pub struct Loaded {
    /// The loaded graph as input of programs.
    pub input: Input,
    /// The file of the graph, which the oracle also reads.
    pub file: tempfile::NamedTempFile,
}

impl Deref for Loaded {
    type Target = Input;

    fn deref(&self) -> &Input {
        &self.input
    }
}

impl Loaded {
    /// Returns the graph with the properties that a program requires.
    pub fn require(self, requirements: &[String]) -> Loaded {
        Loaded { input: self.input.require(requirements).unwrap(), file: self.file }
    }
}

impl Small {
    /// Creates a graph without weights.
    pub fn new(
        name: &'static str,
        nodes: u32,
        edges: impl IntoIterator<Item = (u32, u32)>,
    ) -> Small {
        let edges = edges.into_iter().map(|(u, v)| (u, v, String::new())).collect();
        Small { name, nodes, edges, weights: Weights::Pattern }
    }

    /// Creates a graph from the specification of a generator, without weights.
    pub fn generated(name: &'static str, spec: &str) -> Small {
        let graph = Input::load(spec).unwrap().graph;
        let of = |u: u32| graph.neighbours(u).iter().map(move |v| (u, *v));
        let edges: Vec<_> = (0..graph.nodes()).flat_map(of).collect();
        Small::new(name, graph.nodes(), edges)
    }

    /// Returns the graph with a weight for each edge, which depends on the position of the edge.
    pub fn weighted(mut self, weights: Weights, weight: impl Fn(usize) -> String) -> Small {
        self.weights = weights;
        for (position, edge) in self.edges.iter_mut().enumerate() {
            edge.2 = weight(position);
        }
        self
    }

    /// Returns the graph with integer weights: small ones, many of which are equal and some of
    /// which are zero, and large ones.
    pub fn with_weights(self) -> Small {
        self.weighted(Weights::Integer, |edge| match edge % 11 {
            7 => "100000000".to_string(),
            _ => (edge * 5 % 7).to_string(),
        })
    }

    /// Returns the graph with real weights: multiples of 1/4 from `least` / 4, many of which are equal,
    /// numbers that no float represents exactly, and large ones. A `least` of 1 makes all weights
    /// positive, and one below 0 makes some negative.
    pub fn with_real_weights(self, least: i32) -> Small {
        self.weighted(Weights::Real, |edge| match edge % 11 {
            3 => "0.1".to_string(),
            7 => "100000000.5".to_string(),
            _ => (f64::from((edge * 5 % 7) as i32 + least) / 4.0).to_string(),
        })
    }

    /// Writes the graph to a file and loads the file.
    pub fn load(&self) -> Loaded {
        let field = match self.weights {
            Weights::Pattern => "pattern",
            Weights::Integer => "integer",
            Weights::Real => "real",
        };
        let (nodes, edges) = (self.nodes, self.edges.len());
        let mut text = format!("%%MatrixMarket matrix coordinate {field} general\n");
        writeln!(text, "{nodes} {nodes} {edges}").unwrap();
        for (source, target, weight) in &self.edges {
            writeln!(text, "{} {} {weight}", source + 1, target + 1).unwrap();
        }
        let mut file = tempfile::Builder::new().suffix(".mtx").tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let input = Input::load(file.path().to_str().unwrap());
        Loaded { input: input.unwrap_or_else(|e| panic!("{}: {e}", self.name)), file }
    }
}

/// Returns each edge in both directions.
fn both_ways(edges: impl IntoIterator<Item = (u32, u32)>) -> impl Iterator<Item = (u32, u32)> {
    edges.into_iter().flat_map(|(u, v)| [(u, v), (v, u)])
}

/// Creates a path from node 0.
pub fn chain(nodes: u32) -> Small {
    Small::new("chain", nodes, (1..nodes).map(|v| (v - 1, v)))
}

/// Creates a graph in which node 0 has `leaves` neighbours.
pub fn star(leaves: u32) -> Small {
    Small::new("star", leaves + 1, both_ways((1..=leaves).map(|leaf| (0, leaf))))
}

/// Returns one graph of each shape, each with at least one node.
pub fn zoo() -> Vec<Small> {
    let everyone = |n: u32| (0..n).flat_map(move |u| (0..n).map(move |v| (u, v)));
    let grid = (0..5u32).flat_map(|x| (0..4u32).map(move |y| (x, y)));
    let grid = grid.flat_map(|(x, y)| {
        let at = |x: u32, y: u32| y * 5 + x;
        let right = (x < 4).then(|| (at(x, y), at(x + 1, y)));
        right.into_iter().chain((y < 3).then(|| (at(x, y), at(x, y + 1))))
    });
    vec![
        Small::new("one node", 1, []),
        Small::new("one node with a loop", 1, [(0, 0)]),
        Small::new("no edges", 7, []),
        Small::new("two components", 6, both_ways([(0, 1), (1, 2), (3, 4), (4, 5)])),
        Small::new("disconnected", 9, [(0, 1), (2, 3), (3, 4), (7, 7)]),
        chain(40),
        Small::new("chain back to the start", 12, (1..12).map(|v| (v, v - 1))),
        Small::new("cycle", 9, (0..9).map(|u| (u, (u + 1) % 9))),
        star(32),
        Small::new("star inwards", 33, (1..33).map(|leaf| (leaf, 0))),
        Small::new("clique", 9, everyone(9).filter(|(u, v)| u != v)),
        Small::new("clique with loops", 6, everyone(6)),
        Small::new("grid", 20, both_ways(grid)),
        Small::new("tree", 31, both_ways((1..31).map(|v| ((v - 1) / 2, v)))),
        Small::new("self-loops", 5, [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (4, 4)]),
        Small::new("parallel edges", 4, [(0, 1), (0, 1), (0, 1), (1, 2), (1, 2), (3, 0), (3, 0)]),
    ]
}

/// Generates random graphs with self-loops, parallel edges and isolated nodes.
pub fn random() -> impl Strategy<Value = Small> {
    (1u32..48).prop_flat_map(|nodes| {
        let edges = prop::collection::vec((0..nodes, 0..nodes), 0..160);
        edges.prop_map(move |edges| Small::new("random", nodes, edges))
    })
}
