//! Reads a table of edges whose first line has the names of its columns.
//!
//! Every column must have a known name ([`Column`]), in any order. With the key `weights=ignore`,
//! only the columns of the source and of the target are read, and the others may have any name. If
//! the first line has a comma, commas separate the columns; otherwise tabs, if it has one; otherwise
//! blanks. Cells without a name that is read may contain anything but the end of a line; a separator
//! between quotation marks is part of its cell.

use std::io;

use super::cursor::{Cursor, quote};
use super::number::Number;
use super::table::records::Records;
use crate::columns::{Column, EdgeColumns, unquoted};
use crate::error::{MAX_NODES, Problem};

/// The ways to go on after a line that is not an edge.
pub(super) const IGNORE_HELP: &str = "add the key `weights=ignore`, with which igc reads only the \
    source and the target of each edge, or the keys `source=1,target=2,weight=3`, which number the \
    columns that igc reads";
/// The ways to go on after a line that does not fit the names of the columns.
pub(super) const ROW_HELP: &str = "each line has a number for each column that the first line names; \
    add the key `ids=names` if ids are names or have quotation marks, and the key `weights=ignore` if \
    weights are not numbers";
/// The way to go on after ids that are not the numbers of nodes.
pub(super) const IDS_HELP: &str =
    "add the key `ids=names`, with which ids may be any names or numbers, also in quotation marks";

/// The columns of an edge list.
const COLUMNS: [Column; 3] = [Column::Source, Column::Target, Column::Weight];
/// The largest id of a node.
pub(super) const LARGEST: u64 = MAX_NODES as u64 - 1;

/// The columns of a table.
#[derive(Debug)]
pub(super) struct Table {
    /// The byte between two columns. If it is `None`, blanks separate columns.
    separator: Option<u8>,
    /// The content of each column, up to the last one that is read. Columns without a known name are
    /// skipped.
    columns: Vec<Option<Column>>,
    /// Whether further columns may follow.
    has_more: bool,
    /// The names of the other columns than those of the source and of the target.
    named: EdgeColumns,
}

/// Returns whether a line has the names of columns: its first word does not start as a number does.
pub(crate) fn has_names(line: &[u8]) -> bool {
    let is_separator = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    let first = line.iter().find(|byte| !is_separator(byte));
    first.is_some_and(|first| !first.is_ascii_digit() && !b"+-.".contains(first))
}

/// Returns whether a word of the line is the name of a column of an edge list.
pub(crate) fn has_known_name(line: &[u8]) -> bool {
    let words = line.split(|byte| byte.is_ascii_whitespace() || *byte == b',');
    words.into_iter().any(|word| known(word).is_some())
}

fn known(name: &[u8]) -> Option<Column> {
    Column::named(unquoted(str::from_utf8(name).ok()?), &COLUMNS)
}

impl Table {
    /// Reads the names of the columns. `is_rest_ignored` allows columns with other names.
    pub(super) fn read(line: &mut Cursor<'_>, is_rest_ignored: bool) -> Result<Table, Problem> {
        let text = line.rest_of_line();
        let separator = [b',', b'\t'].into_iter().find(|byte| text.contains(byte));
        let mut columns: Vec<Option<Column>> = vec![];
        let mut named = EdgeColumns::default();
        loop {
            let name = match separator {
                Some(separator) => line.cell(separator),
                None => line.token(),
            };
            let column = known(name);
            if column.is_none() && !is_rest_ignored {
                return Err(unknown(name, text));
            }
            if column.is_some() && columns.contains(&column) {
                let what = format!("{} means the same as an earlier column", quote(name));
                return Err(Problem::Columns { what, help: names_help() });
            }
            columns.push(column);
            let text = || unquoted(&String::from_utf8_lossy(name)).to_owned();
            match column {
                Some(Column::Source | Column::Target) => {}
                Some(_) if !is_rest_ignored => named.weight = Some(text()),
                _ => named.unread.push(text()),
            }
            line.skip_spaces();
            if line.peek() == b'\n' {
                break;
            }
            if separator.is_some() {
                line.advance();
            }
        }
        for needed in [Column::Source, Column::Target] {
            if !columns.contains(&Some(needed)) {
                let what = format!("no column has the name {}", needed.list());
                return Err(Problem::Columns { what, help: names_help() });
            }
        }
        if is_rest_ignored {
            let weight = columns.iter_mut().filter(|column| **column == Some(Column::Weight));
            weight.for_each(|column| *column = None);
            while columns.last() == Some(&None) {
                columns.pop();
            }
        }
        Ok(Table { separator, columns, has_more: is_rest_ignored, named })
    }

    /// Returns the names of the other columns than those of the source and of the target.
    pub(super) fn named(&self) -> EdgeColumns {
        self.named.clone()
    }

    /// Returns whether the table has a column of weights.
    pub(super) fn is_weighted(&self) -> bool {
        self.columns.contains(&Some(Column::Weight))
    }

    /// Returns whether the columns have the same order as in a text without names, so that its
    /// reader can read the edges. Tabs may enclose empty cells, which that reader does not know.
    pub(super) fn has_usual_order(&self) -> bool {
        self.separator != Some(b'\t')
            && !self.has_more
            && COLUMNS.map(Some).starts_with(&self.columns)
    }

    /// Reads the source, the target and the weight of an edge.
    pub(super) fn edge(&self, line: &mut Cursor<'_>) -> Result<(u64, u64, Number), Problem> {
        let (mut source, mut target, mut weight) = (0, 0, Number::Whole(1));
        for (at, column) in self.columns.iter().enumerate() {
            self.start_cell(line, at)?;
            match column {
                Some(Column::Source) => source = line.whole("the edge's source", LARGEST)?,
                Some(Column::Target) => target = line.whole("the edge's target", LARGEST)?,
                Some(_) => weight = line.number()?,
                None => match self.separator {
                    Some(separator) => line.skip_cell(separator),
                    None => drop(line.token()),
                },
            }
        }
        if let Some(separator) = self.separator {
            end_of_cell(line, separator)?;
        }
        if !self.has_more {
            let last = "the last column that the first line names";
            if line.peek() == b'\t' {
                let expected = format!("the end of the line after {last}");
                return Err(Problem::Unexpected { expected, found: "a tab".into() });
            }
            line.end_of_line(last)?;
        }
        Ok((source, target, weight))
    }

    /// Moves to the start of the cell with this index, which must not be empty if it is read.
    fn start_cell(&self, line: &mut Cursor<'_>, at: usize) -> Result<(), Problem> {
        let missing = |line: &mut Cursor<'_>| {
            let expected = format!("column {} (the first line names the columns)", at + 1);
            let token = line.token();
            Err(Problem::Unexpected { expected, found: line.found(token) })
        };
        let Some(separator) = self.separator else {
            line.skip_blanks();
            return if line.peek() == b'\n' { missing(line) } else { Ok(()) };
        };
        line.skip_spaces();
        if at > 0 {
            if separator == b',' {
                line.skip_blanks();
            }
            if line.peek() != separator {
                return missing(line);
            }
            line.advance();
            line.skip_spaces();
        }
        match self.columns[at].is_some() && line.peek() == separator {
            true => {
                let expected = format!("a number in column {}", at + 1);
                Err(Problem::Unexpected { expected, found: "an empty column".into() })
            }
            false => Ok(()),
        }
    }
}

/// Checks that a cell with a number has nothing else.
fn end_of_cell(line: &mut Cursor<'_>, separator: u8) -> Result<(), Problem> {
    line.skip_spaces();
    if separator == b',' {
        line.skip_blanks();
    }
    if line.peek() == separator || line.peek() == b'\n' {
        return Ok(());
    }
    let found = quote(line.token());
    Err(Problem::Unexpected { expected: "the end of the column after the number".into(), found })
}

fn names_help() -> String {
    let [source, target, weight] = COLUMNS.map(Column::list);
    format!("an edge list has the columns {source}, {target} and, if edges have weights, {weight}")
}

fn unknown(name: &[u8], line: &[u8]) -> Problem {
    let keys = named_keys(line);
    if !has_known_name(line) {
        let has_number = str::from_utf8(name).is_ok_and(|name| {
            let inner = name.trim_matches(['"', '\'']);
            !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_digit())
        });
        let help = match keys {
            Some(keys) if !has_number => format!(
                "if the first line has the names of the columns, add the keys that name the source and \
                 the target of an edge, such as `{keys}`; if it is an edge, {IDS_HELP}"
            ),
            _ => IDS_HELP.to_owned(),
        };
        return Problem::UnexpectedText {
            expected: "the edge's source (a whole number of at least 0) or the names of columns"
                .into(),
            found: if name.is_empty() { "an empty column".into() } else { quote(name) },
            help: help.into(),
        };
    }
    let what = match name {
        [] => "a column has no name".into(),
        _ if line.contains(&b';') && !line.contains(&b',') => {
            "semicolons separate the columns".into()
        }
        _ => format!("{} is not the name of a column of an edge list", quote(name)),
    };
    let help = match keys {
        Some(keys) => {
            let weight = str::from_utf8(name).ok().map(unquoted).filter(|name| !name.is_empty());
            let weight = weight.filter(|name| !name.contains([',', '`', ';']));
            let weight =
                weight.map(|name| format!(", and `weight={name}` if this column has the weights"));
            let weight = weight.unwrap_or_default();
            format!("add the keys `{keys}`, with which igc ignores all other columns{weight}")
        }
        None => format!("{}; rename or remove the column, or {IGNORE_HELP}", names_help()),
    };
    Problem::Columns { what, help }
}

/// Returns the keys that name the columns of a table with this first line: those with usual names, or
/// otherwise the first two that have names.
fn named_keys(line: &[u8]) -> Option<String> {
    let mut records = Records::new(Box::new(io::Cursor::new(line)), None);
    let names = records.read().ok()??.texts();
    let named = |column| names.iter().find(|name| Column::named(name, &[column]).is_some());
    let mut others = names.iter().filter(|name| !name.is_empty());
    let (source, target) = match (named(Column::Source), named(Column::Target)) {
        (Some(source), Some(target)) => (source, target),
        _ => (others.next()?, others.next()?),
    };
    // A key cannot contain commas.
    let is_plain = |name: &str| !name.contains([',', '`']) && !name.chars().any(char::is_control);
    (is_plain(source) && is_plain(target) && source != target)
        .then(|| format!("source={source},target={target}"))
}
