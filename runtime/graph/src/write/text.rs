//! Writes the text formats. The modules of the readers describe them.

use std::io::{Result, Write};

use crate::csr::{Graph, Weights};
use crate::ids::{Ids, write_field};

/// A writer of lines of numbers.
struct Lines<'out, W> {
    out: &'out mut W,
    digits: itoa::Buffer,
}

impl<'out, W: Write> Lines<'out, W> {
    fn new(out: &'out mut W) -> Self {
        Self { out, digits: itoa::Buffer::new() }
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.write_all(bytes)
    }

    fn node(&mut self, node: u64) -> Result<()> {
        self.out.write_all(self.digits.format(node).as_bytes())
    }

    /// Writes a blank and the weight of `edge`, if edges have weights.
    fn weight(&mut self, graph: &Graph, edge: usize) -> Result<()> {
        let digits = match &graph.weights {
            None => return Ok(()),
            Some(Weights::U32(values)) => self.digits.format(values[edge]),
            Some(Weights::I64(values)) => self.digits.format(values[edge]),
            // The shortest text that reads as the same number.
            Some(Weights::F64(values)) => return write!(self.out, " {:?}", values[edge]),
        };
        self.out.write_all(b" ")?;
        self.out.write_all(digits.as_bytes())
    }

    /// Writes each edge as a line: `prefix`, the source and the target counted from `first`, the
    /// weight, and `suffix`.
    fn edges(&mut self, graph: &Graph, prefix: &[u8], first: u64, suffix: &[u8]) -> Result<()> {
        let mut edge = 0;
        for source in 0..graph.nodes() {
            for &target in graph.neighbours(source) {
                self.bytes(prefix)?;
                self.node(u64::from(source) + first)?;
                self.bytes(b" ")?;
                self.node(u64::from(target) + first)?;
                self.weight(graph, edge)?;
                self.bytes(suffix)?;
                edge += 1;
            }
        }
        Ok(())
    }
}

pub(super) fn dimacs(graph: &Graph, out: &mut impl Write) -> Result<()> {
    writeln!(out, "p sp {} {}", graph.nodes(), graph.edges())?;
    let suffix: &[u8] = if graph.weights.is_some() { b"\n" } else { b" 1\n" };
    Lines::new(out).edges(graph, b"a ", 1, suffix)
}

pub(super) fn matrix_market(graph: &Graph, out: &mut impl Write) -> Result<()> {
    let field = match &graph.weights {
        None => "pattern",
        Some(Weights::F64(_)) => "real",
        Some(_) => "integer",
    };
    writeln!(out, "%%MatrixMarket matrix coordinate {field} general")?;
    writeln!(out, "{0} {0} {1}", graph.nodes(), graph.edges())?;
    Lines::new(out).edges(graph, b"", 1, b"\n")
}

/// Writes an edge list. If nodes have ids, it is a table with names of columns, and has no nodes without
/// edges.
pub(super) fn edge_list(graph: &Graph, out: &mut impl Write) -> Result<()> {
    if let Some(ids) = &graph.ids {
        let title = if graph.weights.is_some() { ",weight" } else { "" };
        writeln!(out, "source,target{title}")?;
        return table(graph, ids, out);
    }
    writeln!(out, "# igc nodes {}", graph.nodes())?;
    Lines::new(out).edges(graph, b"", 0, b"\n")
}

/// Writes each edge as a line of a table with commas.
fn table(graph: &Graph, ids: &Ids, out: &mut impl Write) -> Result<()> {
    let mut edge = 0;
    for source in 0..graph.nodes() {
        for &target in graph.neighbours(source) {
            for (end, suffix) in
                [(source, b","), (target, if graph.weights.is_some() { b"," } else { b"\n" })]
            {
                if let Some(id) = ids.get(end) {
                    write_field(out, id, ',')?;
                }
                out.write_all(suffix)?;
            }
            match &graph.weights {
                None => {}
                Some(Weights::U32(values)) => writeln!(out, "{}", values[edge])?,
                Some(Weights::I64(values)) => writeln!(out, "{}", values[edge])?,
                Some(Weights::F64(values)) => writeln!(out, "{:?}", values[edge])?,
            }
            edge += 1;
        }
    }
    Ok(())
}

pub(super) fn konect(graph: &Graph, out: &mut impl Write) -> Result<()> {
    let weights = if graph.weights.is_some() { "weighted" } else { "unweighted" };
    writeln!(out, "% asym {weights}")?;
    writeln!(out, "% {0} {1} {1}", graph.edges(), graph.nodes())?;
    Lines::new(out).edges(graph, b"", 1, b"\n")
}

/// Writes the id of a node, or its number.
fn word(graph: &Graph, out: &mut impl Write, node: u32) -> Result<()> {
    match graph.ids.as_ref().and_then(|ids| ids.get(node)) {
        Some(id) => write!(out, "{id}"),
        None => write!(out, "{node}"),
    }
}

/// Writes an adjacency list. Each node has a line, so that nodes without edges and the order of nodes stay.
pub(super) fn adjacency_list(graph: &Graph, out: &mut impl Write) -> Result<()> {
    // The order in which ids first occur is that of the nodes.
    for node in 0..graph.nodes() {
        word(graph, out, node)?;
        writeln!(out)?;
    }
    for source in (0..graph.nodes()).filter(|node| !graph.row(*node).is_empty()) {
        word(graph, out, source)?;
        for &target in graph.neighbours(source) {
            write!(out, " ")?;
            word(graph, out, target)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes the adjacency format of PBBS and Ligra.
pub(super) fn ligra(graph: &Graph, out: &mut impl Write) -> Result<()> {
    let title = if graph.weights.is_some() { "WeightedAdjacencyGraph" } else { "AdjacencyGraph" };
    writeln!(out, "{title}\n{}\n{}", graph.nodes(), graph.edges())?;
    graph.offsets.rows().try_for_each(|row| writeln!(out, "{}", row.start))?;
    graph.targets.iter().try_for_each(|target| writeln!(out, "{target}"))?;
    match &graph.weights {
        None => Ok(()),
        Some(Weights::U32(values)) => values.iter().try_for_each(|value| writeln!(out, "{value}")),
        Some(Weights::I64(values)) => values.iter().try_for_each(|value| writeln!(out, "{value}")),
        Some(Weights::F64(values)) => {
            values.iter().try_for_each(|value| writeln!(out, "{value:?}"))
        }
    }
}

/// Writes METIS's adjacency. In an undirected graph without self-loops, each edge is listed at both
/// ends, as METIS defines it. In any other graph, each edge is listed only at its source.
pub(super) fn metis(graph: &Graph, out: &mut impl Write) -> Result<()> {
    let has_loop = |node: u32| graph.neighbours(node).contains(&node);
    let undirected = graph.is_symmetric() && !(0..graph.nodes()).any(has_loop);
    let edges = if undirected { graph.edges() / 2 } else { graph.edges() };
    let format = if graph.weights.is_some() { " 1" } else { "" };
    writeln!(out, "{} {edges}{format}", graph.nodes())?;
    let mut lines = Lines::new(out);
    let mut edge = 0;
    for source in 0..graph.nodes() {
        let mut separator: &[u8] = b"";
        for &target in graph.neighbours(source) {
            lines.bytes(separator)?;
            lines.node(u64::from(target) + 1)?;
            lines.weight(graph, edge)?;
            separator = b" ";
            edge += 1;
        }
        lines.bytes(b"\n")?;
    }
    Ok(())
}
