//! METIS's adjacency format: `NODES EDGES [FMT [NCON]]`, then one line per node with its
//! neighbours.
//!
//! Karypis, "METIS: Serial Graph Partitioning", section 4.1.1. Nodes are counted from 1; `%` begins
//! a comment. The digits of FMT list the content of a line in addition to neighbours: a vertex size
//! (100), NCON vertex weights (10), and an edge weight after each neighbour (1). Each listed
//! neighbour is an edge. The format lists an edge at both its ends.
//!
//! The 10th DIMACS challenge and the GAP benchmark use 100 with another meaning: parallel edges and
//! self-loops may occur, and lines do not have vertex sizes. The number of fields determines which
//! meaning applies: the one with two neighbours per edge if there is one.

use super::ReadError;
use super::keys::Listed;
use super::lines::{Edges, Lines};

/// The content of the first line: the numbers of nodes and edges, and the format of the other
/// lines.
struct Header {
    nodes: u32,
    edges: u64,
    hundreds: bool,
    vertex_weights: usize,
    edge_weights: bool,
}

pub(super) fn read(mut lines: Lines<'_>) -> Result<Listed, ReadError> {
    let header = header(&mut lines)?;
    let rows = rows(&mut lines, &header)?;
    // Two neighbours per edge are the rule; one per edge is a directed graph.
    let readings = [(true, 2), (false, 2), (true, 1), (false, 1)];
    let fitting = readings.into_iter().filter(|(sizes, ends)| fits(&header, &rows, *sizes, *ends));
    let mut error = None;
    for (sizes, ends) in fitting {
        match edges(&mut lines, &header, &rows, sizes) {
            Ok(edges) => {
                return Ok(Listed { nodes: header.nodes, edges, has_both_directions: ends == 2 });
            }
            Err(other) => error = error.or(Some(other)),
        }
    }
    // The first line that is wrong explains more than the sum of all lines.
    let found = edges(&mut lines, &header, &rows, false).map(|edges| edges.len());
    let what =
        |found| format!("{} edges are announced, but {found} neighbours follow", header.edges);
    Err(match (error, found) {
        (Some(error), _) | (None, Err(error)) => error,
        (None, Ok(found)) => lines.wrong_file(what(found)),
    })
}

/// Returns the edges. `sizes` says whether 100 in FMT means vertex sizes.
fn edges(
    lines: &mut Lines<'_>,
    header: &Header,
    rows: &[(u64, String)],
    sizes: bool,
) -> Result<Edges, ReadError> {
    let skipped = header.vertex_weights + usize::from(sizes);
    let mut edges = Vec::new();
    for (source, (line, row)) in rows.iter().enumerate() {
        lines.set_number(*line);
        let mut fields = row.split_whitespace();
        for _ in 0..skipped {
            fields.next().ok_or_else(|| lines.wrong("a vertex size or weight is missing"))?;
        }
        while let Some(field) = fields.next() {
            let target = lines.node(Some(field), 1, header.nodes)?;
            let weight =
                if header.edge_weights { Some(lines.weight(fields.next())?) } else { None };
            edges.push((source as u32, target, weight));
        }
    }
    Ok(edges)
}

fn header(lines: &mut Lines<'_>) -> Result<Header, ReadError> {
    let line = lines.next_content(&['%'])?;
    let line = line.ok_or_else(|| lines.wrong_file("the line with the size is missing"))?;
    let mut fields = line.split_whitespace();
    let nodes = lines.node_count(fields.next())?;
    let edges = lines.count(fields.next(), "number of edges")?;
    let format = fields.next().unwrap_or("0");
    let digits = format.trim_start_matches('0');
    if !digits.bytes().all(|digit| matches!(digit, b'0' | b'1')) || digits.len() > 3 {
        return Err(
            lines.wrong(format!("the format must be up to three digits 0 or 1, not '{format}'"))
        );
    }
    let digit = |from_last: usize| digits.bytes().rev().nth(from_last) == Some(b'1');
    let constraints = match fields.next() {
        None => 1,
        field => lines.count(field, "number of vertex weights")?.min(1 << 20) as usize,
    };
    Ok(Header {
        nodes,
        edges,
        hundreds: digit(2),
        vertex_weights: if digit(1) { constraints } else { 0 },
        edge_weights: digit(0),
    })
}

/// Returns the line of each node with its line number. A node without neighbours has an empty line.
fn rows(lines: &mut Lines<'_>, header: &Header) -> Result<Vec<(u64, String)>, ReadError> {
    let mut rows = Vec::new();
    while let Some(line) = lines.next()? {
        let is_extra = rows.len() == header.nodes as usize;
        if line.starts_with('%') || (is_extra && line.is_empty()) {
            continue;
        }
        if is_extra {
            return Err(
                lines.wrong(format!("the file has more than {} lines of nodes", header.nodes))
            );
        }
        rows.push((lines.number(), line));
    }
    // Writers omit empty lines at the end.
    rows.resize(header.nodes as usize, (lines.number(), String::new()));
    Ok(rows)
}

/// Returns whether the file has as many fields as this reading needs: `ends` neighbours per edge, and
/// a size per node if `sizes`.
fn fits(header: &Header, rows: &[(u64, String)], sizes: bool, ends: u128) -> bool {
    let fields: usize = rows.iter().map(|(_, row)| row.split_whitespace().count()).sum();
    let per_node = header.vertex_weights as u128 + u128::from(sizes);
    let per_neighbour = if header.edge_weights { 2 } else { 1 };
    let neighbours = u128::from(header.edges) * ends * per_neighbour;
    (header.hundreds || !sizes) && fields as u128 == rows.len() as u128 * per_node + neighbours
}
