//! Text: one value per line, or a table.
//!
//! A file without column names has one value per line, in the order of the nodes or edges. If the
//! first line does not start with a number, it has the names of the [columns](super::columns), and
//! each further line has the values of a node or edge. A file may have several tables of the form
//! that `igc run -O` writes; those without the input are skipped. Lines that start with `#` or `%` are
//! comments. If the nodes of the graph have ids, the file has these ids instead of numbers of nodes.

use igc_compiler::diagnostics::visible;
use igc_compiler::ir::Type;
use igc_graph::Ids;
use igc_graph::columns::unquoted;

use super::columns::{
    Columns, Names, Separator, accepted, check_count, is_of_outputs, most_columns,
};
use super::number::{Number, NumberError};
use super::sink::Sink;
use super::{Problem, Rows};

/// Reads the values of an input.
pub(super) fn read(text: &str, names: Names<'_>, sink: &mut Sink<'_>) -> Result<(), Problem> {
    // `None` in a table that does not have the values.
    let mut columns = Some(Columns::plain(sink.width()));
    let (mut is_first, mut is_found) = (true, false);
    for (line, content) in (1u64..).zip(text.lines()) {
        let line = Some(line);
        if content.starts_with(['#', '%']) || content.trim().is_empty() {
            continue;
        }
        if starts_table(content, std::mem::take(&mut is_first), names, sink) {
            columns = Columns::named(content, names, sink).map_err(|problem| (line, problem))?;
            is_found |= columns.is_some();
            continue;
        }
        let Some(columns) = &columns else { continue };
        is_found = true;
        row(line, content, columns, sink)?;
    }
    match is_found || sink.length().is_none_or(|length| length == 0) {
        true => Ok(()),
        false => {
            let columns = match sink.elements {
                Some(elements) => format!("{elements} columns `{}[0]`, …,", names.input),
                None => format!("column `{}`", names.input),
            };
            let help = accepted(names, sink);
            let element = sink.element();
            Err((None, format!("the file has no {columns} of {element}s\nhelp: {help}")))
        }
    }
}

/// Whether a line has the names of columns: the first line if it does not start with a number, and
/// any line that starts a table of `igc run -O`.
fn starts_table(line: &str, is_first: bool, names: Names<'_>, sink: &Sink<'_>) -> bool {
    if !is_first && !line.starts_with("node\t") && !line.starts_with("edge\t") {
        return false;
    }
    let separator = Separator::of(line);
    let cells = separator.cells(line, most_columns(sink));
    if is_of_outputs(&cells, separator) {
        return true;
    }
    let first = cells.iter().find(|cell| !cell.is_empty()).copied().unwrap_or_default();
    let has_id = |ids: &Ids| ids.node(unquoted(first)).is_some();
    if sink.ty == Type::Node && sink.ids().is_some_and(has_id) {
        return false;
    }
    let is_name = first == names.input || Number::parse(first) == Err(NumberError::NotANumber);
    is_first && is_name
}

/// Reads a line of a table.
fn row(
    line: Option<u64>,
    content: &str,
    columns: &Columns,
    sink: &mut Sink<'_>,
) -> Result<(), Problem> {
    let cells = columns.separator.cells(content, most_columns(sink));
    check_count(&cells, sink).map_err(|problem| (line, problem))?;
    if cells.len() != columns.count {
        let (wanted, found) = (columns.count, cells.len());
        let plural = if wanted == 1 { "" } else { "s" };
        let message = format!(
            "expected {wanted} column{plural}, found {found}\n\
             help: name the columns in the first line, such as `{}\t…`",
            sink.element()
        );
        return Err((line, message));
    }
    let ids = sink.ids();
    let id = |at: usize| {
        let cell = unquoted(cells[at]);
        ids.map(|ids| {
            let unknown = || {
                let meant = ids.nearest(cell).map(visible::name);
                let meant = meant.map(|id| format!("\nhelp: did you mean `{id}`?"));
                let cell = visible::name(cell);
                (line, format!("no node has the id `{cell}`{}", meant.unwrap_or_default()))
            };
            ids.node(cell).map(i128::from).ok_or_else(unknown)
        })
    };
    let is_node = sink.ty == Type::Node;
    let number = |at: usize| {
        if let Some(node) = is_node.then(|| id(at)).flatten() {
            return node.map(Number::Whole);
        }
        Number::parse(cells[at]).map_err(|error| match cells[at] {
            "" => (line, format!("column {} is empty", at + 1)),
            cell => (line, error.message(cell)),
        })
    };
    let whole = |at: usize| match cells[at].parse::<i128>() {
        Ok(whole) => Ok(whole),
        Err(_) if cells[at].is_empty() => Err((line, format!("column {} is empty", at + 1))),
        Err(_) => Err((line, format!("`{}` is not a whole number", visible::name(cells[at])))),
    };
    let end = |at: usize| id(at).unwrap_or_else(|| whole(at));
    let row = match (columns.index, columns.ends) {
        (None, None) => {
            return columns.values.iter().try_for_each(|at| sink.push(line, number(*at)?));
        }
        (Some(index), None) if sink.rows == Rows::Edges => sink.row(line, whole(index)?)?,
        (Some(index), None) => sink.row(line, end(index)?)?,
        (None, Some((source, target))) => {
            let ends = (end(source)?, end(target)?);
            sink.row_between(line, ends)?
        }
        (Some(index), Some((source, target))) => {
            sink.check_ends(line, whole(index)?, (end(source)?, end(target)?))?;
            sink.row(line, whole(index)?)?
        }
    };
    let mut elements = columns.values.iter().enumerate();
    elements.try_for_each(|(element, at)| sink.set(line, (row, element), number(*at)?))
}
