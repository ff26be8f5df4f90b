//! Reads MatrixMarket's coordinate format, usually `.mtx`: a square sparse matrix as a graph.
//!
//! ```text
//! %%MatrixMarket matrix coordinate FIELD SYMMETRY   in upper or lower case
//! % any comment
//! ROWS COLUMNS ENTRIES
//! ROW COLUMN [VALUE]                                ENTRIES times, counted from 1
//! ```
//!
//! Entry (i, j) is the edge from node i − 1 to node j − 1.
//!
//! - FIELD: `pattern` has no values, and `integer` and `real` values are edge weights. `complex` is
//!   rejected.
//! - SYMMETRY: `general` lists every edge. `symmetric`, `skew-symmetric` and `hermitian` list half
//!   of them: each entry that is not on the diagonal also adds the edge j → i, with the same weight
//!   or, if skew-symmetric, with the negative weight. A skew-symmetric matrix has no entries on the
//!   diagonal.
//! - An explicit zero is an edge.
//! - If the first line is missing (as in Gunrock's samples), SYMMETRY is `general`, and the first
//!   entry determines whether FIELD is `real` or `pattern`.
//!
//! Arrays (dense matrices), vectors and matrices that are not square are rejected.
//! <https://math.nist.gov/MatrixMarket/formats.html>

use super::cursor::{Cursor, quote};
use super::lines::Lines;
use super::parse::{Announced, Line, LineFormat, parse_lines};
use super::sink::{EdgeRules, EdgeSink};
use super::{ParsedText, count, edge_count, in_line, node};
use crate::assemble::Numbering;
use crate::error::{GraphError, MAX_NODES, Problem};
use crate::text::number::Number;

/// The type of an entry's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Pattern,
    Integer,
    Real,
}

/// The content of the first line: FIELD and SYMMETRY.
struct Banner {
    field: Field,
    mirrored: bool,
    negated: bool,
}

struct Entries {
    nodes: u32,
    field: Field,
    is_skew: bool,
}

/// Reads the graph from `lines`.
pub(crate) fn read(mut lines: Lines<'_>, rules: EdgeRules) -> Result<ParsedText, GraphError> {
    let mut first = lines.line()?.unwrap_or(Cursor::new(b""));
    first.skip_blanks();
    let has_banner = !first.peek().is_ascii_digit();
    let Banner { mut field, mirrored, negated } = match has_banner {
        true => banner(&mut first).map_err(|problem| in_line(1, problem))?,
        false => {
            lines.unread();
            Banner { field: Field::Real, mirrored: false, negated: false }
        }
    };
    let (nodes, entries) = loop {
        let Some(mut line) = lines.line()? else {
            let (expected, found) = (SIZES.into(), "the end of the file".into());
            return Err(Problem::Unexpected { expected, found }.into());
        };
        line.skip_blanks();
        if !matches!(line.peek(), b'%' | b'\n') {
            let sizes = sizes(&mut line);
            break sizes.map_err(|problem| in_line(lines.line_number(), problem))?;
        }
    };
    if !has_banner && !first_entry_has_value(&mut lines)? {
        field = Field::Pattern;
    }
    let rules = EdgeRules {
        weighted: field != Field::Pattern,
        mirrored: mirrored || rules.mirrored,
        negated,
        ..rules
    };
    let announced = Announced { entries, what: "entries" };
    let assembler =
        parse_lines(lines, &Entries { nodes, field, is_skew: negated }, rules, Some(announced))?
            .assembler;
    Ok(ParsedText { assembler, numbering: Numbering::Exactly(nodes) })
}

const SIZES: &str = "the sizes `ROWS COLUMNS ENTRIES`";

fn banner(line: &mut Cursor<'_>) -> Result<Banner, Problem> {
    let mut word = || String::from_utf8_lossy(line.token()).to_ascii_lowercase();
    let (magic, object, format) = (word(), word(), word());
    let (field, symmetry) = (word(), word());
    let unsupported = |what: &str, help: &str| Problem::Unsupported {
        what: format!("a MatrixMarket {what} is not a graph"),
        help: help.into(),
    };
    let unexpected = |expected: &str, found: &str| Problem::Unexpected {
        expected: expected.into(),
        found: quote(found.as_bytes()),
    };
    let example = "a graph must be a sparse matrix (`matrix coordinate`)";
    match (magic.as_str(), object.as_str(), format.as_str()) {
        ("%%matrixmarket", "matrix", "coordinate") => {}
        ("%%matrixmarket", "vector", _) => return Err(unsupported("vector", example)),
        ("%%matrixmarket", "matrix", "array") => {
            return Err(unsupported("array (a dense matrix)", example));
        }
        ("%%matrixmarket", "matrix", _) => return Err(unexpected("`coordinate`", &format)),
        ("%%matrixmarket", _, _) => return Err(unexpected("`matrix`", &object)),
        _ => return Err(unexpected("`%%MatrixMarket`", &magic)),
    }
    let field = match field.as_str() {
        "pattern" => Field::Pattern,
        "integer" => Field::Integer,
        "real" => Field::Real,
        "complex" => {
            return Err(unsupported(
                "matrix of complex numbers",
                "weights must be whole or real numbers",
            ));
        }
        _ => return Err(unexpected("`pattern`, `integer` or `real`", &field)),
    };
    let (mirrored, negated) = match symmetry.as_str() {
        "general" => (false, false),
        "symmetric" | "hermitian" => (true, false),
        "skew-symmetric" => (true, true),
        _ => {
            return Err(unexpected("`general`, `symmetric` or `skew-symmetric`", &symmetry));
        }
    };
    if negated && field == Field::Pattern {
        return Err(unsupported("`pattern skew-symmetric`", "a pattern does not have signs"));
    }
    line.end_of_line("the symmetry")?;
    Ok(Banner { field, mirrored, negated })
}

/// Returns whether the next entry has a value.
fn first_entry_has_value(lines: &mut Lines<'_>) -> Result<bool, GraphError> {
    loop {
        let Some(mut line) = lines.line()? else {
            return Ok(false);
        };
        line.skip_blanks();
        if !matches!(line.peek(), b'%' | b'\n') {
            line.token();
            line.token();
            let has_value = !line.token().is_empty();
            lines.unread();
            return Ok(has_value);
        }
    }
}

/// Returns the numbers of nodes and entries.
fn sizes(line: &mut Cursor<'_>) -> Result<(u32, u64), Problem> {
    let rows = count(line, "the number of rows", MAX_NODES.into())?;
    let columns = count(line, "the number of columns", MAX_NODES.into())?;
    let entries = edge_count(line, "the number of entries")?;
    line.end_of_line("the number of entries")?;
    if rows != columns {
        return Err(Problem::Unsupported {
            what: format!("a matrix of {rows} rows and {columns} columns is not a graph"),
            help: "an adjacency matrix must be square".into(),
        });
    }
    match u32::try_from(rows) {
        Ok(nodes) if nodes <= MAX_NODES => Ok((nodes, entries)),
        _ => Err(Problem::TooManyNodes(rows)),
    }
}

/// Checks an entry of a skew-symmetric matrix.
fn check_skew(is_diagonal: bool, field: Field, value: Number) -> Result<(), Problem> {
    match value {
        _ if is_diagonal => Err(Problem::SkewDiagonal),
        Number::Whole(i64::MIN) if field == Field::Integer => Err(Problem::NotNegatable(i64::MIN)),
        _ => Ok(()),
    }
}

impl LineFormat for Entries {
    #[inline]
    fn line(&self, line: &mut Cursor<'_>, _: u64, edges: &mut EdgeSink) -> Result<Line, Problem> {
        line.skip_blanks();
        if matches!(line.peek(), b'\n' | b'%') {
            return Ok(Line::Other);
        }
        let row = node(line, "the entry's row", 1, self.nodes)?;
        let column = node(line, "the entry's column", 1, self.nodes)?;
        let value = match self.field {
            Field::Pattern => Number::Whole(1),
            Field::Integer => line.integer()?,
            Field::Real => line.number()?,
        };
        line.end_of_line("the entry")?;
        if self.is_skew {
            check_skew(row == column, self.field, value)?;
        }
        edges.edge(row, column, value);
        Ok(Line::Entries(1))
    }
}
