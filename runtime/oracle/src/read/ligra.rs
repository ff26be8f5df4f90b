//! The adjacency format of PBBS and Ligra: the word `AdjacencyGraph` or `WeightedAdjacencyGraph`, and then
//! the numbers of nodes and edges, the index of the first edge of each node, the targets, and the weights.
//! Any white space separates them.

use super::ReadError;
use super::keys::Listed;
use super::lines::Lines;

/// Reads the graph.
pub(super) fn read(mut lines: Lines<'_>) -> Result<Listed, ReadError> {
    let text = lines.rest()?;
    let mut words = text.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty());
    let weighted = match words.next() {
        Some("AdjacencyGraph") => false,
        Some("WeightedAdjacencyGraph") => true,
        _ => return Err(lines.wrong_file("the first word is not that of an adjacency graph")),
    };
    let nodes = lines.node_count(words.next())?;
    let count = lines.count(words.next(), "number of edges")?;
    let mut offsets = vec![];
    for _ in 0..nodes {
        offsets.push(lines.count(words.next(), "offset")?);
    }
    offsets.push(count);
    if offsets[0] != 0 || !offsets.is_sorted() {
        return Err(lines.wrong_file("the offsets do not start with 0 or decrease"));
    }
    let mut edges = vec![];
    for (source, row) in (0..nodes).zip(offsets.windows(2)) {
        for _ in row[0]..row[1] {
            edges.push((source, lines.node(words.next(), 0, nodes)?, None));
        }
    }
    if weighted {
        for (_, _, weight) in &mut edges {
            *weight = Some(lines.weight(words.next())?);
        }
    }
    if words.next().is_some() {
        return Err(lines.wrong_file("more numbers follow the graph"));
    }
    Ok(Listed { nodes, edges, has_both_directions: false })
}
