//! Tab-separated text.
//!
//! A file without column names has one value per line, in the order of the nodes or edges. With
//! column names, the file has a table like those that `igc run -O` writes: the column `node` or
//! `edge` has the number of the node or edge, and the columns `source` and `destination` have the
//! ends of an edge. The values are in the column with the name of the input, or in the only other
//! column. An array `x` with 2 elements has the columns `x[0]` and `x[1]`, or all other columns if
//! there are 2. Lines that start with `#` or `%`, and tables without such a column, are skipped.

use super::number::Number;
use super::sink::Sink;
use super::{Problem, Rows};

/// The positions of the columns of a table.
struct Columns {
    /// How many columns there are.
    count: usize,
    /// The column of each element.
    values: Vec<usize>,
    index: Option<usize>,
    ends: Option<(usize, usize)>,
}

/// Reads the values of an input.
pub(super) fn read(text: &str, name: &str, sink: &mut Sink<'_>) -> Result<(), Problem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let width = sink.width();
    let plain = Columns { count: width, values: (0..width).collect(), index: None, ends: None };
    // `None` in a table that does not have the values.
    let mut columns = Some(plain);
    let mut is_found = false;
    let mut tokens = vec![];
    for (line, content) in (1u64..).zip(text.lines()) {
        let line = Some(line);
        if content.starts_with(['#', '%']) {
            continue;
        }
        tokens.clear();
        let parts = content.split(|c: char| c.is_whitespace() || c == ',');
        // One token more than the columns is enough to see that there are too many.
        let most = MOST_COLUMNS.max(width.saturating_add(3));
        tokens.extend(parts.filter(|token| !token.is_empty()).take(most + 1));
        let Some(first) = tokens.first().copied() else { continue };
        if tokens.len() > most {
            return Err((line, format!("the line has more than {most} columns")));
        }
        if is_header(first, name, sink) {
            columns = header(&tokens, name, sink);
            is_found |= columns.is_some();
            continue;
        }
        let Some(columns) = &columns else { continue };
        is_found = true;
        row(line, &tokens, columns, sink)?;
    }
    match is_found || sink.length().is_none_or(|length| length == 0) {
        true => Ok(()),
        false => {
            let columns = match sink.elements {
                Some(elements) => format!("{elements} columns `{name}[0]`, …,"),
                None => format!("column `{name}`"),
            };
            Err((None, format!("the file has no {columns} of {}s", sink.element())))
        }
    }
}

/// Maximum number of columns of a table. A table with the elements of a longer array has more.
const MOST_COLUMNS: usize = 1024;

/// Whether a line that starts with this word has the names of columns.
fn is_header(first: &str, name: &str, sink: &Sink<'_>) -> bool {
    let is_value = match sink.elements {
        Some(_) => first.strip_prefix(name).is_some_and(|rest| rest.starts_with('[')),
        None => first == name,
    };
    is_value || matches!(first, "node" | "edge" | "source" | "destination")
}

/// Returns the columns of a table, or `None` if the table does not have the values of the input.
fn header(tokens: &[&str], name: &str, sink: &Sink<'_>) -> Option<Columns> {
    let find = |wanted: &str| tokens.iter().position(|token| *token == wanted);
    let count = tokens.len();
    let (index, ends) = match sink.rows {
        Rows::Items => {
            let value = find(name).or((count == 1).then_some(0))?;
            return Some(Columns { count, values: vec![value], index: None, ends: None });
        }
        Rows::Nodes if find("edge").is_some() || find("source").is_some() => return None,
        Rows::Nodes => (find("node"), None),
        Rows::Edges if find("node").is_some() => return None,
        Rows::Edges => (find("edge"), find("source").zip(find("destination"))),
    };
    let is_key = |at: &usize| {
        index == Some(*at) || ends.is_some_and(|(source, target)| source == *at || target == *at)
    };
    let named: Option<Vec<usize>> = match sink.elements {
        None => find(name).filter(|at| !is_key(at)).map(|at| vec![at]),
        // An array of another length does not fit.
        Some(elements) if find(&format!("{name}[{elements}]")).is_some() => return None,
        Some(elements) => (0..elements).map(|at| find(&format!("{name}[{at}]"))).collect(),
    };
    let values = named.or_else(|| {
        let others: Vec<usize> = (0..count).filter(|at| !is_key(at)).collect();
        (others.len() == sink.width()).then_some(others)
    })?;
    Some(Columns { count, values, index, ends })
}

/// Reads a line of a table.
fn row(
    line: Option<u64>,
    tokens: &[&str],
    columns: &Columns,
    sink: &mut Sink<'_>,
) -> Result<(), Problem> {
    if tokens.len() != columns.count {
        let (wanted, found) = (columns.count, tokens.len());
        let plural = if wanted == 1 { "" } else { "s" };
        let message = format!(
            "expected {wanted} column{plural}, found {found}\n\
             help: name the columns in the first line, such as `{}\t…`",
            sink.element()
        );
        return Err((line, message));
    }
    let number = |at: usize| {
        let shown = || igc_compiler::diagnostics::visible::name(tokens[at]).into_owned();
        Number::parse(tokens[at]).ok_or_else(|| (line, format!("`{}` is not a number", shown())))
    };
    let whole = |at: usize| match number(at)? {
        Number::Whole(whole) => Ok(whole),
        Number::Real(_) => Err((line, format!("`{}` is not a whole number", tokens[at]))),
    };
    let row = match (columns.index, columns.ends) {
        (None, None) => {
            return columns.values.iter().try_for_each(|at| sink.push(line, number(*at)?));
        }
        (Some(index), None) => sink.row(line, whole(index)?)?,
        (None, Some((source, target))) => {
            sink.row_between(line, (whole(source)?, whole(target)?))?
        }
        (Some(index), Some((source, target))) => {
            sink.check_ends(line, whole(index)?, (whole(source)?, whole(target)?))?;
            sink.row(line, whole(index)?)?
        }
    };
    let mut elements = columns.values.iter().enumerate();
    elements.try_for_each(|(element, at)| sink.set(line, (row, element), number(*at)?))
}
