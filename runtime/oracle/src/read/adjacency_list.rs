//! NetworkX's adjacency lists: each line has a node and its neighbours. The text after `#` is a comment.
//! Nodes are any words.

use std::collections::HashMap;

use super::ReadError;
use super::keys::Listed;
use super::lines::Lines;
use super::table::numbered;

/// Reads the graph, and the id of each node.
pub(super) fn read(mut lines: Lines<'_>) -> Result<(Listed, Option<Vec<String>>), ReadError> {
    let text = lines.rest()?;
    let (mut names, mut numbers) = (vec![], HashMap::new());
    let mut edges = vec![];
    for line in text.split('\n') {
        let content = line.split('#').next().unwrap_or_default();
        let words = content.split([' ', '\t', '\r']).filter(|word| !word.is_empty());
        let nodes: Vec<u32> = words
            .map(|word| {
                *numbers.entry(word.to_owned()).or_insert_with(|| {
                    names.push(word.to_owned());
                    names.len() as u32 - 1
                })
            })
            .collect();
        let Some((source, targets)) = nodes.split_first() else { continue };
        edges.extend(targets.iter().map(|target| (*source, *target, None)));
    }
    let (ids, number) = numbered(&names);
    for (source, target, _) in &mut edges {
        (*source, *target) = (number[*source as usize], number[*target as usize]);
    }
    let nodes = ids.len() as u32;
    Ok((Listed { nodes, edges, has_both_directions: false }, Some(ids)))
}
