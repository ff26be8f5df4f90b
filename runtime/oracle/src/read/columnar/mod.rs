//! Edge lists in Parquet files and Arrow files.
//!
//! The oracle and the loader share the libraries that decode these formats, because nobody writes a second decoder.
//! They do not share anything else: this reader chooses the columns and gives their values a meaning with its own code,
//! and reads Parquet files row by row, where the loader reads columns.

mod arrow;
mod parquet;

use std::collections::HashMap;
use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::ReadError;
use super::keys::{Listed, TableKeys};
use super::lines::Lines;
use super::table::{Places, numbered};
use crate::adjacency::Weight;

/// A value of a column.
#[derive(Debug, Clone, PartialEq)]
enum Cell {
    Whole(i128),
    Real(f64),
    Text(String),
    /// No value, or a value that is neither a number nor a text.
    Other,
}

/// The chosen columns of a file, one vector for each row.
struct Table {
    rows: Vec<Vec<Cell>>,
    /// The number of nodes that igc wrote into the metadata.
    stated: Option<String>,
}

/// A file whose columns are known.
trait Columns {
    /// The names of the columns.
    fn names(&self) -> Vec<String>;

    /// Reads the columns with these indices, which increase.
    fn read(self: Box<Self>, columns: &[usize]) -> Result<Table, String>;
}

thread_local! {
    static IS_DECODING: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Returns whether this thread runs a decoder whose panics become errors.
pub(super) fn is_decoding() -> bool {
    IS_DECODING.get()
}

/// Turns a panic of a decoder, as damaged files cause it, into an error.
fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    IS_DECODING.set(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    IS_DECODING.set(false);
    result.unwrap_or_else(|_| Err("the decoder stopped".to_owned()))
}

/// Reads the graph, and the id of each node if ids are names. `is_parquet` tells the format.
pub(super) fn read(
    mut reader: Box<dyn BufRead>,
    path: &str,
    keys: &TableKeys,
    is_parquet: bool,
    ignore: bool,
) -> Result<(Listed, Option<Vec<String>>), ReadError> {
    let mut bytes = vec![];
    let read = reader.read_to_end(&mut bytes);
    read.map_err(|source| ReadError::Io { path: path.to_owned(), source })?;
    // Rows are counted instead of lines.
    let mut lines = Lines::new(Box::new(std::io::empty()), path, false);
    let wrong = |reason| ReadError::Content { path: path.to_owned(), reason };
    let open = || match is_parquet {
        true => parquet::open(bytes),
        false => arrow::open(bytes),
    };
    let file = guarded(open).map_err(wrong)?;
    let keys = TableKeys { header: Some(true), ..keys.clone() };
    let places = Places::find(&lines, &keys, &file.names(), ignore)?;
    let mut chosen = vec![places.source, places.target];
    chosen.extend(places.weight);
    chosen.sort_unstable();
    let at = |column: usize| chosen.iter().position(|other| *other == column).unwrap_or(0);
    let (source, target, weight) = (at(places.source), at(places.target), places.weight.map(at));
    let Table { rows, stated } = guarded(|| file.read(&chosen)).map_err(wrong)?;
    let has_text = rows
        .iter()
        .any(|row| [source, target].iter().any(|column| matches!(row[*column], Cell::Text(_))));
    let has_names = match keys.names {
        Some(names) => names,
        None => keys.has_names() || has_text,
    };
    let (mut names, mut numbers) = (vec![], HashMap::new());
    let mut edges = vec![];
    let mut nodes = 0;
    for (row, number) in rows.iter().zip(1..) {
        lines.set_number(number);
        let mut node = |column: usize| {
            let id = match &row[column] {
                Cell::Whole(number) => number.to_string(),
                Cell::Text(text) if has_names && !text.is_empty() => text.clone(),
                other => return Err(lines.wrong(format!("{other:?} is not an id"))),
            };
            if !has_names {
                return lines.any_node(Some(&id), 0);
            }
            Ok(*numbers.entry(id).or_insert_with_key(|id: &String| {
                names.push(id.clone());
                names.len() as u32 - 1
            }))
        };
        let (source, target) = (node(source)?, node(target)?);
        let weight = match weight.map(|column| &row[column]) {
            None => None,
            // A number that no integer of 64 bits with a sign holds is a weight if a float holds it exactly.
            Some(Cell::Whole(whole))
                if i64::try_from(*whole).is_err() && *whole as f64 as i128 == *whole =>
            {
                Some(Weight::Real(*whole as f64))
            }
            Some(Cell::Whole(whole)) => Some(lines.weight(Some(&whole.to_string()))?),
            Some(Cell::Real(real)) if real.is_finite() => Some(Weight::Real(*real)),
            Some(other) => return Err(lines.wrong(format!("{other:?} is not a weight"))),
        };
        nodes = nodes.max(source.max(target) + 1);
        edges.push((source, target, weight));
    }
    if !has_names {
        let stated = stated.and_then(|nodes| nodes.parse().ok()).unwrap_or(0);
        let nodes = nodes.max(stated);
        return Ok((Listed { nodes, edges, has_both_directions: false }, None));
    }
    let (ids, number) = numbered(&names);
    for (source, target, _) in &mut edges {
        (*source, *target) = (number[*source as usize], number[*target as usize]);
    }
    let nodes = ids.len() as u32;
    Ok((Listed { nodes, edges, has_both_directions: false }, Some(ids)))
}
