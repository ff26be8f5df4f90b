//! KONECT's text format: `% FORMAT WEIGHTS`, optionally `% EDGES LEFT RIGHT`, then
//! `FROM TO [WEIGHT [TIME]]`.
//!
//! Kunegis, "Handbook of Network Analysis: the KONECT Project", section "TSV Format". Nodes are
//! counted from 1.
//!
//! - `asym` networks are directed, and `sym` networks are undirected. LEFT and RIGHT are the number
//!   of nodes.
//! - `bip` networks are undirected. The nodes on each side are counted from 1. This reader numbers
//!   the right nodes after the left nodes, so it needs LEFT and RIGHT.
//! - In `unweighted` and `positive` networks, edges are not weighted. The third column may count
//!   parallel edges; this reader ignores it. In `dynamic` networks, it says whether an edge appears
//!   or disappears, so such a file is not one graph. In all other networks it is the weight, and may
//!   be missing in all lines.

use super::ReadError;
use super::keys::Listed;
use super::lines::Lines;

/// The numbers in the second line.
struct Sizes {
    edges: u64,
    left: u32,
    right: u32,
}

pub(super) fn read(mut lines: Lines<'_>) -> Result<Listed, ReadError> {
    let head = lines.next()?.unwrap_or_default();
    let mut words = head.strip_prefix('%').unwrap_or_default().split_whitespace();
    let (symmetric, bipartite) = match words.next() {
        Some("asym") => (false, false),
        Some("sym") => (true, false),
        Some("bip") => (true, true),
        _ => return Err(lines.wrong("the first line must be '% asym …', '% sym …' or '% bip …'")),
    };
    let weighted = is_weighted(&lines, words.next())?;
    let mut next = lines.next()?;
    while next.as_deref() == Some("") {
        next = lines.next()?;
    }
    let comment = next.as_deref().and_then(|line| line.strip_prefix('%'));
    let sizes = comment.map(|comment| sizes(&lines, comment)).transpose()?.flatten();
    if bipartite && sizes.is_none() {
        return Err(lines.wrong("a bipartite network needs the line '% EDGES LEFT RIGHT'"));
    }
    let mut nodes = match &sizes {
        None => 0,
        Some(Sizes { left, right, .. }) if bipartite => {
            lines.node_count(Some(&(u64::from(*left) + u64::from(*right)).to_string()))?
        }
        Some(Sizes { left, right, .. }) => *left.max(right),
    };
    let mut edges = Vec::new();
    let mut found = 0;
    while let Some(line) = next {
        if !line.is_empty() && !line.starts_with('%') {
            let mut fields = line.split_whitespace();
            let (from, to) = (fields.next(), fields.next());
            let (source, target) = match &sizes {
                None => (lines.any_node(from, 1)?, lines.any_node(to, 1)?),
                Some(Sizes { left, right, .. }) if bipartite => {
                    (lines.node(from, 1, *left)?, left + lines.node(to, 1, *right)?)
                }
                Some(_) => (lines.node(from, 1, nodes)?, lines.node(to, 1, nodes)?),
            };
            let weight = fields.next().filter(|_| weighted);
            let weight = weight.map(|field| lines.weight(Some(field))).transpose()?;
            nodes = nodes.max(source.max(target) + 1);
            found += 1;
            edges.push((source, target, weight));
            if symmetric && source != target {
                edges.push((target, source, weight));
            }
        }
        next = lines.next()?;
    }
    if let Some(Sizes { edges, .. }) = sizes {
        lines.expect_count("edges", edges, found)?;
    }
    Ok(Listed { nodes, edges, has_both_directions: symmetric })
}

/// Returns whether the third column is a weight.
fn is_weighted(lines: &Lines<'_>, weights: Option<&str>) -> Result<bool, ReadError> {
    match weights {
        Some("unweighted" | "positive") => Ok(false),
        Some("posweighted" | "signed" | "multisigned") => Ok(true),
        Some("weighted" | "multiweighted" | "multiposweighted") | None => Ok(true),
        Some("dynamic") => Err(lines.unsupported("the oracle does not read dynamic networks")),
        Some(word) => Err(lines.wrong(format!("'{word}' is not a type of weights of KONECT"))),
    }
}

/// Returns the numbers in the comment `EDGES LEFT [RIGHT]`, or `None` for any other comment.
fn sizes(lines: &Lines<'_>, comment: &str) -> Result<Option<Sizes>, ReadError> {
    let words: Vec<&str> = comment.split_whitespace().collect();
    let numbers = words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    match words[..] {
        [edges, left, ref right @ ..] if numbers && right.len() < 2 => Ok(Some(Sizes {
            edges: lines.count(Some(edges), "number of edges")?,
            left: lines.node_count(Some(left))?,
            right: lines.node_count(right.first().copied().or(Some(left)))?,
        })),
        _ => Ok(None),
    }
}
