//! Reads NetworkX's adjacency lists, usually `.adjlist`.
//!
//! ```text
//! # any comment, also at the end of a line
//! NODE NEIGHBOUR NEIGHBOUR …
//! ```
//!
//! Each neighbour is one directed edge. NetworkX lists each undirected edge once, so such a file needs the
//! key `symmetric`. A node is any text without blanks and `#`: each different text is a node, and the graph
//! keeps these [ids](crate::ids), as a [table](super::table) with `ids=names` does.
//! <https://networkx.org/documentation/stable/reference/readwrite/adjlist.html>

use super::cursor::Cursor;
use super::lines::{Block, Lines};
use super::number::Number;
use super::sink::EdgeRules;
use super::table::ParsedTable;
use super::table::names::NamedEdges;
use crate::error::GraphError;

/// Reads the graph from `lines`.
pub(crate) fn read(mut lines: Lines<'_>, rules: EdgeRules) -> Result<ParsedTable, GraphError> {
    // A node may have many neighbours.
    lines.count_records(|_| 0);
    let mut edges = NamedEdges::new(rules);
    let mut block = Block::default();
    while lines.block(&mut block)? {
        let mut rest = Cursor::new(&block.bytes);
        let mut line = block.first_line;
        while !rest.at_end() {
            let text = rest.rest_of_line();
            let content = &text[..memchr::memchr(b'#', text).unwrap_or(text.len())];
            let words = content.split(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
            let mut nodes = words.filter(|word| !word.is_empty()).map(|word| {
                edges
                    .interner
                    .intern(word)
                    .map_err(|problem| GraphError::in_line(line, None, problem))
            });
            let source = nodes.next().transpose()?;
            let targets: Vec<u32> = nodes.collect::<Result<_, _>>()?;
            for target in targets {
                edges.add(source.unwrap_or_default(), target, Number::Whole(1));
            }
            rest.next_line();
            line += 1;
        }
    }
    edges.finish(rules)
}
