//! Reads a table of edges of which the user names the columns, such as
//! `edges.csv,source=from,target=to,weight=km`.
//!
//! Other columns may have any content. Ids may be names, dates, or numbers with gaps: each different id
//! becomes a node, and the graph keeps the [ids](crate::ids). With `ids=numbers`, ids are the numbers of
//! nodes, as in an edge list.
//!
//! The module `names` numbers the ids. [`super::edge_list`] reads lists of numbers faster.

pub(crate) mod columns;
pub(crate) mod keys;
pub(crate) mod names;
pub(crate) mod records;

use std::io::Read;

use super::ParsedText;
use super::cursor::{Cursor, WEIGHT, quote};
use super::edge_table::LARGEST;
use super::number::Number;
use super::sink::{EdgeRules, EdgeSink};
use crate::assemble::{Assembler, Numbering};
use crate::columns::EdgeColumns;
use crate::error::{GraphError, MAX_NODES, Problem};
use crate::ids::Ids;
use columns::{Columns, Wanted};
use keys::{IdsKey, TableKeys};
use records::{Fields, Records};

/// Number of edges in a chunk.
const CHUNK: usize = 1 << 18;

/// The edges of a table, and the ids of its nodes unless these are their numbers.
pub(crate) struct ParsedTable {
    pub(crate) text: ParsedText,
    pub(crate) ids: Option<Ids>,
    pub(crate) columns: EdgeColumns,
}

impl ParsedTable {
    /// Returns a table without ids, whose only columns are those of the edges.
    pub(crate) fn of(text: ParsedText) -> ParsedTable {
        ParsedTable { text, ids: None, columns: EdgeColumns::default() }
    }
}

/// Reads the edges of a table. `weights` says whether edges have weights; if it is `None`, the table
/// decides.
pub(crate) fn read(
    input: Box<dyn Read + Send + '_>,
    keys: &TableKeys,
    rules: EdgeRules,
    weights: Option<bool>,
) -> Result<ParsedTable, GraphError> {
    let mut records = Records::new(input, keys.separator);
    let wanted = match weights {
        None => Wanted::Optional,
        Some(true) => Wanted::Weights,
        Some(false) => Wanted::Nothing,
    };
    let Some(first) = records.read()? else {
        return empty(keys, rules, &records, weights);
    };
    let mut columns =
        Columns::find(keys, &first, wanted).map_err(|problem| first.error(None, problem))?;
    let rules = EdgeRules { weighted: columns.weight.is_some(), ..rules };
    let mut more = true;
    if columns.has_header {
        more = records.read()?.is_some();
        let count = if more { records.current().len() } else { columns.count };
        if !keys.has_names() && keys.has_numbers() && count > columns.last() {
            columns.count = count;
        } else if count == columns.count + 1 {
            return Err(records.current().error(None, unnamed_rows(&columns)));
        }
    }
    let reader = Reader { columns, single: rules.single };
    let parsed = match keys.ids() {
        IdsKey::Names => names::read(records, more, &reader, rules, keys)?,
        IdsKey::Numbers => numbered(records, more, &reader, rules)?,
    };
    Ok(ParsedTable { columns: reader.columns.named, ..parsed })
}

/// Returns the graph of a table without lines.
fn empty(
    keys: &TableKeys,
    rules: EdgeRules,
    records: &Records<'_>,
    weights: Option<bool>,
) -> Result<ParsedTable, GraphError> {
    if keys.has_names() {
        let what = "the table is empty, so no column has a name".into();
        let help = "the first line that is not a comment has the names of the columns".into();
        return Err(Problem::Columns { what, help }.into());
    }
    let weighted = weights == Some(true) || weights.is_none() && keys.weight.is_some();
    let assembler = Assembler::new();
    assembler.push(0, EdgeSink::new(EdgeRules { weighted, ..rules }).chunk())?;
    let numbering = stated(records)?.filter(|_| keys.ids() == IdsKey::Numbers);
    let numbering = numbering.unwrap_or(Numbering::Exactly(0));
    Ok(ParsedTable::of(ParsedText { assembler, numbering }))
}

/// Returns the number of nodes that the table states, if it is an edge list of igc.
fn stated(records: &Records<'_>) -> Result<Option<Numbering>, GraphError> {
    let Some(nodes) = records.stated_nodes() else { return Ok(None) };
    match u32::try_from(nodes) {
        Ok(count) if count <= MAX_NODES => Ok(Some(Numbering::Exactly(count))),
        _ => Err(GraphError::in_line(1, None, Problem::TooManyNodes(nodes))),
    }
}

/// R writes the name of each row before the columns that the first line names.
fn unnamed_rows(columns: &Columns) -> Problem {
    let (source, target) = (columns.source + 2, columns.target + 2);
    let weight = columns.weight.map(|weight| format!(",weight={}", weight + 2)).unwrap_or_default();
    Problem::Columns {
        what: format!(
            "this line has {} columns, but the first line names {}",
            columns.count + 1,
            columns.count
        ),
        help: format!(
            "if the first column numbers the lines, as R writes them, use the keys \
             `header=yes,source={source},target={target}{weight}`"
        ),
    }
}

/// Reads the records of a table.
struct Reader {
    columns: Columns,
    /// Whether weights are rounded to `f32`.
    single: bool,
}

impl Reader {
    /// Checks the number of columns of a record.
    #[inline]
    fn check(&self, fields: &Fields<'_>) -> Result<(), GraphError> {
        let (found, wanted) = (fields.len(), self.columns.count);
        if found == wanted {
            return Ok(());
        }
        let plural = if found == 1 { "" } else { "s" };
        let what = format!("this line has {found} column{plural}, but the first line has {wanted}");
        let help = "a field that contains the separator needs quotation marks; if igc splits lines at \
                    the wrong place, add the key `separator`";
        Err(fields.error(None, Problem::Columns { what, help: help.into() }))
    }

    /// Returns the id in a column.
    #[inline]
    fn id<'r>(&self, fields: &'r Fields<'_>, at: usize) -> Result<&'r [u8], GraphError> {
        let id = fields.get(at);
        if !id.is_empty() && memchr::memchr(b'\n', id).is_none() {
            return Ok(id);
        }
        let (what, help) = match id.is_empty() {
            true => ("the id of a node is missing", "remove the line, or write an id"),
            false => (
                "the id of a node has several lines",
                "a quotation mark at the start of a field may have no counterpart",
            ),
        };
        let problem = Problem::Columns { what: what.into(), help: help.into() };
        Err(fields.error(Some(at), problem))
    }

    /// Returns the number of a node in a column.
    fn number(
        &self,
        fields: &Fields<'_>,
        at: usize,
        what: &'static str,
    ) -> Result<u32, GraphError> {
        let id = self.id(fields, at)?;
        let mut cursor = Cursor::new(id);
        let number = cursor.whole(what, LARGEST).and_then(|number| match ends(&mut cursor) {
            true => Ok(number as u32),
            false => {
                let expected = format!("{what} (a whole number of at least 0)");
                Err(Problem::Unexpected { expected, found: quote(id) })
            }
        });
        let help = "add the key `ids=names`, with which ids may be names or any numbers";
        number.map_err(|problem| fields.error(Some(at), problem.with_help(help)))
    }

    /// Returns the weight of an edge.
    #[inline]
    fn weight(&self, fields: &Fields<'_>) -> Result<Number, GraphError> {
        let Some(at) = self.columns.weight else { return Ok(Number::Whole(1)) };
        let field = fields.get(at);
        let mut cursor = Cursor::new(field).rounding_to(self.single);
        match cursor.number() {
            Ok(number) if ends(&mut cursor) => Ok(number),
            Err(problem @ Problem::NotFinite(_)) => Err(fields.error(Some(at), problem)),
            _ => Err(fields.error(Some(at), wrong_weight(field))),
        }
    }
}

/// Returns whether nothing but blanks follows a number. A field with quotation marks may have blanks around it.
#[inline]
fn ends(cursor: &mut Cursor<'_>) -> bool {
    cursor.skip_blanks();
    cursor.at_end()
}

#[cold]
fn wrong_weight(field: &[u8]) -> Problem {
    let has_decimal_comma = {
        let text = String::from_utf8_lossy(field);
        text.contains(',') && text.replacen(',', ".", 1).parse::<f64>().is_ok()
    };
    let help = match has_decimal_comma {
        true => "write numbers with a decimal point, such as `2.5`",
        false => {
            "name the column of the weights with the key `weight`, or add the key `weights=ignore`"
        }
    };
    let found = if field.is_empty() { "an empty field".into() } else { quote(field) };
    Problem::UnexpectedText { expected: WEIGHT.into(), found, help: help.into() }
}

/// Reads a table whose ids are the numbers of nodes.
fn numbered(
    mut records: Records<'_>,
    mut more: bool,
    reader: &Reader,
    rules: EdgeRules,
) -> Result<ParsedTable, GraphError> {
    let assembler = Assembler::new();
    let mut edges = EdgeSink::new(rules);
    let mut place = 0;
    loop {
        if !more || edges.chunk().len() >= CHUNK {
            assembler.push(place, edges.chunk())?;
            edges.clear();
            place += 1;
        }
        if !more {
            break;
        }
        let fields = records.current();
        reader.check(&fields)?;
        let source = reader.number(&fields, reader.columns.source, "the edge's source")?;
        let target = reader.number(&fields, reader.columns.target, "the edge's target")?;
        edges.edge(source, target, reader.weight(&fields)?);
        more = records.read()?.is_some();
    }
    let numbering = stated(&records)?.unwrap_or(Numbering::Largest);
    Ok(ParsedTable::of(ParsedText { assembler, numbering }))
}
