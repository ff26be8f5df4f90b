//! MatrixMarket.
//!
//! A dense array of one column has the values of the nodes or edges in order, or the items of a
//! worklist. A sparse matrix of one column has values of nodes; nodes without an entry have the
//! value 0. An input that is an array has a column for each element. A square sparse matrix has
//! values of edges: the entry (i, j) belongs to the edge from i to j, counted from 1, and every
//! edge must have an entry.

use super::number::Number;
use super::sink::Sink;
use super::{Problem, Rows};

/// The start of the first line.
pub(super) const BANNER: &str = "%%MatrixMarket";

/// The symmetry of a matrix, which lists only one half if it is not general.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Symmetry {
    General,
    Symmetric,
    Skew,
}

/// Reads the values of an input.
pub(super) fn read(text: &str, sink: &mut Sink<'_>) -> Result<(), Problem> {
    let mut lines = (1u64..).zip(text.lines());
    let banner = lines.next().map_or("", |(_, banner)| banner).to_ascii_lowercase();
    let words: Vec<&str> = banner.split_whitespace().take(6).collect();
    let refuse = |what: &str| Err((Some(1), format!("{what} cannot be the data of an input")));
    let (is_dense, symmetry) = match words[..] {
        [_, "matrix", _, "complex", _] => return refuse("complex numbers"),
        [_, "matrix", _, "pattern", _] => return refuse("a matrix without values"),
        [_, "matrix", "array", "real" | "integer", "general"] => (true, Symmetry::General),
        [_, "matrix", "coordinate", "real" | "integer", symmetry] => match symmetry {
            "general" => (false, Symmetry::General),
            // A Hermitian matrix of real numbers is symmetric.
            "symmetric" | "hermitian" => (false, Symmetry::Symmetric),
            "skew-symmetric" => (false, Symmetry::Skew),
            _ => return refuse("a matrix with this symmetry"),
        },
        _ => return refuse("a file with this first line"),
    };
    let mut lines = lines.filter(|(_, line)| !line.starts_with('%') && !line.trim().is_empty());
    let (line, sizes) = lines.next().ok_or((None, "the size of the matrix is missing".into()))?;
    let sizes = numbers(line, sizes)?;
    match (&sizes[..], is_dense) {
        ([rows, columns], true) => dense(line, *rows, *columns, lines, sink),
        ([rows, columns, entries], false) => {
            let size = Size { rows: *rows, columns: *columns, entries: *entries };
            sparse(line, size, symmetry, lines, sink)
        }
        _ => Err((Some(line), "expected the size of the matrix".into())),
    }
}

/// Returns the whole numbers of a line.
fn numbers(line: u64, text: &str) -> Result<Vec<i128>, Problem> {
    let whole = |token: &str| match token.parse::<u64>() {
        Ok(whole) => Ok(i128::from(whole)),
        Err(_) => {
            let token = igc_compiler::diagnostics::visible::name(token);
            let expected = format!("expected a whole number of at most {}", u64::MAX);
            Err((Some(line), format!("{expected}, found `{token}`")))
        }
    };
    text.split_whitespace().take(4).map(whole).collect()
}

fn number(line: u64, token: &str) -> Result<Number, Problem> {
    Number::parse(token).map_err(|error| (Some(line), error.message(token)))
}

fn dense<'t>(
    line: u64,
    rows: i128,
    columns: i128,
    lines: impl Iterator<Item = (u64, &'t str)>,
    sink: &mut Sink<'_>,
) -> Result<(), Problem> {
    check_columns(line, columns, sink)?;
    check_rows(line, rows, sink)?;
    let count = rows * columns;
    let mut found = 0;
    for (line, text) in lines {
        found += 1;
        if found > count {
            return Err((Some(line), format!("the matrix has more than {count} values")));
        }
        let value = number(line, text.trim())?;
        if columns == 1 {
            sink.push(Some(line), value)?;
            continue;
        }
        // One column follows another.
        let (row, element) = ((found - 1) % rows, (found - 1) / rows);
        let row = sink.row(Some(line), row)?;
        sink.set(Some(line), (row, element as usize), value)?;
    }
    complete(found, count, "values")
}

/// The size of a sparse matrix.
struct Size {
    rows: i128,
    columns: i128,
    /// Number of lines with entries.
    entries: i128,
}

fn sparse<'t>(
    line: u64,
    Size { rows, columns, entries }: Size,
    symmetry: Symmetry,
    lines: impl Iterator<Item = (u64, &'t str)>,
    sink: &mut Sink<'_>,
) -> Result<(), Problem> {
    let is_square = sink.rows == Rows::Edges;
    let nodes = i128::from(sink.nodes());
    if sink.rows == Rows::Items {
        return Err((Some(line), "a worklist needs a dense array".into()));
    }
    if is_square && sink.elements.is_some() {
        let message = "a sparse matrix has one value for each edge, but the input is an array";
        return Err((Some(line), message.into()));
    }
    if is_square && (rows, columns) != (nodes, nodes) {
        let message = format!("expected a matrix of {nodes} × {nodes}, found {rows} × {columns}");
        return Err((Some(line), message));
    }
    if !is_square {
        if symmetry != Symmetry::General {
            return Err((Some(line), "a matrix with this symmetry is not a list of nodes".into()));
        }
        check_columns(line, columns, sink)?;
        check_rows(line, rows, sink)?;
    }
    let mut found = 0;
    for (line, text) in lines {
        found += 1;
        if found > entries {
            return Err((Some(line), format!("the matrix has more than {entries} entries")));
        }
        let mut tokens = text.split_whitespace();
        let (Some(row), Some(column), Some(value), None) =
            (tokens.next(), tokens.next(), tokens.next(), tokens.next())
        else {
            return Err((Some(line), "expected a row, a column and a value".into()));
        };
        let value = number(line, value)?;
        let place = numbers(line, row)?[0] - 1;
        let other = numbers(line, column)?[0] - 1;
        if !is_square {
            let row = sink.row(Some(line), place)?;
            let element = usize::try_from(other).ok().filter(|other| *other < sink.width());
            let element = element.ok_or_else(|| {
                (Some(line), format!("the matrix has {columns} columns, numbered from 1"))
            })?;
            sink.set(Some(line), (row, element), value)?;
            continue;
        }
        if symmetry == Symmetry::Skew && place == other {
            let message = "a skew-symmetric matrix has zeros on its diagonal\n\
                           help: remove the entry, or declare the matrix as `general`";
            return Err((Some(line), message.into()));
        }
        let edge = sink.row_between(Some(line), (place, other))?;
        sink.set(Some(line), (edge, 0), value)?;
        if symmetry != Symmetry::General && place != other {
            let value = if symmetry == Symmetry::Skew { value.negated() } else { value };
            let edge = sink.row_between(Some(line), (other, place))?;
            sink.set(Some(line), (edge, 0), value)?;
        }
    }
    complete(found, entries, "entries")?;
    if !is_square {
        sink.fill_with_zero();
    }
    Ok(())
}

fn check_columns(line: u64, columns: i128, sink: &Sink<'_>) -> Result<(), Problem> {
    let wanted = sink.width();
    if columns == wanted as i128 {
        return Ok(());
    }
    let plural = if wanted == 1 { "" } else { "s" };
    Err((Some(line), format!("expected {wanted} column{plural}, found {columns}")))
}

fn check_rows(line: u64, rows: i128, sink: &Sink<'_>) -> Result<(), Problem> {
    match sink.length() {
        Some(length) if rows != length as i128 => {
            let element = sink.element();
            let message =
                format!("the matrix has {rows} rows, but the graph has {length} {element}s");
            Err((Some(line), message))
        }
        _ => Ok(()),
    }
}

fn complete(found: i128, announced: i128, what: &str) -> Result<(), Problem> {
    match found == announced {
        true => Ok(()),
        false => Err((None, format!("the file announces {announced} {what}, but has {found}"))),
    }
}
