//! KONECT's text format: `% FORMAT WEIGHTS`, optionally `% EDGES NODES NODES`, then
//! `FROM TO [WEIGHT [TIME]]`.
//!
//! Kunegis, "Handbook of Network Analysis: the KONECT Project". Nodes are counted from 1. `asym`
//! networks are directed, and `sym` networks are undirected. In networks with `unweighted` or
//! `positive` edges, a third column is a multiplicity and not a weight.

use super::ReadError;
use super::lines::Lines;
use crate::adjacency::{Adjacency, LIMIT};

pub(super) fn read(mut lines: Lines<'_>) -> Result<Adjacency, ReadError> {
    let head = lines.next()?.unwrap_or_default();
    let mut words = head.strip_prefix('%').unwrap_or_default().split_whitespace();
    let symmetric = match words.next() {
        Some("sym") => true,
        Some("asym") => false,
        Some("bip") => return Err(lines.unsupported("the oracle does not read bipartite networks")),
        _ => return Err(lines.wrong("the first line must be '% asym …' or '% sym …'")),
    };
    let weighted = !matches!(words.next(), None | Some("unweighted" | "positive"));
    let mut nodes = 0;
    let mut edges = Vec::new();
    while let Some(line) = lines.next()? {
        if let Some(sizes) = line.strip_prefix('%') {
            nodes = nodes.max(stated_nodes(&lines, sizes)?);
            continue;
        }
        if line.is_empty() {
            continue;
        }
        let mut fields = line.split_whitespace();
        let source = lines.node(fields.next(), 1, LIMIT as u32)?;
        let target = lines.node(fields.next(), 1, LIMIT as u32)?;
        let weight = if weighted { Some(lines.weight(fields.next())?) } else { None };
        nodes = nodes.max(source.max(target) + 1);
        edges.push((source, target, weight));
        if symmetric && source != target {
            edges.push((target, source, weight));
        }
    }
    lines.graph(nodes, edges)
}

/// Returns the number of nodes in a comment `EDGES NODES NODES`, or 0 for any other comment.
fn stated_nodes(lines: &Lines<'_>, comment: &str) -> Result<u32, ReadError> {
    let numbers: Option<Vec<u64>> =
        comment.split_whitespace().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([_, sizes @ ..]) if !sizes.is_empty() => {
            let most = sizes.iter().max().map(u64::to_string);
            lines.node_count(most.as_deref())
        }
        _ => Ok(0),
    }
}
