//! Reads lines of source and target, with or without a weight: SNAP's `.txt`, the GAP benchmark's
//! `.el` and `.wel`, LDBC Graphalytics's `.e`, and comma-separated values.
//!
//! ```text
//! # any comment (or %)
//! SOURCE TARGET [WEIGHT]
//! ```
//!
//! Tokens are separated by blanks or by one comma. A first line that starts with a letter and has a
//! comma is taken as column names. The first edge determines whether edges have weights, and all
//! other edges must be like it. The weight is whole or real. With the key `weights=ignore`, the
//! text after the target, such as a time stamp, is ignored.
//!
//! Ids are counted from 0 and kept, unless the key `compact` renumbers them. The largest id
//! determines the number of nodes, and ids without edges are isolated nodes. (Files written by this
//! crate start with `# igc nodes NODES`, which preserves isolated nodes at the end.) Each line is
//! one edge. If a file lists each undirected edge only once, the key `symmetric` adds the other
//! direction.

use super::cursor::{Cursor, quote};
use super::lines::Lines;
use super::parse::{Line, LineFormat, parse_lines};
use super::sink::{EdgeRules, EdgeSink};
use super::{ParsedText, in_line, node_count};
use crate::assemble::Numbering;
use crate::error::{GraphError, MAX_NODES, Problem};
use crate::text::number::Number;

/// The content of a line after the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Columns {
    /// A weight, if the first edge of the file has one.
    FirstEdgeDecides,
    /// A weight on every line.
    Weighted,
    /// Arbitrary text, which is ignored.
    Ignored,
}

struct Edges {
    ignore_rest: bool,
}

/// Reads the graph from `lines`.
pub(crate) fn read(
    mut lines: Lines<'_>,
    rules: EdgeRules,
    columns: Columns,
) -> Result<ParsedText, GraphError> {
    let numbering = nodes_comment(&mut lines)?.map_or(Numbering::Largest, Numbering::Exactly);
    let weighted = match first_edge(&mut lines)? {
        _ if columns == Columns::Weighted => true,
        _ if columns == Columns::Ignored => false,
        more => more,
    };
    let format = Edges { ignore_rest: columns == Columns::Ignored };
    let assembler = parse_lines(lines, &format, EdgeRules { weighted, ..rules }, None)?.assembler;
    Ok(ParsedText { assembler, numbering })
}

/// Returns the number of nodes if the first line is the comment that this crate writes.
fn nodes_comment(lines: &mut Lines<'_>) -> Result<Option<u32>, GraphError> {
    let Some(mut line) = lines.line()? else {
        return Ok(None);
    };
    let is_ours = [b"#".as_slice(), b"igc", b"nodes"].iter().all(|word| line.token() == *word);
    if !is_ours {
        lines.unread();
        return Ok(None);
    }
    let nodes = node_count(&mut line, "the number of nodes");
    nodes.map(Some).map_err(|problem| in_line(1, problem))
}

/// Moves to the first edge and returns whether it has a third column.
fn first_edge(lines: &mut Lines<'_>) -> Result<bool, GraphError> {
    let mut is_first = true;
    loop {
        let Some(mut line) = lines.line()? else {
            return Ok(false);
        };
        line.skip_blanks();
        if matches!(line.peek(), b'#' | b'%' | b'\n') {
            continue;
        }
        if std::mem::take(&mut is_first) && line.peek().is_ascii_alphabetic() {
            let name = line.token().to_vec();
            if line.peek() == b',' {
                continue;
            }
            let expected = "the edge's source (a whole number)".into();
            let found = quote(&name);
            return Err(in_line(lines.line_number(), Problem::Unexpected { expected, found }));
        }
        line.token();
        line.skip_separator();
        line.token();
        line.skip_separator();
        let more = line.peek() != b'\n';
        lines.unread();
        return Ok(more);
    }
}

impl LineFormat for Edges {
    #[inline]
    fn line(&self, line: &mut Cursor<'_>, _: u64, edges: &mut EdgeSink) -> Result<Line, Problem> {
        const LARGEST: u64 = MAX_NODES as u64 - 1;
        line.skip_blanks();
        if matches!(line.peek(), b'\n' | b'#' | b'%') {
            return Ok(Line::Other);
        }
        let source = line.whole("the edge's source", LARGEST)?;
        line.skip_separator();
        let target = line.whole("the edge's target", LARGEST)?;
        let mut weight = Number::Whole(1);
        if edges.is_weighted() {
            line.skip_separator();
            weight = line.number()?;
            line.end_of_line("the weight")?;
        } else if !self.ignore_rest {
            line.end_of_line("the target")?;
        }
        edges.edge(source as u32, target as u32, weight);
        Ok(Line::Entries(1))
    }
}
