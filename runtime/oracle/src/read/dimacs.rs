//! The shortest-path format of the 9th DIMACS challenge: `p sp NODES EDGES`, then
//! `a FROM TO WEIGHT`.
//!
//! <http://www.diag.uniroma1.it/challenge9/format.shtml>. Nodes are counted from 1. `c` lines are
//! comments.

use super::ReadError;
use super::keys::Listed;
use super::lines::Lines;

pub(super) fn read(mut lines: Lines<'_>) -> Result<Listed, ReadError> {
    let mut header = None;
    let mut edges = Vec::new();
    while let Some(line) = lines.next()? {
        let mut fields = line.split_whitespace();
        match (fields.next(), header) {
            // Some writers omit the space after the `c` of a comment.
            (None, _) => {}
            (Some(word), _) if word.starts_with('c') => {}
            (Some("p"), None) => {
                let _kind = fields.next();
                let nodes = lines.node_count(fields.next())?;
                header = Some((nodes, lines.count(fields.next(), "number of edges")?));
            }
            (Some("p"), Some(_)) => return Err(lines.wrong("a second 'p' line")),
            (Some("a"), Some((nodes, _))) => {
                let source = lines.node(fields.next(), 1, nodes)?;
                let target = lines.node(fields.next(), 1, nodes)?;
                edges.push((source, target, Some(lines.weight(fields.next())?)));
            }
            (Some("a"), None) => return Err(lines.wrong("an edge before the 'p' line")),
            (Some(word), _) => {
                return Err(
                    lines.wrong(format!("a line must begin with 'c', 'p' or 'a', not '{word}'"))
                );
            }
        }
    }
    let (nodes, stated) = header.ok_or_else(|| lines.wrong_file("the 'p' line is missing"))?;
    lines.expect_count("edges", stated, edges.len())?;
    Ok(Listed { nodes, edges, has_both_directions: false })
}
