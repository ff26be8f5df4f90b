//! The columns of a table of text.
//!
//! Each column has a known name: the name of the input (with an index for an array), or one of the
//! names of the number of a node or edge, or of the ends of an edge ([`Column`]). A column may also
//! have the name of another input of the program, because several inputs may share a file. Any other
//! name is an error, so a column with a misspelt name is never skipped. The tables that `igc run -O`
//! writes are the exception: they have a fixed form and contain all outputs of a program.

use igc_compiler::diagnostics::visible;
use igc_graph::columns::{Column, unquoted};

use super::Rows;
use super::sink::Sink;

/// The names of the inputs of a program.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names<'n> {
    /// The name of the input that is read.
    pub input: &'n str,
    /// The names of all inputs of the program.
    pub all: &'n [&'n str],
}

/// What separates the cells of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    /// One comma or tab, which also separates empty cells.
    Character(char),
    /// Blanks, or one comma.
    Any,
}

/// The positions of the columns of a table.
#[derive(Debug)]
pub(super) struct Columns {
    /// How many columns there are.
    pub count: usize,
    pub separator: Separator,
    /// The column of each element.
    pub values: Vec<usize>,
    pub index: Option<usize>,
    pub ends: Option<(usize, usize)>,
}

/// The content of a column.
enum Content {
    /// The element of the input with this index.
    Value(usize),
    Key(Column),
    /// Data of something else.
    Other,
}

impl Separator {
    /// Returns what separates the cells of a table with this first line.
    pub fn of(header: &str) -> Separator {
        let found = [',', '\t'].into_iter().find(|c| header.contains(*c));
        found.map_or(Separator::Any, Separator::Character)
    }

    /// Splits a line into its cells. An empty cell next to a comma is kept. The result has at most one
    /// cell more than `most`, because a long line may consist of separators only.
    pub fn cells(self, line: &str, most: usize) -> Vec<&str> {
        let most = most.saturating_add(1);
        match self {
            Separator::Character(c) => line.split(c).map(str::trim).take(most).collect(),
            Separator::Any if line.trim().is_empty() => vec![],
            Separator::Any => {
                let words =
                    |part| -> Vec<&str> { str::split_whitespace(part).take(most).collect() };
                let parts = line.split(',').map(words);
                let cells = parts.flat_map(|words| if words.is_empty() { vec![""] } else { words });
                cells.take(most).collect()
            }
        }
    }
}

impl Columns {
    /// The columns of a text without names: one for each element.
    pub fn plain(width: usize) -> Columns {
        let values = (0..width).collect();
        Columns { count: width, separator: Separator::Any, values, index: None, ends: None }
    }

    /// Finds the columns by their names. Returns `None` for a table of `igc run -O` that does not have
    /// the input.
    ///
    /// # Errors
    ///
    /// Returns a message if the names do not determine the content of each column.
    pub fn named(line: &str, names: Names<'_>, sink: &Sink<'_>) -> Result<Option<Columns>, String> {
        let separator = Separator::of(line);
        let cells = separator.cells(line, most_columns(sink));
        check_count(&cells, sink)?;
        let is_of_outputs = is_of_outputs(&cells, separator);
        if is_of_outputs && (cells[0] == "edge") != (sink.rows == Rows::Edges) {
            return Ok(None);
        }
        let mut values = vec![None; sink.width()];
        let mut keys: Vec<(Column, usize)> = vec![];
        // The columns of a table of outputs that are neither keys nor have the name of the input.
        let mut others = vec![];
        for (at, cell) in cells.iter().enumerate() {
            let name = unquoted(cell);
            let place = match content(name, names, sink) {
                Some(Content::Value(element)) => &mut values[element],
                Some(Content::Key(key)) => {
                    if let Some((_, other)) = keys.iter().find(|(known, _)| *known == key) {
                        return Err(twice(cells[*other], cell));
                    }
                    keys.push((key, at));
                    continue;
                }
                Some(Content::Other) => {
                    others.push(at);
                    continue;
                }
                None if is_of_outputs && base(name) != names.input => {
                    others.push(at);
                    continue;
                }
                None => return Err(unknown(name, names, sink)),
            };
            if let Some(other) = place.replace(at) {
                return Err(twice(cells[other], cell));
            }
        }
        let key = |wanted| keys.iter().find(|(key, _)| *key == wanted).map(|(_, at)| *at);
        let ends = match (key(Column::Source), key(Column::Target)) {
            (Some(source), Some(target)) => Some((source, target)),
            (None, None) => None,
            (Some(_), None) => return Err(missing(&Column::Target.list())),
            (None, Some(_)) => return Err(missing(&Column::Source.list())),
        };
        let index = key(Column::Node).or(key(Column::Edge));
        let found: Option<Vec<usize>> = values.iter().copied().collect();
        let values = match (found, index) {
            (Some(values), Some(nodes)) if sink.rows == Rows::Items && !is_of_outputs => {
                return Err(twice(cells[values[0]], cells[nodes]));
            }
            (Some(values), _) => values,
            // An output of one run, in a file of its own, is an input of another run with another name.
            (None, _)
                if is_of_outputs
                    && sink.rows != Rows::Items
                    && others.len() == sink.width()
                    && values.iter().all(Option::is_none) =>
            {
                others
            }
            // The items of a worklist are nodes.
            (None, Some(nodes)) if sink.rows == Rows::Items && !is_of_outputs => vec![nodes],
            (None, _) if is_of_outputs => return Ok(None),
            (None, _) => {
                let lacks = values.iter().position(Option::is_none).unwrap_or(0);
                return Err(missing(&format!("`{}`", value_name(names.input, lacks, sink))));
            }
        };
        let index = index.filter(|_| sink.rows != Rows::Items);
        Ok(Some(Columns { count: cells.len(), separator, values, index, ends }))
    }
}

/// Maximum number of columns of a table. A table with the elements of a longer array has more.
const MOST_COLUMNS: usize = 1024;

/// Returns the largest number of columns of a table with this input.
pub(super) fn most_columns(sink: &Sink<'_>) -> usize {
    MOST_COLUMNS.max(sink.width().saturating_add(3))
}

/// Returns a message if a line has too many cells.
pub(super) fn check_count(cells: &[&str], sink: &Sink<'_>) -> Result<(), String> {
    let most = most_columns(sink);
    match cells.len() > most {
        true => Err(format!("the line has more than {most} columns")),
        false => Ok(()),
    }
}

/// Whether a table has the form of those that `igc run -O` and `-o` write: tabs, and the number of
/// the node or edge in the first column.
pub(super) fn is_of_outputs(cells: &[&str], separator: Separator) -> bool {
    separator == Separator::Character('\t')
        && (cells.starts_with(&["node"]) || cells.starts_with(&["edge", "source", "destination"]))
}

/// Returns the content of a column with this name, or `None` if the name is not known.
fn content(name: &str, names: Names<'_>, sink: &Sink<'_>) -> Option<Content> {
    let element = |has_name: &dyn Fn(&str) -> bool| {
        (0..sink.width()).find(|at| has_name(&value_name(names.input, *at, sink)))
    };
    if let Some(element) = element(&|own| own == name) {
        return Some(Content::Value(element));
    }
    if base(name) != names.input && names.all.contains(&base(name)) {
        return Some(Content::Other);
    }
    let keys: &[Column] = match sink.rows {
        Rows::Nodes | Rows::Items => &[Column::Node],
        Rows::Edges => &[Column::Edge, Column::Source, Column::Target],
    };
    let key = Column::named(name, keys).map(Content::Key);
    key.or_else(|| element(&|own| own.eq_ignore_ascii_case(name)).map(Content::Value))
}

/// Returns the name of an array from the name of the column of one of its elements.
fn base(name: &str) -> &str {
    name.split_once('[').map_or(name, |(base, _)| base)
}

/// Returns the name of the column of an element.
fn value_name(input: &str, element: usize, sink: &Sink<'_>) -> String {
    match sink.elements {
        Some(_) => format!("{input}[{element}]"),
        None => input.to_owned(),
    }
}

fn unknown(name: &str, names: Names<'_>, sink: &Sink<'_>) -> String {
    let what = match name {
        "" => "a column has no name".to_owned(),
        _ => format!("the column `{}` is not known", visible::name(name)),
    };
    format!("{what}\nhelp: {}; rename or remove the column", accepted(names, sink))
}

/// Describes the columns that a table may have.
pub(super) fn accepted(names: Names<'_>, sink: &Sink<'_>) -> String {
    let value = match sink.elements {
        Some(elements) => format!("`{0}[0]` to `{0}[{1}]`", names.input, elements.max(1) - 1),
        None => format!("`{}`", names.input),
    };
    let keys = match sink.rows {
        Rows::Nodes => Column::Node.list(),
        Rows::Items => {
            return format!("the input has the column {value} or {}", Column::Node.list());
        }
        Rows::Edges => format!(
            "{}, or {} and {}",
            Column::Edge.list(),
            Column::Source.list(),
            Column::Target.list()
        ),
    };
    format!("the input has the columns {value} and {keys}")
}

fn twice(first: &str, second: &str) -> String {
    let (first, second) = (visible::name(first), visible::name(second));
    format!("the columns `{first}` and `{second}` mean the same")
}

fn missing(name: &str) -> String {
    format!("no column has the name {name}")
}
