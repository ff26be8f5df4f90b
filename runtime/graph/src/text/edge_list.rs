//! Reads lines of source and target, with or without a weight: SNAP's `.txt`, the GAP benchmark's
//! `.el` and `.wel`, LDBC Graphalytics's `.e`, and comma-separated values.
//!
//! ```text
//! # any comment (or %)
//! SOURCE TARGET [WEIGHT]
//! ```
//!
//! Tokens are separated by blanks or by one comma. If the first line does not start with a number,
//! it has the names of the columns, which [`super::edge_table`] reads. Otherwise, the first edge
//! determines whether edges have weights, and all other edges must be like it. The weight is whole
//! or real. With the key `weights=ignore`, the text after the target, such as a time stamp, is
//! ignored.
//!
//! Ids are counted from 0 and kept, unless the key `compact` renumbers them. The largest id
//! determines the number of nodes, and ids without edges are isolated nodes. (Files written by this
//! crate start with `# igc nodes NODES`, which preserves isolated nodes at the end.) Each line is
//! one edge. If a file lists each undirected edge only once, the key `symmetric` adds the other
//! direction.

use super::cursor::Cursor;
use super::edge_table::{IDS_HELP, IGNORE_HELP, LARGEST, ROW_HELP, Table, has_names};
use super::lines::Lines;
use super::parse::{Line, LineFormat, parse_lines};
use super::sink::{EdgeRules, EdgeSink};
use super::table::ParsedTable;
use super::{ParsedText, in_line, node_count};
use crate::assemble::Numbering;
use crate::columns::EdgeColumns;
use crate::error::{GraphError, Problem};
use crate::text::number::Number;

/// The content of a line after the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Columns {
    /// A weight, if the names of the columns or else the first edge of the file have one.
    FirstEdgeDecides,
    /// A weight on every line.
    Weighted,
    /// Arbitrary text, which is ignored.
    Ignored,
}

struct Edges {
    ignore_rest: bool,
    /// The columns, if their order is not the usual one.
    table: Option<Table>,
}

/// The start of a text: whether the edges have weights, and the columns if the text names them.
struct Start {
    weighted: bool,
    table: Option<Table>,
}

/// Reads the graph from `lines`.
pub(crate) fn read(
    mut lines: Lines<'_>,
    rules: EdgeRules,
    columns: Columns,
) -> Result<ParsedTable, GraphError> {
    let numbering = nodes_comment(&mut lines)?.map_or(Numbering::Largest, Numbering::Exactly);
    let ignore_rest = columns == Columns::Ignored;
    let Start { weighted, table } = start(&mut lines, columns)?;
    let columns = match &table {
        Some(table) => table.named(),
        None => EdgeColumns { weight: weighted.then(|| "3".to_owned()), unread: vec![] },
    };
    let table = table.filter(|table| !table.has_usual_order());
    let format = Edges { ignore_rest, table };
    let assembler = parse_lines(lines, &format, EdgeRules { weighted, ..rules }, None)?.assembler;
    Ok(ParsedTable { columns, ..ParsedTable::of(ParsedText { assembler, numbering }) })
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
    let nodes = nodes.and_then(|nodes| line.end_of_line("the number of nodes").map(|()| nodes));
    nodes.map(Some).map_err(|problem| GraphError::in_line(1, line.column(), problem))
}

/// Moves to the first edge. Reads the names of the columns if the first line has them.
fn start(lines: &mut Lines<'_>, columns: Columns) -> Result<Start, GraphError> {
    let mut table = None;
    let mut is_first = true;
    loop {
        let Some(mut line) = lines.line()? else {
            return Ok(Start { weighted: is_weighted(columns, table.as_ref(), false), table });
        };
        if matches!(line.peek_after_blanks(), b'#' | b'%' | b'\n') {
            continue;
        }
        if std::mem::take(&mut is_first) && has_names(line.rest_of_line()) {
            let found = Table::read(&mut line, columns == Columns::Ignored);
            let column = line.column();
            let number = lines.line_number();
            let found = found.map_err(|problem| GraphError::in_line(number, column, problem))?;
            if columns == Columns::Weighted && !found.is_weighted() {
                let what = "no column has the name `weight` (or `w`)".into();
                let help = "the format `wel` has weights; without them, use `format=el`".into();
                return Err(in_line(number, Problem::Columns { what, help }));
            }
            table = Some(found);
            continue;
        }
        line.token();
        line.skip_separator();
        line.token();
        line.skip_separator();
        let more = line.peek() != b'\n';
        lines.unread();
        return Ok(Start { weighted: is_weighted(columns, table.as_ref(), more), table });
    }
}

/// Returns whether edges have weights. `more` says whether the first edge has a third column.
fn is_weighted(columns: Columns, table: Option<&Table>, more: bool) -> bool {
    match columns {
        Columns::Weighted => true,
        Columns::Ignored => false,
        Columns::FirstEdgeDecides => table.map_or(more, Table::is_weighted),
    }
}

impl Edges {
    /// Reads an edge whose columns have the usual order.
    #[inline]
    fn edge(&self, line: &mut Cursor<'_>, weighted: bool) -> Result<(u64, u64, Number), Problem> {
        let ends = |problem: Problem| with_line_help(problem);
        let source = line.whole("the edge's source", LARGEST).map_err(ends)?;
        line.skip_separator();
        let target = line.whole("the edge's target", LARGEST).map_err(ends)?;
        if weighted {
            line.skip_separator();
            let weight = line.number().map_err(|problem| problem.with_help(WEIGHT_HELP))?;
            line.end_of_line("the weight").map_err(|problem| problem.with_help(IGNORE_HELP))?;
            return Ok((source, target, weight));
        }
        if !self.ignore_rest {
            line.end_of_line("the target").map_err(|problem| problem.with_help(WEIGHT_HELP))?;
        }
        Ok((source, target, Number::Whole(1)))
    }
}

const LINE_HELP: &str = "a line is `SOURCE TARGET` or `SOURCE TARGET WEIGHT`, with blanks or one \
    comma between them; for another order, the first line names the columns";
const SEMICOLON_HELP: &str = "add the key `separator=semicolon`";
const WEIGHT_HELP: &str = "either all edges or none have a weight, which is a number; with the key \
    `weights=ignore`, igc reads only the source and the target of each edge";

/// Adds the ways to go on to a problem with the end of an edge, which depend on the text.
#[cold]
fn with_line_help(problem: Problem) -> Problem {
    if let Problem::TooLarge { token, what, most } = &problem {
        let what = format!("{token} is too large for {what}: the maximum is {most}");
        return Problem::Columns { what, help: IDS_HELP.into() };
    }
    let Problem::Unexpected { found, .. } = &problem else { return problem };
    let has_words = found.starts_with('`') && found.contains(char::is_alphanumeric);
    let help = match found {
        text if text.contains(';') => SEMICOLON_HELP,
        _ if has_words => IDS_HELP,
        _ => LINE_HELP,
    };
    problem.with_help(help)
}

impl LineFormat for Edges {
    #[inline]
    fn line(&self, line: &mut Cursor<'_>, _: u64, edges: &mut EdgeSink) -> Result<Line, Problem> {
        // A tab at the start of a line may separate two cells.
        if matches!(line.peek_after_blanks(), b'\n' | b'#' | b'%') {
            return Ok(Line::Other);
        }
        let (source, target, weight) = match &self.table {
            None => self.edge(line, edges.is_weighted())?,
            Some(table) => table.edge(line).map_err(|problem| problem.with_help(ROW_HELP))?,
        };
        edges.edge(source as u32, target as u32, weight);
        Ok(Line::Entries(1))
    }
}
